//! Programs as they are published, with attributes added.
#![allow(clippy::all, clippy::pedantic, reason = "published programs have any style")]

mod spline {
    use cotangent::prelude::*;
    #[differentiable]
    fn natural_spline(x: &[f64], y: &[f64], t: f64) -> f64 {
        let n = x.len();
        let h: Vec<f64> = x.windows(2).map(|w| w[1] - w[0]).collect();
        let mut alpha = vec![0.0; n];
        for i in 1..n - 1 {
            alpha[i] = 3.0 / h[i] * (y[i + 1] - y[i]) - 3.0 / h[i - 1] * (y[i] - y[i - 1]);
        }
        let (mut l, mut mu, mut z) = (vec![1.0; n], vec![0.0; n], vec![0.0; n]);
        for i in 1..n - 1 {
            l[i] = 2.0 * (x[i + 1] - x[i - 1]) - h[i - 1] * mu[i - 1];
            mu[i] = h[i] / l[i];
            z[i] = (alpha[i] - h[i - 1] * z[i - 1]) / l[i];
        }
        let mut c = vec![0.0; n];
        let mut b = vec![0.0; n];
        let mut d = vec![0.0; n];
        for j in (0..n - 1).rev() {
            c[j] = z[j] - mu[j] * c[j + 1];
            b[j] = (y[j + 1] - y[j]) / h[j] - h[j] * (c[j + 1] + 2.0 * c[j]) / 3.0;
            d[j] = (c[j + 1] - c[j]) / (3.0 * h[j]);
        }
        let mut k = 0;
        for (j, xj) in x.iter().enumerate() {
            if *xj <= t && j < n - 1 {
                k = j;
            }
        }
        let dx = t - x[k];
        y[k] + b[k] * dx + c[k] * dx * dx + d[k] * dx.powi(3)
    }
    #[test]
    fn derivative() {
        natural_spline::at(&[0.0, 1.0, 2.5, 3.0, 4.2][..], &[1.0, 0.3, -0.5, 0.7, 1.1][..], 2.7).check().unwrap();
    }
}
mod lu_pivot {
    use cotangent::prelude::*;
    #[differentiable]
    fn solve(a: &Vec<Vec<f64>>, b: &Vec<f64>) -> Option<Vec<f64>> {
        let n = b.len();
        let mut a = a.clone();
        let mut x = b.clone();
        for k in 0..n {
            let mut p = k;
            for i in k + 1..n {
                if a[i][k].abs() > a[p][k].abs() {
                    p = i;
                }
            }
            if a[p][k].abs() < 1e-12 {
                return None;
            }
            if p != k {
                a.swap(p, k);
                x.swap(p, k);
            }
            for i in k + 1..n {
                let m = a[i][k] / a[k][k];
                for j in k..n {
                    a[i][j] -= m * a[k][j];
                }
                x[i] -= m * x[k];
            }
        }
        for i in (0..n).rev() {
            for j in i + 1..n {
                x[i] -= a[i][j] * x[j];
            }
            x[i] /= a[i][i];
        }
        Some(x)
    }
    #[differentiable]
    fn f(p: &[f64; 9], b: &[f64; 3]) -> f64 {
        let a: Vec<Vec<f64>> = p.chunks(3).map(|r| r.to_vec()).collect();
        match solve(&a, &b.to_vec()) {
            Some(x) => x[0] * x[1] + x[2].sin(),
            None => 0.0,
        }
    }
    #[test]
    fn derivative() {
        f::at(&[0.1, 2.0, 1.0, 3.0, -1.0, 0.5, 1.0, 0.3, 2.0], &[1.0, 2.0, 3.0]).check().unwrap();
    }
}
mod levinson {
    use cotangent::prelude::*;
    #[differentiable]
    fn levinson(r: &[f64], p: usize) -> (Vec<f64>, f64) {
        let mut a = vec![1.0];
        let mut e = r[0];
        for m in 1..=p {
            let mut acc = r[m];
            for i in 1..m {
                acc += a[i] * r[m - i];
            }
            let k = -acc / e;
            let old = a.clone();
            a.push(0.0);
            for i in 1..m {
                a[i] = old[i] + k * old[m - i];
            }
            a[m] = k;
            e *= 1.0 - k * k;
        }
        (a, e)
    }
    #[differentiable]
    fn f(r: &[f64]) -> f64 {
        let (a, e) = levinson(r, 3);
        a.iter().map(|v| v * v).sum::<f64>() * e
    }
    #[test]
    fn derivative() {
        f::at(&[2.0, 0.9, 0.4, 0.1][..]).check().unwrap();
    }
}
mod poly_div {
    use cotangent::prelude::*;
    #[differentiable]
    fn div(num: &[f64], den: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let mut rem = num.to_vec();
        let mut quo = vec![0.0; num.len() - den.len() + 1];
        for i in (0..quo.len()).rev() {
            quo[i] = rem[i + den.len() - 1] / den[den.len() - 1];
            for (j, d) in den.iter().enumerate() {
                rem[i + j] -= quo[i] * d;
            }
        }
        rem.truncate(den.len() - 1);
        (quo, rem)
    }
    #[differentiable]
    fn f(n: &[f64], d: &[f64], x: f64) -> f64 {
        let (q, r) = div(n, d);
        q.iter().rev().fold(0.0, |a, c| a * x + c) * r.iter().rev().fold(0.0, |a, c| a * x + c)
    }
    #[test]
    fn derivative() {
        f::at(&[1.0, 2.0, -0.5, 3.0, 0.7][..], &[0.5, 1.0, 2.0][..], 0.7).check().unwrap();
    }
}
mod convolution_padded {
    use cotangent::prelude::*;
    #[differentiable]
    fn conv(x: &[f64], k: &[f64]) -> Vec<f64> {
        let pad = k.len() / 2;
        let mut p = vec![0.0; pad];
        p.extend_from_slice(x);
        p.extend(std::iter::repeat(x[x.len() - 1]).take(pad));
        p.windows(k.len()).map(|w| w.iter().zip(k).map(|(a, b)| a * b).sum()).collect()
    }
    #[differentiable]
    fn f(x: &[f64], k: &[f64]) -> f64 {
        conv(&conv(x, k), k).iter().map(|v| v * v).sum()
    }
    #[test]
    fn derivative() {
        f::at(&[1.0, 2.0, -0.5, 3.0, 0.7][..], &[0.5, 1.0, 0.2][..]).check().unwrap();
    }
}
mod dtw {
    use cotangent::prelude::*;
    #[differentiable]
    fn dtw(a: &[f64], b: &[f64]) -> f64 {
        let (n, m) = (a.len(), b.len());
        let mut d = vec![vec![f64::INFINITY; m + 1]; n + 1];
        d[0][0] = 0.0;
        for i in 1..=n {
            for j in 1..=m {
                let c = (a[i - 1] - b[j - 1]).powi(2);
                d[i][j] = c + d[i - 1][j].min(d[i][j - 1]).min(d[i - 1][j - 1]);
            }
        }
        d[n][m].sqrt()
    }
    #[test]
    fn derivative() {
        dtw::at(&[1.0, 2.0, -0.5, 3.0, 0.7][..], &[0.5, 1.0, 0.2, 2.2][..]).check().unwrap();
    }
}
mod hmm_forward {
    use cotangent::prelude::*;
    #[differentiable]
    fn likelihood(pi: &[f64], a: &Vec<Vec<f64>>, b: &Vec<Vec<f64>>, obs: &[usize]) -> f64 {
        let mut alpha: Vec<f64> = pi.iter().enumerate().map(|(i, p)| p * b[i][obs[0]]).collect();
        let mut ll = 0.0;
        for &o in &obs[1..] {
            let mut next = vec![0.0; pi.len()];
            for j in 0..pi.len() {
                for i in 0..pi.len() {
                    next[j] += alpha[i] * a[i][j];
                }
                next[j] *= b[j][o];
            }
            let c: f64 = next.iter().sum();
            ll += c.ln();
            alpha = next.into_iter().map(|v| v / c).collect();
        }
        ll + alpha.iter().sum::<f64>().ln()
    }
    #[differentiable]
    fn f(p: &[f64; 10]) -> f64 {
        let a = vec![p[..2].to_vec(), p[2..4].to_vec()];
        let b = vec![p[4..7].to_vec(), p[7..10].to_vec()];
        likelihood(&p[..2], &a, &b, &[0, 2, 1, 1])
    }
    #[test]
    fn derivative() {
        f::at(&[0.6, 0.4, 0.3, 0.7, 0.5, 0.2, 0.3, 0.1, 0.6, 0.3]).check().unwrap();
    }
}
mod iir {
    use cotangent::prelude::*;
    #[differentiable]
    fn iir(b: &[f64], a: &[f64], x: &[f64]) -> Vec<f64> {
        let mut y: Vec<f64> = Vec::with_capacity(x.len());
        for n in 0..x.len() {
            let mut acc = 0.0;
            for (k, bk) in b.iter().enumerate() {
                if n >= k {
                    acc += bk * x[n - k];
                }
            }
            for (k, ak) in a.iter().enumerate().skip(1) {
                if n >= k {
                    acc -= ak * y[n - k];
                }
            }
            y.push(acc / a[0]);
        }
        y
    }
    #[differentiable]
    fn f(b: &[f64], a: &[f64], x: &[f64]) -> f64 {
        iir(b, a, x).iter().map(|v| v * v).sum::<f64>().sqrt()
    }
    #[test]
    fn derivative() {
        f::at(&[0.2, 0.3][..], &[1.1, -0.5, 0.2][..], &[1.0, 2.0, -0.5, 3.0][..]).check().unwrap();
    }
}
mod de_boor {
    use cotangent::prelude::*;
    #[differentiable]
    fn de_boor(k: usize, x: f64, t: &[f64], c: &[f64], p: usize) -> f64 {
        let mut d: Vec<f64> = (0..=p).map(|j| c[j + k - p]).collect();
        for r in 1..=p {
            for j in (r..=p).rev() {
                let alpha = (x - t[j + k - p]) / (t[j + 1 + k - r] - t[j + k - p]);
                d[j] = (1.0 - alpha) * d[j - 1] + alpha * d[j];
            }
        }
        d[p]
    }
    #[test]
    fn derivative() {
        de_boor::at(3, 2.4, &[0.0, 0.5, 1.0, 2.0, 3.0, 4.0, 5.5][..], &[1.0, 0.3, -0.5, 0.7, 1.1][..], 2)
            .check()
            .unwrap();
    }
}
mod barycentric {
    use cotangent::prelude::*;
    #[differentiable]
    fn bary(x: &[f64], y: &[f64], t: f64) -> f64 {
        let mut w = vec![1.0; x.len()];
        for j in 0..x.len() {
            for k in 0..x.len() {
                if j != k {
                    w[j] /= x[j] - x[k];
                }
            }
        }
        let (mut num, mut den) = (0.0, 0.0);
        for ((wj, xj), yj) in w.iter().zip(x).zip(y) {
            let q = wj / (t - xj);
            num += q * yj;
            den += q;
        }
        num / den
    }
    #[test]
    fn derivative() {
        bary::at(&[0.0, 1.0, 2.5, 3.0][..], &[1.0, 0.3, -0.5, 0.7][..], 1.7).check().unwrap();
    }
}
mod particles {
    use cotangent::prelude::*;
    #[derive(Differentiable, Clone, Debug)]
    struct Particle {
        pos: [f64; 2],
        vel: [f64; 2],
        mass: f64,
    }
    #[differentiable]
    fn forces(ps: &[Particle], g: f64) -> Vec<[f64; 2]> {
        let mut f = vec![[0.0; 2]; ps.len()];
        for i in 0..ps.len() {
            for j in 0..ps.len() {
                if i == j {
                    continue;
                }
                let d = [ps[j].pos[0] - ps[i].pos[0], ps[j].pos[1] - ps[i].pos[1]];
                let r2 = d[0] * d[0] + d[1] * d[1] + 0.01;
                let s = g * ps[i].mass * ps[j].mass / (r2 * r2.sqrt());
                for k in 0..2 {
                    f[i][k] += s * d[k];
                }
            }
        }
        f
    }
    #[differentiable]
    fn simulate(mut ps: Vec<Particle>, g: f64, n: usize) -> f64 {
        for _ in 0..n {
            let f = forces(&ps, g);
            for (p, f) in ps.iter_mut().zip(&f) {
                for k in 0..2 {
                    p.vel[k] += 0.1 * f[k] / p.mass;
                    p.pos[k] += 0.1 * p.vel[k];
                }
            }
        }
        ps.iter().map(|p| 0.5 * p.mass * (p.vel[0] * p.vel[0] + p.vel[1] * p.vel[1]) + p.pos[0]).sum()
    }
    #[differentiable]
    fn f(x: &[f64; 4], g: f64) -> f64 {
        let ps = vec![
            Particle { pos: [x[0], x[1]], vel: [0.1, 0.0], mass: 1.0 },
            Particle { pos: [x[2], x[3]], vel: [0.0, -0.2], mass: x[0] },
            Particle { pos: [0.5, 0.7], vel: [0.0; 2], mass: 0.5 },
        ];
        simulate(ps, g, 4)
    }
    #[test]
    fn derivative() {
        f::at(&[1.0, 0.2, -0.5, 0.3], 0.8).check().unwrap();
    }
}
mod mlp {
    use cotangent::prelude::*;
    #[derive(Differentiable, Clone)]
    struct Layer {
        w: Vec<Vec<f64>>,
        b: Vec<f64>,
    }
    #[derive(Differentiable, Clone)]
    struct Mlp {
        layers: Vec<Layer>,
    }
    #[differentiable]
    impl Mlp {
        fn forward(&self, input: &[f64]) -> Vec<f64> {
            let mut h = input.to_vec();
            for (i, layer) in self.layers.iter().enumerate() {
                let mut next = layer.b.clone();
                for (row, out) in layer.w.iter().zip(next.iter_mut()) {
                    for (w, x) in row.iter().zip(&h) {
                        *out += w * x;
                    }
                    if i + 1 < self.layers.len() {
                        *out = out.tanh();
                    }
                }
                h = next;
            }
            h
        }
    }
    #[differentiable]
    fn f(p: &[f64; 6], x: &[f64; 2]) -> f64 {
        let net = Mlp {
            layers: vec![
                Layer { w: vec![vec![p[0], p[1]], vec![p[2], p[3]], vec![p[4], p[0]]], b: vec![p[5], 0.1, 0.2] },
                Layer { w: vec![vec![p[1], p[2], p[3]]], b: vec![p[4]] },
            ],
        };
        let y = net.forward(x);
        (y[0] - 1.0).powi(2)
    }
    #[test]
    fn derivative() {
        f::at(&[1.0, 0.2, -0.5, 0.3, 0.7, 0.9], &[0.5, -0.4]).check().unwrap();
    }
}
mod adaptive_ode {
    use cotangent::prelude::*;
    #[differentiable]
    fn integrate(y0: f64, k: f64, tol: f64) -> Vec<(f64, f64)> {
        let mut traj = vec![(0.0, y0)];
        let (mut t, mut y, mut h) = (0.0, y0, 0.2);
        while t < 1.0 {
            if t + h > 1.0 {
                h = 1.0 - t;
            }
            let k1 = -k * y;
            let k2 = -k * (y + h * k1);
            let err = (h * (k2 - k1) / 2.0).abs();
            if err > tol {
                h *= 0.5;
                continue;
            }
            y += h * (k1 + k2) / 2.0;
            t += h;
            traj.push((t, y));
            if traj.len() > 40 {
                break;
            }
            h *= 1.3;
        }
        traj
    }
    #[differentiable]
    fn f(y0: f64, k: f64) -> f64 {
        let tr = integrate(y0, k, 0.01);
        let mut area = 0.0;
        for w in tr.windows(2) {
            area += 0.5 * (w[0].1 + w[1].1) * (w[1].0 - w[0].0);
        }
        area + tr.last().unwrap().1
    }
    #[test]
    fn derivative() {
        f::at(1.0, 2.0).check().unwrap();
    }
}
mod newton_system {
    use cotangent::prelude::*;
    #[differentiable]
    fn residual(x: &[f64], p: f64) -> Vec<f64> {
        vec![x[0] * x[0] + x[1] - p, x[0] - x[1] * x[1] * p]
    }
    #[differentiable]
    fn jac(x: &[f64], p: f64) -> Vec<Vec<f64>> {
        vec![vec![2.0 * x[0], 1.0], vec![1.0, -2.0 * x[1] * p]]
    }
    #[differentiable]
    fn newton(p: f64) -> Result<Vec<f64>, String> {
        let mut x = vec![1.0, 1.0];
        for _ in 0..20 {
            let r = residual(&x, p);
            let j = jac(&x, p);
            let det = j[0][0] * j[1][1] - j[0][1] * j[1][0];
            if det.abs() < 1e-14 {
                return Err(format!("singular"));
            }
            let dx = [(r[0] * j[1][1] - r[1] * j[0][1]) / det, (j[0][0] * r[1] - j[1][0] * r[0]) / det];
            for (xi, d) in x.iter_mut().zip(dx.iter()) {
                *xi -= d;
            }
            if dx[0].abs() + dx[1].abs() < 1e-13 {
                return Ok(x);
            }
        }
        Err("no convergence".to_string())
    }
    #[differentiable]
    fn f(p: f64) -> f64 {
        match newton(p) {
            Ok(x) => x[0] * x[1],
            Err(_) => 0.0,
        }
    }
    #[test]
    fn derivative() {
        f::at(1.7).check().unwrap();
    }
}
mod romberg {
    use cotangent::prelude::*;
    #[differentiable]
    fn g(x: f64, k: f64) -> f64 {
        (k * x).sin() * x.exp()
    }
    #[differentiable]
    fn romberg(a: f64, b: f64, k: f64) -> f64 {
        let mut r: Vec<Vec<f64>> = Vec::new();
        let mut h = b - a;
        r.push(vec![0.5 * h * (g(a, k) + g(b, k))]);
        for i in 1..8 {
            h *= 0.5;
            let mut sum = 0.0;
            let mut j = 1;
            while j < (1 << i) {
                sum += g(a + j as f64 * h, k);
                j += 2;
            }
            let mut row = vec![0.5 * r[i - 1][0] + h * sum];
            for m in 1..=i {
                let p = 4f64.powi(m as i32);
                row.push((p * row[m - 1] - r[i - 1][m - 1]) / (p - 1.0));
            }
            let done = (row[i] - r[i - 1][i - 1]).abs() < 1e-12;
            r.push(row);
            if done {
                break;
            }
        }
        *r.last().unwrap().last().unwrap()
    }
    #[test]
    fn derivative() {
        romberg::at(0.1, 1.2, 1.5).check().unwrap();
    }
}
mod running_stats {
    use cotangent::prelude::*;
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut window: Vec<f64> = Vec::new();
        let mut out = Vec::new();
        for &v in x {
            window.push(v);
            if window.len() > 3 {
                window.remove(0);
            }
            let m = window.iter().sum::<f64>() / window.len() as f64;
            let var = window.iter().map(|w| (w - m).powi(2)).sum::<f64>();
            let mut s = window.clone();
            s.sort_by(|a, b| a.partial_cmp(b).unwrap());
            out.push(s[s.len() / 2] + var * m);
        }
        out.iter().enumerate().map(|(i, o)| o * (i as f64 + 1.0)).sum()
    }
    #[test]
    fn derivative() {
        f::at(&[1.0, 0.2, -0.5, 0.3, 0.7, 0.9][..]).check().unwrap();
    }
}
mod cholesky {
    use cotangent::prelude::*;
    #[differentiable]
    fn cholesky(a: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
        let n = a.len();
        let mut l = vec![vec![0.0; n]; n];
        for i in 0..n {
            for j in 0..=i {
                let mut s = a[i][j];
                for k in 0..j {
                    s -= l[i][k] * l[j][k];
                }
                if i == j {
                    if s <= 0.0 {
                        return None;
                    }
                    l[i][j] = s.sqrt();
                } else {
                    l[i][j] = s / l[j][j];
                }
            }
        }
        Some(l)
    }
    #[differentiable]
    fn f(x: &[f64; 3]) -> f64 {
        let a = vec![vec![4.0 + x[0], x[1], 0.5], vec![x[1], 3.0, x[2]], vec![0.5, x[2], 2.0 + x[0] * x[2]]];
        let l = cholesky(&a).expect("positive definite");
        l[0][0] * l[1][1] * l[2][2] + l[2][0]
    }
    #[test]
    fn derivative() {
        f::at(&[1.0, 0.2, -0.5]).check().unwrap();
    }
}
mod gram_schmidt {
    use cotangent::prelude::*;
    #[differentiable]
    fn f(v: &Vec<f64>) -> f64 {
        let rows: Vec<Vec<f64>> = v.chunks(3).map(|c| c.to_vec()).collect();
        let mut q: Vec<Vec<f64>> = vec![];
        for r in rows {
            let mut u = r.clone();
            for p in &q {
                let d: f64 = p.iter().zip(&r).map(|(a, b)| a * b).sum();
                for (ui, pi) in u.iter_mut().zip(p) {
                    *ui -= d * pi;
                }
            }
            let n = u.iter().map(|x| x * x).sum::<f64>().sqrt();
            q.push(u.iter().map(|x| x / n).collect());
        }
        q[0][1] * q[1][2] + q[1][0]
    }
    #[test]
    fn derivative() {
        f::at(&vec![1.0, 0.2, -0.5, 0.3, 0.7, 0.9]).check().unwrap();
    }
}
mod tree_fold {
    use cotangent::prelude::*;
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut level = x.to_vec();
        while level.len() > 1 {
            let mut next = Vec::with_capacity(level.len() / 2 + 1);
            for pair in level.chunks(2) {
                next.push(if pair.len() == 2 { pair[0] * pair[1] + pair[0].sin() } else { pair[0] });
            }
            level = next;
        }
        level[0]
    }
    #[test]
    fn derivative() {
        f::at(&[1.0, 0.2, -0.5, 0.3, 0.7][..]).check().unwrap();
    }
}
mod stack_machine {
    use cotangent::prelude::*;
    #[differentiable]
    fn f(x: f64, y: f64) -> f64 {
        let program = ['x', 'y', '*', 'x', '+', 'y', '/', 's'];
        let mut stack: Vec<f64> = Vec::new();
        for op in program {
            match op {
                'x' => stack.push(x),
                'y' => stack.push(y),
                's' => {
                    let a = stack.pop().unwrap();
                    stack.push(a.sin());
                }
                _ => {
                    let b = stack.pop().unwrap();
                    let a = stack.pop().unwrap();
                    stack.push(match op {
                        '*' => a * b,
                        '+' => a + b,
                        _ => a / b,
                    });
                }
            }
        }
        stack.pop().unwrap()
    }
    #[test]
    fn derivative() {
        f::at(1.2, 0.7).check().unwrap();
    }
}
