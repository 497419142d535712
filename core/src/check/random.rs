//! Reproducible random numbers for seeds and directions (`SplitMix64`): a failure is the same on every run and machine.

/// A generator; equal seeds give equal sequences.
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number with `½ ≤ |w| < 1`: never small, so that it hides no error, and a multiple of `2⁻¹⁰`, so exact in every
    /// type.
    pub(super) fn weight(&mut self) -> f64 {
        let bits = self.next();
        let digits = u16::try_from(bits >> 55).expect("nine bits");
        let size = 0.5 + f64::from(digits) / 1024.0;
        if bits & 1 == 0 { size } else { -size }
    }
}
