#[differentiable]
fn misfit(w: f64, #[constant] xs: &[f64]) -> f64 {
    let mut total = 0.0;
    for x in xs {
        let r = (w * x).sin();
        total += r * r;
    }
    0.5 * total
}
