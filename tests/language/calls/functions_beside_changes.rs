//! Functions that take a function and change another argument, as steppers of ordinary differential equations do.

mod slices {
    use cotangent::prelude::*;
    #[differentiable]
    fn rk2<F: Fn(f64, &[f64]) -> Vec<f64>>(f: F, t: f64, y: &mut [f64], h: f64) {
        let k1 = f(t, y);
        let mid: Vec<f64> = y.iter().zip(&k1).map(|(y, k)| y + 0.5 * h * k).collect();
        let k2 = f(t + 0.5 * h, &mid);
        for (y, k) in y.iter_mut().zip(&k2) {
            *y += h * k;
        }
    }
    #[differentiable]
    fn g(y: [f64; 2], k: f64) -> f64 {
        let mut y = y.to_vec();
        for i in 0..3 {
            rk2(|t, y| vec![y[1], -k * y[0] + t], i as f64 * 0.1, &mut y, 0.1);
        }
        y[0] * y[1]
    }

    #[test]
    fn both_are_followed() {
        both_modes!(g([1.5, 0.2], 0.5));
    }
}

mod receivers {
    use cotangent::prelude::*;
    #[derive(Clone, Differentiable)]
    struct Ode {
        t: f64,
        y: Vec<f64>,
    }
    #[differentiable]
    impl Ode {
        fn step(&mut self, f: impl Fn(f64, &[f64]) -> Vec<f64>, h: f64) {
            let k = f(self.t, &self.y);
            for i in 0..self.y.len() {
                self.y[i] += h * k[i];
            }
            self.t += h;
        }
        fn step2<F>(&mut self, f: F, h: f64) -> f64
        where
            F: Fn(f64) -> f64,
        {
            self.y[0] = f(self.y[0]) * h;
            self.y[0]
        }
    }
    #[differentiable]
    fn g(y: [f64; 2], k: f64) -> f64 {
        let mut o = Ode { t: 0.0, y: y.to_vec() };
        for _ in 0..3 {
            o.step(|t, y| vec![y[1], -k * y[0] + t], 0.1);
        }
        let z = o.step2(|v| v * k, 2.0);
        o.y[0] * o.y[1] + z
    }

    #[test]
    fn both_are_followed() {
        both_modes!(g([1.5, 0.2], 0.5));
    }
}

mod passed_on {
    use cotangent::prelude::*;
    #[differentiable]
    fn relax<F: Fn(f64) -> f64>(y: &mut f64, f: &F, n: usize) -> f64 {
        let mut last = 0.0;
        for _ in 0..n {
            last = *y;
            *y = f(*y);
        }
        *y - last
    }
    #[differentiable]
    fn outer<F: Fn(f64) -> f64>(y: &mut f64, f: F) -> f64 {
        let a = relax(y, &f, 2);
        let b = relax(y, &f, 1);
        a * b + *y
    }
    #[differentiable]
    fn g(y: f64, k: f64) -> f64 {
        let mut y = y;
        let a = outer(&mut y, |v| (v * k).cos());
        let mut z = y * 2.0;
        let b = outer(&mut z, |v| v * v * k + y);
        a + y * b * z
    }

    #[test]
    fn both_are_followed() {
        both_modes!(g(0.5, 0.7));
    }
}

mod lists {
    use cotangent::prelude::*;
    #[differentiable]
    fn apply<F: Fn(f64) -> f64>(v: &mut Vec<f64>, f: F) {
        for x in v.iter_mut() {
            *x = f(*x);
        }
        v.push(f(1.0));
    }
    #[differentiable]
    fn two<F: Fn(f64) -> f64, G: Fn(f64, f64) -> f64>(a: &mut f64, f: F, b: &mut f64, g: G) {
        let c = f(*a);
        *a = g(c, *b);
        *b += f(*b);
    }
    #[differentiable]
    fn g(y: f64, k: f64) -> f64 {
        let mut v = vec![y, k];
        apply(&mut v, |x| x * k);
        apply(&mut v, f64::sin);
        let (mut a, mut b) = (y, k);
        two(&mut a, |x| x * y, &mut b, |p, q| p * q + k);
        v.iter().sum::<f64>() * a * b
    }

    #[test]
    fn both_are_followed() {
        both_modes!(g(0.5, 0.7));
    }
}

mod parts {
    use cotangent::prelude::*;
    #[differentiable]
    fn walk<F: FnMut(f64) -> f64>(x: &mut [f64], mut f: F) {
        for v in x.iter_mut() {
            *v = f(*v) * *v;
        }
    }
    #[differentiable]
    fn g(y: [f64; 3], k: f64) -> f64 {
        let mut y = y;
        walk(&mut y, |v| v + k);
        walk(&mut y[1..], |v| v * k);
        y[0] * y[1] + y[2]
    }

    #[test]
    fn both_are_followed() {
        both_modes!(g([0.5, 0.7, 1.0], 0.3));
    }
}

mod models {
    use cotangent::prelude::*;
    #[differentiable]
    trait Sys {
        fn rhs(&self, t: f64, y: f64) -> f64;
    }
    #[derive(Clone, Differentiable)]
    struct L {
        k: f64,
    }
    #[differentiable]
    impl Sys for L {
        fn rhs(&self, t: f64, y: f64) -> f64 {
            -self.k * y + t
        }
    }
    #[differentiable]
    fn step<F>(y: &mut f64, t: &mut f64, f: F)
    where
        F: Fn(f64, f64) -> f64,
    {
        *y += 0.1 * f(*t, *y);
        *t += 0.1;
    }
    #[differentiable]
    fn run<S: Sys>(s: &S, y0: f64) -> f64 {
        let (mut y, mut t) = (y0, 0.0);
        while t < 0.35 {
            step(&mut y, &mut t, |t, y| s.rhs(t, y));
        }
        y
    }
    #[differentiable]
    fn g(k: f64, y: f64) -> f64 {
        run(&L { k }, y)
    }

    #[test]
    fn both_are_followed() {
        both_modes!(g(0.5, 0.7));
    }
}
