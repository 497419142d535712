// What is the same in all iterations of a loop is reversed once, after it.
#[differentiable]
fn scaled<const N: usize>(a: &[[f64; N]; N], b: &[[f64; N]; N], alpha: f64) -> f64 {
    let mut c = [[0.0; N]; N];
    for i in 0..N {
        for k in 0..N {
            for j in 0..N {
                c[i][j] += alpha * a[i][k] * b[k][j];
            }
        }
    }
    let mut sum = 0.0;
    for i in 0..N {
        for j in 0..N {
            sum += 0.5 * alpha * c[i][j];
        }
    }
    sum
}
