//! Which option helps: what the command line adds to the library's errors.

use crate::batch::BatchError;
use crate::batch::Fault;
use crate::batch::dataset;
use crate::format::judgement::JudgementError;
use crate::format::solution_reader::SolutionError;
use crate::search::registry::StrategyError;
use crate::text::count;
use std::io::ErrorKind;

/// Whether a file is a part of a dataset.
fn is_part(path: &std::path::Path) -> bool {
    dataset::is_dataset(path)
}

/// What to do about an error, if an option or command helps.
pub fn advice(error: &(dyn std::error::Error + 'static)) -> Option<String> {
    let solution = match error.downcast_ref() {
        // It shows the error of the solution as its own.
        Some(JudgementError::Solution(error)) => Some(error),
        _ => error.downcast_ref(),
    };
    if let Some(SolutionError::OtherRules { .. }) = solution {
        return Some("give its rules with --game and --rule".into());
    }
    if let Some(StrategyError::Empty | StrategyError::Unknown { .. }) = error.downcast_ref() {
        return Some("`winnable bench --list` describes all strategies".into());
    }
    let error = error.downcast_ref::<BatchError>()?;
    Some(match error {
        BatchError::Exists { path } if is_part(path) => {
            "go on with --resume, overwrite it with --force, or choose another folder".into()
        }
        BatchError::Damaged { path, .. } if is_part(path) => {
            "restore it, or make it again with the same `analyze` command and --resume --repair".into()
        }
        BatchError::Appeared { .. } => "move one of the two elsewhere".into(),
        BatchError::Exists { .. } => "choose another name, or overwrite it with --force".into(),
        BatchError::Unfinished { .. } => {
            "finish it first (the same `analyze` command with --resume), or discard it with --force".into()
        }
        BatchError::Held { .. } => "wait for it with --wait, or write to another file".into(),
        BatchError::OtherRun { .. } => {
            "give the same options to resume it, choose another --out, or start over with --force".into()
        }
        BatchError::NothingToResume { .. } => "choose another --out, or start over with --force".into(),
        BatchError::Damaged { safe: Some((deals, total)), .. } => format!(
            "the records of {} of {} deals are intact: --resume --repair goes on from there, --force starts over",
            count(*deals),
            count(*total)
        ),
        BatchError::Damaged { safe: None, .. } => "start over with --force".into(),
        BatchError::Results { fault: Fault::Incomplete { .. } | Fault::Changed | Fault::Place { .. }, .. } => {
            "restore it, or take it as it is with --unchecked".into()
        }
        BatchError::Unknown { .. } => {
            "keep the .run.json that `analyze --out` writes beside it, or trust the file with --unchecked".into()
        }
        BatchError::Gap { .. } => "add the part that has it, or join what is there with --allow-gaps".into(),
        BatchError::Write { source, .. }
            if matches!(source.kind(), ErrorKind::NotFound | ErrorKind::PermissionDenied | ErrorKind::IsADirectory) =>
        {
            "choose another file".into()
        }
        BatchError::Threads { .. } => "allow the program more processes or more memory (ulimit -u, ulimit -v)".into(),
        _ => return None,
    })
}
