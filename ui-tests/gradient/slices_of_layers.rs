use cotangent::prelude::*;

#[differentiable]
fn deep(x: &Vector<f64, 8>, layers: &[Matrix<f64, 8, 8>]) -> f64 {
    let mut h = *x;
    for w in layers {
        h = h.matmul(w).tanh();
    }
    h.sum()
}

fn main() {
    let layers = [Matrix::<f64, 8, 4>::zeros(); 3];
    let _ = deep::grad(&Vector::zeros(), &layers);
}
