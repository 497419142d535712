//! Data without a derivative that a function goes through and passes on: samples of a `#[constant]` parameter, tables, lists that are
//! written out. The reverse half finds their parts again, whatever type they have.

use cotangent::prelude::*;

#[derive(Clone, Debug)]
struct Sample {
    x: Vec<f64>,
    y: f64,
}

#[derive(Clone, Debug)]
struct Data {
    samples: Vec<Sample>,
    pairs: Vec<(Vec<f64>, f64)>,
    labels: Vec<usize>,
}

impl Data {
    /// The loop below does not take it for the length of a list.
    fn len(&self) -> usize {
        self.labels.len() - 1
    }
}

fn data() -> Data {
    Data {
        samples: vec![Sample { x: vec![0.1, 0.2], y: 1.0 }, Sample { x: vec![0.4, 0.2], y: 2.0 }],
        pairs: vec![(vec![0.3, 0.3], 0.5), (vec![-0.1, 0.6], 0.25), (vec![0.9, 0.2], -1.0)],
        labels: vec![1, 0, 1],
    }
}

#[differentiable]
fn predict(w: f64, x: &[f64]) -> f64 {
    w * x[0] + w * w * x[1]
}

#[differentiable]
fn patterns_of_parameters(w: f64, #[constant] data: &Data) -> f64 {
    let mut total = 0.0;
    for (x, y) in &data.pairs {
        total += (predict(w, x) - y).powi(2);
    }
    for Sample { x, y } in data.samples.iter().rev() {
        let mut inner = 0.0;
        for k in 0..3 {
            inner += predict(w * f64::from(k), x);
        }
        total += (inner - y).powi(2);
    }
    for (i, &(ref x, y)) in data.pairs.iter().enumerate().skip(1) {
        total += predict(w, x) * y * (i as f64 + w);
    }
    for Sample { x, y } in data.samples.iter().filter(|sample| sample.y > 1.5) {
        total *= predict(w, x) + y;
    }
    for ((x, y), &label) in data.pairs.iter().zip(&data.labels) {
        if label == 0 {
            continue;
        }
        total += predict(total, x) * y;
    }
    total
}

#[differentiable]
fn parts_by_index(w: f64, #[constant] data: &Data, #[constant] order: &[usize]) -> f64 {
    let mut total = w;
    for batch in order.chunks(2) {
        let mut inner = 0.0;
        for &i in batch {
            let Sample { x, y } = &data.samples[i];
            let e = predict(w, x) - y;
            if e > 100.0 {
                continue;
            }
            inner += e * e;
        }
        total += inner / batch.len() as f64;
    }
    for i in 0..data.len() {
        let (x, label) = (&data.pairs[i].0, data.labels[i]);
        total += predict(w, x) * data.samples[label].y;
    }
    let mut k = 0;
    while k < order.len() {
        let sample = &data.samples[order[k]];
        total += predict(w, &sample.x) * sample.y + predict(total, &data.pairs[k].0);
        k += 2;
    }
    let (first, last) = (data.samples.first().unwrap(), data.samples.last().unwrap());
    total += predict(w, &first.x) * last.y * predict(w, &data.pairs.get(1).unwrap().0);
    if let Some(Sample { x, .. }) = data.samples.get(order[0]) {
        total *= predict(w, x);
    }
    match data.pairs.get(7) {
        Some((x, _)) => total += predict(w, x),
        None => total += w,
    }
    total
}

#[differentiable]
fn rows(w: f64, #[constant] flat: &[f64], columns: usize) -> f64 {
    let mut total = 0.0;
    let mut start = 0;
    while start < flat.len() {
        let end = start + columns;
        total += predict(w, &flat[start..end]) * (w + total);
        start = end;
    }
    let skipped = columns;
    total + predict(w, &flat[skipped..]) * predict(w, &flat[..skipped])
}

struct Row {
    x: [f64; 2],
    y: f64,
}

const ROWS: [Row; 2] = [Row { x: [0.1, 0.2], y: 0.3 }, Row { x: [0.5, -0.2], y: 0.6 }];
const XOR: [([f64; 2], f64); 3] = [([0.0, 1.0], 1.0), ([1.0, 0.0], 1.0), ([1.0, 1.0], 0.0)];
static SLICES: &[(&[f64], f64, usize)] = &[(&[0.0, 0.3], 0.2, 1), (&[0.7, 1.0], 1.0, 0)];

#[differentiable]
fn tables(w: f64) -> f64 {
    let mut total = 0.0;
    for (x, y) in XOR.iter() {
        total += (predict(w, x) - y).powi(2);
    }
    for &(x, y, k) in SLICES {
        total += (predict(w, x) - y).powi(2) * x[k];
    }
    for (i, (x, y, k)) in SLICES.iter().enumerate() {
        if i == 0 {
            continue;
        }
        total *= (predict(w, x) - y) * x[*k];
        let row = &ROWS[*k];
        total += predict(w, &row.x) * row.y;
    }
    for Row { x, y } in &ROWS {
        total += predict(w, x).powi(2) * y;
    }
    total
}

#[differentiable]
fn written_out(w: f64) -> f64 {
    let points = [([0.1, 0.4], 0.3), ([0.2, -0.4], 0.6)];
    let table = vec![vec![0.1, 0.2], vec![0.3, 0.4]];
    let weights = [1.0, 2.0];
    let mut total = 0.0;
    for (x, y) in &points {
        total += predict(w, x) * y;
    }
    for (x, y) in points.iter().rev() {
        total += predict(total, x) * y;
    }
    for (row, c) in table.iter().zip(weights) {
        total += predict(w, row) * c;
    }
    total + predict(w, &table[1]) * predict(w, table.last().unwrap())
}

#[derive(Clone, Debug)]
enum Step {
    Scale(Vec<f64>),
    Shift(f64),
    Many(Vec<(f64, Vec<f64>)>),
}

#[differentiable]
fn program(w: f64, #[constant] steps: &[Step]) -> f64 {
    let mut total = w;
    for step in steps {
        match step {
            Step::Scale(x) => {
                for k in 0..3 {
                    total *= predict(w, x) * f64::from(k) + 1.0;
                }
            }
            Step::Shift(by) if *by > 0.0 => total += by * w,
            Step::Shift(_) => total = -total,
            Step::Many(list) => {
                for (c, x) in list {
                    total += c * predict(total, x);
                }
                let sum: f64 = list.iter().map(|(c, x)| c * predict(w, x)).sum();
                total += sum;
            }
        }
    }
    total
}

#[differentiable]
fn indices(w: &[f64; 2], #[constant] labels: &[usize], #[constant] order: &[usize]) -> f64 {
    let mut total = 0.0;
    for &k in order {
        let label = &labels[k];
        let z = [w[0] * w[1], w[1] + w[0]];
        total += z[*label] * w[*label];
        let other = &labels[order[k]];
        total *= z[*other].sin();
    }
    let mut k = 0;
    while k < 2 {
        let label = &labels[k];
        let mut z = [w[0] * w[1], w[1] + w[0]];
        z[*label] *= total;
        total += z[*label] * w[*label];
        k += 1;
    }
    total + w[*labels.last().unwrap()]
}

#[derive(Clone, Debug)]
enum Node {
    Split(usize, f64, usize, usize),
    Leaf(Vec<f64>),
}

#[differentiable]
fn leaf(c: &[f64], x: &[f64; 2]) -> f64 {
    c.iter().zip(x).map(|(c, x)| c * x * x).sum()
}

/// What is taken apart stands at an index that goes on changing.
#[differentiable]
fn decide(x: &[f64; 2], #[constant] nodes: &[Node], #[constant] order: &[usize]) -> f64 {
    let mut at = 0;
    let mut total = 0.0;
    while at < 3 {
        if let Node::Leaf(c) = &nodes[order[at]] {
            total += leaf(c, x) * (at as f64 + 0.5);
        } else {
            total += x[0];
        }
        if let Some(Node::Leaf(c)) = nodes.get(at) {
            total *= leaf(c, x) + 1.0;
        }
        match nodes.get(at + 1) {
            Some(Node::Leaf(c)) if c.len() > 1 => total += leaf(c, x),
            Some(_) => total += x[1],
            None => total -= x[0],
        }
        at += 1;
    }
    at = 0;
    loop {
        match &nodes[at] {
            Node::Split(of, limit, left, right) => {
                total *= x[*of] - limit;
                at = if x[*of] > *limit { *right } else { *left };
            }
            Node::Leaf(c) => return total * leaf(c, x),
        }
    }
}

#[test]
fn parts_of_data_are_found_again() {
    let many = Step::Many(vec![(0.1, vec![0.3, 0.1]), (0.7, vec![0.2, 0.5])]);
    let steps = [Step::Scale(vec![0.1, 0.2]), Step::Shift(0.3), many, Step::Shift(-1.0)];
    check! {
        patterns_of_parameters(&data()) at 0.3, -0.8;
        parts_by_index(&data(), &[0, 1, 1]) at 0.3, 1.2;
        rows(&[0.1, 0.2, 0.3, 0.1], 2) at 0.3, 1.1;
        tables() at 0.3, -0.7;
        written_out() at 0.3, 0.9;
        program(&steps) at 0.3, -0.4;
    }
    indices::at(&[0.3, 0.5], &[1, 0], &[0, 1, 1]).check().unwrap();
    indices::at(&[0.3, 0.5], &[1, 0], &[0, 1, 1]).check_jvp().unwrap();
    let nodes = [Node::Split(0, 0.2, 1, 2), Node::Leaf(vec![0.1, 0.2]), Node::Leaf(vec![0.4, -0.3])];
    decide::at(&[0.3, 0.8], &nodes, &[2, 0, 1]).check().unwrap();
    decide::at(&[0.1, -0.8], &nodes, &[2, 0, 1]).check_jvp().unwrap();
}

/// A loop that is reversed as it runs puts nothing of the data on the tape.
#[differentiable]
fn loss(w: f64, #[constant] pairs: &[(Vec<f64>, f64)]) -> f64 {
    let mut total = 0.0;
    for (x, y) in pairs {
        let e = predict(w, x) - y;
        total += e * e;
    }
    total
}

#[test]
fn data_takes_no_tape() {
    let pairs = data().pairs;
    let long: Vec<_> = pairs.iter().cycle().take(300).cloned().collect();
    loss::at(0.3, &long).check().unwrap();
    assert_eq!(loss::at(0.3, &long).tape_words(), loss::at(0.3, &pairs).tape_words());
}
