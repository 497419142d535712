use cotangent::prelude::*;

#[differentiable]
fn place(x: f64) -> std::path::PathBuf {
    x.to_string().into()
}

fn main() {}
