use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct Line {
    slope: f64,
}

#[differentiable]
impl Line {
    fn at(self: &Self, x: f64) -> f64 {
        self.slope * x
    }

    fn twice(&self, x: f64) -> f64 {
        self.clone().at(x) * 2.0
    }
}

fn main() {
    let line = Line { slope: 1.0 };
    let (value, (gradient, _)) = line.at_value_and_grad(1.0);
    let _: f64 = line.twice_grad(1.0).1 + gradient.slope * value + line.at_grad(1.0).1;
    let _: f64 = line.at(1.0);
}
