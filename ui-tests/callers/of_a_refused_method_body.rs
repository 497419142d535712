use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct Line {
    slope: f64,
}

#[differentiable]
impl Line {
    fn at(&self, x: f64) -> f64 {
        let mut both = [self.slope, x];
        both.select_nth_unstable_by(0, f64::total_cmp);
        both[0] * x
    }

    fn twice(&self, x: f64) -> f64 {
        self.at(x) * 2.0
    }
}

fn main() {
    let line = Line { slope: 1.0 };
    let (value, (gradient, _)) = line.at_value_and_grad(1.0);
    let _: f64 = line.twice_grad(1.0).1 + gradient.slope * value + line.at_grad(1.0).1;
}
