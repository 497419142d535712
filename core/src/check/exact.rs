//! What must hold without any tolerance for differences: equal results, and cotangents that add up.

use alloc::vec::Vec;

use super::Checker;
use super::coordinates::{Root, epsilon, place, read};
use super::function::{rounding, with_coordinates};
use super::mismatch::{Law, Mismatch};
use crate::differentiable::Tangent;
use crate::leaves::Leaves;

/// Two values that must be equal: bit by bit, but for [`Law::Value`] up to rounding.
pub(super) fn same<X: Leaves>(law: Law, root: Root, found: &X, expected: &X) -> Result<(), Mismatch> {
    let tolerance = if law == Law::Value { rounding(epsilon(expected)) } else { 0.0 };
    let size = largest(&read(expected));
    equal(law, root, expected, &read(found), &read(expected), tolerance, size)
}

impl Checker {
    /// `add` must add to what it is given: to zero, to random numbers, and twice in a row.
    pub(super) fn accumulation<C: Tangent + Leaves>(
        &self,
        root: Root,
        epsilon: f64,
        mut add: impl FnMut(&mut C),
    ) -> Result<(), Mismatch> {
        let mut once = C::zero();
        add(&mut once);
        let once_numbers = read(&once);
        // As large as the cotangents, so that neither is lost in the other.
        let size = match largest(&once_numbers) {
            0.0 => 1.0,
            size => size,
        };
        let mut random = self.random();
        let start: Vec<f64> = once_numbers.iter().map(|_| random.weight() * size).collect();
        let mut sum = with_coordinates::<C>(&start);
        let start = read(&sum);
        for times in [1.0, 2.0] {
            add(&mut sum);
            let expected: Vec<f64> =
                start.iter().zip(&once_numbers).map(|(start, once)| start + times * once).collect();
            equal(Law::Accumulates, root, &once, &read(&sum), &expected, rounding(epsilon), 4.0 * size)?;
        }
        Ok(())
    }
}

/// Compares coordinate by coordinate, within `tolerance · max(size, |expected|)`. Two NaNs are equal.
pub(super) fn equal<X: Leaves>(
    law: Law,
    root: Root,
    names: &X,
    found: &[f64],
    expected: &[f64],
    tolerance: f64,
    size: f64,
) -> Result<(), Mismatch> {
    let error = |i: usize| {
        let (found, expected) = (found[i], expected[i]);
        let same = found == expected || found.is_nan() && expected.is_nan();
        if same { 0.0 } else { (found - expected).abs() / expected.abs().max(size) }
    };
    let wrong = |i: &usize| error(*i).is_nan() || error(*i) > tolerance;
    let count = expected.len();
    let failed = (0..count).filter(wrong).count();
    let Some(worst) = (0..count).filter(wrong).max_by(|i, j| error(*i).total_cmp(&error(*j))) else { return Ok(()) };
    Err(Mismatch {
        law,
        place: place(names, root, &(worst..worst + 1)),
        found: found[worst],
        expected: expected[worst],
        uncertainty: 0.0,
        error: error(worst),
        tolerance,
        failed,
        compared: count,
        kink: None,
    })
}

/// The largest finite size among the numbers.
pub(super) fn largest(numbers: &[f64]) -> f64 {
    numbers.iter().map(|x| x.abs()).filter(|x| x.is_finite()).fold(0.0, f64::max)
}
