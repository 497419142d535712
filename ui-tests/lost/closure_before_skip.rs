// errors: 3
use cotangent::prelude::*;

#[differentiable]
fn cost(x: &[f64; 3]) -> f64 {
    let mut t = 1.0;
    let mut add = |v: f64| {
        t += v;
        t
    };
    x.iter().map(|v| add(*v)).skip(1).sum()
}

#[differentiable]
fn in_place(x: &[f64; 3], m: f64) -> f64 {
    let mut t = [m, 2.0];
    x.iter()
        .map(|v| {
            t.swap(0, 1);
            t[0] * v
        })
        .rev()
        .sum()
}

#[differentiable]
fn behind_a_name(x: &[f64; 3]) -> f64 {
    let mut t = 1.0;
    x.iter()
        .map(|v| {
            {
                let t = 2.0;
                let _ = t;
            }
            t += v;
            t * v
        })
        .step_by(2)
        .sum()
}

fn main() {}
