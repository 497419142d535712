use cotangent::prelude::*;

#[differentiable]
fn torques(arms: &Matrix<f64, 4, 3>, force: &Vector<f64, 3>) -> f64 {
    arms.cross(force).sum()
}

fn main() {}
