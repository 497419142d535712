#[differentiable]
fn smooth(first: &[f64; 10], rate: f64) -> f64 {
    let mut a = *first;
    let mut b = [0.0; 10];
    for i in 1..9 {
        b[i] = a[i] + rate * (a[i - 1] - 2.0 * a[i] + a[i + 1]);
    }
    b[3]
}
