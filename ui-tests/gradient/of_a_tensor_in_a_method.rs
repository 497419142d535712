use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct Linear {
    w: Matrix<f64, 3, 2>,
}

#[differentiable]
impl Linear {
    fn forward(&self, x: &Vector<f64, 3>) -> Vector<f64, 2> {
        x.matmul(&self.w)
    }
}

fn main() {
    let model = Linear { w: Matrix::ZEROS };
    let _ = model.forward_grad(&Vector::ZEROS);
}
