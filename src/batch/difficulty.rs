//! Measures how difficult a winnable deal is for a player. `docs/difficulty.md` explains the parts.
//!
//! The parts are properties of the game, not of the solver's effort. The positions of a short win stand for good play: at
//! some of them every legal move is judged, and the share of those that are proven to lose is the narrowness of the way. After losing
//! moves games are played on the way people play without looking ahead, mostly home and onto columns and never back to an earlier position, until nothing is
//! left to play: that is how long a loss can go unnoticed. The fewest cells with which a win is known and the length of the win complete the parts. Dice have
//! a fixed seed, all searches are limited in states, and nothing is remembered from deal to deal, so the parts are the same on every machine
//! and at any number of threads.

use super::pick::scramble;
use crate::difficulty::Difficulty;
use crate::game::Game;
use crate::layout::Layout;
use crate::moves::{Move, Pile};
use crate::position::Position;
use crate::search::{Cancel, JudgedMove, Limits, Oracle, SolveError, Solver, shortened_win};
use crate::verdict::Verdict;
use std::collections::HashSet;

/// States for a win, expansions to shorten it, and states for a win with fewer cells.
const SOLVE: u64 = 200_000;
const SHORTEN: usize = 20_000;
const FEWER_CELLS: u64 = 20_000;
/// Positions whose moves are judged: evenly spread over the first two thirds of the win, after which few moves lose.
const POSITIONS: usize = 8;
/// States for the verdicts of all moves of one position.
const JUDGE: u64 = 200_000;
/// Games that are played on after a losing move, and moves of each at most.
const GAMES: u64 = 3;
const LONGEST_GAME: usize = 60;

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
        let oracle = Oracle::new(game.clone()).with_limits(limits.states(JUDGE)).with_cancel(cancel.clone());
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
        let win = shortened_win(&self.game, layout, solution.moves, SHORTEN);
        self.oracle.forget();
        self.oracle.learn(layout, &win)?;
        let (mut moves, mut losing, mut traps) = (0, 0, Vec::new());
        let mut position = Position::new(self.game.clone(), layout.clone())?;
        let mut played = 0;
        for sample in 0..POSITIONS {
            let until = 2 * sample * win.len() / (3 * POSITIONS);
            for mv in &win[played..until] {
                position = after(&position, mv);
            }
            played = until;
            let judged = self.oracle.moves(position.layout())?.moves;
            // Nobody is in danger of taking cards back from the foundations.
            let forward = judged.iter().filter(|judged| !matches!(judged.mv.from, Pile::Foundation(_)));
            let lost = |judged: &&JudgedMove| judged.verdict == Verdict::Unwinnable;
            moves += forward.clone().count() as u32;
            losing += forward.clone().filter(lost).count() as u32;
            if let Some(judged) = forward.clone().find(lost) {
                let lost = after(&position, &judged.mv);
                let games = (0..GAMES).map(|game| moves_of_careless_game(&lost, GAMES * sample as u64 + game));
                traps.push(games.max().unwrap_or(0) as u32);
            }
            if self.cancel.is_cancelled() {
                return Ok(None);
            }
        }
        let narrowness = 1000 * losing / moves.max(1);
        let trap = traps.iter().sum::<u32>() / traps.len().max(1) as u32;
        let cells = self.fewest_cells(layout)?;
        let length = win.len() as u32;
        Ok((!self.cancel.is_cancelled()).then(|| Difficulty::of_parts(cells, narrowness, length, trap)))
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

/// The moves of a game as people play it without looking ahead, until nothing is left that leads to a new position.
fn moves_of_careless_game(start: &Position, seed: u64) -> usize {
    let mut dice = seed;
    let mut below = |bound: usize| {
        dice += 1;
        (scramble((dice << 8) ^ seed) % bound as u64) as usize
    };
    let (mut position, mut played) = (start.clone(), 0);
    let mut seen = HashSet::from([position.canonical()]);
    while played < LONGEST_GAME {
        let forward = |mv: &Move| !matches!(mv.from, Pile::Foundation(_));
        let is_new = |mv: &Move| !seen.contains(&after(&position, mv).canonical());
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
        position = after(&position, &mv);
        seen.insert(position.canonical());
        played += 1;
    }
    played
}

fn after(position: &Position, mv: &Move) -> Position {
    let mut next = position.clone();
    next.play(mv).expect("moves of wins and listed moves are legal");
    next
}
