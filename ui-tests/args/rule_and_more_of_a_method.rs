use cotangent::prelude::*;

#[derive(Differentiable)]
struct Line {
    slope: f64,
}

#[differentiable]
impl Line {
    #[differentiable(vjp = height_vjp, show)]
    fn height(&self, x: f64) -> f64 {
        self.slope * x
    }
}

fn height_vjp(line: &Line, x: f64, _: &f64, bar: &f64) -> (LineTangent, f64) {
    (LineTangent { slope: x * bar }, line.slope * bar)
}

fn main() {
    let _ = Line { slope: 1.0 }.height_grad(1.0);
}
