use cotangent::differentiable;

trait Scaled {
    fn to_f64(&self) -> Option<f64>;
}

impl Scaled for f64 {
    fn to_f64(&self) -> Option<f64> {
        Some(2.0 * self)
    }
}

#[differentiable]
fn cost(x: f64) -> f64 {
    x.to_f64().unwrap() * x
}

fn main() {}
