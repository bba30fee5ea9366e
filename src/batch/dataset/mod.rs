//! Datasets: a folder of Parquet files, each the records of a fixed range of deals.
//!
//! `DIR/part-FIRST-LAST.parquet` is created atomically: written under a private name, synced and renamed, then the folder is
//! synced. So a part is its own checkpoint: to resume is to solve the deals that no part holds, shards need no merging, and any
//! number of processes on any number of machines can work on one folder. The bytes of a part depend only on its deals and on
//! what was asked for, so a part that is made twice is the same part.
//!
//! Parts end on a grid of deal numbers ([`cells`]), which is the same for every process, and when [`PartSize::seconds`] have
//! passed, so that a kill costs minutes and not days in hard games. The parts of a folder never overlap; every writer checks
//! this before it renames, and so does every reader. A dataset is complete when its parts hold all deals that its [`manifest`]
//! names.
//!
//! docs/datasets.md has the schema. [`columns`] holds rows in memory, [`part_file`] turns them into bytes and back,
//! [`folder`] knows which parts there are, [`sink`] takes the records of a run, [`read`] gives them back.

mod cells;
mod columns;
mod folder;
mod manifest;
mod part_file;
mod part_name;
mod read;
mod schema;
mod sink;
mod tally;

pub use cells::PartSize;
pub use folder::is_dataset;
pub use read::{DatasetRecords, DatasetSummary, Watch, summarize_dataset};
pub use sink::{DatasetRun, DatasetSink};

// For the command line and tests.
#[doc(hidden)]
pub use columns::Columns;
#[doc(hidden)]
pub use folder::Folder;
#[doc(hidden)]
pub use manifest::Manifest;
#[doc(hidden)]
pub use part_name::DatasetNumbering;
#[doc(hidden)]
pub use read::{About, about, vouched};
#[doc(hidden)]
pub use schema::Asked;

/// Version of the layout of parts.
pub const SCHEMA: u32 = 1;
