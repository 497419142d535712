use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct Plant {
    x: f64,
    v: f64,
}

#[differentiable]
impl Plant {
    fn other(&self) -> Plant {
        Plant { x: self.v, v: self.x }
    }

    fn step(&mut self, f: f64) -> &mut Self {
        self.x += f * self.v;
        self
    }
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut plant = Plant { x, v: 1.0 };
    plant.step(2.0);
    plant.other().step(x);
    plant.x * plant.v
}

fn main() {}
