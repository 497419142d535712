//! GradBench's `det`: a determinant by recursive expansion along the first row.

use cotangent::prelude::*;

/// The determinant of the rows from `row` on, without the columns whose bit is set in `used`.
#[differentiable]
#[must_use]
pub fn minor<const L: usize>(a: &[[f64; L]; L], row: usize, used: u32) -> f64 {
    if row == L {
        return 1.0;
    }
    let mut sum = 0.0;
    let mut sign = 1.0;
    for column in 0..L {
        if used >> column & 1 == 0 {
            sum += sign * a[row][column] * minor(a, row + 1, used | 1 << column);
            sign = -sign;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::super::reference::{Reference, assert_close};
    use super::*;

    #[test]
    fn references() {
        let reference = Reference::new(include_str!("data/gb_det_l5_ref.txt"));
        let mut a = [[0.0; 5]; 5];
        a.as_flattened_mut().copy_from_slice(&reference.get("A"));
        let (value, gradient) = minor::value_and_grad(&a, 0, 0);
        assert_close("value", &[value], &reference.get("objective"));
        assert_close("gradient", gradient.as_flattened(), &reference.get("grad"));
    }
}
