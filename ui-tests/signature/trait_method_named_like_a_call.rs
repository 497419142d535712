use cotangent::prelude::*;

trait Curve {
    fn height(&self, x: f64) -> f64;
    fn height_at(&self, x: f64, y: f64) -> f64;
}

#[derive(Differentiable, Clone)]
struct Line {
    slope: f64,
}

#[differentiable]
impl Curve for Line {
    fn height(&self, x: f64) -> f64 {
        self.slope * x
    }

    fn height_at(&self, x: f64, y: f64) -> f64 {
        self.slope * x * y
    }
}

fn main() {}
