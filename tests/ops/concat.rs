//! Concatenation.

use cotangent::ops::concat::concat_to;
use cotangent::prelude::*;

use super::harness::rule2;

rule2! {
    vectors: concat_to<0, _, (Dim<7>,)>, (Dim<3>,), (Dim<4>,);
    rows: concat_to<0, _, (Dim<5>, Dim<3>)>, (Dim<2>, Dim<3>), (Dim<3>, Dim<3>);
    columns: concat_to<-1, _, (Dim<3>, Dim<6>)>, (Dim<3>, Dim<1>), (Dim<3>, Dim<5>);
    middle: concat_to<1, _, (Dim<2>, Dim<5>, Dim<3>)>, (Dim<2>, Dim<2>, Dim<3>), (Dim<2>, Dim<3>, Dim<3>);
    stretching: concat_to<0, _, (Dim<2>, Dim<3>)>, (One, Dim<3>), (One, Dim<3>);
    rank_6: concat_to<2, _, (Dim<2>, One, Dim<3>, Dim<1>, Dim<2>, Dim<2>)>,
        (Dim<2>, One, Dim<1>, Dim<1>, Dim<2>, Dim<2>), (Dim<2>, One, Dim<2>, Dim<1>, Dim<2>, Dim<2>);
}
