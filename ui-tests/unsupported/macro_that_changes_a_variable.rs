use cotangent::prelude::*;

macro_rules! next {
    ($n:expr) => {{
        $n += 1;
        $n
    }};
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut n = 1;
    x * f64::from(next!(n)) * f64::from(n)
}

fn main() {}
