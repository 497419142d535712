use std::ops::Index;

use cotangent::prelude::*;

struct Squares;

impl Index<f64> for Squares {
    type Output = f64;

    fn index(&self, x: f64) -> &f64 {
        Box::leak(Box::new(x * x))
    }
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let square = Squares[x];
    square * x
}

fn main() {}
