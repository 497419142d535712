//! Matrix products: every combination of ranks, batches that stretch, sizes that no tile divides.

use cotangent::ops::matmul::matmul;
use cotangent::prelude::*;

use super::harness::{rule2, vjp2};

rule2! {
    matrices: matmul, (Dim<3>, Dim<5>), (Dim<5>, Dim<7>);
    one_by_one: matmul, (Dim<1>, Dim<1>), (Dim<1>, Dim<1>);
    tiles: matmul, (Dim<16>, Dim<8>), (Dim<8>, Dim<32>);
    prime: matmul, (Dim<13>, Dim<17>), (Dim<17>, Dim<19>);
    row: matmul, (Dim<1>, Dim<23>), (Dim<23>, Dim<11>);
    column: matmul, (Dim<11>, Dim<23>), (Dim<23>, Dim<1>);
    outer: matmul, (Dim<5>, Dim<1>), (Dim<1>, Dim<7>);
    inner_axis_that_stretches: matmul, (Dim<4>, One), (One, Dim<3>);
    matrix_vector: matmul, (Dim<5>, Dim<7>), (Dim<7>,);
    vector_matrix: matmul, (Dim<5>,), (Dim<5>, Dim<7>);
    vectors: matmul, (Dim<29>,), (Dim<29>,);
    batch: matmul, (Dim<3>, Dim<2>, Dim<5>), (Dim<3>, Dim<5>, Dim<2>);
    batch_with_one_matrix: matmul, (Dim<3>, Dim<2>, Dim<5>), (Dim<5>, Dim<4>);
    one_matrix_with_batch: matmul, (Dim<2>, Dim<5>), (Dim<3>, Dim<5>, Dim<4>);
    batches_that_stretch: matmul, (Dim<2>, One, Dim<2>, Dim<3>), (One, Dim<3>, Dim<3>, Dim<2>);
    batch_vector: matmul, (Dim<2>, Dim<3>, Dim<5>), (Dim<5>,);
    vector_batch: matmul, (Dim<5>,), (Dim<2>, Dim<5>, Dim<3>);
    rank_6: matmul, (Dim<2>, One, Dim<2>, Dim<1>, Dim<3>, Dim<2>), (Dim<3>, One, Dim<1>, Dim<2>, Dim<3>);
    rank_6_vector: matmul, (Dim<2>, One, Dim<2>, Dim<1>, Dim<3>, Dim<2>), (Dim<2>,);
}

#[test]
fn by_hand() {
    let (a, b) = (tensor([[1.0, 2.0], [3.0, 4.0]]), tensor([[5.0, 6.0], [7.0, 8.0]]));
    let (a_bar, b_bar) = vjp2::<matmul, _, _>(&a, &b, &tensor([[1.0, 0.0], [0.0, 10.0]]));
    assert_eq!(a_bar, tensor([[5.0, 7.0], [60.0, 80.0]]));
    assert_eq!(b_bar, tensor([[1.0, 30.0], [2.0, 40.0]]));
}

#[test]
fn without_inner_positions() {
    let (a, b) = (Matrix::<f64, 2, 0>::zeros(), Matrix::<f64, 0, 3>::zeros());
    let (a_bar, b_bar) = vjp2::<matmul, _, _>(&a, &b, &Matrix::full(1.0));
    assert_eq!((a_bar.as_slice(), b_bar.as_slice()), ([].as_slice(), [].as_slice()));
}
