//! Parts of tables whose ends change, and lists as slices.

use cotangent::prelude::*;

const TABLE: [f64; 6] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
static WEIGHTS: &[f64] = &[0.5, 0.25, 2.0, 1.0];

#[differentiable]
fn polynomial(c: &[f64], x: f64) -> f64 {
    c.iter().rev().fold(0.0, |sum, c| sum * x + c)
}

#[derive(Differentiable, Clone)]
struct Scaled {
    k: f64,
}

#[differentiable]
impl Scaled {
    fn sum(&self, c: &[f64]) -> f64 {
        c.iter().map(|c| c * self.k * self.k).sum()
    }
}

#[differentiable]
fn by_parts(x: f64) -> f64 {
    let scaled = Scaled { k: x };
    let mut from = 0;
    let mut s = 0.0;
    while from < 3 {
        s += polynomial(&TABLE[from..], x) * polynomial(&WEIGHTS[..=from], s * 0.1);
        if from == 1 {
            s += scaled.sum(&TABLE[from..from + 2]);
        }
        from += 1;
    }
    let mut last = 4;
    last -= 1;
    s + polynomial(&TABLE[last..], x)
}

#[test]
fn parts_of_tables_with_ends_that_change() {
    by_parts::at(0.5).check().unwrap();
}

#[differentiable]
fn scale(c: &mut [f64], x: f64) {
    for c in c {
        *c *= x;
    }
}

#[differentiable]
fn as_slices(x: &Vec<f64>, y: f64) -> f64 {
    let s = x.as_slice();
    let mut z = x.clone();
    scale(z.as_mut_slice(), y);
    let sum: f64 = x.as_slice().iter().sum();
    polynomial(x.as_slice(), y) + s[0] * s[1] + sum + z[0] * z[1] + polynomial(&z.as_slice()[1..], y)
}

#[test]
fn lists_as_slices() {
    as_slices::at(&vec![1.0, 2.0, 3.0], 0.5).check().unwrap();
}

/// A state that begins as `None`.
#[differentiable]
fn exponential_average(data: &[f64], period: usize) -> f64 {
    let k = 2.0 / (period as f64 + 1.0);
    let mut previous: Option<f64> = None;
    let mut sum = 0.0;
    for &x in data {
        let value = match previous {
            None => x,
            Some(p) => x * k + p * (1.0 - k) - 0.1 * p * k,
        };
        sum += value * value;
        previous = Some(value);
    }
    sum
}

#[test]
fn a_state_that_begins_as_none() {
    exponential_average::at(&[1.0, 2.0, 1.5, 3.0][..], 3).check().unwrap();
}
