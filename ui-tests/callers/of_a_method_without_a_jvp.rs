use cotangent::prelude::*;

#[derive(Differentiable)]
struct Line {
    slope: f64,
}

#[differentiable]
impl Line {
    #[differentiable(vjp = height_vjp)]
    fn height(&self, x: f64) -> f64 {
        self.slope * x
    }
}

fn height_vjp(line: &Line, x: f64, _: &f64, bar: &f64) -> (LineTangent, f64) {
    (LineTangent { slope: x * bar }, line.slope * bar)
}

fn main() {
    let _ = Line { slope: 1.0 }.height_jvp(1.0, (Line::zero_tangent(), 1.0));
}
