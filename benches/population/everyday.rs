//! Programs as people write them for their own use: structs, small arrays, helpers that return arrays, iterators, `while`, seasons by `%`.

use cotangent::prelude::*;

#[differentiable]
pub fn edit_distance(a: &[f64], b: &[f64], gap: f64) -> f64 {
    let w = b.len() + 1;
    let mut d = vec![0.0; (a.len() + 1) * w];
    for i in 1..=a.len() {
        d[i * w] = gap * i as f64;
    }
    for j in 1..=b.len() {
        d[j] = gap * j as f64;
    }
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let change = d[(i - 1) * w + j - 1] + (a[i - 1] - b[j - 1]).abs();
            let delete = d[(i - 1) * w + j] + gap;
            let insert = d[i * w + j - 1] + gap;
            d[i * w + j] = change.min(delete).min(insert);
        }
    }
    d[a.len() * w + b.len()]
}

#[derive(Differentiable, Clone, Copy)]
pub struct Epidemic {
    pub susceptible: f64,
    pub infected: f64,
    pub recovered: f64,
}

#[differentiable]
pub fn epidemic(beta: f64, gamma: f64, data: &[f64]) -> f64 {
    let mut state = Epidemic { susceptible: 0.99, infected: 0.01, recovered: 0.0 };
    let mut loss = 0.0;
    let mut day = 0;
    while day < data.len() {
        for _ in 0..4 {
            let infections = 0.25 * beta * state.susceptible * state.infected;
            let recoveries = 0.25 * gamma * state.infected;
            state = Epidemic {
                susceptible: state.susceptible - infections,
                infected: state.infected + infections - recoveries,
                recovered: state.recovered + recoveries,
            };
        }
        let e = state.infected - data[day];
        loss += e * e;
        day += 1;
    }
    loss
}

#[differentiable]
pub fn spline(x: &[f64], y: &[f64]) -> f64 {
    let n = y.len();
    let mut m = vec![0.0; n];
    let mut u = vec![0.0; n];
    for i in 1..n - 1 {
        let h0 = 1.0 + x[i - 1];
        let h1 = 1.0 + x[i];
        let sig = h0 / (h0 + h1);
        let p = sig * m[i - 1] + 2.0;
        m[i] = (sig - 1.0) / p;
        let slope = (y[i + 1] - y[i]) / h1 - (y[i] - y[i - 1]) / h0;
        u[i] = (6.0 * slope / (h0 + h1) - sig * u[i - 1]) / p;
    }
    let mut k = n - 1;
    while k > 0 {
        k -= 1;
        m[k] = m[k] * m[k + 1] + u[k];
    }
    let mut energy = 0.0;
    for i in 0..n - 1 {
        energy += (1.0 + x[i]) * (m[i] * m[i] + m[i] * m[i + 1] + m[i + 1] * m[i + 1]) / 3.0;
    }
    energy
}

#[differentiable]
#[allow(clippy::cast_sign_loss, reason = "coordinates lie in the image")]
pub fn sampled_image(image: &[f64], xs: &[f64], ys: &[f64]) -> f64 {
    let width = 32;
    let mut sum = 0.0;
    for k in 0..xs.len() {
        let x = xs[k] * (width - 2) as f64;
        let y = ys[k] * (width - 2) as f64;
        let (j, i) = (x.floor() as usize, y.floor() as usize);
        let (fx, fy) = (x - x.floor(), y - y.floor());
        let top = (1.0 - fx) * image[i * width + j] + fx * image[i * width + j + 1];
        let bottom = (1.0 - fx) * image[(i + 1) * width + j] + fx * image[(i + 1) * width + j + 1];
        let v = (1.0 - fy) * top + fy * bottom;
        sum += v * v;
    }
    sum
}

#[differentiable]
pub fn power_iteration(a: &[f64], first: &[f64]) -> f64 {
    let n = first.len();
    let mut x = first.to_vec();
    let mut value = 0.0;
    for _ in 0..8 {
        let mut y = vec![0.0; n];
        for i in 0..n {
            for j in 0..n {
                y[i] += a[i * n + j] * x[j];
            }
        }
        let mut norm = 0.0;
        for i in 0..n {
            norm += y[i] * y[i];
        }
        value = norm.sqrt();
        for i in 0..n {
            x[i] = y[i] / value;
        }
    }
    value
}

#[differentiable]
pub fn householder(first: &[f64], n: usize) -> f64 {
    let mut a = first.to_vec();
    for k in 0..n {
        a[k * n + k] += 2.0;
    }
    let mut log_det = 0.0;
    for k in 0..n {
        let mut v = vec![0.0; n];
        let mut norm = 0.0;
        for i in k..n {
            v[i] = a[i * n + k];
            norm += v[i] * v[i];
        }
        let alpha = -norm.sqrt();
        v[k] -= alpha;
        let mut vv = 0.0;
        for i in k..n {
            vv += v[i] * v[i];
        }
        for j in k..n {
            let mut s = 0.0;
            for i in k..n {
                s += v[i] * a[i * n + j];
            }
            let f = 2.0 * s / vv;
            for i in k..n {
                a[i * n + j] -= f * v[i];
            }
        }
        log_det += (-alpha).ln();
    }
    log_det
}

#[differentiable]
pub fn softmax_regression(w: &[f64], x: &[f64], #[constant] labels: &[usize], d: usize, k: usize) -> f64 {
    let n = labels.len();
    let mut loss = 0.0;
    for i in 0..n {
        let mut logits = vec![0.0; k];
        for c in 0..k {
            for j in 0..d {
                logits[c] += w[c * d + j] * x[i * d + j];
            }
        }
        let mut max = logits[0];
        for c in 1..k {
            max = max.max(logits[c]);
        }
        let mut total = 0.0;
        for c in 0..k {
            total += (logits[c] - max).exp();
        }
        loss += total.ln() + max - logits[labels[i]];
    }
    loss / n as f64
}

#[differentiable]
pub fn holt_winters(y: &[f64], alpha: f64, beta: f64, gamma: f64) -> f64 {
    let mut season = [1.0; 12];
    let (mut level, mut trend) = (y[0], 0.0);
    let mut loss = 0.0;
    for t in 1..y.len() {
        let s = season[t % 12];
        let e = y[t] - (level + trend) * s;
        loss += e * e;
        let before = level;
        level = alpha * y[t] / s + (1.0 - alpha) * (level + trend);
        trend = beta * (level - before) + (1.0 - beta) * trend;
        season[t % 12] = gamma * y[t] / level + (1.0 - gamma) * s;
    }
    loss
}

#[differentiable]
fn normal(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let poly =
        t * (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
    let tail = (-0.5 * x * x).exp() * 0.398_942_28 * poly;
    if x > 0.0 { 1.0 - tail } else { tail }
}

#[differentiable]
pub fn portfolio(spots: &[f64], strikes: &[f64], sigma: f64, rate: f64) -> f64 {
    let mut total = 0.0;
    for (s, k) in spots.iter().zip(strikes) {
        let d1 = ((s / k).ln() + rate + 0.5 * sigma * sigma) / sigma;
        let d2 = d1 - sigma;
        total += s * normal(d1) - k * (-rate).exp() * normal(d2);
    }
    total
}

#[differentiable]
pub fn over_relaxation(first: &[f64], source: &[f64], omega: f64, n: usize) -> f64 {
    let mut u = first.to_vec();
    let mut sweep = 0;
    while sweep < 4 {
        let mut i = 1;
        while i < n - 1 {
            let mut j = 1;
            while j < n - 1 {
                let around = u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1];
                u[i * n + j] += omega * (0.25 * (around - source[i * n + j]) - u[i * n + j]);
                j += 1;
            }
            i += 1;
        }
        sweep += 1;
    }
    let mut sum = 0.0;
    for v in u.iter() {
        sum += v * v;
    }
    sum
}

#[derive(Differentiable, Clone, Copy)]
pub struct Bead {
    pub x: f64,
    pub y: f64,
    pub vx: f64,
    pub vy: f64,
}

#[differentiable]
pub fn chain_of_beads<const N: usize>(k: f64, damping: f64, wind: &[f64; N]) -> f64 {
    let mut beads = [Bead { x: 0.0, y: 0.0, vx: 0.0, vy: 0.0 }; N];
    for i in 0..N {
        beads[i].x = 0.1 * i as f64;
    }
    for _ in 0..10 {
        for i in 1..N {
            let dx = beads[i].x - beads[i - 1].x;
            let dy = beads[i].y - beads[i - 1].y;
            let length = (dx * dx + dy * dy + 1e-6).sqrt();
            let force = k * (length - 0.1) / length;
            beads[i].vx += 0.01 * (wind[i] - force * dx - damping * beads[i].vx);
            beads[i].vy -= 0.01 * (9.81 + force * dy + damping * beads[i].vy);
        }
        for i in 1..N {
            beads[i].x += 0.01 * beads[i].vx;
            beads[i].y += 0.01 * beads[i].vy;
        }
    }
    let mut sum = 0.0;
    for i in 0..N {
        sum += beads[i].x * beads[i].y;
    }
    sum
}

#[differentiable]
pub fn gram_form(x: &[f64], alpha: &[f64], scale: f64, d: usize) -> f64 {
    let n = alpha.len();
    let mut gram = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..=i {
            let mut r = 0.0;
            for k in 0..d {
                let e = x[i * d + k] - x[j * d + k];
                r += e * e;
            }
            let g = (-r * scale).exp();
            gram[i * n + j] = g;
            gram[j * n + i] = g;
        }
    }
    let mut form = 0.0;
    for i in 0..n {
        for j in 0..n {
            form += alpha[i] * gram[i * n + j] * alpha[j];
        }
    }
    form
}

#[differentiable]
pub fn layer_norm(x: &[f64], gain: &[f64], bias: &[f64]) -> f64 {
    let d = gain.len();
    let mut loss = 0.0;
    for row in x.chunks_exact(d) {
        let mean = row.iter().sum::<f64>() / d as f64;
        let variance = row.iter().map(|v| (v - mean) * (v - mean)).sum::<f64>() / d as f64;
        let scale = 1.0 / (variance + 1e-5).sqrt();
        for j in 0..d {
            let y = gain[j] * (row[j] - mean) * scale + bias[j];
            loss += y * y;
        }
    }
    loss
}

#[differentiable]
pub fn upwind(first: &[f64], u: &[f64], v: &[f64], n: usize) -> f64 {
    let mut c = first.to_vec();
    for _ in 0..5 {
        let mut next = c.clone();
        for i in 1..n - 1 {
            for j in 1..n - 1 {
                let at = i * n + j;
                let dx = if u[at] > 0.5 { c[at] - c[at - 1] } else { c[at + 1] - c[at] };
                let dy = if v[at] > 0.5 { c[at] - c[at - n] } else { c[at + n] - c[at] };
                next[at] = c[at] - 0.1 * (u[at] * dx + v[at] * dy);
            }
        }
        c = next;
    }
    let mut sum = 0.0;
    for i in 0..n * n {
        sum += c[i] * c[i];
    }
    sum
}

#[differentiable]
pub fn planets(first: &[f64], masses: &[f64]) -> f64 {
    let n = masses.len();
    let mut p = first.to_vec();
    let mut v = vec![0.0; 3 * n];
    for _ in 0..4 {
        for i in 0..n {
            for j in 0..n {
                if i == j {
                    continue;
                }
                let dx = p[3 * j] - p[3 * i];
                let dy = p[3 * j + 1] - p[3 * i + 1];
                let dz = p[3 * j + 2] - p[3 * i + 2];
                let r2 = dx * dx + dy * dy + dz * dz + 0.01;
                let f = 0.01 * masses[j] / (r2 * r2.sqrt());
                v[3 * i] += f * dx;
                v[3 * i + 1] += f * dy;
                v[3 * i + 2] += f * dz;
            }
        }
        for k in 0..3 * n {
            p[k] += 0.01 * v[k];
        }
    }
    p.iter().map(|c| c * c).sum()
}

#[differentiable]
fn hamilton(a: &[f64; 4], b: &[f64; 4]) -> [f64; 4] {
    [
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    ]
}

#[differentiable]
pub fn gyroscope(rates: &[[f64; 3]], bias: &[f64; 3]) -> f64 {
    let mut q = [1.0, 0.0, 0.0, 0.0];
    for w in rates {
        let turn = [1.0, 0.005 * (w[0] - bias[0]), 0.005 * (w[1] - bias[1]), 0.005 * (w[2] - bias[2])];
        let next = hamilton(&q, &turn);
        let norm = (next[0] * next[0] + next[1] * next[1] + next[2] * next[2] + next[3] * next[3]).sqrt();
        for k in 0..4 {
            q[k] = next[k] / norm;
        }
    }
    q[1] * q[1] + 2.0 * q[2] * q[2] + 3.0 * q[3] * q[3]
}

#[differentiable]
pub fn crank_nicolson<const N: usize>(first: &[f64; N], k: &[f64; N]) -> f64 {
    let mut u = *first;
    for _ in 0..5 {
        let mut c = [0.0; N];
        let mut d = [0.0; N];
        for i in 1..N - 1 {
            let right = u[i] + 0.5 * k[i] * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
            let m = 1.0 + k[i] + 0.5 * k[i] * c[i - 1];
            c[i] = -0.5 * k[i] / m;
            d[i] = (right + 0.5 * k[i] * d[i - 1]) / m;
        }
        for i in (1..N - 1).rev() {
            u[i] = d[i] - c[i] * u[i + 1];
        }
    }
    let mut sum = 0.0;
    for i in 0..N {
        sum += u[i] * u[i];
    }
    sum
}

#[differentiable]
pub fn elastic_net(w: &[f64], x: &[f64], y: &[f64], l1: f64) -> f64 {
    let errors: f64 = x
        .chunks(w.len())
        .zip(y)
        .map(|(row, target)| {
            let guess: f64 = row.iter().zip(w).map(|(a, b)| a * b).sum();
            (guess - target) * (guess - target)
        })
        .sum();
    let penalty: f64 = w.iter().map(|v| l1 * v.abs() + 0.5 * v * v).sum();
    errors / y.len() as f64 + penalty
}

#[differentiable]
pub fn channels<const N: usize>(x: &[[[f64; N]; N]; 3], w: &[[[[f64; 3]; 3]; 3]; 4], b: &[f64; 4]) -> f64 {
    let mut sum = 0.0;
    for o in 0..4 {
        for i in 0..N - 2 {
            for j in 0..N - 2 {
                let mut s = b[o];
                for c in 0..3 {
                    for di in 0..3 {
                        for dj in 0..3 {
                            s += w[o][c][di][dj] * x[c][i + di][j + dj];
                        }
                    }
                }
                if s > 0.0 {
                    sum += s * s;
                }
            }
        }
    }
    sum
}

#[differentiable]
pub fn rays(directions: &[[f64; 3]], spheres: &[[f64; 4]]) -> f64 {
    let mut light = 0.0;
    for d in directions {
        let length = (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]).sqrt();
        let mut nearest = 100.0;
        for s in spheres {
            let along = (s[0] * d[0] + s[1] * d[1] + s[2] * d[2]) / length;
            let off = s[0] * s[0] + s[1] * s[1] + s[2] * s[2] - along * along;
            let inside = s[3] * s[3] - off;
            if inside > 0.0 {
                let t = along - inside.sqrt();
                if t < nearest {
                    nearest = t;
                }
            }
        }
        light += 1.0 / (1.0 + nearest * nearest);
    }
    light
}

#[differentiable]
pub fn pooled(x: &[f64], w: &[f64], width: usize) -> f64 {
    let mut sum = 0.0;
    let mut start = 0;
    while start + width <= x.len() {
        let mut weight = 0.0;
        let mut value = 0.0;
        for k in 0..width {
            let e = (x[start + k] * w[k]).exp();
            weight += e;
            value += e * x[start + k];
        }
        let mean = value / weight;
        sum += mean * mean;
        start += 2;
    }
    sum
}
