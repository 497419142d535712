//! Means.

use cotangent::ops::mean::{mean, mean_axis, mean_keep, mean_to};
use cotangent::prelude::*;

use super::harness::{jvp1, rule1, vjp1};

rule1! {
    everything: mean, (Dim<7>, Dim<13>);
    of_rank_0: mean, ();
    of_rank_6: mean, (Dim<2>, One, Dim<3>, Dim<1>, Dim<2>, Dim<2>);
    first_axis: mean_axis<0>, (Dim<3>, Dim<5>);
    last_axis: mean_axis<-1>, (Dim<3>, Dim<5>);
    middle_axis: mean_axis<1>, (Dim<2>, Dim<3>, Dim<5>);
    only_axis: mean_axis<0>, (Dim<7>,);
    length_1: mean_axis<1>, (Dim<3>, Dim<1>, Dim<2>);
    axis_of_rank_6: mean_axis<2>, (Dim<2>, One, Dim<3>, Dim<1>, Dim<2>, Dim<2>);
    first_kept: mean_keep<0>, (Dim<3>, Dim<5>);
    last_kept: mean_keep<-1>, (Dim<3>, Dim<5>);
    stretching_kept: mean_keep<0>, (One, Dim<5>);
    two_axes_gone: mean_to<(Dim<3>,)>, (Dim<2>, Dim<5>, Dim<3>);
    two_axes_kept: mean_to<(One, Dim<5>, One)>, (Dim<2>, Dim<5>, Dim<3>);
    all_axes: mean_to<()>, (Dim<2>, Dim<5>);
    no_axis: mean_to<(Dim<2>, Dim<5>)>, (Dim<2>, Dim<5>);
    axes_of_rank_6: mean_to<(One, One, Dim<1>, One, Dim<2>)>, (Dim<2>, One, Dim<3>, Dim<1>, Dim<2>, Dim<2>);
    kept_of_rank_6: mean_keep<-2>, (Dim<2>, One, Dim<3>, Dim<1>, Dim<2>, Dim<2>);
}

#[test]
fn of_nothing() {
    let nothing = Vector::<f64, 0>::zeros();
    assert!(vjp1::<mean, _>(&nothing, &1.0).as_slice().is_empty());
    assert!(jvp1::<mean, _>(&nothing, &nothing).is_nan());
    assert!(Matrix::<f64, 0, 2>::zeros().mean_to::<(Dim<2>,)>()[[1]].is_nan());
}
