//! Batches of deals: millions in parallel, resumable, sharded, with statistics.
//!
//! [`queue`] hands out chunks of deals, [`run`] solves them on all threads, [`sink`] puts the records
//! back into deal order and saves them with a [`checkpoint`]. A finished file has a [`run_file`] beside
//! it with the settings of the run and the checksum of the records; [`results`] reads and checks both,
//! for [`merge`] and all other commands. [`mod@rows`] is a batch in memory. [`summary`] computes
//! statistics. [`seeds`] finds winnable deals; [`boards`] solves boards as they arrive. [`bench`] runs
//! several strategies on the same deals and [`compare`] compares them; [`mod@signature`] sums up the
//! states of a fixed list of searches.

pub(crate) mod address_space;
mod atomic_file;
mod bench;
pub mod boards;
mod checkpoint;
mod checksum;
mod compare;
mod compress;
pub mod dataset;
mod distribution;
mod error;
mod extra_counts;
mod extras;
#[doc(hidden)]
pub mod faults;
mod hardest;
mod lock;
mod merge;
mod pieces;
mod queue;
mod record_source;
mod reorder_buffer;
mod results;
mod rows;
mod run;
mod run_file;
pub mod seeds;
mod shard;
mod signature;
mod sink;
mod summary;
mod threads;
mod wilson;
mod work_stealing;

#[doc(hidden)]
pub use atomic_file::{AtomicFile, Existing};
pub use bench::{Bench, BenchError, Trial};
pub use compare::{Ratio, RatiosToFirst, Row, compare};
pub use distribution::{Distribution, Figures};
pub use error::BatchError;
pub use extra_counts::{CellCounts, DifficultyCounts};
pub use hardest::{HardDeal, Hardest};
pub use lock::IfHeld;
#[doc(hidden)]
pub use lock::OutputLock;
pub use merge::{Gaps, Merged, Parts};
pub use pieces::{Ending, RecordPiece, RecordSink};
pub use queue::{Only, Queue};
pub use results::{Fault, Results, Vouched, summarize, summarize_stream};
#[doc(hidden)]
pub use results::{Scan, scan};
pub use rows::{Row as DealRow, Tally, rows};
pub use run::{Finished, Plan, Progress, run};
pub use run_file::{Job, LimitsRecord, RunFile};
pub use shard::{Shard, ShardError};
pub use signature::{SignatureError, signature};
pub use sink::{Sink, Start};
pub use summary::{Optima, OptimaFigures, Speed, Summary, SummaryFigures, UndecidedBy, Verdicts};
pub use threads::cores;
#[doc(hidden)]
pub use threads::{room_for as room_for_threads, start as start_threads};
pub use wilson::Share;
