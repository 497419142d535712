use cotangent::prelude::*;

#[differentiable]
fn flat<const B: usize, const N: usize>(x: &Matrix<f64, B, 6>) -> Vector<f64, N> {
    x.reshape::<(Dim<N>,)>() * 2.0
}

fn main() {
    flat::<4, 23>(&Matrix::ZEROS);
}
