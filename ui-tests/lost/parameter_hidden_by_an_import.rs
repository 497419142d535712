// errors: 2
use cotangent::prelude::*;

mod known {
    #[allow(non_upper_case_globals)]
    pub const scale: f64 = 3.0;
}

#[differentiable]
fn cost(x: f64, scale: f64) -> f64 {
    use known::*;
    x * scale
}

fn main() {}
