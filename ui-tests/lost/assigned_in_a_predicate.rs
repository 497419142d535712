use cotangent::prelude::*;

#[differentiable]
fn cost(x: &[f64; 3]) -> f64 {
    let mut largest = 0.0;
    let found = x.iter().any(|v| {
        largest = *v;
        *v > 1.0
    });
    if found { largest } else { x[0] }
}

fn main() {}
