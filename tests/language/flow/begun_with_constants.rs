//! Variables that begin as a constant of a number type: they are numbers.

use cotangent::prelude::*;

const X: [f64; 6] = [0.7, -1.3, 0.4, 1.9, 1.2, -0.2];

keeping! {
    highest(X) keeps 14;
    lowest(X, X) keeps 14;
    highest_of_pairs(X) keeps 4;
    least_of_all(X) keeps 21;
    small(X) keeps 2;
    replaced(X) keeps 10;
    of_a_branch(X, X) keeps 2;
    two_of_them(X) keeps 15;
    never_reached(X) keeps 0;
}

#[differentiable]
fn highest(x: &[f64; 6]) -> f64 {
    let mut most = f64::NEG_INFINITY;
    for i in 0..6 {
        most = most.max(x[i] * x[i]);
    }
    most * most
}

#[differentiable]
fn lowest(x: &[f64; 6], y: &[f64; 6]) -> f64 {
    let mut least = f64::INFINITY;
    for v in x {
        let d = (v - y[2] - 0.1) * (v - y[2] - 0.1);
        if d < least {
            least = d;
        }
    }
    least.sqrt()
}

#[differentiable]
fn highest_of_pairs(x: &[f64; 6]) -> f64 {
    let mut sum = 0.0;
    for i in 0..3 {
        let mut most = f64::NEG_INFINITY;
        for j in 0..2 {
            most = most.max(x[2 * i + j]);
        }
        sum += most * most;
    }
    sum
}

#[differentiable]
fn least_of_all(x: &[f64; 6]) -> f64 {
    let mut most = -f64::MAX;
    let mut least = f64::MAX;
    for v in x {
        most = v.max(most);
        least = v.min(least);
    }
    most * least
}

#[differentiable]
fn small(x: &[f64; 6]) -> f64 {
    let mut sum = f64::EPSILON;
    for i in 0..6 {
        sum += x[i] * x[i];
    }
    sum.ln()
}

#[differentiable]
fn replaced(x: &[f64; 6]) -> f64 {
    let mut before = f64::NAN;
    let mut sum = 0.0;
    for i in 0..6 {
        if i > 0 {
            sum += before * x[i];
        }
        before = x[i] * x[i];
    }
    sum
}

#[differentiable]
fn of_a_branch(x: &[f64; 6], y: &[f64; 6]) -> f64 {
    let mut bound = f64::INFINITY;
    if y[0] > 0.0 {
        bound = y[4] * x[0];
    }
    let mut sum = 0.0;
    for v in x {
        sum += v.min(bound) * y[3];
    }
    sum
}

#[differentiable]
fn two_of_them(x: &[f64; 6]) -> f64 {
    let (mut most, mut next) = (f64::MIN, f64::MIN);
    for i in 0..6 {
        if x[i] > most {
            next = most;
            most = x[i];
        } else if x[i] > next {
            next = x[i];
        }
    }
    most * most * next
}

#[differentiable]
fn never_reached(x: &[f64; 6]) -> f64 {
    let mut bound = f64::MIN_POSITIVE;
    for i in 6..6 {
        bound = x[i];
    }
    bound * 0.0 + x[1] * x[2]
}

#[differentiable]
fn single(x: &[f32; 3]) -> f32 {
    let mut most = f32::NEG_INFINITY;
    for i in 0..3 {
        most = most.max(x[i]);
    }
    most * most
}

#[test]
fn of_single_numbers() {
    assert_eq!(single::value_and_grad(&[0.5, 1.5, -2.0]), (2.25, [0.0, 3.0, 0.0]));
}

/// Other constants of the types have other types, and so may those of other paths.
mod others {
    pub struct Bounds;

    impl Bounds {
        pub const MAX: f32 = 2.5;
    }
}

#[differentiable]
fn counted(x: &[f64; 6]) -> f64 {
    let mut digits = f64::DIGITS;
    let mut bound = others::Bounds::MAX;
    let mut product = 1.0;
    for i in 0..6 {
        if digits > 12 {
            product *= x[i];
        }
        digits -= 1;
        bound *= 0.5;
    }
    if bound < 1.0 { product } else { product * product }
}

#[test]
fn other_constants() {
    counted::at(&X).check().unwrap();
}
