use cotangent::differentiable;

trait Leaky {
    fn relu(&self) -> f64;
}

impl Leaky for f64 {
    fn relu(&self) -> f64 {
        if *self > 0.0 { *self } else { 0.1 * *self }
    }
}

#[differentiable]
fn cost(x: f64) -> f64 {
    x.relu() * x
}

fn main() {}
