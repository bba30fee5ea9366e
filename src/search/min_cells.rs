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
        let filled = layout.cells.iter().flatten().count();
        let fewest = u8::try_from(filled).unwrap_or(u8::MAX).min(own_cells);
        let mut too_few = TooFew::new(strict_rules::covers(&self.game));
        let mut count = MinCells { lower: fewest, upper: None, proven: false, states: 0, interrupted: false };
        let own_verdict = match own {
            Some(answer) => answer.verdict,
            None => self.decide(layout, own_cells, &mut count)?,
        };
        // Downwards from the game's own cells, then upwards if none of them is known to win.
        for cells in (fewest..=own_cells).rev() {
            if too_few.contains(cells) {
                break;
            }
            let verdict = match cells == own_cells {
                true => own_verdict,
                false if count.interrupted => break,
                false => self.decide(layout, cells, &mut count)?,
            };
            note(verdict, cells, &mut too_few, &mut count);
        }
        if self.game.cells_kind == CellKind::Free {
            for cells in own_cells + 1..=MOST_CELLS {
                if count.upper.is_some() || count.interrupted {
                    break;
                }
                note(self.decide(layout, cells, &mut count)?, cells, &mut too_few, &mut count);
            }
        }
        count.lower = too_few.first_open(fewest);
        count.proven = count.upper == Some(count.lower);
        Ok(count)
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
            let mut rules = Rules { cells, ..self.game.rules().clone() };
            if cells != self.game.cells {
                let prefilled = rules.cells_prefilled.len() as u8;
                rules.cells_prefilled = (0..prefilled.min(cells)).collect();
                // Cards that no cell holds any more lie elsewhere on the board; the deal itself does not matter here.
                rules.columns[0] += prefilled.saturating_sub(cells);
            }
            let game = Game::new(rules).ok()?;
            *place = Some(Solver::new(game).with_limits(self.limits).with_cancel(self.cancel.clone()));
        }
        place.as_mut()
    }
}

/// Numbers of cells that are proven not to win the deal.
struct TooFew {
    /// Whether fewer cells never win what more do not.
    monotone: bool,
    numbers: [bool; MOST_CELLS as usize + 1],
}

impl TooFew {
    fn new(monotone: bool) -> TooFew {
        TooFew { monotone, numbers: [false; MOST_CELLS as usize + 1] }
    }

    fn insert(&mut self, cells: u8) {
        let from = if self.monotone { 0 } else { cells };
        self.numbers[usize::from(from)..=usize::from(cells)].fill(true);
    }

    fn contains(&self, cells: u8) -> bool {
        self.numbers.get(usize::from(cells)).is_some_and(|&too_few| too_few)
    }

    /// The smallest number from `fewest` on that is not proven to be too small.
    fn first_open(&self, fewest: u8) -> u8 {
        (fewest..).find(|&cells| !self.contains(cells)).unwrap_or(u8::MAX)
    }
}

/// Records the verdict with this number of cells.
fn note(verdict: Verdict, cells: u8, too_few: &mut TooFew, count: &mut MinCells) {
    match verdict {
        Verdict::Winnable => count.upper = Some(cells),
        Verdict::Unwinnable => too_few.insert(cells),
        Verdict::Undecided(_) => {}
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

    /// Where more cells may hurt, numbers that are undecided stay open although larger ones are proven not to win.
    #[test]
    fn undecided_numbers_stay_open_where_more_cells_may_hurt() {
        let mut rules = crate::rules::preset("freecell").unwrap();
        let changes = [
            "ranks=3",
            "columns=[0,0]",
            "cells=2",
            "build=any_suit",
            "empty_column=king",
            "group=single",
            "foundation_base=2",
            "foundation_wrap=true",
            "foundation_piles=per_suit",
            "foundation_return=tableau_and_cells",
            "stock=row_deal",
            "stock_when=no_moves",
        ];
        changes.iter().for_each(|change| rules.apply_override(change).unwrap());
        let game = Game::new(rules).unwrap();
        let board = b": 2D\n:\nStock: 2H AC AS 2S 2C AH AD 3D 3S 3C 3H\n";
        let layout = crate::format::board::read(board, &game).unwrap();
        for (states, upper) in [(30, None), (1000, Some(0))] {
            let limits = Limits { states, ..Limits::of(&game) };
            let counted = CellCounter::new(game.clone()).with_limits(limits).count(&layout, None).unwrap();
            assert_eq!((counted.lower, counted.upper), (0, upper), "{states} states");
        }
    }

    /// In the middle of a game cells may be empty that the deal filled.
    #[test]
    fn only_cells_that_hold_cards_now_are_kept() {
        let mut rules = crate::rules::preset("freecell").unwrap();
        let changes = ["ranks=1", "columns=[1,1,1]", "cells=1", "cells_prefilled=[0]"];
        changes.iter().for_each(|change| rules.apply_override(change).unwrap());
        let game = Game::new(rules).unwrap();
        let layout = crate::format::board::read(b"AS AH\nAC\nAD\n", &game).unwrap();
        let counted = CellCounter::new(game).count(&layout, None).unwrap();
        assert!(counted.proven && counted.upper == Some(0), "{counted:?}");
    }
}
