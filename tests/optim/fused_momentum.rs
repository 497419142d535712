//! Momentum whose velocity is what the reverse half adds to.

use cotangent::optim::{FusedMomentum, Momentum};
use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct Network {
    w1: Matrix<f64, 3, 4>,
    b1: Vector<f64, 4>,
    w2: Matrix<f64, 4, 1>,
}

#[differentiable]
fn loss(network: &Network, #[constant] x: &Matrix<f64, 2, 3>) -> f64 {
    (x.matmul(&network.w1) + network.b1).tanh().matmul(&network.w2).square().mean()
}

fn network() -> Network {
    let number = |i: usize| ((i * 37 + 11) % 64) as f64 / 40.0 - 0.8;
    Network {
        w1: Matrix::from_fn(|[i, j]| number(4 * i + j)),
        b1: Vector::from_fn(|[i]| number(20 + i)),
        w2: Matrix::from_fn(|[i, _]| number(30 + i)),
    }
}

fn inputs(step: usize) -> Matrix<f64, 2, 3> {
    Matrix::from_fn(|[i, j]| ((3 * i + j + step) % 7) as f64 / 3.0 - 1.0)
}

/// The largest difference of a parameter after some steps.
fn difference(momentum: f64) -> f64 {
    let (mut kept, mut fused) = (network(), network());
    let mut with_gradient = Momentum::new(&kept, 0.05, momentum);
    let mut without = FusedMomentum::new(&fused, 0.05, momentum);
    let mut tape = TapeBuffer::<{ loss::tape_words() }>::new();
    for step in 0..30 {
        let gradient = loss::grad(&kept, &inputs(step));
        with_gradient.step(&mut kept, &gradient);
        loss::at(&fused, &inputs(step)).on(&mut tape).value_and_grad_into(&mut without.velocity);
        without.step(&mut fused);
    }
    assert!(loss(&fused, &inputs(0)) < 0.5 * loss(&network(), &inputs(0)), "it learns");
    let of = |n: &Network| [n.w1.as_slice(), n.b1.as_slice(), n.w2.as_slice()].concat();
    of(&kept).iter().zip(of(&fused)).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max)
}

#[test]
fn the_steps_are_those_of_momentum() {
    for momentum in [0.0, 0.5, 0.9] {
        let difference = difference(momentum);
        assert!(difference < 1e-13, "{momentum}: {difference}");
    }
}

#[test]
fn without_momentum_a_step_leaves_zeros() {
    let mut x = [1.0_f32, -2.0];
    let mut optimizer = FusedMomentum::new(&x, 0.5_f32, 0.0);
    optimizer.velocity = [1.0, 4.0];
    optimizer.step(&mut x);
    assert_eq!((x, optimizer.velocity), ([0.5, -4.0], [0.0, 0.0]));
}

#[test]
fn hyperparameters_have_the_range_of_momentum() {
    let mut x = [1.0];
    let mut optimizer = FusedMomentum::new(&x, 0.5, 0.5);
    optimizer.momentum = 1.0;
    let refused = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| optimizer.step(&mut x)));
    let message = refused.expect_err("a momentum of 1 is refused");
    assert!(
        message
            .downcast_ref::<String>()
            .is_some_and(|text| text.contains("`momentum` must be at least 0 and less than 1, it is 1"))
    );
}
