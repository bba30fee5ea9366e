//! Columns in Arrow's layout, built here and wrapped by pyarrow without a copy: values, a bitmap of what is there, and for
//! texts the offsets of their ends.

use pyo3::prelude::*;

/// Memory that pyarrow looks at for as long as it keeps this object.
#[pyclass(frozen, module = "winnable._native")]
pub struct Buffer(Numbers);

/// Vectors of numbers: each is as aligned as its numbers need.
enum Numbers {
    Bytes(Vec<u8>),
    Offsets(Vec<i32>),
    U32(Vec<u32>),
    U64(Vec<u64>),
}

#[pymethods]
impl Buffer {
    /// Where the memory is.
    #[getter]
    fn address(&self) -> usize {
        match &self.0 {
            Numbers::Bytes(values) => values.as_ptr() as usize,
            Numbers::Offsets(values) => values.as_ptr() as usize,
            Numbers::U32(values) => values.as_ptr() as usize,
            Numbers::U64(values) => values.as_ptr() as usize,
        }
    }

    /// How many bytes there are.
    #[getter]
    fn size(&self) -> usize {
        match &self.0 {
            Numbers::Bytes(values) => size_of_val(&values[..]),
            Numbers::Offsets(values) => size_of_val(&values[..]),
            Numbers::U32(values) => size_of_val(&values[..]),
            Numbers::U64(values) => size_of_val(&values[..]),
        }
    }
}

/// A column as Python sees it: name, type, whether rows may be empty, length, empty rows, buffers.
pub type PyColumn = (String, &'static str, bool, usize, usize, Vec<Option<Buffer>>);

/// One bit a row, the lowest bit of the first byte first.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    length: usize,
    zeros: usize,
}

impl Bits {
    fn push(&mut self, bit: bool) {
        if self.length.is_multiple_of(8) {
            self.bytes.push(0);
        }
        if bit {
            let last = self.bytes.len() - 1;
            self.bytes[last] |= 1 << (self.length % 8);
        } else {
            self.zeros += 1;
        }
        self.length += 1;
    }
}

/// What is there, for columns with empty rows; columns without have no bitmap.
fn finish(name: &str, kind: &'static str, nullable: bool, present: Bits, values: Vec<Option<Buffer>>) -> PyColumn {
    let Bits { bytes, length, zeros } = present;
    let bitmap = (zeros > 0).then_some(Buffer(Numbers::Bytes(bytes)));
    let buffers = std::iter::once(bitmap).chain(values).collect();
    (name.to_string(), kind, nullable, length, zeros, buffers)
}

/// A column of numbers that may be missing.
fn numbers<T: Copy + Default>(
    rows: impl Iterator<Item = Option<T>>,
    store: fn(Vec<T>) -> Numbers,
) -> (Bits, Vec<Option<Buffer>>) {
    let (mut present, mut values) = (Bits::default(), Vec::with_capacity(rows.size_hint().0));
    for row in rows {
        present.push(row.is_some());
        values.push(row.unwrap_or_default());
    }
    (present, vec![Some(Buffer(store(values)))])
}

/// A column of 64-bit numbers, all there.
pub fn u64s(name: &str, rows: impl Iterator<Item = u64>) -> PyColumn {
    let (present, values) = numbers(rows.map(Some), Numbers::U64);
    finish(name, "uint64", false, present, values)
}

/// A column of 32-bit numbers.
pub fn u32s(name: &str, rows: impl Iterator<Item = Option<u32>>) -> PyColumn {
    let (present, values) = numbers(rows, Numbers::U32);
    finish(name, "uint32", true, present, values)
}

/// A column of bytes as numbers.
pub fn u8s(name: &str, rows: impl Iterator<Item = Option<u8>>) -> PyColumn {
    let (present, values) = numbers(rows, Numbers::Bytes);
    finish(name, "uint8", true, present, values)
}

/// A column of truth values.
pub fn bools(name: &str, rows: impl Iterator<Item = Option<bool>>) -> PyColumn {
    let (mut present, mut values) = (Bits::default(), Bits::default());
    for row in rows {
        present.push(row.is_some());
        values.push(row.unwrap_or_default());
    }
    finish(name, "bool", true, present, vec![Some(Buffer(Numbers::Bytes(values.bytes)))])
}

/// A column of texts; an error if they are more than two billion bytes together.
pub fn texts<'a>(name: &str, nullable: bool, rows: impl Iterator<Item = Option<&'a str>>) -> anyhow::Result<PyColumn> {
    let (mut present, mut offsets, mut bytes) = (Bits::default(), vec![0], Vec::new());
    for row in rows {
        present.push(row.is_some());
        bytes.extend_from_slice(row.unwrap_or_default().as_bytes());
        let Ok(end) = i32::try_from(bytes.len()) else {
            anyhow::bail!("the table would have more than 2 GB of text; analyze fewer deals at once");
        };
        offsets.push(end);
    }
    let values = vec![Some(Buffer(Numbers::Offsets(offsets))), Some(Buffer(Numbers::Bytes(bytes)))];
    Ok(finish(name, "string", nullable, present, values))
}
