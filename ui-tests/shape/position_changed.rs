use cotangent::prelude::*;

#[differentiable]
fn shifted(b: &Vector<f64, 3>) -> f64 {
    let mut x = Matrix::<f64, 3, 2>::ZEROS;
    x[[1]] = b[[1]];
    x.sum()
}

fn main() {}
