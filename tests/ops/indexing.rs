//! Positions of an axis taken in another way.

use cotangent::ops::indexing::{flip, index_select, pad, repeat};
use cotangent::prelude::*;

use super::harness::{contract, numbers, rule1, vjp2};

rule1! {
    backwards: flip<0>, (Dim<7>,);
    rows_backwards: flip<-1>, (Dim<3>, Dim<5>);
    middle_backwards: flip<1>, (Dim<2>, Dim<5>, Dim<3>);
    rank_6_backwards: flip<2>, (Dim<2>, One, Dim<3>, Dim<1>, Dim<2>, Dim<2>);
    nothing_backwards: flip<0>, (Dim<0>, Dim<3>);
    again: repeat<0, 6>, (Dim<3>, Dim<2>);
    rows_again: repeat<1, 15>, (Dim<3>, Dim<5>);
    one_again: repeat<1, 4>, (Dim<2>, One, Dim<3>);
    once: repeat<0, 3>, (Dim<3>,);
    not_at_all: repeat<0, 0>, (Dim<3>,);
}

#[test]
fn room_around() {
    contract::<pad<0, 2, 9>, _>(&(numbers::<f64, (Dim<5>, Dim<3>)>(1), 0.5));
    contract::<pad<1, 0, 4>, _>(&(numbers::<f64, (Dim<2>, Dim<3>, Dim<5>)>(1), -0.5));
    contract::<pad<-1, 0, 3>, _>(&(numbers::<f64, (Dim<2>, Dim<3>)>(1), -0.5));
    contract::<pad<0, 1, 2>, _>(&(numbers::<f64, (Dim<0>,)>(1), 1.5));
    let c = tensor([[1.0, 10.0, 100.0, 1000.0]]);
    assert_eq!(vjp2::<pad<1, 1, 4>, _, _>(&tensor([[5.0, 6.0]]), &0.0, &c), (tensor([[10.0, 100.0]]), 1001.0));
}

#[test]
fn listed_positions() {
    contract::<index_select<0, 6>, _>(&(numbers::<f64, (Dim<5>, Dim<3>)>(1), [4, 0, 4, 4, 1, 2]));
    contract::<index_select<1, 2>, _>(&(numbers::<f64, (Dim<2>, Dim<5>, Dim<3>)>(1), [3, 3]));
    contract::<index_select<-1, 0>, _>(&(numbers::<f64, (Dim<2>, Dim<3>)>(1), [0_usize; 0]));
    let table = tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]);
    assert_eq!(table.index_select::<1, 1>(&[1]), tensor([[2.0], [4.0], [6.0]]));
}

#[test]
fn a_word_that_occurs_twice_gets_both_cotangents() {
    #[differentiable]
    fn f(table: &Matrix<f64, 3, 2>, words: &[usize; 4], weights: &Matrix<f64, 4, 2>) -> f64 {
        (table.embedding(words) * weights).sum()
    }
    let weights = tensor([[1.0, 2.0], [10.0, 20.0], [100.0, 200.0], [1000.0, 2000.0]]);
    let (table_bar, _) = f::grad(&Matrix::zeros(), &[2, 0, 2, 2], &weights);
    assert_eq!(table_bar, tensor([[10.0, 20.0], [0.0, 0.0], [1101.0, 2202.0]]));
}

#[test]
#[should_panic(expected = "index 3 at position 1 is not below the length of the axis, 3")]
fn an_index_out_of_range_is_named() {
    let _ = Matrix::<f64, 3, 2>::zeros().embedding(&[0, 3]);
}

#[test]
fn in_functions() {
    #[differentiable]
    fn f(x: &Matrix<f64, 2, 3>, edge: f64) -> f64 {
        let y = x.flip::<1>().repeat::<0, 4>().pad::<1, 1, 5>(edge)
            * x.index_select::<0, _>(&[1, 1, 0, 1]).pad::<1, 2, 5>(2.0);
        (y * y).sum()
    }
    cotangent::check::gradient(|(x, edge)| f(x, *edge), |(x, edge)| f::value_and_grad(x, *edge), (numbers(1), 0.5))
        .unwrap();
}
