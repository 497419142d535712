// A list that is read before it changes, and a loop through its columns that is reversed for eight of them at once.
#[differentiable]
fn product<const N: usize>(a: &[[f64; N]; N], first: &[[f64; N]; N], alpha: f64) -> f64 {
    let mut b = *first;
    for i in 0..N {
        for j in 0..N {
            for k in i + 1..N {
                b[i][j] += a[k][i] * b[k][j];
            }
            b[i][j] *= alpha;
        }
    }
    b[0][0]
}
