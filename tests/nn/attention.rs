//! Attention: against plain loops, with masks, and with several heads.

use cotangent::check;
use cotangent::nn;
use cotangent::prelude::*;

use crate::ops::harness::numbers;

const INF: f64 = f64::INFINITY;

type Queries = Tensor4<f64, 2, 3, 5, 4>;
type Keys = Tensor4<f64, 2, 3, 7, 4>;
type Values = Tensor4<f64, 2, 3, 7, 2>;
type Bias = Matrix<f64, 5, 7>;

/// In plain loops.
fn plain(q: &Queries, k: &Keys, v: &Values, bias: &Bias) -> Tensor4<f64, 2, 3, 5, 2> {
    let mut y = Tensor::zeros();
    for (b, h, i) in (0..2).flat_map(|b| (0..3).flat_map(move |h| (0..5).map(move |i| (b, h, i)))) {
        let score = |j| (0..4).map(|d| q[[b, h, i, d]] * k[[b, h, j, d]]).sum::<f64>() / 2.0 + bias[[i, j]];
        let weights: Vec<f64> = (0..7).map(|j| f64::exp(score(j))).collect();
        for c in 0..2 {
            let taken: f64 = (0..7).map(|j| weights[j] * v[[b, h, j, c]]).sum();
            y[[b, h, i, c]] = taken / weights.iter().sum::<f64>();
        }
    }
    y
}

#[track_caller]
fn near<S: Shape>(found: &Tensor<f64, S>, expected: &Tensor<f64, S>) {
    let error = (found - expected).abs().max();
    assert!(error <= 8.0 * f64::EPSILON, "{error:e}");
}

/// What some keys are not seen by some queries with.
fn mask() -> Bias {
    Matrix::from_fn(|[i, j]| if (i * 3 + j) % 4 == 1 { -INF } else { 0.0 })
}

#[test]
fn is_the_formula() {
    let (q, k, v): (Queries, Keys, Values) = (numbers(1), numbers(2), numbers(3));
    near(&nn::attention(&q, &k, &v), &plain(&q, &k, &v, &Matrix::zeros()));
    near(&nn::attention_with_bias(&q, &k, &v, &numbers(4)), &plain(&q, &k, &v, &numbers(4)));
    near(&nn::attention_with_bias(&q, &k, &v, &mask()), &plain(&q, &k, &v, &mask()));
}

#[test]
fn has_the_right_gradient() {
    let at: (Queries, Keys, Values) = (numbers(1), numbers(2), numbers(3));
    check::vjp(|(q, k, v)| nn::attention(q, k, v), |(q, k, v), c| nn::attention::vjp(q, k, v, c), at).unwrap();
    check::vjp(
        |(q, k, v, bias)| nn::attention_with_bias(q, k, v, bias),
        |(q, k, v, bias), c| nn::attention_with_bias::vjp(q, k, v, bias, c),
        (at.0, at.1, at.2, numbers::<f64, (Dim<5>, Dim<7>)>(4)),
    )
    .unwrap();
}

#[test]
fn with_a_mask_too() {
    #[differentiable]
    fn masked(q: &Queries, k: &Keys, v: &Values, #[constant] mask: &Bias) -> Tensor4<f64, 2, 3, 5, 2> {
        nn::attention_with_bias(q, k, v, mask)
    }
    let at: (Queries, Keys, Values) = (numbers(1), numbers(2), numbers(3));
    check::vjp(|(q, k, v)| masked(q, k, v, &mask()), |(q, k, v), c| masked::vjp(q, k, v, &mask(), c), at).unwrap();
}

/// The last position changes nothing before it, and no cotangent flows back to what a query does not see.
#[test]
fn the_future_is_not_seen() {
    type T = Tensor4<f64, 1, 1, 4, 3>;
    let (x, mut changed): (T, T) = (numbers(1), numbers(1));
    for d in 0..3 {
        changed[[0, 0, 3, d]] = 1e6;
    }
    let of = |x: &T| nn::attention_with_bias(x, x, x, &nn::causal());
    assert_eq!(of(&x).narrow::<2, 0, 3>(), of(&changed).narrow::<2, 0, 3>());

    let mut seed = T::zeros();
    seed[[0, 0, 1, 0]] = 1.0;
    let (_, (q_bar, k_bar, v_bar, bias_bar)) = nn::attention_with_bias::vjp(&x, &x, &x, &nn::causal(), seed);
    for future in [k_bar, v_bar].map(|bar| bar.narrow::<2, 2, 2>()) {
        assert_eq!(future, Tensor::zeros());
    }
    assert!(q_bar.narrow::<2, 1, 1>().abs().max() > 0.01);
    assert!(bias_bar.as_slice().iter().all(|x| x.is_finite()));
}

#[test]
fn a_query_that_sees_nothing_is_nan_and_alone() {
    let q: Tensor4<f64, 1, 1, 2, 3> = numbers(1);
    let y = nn::attention_with_bias(&q, &q, &q, &tensor([[-INF, -INF], [0.0, 0.0]]));
    assert!(y[[0, 0, 0, 0]].is_nan() && y[[0, 0, 1, 0]].is_finite());
}

#[test]
fn large_scores_do_not_overflow() {
    let q = Tensor4::<f32, 1, 1, 1, 1>::full(1e4);
    let k = tensor([[[[1e4_f32], [-1e4]]]]);
    assert_eq!(nn::attention(&q, &k, &tensor([[[[3.0], [5.0]]]])), tensor([[[[3.0]]]]));
}

type Into = Tensor3<f64, 2, 6, 3>;
type From = Tensor3<f64, 2, 3, 6>;
type Sequences = Tensor3<f64, 2, 5, 6>;

/// The heads one by one, each as attention on matrices of its own.
#[test]
fn several_heads_add_up() {
    let (query, key, value, output): (Into, Into, Into, From) = (numbers(1), numbers(2), numbers(3), numbers(4));
    let (x, bias): (Sequences, _) = (numbers(5), nn::causal());
    let mut sum = Sequences::zeros();
    for h in 0..2 {
        let of = |w: &Into| -> Tensor4<f64, 2, 1, 5, 3> {
            let w: Matrix<f64, 6, 3> = Matrix::from_fn(|[i, j]| w[[h, i, j]]);
            x.matmul(&w).unsqueeze::<1>().fixed::<1>()
        };
        let taken = nn::attention_with_bias(&of(&query), &of(&key), &of(&value), &bias);
        let output: Matrix<f64, 3, 6> = Matrix::from_fn(|[i, j]| output[[h, i, j]]);
        sum += taken.squeeze::<1>().matmul(&output);
    }
    let error = (nn::multi_head(&x, &query, &key, &value, &output, &bias) - sum).abs().max();
    assert!(error < 1e-13, "{error:e}");
}

#[test]
fn several_heads_have_the_right_gradient() {
    let at: (Sequences, Into, Into, Into, From, Matrix<f64, 5, 5>) =
        (numbers(1), numbers(2), numbers(3), numbers(4), numbers(5), numbers(6));
    check::vjp(
        |(x, query, key, value, output, bias)| nn::multi_head(x, query, key, value, output, bias),
        |(x, query, key, value, output, bias), c| nn::multi_head::vjp(x, query, key, value, output, bias, c),
        at,
    )
    .unwrap();
}

#[test]
fn the_causal_bias_adds_nothing_to_what_is_seen() {
    let bias = tensor([[0.0, -INF, -INF], [0.0, 0.0, -INF], [0.0, 0.0, 0.0]]);
    assert_eq!(nn::causal::<f64, 3>(), bias);
}
