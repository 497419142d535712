use cotangent::prelude::*;

struct Line;

impl Line {
    #[differentiable]
    fn at(slope: f64, x: f64) -> f64 {
        slope * x
    }
}

fn main() {}
