//! Losses: the contract, and what is published for kinks, certain probabilities and NaN.

use cotangent::ops::cross_entropy::{cross_entropy, cross_entropy_sum, nll, nll_sum};
use cotangent::ops::losses::*;
use cotangent::prelude::*;
use cotangent::rule::Rule2;

use super::harness::{contract, laws, numbers, positive, same, single_is_double, unit, vjp2};

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

/// Each loss as a mean and as a sum.
macro_rules! losses {
    ($($x:ident $t:ident: $($mean:ident $sum:ident)*;)*) => {$($(
        #[test]
        fn $mean() {
            type S = (Dim<5>, Dim<3>);
            let (x, t) = ($x::<f64, S>(1), $t::<f64, S>(2));
            contract::<super::$mean, _>(&(x, t));
            contract::<$sum, _>(&(x, t));
            contract::<super::$mean, _>(&($x::<f64, ()>(1), $t::<f64, ()>(2)));
            assert_eq!(x.$mean(&t), x.$sum(&t) / 15.0);
            let (x, t) = ($x::<f32, S>(1), $t::<f32, S>(2));
            single_is_double::<super::$mean, _, _>(&(x, t), &(x.map(f64::from), t.map(f64::from)));
            nothing_of_a_zero_cotangent::<super::$mean>();
            assert!(Vector::<f64, 0>::zeros().$mean(&Tensor::zeros()).is_nan());
            assert_eq!(Vector::<f64, 0>::zeros().$sum(&Tensor::zeros()), 0.0);
        }
    )*)*};
}

fn probabilities<T: Real, S: Shape>(seed: usize) -> Tensor<T, S> {
    unit::<T, S>(seed).abs()
}

fn signs<T: Real, S: Shape>(seed: usize) -> Tensor<T, S> {
    numbers::<T, S>(seed).signum()
}

fn nothing_of_a_zero_cotangent<R: Rule2<Vector<f64, 5>, Vector<f64, 5>, Output = f64>>() {
    let at = tensor([0.0, 1.0, -1.0, INF, NAN]);
    for t in [0.0, 1.0, INF, NAN] {
        let (x_bar, t_bar) = vjp2::<R, _, _>(&at, &Tensor::full(t), &0.0);
        assert_eq!((x_bar, t_bar), (Tensor::zeros(), Tensor::zeros()));
    }
}

mod contract_of {
    use super::*;

    losses! {
        numbers numbers: mae mae_sum;
        numbers positive: bce_with_logits bce_with_logits_sum kl_div kl_div_sum;
        probabilities probabilities: bce bce_sum;
        numbers signs: hinge hinge_sum;
    }

    #[test]
    fn huber_of_both_kinds() {
        let (x, t) = (numbers::<f64, (Dim<5>, Dim<3>)>(1), numbers::<f64, (Dim<5>, Dim<3>)>(2));
        contract::<huber, _>(&(x, t, 0.71));
        contract::<huber_sum, _>(&(x, t, 0.71));
        assert_eq!(x.huber(&t, 0.71), x.huber_sum(&t, 0.71) / 15.0);
        let (x, t) = (numbers::<f32, (Dim<5>, Dim<3>)>(1), numbers::<f32, (Dim<5>, Dim<3>)>(2));
        single_is_double::<huber, _, _>(&(x, t, 0.75_f32), &(x.map(f64::from), t.map(f64::from), 0.75));
    }

    #[test]
    fn focal_of_both_kinds() {
        type S = (Dim<5>, Dim<3>);
        let (x, t) = (numbers::<f64, S>(1), probabilities::<f64, S>(2));
        contract::<focal_with_logits, _>(&(x, t, 2.0));
        contract::<focal_with_logits_sum, _>(&(x, t, 0.7));
        assert_eq!(x.focal_with_logits(&t, 2.0), x.focal_with_logits_sum(&t, 2.0) / 15.0);
        let (x, t) = (numbers::<f32, S>(1), probabilities::<f32, S>(2));
        single_is_double::<focal_with_logits, _, _>(&(x, t, 2.0_f32), &(x.map(f64::from), t.map(f64::from), 2.0));
    }

    #[test]
    fn cross_entropies() {
        let (x, t) = (numbers::<f64, (Dim<4>, Dim<5>)>(1), positive::<f64, (Dim<4>, Dim<5>)>(2));
        contract::<super::cross_entropy, _>(&(x, t));
        contract::<nll, _>(&(x, [4, 0, 2, 2]));
        contract::<cross_entropy_sum, _>(&(x, t));
        contract::<nll_sum, _>(&(x, [4, 0, 2, 2]));
        assert_eq!(x.cross_entropy(&t), x.cross_entropy_sum(&t) / 4.0);
        assert_eq!(x.nll(&[4, 0, 2, 2]), x.nll_sum(&[4, 0, 2, 2]) / 4.0);
        let (x, t) = (numbers::<f32, (Dim<4>, Dim<5>)>(1), positive::<f32, (Dim<4>, Dim<5>)>(2));
        single_is_double::<super::cross_entropy, _, _>(&(x, t), &(x.map(f64::from), t.map(f64::from)));
        laws::<nll, _>(&(x, [4, 0, 2, 2]));
    }
}

#[test]
fn at_kinks() {
    let zero = tensor([0.0, 0.0]);
    assert_eq!(vjp2::<mae_sum, _, _>(&zero, &zero, &1.0), (zero, zero));
    let (x_bar, t_bar) = vjp2::<hinge_sum, _, _>(&tensor([1.0, 0.0]), &tensor([1.0, -1.0]), &1.0);
    assert_eq!((x_bar, t_bar), (tensor([0.0, 1.0]), tensor([0.0, 0.0])));
}

#[test]
fn hubers_loss_goes_straight_on_beyond_delta() {
    #[differentiable]
    fn f(x: &Vector<f64, 3>, #[constant] t: &Vector<f64, 3>, delta: f64) -> f64 {
        x.huber_sum(t, delta)
    }
    let t = Tensor::zeros();
    assert_eq!(f::value_and_grad(&tensor([1.0, -2.0, 5.0]), &t, 2.0), (10.5, (tensor([1.0, -2.0, 2.0]), 3.0)));
}

/// Without focus it is the cross entropy; what is certain and right costs nothing and moves nothing, what is certain and wrong all.
#[test]
fn focus_is_on_mistakes() {
    #[differentiable]
    fn f(x: &Vector<f64, 4>, #[constant] t: &Vector<f64, 4>, gamma: f64) -> f64 {
        x.focal_with_logits_sum(t, gamma)
    }
    let (x, t) = (tensor([0.5, -2.0, 1.0, 0.0]), tensor([1.0, 0.0, 0.0, 0.5]));
    assert_eq!(x.focal_with_logits(&t, 0.0), x.bce_with_logits(&t));
    assert_eq!(f::grad(&x, &t, 0.0).0, vjp2::<bce_with_logits_sum, _, _>(&x, &t, &1.0).0);
    let (far, t) = (tensor([1e4, -1e4, 1e4, -1e4]), tensor([1.0, 0.0, 0.0, 1.0]));
    for gamma in [0.0, 0.5, 1.0, 2.0] {
        assert_eq!(f::value_and_grad(&far, &t, gamma), (2e4, (tensor([0.0, 0.0, 1.0, -1.0]), 0.0)), "{gamma}");
    }
}

#[test]
fn certain_probabilities() {
    let (x, t) = (tensor([0.0, 1.0, 0.0, 1.0]), tensor([0.0, 1.0, 1.0, 0.0]));
    assert_eq!(x.narrow::<0, 0, 2>().bce_sum(&t.narrow::<0, 0, 2>()), 0.0);
    assert_eq!(x.bce_sum(&t), INF);
    let (x_bar, _) = vjp2::<bce_sum, _, _>(&x, &t, &1.0);
    same(x_bar.as_slice(), &[1.0, -1.0, -INF, INF]);

    let x = tensor([INF, -INF, 1e4, -1e4]);
    same(&[x.bce_with_logits_sum(&tensor([1.0, 0.0, 1.0, 0.0]))], &[0.0]);
    let (x_bar, _) = vjp2::<bce_with_logits_sum, _, _>(&x, &tensor([1.0, 0.0, 0.0, 1.0]), &1.0);
    same(x_bar.as_slice(), &[0.0, 0.0, 1.0, -1.0]);

    let log_q = tensor([0.5, 0.5, 0.0]).ln();
    assert_eq!(log_q.kl_div_sum(&tensor([1.0, 0.0, 0.0])), 2.0_f64.ln());
    let (x_bar, _) = vjp2::<kl_div_sum, _, _>(&log_q, &tensor([1.0, 0.0, 0.0]), &1.0);
    same(x_bar.as_slice(), &[-1.0, 0.0, 0.0]);
}

#[test]
fn hard_targets_are_labels() {
    let logits = numbers::<f64, (Dim<4>, Dim<5>)>(1);
    let labels = [4, 0, 2, 2];
    let (soft, hard) = (logits.cross_entropy(&Matrix::one_hot(&labels)), logits.softmax_cross_entropy(&labels));
    assert!((soft - hard).abs() <= 4.0 * f64::EPSILON * hard);
    let nll = logits.log_softmax::<1>().nll(&labels);
    assert!((nll - hard).abs() <= 4.0 * f64::EPSILON * hard);
    assert_eq!(Matrix::<f64, 1, 4>::smoothed(&[2], 0.5), tensor([[0.125, 0.125, 0.625, 0.125]]));
    let far = tensor([[0.0, -1e4]]);
    assert_eq!(far.cross_entropy(&tensor([[0.0, 1.0]])), 1e4);
    assert_eq!(tensor([[0.0, -INF]]).cross_entropy(&tensor([[1.0, 0.0]])), 0.0);
}

#[test]
#[should_panic(expected = "nll: label 3 at position 1 is not below the number of classes, 3")]
fn a_label_out_of_range_is_named() {
    let _ = Matrix::<f64, 2, 3>::zeros().nll(&[0, 3]);
}

#[test]
fn in_functions() {
    #[differentiable]
    fn f(x: &Matrix<f64, 3, 4>, t: &Matrix<f64, 3, 4>, labels: &[usize; 3]) -> f64 {
        let probabilities = t.softmax::<1>();
        let spread = x.mae(t)
            + x.huber(t, 0.5)
            + x.focal_with_logits(&probabilities, 2.0)
            + x.hinge_sum(t)
            + x.kl_div(&probabilities);
        let certain = x.sigmoid().bce(&probabilities) + x.bce_with_logits_sum(&probabilities);
        spread + certain + x.cross_entropy(&probabilities) + x.log_softmax::<1>().nll(labels)
    }
    let (labels, at) = ([3, 1, 0], (numbers(1), numbers(2)));
    cotangent::check::gradient(|(x, t)| f(x, t, &labels), |(x, t)| f::value_and_grad(x, t, &labels), at).unwrap();
}

#[test]
#[should_panic(expected = "one_hot: label 3 at position 1 is not below the number of classes, 3")]
fn a_label_of_no_class_has_no_row() {
    let _ = Matrix::<f64, 2, 3>::one_hot(&[2, 3]);
}
