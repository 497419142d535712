//! What other libraries got wrong in operations, reproduced or reported there: each a test that it is right here.
//!
//! Gradients that were silently lost or wrong (shrew 0.1, candle 0.11, burn 0.21), and values at corners. Those of control flow and
//! mutation are in `language/values/known_bugs.rs`.

use cotangent::check;
use cotangent::nn;
use cotangent::ops::elementwise::{powf, relu, sign};
use cotangent::ops::matmul::matmul;
use cotangent::prelude::*;

use super::harness::{contract, numbers, positive, same, vjp1, vjp2};

const NAN: f64 = f64::NAN;

type M23 = Matrix<f64, 2, 3>;

/// shrew: recorded as a reshape, so the cotangent came back in the wrong order; a transformer trained with it without an error.
#[test]
fn permute_sends_the_cotangent_back_in_the_inverse_order() {
    #[differentiable]
    fn turned(x: &Tensor3<f64, 2, 3, 4>) -> Tensor3<f64, 4, 2, 3> {
        x.permute::<Perm3<2, 0, 1>>()
    }
    let seed = Tensor::from_fn(|[k, i, j]| (100 * i + 10 * j + k) as f64);
    let (_, x_bar) = turned::vjp(&numbers(1), seed);
    assert_eq!(x_bar, Tensor::from_fn(|[i, j, k]| (100 * i + 10 * j + k) as f64));

    #[differentiable]
    fn transposed(x: &M23) -> Matrix<f64, 3, 2> {
        x.permute::<Perm2<1, 0>>()
    }
    let (_, x_bar) = transposed::vjp(&numbers(1), tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]));
    assert_eq!(x_bar, tensor([[1.0, 3.0, 5.0], [2.0, 4.0, 6.0]]));
}

/// shrew: the result is a leaf, the gradient `None`.
#[test]
fn a_broadcast_has_a_gradient() {
    #[differentiable]
    fn f(x: &Vector<f64, 3>, w: &M23) -> f64 {
        (x.broadcast_to::<(Dim<2>, Dim<3>)>() * w).sum()
    }
    let w = tensor([[1.0, 2.0, 3.0], [10.0, 20.0, 30.0]]);
    assert_eq!(f::grad(&numbers(1), &w).0, tensor([11.0, 22.0, 33.0]));
}

/// shrew: the result is a leaf, the gradient `None`.
#[test]
fn running_sums_have_a_gradient() {
    #[differentiable]
    fn f(x: &Vector<f64, 3>, w: &Vector<f64, 3>) -> f64 {
        (x.cumsum::<0>() * w).sum()
    }
    assert_eq!(f::grad(&numbers(1), &tensor([1.0, 10.0, 100.0])).0, tensor([111.0, 110.0, 100.0]));
}

/// shrew: the result is a leaf, the gradient `None`.
#[test]
fn sorting_and_the_largest_few_have_a_gradient() {
    #[differentiable]
    fn sorted(x: &Vector<f64, 3>, w: &Vector<f64, 3>) -> f64 {
        (x.sort::<0>() * w).sum()
    }
    #[differentiable]
    fn largest(x: &Vector<f64, 3>, w: &Vector<f64, 2>) -> f64 {
        (x.topk::<0, 2>() * w).sum()
    }
    let x = tensor([3.0, 1.0, 2.0]);
    assert_eq!(sorted::grad(&x, &tensor([1.0, 10.0, 100.0])).0, tensor([100.0, 1.0, 10.0]));
    assert_eq!(largest::grad(&x, &tensor([1.0, 10.0])).0, tensor([1.0, 0.0, 10.0]));
}

/// shrew: a cast of anything but a variable cuts the graph.
#[test]
fn a_cast_of_an_intermediate_value_has_a_gradient() {
    #[differentiable]
    fn f(x: &Vector<f64, 2>) -> f32 {
        (x * x).cast::<f32>().sum()
    }
    assert_eq!(f::grad(&tensor([3.0, -0.5])), tensor([6.0, -1.0]));

    #[differentiable]
    fn number(x: f64) -> f32 {
        (x * x) as f32
    }
    assert_eq!(number::grad(3.0), 6.0);
}

/// shrew: a panic, or every product with the first matrix of the stack.
#[test]
fn stacks_of_different_lengths_are_multiplied_as_they_broadcast() {
    contract::<matmul, _>(&(numbers::<f64, (Dim<5>, Dim<2>, Dim<3>)>(1), numbers::<f64, (Dim<3>, Dim<4>)>(2)));
    contract::<matmul, _>(&(numbers::<f64, (One, Dim<2>, Dim<3>)>(1), numbers::<f64, (Dim<5>, Dim<3>, Dim<4>)>(2)));
    let (a, b) = (numbers::<f64, (One, Dim<2>, Dim<3>)>(1), numbers::<f64, (Dim<5>, Dim<3>, Dim<4>)>(2));
    let c: Tensor3<f64, 5, 2, 4> = a.matmul(&b);
    for (i, j, k) in (0..5).flat_map(|i| (0..2).flat_map(move |j| (0..4).map(move |k| (i, j, k)))) {
        let expected: f64 = (0..3).map(|l| a[[0, j, l]] * b[[i, l, k]]).sum();
        assert!((c[[i, j, k]] - expected).abs() < 1e-14);
    }

    let (rows, columns) = (Tensor::<f64, (Dim<2>, One, Dim<1>, Dim<1>)>::new([[[[1.0]]], [[[2.0]]]]), [10.0, 20.0]);
    let columns = Tensor::<f64, (One, Dim<2>, Dim<1>, Dim<1>)>::new([columns.map(|x| [[x]])]);
    let product: Tensor4<f64, 2, 2, 1, 1> = rows.matmul(&columns);
    assert_eq!(product.as_slice(), [10.0, 20.0, 20.0, 40.0]);
    let (rows_bar, columns_bar) = vjp2::<matmul, _, _>(&rows, &columns, &Tensor::full(1.0));
    assert_eq!((rows_bar.as_slice(), columns_bar.as_slice()), ([30.0, 30.0].as_slice(), [3.0, 3.0].as_slice()));
}

/// shrew: NaN.
#[test]
fn the_power_zero_is_flat_at_zero() {
    assert_eq!(0.0_f64.powf(0.0), 1.0);
    let (x_bar, _) = vjp2::<powf, _, _>(&tensor([0.0, 2.0]), &0.0, &Tensor::full(1.0));
    same(x_bar.as_slice(), &[0.0, 0.0]);
}

/// shrew: 1e12, from a division by `|x| + 1e-12`.
#[test]
fn the_sign_is_flat_at_zero() {
    let x = tensor([0.0, -3.0]);
    assert_eq!(x.sign(), tensor([0.0, -1.0]));
    same(vjp1::<sign, _>(&x, &Tensor::full(1.0)).as_slice(), &[0.0, 0.0]);
}

/// shrew: the product of the absolute values, and no derivative at zero.
#[test]
fn a_product_has_its_sign_and_its_gradient_at_zeros() {
    #[differentiable]
    fn f(x: &Vector<f64, 3>) -> f64 {
        x.prod()
    }
    assert_eq!(f::value_and_grad(&tensor([-1.0, 2.0, 3.0])), (-6.0, tensor([6.0, -3.0, -2.0])));
    assert_eq!(f::value_and_grad(&tensor([-1.0, 0.0, 3.0])), (0.0, tensor([0.0, -3.0, 0.0])));
}

/// shrew: an error.
#[test]
fn a_mask_is_repeated_like_any_tensor() {
    #[differentiable]
    fn f(x: &M23, y: &M23, #[constant] mask: &Vector<f64, 3>) -> f64 {
        (mask.broadcast_to::<(Dim<2>, Dim<3>)>().select(x, y) * x).sum()
    }
    let (x, y) = (tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), M23::full(10.0));
    let (x_bar, y_bar) = f::grad(&x, &y, &tensor([1.0, 0.0, 1.0]));
    assert_eq!(x_bar, tensor([[2.0, 10.0, 6.0], [8.0, 10.0, 12.0]]));
    assert_eq!(y_bar, tensor([[0.0, 2.0, 0.0], [0.0, 5.0, 0.0]]));
}

/// shrew: `relu(NaN)` is 0, of nothing but NaN the maximum is -∞. Here `max` is that of the standard library, which prefers numbers; all
/// else passes a NaN on.
#[test]
fn a_nan_does_not_vanish() {
    let x = tensor([NAN, NAN]);
    same(x.relu().as_slice(), &[NAN, NAN]);
    same(vjp1::<relu, _>(&x, &Tensor::full(1.0)).as_slice(), &[NAN, NAN]);
    assert!(x.max().is_nan() && x.max_axis::<0>().item().is_nan());
    assert_eq!(tensor([1.0, NAN]).max(), f64::max(1.0, NAN));
    let x = tensor([[1.0, NAN]]);
    for y in [x.softmax::<1>(), x.log_softmax::<1>(), x.layer_norm(1e-5), x.rms_norm(1e-5), x.cumsum::<1>()] {
        assert!(y[[0, 1]].is_nan());
    }
    assert!(x.sum().is_nan() && x.mean().is_nan() && x.var().is_nan() && x.norm().is_nan() && x.logsumexp().is_nan());
    assert!(x.softmax_cross_entropy(&[0]).is_nan() && x.mse(&x).is_nan());
}

/// shrew: a frozen parameter gets its gradient all the same.
#[test]
fn what_is_constant_has_no_gradient() {
    #[derive(Differentiable)]
    struct Layer {
        w: M23,
        #[constant]
        frozen: Vector<f64, 3>,
    }
    #[differentiable]
    fn f(layer: &Layer) -> f64 {
        (layer.w * layer.frozen).sum()
    }
    let gradient = f::grad(&Layer { w: numbers(1), frozen: tensor([1.0, 2.0, 3.0]) });
    assert_eq!(gradient.w, tensor([[1.0, 2.0, 3.0]; 2]));
    let NoGrad = gradient.frozen;
}

/// shrew: no version of a value, so the derivative is taken where the variable is by then.
#[test]
fn a_variable_that_changes_later_has_the_derivative_of_what_it_was() {
    #[differentiable]
    fn f(x: &Vector<f64, 1>) -> f64 {
        let mut v = *x;
        let y = (v * v).sum();
        v *= 10.0;
        y + 0.0 * v.sum()
    }
    assert_eq!(f::value_and_grad(&tensor([3.0])), (9.0, tensor([6.0])));
}

/// shrew: through `sum`, `mean` and gelu the second derivative is silently `None`. Here `grad` is no operation that may be
/// differentiated, which the compiler says; so second derivatives are differences of gradients, and those are exact enough.
#[test]
fn second_derivatives_by_differences_go_through_reductions() {
    #[differentiable]
    fn cubes(x: &Vector<f64, 2>) -> f64 {
        (x * x * x).sum() + x.gelu().mean()
    }
    let (x, step) = (tensor([0.5, -1.0]), 1e-5);
    let along = tensor([step, 0.0]);
    let second = (cubes::grad(&(x + along)) - cubes::grad(&(x - along))) / (2.0 * step);
    let phi = |x: f64| (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let expected = 6.0 * 0.5 + phi(0.5) * (2.0 - 0.25) / 2.0;
    assert!((second[[0]] - expected).abs() < 1e-8 && second[[1]].abs() < 1e-8);
}

/// shrew: 100,000 additions in a row overflow the stack.
#[test]
fn a_million_operations_in_a_row_need_no_stack() {
    #[differentiable]
    fn f(x: f64, rate: f64, n: usize) -> f64 {
        let mut y = x;
        for _ in 0..n {
            y = (y + 1.0) * rate;
        }
        y
    }
    let n = 1_000_000;
    let (value, (x_bar, _)) = f::value_and_grad(1.0, 1.0, n);
    assert_eq!((value, x_bar), (1e6 + 1.0, 1.0));
}

/// shrew: checkpoints that save nothing, or that lose the gradients of all segments but the last.
#[test]
fn checkpoints_save_memory_and_lose_no_gradient() {
    #[differentiable]
    fn plain(x: &Vector<f64, 8>, w: &Matrix<f64, 8, 8>) -> f64 {
        let mut h = *x;
        for _ in 0..64 {
            h = h.matmul(w).tanh();
        }
        h.sum()
    }
    #[differentiable]
    fn saving(x: &Vector<f64, 8>, w: &Matrix<f64, 8, 8>) -> f64 {
        let mut h = *x;
        #[checkpoint]
        for _ in 0..64 {
            h = h.matmul(w).tanh();
        }
        h.sum()
    }
    let (x, w) = (numbers(1), numbers(2) * 0.3);
    assert_eq!(plain::value_and_grad(&x, &w), saving::value_and_grad(&x, &w));
    assert!(w == numbers(2) * 0.3 && plain::grad(&x, &w).1.abs().max() > 0.0);
    assert!(3 * saving::at(&x, &w).tape_words() < plain::at(&x, &w).tape_words());
}

/// candle: layer norm, RMS norm and softmax along the last axis have no backward pass if the input is contiguous.
#[test]
fn normalisations_and_softmax_along_the_last_axis_have_a_gradient() {
    #[differentiable]
    fn f(x: &M23, w: &M23) -> f64 {
        let y = x.layer_norm(1e-5) * x.softmax::<-1>() + x.rms_norm(1e-5) * x.log_softmax::<-1>();
        (y * w).sum()
    }
    check::gradient(|(x, w)| f(x, w), |(x, w)| f::value_and_grad(x, w), (numbers(1), numbers(2))).unwrap();
    let gradient = f::grad(&numbers(1), &numbers(2)).0;
    assert!(gradient.as_slice().iter().all(|x| x.abs() > 1e-3), "{gradient:?}");
}

/// candle: rotary positions have no backward pass.
#[test]
fn rotary_positions_have_a_gradient() {
    #[differentiable]
    fn turned(x: &Matrix<f64, 3, 4>, #[constant] angles: &Matrix<f64, 3, 2>) -> Matrix<f64, 3, 4> {
        let parts = x.split::<1, 2, 2>();
        let (sin, cos) = (angles.sin(), angles.cos());
        let y: Matrix<f64, 3, 4> =
            (parts[0] * cos - parts[1] * sin).concat_to::<1, _, _>(&(parts[0] * sin + parts[1] * cos));
        y
    }
    let angles = positive(3);
    let (x, seed) = (numbers(1), numbers(2));
    let (y, x_bar) = turned::vjp(&x, &angles, seed);
    assert!((y.norm() - x.norm()).abs() < 1e-14); // a rotation
    let back = turned(&seed, &-angles);
    assert!((x_bar - back).abs().max() < 1e-15); // whose adjoint is the rotation back
}

/// burn: several operations of a network had gradients that no test compared with differences.
#[test]
fn a_whole_block_has_the_gradient_of_differences() {
    type Block = (Tensor3<f64, 2, 4, 2>, Tensor3<f64, 2, 4, 2>, Tensor3<f64, 2, 4, 2>, Tensor3<f64, 2, 2, 4>);
    #[differentiable]
    fn f(x: &Tensor3<f64, 2, 3, 4>, block: &Block, scale: &Vector<f64, 4>) -> f64 {
        let (query, key, value, output) = *block;
        let bias = nn::causal();
        let h = x + nn::multi_head(&nn::layer_norm(x, scale, scale, 1e-5), &query, &key, &value, &output, &bias);
        (h + h.gelu_tanh().dropout(0.3, 7)).square().mean()
    }
    let at = (numbers(1), (numbers(2), numbers(3), numbers(4), numbers(5)), numbers(6));
    check::gradient(|(x, b, s)| f(x, b, s), |(x, b, s)| f::value_and_grad(x, b, s), at).unwrap();
}
