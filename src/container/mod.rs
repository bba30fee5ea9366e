//! Data structures that the searches share, each written once: exact and hashed sets, a bucket
//! queue, arenas, and hints to the memory system. All of them know their [`footprint`].

pub mod arena;
pub mod bucket_queue;
pub mod exact_set;
pub mod footprint;
pub mod hash;
pub mod hashed_set;
pub mod large_pages;
pub mod node_arena;
pub mod node_index;
pub mod prefetch;
pub mod stacks;
