//! Residuals that the user chooses, and derivatives that are not the true ones.

use cotangent::check;
use cotangent::prelude::*;

/// `ln(1 + eˣ)`, of which the slope is kept, and nothing else.
#[differentiable(forward = softplus_forward, vjp = softplus_vjp, jvp = softplus_jvp)]
fn softplus(x: f64) -> f64 {
    x.exp().ln_1p()
}

fn softplus_forward(x: f64) -> (f64, f64) {
    let e = x.exp();
    (e.ln_1p(), 1.0 - 1.0 / (1.0 + e))
}

fn softplus_vjp(slope: &f64, y_bar: &f64) -> f64 {
    slope * y_bar
}

fn softplus_jvp(x: f64, _: &f64, x_dot: &f64) -> f64 {
    softplus_forward(x).1 * x_dot
}

/// The argument is not kept for a rule with a residual.
#[differentiable]
fn of_a_product(a: f64, b: f64) -> f64 {
    softplus(a * b)
}

#[test]
fn a_residual_is_all_that_is_kept() {
    for x in [-3.0, 0.0, 2.5] {
        check::gradient(|x| softplus(*x), |x| softplus::value_and_grad(*x), x).unwrap();
    }
    check::gradient(|(a, b)| of_a_product(*a, *b), |(a, b)| of_a_product::value_and_grad(*a, *b), (0.4, -1.5)).unwrap();
    let word = 1 + usize::from(cfg!(debug_assertions));
    assert_eq!((softplus::tape_words(), of_a_product::tape_words()), (word, word));
    assert_eq!(of_a_product::jvp(0.4, -1.5, (1.0, 0.0)).1, softplus_jvp(-0.6, &0.0, &-1.5));
}

/// Several values of several types, one of them a struct.
#[derive(Clone, Copy, Differentiable)]
struct Kept {
    at: [f64; 2],
    index: usize,
}

#[differentiable(forward = largest_forward, vjp = largest_vjp)]
fn largest(x: &[f64; 4], #[constant] scale: f64) -> f64 {
    largest_forward(x, scale).0
}

fn largest_forward(x: &[f64; 4], scale: f64) -> (f64, (Kept, bool)) {
    let index = (0..4).fold(0, |best, i| if x[i] > x[best] { i } else { best });
    (scale * x[index] * x[0], (Kept { at: [x[0], x[index]], index }, index == 0))
}

/// Constants come before the residual.
fn largest_vjp(scale: f64, (kept, is_first): &(Kept, bool), y_bar: &f64) -> [f64; 4] {
    let mut bar = [0.0; 4];
    bar[0] += y_bar * scale * kept.at[1];
    bar[kept.index] += y_bar * scale * kept.at[0];
    assert_eq!(*is_first, kept.index == 0);
    bar
}

#[test]
fn a_residual_may_be_of_any_type_that_the_tape_takes() {
    assert_eq!(largest::value_and_grad(&[2.0, 5.0, -1.0, 3.0], 10.0), (100.0, [50.0, 20.0, 0.0, 0.0]));
    assert_eq!(largest::value_and_grad(&[2.0, 1.0, -1.0, 0.0], 10.0), (40.0, [40.0, 0.0, 0.0, 0.0]));
}

/// A step, with the derivative of a smooth one: a surrogate gradient.
#[differentiable(vjp = fires_vjp, jvp = fires_jvp)]
fn fires(potential: f64) -> f64 {
    if potential >= 1.0 { 1.0 } else { 0.0 }
}

#[differentiable]
fn fires_vjp(potential: f64, _: &f64, bar: &f64) -> f64 {
    let distance = 1.0 + (potential - 1.0).abs();
    bar / (distance * distance)
}

fn fires_jvp(potential: f64, fired: &f64, dot: &f64) -> f64 {
    fires_vjp(potential, fired, dot)
}

/// A neuron that leaks, fires and falls back.
#[differentiable]
fn spikes(weight: f64, input: &[f64; 6]) -> f64 {
    let (mut potential, mut count) = (0.0, 0.0);
    for i in 0..6 {
        potential = 0.9 * potential + weight * input[i];
        let spike = fires(potential);
        potential -= spike;
        count += spike;
    }
    count
}

#[test]
fn a_surrogate_gradient_goes_through_a_step() {
    let input = [0.7, 0.2, 0.5, 0.9, 0.1, 0.4];
    let (count, (slope, of_input)) = spikes::value_and_grad(1.0, &input);
    // The same by hand, forwards.
    let (mut potential, mut moving, mut expected, mut fired) = (0.0, 0.0, 0.0, 0.0);
    for x in input {
        (potential, moving) = (0.9 * potential + x, 0.9 * moving + x);
        let spike = f64::from(u8::from(potential >= 1.0));
        let slope = moving / (1.0 + (potential - 1.0_f64).abs()).powi(2);
        (potential, moving) = (potential - spike, moving - slope);
        (fired, expected) = (fired + spike, expected + slope);
    }
    assert_eq!((count, fired), (2.0, 2.0));
    assert!((slope - expected).abs() < 1e-14, "{slope} {expected}");
    assert!((spikes::jvp(1.0, &input, (1.0, [0.0; 6])).1 - expected).abs() < 1e-14);
    assert!(of_input.iter().all(|d| *d != 0.0));
}

/// Forwards nothing happens; backwards the sign changes. Nothing is kept.
#[differentiable(forward = reversal_forward, vjp = reversal_vjp)]
fn reversal<const N: usize>(x: &Vector<f64, N>, #[constant] factor: f64) -> Vector<f64, N> {
    reversal_forward(x, factor).0
}

fn reversal_forward<const N: usize>(x: &Vector<f64, N>, _: f64) -> (Vector<f64, N>, ()) {
    (*x, ())
}

fn reversal_vjp<const N: usize>(factor: f64, (): &(), bar: &Vector<f64, N>) -> Vector<f64, N> {
    bar * -factor
}

#[differentiable]
fn adversary(x: &Vector<f64, 3>) -> f64 {
    (reversal(&(x * 2.0), 0.5) * tensor([1.0, 2.0, 3.0])).sum()
}

#[test]
fn a_gradient_is_reversed() {
    assert_eq!(adversary::value_and_grad(&tensor([1.0; 3])), (12.0, tensor([-1.0, -2.0, -3.0])));
    assert_eq!(reversal::tape_words::<100>(), 0);
}

/// The straight-through estimator of a rounded value needs no rule: what is added has no derivative.
#[differentiable]
fn quantised(x: f64) -> f64 {
    let rounded = x + stop_gradient(x.round() - x);
    rounded * rounded
}

#[test]
fn a_straight_through_estimator_passes_the_cotangent_on() {
    assert_eq!(quantised::value_and_grad(2.7), (9.0, 6.0));
    assert_eq!(quantised::jvp(2.7, 1.0), (9.0, 6.0));
}

/// A gradient that is clipped on its way back.
#[differentiable(vjp = clipped_vjp)]
fn clipped(x: f64, #[constant] at: f64) -> f64 {
    let _ = at;
    x
}

fn clipped_vjp(_: f64, at: f64, _: &f64, bar: &f64) -> f64 {
    bar.clamp(-at, at)
}

#[differentiable]
fn steep(x: f64) -> f64 {
    clipped(x, 1.0).powi(3)
}

#[test]
fn a_cotangent_may_be_changed_in_any_way() {
    assert_eq!(steep::value_and_grad(2.0), (8.0, 1.0));
    assert_eq!(steep::value_and_grad(-0.5), (-0.125, 0.75));
}
