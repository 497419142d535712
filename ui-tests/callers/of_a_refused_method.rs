use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct Line {
    slope: f64,
}

#[differentiable]
impl Line {
    fn at(self: Box<Self>, x: f64) -> f64 {
        self.slope * x
    }

    fn twice(&self, x: f64) -> f64 {
        Box::new(self.clone()).at(x) * 2.0
    }
}

fn main() {
    let line = Box::new(Line { slope: 1.0 });
    let (value, (gradient, _)) = line.clone().at_value_and_grad(1.0);
    let _: f64 = line.twice_grad(1.0).1 + gradient.slope * value + line.clone().at_grad(1.0).1;
    let _: f64 = line.at(1.0);
}
