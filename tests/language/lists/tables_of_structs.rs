//! Lists of constants whose elements are structs, perhaps of a type without a derivative: what is read of an element is found again, or
//! kept by itself.

use cotangent::prelude::*;

struct Node {
    weight: f64,
    x: f64,
    order: usize,
}

static NODES: &[Node] = &[
    Node { weight: 1.0, x: -0.5, order: 2 },
    Node { weight: 0.7, x: 0.5, order: 3 },
    Node { weight: 1.1, x: 0.9, order: 1 },
];
const TABLE: [Node; 2] = [Node { weight: 2.0, x: 0.1, order: 1 }, Node { weight: 0.3, x: 0.2, order: 2 }];
const PAIRS: [(f64, f64); 2] = [(1.0, 0.5), (0.3, 0.7)];

impl Node {
    fn half(&self) -> f64 {
        0.5 * self.weight
    }
}

#[differentiable]
fn at_node(#[constant] node: &Node, t: f64) -> f64 {
    node.weight * (node.x * t).exp()
}

/// Fields of elements, by value, by reference and in a chain.
#[differentiable]
fn fields(m: f64, s: f64) -> f64 {
    let mut sum = 0.0;
    for node in NODES {
        sum += node.weight * (m * node.x + s).exp() * node.weight;
    }
    for pair in PAIRS {
        sum += (pair.0 * m).sin() * pair.1;
    }
    for pair in PAIRS.iter() {
        sum *= (pair.0 * s).cos() * pair.1 + m;
    }
    for node in TABLE {
        sum += node.weight * m.powi(node.order as i32);
    }
    sum + NODES.iter().map(|node| node.weight * (s * node.x + m).exp() * m.powi(node.order as i32)).sum::<f64>()
        + TABLE.iter().zip([1.0, 2.0]).fold(0.0, |sum, (node, k)| sum + node.weight * k * m * s * node.x)
}

/// Elements that are passed on, and methods of theirs.
#[differentiable]
fn passed_on(m: f64, s: f64) -> f64 {
    let mut sum = m;
    for node in &TABLE {
        sum += at_node(node, s * sum) * node.half();
    }
    for node in NODES.iter().rev() {
        sum += at_node(node, m) * sum;
    }
    for i in 0..2 {
        let node = &TABLE[i];
        sum = sum * node.weight + at_node(node, s);
    }
    sum + NODES.iter().enumerate().map(|(i, node)| at_node(node, m) * s * i as f64).sum::<f64>()
}

#[derive(Clone)]
struct Sample {
    input: [f64; 2],
    target: f64,
}

#[derive(Clone)]
struct Data {
    samples: Vec<Sample>,
    scale: f64,
}

#[differentiable]
fn error(w: &[f64; 2], #[constant] sample: &Sample) -> f64 {
    (w[0] * sample.input[0] + w[1] * sample.input[1] - sample.target).powi(2)
}

/// The elements of a field of a parameter.
#[differentiable]
fn loss(w: &[f64; 2], #[constant] data: &Data) -> f64 {
    let mut sum = 0.0;
    for sample in &data.samples {
        sum += error(w, sample) * w[0];
    }
    for (i, sample) in data.samples.iter().enumerate() {
        sum += error(w, sample) * sample.target * w[1] + error(w, &data.samples[i]);
    }
    sum * data.scale + data.samples.iter().map(|sample| error(w, sample)).sum::<f64>()
}

#[derive(Clone, Copy)]
enum Kind {
    Linear { slope: f64 },
    Wave(f64),
}

#[derive(Clone, Copy)]
struct Stage {
    gain: f64,
    kind: Kind,
}

#[differentiable]
fn through(m: f64, #[constant] stages: &[Stage]) -> f64 {
    let mut y = m;
    for stage in stages {
        y = stage.gain
            * match stage.kind {
                Kind::Linear { slope } => slope * y * y,
                Kind::Wave(offset) => y.sin() + offset,
            };
        if let Some(first) = stages.first() {
            y *= first.gain * y;
        }
    }
    y
}

#[differentiable]
fn stages(m: f64, s: f64) -> f64 {
    const STAGES: [Stage; 2] =
        [Stage { gain: 2.0, kind: Kind::Linear { slope: 0.7 } }, Stage { gain: 0.3, kind: Kind::Wave(0.2) }];
    through(m, &STAGES) * s
}

/// Tables that the function declares.
#[differentiable]
fn declared(m: f64, s: f64) -> f64 {
    const SHIFTS: [f64; 3] = [1.0, 2.0, 3.0];
    static POWERS: [(f64, usize); 2] = [(0.5, 1), (0.2, 2)];
    let mut sum = m;
    for shift in &SHIFTS {
        sum = sum * shift + m * shift;
    }
    for (a, k) in &POWERS {
        sum += a * m.powi(*k as i32) * sum;
    }
    sum * SHIFTS.iter().rev().fold(0.0, |sum, shift| sum * s + shift)
}

#[test]
fn parts_of_elements_are_found_again() {
    follows! { declared fields passed_on stages }
    let sample = |a: f64, b: f64| Sample { input: [a, b], target: a - 0.3 * b };
    let data = Data { samples: vec![sample(1.0, 2.0), sample(-0.5, 0.7)], scale: 0.5 };
    loss::at(&[0.3, -0.8], &data).check().unwrap();
}

/// The reverse half has the tables too: nothing of them is kept.
#[test]
fn tables_are_not_kept() {
    let of_an_iteration = |words: usize| words / NODES.len();
    assert_eq!(
        of_an_iteration(passed_on_nodes::at(0.3).tape_words()),
        of_an_iteration(passed_on_numbers::at(0.3).tape_words())
    );
}

#[differentiable]
fn passed_on_nodes(t: f64) -> f64 {
    let mut sum = 0.0;
    for node in NODES.iter() {
        sum += at_node(node, t) * t;
    }
    sum
}

#[differentiable]
fn exponential(#[constant] x: f64, t: f64) -> f64 {
    (x * t).exp()
}

#[differentiable]
fn passed_on_numbers(t: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..NODES.len() {
        sum += exponential(NODES[i].x, t) * t;
    }
    sum
}
