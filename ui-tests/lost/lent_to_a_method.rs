use cotangent::prelude::*;

#[derive(Clone, Copy, Differentiable)]
struct Scale(f64);

#[differentiable]
impl Scale {
    fn put(&self, x: f64, place: &mut f64) -> bool {
        *place = self.0 * x;
        true
    }
}

const DOUBLE: Scale = Scale(2.0);

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut kept = 2.0;
    let place = &mut kept;
    if DOUBLE.put(x, place) { kept * x } else { x }
}

fn main() {}
