//! Solvers, integrators and searches over functions, as they are published.
#![allow(warnings, clippy::all, clippy::pedantic, reason = "as they are published")]

mod secant {
    use cotangent::prelude::*;

    #[derive(Debug, Clone, PartialEq)]
    enum SolveError {
        NoConvergence { iterations: usize },
        ZeroSlope,
    }
    #[differentiable]
    fn secant<F>(f: F, x0: f64, x1: f64, tol: f64, max_iter: usize) -> Result<f64, SolveError>
    where
        F: Fn(f64) -> f64,
    {
        let (mut a, mut b) = (x0, x1);
        let (mut fa, mut fb) = (f(a), f(b));
        for _ in 0..max_iter {
            let slope = fb - fa;
            if slope.abs() < f64::EPSILON {
                return Err(SolveError::ZeroSlope);
            }
            let c = b - fb * (b - a) / slope;
            if (c - b).abs() < tol {
                return Ok(c);
            }
            a = b;
            fa = fb;
            b = c;
            fb = f(b);
        }
        Err(SolveError::NoConvergence { iterations: max_iter })
    }
    #[differentiable]
    fn g(k: f64) -> f64 {
        secant(|x| x * x * x - k, 1.0, 2.0, 1e-12, 50).unwrap()
    }

    #[test]
    fn follows() {
        g::at(2.3).check().unwrap();
    }
}

mod brent {
    use cotangent::prelude::*;

    #[differentiable]
    pub fn brent<F: Fn(f64) -> f64>(f: F, lower: f64, upper: f64, tol: f64, max_iter: u32) -> Option<f64> {
        let mut a = lower;
        let mut b = upper;
        let mut fa = f(a);
        let mut fb = f(b);
        if fa * fb > 0.0 {
            return None;
        }
        if fa.abs() < fb.abs() {
            std::mem::swap(&mut a, &mut b);
            std::mem::swap(&mut fa, &mut fb);
        }
        let mut c = a;
        let mut fc = fa;
        let mut d = c;
        let mut mflag = true;
        let mut iter = 0;
        while fb != 0.0 && (b - a).abs() > tol && iter < max_iter {
            let mut s = if fa != fc && fb != fc {
                a * fb * fc / ((fa - fb) * (fa - fc))
                    + b * fa * fc / ((fb - fa) * (fb - fc))
                    + c * fa * fb / ((fc - fa) * (fc - fb))
            } else {
                b - fb * (b - a) / (fb - fa)
            };
            let cond1 = (s - (3.0 * a + b) / 4.0) * (s - b) >= 0.0;
            let cond2 = mflag && (s - b).abs() >= (b - c).abs() / 2.0;
            let cond3 = !mflag && (s - b).abs() >= (c - d).abs() / 2.0;
            if cond1 || cond2 || cond3 {
                s = (a + b) / 2.0;
                mflag = true;
            } else {
                mflag = false;
            }
            let fs = f(s);
            d = c;
            c = b;
            fc = fb;
            if fa * fs < 0.0 {
                b = s;
                fb = fs;
            } else {
                a = s;
                fa = fs;
            }
            if fa.abs() < fb.abs() {
                std::mem::swap(&mut a, &mut b);
                std::mem::swap(&mut fa, &mut fb);
            }
            iter += 1;
        }
        Some(b)
    }
    #[differentiable]
    fn g(k: f64) -> f64 {
        match brent(|x| x.cos() - k * x, 0.0, 1.5, 1e-14, 100) {
            Some(x) => x - (x.cos() - k * x) / (-x.sin() - k),
            None => 0.0,
        }
    }

    #[test]
    fn follows() {
        let (v, d) = g::value_and_grad(1.0);
        let (p, m) = (g(1.0 + 1e-6), g(1.0 - 1e-6));
        assert!((d - (p - m) / 2e-6).abs() < 1e-4, "{d} {}", (p - m) / 2e-6);
    }
}

mod ridders {
    use cotangent::prelude::*;

    #[differentiable]
    fn ridders(f: &dyn Fn(f64) -> f64, mut lo: f64, mut hi: f64, eps: f64) -> Result<f64, String> {
        let mut flo = f(lo);
        let mut fhi = f(hi);
        if flo.signum() == fhi.signum() {
            return Err("root not bracketed".to_string());
        }
        let mut ans = f64::NAN;
        for _ in 0..60 {
            let mid = 0.5 * (lo + hi);
            let fmid = f(mid);
            let s = (fmid * fmid - flo * fhi).sqrt();
            if s == 0.0 {
                return Ok(ans);
            }
            let new = mid + (mid - lo) * (if flo >= fhi { 1.0 } else { -1.0 }) * fmid / s;
            if (new - ans).abs() <= eps {
                return Ok(new);
            }
            ans = new;
            let fnew = f(ans);
            if fnew == 0.0 {
                return Ok(ans);
            }
            if fmid.signum() != fnew.signum() {
                lo = mid;
                flo = fmid;
                hi = ans;
                fhi = fnew;
            } else if flo.signum() != fnew.signum() {
                hi = ans;
                fhi = fnew;
            } else {
                lo = ans;
                flo = fnew;
            }
            if (hi - lo).abs() <= eps {
                return Ok(ans);
            }
        }
        Err(format!("no convergence after {} steps", 60))
    }
    #[differentiable]
    fn g(k: f64) -> f64 {
        let f = |x: f64| x.exp() - k;
        let r = ridders(&f, 0.0, 3.0, 1e-9);
        let x = r.unwrap_or(0.0);
        x - (x.exp() - k) / x.exp()
    }

    #[test]
    fn follows() {
        let (_, d) = g::value_and_grad(4.0);
        assert!((d - 0.25).abs() < 1e-6, "{d}");
    }
}

mod adaptive_simpson {
    use cotangent::prelude::*;

    #[differentiable]
    fn simpson_rule<F: Fn(f64) -> f64>(f: &F, a: f64, b: f64) -> (f64, f64, f64) {
        let c = (a + b) / 2.0;
        let fc = f(c);
        (c, fc, (b - a).abs() / 6.0 * (f(a) + 4.0 * fc + f(b)))
    }
    #[differentiable]
    fn recurse<F: Fn(f64) -> f64>(f: &F, a: f64, b: f64, eps: f64, whole: f64, m: f64, depth: usize) -> f64 {
        let (lm, _, left) = simpson_rule(f, a, m);
        let (rm, _, right) = simpson_rule(f, m, b);
        let delta = left + right - whole;
        if depth == 0 || delta.abs() <= 15.0 * eps {
            left + right + delta / 15.0
        } else {
            recurse(f, a, m, eps / 2.0, left, lm, depth - 1) + recurse(f, m, b, eps / 2.0, right, rm, depth - 1)
        }
    }
    #[differentiable]
    fn adaptive_simpson<F: Fn(f64) -> f64>(f: F, a: f64, b: f64, eps: f64) -> f64 {
        let (m, _, whole) = simpson_rule(&f, a, b);
        recurse(&f, a, b, eps, whole, m, 12)
    }
    #[differentiable]
    fn g(k: f64, b: f64) -> f64 {
        adaptive_simpson(|x| (-k * x * x).exp(), 0.0, b, 1e-8)
    }

    #[test]
    fn follows() {
        g::at(1.3, 2.0).check().unwrap();
    }
}

mod gauss_legendre {
    use cotangent::prelude::*;

    const NODES: [f64; 5] = [0.0, 0.5384693101056831, -0.5384693101056831, 0.9061798459386640, -0.9061798459386640];
    const WEIGHTS: [f64; 5] =
        [0.5688888888888889, 0.4786286704993665, 0.4786286704993665, 0.2369268850561891, 0.2369268850561891];
    #[differentiable]
    pub fn gauss_legendre(f: &dyn Fn(f64) -> f64, a: f64, b: f64) -> f64 {
        let half = 0.5 * (b - a);
        let mid = 0.5 * (a + b);
        NODES.iter().zip(WEIGHTS.iter()).map(|(x, w)| w * f(mid + half * x)).sum::<f64>() * half
    }
    #[differentiable]
    fn g(k: f64, a: f64, b: f64) -> f64 {
        gauss_legendre(&|x| (k * x).sin() * x, a, b) + gauss_legendre(&f64::sqrt, 1.0, b)
    }

    #[test]
    fn follows() {
        g::at(1.3, 0.2, 2.0).check().unwrap();
    }
}

mod golden {
    use cotangent::prelude::*;

    #[differentiable]
    pub fn golden_section<F>(f: F, mut a: f64, mut b: f64, tol: f64) -> f64
    where
        F: Fn(f64) -> f64,
    {
        let inv_phi = (5.0_f64.sqrt() - 1.0) / 2.0;
        let mut c = b - (b - a) * inv_phi;
        let mut d = a + (b - a) * inv_phi;
        let (mut fc, mut fd) = (f(c), f(d));
        while (b - a).abs() > tol {
            if fc < fd {
                b = d;
                d = c;
                fd = fc;
                c = b - (b - a) * inv_phi;
                fc = f(c);
            } else {
                a = c;
                c = d;
                fc = fd;
                d = a + (b - a) * inv_phi;
                fd = f(d);
            }
        }
        f((a + b) / 2.0)
    }
    #[differentiable]
    fn g(k: f64, m: f64) -> f64 {
        golden_section(|x| (x - m).powi(2) * k + m.sin(), 0.0, 4.0, 1e-3)
    }

    #[test]
    fn follows() {
        g::at(1.3, 1.7).check().unwrap();
    }
}

mod fixed_point {
    use cotangent::prelude::*;

    #[differentiable]
    fn fixed_point(g: impl Fn(f64) -> f64, x0: f64, tol: f64) -> f64 {
        let mut x = x0;
        loop {
            let next = g(x);
            if (next - x).abs() < tol {
                break next;
            }
            x = next;
        }
    }
    #[differentiable]
    fn f(a: f64) -> f64 {
        fixed_point(|x| 0.5 * (x + a / x), 1.0, 1e-13) + fixed_point(f64::cos, a, 1e-12)
    }

    #[test]
    fn follows() {
        f::at(2.0).check().unwrap();
    }
}

mod line_search {
    use cotangent::prelude::*;

    #[differentiable]
    fn line_search<const N: usize>(
        f: &impl Fn(&[f64; N]) -> f64,
        x: &[f64; N],
        dir: &[f64; N],
        mut alpha: f64,
    ) -> [f64; N] {
        let f0 = f(x);
        let mut trial = *x;
        for _ in 0..20 {
            for i in 0..N {
                trial[i] = x[i] + alpha * dir[i];
            }
            if f(&trial) < f0 {
                break;
            }
            alpha *= 0.5;
        }
        trial
    }
    #[differentiable]
    fn g(k: f64, x: [f64; 2]) -> f64 {
        let f = |p: &[f64; 2]| k * p[0] * p[0] + p[1].powi(4);
        let d = [-2.0 * k * x[0], -4.0 * x[1].powi(3)];
        let y = line_search(&f, &x, &d, 1.0);
        f(&y)
    }

    #[test]
    fn follows() {
        g::at(1.3, [0.7, 0.5]).check().unwrap();
    }
}

mod richardson {
    use cotangent::prelude::*;

    #[differentiable]
    fn central(f: &dyn Fn(f64) -> f64, x: f64, h: f64) -> f64 {
        (f(x + h) - f(x - h)) / (2.0 * h)
    }
    #[differentiable]
    fn richardson(f: &dyn Fn(f64) -> f64, x: f64, h: f64) -> f64 {
        let mut table = [[0.0; 4]; 4];
        for i in 0..4 {
            table[i][0] = central(f, x, h / 2f64.powi(i as i32));
            for j in 1..=i {
                let p = 4f64.powi(j as i32);
                table[i][j] = (p * table[i][j - 1] - table[i - 1][j - 1]) / (p - 1.0);
            }
        }
        table[3][3]
    }
    #[differentiable]
    fn g(x: f64, k: f64) -> f64 {
        richardson(&|t| (k * t).sin(), x, 0.2)
    }

    #[test]
    fn follows() {
        g::at(0.7, 1.4).check().unwrap();
    }
}

mod shooting {
    use cotangent::prelude::*;

    #[differentiable]
    fn integrate(f: impl Fn(f64, f64, f64) -> f64, y0: f64, v0: f64, n: usize) -> f64 {
        let h = 1.0 / n as f64;
        let (mut y, mut v) = (y0, v0);
        for i in 0..n {
            let t = i as f64 * h;
            let a = f(t, y, v);
            v += h * a;
            y += h * v;
        }
        y
    }
    #[differentiable]
    fn shoot(f: impl Fn(f64, f64, f64) -> f64, ya: f64, yb: f64) -> f64 {
        let mut s0 = 0.0;
        let mut s1 = 1.0;
        let mut r0 = integrate(&f, ya, s0, 20) - yb;
        for _ in 0..4 {
            let r1 = integrate(&f, ya, s1, 20) - yb;
            if (r1 - r0).abs() < 1e-14 {
                break;
            }
            let s2 = s1 - r1 * (s1 - s0) / (r1 - r0);
            s0 = s1;
            r0 = r1;
            s1 = s2;
        }
        s1
    }
    #[differentiable]
    fn g(k: f64, yb: f64) -> f64 {
        shoot(|t, y, v| -k * y * y - 0.1 * v + t, 1.0, yb)
    }

    #[test]
    fn follows() {
        g::at(0.7, 1.4).check().unwrap();
    }
}

mod compose_values {
    use cotangent::prelude::*;

    #[differentiable]
    fn compose(f: impl Fn(f64) -> f64, g: impl Fn(f64) -> f64, x: f64) -> f64 {
        f(g(x))
    }
    #[differentiable]
    fn h(a: f64, x: f64) -> f64 {
        compose(|y| compose(f64::sin, |z| a * z, y), |y| compose(|t| t * t, f64::exp, y * a), x)
    }

    #[test]
    fn follows() {
        h::at(0.3, 0.4).check().unwrap();
    }
}

mod jacobian_newton_2d {
    use cotangent::prelude::*;

    #[differentiable]
    fn newton2<F>(f: F, mut x: [f64; 2]) -> [f64; 2]
    where
        F: Fn([f64; 2]) -> ([f64; 2], [[f64; 2]; 2]),
    {
        for _ in 0..6 {
            let (r, j) = f(x);
            let det = j[0][0] * j[1][1] - j[0][1] * j[1][0];
            x[0] -= (j[1][1] * r[0] - j[0][1] * r[1]) / det;
            x[1] -= (j[0][0] * r[1] - j[1][0] * r[0]) / det;
        }
        x
    }
    #[differentiable]
    fn g(a: f64, b: f64) -> f64 {
        let [x, y] = newton2(|[x, y]| ([x * x + y - a, x - y * y + b], [[2.0 * x, 1.0], [1.0, -2.0 * y]]), [1.0, 1.0]);
        x * y
    }

    #[test]
    fn follows() {
        g::at(2.0, 0.3).check().unwrap();
    }
}

mod trapz_slice {
    use cotangent::prelude::*;

    #[differentiable]
    fn trapz<F>(f: F, xs: &[f64]) -> f64
    where
        F: Fn(f64) -> f64,
    {
        xs.windows(2).map(|w| 0.5 * (w[1] - w[0]) * (f(w[0]) + f(w[1]))).sum()
    }
    #[differentiable]
    fn g(xs: &[f64], k: f64) -> f64 {
        trapz(|x| (k * x).tanh(), xs)
    }

    #[test]
    fn follows() {
        g::at(&[0.1, 0.5, 1.2][..], 0.3).check().unwrap();
    }
}

mod bisection_err {
    use cotangent::prelude::*;

    #[derive(Debug)]
    enum RootError {
        NotBracketed(f64, f64),
        TooManySteps,
    }
    #[differentiable]
    fn bisect(f: impl Fn(f64) -> f64, a: f64, b: f64) -> Result<f64, RootError> {
        let (mut a, mut b) = (a, b);
        let (fa, fb) = (f(a), f(b));
        if fa * fb > 0.0 {
            return Err(RootError::NotBracketed(a, b));
        }
        for _ in 0..40 {
            let m = (a + b) / 2.0;
            if f(m) * fa < 0.0 {
                b = m
            } else {
                a = m
            }
            if b - a < 1e-3 {
                return Ok(a - f(a) * (b - a) / (f(b) - f(a)));
            }
        }
        Err(RootError::TooManySteps)
    }
    #[differentiable]
    fn g(k: f64) -> f64 {
        match bisect(|x| x * x - k, 0.0, 2.0) {
            Ok(x) => x,
            Err(RootError::NotBracketed(..)) => -1.0,
            Err(_) => 0.0,
        }
    }

    #[test]
    fn follows() {
        g::at(2.0).check().unwrap();
    }
}

mod quad_struct {
    use cotangent::prelude::*;

    struct Integrator {
        n: usize,
    }
    impl Integrator {
        fn points(&self) -> usize {
            self.n
        }
    }
    #[differentiable]
    fn midpoint<F: Fn(f64) -> f64 + ?Sized>(f: &F, a: f64, b: f64, n: usize) -> f64 {
        let h = (b - a) / n as f64;
        (0..n).map(|i| f(a + (i as f64 + 0.5) * h)).sum::<f64>() * h
    }
    #[differentiable]
    fn g(k: f64, #[constant] i: &Integrator) -> f64 {
        midpoint(&|x: f64| (k * x).ln_1p(), 0.0, k, i.points())
    }

    #[test]
    fn follows() {
        g::at(2.0, &Integrator { n: 4 }).check().unwrap();
    }
}

mod muller {
    use cotangent::prelude::*;

    #[differentiable]
    fn horner(c: &[f64], x: f64) -> f64 {
        c.iter().rev().fold(0.0, |acc, &k| acc * x + k)
    }
    #[differentiable]
    fn deriv(f: impl Fn(f64) -> f64, x: f64) -> f64 {
        let h = 1e-3;
        (f(x - 2.0 * h) - 8.0 * f(x - h) + 8.0 * f(x + h) - f(x + 2.0 * h)) / (12.0 * h)
    }
    #[differentiable]
    fn newton_poly(c: &[f64], x0: f64) -> f64 {
        let p = |x| horner(c, x);
        let mut x = x0;
        for _ in 0..5 {
            x -= p(x) / deriv(p, x);
        }
        x
    }

    #[test]
    fn follows() {
        newton_poly::at(&[-2.0, 0.3, 1.0][..], 1.0).check().unwrap();
    }
}

mod steffensen {
    use cotangent::prelude::*;

    #[differentiable]
    fn steffensen(f: impl Fn(f64) -> f64 + Copy, x0: f64) -> f64 {
        let g = |x: f64, fx: f64| f(x + fx) / fx - 1.0;
        let mut x = x0;
        for _ in 0..4 {
            let fx = f(x);
            let gx = g(x, fx);
            if gx == 0.0 {
                break;
            }
            x -= fx / gx;
        }
        x
    }
    #[differentiable]
    fn h(k: f64) -> f64 {
        steffensen(|x| x * x - k, 1.3)
    }

    #[test]
    fn follows() {
        h::at(1.9).check().unwrap();
    }
}

mod halley_tuple {
    use cotangent::prelude::*;

    #[differentiable]
    fn halley<F>(f: F, guess: f64) -> f64
    where
        F: Fn(f64) -> (f64, f64, f64),
    {
        let mut x = guess;
        for _ in 0..5 {
            let (v, d, dd) = f(x);
            x -= 2.0 * v * d / (2.0 * d * d - v * dd);
        }
        x
    }
    #[differentiable]
    fn cube(x: f64) -> (f64, f64, f64) {
        (x * x * x - 2.0, 3.0 * x * x, 6.0 * x)
    }
    #[differentiable]
    fn g(k: f64) -> f64 {
        halley(|x| (x.exp() - k, x.exp(), x.exp()), 1.0) * halley(cube, k)
    }

    #[test]
    fn follows() {
        g::at(1.9).check().unwrap();
    }
}
