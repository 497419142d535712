//! Methods that take functions.

use cotangent::prelude::*;

#[derive(Differentiable, Clone, Copy)]
struct Grid {
    from: f64,
    to: f64,
}

#[differentiable]
impl Grid {
    fn integral(&self, f: impl Fn(f64) -> f64, n: usize) -> f64 {
        let h = (self.to - self.from) / n as f64;
        let mut sum = 0.0;
        for i in 0..n {
            sum += f(self.from + (i as f64 + 0.5) * h);
        }
        sum * h
    }

    fn ends<F>(self, k: f64, f: F) -> f64
    where
        F: Fn(f64, f64) -> f64,
    {
        f(self.from, k) * f(k, self.to)
    }

    fn adapted<F: Fn(f64) -> f64>(&self, f: &F, depth: u32) -> f64 {
        if depth == 0 {
            return self.integral(f, 2);
        }
        let middle = 0.5 * (self.from + self.to);
        let (left, right) = (Grid { to: middle, ..*self }, Grid { from: middle, ..*self });
        left.adapted(f, depth - 1) + right.adapted(f, depth - 1)
    }

    fn total(&self, k: f64) -> f64 {
        let line = |x: f64| x * k * self.to;
        self.integral(line, 3) + self.ends(k, |x, y| x * y * k) + self.integral(&line, 2) * self.integral(f64::sin, 2)
    }
}

#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn integrals(m: f64, s: f64) -> f64 {
    let grid = Grid { from: m, to: m * s };
    let mut sum = grid.total(s) * grid.integral(square, 3);
    for i in 0..2 {
        if i == 1 {
            sum += grid.integral(|x| (s * x).cos() * sum, 2);
        }
    }
    sum + grid.adapted(&|x| x * m + sum, 2)
}

trait Quadrature {
    fn integrate<F: Fn(f64) -> f64>(&self, f: F, a: f64, b: f64) -> f64;
    fn ratio(&self, f: impl Fn(f64) -> f64, x: f64) -> f64;
}

#[derive(Differentiable, Clone, Copy)]
struct Midpoint {
    weight: f64,
}

#[differentiable]
impl Quadrature for Midpoint {
    fn integrate<F: Fn(f64) -> f64>(&self, f: F, a: f64, b: f64) -> f64 {
        self.weight * (b - a) * f(0.5 * (a + b))
    }
    fn ratio(&self, f: impl Fn(f64) -> f64, x: f64) -> f64 {
        f(x) / f(x + self.weight)
    }
}

#[differentiable]
fn of_a_trait(m: f64, s: f64) -> f64 {
    let rule = Midpoint { weight: s };
    rule.integrate(|x| (m * x).cos(), 0.5, m) + rule.ratio(|x| x * x + s, m)
}

struct Solver;

#[differentiable]
impl Solver {
    #[differentiable]
    fn newton<F: Fn(f64) -> f64, D: Fn(f64) -> f64>(f: F, slope: D, start: f64) -> f64 {
        let mut x = start;
        for _ in 0..6 {
            x -= f(x) / slope(x);
        }
        x
    }
}

#[differentiable]
fn associated(m: f64, s: f64) -> f64 {
    Solver::newton(|x| x * x - m * s, |x| 2.0 * x, 1.0) * m
}

#[derive(Differentiable, Clone, Copy)]
struct Euler<T, const N: usize> {
    h: T,
    y: [T; N],
}

#[differentiable]
impl<T: num_traits::Float, const N: usize> Euler<T, N> {
    fn step<F>(&self, f: F, t: T) -> [T; N]
    where
        F: Fn(T, &[T; N]) -> [T; N],
    {
        let slope = f(t, &self.y);
        let mut next = self.y;
        for i in 0..N {
            next[i] = next[i] + self.h * slope[i];
        }
        next
    }
}

#[differentiable]
fn generic(m: f64, s: f64) -> f64 {
    let y = Euler { h: s, y: [m, s] }.step(|t, y| [y[1] * t, -y[0] * m], 0.3);
    y[0] * y[1]
}

#[test]
fn methods_that_take_functions() {
    follows!(integrals of_a_trait associated generic);
}
