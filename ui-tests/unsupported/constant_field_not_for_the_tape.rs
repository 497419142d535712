use cotangent::prelude::*;

#[derive(Clone, Copy)]
enum Activation {
    Relu,
    Tanh,
}

#[derive(Clone, Differentiable)]
struct Layer {
    weight: f64,
    #[constant]
    activation: Activation,
}

#[differentiable]
impl Layer {
    fn new(weight: f64, #[constant] activation: Activation) -> Self {
        Self { weight, activation }
    }
    fn forward(&self, x: f64) -> f64 {
        match self.activation {
            Activation::Relu => (self.weight * x).max(0.0),
            Activation::Tanh => (self.weight * x).tanh(),
        }
    }
}

#[differentiable]
fn cost(x: f64, w: f64) -> f64 {
    let layer = Layer::new(w * w, Activation::Tanh);
    layer.forward(layer.forward(x))
}

fn main() {
    let _ = cost::grad(1.0, 2.0);
    let _ = Activation::Relu;
}
