//! Programs over slices and vectors: matrices in one dimension, counters, helpers that write to the caller's lists.

use cotangent::prelude::*;

#[differentiable]
pub fn product_flat(a: &[f64], b: &[f64], n: usize) -> f64 {
    let mut c = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..n {
            for k in 0..n {
                c[i * n + j] += a[i * n + k] * b[k * n + j];
            }
        }
    }
    let mut sum = 0.0;
    for i in 0..n * n {
        sum += c[i] * c[i];
    }
    sum
}

#[differentiable]
pub fn product_of_sums(a: &[f64], b: &[f64], n: usize) -> f64 {
    let mut c = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..n {
            let mut s = 0.0;
            for k in 0..n {
                s += a[i * n + k] * b[k * n + j];
            }
            c[i * n + j] = s;
        }
    }
    let mut sum = 0.0;
    for i in 0..n * n {
        sum += c[i] * c[i];
    }
    sum
}

#[differentiable]
pub fn cholesky_flat(first: &[f64], n: usize) -> f64 {
    let mut a = first.to_vec();
    for i in 0..n {
        a[i * n + i] += 2.0 * n as f64;
    }
    for j in 0..n {
        for k in 0..j {
            for i in j..n {
                a[i * n + j] -= a[i * n + k] * a[j * n + k];
            }
        }
        let d = a[j * n + j].sqrt();
        for i in j..n {
            a[i * n + j] /= d;
        }
    }
    let mut sum = 0.0;
    for i in 0..n {
        sum += a[i * n + i].ln();
    }
    sum
}

#[differentiable]
pub fn lu_counted(first: &[f64], n: usize) -> f64 {
    let mut a = first.to_vec();
    let mut i = 0;
    while i < n {
        a[i * n + i] += 2.0 * n as f64;
        i += 1;
    }
    let mut k = 0;
    while k < n {
        let mut i = k + 1;
        while i < n {
            a[i * n + k] /= a[k * n + k];
            let mut j = k + 1;
            while j < n {
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
                j += 1;
            }
            i += 1;
        }
        k += 1;
    }
    let mut sum = 0.0;
    for i in 0..n {
        sum += a[i * n + i].ln();
    }
    sum
}

#[differentiable]
pub fn solve_counted(l: &[f64], b: &[f64]) -> f64 {
    let n = b.len();
    let mut x = b.to_vec();
    let mut i = 0;
    while i < n {
        let mut j = 0;
        while j < i {
            x[i] -= 0.1 * l[i * n + j] * x[j];
            j += 1;
        }
        x[i] /= l[i * n + i] + 1.0;
        i += 1;
    }
    let mut sum = 0.0;
    for i in 0..n {
        sum += x[i] * x[i];
    }
    sum
}

#[differentiable]
pub fn gemv_counted(a: &[f64], x: &[f64]) -> f64 {
    let n = x.len();
    let mut sum = 0.0;
    let mut i = 0;
    while i < n {
        let mut s = 0.0;
        let mut j = 0;
        while j < n {
            s += a[i * n + j] * x[j];
            j += 1;
        }
        sum += s * s;
        i += 1;
    }
    sum
}

#[differentiable]
pub fn sparse_rows(values: &[f64], x: &[f64], #[constant] columns: &[usize], #[constant] starts: &[usize]) -> f64 {
    let mut sum = 0.0;
    for i in 0..starts.len() - 1 {
        let mut s = 0.0;
        for k in starts[i]..starts[i + 1] {
            s += values[k] * x[columns[k]];
        }
        sum += s * s;
    }
    sum
}

#[differentiable]
pub fn dilated(x: &[f64], w: &[f64], dilation: usize) -> f64 {
    let mut sum = 0.0;
    for t in dilation * (w.len() - 1)..x.len() {
        let mut s = 0.0;
        for k in 0..w.len() {
            s += w[k] * x[t - dilation * k];
        }
        sum += s * s;
    }
    sum
}

#[differentiable]
fn relax(u: &[f64], next: &mut [f64], n: usize, rate: f64) {
    for i in 1..n - 1 {
        for j in 1..n - 1 {
            let around = u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1];
            next[i * n + j] = u[i * n + j] + 0.2 * rate * (around - 4.0 * u[i * n + j]);
        }
    }
}

#[differentiable]
pub fn relaxation(first: &[f64], rate: f64, n: usize) -> f64 {
    let mut u = first.to_vec();
    for _ in 0..5 {
        let mut next = u.clone();
        relax(&u, &mut next, n, rate);
        u = next;
    }
    let mut sum = 0.0;
    for i in 0..u.len() {
        sum += u[i] * u[i];
    }
    sum
}

#[differentiable]
fn oscillators(y: &[f64], dy: &mut [f64], coupling: f64) {
    let n = y.len();
    for i in 0..n {
        let before = if i > 0 { y[i - 1] } else { y[n - 1] };
        let after = if i + 1 < n { y[i + 1] } else { y[0] };
        dy[i] = coupling * (before - 2.0 * y[i] + after) - y[i] * y[i] * y[i];
    }
}

#[differentiable]
pub fn runge_kutta_vectors(first: &[f64], coupling: f64) -> f64 {
    let n = first.len();
    let h = 0.02;
    let mut y = first.to_vec();
    for _ in 0..8 {
        let mut k1 = vec![0.0; n];
        let mut k2 = vec![0.0; n];
        let mut k3 = vec![0.0; n];
        let mut k4 = vec![0.0; n];
        let mut at = vec![0.0; n];
        oscillators(&y, &mut k1, coupling);
        for i in 0..n {
            at[i] = y[i] + 0.5 * h * k1[i];
        }
        oscillators(&at, &mut k2, coupling);
        for i in 0..n {
            at[i] = y[i] + 0.5 * h * k2[i];
        }
        oscillators(&at, &mut k3, coupling);
        for i in 0..n {
            at[i] = y[i] + h * k3[i];
        }
        oscillators(&at, &mut k4, coupling);
        for i in 0..n {
            y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
    }
    let mut sum = 0.0;
    for i in 0..n {
        sum += y[i] * y[i];
    }
    sum
}

#[differentiable]
pub fn soft_alignment<const N: usize>(a: &[f64; N], b: &[f64; N], gamma: f64) -> f64 {
    let mut d = [[0.0; N]; N];
    for i in 0..N {
        for j in 0..N {
            let cost = (a[i] - b[j]) * (a[i] - b[j]);
            if i == 0 && j == 0 {
                d[i][j] = cost;
            } else if i == 0 {
                d[i][j] = cost + d[i][j - 1];
            } else if j == 0 {
                d[i][j] = cost + d[i - 1][j];
            } else {
                let total =
                    (-d[i - 1][j] * gamma).exp() + (-d[i][j - 1] * gamma).exp() + (-d[i - 1][j - 1] * gamma).exp();
                d[i][j] = cost - total.ln() / gamma;
            }
        }
    }
    d[N - 1][N - 1]
}

#[differentiable]
pub fn shortest_paths(first: &[f64], n: usize) -> f64 {
    let mut d = first.to_vec();
    for k in 0..n {
        for i in 0..n {
            for j in 0..n {
                let through = d[i * n + k] + d[k * n + j];
                if through < d[i * n + j] {
                    d[i * n + j] = through;
                }
            }
        }
    }
    let mut sum = 0.0;
    for i in 0..n * n {
        sum += d[i] * d[i];
    }
    sum
}

#[differentiable]
pub fn soft_clusters(points: &[f64], centres: &[f64], dimension: usize) -> f64 {
    let (n, k) = (points.len() / dimension, centres.len() / dimension);
    let mut loss = 0.0;
    for i in 0..n {
        let mut total = 0.0;
        for c in 0..k {
            let mut distance = 0.0;
            for d in 0..dimension {
                let difference = points[i * dimension + d] - centres[c * dimension + d];
                distance += difference * difference;
            }
            total += (-distance).exp();
        }
        loss -= total.ln();
    }
    loss
}

#[differentiable]
pub fn lstm_loops<const H: usize>(xs: &[f64], w: &[[[f64; H]; H]; 4], u: &[[f64; H]; 4], b: &[[f64; H]; 4]) -> f64 {
    let mut h = [0.0; H];
    let mut c = [0.0; H];
    for t in 0..xs.len() {
        let mut gates = [[0.0; H]; 4];
        for g in 0..4 {
            for i in 0..H {
                let mut s = b[g][i] + u[g][i] * xs[t];
                for j in 0..H {
                    s += w[g][i][j] * h[j];
                }
                gates[g][i] = if g == 3 { s.tanh() } else { 1.0 / (1.0 + (-s).exp()) };
            }
        }
        for i in 0..H {
            c[i] = gates[0][i] * c[i] + gates[1][i] * gates[3][i];
            h[i] = gates[2][i] * c[i].tanh();
        }
    }
    let mut sum = 0.0;
    for i in 0..H {
        sum += h[i] * h[i];
    }
    sum
}

#[differentiable]
pub fn lattice_boltzmann<const N: usize>(first: &[[f64; 3]; N], omega: f64) -> f64 {
    let mut f = *first;
    let w = [2.0 / 3.0, 1.0 / 6.0, 1.0 / 6.0];
    for _ in 0..6 {
        let mut next = [[0.0; 3]; N];
        for i in 0..N {
            let rho = f[i][0] + f[i][1] + f[i][2];
            let v = (f[i][1] - f[i][2]) / rho;
            for q in 0..3 {
                let e = if q == 0 {
                    0.0
                } else if q == 1 {
                    1.0
                } else {
                    -1.0
                };
                let equilibrium = w[q] * rho * (1.0 + 3.0 * e * v + 4.5 * e * e * v * v - 1.5 * v * v);
                let out = f[i][q] + omega * (equilibrium - f[i][q]);
                let to = if q == 0 {
                    i
                } else if q == 1 {
                    (i + 1) % N
                } else {
                    (i + N - 1) % N
                };
                next[to][q] = out;
            }
        }
        f = next;
    }
    let mut sum = 0.0;
    for i in 0..N {
        sum += f[i][0] * f[i][0] + f[i][1] * f[i][2];
    }
    sum
}

#[differentiable]
pub fn euler_flux<const N: usize>(first: &[[f64; 3]; N]) -> f64 {
    let mut u = *first;
    for _ in 0..4 {
        let mut flux = [[0.0; 3]; N];
        for i in 0..N {
            let velocity = u[i][1] / u[i][0];
            let pressure = 0.4 * (u[i][2] - 0.5 * u[i][1] * velocity);
            flux[i][0] = u[i][1];
            flux[i][1] = u[i][1] * velocity + pressure;
            flux[i][2] = (u[i][2] + pressure) * velocity;
        }
        let mut next = u;
        for i in 1..N - 1 {
            for k in 0..3 {
                next[i][k] = 0.5 * (u[i - 1][k] + u[i + 1][k]) - 0.01 * (flux[i + 1][k] - flux[i - 1][k]);
            }
        }
        u = next;
    }
    let mut sum = 0.0;
    for i in 0..N {
        sum += u[i][0] * u[i][2];
    }
    sum
}

#[differentiable]
pub fn savitzky_golay(y: &[f64]) -> f64 {
    let c = [-3.0, 12.0, 17.0, 12.0, -3.0];
    let mut sum = 0.0;
    for i in 2..y.len() - 2 {
        let mut s = 0.0;
        for k in 0..5 {
            s += c[k] * y[i + k - 2];
        }
        let rest = y[i] - s / 35.0;
        sum += rest * rest;
    }
    sum
}

#[differentiable]
pub fn kalman_loops(z: &[f64], q: f64, r: f64) -> f64 {
    let f = [[1.0, 0.1], [0.0, 1.0]];
    let mut x = [0.0; 2];
    let mut p = [[1.0, 0.0], [0.0, 1.0]];
    let mut loss = 0.0;
    for t in 0..z.len() {
        let mut ahead = [0.0; 2];
        let mut fp = [[0.0; 2]; 2];
        for i in 0..2 {
            for j in 0..2 {
                ahead[i] += f[i][j] * x[j];
                for k in 0..2 {
                    fp[i][j] += f[i][k] * p[k][j];
                }
            }
        }
        for i in 0..2 {
            for j in 0..2 {
                p[i][j] = if i == j { q } else { 0.0 };
                for k in 0..2 {
                    p[i][j] += fp[i][k] * f[j][k];
                }
            }
        }
        let s = p[0][0] + r;
        let e = z[t] - ahead[0];
        let gain = [p[0][0] / s, p[1][0] / s];
        let row = p[0];
        for i in 0..2 {
            x[i] = ahead[i] + gain[i] * e;
            for j in 0..2 {
                p[i][j] -= gain[i] * row[j];
            }
        }
        loss += 0.5 * (s.ln() + e * e / s);
    }
    loss
}

#[differentiable]
pub fn yee_vectors(first: &[f64], c: f64) -> f64 {
    let n = first.len();
    let mut e = first.to_vec();
    let mut h = vec![0.0; n];
    for _ in 0..10 {
        for i in 0..n - 1 {
            h[i] += 0.5 * c * (e[i + 1] - e[i]);
        }
        for i in 1..n {
            e[i] += 0.5 * c * (h[i] - h[i - 1]);
        }
    }
    let mut sum = 0.0;
    for i in 0..n {
        sum += e[i] * e[i];
    }
    sum
}

#[differentiable]
pub fn red_black(first: &[f64], b: &[f64], n: usize) -> f64 {
    let mut u = first.to_vec();
    for sweep in 0..6 {
        for i in 1..n - 1 {
            let mut j = 1 + (i + sweep) % 2;
            while j < n - 1 {
                let around = u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1];
                u[i * n + j] = 0.25 * (around + b[i * n + j]);
                j += 2;
            }
        }
    }
    let mut sum = 0.0;
    for i in 0..n * n {
        sum += u[i] * u[i];
    }
    sum
}

#[differentiable]
pub fn polynomial_fit<const N: usize, const D: usize>(c: &[f64; D], x: &[f64; N], y: &[f64; N]) -> f64 {
    let mut loss = 0.0;
    for i in 0..N {
        let mut power = 1.0;
        let mut p = 0.0;
        for k in 0..D {
            p += c[k] * power;
            power *= x[i];
        }
        loss += (p - y[i]) * (p - y[i]);
    }
    loss
}

#[differentiable]
pub fn hidden_markov<const S: usize>(a: &[[f64; S]; S], emission: &[[f64; 4]; S], #[constant] seen: &[usize]) -> f64 {
    let mut alpha = [1.0 / S as f64; S];
    let mut loss = 0.0;
    for t in 0..seen.len() {
        let mut next = [0.0; S];
        let mut total = 0.0;
        for j in 0..S {
            for i in 0..S {
                next[j] += alpha[i] * a[i][j];
            }
            next[j] *= emission[j][seen[t]];
            total += next[j];
        }
        for j in 0..S {
            alpha[j] = next[j] / total;
        }
        loss -= total.ln();
    }
    loss
}
