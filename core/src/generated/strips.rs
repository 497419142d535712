//! Loops backwards that are put off until the loop around them has come to eight neighbours, for which they run at once.
//!
//! Through a matrix by columns a loop goes from line to line of memory; eight columns at once are beside each other. The sums that reverse
//! mode introduces there are collected in eight parts, on every target.

use super::parts::{PARTS, Sums, total};
use super::ranges::{Positions, WholeNumber};

/// With fewer iterations a loop goes through little memory.
const LEAST: usize = 2 * PARTS;

/// What a loop that is put off reads of each iteration of the loop around it; `UP`: whether the index of that loop goes up.
#[derive(Debug)]
pub struct Later<I, V, const UP: bool> {
    values: [V; PARTS],
    /// How many iterations there are.
    count: usize,
    /// How many are still put off: the last ones are not, if they are less than eight.
    ahead: usize,
    /// The highest index at which eight neighbours begin: with it the compiler knows that all eight are in the range.
    highest: I,
}

/// Eight neighbours.
#[derive(Debug)]
pub struct Eight<I, V> {
    first: I,
    values: [V; PARTS],
}

impl<I: WholeNumber, V: Copy, const UP: bool> Later<I, V, UP> {
    /// For a loop over a range.
    #[inline(always)]
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "generated code writes it in place")]
    pub fn new(range: impl Positions<Number = I>, zero: V) -> Self {
        let count = range.count_of();
        let ahead = if count < LEAST { 0 } else { count / PARTS * PARTS };
        Self { values: [zero; PARTS], count: 0, ahead, highest: range.at(count.saturating_sub(PARTS)) }
    }

    /// Whether this iteration is put off.
    #[inline(always)]
    pub fn takes(&self) -> bool {
        self.count < self.ahead
    }

    /// Puts an iteration off. Gives eight of them when they are there.
    #[inline(always)]
    pub fn put_off(&mut self, index: I, values: V) -> Option<Eight<I, V>> {
        let lane = self.count % PARTS;
        self.values[if UP { lane } else { PARTS - 1 - lane }] = values;
        self.count += 1;
        if lane + 1 < PARTS {
            return None;
        }
        let first = if UP { index.back(PARTS - 1) } else { index };
        assert!(first <= self.highest, "eight neighbours are in the range of their loop");
        Some(Eight { first, values: self.values })
    }
}

impl<I: WholeNumber, V: Copy> Eight<I, V> {
    /// Runs for all eight. Each adds to sums, which begin as `zero`.
    #[inline(always)]
    #[expect(clippy::needless_pass_by_value, reason = "generated code writes them in place")]
    pub fn all<S: Sums>(&self, zero: S, mut each: impl FnMut(I, V, S) -> S) -> S {
        let mut parts: [S; PARTS] = core::array::from_fn(|_| zero.clone());
        for lane in (0..PARTS).rev() {
            parts[lane] = each(self.first.ahead(lane), self.values[lane], parts[lane].clone());
        }
        total(parts)
    }
}

#[cfg(test)]
mod tests {
    use super::Later;

    const MOST: usize = 50;

    fn runs<const UP: bool>(count: i32) {
        let value_at = |index: i32| 0.3 * f64::from(index * index);
        let mut later = Later::<i32, f64, UP>::new(3..3 + count, 0.0);
        let (mut times, mut sum) = ([0; MOST], -0.0);
        let mut each = |index: i32, value: f64, (sum, ()): (f64, ())| {
            assert_eq!(value, value_at(index));
            times[usize::try_from(index - 3).expect("an index of the loop")] += 1;
            (sum + value, ())
        };
        for i in 0..count {
            let index = if UP { 3 + i } else { 2 + count - i };
            if !later.takes() {
                sum = each(index, value_at(index), (sum, ())).0;
            } else if let Some(eight) = later.put_off(index, value_at(index)) {
                sum += eight.all((-0.0, ()), &mut each).0;
            }
        }
        assert!((0..).zip(times).all(|(i, times)| times == i32::from(i < count)));
        let expected: f64 = (3..3 + count).map(value_at).sum();
        assert!((sum - expected).abs() < 1e-9, "{sum} {expected}");
    }

    #[test]
    fn every_iteration_runs_once_with_its_value() {
        for count in [0, 1, 8, 15, 16, 17, 50] {
            runs::<true>(count);
            runs::<false>(count);
        }
    }

    #[test]
    fn the_sums_are_in_eight_parts() {
        let mut later = Later::<usize, f64, true>::new(0..16, 0.0);
        let x: [f64; 8] = core::array::from_fn(|i| 1.0 / (f64::from(u8::try_from(i).expect("small")) + 0.7));
        let eight = (0..8).find_map(|i| later.put_off(i, x[i])).expect("eight");
        let (sum, ()) = eight.all((-0.0, ()), |_, value, (sum, ())| (sum + value, ()));
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| x[i] + x[i + 4]);
        assert_eq!(sum, (a + c) + (b + d));
    }
}
