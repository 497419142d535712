//! An axis cut into parts, tensors stacked along a new axis, axes of length 1.

use cotangent::ops::split::*;
use cotangent::prelude::*;

use super::harness::{contract, numbers, rule1, vjp1};

rule1! {
    halves: split<0, 3, 2>, (Dim<6>,);
    columns_apart: split<-1, 1, 5>, (Dim<3>, Dim<5>);
    middle_axis_in_three: split<1, 2, 3>, (Dim<2>, Dim<6>, Dim<3>);
    whole: split<1, 3, 1>, (Dim<2>, Dim<3>);
    into_nothing: split<0, 0, 3>, (Dim<0>, Dim<2>);
    rank_6: split<3, 2, 2>, (Dim<2>, One, Dim<1>, Dim<4>, Dim<2>, Dim<2>);
    in_two: split_to<0, (Dim<2>,), (Dim<5>,)>, (Dim<7>,);
    columns_in_two: split_to<1, (Dim<3>, Dim<4>), (Dim<3>, Dim<1>)>, (Dim<3>, Dim<5>);
    middle_axis_in_two: split_to<1, (Dim<2>, One, Dim<3>), (Dim<2>, Dim<4>, Dim<3>)>, (Dim<2>, Dim<5>, Dim<3>);
    first_axis_removed: squeeze<0>, (Dim<1>, Dim<5>);
    last_axis_removed: squeeze<-1>, (Dim<3>, One);
    only_axis_removed: squeeze<0>, (One,);
    first_axis_made: unsqueeze<0>, (Dim<3>, Dim<5>);
    last_axis_made: unsqueeze<-1>, (Dim<3>, Dim<5>);
    middle_axis_made: unsqueeze<1>, (Dim<3>, Dim<5>);
    axis_of_a_number_made: unsqueeze<0>, ();
    sixth_axis_made: unsqueeze<2>, (Dim<2>, One, Dim<3>, Dim<1>, Dim<2>);
}

#[test]
fn stacked() {
    let x = |seed| numbers::<f64, (Dim<3>, Dim<5>)>(seed);
    contract::<stack<0>, _>(&([x(1), x(2)],));
    contract::<stack<1>, _>(&([x(1), x(2), x(3)],));
    contract::<stack<-1>, _>(&([x(1)],));
    contract::<stack<0>, _>(&([numbers::<f64, ()>(1), numbers(2)],));
    contract::<stack<3>, _>(&([numbers::<f64, (Dim<2>, One, Dim<3>, Dim<1>, Dim<2>)>(1), numbers(2)],));
    contract::<stack<0>, _>(&([numbers::<f32, (Dim<3>,)>(1), numbers(2)],));
    assert_eq!([tensor([f64::INFINITY, 1.0]); 2].stack::<1>(), tensor([[f64::INFINITY; 2], [1.0; 2]]));
    assert_eq!(Stack::<i32, (), 2>::stack::<0>(&[3.into(), 4.into()]), tensor([3, 4]));
}

#[test]
fn every_part_is_in_its_place() {
    let x = tensor([[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]);
    assert_eq!(x.split::<1, 2, 2>(), [tensor([[1.0, 2.0], [5.0, 6.0]]), tensor([[3.0, 4.0], [7.0, 8.0]])]);
    assert_eq!(x.split::<0, 1, 2>().map(|row| row.squeeze::<0>()).stack::<0>(), x);
    assert_eq!(x.split::<1, 1, 4>().map(|column| column.squeeze::<1>()).stack::<-1>(), x);
    let (a, b): (Matrix<f64, 2, 1>, Matrix<f64, 2, 3>) = x.split_to::<1, _, _>();
    assert_eq!((a, b), (tensor([[1.0], [5.0]]), tensor([[2.0, 3.0, 4.0], [6.0, 7.0, 8.0]])));
    assert_eq!(a.concat_to::<1, _, _>(&b), x);
    let c = [tensor([[1.0], [2.0]]), tensor([[10.0], [20.0]])];
    assert_eq!(vjp1::<split<1, 1, 2>, _>(&Matrix::<f64, 2, 2>::zeros(), &c), tensor([[1.0, 10.0], [2.0, 20.0]]));
}

#[test]
fn in_functions() {
    #[differentiable]
    fn f<const B: usize>(x: &Matrix<f64, B, 6>, y: &Matrix<f64, B, 2>) -> Matrix<f64, B, 2> {
        let gates = x.split::<1, 2, 3>();
        let kept = y * gates[0].sigmoid() + gates[1].tanh() * &gates[2];
        let (head, tail): (Matrix<f64, B, 1>, Matrix<f64, B, 1>) = kept.split_to::<1, _, _>();
        let (head, tail) = (head.squeeze::<1>(), tail.squeeze::<1>());
        [head * tail.unsqueeze::<0>().squeeze::<0>(), tail].stack::<1>()
    }
    let at = (numbers::<f64, (Dim<3>, Dim<6>)>(1), numbers::<f64, (Dim<3>, Dim<2>)>(2));
    cotangent::check::vjp(|(x, y)| f(x, y), |(x, y), seed| f::vjp(x, y, seed), at).unwrap();
}

#[test]
fn a_tensor_that_is_stacked_twice_gets_both_cotangents() {
    #[differentiable]
    fn f(x: &Vector<f64, 2>, weights: &Matrix<f64, 3, 2>) -> f64 {
        ([*x, x * 2.0, *x].stack::<0>() * weights).sum()
    }
    let weights = tensor([[1.0, 2.0], [10.0, 20.0], [100.0, 200.0]]);
    assert_eq!(f::grad(&tensor([1.0, 1.0]), &weights).0, tensor([121.0, 242.0]));
}
