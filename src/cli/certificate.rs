//! Certificates on the command line: `solve --certificate FILE` writes one, `verify DEAL FILE` checks it.

use super::output::Output;
use crate::format::certificate_file::MAGIC;
use crate::format::start::NamedDeal;
use crate::search::{Answer, Solver};
use crate::text::{counted, visible};
use crate::verdict::Verdict;
use crate::verify::certificate::Certificate;
use anyhow::Context;
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;

/// Opens the file, before the search rather than after it.
pub fn create(path: &Path, force: bool) -> anyhow::Result<Output> {
    Output::open(path, force)
}

/// Writes the certificate of an unwinnable deal; says why there is none of another.
pub fn write(solver: &Solver, deal: &NamedDeal, answer: &Answer, file: Output) -> anyhow::Result<()> {
    let mut messages = anstream::stderr();
    match answer.verdict {
        Verdict::Unwinnable => {}
        Verdict::Winnable => {
            return Ok(writeln!(messages, "no certificate: the solution is the proof that it can be won")?);
        }
        Verdict::Undecided(_) => return Ok(writeln!(messages, "no certificate: the deal is undecided")?),
    }
    let certificate = solver.certificate(&deal.name, &deal.layout)?;
    let path = file.path().to_path_buf();
    let context = || format!("cannot write {}", path.display());
    let mut out = BufWriter::new(file);
    certificate.write(&mut out).with_context(context)?;
    out.into_inner().map_err(|e| e.into_error()).with_context(context)?.finish()?;
    let width = certificate.encoding().width();
    writeln!(
        messages,
        "{}: {} of {width} bytes; check it with `winnable verify`",
        visible(&path.display().to_string()),
        counted(certificate.positions() as u64, "position")
    )?;
    Ok(())
}

/// Opens a certificate, if the file is one.
pub fn open(path: &str) -> anyhow::Result<Option<Certificate>> {
    let Ok(mut file) = File::open(path) else { return Ok(None) };
    let mut start = vec![0; MAGIC.len()];
    if file.read_exact(&mut start).is_err() || start != MAGIC.as_bytes() {
        return Ok(None);
    }
    let mut source = start.chain(BufReader::with_capacity(1 << 20, file));
    Ok(Some(Certificate::read(&mut source).with_context(|| path.to_string())?))
}
