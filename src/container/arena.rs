//! An arena of nodes in chunks: growing copies nothing, so memory use has no peaks, and chunks are
//! reused from deal to deal.

const CHUNK_BITS: usize = 13;
/// Memory kept for the next search, in bytes.
const KEEP: usize = 32 << 20;

/// An append-only list, until it is cleared.
#[derive(Clone, Debug)]
pub struct Arena<T> {
    chunks: Vec<Vec<T>>,
    len: usize,
}

impl<T> Arena<T> {
    /// An empty arena.
    pub fn new() -> Arena<T> {
        Arena { chunks: Vec::new(), len: 0 }
    }

    /// Removes all nodes; memory beyond [`KEEP`] is freed.
    pub fn clear(&mut self) {
        self.chunks.truncate(KEEP / (size_of::<T>() << CHUNK_BITS));
        for chunk in &mut self.chunks {
            chunk.clear();
        }
        self.len = 0;
    }

    /// Adds a node and returns its number.
    #[inline]
    pub fn push(&mut self, node: T) -> u32 {
        let number = self.len;
        let chunk = number >> CHUNK_BITS;
        if chunk == self.chunks.len() {
            self.chunks.push(Vec::with_capacity(1 << CHUNK_BITS));
        }
        self.chunks[chunk].push(node);
        self.len += 1;
        number as u32
    }

    /// The node with this number.
    #[inline]
    pub fn get(&self, number: u32) -> &T {
        &self.chunks[number as usize >> CHUNK_BITS][number as usize & ((1 << CHUNK_BITS) - 1)]
    }

    /// Memory held, in bytes.
    pub fn memory(&self) -> u64 {
        (self.chunks.len() << CHUNK_BITS) as u64 * size_of::<T>() as u64
    }
}

impl<T> Default for Arena<T> {
    fn default() -> Arena<T> {
        Arena::new()
    }
}
