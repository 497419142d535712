use cotangent::prelude::*;

#[differentiable]
fn well<T: Real>(x: T) -> T {
    x * x * x * x - T::lit(2.0) * x * x
}

#[differentiable]
fn force<T: Real>(x: T) -> T {
    let (_, slope) = well::jvp(x, T::ONE);
    slope * x
}

fn main() {
    let x = cotangent::dual::Dual::new(1.0, 1.0);
    let _ = force::jvp(x, x);
}
