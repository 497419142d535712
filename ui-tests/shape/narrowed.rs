use cotangent::prelude::*;

#[differentiable]
fn tail(x: &Matrix<f64, 9, 2>) -> f64 {
    let tail: Matrix<f64, 3, 2> = x.narrow::<0, 5, 4>();
    tail.sum()
}

fn main() {}
