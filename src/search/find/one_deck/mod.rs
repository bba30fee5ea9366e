//! The win search for one deck: finds a win fast, or gives up. It never proves that there is none.
//!
//! Everything is allowed that keeps solutions valid: greedy best-first search with tuned weights,
//! commitment to good moves and early home moves ([`best_first`]), in a portfolio of such searches
//! ([`portfolio`]). States, evaluations and successors belong to the engine
//! ([`win_state`](crate::engine::win_state)).

mod best_first;
mod frontier;
mod generation_set;
mod kernel;
mod portfolio;
mod solution;
#[cfg(feature = "batch")]
pub mod tune;

pub use crate::engine::win_state::Weights;
pub use kernel::Kernel;
pub use portfolio::{Member, OneDeckFinder, default_members};

#[cfg(test)]
mod tests {
    use super::{Kernel, OneDeckFinder};
    use crate::deal::DealNumber;
    use crate::game::Game;
    use crate::position::Position;
    use crate::rules::{Rules, preset};
    use crate::search::{Budget, Outcome, Searched};
    use crate::verdict::Reason;
    use crate::verify::verify;

    fn solve(solver: &mut OneDeckFinder, rules: &Rules, number: u64) -> Searched {
        let layout = DealNumber::microsoft(number).unwrap().deal(rules);
        solver.solve(&layout, u64::MAX, &Budget::default().start())
    }

    /// The number of wins among the first deals, all of them verified.
    fn wins(game: &str, last: u64) -> usize {
        let rules = Game::preset(game).unwrap();
        let mut solver = OneDeckFinder::new(&rules).unwrap();
        (1..=last)
            .filter(|&number| match solve(&mut solver, &rules, number).outcome {
                Outcome::Won(moves) => {
                    let layout = DealNumber::microsoft(number).unwrap().deal(&rules);
                    verify(&rules, &layout, &moves).unwrap_or_else(|error| panic!("{game} {number}: {error}"));
                    true
                }
                Outcome::Exhausted => panic!("a win search proves nothing"),
                Outcome::GaveUp(_) => false,
            })
            .count()
    }

    #[test]
    fn wins_replay() {
        assert!(wins("freecell", 500) >= 498);
        assert!(wins("seven-by-four", 50) >= 40);
        assert!(wins("forecell", 50) >= 20);
        assert!(wins("eight-off", 50) >= 40);
        assert!(wins("bakers-game", 50) >= 25);
    }

    /// Searches that ended before a limit of the caller do not report that limit.
    #[test]
    fn gives_up_on_a_dead_deal() {
        let rules = preset("freecell").unwrap();
        let mut solver = OneDeckFinder::new(&rules).unwrap();
        let whole = solve(&mut solver, &rules, 11982);
        assert_eq!(whole.outcome, Outcome::GaveUp(Reason::Method));
        let layout = DealNumber::microsoft(11982).unwrap().deal(&rules);
        for states in [1, 100, whole.states] {
            let searched = solver.solve(&layout, states, &Budget::default().start());
            assert_eq!(searched.outcome, Outcome::GaveUp(Reason::States), "{states} states");
        }
    }

    #[test]
    fn kernels_agree() {
        let rules = preset("freecell").unwrap();
        let mut portable = OneDeckFinder::new(&rules).unwrap().with_kernel(Kernel::Portable);
        for (name, kernel) in Kernel::available() {
            let mut solver = OneDeckFinder::new(&rules).unwrap().with_kernel(kernel);
            for number in 1..=300 {
                assert_eq!(solve(&mut solver, &rules, number), solve(&mut portable, &rules, number), "{name}");
            }
        }
    }

    #[test]
    fn results_do_not_depend_on_earlier_deals() {
        let rules = preset("freecell").unwrap();
        let mut used = OneDeckFinder::new(&rules).unwrap();
        for number in 1..=40 {
            let fresh = solve(&mut OneDeckFinder::new(&rules).unwrap(), &rules, number);
            assert_eq!(solve(&mut used, &rules, number), fresh);
        }
    }

    #[test]
    fn solves_positions_in_the_middle_of_a_game() {
        let rules = Game::preset("freecell").unwrap();
        let mut solver = OneDeckFinder::new(&rules).unwrap();
        let stop = Budget::default().start();
        let layout = DealNumber::microsoft(617).unwrap().deal(&rules);
        let Outcome::Won(moves) = solver.solve(&layout, u64::MAX, &stop).outcome else { panic!("617 is easy") };
        let mut position = Position::new(rules.clone(), layout).unwrap();
        for mv in &moves {
            position.play(mv).unwrap();
            let Outcome::Won(rest) = solver.solve(position.layout(), u64::MAX, &stop).outcome else { continue };
            verify(&rules, position.layout(), &rest).unwrap();
        }
    }
}
