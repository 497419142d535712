//! Convolutions: the contract, and every shape against sums written down one by one, which whole numbers make exact.

use cotangent::ops::conv::{conv_transpose1d, conv_transpose2d, conv1d, conv2d};
use cotangent::prelude::*;
use cotangent::rule::{Rule, Rule2};

use super::harness::{jvp2, numbers, rule2, same, vjp2};

rule2! {
    plain: conv2d<Steps, (Dim<2>, Dim<2>, Dim<3>, Dim<4>)>, (Dim<2>, Dim<3>, Dim<5>, Dim<5>), (Dim<2>, Dim<3>, Dim<3>, Dim<2>);
    stepping: conv2d<Steps<2, 1>, (Dim<1>, Dim<3>, Dim<4>, Dim<3>)>, (Dim<1>, Dim<2>, Dim<7>, Dim<5>), (Dim<3>, Dim<2>, Dim<3>, Dim<3>);
    dilated: conv2d<Steps<1, 2, 2>, (Dim<1>, Dim<2>, Dim<5>, Dim<5>)>, (Dim<1>, Dim<1>, Dim<5>, Dim<5>), (Dim<2>, Dim<1>, Dim<3>, Dim<3>);
    in_groups: conv2d<Steps<1, 0, 1, Groups<2>>, (Dim<2>, Dim<6>, Dim<2>, Dim<2>)>, (Dim<2>, Dim<4>, Dim<3>, Dim<3>), (Dim<6>, Dim<2>, Dim<2>, Dim<2>);
    each_channel_by_itself: conv2d<Steps<1, 1, 1, Groups<3>>, (Dim<1>, Dim<3>, Dim<4>, Dim<4>)>, (Dim<1>, Dim<3>, Dim<4>, Dim<4>), (Dim<3>, Dim<1>, Dim<3>, Dim<3>);
    rows_unlike_columns: conv2d<(Steps<2>, Steps<3, 2, 2>), (Dim<1>, Dim<2>, Dim<3>, Dim<3>)>, (Dim<1>, Dim<2>, Dim<7>, Dim<7>), (Dim<2>, Dim<2>, Dim<2>, Dim<3>);
    one_by_one: conv2d<Steps, (Dim<3>, Dim<5>, Dim<2>, Dim<2>)>, (Dim<3>, Dim<2>, Dim<2>, Dim<2>), (Dim<5>, Dim<2>, Dim<1>, Dim<1>);
    axes_of_length_1: conv2d<Steps<3, 1>, (One, Dim<1>, Dim<1>, One)>, (One, Dim<1>, Dim<1>, Dim<1>), (Dim<1>, Dim<1>, Dim<2>, Dim<3>);
    no_images: conv2d<Steps, (Dim<0>, Dim<2>, Dim<2>, Dim<2>)>, (Dim<0>, Dim<3>, Dim<3>, Dim<3>), (Dim<2>, Dim<3>, Dim<2>, Dim<2>);
    no_channels: conv2d<Steps, (Dim<1>, Dim<2>, Dim<2>, Dim<2>)>, (Dim<1>, Dim<0>, Dim<3>, Dim<3>), (Dim<2>, Dim<0>, Dim<2>, Dim<2>);
    lines: conv1d<Steps, (Dim<2>, Dim<3>, Dim<5>)>, (Dim<2>, Dim<2>, Dim<7>), (Dim<3>, Dim<2>, Dim<3>);
    lines_with_all_steps: conv1d<Steps<2, 3, 2, Groups<2>>, (Dim<2>, Dim<4>, Dim<5>)>, (Dim<2>, Dim<2>, Dim<7>), (Dim<4>, Dim<1>, Dim<3>);
    transposed: conv_transpose2d<Steps, (Dim<2>, Dim<2>, Dim<4>, Dim<4>)>, (Dim<2>, Dim<3>, Dim<3>, Dim<2>), (Dim<3>, Dim<2>, Dim<2>, Dim<3>);
    transposed_with_all_steps: conv_transpose2d<Steps<2, 1, 2, Groups<2>>, (Dim<1>, Dim<2>, Dim<5>, Dim<7>)>, (Dim<1>, Dim<4>, Dim<2>, Dim<3>), (Dim<4>, Dim<1>, Dim<3>, Dim<3>);
    transposed_lines: conv_transpose1d<Steps<3>, (Dim<2>, Dim<2>, Dim<9>)>, (Dim<2>, Dim<3>, Dim<3>), (Dim<3>, Dim<2>, Dim<2>);
}

/// Stride, padding and dilation along rows and columns, and the number of groups, for the sums below.
struct Sizes {
    rows: [usize; 3],
    columns: [usize; 3],
    groups: usize,
}

/// Calls `visit` with the positions in input, weights and output of every product of a convolution.
fn products(x: [usize; 4], w: [usize; 4], y: [usize; 4], sizes: &Sizes, mut visit: impl FnMut([usize; 3])) {
    let at = |s: [usize; 4], i: [usize; 4]| ((i[0] * s[1] + i[1]) * s[2] + i[2]) * s[3] + i[3];
    let met = |o: usize, k: usize, [stride, padding, dilation]: [usize; 3], len: usize| {
        (o * stride + k * dilation).checked_sub(padding).filter(|i| *i < len)
    };
    for n in 0..y[0] {
        for o in 0..y[1] {
            for (i, j) in (0..y[2]).flat_map(|i| (0..y[3]).map(move |j| (i, j))) {
                for c in 0..w[1] {
                    for (k, l) in (0..w[2]).flat_map(|k| (0..w[3]).map(move |l| (k, l))) {
                        let channel = o / (w[0] / sizes.groups) * w[1] + c;
                        if let (Some(r), Some(s)) = (met(i, k, sizes.rows, x[2]), met(j, l, sizes.columns, x[3])) {
                            visit([at(x, [n, channel, r, s]), at(w, [o, c, k, l]), at(y, [n, o, i, j])]);
                        }
                    }
                }
            }
        }
    }
}

/// Whole numbers from -4 to 4: their products and sums are exact in every order, in both types.
fn whole<T: Real, S: Shape>(seed: usize) -> Tensor<T, S> {
    let mut x = Tensor::zeros();
    for (i, x) in x.as_mut_slice().iter_mut().enumerate() {
        *x = T::from_usize((i * 31 + seed * 17 + i / 7) % 9) - T::lit(4.0);
    }
    x
}

fn planes<T: Real, S: Shape>(_: &Tensor<T, S>) -> [usize; 4] {
    match *S::LENS {
        [n, c, l] => [n, c, 1, l],
        [n, c, h, w] => [n, c, h, w],
        _ => unreachable!("images or lines"),
    }
}

/// Value, both cotangents and the tangent are what the sums say.
#[track_caller]
fn exact<R, T, S, W, Out>(sizes: &Sizes, transposed: bool)
where
    R: Rule + Rule2<Tensor<T, S>, Tensor<T, W>, Output = Tensor<T, Out>>,
    T: Real,
    S: Shape,
    W: Shape,
    Out: Shape,
{
    let (x, w, c) = (whole::<T, S>(1), whole::<T, W>(2), whole::<T, Out>(3));
    let (x_dot, w_dot) = (whole::<T, S>(4), whole::<T, W>(5));
    let (mut y, mut y_dot) = (Tensor::<T, Out>::zeros(), Tensor::<T, Out>::zeros());
    let (mut x_bar, mut w_bar) = (Tensor::<T, S>::zeros(), Tensor::<T, W>::zeros());
    let mut visit = |i: usize, k: usize, o: usize| {
        let [x, w, c, x_dot, w_dot] =
            [x.as_slice()[i], w.as_slice()[k], c.as_slice()[o], x_dot.as_slice()[i], w_dot.as_slice()[k]];
        y.as_mut_slice()[o] += x * w;
        y_dot.as_mut_slice()[o] += x_dot * w + x * w_dot;
        x_bar.as_mut_slice()[i] += c * w;
        w_bar.as_mut_slice()[k] += c * x;
    };
    if transposed {
        products(planes(&c), planes(&w), planes(&x), sizes, |[i, k, o]| visit(o, k, i));
    } else {
        products(planes(&x), planes(&w), planes(&c), sizes, |[i, k, o]| visit(i, k, o));
    }
    assert_eq!(R::forward(&x, &w).0, y);
    assert_eq!(vjp2::<R, _, _>(&x, &w, &c), (x_bar, w_bar));
    assert_eq!(jvp2::<R, _, _>(&x, &w, &x_dot, &w_dot), y_dot);
}

/// Rows `name: rule, input, weights, output, sizes;`.
macro_rules! exact {
    ($transposed:literal: $($name:ident: $rule:ident<$steps:ty>, $s:ty, $w:ty, $out:ty, $rows:expr, $columns:expr, $groups:expr;)*) => {$(
        #[test]
        fn $name() {
            let sizes = Sizes { rows: $rows, columns: $columns, groups: $groups };
            exact::<$rule<$steps, $out>, f64, $s, $w, $out>(&sizes, $transposed);
            exact::<$rule<$steps, $out>, f32, $s, $w, $out>(&sizes, $transposed);
        }
    )*};
}

mod images {
    use super::*;

    exact! { false:
        alone: conv2d<Steps>, (Dim<1>, Dim<1>, Dim<1>, Dim<1>), (Dim<1>, Dim<1>, Dim<1>, Dim<1>), (Dim<1>, Dim<1>, Dim<1>, Dim<1>), [1, 0, 1], [1, 0, 1], 1;
        of_prime_sizes: conv2d<Steps<1, 1>>, (Dim<5>, Dim<3>, Dim<7>, Dim<11>), (Dim<13>, Dim<3>, Dim<3>, Dim<3>), (Dim<5>, Dim<13>, Dim<7>, Dim<11>), [1, 1, 1], [1, 1, 1], 1;
        with_long_steps: conv2d<Steps<3>>, (Dim<2>, Dim<3>, Dim<17>, Dim<17>), (Dim<9>, Dim<3>, Dim<5>, Dim<5>), (Dim<2>, Dim<9>, Dim<5>, Dim<5>), [3, 0, 1], [3, 0, 1], 1;
        of_which_windows_see_zeros_only: conv2d<Steps<1, 5>>, (Dim<2>, Dim<2>, Dim<3>, Dim<2>), (Dim<3>, Dim<2>, Dim<2>, Dim<2>), (Dim<2>, Dim<3>, Dim<12>, Dim<11>), [1, 5, 1], [1, 5, 1], 1;
        with_padding_and_gaps: conv2d<Steps<2, 3, 3>>, (Dim<2>, Dim<4>, Dim<13>, Dim<11>), (Dim<7>, Dim<4>, Dim<3>, Dim<3>), (Dim<2>, Dim<7>, Dim<7>, Dim<6>), [2, 3, 3], [2, 3, 3], 1;
        of_many_taps_and_channels: conv2d<Steps<1, 1>>, (Dim<3>, Dim<15>, Dim<7>, Dim<5>), (Dim<37>, Dim<15>, Dim<3>, Dim<3>), (Dim<3>, Dim<37>, Dim<7>, Dim<5>), [1, 1, 1], [1, 1, 1], 1;
        from_very_many_channels: conv2d<Steps>, (Dim<2>, Dim<131>, Dim<3>, Dim<3>), (Dim<3>, Dim<131>, Dim<1>, Dim<1>), (Dim<2>, Dim<3>, Dim<3>, Dim<3>), [1, 0, 1], [1, 0, 1], 1;
        to_very_many_channels: conv2d<Steps>, (Dim<2>, Dim<3>, Dim<3>, Dim<3>), (Dim<137>, Dim<3>, Dim<2>, Dim<2>), (Dim<2>, Dim<137>, Dim<2>, Dim<2>), [1, 0, 1], [1, 0, 1], 1;
        in_groups: conv2d<Steps<2, 1, 1, Groups<3>>>, (Dim<2>, Dim<6>, Dim<7>, Dim<7>), (Dim<33>, Dim<2>, Dim<3>, Dim<3>), (Dim<2>, Dim<33>, Dim<4>, Dim<4>), [2, 1, 1], [2, 1, 1], 3;
        with_rows_unlike_columns: conv2d<(Steps<1, 2, 2>, Steps<3, 1>)>, (Dim<2>, Dim<3>, Dim<5>, Dim<13>), (Dim<4>, Dim<3>, Dim<4>, Dim<2>), (Dim<2>, Dim<4>, Dim<3>, Dim<5>), [1, 2, 2], [3, 1, 1], 1;
        larger_than_a_panel: conv2d<Steps>, (Dim<2>, Dim<1>, Dim<8>, Dim<150>), (Dim<2>, Dim<1>, Dim<3>, Dim<3>), (Dim<2>, Dim<2>, Dim<6>, Dim<148>), [1, 0, 1], [1, 0, 1], 1;
        of_lines: conv1d<Steps<2, 1, 2>>, (Dim<3>, Dim<5>, Dim<29>), (Dim<7>, Dim<5>, Dim<4>), (Dim<3>, Dim<7>, Dim<13>), [1, 0, 1], [2, 1, 2], 1;
        of_lines_in_groups: conv1d<Steps<1, 0, 1, Groups<5>>>, (Dim<3>, Dim<5>, Dim<9>), (Dim<10>, Dim<1>, Dim<9>), (Dim<3>, Dim<10>, Dim<1>), [1, 0, 1], [1, 0, 1], 5;
    }
}

mod back {
    use super::*;

    exact! { true:
        to_images: conv_transpose2d<Steps>, (Dim<3>, Dim<7>, Dim<5>, Dim<4>), (Dim<7>, Dim<5>, Dim<3>, Dim<2>), (Dim<3>, Dim<5>, Dim<7>, Dim<5>), [1, 0, 1], [1, 0, 1], 1;
        by_long_steps: conv_transpose2d<Steps<3, 1>>, (Dim<2>, Dim<4>, Dim<3>, Dim<5>), (Dim<4>, Dim<3>, Dim<3>, Dim<3>), (Dim<2>, Dim<3>, Dim<7>, Dim<13>), [3, 1, 1], [3, 1, 1], 1;
        to_more_than_windows_reach: conv_transpose2d<Steps<3, 0>>, (Dim<2>, Dim<4>, Dim<3>, Dim<2>), (Dim<4>, Dim<3>, Dim<2>, Dim<2>), (Dim<2>, Dim<3>, Dim<9>, Dim<7>), [3, 0, 1], [3, 0, 1], 1;
        in_groups_with_gaps: conv_transpose2d<Steps<2, 1, 2, Groups<2>>>, (Dim<2>, Dim<4>, Dim<3>, Dim<3>), (Dim<4>, Dim<3>, Dim<3>, Dim<3>), (Dim<2>, Dim<6>, Dim<7>, Dim<8>), [2, 1, 2], [2, 1, 2], 2;
        to_lines: conv_transpose1d<Steps<2>>, (Dim<2>, Dim<3>, Dim<7>), (Dim<3>, Dim<5>, Dim<3>), (Dim<2>, Dim<5>, Dim<15>), [1, 0, 1], [2, 0, 1], 1;
    }
}

/// The published example: a filter of Sobel on a ramp, whose slope it gives eightfold.
#[test]
fn a_filter_of_edges() {
    let ramp: Tensor4<f64, 1, 1, 4, 5> = Tensor::from_fn(|[_, _, _, x]| 3.0 * x as f64);
    let sobel = tensor([[[[-1.0, 0.0, 1.0], [-2.0, 0.0, 2.0], [-1.0, 0.0, 1.0]]]]);
    let y: Tensor4<f64, 1, 1, 2, 3> = ramp.conv2d::<1, 0>(&sobel);
    assert_eq!(y, Tensor::full(24.0));
}

/// The kernel is not turned around, and the channels of a group lie side by side.
#[test]
fn the_order_of_taps_and_groups() {
    let x = tensor([[[1.0, 2.0, 3.0], [10.0, 20.0, 30.0]]]);
    let y: Tensor3<f64, 1, 2, 2> = x.conv1d_with::<Steps<1, 0, 1, Groups<2>>>(&tensor([[[1.0, 100.0]], [[1.0, 2.0]]]));
    assert_eq!(y, tensor([[[201.0, 302.0], [50.0, 80.0]]]));
}

/// Products are those of numbers, as in `*`: what is infinite is not hidden by a zero.
#[test]
fn infinite_numbers() {
    let (x, w) = (tensor([[[1.0, f64::INFINITY, 2.0, 3.0]]]), tensor([[[0.0, 1.0]]]));
    let y: Tensor3<f64, 1, 1, 3> = x.conv1d::<1, 0>(&w);
    same(y.as_slice(), &[f64::INFINITY, f64::NAN, 3.0]);
    let (x_bar, w_bar) = vjp2::<conv1d<Steps, (Dim<1>, Dim<1>, Dim<3>)>, _, _>(&x, &w, &tensor([[[0.0, 0.0, 1.0]]]));
    same(x_bar.as_slice(), &[0.0, 0.0, 0.0, 1.0]);
    same(w_bar.as_slice(), &[f64::NAN, f64::NAN]);
}

/// The transposed convolution is the adjoint of the convolution, whichever shape it starts from.
#[test]
fn adjoint() {
    type Large = (Dim<2>, Dim<3>, Dim<9>, Dim<8>);
    type Small = (Dim<2>, Dim<5>, Dim<5>, Dim<4>);
    let (x, y, w) = (whole::<f64, Large>(1), whole::<f64, Small>(2), whole::<f64, (Dim<5>, Dim<3>, Dim<3>, Dim<3>)>(3));
    let forth: Tensor<f64, Small> = x.conv2d::<2, 1>(&w);
    let back: Tensor<f64, Large> = y.conv_transpose2d::<2, 1>(&w);
    assert_eq!((forth * y).sum(), (back * x).sum());
}

type Image = Tensor4<f64, 2, 1, 6, 6>;

#[test]
fn a_layer_with_a_bias() {
    #[differentiable]
    fn layer(x: &Image, w: &Tensor4<f64, 3, 1, 3, 3>, b: &Tensor<f64, (Dim<3>, One, One)>) -> f64 {
        let y: Tensor4<f64, 2, 3, 3, 3> = x.conv2d::<2, 1>(w);
        (y + b).tanh().sum()
    }
    let at = (numbers(1), numbers(2), numbers(3));
    cotangent::check::gradient(|(x, w, b)| layer(x, w, b), |(x, w, b)| layer::value_and_grad(x, w, b), at).unwrap();
}

#[test]
fn every_convolution_in_functions() {
    #[differentiable]
    fn f(x: &Image, w: &Tensor4<f64, 2, 1, 3, 3>, v: &Tensor3<f64, 2, 2, 2>) -> f64 {
        let a: Tensor4<f64, 2, 2, 4, 4> = x.conv2d::<1, 0>(w);
        let b: Tensor4<f64, 2, 2, 4, 4> = x.conv2d_with::<Steps<1, 1, 2>>(w);
        let c: Tensor4<f64, 2, 1, 6, 6> = (a * b).conv_transpose2d::<1, 0>(w);
        let d: Tensor4<f64, 2, 1, 9, 9> = a.conv_transpose2d_with::<Steps<2>>(w);
        let lines: Tensor3<f64, 2, 2, 16> = a.reshape();
        let e: Tensor3<f64, 2, 2, 8> = lines.conv1d::<2, 0>(v);
        let g: Tensor3<f64, 2, 2, 10> = e.conv1d_with::<Steps<1, 2, 2>>(v);
        let h: Tensor3<f64, 2, 2, 11> = g.conv_transpose1d::<1, 0>(v);
        let k: Tensor3<f64, 2, 2, 22> = h.conv_transpose1d_with::<Steps<2>>(v);
        (c * c).sum() + d.tanh().sum() + (k * k).mean()
    }
    let at = (numbers(1), numbers::<f64, (Dim<2>, Dim<1>, Dim<3>, Dim<3>)>(2) * 0.3, numbers(3));
    cotangent::check::gradient(|(x, w, v)| f(x, w, v), |(x, w, v)| f::value_and_grad(x, w, v), at).unwrap();
}

#[test]
fn of_any_batch_with_a_constant_input() {
    #[differentiable]
    fn f<const B: usize>(#[constant] x: &Tensor4<f64, B, 1, 6, 6>, w: &Tensor4<f64, 2, 1, 3, 3>) -> f64 {
        let y: Tensor4<f64, B, 2, 4, 4> = x.conv2d::<1, 0>(w);
        y.relu().sum()
    }
    let x = numbers::<f64, (Dim<2>, Dim<1>, Dim<6>, Dim<6>)>(1);
    cotangent::check::gradient(|w| f(&x, w), |w| f::value_and_grad(&x, w), numbers(2)).unwrap();
}
