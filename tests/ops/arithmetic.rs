//! Operators: broadcasting in every direction, numbers on both sides, and where they are not smooth.

use cotangent::ops::{add, cast, div, mul, neg, rem, sub};
use cotangent::prelude::*;
use cotangent::rule::Rule2;

use super::harness::{contract, jvp1, jvp2, laws, numbers, positive, rule1, rule2, same, single_is_double, vjp1, vjp2};

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

/// Broadcasting in the ways that differ for an operator; the shapes in `more` are the corners of what all operators share.
macro_rules! operators {
    ($($op:ident { $($more:tt)* })*) => {$(
        mod $op {
            use cotangent::ops::$op as op;

            use super::*;

            rule2! {
                same_shape: op, (Dim<3>, Dim<5>), (Dim<3>, Dim<5>);
                vector_to_rows: op, (Dim<3>, Dim<5>), (Dim<5>,);
                rows_from_vector: op, (Dim<5>,), (Dim<3>, Dim<5>);
                outer: op, (Dim<3>, One), (One, Dim<5>);
                rank_0: op, (), ();
                $($more)*
            }

            #[test]
            fn numbers_on_either_side() {
                let x = numbers::<f64, (Dim<3>, Dim<5>)>(1);
                contract::<op, _>(&(x, 1.7));
                contract::<op, _>(&(-1.7, x));
                contract::<op, _>(&(1.7, -0.6));
                let x = numbers::<f32, (Dim<3>, Dim<5>)>(1);
                single_is_double::<op, _, _>(&(x, 1.75_f32), &(x.map(f64::from), 1.75));
                single_is_double::<op, _, _>(&(1.75_f32, x), &(1.75, x.map(f64::from)));
                laws::<op, _>(&(1.75_f32, -0.5_f32));
            }
        }
    )*};
}

mod contract_of {
    use super::*;

    operators! {
        add {}
        sub {}
        mul {
            prime: op, (Dim<97>,), (Dim<97>,);
            row: op, (Dim<3>, Dim<5>), (One, Dim<5>);
            column: op, (Dim<3>, One), (Dim<3>, Dim<5>);
            outer_without_axis: op, (Dim<3>, One), (Dim<5>,);
            rank_0_left: op, (), (Dim<3>, Dim<5>);
            rank_0_right: op, (Dim<3>, Dim<5>), ();
            length_1: op, (Dim<1>, Dim<1>), (Dim<1>, One);
            ones: op, (One,), (One, One);
            rank_6: op, (Dim<2>, One, Dim<3>, One, Dim<2>, One), (Dim<2>, One, Dim<3>, One, Dim<2>);
            long_run_to_one: op, (Dim<131>,), (One,);
        }
        div {
            column: op, (Dim<3>, One), (Dim<3>, Dim<5>);
            rank_6: op, (Dim<2>, One, Dim<3>, One, Dim<2>, One), (Dim<2>, One, Dim<3>, One, Dim<2>);
            long_run_to_one: op, (Dim<131>,), (One,);
        }
    }
}

rule1! {
    negated: neg, (Dim<3>, Dim<5>);
    negated_rank_0: neg, ();
}

#[test]
fn numbers_are_negated_and_cast() {
    contract::<neg, _>(&(1.5,));
    contract::<cast<f64>, _>(&(tensor([1.5, -0.5]),));
    laws::<cast<f64>, _>(&(tensor([[1.5_f32, 0.1]]),));
    assert_eq!(vjp1::<cast<f32>, _>(&tensor([1.0_f64]), &tensor([0.1_f32])), tensor([f64::from(0.1_f32)]));
    assert_eq!(vjp1::<cast<f64>, _>(&tensor([1.0_f32]), &tensor([0.1_f64])), tensor([0.1_f32]));
    assert_eq!(tensor([f64::INFINITY, 1e300, 0.1]).cast::<f32>(), tensor([f32::INFINITY, f32::INFINITY, 0.1]));
    contract::<cast<f64>, _>(&(1.5,));
    laws::<cast<f64>, _>(&(1.5_f32,));
    laws::<cast<f32>, _>(&(1.5_f64,));
    assert_eq!(vjp1::<cast<f32>, _>(&1.0_f64, &0.1_f32), f64::from(0.1_f32));
    assert_eq!(vjp1::<cast<f64>, _>(&1.0_f32, &0.1_f64), 0.1_f32);
    assert_eq!(jvp1::<cast<f32>, _>(&1.0_f64, &0.1), 0.1_f32);
}

#[test]
fn remainders() {
    contract::<rem, _>(&(7.3, 2.0));
    contract::<rem, _>(&(-7.3, 2.0));
    contract::<rem, _>(&(7.3, -2.0));
    laws::<rem, _>(&(7.25_f32, -2.0_f32));
}

#[test]
fn remainders_of_tensors_in_every_form() {
    let (x, row) = (tensor([[7.5, -7.5], [9.0, -1.0]]), tensor([2.0, 4.0]));
    let expected = tensor([[1.5, -3.5], [1.0, -1.0]]);
    assert_eq!([&x % &row, x % row, &x % row, x % &row], [expected; 4]);
    assert_eq!([x % 2.0, &x % 2.0], [tensor([[1.5, -1.5], [1.0, -1.0]]); 2]);
    assert_eq!([7.0 % row, 7.0 % &row], [tensor([1.0, 3.0]); 2]);
    assert_eq!(tensor([7, -7, 9]) % tensor([2, 4, 3]), tensor([1, -3, 0]));
    let (mut a, mut b, mut c) = (x, x, x);
    a %= row;
    b %= &row;
    c %= 2.0;
    assert_eq!((a, b, c), (expected, expected, x % 2.0));
}

#[test]
fn the_remainder_broadcasts() {
    // Away from the jumps, which are where the ratio is whole.
    fn divisors<T: Real, S: Shape>() -> Tensor<T, S> {
        positive::<T, S>(2) * T::lit(0.9) + T::lit(1.0031)
    }
    type S = (Dim<3>, Dim<5>);
    contract::<rem, _>(&(numbers::<f64, S>(1), divisors::<f64, (Dim<5>,)>()));
    contract::<rem, _>(&(numbers::<f64, (Dim<5>,)>(1), divisors::<f64, S>()));
    contract::<rem, _>(&(numbers::<f64, S>(1), 0.7));
    contract::<rem, _>(&(7.3, divisors::<f64, S>()));
    let (x, row) = (numbers::<f32, S>(1), divisors::<f32, (Dim<5>,)>());
    single_is_double::<rem, _, _>(&(x, row), &(x.map(f64::from), row.map(f64::from)));
}

#[test]
fn a_remainder_at_a_whole_ratio_is_differentiated_by_the_truncated_quotient() {
    assert_eq!(vjp2::<rem, _, _>(&6.0, &2.0, &1.0), (1.0, -3.0));
    assert_eq!(vjp2::<rem, _, _>(&-6.0, &2.0, &1.0), (1.0, 3.0));
    assert_eq!(jvp2::<rem, _, _>(&6.0, &2.0, &1.0, &10.0), -29.0);
}

#[test]
fn division_by_zero_is_infinite_for_a_cotangent_and_nothing_for_none() {
    assert_eq!(vjp2::<div, _, _>(&1.0, &0.0, &0.0), (0.0, 0.0));
    assert_eq!(vjp2::<div, _, _>(&1.0, &0.0, &1.0), (INF, -INF));
    assert_eq!(jvp2::<div, _, _>(&1.0, &0.0, &0.0, &0.0), 0.0);
    let (a, b) = vjp2::<div, _, _>(&tensor([1.0, 0.0, 4.0]), &tensor([0.0, 0.0, 2.0]), &tensor([0.0, 1.0, 1.0]));
    same(a.as_slice(), &[0.0, INF, 0.5]);
    same(b.as_slice(), &[0.0, NAN, -1.0]);
}

#[test]
fn infinities_and_nan_multiply_as_they_do_in_values() {
    let (a, b) = vjp2::<mul, _, _>(&INF, &NAN, &0.0);
    same(&[a, b], &[NAN, NAN]);
    let (a, b) = vjp2::<mul, _, _>(&INF, &2.0, &1.0);
    same(&[a, b], &[2.0, INF]);
}

#[test]
fn a_stretched_operand_gets_the_sum() {
    let (a, b) = vjp2::<add, _, _>(
        &tensor([[1.0, 2.0], [3.0, 4.0]]),
        &tensor([0.0, 0.0]),
        &tensor([[1.0, 10.0], [100.0, 1000.0]]),
    );
    assert_eq!(a, tensor([[1.0, 10.0], [100.0, 1000.0]]));
    assert_eq!(b, tensor([101.0, 1010.0]));
    let (a, b) = vjp2::<sub, _, _>(&2.0, &tensor([1.0, 1.0]), &tensor([3.0, 4.0]));
    assert_eq!((a, b), (7.0, tensor([-3.0, -4.0])));
}

/// The tangents of the operands are added to nothing: not even the sign of a zero changes, and where there are none a zero is.
#[test]
fn tangents_are_added_to_nothing() {
    let along =
        |a_dot: Option<&f64>, b_dot: Option<&f64>| <mul as Rule2<f64, f64>>::jvp(&2.0, &3.0, &6.0, a_dot, b_dot);
    let bits = |x: f64| (x, x.is_sign_negative());
    assert_eq!(bits(along(None, None)), (0.0, false));
    assert_eq!(bits(along(Some(&-0.0), None)), (-0.0, true));
    assert_eq!(bits(along(None, Some(&-0.0))), (-0.0, true));
    assert_eq!(along(Some(&10.0), Some(&100.0)), 230.0);
}
