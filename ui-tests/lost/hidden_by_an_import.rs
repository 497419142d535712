use cotangent::prelude::*;

mod known {
    #[allow(non_upper_case_globals)]
    pub const scale: f64 = 3.0;
}

#[differentiable]
fn cost(x: f64, rate: f64) -> f64 {
    let scale = x;
    let y = {
        use known::*;
        scale * rate
    };
    y * scale
}

fn main() {}
