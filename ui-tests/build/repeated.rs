use cotangent::prelude::*;

#[differentiable]
fn repeated(x: &Vector<f64, 4>) -> f64 {
    x.repeat::<0, 6>().sum()
}

fn main() {
    repeated(&Vector::zeros());
}
