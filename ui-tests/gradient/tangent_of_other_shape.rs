use cotangent::prelude::*;

#[differentiable]
fn layer(x: &Matrix<f64, 4, 3>, w: &Matrix<f64, 3, 2>) -> Matrix<f64, 4, 2> {
    x.matmul(w)
}

fn main() {
    let (x, w) = (Matrix::zeros(), Matrix::zeros());
    let (dx, dw) = (Matrix::<f64, 4, 3>::zeros(), Matrix::<f64, 2, 3>::zeros());
    layer::jvp(&x, &w, (dx, dw));
}
