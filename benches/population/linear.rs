//! Dense, banded and triangular linear algebra, and factorisations, in the loops of textbooks.

use cotangent::prelude::*;

#[differentiable]
pub fn gemv<const N: usize>(a: &[[f64; N]; N], x: &[f64; N], alpha: f64) -> f64 {
    let mut y = [0.0; N];
    for i in 0..N {
        for j in 0..N {
            y[i] += alpha * a[i][j] * x[j];
        }
    }
    let mut sum = 0.0;
    for i in 0..N {
        sum += y[i] * y[i];
    }
    sum
}

#[differentiable]
pub fn gemv_transposed<const N: usize>(a: &[[f64; N]; N], x: &[f64; N]) -> f64 {
    let mut y = [0.0; N];
    for j in 0..N {
        for i in 0..N {
            y[j] += a[i][j] * x[i];
        }
    }
    let mut sum = 0.0;
    for i in 0..N {
        sum += y[i] * y[i];
    }
    sum
}

#[differentiable]
pub fn gemv_flat(a: &[f64], x: &[f64]) -> f64 {
    let n = x.len();
    let mut sum = 0.0;
    for i in 0..a.len() / n {
        let mut y = 0.0;
        for j in 0..n {
            y += a[i * n + j] * x[j];
        }
        sum += y * y;
    }
    sum
}

#[differentiable]
pub fn rank_one_update<const N: usize>(first: &[[f64; N]; N], x: &[f64; N], y: &[f64; N], alpha: f64) -> f64 {
    let mut a = *first;
    for i in 0..N {
        for j in 0..N {
            a[i][j] += alpha * x[i] * y[j];
        }
    }
    let mut sum = 0.0;
    for i in 0..N {
        for j in 0..N {
            sum += a[i][j] * a[i][j];
        }
    }
    sum
}

#[differentiable]
pub fn gemm<const N: usize>(a: &[[f64; N]; N], b: &[[f64; N]; N], first: &[[f64; N]; N], alpha: f64, beta: f64) -> f64 {
    let mut c = *first;
    for i in 0..N {
        for j in 0..N {
            c[i][j] *= beta;
        }
        for k in 0..N {
            for j in 0..N {
                c[i][j] += alpha * a[i][k] * b[k][j];
            }
        }
    }
    let mut sum = 0.0;
    for i in 0..N {
        for j in 0..N {
            sum += c[i][j] * c[i][j];
        }
    }
    sum
}

#[differentiable]
pub fn gemm_dot<const N: usize>(a: &[[f64; N]; N], b: &[[f64; N]; N]) -> f64 {
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

#[differentiable]
pub fn syrk<const N: usize>(a: &[[f64; N]; N], alpha: f64) -> f64 {
    let mut c = [[0.0; N]; N];
    for i in 0..N {
        for j in 0..=i {
            for k in 0..N {
                c[i][j] += alpha * a[i][k] * a[j][k];
            }
        }
    }
    let mut sum = 0.0;
    for i in 0..N {
        for j in 0..N {
            sum += c[i][j] * c[i][j];
        }
    }
    sum
}

#[differentiable]
pub fn symm<const N: usize>(a: &[[f64; N]; N], b: &[[f64; N]; N], alpha: f64) -> f64 {
    let mut c = [[0.0; N]; N];
    for i in 0..N {
        for j in 0..N {
            let mut temp = 0.0;
            for k in 0..i {
                c[k][j] += alpha * b[i][j] * a[i][k];
                temp += b[k][j] * a[i][k];
            }
            c[i][j] += alpha * b[i][j] * a[i][i] + alpha * temp;
        }
    }
    let mut sum = 0.0;
    for i in 0..N {
        for j in 0..N {
            sum += c[i][j] * c[i][j];
        }
    }
    sum
}

#[differentiable]
pub fn trmm<const N: usize>(a: &[[f64; N]; N], first: &[[f64; N]; N], alpha: f64) -> f64 {
    let mut b = *first;
    for i in 0..N {
        for j in 0..N {
            for k in i + 1..N {
                b[i][j] += a[k][i] * b[k][j];
            }
            b[i][j] = alpha * b[i][j];
        }
    }
    let mut sum = 0.0;
    for i in 0..N {
        for j in 0..N {
            sum += b[i][j] * b[i][j];
        }
    }
    sum
}

#[differentiable]
pub fn trmv<const N: usize>(l: &[[f64; N]; N], x: &[f64; N]) -> f64 {
    let mut sum = 0.0;
    for i in 0..N {
        let mut y = 0.0;
        for j in 0..=i {
            y += l[i][j] * x[j];
        }
        sum += y * y;
    }
    sum
}

#[differentiable]
pub fn lower_solve<const N: usize>(l: &[[f64; N]; N], b: &[f64; N]) -> f64 {
    let mut x = *b;
    for i in 0..N {
        for j in 0..i {
            x[i] -= 0.1 * l[i][j] * x[j];
        }
        x[i] = x[i] / (l[i][i] + 1.0);
    }
    let mut sum = 0.0;
    for i in 0..N {
        sum += x[i] * x[i];
    }
    sum
}

#[differentiable]
pub fn upper_solve<const N: usize>(u: &[[f64; N]; N], b: &[f64; N]) -> f64 {
    let mut x = [0.0; N];
    for i in (0..N).rev() {
        let mut s = b[i];
        for j in i + 1..N {
            s -= 0.1 * u[i][j] * x[j];
        }
        x[i] = s / (u[i][i] + 1.0);
    }
    let mut sum = 0.0;
    for i in 0..N {
        sum += x[i] * x[i];
    }
    sum
}

#[differentiable]
pub fn cholesky<const N: usize>(a: &[[f64; N]; N]) -> f64 {
    let mut l = *a;
    for i in 0..N {
        l[i][i] += 2.0 * N as f64;
        for j in 0..i {
            for k in 0..j {
                l[i][j] -= l[i][k] * l[j][k];
            }
            l[i][j] /= l[j][j];
        }
        for k in 0..i {
            l[i][i] -= l[i][k] * l[i][k];
        }
        l[i][i] = l[i][i].sqrt();
    }
    let mut sum = 0.0;
    for i in 0..N {
        sum += l[i][i].ln();
    }
    2.0 * sum
}

#[differentiable]
pub fn cholesky_columns<const N: usize>(a: &[[f64; N]; N]) -> f64 {
    let mut l = [[0.0; N]; N];
    for j in 0..N {
        let mut d = a[j][j] + 2.0 * N as f64;
        for k in 0..j {
            d -= l[j][k] * l[j][k];
        }
        l[j][j] = d.sqrt();
        for i in j + 1..N {
            let mut s = a[i][j];
            for k in 0..j {
                s -= l[i][k] * l[j][k];
            }
            l[i][j] = s / l[j][j];
        }
    }
    let mut sum = 0.0;
    for i in 0..N {
        for j in 0..=i {
            sum += l[i][j];
        }
    }
    sum
}

#[differentiable]
pub fn lu<const N: usize>(first: &[[f64; N]; N]) -> f64 {
    let mut a = *first;
    for i in 0..N {
        a[i][i] += 2.0 * N as f64;
    }
    for k in 0..N {
        for i in k + 1..N {
            a[i][k] /= a[k][k];
            for j in k + 1..N {
                a[i][j] -= a[i][k] * a[k][j];
            }
        }
    }
    let mut sum = 0.0;
    for i in 0..N {
        sum += a[i][i].ln();
    }
    sum
}

#[differentiable]
pub fn lu_rows<const N: usize>(first: &[[f64; N]; N]) -> f64 {
    let mut a = *first;
    for i in 0..N {
        a[i][i] += 2.0 * N as f64;
    }
    for i in 0..N {
        for j in 0..i {
            for k in 0..j {
                a[i][j] -= a[i][k] * a[k][j];
            }
            a[i][j] /= a[j][j];
        }
        for j in i..N {
            for k in 0..i {
                a[i][j] -= a[i][k] * a[k][j];
            }
        }
    }
    let mut sum = 0.0;
    for i in 0..N {
        for j in 0..N {
            sum += a[i][j];
        }
    }
    sum
}

#[differentiable]
pub fn ldl<const N: usize>(a: &[[f64; N]; N]) -> f64 {
    let mut l = [[0.0; N]; N];
    let mut d = [0.0; N];
    for j in 0..N {
        let mut s = a[j][j] + 2.0 * N as f64;
        for k in 0..j {
            s -= l[j][k] * l[j][k] * d[k];
        }
        d[j] = s;
        for i in j + 1..N {
            let mut s = a[i][j];
            for k in 0..j {
                s -= l[i][k] * l[j][k] * d[k];
            }
            l[i][j] = s / d[j];
        }
    }
    let mut sum = 0.0;
    for i in 0..N {
        sum += d[i].ln();
    }
    sum
}

#[differentiable]
pub fn gram_schmidt<const N: usize>(first: &[[f64; N]; N]) -> f64 {
    let mut a = *first;
    let mut r = [[0.0; N]; N];
    for i in 0..N {
        a[i][i] += 3.0;
    }
    for k in 0..N {
        let mut norm = 0.0;
        for i in 0..N {
            norm += a[i][k] * a[i][k];
        }
        r[k][k] = norm.sqrt();
        for i in 0..N {
            a[i][k] /= r[k][k];
        }
        for j in k + 1..N {
            for i in 0..N {
                r[k][j] += a[i][k] * a[i][j];
            }
            for i in 0..N {
                a[i][j] -= a[i][k] * r[k][j];
            }
        }
    }
    let mut sum = 0.0;
    for i in 0..N {
        for j in i..N {
            sum += r[i][j];
        }
    }
    sum
}

#[differentiable]
pub fn gemver<const N: usize>(
    first: &[[f64; N]; N],
    u1: &[f64; N],
    v1: &[f64; N],
    u2: &[f64; N],
    v2: &[f64; N],
    y: &[f64; N],
    z: &[f64; N],
) -> f64 {
    let (alpha, beta) = (1.5, 1.2);
    let mut a = *first;
    let mut x = [0.0; N];
    let mut w = [0.0; N];
    for i in 0..N {
        for j in 0..N {
            a[i][j] = a[i][j] + u1[i] * v1[j] + u2[i] * v2[j];
        }
    }
    for i in 0..N {
        for j in 0..N {
            x[i] = x[i] + beta * a[j][i] * y[j];
        }
    }
    for i in 0..N {
        x[i] = x[i] + z[i];
    }
    for i in 0..N {
        for j in 0..N {
            w[i] = w[i] + alpha * a[i][j] * x[j];
        }
    }
    let mut sum = 0.0;
    for i in 0..N {
        sum += w[i] * w[i];
    }
    sum
}

#[differentiable]
pub fn gesummv<const N: usize>(a: &[[f64; N]; N], b: &[[f64; N]; N], x: &[f64; N], alpha: f64, beta: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..N {
        let mut t = 0.0;
        let mut y = 0.0;
        for j in 0..N {
            t += a[i][j] * x[j];
            y += b[i][j] * x[j];
        }
        y = alpha * t + beta * y;
        sum += y * y;
    }
    sum
}

#[differentiable]
pub fn atax<const N: usize>(a: &[[f64; N]; N], x: &[f64; N]) -> f64 {
    let mut y = [0.0; N];
    for i in 0..N {
        let mut t = 0.0;
        for j in 0..N {
            t += a[i][j] * x[j];
        }
        for j in 0..N {
            y[j] += a[i][j] * t;
        }
    }
    let mut sum = 0.0;
    for i in 0..N {
        sum += y[i] * y[i];
    }
    sum
}

#[differentiable]
pub fn bicg<const N: usize>(a: &[[f64; N]; N], p: &[f64; N], r: &[f64; N]) -> f64 {
    let mut s = [0.0; N];
    let mut q = [0.0; N];
    for i in 0..N {
        for j in 0..N {
            s[j] += r[i] * a[i][j];
            q[i] += a[i][j] * p[j];
        }
    }
    let mut sum = 0.0;
    for i in 0..N {
        sum += s[i] * q[i];
    }
    sum
}

#[differentiable]
pub fn thomas<const N: usize>(a: &[f64; N], b: &[f64; N], c: &[f64; N], d: &[f64; N]) -> f64 {
    let mut cp = [0.0; N];
    let mut x = [0.0; N];
    cp[0] = c[0] / (b[0] + 3.0);
    x[0] = d[0] / (b[0] + 3.0);
    for i in 1..N {
        let m = 1.0 / (b[i] + 3.0 - a[i] * cp[i - 1]);
        cp[i] = c[i] * m;
        x[i] = (d[i] - a[i] * x[i - 1]) * m;
    }
    for i in (0..N - 1).rev() {
        x[i] -= cp[i] * x[i + 1];
    }
    let mut sum = 0.0;
    for i in 0..N {
        sum += x[i] * x[i];
    }
    sum
}

#[differentiable]
pub fn jacobi_solver<const N: usize>(a: &[[f64; N]; N], b: &[f64; N]) -> f64 {
    let mut x = [0.0; N];
    for _ in 0..10 {
        let mut next = [0.0; N];
        for i in 0..N {
            let mut s = b[i];
            for j in 0..N {
                if j != i {
                    s -= a[i][j] * x[j];
                }
            }
            next[i] = s / (a[i][i] + N as f64);
        }
        x = next;
    }
    let mut sum = 0.0;
    for i in 0..N {
        sum += x[i] * x[i];
    }
    sum
}

#[differentiable]
pub fn conjugate_gradient<const N: usize>(a: &[[f64; N]; N], b: &[f64; N]) -> f64 {
    let mut x = [0.0; N];
    let mut r = *b;
    let mut p = *b;
    let mut rr = 0.0;
    for i in 0..N {
        rr += r[i] * r[i];
    }
    for _ in 0..5 {
        let mut ap = [0.0; N];
        for i in 0..N {
            for j in 0..N {
                ap[i] += (a[i][j] + a[j][i]) * p[j];
            }
            ap[i] += 2.0 * N as f64 * p[i];
        }
        let mut pap = 0.0;
        for i in 0..N {
            pap += p[i] * ap[i];
        }
        let alpha = rr / pap;
        let mut next = 0.0;
        for i in 0..N {
            x[i] += alpha * p[i];
            r[i] -= alpha * ap[i];
            next += r[i] * r[i];
        }
        let beta = next / rr;
        for i in 0..N {
            p[i] = r[i] + beta * p[i];
        }
        rr = next;
    }
    let mut sum = 0.0;
    for i in 0..N {
        sum += x[i] * b[i];
    }
    sum
}

#[differentiable]
pub fn contraction<const N: usize>(a: &[[[f64; N]; N]; N], c: &[[f64; N]; N]) -> f64 {
    let mut out = [[[0.0; N]; N]; N];
    for r in 0..N {
        for q in 0..N {
            for p in 0..N {
                for s in 0..N {
                    out[r][q][p] += a[r][q][s] * c[s][p];
                }
            }
        }
    }
    let mut sum = 0.0;
    for r in 0..N {
        for q in 0..N {
            for p in 0..N {
                sum += out[r][q][p] * out[r][q][p];
            }
        }
    }
    sum
}
