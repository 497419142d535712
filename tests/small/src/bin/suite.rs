//! Gradients on a small target: each against differences, and its bits for a comparison with other targets.
#![no_std]
#![no_main]

#[path = "../fixed_point.rs"]
mod fixed_point;
#[path = "../rt.rs"]
mod rt;

use core::fmt;
use core::hint::black_box;

use cotangent::optim::{AdamW, Momentum, Sgd};
use cotangent::prelude::*;
use fixed_point::Fixed;
use rt::Clock;

/// Compares a gradient with a difference, and prints its bits.
fn check(name: &str, f: impl Fn(f32) -> f32, gradient: f32, x: f32) -> Result<(), Failure> {
    const STEP: f32 = 1.0 / 256.0;
    let difference = (f(x + STEP) - f(x - STEP)) / (2.0 * STEP);
    rt::bits(name, gradient)?;
    if (gradient - difference).abs() <= 2e-2 * (1.0 + gradient.abs()) { Ok(()) } else { Err(Failure::Gradient) }
}

/// What can go wrong, by exit code. A panic has code 101.
enum Failure {
    /// A gradient is not near the difference.
    Gradient = 1,
    /// A loss did not fall to what it has to be below.
    Loss = 2,
    /// A tape that is too small was not noticed.
    Tape = 3,
    /// Layers that are not trained took time in the reverse half.
    Time = 4,
    /// It could not be printed.
    Output = 5,
}

impl From<fmt::Error> for Failure {
    fn from(_: fmt::Error) -> Self {
        Self::Output
    }
}

macro_rules! functions {
    ($($name:ident($x:ident) at $($at:literal)+: $value:expr;)*) => {
        $(
            #[differentiable]
            fn $name($x: f32) -> f32 {
                $value
            }
        )*

        fn functions() -> Result<(), Failure> {
            $($(check(stringify!($name), $name, $name::grad($at), $at)?;)+)*
            Ok(())
        }
    };
}
functions! {
    square(x) at 1.5 -0.3: x * x;
    quotient(x) at 0.7: (1.0 + x) / (2.0 - x);
    exponential(x) at -0.4: x.exp() + x.exp2() + x.exp_m1();
    logarithm(x) at 2.5: x.ln() + x.log2() + x.log10() + x.ln_1p();
    waves(x) at 0.9: x.sin() * x.cos() + x.tan();
    arcs(x) at 0.3: x.asin() + x.acos() * x.atan();
    hyperbolic(x) at 0.6: x.sinh() + x.cosh() * x.tanh();
    areas(x) at 1.7: x.asinh() + x.acosh();
    roots(x) at 3.0: x.sqrt() + x.cbrt() + x.recip();
    powers(x) at 1.2: x.powi(3) + x.powf(2.5) + x.powf(x);
    two_numbers(x) at 0.8: x.hypot(2.0) + x.atan2(0.5) + x.max(0.1) + x.min(2.0);
    steps(x) at 1.3: x.abs() * x.signum() + x.fract() + x.floor();
}

/// A loop with an exit, a branch and a state in an array.
#[differentiable]
fn filter(x: f32) -> f32 {
    let mut state = [x, 0.5 * x, 0.0];
    for i in 0..16 {
        let next = 0.6 * state[0] - 0.2 * state[1] + if i % 3 == 0 { x * x } else { 0.1 };
        if next > 4.0 {
            break;
        }
        state = [next, state[0], state[2] + next];
    }
    state[2]
}

/// The error of a line through points.
#[differentiable]
fn squares(line: &[f32; 2], #[constant] points: &[[f32; 2]; 5]) -> f32 {
    let mut sum = 0.0;
    for [x, y] in points {
        let error = line[0] + line[1] * *x - *y;
        sum += error * error;
    }
    sum / 5.0
}

fn language() -> Result<(), Failure> {
    for x in [0.4, 1.1] {
        check("filter", filter, filter::grad(x), x)?;
    }
    let points = [[0.0, 1.0], [1.0, 3.1], [2.0, 4.9], [3.0, 7.2], [4.0, 8.8]];
    let mut line = [0.0_f32, 0.0];
    let mut momentum = Momentum::new(&line, 0.03, 0.9);
    for _ in 0..200 {
        let d = squares::grad(&line, &points);
        momentum.step(&mut line, &d);
    }
    rt::bits("intercept", line[0])?;
    rt::bits("slope", line[1])?;
    if squares(&line, &points) < 0.02 { Ok(()) } else { Err(Failure::Loss) }
}

/// A network of two layers.
#[derive(Differentiable)]
struct Layers {
    w1: Matrix<f32, 3, 8>,
    b1: Vector<f32, 8>,
    w2: Matrix<f32, 8, 2>,
}

#[differentiable]
fn loss(layers: &Layers, #[constant] x: &Matrix<f32, 4, 3>, labels: &[usize; 4]) -> f32 {
    let hidden = (x.matmul(&layers.w1) + layers.b1).tanh();
    let scores = hidden.matmul(&layers.w2);
    scores.softmax_cross_entropy(labels) + 0.001 * layers.w1.square().sum()
}

fn tensors() -> Result<(), Failure> {
    let number = |i: usize| (((i * 37 + 11) % 64) as f32 - 32.0) / 40.0;
    let mut layers = Layers {
        w1: Matrix::from_fn(|[i, j]| number(8 * i + j)),
        b1: Vector::ZEROS,
        w2: Matrix::from_fn(|[i, j]| number(50 + 2 * i + j)),
    };
    let x = Matrix::from_fn(|[i, j]| number(3 * i + j * j));
    let labels = [0, 1, 1, 0];
    let mut tape = TapeBuffer::<{ loss::tape_words() }>::new();
    let mut optimizer = AdamW::new(&layers, 0.05_f32);
    let mut last = 0.0;
    for step in 0..100 {
        let mut gradient = Layers::zero_tangent();
        last = loss::at(&layers, &x, &labels)
            .on(&mut tape)
            .try_value_and_grad_into(&mut gradient)
            .map_err(|_| Failure::Tape)?;
        optimizer.step(&mut layers, &gradient);
        if step % 25 == 0 {
            rt::bits("loss", last)?;
        }
    }
    rt::bits("last_loss", last)?;
    let mut gradient = Layers::zero_tangent();
    let mut too_small = TapeBuffer::<{ loss::tape_words() - 1 }>::new();
    if loss::at(&layers, &x, &labels).on(&mut too_small).try_value_and_grad_into(&mut gradient).is_ok() {
        return Err(Failure::Tape);
    }
    rt::figure("tape", const { loss::tape_bytes() as u32 })?;
    if last < 0.1 { Ok(()) } else { Err(Failure::Loss) }
}

/// The layer above [`features`].
#[derive(Differentiable)]
struct Head {
    w: Matrix<f32, 8, 2>,
}

#[differentiable]
fn features(w1: &Matrix<f32, 3, 8>, #[constant] x: &Matrix<f32, 4, 3>) -> Matrix<f32, 4, 8> {
    x.matmul(w1).tanh()
}

#[differentiable]
fn loss_of_head(head: &Head, #[constant] hidden: &Matrix<f32, 4, 8>, labels: &[usize; 4]) -> f32 {
    hidden.matmul(&head.w).softmax_cross_entropy(labels)
}

/// The layer below is not trained.
#[differentiable]
fn loss_of_last_layer(
    head: &Head,
    #[constant] w1: &Matrix<f32, 3, 8>,
    #[constant] x: &Matrix<f32, 4, 3>,
    labels: &[usize; 4],
) -> f32 {
    loss_of_head(head, &features(w1, x), labels)
}

/// To train the last layer takes the tape of that layer and its input, and the time of that layer and of the values below it.
fn last_layer() -> Result<(), Failure> {
    const {
        let input = size_of::<Matrix<f32, 4, 8>>();
        assert!(loss_of_last_layer::tape_bytes() <= loss_of_head::tape_bytes() + input + 16);
    }
    let number = |i: usize| (((i * 37 + 11) % 64) as f32 - 32.0) / 40.0;
    let w1 = black_box(Matrix::from_fn(|[i, j]| number(8 * i + j)));
    let x = black_box(Matrix::from_fn(|[i, j]| number(3 * i + j * j)));
    let head = black_box(Head { w: Matrix::from_fn(|[i, j]| number(50 + 2 * i + j)) });
    let labels = black_box([0, 1, 1, 0]);

    let clock = Clock::start();
    let hidden = black_box(features(&w1, &x));
    let below = clock.instructions();

    let mut workspace = Workspace::<HeadTangent, { loss_of_head::tape_words() }>::new();
    let clock = Clock::start();
    let of_head = black_box(workspace.value_and_grad(loss_of_head::at(&head, &hidden, &labels)).1.w);
    let alone = clock.instructions();

    let mut workspace = Workspace::<HeadTangent, { loss_of_last_layer::tape_words() }>::new();
    let clock = Clock::start();
    let of_last = black_box(workspace.value_and_grad(loss_of_last_layer::at(&head, &w1, &x, &labels)).1.w);
    let all = clock.instructions();

    // The input of the layer is copied to the tape, and a clock has steps of 40 or 100 instructions.
    let copied = 8 * 4 * 8 + 200;
    if all > below + alone + copied {
        return Err(Failure::Time);
    }
    for (found, wanted) in of_last.as_slice().iter().zip(of_head.as_slice()) {
        rt::bits("last_layer", *found)?;
        if found.to_bits() != wanted.to_bits() {
            return Err(Failure::Gradient);
        }
    }
    Ok(())
}

#[differentiable]
fn loss_above(head: &Head, hidden: &Matrix<f32, 4, 8>, labels: &[usize; 4]) -> f32 {
    hidden.matmul(&head.w).softmax_cross_entropy(labels)
}

/// Both layers.
#[derive(Differentiable)]
struct Both {
    w1: Matrix<f32, 3, 8>,
    head: Head,
}

#[differentiable]
fn loss_of_both(both: &Both, #[constant] x: &Matrix<f32, 4, 3>, labels: &[usize; 4]) -> f32 {
    loss_above(&both.head, &features(&both.w1, x), labels)
}

/// Each layer is changed as soon as its gradient is there, so there is never more than the gradient of one: the parameters have the same
/// bits as with the gradient of all of them.
fn layer_by_layer() -> Result<(), Failure> {
    let number = |i: usize| (((i * 37 + 11) % 64) as f32 - 32.0) / 40.0;
    let [mut at_once, mut in_turn] = [(); 2].map(|()| Both {
        w1: Matrix::from_fn(|[i, j]| number(8 * i + j)),
        head: Head { w: Matrix::from_fn(|[i, j]| number(50 + 2 * i + j)) },
    });
    let x = Matrix::from_fn(|[i, j]| number(3 * i + j * j));
    let labels = [0, 1, 1, 0];
    let mut sgd = Sgd::new(0.5_f32);
    let mut workspace = Workspace::<BothTangent, { loss_of_both::tape_words() }>::new();
    let mut below = TapeBuffer::<{ features::tape_words() }>::new();
    let mut above = TapeBuffer::<{ loss_above::tape_words() }>::new();
    for _ in 0..20 {
        let (_, gradient) = workspace.value_and_grad(loss_of_both::at(&at_once, &x, &labels));
        sgd.step(&mut at_once, gradient);

        let Both { w1, head } = &mut in_turn;
        let by_w1 = features::at(w1, &x).on(&mut below).pullback(|hidden, pull| {
            let (by_head, by_hidden) = loss_above::at(head, &hidden, &labels).on(&mut above).grad();
            sgd.step(head, &by_head);
            pull(by_hidden)
        });
        sgd.step(w1, &by_w1);
    }
    let numbers = |both: &Both| both.w1.as_slice().iter().chain(both.head.w.as_slice()).map(|number| number.to_bits());
    if !numbers(&in_turn).eq(numbers(&at_once)) {
        return Err(Failure::Gradient);
    }
    rt::bits("layer_by_layer", in_turn.head.w[[7, 1]])?;
    if loss_of_both(&in_turn, &x, &labels) < 0.3 { Ok(()) } else { Err(Failure::Loss) }
}

macro_rules! neurons {
    ($($name:ident: $number:ty, $zero:expr;)*) => {$(
        /// The error of four neurons.
        #[differentiable]
        fn $name(w: &[[$number; 2]; 4], v: &[$number; 4], #[constant] x: &[$number; 2], #[constant] wanted: $number) -> $number {
            let mut y = $zero;
            for i in 0..4 {
                let sum = w[i][0] * x[0] + w[i][1] * x[1];
                y = y + v[i] * sum.relu();
            }
            let error = y - wanted;
            error * error
        }
    )*};
}
neurons! {
    error: f32, 0.0;
    fixed_error: Fixed, Fixed::ZERO;
}

/// Gradients in fixed point are those in floating point up to rounding, and neurons learn from them.
fn fixed_numbers() -> Result<(), Failure> {
    let mut w = [[0.5, -0.25], [1.0, 0.75], [-0.5, 0.125], [0.25, 0.5]].map(|row: [f32; 2]| row.map(Fixed::lit));
    let mut v = [0.5, -0.25, 1.5, 0.75].map(Fixed::lit);
    let points = [([0.75, -0.5], 0.3), ([-0.25, 1.0], -0.6), ([1.0, 1.0], 0.9)];
    let mut sum = 0.0;
    for _ in 0..200 {
        sum = 0.0;
        for (x, wanted) in points {
            let floats = (w.map(|row| row.map(Fixed::to_f32)), v.map(Fixed::to_f32));
            let (value, (by_w, by_v)) = fixed_error::vjp(&w, &v, &x.map(Fixed::lit), Fixed::lit(wanted), Fixed::ONE);
            let (expected_by_w, expected_by_v) = error::grad(&floats.0, &floats.1, &x, wanted);
            let found = by_w.as_flattened().iter().chain(&by_v);
            for (found, expected) in found.zip(expected_by_w.as_flattened().iter().chain(&expected_by_v)) {
                if (found.to_f32() - expected).abs() > 1e-3 {
                    return Err(Failure::Gradient);
                }
            }
            let rate = Fixed::lit(0.1);
            for (weight, d) in
                w.as_flattened_mut().iter_mut().chain(&mut v).zip(by_w.as_flattened().iter().chain(&by_v))
            {
                *weight = *weight - rate * *d;
            }
            sum += value.to_f32();
        }
    }
    rt::bits("fixed_weight", w[0][0].to_f32())?;
    rt::bits("fixed_error", sum)?;
    if sum < 0.05 { Ok(()) } else { Err(Failure::Loss) }
}

/// What the runtime calls; its result is the exit code.
fn main() -> i32 {
    let found = functions()
        .and_then(|()| language())
        .and_then(|()| tensors())
        .and_then(|()| last_layer())
        .and_then(|()| layer_by_layer())
        .and_then(|()| fixed_numbers());
    match found {
        Ok(()) => 0,
        Err(failure) => failure as i32,
    }
}
