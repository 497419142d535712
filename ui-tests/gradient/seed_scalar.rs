use cotangent::prelude::*;

#[differentiable]
fn hidden(x: &Vector<f64, 3>, w: &Matrix<f64, 3, 2>) -> Vector<f64, 2> {
    x.matmul(w).tanh()
}

fn main() {
    hidden::vjp(&Vector::ZEROS, &Matrix::ZEROS, 1.0);
}
