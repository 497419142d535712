use cotangent::prelude::*;

#[differentiable]
enum Activation {
    Relu,
}

fn main() {}
