//! Half precision in `#[differentiable]` functions: the constructs that name a number type, and some that do not.

use cotangent::prelude::*;

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Spring {
    stiffness: f16,
    rest: [bf16; 2],
    #[constant]
    scale: f16,
}

#[differentiable]
fn energy(spring: &Spring, x: f16) -> f32 {
    let gap = x.to_f32() - spring.rest[0].to_f32() - spring.rest[1].to_f32();
    spring.stiffness.to_f32() * gap * gap * f32::from(spring.scale)
}

#[test]
fn structs_and_casts() {
    let spring = Spring { stiffness: f16::lit(3.0), rest: [bf16::lit(0.5), bf16::lit(0.25)], scale: f16::lit(2.0) };
    let (value, (gradient, dx)) = energy::value_and_grad(&spring, f16::lit(1.75));
    assert_eq!((value, dx, gradient.stiffness), (6.0, f16::lit(12.0), f16::lit(2.0)));
    assert_eq!((gradient.rest, gradient.scale), ([bf16::lit(-12.0); 2], NoGrad));
}

#[differentiable]
fn there_and_back(x: f32, y: f64) -> f64 {
    let half = f16::from_f32(x) * f16::from_f64(y);
    f64::from(half) + bf16::from_f32(x).to_f64() + f64::from(x)
}

#[test]
fn casts_round_forward_and_let_cotangents_through() {
    let (x, y) = (1.0 / 3.0, 0.7);
    let (value, (dx, dy)) = there_and_back::value_and_grad(x, y);
    let (x16, y16) = (f16::from_f32(x), f16::lit(y));
    assert_eq!(value, (x16 * y16).to_f64() + bf16::from_f32(x).to_f64() + f64::from(x));
    assert_eq!((dx, dy), (y16.to_f32() + 2.0, x16.to_f64()));
    assert_eq!(there_and_back::jvp(x, y, (1.0, 0.0)), (value, f64::from(dx)));
    assert_eq!(there_and_back::jvp(x, y, (0.0, 1.0)), (value, dy));
}

#[differentiable]
fn above(x: &[f16], limit: f16) -> f16 {
    let (mut sum, mut n) = (f16::ZERO, 0_u8);
    for v in x {
        if *v <= limit {
            continue;
        }
        sum += v * v;
        n += 1;
    }
    if n == 0 { limit * f16::ZERO } else { (sum / f16::from(n)).sqrt().max(limit) }
}

#[test]
fn loops_branches_and_slices() {
    let x = [3.0, -1.0, 3.0].map(f16::lit);
    let (value, (dx, dlimit)) = above::value_and_grad(&x, f16::ONE);
    assert_eq!(value, f16::lit(3.0));
    assert_eq!((dx, dlimit), ([0.5, 0.0, 0.5].map(f16::lit).to_vec(), f16::ZERO));
}

#[differentiable]
fn decay(state: &mut [bf16; 2], rate: bf16) {
    for v in state.iter_mut() {
        *v -= rate * *v;
    }
}

#[test]
fn changes_in_place() {
    let [mut state, mut bars] = [[2.0, 4.0], [1.0, 10.0]].map(|pair| pair.map(bf16::lit));
    let mut d_rate = bf16::ZERO;
    let mut tape = TapeBuffer::<{ decay::tape_words() }>::new();
    decay::at(&mut state, bf16::lit(0.5)).on(&mut tape).vjp_into(NoGrad, (&mut bars, &mut d_rate));
    assert_eq!((state, bars, d_rate), ([1.0, 2.0].map(bf16::lit), [0.5, 5.0].map(bf16::lit), bf16::lit(-42.0)));
}

#[differentiable]
fn checkpointed(x: f16, n: usize) -> f16 {
    let mut y = x;
    #[checkpoint]
    for _ in 0..n {
        y = (y * x).sin() + f16::sin(y);
    }
    y
}

#[differentiable]
fn stored(x: f16, n: usize) -> f16 {
    let mut y = x;
    for _ in 0..n {
        y = (y * x).sin() + f16::sin(y);
    }
    y
}

#[test]
fn a_loop_that_runs_again_gives_the_same() {
    let x = f16::lit(0.6);
    assert_eq!(checkpointed::value_and_grad(x, 20), stored::value_and_grad(x, 20));
}

/// A part of a word each on the tape, and rounded no more than the values are.
#[test]
fn tensors_on_the_tape_are_halves() {
    #[differentiable]
    fn squares<T: Real>(x: &Vector<T, 64>) -> T {
        let y = x * x;
        (y * y).sum()
    }
    const HALF: usize = squares::tape_bytes::<f16>();
    const SINGLE: usize = squares::tape_bytes::<f32>();
    const { assert!(HALF + 128 <= SINGLE) }
    assert_eq!(squares::grad(&Tensor::full(bf16::lit(2.0))), Tensor::full(bf16::lit(32.0)));
}

#[differentiable]
fn left(x: &Vector<f16, 2>, k: f16) -> Vector<f16, 2> {
    k - k * x + x / k
}

#[test]
fn numbers_on_the_left_of_tensors() {
    let (y, (dx, dk)) = left::vjp(&tensor([f16::ONE, f16::lit(2.0)]), f16::lit(2.0), Tensor::full(f16::ONE));
    assert_eq!(y, tensor([0.5, -1.0].map(f16::lit)));
    assert_eq!((dx, dk), (Tensor::full(f16::lit(-1.5)), f16::lit(-1.75)));
}
