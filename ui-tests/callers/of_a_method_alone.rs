use cotangent::prelude::*;

#[derive(Differentiable)]
struct Line {
    slope: f64,
}

impl Line {
    #[differentiable]
    fn at(&self, x: f64) -> f64 {
        self.slope * x
    }
}

fn main() {
    let line = Line { slope: 1.0 };
    let (value, (gradient, dx)) = line.at_value_and_grad(2.0);
    println!("{value} {} {dx}", gradient.slope);
}
