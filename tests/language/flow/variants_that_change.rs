//! Parts of variants that are changed where a pattern lends them: filters, machines with states, layers.

use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
enum Filter {
    Low { y: f64, a: f64 },
    Gain(f64),
    Delay { line: [f64; 3], at: usize },
    Off,
}

#[differentiable]
impl Filter {
    fn run(&mut self, x: f64) -> f64 {
        match self {
            Filter::Low { y, a } => {
                *y += *a * (x - *y);
                *y
            }
            Self::Gain(g) => {
                *g = *g * 0.9;
                *g * x * x
            }
            Self::Delay { line, at } => {
                let out = line[*at];
                line[*at] = x * out + x;
                *at = (*at + 1) % 3;
                out
            }
            Filter::Off => x,
        }
    }
}

#[differentiable]
fn filtered(x: f64, y: f64) -> f64 {
    let delay = Filter::Delay { line: [x, y, x * y], at: 0 };
    let mut filters = [Filter::Low { y: x, a: 0.3 * y }, Filter::Gain(y), delay, Filter::Off];
    let (mut sum, mut signal) = (0.0, x * y);
    for i in 0..5 {
        for filter in &mut filters {
            signal = filter.run(signal + x * 0.1);
        }
        sum += signal * (i as f64 + y);
    }
    sum
}

#[derive(Differentiable, Clone, Copy)]
enum State {
    Idle(f64),
    Busy { t: f64, e: f64 },
}

#[differentiable]
fn tick(state: &mut State, x: f64) -> f64 {
    let State::Busy { t, e } = state else {
        if let State::Idle(a) = state {
            *a += x;
        }
        return x;
    };
    *t += x * *e;
    *e *= *t;
    *t * *e
}

/// The variant is replaced where its parts were read and changed.
#[differentiable]
fn next(state: &mut State, x: f64) {
    match state {
        State::Idle(a) => {
            let b = *a * x;
            *state = State::Busy { t: b, e: x };
        }
        State::Busy { t, e } => {
            *e += *t;
            if *e > 3.0 {
                *state = State::Idle(*e * *t);
            }
        }
    }
}

#[differentiable]
fn machine(x: f64, y: f64) -> f64 {
    let mut state = State::Idle(x);
    let mut sum = 0.0;
    for _ in 0..4 {
        sum += tick(&mut state, y);
        next(&mut state, x);
    }
    sum
}

#[derive(Differentiable, Clone, Copy)]
struct World {
    state: State,
    scale: f64,
}

#[differentiable]
fn bump(x: &mut f64, by: f64) {
    *x = *x * by + *x * *x;
}

/// Guards, calls that change parts, loops, and another field beside.
#[differentiable]
impl World {
    fn step(&mut self, x: f64) -> f64 {
        let before = self.scale;
        match &mut self.state {
            State::Idle(r) if *r > 1.0 => {
                *r = *r * 0.5 + x;
                self.scale *= *r;
            }
            State::Idle(r) => {
                let old = *r;
                bump(r, x);
                self.scale += old * *r;
            }
            State::Busy { t, e } => {
                for _ in 0..2 {
                    *t *= *e;
                    *e += *t * x;
                }
                std::mem::swap(t, e);
                self.scale -= *e;
            }
        }
        before * self.scale
    }
}

#[differentiable]
fn worlds(x: f64, y: f64) -> f64 {
    let mut one = World { state: State::Idle(x), scale: y };
    let mut other = World { state: State::Busy { t: x, e: y }, scale: x };
    let mut sum = 0.0;
    for i in 0..3 {
        sum += one.step(y) * other.step(x);
        if i == 1 {
            other.state = State::Idle(sum);
        }
    }
    sum + one.scale
}

#[cfg(feature = "std")]
#[derive(Differentiable, Clone)]
enum Layer {
    Scale(Vec<f64>),
    Bias { b: [f64; 2] },
    Pair((f64, f64), [f64; 2]),
}

#[cfg(feature = "std")]
#[differentiable]
fn layers(x: f64, y: f64) -> f64 {
    let mut layers = vec![Layer::Scale(vec![x, y]), Layer::Bias { b: [y, x] }, Layer::Pair((x, y), [x, x])];
    for layer in layers.iter_mut() {
        match layer {
            Layer::Scale(s) => {
                for v in s.iter_mut() {
                    *v *= x;
                }
                s.push(y);
            }
            Layer::Bias { b } => {
                b[0] += b[1] * y;
                b[1] = b[0];
            }
            Layer::Pair(p, q) => {
                p.0 *= p.1;
                q[1] = p.0 * q[0];
            }
        }
    }
    let mut sum = 0.0;
    for layer in &layers {
        sum += match layer {
            Layer::Scale(s) => s.iter().map(|v| v * v).sum::<f64>(),
            Layer::Bias { b } => b[0] * b[1],
            Layer::Pair(p, q) => p.0 * q[1],
        };
    }
    sum
}

#[test]
fn parts_of_variants_change() {
    for (x, y) in [(0.7, 1.2), (1.4, -0.3), (0.2, 0.9)] {
        macro_rules! right {
            ($($f:ident)*) => {$(
                $f::at(x, y).check().unwrap_or_else(|error| panic!("{} at {x}, {y}: {error}", stringify!($f)));
                $f::at(x, y).check_jvp().unwrap_or_else(|error| panic!("{} at {x}, {y}: {error}", stringify!($f)));
            )*};
        }
        right! { filtered machine worlds }
        #[cfg(feature = "std")]
        right! { layers }
    }
}
