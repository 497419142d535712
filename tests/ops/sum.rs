//! Sums.

use cotangent::ops::sum::{sum, sum_axis, sum_keep};
use cotangent::prelude::*;

use super::harness::{rule1, vjp1};

rule1! {
    everything: sum, (Dim<7>, Dim<13>);
    of_rank_0: sum, ();
    of_rank_6: sum, (Dim<2>, One, Dim<3>, Dim<1>, Dim<2>, Dim<2>);
    first_axis: sum_axis<0>, (Dim<3>, Dim<5>);
    last_axis: sum_axis<-1>, (Dim<3>, Dim<5>);
    middle_axis: sum_axis<1>, (Dim<2>, Dim<3>, Dim<5>);
    only_axis: sum_axis<0>, (Dim<7>,);
    length_1: sum_axis<1>, (Dim<3>, Dim<1>, Dim<2>);
    axis_of_rank_6: sum_axis<2>, (Dim<2>, One, Dim<3>, Dim<1>, Dim<2>, Dim<2>);
    first_kept: sum_keep<0>, (Dim<3>, Dim<5>);
    last_kept: sum_keep<-1>, (Dim<3>, Dim<5>);
    stretching_kept: sum_keep<0>, (One, Dim<5>);
    kept_of_rank_6: sum_keep<-2>, (Dim<2>, One, Dim<3>, Dim<1>, Dim<2>, Dim<2>);
}

#[test]
fn of_nothing() {
    assert!(vjp1::<sum, _>(&Vector::<f64, 0>::zeros(), &1.0).as_slice().is_empty());
}
