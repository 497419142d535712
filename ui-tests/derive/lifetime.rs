use cotangent::prelude::*;

#[derive(Differentiable)]
struct View<'a> {
    x: &'a [f64; 3],
}

fn main() {}
