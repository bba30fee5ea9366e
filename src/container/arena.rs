//! An arena of nodes in blocks: growing copies nothing, so memory use has no peaks, and blocks are
//! reused from deal to deal.

use super::large_pages::want_large_pages;

/// Memory that most searches keep for the next deal, in bytes.
pub const KEEP: usize = 32 << 20;

/// An append-only list, until it is cleared. `BITS`: a block has room for 2^`BITS` nodes. Blocks are
/// reserved as a whole, but the system commits memory only when it is written to.
#[derive(Clone, Debug)]
pub struct Arena<T, const BITS: usize = 13> {
    blocks: Vec<Vec<T>>,
    len: usize,
}

impl<T, const BITS: usize> Arena<T, BITS> {
    /// Size of one block, in bytes.
    pub const BLOCK_BYTES: usize = size_of::<T>() << BITS;

    /// An empty arena.
    pub const fn new() -> Arena<T, BITS> {
        Arena { blocks: Vec::new(), len: 0 }
    }

    /// Removes all nodes; blocks beyond `keep` bytes are freed.
    pub fn clear(&mut self, keep: usize) {
        self.blocks.truncate(keep / Self::BLOCK_BYTES);
        self.blocks.iter_mut().for_each(Vec::clear);
        self.len = 0;
    }

    /// Number of nodes.
    #[allow(clippy::len_without_is_empty)]
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the next node needs a new block.
    #[inline]
    pub fn must_grow(&self) -> bool {
        self.len == self.blocks.len() << BITS
    }

    /// Adds a node and returns its number.
    #[inline]
    pub fn push(&mut self, node: T) -> u32 {
        let number = self.len;
        if self.must_grow() {
            self.grow();
        }
        self.blocks[number >> BITS].push(node);
        self.len += 1;
        number as u32
    }

    #[cold]
    fn grow(&mut self) {
        let block = Vec::with_capacity(1 << BITS);
        want_large_pages(&block);
        self.blocks.push(block);
    }

    /// The node with this number.
    #[inline]
    pub fn get(&self, number: u32) -> &T {
        &self.blocks[number as usize >> BITS][number as usize & ((1 << BITS) - 1)]
    }

    /// The same, to be changed.
    #[inline]
    pub fn get_mut(&mut self, number: u32) -> &mut T {
        &mut self.blocks[number as usize >> BITS][number as usize & ((1 << BITS) - 1)]
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> usize {
        self.blocks.len() * Self::BLOCK_BYTES
    }
}

impl<T, const BITS: usize> Default for Arena<T, BITS> {
    fn default() -> Arena<T, BITS> {
        Arena::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_keep_their_numbers() {
        let mut arena: Arena<u64, 3> = Arena::new();
        for round in 0..3 {
            for i in 0..100u32 {
                assert_eq!(arena.must_grow(), arena.len() == arena.bytes() / 8);
                assert_eq!(arena.push(u64::from(i) * 7), i);
            }
            *arena.get_mut(50) += 1;
            assert!((0..100).all(|i| *arena.get(i) == u64::from(i) * 7 + u64::from(i == 50)));
            assert_eq!((arena.len(), arena.bytes()), (100, 13 * 64));
            arena.clear(round * 64);
            assert_eq!((arena.len(), arena.bytes()), (0, round * 64));
        }
    }
}
