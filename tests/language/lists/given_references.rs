//! What methods of the program give of constants: references, alone, in tuples and in `Option`s, and values. The reverse half calls the
//! method again for a reference, and reads what was kept of a value.

use core::cell::Cell;

use cotangent::prelude::*;

#[derive(Clone, Debug)]
struct Sample {
    x: Vec<f64>,
    y: f64,
    name: String,
}

impl Sample {
    fn x(&self) -> &[f64] {
        &self.x
    }
    fn y(&self) -> f64 {
        self.y
    }
}

#[derive(Clone, Debug)]
struct Set {
    samples: Vec<Sample>,
    name: String,
}

impl Set {
    fn get(&self, i: usize) -> &Sample {
        &self.samples[i]
    }
    fn len(&self) -> usize {
        self.samples.len()
    }
    fn by_name(&self, name: &str) -> Option<&Sample> {
        self.samples.iter().find(|sample| sample.name == name)
    }
    fn weight(&self, i: usize) -> f64 {
        0.3 * f64::from(u8::try_from(i).expect("small")) + 0.1
    }
    fn inputs(&self, i: usize) -> Vec<f64> {
        self.samples[i].x.clone()
    }
    fn name(&self) -> &str {
        &self.name
    }
    fn pair(&self, i: usize, j: usize) -> (&Sample, (&[f64], f64)) {
        (&self.samples[i], (&self.samples[j].x, self.samples[j].y))
    }
    fn all(&self) -> &[Sample] {
        &self.samples
    }
}

fn set() -> Set {
    let sample = |x: [f64; 2], y, name: &str| Sample { x: x.to_vec(), y, name: name.to_owned() };
    Set { name: "set".to_owned(), samples: vec![sample([1.0, 0.4], 0.2, "a"), sample([0.3, 0.9], 1.2, "b")] }
}

#[differentiable]
fn dot(x: &[f64], #[constant] w: &[f64]) -> f64 {
    x.iter().zip(w).map(|(a, b)| a * b).sum()
}

#[differentiable]
fn scaled(x: f64, #[constant] w: f64) -> f64 {
    (x * w).sin()
}

#[differentiable]
fn named(k: f64, x: &[f64], #[constant] set: &Set) -> f64 {
    let mut t = 0.1;
    for i in 0..set.len() {
        let sample = set.get(i);
        let inputs = sample.x();
        t += t * dot(x, inputs) * k - sample.y() * set.weight(i);
        let copied: Vec<f64> = set.inputs(1 - i);
        t = t * dot(x, &copied).cos();
        let w = set.weight(i);
        t += scaled(t * k, w);
        if set.name() == "set" {
            t *= 1.1;
        }
        let (first, (second, y)) = set.pair(i, 1 - i);
        t += dot(x, first.x()) * dot(x, second) * t + y;
    }
    if let Some(sample) = set.by_name("b") {
        t *= dot(x, sample.x());
    }
    match set.by_name("c") {
        Some(sample) => t * dot(x, &sample.x),
        None => t,
    }
}

#[differentiable]
fn arguments(k: f64, x: &[f64], #[constant] set: &Set) -> f64 {
    let mut t = 0.2;
    for i in 0..2 {
        t = t * dot(x, set.get(i).x()) + scaled(t * k, set.weight(1 - i));
        t += set.get(i).x().iter().zip(x).map(|(a, b)| (a * b * k).sin()).sum::<f64>();
        t *= set.get(1 - i).x()[i] * x[i];
    }
    t
}

#[differentiable]
fn gone_through(k: f64, x: &[f64], #[constant] set: &Set) -> f64 {
    let all = set.all();
    let mut t = 0.2;
    for sample in all {
        t = (t + dot(x, &sample.x) * k).sin() * sample.y;
    }
    for sample in set.all().iter().rev() {
        t = (t + dot(x, sample.x()) * k).sin() * sample.y;
    }
    t * all[1].y + dot(x, all[0].x()) * t
}

#[differentiable]
fn with_moving_indices(k: f64, x: &[f64], #[constant] set: &Set) -> f64 {
    let mut t = k;
    let mut i = 0;
    while t < 1.5 && i < 9 {
        let sample = set.get(i % 2);
        t = t * 1.2 + 0.05 * dot(x, sample.x()).exp();
        i += 1;
        if t > 1.4 {
            let first = set.get(0);
            return t * dot(x, &first.x);
        }
    }
    t * set.get(i % 2).x.iter().zip(x).map(|(a, b)| (a * b * t).cos()).sum::<f64>()
}

macro_rules! agree {
    ($($name:ident at $k:expr, $x:expr;)*) => {$(
        $name::at($k, $x, &set()).check().unwrap();
        $name::at($k, $x, &set()).check_jvp().unwrap();
    )*};
}

#[test]
fn of_parameters() {
    for x in [[0.3, 0.2], [-0.4, 1.1]] {
        agree! {
            named at 0.3, &x;
            arguments at 0.3, &x;
            gone_through at 0.3, &x;
            with_moving_indices at 0.3, &x;
            with_moving_indices at 1.7, &x;
        }
    }
}

struct Turns {
    rows: [Vec<f64>; 9],
    calls: Cell<usize>,
}

impl Turns {
    /// Another row each time, of the same numbers.
    fn next(&self) -> &[f64] {
        self.calls.set(self.calls.get() + 1);
        &self.rows[self.calls.get()]
    }
}

#[differentiable]
fn one_turn(x: &[f64], #[constant] turns: &Turns) -> f64 {
    let row = turns.next();
    dot(x, row).sin()
}

#[test]
#[should_panic(expected = "gives another reference in the reverse half")]
fn a_method_that_gives_another_reference() {
    let turns = Turns { rows: [const { [1.0, 2.0] }; 9].map(|row| row.to_vec()), calls: Cell::new(0) };
    let _ = one_turn::grad(&[0.3, 0.4], &turns);
}
