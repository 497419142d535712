//! Random numbers that are the same on every machine and for ever: `SplitMix64` (Steele, Lea, Flood, 2014).

/// A source of random numbers.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// The source that belongs to a seed and a number under it.
    pub fn new(seed: u64, number: u64) -> Self {
        let mut rng = Self(seed);
        let start = rng.word();
        Self(start ^ number.wrapping_mul(0xD1B5_4A32_D192_ED03))
    }

    /// The next 64 bits.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A whole number below `n`, which must not be 0.
    #[expect(clippy::cast_possible_truncation, reason = "the result is below `n`")]
    pub fn below(&mut self, n: usize) -> usize {
        (self.word() % n as u64) as usize
    }

    /// True in `percent` of 100 cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of several things.
    ///
    /// # Panics
    /// If there is none.
    pub fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    /// A number in `-1.5..1.5`.
    #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
    pub fn number(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1_u64 << 53) as f64 * 3.0 - 1.5
    }
}
