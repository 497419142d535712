use cotangent::prelude::*;

#[differentiable(forward = root_forward, vjp = root_vjp, jvp = root_jvp)]
fn root(x: f64) -> f64 {
    x.sqrt()
}

fn root_forward(x: f64) -> (f64, f64) {
    (x.sqrt(), x.sqrt())
}

fn root_vjp(y: &f64, y_bar: &f64) -> f64 {
    y_bar / (2.0 * y)
}

fn root_jvp(_: f64, y: &f64, x_dot: &f64) -> f64 {
    x_dot / (2.0 * y)
}

fn main() {
    let _ = root::at(4.0).hessian();
}
