//! Normalisations with a scale and a shift.

use cotangent::check;
use cotangent::nn;
use cotangent::prelude::*;

use crate::ops::harness::{numbers, positive};

type Images = Tensor4<f64, 2, 4, 3, 2>;
type Channel = Tensor<f64, (Dim<4>, One, One)>;

#[test]
fn layers() {
    let at = (numbers::<f64, (Dim<2>, Dim<3>, Dim<5>)>(1), numbers::<f64, (Dim<5>,)>(2), numbers(3));
    let layer = |(x, scale, shift): &(Tensor3<f64, 2, 3, 5>, Vector<f64, 5>, Vector<f64, 5>)| {
        nn::layer_norm(x, scale, shift, 0.1)
    };
    assert_eq!(layer(&at), at.0.layer_norm(0.1) * at.1 + at.2);
    check::vjp(layer, |(x, scale, shift), c| nn::layer_norm::vjp(x, scale, shift, 0.1, c), at).unwrap();

    let at = (numbers::<f64, (Dim<3>, Dim<5>)>(1), numbers::<f64, (Dim<5>,)>(2));
    assert_eq!(nn::rms_norm(&at.0, &at.1, 0.1), at.0.rms_norm(0.1) * at.1);
    check::vjp(|(x, scale)| nn::rms_norm(x, scale, 0.1), |(x, scale), c| nn::rms_norm::vjp(x, scale, 0.1, c), at)
        .unwrap();
}

#[test]
fn groups() {
    let at: (Images, Channel, Channel) = (numbers(1), numbers(2), numbers(3));
    let y = nn::group_norm::<2, _, _>(&at.0, &at.1, &at.2, 0.1);
    assert_eq!(y, at.0.group_norm::<2>(0.1) * at.1 + at.2);
    check::vjp(
        |(x, scale, shift)| nn::group_norm::<2, _, _>(x, scale, shift, 0.1),
        |(x, scale, shift), c| nn::group_norm::vjp::<2, _, _>(x, scale, shift, 0.1, c),
        at,
    )
    .unwrap();
}

#[test]
fn batches() {
    let at: (Images, Channel, Channel) = (numbers(1), numbers(2), numbers(3));
    check::vjp(
        |(x, scale, shift)| nn::batch_norm(x, scale, shift, 0.1),
        |(x, scale, shift), c| nn::batch_norm::vjp(x, scale, shift, 0.1, c),
        at,
    )
    .unwrap();
}

#[test]
fn given_statistics() {
    let at: (Images, Vector<f64, 4>, Vector<f64, 4>, Channel, Channel) =
        (numbers(1), numbers(2), positive(3), numbers(4), numbers(5));
    check::vjp(
        |(x, mean, variance, scale, shift)| nn::batch_norm_given(x, mean, variance, scale, shift, 0.1),
        |(x, mean, variance, scale, shift), c| nn::batch_norm_given::vjp(x, mean, variance, scale, shift, 0.1, c),
        at,
    )
    .unwrap();
}

/// In use with the statistics of the batch it gives what it gives in training.
#[test]
fn in_use_and_in_training_agree() {
    let (x, scale, shift): (Images, Channel, Channel) = (numbers(1), numbers(2), numbers(3));
    let (y, mean, variance) = nn::batch_norm(&x, &scale, &shift, 0.1);
    let given = nn::batch_norm_given(&x, &mean, &variance, &scale, &shift, 0.1);
    assert!((y - given).abs().max() < 4.0 * f64::EPSILON);

    let rows = numbers::<f64, (Dim<5>, Dim<3>)>(1);
    let (scale, shift) = (Vector::full(2.0), Vector::full(0.5));
    let (y, mean, variance) = nn::batch_norm(&rows, &scale, &shift, 0.1);
    let given = nn::batch_norm_given(&rows, &mean, &variance, &scale, &shift, 0.1);
    assert!((y - given).abs().max() < 8.0 * f64::EPSILON);
}

/// Running averages as they are kept beside a training step, and what a user gets from them.
#[test]
fn running_averages() {
    #[differentiable]
    fn loss(x: &Matrix<f64, 4, 2>, w: &Vector<f64, 2>, shift: &Vector<f64, 2>) -> f64 {
        let (y, _, _) = nn::batch_norm(x, w, shift, 1e-5);
        y.square().sum()
    }
    let x = tensor([[1.0, 0.0], [3.0, 0.0], [1.0, 4.0], [3.0, 4.0]]);
    let (_, (x_bar, ..)) = loss::value_and_grad(&x, &Vector::full(1.0), &Vector::zeros());
    assert!(x_bar.abs().max() < 1e-4); // a mean square that is 1 by construction
    let (mut mean, mut variance) = (Vector::<f64, 2>::zeros(), Vector::<f64, 2>::full(1.0));
    for _ in 0..200 {
        let (_, m, v) = x.batch_norm(1e-5);
        mean = mean.lerp(&m, 0.1);
        variance = variance.lerp(&(v * 4.0 / 3.0), 0.1);
    }
    assert!((mean - tensor([2.0, 2.0])).abs().max() < 1e-8);
    assert!((variance - tensor([4.0 / 3.0, 16.0 / 3.0])).abs().max() < 1e-8);
}
