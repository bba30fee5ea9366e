//! What a run needs of its output, in any format: one trait for the pieces that workers fill, and one for their destination.
//!
//! [`super::Sink`] takes lines of text and keeps them in deal order, [`super::dataset::DatasetSink`] takes columns and writes
//! parts. A new form of output implements the two traits; [`super::run`] stays as it is.

use super::BatchError;
use super::run::Plan;
use super::summary::Summary;
use crate::format::record::Record;
use std::ops::Range;

/// Records of consecutive deals, filled by a worker.
pub trait RecordPiece: Send {
    /// An empty piece; `start` is the place of its first record in the whole range.
    fn starting_at(start: u64) -> Self;
    /// Records in it.
    fn count(&self) -> u64;
    /// Appends a record.
    fn add(&mut self, plan: &Plan, record: &Record);
    /// Whether it is large enough to be handed over.
    fn is_large(&self) -> bool;
}

/// Where the records of a run go.
pub trait RecordSink {
    /// What it takes.
    type Piece: RecordPiece;
    /// Places that are still to be done, in order.
    fn todo(&self) -> Vec<Range<u64>>;
    /// What earlier sessions found.
    fn earlier(&self) -> &Summary;
    /// Takes a piece, in any order.
    fn push(&mut self, piece: Self::Piece) -> Result<(), BatchError>;
    /// Saves as much as possible; called every [`Plan::save_every`].
    fn save(&mut self) -> Result<(), BatchError>;
    /// Ends the run.
    fn finish(self) -> Result<Ending, BatchError>;
}

/// How an output ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Whether the output is complete.
    pub complete: bool,
    /// Finished deals that are not in the output, because their part is incomplete.
    pub dropped: u64,
}
