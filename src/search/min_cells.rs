//! The fewest cells with which a deal can be won, proven from below.
//!
//! The deal is decided again and again under the same rules, each time with one cell less, until it is unwinnable. Every move
//! that is legal with k cells is legal with k + 1, so one proof covers all smaller numbers too. The exception is a stock that
//! may be dealt from only when no other move is legal; there every number is decided separately. A deal that is not won with
//! the game's own cells is tried with more. If a limit ends a search, the result is an interval.

use super::find::strict_rules;
use super::solve::{Answer, SolveError, Solver};
use super::{Cancel, Limits};
use crate::game::Game;
use crate::layout::Layout;
use crate::rules::{CellKind, Rules};
use crate::verdict::{Reason, Verdict};

/// No deal is tried with more cells than this.
const MOST_CELLS: u8 = 20;

/// After a search of more states than this its memory is given back: there is a solver for each number of cells.
const KEEP: u64 = 10_000;

/// What is known about the fewest cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct MinCells {
    /// With fewer cells the deal cannot be won.
    pub lower: u8,
    /// With this many cells it can; `None` if no number is known.
    pub upper: Option<u8>,
    /// Whether both are the same.
    pub proven: bool,
    /// States expanded by all searches together.
    pub states: u64,
    /// Whether a search was interrupted.
    pub interrupted: bool,
}

/// Finds the fewest cells for deals of one game, one after the other.
pub struct CellCounter {
    game: Game,
    limits: Limits,
    cancel: Cancel,
    /// By number of cells, once needed.
    solvers: Vec<Option<Solver>>,
}

impl CellCounter {
    /// A counter with the default limits of the game, for each number of cells.
    pub fn new(game: Game) -> CellCounter {
        let limits = Limits::of(&game);
        let solvers = (0..=MOST_CELLS).map(|_| None).collect();
        CellCounter { game, limits, cancel: Cancel::new(), solvers }
    }

    /// With these limits for each number of cells.
    pub fn with_limits(mut self, limits: Limits) -> CellCounter {
        self.limits = limits;
        self
    }

    /// Ends searches when this flag is set.
    pub fn with_cancel(mut self, cancel: Cancel) -> CellCounter {
        self.cancel = cancel;
        self
    }

    /// The fewest cells for a deal. `own` is the answer with the game's own cells, if it is known.
    pub fn count(&mut self, layout: &Layout, own: Option<&Answer>) -> Result<MinCells, SolveError> {
        crate::position::check_layout(&self.game, layout)?;
        let own_cells = self.game.cells;
        let filled = layout.cells.iter().flatten().count().max(self.game.cells_prefilled.len());
        let fewest = u8::try_from(filled).unwrap_or(u8::MAX).min(own_cells);
        let mut count = MinCells { lower: fewest, upper: None, proven: false, states: 0, interrupted: false };
        let verdict = match own {
            Some(answer) => answer.verdict,
            None => self.decide(layout, own_cells, &mut count)?,
        };
        let monotone = strict_rules::covers(&self.game);
        if verdict == Verdict::Winnable {
            count.upper = Some(own_cells);
        }
        if verdict != Verdict::Unwinnable || !monotone {
            for cells in (fewest..own_cells).rev() {
                match self.decide(layout, cells, &mut count)? {
                    Verdict::Winnable => count.upper = Some(cells),
                    Verdict::Unwinnable if monotone => {
                        count.lower = cells + 1;
                        break;
                    }
                    Verdict::Unwinnable | Verdict::Undecided(_) => {}
                }
                if count.interrupted {
                    return Ok(count);
                }
            }
        } else {
            count.lower = own_cells + 1;
        }
        if count.upper.is_none() && self.game.cells_kind == CellKind::Free {
            self.with_more(layout, verdict == Verdict::Unwinnable, &mut count)?;
        }
        count.proven = count.upper == Some(count.lower);
        Ok(count)
    }

    /// Tries more cells than the game has. `dead` says that the game's own are proven to be too few.
    fn with_more(&mut self, layout: &Layout, mut dead: bool, count: &mut MinCells) -> Result<(), SolveError> {
        for cells in self.game.cells + 1..=MOST_CELLS {
            match self.decide(layout, cells, count)? {
                Verdict::Winnable => {
                    count.upper = Some(cells);
                    return Ok(());
                }
                Verdict::Unwinnable if dead => count.lower = cells + 1,
                Verdict::Unwinnable | Verdict::Undecided(_) => dead = false,
            }
            if count.interrupted {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Decides the deal with this number of cells.
    fn decide(&mut self, layout: &Layout, cells: u8, count: &mut MinCells) -> Result<Verdict, SolveError> {
        let Some(solver) = self.solver(cells) else { return Ok(Verdict::Undecided(Reason::Method)) };
        let answer = solver.solve(&with_cells(layout, cells))?;
        if answer.states > KEEP {
            solver.release();
        }
        count.states += answer.states;
        count.interrupted |= answer.verdict == Verdict::Undecided(Reason::Interrupted);
        Ok(answer.verdict)
    }

    /// The solver of the game with this number of cells; `None` if such rules are invalid.
    fn solver(&mut self, cells: u8) -> Option<&mut Solver> {
        let place = self.solvers.get_mut(usize::from(cells))?;
        if place.is_none() {
            let prefilled = self.game.cells_prefilled.len() as u8;
            let prefilled =
                if cells == self.game.cells { self.game.cells_prefilled.clone() } else { (0..prefilled).collect() };
            let rules = Rules { cells, cells_prefilled: prefilled, ..self.game.rules().clone() };
            let game = Game::new(rules).ok()?;
            *place = Some(Solver::new(game).with_limits(self.limits).with_cancel(self.cancel.clone()));
        }
        place.as_mut()
    }
}

/// The same cards with another number of cells; those that are filled come first.
fn with_cells(layout: &Layout, cells: u8) -> Layout {
    let mut layout = layout.clone();
    crate::short_sort::sort_by_key(&mut layout.cells, Option::is_none);
    layout.cells.resize(usize::from(cells), None);
    layout
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::DealNumber;

    fn count(name: &str, changes: &[&str], deal: u64) -> MinCells {
        let mut rules = crate::rules::preset(name).unwrap();
        changes.iter().for_each(|change| rules.apply_override(change).unwrap());
        let game = Game::new(rules).unwrap();
        let layout = game.deal(DealNumber::Microsoft(deal));
        CellCounter::new(game).count(&layout, None).unwrap()
    }

    /// An unwinnable deal needs at least one cell more than it has. Below the first proof, no smaller number is tried.
    #[test]
    fn fewest_cells_are_proven_from_below() {
        let small = ["ranks=6", "columns=[4,4,4,4,4,4]"];
        let mut seen = Vec::new();
        for deal in 1..=30 {
            let counted = count("freecell", &small, deal);
            assert!(counted.proven, "deal {deal}: {counted:?}");
            let fewest = counted.upper.unwrap();
            for cells in 0..=4u8 {
                let mut rules = crate::rules::preset("freecell").unwrap();
                small.iter().for_each(|change| rules.apply_override(change).unwrap());
                rules.cells = cells;
                let game = Game::new(rules).unwrap();
                let layout = game.deal(DealNumber::Microsoft(deal));
                let won = Solver::new(game).solve(&layout).unwrap().verdict == Verdict::Winnable;
                assert_eq!(won, cells >= fewest, "deal {deal} with {cells} cells");
            }
            seen.push(fewest);
        }
        assert!(seen.iter().min() < seen.iter().max(), "{seen:?}");
    }

    #[test]
    fn dead_deals_are_tried_with_more_cells() {
        let counted = count("freecell", &["cells=0", "ranks=6", "columns=[6,6,6,6]"], 3);
        assert!(counted.proven && counted.upper > Some(0), "{counted:?}");
    }

    #[test]
    fn cells_that_hold_cards_at_the_start_are_kept() {
        let counted = count("eight-off", &["ranks=6", "columns=[3,3,3,3,2,2,2,2]"], 3);
        assert!(counted.proven && counted.upper >= Some(4), "{counted:?}");
    }
}
