use cotangent::prelude::*;

#[differentiable]
fn flat(x: &Matrix<f64, 4, 6>) -> f64 {
    x.reshape::<(Dim<5>, Dim<5>)>().sum()
}

fn main() {
    flat(&Matrix::ZEROS);
}
