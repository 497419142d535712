//! The cross product: the contract, and the identities of vectors.

use cotangent::ops::cross::cross;
use cotangent::prelude::*;

use super::harness::{numbers, rule2, vjp2};

rule2! {
    vectors: cross, (Dim<3>,), (Dim<3>,);
    of_a_batch: cross, (Dim<5>, Dim<3>), (Dim<5>, Dim<3>);
    of_batches: cross, (Dim<2>, Dim<4>, Dim<3>), (Dim<2>, Dim<4>, Dim<3>);
    of_none: cross, (Dim<0>, Dim<3>), (Dim<0>, Dim<3>);
}

#[test]
fn basis_vectors_turn_to_the_right() {
    let [x, y, z] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(tensor);
    assert_eq!([x.cross(&y), y.cross(&z), z.cross(&x)], [z, x, y]);
    assert_eq!([y.cross(&x), z.cross(&y), x.cross(&z)], [-z, -x, -y]);
    assert_eq!(
        tensor([x, y].map(|v| *v.as_array())).cross(&tensor([y, z].map(|v| *v.as_array()))),
        tensor([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])
    );
}

#[test]
fn it_is_perpendicular_to_both() {
    let (a, b) = (numbers::<f64, (Dim<7>, Dim<3>)>(1), numbers::<f64, (Dim<7>, Dim<3>)>(2));
    let c = a.cross(&b);
    for dot in [(a * c).sum_axis::<1>(), (b * c).sum_axis::<1>()] {
        assert!(dot.as_slice().iter().all(|dot| dot.abs() < 1e-14), "{dot:?}");
    }
}

#[test]
fn adjoints_by_hand() {
    let (a, b, c) = (tensor([1.0, 2.0, 3.0]), tensor([4.0, 5.0, 6.0]), tensor([1.0, 0.0, -1.0]));
    assert_eq!(a.cross(&b), tensor([-3.0, 6.0, -3.0]));
    assert_eq!(vjp2::<cross, _, _>(&a, &b, &c), (b.cross(&c), c.cross(&a)));
}
