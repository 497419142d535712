use cotangent::prelude::*;

#[derive(Differentiable)]
struct Relu {}

fn main() {}
