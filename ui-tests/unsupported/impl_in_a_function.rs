use cotangent::prelude::*;

struct Scale(f64);

#[differentiable]
fn cost(x: f64) -> f64 {
    impl Scale {
        fn get(&self) -> f64 {
            self.0
        }
    }
    x * Scale(2.0).get()
}

fn main() {}
