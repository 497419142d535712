//! Sums that reverse mode introduces, in parts.
//!
//! In one sum each addition waits for the one before it, and the compiler must keep their order. The user did not write these sums, so
//! their order is ours: eight parts on every target, so that all targets agree to the bit.

use super::ranges::Positions;
use crate::differentiable::Tangent;

/// How many there are.
pub(super) const PARTS: usize = 8;

/// What is collected at once is not larger: the parts are to be in registers.
const LARGEST: usize = 64;

/// Some sums, a list `(a, (b, ()))`.
pub trait Sums: Clone {
    /// `self += other`, each.
    fn add(&mut self, other: &Self);
}

impl Sums for () {
    #[inline(always)]
    fn add(&mut self, (): &()) {}
}

impl<A: Tangent, R: Sums> Sums for (A, R) {
    #[inline(always)]
    fn add(&mut self, other: &Self) {
        self.0.accumulate(&other.0);
        self.1.add(&other.1);
    }
}

/// Runs a loop backwards. Each iteration adds to sums, which begin as `zero`; it takes the part that it adds to, and returns it.
#[inline(always)]
#[expect(clippy::needless_pass_by_value, reason = "generated code writes them in place")]
pub fn in_parts<R: Positions, S: Sums>(range: R, zero: S, mut each: impl FnMut(R::Number, S) -> S) -> S {
    let count = range.count_of();
    let whole = if size_of::<S>() > LARGEST { 0 } else { count / PARTS };
    let mut sums = zero.clone();
    for position in (whole * PARTS..count).rev() {
        sums = each(range.at(position), sums);
    }
    if whole > 0 {
        let mut parts: [S; PARTS] = core::array::from_fn(|_| zero.clone());
        for part in (0..whole).rev() {
            for lane in (0..PARTS).rev() {
                parts[lane] = each(range.at(part * PARTS + lane), parts[lane].clone());
            }
        }
        sums.add(&total(parts));
    }
    sums
}

/// The sum of the parts.
#[inline(always)]
pub(super) fn total<S: Sums>(mut parts: [S; PARTS]) -> S {
    let mut width = PARTS / 2;
    while width > 0 {
        for lane in 0..width {
            let (low, high) = parts.split_at_mut(width);
            low[lane].add(&high[lane]);
        }
        width /= 2;
    }
    parts[0].clone()
}

#[cfg(test)]
mod tests {
    use super::in_parts;

    #[test]
    fn every_number_of_the_range_comes_once_and_backwards() {
        for count in [0, 1, 7, 8, 9, 16, 50_i32] {
            let (mut seen, mut next) = ([0; 50], 0);
            let (sum, (square, ())) = in_parts(3..3 + count, (-0.0_f64, (-0.0_f64, ())), |i, (sum, (square, ()))| {
                seen[next] = i;
                next += 1;
                (sum + f64::from(i), (square + f64::from(i * i), ()))
            });
            assert!(seen[..next].iter().copied().eq((3..3 + count).rev()));
            assert_eq!(sum, (3..3 + count).map(f64::from).sum::<f64>());
            assert_eq!(square, (3..3 + count).map(|i| f64::from(i * i)).sum::<f64>());
        }
    }

    #[test]
    fn the_order_is_that_of_eight_parts() {
        #[expect(clippy::cast_precision_loss, reason = "small")]
        let x: [f64; 19] = core::array::from_fn(|i| 1.0 / (i as f64 + 0.7));
        let lane = |i: usize| x[8 + i] + x[i];
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| lane(i) + lane(i + 4));
        let (sum, ()) = in_parts(0..19_usize, (-0.0_f64, ()), |i, (sum, ())| (sum + x[i], ()));
        assert_eq!(sum, (x[18] + x[17] + x[16]) + ((a + c) + (b + d)));
    }
}
