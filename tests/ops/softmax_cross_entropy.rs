//! The loss of a classifier.

use cotangent::ops::softmax_cross_entropy::{softmax_cross_entropy, softmax_cross_entropy_sum};
use cotangent::prelude::*;
use cotangent::rule::Rule2;

use super::harness::{contract, laws, numbers, same, single_is_double, vjp2};

/// A batch of `B` samples in `C` classes, in both number types.
fn batch<const B: usize, const C: usize>() {
    let labels: [usize; B] = core::array::from_fn(|i| (i * 7 + 1) % C);
    contract::<softmax_cross_entropy, _>(&(numbers::<f64, (Dim<B>, Dim<C>)>(1), labels));
    contract::<softmax_cross_entropy_sum, _>(&(numbers::<f64, (Dim<B>, Dim<C>)>(1), labels));
    let single = numbers::<f32, (Dim<B>, Dim<C>)>(1);
    laws::<softmax_cross_entropy, _>(&(single, labels));
    single_is_double::<softmax_cross_entropy, _, _>(&(single, labels), &(single.map(f64::from), labels));
}

#[test]
fn batches() {
    batch::<1, 2>();
    batch::<5, 3>();
    batch::<3, 11>();
    batch::<2, 37>();
    batch::<4, 1>();
}

/// The gradient of the mean loss.
fn gradient<const B: usize, const C: usize>(x: &Matrix<f64, B, C>, labels: &[usize; B]) -> Matrix<f64, B, C> {
    vjp2::<softmax_cross_entropy, _, _>(x, labels, &1.0).0
}

#[test]
fn is_the_mean_of_minus_ln_softmax() {
    let x = numbers::<f64, (Dim<5>, Dim<4>)>(2);
    let labels = [3, 0, 1, 1, 2];
    let p = x.softmax::<1>();
    let naive: f64 = labels.iter().enumerate().map(|(i, &label)| -p[[i, label]].ln()).sum::<f64>() / 5.0;
    let loss = x.softmax_cross_entropy(&labels);
    assert!((loss - naive).abs() < 1e-15 * 8.0);
    assert_eq!(softmax_cross_entropy::forward(&x, &labels).0, loss);
    assert_eq!(x.softmax_cross_entropy_sum(&labels) / 5.0, loss);
    let of_sum = vjp2::<softmax_cross_entropy_sum, _, _>(&x, &labels, &0.2).0;
    assert!((of_sum - gradient(&x, &labels)).abs().max() < 1e-16);

    let mut expected = p / 5.0;
    for (i, &label) in labels.iter().enumerate() {
        expected[[i, label]] -= 0.2;
    }
    let difference = (gradient(&x, &labels) - expected).abs().max();
    assert!(difference < 1e-16, "{difference:e}");
}

#[test]
fn stays_accurate_where_softmax_underflows() {
    let x = tensor([[0.0, 2000.0]]);
    assert_eq!(x.softmax_cross_entropy(&[0]), 2000.0);
    assert_eq!(x.softmax_cross_entropy(&[1]), 0.0);
    same(gradient(&x, &[0]).as_slice(), &[-1.0, 1.0]);
    same(gradient(&x, &[1]).as_slice(), &[0.0, 0.0]);
}

#[test]
fn a_masked_class_has_no_part_in_it() {
    let x = tensor([[0.0, f64::NEG_INFINITY, 0.0]]);
    assert_eq!(x.softmax_cross_entropy(&[0]), 2.0_f64.ln());
    same(gradient(&x, &[0]).as_slice(), &[-0.5, 0.0, 0.5]);
    assert_eq!(x.softmax_cross_entropy(&[1]), f64::INFINITY);
}

#[test]
fn of_no_samples_it_is_nan() {
    let nothing = Matrix::<f64, 0, 3>::zeros();
    assert!(nothing.softmax_cross_entropy(&[]).is_nan());
    assert_eq!(nothing.softmax_cross_entropy_sum(&[]), 0.0);
    assert!(gradient(&nothing, &[]).as_slice().is_empty());
}

#[test]
#[should_panic(expected = "label 3 at position 1 is not below the number of classes, 3")]
fn a_label_out_of_range_is_named() {
    let _ = Matrix::<f64, 2, 3>::zeros().softmax_cross_entropy(&[2, 3]);
}
