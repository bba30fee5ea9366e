//! The nodes of a best-first search: key, parent and queue links, packed without padding.
//!
//! Memory is allocated in blocks that never move, so growing copies nothing, and the blocks are
//! reused for the next deal. Keys and links are in arrays of their own, because keys of 18 bytes would
//! be padded to 20 beside them in an [`Arena`](super::arena::Arena).

/// Both parts of a block are large enough for the allocator to return each to the system by itself.
const BLOCK_BITS: u32 = 14;
const BLOCK: usize = 1 << BLOCK_BITS;

/// No node.
pub const NONE: u32 = u32::MAX >> 1;
/// Number of queues that every node is in.
pub const QUEUES: usize = 2;
/// Flag in the parent field of a node that has been expanded.
const EXPANDED: u32 = 1 << 31;

/// All nodes of a search, numbered from 0.
pub struct NodeArena<K> {
    blocks: Vec<Block<K>>,
    len: usize,
}

struct Block<K> {
    keys: Vec<K>,
    links: Vec<Links>,
}

/// Popping a node reads and writes both fields.
struct Links {
    parent: u32,
    next: [u32; QUEUES],
}

impl<K: Copy> NodeArena<K> {
    /// Size of one block, in bytes.
    pub const BLOCK_BYTES: usize = BLOCK * (size_of::<K>() + size_of::<Links>());

    /// An arena without nodes.
    pub fn new() -> NodeArena<K> {
        NodeArena { blocks: Vec::new(), len: 0 }
    }

    /// Removes all nodes; blocks beyond `keep` bytes are freed.
    pub fn clear(&mut self, keep: usize) {
        self.blocks.truncate((keep / Self::BLOCK_BYTES).max(1));
        for block in &mut self.blocks {
            block.keys.clear();
            block.links.clear();
        }
        self.len = 0;
    }

    /// Number of nodes.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> usize {
        self.blocks.len() * Self::BLOCK_BYTES
    }

    /// Whether the next node needs a new block.
    #[inline]
    pub fn must_grow(&self) -> bool {
        self.len == self.blocks.len() * BLOCK
    }

    /// Adds a node and returns its number.
    #[inline]
    pub fn push(&mut self, key: K, parent: u32) -> u32 {
        if self.must_grow() {
            self.blocks.push(Block { keys: Vec::with_capacity(BLOCK), links: Vec::with_capacity(BLOCK) });
        }
        let block = &mut self.blocks[self.len >> BLOCK_BITS];
        block.keys.push(key);
        block.links.push(Links { parent, next: [NONE; QUEUES] });
        self.len += 1;
        self.len as u32 - 1
    }

    /// The key of a node.
    #[inline]
    pub fn key(&self, node: u32) -> &K {
        &self.blocks[node as usize >> BLOCK_BITS].keys[node as usize & (BLOCK - 1)]
    }

    /// The parent of a node.
    pub fn parent(&self, node: u32) -> u32 {
        self.blocks[node as usize >> BLOCK_BITS].links[node as usize & (BLOCK - 1)].parent & !EXPANDED
    }

    /// Marks a node as expanded. Returns whether it was not marked before.
    #[inline]
    pub fn mark_expanded(&mut self, node: u32) -> bool {
        let parent = &mut self.blocks[node as usize >> BLOCK_BITS].links[node as usize & (BLOCK - 1)].parent;
        let first = *parent & EXPANDED == 0;
        *parent |= EXPANDED;
        first
    }

    /// The links of a node to the next node in each queue.
    #[inline]
    pub fn links(&mut self, node: u32) -> &mut [u32; QUEUES] {
        &mut self.blocks[node as usize >> BLOCK_BITS].links[node as usize & (BLOCK - 1)].next
    }
}

impl<K: Copy> Default for NodeArena<K> {
    fn default() -> NodeArena<K> {
        NodeArena::new()
    }
}
