#[differentiable]
fn limited(x: &[f64; 8]) -> f64 {
    let mut u = *x;
    for i in 1..7 {
        let (a, b) = (u[i] - u[i - 1], u[i + 1] - u[i]);
        let mut slope = 0.0;
        if a * b > 0.0 {
            slope = if a < b { a } else { b };
        }
        u[i] = u[i] + 0.5 * slope;
    }
    u[3]
}
