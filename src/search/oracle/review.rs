//! Which move lost a played game, and what would have won instead.
//!
//! A position with a won successor is won, and all positions after a lost one are lost. So a game is won up to some move and
//! lost from there on, and bisection finds that move with few searches. Undecided positions are skipped; if that leaves a gap,
//! the review says between which moves the game was lost.

use super::known::Fact;
use super::{Effort, JudgedMove, Oracle};
use crate::layout::Layout;
use crate::moves::Move;
use crate::position::{IllegalMove, LayoutError, Position};
use crate::search::solve::{Answer, SolveError};
use crate::verdict::Verdict;

/// The review of a played game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Review {
    /// The answer for the deal itself.
    pub answer: Answer,
    /// Moves played.
    pub played: usize,
    /// Whether the game was brought to its end.
    pub won: bool,
    /// The last position (moves played before it) that is known to be won; `None` if none is.
    pub won_until: Option<usize>,
    /// The first position that is known to be lost.
    pub lost_from: Option<usize>,
    /// The move that lost the game, from 1.
    pub lost_at: Option<usize>,
    /// The first move of a win from the position before the losing move; of the last position that is known to be won, if
    /// the game is neither lost nor at its end.
    pub instead: Option<JudgedMove>,
    /// The shortest length known from the deal on.
    pub shortest: Option<u32>,
    /// How much longer than that the game is: what was played up to `won_until` and the shortest known rest.
    pub detour: Option<u32>,
    /// Whether both lengths behind `detour` are proven.
    pub proven: bool,
}

/// Why a game cannot be reviewed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReviewError {
    /// A move is not legal.
    #[error("move {} ({mv}) is illegal: {why}", step + 1)]
    Illegal {
        /// Which move, from 0.
        step: usize,
        /// The move.
        mv: Move,
        /// Why.
        why: IllegalMove,
    },
    /// The deal is not one of the game, or the solver failed.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl From<LayoutError> for ReviewError {
    fn from(error: LayoutError) -> ReviewError {
        SolveError::from(error).into()
    }
}

impl Oracle {
    /// Reviews a played game, finished or not.
    pub fn review(&mut self, deal: &Layout, game: &[Move]) -> Result<Review, ReviewError> {
        let positions = self.positions(deal, game)?;
        let (first, last) = (&positions[0], &positions[positions.len() - 1]);
        let won = last.is_won();
        let mut effort = Effort::new(&self.solver);
        let answer = self.decide(first, u64::MAX, &mut effort)?;
        if won {
            self.known.line(first, game, false);
        }
        let mut verdicts: Vec<Option<Verdict>> = vec![None; positions.len()];
        verdicts[0] = Some(if won { Verdict::Winnable } else { answer.verdict });
        if won {
            verdicts[game.len()] = Some(Verdict::Winnable);
        }
        if verdicts[0] != Some(Verdict::Unwinnable) && !won {
            self.bisect(&positions, &mut verdicts)?;
        }
        let won_until = verdicts.iter().rposition(|verdict| *verdict == Some(Verdict::Winnable));
        let lost_from = verdicts.iter().position(|verdict| *verdict == Some(Verdict::Unwinnable));
        let lost_at = lost_from.filter(|&lost| lost > 0 && won_until == Some(lost - 1));
        let instead = match won_until {
            Some(at) if !won => self.hint(positions[at].layout())?.next.map(|(next, _)| next),
            _ => None,
        };
        let mut review = Review {
            answer,
            played: game.len(),
            won,
            won_until,
            lost_from,
            lost_at,
            instead,
            shortest: None,
            detour: None,
            proven: false,
        };
        if let Some(at) = won_until {
            self.measure(&positions[..=at], game, &mut review);
        }
        Ok(review)
    }

    /// The position before the first move and after each.
    fn positions(&self, deal: &Layout, game: &[Move]) -> Result<Vec<Position>, ReviewError> {
        let mut positions = vec![Position::new(self.game().clone(), deal.clone())?];
        for (step, mv) in game.iter().enumerate() {
            let mut next = positions[step].clone();
            next.play(mv).map_err(|why| ReviewError::Illegal { step, mv: *mv, why })?;
            positions.push(next);
        }
        Ok(positions)
    }

    /// Finds the last won and the first lost position, asking about as few positions as possible.
    fn bisect(&mut self, positions: &[Position], verdicts: &mut [Option<Verdict>]) -> Result<(), SolveError> {
        let mut next = positions.len() - 1;
        loop {
            if verdicts[next].is_none() {
                let answer = self.decide(&positions[next], u64::MAX, &mut Effort::new(&self.solver))?;
                verdicts[next] = Some(answer.verdict);
            }
            let won = verdicts.iter().rposition(|verdict| *verdict == Some(Verdict::Winnable)).unwrap_or(0);
            let lost = verdicts.iter().position(|verdict| *verdict == Some(Verdict::Unwinnable));
            let end = lost.unwrap_or(positions.len());
            let middle = won + (end - won) / 2;
            // The open position nearest to the middle of the gap.
            let open = (won + 1..end).filter(|&at| verdicts[at].is_none()).min_by_key(|&at| at.abs_diff(middle));
            match open {
                Some(at) => next = at,
                None => return Ok(()),
            }
        }
    }

    /// How long the game is, compared with the shortest known win of the deal. `positions` are those that are won.
    fn measure(&self, positions: &[Position], game: &[Move], review: &mut Review) {
        let fact = |position: &Position| match self.known.get(position) {
            Some(Fact::Won { length, proven }) => Some((length, proven)),
            _ => None,
        };
        let at = positions.len() - 1;
        let so_far: u32 = positions.iter().zip(&game[..at]).map(|(position, mv)| self.known.cost(position, mv)).sum();
        let (Some((rest, rest_proven)), Some((first, first_proven))) = (fact(&positions[at]), fact(&positions[0]))
        else {
            return;
        };
        let whole = so_far + rest;
        let shortest = first.min(whole);
        review.shortest = Some(shortest);
        review.detour = Some(whole - shortest);
        review.proven = first_proven && rest_proven;
    }
}
