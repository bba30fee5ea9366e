//! Datasets: a folder of Parquet files, each the records of a fixed range of deals.
//!
//! `DIR/part-FIRST-LAST.parquet` appears as a whole or not at all: written under a private name, synced, renamed, the folder
//! synced. So a part is its own checkpoint: resuming means doing the deals that no part has, shards need no merging, and any
//! number of processes on any number of machines may work on one folder. The bytes of a part depend on its deals and on what
//! was asked for and on nothing else, so a part that is made twice is the same part.
//!
//! Where parts end: on a grid of deal numbers ([`cells`]), the same for every process, and where [`PartSize::seconds`] have
//! passed, so that hard games lose minutes and not days. The parts of a folder never overlap; every writer looks before it
//! renames, every reader checks. A dataset is complete when its parts hold all deals that its [`manifest`] names.
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
pub use columns::Columns;
pub use folder::{Folder, is_dataset};
pub use manifest::Manifest;
pub use part_name::DatasetNumbering;
pub use read::{About, DatasetRecords, DatasetSummary, Watch, about, summarize_dataset, vouched};
pub use schema::Asked;
pub use sink::{DatasetRun, DatasetSink};

/// Version of the layout of parts.
pub const SCHEMA: u32 = 1;
