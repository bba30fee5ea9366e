//! Reads datasets: record by record in deal order, as a summary, or repeatedly while they grow.

use super::columns::Shared;
use super::folder::Folder;
use super::manifest::Manifest;
use super::part_file::Part;
use super::part_name::PartName;
use super::tally::tally;
use crate::batch::checksum::Checksum;
use crate::batch::results::Vouched;
use crate::batch::summary::Summary;
use crate::batch::{BatchError, Job, threads};
use crate::deal::{DealNumber, DealRange};
use crate::format::record::Record;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The records of a dataset, in deal order. One part is in memory at a time.
pub struct DatasetRecords {
    folder: Folder,
    next: usize,
    part: Option<(Part, usize)>,
    /// What the parts before have in common.
    shared: Option<Shared>,
    checksum: Checksum,
}

impl DatasetRecords {
    /// Opens a dataset, or a single part of one.
    pub fn open(path: &Path) -> Result<DatasetRecords, BatchError> {
        let folder = Folder::open(path)?;
        Ok(DatasetRecords { folder, next: 0, part: None, shared: None, checksum: Checksum::default() })
    }

    /// The next record; `None` at the end.
    pub fn next_record(&mut self) -> Result<Option<(DealNumber, Record)>, BatchError> {
        loop {
            if let Some((part, row)) = &mut self.part
                && *row < part.columns.len()
            {
                let shared = &part.info.shared;
                let deal = shared.numbering.deal(part.columns.deal[*row]);
                let record = part.columns.record(shared, *row).map_err(|problem| {
                    BatchError::damaged(&self.folder.file(&self.folder.parts()[self.next - 1]), problem)
                })?;
                *row += 1;
                return Ok(Some((deal, record)));
            }
            let Some(name) = self.folder.parts().get(self.next).copied() else { return Ok(None) };
            let part = self.folder.read(&name)?;
            check_same(&self.folder, &name, self.shared.get_or_insert_with(|| part.info.shared.clone()), &part)?;
            self.checksum.add(&part.sha256);
            self.part = Some((part, 0));
            self.next += 1;
        }
    }

    /// The checksum of the parts read so far.
    pub(crate) fn checksum(&self) -> &Checksum {
        &self.checksum
    }
}

fn check_same(folder: &Folder, name: &PartName, shared: &Shared, part: &Part) -> Result<(), BatchError> {
    match shared.job.difference(&part.info.shared.job) {
        Some(difference) => {
            let first = folder.parts()[0];
            let problem = format!("does not belong together with {first} ({difference})");
            Err(BatchError::refused(&folder.file(name), problem))
        }
        None => Ok(()),
    }
}

/// What makes the records of a dataset and which deals were asked for, as far as that is known.
pub struct About {
    /// What made them.
    pub job: Job,
    /// The rules in full.
    pub rule_file: String,
    /// The deals that were asked for; without a manifest, those that are there.
    pub range: DealRange,
}

/// Looks at the manifest of a dataset, or at its parts; none if it is empty.
pub fn about(path: &Path) -> Result<Option<About>, BatchError> {
    let manifest = if path.is_dir() { Manifest::load(path)? } else { None };
    if let Some(manifest) = manifest {
        let range = manifest.deals(path)?;
        return Ok(Some(About { job: manifest.job, rule_file: manifest.rule_file, range }));
    }
    let folder = Folder::open(path)?;
    let mut found: Option<(Shared, String)> = None;
    let mut spans = Vec::new();
    for name in folder.parts() {
        let part = folder.read(name)?;
        let (shared, _) = found.get_or_insert_with(|| (part.info.shared.clone(), part.info.rule_file.clone()));
        check_same(&folder, name, shared, &part)?;
        spans.extend(part.info.deals.spans());
    }
    let range = DealRange::from_spans(spans).map_err(|e| BatchError::refused(path, e.to_string()))?;
    Ok(found.map(|(shared, rule_file)| About { job: shared.job, rule_file, range }))
}

/// What vouches for a dataset or a part of one.
pub fn vouched(path: &Path) -> Vouched {
    if path.is_dir() && !Manifest::path(path).exists() { Vouched::PartsOnly } else { Vouched::Fully }
}

/// What a dataset says.
#[derive(Clone, Debug)]
pub struct DatasetSummary {
    /// Its records.
    pub summary: Summary,
    /// Deals that were asked for; without a manifest, those that are there.
    pub asked: u64,
}

/// Counts the records of a dataset on all cores.
pub fn summarize_dataset(path: &Path) -> Result<DatasetSummary, BatchError> {
    let mut watch = Watch::new(path);
    watch.refresh()?;
    Ok(watch.found)
}

/// A dataset that may grow: every [`Watch::refresh`] reads the new parts.
pub struct Watch {
    path: PathBuf,
    seen: BTreeSet<PartName>,
    shared: Option<Shared>,
    found: DatasetSummary,
}

impl Watch {
    /// Nothing seen yet.
    pub fn new(path: &Path) -> Watch {
        let found = DatasetSummary { summary: Summary::default(), asked: 0 };
        Watch { path: path.to_path_buf(), seen: BTreeSet::new(), shared: None, found }
    }

    /// Reads what is new.
    pub fn refresh(&mut self) -> Result<&DatasetSummary, BatchError> {
        let folder = Folder::open(&self.path)?;
        let new: Vec<PartName> = folder.parts().iter().filter(|part| !self.seen.contains(part)).copied().collect();
        if let (None, Some(first)) = (&self.shared, new.first()) {
            self.shared = Some(folder.read(first)?.info.shared);
        }
        let shared = self.shared.as_ref();
        let count = |mut summary: Summary, name: &PartName| -> Result<Summary, BatchError> {
            let part = folder.read(name)?;
            shared.map_or(Ok(()), |shared| check_same(&folder, name, shared, &part))?;
            let counted = tally(&mut summary, &part, &|_| true);
            counted.map_err(|problem| BatchError::damaged(&folder.file(name), problem))?;
            Ok(summary)
        };
        let sum = threads::on_all_cores(new.len(), || {
            (&new).into_par_iter().try_fold(Summary::default, count).try_reduce(Summary::default, |mut a, b| {
                a.merge(&b);
                Ok(a)
            })
        })??;
        self.found.summary.merge(&sum);
        self.seen.extend(new);
        let there = self.found.summary.verdicts.total();
        let manifest = if self.path.is_dir() { Manifest::load(&self.path)? } else { None };
        self.found.asked = match manifest {
            Some(manifest) => manifest.deals(&self.path)?.len().max(there),
            None => there,
        };
        Ok(&self.found)
    }
}
