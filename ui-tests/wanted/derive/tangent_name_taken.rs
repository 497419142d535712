use cotangent::prelude::*;

struct LineTangent;

#[derive(Differentiable)]
struct Line {
    slope: f64,
}

fn main() {}
