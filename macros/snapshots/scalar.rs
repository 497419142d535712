#[differentiable]
fn rosenbrock(x: f64, y: f64) -> f64 {
    let gap = y - x * x;
    (1.0 - x).powi(2) + 100.0 * gap * gap
}
