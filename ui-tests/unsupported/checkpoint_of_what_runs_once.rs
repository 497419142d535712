// errors: 4
use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut y = x;
    #[checkpoint(every = 3)]
    {
        y = y.sin() * x;
    }
    let z = #[checkpoint]
    #[checkpoint]
    y.sin();
    let w = #[checkpoint]
    -z;
    w * z
}

#[differentiable]
#[checkpoint(bisection)]
fn whole(x: f64) -> f64 {
    x * x
}

fn main() {
    let _ = (cost::grad(1.0), whole::grad(1.0));
}
