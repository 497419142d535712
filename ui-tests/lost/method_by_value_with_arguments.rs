use cotangent::differentiable;

trait Eased {
    fn lerp(self, other: f64, t: f64) -> f64;
}

impl Eased for f64 {
    fn lerp(self, other: f64, t: f64) -> f64 {
        self + (other - self) * t * t
    }
}

#[differentiable]
fn cost(x: f64) -> f64 {
    x.lerp(2.0, 0.3) * x
}

fn main() {}
