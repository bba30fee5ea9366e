//! The columns of a part: names, types, and how each is encoded.
//!
//! Which columns there are depends on what was asked for and never on what was found, so all parts of a dataset have the same
//! schema and any program reads the folder as one table. docs/datasets.md is the page for users.
//!
//! Encodings are chosen for size among those that every reader knows: `deal` as differences (a few bytes a part), all
//! else with dictionaries, then zstd. On FreeCell 1..60000 that is 2.7 bytes a deal; byte stream split would be 2.5, but older
//! readers do not know it for whole numbers.

use crate::batch::Job;
use crate::batch::run::Plan;
use crate::format::record::Solutions;
use crate::metric::Metric;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::{ColumnPath, TypePtr};
use std::sync::Arc;

/// Speed of compression: higher levels save under one percent.
const ZSTD: i32 = 3;
/// Rows of a page at most. Dictionaries and zstd gain from large pages.
const PAGE_ROWS: usize = 1 << 17;

/// What was asked for about each deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asked {
    /// Shortest solutions, in this metric.
    pub optimal: Option<Metric>,
    /// The fewest cells.
    pub min_cells: bool,
    /// Difficulties.
    pub difficulty: bool,
    /// Solutions.
    pub solutions: bool,
}

impl From<&Job> for Asked {
    fn from(job: &Job) -> Asked {
        let solutions = job.solutions != Solutions::None;
        Asked { optimal: job.optimal, min_cells: job.min_cells, difficulty: job.difficulty, solutions }
    }
}

impl From<&Plan> for Asked {
    fn from(plan: &Plan) -> Asked {
        let solutions = plan.solutions != Solutions::None;
        Asked { optimal: plan.optimal, min_cells: plan.min_cells, difficulty: plan.difficulty, solutions }
    }
}

const U8: &str = "INT32 %(INTEGER(8,false))";
const U32: &str = "INT32 %(INTEGER(32,false))";
const TEXT: &str = "BINARY %(STRING)";

/// Names and types of the columns, in order.
fn fields(asked: &Asked) -> Vec<(&'static str, bool, &'static str)> {
    let mut fields = vec![
        ("deal", true, "INT64 %(INTEGER(64,false))"),
        ("verdict", true, TEXT),
        ("moves", false, U32),
        ("cards", false, U32),
        ("states", true, "INT64 %(INTEGER(64,false))"),
        ("reason", false, TEXT),
        ("granted_groups", false, U32),
        ("error", false, TEXT),
    ];
    if asked.optimal.is_some() {
        fields.extend([
            ("lower", false, U32),
            ("upper", false, U32),
            ("proven", false, "BOOLEAN %"),
            ("optimal_reason", false, TEXT),
        ]);
    }
    if asked.min_cells {
        fields.extend([("min_cells_lower", false, U8), ("min_cells_upper", false, U8)]);
    }
    if asked.difficulty {
        fields.extend([
            ("level", false, TEXT),
            ("level_cells", false, U8),
            ("level_narrowness", false, U32),
            ("level_length", false, U32),
            ("level_trap", false, U32),
        ]);
    }
    if asked.solutions {
        fields.push(("solution", false, TEXT));
    }
    fields
}

/// The schema of a part.
pub fn schema(asked: &Asked) -> TypePtr {
    let field = |(name, required, kind): (&str, bool, &str)| {
        let presence = if required { "required" } else { "optional" };
        format!("{presence} {};", kind.replacen('%', &format!("{name} "), 1))
    };
    let text: String = fields(asked).into_iter().map(field).collect();
    Arc::new(parse_message_type(&format!("message winnable {{ {text} }}")).expect("our schema is valid"))
}

/// How a part is written. Nothing in here depends on the machine or the moment.
pub fn properties(metadata: Vec<KeyValue>) -> WriterProperties {
    let column = |name: &str| ColumnPath::from(name);
    WriterProperties::builder()
        .set_created_by(format!("winnable {}", env!("CARGO_PKG_VERSION")))
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(ZSTD).expect("a level of zstd")))
        .set_max_row_group_row_count(None)
        .set_data_page_row_count_limit(PAGE_ROWS)
        .set_dictionary_enabled(true)
        .set_column_dictionary_enabled(column("deal"), false)
        .set_column_encoding(column("deal"), Encoding::DELTA_BINARY_PACKED)
        .set_column_dictionary_enabled(column("solution"), false)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true)
        .set_key_value_metadata(Some(metadata))
        .build()
}
