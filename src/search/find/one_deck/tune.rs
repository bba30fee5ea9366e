//! Tunes the weights of the win search by separable CMA-ES, minimising the number of states per
//! deal.
//!
//! Covariance matrix adaptation with a diagonal matrix (Ros & Hansen, 2008) learns a step size for
//! every weight from the ranking of its candidates alone, so neither the noise of a finite set of
//! deals nor the unit of the score matters. Every generation uses new deals, the same for all of
//! its candidates, which prevents overfitting to particular deals. Scores are state counts, so the
//! same seed gives the same weights on every machine and thread count. A state that is committed to
//! one move counts half, because it costs about half the time of one with all its moves.

use super::portfolio::{Member, OneDeckFinder};
use crate::container::random::SplitMix64;
use crate::engine::win_state::weights::Weights;
use crate::layout::Layout;
use crate::rules::Rules;
use crate::search::{Budget, Outcome};
use rayon::prelude::*;

/// Parameters of a tuning run.
pub struct Tuning {
    /// State limit per deal. An unsolved deal costs `unsolved` times as much, because another
    /// search must take over.
    pub states: u64,
    /// Cost factor of unsolved deals.
    pub unsolved: f64,
    /// Candidates per generation.
    pub candidates: usize,
    /// Initial step size, relative to the size of the weights.
    pub step: f64,
    /// Seed of the random numbers.
    pub seed: u64,
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning { states: 1000, unsolved: 3.0, candidates: 18, step: 0.2, seed: 1 }
    }
}

/// The mean number of states per deal with these weights, and the number of unsolved deals.
pub fn score(rules: &Rules, weights: &Weights, tuning: &Tuning, deals: &[Layout]) -> Option<(f64, usize)> {
    let member = Member { weights: weights.clone(), states: tuning.states };
    let mut solver = OneDeckFinder::with_members(rules, vec![member])?;
    let stop = Budget::default().start();
    let (mut cost, mut unsolved) = (0.0, 0);
    for deal in deals {
        let before = solver.branched();
        let searched = solver.solve(deal, tuning.states, &stop);
        match searched.outcome {
            Outcome::Won(_) => cost += 0.5 * (searched.states + solver.branched() - before) as f64,
            _ => {
                cost += tuning.states as f64 * tuning.unsolved;
                unsolved += 1;
            }
        }
    }
    Some((cost / deals.len().max(1) as f64, unsolved))
}

/// The state of a tuning run: a mean and a step size for every weight.
pub struct Tuner {
    tuning: Tuning,
    seed_weights: Weights,
    mean: Vec<f64>,
    /// Weighted sum of all means; the weight is the generation.
    sum: Vec<f64>,
    /// Natural unit of each weight.
    unit: Vec<f64>,
    deviation: Vec<f64>,
    sigma: f64,
    path_sigma: Vec<f64>,
    path: Vec<f64>,
    random: SplitMix64,
    generation: u32,
}

impl Tuner {
    /// Starts from these weights.
    pub fn new(from: &Weights, tuning: Tuning) -> Tuner {
        let mean: Vec<f64> = from.to_vec().iter().map(|&w| f64::from(w)).collect();
        let n = mean.len();
        Tuner {
            unit: mean.iter().map(|w| w.abs().max(10.0)).collect(),
            sum: vec![0.0; n],
            mean,
            deviation: vec![1.0; n],
            sigma: tuning.step,
            path_sigma: vec![0.0; n],
            path: vec![0.0; n],
            random: SplitMix64::new(tuning.seed),
            generation: 0,
            seed_weights: from.clone(),
            tuning,
        }
    }

    /// The current result: the average of the means of all generations, later ones weighted more.
    /// With a finite set of deals the mean keeps fluctuating around the optimum; its average does
    /// not (Polyak & Juditsky, 1992).
    pub fn weights(&self) -> Weights {
        let rounds = f64::from(self.generation);
        let count = rounds * (rounds + 1.0) / 2.0;
        let average = self.mean.iter().zip(&self.sum).map(|(mean, sum)| if count > 0.0 { sum / count } else { *mean });
        self.seed_weights.with(&average.map(|w| w.round() as i32).collect::<Vec<i32>>())
    }

    /// Current step size, relative to the initial units.
    pub fn step(&self) -> f64 {
        self.sigma
    }

    /// Runs one generation on these deals. Returns the mean score of its better half.
    pub fn generation(&mut self, rules: &Rules, deals: &[Layout]) -> f64 {
        let n = self.mean.len();
        let (lambda, mu) = (self.tuning.candidates.max(4), self.tuning.candidates.max(4) / 2);
        let raw: Vec<f64> = (0..mu).map(|i| (mu as f64 + 0.5).ln() - (i as f64 + 1.0).ln()).collect();
        let sum: f64 = raw.iter().sum();
        let share: Vec<f64> = raw.iter().map(|w| w / sum).collect();
        let mu_eff = 1.0 / share.iter().map(|w| w * w).sum::<f64>();
        let nf = n as f64;
        let c_sigma = (mu_eff + 2.0) / (nf + mu_eff + 3.0);
        let damp = 1.0 + c_sigma + 2.0 * (((mu_eff - 1.0) / (nf + 1.0)).sqrt() - 1.0).max(0.0);
        let c_path = 4.0 / (nf + 4.0);
        let c_one = (nf + 2.0) / 3.0 * 2.0 / ((nf + 1.3).powi(2) + mu_eff);
        let c_mu = ((nf + 2.0) / 3.0 * 2.0 * (mu_eff - 2.0 + 1.0 / mu_eff) / ((nf + 2.0).powi(2) + mu_eff))
            .clamp(0.0, 1.0 - c_one);
        let expected = nf.sqrt() * (1.0 - 1.0 / (4.0 * nf) + 1.0 / (21.0 * nf * nf));

        let draws: Vec<Vec<f64>> =
            (0..lambda).map(|_| (0..n).map(|i| self.random.normal() * self.deviation[i]).collect()).collect();
        let point = |draw: &Vec<f64>| -> Vec<i32> {
            (0..n).map(|i| (self.mean[i] + self.sigma * self.unit[i] * draw[i]).round() as i32).collect()
        };
        let mut ranked: Vec<(f64, usize)> = draws
            .par_iter()
            .enumerate()
            .map(|(i, draw)| {
                let weights = self.seed_weights.with(&point(draw));
                let cost = score(rules, &weights, &self.tuning, deals).map_or(f64::INFINITY, |(cost, _)| cost);
                (cost, i)
            })
            .collect();
        ranked.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));

        let mut shift = vec![0.0; n];
        for (&(_, i), w) in ranked.iter().zip(&share) {
            for (s, d) in shift.iter_mut().zip(&draws[i]) {
                *s += w * d;
            }
        }
        self.generation += 1;
        for (i, shift) in shift.iter().enumerate() {
            self.mean[i] += self.sigma * self.unit[i] * shift;
            self.sum[i] += f64::from(self.generation) * self.mean[i];
            self.path_sigma[i] = (1.0 - c_sigma) * self.path_sigma[i]
                + (c_sigma * (2.0 - c_sigma) * mu_eff).sqrt() * shift / self.deviation[i];
        }
        let length = self.path_sigma.iter().map(|x| x * x).sum::<f64>().sqrt();
        let settled = (1.0 - (1.0 - c_sigma).powi(2 * self.generation as i32)).sqrt();
        let keeps_going = length / settled < (1.4 + 2.0 / (nf + 1.0)) * expected;
        for (i, shift) in shift.iter().enumerate() {
            self.path[i] *= 1.0 - c_path;
            if keeps_going {
                self.path[i] += (c_path * (2.0 - c_path) * mu_eff).sqrt() * shift;
            }
            let spread: f64 = ranked.iter().zip(&share).map(|(&(_, k), w)| w * draws[k][i] * draws[k][i]).sum();
            let variance = self.deviation[i] * self.deviation[i];
            let variance = (1.0 - c_one - c_mu) * variance + c_one * self.path[i] * self.path[i] + c_mu * spread;
            self.deviation[i] = variance.sqrt();
        }
        self.sigma *= (c_sigma / damp * (length / expected - 1.0)).exp();
        ranked[..mu].iter().map(|(cost, _)| cost).sum::<f64>() / mu as f64
    }
}
