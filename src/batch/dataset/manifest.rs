//! The settings and deals of a dataset: `DIR/_dataset.json`, written before the first part.
//!
//! It has everything that must be the same in all parts, so that two processes with different options cannot both begin, and
//! the deals that were asked for, so that the progress of the whole is known. Readers of Parquet folders ignore names that
//! start with an underscore. Parts repeat these facts in their metadata: without this file a dataset is still readable.

use super::SCHEMA;
use super::columns::Shared;
use super::part_name::DatasetNumbering;
use crate::batch::lock::{IfHeld, OutputLock};
use crate::batch::{BatchError, Job, atomic_file};
use crate::deal::DealRange;
use crate::format::record::RulesName;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

/// Largest file of this kind that is read: it may hold a list of millions of deals.
const MAX_SIZE: u64 = 1 << 30;

/// What a dataset is about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// Version of the layout.
    pub schema: u32,
    /// What made the records.
    #[serde(flatten)]
    pub job: Job,
    /// What was changed in the rules of the game, if it is a preset.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub changed: Map<String, Value>,
    /// The rules in full, as a rule file.
    pub rule_file: String,
    /// Whose numbers.
    pub numbering: DatasetNumbering,
    /// All deals that were asked for, by all runs together.
    pub range: String,
}

impl Manifest {
    /// Where it lies.
    pub fn path(dataset: &Path) -> PathBuf {
        dataset.join("_dataset.json")
    }

    /// What all records have in common.
    pub(super) fn shared(&self) -> Shared {
        let Manifest { job, changed, numbering, .. } = self.clone();
        let rules = RulesName { game: job.game.clone(), changed, digest: job.rules.clone() };
        Shared { rules, job, numbering }
    }

    /// Reads the one of this dataset, if there is one.
    pub fn load(dataset: &Path) -> Result<Option<Manifest>, BatchError> {
        let path = Manifest::path(dataset);
        let Some(text) = atomic_file::read(&path, MAX_SIZE)? else { return Ok(None) };
        let manifest: Manifest = serde_json::from_slice(&text)
            .map_err(|e| BatchError::refused(&path, format!(
                "is not what `analyze` writes into a dataset ({e}); restore it, or remove it: the same `analyze` command with \
                 --resume writes it anew"
            )))?;
        if manifest.schema != SCHEMA {
            let problem = format!("its schema is {}; this version reads schema {SCHEMA}", manifest.schema);
            return Err(BatchError::refused(&path, problem));
        }
        manifest.deals(dataset)?;
        Ok(Some(manifest))
    }

    /// All deals that were asked for.
    pub fn deals(&self, dataset: &Path) -> Result<DealRange, BatchError> {
        self.range.parse().map_err(|e| BatchError::refused(&Manifest::path(dataset), format!("its range: {e}")))
    }

    /// Locks it. Held for moments only: processes that work on one dataset wait for each other here and nowhere else.
    pub fn lock(dataset: &Path, if_held: &IfHeld) -> Result<OutputLock, BatchError> {
        OutputLock::acquire(&Manifest::path(dataset), if_held)
    }

    /// Writes it, joined with what other runs asked for. The caller holds the lock.
    pub fn join(&self, dataset: &Path) -> Result<(), BatchError> {
        let mut joined = self.clone();
        if let Some(there) = Manifest::load(dataset)? {
            there.check_same(dataset, &self.job, self.numbering)?;
            if there.range == self.range {
                return Ok(());
            }
            let (a, b) = (there.deals(dataset)?, self.deals(dataset)?);
            let all = DealRange::from_spans(a.spans().chain(b.spans()));
            joined.range = all.map_err(|e| BatchError::refused(dataset, e.to_string()))?.to_string();
            if joined.range == there.range {
                return Ok(());
            }
        }
        let text = serde_json::to_string_pretty(&joined).expect("plain data") + "\n";
        atomic_file::replace(&Manifest::path(dataset), text.as_bytes())
    }

    /// Refuses records that were made differently.
    pub fn check_same(&self, dataset: &Path, job: &Job, numbering: DatasetNumbering) -> Result<(), BatchError> {
        let difference = self.job.difference(job).or_else(|| {
            let (there, here) = (self.numbering.word(), numbering.word());
            (there != here).then(|| format!("numbering: {there} there, {here} here"))
        });
        match difference {
            Some(difference) => Err(BatchError::OtherRun { path: dataset.into(), difference }),
            None => Ok(()),
        }
    }
}
