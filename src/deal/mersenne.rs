//! MT19937 as CPython's `random.Random(N)` seeds and reads it, for PySolFC's deal numbers.

const N: usize = 624;
const M: usize = 397;

/// The generator.
pub struct Mersenne {
    state: [u32; N],
    index: usize,
}

impl Mersenne {
    /// Seeds by array from the little-endian 32-bit words of the number (one zero word for zero).
    pub fn new(number: u128) -> Mersenne {
        let mut key = Vec::with_capacity(4);
        let mut rest = number;
        while rest > 0 || key.is_empty() {
            key.push(rest as u32);
            rest >>= 32;
        }
        let mut state = [0u32; N];
        state[0] = 19_650_218;
        for i in 1..N {
            state[i] = 1_812_433_253u32.wrapping_mul(state[i - 1] ^ (state[i - 1] >> 30)).wrapping_add(i as u32);
        }
        let (mut i, mut j) = (1, 0);
        for _ in 0..N.max(key.len()) {
            let mixed = (state[i - 1] ^ (state[i - 1] >> 30)).wrapping_mul(1_664_525);
            state[i] = (state[i] ^ mixed).wrapping_add(key[j]).wrapping_add(j as u32);
            i += 1;
            j = (j + 1) % key.len();
            if i == N {
                state[0] = state[N - 1];
                i = 1;
            }
        }
        for _ in 1..N {
            let mixed = (state[i - 1] ^ (state[i - 1] >> 30)).wrapping_mul(1_566_083_941);
            state[i] = (state[i] ^ mixed).wrapping_sub(i as u32);
            i += 1;
            if i == N {
                state[0] = state[N - 1];
                i = 1;
            }
        }
        state[0] = 0x8000_0000;
        Mersenne { state, index: N }
    }

    fn next_u32(&mut self) -> u32 {
        if self.index == N {
            for k in 0..N {
                let y = (self.state[k] & 0x8000_0000) | (self.state[(k + 1) % N] & 0x7fff_ffff);
                let twist = if y & 1 == 1 { 0x9908_b0df } else { 0 };
                self.state[k] = self.state[(k + M) % N] ^ (y >> 1) ^ twist;
            }
            self.index = 0;
        }
        let mut y = self.state[self.index];
        self.index += 1;
        y ^= y >> 11;
        y ^= (y << 7) & 0x9d2c_5680;
        y ^= (y << 15) & 0xefc6_0000;
        y ^ (y >> 18)
    }

    /// A number in [0, 1) of 53 random bits.
    fn real(&mut self) -> f64 {
        let high = f64::from(self.next_u32() >> 5);
        let low = f64::from(self.next_u32() >> 6);
        (high * 67_108_864.0 + low) / 9_007_199_254_740_992.0
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.real() * bound as f64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_numbers_are_cpythons() {
        // python3 -c "import random; print(random.Random(1).random(), random.Random(10**19).random())"
        assert_eq!(Mersenne::new(1).real(), 0.13436424411240122);
        assert_eq!(Mersenne::new(10u128.pow(19)).real(), 0.6878403965028688);
    }
}
