use cotangent::prelude::*;

trait Number: Real {}
impl Number for f64 {}

#[differentiable]
fn dense<T: Number>(x: &Matrix<T, 2, 3>, w: &Matrix<T, 4, 3>) -> Matrix<T, 2, 3> {
    x.matmul(w)
}

fn main() {}
