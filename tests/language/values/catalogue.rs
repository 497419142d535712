//! Rows of the catalogue of inputs (`ui-tests/tests/catalogue`) that no other family of tests has.

use std::panic::{AssertUnwindSafe, catch_unwind};

use cotangent::prelude::*;

#[differentiable]
fn of_many_types(x: f64, n: usize, flag: bool, letter: char, text: &str) -> f64 {
    if flag && text.len() > n && letter == 'a' { x * x } else { x }
}

#[test]
fn whole_numbers_flags_and_texts_have_no_gradient() {
    let gradient: f64 = of_many_types::grad(3.0, 1, true, 'a', "text");
    assert_eq!(gradient, 6.0);
    assert_eq!(both_modes!(of_many_types(3.0, 1, true, 'b', "text")), (3.0, 1.0));
}

#[differentiable]
fn unused(_: f64, x: f64, _y: [f64; 2]) -> f64 {
    x * x
}

#[test]
fn unused_parameters_have_a_zero_gradient() {
    assert_eq!(unused::grad(1.0, 3.0, [1.0, 2.0]), (0.0, 6.0, [0.0, 0.0]));
}

#[differentiable]
fn named<'a>(x: &'a [f64; 2], k: &'static f64, y: &f64) -> f64 {
    let first: &'a f64 = &x[0];
    first * x[1] * k * y
}

#[test]
fn lifetimes_may_be_named() {
    static TWO: f64 = 2.0;
    assert_eq!(named::grad(&[3.0, 5.0], &TWO, &7.0), ([70.0, 42.0], 105.0, 30.0));
}

#[differentiable]
fn rounded(x: f64) -> f64 {
    x.round() * x + x.floor() + x.rem_euclid(2.0)
}

#[test]
fn rounding_has_a_zero_gradient() {
    // round(1.25) x + 1 + (x mod 2)
    assert_eq!(both_modes!(rounded(1.25)), (3.5, 2.0));
}

#[differentiable]
fn by_paths(x: f64) -> f64 {
    use std::f64::consts;
    f64::powi(x, 2) * consts::PI + f64::mul_add(x, std::f64::consts::E, 1.0)
}

#[test]
fn functions_by_their_path_and_constants() {
    use std::f64::consts::{E, PI};
    assert_eq!(both_modes!(by_paths(3.0)), (9.0 * PI + 3.0_f64.mul_add(E, 1.0), 6.0 * PI + E));
}

mod log {
    /// The macro of a logger, as far as derived code is concerned.
    macro_rules! info {
        ($($text:tt)*) => {
            LINES.with(|lines| lines.borrow_mut().push(format!($($text)*)))
        };
    }
    pub(crate) use info;
}

thread_local! {
    static LINES: std::cell::RefCell<Vec<String>> = const { std::cell::RefCell::new(Vec::new()) };
}

#[differentiable]
fn shown(x: f64) -> f64 {
    log::info!("x = {x}");
    dbg!(x);
    let square = dbg!(x * x);
    dbg!(square * 3.0)
}

#[test]
fn values_are_shown_once_and_pass() {
    assert_eq!(shown::value_and_grad(2.0), (12.0, 12.0));
    // And once by the function itself, with which debug builds compare.
    let runs = if cfg!(debug_assertions) { 2 } else { 1 };
    assert_eq!(LINES.with(|lines| lines.borrow().clone()), vec!["x = 2"; runs]);
}

#[differentiable]
fn diverging(x: f64, n: usize) -> f64 {
    match n {
        0 => x * x,
        1 => todo!(),
        2 => unreachable!("{n}"),
        _ => panic!("no {n}"),
    }
}

#[test]
fn arms_may_stop_the_program() {
    assert_eq!(both_modes!(diverging(3.0, 0)), (9.0, 6.0));
    for n in 1..4 {
        assert!(catch_unwind(|| diverging::grad(3.0, n)).is_err());
    }
}

#[differentiable]
fn capturing(x: f64) -> f64 {
    let mut sum = 0.0;
    let mut add = |a: f64| sum += a * x;
    add(2.0);
    add(x);
    sum
}

#[test]
fn closures_may_change_what_they_capture() {
    // 2 x + x²
    assert_eq!(both_modes!(capturing(3.0)), (15.0, 8.0));
}

#[differentiable]
fn element(x: &[f64; 3], i: usize) -> f64 {
    x[i] * x[i]
}

#[test]
fn an_index_out_of_range_panics() {
    assert_eq!(both_modes!(element(&[1.0, 2.0, 3.0], 2)), (9.0, [0.0, 0.0, 6.0]));
    let failed = catch_unwind(AssertUnwindSafe(|| element::grad(&[1.0, 2.0, 3.0], 3)));
    let text = failed.unwrap_err().downcast_ref::<String>().cloned();
    assert_eq!(text.as_deref(), Some("index out of bounds: the len is 3 but the index is 3"));
}

#[differentiable]
fn product<const B: usize, const I: usize, const O: usize>(x: &Matrix<f64, B, I>, w: &Matrix<f64, I, O>) -> f64 {
    x.matmul(w).sum()
}

#[test]
fn dimensions_of_zero_one_and_primes() {
    fn gradients<const B: usize, const I: usize, const O: usize>() {
        let (value, (dx, dw)) =
            product::value_and_grad(&Matrix::<f64, B, I>::full(2.0), &Matrix::<f64, I, O>::full(3.0));
        assert_eq!(value, (B * I * O) as f64 * 6.0);
        assert_eq!(dx, Matrix::full(3.0 * O as f64));
        assert_eq!(dw, Matrix::full(2.0 * B as f64));
    }
    gradients::<0, 3, 2>();
    gradients::<2, 0, 2>();
    gradients::<2, 3, 0>();
    gradients::<1, 1, 1>();
    gradients::<7, 13, 5>();
}

#[differentiable]
fn last_blocks(x: f64) -> f64 {
    let y = { 2.0f64.sin() * x };
    {
        let z = y * y;
        z + 1.0
    }
}

#[test]
fn literals_have_methods_and_blocks_end_in_values() {
    let s = 2.0_f64.sin();
    assert_eq!(both_modes!(last_blocks(3.0)), (s * 3.0 * (s * 3.0) + 1.0, (s * 3.0 + s * 3.0) * s));
}
