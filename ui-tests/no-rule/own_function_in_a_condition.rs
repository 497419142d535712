use cotangent::prelude::*;

#[derive(Differentiable)]
struct Line {
    slope: f64,
}

impl Line {
    fn is_steep(slope: f64) -> bool {
        slope > 2.0
    }
}

#[differentiable]
impl Line {
    fn height(&self, x: f64) -> f64 {
        if Line::is_steep(self.slope) { x } else { x * self.slope }
    }
}

fn main() {}
