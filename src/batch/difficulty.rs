//! Measures how difficult a winnable deal is for a player. `docs/difficulty.md` explains the parts.
//!
//! The parts are properties of the game tree along one good line, not of the solver's effort: the fewest cells with which a
//! win is known, the share of losing moves (narrowness), the length, and how long a player can go on after a losing move
//! before there is nothing left to play. All searches have limits in states, so the parts are the same on every machine.

use crate::difficulty::Difficulty;
use crate::game::Game;
use crate::layout::Layout;
use crate::moves::{Move, Pile};
use crate::position::Position;
use crate::search::{Cancel, Limits, Oracle, SolveError, Solver};
use crate::verdict::{Reason, Verdict};
use std::collections::HashSet;

/// States for the line itself, and for a win with fewer cells.
const SOLVE: u64 = 200_000;
const FEWER_CELLS: u64 = 20_000;
/// Positions of the line that are looked at, all in its first two thirds: later nearly every move wins.
const SAMPLES: usize = 8;
/// States for the moves of one position.
const MOVES: u64 = 40_000;
/// A losing line is followed so far at most.
const LONGEST_TRAP: u32 = 40;

/// Measures deals of one game, one after the other.
pub struct DifficultyMeter {
    game: Game,
    oracle: Oracle,
    solver: Solver,
    /// Solvers with fewer cells, the most first.
    fewer: Vec<Solver>,
    cancel: Cancel,
}

impl DifficultyMeter {
    /// A meter for a game.
    pub fn new(game: Game, cancel: Cancel) -> DifficultyMeter {
        let limits = Limits::of(&game);
        let fewest = game.cells_prefilled.len() as u8;
        let with_cells = |cells: u8| {
            let mut rules = game.rules().clone();
            (rules.cells, rules.cells_prefilled) = (cells, (0..fewest).collect());
            let game = Game::new(rules).ok()?;
            Some(Solver::new(game).with_limits(limits.states(FEWER_CELLS)).with_cancel(cancel.clone()))
        };
        let fewer = (fewest..game.cells).rev().map_while(with_cells).collect();
        let oracle = Oracle::new(game.clone()).with_limits(limits.states(MOVES)).with_cancel(cancel.clone());
        let solver = Solver::new(game.clone()).with_limits(limits.states(SOLVE)).with_cancel(cancel.clone());
        DifficultyMeter { game, oracle, solver, fewer, cancel }
    }

    /// Whether the meter was told to stop.
    pub fn is_interrupted(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// The difficulty of a deal; `None` if no win of it was found within the meter's own limits, or if it was interrupted.
    pub fn measure(&mut self, layout: &Layout) -> Result<Option<Difficulty>, SolveError> {
        let Some(solution) = self.solver.solve(layout)?.solution else { return Ok(None) };
        let line = solution.moves;
        let mut position = Position::new(self.game.clone(), layout.clone())?;
        let (mut losing, mut decided, mut traps) = (0u32, 0u32, Vec::new());
        let sampled = line.len() * 2 / 3;
        let is_sample = |at: usize| at < sampled && (0..SAMPLES).any(|i| i * sampled / SAMPLES == at);
        for (at, mv) in line.iter().enumerate() {
            if is_sample(at) {
                let mut seen = HashSet::new();
                let mut trap = None;
                for judged in self.oracle.moves(position.layout())?.moves {
                    let next = played(&position, &judged.mv);
                    // Moves to equal places are one choice for a player.
                    if !seen.insert(next.canonical()) {
                        continue;
                    }
                    match judged.verdict {
                        Verdict::Winnable => decided += 1,
                        Verdict::Unwinnable => {
                            (decided, losing) = (decided + 1, losing + 1);
                            trap = trap.or(Some(next));
                        }
                        Verdict::Undecided(Reason::Interrupted) => return Ok(None),
                        Verdict::Undecided(_) => {}
                    }
                }
                traps.extend(trap.map(unnoticed));
            }
            if position.play(mv).is_err() {
                return Ok(None);
            }
        }
        let narrowness = 1000 * losing / decided.max(1);
        let trap = traps.iter().sum::<u32>() / (traps.len() as u32).max(1);
        let cells = self.fewest_cells(layout)?;
        Ok((!self.cancel.is_cancelled()).then(|| Difficulty::of_parts(cells, narrowness, line.len() as u32, trap)))
    }

    fn fewest_cells(&mut self, layout: &Layout) -> Result<u8, SolveError> {
        let mut fewest = self.game.cells;
        let mut layout = layout.clone();
        layout.cells.sort_by_key(Option::is_none);
        for solver in &mut self.fewer {
            let cells = solver.game().cells;
            if layout.cells.iter().flatten().count() > usize::from(cells) {
                break;
            }
            layout.cells.truncate(cells.into());
            if solver.solve(&layout)?.verdict != Verdict::Winnable {
                break;
            }
            fewest = cells;
        }
        Ok(fewest)
    }
}

fn played(position: &Position, mv: &Move) -> Position {
    let mut next = position.clone();
    next.play(mv).expect("listed moves are legal");
    next
}

/// How many moves a player can go on from a lost position: home if possible, then the largest group onto a column, then
/// whatever is left, never to a position seen before.
fn unnoticed(mut position: Position) -> u32 {
    let mut seen = HashSet::from([position.canonical()]);
    for played_on in 0..LONGEST_TRAP {
        let mut moves = position.legal_moves();
        moves.sort_by_key(|mv| match (mv.from, mv.to) {
            (Pile::Foundation(_), _) => 1000,
            (_, Pile::Foundation(_)) => 0,
            (_, Pile::Column(i)) if !position.layout().columns[i as usize].is_empty() => 300 - u32::from(mv.count),
            (_, Pile::Cell(_)) => 500,
            _ => 600,
        });
        let fresh = moves.iter().map(|mv| played(&position, mv)).find(|next| !seen.contains(&next.canonical()));
        let Some(next) = fresh else { return played_on };
        seen.insert(next.canonical());
        position = next;
    }
    LONGEST_TRAP
}
