//! Loops and chains over what a method of the program gives of a constant: a slice, a list or any iterator, whose items are passed on.

use std::collections::BTreeMap;

use core::cell::Cell;

use cotangent::prelude::*;

#[derive(Clone, Debug)]
struct Sample {
    x: f64,
    y: f64,
}

#[derive(Clone, Debug)]
struct Set {
    samples: Vec<Sample>,
    by_order: BTreeMap<i32, f64>,
}

impl Set {
    fn all(&self) -> &[Sample] {
        &self.samples
    }
    fn from(&self, i: usize) -> &[Sample] {
        &self.samples[i..]
    }
    fn iter(&self) -> core::slice::Iter<'_, Sample> {
        self.samples.iter()
    }
    fn right_of(&self, x: f64) -> impl Iterator<Item = (usize, &Sample)> {
        self.samples.iter().enumerate().filter(move |(_, sample)| sample.x > x)
    }
    fn weighted(&self) -> Vec<(&Sample, f64)> {
        self.samples.iter().map(|sample| (sample, 0.5 * sample.y)).collect()
    }
    fn neighbours(&self) -> impl Iterator<Item = (&Sample, &Sample)> {
        self.samples.iter().zip(self.samples.iter().skip(1))
    }
    fn targets(&self) -> &[f64] {
        &[0.3, 0.8]
    }
    fn orders(&self) -> &BTreeMap<i32, f64> {
        &self.by_order
    }
}

fn set() -> Set {
    let sample = |x, y| Sample { x, y };
    Set { samples: vec![sample(1.0, 0.4), sample(-0.3, 0.9), sample(0.3, 1.7)], by_order: [(1, 0.7), (3, 0.2)].into() }
}

#[differentiable]
fn error(p: &[f64; 2], #[constant] sample: &Sample) -> f64 {
    (p[0] * sample.x + p[1]).sin() - sample.y
}

#[differentiable]
fn of_slices(p: &[f64; 2], #[constant] set: &Set) -> f64 {
    let mut sum = 0.0;
    for k in 0..2 {
        for sample in set.from(k) {
            let e = error(p, sample);
            if e > 5.0 {
                break;
            }
            sum += e * e;
        }
        for (i, sample) in set.all().iter().enumerate().rev() {
            if i == 1 {
                continue;
            }
            sum *= 1.0 + error(p, sample).abs();
        }
    }
    sum
}

#[differentiable]
fn of_iterators(p: &[f64; 2], #[constant] set: &Set) -> f64 {
    let mut sum = 1.0;
    for (i, sample) in set.right_of(-1.0 + p.len() as f64 * 0.1) {
        sum += sum * error(p, sample) * i as f64;
    }
    for (sample, weight) in set.weighted() {
        sum += weight * error(p, sample);
        if sum > 2.0 {
            break;
        }
    }
    for (a, b) in set.neighbours().take(2) {
        for sample in set.iter().skip(1) {
            sum += error(p, a) * error(p, b) * error(p, sample);
        }
    }
    sum
}

#[differentiable]
fn leaves_early(p: &[f64; 2], #[constant] set: &Set, #[constant] until: f64) -> Option<f64> {
    let mut product = 1.0;
    for sample in set.iter() {
        let e = error(p, sample);
        if sample.x == until {
            return Some(product * e);
        }
        product += e * e;
    }
    None
}

#[differentiable]
fn or_nothing(p: &[f64; 2], #[constant] set: &Set, #[constant] until: f64) -> f64 {
    leaves_early(p, set, until).map_or(p[0] * p[1], |product| product.sin())
}

#[differentiable]
fn of_chains(p: &[f64; 2], #[constant] set: &Set) -> f64 {
    let numbers = set.iter().map(|sample| p[0] * sample.x + p[1] * p[1]).sum::<f64>();
    let passed_on = set.right_of(0.0).map(|(_, sample)| error(p, sample)).sum::<f64>();
    let numbered = set.iter().rev().enumerate().skip(1).fold(0.5, |sum, (i, s)| sum * 0.5 + i as f64 * error(p, s));
    let beside: f64 = p.iter().zip(set.targets()).map(|(p, target)| (p - target).powi(2)).sum();
    let collected: Vec<f64> = set.neighbours().map(|(a, b)| error(p, a) * error(p, b)).collect();
    numbers * passed_on + numbered * beside + collected[0] * collected[1]
}

#[differentiable]
fn of_maps(p: &[f64; 2], #[constant] set: &Set, #[constant] text: &str) -> f64 {
    let values: f64 = set.by_order.values().map(|value| value * p[0]).sum();
    let keys = set.orders().keys().fold(1.0, |product, key| product * (p[1] + f64::from(*key)));
    let paired: f64 = set.orders().values().zip(p).map(|(value, p)| value * p * p).sum();
    let letters = text.chars().filter(|c| *c != 'l').map(|c| p[0] * f64::from(u32::from(c))).sum::<f64>();
    values * keys + paired * letters.ln()
}

#[test]
fn items_are_passed_on() {
    let p = [0.5, -0.3];
    of_slices::at(&p, &set()).check().unwrap();
    of_slices::at(&p, &set()).check_jvp().unwrap();
    of_iterators::at(&p, &set()).check().unwrap();
    of_iterators::at(&p, &set()).check_jvp().unwrap();
}

#[test]
fn loops_may_be_left() {
    for until in [1.0, -0.3, 0.3, 2.0] {
        or_nothing::at(&[0.5, -0.3], &set(), until).check().unwrap();
        or_nothing::at(&[0.5, -0.3], &set(), until).check_jvp().unwrap();
    }
}

#[test]
fn chains_go_through_them() {
    of_chains::at(&[0.5, -0.3], &set()).check().unwrap();
    of_chains::at(&[0.5, -0.3], &set()).check_jvp().unwrap();
    of_maps::at(&[0.5, 0.7], &set(), "hello").check().unwrap();
}

/// A set that gives other samples each time, of the same numbers.
#[derive(Debug)]
struct Turns {
    samples: [Sample; 20],
    calls: Cell<usize>,
}

impl Turns {
    fn next_samples(&self) -> impl Iterator<Item = &Sample> {
        let turn = self.calls.replace(self.calls.get() + 1);
        self.samples.iter().skip(2 * turn).take(2)
    }
}

#[differentiable]
fn turned(p: &[f64; 2], #[constant] turns: &Turns) -> f64 {
    let mut sum = 0.0;
    for sample in turns.next_samples() {
        sum = 0.5 * sum + error(p, sample);
    }
    sum
}

#[test]
#[should_panic(expected = "gives another reference")]
fn other_items_are_noticed() {
    let samples = core::array::from_fn(|_| Sample { x: 1.0, y: 0.4 });
    let _ = turned::grad(&[0.5, -0.3], &Turns { samples, calls: Cell::new(0) });
}
