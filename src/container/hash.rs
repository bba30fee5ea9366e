//! The hash of the exact containers. It is fixed, so that state counts are the same on every
//! machine and in every run.

use std::hash::{Hash, Hasher};

/// The first slot of an entry in a shard of any length, without a division.
#[inline]
pub(super) fn home_slot(tag: u32, len: usize) -> usize {
    ((u64::from(tag) * len as u64) >> 32) as usize
}

/// The hash of a key.
#[inline]
pub fn hash<K: Hash>(key: &K) -> u64 {
    let mut mixer = Mixer(0x243f_6a88_85a3_08d3);
    key.hash(&mut mixer);
    mixer.finish()
}

struct Mixer(u64);

impl Mixer {
    #[inline]
    fn mix(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9e37_79b9_7f4a_7c15_u128;
        self.0 = (product >> 64) as u64 ^ (product as u64).rotate_left(23);
    }
}

impl Hasher for Mixer {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let mut chunks = bytes.chunks_exact(8);
        for chunk in &mut chunks {
            self.mix(u64::from_le_bytes(chunk.try_into().expect("chunks of eight")));
        }
        let rest = chunks.remainder();
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.mix(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.mix(u64::from(n));
    }

    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.mix(u64::from(n));
    }

    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.mix(n);
    }

    /// Length prefixes of arrays are ignored: all keys of a search have the same length.
    #[inline]
    fn write_usize(&mut self, _: usize) {}

    #[inline]
    fn finish(&self) -> u64 {
        let product = u128::from(self.0) * 0xd6e8_feb8_6659_fd93_u128;
        (product >> 64) as u64 ^ product as u64
    }
}
