//! Repeating and summing down.

use cotangent::ops::broadcast::{broadcast_to, sum_to};
use cotangent::prelude::*;

use super::harness::rule1;

rule1! {
    repeated_rows: broadcast_to<(Dim<5>, Dim<3>)>, (Dim<3>,);
    repeated_columns: broadcast_to<(Dim<3>, Dim<5>)>, (Dim<3>, One);
    repeated_number: broadcast_to<(Dim<3>, Dim<5>)>, ();
    repeated_everywhere: broadcast_to<(Dim<2>, Dim<3>, Dim<2>, Dim<3>, Dim<2>, Dim<1>)>, (Dim<3>, One, Dim<3>, One, Dim<1>);
    repeated_not_at_all: broadcast_to<(Dim<3>,)>, (Dim<3>,);
    summed_rows: sum_to<(Dim<3>,)>, (Dim<5>, Dim<3>);
    summed_columns: sum_to<(Dim<3>, One)>, (Dim<3>, Dim<5>);
    summed_up: sum_to<()>, (Dim<7>, Dim<11>);
    summed_everywhere: sum_to<(Dim<3>, One, Dim<3>, One, Dim<1>)>, (Dim<2>, Dim<3>, Dim<2>, Dim<3>, Dim<2>, Dim<1>);
    summed_not_at_all: sum_to<(Dim<3>,)>, (Dim<3>,);
}
