//! Ranges of deals and boards in bulk: nothing is lost and nothing depends on the machine.

#[path = "../support/mod.rs"]
mod support;

mod analyze;
mod boards;
mod datasets;
mod few_resources;
mod kept_files;
mod nothing_lost;
