use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct State {
    speed: f64,
}

#[differentiable]
fn limited(x: f64, state: &State) -> Result<f64, f64> {
    if x > 3.0 {
        return Err(state.speed);
    }
    Ok(x * state.speed)
}

fn main() {}
