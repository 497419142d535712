use cotangent::prelude::*;

#[differentiable]
fn encode(x: &Vector<f64, 3>, w: &Matrix<f64, 3, 2>, skip: bool) -> Vector<f64, 2> {
    if skip {
        return *x;
    }
    x.matmul(w)
}

fn main() {}
