//! `while let Some(x) = it.next()` whose body asks the iterator too.

use cotangent::prelude::*;

#[differentiable]
fn pairs(v: &[f64]) -> f64 {
    let mut sum = 0.0;
    let mut it = v.iter();
    while let Some(a) = it.next() {
        let b = it.next().unwrap();
        sum += a * b;
    }
    sum
}

#[differentiable]
fn in_each_other(v: &[f64]) -> f64 {
    let mut sum = 0.0;
    let mut it = v.iter();
    'outer: while let Some(a) = it.next() {
        if *a > 1.9 {
            continue;
        }
        sum += a * a;
        while let Some(b) = it.next() {
            if *b > 2.5 {
                continue 'outer;
            }
            sum *= b + a;
        }
    }
    sum
}

#[test]
fn gradients_agree_with_differences() {
    pairs::at(&[1.5, 2.0, 3.0, 1.0]).check().unwrap();
    pairs::at(&[]).check().unwrap();
    in_each_other::at(&[1.5, 2.0, 3.0, 1.0, 0.5, 2.2]).check().unwrap();
    in_each_other::at(&[1.5, 2.0, 3.0, 1.0, 0.5, 2.2]).check_hvp().unwrap();
}
