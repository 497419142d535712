#[differentiable]
fn polynomial(c: &[f64; 4], x: f64) -> f64 {
    let mut y = 0.0;
    for i in 0..4 {
        y = y * x + c[3 - i];
    }
    y
}
