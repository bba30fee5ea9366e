//! The bytes of a part: Parquet, with a checksum of all other bytes inside.
//!
//! Parquet readers find everything through the footer at the end of the file and ignore bytes in front of the footer that
//! nothing refers to. The 40 bytes in front of it are the mark `WINSHA2\n` and the SHA-256 of the file without these 40 bytes.
//! So damage anywhere in a part is noticed, also in the footer.
//!
//! The metadata of the file says what made the records and which deals they are: `winnable.schema`, `winnable.run` (version,
//! game, digest of the rules, limits, what was asked for: the fields of `FILE.run.json`), `winnable.rules` (the rules as
//! TOML), `winnable.numbering` and `winnable.deals`.

use super::SCHEMA;
use super::columns::{Columns, ERROR, Shared, UNDECIDED, UNWINNABLE, WINNABLE, reason, reason_code};
use super::part_name::{DatasetNumbering, PartName};
use super::schema::{Asked, properties, schema};
use crate::batch::Job;
use crate::batch::checksum::Checksum;
use crate::deal::DealRange;
use crate::difficulty::Difficulty;
use crate::format::record::RulesName;
use crate::verdict::Reason;
use bytes::Bytes;
use parquet::column::reader::get_typed_column_reader;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::sync::Arc;

/// What stands before the checksum.
const MARK: &[u8; 8] = b"WINSHA2\n";
const SEAL: usize = MARK.len() + 32;
/// Length of the footer and Parquet's own mark.
const TAIL: usize = 8;

/// A part that is not what was written, or not one at all.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct BadPart(pub String);

impl From<ParquetError> for BadPart {
    fn from(error: ParquetError) -> BadPart {
        BadPart(format!("it cannot be read as Parquet ({error})"))
    }
}

/// What a part says about itself.
#[derive(Clone, PartialEq, Debug)]
pub struct PartInfo {
    /// What all its records have in common.
    pub shared: Shared,
    /// The rules in full.
    pub rule_file: String,
    /// Its deals.
    pub deals: DealRange,
}

/// The field `winnable.run`.
#[derive(Serialize, Deserialize)]
struct Run {
    #[serde(flatten)]
    job: Job,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    changed: Map<String, Value>,
}

impl PartInfo {
    fn metadata(&self) -> Vec<KeyValue> {
        let run = Run { job: self.shared.job.clone(), changed: self.shared.rules.changed.clone() };
        let pairs = [
            ("winnable.schema", SCHEMA.to_string()),
            ("winnable.run", serde_json::to_string(&run).expect("plain data")),
            ("winnable.rules", self.rule_file.clone()),
            ("winnable.numbering", self.shared.numbering.word().to_string()),
            ("winnable.deals", self.deals.to_string()),
        ];
        pairs.map(|(key, value)| KeyValue::new(key.to_string(), value)).to_vec()
    }

    fn read(pairs: &[KeyValue]) -> Result<PartInfo, BadPart> {
        let get = |key: &str| {
            let value = pairs.iter().find(|pair| pair.key == key).and_then(|pair| pair.value.as_deref());
            value.ok_or_else(|| BadPart(format!("its metadata has no `{key}`: it is not a part of a dataset")))
        };
        let found = get("winnable.schema")?;
        if found != SCHEMA.to_string() {
            return Err(BadPart(format!("its schema is {found}; this version reads schema {SCHEMA}")));
        }
        let run: Run = serde_json::from_str(get("winnable.run")?).map_err(|e| BadPart(format!("winnable.run: {e}")))?;
        let numbering = match get("winnable.numbering")? {
            "ms" => DatasetNumbering::Ms,
            "pysol" => DatasetNumbering::Pysol,
            other => return Err(BadPart(format!("there is no numbering `{other}`"))),
        };
        let deals = get("winnable.deals")?.parse().map_err(|e| BadPart(format!("winnable.deals: {e}")))?;
        let rules = RulesName { game: run.job.game.clone(), changed: run.changed, digest: run.job.rules.clone() };
        let shared = Shared { rules, job: run.job, numbering };
        Ok(PartInfo { shared, rule_file: get("winnable.rules")?.to_string(), deals })
    }
}

/// The bytes of a part with these rows.
pub fn encode(columns: &Columns, info: &PartInfo) -> Result<Vec<u8>, BadPart> {
    let asked = Asked::from(&info.shared.job);
    let mut bytes = Vec::new();
    let mut file = SerializedFileWriter::new(&mut bytes, schema(&asked), Arc::new(properties(info.metadata())))?;
    write_columns(RowGroup { group: file.next_row_group()?, levels: Vec::new() }, columns, &asked)?;
    file.close()?;
    seal(bytes)
}

fn write_columns(mut out: RowGroup<'_, '_>, columns: &Columns, asked: &Asked) -> Result<(), BadPart> {
    let word = |code: &u8| match *code {
        WINNABLE => "winnable",
        UNWINNABLE => "unwinnable",
        ERROR => "error",
        _ => "undecided",
    };
    let reason_word = |code: u8| reason(code).map(Reason::word);
    out.required::<Int64Type>(columns.deal.iter().map(|&n| n as i64))?;
    let mut words = Words::default();
    out.required::<ByteArrayType>(columns.verdict.iter().map(|code| words.get(word(code))))?;
    out.optional::<Int32Type>(columns.moves.iter().map(|n| n.map(|n| n as i32)))?;
    out.optional::<Int32Type>(columns.cards.iter().map(|n| n.map(|n| n as i32)))?;
    out.required::<Int64Type>(columns.states.iter().map(|&n| n as i64))?;
    out.optional::<ByteArrayType>(columns.verdict.iter().map(|&code| reason_word(code).map(|w| words.get(w))))?;
    out.optional::<Int32Type>(columns.granted_groups.iter().map(|n| n.map(|n| n as i32)))?;
    let text = |text: &Option<String>| text.as_deref().map(ByteArray::from);
    out.optional::<ByteArrayType>(columns.error.iter().map(text))?;
    if asked.optimal.is_some() {
        out.optional::<Int32Type>(columns.lower.iter().map(|n| n.map(|n| n as i32)))?;
        out.optional::<Int32Type>(columns.upper.iter().map(|n| n.map(|n| n as i32)))?;
        out.optional::<BoolType>(columns.proven.iter().copied())?;
        let reasons = columns.optimal_reason.iter().map(|code| code.and_then(reason_word).map(|w| words.get(w)));
        out.optional::<ByteArrayType>(reasons)?;
    }
    if asked.min_cells {
        out.optional::<Int32Type>(columns.min_cells_lower.iter().map(|n| n.map(i32::from)))?;
        out.optional::<Int32Type>(columns.min_cells_upper.iter().map(|n| n.map(i32::from)))?;
    }
    if asked.difficulty {
        let all = || columns.difficulty.iter();
        out.optional::<ByteArrayType>(all().map(|d| d.map(|d| words.get(&d.level.to_string()))))?;
        out.optional::<Int32Type>(all().map(|d| d.map(|d| i32::from(d.cells))))?;
        out.optional::<Int32Type>(all().map(|d| d.map(|d| d.narrowness as i32)))?;
        out.optional::<Int32Type>(all().map(|d| d.map(|d| d.length as i32)))?;
        out.optional::<Int32Type>(all().map(|d| d.map(|d| d.trap as i32)))?;
    }
    if asked.solutions {
        out.optional::<ByteArrayType>(columns.solution.iter().map(text))?;
    }
    out.group.close()?;
    Ok(())
}

/// Puts the checksum in front of the footer.
fn seal(mut bytes: Vec<u8>) -> Result<Vec<u8>, BadPart> {
    let footer = footer_start(&bytes)?;
    let seal = [&MARK[..], &Checksum::bytes_of(&[&bytes])].concat();
    bytes.splice(footer..footer, seal);
    Ok(bytes)
}

/// Where the footer starts.
fn footer_start(bytes: &[u8]) -> Result<usize, BadPart> {
    let cut_off = || BadPart("it was cut off".into());
    let tail = bytes.len().checked_sub(TAIL).ok_or_else(cut_off)?;
    if &bytes[tail + 4..] != b"PAR1" {
        return Err(cut_off());
    }
    let length = u32::from_le_bytes(bytes[tail..tail + 4].try_into().expect("four bytes")) as usize;
    tail.checked_sub(length).ok_or_else(|| BadPart("the length of its footer is wrong".into()))
}

/// Checks the checksum, which comes back.
fn unseal(bytes: &[u8]) -> Result<[u8; 32], BadPart> {
    let footer = footer_start(bytes)?;
    let start = footer.checked_sub(SEAL).ok_or_else(|| BadPart("it has no checksum".into()))?;
    let (mark, sum) = bytes[start..footer].split_at(MARK.len());
    if mark != MARK {
        return Err(BadPart("it has no checksum".into()));
    }
    if Checksum::bytes_of(&[&bytes[..start], &bytes[footer..]]) != sum {
        return Err(BadPart("its checksum is wrong".into()));
    }
    Ok(sum.try_into().expect("32 bytes"))
}

/// A part that was read and found intact.
#[derive(Debug)]
pub struct Part {
    /// What it says about itself.
    pub info: PartInfo,
    /// Its rows.
    pub columns: Columns,
    /// Its checksum.
    pub sha256: [u8; 32],
}

/// Reads a part and checks everything about it: checksum, metadata, that the rows are the deals that it claims.
pub fn decode(bytes: Vec<u8>, name: &PartName) -> Result<Part, BadPart> {
    let sha256 = unseal(&bytes)?;
    let file = SerializedFileReader::new(Bytes::from(bytes))?;
    let metadata = file.metadata().file_metadata();
    let info = PartInfo::read(metadata.key_value_metadata().map_or(&[][..], |pairs| pairs))?;
    let asked = Asked::from(&info.shared.job);
    if *metadata.schema_descr().root_schema() != *schema(&asked) || file.num_row_groups() != 1 {
        return Err(BadPart("its columns are not those of its schema".into()));
    }
    let mut rows = Rows { file: &file, column: 0, rows: metadata.num_rows() as usize };
    let u32s = |column: Vec<Option<i32>>| column.into_iter().map(|n| n.map(|n| n as u32)).collect::<Vec<_>>();
    let u8s = |column: Vec<Option<i32>>| column.into_iter().map(|n| n.map(|n| n as u8)).collect::<Vec<_>>();
    let mut columns = Columns::default();
    columns.deal = rows.required::<Int64Type>()?.into_iter().map(|n| n as u64).collect();
    let verdicts = rows.required::<ByteArrayType>()?;
    columns.moves = u32s(rows.optional::<Int32Type>()?);
    columns.cards = u32s(rows.optional::<Int32Type>()?);
    columns.states = rows.required::<Int64Type>()?.into_iter().map(|n| n as u64).collect();
    let reasons = rows.optional::<ByteArrayType>()?;
    columns.verdict =
        verdicts.iter().zip(&reasons).map(|(v, r)| verdict_code(v, r.as_ref())).collect::<Result<_, _>>()?;
    columns.granted_groups = u32s(rows.optional::<Int32Type>()?);
    columns.error = texts(rows.optional::<ByteArrayType>()?)?;
    if asked.optimal.is_some() {
        columns.lower = u32s(rows.optional::<Int32Type>()?);
        columns.upper = u32s(rows.optional::<Int32Type>()?);
        columns.proven = rows.optional::<BoolType>()?;
        let code = |word: ByteArray| code_of_reason(&word);
        let reasons = rows.optional::<ByteArrayType>()?.into_iter();
        columns.optimal_reason = reasons.map(|word| word.map(code).transpose()).collect::<Result<_, _>>()?;
    }
    if asked.min_cells {
        columns.min_cells_lower = u8s(rows.optional::<Int32Type>()?);
        columns.min_cells_upper = u8s(rows.optional::<Int32Type>()?);
    }
    if asked.difficulty {
        rows.column += 1; // The level follows from its parts.
        let cells = u8s(rows.optional::<Int32Type>()?);
        let [narrowness, length, trap] = [(); 3].map(|()| rows.optional::<Int32Type>().map(u32s));
        let (narrowness, length, trap) = (narrowness?, length?, trap?);
        let of = |row: usize| Some(Difficulty::of_parts(cells[row]?, narrowness[row]?, length[row]?, trap[row]?));
        columns.difficulty = (0..cells.len()).map(of).collect();
    }
    if asked.solutions {
        columns.solution = texts(rows.optional::<ByteArrayType>()?)?;
    }
    check_deals(&columns.deal, &info, name)?;
    Ok(Part { info, columns, sha256 })
}

/// The rows must be the deals that name and metadata claim, each once and in order.
fn check_deals(deals: &[u64], info: &PartInfo, name: &PartName) -> Result<(), BadPart> {
    let numbering = info.shared.numbering;
    let claimed = info.deals.len() == deals.len() as u64
        && numbering == name.numbering
        && deals.first() == Some(&name.first)
        && deals.last() == Some(&name.last)
        && deals.is_sorted_by(|a, b| a < b)
        && deals.len() as u64 == rows_claimed(deals, info);
    if claimed { Ok(()) } else { Err(BadPart("its rows are not the deals that it claims".into())) }
}

/// How many of the rows are deals that the metadata names.
fn rows_claimed(deals: &[u64], info: &PartInfo) -> u64 {
    let spans = info
        .deals
        .spans()
        .filter_map(|(first, last)| Some((super::part_name::bare(first)?, super::part_name::bare(last)?)));
    let inside = |(first, last): (u64, u64)| {
        deals.partition_point(|&deal| deal <= last) - deals.partition_point(|&deal| deal < first)
    };
    spans.map(inside).sum::<usize>() as u64
}

fn verdict_code(word: &ByteArray, reason: Option<&ByteArray>) -> Result<u8, BadPart> {
    match (word.data(), reason) {
        (b"winnable", None) => Ok(WINNABLE),
        (b"unwinnable", None) => Ok(UNWINNABLE),
        (b"error", None) => Ok(ERROR),
        (b"undecided", Some(reason)) => code_of_reason(reason),
        _ => Err(BadPart("it has a verdict that this version does not know".into())),
    }
}

fn code_of_reason(word: &ByteArray) -> Result<u8, BadPart> {
    let reason = word.as_utf8().ok().and_then(|word| word.parse::<Reason>().ok()).map(reason_code);
    reason
        .filter(|&code| code >= UNDECIDED)
        .ok_or_else(|| BadPart("it has a reason that this version does not know".into()))
}

fn texts(column: Vec<Option<ByteArray>>) -> Result<Vec<Option<String>>, BadPart> {
    let text = |text: ByteArray| Ok(text.as_utf8()?.to_string());
    column.into_iter().map(|value| value.map(text).transpose()).collect()
}

/// Words that come again and again: one allocation each.
#[derive(Default)]
struct Words(Vec<(String, ByteArray)>);

impl Words {
    fn get(&mut self, word: &str) -> ByteArray {
        if let Some((_, shared)) = self.0.iter().find(|(known, _)| known == word) {
            return shared.clone();
        }
        self.0.push((word.to_string(), ByteArray::from(word)));
        self.0.last().expect("just added").1.clone()
    }
}

/// A row group that is being written, column after column.
struct RowGroup<'a, 'b> {
    group: SerializedRowGroupWriter<'a, &'b mut Vec<u8>>,
    levels: Vec<i16>,
}

impl RowGroup<'_, '_> {
    fn required<T: DataType>(&mut self, values: impl Iterator<Item = T::T>) -> Result<(), BadPart> {
        let values: Vec<T::T> = values.collect();
        self.write::<T>(&values, false)
    }

    fn optional<T: DataType>(&mut self, values: impl Iterator<Item = Option<T::T>>) -> Result<(), BadPart> {
        self.levels.clear();
        let levels = &mut self.levels;
        let present: Vec<T::T> = values.inspect(|value| levels.push(value.is_some().into())).flatten().collect();
        self.write::<T>(&present, true)
    }

    fn write<T: DataType>(&mut self, values: &[T::T], nullable: bool) -> Result<(), BadPart> {
        let mut column = self.group.next_column()?.ok_or_else(|| BadPart("the schema has fewer columns".into()))?;
        column.typed::<T>().write_batch(values, nullable.then_some(&self.levels[..]), None)?;
        Ok(column.close()?)
    }
}

/// A row group that is being read, column after column.
struct Rows<'a> {
    file: &'a SerializedFileReader<Bytes>,
    column: usize,
    rows: usize,
}

impl Rows<'_> {
    fn required<T: DataType>(&mut self) -> Result<Vec<T::T>, BadPart> {
        let (values, _) = self.read::<T>(false)?;
        if values.len() == self.rows { Ok(values) } else { Err(BadPart("a column is shorter than others".into())) }
    }

    fn optional<T: DataType>(&mut self) -> Result<Vec<Option<T::T>>, BadPart> {
        let (values, levels) = self.read::<T>(true)?;
        if levels.len() != self.rows {
            return Err(BadPart("a column is shorter than others".into()));
        }
        let mut values = values.into_iter();
        Ok(levels.into_iter().map(|level| if level == 1 { values.next() } else { None }).collect())
    }

    fn read<T: DataType>(&mut self, nullable: bool) -> Result<(Vec<T::T>, Vec<i16>), BadPart> {
        let group = self.file.get_row_group(0)?;
        let mut reader = get_typed_column_reader::<T>(group.get_column_reader(self.column)?);
        self.column += 1;
        let (mut values, mut levels) = (Vec::with_capacity(self.rows), Vec::new());
        let mut read = 0;
        while read < self.rows {
            let levels = nullable.then_some(&mut levels);
            let (records, ..) = reader.read_records(self.rows - read, levels, None, &mut values)?;
            if records == 0 {
                break;
            }
            read += records;
        }
        Ok((values, levels))
    }
}
