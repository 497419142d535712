use cotangent::prelude::*;

#[derive(Differentiable)]
struct Net {
    scale: f64,
    file: std::path::PathBuf,
}

fn main() {}
