//! The settings of the run that made FILE, and the checksum of FILE, kept beside it as `FILE.run.json`.
//!
//! Records do not repeat limits and version, and a file of records has nothing but records; so these facts have a file of
//! their own. It has everything that the bytes of the records depend on, the complete rules, and the checksum of the records,
//! which `sha256sum FILE` prints too.
//!
//! Two files cannot be replaced in one step. So the new run file is written first, under a private name
//! (`FILE.run.json.winnable-new`), then FILE is renamed, then the run file. A reader that finds both compares their checksums
//! with FILE: at every moment, one of them matches.

use super::checksum::Checksum;
use super::shard::Shard;
use super::{BatchError, atomic_file};
use crate::deal::DealRange;
use crate::format::record::Solutions;
use crate::format::record_file::Format;
use crate::metric::Metric;
use crate::rules::Rules;
use crate::search::Limits;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Largest file of this kind that is read: it may hold a list of millions of deals.
const MAX_SIZE: u64 = 1 << 30;

/// What must agree before records may stand in one file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Job {
    /// Version of the program.
    pub version: String,
    /// The game's name.
    pub game: String,
    /// Digest of the rules.
    pub rules: String,
    /// The limits of each round: deals left undecided by one were tried again in the next. `null` is a round of which
    /// nothing is known.
    pub limits: Vec<Option<LimitsRecord>>,
    /// The metric of the shortest solutions, if they were asked for.
    pub optimal: Option<Metric>,
    /// Which solutions the records hold: `false`, `true` for lists of moves, or `"notation"`.
    #[serde(with = "solutions")]
    pub solutions: Solutions,
    /// Whether the fewest cells were asked for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub min_cells: bool,
    /// Whether difficulties were asked for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub difficulty: bool,
}

/// Limits as they are written; `null` means none.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LimitsRecord {
    /// States expanded per deal.
    pub states: Option<u64>,
    /// Bytes held per deal.
    pub memory: u64,
    /// Seconds per deal.
    pub seconds: Option<f64>,
}

impl From<&Limits> for LimitsRecord {
    fn from(limits: &Limits) -> LimitsRecord {
        LimitsRecord {
            states: Some(limits.states).filter(|&n| n != u64::MAX),
            memory: limits.memory,
            seconds: limits.time.map(|t| t.as_secs_f64()),
        }
    }
}

impl LimitsRecord {
    /// Whether no limit is tighter than the other's and one is wider.
    pub fn wider_than(&self, other: &LimitsRecord) -> bool {
        let states = |l: &LimitsRecord| l.states.unwrap_or(u64::MAX);
        let seconds = |l: &LimitsRecord| l.seconds.unwrap_or(f64::INFINITY);
        self != other && states(self) >= states(other) && self.memory >= other.memory && seconds(self) >= seconds(other)
    }
}

impl std::fmt::Display for LimitsRecord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.states {
            Some(states) => write!(f, "{}", crate::text::counted(states, "state"))?,
            None => write!(f, "any number of states")?,
        }
        write!(f, ", {} MB", self.memory / 1_000_000)?;
        self.seconds.map_or(Ok(()), |seconds| write!(f, ", {seconds} s"))
    }
}

impl Job {
    /// The job of a run of this version.
    pub fn new(rules: &Rules, limits: &Limits, optimal: Option<Metric>, solutions: Solutions) -> Job {
        Job {
            version: env!("CARGO_PKG_VERSION").to_string(),
            game: rules.name.clone(),
            rules: rules.digest(),
            limits: vec![Some(limits.into())],
            optimal,
            solutions,
            min_cells: false,
            difficulty: false,
        }
    }

    /// What does not agree with another job: this one's side, and the other's.
    pub fn difference(&self, other: &Job) -> Option<String> {
        let rounds = |job: &Job| {
            let round = |r: &Option<LimitsRecord>| r.map_or("unknown".into(), |l| l.to_string());
            job.limits.iter().map(round).collect::<Vec<_>>().join(", then ")
        };
        let facts = |job: &Job| {
            [
                ("version", job.version.clone()),
                ("game", job.game.clone()),
                ("rules", job.rules.clone()),
                ("limits", rounds(job)),
                ("metric", job.optimal.map_or("not asked for".into(), |m| m.word().to_string())),
                ("solutions", solutions::word(job.solutions).into()),
                ("fewest cells", if job.min_cells { "yes" } else { "no" }.into()),
                ("difficulty", if job.difficulty { "yes" } else { "no" }.into()),
            ]
        };
        let pairs = facts(self).into_iter().zip(facts(other));
        let differ = pairs.filter(|(a, b)| a != b).map(|((what, a), (_, b))| format!("{what}: {a} there, {b} here"));
        Some(differ.collect::<Vec<_>>().join("; ")).filter(|text| !text.is_empty())
    }
}

/// The content of `FILE.run.json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RunFile {
    /// Version of this layout.
    pub schema: u32,
    /// What made the records.
    #[serde(flatten)]
    pub job: Job,
    /// The rules in full, as a rule file; empty if a version before 0.2 wrote this.
    #[serde(default)]
    pub rule_file: String,
    /// All deals that were asked for.
    pub range: String,
    /// Which part of them this file holds.
    pub shard: Option<Shard>,
    /// Number of deals in this file.
    pub deals: u64,
    /// The form of the file.
    pub format: Format,
    /// Checksum of the file; none while the run goes on, or if a version before 0.2 wrote this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

impl RunFile {
    /// What a run is about to write.
    pub fn new(job: Job, rules: &Rules, range: &DealRange, shard: Option<Shard>, format: Format) -> RunFile {
        let deals = shard.map_or(range.len(), |shard| {
            let places = shard.slice(range.len());
            places.end - places.start
        });
        let (range, rule_file) = (range.to_string(), rules.to_toml());
        RunFile { schema: 1, job, rule_file, range, shard, deals, format, sha256: None }
    }

    /// Its path: beside the file itself, also if `records` is a symbolic link.
    pub fn path(records: &Path) -> PathBuf {
        atomic_file::beside(&atomic_file::target(records), ".run.json")
    }

    /// Reads the one beside this file of records, if there is one.
    pub fn load(records: &Path) -> Result<Option<RunFile>, BatchError> {
        if let Some(run) = RunFile::about_to_be(records) {
            return Ok(Some(run));
        }
        RunFile::read(&RunFile::path(records))
    }

    /// The one that a killed process has not renamed yet, if its checksum is that of the file.
    fn about_to_be(records: &Path) -> Option<RunFile> {
        let run = RunFile::read(&atomic_file::private(&RunFile::path(records))).ok().flatten()?;
        let sha256 = run.sha256.as_ref()?;
        let found = Checksum::of_file(&atomic_file::target(records)).ok()?;
        (found == *sha256).then_some(run)
    }

    /// Completes the work of a killed process: its run file is renamed if it belongs to FILE, and removed otherwise. The caller
    /// holds the lock of the output.
    pub(super) fn settle(records: &Path) -> Result<(), BatchError> {
        let path = RunFile::path(records);
        let private = atomic_file::private(&path);
        match RunFile::about_to_be(records) {
            Some(_) => atomic_file::rename(&private, &path).map_err(BatchError::writing(&path)),
            None => atomic_file::remove(&private),
        }
    }

    /// Fails if there is the run file of another run whose FILE does not exist any more.
    pub(super) fn refuse_orphan(&self, records: &Path) -> Result<(), BatchError> {
        let path = RunFile::path(records);
        let same = match RunFile::read(&path) {
            Ok(None) => true,
            Ok(Some(there)) => there.difference(self).is_none(),
            Err(BatchError::Refused { .. } | BatchError::Damaged { .. }) => false,
            Err(error) => return Err(error),
        };
        if same { Ok(()) } else { Err(BatchError::Exists { path }) }
    }

    /// Gives a complete and synced file its name, together with the facts about it.
    pub(super) fn publish(run: Option<&RunFile>, complete: &Path, records: &Path) -> Result<(), BatchError> {
        let path = RunFile::path(records);
        if let Some(run) = run {
            let text = serde_json::to_string_pretty(run).expect("plain data") + "\n";
            atomic_file::prepare(&path, text.as_bytes())?;
        }
        atomic_file::rename(complete, records).map_err(BatchError::writing(records))?;
        match run {
            Some(_) => {
                let renamed = atomic_file::rename(&atomic_file::private(&path), &path);
                renamed.map_err(BatchError::writing(&path))
            }
            None => atomic_file::remove(&path),
        }
    }

    fn read(path: &Path) -> Result<Option<RunFile>, BatchError> {
        let Some(text) = atomic_file::read(path, MAX_SIZE)? else { return Ok(None) };
        let run: RunFile = serde_json::from_slice(&text)
            .map_err(|e| BatchError::refused(path, format!("is not what `analyze` writes beside results ({e})")))?;
        let places = run.places(path)?;
        if places.end - places.start != run.deals {
            let problem = format!("names {} deals, but its range has {}", run.deals, places.end - places.start);
            return Err(BatchError::refused(path, problem));
        }
        Ok(Some(run))
    }

    /// The deals that were asked for. An empty list of deals is not a range, but the empty part of a range is one.
    pub fn deal_range(&self, path: &Path) -> Result<DealRange, BatchError> {
        self.range.parse().map_err(|e| BatchError::refused(path, format!("its range: {e}")))
    }

    /// The places of the deals of this file in the whole range.
    pub fn places(&self, path: &Path) -> Result<Range<u64>, BatchError> {
        let all = self.deal_range(path)?.len();
        Ok(self.shard.map_or(0..all, |shard| shard.slice(all)))
    }

    /// What does not agree with the run that is asked for.
    pub fn difference(&self, asked: &RunFile) -> Option<String> {
        let shard = |run: &RunFile| run.shard.map_or("all".into(), |s| s.to_string());
        let facts = |run: &RunFile| {
            [("range", shorten(&run.range)), ("shard", shard(run)), ("format", format!("{:?}", run.format))]
        };
        if let Some(difference) = self.job.difference(&asked.job) {
            return Some(difference);
        }
        let pairs = facts(self).into_iter().zip(facts(asked));
        let differ = pairs.filter(|(a, b)| a != b).map(|((what, a), (_, b))| format!("{what}: {a} there, {b} here"));
        let text = differ.collect::<Vec<_>>().join("; ");
        match (text.is_empty(), self.range == asked.range) {
            (true, true) => None,
            (true, false) => Some("another list of deals".into()),
            (false, _) => Some(text),
        }
    }
}

/// The beginning of a long list.
fn shorten(range: &str) -> String {
    match range.char_indices().nth(60) {
        Some((cut, _)) => format!("{}…", &range[..cut]),
        None => range.to_string(),
    }
}

/// Solutions in run files, which had only yes and no before there was notation.
mod solutions {
    use crate::format::record::Solutions;
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::Serializer;
    use serde_json::Value;

    pub fn word(solutions: Solutions) -> &'static str {
        match solutions {
            Solutions::None => "no",
            Solutions::Moves => "yes",
            Solutions::Notation => "notation",
        }
    }

    pub fn serialize<S: Serializer>(solutions: &Solutions, serializer: S) -> Result<S::Ok, S::Error> {
        match solutions {
            Solutions::None => serializer.serialize_bool(false),
            Solutions::Moves => serializer.serialize_bool(true),
            Solutions::Notation => serializer.serialize_str("notation"),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Solutions, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::Bool(false) => Ok(Solutions::None),
            Value::Bool(true) => Ok(Solutions::Moves),
            Value::String(text) if text == "notation" => Ok(Solutions::Notation),
            other => Err(D::Error::custom(format!("solutions: {other} where false, true or \"notation\" is meant"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::preset;

    #[test]
    fn differences_are_named() {
        let rules = preset("freecell").unwrap();
        let limits = Limits::of(&rules);
        let job = Job::new(&rules, &limits, None, Solutions::None);
        assert_eq!(job.difference(&job.clone()), None);
        let narrow = Job::new(&rules, &limits.states(100), None, Solutions::None);
        let text = narrow.difference(&job).unwrap();
        assert!(text.contains("100 states") && text.starts_with("limits"), "{text}");
        let other = Job::new(&preset("seven-by-four").unwrap(), &limits, Some(Metric::Cards), Solutions::Moves);
        let text = job.difference(&other).unwrap();
        assert!(["game", "rules", "metric", "solutions"].iter().all(|word| text.contains(word)), "{text}");
    }

    #[test]
    fn wider_limits() {
        let narrow = LimitsRecord { states: Some(10), memory: 100, seconds: None };
        let wide = LimitsRecord { states: None, memory: 100, seconds: None };
        assert!(wide.wider_than(&narrow) && !narrow.wider_than(&wide) && !wide.wider_than(&wide));
        let mixed = LimitsRecord { states: Some(20), memory: 50, seconds: None };
        assert!(!mixed.wider_than(&narrow) && !narrow.wider_than(&mixed));
    }
}
