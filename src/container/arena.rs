//! Nodes in chunks: grows without copying, so that memory never jumps, and is reused from deal to deal.

const CHUNK_BITS: usize = 13;
/// Bytes kept for the next search.
const KEEP: usize = 32 << 20;

/// A list that only grows, until it is cleared.
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

    /// Forgets all nodes; memory beyond [`KEEP`] is given back.
    pub fn clear(&mut self) {
        self.chunks.truncate(KEEP / (size_of::<T>() << CHUNK_BITS));
        for chunk in &mut self.chunks {
            chunk.clear();
        }
        self.len = 0;
    }

    /// Adds a node and gives its number.
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

    /// The node of this number.
    #[inline]
    pub fn get(&self, number: u32) -> &T {
        &self.chunks[number as usize >> CHUNK_BITS][number as usize & ((1 << CHUNK_BITS) - 1)]
    }

    /// Bytes held.
    pub fn memory(&self) -> u64 {
        (self.chunks.len() << CHUNK_BITS) as u64 * size_of::<T>() as u64
    }
}

impl<T> Default for Arena<T> {
    fn default() -> Arena<T> {
        Arena::new()
    }
}
