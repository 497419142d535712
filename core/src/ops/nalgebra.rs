//! Derivatives of [`::nalgebra`]: of its matrices, its rotations and its decompositions (feature `nalgebra`, a default).
//!
//! A differentiable function takes and returns nalgebra's types as it does numbers and arrays.
//!
//! ```
//! use cotangent::prelude::*;
//! use nalgebra::{Matrix2, Vector2};
//!
//! #[differentiable]
//! fn energy(k: &Matrix2<f64>, x: &Vector2<f64>) -> f64 {
//!     0.5 * x.dot(&(k * x))
//! }
//!
//! let (k, x) = (Matrix2::new(2.0, 0.0, 0.0, 3.0), Vector2::new(1.0, 2.0));
//! let (value, (by_k, force)) = energy::value_and_grad(&k, &x);
//! assert_eq!(value, 7.0);
//! assert_eq!(force, k * x);
//! assert_eq!(by_k, 0.5 * x * x.transpose());
//! ```
//!
//! # Tangents
//!
//! The tangent of a value says how its *components* vary: a cotangent is what the chain rule of the components gives, in the space
//! around the value ("ambient"). It has the fields of the value.
//!
//! | type | tangent |
//! |---|---|
//! | [`SMatrix`], [`SVector`], `Matrix3`, `RowVector3`, .. | the same type |
//! | `DMatrix`, `DVector`, `OMatrix` of mixed sizes (feature `alloc`) | the same type and shape |
//! | [`Point`], [`Translation`], [`Quaternion`], [`Complex`] | the same type |
//! | [`Unit<V>`](::nalgebra::Unit), [`UnitQuaternion`], [`UnitComplex`] | that of what is inside: `V`, [`Quaternion`], [`Complex`] |
//! | [`Rotation`] | its matrix, [`SMatrix`] |
//! | [`Isometry2`], [`Isometry3`], .. | [`IsometryTangent`](isometries::IsometryTangent): `rotation`, `translation` |
//! | [`Similarity2`], [`Similarity3`], .. | [`SimilarityTangent`](similarities::SimilarityTangent): `isometry`, `scaling` |
//! | [`Transform`], `Projective3`, `Affine3`, [`Perspective3`], [`Orthographic3`] | their matrix, [`SMatrix`] |
//! | [`SymmetricEigen`], [`SVD`] | structs with the same fields, in [`spectral`] |
//! | [`Cholesky`], [`LU`], [`QR`] | that of the matrix that was factored |
//!
//! [`Manifold::to_local`] makes of a gradient by components one in the local frame, and [`Manifold::retract`] steps along it.
//!
//! # What has a derivative
//!
//! Operators, fields (`v.x`, `m.m11`, `q.w`, `iso.rotation`) and indices (`v[i]`, `m[(i, j)]`), in all of nalgebra's forms of values and
//! references. `a += b`, `a -= b` of matrices, points and quaternions. A view is a copy in derived code. Sizes are in the types or known when
//! the program runs; those that do not fit are a panic of nalgebra's at the call. `docs/nalgebra.md` lists every method.
//!
//! | of | methods | functions |
//! |---|---|---|
//! | matrices and vectors | `transpose` `sum` `mean` `trace` `diagonal` `row_sum` `column_sum` `lower_triangle` `upper_triangle` `into_owned` `clone_owned` `dot` `tr_mul` `component_mul` `component_div` `cross` `cross_matrix` `perp` `norm` `magnitude` `norm_squared` `magnitude_squared` `normalize` `metric_distance` `scale` `unscale` `add_scalar` `lerp` `sup` `inf` `abs` `determinant` `try_inverse` `pseudo_inverse` `pow` `kronecker` `product` `variance` `row_mean` `column_mean` `symmetric_part` `angle` `try_normalize` `max` `min` `amax` `amin` `adjoint` `push` `insert_row` `insert_column` `to_homogeneous` `column` `row` `rows` `columns` `view` `fixed_rows` `fixed_columns` `fixed_view` `rows_range` `columns_range` `view_range` `remove_row` `remove_column` `xy` `zyx` .. | `new` `from_row_slice` `from_column_slice` `from_columns` `from_rows` `from_diagonal` `from_diagonal_element` `from_element` `repeat` `from` `from_fn` `from_vec` `from_homogeneous` |
//! | decompositions | `cholesky` (`solve` `ln_determinant` `determinant` `inverse` `l` `unpack`) `lu` (`solve` `determinant` `try_inverse`) `qr` (`q` `r` `unpack` `solve` `try_inverse`) `symmetric_eigen` `symmetric_eigenvalues` `svd` (`solve` `pseudo_inverse` `recompose`) `singular_values` `solve_lower_triangular` `solve_upper_triangular` `exp` | |
//! | homogeneous matrices, observers | `transform_point` `transform_vector` `append_translation` `append_scaling` | `look_at_rh` `look_at_lh` `face_towards` `new_perspective` `new_translation` `new_scaling` `new_nonuniform_scaling` `new_rotation` |
//! | quaternions | `conjugate` `imag` `vector` `scalar` `as_vector` `norm` `normalize` `dot` `try_inverse` `exp` `ln` `powf` `lerp` `nlerp` | `new` `from` `from_vector` `from_parts` `from_imag` `from_real` |
//! | rotations, unit vectors | `inverse` `transpose` `conjugate` `into_inner` `quaternion` `complex` `matrix` `imag` `scalar` `angle` `axis` `axis_angle` `scaled_axis` `euler_angles` `angle_to` `rotation_to` `powf` `slerp` `to_rotation_matrix` `to_homogeneous` `transform_point` `transform_vector` and their inverses | `new` `from_axis_angle` `from_scaled_axis` `from_euler_angles` `from_rotation_matrix` `from_angle` `rotation_between` `new_normalize` `from_quaternion` `new_unchecked` |
//! | transformations, projections | `matrix` `as_matrix` `into_inner` `to_homogeneous` `to_projective` `inverse` `try_inverse` `transform_point` `transform_vector` `inverse_transform_point` `project_point` `project_vector` `unproject_point` `aspect` `fovy` `znear` `zfar` | `new` `from_fov` `from_matrix_unchecked` |
//! | isometries, similarities, translations | `scaling` `inverse` `inv_mul` `lerp_slerp` `to_homogeneous` `to_matrix` `transform_point` `transform_vector` and their inverses | `new` `from_parts` `from_isometry` |
//!
//! Closures of the elements: `map`, `zip_map`, `zip_zip_map`, `map_with_location`, `fold`, `apply`, `zip_apply`, `from_fn`. `iter`,
//! `iter_mut` and loops visit the elements column by column; `column_iter`, `row_iter` and their `_mut` forms give copies; `m[(i, j)]` is
//! assigned like an element of an array. `matrix!`, `vector!`, `point!`, `dmatrix!`, `dvector!`, `from_iterator`.
//!
//! In place: `axpy`, `gemm`, `gemv`, `ger`, `scale_mut`, `unscale_mut`, `add_scalar_mut`, `neg_mut`, `normalize_mut`, `component_mul_assign`,
//! `component_div_assign`, `fill`, `fill_diagonal`, `set_diagonal`, `fill_lower_triangle`, `transpose_mut`, `renormalize`, `copy_from`, `set_row`, `set_column`, `swap_rows`, `swap_columns`, also `copy_from` and `fill` of
//! `row_mut(i)`, `view_mut(..)` and the other parts. `let mut c = m.column_mut(j);` is a copy that is written back after its last use.
//!
//! ```
//! use cotangent::prelude::*;
//! use nalgebra::{DMatrix, DVector};
//!
//! /// Ridge regression: the squared error on other data, by the logarithm of the penalty.
//! #[differentiable]
//! fn held_out(penalty: f64, #[constant] x: &DMatrix<f64>, #[constant] y: &DVector<f64>, #[constant] z: &DMatrix<f64>) -> f64 {
//!     let mut gram = x.tr_mul(x);
//!     for i in 0..gram.nrows() {
//!         gram[(i, i)] += penalty.exp();
//!     }
//!     let weights = gram.cholesky().expect("positive definite").solve(&x.tr_mul(y));
//!     (z * weights - y).norm_squared()
//! }
//!
//! let x = DMatrix::from_row_slice(3, 2, &[1.0, 0.0, 1.0, 1.0, 1.0, 2.0]);
//! let z = DMatrix::from_row_slice(3, 2, &[1.0, 0.5, 1.0, 1.5, 1.0, 2.5]);
//! let y = DVector::from_vec(vec![0.0, 1.0, 3.0]);
//! let (value, slope) = held_out::value_and_grad(0.0, &x, &y, &z);
//! let difference = held_out(1e-6, &x, &y, &z) - value;
//! assert!((slope - difference / 1e-6).abs() < 1e-4);
//! ```
//!
//! Any other method, such as `schur` or `rotate_mut`, is refused where it is called. A question (`is_empty`, `len`, `nrows`, `shape`) and a
//! function without arguments that have a derivative (`identity()`, `zeros()`, `x_axis()`) give constants.
//!
//! # Several problems at once
//!
//! With feature `simd`, `lanes::F64x4` and `lanes::F32x8` are numbers of nalgebra: a function `fn f<T: RealField + Copy>(x: &Vector3<T>) -> T`
//! gives the gradients of four or eight problems in one call.
//!
//! # Conventions
//!
//! - `norm`, `metric_distance` and `angle_to` have the derivative 0 where they are 0.
//! - `determinant` has its cofactors also where a matrix is singular. What is `None` (`try_inverse`, `solve`, `cholesky`) has no derivative.
//! - Of a symmetric matrix nalgebra reads the lower triangle, and so the lower triangle has the gradient. For a matrix that was made
//!   symmetric, as `a * a.transpose()`, this makes no difference.
//! - Where eigenvalues or singular values are equal, up to rounding errors, a derivative that goes through the choice of their vectors is NaN.
//! - Of `qr`, `svd` and `pseudo_inverse` the matrix must have at least as many rows as columns.
//! - `from_scaled_axis` and `scaled_axis` are smooth at the identity, where nalgebra leaves a tiny rotation out.
//!
//! [`Point`]: ::nalgebra::Point
//! [`SVector`]: ::nalgebra::SVector
//! [`UnitComplex`]: ::nalgebra::UnitComplex
//! [`UnitQuaternion`]: ::nalgebra::UnitQuaternion
//! [`SMatrix`]: ::nalgebra::SMatrix
//! [`Translation`]: ::nalgebra::Translation
//! [`Quaternion`]: ::nalgebra::Quaternion
//! [`Complex`]: ::nalgebra::Complex
//! [`Unit`]: ::nalgebra::Unit
//! [`Rotation`]: ::nalgebra::Rotation
//! [`Isometry2`]: ::nalgebra::Isometry2
//! [`Isometry3`]: ::nalgebra::Isometry3
//! [`Similarity2`]: ::nalgebra::Similarity2
//! [`Similarity3`]: ::nalgebra::Similarity3
//! [`Transform`]: ::nalgebra::Transform
//! [`Perspective3`]: ::nalgebra::Perspective3
//! [`Orthographic3`]: ::nalgebra::Orthographic3
//! [`SymmetricEigen`]: ::nalgebra::SymmetricEigen
//! [`SVD`]: ::nalgebra::SVD
//! [`Cholesky`]: ::nalgebra::Cholesky
//! [`LU`]: ::nalgebra::LU
//! [`QR`]: ::nalgebra::QR

pub mod any_size;
mod by_type;
mod components;
pub mod constructors;
pub mod decompositions;
pub mod factors;
#[allow(
    unsafe_code,
    reason = "simba's trait for lanes has two functions that are declared `unsafe`; what they do here is not"
)]
mod fields;
pub(in crate::ops) mod forms;
pub mod homogeneous;
pub mod in_place;
pub mod isometries;
mod manifold;
pub mod matrices;
pub mod of_lists;
pub(crate) mod of_numbers;
mod operators;
pub mod parts;
pub mod projections;
pub mod quaternions;
pub mod rotations;
#[cfg(feature = "alloc")]
pub mod run_time_sizes;
pub mod shapes;
pub mod similarities;
pub mod spectral;
pub mod swizzles;
mod triangular_inverse;

pub use components::{Components, DualForm};
pub use manifold::Manifold;

/// The traits that lead from a method to its rule.
pub(crate) mod rules {
    pub use super::constructors::{
        AnySizeFunctions as _, FromFunction as _, IntoRules as _, MatrixFunctions as _, NewFunction as _,
    };
    #[cfg(feature = "std")]
    pub use super::decompositions::ExponentialRule as _;
    pub use super::decompositions::{CholeskyRules as _, DecompositionRules as _};
    pub use super::factors::{FactorRules as _, LuRules as _, QrRules as _};
    pub use super::homogeneous::{
        DirectionFunctions as _, HomogeneousFunctions as _, HomogeneousRules as _, ObserverFunctions as _,
    };
    pub use super::in_place::InPlaceRules as _;
    pub use super::isometries::{IsometryFunctions as _, IsometryRules as _, TranslationRules as _};
    pub use super::matrices::{MatrixRules as _, PointRules as _};
    pub use super::of_lists::ListFunctions as _;
    #[cfg(feature = "alloc")]
    pub use super::parts::PartOfAnySizeRules as _;
    pub use super::parts::PartRules as _;
    pub use super::projections::{
        ProjectionFunctions as _, ProjectionRules as _, TransformFunctions as _, TransformRules as _,
    };
    pub use super::quaternions::{QuaternionFunctions as _, QuaternionRules as _, UnitQuaternionRules as _};
    pub use super::rotations::{FromRotationFunction as _, RotationFunctions as _, RotationRules as _};
    #[cfg(feature = "alloc")]
    pub use super::run_time_sizes::{DynamicMatrixFunctions as _, VectorFunctions as _};
    pub use super::shapes::{PointFunctions as _, ShapeRules as _};
    pub use super::similarities::{SimilarityFunctions as _, SimilarityRules as _};
    pub use super::spectral::{SpectralRules as _, SvdRules as _};
    pub use super::swizzles::SwizzleRules as _;
}

use ::nalgebra::RealField;

use crate::scalar::Real;

impl<T> crate::ops::NonlinearFactor for ::nalgebra::UnitQuaternion<T> {}
impl<T: RealField, C: ::nalgebra::TCategory> crate::ops::NonlinearFactor for ::nalgebra::Transform<T, C, 2> {}
impl<T: RealField, C: ::nalgebra::TCategory> crate::ops::NonlinearFactor for ::nalgebra::Transform<T, C, 3> {}
impl<T, R, const D: usize> crate::ops::NonlinearFactor for ::nalgebra::Isometry<T, R, D> {}
impl<T, R, const D: usize> crate::ops::NonlinearFactor for ::nalgebra::Similarity<T, R, D> {}

/// A number that nalgebra computes with: `f32`, `f64`, several of them at once, and dual numbers.
pub trait Number: Real + RealField {}

impl<T: Real + RealField> Number for T {}
