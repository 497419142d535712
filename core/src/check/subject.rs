//! A function at a point with its types hidden, so that the checks are compiled once instead of for every function.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use super::coordinates::{Part, Root, epsilon};
use super::differences::Sample;
use crate::leaves::Leaves;
use crate::leaves::flat::{read, write};

/// A function from coordinates to coordinates, at a point.
pub(super) struct Subject<'a> {
    /// The names for the coordinates of the point.
    pub(super) parts: &'a [Part],
    pub(super) at: Vec<f64>,
    /// The names for the coordinates of the value.
    pub(super) results: Vec<Part>,
    pub(super) y: Vec<f64>,
    /// The distance from 1 to the next number in the coarsest type of the point, and in that of the value.
    pub(super) at_epsilon: f64,
    pub(super) y_epsilon: f64,
    pub(super) primal: Box<Primal<'a>>,
}

/// The function on coordinates. It rounds them to their types, and returns the rounded coordinates and the value.
pub(super) type Primal<'a> = dyn Fn(&[f64]) -> (Vec<f64>, Vec<f64>) + 'a;

impl<'a> Subject<'a> {
    pub(super) fn new<A: Leaves + Clone, Y: Leaves>(
        parts: &'a [Part],
        at: &'a A,
        primal: impl Fn(&A) -> Y + 'a,
    ) -> Self {
        let y = primal(at);
        Self {
            parts,
            at: read(at),
            results: vec![Part::of(Root::Result, &y)],
            at_epsilon: epsilon(at),
            y_epsilon: epsilon(&y),
            y: read(&y),
            primal: Box::new(move |coordinates| {
                let mut point = at.clone();
                write(&mut point, coordinates);
                (read(&point), read(&primal(&point)))
            }),
        }
    }

    /// The distance from 1 to the next number in the coarsest type of both.
    pub(super) fn epsilon(&self) -> f64 {
        self.at_epsilon.max(self.y_epsilon)
    }

    /// Computes the value again.
    pub(super) fn again(&self) -> Vec<f64> {
        (self.primal)(&self.at).1
    }

    /// The function at `t` along `direction`. The step is measured after rounding, so that it is exact for one coordinate.
    pub(super) fn sample(&self, direction: &[f64], t: f64) -> Sample {
        let moved: Vec<f64> = self.at.iter().zip(direction).map(|(x, v)| x + t * v).collect();
        let (taken, y) = (self.primal)(&moved);
        let (mut steps, mut count) = (0.0, 0.0);
        for ((x, new), v) in self.at.iter().zip(taken).zip(direction) {
            if *v != 0.0 {
                steps += (new - x) / v;
                count += 1.0;
            }
        }
        Sample { t: steps / count, y }
    }
}
