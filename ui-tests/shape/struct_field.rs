use cotangent::prelude::*;

#[derive(Differentiable)]
struct Linear {
    w: Matrix<f64, 3, 2>,
    b: Vector<f64, 2>,
}

#[differentiable]
fn scaled(m: &Linear, s: f64) -> Linear {
    Linear { w: m.w * s, b: m.w.sum_axis::<1>() }
}

fn main() {}
