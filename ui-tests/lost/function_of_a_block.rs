use cotangent::prelude::*;

mod keeping {
    use std::sync::Mutex;

    pub static KEPT: Mutex<f64> = Mutex::new(1.0);

    pub fn is_inside(x: f64) -> bool {
        *KEPT.lock().unwrap() = x;
        x > -100.0
    }
}

#[differentiable]
fn is_inside(x: f64) -> bool {
    x > 0.0
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let inside = {
        use keeping::is_inside;
        is_inside(x)
    };
    if inside && *keeping::KEPT.lock().unwrap() > 0.5 { x * x } else { x }
}

fn main() {
    is_inside(1.0);
}
