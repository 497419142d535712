use cotangent::prelude::*;

#[allow(non_upper_case_globals)]
const None: Option<f64> = Some(3.0);

#[differentiable]
fn cost(x: &[f64; 4]) -> f64 {
    x.iter().filter_map(|v| if *v > 0.3 { Some(v * v) } else { None }).sum()
}

fn main() {}
