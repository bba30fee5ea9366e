//! Data structures that the searches share. All of them know their [`footprint`]. Where a search has
//! one of its own, the head of its file says why:
//!
//! | kind | here | elsewhere |
//! |---|---|---|
//! | exact set | [`exact_set`] (keys only), [`node_index`] (keys kept in nodes) | `optimal::node_store` (A*), `interned::trie` (columns) |
//! | set of hashes | [`hashed_set`] | `find::one_deck::generation_set` |
//! | bucket queue | [`bucket_queue`] on [`stacks`] | `find::one_deck::frontier`, `prove::best_first`, `optimal::frontier` |
//! | arena | [`arena`], [`node_arena`] (with queue links) | `optimal::node_store` |
//! | random numbers | [`random`] | `deal` (the generators of the numberings) |
//! | hash | [`hash`](mod@hash) | incremental ones of states |
//!
//! Maps outside of inner loops are those of `ahash`.

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
pub mod random;
pub mod stacks;
