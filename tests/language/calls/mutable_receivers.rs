//! Methods that take `&mut self`, and methods that change an argument.

use cotangent::prelude::*;

#[derive(Differentiable, Clone, Copy, Debug)]
struct Biquad {
    b0: f64,
    a1: f64,
    x1: f64,
    y1: f64,
}

#[differentiable]
impl Biquad {
    fn run(&mut self, x: f64) -> f64 {
        let y = self.b0 * x + 0.5 * self.x1 - self.a1 * self.y1;
        self.x1 = x;
        self.y1 = y;
        y
    }
    fn gain(&self) -> f64 {
        self.b0 / (1.0 + self.a1)
    }
    fn reset(&mut self) {
        self.x1 = 0.0;
        self.y1 *= 0.5;
    }
}

#[differentiable]
fn filtered(x: &[f64; 4], b0: f64, a1: f64) -> f64 {
    let mut filter = Biquad { b0, a1, x1: 0.0, y1: 0.0 };
    let mut energy = 0.0;
    for v in x {
        let y = filter.run(*v);
        energy += y * y * filter.gain();
    }
    filter.reset();
    energy + filter.y1
}

#[derive(Differentiable, Clone, Debug)]
struct Cascade {
    first: Biquad,
    second: Biquad,
    level: f64,
}

#[differentiable]
impl Cascade {
    fn run(&mut self, x: f64) -> f64 {
        let u = self.first.run(x);
        let v = self.second.run(u * self.level);
        if v > 0.2 {
            self.raise(u);
        }
        u + v * self.first.gain()
    }
    fn raise(&mut self, by: f64) {
        self.level += by;
    }
}

#[differentiable]
fn cascaded(x: f64, k: f64) -> f64 {
    let filter = Biquad { b0: k, a1: 0.1, x1: 0.2, y1: 0.0 };
    let mut cascade = Cascade { first: filter, second: Biquad { b0: k * k, ..filter }, level: 1.0 };
    let mut sum = 0.0;
    for i in 0..3 {
        sum += cascade.run(x * f64::from(i));
    }
    sum * cascade.level
}

#[test]
fn filters_that_keep_a_state() {
    filtered::at(&[0.1, 0.2, 0.3, 0.4], 0.5, 0.1).check().unwrap();
    cascaded::at(0.5, 0.7).check().unwrap();
}

#[derive(Differentiable, Clone, Debug)]
struct State {
    a: f64,
    b: f64,
}

#[differentiable]
impl State {
    /// Leaves early, and out of a loop.
    fn mix(&mut self, t: f64) -> f64 {
        if t < 0.0 {
            return self.a;
        }
        self.a = self.a * t + self.b;
        for i in 0..5 {
            if self.a > 3.0 {
                break;
            }
            self.a *= 1.0 + t;
            self.b += f64::from(i) * t;
        }
        self.a
    }
    fn flip(&mut self) {
        std::mem::swap(&mut self.a, &mut self.b);
    }
    fn product(&self) -> f64 {
        self.a * self.b.sin()
    }
}

#[differentiable]
fn by_steps(a: f64, b: f64, t: f64) -> f64 {
    let mut state = State { a, b };
    let mut u = 0.0;
    while u < 20.0 {
        u += state.mix(t) * state.b;
        if state.b > 8.0 {
            return u * state.a;
        }
    }
    state.flip();
    u + state.product()
}

#[differentiable]
fn twice(state: &mut State, t: f64) -> f64 {
    state.mix(t);
    let u = state.product();
    state.mix(0.1 * u);
    state.flip();
    u
}

#[differentiable]
fn through_a_parameter(a: f64, b: f64, t: f64) -> f64 {
    let mut state = State { a, b };
    let u = twice(&mut state, t);
    state.a + state.b * u
}

#[differentiable]
fn product_and_changes(x: f64, y: f64, z: f64) -> f64 {
    x * y.sin() + z * z
}

/// Arguments are evaluated one after the other.
#[differentiable]
fn in_arguments(a: f64, b: f64, t: f64) -> f64 {
    let mut state = State { a, b };
    product_and_changes(state.a, state.mix(t), state.a) + state.mix(t) * state.mix(2.0 * t) - state.a
}

#[differentiable]
fn in_closures(a: f64, b: f64, t: [f64; 3]) -> f64 {
    let mut state = State { a, b };
    let sum: f64 = t.iter().map(|t| state.mix(*t)).sum();
    let mut go = |t: f64| state.mix(t) + 1.0;
    let product = go(b) * go(0.2 * b);
    sum + product * state.a
}

#[test]
fn states_that_change_where_they_are() {
    by_steps::at(2.03, 0.51, 0.31).check().unwrap();
    by_steps::at(2.01, 0.5, -0.3).check().unwrap();
    through_a_parameter::at(2.0, 0.5, 0.1).check().unwrap();
    in_arguments::at(2.0, 0.5, 0.3).check().unwrap();
    in_closures::at(0.4, 0.6, [0.6, 0.7, 0.8]).check().unwrap();
    State { a: 1.0, b: 0.4 }.mix_at(0.3).check().unwrap();
}

#[derive(Differentiable, Clone, Debug)]
struct Mean {
    sum: f64,
    n: usize,
}

impl Mean {
    fn new() -> Self {
        Self { sum: 0.0, n: 0 }
    }
}

#[differentiable]
impl Mean {
    fn add(&mut self, x: f64) {
        self.sum += x * x;
        self.n += 1;
    }
    fn value(&self) -> f64 {
        self.sum / self.n as f64
    }
}

/// It starts without a derivative.
#[differentiable]
fn mean_of_squares(x: &[f64]) -> f64 {
    let mut mean = Mean::new();
    for v in x {
        mean.add(*v);
    }
    mean.value()
}

#[test]
fn what_is_added_makes_it_active() {
    assert_eq!(mean_of_squares::grad(&[3.0, 5.0]), [3.0, 5.0]);
    mean_of_squares::at(&[2.0, 0.5, 0.1][..]).check().unwrap();
}

#[derive(Differentiable, Clone, Copy, Debug)]
struct Pendulum {
    k: f64,
}

#[differentiable]
impl Pendulum {
    fn slopes(&self, y: &[f64; 2], dy: &mut [f64; 2]) {
        dy[0] = y[1];
        dy[1] = -self.k * y[0].sin();
    }
    /// Passes the name of a mutable reference on, which the called method only reads.
    fn step(&self, y: &mut [f64; 2], h: f64) {
        let mut dy = [0.0; 2];
        self.slopes(y, &mut dy);
        for i in 0..2 {
            y[i] += h * dy[i];
        }
    }
}

#[differentiable]
fn swing(k: f64, angle: f64, h: f64) -> f64 {
    let pendulum = Pendulum { k };
    let mut y = [angle, 0.0];
    #[checkpoint]
    for _ in 0..4 {
        pendulum.step(&mut y, h);
    }
    y[0] * y[1]
}

#[test]
fn methods_that_change_an_argument() {
    swing::at(2.0, 0.5, 0.1).check().unwrap();
}

#[derive(Differentiable, Clone, Debug)]
struct Net {
    w: Vec<f64>,
    h: Vec<f64>,
}

#[differentiable]
impl Net {
    fn step(&mut self, x: f64) -> f64 {
        for i in 0..self.h.len() {
            self.h[i] = (self.h[i] * self.w[i] + x).tanh();
        }
        self.h.iter().sum()
    }
    fn grow(&mut self, x: f64) {
        self.h.push(x);
        self.w.push(x * x);
    }
}

#[differentiable]
fn growing(w: &Vec<f64>, x: f64) -> f64 {
    let mut net = Net { w: w.clone(), h: vec![0.0; 2] };
    let mut sum = net.step(x);
    net.grow(x);
    sum += net.step(sum);
    sum * net.h[2]
}

#[differentiable]
fn each_of_a_list(w: [f64; 3], x: f64) -> f64 {
    let mut filters = w.map(|b0| Biquad { b0, a1: 0.1, x1: 0.0, y1: 0.2 });
    let mut y = x;
    for filter in filters.iter_mut() {
        y = filter.run(y);
    }
    for filter in &mut filters {
        y = filter.run(y) + filter.gain();
    }
    for i in 0..3 {
        y = filters[i].run(y);
    }
    y + filters[1].y1 * filters[2].y1
}

#[test]
fn lists_of_them_and_lists_in_them() {
    growing::at(&vec![0.5, 0.2], 0.3).check().unwrap();
    each_of_a_list::at([0.5, 0.2, 0.7], 0.3).check().unwrap();
}

trait Filter<T> {
    fn smooth(&mut self, x: T) -> T;
}

#[derive(Differentiable, Clone, Debug)]
struct Average<T: Real> {
    k: T,
    s: T,
}

#[differentiable]
impl<T: Real> Filter<T> for Average<T> {
    fn smooth(&mut self, x: T) -> T {
        self.s = self.s + self.k * (x - self.s);
        self.s
    }
}

#[differentiable]
fn smoothed(x: &[f64; 3], k: f64) -> f64 {
    let mut average = Average { k, s: 0.5 };
    let mut product = 1.0;
    for v in x {
        product *= 1.0 + average.smooth(*v);
    }
    product * average.s
}

/// Second order, by way of a gradient.
#[differentiable]
fn of_the_gradient(a: f64, b: f64, t: f64) -> f64 {
    let (x, y, z) = through_a_parameter::grad(a, b, t);
    x * y + z * z * a
}

#[test]
fn generic_ones_of_a_trait_and_second_derivatives() {
    smoothed::at(&[2.0, 0.3, 0.1], 0.4).check().unwrap();
    of_the_gradient::at(2.0, 0.5, 0.1).check().unwrap();
}

/// A type with methods that are named like those of a `Vec`, and a count.
#[derive(Differentiable, Clone, Debug, Default)]
struct Moments {
    n: u64,
    mean: f64,
    m2: f64,
}

#[differentiable]
impl Moments {
    fn push(&mut self, x: f64) {
        self.n += 1;
        let delta = x - self.mean;
        self.mean += delta / self.n as f64;
        self.m2 += delta * (x - self.mean);
    }
    fn merge(&mut self, other: &Moments) {
        let n = (self.n + other.n) as f64;
        let delta = other.mean - self.mean;
        self.m2 += other.m2 + delta * delta * self.n as f64 * other.n as f64 / n;
        self.mean += delta * other.n as f64 / n;
        self.n += other.n;
    }
    /// Only reads, and takes an argument.
    fn shifted(&self, by: f64) -> f64 {
        self.m2 / self.n as f64 + by * self.mean
    }
}

#[differentiable]
fn merged(x: &[f64]) -> f64 {
    let (mut all, mut last) = (Moments::default(), Moments::default());
    for v in x {
        all.push(*v);
    }
    for v in x.iter().rev().take(2) {
        last.push(v * v);
    }
    all.merge(&last);
    all.shifted(last.mean)
}

#[derive(Differentiable, Clone, Debug)]
struct Stack {
    items: Vec<f64>,
}

#[differentiable]
impl Stack {
    fn new() -> Self {
        Stack { items: Vec::new() }
    }
    fn push(&mut self, x: f64) {
        self.items.push(x);
    }
    fn pop(&mut self) -> f64 {
        self.items.pop().unwrap_or(0.0)
    }
    fn clear(&mut self) {
        self.items.clear();
    }
}

#[differentiable]
fn stacked(x: f64) -> f64 {
    let mut stack = Stack::new();
    stack.push(x);
    stack.push(x * x);
    let sum = stack.pop() + stack.pop() * 2.0;
    stack.push(sum);
    stack.clear();
    stack.push(sum * x);
    stack.pop()
}

#[test]
fn methods_named_like_those_of_a_list() {
    merged::at(&[0.1, 0.5, 0.3, 0.9][..]).check().unwrap();
    stacked::at(0.7).check().unwrap();
}

#[derive(Differentiable, Clone, Copy, Debug)]
struct Spring {
    k: f64,
}

trait System {
    fn slopes(&self, y: &[f64], dy: &mut [f64]);
}

#[differentiable]
impl System for Spring {
    fn slopes(&self, y: &[f64], dy: &mut [f64]) {
        for i in 0..dy.len() {
            dy[i] = -self.k * y[i] * y[i];
        }
    }
}

#[differentiable]
impl Spring {
    fn energy(&self, y: &[f64]) -> f64 {
        y.iter().map(|y| y * y * self.k).sum()
    }
}

/// Methods that take slices are given arrays, vectors and parts of them.
#[differentiable]
fn lists_for_slices(k: f64) -> f64 {
    let spring = Spring { k };
    let (y, list) = ([k, 2.0], vec![k; 3]);
    let (mut dy, mut slopes) = ([0.0; 2], vec![0.0; 3]);
    spring.slopes(&y, &mut dy);
    spring.slopes(&list, &mut slopes);
    spring.slopes(&list[1..], &mut slopes[..2]);
    spring.energy(&dy) * spring.energy(&slopes) + spring.energy(&slopes[1..])
}

#[test]
fn methods_that_take_slices() {
    lists_for_slices::at(0.7).check().unwrap();
}

#[derive(Clone, Debug, Differentiable)]
struct Recorder {
    gain: f64,
    last: [f64; 3],
    all: Vec<f64>,
}

#[differentiable]
impl Recorder {
    fn record(&mut self, x: f64) -> f64 {
        self.gain *= x;
        self.last[1] += self.gain;
        self.gain
    }
    fn twice(&mut self, x: f64) -> f64 {
        let first = self.record(x);
        self.last[2] = first * self.record(first);
        self.all[0] *= self.record(1.5);
        self.all.push(first);
        self.last[2] + self.all[0]
    }
}

/// Elements of fields are assigned too.
#[differentiable]
fn recorded(x: f64, y: f64) -> f64 {
    let mut recorder = Recorder { gain: x, last: [x, y, 1.0], all: vec![x] };
    let first = recorder.record(y);
    recorder.last[0] = first;
    recorder.all[0] += recorder.record(x);
    recorder.gain * recorder.last[0] + recorder.last[1] + recorder.all[0] * recorder.twice(y) + recorder.all[1]
}

#[test]
fn elements_of_fields_beside_methods() {
    recorded::at(1.25, 0.5).check().unwrap();
    both_modes!(recorded(1.25, 0.5));
}
