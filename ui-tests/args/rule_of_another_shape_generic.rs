use cotangent::prelude::*;

#[differentiable(vjp = double_vjp)]
fn double<const N: usize>(x: &Vector<f64, N>) -> Vector<f64, N> {
    x * 2.0
}

fn double_vjp<const N: usize>(_: &Vector<f64, N>, y: &Vector<f64, N>, _: &Vector<f64, 3>) -> Vector<f64, N> {
    *y
}

fn main() {
    let _ = double::vjp(&tensor([1.0; 3]), tensor([1.0; 3]));
}
