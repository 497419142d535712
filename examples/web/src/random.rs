//! Random numbers that are the same in every browser.

/// A linear congruential generator (Knuth, MMIX).
pub struct Random(u64);

impl Random {
    /// Starts it.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A whole number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    /// A number from -1 to 1.
    pub fn number(&mut self) -> f32 {
        self.below(1 << 16) as f32 / 32768.0 - 1.0
    }
}
