use cotangent::prelude::*;

#[derive(Differentiable)]
struct Grid {
    from: f64,
    to: f64,
}

#[differentiable]
impl Grid {
    fn midpoint(&self, f: impl Fn(f64) -> f64) -> f64 {
        (self.to - self.from) * f(0.5 * (self.from + self.to))
    }
}

fn main() {}
