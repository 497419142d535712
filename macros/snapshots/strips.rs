// A loop that goes through columns is reversed for eight columns at once.
#[differentiable]
fn squares<const N: usize>(a: &[[f64; N]; N], b: &[[f64; N]; N]) -> f64 {
    let mut sum = 0.0;
    for i in 0..N {
        for j in 0..N {
            let mut c = 0.0;
            for k in 0..N {
                c += a[i][k] * b[k][j];
            }
            sum += c * c;
        }
    }
    sum
}
