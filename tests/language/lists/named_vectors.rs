//! A `Vec` whose type has another name where it is declared.

use cotangent::prelude::*;

type Signal = Vec<f64>;
type Points = Vec<[f64; 2]>;

#[differentiable]
fn samples(m: f64, n: usize) -> Signal {
    let mut signal: Signal = Signal::with_capacity(n);
    for i in 0..n {
        if i == 2 && m > 2.2 {
            return signal;
        }
        signal.push(m * i as f64);
    }
    signal.pop();
    signal
}

#[differentiable]
fn of_signals(m: f64, s: f64) -> f64 {
    let mut signal = Signal::new();
    signal.push(m);
    for i in 0..3 {
        signal.push(m * s * i as f64);
    }
    let last = signal.pop().unwrap();
    signal.insert(1, last * last);
    let first = signal.remove(0);
    let mut other = Signal::default();
    other.push(first);
    other.clear();
    other.push(2.0 * first);
    let mut points = Points::new();
    points.push([m, first]);
    let sum: f64 = samples(m, 5).iter().map(|x| x * s).sum();
    signal[0] * signal[1] + signal[2] * other[0] * signal.len() as f64 + points[0][1] * points[0][0] * sum
}

#[test]
fn methods_of_named_vectors() {
    follows! { of_signals }
}

#[differentiable]
fn shortened(signal: &mut Signal, s: f64) {
    signal.truncate(3);
    signal.extend_from_slice(&[s, s * s]);
    let first = signal.swap_remove(0);
    signal.push(first * s);
}

#[differentiable]
fn of_shortened(m: f64, s: f64) -> f64 {
    let mut signal = samples(m, 6);
    for _ in 0..2 {
        shortened(&mut signal, s);
    }
    let mut all = Signal::new();
    all.extend_from_slice(&signal);
    all.extend_from_slice(&signal[1..4]);
    all.truncate(7);
    all.iter().rev().fold(0.0, |sum, x| sum * s + x * x)
}

#[test]
fn other_methods_of_a_vec() {
    follows!(of_shortened);
}
