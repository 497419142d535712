//! Functions as arguments of differentiable functions: closures that capture variables, in loops and branches, passed on.

use cotangent::prelude::*;

mod by_name;
mod methods;
mod programs;
mod published;
mod solvers;
mod that_change;

/// Simpson's rule.
#[differentiable]
fn simpson(f: impl Fn(f64) -> f64, a: f64, b: f64, n: usize) -> f64 {
    let h = (b - a) / n as f64;
    let mut sum = f(a) + f(b);
    for i in 1..n {
        let weight = if i % 2 == 1 { 4.0 } else { 2.0 };
        sum += weight * f(a + i as f64 * h);
    }
    sum * h / 3.0
}

/// A closure that captures a number which is an argument too.
#[differentiable]
fn area(m: f64, s: f64) -> f64 {
    simpson(|t| (-(t - m) * (t - m) / (2.0 * s)).exp(), -s, m, 10)
}

/// Newton's method, with the derivative as a second function.
#[differentiable]
fn newton<F, D>(f: F, slope: D, start: f64) -> f64
where
    F: Fn(f64) -> f64,
    D: Fn(f64) -> f64,
{
    let mut x = start;
    let mut steps = 0;
    while f(x).abs() > 1e-13 && steps < 50 {
        x -= f(x) / slope(x);
        steps += 1;
    }
    x
}

#[differentiable]
fn root(m: f64, s: f64) -> f64 {
    newton(|x| x * x * x + m * x - s, |x: f64| 3.0 * x * x + m, s)
}

/// Bisection, whose conditions call the function.
#[differentiable]
fn bisect<F: Fn(f64) -> f64>(f: F, from: f64, to: f64) -> f64 {
    let (mut a, mut b) = (from, to);
    if f(a) * f(b) > 0.0 {
        return 0.0;
    }
    for _ in 0..5 {
        let middle = 0.5 * (a + b);
        if f(a) * f(middle) <= 0.0 {
            b = middle;
        } else {
            a = middle;
        }
    }
    // One step of the secant method: before it nothing depends on what the function captures.
    a - f(a) * (b - a) / (f(b) - f(a))
}

#[differentiable]
fn bisected(m: f64, s: f64) -> f64 {
    bisect(|x| x * x * m - s, 0.0, 4.0)
}

/// One step of the method of Runge and Kutta.
#[differentiable]
fn rk4<const N: usize>(f: impl Fn(f64, &[f64; N]) -> [f64; N], t: f64, y: &[f64; N], h: f64) -> [f64; N] {
    let k1 = f(t, y);
    let mut y2 = *y;
    for i in 0..N {
        y2[i] += 0.5 * h * k1[i];
    }
    let k2 = f(t + 0.5 * h, &y2);
    let mut y3 = *y;
    for i in 0..N {
        y3[i] += 0.5 * h * k2[i];
    }
    let k3 = f(t + 0.5 * h, &y3);
    let mut y4 = *y;
    for i in 0..N {
        y4[i] += h * k3[i];
    }
    let k4 = f(t + h, &y4);
    let mut next = *y;
    for i in 0..N {
        next[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
    }
    next
}

/// A function that is passed on, by reference and in a closure.
#[differentiable]
fn integrate<const N: usize>(
    f: &impl Fn(f64, &[f64; N]) -> [f64; N],
    start: [f64; N],
    h: f64,
    steps: usize,
) -> [f64; N] {
    let mut y = start;
    for i in 0..steps {
        y = if i % 3 == 2 { rk4(|t, y| f(t, y), i as f64 * h, &y, h) } else { rk4(f, i as f64 * h, &y, h) };
    }
    y
}

#[differentiable]
fn pendulum(m: f64, s: f64) -> f64 {
    let end = integrate(&|t, y: &[f64; 2]| [y[1], -m * y[0].sin() - 0.1 * y[1] + (s * t).cos()], [s, m], 0.1, 7);
    end[0] * end[0] + end[1]
}

/// Without a type for what it takes.
#[differentiable]
fn untyped(m: f64, s: f64) -> f64 {
    let end = integrate(&|_, y| [y[1] * m, -y[0]], [s, 1.0], 0.2, 4);
    end[0] * end[1]
}

/// It calls itself.
#[differentiable]
fn adaptive(f: &impl Fn(f64) -> f64, a: f64, b: f64, depth: usize) -> f64 {
    let m = 0.5 * (a + b);
    let whole = (b - a) / 6.0 * (f(a) + 4.0 * f(m) + f(b));
    if depth == 0 {
        return whole;
    }
    adaptive(f, a, m, depth - 1) + adaptive(f, m, b, depth - 1)
}

#[differentiable]
fn adapted(m: f64, s: f64) -> f64 {
    adaptive(&|x: f64| (m * x).sin() / (1.0 + s * x * x), 0.0, s, 3)
}

/// An integral over an integral: a closure in a closure captures what the outer one takes.
#[differentiable]
fn double(m: f64, s: f64) -> f64 {
    simpson(|x| simpson(|y| (m * x * y).sin() + s * y, 0.0, x, 4), 0.0, s, 4)
}

/// A fixed point.
#[differentiable]
fn fixed_point(mut f: impl FnMut(f64) -> f64, start: f64) -> f64 {
    let mut x = start;
    loop {
        let next = f(x);
        if (next - x).abs() < 1e-14 {
            return next;
        }
        x = next;
    }
}

#[differentiable]
fn kepler(m: f64, s: f64) -> f64 {
    let e = 0.2 * s;
    fixed_point(|x| m + e * x.sin(), m)
}

#[derive(Differentiable, Clone)]
struct Spring {
    stiffness: f64,
    rest: [f64; 2],
    #[constant]
    power: i32,
}

/// Structs, arrays, whole numbers, variables that changed before, by reference and by value.
#[differentiable]
fn captured(m: f64, s: f64) -> f64 {
    let spring = Spring { stiffness: m * s, rest: [m, s], power: 2 };
    let mut scale = 1.0;
    for i in 0..3 {
        scale *= m + i as f64;
    }
    let weights = [m, s, m * s];
    let at = 1;
    let by_reference = simpson(
        |x| spring.stiffness * (x - spring.rest[0]).powi(spring.power) * scale + weights[at] * weights[2],
        0.0,
        1.0,
        2,
    );
    let by_value = simpson(move |x| x * weights[0] + scale + spring.rest[1], 0.0, m, 2);
    by_reference + by_value * weights[1]
}

/// In a loop, with its index, and in a branch.
#[differentiable]
fn repeated(m: f64, s: f64) -> f64 {
    let mut sum = 0.0;
    let factors = [0.5, 1.5, 2.5];
    for i in 0..3 {
        let k = m * factors[i];
        if i == 1 {
            sum += simpson(|x| (k * x).cos() + sum, 0.0, s, 2);
        } else {
            sum += k * simpson(|x| x.powi(i as i32) * k * factors[i], s, m, 2);
        }
    }
    sum
}

/// A local closure that is called, and passed on.
#[differentiable]
fn local(m: f64, s: f64) -> f64 {
    let scaled = |x: f64| m * x;
    let g = |x: f64| scaled(x).sin() + s;
    g(s) + simpson(g, 0.0, m, 2) + simpson(&g, 0.0, s, 2) * scaled(m)
}

/// A body with branches, loops and early exits.
#[differentiable]
fn bodies(m: f64, s: f64) -> f64 {
    simpson(
        |x| {
            if x < 0.3 {
                return m * x;
            }
            let mut y = s;
            for _ in 0..3 {
                y = y * m / (1.0 + x);
                if y > 10.0 {
                    break;
                }
            }
            match y > 1.0 {
                true => y,
                false => y * y,
            }
        },
        0.0,
        2.0,
        8,
    )
}

#[differentiable]
fn through_pointer(f: fn(f64) -> f64, x: f64) -> f64 {
    f(x) * x
}

#[differentiable]
fn through_dyn(f: &dyn Fn(f64) -> f64, x: f64) -> f64 {
    f(x) + f(2.0 * x)
}

#[differentiable]
fn through_mutable(f: &mut dyn FnMut(f64) -> f64, x: f64) -> f64 {
    f(x) * f(0.5)
}

#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn other_forms(m: f64, s: f64) -> f64 {
    through_pointer(|x| square(x), m) + through_dyn(&|x| square(x) * s, m) + through_mutable(&mut |x| m * x + s, s)
}

/// Slices as arguments, and captured.
#[differentiable]
fn dotted(f: impl Fn(&[f64]) -> f64, x: &[f64]) -> f64 {
    f(x) + f(&x[1..]) + f(&[x[0], 1.0])
}

#[differentiable]
fn of_slices(x: &[f64], m: f64) -> f64 {
    dotted(
        |y| {
            let mut sum = 0.0;
            for i in 0..y.len() {
                sum += y[i] * x[i] * m;
            }
            sum
        },
        x,
    )
}

#[differentiable]
fn sliced(m: f64, s: f64) -> f64 {
    of_slices(&[m, s, m * s], s)
}

/// None, one, two and three arguments, and a tuple.
#[differentiable]
fn of_many(
    f0: impl Fn() -> f64,
    f2: impl Fn(f64, f64) -> f64,
    f3: impl Fn(f64, usize, &[f64; 2]) -> f64,
    f1: impl Fn((f64, f64)) -> (f64, f64),
    x: f64,
) -> f64 {
    let (a, b) = f1((x, f0()));
    f2(a, b) + f3(x, 2, &[b, f0()])
}

#[differentiable]
fn many(m: f64, s: f64) -> f64 {
    of_many(|| m * s, |a, b| a * b + m, |x, i: usize, y| x.powi(i as i32) * y[0] + y[1], |(a, b)| (b * s, a), m)
}

/// Names that mean one thing outside of a closure, and another in it.
#[differentiable]
fn hidden(m: f64, s: f64) -> f64 {
    let k = m * s;
    let first = simpson(
        |x| {
            let k = k * 2.0 + x;
            let s = k * m;
            debug_assert!(s.is_finite(), "{m}");
            k * s
        },
        0.0,
        s,
        2,
    );
    let second = simpson(|k| k * m, 0.0, k, 2);
    let t = first;
    first + second * simpson(|bar| bar * t + k, 0.0, m, 2)
}

/// What a closure takes, by value, in every place where a value is taken.
#[differentiable]
fn taken(m: f64, s: f64) -> f64 {
    let sums = simpson(
        |x| {
            let mut sum = x;
            let pair = (x, m);
            let list = [x, s, x];
            for i in 0..2 {
                sum = sum * m + list[i];
            }
            sum += x;
            let same = x;
            if same > 100.0 { x } else { sum * pair.0 - pair.1 * same }
        },
        0.0,
        s,
        2,
    );
    sums + simpson(|x| x, m, s, 2) * simpson(|x| -x, 0.0, m, 2)
}

#[test]
fn closures_that_are_passed_on() {
    follows!(area root bisected pendulum untyped adapted double kepler captured repeated local bodies other_forms sliced many hidden taken);
}
