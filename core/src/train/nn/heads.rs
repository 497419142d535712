//! Scaled dot-product attention, multi-head self-attention, and what they know of positions: masks and rotations.

use crate::differentiable;
use crate::prelude::*;

/// Scaled dot-product attention (Vaswani et al. 2017): `softmax(q kᵀ / √D) v` for every sample and every head.
///
/// Each of the `L` queries gets a mean of the `M` values, weighted by how well its vector of width `D` matches that of
/// the key. The axes are samples, heads, positions, width.
///
/// ```
/// use cotangent::nn;
/// use cotangent::prelude::*;
///
/// // Both keys fit equally well: the mean of the values.
/// let (q, k) = (tensor([[[[1.0, 0.0]]]]), tensor([[[[0.0, 1.0], [0.0, 5.0]]]]));
/// assert_eq!(nn::attention(&q, &k, &tensor([[[[10.0], [20.0]]]])), tensor([[[[15.0]]]]));
/// ```
#[differentiable]
pub fn attention<
    T: Real,
    const B: usize,
    const H: usize,
    const L: usize,
    const M: usize,
    const D: usize,
    const V: usize,
>(
    q: &Tensor4<T, B, H, L, D>,
    k: &Tensor4<T, B, H, M, D>,
    v: &Tensor4<T, B, H, M, V>,
) -> Tensor4<T, B, H, L, V> {
    let scores = (q * T::from_usize(D).sqrt().recip()).matmul(&k.transpose());
    scores.softmax::<-1>().matmul(v)
}

/// [`attention`](fn@attention) with a bias added to the score of every query and key: `softmax(q kᵀ / √D + bias) v`.
///
/// Where the bias is `-∞`, the query does not see the key, and no value or derivative flows between them: such a bias
/// is a mask, for example [`causal`]. A query that sees no key at all gives NaN. A learned bias has a derivative, which
/// is finite everywhere else.
///
/// ```
/// use cotangent::nn;
/// use cotangent::prelude::*;
///
/// let (q, k) = (Tensor4::<f64, 1, 1, 2, 3>::zeros(), Tensor4::<f64, 1, 1, 2, 3>::zeros());
/// let y = nn::attention_with_bias(&q, &k, &tensor([[[[10.0], [20.0]]]]), &nn::causal());
/// assert_eq!(y, tensor([[[[10.0], [15.0]]]])); // the first position does not see the second
/// ```
#[differentiable]
pub fn attention_with_bias<
    T: Real,
    const B: usize,
    const H: usize,
    const L: usize,
    const M: usize,
    const D: usize,
    const V: usize,
>(
    q: &Tensor4<T, B, H, L, D>,
    k: &Tensor4<T, B, H, M, D>,
    v: &Tensor4<T, B, H, M, V>,
    bias: &Matrix<T, L, M>,
) -> Tensor4<T, B, H, L, V> {
    let scores = (q * T::from_usize(D).sqrt().recip()).matmul(&k.transpose());
    (scores + bias).softmax::<-1>().matmul(v)
}

/// The bias that lets a position see itself and earlier positions: 0 up to the diagonal, `-∞` beyond.
///
/// ```
/// use cotangent::nn;
/// use cotangent::prelude::*;
///
/// assert_eq!(nn::causal::<f32, 2>(), tensor([[0.0, f32::NEG_INFINITY], [0.0, 0.0]]));
/// ```
#[must_use]
pub fn causal<T: Real, const L: usize>() -> Matrix<T, L, L> {
    Matrix::from_fn(|[query, key]| if key <= query { T::ZERO } else { T::NEG_INFINITY })
}

/// Rotary positions (Su et al., *Enhanced transformer with rotary position embedding*, 2021): `(cos pθᵢ, sin pθᵢ)` for each pair `i` of a
/// vector of even width `D` at position `p`, with `θᵢ = base^(-2i/D)`; the base is usually 10,000.
///
/// [`rotate_pairs`](Tensor::rotate_pairs) rotates queries and keys by them, so that their products depend on the distance of the
/// positions alone. Pairs are neighbours, as in the paper and in the weights of Llama; files of Hugging Face pair each number of the first
/// half of a head with one of the second.
///
/// ```
/// use cotangent::nn;
/// use cotangent::prelude::*;
///
/// let (turns, q, k): (Matrix<f64, 8, 2>, _, _) = (nn::rotary(10_000.0), tensor([[1.0, 2.0]]), tensor([[3.0, 1.0]]));
/// let at = |x: &Matrix<f64, 1, 2>, position| x.rotate_pairs(&tensor([[turns[[position, 0]], turns[[position, 1]]]]));
/// let product = |i, j| (at(&q, i) * at(&k, j)).sum();
/// assert!((product(5, 2) - product(7, 4)).abs() < 1e-12); // three positions apart
/// ```
#[must_use]
pub fn rotary<T: Real, const L: usize, const D: usize>(base: f64) -> Matrix<T, L, D> {
    Matrix::from_fn(|[position, i]| {
        let pair = i / 2;
        let angle = f64::from_usize(position) * base.powf(-f64::from_usize(2 * pair) / f64::from_usize(D));
        T::lit(if i % 2 == 0 { angle.cos() } else { angle.sin() })
    })
}

/// Multi-head self-attention (Vaswani et al. 2017): every position of a sequence attends to the others with `H` heads
/// of width `D`.
///
/// The axes of `x` are samples, positions, width. Each head has its own matrices: from vectors of width `W` to queries,
/// keys and values of width `D`, and from the attended values to the head's part of the result. `bias` is that of
/// [`attention_with_bias`](fn@attention_with_bias): [`causal`], or zeros if every position may see every other.
///
/// ```
/// use cotangent::nn;
/// use cotangent::prelude::*;
///
/// // One head that fits everything equally well and hands on what it takes: the mean of what was there so far.
/// let (any, eye) = (Tensor::zeros(), tensor([[[1.0, 0.0], [0.0, 1.0]]]));
/// let x = tensor([[[2.0, 4.0], [6.0, 0.0]]]);
/// assert_eq!(nn::multi_head(&x, &any, &any, &eye, &eye, &nn::causal()), tensor([[[2.0, 4.0], [4.0, 2.0]]]));
/// ```
#[differentiable]
pub fn multi_head<T: Real, const B: usize, const L: usize, const W: usize, const H: usize, const D: usize>(
    x: &Tensor3<T, B, L, W>,
    query: &Tensor3<T, H, W, D>,
    key: &Tensor3<T, H, W, D>,
    value: &Tensor3<T, H, W, D>,
    output: &Tensor3<T, H, D, W>,
    bias: &Matrix<T, L, L>,
) -> Tensor3<T, B, L, W> {
    let x = x.unsqueeze::<1>();
    let taken = attention_with_bias(&x.matmul(query), &x.matmul(key), &x.matmul(value), bias);
    taken.matmul(output).sum_axis::<1>()
}
