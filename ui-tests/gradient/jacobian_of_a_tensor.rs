use cotangent::prelude::*;

#[differentiable]
fn hidden(x: &Vector<f64, 3>, w: &Matrix<f64, 3, 2>) -> Vector<f64, 2> {
    x.matmul(w).tanh()
}

fn main() {
    let mut tape = GrowableTape::new();
    let _ = hidden::jacobian_rev_in(&mut tape, &Vector::ZEROS, &Matrix::ZEROS);
}
