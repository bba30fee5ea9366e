//! Judges positions move by move: which moves win, which lose (proven), and what to play next.
//!
//! One [`Oracle`] reuses what it has proven. Positions on a verified winning line, and positions whose complete search ended
//! without a win, are kept in a table ([`known`]). The successors of a lost position are lost without a search. The successors
//! that need a proof share one closed set ([`mod@shared_proof`]). All others are searched in rounds with growing budgets, so
//! easy verdicts are cheap and the rest of the limit goes to hard ones.
//!
//! Positions may repeat (cards that return from a foundation, reversible moves): verdicts and lengths belong to positions, not
//! to paths, so this changes nothing.

mod known;
mod purpose;
mod review;
mod shared_proof;

pub use purpose::Purpose;
pub use review::{Review, ReviewError};

use super::solve::{Answer, Solution, SolveError, Solver};
use super::{Budget, Cancel, Limits, Outcome, Progress};
use crate::game::Game;
use crate::layout::Layout;
use crate::metric::{Bounds, Metric};
use crate::moves::Move;
use crate::position::Position;
use crate::verdict::{Reason, Verdict};
use crate::verify::verify;
use known::{Fact, Known};
use shared_proof::shared_proof;

/// States that the incomplete searches may expand for one move in the first round.
const FIND: u64 = 200_000;
/// States that the shared proof may expand for one move in the second round.
const REFUTE: u64 = 60_000;
/// Entries at which the table of known positions is cleared: about 10 MB. A question takes a few thousand.
const MOST_KNOWN: usize = 50_000;

/// A legal move with its verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct JudgedMove {
    /// The move.
    pub mv: Move,
    /// The verdict of the position after it.
    pub verdict: Verdict,
    /// The shortest length known of a win that starts with this move, the move included.
    pub length: Option<u32>,
    /// Whether no win that starts with this move is shorter: proven.
    pub proven: bool,
}

/// A position with all its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct JudgedPosition {
    /// The answer for the position itself. Its states are those of all searches for this call.
    pub answer: Answer,
    /// Every legal move, best first: wins by length, then undecided moves, then losing ones.
    pub moves: Vec<JudgedMove>,
}

/// What to play next.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Hint {
    /// The answer for the position.
    pub answer: Answer,
    /// The next move and what it is good for; none if the position is won already, lost or undecided.
    pub next: Option<(JudgedMove, Purpose)>,
}

/// Judges positions of one game.
///
/// ```
/// use winnable::{DealNumber, Game, Oracle, Verdict};
///
/// let game = Game::default();
/// let judged = Oracle::new(game.clone()).moves(&game.deal(DealNumber::microsoft(617)?))?;
/// assert_eq!(judged.answer.verdict, Verdict::Winnable);
/// let best = judged.moves[0];
/// println!("{}: a win in {} moves", best.mv, best.length.expect("the best move wins"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Oracle {
    solver: Solver,
    limits: Limits,
    metric: Option<Metric>,
    known: Known,
}

impl Oracle {
    /// An oracle with the default limits of the game. Lengths are those of the wins that were found, in moves.
    pub fn new(game: Game) -> Oracle {
        let limits = Limits::of(&game);
        Oracle { solver: Solver::new(game), limits, metric: None, known: Known::new(Metric::default()) }
    }

    /// With these limits for each question, all its searches together.
    pub fn with_limits(mut self, limits: Limits) -> Oracle {
        self.limits = limits;
        self.solver.set_limits(limits);
        self
    }

    /// Also proves shortest lengths in this metric, for every move that wins.
    pub fn with_metric(mut self, metric: impl Into<Option<Metric>>) -> Oracle {
        self.metric = metric.into();
        self.solver.set_metric(self.metric);
        self.known = Known::new(self.metric.unwrap_or_default());
        self
    }

    /// Ends searches when this flag is set.
    pub fn with_cancel(mut self, cancel: Cancel) -> Oracle {
        self.solver = self.solver.with_cancel(cancel);
        self
    }

    /// Sets a function that is called while a question is searched; see [`Solver::with_progress`]. The states are those of
    /// the running search, not of the whole question.
    pub fn with_progress(mut self, callback: impl FnMut(&Progress) + Send + 'static) -> Oracle {
        self.solver = self.solver.with_progress(callback);
        self
    }

    /// The game.
    pub fn game(&self) -> &Game {
        self.solver.game()
    }

    /// Forgets every position: the next answers do not depend on what was asked before.
    pub fn forget(&mut self) {
        self.known.clear();
    }

    /// The answer for a position: from the table if it has been decided before, by a search otherwise.
    pub fn solve(&mut self, layout: &Layout) -> Result<Answer, SolveError> {
        let position = Position::new(self.game().clone(), layout.clone())?;
        let mut effort = Effort::new(&self.solver);
        self.decide(&position, u64::MAX, &mut effort)
    }

    /// What to play next, for a player: the first move of a winning line.
    pub fn hint(&mut self, layout: &Layout) -> Result<Hint, SolveError> {
        let position = Position::new(self.game().clone(), layout.clone())?;
        let answer = self.solve(layout)?;
        let next = answer.solution.as_ref().and_then(|solution| {
            let (&mv, proven) = (solution.moves.first()?, answer.bounds.is_some_and(|bounds| bounds.proven));
            let length = Some(self.length(solution));
            let judged = JudgedMove { mv, verdict: Verdict::Winnable, length, proven };
            Some((judged, Purpose::of(&position, &solution.moves)))
        });
        Ok(Hint { answer, next })
    }

    /// Every legal move of a position with its verdict, best first.
    pub fn moves(&mut self, layout: &Layout) -> Result<JudgedPosition, SolveError> {
        let position = Position::new(self.game().clone(), layout.clone())?;
        let mut effort = Effort::new(&self.solver);
        // The position itself comes first: if it is lost, so are all its moves, and its win decides one of them.
        let half = effort.left() / 2;
        let mut answer = self.decide(&position, half, &mut effort)?;
        let moves = position.legal_moves();
        let after: Vec<Position> = moves.iter().map(|mv| played(&position, mv)).collect();
        if answer.verdict == Verdict::Unwinnable {
            after.iter().for_each(|next| self.known.lost(next));
        } else {
            self.judge(&position, &moves, &after, &mut effort)?;
        }
        let undecided = Verdict::Undecided(effort.reason);
        let judged = moves.iter().zip(&after).map(|(mv, next)| self.judged(&position, mv, next, undecided));
        let mut judged: Vec<JudgedMove> = judged.collect();
        // A stable sort: equal moves stay in the order in which the position lists them.
        crate::short_sort::sort_by_key(&mut judged, |judged| match judged.verdict {
            Verdict::Winnable => (0, judged.length.unwrap_or(u32::MAX)),
            Verdict::Undecided(_) => (1, 0),
            Verdict::Unwinnable => (2, 0),
        });
        if matches!(answer.verdict, Verdict::Undecided(_)) {
            answer = self.concluded(&position, &judged, answer);
        }
        Ok(JudgedPosition { answer: Answer { states: effort.states, ..answer }, moves: judged })
    }

    /// The answer from the table, if there is one that cannot be improved.
    fn recall(&self, position: &Position) -> Option<Answer> {
        let (verdict, solution, bounds) = match (self.known.get(position)?, self.metric) {
            (Fact::Lost, _) => (Verdict::Unwinnable, None, None),
            (Fact::Won { .. }, None) => (Verdict::Winnable, Some(self.line(position)?), None),
            (Fact::Won { length, proven: true }, Some(metric)) => {
                let bounds = Bounds { metric, lower: length, upper: Some(length), proven: true };
                (Verdict::Winnable, Some(self.line(position)?), Some(bounds))
            }
            (Fact::Won { proven: false, .. }, Some(_)) => return None,
        };
        Some(Answer { verdict, solution, states: 0, bounds, cut_short: None })
    }

    /// Decides a position with at most `most` states; a position that is in the table takes none.
    fn decide(&mut self, position: &Position, most: u64, effort: &mut Effort) -> Result<Answer, SolveError> {
        if self.known.len() > MOST_KNOWN {
            self.known.clear();
        }
        if let Some(answer) = self.recall(position) {
            return Ok(answer);
        }
        let answer = self.solver.solve_within(position.layout(), &effort.budget(most))?;
        effort.spend(answer.states);
        match (&answer.verdict, &answer.solution) {
            (Verdict::Winnable, Some(solution)) => {
                let proven = answer.bounds.is_some_and(|bounds| bounds.proven);
                self.known.line(position, &solution.moves, proven);
            }
            (Verdict::Unwinnable, _) => self.known.lost(position),
            (Verdict::Undecided(reason), _) => effort.reason = *reason,
            (Verdict::Winnable, None) => {}
        }
        Ok(answer)
    }

    /// Fills the table for the positions after each move, in rounds of growing effort.
    fn judge(
        &mut self,
        position: &Position,
        moves: &[Move],
        after: &[Position],
        effort: &mut Effort,
    ) -> Result<(), SolveError> {
        for (i, next) in after.iter().enumerate() {
            if self.is_open(next) && effort.left() > 0 {
                // Half of what is left is kept for proofs.
                let share = effort.left() / 2 / (after.len() - i) as u64;
                let (won, states) = self.solver.find_within(next.layout(), &effort.budget(FIND.min(share)))?;
                effort.spend(states);
                if let Some(line) = won {
                    self.known.line(next, &line, false);
                }
            }
        }
        // The proof may use the whole limit.
        self.solver.release();
        let mut proof = None;
        for (i, (mv, next)) in moves.iter().zip(after).enumerate() {
            if self.is_open(next) && effort.left() > 0 {
                let share = effort.left() / (after.len() - i) as u64;
                let proof = proof.get_or_insert_with(|| shared_proof(self.solver.game(), position.layout()));
                let searched = proof.refute(mv, next, &effort.budget(REFUTE.min(share)).without_overhead());
                effort.spend(searched.states);
                match searched.outcome {
                    Outcome::Won(line) => {
                        verify(self.game(), next.layout(), &line).map_err(SolveError::Replay)?;
                        self.known.line(next, &line, false);
                    }
                    Outcome::Exhausted => self.known.lost(next),
                    Outcome::GaveUp(reason) => effort.reason = reason,
                }
            }
        }
        drop(proof);
        // The undecided moves share the rest of the limit; with a metric, so do all winning moves.
        let unfinished = |oracle: &Oracle, next: &Position| match oracle.known.get(next) {
            None => true,
            Some(Fact::Won { proven, .. }) => oracle.metric.is_some() && !proven,
            Some(Fact::Lost) => false,
        };
        for (i, next) in after.iter().enumerate() {
            let waiting = after[i..].iter().filter(|next| unfinished(self, next)).count() as u64;
            if unfinished(self, next) && effort.left() >= waiting {
                self.decide(next, effort.left() / waiting, effort)?;
            }
        }
        // A successor may be closer to the end than its own line says.
        for next in after {
            self.shorten(next);
        }
        Ok(())
    }

    /// Whether neither the table nor the successors decide a position.
    fn is_open(&mut self, position: &Position) -> bool {
        self.known.get(position).is_none() && !self.infer(position)
    }

    /// Tries to decide a position by its successors. Returns whether that worked.
    fn infer(&mut self, position: &Position) -> bool {
        let (mut best, mut open) = (None, false);
        for mv in position.legal_moves() {
            match self.known.get(&played(position, &mv)) {
                None => open = true,
                Some(Fact::Lost) => {}
                Some(Fact::Won { length, .. }) => {
                    let length = length + self.known.cost(position, &mv);
                    best = Some(best.map_or(length, |best: u32| best.min(length)));
                }
            }
        }
        match best {
            Some(length) => drop(self.known.won(position, length, false)),
            None if !open => self.known.lost(position),
            None => return false,
        }
        true
    }

    /// Takes over a shorter length from a successor.
    fn shorten(&mut self, position: &Position) {
        if matches!(self.known.get(position), Some(Fact::Won { proven: false, length: 1.. })) {
            self.infer(position);
        }
    }

    fn judged(&self, position: &Position, mv: &Move, next: &Position, undecided: Verdict) -> JudgedMove {
        let (verdict, length, proven) = match self.known.get(next) {
            Some(Fact::Won { length, proven }) => {
                (Verdict::Winnable, Some(length + self.known.cost(position, mv)), proven)
            }
            Some(Fact::Lost) => (Verdict::Unwinnable, None, false),
            None => (undecided, None, false),
        };
        JudgedMove { mv: *mv, verdict, length, proven }
    }

    /// The answer for an undecided position after its moves have been judged: it is won if one move wins, and lost if all
    /// moves lose.
    fn concluded(&mut self, position: &Position, judged: &[JudgedMove], answer: Answer) -> Answer {
        let verdict = match judged.first().map(|best| best.verdict) {
            Some(Verdict::Winnable) => Verdict::Winnable,
            Some(Verdict::Undecided(_)) => return answer,
            Some(Verdict::Unwinnable) | None => Verdict::Unwinnable,
        };
        if verdict == Verdict::Unwinnable {
            self.known.lost(position);
            return Answer { verdict, bounds: None, cut_short: None, ..answer };
        }
        self.shorten_to(position, judged);
        let solution = self.line(position);
        let upper = judged[0].length;
        let bounds = answer.bounds.map(|bounds| Bounds { upper, ..bounds });
        Answer { verdict, solution, bounds, ..answer }
    }

    fn shorten_to(&mut self, position: &Position, judged: &[JudgedMove]) {
        if let Some(length) = judged[0].length {
            self.known.won(position, length, judged[0].proven && judged.iter().all(|judged| judged.proven));
        }
    }

    /// A winning line from a position that the table knows to be won: from won position to won position, closer each time.
    fn line(&self, start: &Position) -> Option<Solution> {
        let (mut position, mut moves) = (start.clone(), Vec::new());
        while let Some(Fact::Won { length: 1.., .. }) = self.known.get(&position) {
            // Usually the line was found with the piles in these places.
            if let Some(rest) = self.known.rest(&position)
                && verify(self.game(), position.layout(), rest).is_ok()
            {
                moves.extend_from_slice(rest);
                break;
            }
            let closer = |mv: &Move| match self.known.get(&played(&position, mv)) {
                Some(Fact::Won { length, .. }) => Some((length + self.known.cost(&position, mv), *mv)),
                _ => None,
            };
            let (_, mv) = position.legal_moves().iter().filter_map(closer).min()?;
            position.play(&mv).ok()?;
            moves.push(mv);
            if moves.len() > 100_000 {
                return None;
            }
        }
        let replay = verify(self.game(), start.layout(), &moves).ok()?;
        Some(Solution { moves, replay })
    }

    fn length(&self, solution: &Solution) -> u32 {
        solution.replay.length(self.metric.unwrap_or_default())
    }
}

/// The position after a legal move.
fn played(position: &Position, mv: &Move) -> Position {
    let mut next = position.clone();
    next.play(mv).expect("listed moves are legal");
    next
}

/// How much of its limits one question has used.
struct Effort {
    budget: Budget,
    clock: super::Clock,
    states: u64,
    /// Why the last search gave up.
    reason: Reason,
}

impl Effort {
    fn new(solver: &Solver) -> Effort {
        let budget = solver.budget();
        Effort { clock: budget.start(), budget, states: 0, reason: Reason::States }
    }

    fn left(&self) -> u64 {
        self.budget.states.saturating_sub(self.states)
    }

    fn spend(&mut self, states: u64) {
        self.states += states;
    }

    /// The budget of the next search: what is left, but at most `most` states.
    fn budget(&self, most: u64) -> Budget {
        let rest = self.budget.after(self.states, &self.clock);
        Budget { states: rest.states.min(most).max(1), ..rest }
    }
}
