//! Sums of rows: several rows at once, so that the sums are not read and written for each row.

use super::elementwise::FEW;
use super::level::{self, Registers, Task};
use super::rolled;
use super::wide::Sum;
use crate::scalar::Element;

/// `sums += ` the sum of `rows`, each as long as `sums`.
#[inline]
pub(crate) fn add_rows<A: Sum, T: Element<Accumulator = A>>(rows: &[T], sums: &mut [A]) {
    if rows.len() < FEW { add(rows, sums) } else { level::run(AddRows, rows, (), sums) }
}

#[inline(always)]
fn add<A: Sum, T: Element<Accumulator = A>>(rows: &[T], sums: &mut [A]) {
    let n = sums.len();
    // Rows without numbers are an empty slice, which has no chunks.
    let fours = rows.chunks_exact(4 * n.max(1));
    let rest = fours.remainder();
    for four in fours {
        rolled();
        let (upper, lower) = four.split_at(2 * n);
        let ((a, b), (c, d)) = (upper.split_at(n), lower.split_at(n));
        for ((((sum, a), b), c), d) in sums.iter_mut().zip(a).zip(b).zip(c).zip(d) {
            rolled();
            *sum = *sum + ((a.widen() + b.widen()) + (c.widen() + d.widen()));
        }
    }
    for row in rest.chunks_exact(n.max(1)) {
        for (sum, x) in sums.iter_mut().zip(row) {
            rolled();
            *sum = *sum + x.widen();
        }
    }
}

/// [`add_rows`] for [`level::run`].
struct AddRows;

impl<A: Sum, T: Element<Accumulator = A>> Task<&[T], (), &mut [A]> for AddRows {
    type Output = ();
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn run<L: Registers>(self, rows: &[T], (): (), sums: &mut [A]) {
        add(rows, sums);
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::super::level::at;
    use super::super::level::tests::levels;
    use super::AddRows;

    /// Any number of rows of any length.
    #[test]
    fn rows_are_added_at_every_level() {
        for (rows, n) in (0..12).flat_map(|rows| (0..40).map(move |n| (rows, n))) {
            let numbers: Vec<i32> = (0..).map(|i| i * 37 % 101).take(rows * n).collect();
            let expected: Vec<i32> = (0..n).map(|j| 7 + (0..rows).map(|i| numbers[i * n + j]).sum::<i32>()).collect();
            for level in levels() {
                let mut sums: Vec<i32> = expected.iter().map(|_| 7).collect();
                at(level, AddRows, &numbers[..], (), &mut sums[..]);
                assert_eq!(sums, expected, "{rows} × {n}, {level:?}");
            }
        }
    }
}
