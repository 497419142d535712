//! `f::at(..).check()`: functions at their arguments.

use cotangent::check;
use cotangent::check::{CheckableFunction, Checker, Law, Mismatch};
use cotangent::prelude::*;

use super::caught;

#[derive(Differentiable, Clone)]
struct Model {
    w: Matrix<f64, 2, 3>,
    b: [f64; 2],
}

mod functions {
    use super::*;

    #[differentiable]
    pub fn loss(m: &Model, #[constant] x: &Vector<f64, 3>, scale: f64) -> f64 {
        let y = m.w.matmul(x);
        scale * ((y[[0]] + m.b[0]).sin() + (y[[1]] + m.b[1]).tanh())
    }

    #[differentiable]
    pub fn layer(m: &Model, #[constant] x: &Vector<f64, 3>) -> Vector<f64, 2> {
        m.w.matmul(x).tanh()
    }
}

fn model() -> Model {
    Model { w: tensor([[1.0, 2.0, -1.0], [0.5, -0.5, 3.0]]), b: [0.25, -0.5] }
}

#[test]
fn it_is_what_the_closures_are() -> Result<(), Mismatch> {
    let x = tensor([0.5, -1.0, 0.25]);
    let agreement = functions::loss::at(&model(), &x, 0.75).check()?;
    assert_eq!(agreement.compared, 9);
    let closures = check::gradient(
        |(m, scale)| functions::loss(m, &x, *scale),
        |(m, scale)| functions::loss::value_and_grad(m, &x, *scale),
        (model(), 0.75),
    )?;
    assert_eq!(agreement, closures);
    Ok(())
}

#[test]
fn results_of_any_type_and_settings() -> Result<(), Mismatch> {
    let (m, x) = (model(), tensor([0.5, -1.0, 0.25]));
    assert_eq!(functions::layer::at(&m, &x).check()?.compared, 8);
    assert_eq!(Checker::new().probes(2).check(functions::layer::at(&m, &x))?.compared, 2);
    Ok(())
}

#[differentiable]
fn power(x: f64, n: i32, #[constant] of: &str) -> f64 {
    x.powi(n) * if of.is_empty() { 1.0 } else { 2.0 }
}

#[differentiable]
fn energy<T: Real, const N: usize>(x: &[T; N], #[constant] k: T) -> T {
    let mut sum = T::lit(0.0);
    for i in 0..N {
        sum += k * x[i] * x[i];
    }
    sum
}

#[differentiable]
impl Model {
    fn sum(&self, by: f64) -> f64 {
        self.b[0] * self.b[1] * by.sin()
    }
}

/// Generic code checks any function.
fn agrees<F: CheckableFunction<A, Y>, A, Y: Differentiable>(at: At<F, A, Y>) {
    if let Err(wrong) = at.check() {
        panic!("{wrong}");
    }
}

fn agrees_for_any_length<const N: usize>(x: &[f64; N]) {
    agrees(energy::at(x, 0.5));
}

#[test]
fn constants_generic_functions_and_methods() {
    agrees(power::at(1.5, 3, "text"));
    agrees(energy::at(&[0.5_f32, -1.0], 2.0));
    agrees_for_any_length(&[1.0, -2.0, 3.0]);
    agrees(model().sum_at(0.7));
}

/// Of what is lent, what it becomes is a result.
#[differentiable]
fn rotated(at: &mut [f64; 2], by: f64, turns: &mut usize) {
    let (x, y) = (at[0], at[1]);
    at[0] = x * by.cos() - y * by.sin();
    at[1] = x * by.sin() + y * by.cos();
    *turns += 1;
}

#[differentiable]
fn filtered(signal: &mut [f64], weights: &[[f64; 2]]) -> f64 {
    let mut sum = 0.0;
    for i in 0..signal.len() {
        signal[i] = signal[i] * weights[i][0] + weights[i][1].sin();
        sum += signal[i] * signal[i];
    }
    sum
}

#[test]
fn slices_and_what_is_lent() -> Result<(), Mismatch> {
    let mut turns = 0;
    assert_eq!(rotated::at(&mut [1.0, 2.0], 0.3, &mut turns).check()?.compared, 3);
    // It worked on copies.
    assert_eq!(turns, 0);
    let mut signal = vec![1.0, -2.0];
    assert_eq!(filtered::at(&mut signal, &[[0.5, 1.0], [2.0, 0.1]]).check()?.compared, 6);
    assert_eq!(signal, [1.0, -2.0]);
    Ok(())
}

#[differentiable]
#[expect(clippy::ptr_arg, clippy::needless_pass_by_value, reason = "that is tested")]
fn listed(x: &Vec<f64>, w: Vec<f64>) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i] * w[i] * w[i];
    }
    sum
}

#[differentiable]
#[expect(clippy::ptr_arg, reason = "that is tested")]
fn squares<T: Real>(x: &Vec<T>) -> T {
    let mut sum = T::lit(0.0);
    for i in 0..x.len() {
        sum += x[i] * x[i];
    }
    sum
}

#[test]
fn lists() {
    assert_eq!(listed::at(&vec![1.0, 2.0], vec![3.0, 4.0]).value(), 41.0);
    agrees(listed::at(&vec![1.0, 2.0], vec![3.0, 4.0]));
    assert_eq!(squares::at(&vec![1.0, 2.0]).value(), 5.0);
    agrees(squares::at(&vec![1.0, 2.0]));
}

#[test]
fn an_element_of_a_slice_has_its_place() {
    #[differentiable]
    fn halved(x: &mut f64, pairs: &[[f64; 2]]) -> f64 {
        *x *= pairs[0][1];
        pairs[0][0] + stop_gradient(pairs[1][1])
    }
    let wrong = halved::at(&mut 2.0, &[[1.0, 2.0], [3.0, 4.0]]).check().unwrap_err();
    assert_eq!((wrong.place.as_str(), wrong.function), ("pairs[1, 1]", Some("halved")));
    assert!(wrong.to_string().starts_with("`halved`: the derivative of reverse mode differs"), "{wrong}");
}

#[test]
fn both_other_modes() -> Result<(), Mismatch> {
    let (m, x) = (model(), tensor([0.5, -1.0, 0.25]));
    assert_eq!(functions::layer::at(&m, &x).check_jvp()?.compared, 16);
    assert_eq!(functions::loss::at(&m, &x, 0.75).check_jvp()?.compared, 18);
    assert_eq!(functions::loss::at(&m, &x, 0.75).check_hvp()?.compared, 9);
    Ok(())
}

#[test]
fn both_other_modes_of_slices() -> Result<(), Mismatch> {
    #[differentiable]
    fn weighted(x: &[f64], scale: f64, pairs: &[[f64; 2]]) -> f64 {
        x.iter().map(|x| (x * scale).sin()).sum::<f64>() * pairs[0][1] * pairs[1][0]
    }
    #[differentiable]
    fn products(x: &[f64], y: &Vec<f64>) -> Vec<f64> {
        x.iter().zip(y).map(|(x, y)| x * y).collect()
    }
    let (x, pairs) = ([1.0, 0.5, 0.25], [[0.25, 0.5], [1.0, 1.25]]);
    assert_eq!(weighted::at(&x, 0.75, &pairs).check_jvp()?.compared, 16);
    assert_eq!(weighted::at(&x, 0.75, &pairs).check_hvp()?.compared, 8);
    assert_eq!(products::at(&x[..2], &vec![0.25, 0.75]).check_jvp()?.compared, 8);
    Ok(())
}

#[test]
fn a_mistake_in_forward_mode() {
    #[differentiable(vjp = square_vjp, jvp = square_jvp)]
    fn square(x: f64) -> f64 {
        x * x
    }
    #[differentiable]
    fn square_vjp(x: f64, _: &f64, bar: &f64) -> f64 {
        2.0 * x * *bar
    }
    fn square_jvp(x: f64, _: &f64, x_dot: &f64) -> f64 {
        3.0 * x * *x_dot
    }
    square::at(0.5).check().unwrap();
    caught(square::at(0.5).check_jvp(), Law::Jvp, "x", 1.5);

    #[differentiable]
    fn of_a_slice(x: &[f64]) -> f64 {
        x[0].sin() + square(x[1])
    }
    of_a_slice::at(&[0.25, 0.5]).check().unwrap();
    caught(of_a_slice::at(&[0.25, 0.5]).check_jvp(), Law::Jvp, "x[1]", 1.5);
}

/// Mistakes are planted by rules that are wrong.
#[test]
fn a_mismatch_names_parameters() {
    #[differentiable(vjp = scaled_vjp)]
    fn scaled(m: &Model, by: f64) -> f64 {
        by * (m.w.sum() + m.b[0])
    }
    fn scaled_vjp(m: &Model, by: f64, _: &f64, bar: &f64) -> (ModelTangent, f64) {
        let mut found = ModelTangent { w: Matrix::full(by * bar), b: [by * bar, 0.0] };
        found.w[[1, 2]] *= 0.75;
        (found, bar * (m.w.sum() + m.b[0]))
    }
    caught(scaled::at(&model(), 2.0).check(), Law::Vjp, "m.w[1, 2]", 0.75);

    #[differentiable(vjp = twice_vjp)]
    fn twice(x: f64) -> f64 {
        2.0 * x
    }
    fn twice_vjp(_: f64, _: &f64, bar: &f64) -> f64 {
        3.0 * bar
    }
    caught(twice::at(0.5).check(), Law::Vjp, "x", 1.5);

    #[differentiable(vjp = first_vjp)]
    fn first(x: &[f64; 2]) -> f64 {
        x[0]
    }
    fn first_vjp(_: &[f64; 2], _: &f64, bar: &f64) -> [f64; 2] {
        [-bar, 0.0]
    }
    caught(first::at(&[1.0, 2.0]).check(), Law::Vjp, "x[0]", -1.0);
}

/// The terms of the derivative by `x` cancel, but for roundings: others in reverse than in forward mode.
#[differentiable]
fn cancelled(x: f64, y: f64) -> f64 {
    0.1 * x + 0.2 * x - 0.3 * x + y
}

#[test]
fn roundings_of_terms_that_cancel_are_no_mismatch() {
    let ((by_x, _), (_, along_x)) = (cancelled::grad(0.7, 0.5), cancelled::jvp(0.7, 0.5, (1.0, 0.0)));
    assert!(by_x != along_x && by_x.abs().max(along_x.abs()) < 1e-16, "{by_x:e}, {along_x:e}");
    cancelled::at(0.7, 0.5).check().unwrap();
    cancelled::at(0.7, 0.5).check_jvp().unwrap();
}
