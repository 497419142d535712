use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64, rate: f64) -> f64 {
    let scale = x;
    let y = {
        #[allow(non_upper_case_globals)]
        const scale: f64 = 3.0;
        scale * rate
    };
    y * scale
}

fn main() {}
