//! Functions as arguments that take `&mut`: the right-hand sides of solvers.

use cotangent::prelude::*;

#[differentiable]
fn euler(rates: impl Fn(f64, &[f64], &mut [f64]), y: &mut [f64], steps: usize, h: f64) {
    let mut k = vec![0.0; y.len()];
    for i in 0..steps {
        rates(i as f64 * h, y, &mut k);
        for j in 0..y.len() {
            y[j] += h * k[j];
        }
    }
}

#[differentiable]
fn oscillates(a: f64, stiffness: f64) -> f64 {
    let mut y = [a, 0.0];
    euler(
        |_t, y, k| {
            k[0] = y[1];
            k[1] = -stiffness * y[0];
        },
        &mut y,
        20,
        0.01,
    );
    y[0] + y[1]
}

#[differentiable]
fn driven(t: f64, y: &[f64], b: f64, k: &mut [f64]) {
    k[0] = y[1] * y[0];
    k[1] = -b * y[0] * t;
}

#[differentiable]
fn rates_of_type(a: f64, b: f64) -> f64 {
    let mut y = [a, 0.0];
    euler(|t, y, k: &mut [f64]| driven(t, y, b, k), &mut y, 20, 0.01);
    y[0] + y[1]
}

// Whether `driven` takes `k` as `&mut` only its type says.
#[differentiable]
fn rates_handed_on(a: f64, b: f64) -> f64 {
    let mut y = [a, 0.0];
    euler(|t, y, k| driven(t, y, b, k), &mut y, 20, 0.01);
    y[0] + y[1]
}

#[differentiable]
fn rates_handed_on_twice(a: f64, b: f64) -> f64 {
    let mut y = [a, 0.0];
    let p = [b, 1.0];
    euler(
        |t, y, k| {
            let m = p[0] * t;
            driven(t + m, y, b, k);
            driven(m, y, a, &mut k[..])
        },
        &mut y,
        20,
        0.01,
    );
    y[0] + y[1]
}

#[derive(Clone, Differentiable)]
struct Spring {
    stiffness: f64,
}

#[differentiable]
impl Spring {
    fn rates(&self, t: f64, y: &[f64], k: &mut [f64]) {
        k[0] = y[1] * y[0];
        k[1] = -self.stiffness * y[0] * t;
    }
}

#[differentiable]
fn rates_of_a_method(spring: &Spring, a: f64) -> f64 {
    let mut y = [a, 0.3];
    euler(|t, y, k| spring.rates(t, y, k), &mut y, 20, 0.01);
    y[0] + y[1]
}

#[differentiable]
fn pendulum(t: f64, y: &[f64], k: &mut [f64]) {
    k[0] = y[1] * y[0];
    k[1] = -y[0] * t;
}

#[differentiable]
fn rates_by_name(a: f64, b: f64) -> f64 {
    let mut y = [a, b];
    euler(pendulum, &mut y, 20, 0.01);
    y[0] + y[1]
}

#[differentiable]
fn runge_kutta<const N: usize, F: Fn(f64, &[f64; N], &mut [f64; N])>(f: F, y0: [f64; N], h: f64, n: usize) -> [f64; N] {
    let mut y = y0;
    let (mut k1, mut k2, mut k3, mut k4) = ([0.0; N], [0.0; N], [0.0; N], [0.0; N]);
    let mut t = 0.0;
    for _ in 0..n {
        let mut between = [0.0; N];
        f(t, &y, &mut k1);
        for i in 0..N {
            between[i] = y[i] + 0.5 * h * k1[i];
        }
        f(t + 0.5 * h, &between, &mut k2);
        for i in 0..N {
            between[i] = y[i] + 0.5 * h * k2[i];
        }
        f(t + 0.5 * h, &between, &mut k3);
        for i in 0..N {
            between[i] = y[i] + h * k3[i];
        }
        f(t + h, &between, &mut k4);
        for i in 0..N {
            y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
        t += h;
    }
    y
}

#[derive(Clone, Copy, Differentiable)]
struct Rates {
    a: f64,
    b: f64,
}

#[differentiable]
fn hunters(p: &Rates, x: f64) -> f64 {
    let step = |_t, y: &[f64; 2], d: &mut [f64; 2]| {
        if y[0] > 0.0 {
            d[0] = p.a * y[0] - y[0] * y[1];
        } else {
            d[0] = 0.0;
        }
        d[1] = p.b * y[0] * y[1] - y[1];
    };
    let y = runge_kutta(&step, [x, 1.0], 0.05, 6);
    let mut k = [0.0; 2];
    step(0.0, &y, &mut k);
    let z = runge_kutta(step, y, 0.05, 3);
    z[0] + z[1] + k[0] * k[1]
}

#[differentiable]
fn twice(f: &dyn Fn(&mut f64), x: f64) -> f64 {
    let mut y = x;
    f(&mut y);
    f(&mut y);
    y * x
}

#[differentiable]
fn numbers(x: f64, c: f64) -> f64 {
    let squared = |v: &mut f64| {
        *v += c;
        *v *= *v;
    };
    twice(&|v| *v = c * *v * *v, x) + twice(&squared, x)
}

#[differentiable]
fn by_pointer(f: fn(&mut f64, f64), x: f64) -> f64 {
    let mut y = x;
    f(&mut y, x);
    y * x
}

#[differentiable]
fn turned(v: &mut f64, k: f64) {
    *v = v.sin() * k;
}

#[differentiable]
fn pointers(x: f64) -> f64 {
    by_pointer(turned, x)
}

#[differentiable]
fn onward<F>(mut f: F, x: &mut Vec<f64>)
where
    F: FnMut(&mut [f64]) -> f64,
{
    let s = f(x);
    let t = f(&mut x[1..]);
    x[0] += s * t;
}

#[differentiable]
fn further(f: &mut impl FnMut(&mut [f64]) -> f64, x: &mut Vec<f64>) {
    onward(&mut *f, x);
    let v = f(x);
    x[1] *= v;
}

#[differentiable]
fn with_results(xs: &[f64], c: f64) -> f64 {
    let mut v = xs.to_vec();
    further(
        &mut |s: &mut [f64]| {
            let mut t = 0.0;
            for a in s.iter_mut() {
                *a = *a * *a * c;
                t += *a;
            }
            t
        },
        &mut v,
    );
    v.iter().sum::<f64>() * v[0]
}

#[derive(Clone, Differentiable)]
struct State {
    place: [f64; 2],
    speed: [f64; 2],
}

#[differentiable]
fn flight(force: impl Fn(&State, &mut [f64; 2]), s: &mut State, n: usize) {
    let mut pull = [0.0; 2];
    for _ in 0..n {
        force(s, &mut pull);
        for i in 0..2 {
            s.speed[i] += 0.1 * pull[i];
            s.place[i] += 0.1 * s.speed[i];
        }
    }
}

#[differentiable]
fn by_iterators(x: f64, k: f64) -> f64 {
    let mut s = State { place: [x, 0.5], speed: [0.0, x] };
    flight(
        |s, a| {
            let r = (s.place[0] * s.place[0] + s.place[1] * s.place[1]).sqrt();
            a.iter_mut().zip(s.place.iter()).for_each(|(a, p)| *a = -k * p / r);
        },
        &mut s,
        4,
    );
    s.place[0] * s.speed[1]
}

#[differentiable]
fn by_copies(x: f64, k: f64) -> f64 {
    let mut s = State { place: [x, 0.5], speed: [0.0, x] };
    flight(|s, a| a.copy_from_slice(&[s.place[0] * k, s.speed[1] * s.place[1]]), &mut s, 4);
    s.place[0] * s.speed[1]
}

macro_rules! right {
    ($($call:expr),* $(,)?) => {$(
        $call.check().unwrap();
        $call.check_jvp().unwrap();
        $call.check_hvp().unwrap();
    )*};
}

#[test]
fn functions_that_change_their_arguments() {
    right!(
        oscillates::at(1.0, 2.0),
        rates_of_type::at(1.0, 2.0),
        rates_handed_on::at(1.0, 2.0),
        rates_handed_on_twice::at(0.7, 2.0),
        rates_of_a_method::at(&Spring { stiffness: 2.0 }, 0.7),
        rates_by_name::at(1.0, 2.0),
        hunters::at(&Rates { a: 1.1, b: 0.4 }, 1.5),
        numbers::at(0.7, 1.3),
        pointers::at(0.4),
        with_results::at(&[0.5, 0.8, 1.2], 0.9),
        by_iterators::at(0.7, 1.2),
        by_copies::at(0.7, 1.2),
    );
}
