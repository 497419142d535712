//! Transpose, exchange and permutation of axes.

use cotangent::ops::transpose::{permute, swap_axes, transpose};
use cotangent::prelude::*;

use super::harness::rule1;

rule1! {
    transposed: transpose, (Dim<3>, Dim<5>);
    transposed_in_a_stack: transpose, (Dim<2>, Dim<3>, Dim<5>);
    transposed_row: transpose, (One, Dim<7>);
    transposed_column: transpose, (Dim<7>, Dim<1>);
    transposed_rank_6: transpose, (Dim<2>, One, Dim<2>, Dim<1>, Dim<3>, Dim<2>);
    exchanged: swap_axes<0, 2>, (Dim<2>, Dim<3>, Dim<5>);
    exchanged_the_other_way: swap_axes<2, 0>, (Dim<2>, Dim<3>, Dim<5>);
    exchanged_rank_6: swap_axes<1, 4>, (Dim<2>, Dim<3>, One, Dim<2>, Dim<5>, Dim<1>);
    permuted_2: permute<Perm2<1, 0>>, (Dim<3>, Dim<7>);
    permuted_3: permute<Perm3<2, 0, 1>>, (Dim<2>, Dim<3>, Dim<5>);
    permuted_4: permute<Perm4<1, 3, 0, 2>>, (Dim<2>, Dim<3>, Dim<5>, Dim<2>);
}
