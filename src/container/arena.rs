//! An arena of nodes in chunks: growing copies nothing, so memory use has no peaks, and chunks are
//! reused from deal to deal.

use super::footprint::Footprint;

/// Bytes of a chunk at most. Chunks are large enough for the allocator to return each of them to the system by itself.
const CHUNK: usize = 512 << 10;
/// Memory kept for the next search, in bytes.
const KEEP: usize = 32 << 20;

/// An append-only list, until it is cleared.
#[derive(Clone, Debug)]
pub struct Arena<T> {
    chunks: Vec<Vec<T>>,
    len: usize,
}

impl<T> Arena<T> {
    /// Nodes in a chunk are a power of two.
    const BITS: usize = (CHUNK / size_of::<T>()).ilog2() as usize;

    /// An empty arena.
    pub fn new() -> Arena<T> {
        Arena { chunks: Vec::new(), len: 0 }
    }

    /// Removes all nodes; memory beyond [`KEEP`] is freed.
    pub fn clear(&mut self) {
        self.chunks.truncate(KEEP / (size_of::<T>() << Self::BITS));
        for chunk in &mut self.chunks {
            chunk.clear();
        }
        self.len = 0;
    }

    /// Adds a node and returns its number.
    #[inline]
    pub fn push(&mut self, node: T) -> u32 {
        let number = self.len;
        let chunk = number >> Self::BITS;
        if chunk == self.chunks.len() {
            self.chunks.push(Vec::with_capacity(1 << Self::BITS));
        }
        self.chunks[chunk].push(node);
        self.len += 1;
        number as u32
    }

    /// The node with this number.
    #[inline]
    pub fn get(&self, number: u32) -> &T {
        &self.chunks[number as usize >> Self::BITS][number as usize & ((1 << Self::BITS) - 1)]
    }
}

impl<T> Footprint for Arena<T> {
    fn footprint(&self) -> u64 {
        (self.chunks.len() << Self::BITS) as u64 * size_of::<T>() as u64
    }
}

impl<T> Default for Arena<T> {
    fn default() -> Arena<T> {
        Arena::new()
    }
}
