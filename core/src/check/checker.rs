//! The settings of a check.

/// The settings of a check; [`gradient`](super::gradient) and the other functions use [`Checker::new`].
///
/// ```
/// use cotangent::check::Checker;
///
/// // A function with noise in the eighth digit.
/// let noisy = |x: &f64| x * x * (1.0 + 1e-8 * (1e9 * x).sin());
/// Checker::new().tolerance(1e-3).gradient(noisy, |x| (noisy(x), 2.0 * x), 1.3)?;
/// # Ok::<(), cotangent::check::Mismatch>(())
/// ```
#[derive(Clone, Debug)]
pub struct Checker {
    pub(super) tolerance: Option<f64>,
    pub(super) probes: usize,
    pub(super) seed: u64,
    pub(super) differences: bool,
}

impl Default for Checker {
    fn default() -> Self {
        Self::new()
    }
}

impl Checker {
    /// The usual tolerances, at most 64 probes.
    #[must_use]
    pub const fn new() -> Self {
        Self { tolerance: None, probes: 64, seed: 0, differences: true }
    }

    /// The relative tolerance against finite differences.
    #[must_use]
    pub const fn tolerance(mut self, tolerance: f64) -> Self {
        self.tolerance = Some(tolerance);
        self
    }

    /// The number of directions to compare along, at least 1. With as many directions as coordinates, each coordinate
    /// is checked by itself.
    #[must_use]
    pub const fn probes(mut self, probes: usize) -> Self {
        self.probes = if probes == 0 { 1 } else { probes };
        self
    }

    /// Starts another sequence of random seeds and directions.
    #[must_use]
    pub const fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Leaves out the finite differences in the check of a rule: at a kink, or if its derivative differs from that of
    /// its value on purpose.
    #[must_use]
    pub const fn without_differences(mut self) -> Self {
        self.differences = false;
        self
    }
}
