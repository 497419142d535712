//! Stencils, statistics, mechanics, learning.

use cotangent::prelude::*;

#[differentiable]
pub fn jacobi_1d<const N: usize>(first: &[f64; N]) -> f64 {
    let mut a = *first;
    let mut b = *first;
    for _ in 0..10 {
        for i in 1..N - 1 {
            b[i] = 0.33333 * (a[i - 1] + a[i] + a[i + 1]);
        }
        for i in 1..N - 1 {
            a[i] = 0.33333 * (b[i - 1] + b[i] + b[i + 1]);
        }
    }
    let mut sum = 0.0;
    for i in 0..N {
        sum += a[i] * a[i];
    }
    sum
}

#[differentiable]
pub fn jacobi_2d<const N: usize>(first: &[[f64; N]; N], rate: f64) -> f64 {
    let mut a = *first;
    for _ in 0..5 {
        let mut b = a;
        for i in 1..N - 1 {
            for j in 1..N - 1 {
                b[i][j] = rate * (a[i][j] + a[i][j - 1] + a[i][j + 1] + a[i + 1][j] + a[i - 1][j]);
            }
        }
        a = b;
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
pub fn seidel_2d<const N: usize>(first: &[[f64; N]; N]) -> f64 {
    let mut a = *first;
    for _ in 0..3 {
        for i in 1..N - 1 {
            for j in 1..N - 1 {
                a[i][j] = (a[i - 1][j - 1]
                    + a[i - 1][j]
                    + a[i - 1][j + 1]
                    + a[i][j - 1]
                    + a[i][j]
                    + a[i][j + 1]
                    + a[i + 1][j - 1]
                    + a[i + 1][j]
                    + a[i + 1][j + 1])
                    / 9.0;
            }
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
pub fn burgers<const N: usize>(first: &[f64; N], nu: f64) -> f64 {
    let mut u = *first;
    for _ in 0..8 {
        let old = u;
        for i in 1..N - 1 {
            u[i] = old[i] - 0.1 * old[i] * (old[i] - old[i - 1]) + 0.1 * nu * (old[i + 1] - 2.0 * old[i] + old[i - 1]);
        }
    }
    let mut sum = 0.0;
    for i in 0..N {
        sum += u[i] * u[i];
    }
    sum
}

#[differentiable]
pub fn heat_3d<const N: usize>(first: &[[[f64; N]; N]; N], k: f64) -> f64 {
    let mut a = *first;
    for _ in 0..2 {
        let old = a;
        for x in 1..N - 1 {
            for y in 1..N - 1 {
                for z in 1..N - 1 {
                    a[x][y][z] = old[x][y][z]
                        + k * (old[x + 1][y][z]
                            + old[x - 1][y][z]
                            + old[x][y + 1][z]
                            + old[x][y - 1][z]
                            + old[x][y][z + 1]
                            + old[x][y][z - 1]
                            - 6.0 * old[x][y][z]);
                }
            }
        }
    }
    let mut sum = 0.0;
    for x in 0..N {
        for y in 0..N {
            for z in 0..N {
                sum += a[x][y][z] * a[x][y][z];
            }
        }
    }
    sum
}

#[differentiable]
pub fn fdtd_2d<const N: usize>(ex0: &[[f64; N]; N], ey0: &[[f64; N]; N], hz0: &[[f64; N]; N], c: f64) -> f64 {
    let mut ex = *ex0;
    let mut ey = *ey0;
    let mut hz = *hz0;
    for _ in 0..3 {
        for i in 1..N {
            for j in 0..N {
                ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]);
            }
        }
        for i in 0..N {
            for j in 1..N {
                ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]);
            }
        }
        for i in 0..N - 1 {
            for j in 0..N - 1 {
                hz[i][j] -= c * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
            }
        }
    }
    let mut sum = 0.0;
    for i in 0..N {
        for j in 0..N {
            sum += hz[i][j] * hz[i][j];
        }
    }
    sum
}

#[differentiable]
pub fn wave<const N: usize>(first: &[f64; N], speed: &[f64; N]) -> f64 {
    let mut u = *first;
    let mut before = *first;
    for _ in 0..10 {
        let mut next = [0.0; N];
        for i in 1..N - 1 {
            next[i] = 2.0 * u[i] - before[i] + 0.1 * speed[i] * speed[i] * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
        }
        before = u;
        u = next;
    }
    let mut sum = 0.0;
    for i in 0..N {
        sum += u[i] * u[i];
    }
    sum
}

#[differentiable]
pub fn covariance<const N: usize, const D: usize>(data: &[[f64; D]; N]) -> f64 {
    let mut mean = [0.0; D];
    for i in 0..N {
        for j in 0..D {
            mean[j] += data[i][j] / N as f64;
        }
    }
    let mut cov = [[0.0; D]; D];
    for a in 0..D {
        for b in a..D {
            for i in 0..N {
                cov[a][b] += (data[i][a] - mean[a]) * (data[i][b] - mean[b]);
            }
            cov[a][b] /= N as f64 - 1.0;
            cov[b][a] = cov[a][b];
        }
    }
    let mut sum = 0.0;
    for a in 0..D {
        for b in 0..D {
            sum += cov[a][b] * cov[a][b];
        }
    }
    sum
}

#[differentiable]
pub fn correlation(x: &[f64], y: &[f64]) -> f64 {
    let n = x.len() as f64;
    let (mut mx, mut my) = (0.0, 0.0);
    for i in 0..x.len() {
        mx += x[i] / n;
        my += y[i] / n;
    }
    let (mut sxy, mut sxx, mut syy) = (0.0, 0.0, 0.0);
    for i in 0..x.len() {
        sxy += (x[i] - mx) * (y[i] - my);
        sxx += (x[i] - mx) * (x[i] - mx);
        syy += (y[i] - my) * (y[i] - my);
    }
    sxy / (sxx * syy).sqrt()
}

#[differentiable]
pub fn logistic_regression<const N: usize, const D: usize>(w: &[f64; D], x: &[[f64; D]; N], y: &[f64; N]) -> f64 {
    let mut loss = 0.0;
    for i in 0..N {
        let mut z = 0.0;
        for j in 0..D {
            z += w[j] * x[i][j];
        }
        loss += (1.0 + z.exp()).ln() - y[i] * z;
    }
    loss
}

#[differentiable]
pub fn kernel_density(x: &[f64], centres: &[f64], width: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        let mut density = 0.0;
        for j in 0..centres.len() {
            let u = (x[i] - centres[j]) / width;
            density += (-0.5 * u * u).exp();
        }
        sum += density.ln();
    }
    sum
}

#[differentiable]
pub fn garch(r: &[f64], omega: f64, alpha: f64, beta: f64) -> f64 {
    let mut h = 0.5;
    let mut loss = 0.0;
    for t in 0..r.len() {
        loss += h.ln() + r[t] * r[t] / h;
        h = omega + 0.3 * alpha * r[t] * r[t] + 0.5 * beta * h;
    }
    loss
}

#[differentiable]
pub fn kalman(z: &[f64], q: f64, r: f64) -> f64 {
    let (mut x, mut p) = (0.0, 1.0);
    let mut loss = 0.0;
    for measured in z {
        p += q;
        let k = p / (p + r);
        let e = measured - x;
        x += k * e;
        p *= 1.0 - k;
        loss += e * e;
    }
    loss
}

#[differentiable]
pub fn distances<const N: usize, const D: usize>(x: &[[f64; D]; N]) -> f64 {
    let mut sum = 0.0;
    for i in 0..N {
        for j in 0..i {
            let mut d = 0.0;
            for k in 0..D {
                d += (x[i][k] - x[j][k]) * (x[i][k] - x[j][k]);
            }
            sum += d.sqrt();
        }
    }
    sum
}

#[differentiable]
pub fn mixture<const N: usize, const K: usize>(x: &[f64; N], mean: &[f64; K], scale: &[f64; K]) -> f64 {
    let mut loss = 0.0;
    for i in 0..N {
        let mut terms = [0.0; K];
        for k in 0..K {
            let u = (x[i] - mean[k]) * scale[k];
            terms[k] = scale[k].ln() - 0.5 * u * u;
        }
        let mut most = terms[0];
        for k in 1..K {
            if terms[k] > most {
                most = terms[k];
            }
        }
        let mut total = 0.0;
        for k in 0..K {
            total += (terms[k] - most).exp();
        }
        loss += total.ln() + most;
    }
    loss
}

/// The mixture with full covariances of `ADBench`: `l` counts through the triangle.
#[differentiable]
pub fn triangle_times_vector<const D: usize, const L: usize, const K: usize>(
    icf: &[[f64; L]; K],
    x: &[[f64; D]; K],
) -> f64 {
    let mut sum = 0.0;
    for k in 0..K {
        let mut out = [0.0; D];
        for i in 0..D {
            out[i] = icf[k][i].exp() * x[k][i];
        }
        let mut l = D;
        for i in 0..D {
            for j in i + 1..D {
                out[j] += icf[k][l] * x[k][i];
                l += 1;
            }
        }
        for i in 0..D {
            sum += out[i] * out[i];
        }
    }
    sum
}

#[differentiable]
pub fn n_body<const N: usize>(first: &[[f64; 3]; N], mass: &[f64; N]) -> f64 {
    let mut x = *first;
    let mut v = [[0.0; 3]; N];
    for _ in 0..3 {
        for i in 0..N {
            for j in 0..N {
                if j != i {
                    let mut d = [0.0; 3];
                    let mut r2 = 0.1;
                    for k in 0..3 {
                        d[k] = x[j][k] - x[i][k];
                        r2 += d[k] * d[k];
                    }
                    let f = mass[j] / (r2 * r2.sqrt());
                    for k in 0..3 {
                        v[i][k] += 0.01 * f * d[k];
                    }
                }
            }
        }
        for i in 0..N {
            for k in 0..3 {
                x[i][k] += 0.01 * v[i][k];
            }
        }
    }
    let mut sum = 0.0;
    for i in 0..N {
        for k in 0..3 {
            sum += x[i][k] * v[i][k];
        }
    }
    sum
}

#[differentiable]
pub fn lennard_jones(x: &[f64], sigma: f64) -> f64 {
    let n = x.len() / 3;
    let mut energy = 0.0;
    for i in 0..n {
        for j in i + 1..n {
            let dx = x[3 * i] - x[3 * j];
            let dy = x[3 * i + 1] - x[3 * j + 1];
            let dz = x[3 * i + 2] - x[3 * j + 2];
            let r2 = sigma * sigma / (dx * dx + dy * dy + dz * dz + 0.5);
            let r6 = r2 * r2 * r2;
            energy += r6 * r6 - r6;
        }
    }
    energy
}

#[differentiable]
pub fn springs<const N: usize>(first: &[f64; N], k: f64, d: f64) -> f64 {
    let mut x = *first;
    let mut v = [0.0; N];
    for _ in 0..20 {
        for i in 1..N - 1 {
            let f = k * (x[i - 1] - 2.0 * x[i] + x[i + 1]) - d * v[i];
            v[i] += 0.05 * f;
        }
        for i in 1..N - 1 {
            x[i] += 0.05 * v[i];
        }
    }
    let mut sum = 0.0;
    for i in 0..N {
        sum += x[i] * x[i];
    }
    sum
}

#[differentiable]
pub fn runge_kutta(state: &[f64; 2], length: f64, steps: usize) -> f64 {
    let mut y = *state;
    let h = 0.01;
    for _ in 0..steps {
        let mut total = [0.0; 2];
        let mut k = [0.0; 2];
        for stage in 0..4 {
            let c = if stage == 0 {
                0.0
            } else if stage == 3 {
                1.0
            } else {
                0.5
            };
            let a = y[0] + c * h * k[0];
            let b = y[1] + c * h * k[1];
            k = [b, -(9.81 / (length + 0.5)) * a.sin()];
            let w = if stage == 0 || stage == 3 { 1.0 } else { 2.0 };
            total[0] += w * k[0];
            total[1] += w * k[1];
        }
        y[0] += h / 6.0 * total[0];
        y[1] += h / 6.0 * total[1];
    }
    y[0] * y[0] + y[1] * y[1]
}

#[differentiable]
pub fn arm<const N: usize>(angles: &[f64; N], lengths: &[f64; N]) -> f64 {
    let (mut x, mut y, mut angle) = (0.0, 0.0, 0.0);
    for i in 0..N {
        angle += angles[i];
        x += lengths[i] * angle.cos();
        y += lengths[i] * angle.sin();
    }
    (x - 1.0) * (x - 1.0) + (y - 2.0) * (y - 2.0)
}

#[differentiable]
pub fn horner(c: &[f64], x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        let mut p = 0.0;
        for k in (0..c.len()).rev() {
            p = p * 0.5 * x[i] + c[k];
        }
        sum += p * p;
    }
    sum
}

#[differentiable]
pub fn dense_layers<const N: usize, const B: usize>(x: &[[f64; N]; B], w1: &[[f64; N]; N], w2: &[[f64; N]; N]) -> f64 {
    let mut h = [[0.0; N]; B];
    for r in 0..B {
        for k in 0..N {
            for c in 0..N {
                h[r][c] += x[r][k] * w1[k][c];
            }
        }
        for c in 0..N {
            h[r][c] = h[r][c].tanh();
        }
    }
    let mut y = [[0.0; N]; B];
    for r in 0..B {
        for k in 0..N {
            for c in 0..N {
                y[r][c] += h[r][k] * w2[k][c];
            }
        }
    }
    let mut sum = 0.0;
    for r in 0..B {
        for c in 0..N {
            sum += y[r][c] * y[r][c];
        }
    }
    sum
}

#[differentiable]
pub fn elementwise_layers<const N: usize>(first: &[f64; N], w: &[f64; 6]) -> f64 {
    let mut x = *first;
    for l in 0..6 {
        let mut y = [0.0; N];
        for i in 0..N {
            y[i] = x[i] * w[l] + 0.1 * x[i] * x[i];
        }
        x = y;
    }
    let mut sum = 0.0;
    for i in 0..N {
        sum += x[i];
    }
    sum
}

#[differentiable]
pub fn recurrent<const H: usize>(xs: &[f64], w: &[[f64; H]; H], u: &[f64; H]) -> f64 {
    let mut h = [0.0; H];
    for t in 0..xs.len() {
        let mut next = [0.0; H];
        for i in 0..H {
            let mut s = u[i] * xs[t];
            for j in 0..H {
                s += 0.1 * w[i][j] * h[j];
            }
            next[i] = s.tanh();
        }
        h = next;
    }
    let mut sum = 0.0;
    for i in 0..H {
        sum += h[i] * h[i];
    }
    sum
}

#[differentiable]
pub fn attention<const T: usize, const D: usize>(q: &[[f64; D]; T], k: &[[f64; D]; T], v: &[[f64; D]; T]) -> f64 {
    let mut sum = 0.0;
    for t in 0..T {
        let mut scores = [0.0; T];
        let mut total = 0.0;
        for s in 0..=t {
            let mut dot = 0.0;
            for d in 0..D {
                dot += q[t][d] * k[s][d];
            }
            scores[s] = (0.2 * dot).exp();
            total += scores[s];
        }
        for d in 0..D {
            let mut out = 0.0;
            for s in 0..=t {
                out += scores[s] * v[s][d];
            }
            out /= total;
            sum += out * out;
        }
    }
    sum
}
