//! Derivatives from values alone: central differences over five points, with an adaptive step.
//!
//! `D(h) = (4 C(h) - C(2h)) / 3`, where `C(h) = (f(h) - f(-h)) / 2h`, uses `f` at `±h, ±2h` and is exact for
//! polynomials of degree 4. The step is halved, with two evaluations each time, until rounding costs more than halving
//! gains. The result is the `D` that differs least from the two before it. The first step cannot be too large: where
//! `f` is not finite, halving continues.

use alloc::vec::Vec;

use num_traits::Float;

/// `f` near the point: the coordinates after rounding to the number type, and the values there.
pub(super) struct Sample {
    pub(super) t: f64,
    pub(super) y: Vec<f64>,
}

/// The derivative along a line, from one source.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slope {
    pub(super) value: f64,
    /// The reference of a relative error.
    pub(super) scale: f64,
    /// The possible error of `value` from rounding alone.
    pub(super) noise: f64,
    /// The possible error of `value` in all.
    pub(super) uncertainty: f64,
}

/// `ε` to the power of `1/2ⁿ`.
pub(super) fn power(epsilon: f64, n: u32) -> f64 {
    (0..n).fold(epsilon, |x, _| Float::sqrt(x))
}

/// More halvings than any number type allows.
const HALVINGS: usize = 80;

/// Rounding of `u · f` in units in the last place: a handful of operations in `f` besides the final rounding.
const ULPS: f64 = 4.0;

/// The derivative of `u · f` at 0.
pub(super) fn five_point(f: &mut dyn FnMut(f64) -> Sample, u: &[f64], epsilon: f64) -> Slope {
    let mut h = power(epsilon, 3);
    let (mut magnitude, mut central, mut five, mut change) = (0.0_f64, f64::NAN, f64::NAN, f64::NAN);
    let mut best = Slope { value: f64::NAN, scale: 0.0, noise: 0.0, uncertainty: f64::INFINITY };
    for _ in 0..HALVINGS {
        let (left, right) = (f(-h), f(h));
        if right.t <= left.t {
            break;
        }
        let (rise, size) = difference(&left, &right, u);
        let (wider, wider_five, wider_change) = (central, five, change);
        central = rise / (right.t - left.t);
        five = (4.0 * central - wider) / 3.0;
        change = (five - wider_five).abs();
        if size.is_finite() {
            magnitude = magnitude.max(size);
        }
        let noise = ULPS * epsilon * magnitude / h;
        if noise >= best.uncertainty {
            break;
        }
        // Two changes, because one may be small by chance. NaN is preserved, and counts as smallest.
        let uncertainty = if change > wider_change { change } else { wider_change } + noise;
        if uncertainty < best.uncertainty && change.is_finite() {
            best = Slope { value: five, scale: five.abs(), noise, uncertainty };
        }
        h *= 0.5;
    }
    best
}

/// `u · f` on both sides of 0.
pub(super) struct Sides {
    /// The derivatives from the left and from the right, if they clearly disagree.
    pub(super) kink: Option<(f64, f64)>,
    /// The error of such a derivative from the noise of the values.
    pub(super) noise: f64,
}

/// Both derivatives, over three points each. The noise is estimated by fourth differences over five points, which
/// vanish for a smooth function and have 70 times the variance of a value (Moré and Wild, Estimating computational
/// noise, 2011).
pub(super) fn sides(f: &mut dyn FnMut(f64) -> Sample, u: &[f64], epsilon: f64) -> Sides {
    let h = power(epsilon, 2) * power(epsilon, 3);
    let origin = f(0.0);
    let mut size = 0.0;
    let mut side = |h: f64| {
        let samples = [1.0, 2.0, 3.0, 4.0, 5.0].map(|i| f(i * h));
        let rises = samples.each_ref().map(|sample| difference(&origin, sample, u).0);
        size = difference(&origin, &samples[0], u).1;
        let slope = 2.0 * rises[0] / (samples[0].t - origin.t) - rises[1] / (samples[1].t - origin.t);
        let [a, b, c, d, e] = rises;
        let noise = (a - 4.0 * b + 6.0 * c - 4.0 * d + e).abs() / (Float::sqrt(70.0) * h.abs());
        (slope, if noise.is_finite() { noise } else { 0.0 })
    };
    let ((left, noise_left), (right, noise_right)) = (side(-h), side(h));
    let (rounding, noise) = (16.0 * ULPS * epsilon * size / h, noise_left.max(noise_right));
    let apart = (left - right).abs();
    let kink = (apart > 0.01 * left.abs().max(right.abs()) + rounding + 8.0 * noise).then_some((left, right));
    Sides { kink, noise }
}

/// `u · (f(right) - f(left))`, and the size of its terms before rounding: their Euclidean norm, because the terms round
/// independently. Equal infinities have the difference 0.
fn difference(left: &Sample, right: &Sample, u: &[f64]) -> (f64, f64) {
    let (mut rise, mut size) = (0.0, 0.0);
    for ((l, r), u) in left.y.iter().zip(&right.y).zip(u) {
        if l != r {
            rise += u * (r - l);
        }
        if l != r || l.is_finite() {
            size = Float::hypot(size, u * l.abs().max(r.abs()));
        }
    }
    (rise, size)
}
