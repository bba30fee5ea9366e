//! Microsoft's generator: a linear congruential sequence, with FC-Pro's extension beyond 2³¹.

/// Last deal of the default numbering.
pub const MAX_MICROSOFT: u64 = (1 << 33) - 1;

/// The random numbers behind deal `number`.
pub struct Microsoft {
    state: u32,
    number: u64,
}

impl Microsoft {
    pub fn new(number: u64) -> Microsoft {
        Microsoft { state: number as u32, number }
    }

    /// The next random number; how it is cut out of the state depends on the deal number's range.
    pub fn next(&mut self) -> u32 {
        self.state = self.state.wrapping_mul(214_013).wrapping_add(2_531_011);
        let low = (self.state >> 16) & 0x7fff;
        if self.number < 1 << 31 {
            low
        } else if self.number < 1 << 32 {
            low | 0x8000
        } else {
            (self.state >> 16) + 1
        }
    }
}
