use cotangent::prelude::*;

#[derive(Differentiable)]
struct Linear {
    w: Matrix<f64, 3, 2>,
}

#[differentiable]
impl Linear {
    fn forward(&self, x: &Matrix<f64, 8, 3>) -> Matrix<f64, 8, 2> {
        x.matmul(&self.w)
    }
}

fn main() {
    let layer = Linear { w: Matrix::zeros() };
    let x = Matrix::zeros();
    let _ = layer.forward_vjp(&x, Matrix::<f64, 2, 8>::zeros());
}
