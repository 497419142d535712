//! Parts of an axis.

use cotangent::ops::narrow::narrow;
use cotangent::prelude::*;

use super::harness::{rule1, vjp1};

rule1! {
    first_axis: narrow<0, 1, 2>, (Dim<5>, Dim<3>);
    middle_axis: narrow<1, 2, 3>, (Dim<2>, Dim<7>, Dim<3>);
    last_axis: narrow<-1, 0, 2>, (Dim<2>, Dim<3>, Dim<5>);
    whole: narrow<0, 0, 7>, (Dim<7>,);
    one_position: narrow<0, 6, 1>, (Dim<7>,);
    rank_6: narrow<3, 1, 1>, (Dim<2>, One, Dim<1>, Dim<3>, Dim<2>, Dim<2>);
}

#[test]
fn nothing_of_an_axis() {
    let x = tensor([1.0, 2.0]);
    assert_eq!(vjp1::<narrow<0, 1, 0>, _>(&x, &Vector::<f64, 0>::zeros()), tensor([0.0, 0.0]));
}
