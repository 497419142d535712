//! Programs from textbooks that took more than four times as long as their values when they were written down.

use cotangent::prelude::*;

#[differentiable]
pub fn viterbi<const S: usize>(trans: &[[f64; S]; S], emit: &[[f64; S]]) -> f64 {
    let mut score = [0.0; S];
    for t in 0..emit.len() {
        let mut next = [0.0; S];
        for j in 0..S {
            let mut best = score[0] + trans[0][j];
            for i in 1..S {
                let candidate = score[i] + trans[i][j];
                if candidate > best {
                    best = candidate;
                }
            }
            next[j] = best + emit[t][j];
        }
        score = next;
    }
    let mut best = score[0];
    for j in 1..S {
        best = best.max(score[j]);
    }
    best
}

#[differentiable]
pub fn limiter<const N: usize>(first: &[f64; N], c: f64) -> f64 {
    let mut u = *first;
    for _ in 0..6 {
        let mut flux = [0.0; N];
        for i in 1..N - 1 {
            let a = u[i] - u[i - 1];
            let b = u[i + 1] - u[i];
            let slope = if a * b <= 0.0 {
                0.0
            } else if a.abs() < b.abs() {
                a
            } else {
                b
            };
            flux[i] = u[i] + 0.5 * (1.0 - c) * slope;
        }
        for i in 2..N - 1 {
            u[i] -= c * (flux[i] - flux[i - 1]);
        }
    }
    let mut sum = 0.0;
    for i in 0..N {
        sum += u[i] * u[i];
    }
    sum
}

#[differentiable]
pub fn batch_norm(x: &[[f64; 8]], gamma: &[f64; 8], beta: &[f64; 8]) -> f64 {
    let n = x.len() as f64;
    let mut mean = [0.0; 8];
    let mut var = [0.0; 8];
    for i in 0..x.len() {
        for k in 0..8 {
            mean[k] += x[i][k] / n;
        }
    }
    for i in 0..x.len() {
        for k in 0..8 {
            let d = x[i][k] - mean[k];
            var[k] += d * d / n;
        }
    }
    let mut sum = 0.0;
    for i in 0..x.len() {
        for k in 0..8 {
            let y = gamma[k] * (x[i][k] - mean[k]) / (var[k] + 1e-5).sqrt() + beta[k];
            sum += y * y * y;
        }
    }
    sum
}

#[differentiable]
pub fn kalman_arrays(z: &[[f64; 2]], f: &[[f64; 4]; 4], q: f64, r: f64) -> f64 {
    let mut x = [0.0; 4];
    let mut p = [[0.0; 4]; 4];
    for i in 0..4 {
        p[i][i] = 1.0;
    }
    let mut loss = 0.0;
    for t in 0..z.len() {
        let mut xn = [0.0; 4];
        let mut fp = [[0.0; 4]; 4];
        let mut pn = [[0.0; 4]; 4];
        for i in 0..4 {
            for j in 0..4 {
                xn[i] += f[i][j] * x[j];
                for k in 0..4 {
                    fp[i][j] += f[i][k] * p[k][j];
                }
            }
        }
        for i in 0..4 {
            for j in 0..4 {
                for k in 0..4 {
                    pn[i][j] += fp[i][k] * f[j][k];
                }
            }
            pn[i][i] += q;
        }
        let s00 = pn[0][0] + r;
        let s11 = pn[1][1] + r;
        let s01 = pn[0][1];
        let det = s00 * s11 - s01 * s01;
        let e0 = z[t][0] - xn[0];
        let e1 = z[t][1] - xn[1];
        for i in 0..4 {
            let g0 = (pn[i][0] * s11 - pn[i][1] * s01) / det;
            let g1 = (pn[i][1] * s00 - pn[i][0] * s01) / det;
            x[i] = xn[i] + g0 * e0 + g1 * e1;
            for j in 0..4 {
                p[i][j] = pn[i][j] - g0 * pn[0][j] - g1 * pn[1][j];
            }
        }
        loss += det.ln() + (e0 * e0 * s11 - 2.0 * e0 * e1 * s01 + e1 * e1 * s00) / det;
    }
    loss
}

#[differentiable]
pub fn recurrence_in_place(first: &[f64], rate: f64) -> f64 {
    let mut y = first.to_vec();
    for i in 1..y.len() {
        y[i] = y[i - 1] + rate * (y[i] - y[i - 1] * y[i - 1]);
    }
    y[y.len() - 1]
}

#[differentiable]
pub fn binomial_option(s: f64, sigma: f64, strike: f64, n: usize) -> f64 {
    let dt = 1.0 / n as f64;
    let u = (sigma * dt.sqrt()).exp();
    let d = 1.0 / u;
    let p = ((0.05 * dt).exp() - d) / (u - d);
    let disc = (-0.05 * dt).exp();
    let mut v = vec![0.0; n + 1];
    for i in 0..n + 1 {
        let price = s * u.powi(i as i32) * d.powi((n - i) as i32);
        v[i] = (price - strike).max(0.0);
    }
    for step in (0..n).rev() {
        for i in 0..step + 1 {
            v[i] = disc * (p * v[i + 1] + (1.0 - p) * v[i]);
        }
    }
    v[0]
}

#[differentiable]
pub fn conv_borders(x: &[f64], w: &[f64]) -> f64 {
    let n = x.len();
    let r = w.len() / 2;
    let mut sum = 0.0;
    for i in 0..n {
        let mut s = 0.0;
        for k in 0..w.len() {
            let at = i + k;
            if at >= r && at - r < n {
                s += w[k] * x[at - r];
            }
        }
        sum += s * s;
    }
    sum
}

#[differentiable]
pub fn gauss_elimination(first: &[f64], b0: &[f64]) -> f64 {
    let n = b0.len();
    let mut a = first.to_vec();
    let mut b = b0.to_vec();
    for k in 0..n {
        a[k * n + k] += 3.0;
    }
    for k in 0..n {
        for i in k + 1..n {
            let f = a[i * n + k] / a[k * n + k];
            for j in k..n {
                a[i * n + j] -= f * a[k * n + j];
            }
            b[i] -= f * b[k];
        }
    }
    let mut x = vec![0.0; n];
    for i in (0..n).rev() {
        let mut s = b[i];
        for j in i + 1..n {
            s -= a[i * n + j] * x[j];
        }
        x[i] = s / a[i * n + i];
    }
    let mut sum = 0.0;
    for i in 0..n {
        sum += x[i] * x[i];
    }
    sum
}

#[differentiable]
pub fn max_pool<const N: usize>(image: &[[f64; N]; N]) -> f64 {
    let mut sum = 0.0;
    for i in 0..N / 2 {
        for j in 0..N / 2 {
            let mut m = f64::NEG_INFINITY;
            for a in 0..2 {
                for b in 0..2 {
                    m = m.max(image[2 * i + a][2 * j + b]);
                }
            }
            sum += m * m;
        }
    }
    sum
}

#[differentiable]
pub fn prefix_sums(x: &[f64]) -> f64 {
    let n = x.len();
    let mut p = vec![0.0; n + 1];
    for i in 0..n {
        p[i + 1] = p[i] + x[i];
    }
    let mut sum = 0.0;
    for i in 0..n - 3 {
        let w = p[i + 4] - p[i];
        sum += w * w;
    }
    sum
}
