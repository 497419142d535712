//! Rotation of pairs of neighbours, as complex products: what rotary positions are made of.
//!
//! Bilinear: both adjoints are products with a conjugate.

use crate::kernels::add_complex_products;
use crate::rule::{By2, rule};
use crate::scalar::Real;
use crate::tape::{No, Yes};
use crate::tensor::{Axis, Dim, HasAxis, Matrix, Shape, Tensor, Text, along, wide_mut};

impl<T: Real, S: Shape> Tensor<T, S> {
    /// Every pair of neighbours along the last axis, times a pair of `turns`, both as complex numbers: from `(a, b)` and `(c, d)` it makes
    /// `(a c - b d, a d + b c)`. The last two axes are those of `turns`, and the axes before them are a stack. With
    /// `(cos φ, sin φ)` in `turns`, the pair is rotated by `φ`; [`rotary`](crate::nn::rotary) has such pairs for positions. A last axis
    /// of odd length is a build error.
    ///
    /// Derivatives: the cotangent times the conjugate pairs of `turns`; for `turns`, times those of the tensor, summed over the stack.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let x = tensor([[1.0, 2.0, 1.0, 0.0]]);
    /// let turns = tensor([[1.0, 0.0, 0.0, 1.0]]); // none, and a quarter
    /// assert_eq!(x.rotate_pairs(&turns), tensor([[1.0, 2.0, 0.0, 1.0]]));
    ///
    /// #[differentiable]
    /// fn second(x: &Matrix<f64, 1, 4>, #[constant] turns: &Matrix<f64, 1, 4>) -> f64 {
    ///     x.rotate_pairs(turns)[[0, 3]]
    /// }
    /// assert_eq!(second::grad(&x, &turns), tensor([[0.0, 0.0, 1.0, 0.0]]));
    /// ```
    ///
    /// ```compile_fail,E0080
    /// use cotangent::prelude::*;
    ///
    /// tensor([[1.0, 2.0, 3.0]]).rotate_pairs(&tensor([[1.0, 0.0, 1.0]])); // three numbers are no pairs
    /// ```
    #[inline]
    #[must_use]
    pub fn rotate_pairs<const L: usize, const D: usize>(&self, turns: &Matrix<T, L, D>) -> Self
    where
        S: HasAxis<-2, Axis = Dim<L>> + HasAxis<-1, Axis = Dim<D>>,
    {
        let mut y = Self::ZEROS;
        add_rotated::<_, _, L, D>(self, turns, &mut y);
        y
    }

    #[doc(hidden)]
    pub fn derivative_of_rotate_pairs(&self) -> By2<rotate_pairs> {
        By2::new()
    }
}

/// `d += x t`
#[inline]
fn add_rotated<T: Real, S: HasAxis<-1>, const L: usize, const D: usize>(
    x: &Tensor<T, S>,
    turns: &Matrix<T, L, D>,
    d: &mut Tensor<T, S>,
) {
    const {
        if !S::Axis::LEN.is_multiple_of(2) {
            along::<-1, S>(&mut Text::new("rotate_pairs: there are no pairs along"))
        }
    }
    add_complex_products(false, x.as_slice(), turns.as_slice(), d.as_mut_slice());
}

rule! {
    /// `y = x t` of pairs as complex numbers. VJP: `x̄ += ȳ t*`, `t̄ += ȳ x*`, with conjugates; `t̄` is summed over the stack.
    rotate_pairs reads (Yes, Yes, No);
    bilinear for [T: Real, S: HasAxis<-2, Axis = Dim<L>> + HasAxis<-1, Axis = Dim<D>>, const L: usize, const D: usize]
        (x: Tensor<T, S>, turns: Matrix<T, L, D>) -> Tensor<T, S>;
    y = x.rotate_pairs(turns);
    add = add_rotated::<T, S, L, D>(x, turns, y);
    x (turns => |c, d| add_complex_products(true, c.as_slice(), turns.as_slice(), d.as_mut_slice())),
    turns (x => |c, d| wide_mut(d, |d| add_complex_products(true, c.as_slice(), x.as_slice(), d.as_mut_slice())));
}
