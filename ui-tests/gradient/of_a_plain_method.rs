use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct Line {
    slope: f64,
}

impl Line {
    fn at(&self, x: f64) -> f64 {
        self.slope * x
    }
}

fn main() {
    let line = Line { slope: 2.0 };
    line.at(1.0);
    let _ = line.at_grad(1.0);
}
