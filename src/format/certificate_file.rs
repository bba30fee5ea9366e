//! Files of certificates: a line that names the format, a line of JSON, the table of columns, the positions.
//!
//! `docs/certificates.md` describes the format for other checkers. No memory is allocated for a size that a file claims before
//! its bytes have been read.

use super::board;
use crate::card::Card;
use crate::game::Game;
use crate::rules::Rules;
use crate::verify::certificate::{Certificate, ColumnTable, Encoding};
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Read, Write};

/// The first line of a certificate.
pub const MAGIC: &str = "winnable certificate 1\n";

/// Bytes of a column in the table: the number of the column below, and the card.
const COLUMN: usize = 5;

/// Longest second line that is read.
const LONGEST_HEADER: u64 = 1 << 20;

/// The second line.
#[derive(Serialize, Deserialize)]
struct Header {
    game: String,
    deal: String,
    /// As TOML.
    rules: String,
    /// As text.
    board: String,
    /// Columns in the table, without the empty one.
    columns: u64,
    positions: u64,
    /// Bytes of a position.
    width: u64,
}

/// Why a file is not a certificate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// It could not be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It does not begin like one.
    #[error("this is not a certificate of this version: its first line is not `{}`", MAGIC.trim_end())]
    Magic,
    /// The second line is not what it should be.
    #[error("the header of the certificate cannot be read: {problem}")]
    Header {
        /// What is wrong.
        problem: String,
    },
    /// The file ends too early.
    #[error("the certificate is cut off: its header promises {promised} bytes, but only {found} follow")]
    CutOff {
        /// What the header says.
        promised: u64,
        /// The bytes that follow.
        found: u64,
    },
    /// The file does not end where it should.
    #[error("the certificate has more than the {promised} bytes that its header promises")]
    TooLong {
        /// What the header says.
        promised: u64,
    },
    /// A column of the table is not an earlier one with one more card, or occurs twice.
    #[error("column {column} of the certificate is damaged")]
    Column {
        /// Which one, from 1.
        column: u64,
    },
}

impl Certificate {
    /// Writes the certificate.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let header = Header {
            game: self.rules.name.clone(),
            deal: self.deal.clone(),
            rules: self.rules.to_toml(),
            board: board::write(&self.start, &self.rules),
            columns: self.columns.len() as u64 - 1,
            positions: self.positions() as u64,
            width: self.encoding().width() as u64,
        };
        out.write_all(MAGIC.as_bytes())?;
        out.write_all(serde_json::to_string(&header).expect("plain data").as_bytes())?;
        out.write_all(b"\n")?;
        for (below, card) in self.columns.steps() {
            out.write_all(&below.to_le_bytes())?;
            out.write_all(&[card.index()])?;
        }
        out.write_all(&self.records)
    }

    /// Reads a certificate. That it can be read says nothing about whether it holds.
    pub fn read(source: &mut dyn BufRead) -> Result<Certificate, FileError> {
        let mut magic = vec![0; MAGIC.len()];
        match source.read_exact(&mut magic) {
            Ok(()) if magic == MAGIC.as_bytes() => {}
            Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(error.into()),
            _ => return Err(FileError::Magic),
        }
        let mut line = Vec::new();
        source.take(LONGEST_HEADER).read_until(b'\n', &mut line)?;
        let problem = |problem: String| FileError::Header { problem };
        let header: Header = serde_json::from_slice(&line).map_err(|e| problem(e.to_string()))?;
        let rules = Rules::from_toml(&header.rules).map_err(|e| problem(e.to_string()))?;
        let start = board::read(header.board.as_bytes(), &rules).map_err(|e| problem(e.to_string()))?;
        let columns = read_columns(source, header.columns)?;
        let width = Encoding::new(&rules, columns.len()).width() as u64;
        if width != header.width {
            return Err(problem(format!(
                "positions of {} bytes, but with these columns they have {width}",
                header.width
            )));
        }
        let records = read_bytes(source, header.positions.checked_mul(width))?;
        if !source.fill_buf()?.is_empty() {
            return Err(FileError::TooLong { promised: records.len() as u64 });
        }
        Ok(Certificate { rules: Game::of_checked(rules), deal: header.deal, start, columns, records })
    }
}

fn read_columns(source: &mut dyn BufRead, count: u64) -> Result<ColumnTable, FileError> {
    let bytes = read_bytes(source, count.checked_mul(COLUMN as u64))?;
    let mut table = ColumnTable::new();
    for (i, step) in bytes.chunks_exact(COLUMN).enumerate() {
        let below = u32::from_le_bytes(step[..4].try_into().expect("four bytes"));
        let card = Card::from_index(step[4]);
        if !card.is_some_and(|card| table.extend(below, card)) {
            return Err(FileError::Column { column: i as u64 + 1 });
        }
    }
    Ok(table)
}

/// Reads exactly this number of bytes. Memory grows with what is read, not with what was promised.
fn read_bytes(source: &mut dyn BufRead, count: Option<u64>) -> Result<Vec<u8>, FileError> {
    let promised = count.unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    source.take(promised).read_to_end(&mut bytes)?;
    match bytes.len() as u64 == promised {
        true => Ok(bytes),
        false => Err(FileError::CutOff { promised, found: bytes.len() as u64 }),
    }
}
