//! Measures how difficult a winnable deal is for a player. `docs/difficulty.md` explains the parts.
//!
//! The parts are properties of the game, not of the solver's effort. A number of games is played without looking ahead: mostly
//! moves home and onto columns, sometimes any other move, never back to an earlier position. A review of each game finds the
//! move that lost it. Narrowness is the share of losing moves among the moves made in positions that could still be won. The
//! trap is the number of moves made after the losing one. The other parts are the fewest cells with which a win is known and
//! the length of a short win. Random moves come from a fixed seed, all searches are limited in states, and no state is kept
//! from deal to deal, so the parts are the same on every machine and at any number of threads.

use super::shorten_win::shortened_win;
use super::{Cancel, Limits, Oracle, ReviewError, SolveError, Solver};
use crate::container::random;
use crate::difficulty::Difficulty;
use crate::game::Game;
use crate::layout::Layout;
use crate::moves::{Move, Pile};
use crate::position::Position;
use crate::verdict::Verdict;
use std::collections::HashSet;

/// States for a win, expansions to shorten it, and states for a win with fewer cells.
const SOLVE: u64 = 200_000;
const SHORTEN: usize = 20_000;
const FEWER_CELLS: u64 = 20_000;
/// Number of games, and the most moves of each.
const GAMES: u64 = 10;
const LONGEST_GAME: usize = 60;
/// States for the verdict of one position of a game.
const REVIEW: u64 = 10_000;

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
        let oracle = Oracle::new(game.clone()).with_limits(limits.states(REVIEW)).with_cancel(cancel.clone());
        let solver = Solver::new(game.clone()).with_limits(limits.states(SOLVE)).with_cancel(cancel.clone());
        DifficultyMeter { game, oracle, solver, fewer, cancel }
    }

    /// Whether the meter was cancelled.
    pub fn is_interrupted(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// The difficulty of a deal; `None` if no win of it was found within the meter's own limits, or if it was interrupted.
    pub fn measure(&mut self, layout: &Layout) -> Result<Option<Difficulty>, SolveError> {
        let Some(solution) = self.solver.solve(layout)?.solution else { return Ok(None) };
        self.oracle.forget();
        let start = Position::new(self.game.clone(), layout.clone())?;
        let (mut moves, mut losses, mut unnoticed) = (0u32, 0u32, 0u32);
        for seed in 0..GAMES {
            let game = careless_game(&start, seed);
            let review = match self.oracle.review(layout, &game) {
                Ok(review) => review,
                Err(ReviewError::Solve(error)) => return Err(error),
                Err(ReviewError::Illegal { .. }) => unreachable!("the game was played by the rules"),
            };
            match review.lost_from {
                Some(lost) => {
                    moves += lost as u32;
                    losses += 1;
                    unnoticed += (review.played - lost) as u32;
                }
                None => moves += review.won_until.unwrap_or(0) as u32,
            }
        }
        let narrowness = 1000 * losses / moves.max(1);
        let trap = unnoticed / losses.max(1);
        let length = shortened_win(&self.game, layout, solution.moves, SHORTEN, u64::MAX).len() as u32;
        let cells = self.fewest_cells(layout)?;
        Ok((!self.cancel.is_cancelled()).then(|| Difficulty::of_parts(cells, narrowness, length, trap)))
    }

    fn fewest_cells(&mut self, layout: &Layout) -> Result<u8, SolveError> {
        let mut fewest = self.game.cells;
        let mut layout = layout.clone();
        crate::short_sort::sort_by_key(&mut layout.cells, Option::is_none);
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

/// A game played without looking ahead.
fn careless_game(start: &Position, seed: u64) -> Vec<Move> {
    let mut dice = seed;
    let mut below = |bound: usize| {
        dice += 1;
        (random::at((dice << 8) ^ seed) % bound as u64) as usize
    };
    let (mut position, mut game) = (start.clone(), Vec::new());
    let mut seen = HashSet::from([position.canonical()]);
    while game.len() < LONGEST_GAME && !position.is_won() {
        let forward = |mv: &Move| !matches!(mv.from, Pile::Foundation(_));
        let is_new = |mv: &Move| !seen.contains(&played(&position, mv).canonical());
        let moves: Vec<Move> = position.legal_moves().into_iter().filter(|mv| forward(mv) && is_new(mv)).collect();
        if moves.is_empty() {
            break;
        }
        let tidy = |mv: &&Move| match mv.to {
            Pile::Foundation(_) => true,
            Pile::Column(i) => !position.layout().columns[i as usize].is_empty(),
            _ => false,
        };
        let preferred: Vec<&Move> = moves.iter().filter(tidy).collect();
        let mv = match !preferred.is_empty() && below(4) > 0 {
            true => *preferred[below(preferred.len())],
            false => moves[below(moves.len())],
        };
        position = played(&position, &mv);
        seen.insert(position.canonical());
        game.push(mv);
    }
    game
}

fn played(position: &Position, mv: &Move) -> Position {
    let mut next = position.clone();
    next.play(mv).expect("listed moves are legal");
    next
}
