//! Operations on tensors against an independent system: values and cotangents. `tests/data/oracle.py` says which, and how the data
//! was made.

use cotangent::ops::batch_norm::batch_norm;
use cotangent::ops::cross_entropy::cross_entropy;
use cotangent::ops::cumulative::*;
use cotangent::ops::elementwise::{atan2, hypot, maximum, powf};
use cotangent::ops::log_softmax::log_softmax;
use cotangent::ops::logsumexp::*;
use cotangent::ops::losses::mse;
use cotangent::ops::losses::*;
use cotangent::ops::matmul::matmul;
use cotangent::ops::max::*;
use cotangent::ops::mean::*;
use cotangent::ops::norm::*;
use cotangent::ops::normalisation::{group_norm, layer_norm, rms_norm};
use cotangent::ops::prod::*;
use cotangent::ops::softmax::softmax;
use cotangent::ops::sort::{sort, topk};
use cotangent::ops::sum::*;
use cotangent::ops::variance::*;
use cotangent::ops::{add, div, mul, sub};
use cotangent::prelude::*;
use cotangent::rule::{Rule1, Rule2};

use super::harness::{vjp1, vjp2};
use super::oracle::DATA;

/// How far the two systems may be apart, in machine epsilons of the largest number of a tensor.
const TOLERANCE: f64 = 8.0;

/// The tensors of a line: operands, value, cotangent, gradients.
fn case(name: &str) -> Vec<Vec<f64>> {
    let line = DATA.lines().find_map(|line| line.strip_prefix("case ")?.strip_prefix(name)?.strip_prefix(" | "));
    let line = line.unwrap_or_else(|| panic!("there is no case {name}"));
    line.split(" | ").map(|field| field.split(' ').map(|x| x.parse().unwrap()).collect()).collect()
}

fn read<X: Leaves + Tangent>(numbers: &[f64]) -> X {
    let mut x = X::zero();
    match x.leaf_mut(0) {
        LeafMut::F64(leaf) => leaf.copy_from_slice(numbers),
        _ => unreachable!("the data is in double precision"),
    }
    x
}

#[track_caller]
fn near<X: Leaves>(found: &X, expected: &[f64]) {
    let Leaf::F64(found) = found.leaf(0) else { unreachable!("the data is in double precision") };
    let size = expected.iter().fold(0.0_f64, |size, x| size.max(x.abs()));
    for (found, expected) in found.iter().zip(expected) {
        let error = (found - expected).abs() / (f64::EPSILON * size.max(f64::MIN_POSITIVE));
        assert!(error <= TOLERANCE, "found {found}, expected {expected}, {error} epsilons of {size} apart");
    }
}

fn agrees1<R, X>(name: &str)
where
    R: Rule1<X, Output: Leaves + Differentiable<Tangent: Leaves>>,
    X: Leaves + Differentiable<Tangent = X> + Tangent,
{
    let fields = case(name);
    let x = read::<X>(&fields[0]);
    near(&R::forward(&x).0, &fields[1]);
    near(&vjp1::<R, X>(&x, &read(&fields[2])), &fields[3]);
}

fn agrees2<R, A, B>(name: &str)
where
    R: Rule2<A, B, Output: Leaves + Differentiable<Tangent: Leaves>>,
    A: Leaves + Differentiable<Tangent = A> + Tangent,
    B: Leaves + Differentiable<Tangent = B> + Tangent,
{
    let fields = case(name);
    let (a, b) = (read::<A>(&fields[0]), read::<B>(&fields[1]));
    near(&R::forward(&a, &b).0, &fields[2]);
    let (a_bar, b_bar) = vjp2::<R, A, B>(&a, &b, &read(&fields[3]));
    near(&a_bar, &fields[4]);
    near(&b_bar, &fields[5]);
}

type M34 = Matrix<f64, 3, 4>;
type M52 = Matrix<f64, 5, 2>;
type T234 = Tensor3<f64, 2, 3, 4>;
type V4 = Vector<f64, 4>;

macro_rules! reductions {
    ($($name:ident $axis:ident;)*) => {$(
        #[test]
        fn $name() {
            let case = |shape: &str| format!("{}_{shape}", stringify!($name));
            agrees1::<super::$name, M34>(&case("34"));
            agrees1::<super::$name, M52>(&case("52"));
            agrees1::<super::$name, T234>(&case("234"));
            agrees1::<$axis<0>, M34>(&case("34_0"));
            agrees1::<$axis<-1>, M34>(&case("34_1"));
            agrees1::<$axis<0>, M52>(&case("52_0"));
            agrees1::<$axis<1>, M52>(&case("52_1"));
            agrees1::<$axis<0>, T234>(&case("234_0"));
            agrees1::<$axis<1>, T234>(&case("234_1"));
            agrees1::<$axis<2>, T234>(&case("234_2"));
        }
    )*};
}
mod reduced {
    use super::*;

    reductions! {
        sum sum_axis;
        mean mean_axis;
        max max_axis;
        min min_axis;
        prod prod_axis;
        var var_axis;
        std std_axis;
        norm norm_axis;
        logsumexp logsumexp_axis;
    }

    #[test]
    fn with_zeros() {
        agrees1::<prod_axis<0>, M34>("prod_zeros_0");
        agrees1::<prod_axis<1>, M34>("prod_zeros_1");
        agrees1::<cumprod<0>, M34>("cumprod_zeros_0");
        agrees1::<cumprod<1>, M34>("cumprod_zeros_1");
    }
}

macro_rules! along {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            let case = |shape: &str| format!("{}_{shape}", stringify!($name));
            agrees1::<super::$name<0>, M34>(&case("34_0"));
            agrees1::<super::$name<1>, M34>(&case("34_1"));
            agrees1::<super::$name<0>, M52>(&case("52_0"));
            agrees1::<super::$name<-1>, M52>(&case("52_1"));
            agrees1::<super::$name<0>, T234>(&case("234_0"));
            agrees1::<super::$name<1>, T234>(&case("234_1"));
            agrees1::<super::$name<2>, T234>(&case("234_2"));
        }
    )*};
}
mod along_an_axis {
    use super::*;

    along!(cumsum cumprod sort softmax log_softmax);

    #[test]
    fn the_largest() {
        agrees1::<topk<1, 2>, M34>("topk_34_1_2");
        agrees1::<topk<0, 3>, M52>("topk_52_0_3");
    }
}

/// The normalised numbers of a batch, for `ε = 0.1`.
fn agrees_for_eps<R, X>(name: &str)
where
    R: Rule2<X, f64, Output: FirstPart<X> + Differentiable<Tangent: FirstPart<X>>>,
    X: Leaves + Differentiable<Tangent = X> + Tangent,
{
    let fields = case(name);
    let x = read::<X>(&fields[0]);
    near(R::forward(&x, &0.1).0.first(), &fields[1]);
    let mut c = Ct::<R::Output>::zero();
    *c.first_mut() = read(&fields[2]);
    near(&vjp2::<R, X, f64>(&x, &0.1, &c).0, &fields[3]);
}

/// A result, or the first of several.
trait FirstPart<X> {
    fn first(&self) -> &X;
    fn first_mut(&mut self) -> &mut X;
}
impl<S: Shape> FirstPart<Self> for Tensor<f64, S> {
    fn first(&self) -> &Self {
        self
    }
    fn first_mut(&mut self) -> &mut Self {
        self
    }
}
impl<X, M> FirstPart<X> for (X, M, M) {
    fn first(&self) -> &X {
        &self.0
    }
    fn first_mut(&mut self) -> &mut X {
        &mut self.0
    }
}

#[test]
fn normalisations() {
    agrees_for_eps::<layer_norm, M34>("layer_norm_34");
    agrees_for_eps::<layer_norm, M52>("layer_norm_52");
    agrees_for_eps::<layer_norm, T234>("layer_norm_234");
    agrees_for_eps::<rms_norm, M34>("rms_norm_34");
    agrees_for_eps::<rms_norm, M52>("rms_norm_52");
    agrees_for_eps::<rms_norm, T234>("rms_norm_234");
    agrees_for_eps::<batch_norm, M34>("batch_norm_34");
    agrees_for_eps::<batch_norm, M52>("batch_norm_52");
    agrees_for_eps::<batch_norm, T234>("batch_norm_234");
    agrees_for_eps::<group_norm<2>, M34>("group_norm_34_2");
    agrees_for_eps::<group_norm<3>, T234>("group_norm_234_3");
}

#[test]
fn losses() {
    agrees2::<mse, M34, M34>("mse");
    agrees2::<mae, M34, M34>("mae");
    agrees2::<mae_sum, M34, M34>("mae_sum");
    agrees2::<bce, M34, M34>("bce");
    agrees2::<bce_sum, M34, M34>("bce_sum");
    agrees2::<bce_with_logits, M34, M34>("bce_with_logits");
    agrees2::<bce_with_logits_sum, M34, M34>("bce_with_logits_sum");
    agrees2::<kl_div, M34, M34>("kl_div");
    agrees2::<kl_div_sum, M34, M34>("kl_div_sum");
    agrees2::<hinge, M34, M34>("hinge");
    agrees2::<hinge_sum, M34, M34>("hinge_sum");
    agrees2::<cross_entropy, M34, M34>("cross_entropy");
}

macro_rules! broadcasting {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            let case = |shape: &str| format!("{}_{shape}", stringify!($name));
            agrees2::<super::$name, M34, V4>(&case("34_4"));
            agrees2::<super::$name, V4, M34>(&case("4_34"));
            agrees2::<super::$name, Column<f64, 3>, Row<f64, 4>>(&case("31_14"));
        }
    )*};
}
mod broadcast {
    use super::*;

    broadcasting!(add sub mul div hypot atan2 maximum);
}

#[test]
fn powers_and_products() {
    agrees2::<powf, M34, V4>("powf_34_4");
    agrees2::<matmul, M34, Matrix<f64, 4, 2>>("matmul");
    agrees2::<matmul, T234, Matrix<f64, 4, 2>>("matmul_batch");
}
