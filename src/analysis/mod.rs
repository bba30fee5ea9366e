//! Batches of deals: millions in parallel, resumable, sharded, with statistics.
//!
//! The way of a batch: [`queue`] hands out chunks of deals, [`run`] solves them on all threads, [`sink`] puts the
//! records back into deal order and saves them with a [`checkpoint`]; finished files know from a [`job`] what made
//! them, so that [`merge`] can refuse to mix what does not belong together. [`summary`] counts. [`pick`] finds winnable
//! deals on demand. [`bench`] runs several strategies on the same deals and [`compare`] says how they differ;
//! [`mod@signature`] is one number for everything the searches do.

mod ahead;
mod bench;
mod checkpoint;
mod compare;
mod distribution;
mod error;
mod hands;
mod hardest;
mod job;
mod merge;
pub mod pick;
mod queue;
mod run;
mod scan;
mod shard;
mod signature;
mod sink;
mod summary;
mod wilson;

pub use bench::{Bench, BenchError, Trial};
pub use compare::{Ratio, Ratios, Row, compare};
pub use distribution::{Distribution, Figures};
pub use error::AnalysisError;
pub use hardest::{HardDeal, Hardest};
pub use job::{Job, LimitsRecord, RunFile};
pub use merge::{Gaps, Merged, Parts};
pub use queue::{Only, Queue};
pub use run::{Finished, Plan, Progress, run};
pub use scan::{Scan, open_records, scan, summarize};
pub use shard::{Shard, ShardError};
pub use signature::{SignatureError, signature};
pub use sink::{Sink, Start};
pub use summary::{OptimaFigures, Speed, Summary, SummaryFigures, Verdicts};
pub use wilson::Share;
