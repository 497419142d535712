//! How good a model is: its mean loss, how often it is right, and which digits it takes for which.
//!
//! The functions of a model are generic over the size of the batch. Here it is 1, so any number of digits can be scored.

use cotangent::prelude::*;

use crate::data::Digit;
use crate::{Mlp, logits};

#[derive(Clone, Copy)]
pub struct Score {
    pub loss: f64,
    pub accuracy: f64,
}

/// The loss and the accuracy over all `digits`.
pub fn score(model: &Mlp, digits: &[Digit]) -> Score {
    let (mut loss, mut right) = (0.0, 0);
    for digit in digits {
        let logits = logits(model, &tensor([digit.pixels]));
        loss += logits.softmax_cross_entropy(&[digit.label]).to_f64();
        right += usize::from(largest(&logits) == digit.label);
    }
    let count = f64::from_usize(digits.len());
    Score { loss: loss / count, accuracy: f64::from_usize(right) / count }
}

/// How often a digit (row) was taken for which (column).
pub fn confusion(model: &Mlp, digits: &[Digit]) -> Matrix<usize, 10, 10> {
    let mut counts = Matrix::zeros();
    for digit in digits {
        counts[[digit.label, largest(&logits(model, &tensor([digit.pixels])))]] += 1;
    }
    counts
}

/// The digit with the largest logit.
fn largest(logits: &Matrix<f32, 1, 10>) -> usize {
    (0..10).max_by(|&a, &b| logits[[0, a]].total_cmp(&logits[[0, b]])).expect("there are ten digits")
}
