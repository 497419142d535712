//! The methods of matrices and vectors.

use ::nalgebra::allocator::Allocator;
use ::nalgebra::{DefaultAllocator, Dim, DimMin, Matrix, OMatrix, OVector, Point, SMatrix, SVector, U1, Unit};

use super::Number;
use super::any_size::Size;
use super::forms::{bilinear, is_nothing, lifted, linear};
use crate::differentiable::Tangent;
use crate::ops::norm::norm;
use crate::rule::lift::second;
use crate::rule::rule;
use crate::rule::slot::Slot;
use crate::rule::{By1, By2, By3, Rule1};
use crate::scalar::Real;
use crate::tape::{No, Read, Yes};

rule! {
    /// `Aᵀ`.
    transpose reads (No, No);
}
rule! {
    /// The sum of all components.
    sum reads (No, No);
}
rule! {
    /// The mean of all components.
    mean reads (No, No);
}
rule! {
    /// The sum of the diagonal.
    trace reads (No, No);
}
rule! {
    /// The diagonal, as a column.
    diagonal reads (No, No);
}
rule! {
    /// The sum of the rows.
    row_sum reads (No, No);
}
rule! {
    /// The sum of the columns.
    column_sum reads (No, No);
}
rule! {
    /// The same numbers.
    owned reads (No, No);
}
rule! {
    /// The lower triangle with the diagonal.
    lower_triangle reads (No, No);
}
rule! {
    /// The upper triangle with the diagonal.
    upper_triangle reads (No, No);
}
rule! {
    /// `(A + Aᵀ) / 2`.
    symmetric_part reads (No, No);
}
rule! {
    /// The mean of the rows.
    row_mean reads (No, No);
}
rule! {
    /// The mean of the columns.
    column_mean reads (No, No);
}
rule! {
    /// The matrix `[x]ₓ`, whose product with `y` is `x × y`.
    cross_matrix reads (No, No);
}
/// The diagonal; nalgebra's own has a type that the compiler must know to be this one.
pub(super) fn diagonal_of<T: Number, D: Size>(a: &OMatrix<T, D, D>) -> OVector<T, D>
where
    DefaultAllocator: Allocator<D, D> + Allocator<D>,
{
    let length = a.nrows().min(a.ncols());
    OVector::from_fn_generic(D::from_usize(length), U1, |i, _| a[(i, i)])
}

linear! {
    transpose: [R: Size, C: Size] (OMatrix<T, R, C>) -> OMatrix<T, C, R>
        where [DefaultAllocator: Allocator<R, C> + Allocator<C, R>]; |a| a.transpose(); |t| t.transpose(); |c| c.transpose();
    sum: [R: Size, C: Size] (OMatrix<T, R, C>) -> T
        where [DefaultAllocator: Allocator<R, C>]; |a| a.sum(); |t| t.sum(); |c, d| d.add_scalar_mut(*c);
    mean: [R: Size, C: Size] (OMatrix<T, R, C>) -> T
        where [DefaultAllocator: Allocator<R, C>];
        |a| a.mean(); |t| t.mean(); |c, d| d.add_scalar_mut(*c / Real::from_usize(d.len()));
    trace: [D: Size] (OMatrix<T, D, D>) -> T
        where [DefaultAllocator: Allocator<D, D>];
        |a| a.trace(); |t| t.trace(); |c, d| (0..d.nrows()).for_each(|i| d[(i, i)] += *c);
    row_sum: [R: Size, C: Size] (OMatrix<T, R, C>) -> OMatrix<T, U1, C>
        where [DefaultAllocator: Allocator<R, C> + Allocator<U1, C>];
        |a| a.row_sum(); |t| t.row_sum(); |c, d| d.row_iter_mut().for_each(|mut line| line += c);
    column_sum: [R: Size, C: Size] (OMatrix<T, R, C>) -> OVector<T, R>
        where [DefaultAllocator: Allocator<R, C> + Allocator<R>];
        |a| a.column_sum(); |t| t.column_sum(); |c, d| d.column_iter_mut().for_each(|mut line| line += c);
    owned: [R: Size, C: Size] (OMatrix<T, R, C>) -> OMatrix<T, R, C>
        where [DefaultAllocator: Allocator<R, C>]; |a| a.clone(); |t| t.clone(); |c| c.clone();
    owned: [const R: usize, const C: usize] (Unit<SMatrix<T, R, C>>) -> SMatrix<T, R, C>; |a| a.into_inner(); |t| *t; |c| *c;
    lower_triangle: [R: Size, C: Size] (OMatrix<T, R, C>) -> OMatrix<T, R, C>
        where [DefaultAllocator: Allocator<R, C>];
        |a| a.lower_triangle(); |t| t.lower_triangle(); |c| c.lower_triangle();
    upper_triangle: [R: Size, C: Size] (OMatrix<T, R, C>) -> OMatrix<T, R, C>
        where [DefaultAllocator: Allocator<R, C>];
        |a| a.upper_triangle(); |t| t.upper_triangle(); |c| c.upper_triangle();
    diagonal: [D: Size] (OMatrix<T, D, D>) -> OVector<T, D>
        where [DefaultAllocator: Allocator<D, D> + Allocator<D>];
        |a| diagonal_of(a); |t| diagonal_of(t); |c, d| c.iter().enumerate().for_each(|(i, c)| d[(i, i)] += *c);
    cross_matrix: [] (SVector<T, 3>) -> SMatrix<T, 3, 3>; |a| a.cross_matrix(); |t| t.cross_matrix();
        |c| SVector::<T, 3>::new(c.m32 - c.m23, c.m13 - c.m31, c.m21 - c.m12);
    symmetric_part: [D: Size] (OMatrix<T, D, D>) -> OMatrix<T, D, D>
        where [DefaultAllocator: Allocator<D, D>];
        |a| a.symmetric_part(); |t| t.symmetric_part(); |c| c.symmetric_part();
    row_mean: [R: Size, C: Size] (OMatrix<T, R, C>) -> OMatrix<T, U1, C>
        where [DefaultAllocator: Allocator<R, C> + Allocator<U1, C>];
        |a| a.row_mean(); |t| t.row_mean(); |c, d| {
            let share = c / <T as Real>::from_usize(d.nrows());
            d.row_iter_mut().for_each(|mut line| line += &share);
        };
    column_mean: [R: Size, C: Size] (OMatrix<T, R, C>) -> OVector<T, R>
        where [DefaultAllocator: Allocator<R, C> + Allocator<R>];
        |a| a.column_mean(); |t| t.column_mean(); |c, d| {
            let share = c / <T as Real>::from_usize(d.ncols());
            d.column_iter_mut().for_each(|mut line| line += &share);
        };
}

rule! {
    /// `Σ aᵢⱼ bᵢⱼ`. VJP: `Ā += ȳ B`, `B̄ += ȳ A`.
    dot reads (Yes, Yes, No);
}
rule! {
    /// `Aᵀ B`. VJP: `Ā += B Ȳᵀ`, `B̄ += A Ȳ`.
    tr_mul reads (Yes, Yes, No);
}
rule! {
    /// `aᵢⱼ bᵢⱼ`.
    component_mul reads (Yes, Yes, No);
}
rule! {
    /// `a × b`. VJP: `ā += b × ȳ`, `b̄ += ȳ × a`.
    cross reads (Yes, Yes, No);
}
rule! {
    /// `a_x b_y - a_y b_x`.
    perp reads (Yes, Yes, No);
}

bilinear! {
    dot: [R: Size, C: Size] (OMatrix<T, R, C>, OMatrix<T, R, C>) -> T
        where [DefaultAllocator: Allocator<R, C>];
        |a, b| a.dot(b); |a, b| a.dot(b); |c, b| b * *c; |a, c| a * *c;
    dot: [const R: usize, const C: usize] (SMatrix<T, R, C>, Unit<SMatrix<T, R, C>>) -> T;
        |a, b| a.dot(b); |a, b| a.dot(b); |c, b| b * *c; |a, c| a * *c;
    dot: [const R: usize, const C: usize] (Unit<SMatrix<T, R, C>>, SMatrix<T, R, C>) -> T;
        |a, b| a.dot(b); |a, b| a.dot(b); |c, b| b * *c; |a, c| a * *c;
    dot: [const R: usize, const C: usize] (Unit<SMatrix<T, R, C>>, Unit<SMatrix<T, R, C>>) -> T;
        |a, b| a.dot(b); |a, b| a.dot(b); |c, b| b * *c; |a, c| a * *c;
    tr_mul: [R: Size, C: Size, K: Size] (OMatrix<T, R, C>, OMatrix<T, R, K>) -> OMatrix<T, C, K>
        where [DefaultAllocator: Allocator<R, C> + Allocator<R, K> + Allocator<C, K> + Allocator<K, C>];
        |a, b| a.tr_mul(b); |a, b| a.tr_mul(b); |c, b| b * c.transpose(); |a, c| a * c;
    component_mul: [R: Size, C: Size] (OMatrix<T, R, C>, OMatrix<T, R, C>) -> OMatrix<T, R, C>
        where [DefaultAllocator: Allocator<R, C>];
        |a, b| a.component_mul(b); |a, b| a.component_mul(b); |c, b| c.component_mul(b); |a, c| c.component_mul(a);
    cross: [] (SVector<T, 3>, SVector<T, 3>) -> SVector<T, 3>;
        |a, b| a.cross(b); |a, b| a.cross(b); |c, b| b.cross(c); |a, c| c.cross(a);
    cross: [] (SMatrix<T, 1, 3>, SMatrix<T, 1, 3>) -> SMatrix<T, 1, 3>;
        |a, b| a.cross(b); |a, b| a.cross(b); |c, b| b.cross(c); |a, c| c.cross(a);
    cross: [] (SVector<T, 3>, Unit<SVector<T, 3>>) -> SVector<T, 3>;
        |a, b| a.cross(b); |a, b| a.cross(b); |c, b| b.cross(c); |a, c| c.cross(a);
    cross: [] (Unit<SVector<T, 3>>, SVector<T, 3>) -> SVector<T, 3>;
        |a, b| a.cross(b); |a, b| a.cross(b); |c, b| b.cross(c); |a, c| c.cross(a);
    cross: [] (Unit<SVector<T, 3>>, Unit<SVector<T, 3>>) -> SVector<T, 3>;
        |a, b| a.cross(b); |a, b| a.cross(b); |c, b| b.cross(c); |a, c| c.cross(a);
    perp: [] (SVector<T, 2>, SVector<T, 2>) -> T;
        |a, b| a.perp(b); |a, b| a.perp(b); |c, b| SVector::<T, 2>::new(b.y, -b.x) * *c; |a, c| SVector::<T, 2>::new(-a.y, a.x) * *c;
}

rule! {
    /// `Σ xᵢ²`. Derivative `2 x`.
    norm_squared reads (Yes, No);
}
rule! {
    /// `x / |x|`. VJP: `x̄ += (ȳ - y (y · ȳ)) / |x|`; NaN where `x` is 0, as the value.
    normalize reads (Yes, Yes);
}
rule! {
    /// `√Σ (aᵢ - bᵢ)²`. Derivatives `(a - b) / y` and the opposite; 0 where the distance is 0.
    distance reads (Yes, Yes, Yes);
}
rule! {
    /// `Σ (aᵢ - bᵢ)²`. Derivatives `2 (a - b)` and the opposite.
    distance_squared reads (Yes, Yes, No);
}
rule! {
    /// The point in the middle of two.
    center reads (No, No, No);
}
rule! {
    /// `aᵢⱼ / bᵢⱼ`.
    component_div reads (No, Yes, Yes);
}
rule! {
    /// `x s`.
    scale reads (Yes, Yes, No);
}
rule! {
    /// `x / s`.
    unscale reads (No, Yes, Yes);
}
rule! {
    /// `x + s`, in each component.
    add_scalar reads (No, No, No);
}
rule! {
    /// The determinant. VJP: `Ā += ȳ · cof(A)`, the cofactors, also where `A` is singular.
    determinant reads (Yes, Yes);
}
rule! {
    /// `|x|`, component by component. Derivative the sign; 0 at 0.
    component_abs reads (Yes, No);
}
rule! {
    /// The larger of two components, elementwise. Equal components share the derivative.
    sup reads (Yes, Yes, No);
}
rule! {
    /// The smaller of two components, elementwise. Equal components share the derivative.
    inf reads (Yes, Yes, No);
}

rule! {
    /// The mean of the squares of `xᵢ - x̄`. Derivative `2 (xᵢ - x̄) / n`.
    variance reads (Yes, No);
}
rule! {
    /// The product of all components. The derivative by one is the product of the others, also where one is 0.
    product reads (Yes, No);
}
rule! {
    /// The angle between two vectors. Its derivatives are 0 where they are parallel or one is 0, which is where it has none.
    angle reads (Yes, Yes, No);
}
rule! {
    /// `x / |x|`, `None` unless the norm is larger than `min_norm`. VJP: `x̄ += (ȳ - y (y · ȳ)) / |x|`; nothing if there is none.
    try_normalize reads (Yes, No, Yes);
}

rule! {
    /// The largest component. Equal ones share the derivative.
    matrix_max reads (Yes, Yes);
}
rule! {
    /// The smallest component. Equal ones share the derivative.
    matrix_min reads (Yes, Yes);
}
rule! {
    /// The largest absolute value of a component. Equal ones share the derivative.
    matrix_amax reads (Yes, Yes);
}
rule! {
    /// The smallest absolute value of a component. Equal ones share the derivative.
    matrix_amin reads (Yes, Yes);
}

/// The shares of the components whose `size` is `y`, each times its sign if that is another.
fn to_extremes<T: Number, R: Size, C: Size>(x: &OMatrix<T, R, C>, y: T, c: T, size: impl Fn(T) -> T) -> OMatrix<T, R, C>
where
    DefaultAllocator: Allocator<R, C>,
{
    let share = c / Real::from_usize(x.iter().filter(|x| size(**x) == y).count());
    x.map(|x| match size(x) == y {
        true if x == y => share,
        true => -share,
        false => T::ZERO,
    })
}

/// The derivative of the angle between `a` and `b` by `a`, which is orthogonal to `a`.
fn angle_by<T: Number, R: Size, C: Size>(a: &OMatrix<T, R, C>, b: &OMatrix<T, R, C>) -> OMatrix<T, R, C>
where
    DefaultAllocator: Allocator<R, C>,
{
    let norm = a.norm();
    let along = a * share(a.dot(b), norm * norm);
    let across = along - b;
    let length = across.norm();
    across * share(share(T::ONE, norm), length)
}

/// `c / y`, and 0 where `y` is.
#[inline]
pub(super) fn share<T: Number>(c: T, y: T) -> T {
    if y == T::ZERO { T::ZERO } else { c / y }
}

/// The share of a cotangent that the first of two values gets in their maximum.
#[inline]
fn part_of_larger<T: Number>(a: T, b: T) -> T {
    if a == b {
        T::lit(0.5)
    } else if a > b {
        T::ONE
    } else {
        T::ZERO
    }
}

lifted! {
    norm: [R: Size, C: Size] (x: OMatrix<T, R, C>) -> T
        where [DefaultAllocator: Allocator<R, C>]; |x| x.norm(); |c, x, y| x.get() * share(*c, *y.get());
    norm_squared: [R: Size, C: Size] (x: OMatrix<T, R, C>) -> T
        where [DefaultAllocator: Allocator<R, C>]; |x| x.norm_squared(); |c, x, y| x.get() * (T::lit(2.0) * *c);
    normalize: [R: Size, C: Size] (x: OMatrix<T, R, C>) -> OMatrix<T, R, C>
        where [DefaultAllocator: Allocator<R, C>];
        |x| x.normalize(); |c, x, y| (c - y.get() * y.get().dot(c)) / x.get().norm();
    matrix_max: [R: Size, C: Size] (x: OMatrix<T, R, C>) -> T
        where [DefaultAllocator: Allocator<R, C>];
        |x| x.max(); |c, x, y| to_extremes(x.get(), *y.get(), *c, |x| x);
    matrix_min: [R: Size, C: Size] (x: OMatrix<T, R, C>) -> T
        where [DefaultAllocator: Allocator<R, C>];
        |x| x.min(); |c, x, y| to_extremes(x.get(), *y.get(), *c, |x| x);
    matrix_amax: [R: Size, C: Size] (x: OMatrix<T, R, C>) -> T
        where [DefaultAllocator: Allocator<R, C>];
        |x| x.amax(); |c, x, y| to_extremes(x.get(), *y.get(), *c, Real::abs);
    matrix_amin: [R: Size, C: Size] (x: OMatrix<T, R, C>) -> T
        where [DefaultAllocator: Allocator<R, C>];
        |x| x.amin(); |c, x, y| to_extremes(x.get(), *y.get(), *c, Real::abs);
    variance: [R: Size, C: Size] (x: OMatrix<T, R, C>) -> T
        where [DefaultAllocator: Allocator<R, C>];
        |x| x.variance();
        |c, x, y| x.get().add_scalar(-x.get().mean()) * (T::lit(2.0) * *c / Real::from_usize(x.get().len()));
    product: [R: Size, C: Size] (x: OMatrix<T, R, C>) -> T
        where [DefaultAllocator: Allocator<R, C>];
        |x| x.product();
        |c, x, y| {
            let mut others = x.get().clone();
            x.get().map_with_location(|i, j, x| {
                others[(i, j)] = *c;
                let partial = others.product();
                others[(i, j)] = x;
                partial
            })
        };
    angle: [R: Size, C: Size] (a: OMatrix<T, R, C>, b: OMatrix<T, R, C>) -> T
        where [DefaultAllocator: Allocator<R, C>];
        |a, b| a.angle(b); |c, a, b, y| angle_by(a.get(), b.get()) * *c; |c, a, b, y| angle_by(b.get(), a.get()) * *c;
    try_normalize: [R: Size, C: Size] (x: OMatrix<T, R, C>, min_norm: T) -> Option<OMatrix<T, R, C>>
        where [DefaultAllocator: Allocator<R, C>];
        |x, min_norm| x.try_normalize(*min_norm);
        |c, x, min_norm, y| y.get().as_ref().map_or_else(Tangent::zero, |y| (c - y * y.dot(c)) / x.get().norm());
        |c, x, min_norm, y| T::ZERO;
    distance: [R: Size, C: Size] (a: OMatrix<T, R, C>, b: OMatrix<T, R, C>) -> T
        where [DefaultAllocator: Allocator<R, C>];
        |a, b| a.metric_distance(b);
        |c, a, b, y| (a.get() - b.get()) * share(*c, *y.get());
        |c, a, b, y| (b.get() - a.get()) * share(*c, *y.get());
    component_div: [R: Size, C: Size] (a: OMatrix<T, R, C>, b: OMatrix<T, R, C>) -> OMatrix<T, R, C>
        where [DefaultAllocator: Allocator<R, C>];
        |a, b| a.component_div(b);
        |c, a, b, y| c.zip_map(b.get(), |c, b| c.strongly(|c| c / b));
        |c, a, b, y| c.zip_zip_map(b.get(), y.get(), |c, b, y| c.strongly(|c| -c * y / b));
    scale: [R: Size, C: Size] (x: OMatrix<T, R, C>, s: T) -> OMatrix<T, R, C>
        where [DefaultAllocator: Allocator<R, C>];
        |x, s| x.scale(*s); |c, x, s, y| c * *s.get(); |c, x, s, y| c.dot(x.get());
    unscale: [R: Size, C: Size] (x: OMatrix<T, R, C>, s: T) -> OMatrix<T, R, C>
        where [DefaultAllocator: Allocator<R, C>];
        |x, s| x.unscale(*s); |c, x, s, y| c / *s.get(); |c, x, s, y| -y.get().dot(c) / *s.get();
    add_scalar: [R: Size, C: Size] (x: OMatrix<T, R, C>, s: T) -> OMatrix<T, R, C>
        where [DefaultAllocator: Allocator<R, C>];
        |x, s| x.add_scalar(*s); |c, x, s, y| c.clone(); |c, x, s, y| c.sum();
    component_abs: [R: Size, C: Size] (x: OMatrix<T, R, C>) -> OMatrix<T, R, C>
        where [DefaultAllocator: Allocator<R, C>];
        |x| x.abs(); |c, x, y| c.zip_map(x.get(), |c, x| if x > T::ZERO { c } else if x < T::ZERO { -c } else { T::ZERO });
    sup: [R: Size, C: Size] (a: OMatrix<T, R, C>, b: OMatrix<T, R, C>) -> OMatrix<T, R, C>
        where [DefaultAllocator: Allocator<R, C>];
        |a, b| a.sup(b);
        |c, a, b, y| c.zip_zip_map(a.get(), b.get(), |c, a, b| c * part_of_larger(a, b));
        |c, a, b, y| c.zip_zip_map(a.get(), b.get(), |c, a, b| c * part_of_larger(b, a));
    inf: [R: Size, C: Size] (a: OMatrix<T, R, C>, b: OMatrix<T, R, C>) -> OMatrix<T, R, C>
        where [DefaultAllocator: Allocator<R, C>];
        |a, b| a.inf(b);
        |c, a, b, y| c.zip_zip_map(a.get(), b.get(), |c, a, b| c * part_of_larger(b, a));
        |c, a, b, y| c.zip_zip_map(a.get(), b.get(), |c, a, b| c * part_of_larger(a, b));
    distance: [const D: usize] (a: Point<T, D>, b: Point<T, D>) -> T;
        |a, b| nalgebra::distance(a, b);
        |c, a, b, y| Point::from((a.get() - b.get()) * share(*c, *y.get()));
        |c, a, b, y| Point::from((b.get() - a.get()) * share(*c, *y.get()));
    distance_squared: [const D: usize] (a: Point<T, D>, b: Point<T, D>) -> T;
        |a, b| nalgebra::distance_squared(a, b);
        |c, a, b, y| Point::from((a.get() - b.get()) * (T::lit(2.0) * *c));
        |c, a, b, y| Point::from((b.get() - a.get()) * (T::lit(2.0) * *c));
    center: [const D: usize] (a: Point<T, D>, b: Point<T, D>) -> Point<T, D>;
        |a, b| nalgebra::center(a, b); |c, a, b, y| c * T::lit(0.5); |c, a, b, y| c * T::lit(0.5);
}

rule! {
    /// `a (1 - t) + b t`.
    lerp reads (Yes, Yes, Yes, No);
}

lifted! {
    lerp: [D: Size] (a: OVector<T, D>, b: OVector<T, D>, t: T) -> OVector<T, D>
        where [DefaultAllocator: Allocator<D>];
        |a, b, t| a.lerp(b, *t);
        |c, a, b, t, y| c * (T::ONE - *t.get());
        |c, a, b, t, y| c * *t.get();
        |c, a, b, t, y| (b.get() - a.get()).dot(c);
    lerp: [const D: usize] (a: Point<T, D>, b: Point<T, D>, t: T) -> Point<T, D>;
        |a, b, t| a.lerp(b, *t);
        |c, a, b, t, y| c * (T::ONE - *t.get());
        |c, a, b, t, y| c * *t.get();
        |c, a, b, t, y| (b.get() - a.get()).dot(&c.coords);
}

/// The cofactors, from which each row of `A` gives the determinant.
fn cofactors<T: Number, D: Size>(
    a: &OMatrix<T, D, D>,
    determinant_of: impl Fn(&OMatrix<T, D, D>) -> T,
) -> OMatrix<T, D, D>
where
    DefaultAllocator: Allocator<D, D>,
{
    a.map_with_location(|i, j, _| {
        let mut other = a.clone();
        other.row_mut(i).fill(T::ZERO);
        other[(i, j)] = T::ONE;
        determinant_of(&other)
    })
}

lifted! {
    determinant: [D: Size + DimMin<D, Output = D>] (a: OMatrix<T, D, D>) -> T
        where [DefaultAllocator: Allocator<D, D> + Allocator<D>];
        |a| a.determinant();
        |c, a, y| match a.get().clone().try_inverse() {
            Some(inverse) if *y.get() != T::ZERO => inverse.transpose() * (*c * *y.get()),
            _ => cofactors(a.get(), Matrix::determinant) * *c,
        };
}

rule! {
    /// The inverse; `None` if the matrix is singular. VJP: `Ā -= Yᵀ Ȳ Yᵀ`; none where it is `None`.
    try_inverse reads (No, Yes);
}

impl<T: Number, D: Size> Rule1<OMatrix<T, D, D>> for try_inverse
where
    DefaultAllocator: Allocator<D, D>,
{
    type Output = Option<OMatrix<T, D, D>>;
    type Residual = ();
    #[inline]
    fn forward(a: &OMatrix<T, D, D>) -> (Self::Output, ()) {
        (a.clone().try_inverse(), ())
    }
    fn vjp(
        (): &(),
        _: Read<'_, OMatrix<T, D, D>>,
        y: Read<'_, Self::Output>,
        c: &OMatrix<T, D, D>,
        a_bar: impl Slot<OMatrix<T, D, D>>,
    ) {
        if is_nothing(c) {
            return;
        }
        a_bar.accumulate(|d| {
            if let Some(y) = y.get() {
                *d -= y.tr_mul(c) * y.transpose();
            }
        });
    }
    fn jvp(_: &OMatrix<T, D, D>, y: &Self::Output, a_dot: Option<&OMatrix<T, D, D>>) -> OMatrix<T, D, D> {
        match (y, a_dot) {
            (Some(y), Some(t)) if !is_nothing(t) => -(y * t * y),
            _ => Tangent::zero(),
        }
    }
    second!(OMatrix<T, D, D>: |_, (y, y_dot), (c, c_dot), (a_bar, a_bar_dot)| {
        Self::vjp(&(), Read::<OMatrix<T, D, D>>::absent(), y, c, a_bar);
        a_bar_dot.accumulate(|d| {
            let Some(y) = y.get() else { return };
            if let Some(c) = c_dot.filter(|c| !is_nothing(*c)) {
                *d -= y.tr_mul(c) * y.transpose();
            }
            if let Some(t) = y_dot.filter(|t| !is_nothing(*t)) {
                *d -= t.tr_mul(c) * y.transpose() + y.tr_mul(c) * t.transpose();
            }
        });
    });
}

/// Leads from the methods of matrices to their rules.
pub trait MatrixRules {
    crate::derivatives_of! {
        abs: By1<component_abs>;
        max: By1<matrix_max>;
        min: By1<matrix_min>;
        transpose: By1<transpose>;
        adjoint: By1<transpose>;
        conjugate: By1<owned>;
        ad_mul: By2<tr_mul>;
        dotc: By2<dot>;
        symmetric_part: By1<symmetric_part>;
        row_mean: By1<row_mean>;
        column_mean: By1<column_mean>;
        variance: By1<variance>;
        product: By1<product>;
        amax: By1<matrix_amax>;
        amin: By1<matrix_amin>;
        angle: By2<angle>;
        try_normalize: By2<try_normalize>;
        sum: By1<sum>;
        mean: By1<mean>;
        trace: By1<trace>;
        diagonal: By1<diagonal>;
        row_sum: By1<row_sum>;
        column_sum: By1<column_sum>;
        into_owned: By1<owned>;
        clone_owned: By1<owned>;
        into_inner: By1<owned>;
        lower_triangle: By1<lower_triangle>;
        upper_triangle: By1<upper_triangle>;
        cross_matrix: By1<cross_matrix>;
        dot: By2<dot>;
        tr_mul: By2<tr_mul>;
        component_mul: By2<component_mul>;
        component_div: By2<component_div>;
        cross: By2<cross>;
        perp: By2<perp>;
        norm: By1<norm>;
        magnitude: By1<norm>;
        norm_squared: By1<norm_squared>;
        magnitude_squared: By1<norm_squared>;
        normalize: By1<normalize>;
        metric_distance: By2<distance>;
        scale: By2<scale>;
        unscale: By2<unscale>;
        add_scalar: By2<add_scalar>;
        lerp: By3<lerp>;
        sup: By2<sup>;
        inf: By2<inf>;
        determinant: By1<determinant>;
        try_inverse: By1<try_inverse>;
    }
}
impl<T, R: Dim, C: Dim, S> MatrixRules for Matrix<T, R, C, S> {}

/// Leads from the methods of points to their rules.
pub trait PointRules {
    crate::derivatives_of! {
        lerp: By3<lerp>;
        center: By2<center>;
        distance: By2<distance>;
        distance_squared: By2<distance_squared>;
    }
}
impl<T: nalgebra::Scalar, const D: usize> PointRules for Point<T, D> {}
