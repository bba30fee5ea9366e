//! SHA-256 over what is on disk, so that a file can also be checked with `sha256sum`.

use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The checksum of the bytes so far.
#[derive(Clone, Debug, Default)]
pub struct Checksum(Sha256);

impl Checksum {
    /// The checksum of these bytes, as hexadecimal digits.
    pub fn of(bytes: &[u8]) -> String {
        let mut checksum = Checksum::default();
        checksum.add(bytes);
        checksum.hex()
    }

    /// The checksum of a file.
    pub fn of_file(path: &Path) -> io::Result<String> {
        let mut reader = ChecksumReader::new(File::open(path)?);
        io::copy(&mut reader, &mut io::sink())?;
        Ok(reader.checksum.hex())
    }

    /// The checksum of these blocks, one after the other.
    pub fn bytes_of(blocks: &[&[u8]]) -> [u8; 32] {
        let mut checksum = Checksum::default();
        blocks.iter().for_each(|block| checksum.add(block));
        checksum.0.finalize().into()
    }

    /// Adds bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The checksum of all bytes so far, as hexadecimal digits.
    pub fn hex(&self) -> String {
        self.0.clone().finalize().iter().fold(String::with_capacity(64), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    }
}

/// Passes bytes on and adds them to a checksum.
#[derive(Debug)]
pub struct ChecksumReader<R> {
    source: R,
    checksum: Checksum,
}

impl<R: Read> ChecksumReader<R> {
    /// Nothing read yet.
    pub fn new(source: R) -> ChecksumReader<R> {
        ChecksumReader { source, checksum: Checksum::default() }
    }

    /// The checksum of everything read so far.
    pub fn checksum(&self) -> &Checksum {
        &self.checksum
    }
}

impl<R: Read> Read for ChecksumReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        self.checksum.add(&buffer[..read]);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_what_sha256sum_prints() {
        assert_eq!(Checksum::of(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        let mut reader = ChecksumReader::new(&b"abc"[..]);
        io::copy(&mut reader, &mut io::sink()).unwrap();
        assert_eq!(reader.checksum().hex(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
