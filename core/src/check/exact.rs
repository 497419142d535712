//! Laws without a tolerance for differences: equal results, and cotangents that are added.

use alloc::vec::Vec;

use super::Checker;
use super::coordinates::{Part, place, tangent_of};
use super::function::rounding;
use super::mismatch::{Law, Mismatch};
use crate::differentiable::{Ct, Differentiable};
use crate::leaves::Leaves;
use crate::leaves::flat::read;

/// Two values that must be equal, bit by bit.
pub(super) fn same(law: Law, parts: &[Part], found: &[f64], expected: &[f64]) -> Result<(), Mismatch> {
    equal(law, parts, found, expected, 0.0, 0.0)
}

/// A value that must be that of the primal, up to rounding.
pub(super) fn value(parts: &[Part], found: &[f64], expected: &[f64], epsilon: f64) -> Result<(), Mismatch> {
    equal(Law::Value, parts, found, expected, rounding(epsilon), largest(expected))
}

/// The coordinates of cotangents, rounded to their types, before and after a contribution.
pub(super) type BeforeAfter = (Vec<f64>, Vec<f64>);

/// A call that adds to cotangents of a value, on their coordinates.
pub(super) fn adding<X: Differentiable<Tangent: Leaves>>(
    value: &X,
    mut add: impl FnMut(&mut Ct<X>),
) -> impl FnMut(&[f64]) -> BeforeAfter {
    move |start| {
        let mut bars = tangent_of(value, start);
        let start = read(&bars);
        add(&mut bars);
        (start, read(&bars))
    }
}

impl Checker {
    /// `add` must add to the initial cotangents: to zero, to random numbers, and twice in a row.
    pub(super) fn accumulation(
        &self,
        parts: &[Part],
        epsilon: f64,
        once: &[f64],
        add: &mut dyn FnMut(&[f64]) -> BeforeAfter,
    ) -> Result<(), Mismatch> {
        // As large as the cotangents, so that rounding hides neither.
        let size = match largest(once) {
            0.0 => 1.0,
            size => size,
        };
        let mut random = self.random();
        let start: Vec<f64> = once.iter().map(|_| random.weight() * size).collect();
        let (start, first) = add(&start);
        let (_, second) = add(&first);
        for (times, sum) in [(1.0, first), (2.0, second)] {
            let expected: Vec<f64> = start.iter().zip(once).map(|(start, once)| start + times * once).collect();
            equal(Law::Accumulates, parts, &sum, &expected, rounding(epsilon), 4.0 * size)?;
        }
        Ok(())
    }
}

/// Compares coordinate by coordinate, within `tolerance · max(size, |expected|)`. Two NaNs are equal.
pub(super) fn equal(
    law: Law,
    parts: &[Part],
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
        place: place(parts, &(worst..worst + 1)),
        found: found[worst],
        expected: expected[worst],
        uncertainty: 0.0,
        error: error(worst),
        tolerance,
        failed,
        compared: count,
        kink: None,
        lost: None,
        function: None,
    })
}

/// The largest finite absolute value among the numbers.
pub(super) fn largest(numbers: &[f64]) -> f64 {
    numbers.iter().map(|x| x.abs()).filter(|x| x.is_finite()).fold(0.0, f64::max)
}
