use cotangent::prelude::*;

#[derive(Differentiable)]
struct Linear {
    w: Matrix<f64, 3, 2>,
    b: Vector<f64, 2>,
}

fn main() {
    let mut tangent = Linear::zero_tangent();
    tangent.w = Matrix::<f64, 2, 3>::ZEROS;
    println!("{}", tangent.w);
}
