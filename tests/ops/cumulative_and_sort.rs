//! Running sums and products, sorting, the largest few, and where the largest is.

use cotangent::ops::cumulative::*;
use cotangent::ops::log_softmax::log_softmax;
use cotangent::ops::sort::{sort, topk};
use cotangent::prelude::*;

use super::harness::{jvp1, laws, numbers, rule1, same, vjp1};

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

macro_rules! along {
    ($($module:ident: $op:ident;)*) => {$(
        mod $module {
            use super::*;

            rule1! {
                vector: $op<0>, (Dim<7>,);
                rows: $op<-1>, (Dim<3>, Dim<5>);
                columns: $op<0>, (Dim<5>, Dim<3>);
                middle_axis: $op<1>, (Dim<2>, Dim<5>, Dim<3>);
                rank_6: $op<2>, (Dim<2>, One, Dim<3>, Dim<1>, Dim<2>, Dim<2>);
                length_1: $op<1>, (Dim<3>, Dim<1>);
            }
        }
    )*};
}
mod contract_of {
    use super::*;

    along! {
        running_sums: cumsum;
        running_products: cumprod;
        sorted: sort;
        log_softmaxed: log_softmax;
    }

    rule1! {
        two_largest: topk<1, 2>, (Dim<3>, Dim<5>);
        largest_of_columns: topk<0, 1>, (Dim<5>, Dim<3>);
        all_of_the_middle: topk<1, 5>, (Dim<2>, Dim<5>, Dim<3>);
        none: topk<0, 0>, (Dim<5>,);
        long: sort<0>, (Dim<83>,);
        empty: cumsum<0>, (Dim<0>, Dim<3>);
        empty_beside: cumsum<0>, (Dim<3>, Dim<0>);
    }
}

#[test]
fn running_products_with_zeros() {
    let x = tensor([2.0, 0.0, 3.0, 0.0, 5.0]);
    same(x.cumprod::<0>().as_slice(), &[2.0, 0.0, 0.0, 0.0, 0.0]);
    same(vjp1::<cumprod<0>, _>(&x, &Tensor::full(1.0)).as_slice(), &[1.0, 8.0, 0.0, 0.0, 0.0]);
    laws::<cumprod<0>, _>(&(x,));
    same(vjp1::<cumprod<0>, _>(&tensor([INF, 0.0, NAN]), &Tensor::zeros()).as_slice(), &[0.0; 3]);
}

#[test]
fn running_sums_of_whole_numbers() {
    assert_eq!(tensor([[1, 2], [3, 4]]).cumsum::<0>(), tensor([[1, 2], [4, 6]]));
}

#[test]
fn the_cotangent_goes_back_to_where_a_number_came_from() {
    let x = tensor([[3.0, 1.0, 2.0], [5.0, 6.0, 4.0]]);
    let c = tensor([[10.0, 20.0, 30.0], [1.0, 2.0, 3.0]]);
    same(vjp1::<sort<1>, _>(&x, &c).as_slice(), &[30.0, 10.0, 20.0, 2.0, 3.0, 1.0]);
    same(jvp1::<sort<1>, _>(&x, &c).as_slice(), &[20.0, 30.0, 10.0, 3.0, 1.0, 2.0]);
    same(vjp1::<topk<1, 1>, _>(&x, &tensor([[7.0], [8.0]])).as_slice(), &[7.0, 0.0, 0.0, 0.0, 8.0, 0.0]);
}

#[test]
fn equal_numbers_keep_their_order_and_nan_comes_last() {
    let x = tensor([2.0, NAN, 1.0, 2.0, -INF, INF, 1.0]);
    assert_eq!(x.argsort::<0>(), tensor([4, 2, 6, 0, 3, 5, 1]));
    same(x.sort::<0>().as_slice(), &[-INF, 1.0, 1.0, 2.0, 2.0, INF, NAN]);
    same(x.topk::<0, 7>().as_slice(), &[INF, 2.0, 2.0, 1.0, 1.0, -INF, NAN]);
    let places = Vector::<f64, 7>::from_fn(|[i]| i as f64);
    same(jvp1::<topk<0, 7>, _>(&x, &places).as_slice(), &[5.0, 0.0, 3.0, 2.0, 6.0, 4.0, 1.0]);
    assert_eq!(tensor([[3.0, 1.0], [2.0, 4.0]]).argsort::<0>(), tensor([[1, 0], [0, 1]]));
}

#[test]
fn where_the_extremes_are() {
    let x = tensor([[NAN, 1.0, 3.0], [3.0, NAN, 0.0]]);
    assert_eq!((x.argmax(), x.argmin()), (2, 5));
    assert_eq!((x.argmax_axis::<1>(), x.argmin_axis::<1>()), (tensor([2, 0]), tensor([1, 2])));
    assert_eq!((x.argmax_axis::<0>(), x.argmin_axis::<0>()), (tensor([1, 0, 0]), tensor([1, 0, 1])));
    let ties = tensor([[2.0, 1.0, 2.0], [2.0, 1.0, 1.0]]);
    assert_eq!((ties.argmax(), ties.argmin()), (0, 1));
    assert_eq!((ties.argmax_axis::<1>(), ties.argmin_axis::<1>()), (tensor([0, 0]), tensor([1, 1])));
    assert_eq!((ties.argmax_axis::<0>(), ties.argmin_axis::<0>()), (tensor([0, 0, 0]), tensor([0, 0, 1])));
    assert_eq!(tensor([NAN, NAN]).argmax(), 0);
    assert_eq!(tensor([-INF, -INF]).argmax(), 0);
    assert_eq!(tensor([NAN, -INF]).argmax(), 1);
}

#[test]
#[should_panic(expected = "an empty tensor has no largest or smallest element")]
fn nothing_has_no_largest_element() {
    let _ = Vector::<f64, 0>::zeros().argmax();
}

#[test]
fn log_softmax_far_out() {
    let x: Matrix<f64, 4, 2> = tensor([[-INF, 0.0], [-INF, -INF], [INF, 0.0], [NAN, 0.0]]);
    same(x.log_softmax::<1>().as_slice(), &[-INF, 0.0, NAN, NAN, NAN, NAN, NAN, NAN]);
    same(tensor([1e4, -1e4]).log_softmax::<0>().as_slice(), &[0.0, -2e4]);
    same(vjp1::<log_softmax<0>, _>(&tensor([1e4, -1e4]), &tensor([3.0, 5.0])).as_slice(), &[-5.0, 5.0]);
}

#[test]
fn in_functions() {
    #[differentiable]
    fn f(x: &Matrix<f64, 3, 4>) -> f64 {
        let best = x.argmax();
        let mut y = x.cumsum::<0>().cumprod::<1>().sort::<1>().topk::<1, 2>().log_softmax::<0>().prod();
        if best > 0 {
            y *= 2.0;
        }
        y
    }
    cotangent::check::gradient(f, f::value_and_grad, numbers(1)).unwrap();
}
