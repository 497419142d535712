//! `take` and `replace` of an `Option`.

use cotangent::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Filter {
    gain: f64,
    mean: Option<f64>,
    before: Option<f64>,
}

#[differentiable]
impl Filter {
    fn next(&mut self, x: f64) -> f64 {
        let mean = match self.mean {
            Some(mean) => mean + self.gain * (x - mean),
            None => x,
        };
        self.mean = Some(mean);
        let step = self.before.map(|before| x - before).unwrap_or(0.0);
        self.before.replace(x);
        mean + 0.1 * step * step
    }

    fn reset(&mut self) {
        self.mean = None;
        self.before.take();
    }
}

#[differentiable]
fn filtered(x: &[f64], gain: f64) -> f64 {
    let mut filter = Filter { gain, mean: None, before: None };
    let mut sum = 0.0;
    for &x in x {
        sum += filter.next(x);
    }
    filter.reset();
    sum * filter.next(x[0])
}

#[differentiable]
fn pairs(x: &[f64], k: f64) -> f64 {
    let mut last: Option<f64> = None;
    let mut sum = 0.0;
    for x in x {
        if let Some(before) = last.replace(*x * k) {
            sum += before * x;
        }
    }
    let rest = last.take().unwrap_or(1.0);
    if last.is_none() { sum * rest } else { 0.0 }
}

#[differentiable]
fn step(state: &mut Option<f64>, x: f64) -> f64 {
    let before = state.take();
    *state = Some(x * x);
    before.map_or(x, |before| before * x)
}

#[differentiable]
fn stepped(x: f64, y: f64) -> f64 {
    let mut state = Some(y);
    let a = step(&mut state, x);
    state.replace(a);
    a * step(&mut state, y) + state.unwrap()
}

#[test]
fn what_was_there_and_what_comes() {
    let x = [1.0, 2.0, 1.5];
    filtered::at(&x, 0.3).check().unwrap();
    pairs::at(&x, 0.3).check().unwrap();
    stepped::at(1.25, 0.5).check().unwrap();
    both_modes!(filtered(&x, 0.3));
    both_modes!(pairs(&x, 0.3));
    both_modes!(stepped(1.25, 0.5));
    stepped::at(1.25, 0.5).check_hvp().unwrap();
}

/// Methods of these names that a type of the program has.
#[derive(Clone, Debug, Differentiable)]
struct Store(f64);

#[differentiable]
impl Store {
    fn replace(&mut self, x: f64) -> f64 {
        self.0 *= x;
        self.0 + x
    }
    fn take(&mut self) -> f64 {
        self.0 = self.0 * self.0;
        2.0 * self.0
    }
}

#[differentiable]
fn stored(x: f64, y: f64) -> f64 {
    let mut store = Store(x);
    store.replace(y);
    let a = store.replace(x);
    store.take();
    a * store.take() + store.0
}

#[test]
fn methods_of_the_program() {
    stored::at(1.25, 0.75).check().unwrap();
    both_modes!(stored(1.25, 0.75));
}
