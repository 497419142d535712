//! Associated functions of a block with the attribute that have a derivative without one of their own: constructors and formulas of numbers.

use cotangent::prelude::*;

#[derive(Clone, Copy, Debug, Differentiable)]
struct Filter {
    low: f64,
    band: f64,
    rate: f64,
    damping: f64,
}

/// What no derivative goes through may stand beside them: a function without the attribute is called.
fn described(cutoff: f64) -> String {
    format!("{cutoff} Hz")
}

#[differentiable]
impl Filter {
    const QUARTER: f64 = 0.25;

    fn new(cutoff: f64, q: f64) -> Self {
        Self {
            rate: 2.0 * (std::f64::consts::PI * cutoff * Self::QUARTER).sin(),
            damping: q.recip(),
            low: 0.0,
            band: 0.0,
        }
    }

    fn critical(cutoff: f64) -> Filter {
        let q = Self::norm(&[cutoff, 1.0]);
        Self::new(cutoff, q)
    }

    fn norm(list: &[f64; 2]) -> f64 {
        list.iter().map(|x| x * x).sum::<f64>().sqrt()
    }

    fn limited(x: f64, most: f64) -> f64 {
        assert!(most > 0.0, "a limit is positive");
        let mut scaled = [x, -x];
        for value in scaled.iter_mut() {
            if *value > most {
                *value = most + (*value - most).tanh();
            }
        }
        (scaled[0] - scaled[1]) / 2.0
    }

    fn name(cutoff: f64) -> String {
        described(cutoff)
    }

    fn tabulated(cutoff: f64) -> Self {
        Self::new(described(cutoff).len() as f64, cutoff)
    }

    fn process(&mut self, input: f64) -> (f64, f64) {
        self.low += self.rate * self.band;
        let high = input - self.low - self.damping * self.band;
        self.band += self.rate * high;
        (Self::limited(self.low, 0.3), high)
    }
}

#[differentiable]
fn filtered(cutoff: f64, q: f64, x: f64) -> f64 {
    let mut filter = if q > 1.0 { Filter::new(cutoff, q) } else { Filter::critical(cutoff) };
    let mut sum = 0.0;
    for i in 0..4 {
        let (low, high) = filter.process(x + i as f64);
        sum += low * high;
    }
    sum
}

#[test]
fn formulas_need_no_attribute() {
    for (cutoff, q, x) in [(0.4, 1.3, 0.1), (0.7, 0.5, -0.2)] {
        filtered::at(cutoff, q, x).check().unwrap();
        filtered::at(cutoff, q, x).check_jvp().unwrap();
    }
    assert_eq!(Filter::name(2.0), "2 Hz");
    assert!(Filter::tabulated(2.0).damping > 0.0);
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Rotation<T> {
    rows: [[T; 2]; 2],
}

#[differentiable]
impl<T: num_traits::Float> Rotation<T> {
    fn by(angle: T) -> Self {
        let (sine, cosine) = angle.sin_cos();
        Self { rows: [[cosine, -sine], [sine, cosine]] }
    }

    fn first(&self, v: [T; 2]) -> T {
        self.rows[0][0] * v[0] + self.rows[0][1] * v[1]
    }
}

#[differentiable]
fn turned(angle: f32, x: f32) -> f32 {
    Rotation::by(angle * x).first([x, angle])
}

#[test]
fn formulas_of_generic_numbers() {
    turned::at(0.4, 0.9).check().unwrap();
    turned::at(0.4, 0.9).check_jvp().unwrap();
}
