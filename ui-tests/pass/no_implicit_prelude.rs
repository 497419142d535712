//! A crate without a prelude.
#![no_implicit_prelude]
#![deny(warnings)]

use ::cotangent::prelude::{Activations, Matrix};

#[derive(::cotangent::Differentiable, ::core::clone::Clone)]
struct Net {
    w: Matrix<f64, 2, 2>,
}

#[::cotangent::differentiable]
impl Net {
    fn loss(&self, x: &Matrix<f64, 2, 2>, #[constant] k: f64) -> f64 {
        let h = x.matmul(&self.w).relu();
        if k > 0.0 { h.sum() } else { h.mean() * k }
    }
}

fn main() {
    let net = Net { w: Matrix::full(1.0) };
    let (value, _) = net.loss_value_and_grad(&Matrix::full(1.0), 1.0);
    ::std::assert_eq!(value, 8.0);
}
