#[differentiable]
fn piecewise(x: f64, y: f64) -> f64 {
    let s = x * y;
    let t = if s > 1.0 {
        let a = s.ln();
        a * s
    } else {
        s
    };
    t * y
}
