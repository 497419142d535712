//! Sums of cotangents over a loop, in eight parts.

use cotangent::prelude::*;

/// The cotangent of `w[i]` is a sum over `j`.
#[differentiable]
fn products(w: &[f64; 3], x: &[f64; 20], n: usize) -> f64 {
    let mut y = [0.0; 20];
    for i in 0..3 {
        for j in 0..n {
            y[j] += w[i] * x[j];
        }
    }
    let mut total = 0.0;
    for j in 0..n {
        total += y[j] * y[j];
    }
    total
}

/// Two sums, over an inclusive range of another type of index, with steps that depend on each other.
#[differentiable]
fn steps(w: &[f64; 3], x: &[f64; 20], n: usize) -> f64 {
    let mut y = [0.1; 21];
    for j in 1_i32..=n as i32 {
        y[j as usize] = w[0] * x[j as usize - 1] - y[j as usize - 1] * 0.5 + w[1];
    }
    let mut total = 0.0;
    for j in 0..20 {
        total += y[j] * y[j] * w[2];
    }
    total
}

/// A loop down, whose reverse half goes up.
#[differentiable]
fn down(w: &[f64; 3], x: &[f64; 20], n: usize) -> f64 {
    let mut y = [0.0; 20];
    for j in (0..n).rev() {
        y[j] += w[0] * x[j] + w[1];
    }
    let mut total = 0.0;
    for j in 0..20 {
        total += y[j] * y[j] * w[2];
    }
    total
}

/// An iteration adds to `x[j]` twice.
#[differentiable]
fn twice(w: &[f64; 3], x: &[f64; 20], n: usize) -> f64 {
    let (mut y, mut z) = ([0.0; 20], [0.0; 20]);
    for i in 0..3 {
        for j in 0..n {
            y[j] += w[i] * x[j];
            z[i] += x[j] * w[2];
        }
    }
    let mut total = 0.0;
    for j in 0..20 {
        total += y[j] * z[j] + z[j] * z[j];
    }
    total
}

const W: [f64; 3] = [0.7, -1.3, 0.4];

fn numbers() -> [f64; 20] {
    std::array::from_fn(|i| (i as f64 + 0.5).sin())
}

#[test]
fn the_gradients() {
    macro_rules! follow {
        ($($f:ident)*) => {$(
            for n in 0..=20 {
                cotangent::check::gradient(
                    |(w, x): &([f64; 3], [f64; 20])| $f(w, x, n),
                    |(w, x)| both_modes!($f(w, x, n)),
                    (W, numbers()),
                )
                .unwrap_or_else(|mismatch| panic!("{} of {n}: {mismatch}", stringify!($f)));
            }
        )*};
    }
    follow!(products steps down twice);
}

#[test]
fn the_parts_are_the_same_everywhere() {
    let x = numbers();
    let y: [f64; 20] = std::array::from_fn(|j| W[2] * x[j] + (W[0] * x[j] + W[1] * x[j]));
    let terms: [f64; 20] = std::array::from_fn(|j| (y[j] + y[j]) * x[j]);
    let [a, b, c, d, e, f, g, h]: [f64; 8] = std::array::from_fn(|lane| terms[8 + lane] + terms[lane]);
    let rest = terms[19] + terms[18] + terms[17] + terms[16];
    let (_, (w_bar, _)) = products::value_and_grad(&W, &x, 20);
    assert_eq!(w_bar[1], rest + (((a + e) + (c + g)) + ((b + f) + (d + h))));
}
