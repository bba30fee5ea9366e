//! Compressed files of records: `FILE.zst`, frames of zstd of a fixed size.
//!
//! A run writes `FILE.partial` as plain text, so checkpoints and repair work as for all files of records; the complete text is
//! compressed at the end. Frames are cut after [`FRAME`] bytes of text, however the text arrived: the same records give the
//! same bytes. Runs that are too large for that should be datasets ([`super::dataset`]).

use super::atomic_file::create_private;
use super::checksum::Checksum;
use super::{BatchError, faults};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// Text in one frame.
const FRAME: usize = 4 << 20;
/// Speed of compression.
const LEVEL: i32 = 3;

/// Whether a name asks for compression.
pub fn is_compressed(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zst"))
}

/// Compresses what is written to it.
pub struct Frames<W> {
    out: W,
    text: Vec<u8>,
    checksum: Checksum,
}

impl<W: Write> Frames<W> {
    /// Nothing written yet.
    pub fn new(out: W) -> Frames<W> {
        Frames { out, text: Vec::new(), checksum: Checksum::default() }
    }

    fn frame(&mut self, end: usize) -> io::Result<()> {
        let frame = zstd::bulk::compress(&self.text[..end], LEVEL)?;
        self.text.drain(..end);
        self.checksum.add(&frame);
        self.out.write_all(&frame)
    }

    /// Writes the last frame; the checksum of all compressed bytes.
    pub fn end(mut self) -> io::Result<String> {
        // An empty text is a frame as well: an empty file is nothing.
        self.frame(self.text.len())?;
        self.out.flush()?;
        Ok(self.checksum.hex())
    }
}

impl<W: Write> Write for Frames<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.extend_from_slice(bytes);
        while self.text.len() > FRAME {
            self.frame(FRAME)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Compresses a file into another, which is synced; the checksum of the new one.
pub fn compress(from: &Path, to: &Path) -> Result<String, BatchError> {
    let mut source = File::open(from).map_err(BatchError::reading(from))?;
    let mut write = || {
        faults::at("create compressed")?;
        let file = create_private(to)?;
        let mut frames = Frames::new(&file);
        faults::at("write compressed")?;
        io::copy(&mut source, &mut frames)?;
        let sha256 = frames.end()?;
        faults::at("sync compressed")?;
        file.sync_all()?;
        Ok(sha256)
    };
    write().map_err(BatchError::writing(to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn frames_do_not_depend_on_how_the_text_came() {
        let text: Vec<u8> = (0..2_000_000u32).flat_map(|n| format!("{}\n", n.wrapping_mul(77)).into_bytes()).collect();
        assert!(text.len() > 2 * FRAME);
        let through = |step: usize| {
            let mut out = Vec::new();
            let mut frames = Frames::new(&mut out);
            text.chunks(step).for_each(|chunk| frames.write_all(chunk).unwrap());
            let sum = frames.end().unwrap();
            assert_eq!(sum, Checksum::of(&out));
            out
        };
        let out = through(1000);
        assert!(out == through(text.len()) && out == through(FRAME) && out.len() < text.len());
        let mut back = Vec::new();
        zstd::Decoder::new(&out[..]).unwrap().read_to_end(&mut back).unwrap();
        assert!(back == text);
    }
}
