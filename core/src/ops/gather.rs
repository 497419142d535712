//! Gather and scatter: elements by position, and addition at positions.
//!
//! Both are linear, and each is the adjoint of the other. If a position is gathered several times, its cotangents add up. Positions have no
//! derivative.

use crate::kernels::{self, Lines};
use crate::rule::{By2, By3, rule};
use crate::scalar::{Element, Real};
use crate::tape::{No, Yes};
use crate::tensor::{Axis, Dim, HasAxis, Shape, Tensor, lines, wide_mut};

/// Positions along an axis of `S`, `K` for each of its lines.
type Indices<const AXIS: isize, const K: usize, S> = Tensor<usize, <S as HasAxis<AXIS>>::With<Dim<K>>>;

impl<T: Element, S: Shape> Tensor<T, S> {
    /// From every line along axis `AXIS` the elements at the `K` positions that `indices` has for it: `y[i, k] = x[i, indices[i, k]]`
    /// for the last axis of a matrix. (`index_select` takes the same positions from all lines.)
    ///
    /// Derivative: the cotangent, added at the positions.
    ///
    /// # Panics
    /// If an index is not below the length of the axis; the message names both.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn f(x: &Matrix<f64, 2, 3>, #[constant] places: &Matrix<usize, 2, 2>) -> f64 {
    ///     x.gather::<1, 2>(places).sum()
    /// }
    /// let (x, places) = (tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), tensor([[2, 0], [1, 1]]));
    /// assert_eq!(x.gather::<1, 2>(&places), tensor([[3.0, 1.0], [5.0, 5.0]]));
    /// assert_eq!(f::grad(&x, &places), tensor([[1.0, 0.0, 1.0], [0.0, 2.0, 0.0]]));
    /// ```
    #[inline]
    #[must_use]
    pub fn gather<const AXIS: isize, const K: usize>(&self, indices: &Indices<AXIS, K, S>) -> Tensor<T, S::With<Dim<K>>>
    where
        S: HasAxis<AXIS>,
    {
        known::<AXIS, S>(indices.as_slice());
        let mut out = Tensor::ZEROS;
        kernels::pick(both::<AXIS, K, S>(), indices.as_slice(), self.as_slice(), out.as_mut_slice());
        out
    }

    /// `self`, where in every line along axis `AXIS` the numbers of `values` are added at their positions: `y[i, indices[i, k]] +=
    /// values[i, k]` for the last axis of a matrix. Numbers with the same position add up.
    ///
    /// Derivatives: the cotangent for `self`; for the values, the cotangent gathered at the positions.
    ///
    /// # Panics
    /// If an index is not below the length of the axis; the message names both.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let counts = Vector::<f64, 3>::zeros().scatter_add::<0, 4>(&tensor([2, 0, 2, 2]), &Vector::full(1.0));
    /// assert_eq!(counts, tensor([1.0, 0.0, 3.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn scatter_add<const AXIS: isize, const K: usize>(
        &self,
        indices: &Indices<AXIS, K, S>,
        values: &Tensor<T, S::With<Dim<K>>>,
    ) -> Self
    where
        S: HasAxis<AXIS>,
        T: core::ops::Add<Output = T>,
    {
        known::<AXIS, S>(indices.as_slice());
        let mut out = *self;
        add_picked::<AXIS, K, T, S>(indices, values, &mut out);
        out
    }
}

fn known<const AXIS: isize, S: HasAxis<AXIS>>(indices: &[usize]) {
    for (i, &index) in indices.iter().enumerate() {
        assert!(
            index < S::Axis::LEN,
            "index {index}, number {i} in row-major order, is not below the length of the axis, {}",
            S::Axis::LEN
        );
    }
}

/// The lines of a tensor of shape `S`, and those of the positions.
const fn both<const AXIS: isize, const K: usize, S: HasAxis<AXIS>>() -> [Lines; 2] {
    let from = lines::<AXIS, S>();
    [from, Lines { len: K, ..from }]
}

/// `d[index[k]] += values[k]` in every line.
#[inline]
fn add_picked<const AXIS: isize, const K: usize, T: Element, S: HasAxis<AXIS>>(
    indices: &Indices<AXIS, K, S>,
    values: &Tensor<T, S::With<Dim<K>>>,
    d: &mut Tensor<T, S>,
) {
    let (lines, indices, values) = (both::<AXIS, K, S>(), indices.as_slice(), values.as_slice());
    wide_mut(d, |d| kernels::add_picked(lines, indices, values, d.as_mut_slice()));
}

rule! {
    /// The elements at `K` positions of every line along axis `AXIS`. VJP: added at these positions.
    gather[AXIS: isize, K: usize] reads (No, Yes, No);
    linear for [T: Real, S: HasAxis<AXIS>] (x: Tensor<T, S>, indices: Indices<AXIS, K, S>) -> Tensor<T, S::With<Dim<K>>>;
    y = x.gather::<AXIS, K>(indices);
    x (indices => |c, d| add_picked::<AXIS, K, T, S>(indices, c, d)), indices (none);
}

rule! {
    /// Numbers added at `K` positions of every line along axis `AXIS`. VJP: the cotangent, and what is gathered from it.
    scatter_add[AXIS: isize, K: usize] reads (No, Yes, No, No);
    linear for [T: Real, S: HasAxis<AXIS>]
        (x: Tensor<T, S>, indices: Indices<AXIS, K, S>, values: Tensor<T, S::With<Dim<K>>>) -> Tensor<T, S>;
    y = x.scatter_add::<AXIS, K>(indices, values);
    x (=> |c, d| *d += c), indices (none), values (indices => |c, d| *d += c.gather::<AXIS, K>(indices));
}

impl<T: Element, S: Shape> Tensor<T, S> {
    crate::derivatives_of! {
        pub gather<const AXIS: isize, const K: usize>: By2<gather<AXIS, K>>;
        pub scatter_add<const AXIS: isize, const K: usize>: By3<scatter_add<AXIS, K>>;
    }
}
