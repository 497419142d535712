#[differentiable]
pub fn wave(x: f64, #[constant] k: f64) -> f64 {
    (k * x).sin()
}
