//! Lesson 3: shapes that the compiler checks, and memory that is known before the program runs.
//!
//! A dense layer, generic over its sizes, trained without one allocation. The size of the tape is a `const`, so the memory can
//! be on the stack, as here, or in a `static`.

use cotangent::optim::Sgd;
use cotangent::prelude::*;

/// `relu(x W + b)`. Try `w.linear(x, b)`: it does not compile, and the error names both shapes.
#[differentiable]
fn dense<const B: usize, const I: usize, const O: usize>(
    x: &Matrix<f32, B, I>,
    w: &Matrix<f32, I, O>,
    b: &Vector<f32, O>,
) -> Matrix<f32, B, O> {
    x.linear(w, b).relu()
}

#[derive(Differentiable, Clone)]
struct Mlp {
    w1: Matrix<f32, 2, 8>,
    b1: Vector<f32, 8>,
    w2: Matrix<f32, 8, 2>,
    b2: Vector<f32, 2>,
}

/// The points are `#[constant]`: their gradient is not computed, not even inside `dense`.
#[differentiable]
fn loss<const B: usize>(m: &Mlp, #[constant] x: &Matrix<f32, B, 2>, labels: &[usize; B]) -> f32 {
    dense(x, &m.w1, &m.b1).linear(&m.w2, &m.b2).softmax_cross_entropy(labels)
}

/// Words of 8 bytes that the gradient of the loss for four points needs, counted by the compiler.
const WORDS: usize = loss::tape_words::<4>();

fn main() {
    // Exclusive or: no straight line separates the two classes.
    let x = tensor([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]);
    let labels = [0, 1, 1, 0];
    let mut m = initial();
    let mut tape = TapeBuffer::<WORDS>::new();
    println!("a tape of {} bytes; {} parameters", 8 * WORDS, Mlp::PARAMETERS);

    let mut optimizer = Sgd::new(0.5);
    let before = loss(&m, &x, &labels);
    for _ in 0..500 {
        let mut gradient = Mlp::zero_tangent();
        loss::value_and_grad_into(&mut tape, &m, &x, &labels, &mut gradient);
        optimizer.step(&mut m, &gradient);
    }
    let after = loss(&m, &x, &labels);
    println!("loss {before:.4} before, {after:.4} after 500 steps");
    assert!(before > 0.5 && after < 0.01);

    // A tape that is too small is an error that can be handled. It says what is needed, and no gradient has been touched.
    let mut small = [0_u64; 3];
    let mut gradient = Mlp::zero_tangent();
    let overflow = loss::at(&m, &x, &labels).on(&mut small).try_value_and_grad_into(&mut gradient).unwrap_err();
    println!("{overflow}");
    assert_eq!(overflow, TapeOverflow { needed: WORDS, available: 3 });
    assert_eq!(gradient.w1, Matrix::zeros());
}

/// Any small numbers that differ.
fn initial() -> Mlp {
    let mut m = Mlp { w1: Matrix::zeros(), b1: Vector::zeros(), w2: Matrix::zeros(), b2: Vector::zeros() };
    let mut angle = 1.0_f32;
    m.for_each_leaf_mut(|_, leaf| {
        for number in leaf.f32() {
            *number = angle.sin();
            angle += 2.4;
        }
    });
    m
}
