//! Runs several strategies on the same deals: deal by deal, in a rotating order, on one thread.
//!
//! The speed of a machine varies during a benchmark. With this interleaving all strategies are
//! measured under the same machine load, and [`super::compare`] compares them deal by deal. Dealing
//! and verifying are not timed. Of repeated runs the fastest counts, because noise only adds time.
//! Every win is verified, and two strategies that contradict each other end the run: a benchmark is a
//! test too.

use crate::deal::DealNumber;
use crate::game::Game;
use crate::search::registry::Strategy;
use crate::search::{Budget, Cancel, Limits, Outcome, SolveError};
use crate::verdict::{Reason, Verdict};
use crate::verify::verify;
use std::time::Instant;

/// What one strategy did with one deal.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Trial {
    /// How it ended. An incomplete search that found nothing is undecided.
    pub verdict: Verdict,
    /// States expanded.
    pub states: u64,
    /// Time taken.
    pub seconds: f64,
    /// Length of the solution in player actions and in single-card moves.
    pub lengths: Option<(u32, u32)>,
}

/// A benchmark that cannot go on: a bug in a search.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BenchError {
    /// A win does not replay.
    #[error("deal {deal}, strategy `{strategy}`")]
    NoWin {
        /// The deal.
        deal: String,
        /// The strategy.
        strategy: String,
        /// What happened.
        #[source]
        source: SolveError,
    },
    /// One strategy won what another proved to be unwinnable.
    #[error(
        "deal {deal}: `{won}` won it and `{lost}` proved that it is unwinnable; this is a bug, please report the deal"
    )]
    Contradiction {
        /// The deal.
        deal: String,
        /// The strategy that won.
        won: String,
        /// The strategy that claims a proof.
        lost: String,
    },
}

/// Strategies side by side.
pub struct Bench {
    rules: Game,
    limits: Budget,
    strategies: Vec<Strategy>,
    repeats: usize,
    deals: usize,
}

impl Bench {
    /// A benchmark under these rules; the limits hold for each deal and strategy, and each deal is run `repeats`
    /// times.
    pub fn new(rules: Game, limits: Limits, strategies: Vec<Strategy>, repeats: usize) -> Bench {
        Bench { rules, limits: Budget::from(&limits), strategies, repeats: repeats.max(1), deals: 0 }
    }

    /// Ends searches when this flag is set.
    pub fn with_cancel(mut self, cancel: Cancel) -> Bench {
        self.limits.cancel = Some(cancel);
        self
    }

    /// The names of the strategies.
    pub fn names(&self) -> Vec<String> {
        self.strategies.iter().map(|strategy| strategy.name().to_string()).collect()
    }

    /// Runs all strategies on a deal; `None` if the user interrupted it. The trials are in the order of the
    /// strategies, not in the order of the runs.
    pub fn deal(&mut self, deal: DealNumber) -> Result<Option<Vec<Trial>>, BenchError> {
        let layout = deal.deal(&self.rules);
        let count = self.strategies.len();
        let mut trials: Vec<Option<Trial>> = vec![None; count];
        for turn in 0..count * self.repeats {
            let place = (self.deals + turn) % count;
            let strategy = &mut self.strategies[place];
            let started = Instant::now();
            let searched = strategy.run(&layout, &self.limits);
            let seconds = started.elapsed().as_secs_f64();
            if let Some(trial) = &mut trials[place] {
                trial.seconds = trial.seconds.min(seconds);
                continue;
            }
            let failed = |source| {
                let (deal, strategy) = (deal.to_string(), strategy.name().to_string());
                BenchError::NoWin { deal, strategy, source }
            };
            let searched = searched.map_err(failed)?;
            let (verdict, lengths) = match searched.outcome {
                Outcome::Won(moves) => {
                    let replay = verify(&self.rules, &layout, &moves);
                    let replay = replay.map_err(|source| failed(SolveError::Replay(source)))?;
                    (Verdict::Winnable, Some((replay.moves, replay.cards)))
                }
                Outcome::Exhausted => (Verdict::Unwinnable, None),
                Outcome::GaveUp(Reason::Interrupted) => return Ok(None),
                Outcome::GaveUp(reason) => (Verdict::Undecided(reason), None),
            };
            trials[place] = Some(Trial { verdict, states: searched.states, seconds, lengths });
        }
        self.deals += 1;
        let trials: Vec<Trial> = trials.into_iter().flatten().collect();
        let who = |verdict| trials.iter().position(|trial| trial.verdict == verdict);
        if let (Some(won), Some(lost)) = (who(Verdict::Winnable), who(Verdict::Unwinnable)) {
            let [won, lost] = [won, lost].map(|place| self.strategies[place].name().to_string());
            return Err(BenchError::Contradiction { deal: deal.to_string(), won, lost });
        }
        Ok(Some(trials))
    }
}
