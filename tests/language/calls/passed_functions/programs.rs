//! Programs that take functions: searches, integrators, sums.

use cotangent::prelude::*;

#[differentiable]
fn trapezoid<T: Real, F>(f: F, a: T, b: T) -> T
where
    F: Fn(T) -> T,
{
    (b - a) * (f(a) + f(b))
}

#[differentiable]
fn of_a_number(m: f64, s: f64) -> f64 {
    trapezoid(|x| x * m + x * x, m, s)
}

#[differentiable]
fn golden(f: impl Fn(f64) -> f64 + Copy, lo: f64, hi: f64) -> f64 {
    let (mut a, mut b) = (lo, hi);
    let ratio = 0.618;
    for _ in 0..4 {
        let (c, d) = (b - ratio * (b - a), a + ratio * (b - a));
        let (fc, fd) = (f(c), f(d));
        if fc < fd {
            b = d;
        } else {
            a = c;
        }
    }
    f(a) + f(b)
}

#[differentiable]
fn searched(m: f64, s: f64) -> f64 {
    golden(|x| (x - m) * (x - m) * s, 0.0, 3.1 + s)
}

#[differentiable]
fn trajectory<F: Fn(f64, &[f64; 2]) -> [f64; 2]>(f: &F, start: &[f64; 2], h: f64) -> [[f64; 2]; 6] {
    let mut all = [[0.0; 2]; 6];
    all[0] = *start;
    for i in 1..6 {
        let before = all[i - 1];
        let slope = f(i as f64 * h, &before);
        for j in 0..2 {
            all[i][j] = before[j] + h * slope[j];
        }
    }
    all
}

#[differentiable]
fn path_length(m: f64, s: f64) -> f64 {
    let start = [m, s];
    let path = trajectory(&|t, y| [y[1] * m + t, -y[0] * s], &start, 0.1);
    let mut sum = 0.0;
    for y in &path {
        sum += y[0] * y[1];
    }
    sum
}

#[differentiable]
fn twice_by_value<F: Fn(f64) -> f64 + Copy>(f: F, x: f64) -> f64 {
    golden(f, 0.0, x) + golden(f, x, 2.0) + f(x)
}

#[differentiable]
fn passed_twice(m: f64, s: f64) -> f64 {
    twice_by_value(|x| (x * m).sin(), s)
}

#[differentiable]
fn slope_of<F: Fn(&[f64]) -> f64>(f: F, at: &[f64], i: usize) -> f64 {
    let mut up = [at[0], at[1]];
    up[i] += 0.1;
    let mut down = [at[0], at[1]];
    down[i] -= 0.1;
    (f(&up) - f(&down)) / 0.2
}

#[differentiable]
fn slopes(m: f64, s: f64) -> f64 {
    slope_of(|y| y[0] * y[0] * y[1] * m, &[m, s], 0)
        + slope_of(|y: &[f64]| y.iter().map(|v| v * v * s).sum::<f64>(), &[m, s], 1)
}

#[differentiable]
fn over(f: impl Fn(f64) -> f64, xs: &[f64; 3]) -> f64 {
    let ys = xs.map(|x| f(x));
    let total = xs.iter().map(|x| f(*x) * 2.0).sum::<f64>();
    ys[0] * ys[1] + total + xs.map(f)[2]
}

#[differentiable]
fn mapped(m: f64, s: f64) -> f64 {
    over(|x| x * x * m, &[m, s, 1.0])
}

#[derive(Clone, Copy, Differentiable)]
struct State {
    position: f64,
    velocity: f64,
}

#[differentiable]
fn evolve(force: impl Fn(&State, f64) -> f64, update: impl Fn(State, f64) -> State, start: State) -> State {
    let mut state = start;
    for i in 0..3 {
        let a = force(&state, i as f64);
        state = update(state, a);
    }
    state
}

#[differentiable]
fn evolved(m: f64, s: f64) -> f64 {
    let end = evolve(
        |state, t| -m * state.position - 0.1 * state.velocity * t,
        |state, a| State { position: state.position + 0.1 * state.velocity, velocity: state.velocity + s * a },
        State { position: m, velocity: s },
    );
    end.position * end.velocity
}

#[differentiable]
fn compose<A: Fn(f64) -> f64, B: Fn(f64) -> f64>(a: A, b: B, x: f64) -> f64 {
    a(b(x))
}

#[differentiable]
fn composed(m: f64, s: f64) -> f64 {
    let k = m * s;
    compose(|x| k * x + m, |x| (k + x).sin(), k)
}

#[differentiable]
fn partial(f: impl Fn(f64) -> Option<f64>, x: f64) -> Option<f64> {
    let y = f(x)?;
    let z = f(y)?;
    Some(y * z)
}

#[differentiable]
fn with_an_option(m: f64, s: f64) -> f64 {
    match partial(|x| if x < 0.0 { None } else { Some(x.sqrt() * m) }, s) {
        Some(y) => y,
        None => 0.0,
    }
}

#[differentiable]
fn with_slope(f: impl Fn(f64) -> (f64, f64), start: f64) -> f64 {
    let mut x = start;
    loop {
        let (y, slope) = f(x);
        if y.abs() < 1e-13 {
            break;
        }
        x = x - y / slope;
    }
    x
}

#[differentiable]
fn with_a_pair(m: f64, s: f64) -> f64 {
    with_slope(|x| (x * x * x - m * s, 3.0 * x * x), 1.0)
}

mod quad {
    use super::*;
    #[differentiable]
    pub fn midpoint<F: Fn(f64) -> f64 + ?Sized>(f: &F, a: f64, b: f64) -> f64 {
        (b - a) * f(0.5 * (a + b))
    }
    #[differentiable]
    pub fn sized<const N: usize>(f: impl Fn(f64) -> f64, x: f64) -> f64 {
        let mut y = x;
        for _ in 0..N {
            y = f(y);
        }
        y
    }
}

#[differentiable]
fn from_a_module(m: f64, s: f64) -> f64 {
    crate::passed_functions::programs::quad::midpoint(&|x| x * m, s, 2.0) + quad::sized::<3>(|x| x * m, s)
}

#[differentiable]
fn wrapped(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let f = |y: f64| f(y) * x;
    quad::midpoint(&f, x, 1.0) + f(x)
}

#[differentiable]
fn hidden(m: f64, s: f64) -> f64 {
    wrapped(|x| x * x * m, s)
}

#[differentiable]
fn sum_over(term: impl Fn(usize) -> f64, n: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..n {
        sum += term(i);
    }
    sum
}

#[differentiable]
fn of_indices(m: f64, s: f64) -> f64 {
    let w = [m, s, m * s];
    sum_over(|i| w[i] * m, 3) + sum_over(|i: usize| w[i] * w[i] * i as f64, 3)
}

#[differentiable]
fn of_vector<const N: usize>(f: impl Fn(&Vector<f64, N>) -> f64, x: &Vector<f64, N>) -> f64 {
    f(x) + f(&(x * 2.0))
}

#[differentiable]
fn of_tensors(m: f64, s: f64) -> f64 {
    let a = Vector::<f64, 2>::from([1.0, 2.0]);
    of_vector(|v| (v * &a).sum() * m, &(&a * s))
}

#[differentiable]
fn run_again(m: f64, s: f64) -> f64 {
    let mut sum = 0.0;
    #[checkpoint]
    for i in 0..5 {
        sum += quad::midpoint(&|x| x * m + sum * 0.1, s, i as f64);
    }
    sum
}

#[differentiable]
fn in_a_condition(m: f64, s: f64) -> f64 {
    if golden(|x| x * m, 0.0, s) > 1.0 { m * s } else { m + golden(|x| x * s, m, 1.0) }
}

#[differentiable]
fn with_constant(#[constant] f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x) * x
}

#[differentiable]
fn constant(m: f64, s: f64) -> f64 {
    with_constant(|x| x * x, m) * s
}

#[differentiable]
fn of_polynomial(c: &[f64], f: impl Fn(&[f64], f64) -> f64, x: f64) -> f64 {
    f(c, x) + f(&c[1..], 2.0 * x)
}

#[differentiable]
fn of_coefficients(m: f64, s: f64) -> f64 {
    of_polynomial(
        &[m, s, m * s],
        |c, x| {
            let mut y = 0.0;
            for k in c.iter().rev() {
                y = y * x + k;
            }
            y
        },
        s,
    )
}

/// A `Vec` where the function takes a slice.
#[differentiable]
fn midpoint(f: &dyn Fn(&[f64]) -> Vec<f64>, y: &[f64], h: f64) -> Vec<f64> {
    let slopes = f(y);
    let half: Vec<f64> = y.iter().zip(&slopes).map(|(y, k)| y + 0.5 * h * k).collect();
    let slopes = f(&half);
    y.iter().zip(&slopes).map(|(y, k)| y + h * k).collect()
}

#[differentiable]
fn of_a_step(m: f64, s: f64) -> f64 {
    let y = midpoint(&|y: &[f64]| vec![y[1] * m, -y[0]], &[m, s], 0.1);
    y[0] * y[1]
}

#[test]
fn programs_with_functions_as_arguments() {
    follows!(of_a_number searched path_length passed_twice slopes mapped evolved composed with_an_option with_a_pair from_a_module hidden of_indices of_tensors run_again in_a_condition constant of_coefficients of_a_step);
}
