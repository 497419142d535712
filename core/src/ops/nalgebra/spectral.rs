//! Eigenvalues and eigenvectors of symmetric matrices, and singular values and vectors.
//!
//! Vectors of equal values are not unique, so they have no derivative: where two values are equal, up to rounding errors, a derivative
//! that goes through the choice of their vectors is NaN. What does not use these vectors has its derivative there too. A function of a matrix
//! that is written with its vectors, such as `V f(Λ) Vᵀ`, is NaN there although it is smooth: the decomposition does not tell.

mod eigenvalues;
mod least_squares;
mod singular_value_decomposition;

pub use eigenvalues::{symmetric_eigen, symmetric_eigenvalues};
pub use least_squares::{SvdRules, pseudo_inverse, svd_pseudo_inverse, svd_recompose, svd_solve};
pub use singular_value_decomposition::{singular_values, svd};

use ::nalgebra::allocator::Allocator;
use ::nalgebra::{DefaultAllocator, OVector};

use super::Number;
use super::any_size::Size;
use super::decompositions::Square;
use crate::rule::{By1, By2, By3};
use crate::scalar::Real;

/// What the tangents are made of: structs with the same fields.
mod fields {
    use cotangent_macros::Differentiable;

    #[derive(Differentiable)]
    #[allow(dead_code, reason = "its tangent is used")]
    pub struct SymmetricEigen<V, L> {
        pub eigenvectors: V,
        pub eigenvalues: L,
    }

    #[derive(Differentiable)]
    #[allow(dead_code, reason = "its tangent is used")]
    pub struct Svd<U, V, S> {
        pub u: U,
        pub v_t: V,
        pub singular_values: S,
    }
}
pub use fields::{SvdTangent, SymmetricEigenTangent};

/// `xᵢⱼ / (λⱼ - λᵢ)`, and 0 on the diagonal. Where two values are equal up to rounding errors: NaN, or 0 if `xᵢⱼ` and `xⱼᵢ` are or if what
/// turns their vectors does not matter.
fn over_gaps<T: Number, D: Size>(
    x: &Square<T, D>,
    values: &OVector<T, D>,
    matters: impl Fn(usize, usize) -> bool,
) -> Square<T, D>
where
    DefaultAllocator: Allocator<D, D> + Allocator<D>,
{
    let equal = values.amax() * T::default_epsilon() * Real::from_usize(8 * values.len());
    x.map_with_location(|i, j, at| {
        let gap = values[j] - values[i];
        if i != j && Real::abs(gap) > equal {
            return at / gap;
        }
        let is_there = at != T::ZERO || x[(j, i)] != T::ZERO;
        if i != j && is_there && matters(i, j) { T::lit(f64::NAN) } else { T::ZERO }
    })
}

/// In general it does.
fn always(_: usize, _: usize) -> bool {
    true
}

/// Leads from the methods to their rules.
pub trait SpectralRules {
    crate::derivatives_of! {
        symmetric_eigen: By1<symmetric_eigen>;
        symmetric_eigenvalues: By1<symmetric_eigenvalues>;
        svd: By3<svd>;
        singular_values: By1<singular_values>;
        pseudo_inverse: By2<pseudo_inverse>;
    }
}
impl<T, R: nalgebra::Dim, C: nalgebra::Dim, S> SpectralRules for nalgebra::Matrix<T, R, C, S> {}
