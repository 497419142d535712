use cotangent::prelude::*;

#[differentiable(vjp = grown_vjp)]
fn grown(x: &mut f64) -> f64 {
    *x += 1.0;
    *x
}

fn grown_vjp(_: &mut f64, _: &f64, bar: &f64) -> f64 {
    *bar
}

fn main() {
    let _ = grown(&mut 4.0);
}
