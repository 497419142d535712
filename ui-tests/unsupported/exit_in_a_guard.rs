use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64, y: f64) -> f64 {
    match Some(2_usize) {
        Some(0 | 2) if 0.5 > 'outer: { break 'outer 'inner: { break 'inner x.cos() } } => y,
        _ => x * y,
    }
}

fn main() {}
