use cotangent::prelude::*;

#[differentiable]
fn root(x: f64, y: f64) -> Option<f64> {
    if x < 0.0 {
        return None;
    }
    Some(x.sqrt() * y)
}

fn main() {
    let mut tape = GrowableTape::new();
    let _ = root::at(1.0, 2.0).on(&mut tape).jacobian_rev();
}
