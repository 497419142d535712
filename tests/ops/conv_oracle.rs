//! Convolutions and poolings against an independent system: `tests/data/oracle_conv.py` says which, and how the data was made.

use cotangent::ops::conv::*;
use cotangent::ops::global_pool::global_avg_pool;
use cotangent::ops::pool::*;
use cotangent::prelude::*;
use cotangent::rule::{Rule1, Rule2};

use super::harness::{vjp1, vjp2};

const DATA: &str = include_str!("../data/oracle_conv.txt");

/// How far the two systems may be apart, in machine epsilons of the largest number of a tensor.
const TOLERANCE: f64 = 8.0;

/// The tensors of a line: operands, value, cotangent, gradients.
fn case(name: &str) -> Vec<Vec<f64>> {
    let line = DATA.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" | "));
    let line = line.unwrap_or_else(|| panic!("there is no case {name}"));
    line.split(" | ").map(|field| field.split(' ').map(|x| x.parse().unwrap()).collect()).collect()
}

#[track_caller]
fn near<S: Shape>(found: &Tensor<f64, S>, expected: &[f64]) {
    let size = expected.iter().fold(0.0_f64, |size, x| size.max(x.abs()));
    assert_eq!(found.as_slice().len(), expected.len());
    for (found, expected) in found.as_slice().iter().zip(expected) {
        let error = (found - expected).abs() / (f64::EPSILON * size);
        assert!(error <= TOLERANCE, "found {found}, expected {expected}, {error} epsilons of {size} apart");
    }
}

fn read<S: Shape>(numbers: &[f64]) -> Tensor<f64, S> {
    Tensor::from_slice(numbers).expect("as many numbers as the shape has")
}

fn agrees1<R, S, Out>(name: &str)
where
    R: Rule1<Tensor<f64, S>, Output = Tensor<f64, Out>>,
    S: Shape,
    Out: Shape,
{
    let fields = case(name);
    let x = read(&fields[0]);
    near(&R::forward(&x).0, &fields[1]);
    near(&vjp1::<R, _>(&x, &read(&fields[2])), &fields[3]);
}

fn agrees2<R, S, W, Out>(name: &str)
where
    R: Rule2<Tensor<f64, S>, Tensor<f64, W>, Output = Tensor<f64, Out>>,
    S: Shape,
    W: Shape,
    Out: Shape,
{
    let fields = case(name);
    let (x, w) = (read(&fields[0]), read(&fields[1]));
    near(&R::forward(&x, &w).0, &fields[2]);
    let (x_bar, w_bar) = vjp2::<R, _, _>(&x, &w, &read(&fields[3]));
    near(&x_bar, &fields[4]);
    near(&w_bar, &fields[5]);
}

type D2<const A: usize, const B: usize> = (Dim<A>, Dim<B>);
type D3<const A: usize, const B: usize, const C: usize> = (Dim<A>, Dim<B>, Dim<C>);
type D4<const A: usize, const B: usize, const C: usize, const D: usize> = (Dim<A>, Dim<B>, Dim<C>, Dim<D>);

#[test]
fn convolutions() {
    agrees2::<conv2d<Steps, D4<2, 4, 3, 5>>, D4<2, 3, 5, 6>, D4<4, 3, 3, 2>, _>("conv2d");
    agrees2::<conv2d<Steps<2, 1, 2>, D4<2, 3, 3, 3>>, D4<2, 2, 7, 8>, D4<3, 2, 3, 3>, _>("conv2d_steps");
    agrees2::<conv2d<Steps<1, 1, 1, Groups<2>>, D4<1, 6, 5, 5>>, D4<1, 4, 5, 5>, D4<6, 2, 3, 3>, _>("conv2d_groups");
    agrees2::<conv2d<(Steps<2>, Steps<1, 2, 3>), D4<1, 2, 3, 5>>, D4<1, 2, 7, 7>, D4<2, 2, 2, 3>, _>("conv2d_pair");
    agrees2::<conv2d<Steps<1, 1>, D4<1, 9, 3, 3>>, D4<1, 17, 3, 3>, D4<9, 17, 3, 3>, _>("conv2d_many");
    agrees2::<conv1d<Steps, D3<2, 4, 5>>, D3<2, 3, 7>, D3<4, 3, 3>, _>("conv1d");
    agrees2::<conv1d<Steps<3, 2, 2, Groups<3>>, D3<2, 6, 4>>, D3<2, 3, 11>, D3<6, 1, 3>, _>("conv1d_steps");
}

#[test]
fn transposed_convolutions() {
    agrees2::<conv_transpose2d<Steps, D4<2, 2, 5, 4>>, D4<2, 3, 3, 3>, D4<3, 2, 3, 2>, _>("conv_transpose2d");
    agrees2::<conv_transpose2d<Steps<2, 1, 2, Groups<2>>, D4<1, 4, 7, 8>>, D4<1, 4, 3, 3>, D4<4, 2, 3, 3>, _>(
        "conv_transpose2d_steps",
    );
    agrees2::<conv_transpose1d<Steps<2>, D3<2, 2, 9>>, D3<2, 3, 4>, D3<3, 2, 3>, _>("conv_transpose1d");
}

type Edges = (Window<3, 2, 1>, Window<2, 1, 1>);

#[test]
fn poolings() {
    agrees1::<max_pool2d<Window<2, 2>, D4<2, 2, 2, 3>>, D4<2, 2, 5, 6>, _>("max_pool2d");
    agrees1::<max_pool2d<Edges, D4<1, 2, 3, 6>>, D4<1, 2, 5, 5>, _>("max_pool2d_edges");
    agrees1::<max_pool1d<Window<3, 2, 1>, D3<2, 3, 4>>, D3<2, 3, 7>, _>("max_pool1d");
    agrees1::<avg_pool2d<Window<2, 2>, D4<2, 2, 2, 3>>, D4<2, 2, 5, 6>, _>("avg_pool2d");
    agrees1::<avg_pool2d<Edges, D4<1, 2, 3, 6>>, D4<1, 2, 5, 5>, _>("avg_pool2d_edges");
    agrees1::<avg_pool2d_count_padding<Edges, D4<1, 2, 3, 6>>, D4<1, 2, 5, 5>, _>("avg_pool2d_padded");
    agrees1::<avg_pool1d<Window<3, 2, 2>, D3<2, 3, 5>>, D3<2, 3, 7>, _>("avg_pool1d");
    agrees1::<avg_pool1d_count_padding<Window<3, 2, 2>, D3<2, 3, 5>>, D3<2, 3, 7>, _>("avg_pool1d_padded");
    agrees1::<global_avg_pool, D4<2, 3, 5, 7>, D2<2, 3>>("global_avg_pool");
}
