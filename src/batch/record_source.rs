//! The bytes of a file of records, plain or compressed with zstd, and the checksum of the file as it lies on disk.
//!
//! The first bytes of a file, not its name, decide whether it is compressed. A compressed file is a sequence of zstd frames.

use super::checksum::{Checksum, ChecksumReader};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// What a frame of zstd starts with.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// Bytes read together.
const BLOCK: usize = 1 << 16;

type Raw = BufReader<ChecksumReader<File>>;

/// A file of records that is being read.
pub enum RecordSource {
    /// Lines as they are.
    Plain(Raw),
    /// Lines in frames of zstd.
    Zstd(BufReader<zstd::Decoder<'static, Raw>>),
}

impl RecordSource {
    /// Opens a file.
    pub fn open(path: &Path) -> io::Result<RecordSource> {
        let mut raw = BufReader::with_capacity(BLOCK, ChecksumReader::new(File::open(path)?));
        if raw.fill_buf()?.starts_with(&ZSTD) {
            return Ok(RecordSource::Zstd(BufReader::with_capacity(BLOCK, zstd::Decoder::with_buffer(raw)?)));
        }
        Ok(RecordSource::Plain(raw))
    }

    /// The checksum of the bytes on disk that were read so far; that of the file at its end.
    pub fn checksum(&self) -> &Checksum {
        match self {
            RecordSource::Plain(raw) => raw.get_ref().checksum(),
            RecordSource::Zstd(lines) => lines.get_ref().get_ref().get_ref().checksum(),
        }
    }
}

impl Read for RecordSource {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            RecordSource::Plain(raw) => raw.read(buffer),
            RecordSource::Zstd(lines) => lines.read(buffer),
        }
    }
}

impl BufRead for RecordSource {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match self {
            RecordSource::Plain(raw) => raw.fill_buf(),
            RecordSource::Zstd(lines) => lines.fill_buf(),
        }
    }

    fn consume(&mut self, bytes: usize) {
        match self {
            RecordSource::Plain(raw) => raw.consume(bytes),
            RecordSource::Zstd(lines) => lines.consume(bytes),
        }
    }
}
