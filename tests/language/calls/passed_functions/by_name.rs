//! Functions that are passed by their names.

use cotangent::prelude::*;

#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn cube<T: num_traits::Float>(x: T) -> T {
    x * x * x
}

#[differentiable]
fn half(x: f64) -> f64 {
    0.5 * x
}

#[differentiable]
fn power(x: f64, n: i32) -> f64 {
    x.powi(n) + x
}

mod model {
    use cotangent::prelude::*;

    #[differentiable]
    pub fn decay(t: f64, y: &f64) -> f64 {
        -y * t.exp()
    }

    #[differentiable]
    pub fn field<const N: usize>(t: f64, y: &[f64; N]) -> [f64; N] {
        let mut slope = *y;
        for i in 0..N {
            slope[i] = t * y[i] * y[N - 1 - i];
        }
        slope
    }
}

#[differentiable]
fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

#[differentiable]
fn times(f: fn(f64) -> f64, x: f64) -> f64 {
    f(x) * x
}

/// A function that is given is passed on.
#[differentiable]
fn four_times<F: Fn(f64) -> f64>(f: F, x: f64) -> f64 {
    twice(&f, twice(&f, x)) + twice(|x| f(x) * x, x)
}

/// Which of them a condition says.
#[differentiable]
fn chosen(m: f64, s: f64) -> f64 {
    let y = if m > 1.0 { twice(square, s) } else { twice(half, s) };
    let mut sum = y;
    for i in 0..3 {
        sum += if i == 1 { times(square, sum) } else { times(cube, m) };
    }
    sum * four_times(half, m)
}

#[differentiable]
fn of_references(m: f64, s: f64) -> f64 {
    twice(&square, m) * twice(&half, s)
}

#[differentiable]
fn explicit<F>(f: F, t: f64, y: f64) -> f64
where
    F: Fn(f64, &f64) -> f64,
{
    y + 0.1 * f(t, &y)
}

#[differentiable]
fn heun<F: Fn(f64, &[f64; N]) -> [f64; N], const N: usize>(f: &F, y: &[f64; N], h: f64) -> [f64; N] {
    let first = f(h, y);
    let mut next = *y;
    for i in 0..N {
        next[i] += h * first[i];
    }
    let second = f(2.0 * h, &next);
    for i in 0..N {
        next[i] = y[i] + 0.5 * h * (first[i] + second[i]);
    }
    next
}

#[differentiable]
fn by_path(m: f64, s: f64) -> f64 {
    let y = heun(&model::field, &[m, s, 1.0], 0.2);
    y[0] * y[1] * y[2] + explicit(model::decay, m, s)
}

/// An integer beside a number with a derivative.
#[differentiable]
fn indexed(f: impl Fn(f64, i32) -> f64, x: f64) -> f64 {
    (0..3).map(|n| f(x, n)).sum()
}

#[differentiable]
fn of_integers(m: f64, s: f64) -> f64 {
    indexed(power, m) * indexed(power, s)
}

#[differentiable]
fn joined(f: impl Fn(f64, f64) -> f64, x: f64, y: f64) -> f64 {
    f(x, y) * f(y, 2.0)
}

#[differentiable]
fn methods_of_numbers(m: f64, s: f64) -> f64 {
    twice(f64::sin, m) * joined(f64::hypot, m, s) + joined(f64::powf, m, s) + times(f64::exp, s)
}

#[differentiable]
fn generic<T: num_traits::Float>(f: impl Fn(T) -> T, x: T) -> T {
    f(x) * f(f(x))
}

#[differentiable]
fn inner_generic<T: num_traits::Float>(x: T) -> T {
    generic(T::sin, x) + generic(cube, x)
}

#[differentiable]
fn generic_numbers(m: f64, s: f64) -> f64 {
    inner_generic(m) * inner_generic(s)
}

struct Model;

#[differentiable]
impl Model {
    #[differentiable]
    fn rate(x: f64) -> f64 {
        x.ln_1p() * x
    }

    #[differentiable]
    fn total(x: f64) -> f64 {
        twice(Self::rate, x) + twice(Model::rate, 2.0 * x)
    }
}

#[differentiable]
fn functions_of_types(m: f64, s: f64) -> f64 {
    twice(Model::rate, m) * twice(Model::total, s)
}

#[allow(non_upper_case_globals, reason = "a name alone does not tell a constant from a function")]
const gravity: f64 = 9.81;

#[differentiable]
fn fall(t: f64, g: f64) -> f64 {
    0.5 * g * t * t
}

#[differentiable]
fn constants(m: f64, s: f64) -> f64 {
    fall(m, gravity) * s
}

#[differentiable]
fn of_list(f: impl Fn(&[f64]) -> f64, x: &[f64]) -> f64 {
    f(x) * f(&x[1..])
}

#[differentiable]
fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum()
}

#[differentiable]
fn lists(m: f64, s: f64) -> f64 {
    of_list(norm, &[m, s, m * s]) + [m, s].iter().copied().map(square).map(f64::sin).sum::<f64>()
}

#[test]
fn functions_by_name() {
    follows!(chosen of_references by_path of_integers methods_of_numbers generic_numbers functions_of_types constants lists);
}
