use cotangent::prelude::*;

#[differentiable]
fn loss<const B: usize>(w: &Matrix<f64, 3, 1>, #[constant] x: &Matrix<f64, B, 3>, #[constant] y: &Matrix<f64, B, 1>) -> f64 {
    x.matmul(w).mse(y)
}

fn main() {
    let (w, x, y) = (Matrix::ZEROS, Matrix::<f64, 32, 3>::ZEROS, Matrix::<f64, 31, 1>::ZEROS);
    println!("{}", loss(&w, &x, &y));
}
