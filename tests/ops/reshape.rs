//! Other shapes for the same numbers.

use cotangent::ops::reshape::{fixed, item, reshape, stretch};
use cotangent::prelude::*;

use super::harness::rule1;

rule1! {
    flattened: reshape<(Dim<30>,)>, (Dim<2>, Dim<3>, Dim<5>);
    folded: reshape<(Dim<2>, Dim<3>, Dim<5>)>, (Dim<30>,);
    rank_6: reshape<(Dim<2>, One, Dim<3>, Dim<1>, Dim<5>, One)>, (Dim<30>,);
    to_rank_0: reshape<()>, (Dim<1>, One);
    from_rank_0: reshape<(Dim<1>, One)>, ();
    stretched: stretch<0>, (Dim<1>, Dim<3>);
    stretched_last: stretch<-1>, (Dim<2>, Dim<3>, Dim<1>);
    made_fixed: fixed<1>, (Dim<3>, One);
    the_item: item, ();
}
