use cotangent::prelude::*;

mod image {
    use cotangent::prelude::*;

    #[differentiable]
    pub fn grad(x: f64) -> f64 {
        x * x
    }
}

#[differentiable]
fn edge(x: f64) -> f64 {
    image::grad(x) + x
}

fn main() {}
