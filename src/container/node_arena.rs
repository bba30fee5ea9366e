//! The nodes of a best-first search: key, parent and queue links, packed without padding in arenas
//! side by side.

use super::arena::Arena;

/// Nodes per block: 2^`BITS`.
const BITS: usize = 14;

/// No node.
pub const NONE: u32 = u32::MAX >> 1;
/// Number of queues that every node is in.
pub const QUEUES: usize = 2;
/// Flag in the parent field of a node that has been expanded.
const EXPANDED: u32 = 1 << 31;

/// All nodes of a search, numbered from 0.
pub struct NodeArena<K> {
    keys: Arena<K, BITS>,
    parents: Arena<u32, BITS>,
    links: Arena<[u32; QUEUES], BITS>,
}

impl<K: Copy> NodeArena<K> {
    /// Size of one block, in bytes.
    pub const BLOCK_BYTES: usize =
        Arena::<K, BITS>::BLOCK_BYTES + Arena::<u32, BITS>::BLOCK_BYTES + Arena::<[u32; QUEUES], BITS>::BLOCK_BYTES;

    /// An arena without nodes.
    pub fn new() -> NodeArena<K> {
        NodeArena { keys: Arena::new(), parents: Arena::new(), links: Arena::new() }
    }

    /// Removes all nodes; blocks beyond `keep` bytes are freed, but one is kept.
    pub fn clear(&mut self, keep: usize) {
        let blocks = (keep / Self::BLOCK_BYTES).max(1);
        self.keys.clear(blocks * Arena::<K, BITS>::BLOCK_BYTES);
        self.parents.clear(blocks * Arena::<u32, BITS>::BLOCK_BYTES);
        self.links.clear(blocks * Arena::<[u32; QUEUES], BITS>::BLOCK_BYTES);
    }

    /// Number of nodes.
    #[allow(clippy::len_without_is_empty)]
    #[inline]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> usize {
        self.keys.bytes() + self.parents.bytes() + self.links.bytes()
    }

    /// Whether the next node needs a new block.
    #[inline]
    pub fn must_grow(&self) -> bool {
        self.keys.must_grow()
    }

    /// Adds a node and returns its number.
    #[inline]
    pub fn push(&mut self, key: K, parent: u32) -> u32 {
        self.keys.push(key);
        self.parents.push(parent);
        self.links.push([NONE; QUEUES])
    }

    /// The key of a node.
    #[inline]
    pub fn key(&self, node: u32) -> &K {
        self.keys.get(node)
    }

    /// The parent of a node.
    pub fn parent(&self, node: u32) -> u32 {
        self.parents.get(node) & !EXPANDED
    }

    /// Marks a node as expanded. Returns whether it was not marked before.
    #[inline]
    pub fn mark_expanded(&mut self, node: u32) -> bool {
        let parent = self.parents.get_mut(node);
        let first = *parent & EXPANDED == 0;
        *parent |= EXPANDED;
        first
    }

    /// The links of a node to the next node in each queue.
    #[inline]
    pub fn links(&mut self, node: u32) -> &mut [u32; QUEUES] {
        self.links.get_mut(node)
    }
}

impl<K: Copy> Default for NodeArena<K> {
    fn default() -> NodeArena<K> {
        NodeArena::new()
    }
}
