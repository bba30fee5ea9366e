//! How many bytes a structure takes: the one definition that every limit on memory rests on.
//!
//! A limit is kept by asking before growing, so a footprint is what is held and what the next growth
//! needs beside it:
//! 1. A vector counts with its capacity. Growing a large vector moves its pages, not its bytes.
//! 2. A table that grows into a new one counts old and new together as soon as it is nearly full.
//! 3. Lists of lists ([`Stacks`](super::stacks::Stacks)) keep the sum of their capacities, not of
//!    their lengths, because emptied lists keep their memory.
//! 4. Memory kept from an earlier deal counts too, or is released first.
//!
//! A search sums up all its fields by taking itself apart without `..`: a new field that grows
//! cannot be forgotten.

use std::collections::{HashMap, HashSet};

/// Says how much memory it takes.
pub trait Footprint {
    /// Bytes held or needed for the next growth.
    fn footprint(&self) -> u64;
}

impl<T> Footprint for Vec<T> {
    fn footprint(&self) -> u64 {
        (self.capacity() * size_of::<T>()) as u64
    }
}

impl<K, V, S> Footprint for HashMap<K, V, S> {
    fn footprint(&self) -> u64 {
        table(self.len(), self.capacity(), size_of::<(K, V)>())
    }
}

impl<K, S> Footprint for HashSet<K, S> {
    fn footprint(&self) -> u64 {
        table(self.len(), self.capacity(), size_of::<K>())
    }
}

/// A table of the standard library: a power of two of slots with one byte more each, of which an eighth stays free.
/// Growing doubles it, with the old one beside it.
fn table(len: usize, capacity: usize, entry: usize) -> u64 {
    let slots = (capacity * 8 / 7).next_power_of_two() as u64;
    let now = if capacity == 0 { 0 } else { slots * (entry as u64 + 1) };
    if len > capacity - capacity / 8 { 3 * now } else { now }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Before a table of the standard library grows, what that takes has been counted.
    #[test]
    fn growth_is_counted_before_it_happens() {
        let mut map: HashMap<u64, u64> = HashMap::new();
        for i in 0..100_000 {
            let (capacity, before) = (map.capacity(), map.footprint());
            map.insert(i, i);
            if map.capacity() > capacity && capacity > 100 {
                // The old table and the new one.
                let held = |capacity: usize| (capacity as u64 * 8 / 7) * 17;
                assert!(before >= held(capacity) + held(map.capacity()), "{i}: {before}");
            }
        }
    }
}
