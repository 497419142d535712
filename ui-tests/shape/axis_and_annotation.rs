use cotangent::prelude::*;

#[differentiable]
fn spread<const B: usize, const O: usize>(x: &Matrix<f64, B, O>) -> f64 {
    let rows: Vector<f64, B> = x.sum_axis::<0>();
    (&rows * &rows).sum()
}

fn main() {}
