//! The inverse of a symmetric matrix from its Cholesky factor, by products of blocks.
//!
//! `A⁻¹ = L⁻ᵀ L⁻¹`. nalgebra inverts by substitution, column by column; its products of blocks are ten times as fast at sizes of some
//! hundreds. Only the lower triangle is computed.

use ::nalgebra::allocator::Allocator;
#[cfg(feature = "alloc")]
use ::nalgebra::{DMatrixView, DMatrixViewMut};
use ::nalgebra::{DefaultAllocator, OMatrix};

use super::Number;
use super::any_size::Size;

/// Up to this size substitution is as fast.
#[cfg(feature = "alloc")]
const SMALL: usize = 48;

/// The derivative of `ln |A|` by the lower triangle of `A`: that of `A⁻¹`, with each number below the diagonal twice.
pub(super) fn folded_inverse<T: Number, D: Size>(l: &OMatrix<T, D, D>) -> OMatrix<T, D, D>
where
    DefaultAllocator: Allocator<D, D>,
{
    let mut lower = lower_inverse(l);
    for j in 0..lower.ncols() {
        for i in 0..lower.nrows() {
            match i.cmp(&j) {
                core::cmp::Ordering::Less => lower[(i, j)] = T::ZERO,
                core::cmp::Ordering::Equal => {}
                core::cmp::Ordering::Greater => lower[(i, j)] *= T::lit(2.0),
            }
        }
    }
    lower
}

/// `A⁻¹` on the diagonal and below it; above it anything.
fn lower_inverse<T: Number, D: Size>(l: &OMatrix<T, D, D>) -> OMatrix<T, D, D>
where
    DefaultAllocator: Allocator<D, D>,
{
    let (rows, columns) = l.shape_generic();
    let mut inverse = OMatrix::identity_generic(rows, columns);
    #[cfg(feature = "alloc")]
    if l.nrows() > SMALL {
        let n = l.nrows();
        let whole = DMatrixView::from_slice(l.as_slice(), n, n);
        blocks::invert(&whole, &mut DMatrixViewMut::from_slice(inverse.as_mut_slice(), n, n));
        let mut product = OMatrix::zeros_generic(rows, columns);
        let factor = DMatrixView::from_slice(inverse.as_slice(), n, n);
        blocks::square(&factor, &mut DMatrixViewMut::from_slice(product.as_mut_slice(), n, n));
        return product;
    }
    l.solve_lower_triangular_unchecked_mut(&mut inverse);
    l.tr_solve_lower_triangular_unchecked_mut(&mut inverse);
    inverse
}

#[cfg(feature = "alloc")]
mod blocks {
    use ::nalgebra::{DMatrix, DMatrixView, DMatrixViewMut};

    use super::{Number, SMALL};

    /// `x = L⁻¹`, where `x` is the identity before.
    pub(super) fn invert<T: Number>(l: &DMatrixView<'_, T>, x: &mut DMatrixViewMut<'_, T>) {
        let n = l.nrows();
        if n <= SMALL {
            l.solve_lower_triangular_unchecked_mut(x);
            return;
        }
        let (h, rest) = (n / 2, n - n / 2);
        invert(&l.view((0, 0), (h, h)).as_view(), &mut x.view_mut((0, 0), (h, h)).as_view_mut());
        invert(&l.view((h, h), (rest, rest)).as_view(), &mut x.view_mut((h, h), (rest, rest)).as_view_mut());
        let inner: DMatrix<T> = l.view((h, 0), (rest, h)) * x.view((0, 0), (h, h));
        let below = x.view((h, h), (rest, rest)) * inner;
        x.view_mut((h, 0), (rest, h)).copy_from(&-below);
    }

    /// `y += Xᵀ X` on the diagonal and below it, of a lower triangle `X`.
    pub(super) fn square<T: Number>(x: &DMatrixView<'_, T>, y: &mut DMatrixViewMut<'_, T>) {
        let n = x.nrows();
        if n <= SMALL {
            y.gemm(T::ONE, &x.transpose(), x, T::ONE);
            return;
        }
        let (h, rest) = (n / 2, n - n / 2);
        let (first, below, last) = (x.view((0, 0), (h, h)), x.view((h, 0), (rest, h)), x.view((h, h), (rest, rest)));
        square(&first.as_view(), &mut y.view_mut((0, 0), (h, h)).as_view_mut());
        square(&last.as_view(), &mut y.view_mut((h, h), (rest, rest)).as_view_mut());
        let transposed = below.transpose();
        y.view_mut((0, 0), (h, h)).gemm(T::ONE, &transposed, &below, T::ONE);
        y.view_mut((h, 0), (rest, h)).gemm(T::ONE, &last.transpose(), &below, T::ONE);
    }
}
