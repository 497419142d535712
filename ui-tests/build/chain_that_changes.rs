use cotangent::prelude::*;

#[differentiable]
trait Filter {
    fn process(&mut self, x: f64) -> f64;
}

#[derive(Differentiable, Clone)]
struct Gain(f64);

#[differentiable]
impl Filter for Gain {
    fn process(&mut self, x: f64) -> f64 {
        self.0 *= 0.5;
        self.0 * x
    }
}

#[derive(Differentiable, Clone)]
struct Twice<F>(F);

#[differentiable]
impl<F: Filter> Filter for Twice<F> {
    fn process(&mut self, x: f64) -> f64 {
        let y = self.0.process(x);
        self.0.process(y)
    }
}

#[differentiable]
fn last<F: Filter>(filter: &mut F, x: f64) -> f64 {
    filter.process(x)
}

#[differentiable]
fn twice(gain: f64, x: f64) -> f64 {
    let mut filter = Twice(Gain(gain));
    last(&mut filter, x)
}

fn main() {
    let _ = twice::grad(2.0, 3.0);
}
