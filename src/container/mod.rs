//! Data structures that the searches share: exact and hashed sets, a bucket queue, arenas, random
//! numbers, and hints to the memory system.
//!
//! Each is written once. Where a search has a second one of its own, the head of its file says what
//! was measured.

pub mod arena;
pub mod bucket_queue;
pub mod exact_set;
pub mod hash;
pub mod hashed_set;
pub mod large_pages;
pub mod node_arena;
pub mod node_index;
pub mod prefetch;
pub mod random;
