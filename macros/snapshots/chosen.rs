#[differentiable]
fn nearest(points: &[f64; 4], x: f64) -> f64 {
    let mut best = f64::INFINITY;
    for p in points {
        let mut gap = 0.0;
        for k in 1..3 {
            gap += (p - x) * f64::from(k);
        }
        best = best.min(gap);
    }
    best
}
