//! Every operation of tensors, its value and its derivative.

use cotangent::prelude::*;

use crate::allocations;

type M = Matrix<f64, 4, 6>;

/// `operations! { name: |x, y| number; }`: a test for each, of a function of two matrices.
macro_rules! operations {
    ($($name:ident: |$x:ident, $y:ident| $value:expr;)*) => {$(
        #[test]
        fn $name() {
            #[differentiable]
            fn f($x: &M, $y: &M) -> f64 {
                $value
            }
            let (x, y) = (M::full(1.5), M::full(0.5));
            assert_eq!(allocations(|| f(&x, &y)), 0);
            assert_eq!(allocations(|| f::grad(&x, &y)), 0);
        }
    )*};
}
operations! {
    operators: |x, y| (x * y + x / y - -x + 2.0 * y).sum();
    broadcasting: |x, y| (x * y.mean_keep::<0>() - x.max_keep::<1>()).sum();
    powers: |x, y| (x.exp() + x.ln() + x.sqrt() + y.powi(3) + y.powf(1.5)).sum();
    convolutions: |x, y| {
        let (images, w): (Tensor4<f64, 2, 2, 2, 3>, Tensor4<f64, 3, 2, 2, 2>) = (x.reshape(), y.reshape());
        let a: Tensor4<f64, 2, 3, 3, 4> = images.conv2d::<1, 1>(&w);
        let b: Tensor4<f64, 2, 2, 4, 5> = a.conv_transpose2d::<1, 0>(&w);
        let (lines, v): (Tensor3<f64, 1, 4, 6>, Tensor3<f64, 2, 4, 3>) = (x.reshape(), y.reshape());
        let c: Tensor3<f64, 1, 2, 4> = lines.conv1d::<1, 0>(&v);
        let d: Tensor3<f64, 1, 4, 6> = c.conv_transpose1d::<1, 0>(&v);
        b.sum() + d.sum()
    };
    poolings: |x, y| {
        let (images, lines): (Tensor4<f64, 1, 1, 4, 6>, Tensor3<f64, 1, 4, 6>) = (x.reshape(), y.reshape());
        let a: Tensor4<f64, 1, 1, 2, 3> = images.max_pool2d::<2, 2>();
        let b: Tensor4<f64, 1, 1, 2, 3> = images.avg_pool2d::<2, 2>();
        let c: Tensor3<f64, 1, 4, 3> = lines.max_pool1d::<2, 2>();
        let d: Tensor3<f64, 1, 4, 3> = lines.avg_pool1d_with::<Window<3, 2, 1>>();
        (a * b).sum() + (c * d).sum() + images.global_avg_pool().sum()
    };
    windows: |x, y| {
        let (images, lines): (Tensor4<f64, 1, 1, 4, 6>, Tensor3<f64, 1, 4, 6>) = (x.reshape(), y.reshape());
        let a: Tensor3<f64, 1, 4, 6> = images.unfold2d::<2, 2>();
        let b: Tensor3<f64, 1, 4, 6> = lines.max_pool1d_with::<Ceil<Window<1, 1>>>();
        let c: Tensor4<f64, 1, 1, 4, 6> = (a * b).fold2d::<2, 2>();
        c.adaptive_max_pool::<3, 4>().sum()
    };
    spectra: |x, y| {
        let ((re, im), (re_y, im_y)) = (x.rfft::<1, 4>(), y.rfft::<1, 4>());
        (re * re_y).irfft::<1, 6>(&(im * im_y)).sum()
    };
    waves: |x, y| (x.sin() * y.cos()).sum();
    activations: |x, y| (x.tanh() + x.sigmoid() + y.relu() + y.abs()).sum();
    extremes: |x, y| x.max() - y.min() + x.max_axis::<0>().sum() + y.min_axis::<1>().sum();
    reductions: |x, y| x.mean() * y.sum() + x.sum_axis::<0>().mean() + y.mean_axis::<1>().sum();
    broadcast: |x, y| (x.sum_to::<(Dim<6>,)>() * y.sum_axis::<0>()).broadcast_to::<(Dim<2>, Dim<6>)>().sum();
    products: |x, y| x.matmul(&y.transpose()).matmul(x).sum();
    layers: |x, y| x.linear(&y.transpose(), &y.sum_axis::<1>()).sum();
    reshaping: |x, y| (x.reshape::<(Dim<6>, Dim<4>)>() * y.transpose()).sum();
    axes: |x, y| (x.swap_axes::<0, 1>() * y.permute::<Perm2<1, 0>>()).sum();
    parts: |x, y| (x.narrow::<0, 1, 2>() * y.narrow::<0, 0, 2>()).sum();
    axes_of_length_1: |x, y| (x.narrow::<0, 0, 1>().stretch::<0>() * y.sum_keep::<0>().fixed::<0>()).sum();
    all_axes: |x, y| x.sum_to::<()>().item() * y.sum_to::<()>().item();
    concatenation: |x, y| {
        let both: Matrix<f64, 8, 6> = x.concat_to::<0, _, _>(y);
        both.mean()
    };
    positions: |x, y| {
        let order = x.argsort::<1>();
        (x.gather::<1, 6>(&order) + y.scatter_add::<1, 6>(&order, x)).sum()
    };
    parts_and_stacks: |x, y| {
        let halves = x.split::<1, 3, 2>();
        ([halves[0], halves[1]].stack::<0>() * y.split::<1, 3, 2>()[0].unsqueeze::<0>()).sum()
    };
    normalisations: |x, y| {
        let (z, mean, variance) = y.batch_norm(1e-5);
        (x.layer_norm(1e-5) * z + x.rms_norm(1e-5) * y.group_norm::<3>(1e-5)).sum() + (mean * variance).sum()
    };
    dropout: |x, y| (x.dropout(0.3, 1) * y).sum();
    attention: |x, y| {
        let (q, k) = (x.unsqueeze::<0>().unsqueeze::<0>().fixed::<0>().fixed::<1>(), y.reshape::<(Dim<1>, Dim<1>, Dim<4>, Dim<6>)>());
        cotangent::nn::attention(&q, &k, &k).sum()
    };
    rotations: |x, y| x.rotate_pairs(y).sum();
    casts: |x, y| (x.cast::<f32>().cast::<f64>() * y).sum();
    softmax: |x, y| (x.softmax::<1>() * y.softmax::<0>()).sum();
    losses: |x, y| x.mse(y) + x.mse_sum(y) + x.softmax_cross_entropy(&[0, 1, 2, 3]) + x.cross_entropy_sum(y) + x.nll_sum(&[0, 1, 2, 3]);
    several_axes: |x, y| (x.mean_to::<(Dim<6>,)>() * y.max_to::<(Dim<6>,)>() - x.min_to::<(One, Dim<6>)>()).sum() + x.var_to::<()>().item();
    stop: |x, y| (x * stop_gradient(y)).sum();
}
