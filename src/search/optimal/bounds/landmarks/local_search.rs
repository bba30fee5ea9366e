//! Finds small hitting sets by local search.
//!
//! A set of the wanted size changes unit by unit: one leaves that is the only one in few landmarks, one
//! enters from a landmark that is not met. Landmarks that stay unmet gain weight (Cai, Su, Luo and
//! Sattar, *NuMVC*, JAIR 2013, do this for vertex covers). The state is kept from search to search.

use super::unit_set::UnitSet;
use crate::container::random::SplitMix64;

/// Changes in one search.
const CHANGES: usize = 4_000;

pub struct LocalSearch {
    landmarks: Vec<Weighted>,
    /// By unit.
    units: Vec<Unit>,
    set: UnitSet,
    /// Landmarks that the set does not meet.
    unmet: Vec<u32>,
    now: u64,
}

struct Weighted {
    landmark: UnitSet,
    weight: i64,
    /// Number of units in common with the set.
    met: u32,
}

#[derive(Clone, Default)]
struct Unit {
    landmarks: Vec<u32>,
    /// By how much weight more or less is met if the unit enters or leaves the set.
    gain: i64,
    /// When it did so last.
    changed: u64,
}

impl LocalSearch {
    pub fn new(units: usize) -> LocalSearch {
        let units = vec![Unit::default(); units];
        LocalSearch { landmarks: Vec::new(), units, set: UnitSet::EMPTY, unmet: Vec::new(), now: 0 }
    }

    /// Adds a landmark.
    pub fn add(&mut self, landmark: &UnitSet) {
        let number = self.landmarks.len() as u32;
        let others = landmark.minus(&self.set);
        let met = (landmark.len() - others.len()) as u32;
        for unit in landmark.iter() {
            self.units[unit].landmarks.push(number);
            let counts = met == 0 || met == 1 && self.set.contains(unit);
            self.units[unit].gain += i64::from(counts);
        }
        self.landmarks.push(Weighted { landmark: *landmark, weight: 1, met });
        if met == 0 {
            self.unmet.push(number);
        }
    }

    /// Looks for a hitting set of at most so many units.
    pub fn search(&mut self, size: usize, random: &mut SplitMix64, steps: &mut u64) -> Option<UnitSet> {
        for _ in 0..CHANGES {
            *steps += 1;
            self.now += 1;
            if self.set.len() > size || self.set.len() == size && !self.unmet.is_empty() {
                let units = &self.units;
                let leaves = self.set.iter().min_by_key(|&unit| (units[unit].gain, units[unit].changed))?;
                self.change(leaves);
                continue;
            }
            if self.unmet.is_empty() {
                return Some(self.set);
            }
            let unmet = self.unmet[random.below(self.unmet.len())] as usize;
            let landmark = self.landmarks[unmet].landmark;
            let units = &self.units;
            let enters = landmark.iter().max_by_key(|&unit| (units[unit].gain, u64::MAX - units[unit].changed))?;
            self.change(enters);
            for &number in &self.unmet {
                let Weighted { landmark, weight, .. } = &mut self.landmarks[number as usize];
                *weight += 1;
                landmark.iter().for_each(|unit| self.units[unit].gain += 1);
            }
        }
        None
    }

    /// A unit enters or leaves the set.
    fn change(&mut self, unit: usize) {
        let enters = !self.set.contains(unit);
        let mut only = UnitSet::EMPTY;
        only.insert(unit);
        self.set = if enters { self.set.union(&only) } else { self.set.minus(&only) };
        self.units[unit].changed = self.now;
        let numbers = std::mem::take(&mut self.units[unit].landmarks);
        for &number in &numbers {
            let Weighted { landmark, weight, met } = &mut self.landmarks[number as usize];
            *met = if enters { *met + 1 } else { *met - 1 };
            let others = landmark.minus(&only);
            // Who gains or loses: all others if none or one is in the set, the one that is if one or two
            // are.
            let (affected, change) = match (enters, *met) {
                (true, 1) => (others, -*weight),
                (false, 0) => (others, *weight),
                (true, 2) => (others.minus(&others.minus(&self.set)), -*weight),
                (false, 1) => (others.minus(&others.minus(&self.set)), *weight),
                _ => continue,
            };
            affected.iter().for_each(|other| self.units[other].gain += change);
            match (enters, *met) {
                (true, 1) => self.unmet.retain(|&other| other != number),
                (false, 0) => self.unmet.push(number),
                _ => {}
            }
        }
        self.units[unit].landmarks = numbers;
    }
}
