use cotangent::prelude::*;

#[derive(Differentiable)]
enum Activation {
    Relu,
    Tanh,
}

fn main() {}
