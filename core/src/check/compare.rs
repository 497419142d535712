//! Compares two derivatives of the same function along directions that together reach every coordinate.
//!
//! The coordinates are split into groups of neighbours, one group for each probe; few coordinates give groups of one. A
//! group is probed along a random combination of its coordinates. The worst group is then halved for as long as one
//! half disagrees by itself, which finds the wrong entry among a million in twenty more probes.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::differences::Slope;
use super::mismatch::Agreement;
use super::random::Random;

/// The largest disagreement.
pub(super) struct Disagreement {
    /// The coordinates.
    pub(super) range: Range<usize>,
    /// The direction that shows it.
    pub(super) direction: Vec<f64>,
    pub(super) found: f64,
    pub(super) expected: f64,
    /// How far `expected` itself may be off.
    pub(super) uncertainty: f64,
    /// Relative error and what was allowed.
    pub(super) error: f64,
    pub(super) tolerance: f64,
    /// How many of the probes disagree.
    pub(super) failed: usize,
    pub(super) compared: usize,
}

/// One comparison along one direction.
struct Probe {
    found: Slope,
    expected: Slope,
    error: f64,
    allowed: f64,
    scale: f64,
}

impl Probe {
    fn new(found: Slope, expected: Slope, tolerance: f64) -> Self {
        let scale = found.scale.max(expected.scale);
        let allowed = tolerance * scale + found.noise + expected.noise;
        Self { found, expected, error: (found.value - expected.value).abs(), allowed, scale }
    }

    /// The error as a share of its tolerance. A share above 1 is a disagreement, and so is an error that is not finite.
    fn share(&self) -> f64 {
        if self.error == 0.0 {
            0.0
        } else if self.error.is_finite() {
            self.error / self.allowed
        } else {
            f64::INFINITY
        }
    }

    fn relative(&self) -> f64 {
        if self.error == 0.0 { 0.0 } else { self.error / self.scale }
    }
}

/// Compares the derivatives `found` and `expected` along directions, within a relative `tolerance`.
///
/// `origin` is the point: a coordinate `x` changes in proportion to `max(|x|, 1)`.
pub(super) fn compare(
    origin: &[f64],
    probes: usize,
    random: &mut Random,
    tolerance: f64,
    found: &mut dyn FnMut(&[f64]) -> Slope,
    expected: &mut dyn FnMut(&[f64]) -> Slope,
) -> Result<Agreement, Disagreement> {
    let weights: Vec<f64> = origin.iter().map(|x| random.weight() * x.abs().max(1.0)).collect();
    let direction = |range: &Range<usize>| {
        let mut direction = vec![0.0; origin.len()];
        match range.len() {
            1 => direction[range.start] = origin[range.start].abs().max(1.0),
            _ => direction[range.clone()].copy_from_slice(&weights[range.clone()]),
        }
        direction
    };
    let mut probe = |range: &Range<usize>| {
        let direction = direction(range);
        Probe::new(found(&direction), expected(&direction), tolerance)
    };

    let groups = origin.len().min(probes);
    let mut agreement = Agreement { compared: groups, error: 0.0, margin: 0.0 };
    let (mut failed, mut worst) = (0, None);
    for group in 0..groups {
        let range = group * origin.len() / groups..(group + 1) * origin.len() / groups;
        let probe = probe(&range);
        let share = probe.share();
        agreement.error = agreement.error.max(probe.relative());
        agreement.margin = agreement.margin.max(share);
        if share > 1.0 {
            failed += 1;
            // The first among equals.
            if worst.as_ref().is_none_or(|(_, other): &(_, Probe)| share > 1.01 * other.share()) {
                worst = Some((range, probe));
            }
        }
    }
    let Some((mut range, mut worst)) = worst else { return Ok(agreement) };
    while range.len() > 1 {
        let middle = range.start.midpoint(range.end);
        let halves = [range.start..middle, middle..range.end].map(|half| (probe(&half), half));
        let [left, right] = halves;
        let (half, half_range) = if left.0.share() >= right.0.share() { left } else { right };
        if half.share() <= 1.0 {
            break;
        }
        (worst, range) = (half, half_range);
    }
    let direction = direction(&range);
    let unit = if range.len() == 1 { direction[range.start] } else { 1.0 };
    Err(Disagreement {
        found: worst.found.value / unit,
        expected: worst.expected.value / unit,
        uncertainty: worst.expected.uncertainty / unit,
        error: worst.relative(),
        tolerance: worst.allowed / worst.scale,
        range,
        direction,
        failed,
        compared: groups,
    })
}
