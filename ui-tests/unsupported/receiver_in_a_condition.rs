use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct State {
    x: f64,
}

#[differentiable]
impl State {
    fn step(&mut self, by: f64) -> f64 {
        self.x += by;
        self.x
    }
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut state = State { x };
    if state.step(x) > 1.0 {
        state.x *= 2.0;
    }
    state.x
}

fn main() {}
