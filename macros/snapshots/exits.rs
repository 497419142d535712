#[differentiable]
fn sum_until(x: &[f64], limit: f64) -> f64 {
    let mut s = 0.0;
    for v in x {
        if *v < 0.0 {
            continue;
        }
        s += v * v;
        if s > limit {
            return limit * s;
        }
    }
    s
}
