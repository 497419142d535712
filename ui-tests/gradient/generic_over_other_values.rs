use cotangent::prelude::*;

#[derive(Differentiable, Clone, Copy, PartialEq, PartialOrd)]
struct Length(f64);

#[differentiable]
fn longest<T: Copy + PartialOrd>(list: &[T; 2]) -> T {
    if list[0] < list[1] { list[1] } else { list[0] }
}

fn main() {
    let _ = longest::vjp(&[Length(1.0), Length(2.0)], LengthTangent(1.0));
}
