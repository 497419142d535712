//! The programs that are measured, each with the gradient an expert would write by hand, on the same kernels.

pub mod adbench;
pub mod constructs;
pub mod dense;
pub mod digits;
pub mod mlp;
pub mod peak;
pub mod scalar;
pub mod timing;
pub mod workloads;

/// Numbers in [-1, 1), the same in every run (xorshift64*, Vigna 2016).
#[derive(Clone, Debug)]
pub struct Numbers(u64);

impl Numbers {
    /// A sequence of its own for every seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed ^ 0x9E37_79B9_7F4A_7C15)
    }

    /// The next number.
    pub fn number(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
        let unit = (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11) as f64 / (1_u64 << 53) as f64;
        2.0 * unit - 1.0
    }

    /// Fills a slice, scaled by `scale`.
    #[expect(clippy::cast_possible_truncation, reason = "f32 data")]
    pub fn fill(&mut self, slice: &mut [f32], scale: f64) {
        slice.iter_mut().for_each(|x| *x = (self.number() * scale) as f32);
    }
}

/// Numbers in [0, 1).
#[must_use]
pub fn fractions(n: usize, seed: u64) -> Vec<f64> {
    let mut numbers = Numbers::new(seed);
    (0..n).map(|_| 0.5 + 0.5 * numbers.number()).collect()
}

/// The same as an array.
#[must_use]
pub fn array_of_fractions<const N: usize>(seed: u64) -> [f64; N] {
    let mut numbers = Numbers::new(seed);
    std::array::from_fn(|_| 0.5 + 0.5 * numbers.number())
}
