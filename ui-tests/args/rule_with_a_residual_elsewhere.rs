use cotangent::prelude::*;

#[differentiable(forward = root_forward, vjp = root_vjp)]
fn root(x: f64) -> f64 {
    x.sqrt()
}

fn root_forward(x: f64) -> (f64, std::path::PathBuf) {
    (x.sqrt(), x.to_string().into())
}

fn root_vjp(x: &std::path::PathBuf, y_bar: &f64) -> f64 {
    y_bar * x.as_os_str().len() as f64
}

fn main() {
    let _ = root::grad(4.0);
}
