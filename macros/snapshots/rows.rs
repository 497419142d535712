// The rows of lists in lists that a loop goes through are borrowed in front of it.
#[differentiable]
fn layer(w: &[Vec<f64>], x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..w.len() {
        let mut s = 0.0;
        for j in 0..x.len() {
            s += w[i][j] * x[j];
        }
        sum += s * s;
    }
    sum
}
