use cotangent::prelude::*;

/// Refused for what it does: the calls have the types they will have.
#[differentiable]
fn cost(x: f64) -> f64 {
    vec![x][0]
}

#[differentiable]
fn twice(x: f64) -> f64 {
    cost(x).sin() * 2.0
}

const WORDS: usize = cost::tape_words();

fn main() {
    let _: f64 = cost(1.0);
    let _: f64 = cost::grad(1.0);
    let (_, _): (f64, f64) = cost::value_and_grad(1.0);
    let (_, _): (f64, f64) = cost::vjp(1.0, 1.0);
    let mut tape = TapeBuffer::<WORDS>::new();
    assert_eq!(cost::at(1.0).on(&mut tape).grad(), twice::grad(1.0));
}
