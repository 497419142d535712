use cotangent::prelude::*;

#[differentiable]
fn top(x: &Vector<f64, 9>) -> Vector<f64, 2> {
    x.topk::<0, 3>()
}

fn main() {}
