//! Calls of other differentiable functions.

use cotangent::prelude::*;

mod library {
    use cotangent::prelude::*;

    #[differentiable]
    pub fn cube(x: f64) -> f64 {
        x * x * x
    }

    pub mod deep {
        use cotangent::prelude::*;

        #[differentiable]
        pub(crate) fn scale<const N: usize>(x: &[f64; 2], by: f64, times: usize) -> f64 {
            let n = N as f64;
            (x[0] - x[1]) * by * n * times as f64
        }
    }
}
use library::cube;

#[differentiable]
fn chained(x: f64, y: f64) -> f64 {
    cube(cube(x) * y) + library::cube(y)
}

#[test]
fn nested_calls() {
    // x⁹ y³ + y³
    assert_eq!(both_modes!(chained(1.0, 2.0)), (16.0, (72.0, 24.0)));
}

#[differentiable]
fn same_twice(x: f64) -> f64 {
    product(x, x) + product(x * 2.0, 3.0)
}

#[differentiable]
fn product(a: f64, b: f64) -> f64 {
    a * b
}

#[test]
fn the_same_argument_twice() {
    assert_eq!(both_modes!(same_twice(5.0)), (55.0, 16.0));
}

#[differentiable]
fn turbofish(x: f64) -> f64 {
    let pair = [x * x, x];
    library::deep::scale::<3>(&pair, x, 2)
}

#[test]
fn paths_generics_and_constants() {
    // (x² - x) · x · 6
    assert_eq!(both_modes!(turbofish(2.0)), (24.0, 48.0));
}

#[differentiable]
fn by_reference(x: &f64) -> f64 {
    *x * *x * cube(*x)
}

#[test]
fn references_to_numbers() {
    assert_eq!(both_modes!(by_reference(&2.0)), (32.0, 80.0));
}

#[differentiable]
fn deep(x: f64) -> f64 {
    let a = cube(x);
    let b = if a > 1.0 { cube(a) } else { a };
    cube(b)
}

#[test]
fn calls_in_branches() {
    assert_eq!(both_modes!(deep(1.0)), (1.0, 9.0));
    let (value, slope) = both_modes!(deep(1.5_f64));
    assert_eq!(value, 1.5_f64.powi(27));
    assert!((slope - 27.0 * 1.5_f64.powi(26)).abs() < 1e-12 * slope);
}

fn not_differentiable(n: usize) -> f64 {
    n as f64
}

#[differentiable]
fn constant_calls(x: f64, n: usize) -> f64 {
    let k = not_differentiable(n) + f64::from(3_u8).sqrt().max(0.0);
    x * k * not_differentiable(n + 1)
}

#[test]
fn any_function_may_be_called_on_constants() {
    let k = 2.0 + 3.0_f64.sqrt();
    assert_eq!(both_modes!(constant_calls(2.0, 2)), (2.0 * k * 3.0, k * 3.0));
}

#[differentiable]
fn ahead(a: &[f64; 3], #[constant] h: f64, b: [f64; 3]) -> [f64; 3] {
    let sum: [f64; 3] = std::array::from_fn(|i| a[i] + h * b[i]);
    sum
}

#[differentiable]
fn two_steps(x: f64, h: f64) -> f64 {
    let y = ahead(&[x, x, 2.0 * x], stop_gradient(h) - 5.0, [h, x, x]);
    let z = ahead(&y, 3.0, y);
    z[0] * 0.5 + z[1] + z[2]
}

#[test]
fn what_a_function_does_not_read_its_callers_do_not_keep() {
    // y = (x + 2h, 3x, 4x), z = 4y
    assert_eq!(both_modes!(two_steps(5.0, 7.0)), (2.0 * 19.0 + 60.0 + 80.0, (30.0, 4.0)));
    let tag = usize::from(cfg!(debug_assertions));
    assert_eq!(two_steps::tape_words(), tag + 1, "the constant, which is read");
}

#[differentiable]
fn halve_or_add(x: &mut [f64; 2]) {
    if x[0] > 1.0 {
        x[0] *= 0.5;
    } else {
        x[1] += 1.0;
    }
}

#[differentiable]
fn one_of_them(x: &mut [f64; 2], k: usize) {
    match k {
        0 => x[0] *= x[1],
        _ => {
            x[1] *= x[0];
        }
    }
}

#[differentiable]
fn squared(squared: f64) -> f64 {
    squared * squared
}

#[differentiable]
fn without_a_value(m: f64, s: f64) -> f64 {
    let mut a = [m, s];
    halve_or_add(&mut a);
    one_of_them(&mut a, 0);
    one_of_them(&mut a, 1);
    let mut t = m;
    let mut add = |v: f64| {
        t += v;
    };
    add(s);
    add(m * s);
    let mut scale = |v: f64| {
        t *= v;
        t
    };
    scale(s);
    a[0] * a[1] * squared(t)
}

#[test]
fn functions_and_closures_without_a_value() {
    follows!(without_a_value);
}
