#[differentiable]
fn midpoint(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    (b - a) * f(0.5 * (a + b))
}
