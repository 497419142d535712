use cotangent::prelude::*;

#[derive(Differentiable)]
enum Layer {
    Dense(Matrix<f64, 2, 2>),
    Scale(f64),
}

fn main() {}
