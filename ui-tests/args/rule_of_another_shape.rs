use cotangent::prelude::*;

#[differentiable(vjp = double_vjp, jvp = double_jvp)]
fn double(x: &Vector<f64, 3>) -> Vector<f64, 3> {
    x * 2.0
}

fn double_vjp(_: &Vector<f64, 3>, _: &Vector<f64, 3>, bar: &Vector<f64, 3>) -> Vector<f64, 3> {
    bar * 2.0
}

fn double_jvp(_: &Vector<f64, 3>, y: &Vector<f64, 3>, _: &Vector<f64, 2>) -> Vector<f64, 3> {
    *y
}

fn main() {
    let _ = double::vjp(&tensor([1.0; 3]), tensor([1.0; 3]));
}
