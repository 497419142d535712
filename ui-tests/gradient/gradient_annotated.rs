use cotangent::prelude::*;

#[differentiable]
fn loss(w: &Matrix<f64, 3, 2>, b: &Vector<f64, 2>, #[constant] x: &Matrix<f64, 8, 3>) -> f64 {
    (x.matmul(w) + b).square().sum()
}

fn main() {
    let (db, dw): (Vector<f64, 2>, Matrix<f64, 3, 2>) = loss::grad(&Matrix::ZEROS, &Vector::ZEROS, &Matrix::ZEROS);
    println!("{dw} {db}");
}
