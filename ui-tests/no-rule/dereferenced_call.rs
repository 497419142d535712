// errors: 2
//! What a function or a method gives may compute what it leads to.
use core::ops::Deref;
use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Scaled {
    x: f64,
    twice: Inner,
}

#[derive(Clone, Differentiable)]
struct Inner {
    x: f64,
}

impl Deref for Scaled {
    type Target = Inner;
    fn deref(&self) -> &Inner {
        &self.twice
    }
}

#[differentiable]
fn scaled(x: f64) -> Scaled {
    Scaled { x, twice: Inner { x: 2.0 * x } }
}

#[differentiable]
fn cost(x: f64) -> f64 {
    (*scaled(x)).x
}

#[differentiable]
impl Inner {
    fn scaled(&self) -> Scaled {
        Scaled { x: self.x, twice: Inner { x: 2.0 * self.x } }
    }

    fn cost(&self) -> f64 {
        (*self.scaled()).x
    }
}

fn main() {}
