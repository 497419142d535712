use cotangent::prelude::*;

#[differentiable]
fn cost(x: &[f64; 4]) -> f64 {
    x.iter().map(|x| x * x).try_for_each(|y| if y < 1.0 { Some(()) } else { None }).map_or(0.0, |()| x[0])
}

fn main() {}
