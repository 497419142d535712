use cotangent::prelude::*;

#[differentiable]
fn each(x: &[f64], mut f: impl FnMut(f64)) -> f64 {
    for a in x {
        f(*a * *a);
    }
    x[0]
}

fn main() {}
