//! Generation, one position after the other: heads that keep the keys and values of what was there so far.

use super::{MultiHead, TransformerBlock};
use crate::prelude::*;

/// The keys and values of up to `N` positions of `B` sequences, for `H` heads of width `D`: what [`MultiHead::step`] keeps.
///
/// A step then computes one position, where [`MultiHead::apply`] computes all of them again; the results agree to rounding. It takes the
/// same time wherever it is, and allocates nothing. A model has one of these for each of its layers, and fills it from the first position
/// on.
///
/// ```
/// use cotangent::nn::{KeyValues, MultiHead, causal};
/// use cotangent::prelude::*;
///
/// let matrix = |k: usize| Tensor3::<f64, 2, 4, 3>::from_fn(|[i, j, l]| ((i * 7 + j * 3 + l * 5 + k) as f64).sin());
/// let heads = MultiHead { query: matrix(0), key: matrix(1), value: matrix(2), output: matrix(3).reshape() };
/// let x = Tensor3::from_fn(|[_, i, j]| ((i * 5 + j) as f64).cos());
/// let whole: Tensor3<f64, 1, 6, 4> = heads.apply(&x, &causal());
///
/// let mut kept = KeyValues::<_, 1, 2, 3, 6>::new();
/// for (i, at_once) in whole.as_slice().chunks(4).enumerate() {
///     let y = heads.step(&Matrix::<f64, 1, 4>::from_fn(|[_, j]| x[[0, i, j]]), &mut kept);
///     assert!(y.as_slice().iter().zip(at_once).all(|(y, at_once)| (y - at_once).abs() < 1e-14));
/// }
/// assert_eq!(kept.len(), 6);
/// kept.clear(); // for another sequence
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct KeyValues<T: Real, const B: usize, const H: usize, const D: usize, const N: usize> {
    keys: Tensor4<T, B, H, N, D>,
    values: Tensor4<T, B, H, N, D>,
    len: usize,
}

/// A vector for each head.
type Heads<T, const B: usize, const H: usize, const D: usize> = Tensor4<T, B, H, 1, D>;

impl<T: Real, const B: usize, const H: usize, const D: usize, const N: usize> KeyValues<T, B, H, D, N> {
    /// Nothing is kept yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { keys: Tensor::ZEROS, values: Tensor::ZEROS, len: 0 }
    }

    /// The number of positions that are kept.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether nothing is kept.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Forgets everything.
    pub const fn clear(&mut self) {
        self.len = 0;
    }

    /// The next position.
    #[track_caller]
    fn place(&self) -> usize {
        assert!(self.len < N, "there is room for {N} positions, and all of them are kept");
        self.len
    }

    /// Keeps the key and the value of the next position, and gives what its query takes from all that are kept.
    #[track_caller]
    fn next(
        &mut self,
        query: &Heads<T, B, H, D>,
        key: &Heads<T, B, H, D>,
        value: &Heads<T, B, H, D>,
    ) -> Heads<T, B, H, D> {
        let place = self.place();
        for (all, new) in [(&mut self.keys, key), (&mut self.values, value)] {
            for (all, new) in all.as_mut_slice().chunks_exact_mut(N * D).zip(new.as_slice().chunks_exact(D)) {
                all[place * D..][..D].copy_from_slice(new);
            }
        }
        self.len = place + 1;
        let query: Tensor4<T, B, H, D, 1> = (query * T::from_usize(D).sqrt().recip()).reshape();
        let scores: Tensor4<T, B, H, 1, N> = self.keys.matmul(&query).reshape();
        let later = Vector::from_fn(|[i]| if i < self.len { T::ZERO } else { T::NEG_INFINITY });
        (scores + later).softmax::<-1>().matmul(&self.values)
    }
}

impl<T: Real, const B: usize, const H: usize, const D: usize, const N: usize> Default for KeyValues<T, B, H, D, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Real, const W: usize, const H: usize, const D: usize> MultiHead<T, W, H, D> {
    /// What the next position of `B` sequences takes from itself and those before it: a row of what [`apply`](Self::apply) makes with
    /// [`causal`](super::causal).
    ///
    /// # Panics
    /// When `N` positions are kept already.
    #[track_caller]
    pub fn step<const B: usize, const N: usize>(
        &self,
        x: &Matrix<T, B, W>,
        kept: &mut KeyValues<T, B, H, D, N>,
    ) -> Matrix<T, B, W> {
        let [query, key, value] = self.asked(x);
        self.answered(&kept.next(&query, &key, &value))
    }

    /// [`step`](Self::step) with rotary positions: a row of what [`apply_rotary`](Self::apply_rotary) makes. `turns` is
    /// [`rotary`](super::rotary), for all positions.
    ///
    /// # Panics
    /// When `N` positions are kept already.
    #[track_caller]
    pub fn step_rotary<const B: usize, const N: usize>(
        &self,
        x: &Matrix<T, B, W>,
        kept: &mut KeyValues<T, B, H, D, N>,
        turns: &Matrix<T, N, D>,
    ) -> Matrix<T, B, W> {
        let [query, key, value] = self.asked(x);
        let place = kept.place();
        let here: Matrix<T, 1, D> = Matrix::from_fn(|[_, i]| turns[[place, i]]);
        self.answered(&kept.next(&query.rotate_pairs(&here), &key.rotate_pairs(&here), &value))
    }

    /// The query, the key and the value of each head.
    fn asked<const B: usize>(&self, x: &Matrix<T, B, W>) -> [Heads<T, B, H, D>; 3] {
        let x = x.reshape::<(Dim<B>, One, Dim<1>, Dim<W>)>();
        [&self.query, &self.key, &self.value].map(|matrices| x.matmul(matrices))
    }

    /// What becomes of what the heads have taken.
    fn answered<const B: usize>(&self, taken: &Heads<T, B, H, D>) -> Matrix<T, B, W> {
        taken.matmul(&self.output).sum_axis::<1>().reshape()
    }
}

impl<T: Real, const W: usize, const H: usize, const D: usize, const F: usize> TransformerBlock<T, W, H, D, F> {
    /// The next position of `B` sequences, as in [`MultiHead::step`].
    ///
    /// # Panics
    /// When `N` positions are kept already.
    #[track_caller]
    pub fn step<const B: usize, const N: usize>(
        &self,
        x: &Matrix<T, B, W>,
        kept: &mut KeyValues<T, B, H, D, N>,
    ) -> Matrix<T, B, W> {
        self.with_found(x + self.heads.step(&self.before_heads.apply(x), kept))
    }

    /// [`step`](Self::step) with rotary positions, as in [`MultiHead::step_rotary`].
    ///
    /// # Panics
    /// When `N` positions are kept already.
    #[track_caller]
    pub fn step_rotary<const B: usize, const N: usize>(
        &self,
        x: &Matrix<T, B, W>,
        kept: &mut KeyValues<T, B, H, D, N>,
        turns: &Matrix<T, N, D>,
    ) -> Matrix<T, B, W> {
        self.with_found(x + self.heads.step_rotary(&self.before_heads.apply(x), kept, turns))
    }

    /// What the layer makes of the vectors, to which the heads have added.
    fn with_found<const B: usize>(&self, x: Matrix<T, B, W>) -> Matrix<T, B, W> {
        x + self.layer.apply(&self.before_layer.apply(&x))
    }
}
