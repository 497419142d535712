use cotangent::prelude::*;

const RATE: f64 = 3.0;

mod other {
    pub const RATE: f64 = 2.0;
}

#[differentiable]
fn cost(x: f64, y: f64) -> f64 {
    let doubled = 2.0 * RATE;
    let z = {
        use other::RATE;
        (doubled * x).sin() + RATE
    };
    z * y
}

fn main() {}
