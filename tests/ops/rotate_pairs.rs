//! Rotation of pairs: the contract, and complex numbers by hand.

use cotangent::ops::rotate_pairs::rotate_pairs;
use cotangent::prelude::*;

use super::harness::{numbers, rule2, vjp2};

rule2! {
    of_a_matrix: rotate_pairs, (Dim<3>, Dim<4>), (Dim<3>, Dim<4>);
    of_a_stack: rotate_pairs, (Dim<2>, Dim<5>, Dim<3>, Dim<2>), (Dim<3>, Dim<2>);
    of_none: rotate_pairs, (Dim<0>, Dim<3>, Dim<2>), (Dim<3>, Dim<2>);
    of_no_pairs: rotate_pairs, (Dim<2>, Dim<0>), (Dim<2>, Dim<0>);
}

#[test]
fn products_of_complex_numbers() {
    let (x, turns) = (tensor([[[1.0, 2.0, 3.0, 4.0]], [[0.0, 1.0, 1.0, 0.0]]]), tensor([[5.0, 6.0, 0.0, -1.0]]));
    assert_eq!(x.rotate_pairs(&turns), tensor([[[-7.0, 16.0, 4.0, -3.0]], [[-6.0, 5.0, 0.0, -1.0]]]));
    let c = tensor([[[1.0, 0.0, 0.0, 1.0]], [[0.0, 2.0, 0.0, 0.0]]]);
    let by_x = tensor([[[5.0, -6.0, -1.0, 0.0]], [[12.0, 10.0, 0.0, 0.0]]]); // c t*
    let by_turns = tensor([[1.0 + 2.0, -2.0, 4.0, 3.0]]); // c x*, of both
    assert_eq!(vjp2::<rotate_pairs, _, _>(&x, &turns, &c), (by_x, by_turns));
}

/// A rotation keeps lengths, and its adjoint undoes it.
#[test]
fn rotations_are_undone() {
    let turns = cotangent::nn::rotary::<f64, 5, 6>(100.0);
    let x = numbers::<f64, (Dim<3>, Dim<5>, Dim<6>)>(1);
    let y = x.rotate_pairs(&turns);
    assert!((y.norm() - x.norm()).abs() < 1e-14);
    let (back, _) = vjp2::<rotate_pairs, _, _>(&x, &turns, &y);
    assert!((back - x).abs().max() < 1e-15);
}
