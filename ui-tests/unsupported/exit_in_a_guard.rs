use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64, y: f64) -> f64 {
    'outer: loop {
        match x {
            z if { break 'outer 'inner: { z * y } } => break z,
            _ => break y,
        }
    }
}

fn main() {}
