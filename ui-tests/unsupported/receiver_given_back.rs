use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct Plant {
    x: f64,
}

#[differentiable]
impl Plant {
    fn step(&mut self, f: f64) -> &mut Self {
        self.x += f;
        self
    }

    fn energy(&self) -> f64 {
        self.x * self.x
    }
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut plant = Plant { x };
    plant.step(x).energy()
}

fn main() {}
