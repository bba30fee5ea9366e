//! Many deals: winnable ones on demand.

pub mod pick;
