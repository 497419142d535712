//! The methods of matrices and vectors.
//!
//! Where nalgebra gives a view, as `column` and `fixed_view` do, derived code has a copy.

use ::nalgebra::{Const, Dim, DimMin, Matrix, Point, SMatrix, SVector, Unit};

use super::Number;
#[cfg(feature = "std")]
use super::decompositions::matrix_exp;
use super::forms::{bilinear, lifted, linear};
use crate::differentiable::{NoGrad, Tangent};
use crate::ops::norm::norm;
use crate::rule::lift::second;
use crate::rule::rule;
use crate::rule::slot::Slot;
use crate::rule::{By1, By2, By3, Rule1, Rule2, Rule3};
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
rule! {
    /// The first two components.
    xy reads (No, No);
}
rule! {
    /// The first three components.
    xyz reads (No, No);
}
linear! {
    transpose: [const R, const C] (SMatrix<T, R, C>) -> SMatrix<T, C, R>; |a| a.transpose(); |t| t.transpose(); |c| c.transpose();
    sum: [const R, const C] (SMatrix<T, R, C>) -> T; |a| a.sum(); |t| t.sum(); |c| SMatrix::<T, R, C>::repeat(*c);
    mean: [const R, const C] (SMatrix<T, R, C>) -> T;
        |a| a.mean(); |t| t.mean(); |c| SMatrix::<T, R, C>::repeat(*c / Real::from_usize(R * C));
    trace: [const D] (SMatrix<T, D, D>) -> T;
        |a| a.trace(); |t| t.trace(); |c| SMatrix::<T, D, D>::from_diagonal_element(*c);
    row_sum: [const R, const C] (SMatrix<T, R, C>) -> SMatrix<T, 1, C>;
        |a| a.row_sum(); |t| t.row_sum(); |c| SMatrix::<T, R, C>::from_fn(|_, j| c[j]);
    column_sum: [const R, const C] (SMatrix<T, R, C>) -> SVector<T, R>;
        |a| a.column_sum(); |t| t.column_sum(); |c| SMatrix::<T, R, C>::from_fn(|i, _| c[i]);
    owned: [const R, const C] (SMatrix<T, R, C>) -> SMatrix<T, R, C>; |a| *a; |t| *t; |c| *c;
    owned: [const R, const C] (Unit<SMatrix<T, R, C>>) -> SMatrix<T, R, C>; |a| a.into_inner(); |t| *t; |c| *c;
    lower_triangle: [const R, const C] (SMatrix<T, R, C>) -> SMatrix<T, R, C>;
        |a| a.lower_triangle(); |t| t.lower_triangle(); |c| c.lower_triangle();
    upper_triangle: [const R, const C] (SMatrix<T, R, C>) -> SMatrix<T, R, C>;
        |a| a.upper_triangle(); |t| t.upper_triangle(); |c| c.upper_triangle();
    cross_matrix: [] (SVector<T, 3>) -> SMatrix<T, 3, 3>; |a| a.cross_matrix(); |t| t.cross_matrix();
        |c| SVector::<T, 3>::new(c.m32 - c.m23, c.m13 - c.m31, c.m21 - c.m12);
    symmetric_part: [const D] (SMatrix<T, D, D>) -> SMatrix<T, D, D>;
        |a| a.symmetric_part(); |t| t.symmetric_part(); |c| c.symmetric_part();
    row_mean: [const R, const C] (SMatrix<T, R, C>) -> SMatrix<T, 1, C>;
        |a| a.row_mean(); |t| t.row_mean(); |c| SMatrix::<T, R, C>::from_fn(|_, j| c[j] / Real::from_usize(R));
    column_mean: [const R, const C] (SMatrix<T, R, C>) -> SVector<T, R>;
        |a| a.column_mean(); |t| t.column_mean(); |c| SMatrix::<T, R, C>::from_fn(|i, _| c[i] / Real::from_usize(C));
    xy: [] (SVector<T, 3>) -> SVector<T, 2>; |a| a.xy(); |t| t.xy(); |c| SVector::<T, 3>::new(c.x, c.y, T::ZERO);
    xy: [] (SVector<T, 4>) -> SVector<T, 2>; |a| a.xy(); |t| t.xy(); |c| SVector::<T, 4>::new(c.x, c.y, T::ZERO, T::ZERO);
    xyz: [] (SVector<T, 4>) -> SVector<T, 3>; |a| a.xyz(); |t| t.xyz(); |c| SVector::<T, 4>::new(c.x, c.y, c.z, T::ZERO);
}

// The diagonal of a matrix that is not square has the length of the shorter side, which has no name.
impl<T: Number, const D: usize> Rule1<SMatrix<T, D, D>> for diagonal {
    type Output = SVector<T, D>;
    type Residual = ();
    #[inline]
    fn forward(a: &SMatrix<T, D, D>) -> (SVector<T, D>, ()) {
        (SVector::from_fn(|i, _| a[(i, i)]), ())
    }
    #[inline]
    fn vjp(
        (): &(),
        _: Read<'_, SMatrix<T, D, D>>,
        _: Read<'_, SVector<T, D>>,
        c: &SVector<T, D>,
        a_bar: impl Slot<SMatrix<T, D, D>>,
    ) {
        a_bar.accumulate(|d| (0..D).for_each(|i| d[(i, i)] += c[i]));
    }
    #[inline]
    fn jvp(_: &SMatrix<T, D, D>, _: &SVector<T, D>, a_dot: Option<&SMatrix<T, D, D>>) -> SVector<T, D> {
        a_dot.map_or_else(SVector::zero, |t| Self::forward(t).0)
    }
    second!(linear for SMatrix<T, D, D>);
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
    dot: [const R, const C] (SMatrix<T, R, C>, SMatrix<T, R, C>) -> T;
        |a, b| a.dot(b); |a, b| a.dot(b); |c, b| b * *c; |a, c| a * *c;
    dot: [const R, const C] (SMatrix<T, R, C>, Unit<SMatrix<T, R, C>>) -> T;
        |a, b| a.dot(b); |a, b| a.dot(b); |c, b| b * *c; |a, c| a * *c;
    dot: [const R, const C] (Unit<SMatrix<T, R, C>>, SMatrix<T, R, C>) -> T;
        |a, b| a.dot(b); |a, b| a.dot(b); |c, b| b * *c; |a, c| a * *c;
    dot: [const R, const C] (Unit<SMatrix<T, R, C>>, Unit<SMatrix<T, R, C>>) -> T;
        |a, b| a.dot(b); |a, b| a.dot(b); |c, b| b * *c; |a, c| a * *c;
    tr_mul: [const R, const C, const K] (SMatrix<T, R, C>, SMatrix<T, R, K>) -> SMatrix<T, C, K>;
        |a, b| a.tr_mul(b); |a, b| a.tr_mul(b); |c, b| b * c.transpose(); |a, c| a * c;
    component_mul: [const R, const C] (SMatrix<T, R, C>, SMatrix<T, R, C>) -> SMatrix<T, R, C>;
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
fn to_extremes<T: Number, const R: usize, const C: usize>(
    x: &SMatrix<T, R, C>,
    y: T,
    c: T,
    size: impl Fn(T) -> T,
) -> SMatrix<T, R, C> {
    let share = c / Real::from_usize(x.iter().filter(|x| size(**x) == y).count());
    x.map(|x| match size(x) == y {
        true if x == y => share,
        true => -share,
        false => T::ZERO,
    })
}

/// The derivative of the angle between `a` and `b` by `a`, which is orthogonal to `a`.
fn angle_by<T: Number, const R: usize, const C: usize>(a: &SMatrix<T, R, C>, b: &SMatrix<T, R, C>) -> SMatrix<T, R, C> {
    let norm = a.norm();
    let along = a * share(a.dot(b), norm * norm);
    let across = along - b;
    across * share(share(T::ONE, norm), across.norm())
}

/// `c / y`, and 0 where `y` is.
#[inline]
fn share<T: Number>(c: T, y: T) -> T {
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
    norm: [const R, const C] (x: SMatrix<T, R, C>) -> T; |x| x.norm(); |c, x, y| x.get() * share(*c, *y.get());
    norm_squared: [const R, const C] (x: SMatrix<T, R, C>) -> T; |x| x.norm_squared(); |c, x, y| x.get() * (T::lit(2.0) * *c);
    normalize: [const R, const C] (x: SMatrix<T, R, C>) -> SMatrix<T, R, C>;
        |x| x.normalize(); |c, x, y| (c - y.get() * y.get().dot(c)) / x.get().norm();
    matrix_max: [const R, const C] (x: SMatrix<T, R, C>) -> T;
        |x| x.max(); |c, x, y| to_extremes(x.get(), *y.get(), *c, |x| x);
    matrix_min: [const R, const C] (x: SMatrix<T, R, C>) -> T;
        |x| x.min(); |c, x, y| to_extremes(x.get(), *y.get(), *c, |x| x);
    matrix_amax: [const R, const C] (x: SMatrix<T, R, C>) -> T;
        |x| x.amax(); |c, x, y| to_extremes(x.get(), *y.get(), *c, Real::abs);
    matrix_amin: [const R, const C] (x: SMatrix<T, R, C>) -> T;
        |x| x.amin(); |c, x, y| to_extremes(x.get(), *y.get(), *c, Real::abs);
    variance: [const R, const C] (x: SMatrix<T, R, C>) -> T;
        |x| x.variance();
        |c, x, y| x.get().add_scalar(-x.get().mean()) * (T::lit(2.0) * *c / Real::from_usize(R * C));
    product: [const R, const C] (x: SMatrix<T, R, C>) -> T;
        |x| x.product();
        |c, x, y| SMatrix::<T, R, C>::from_fn(|i, j| {
            let mut others = *x.get();
            others[(i, j)] = *c;
            others.product()
        });
    angle: [const R, const C] (a: SMatrix<T, R, C>, b: SMatrix<T, R, C>) -> T;
        |a, b| a.angle(b); |c, a, b, y| angle_by(a.get(), b.get()) * *c; |c, a, b, y| angle_by(b.get(), a.get()) * *c;
    try_normalize: [const R, const C] (x: SMatrix<T, R, C>, min_norm: T) -> Option<SMatrix<T, R, C>>;
        |x, min_norm| x.try_normalize(*min_norm);
        |c, x, min_norm, y| y.get().map_or_else(Tangent::zero, |y| (c - y * y.dot(c)) / x.get().norm());
        |c, x, min_norm, y| T::ZERO;
    distance: [const R, const C] (a: SMatrix<T, R, C>, b: SMatrix<T, R, C>) -> T;
        |a, b| a.metric_distance(b);
        |c, a, b, y| (a.get() - b.get()) * share(*c, *y.get());
        |c, a, b, y| (b.get() - a.get()) * share(*c, *y.get());
    component_div: [const R, const C] (a: SMatrix<T, R, C>, b: SMatrix<T, R, C>) -> SMatrix<T, R, C>;
        |a, b| a.component_div(b);
        |c, a, b, y| c.zip_map(b.get(), |c, b| c.strongly(|c| c / b));
        |c, a, b, y| c.zip_zip_map(b.get(), y.get(), |c, b, y| c.strongly(|c| -c * y / b));
    scale: [const R, const C] (x: SMatrix<T, R, C>, s: T) -> SMatrix<T, R, C>;
        |x, s| x.scale(*s); |c, x, s, y| c * *s.get(); |c, x, s, y| c.dot(x.get());
    unscale: [const R, const C] (x: SMatrix<T, R, C>, s: T) -> SMatrix<T, R, C>;
        |x, s| x.unscale(*s); |c, x, s, y| c / *s.get(); |c, x, s, y| -y.get().dot(c) / *s.get();
    add_scalar: [const R, const C] (x: SMatrix<T, R, C>, s: T) -> SMatrix<T, R, C>;
        |x, s| x.add_scalar(*s); |c, x, s, y| *c; |c, x, s, y| c.sum();
    component_abs: [const R, const C] (x: SMatrix<T, R, C>) -> SMatrix<T, R, C>;
        |x| x.abs(); |c, x, y| c.zip_map(x.get(), |c, x| if x > T::ZERO { c } else if x < T::ZERO { -c } else { T::ZERO });
    sup: [const R, const C] (a: SMatrix<T, R, C>, b: SMatrix<T, R, C>) -> SMatrix<T, R, C>;
        |a, b| a.sup(b);
        |c, a, b, y| c.zip_zip_map(a.get(), b.get(), |c, a, b| c * part_of_larger(a, b));
        |c, a, b, y| c.zip_zip_map(a.get(), b.get(), |c, a, b| c * part_of_larger(b, a));
    inf: [const R, const C] (a: SMatrix<T, R, C>, b: SMatrix<T, R, C>) -> SMatrix<T, R, C>;
        |a, b| a.inf(b);
        |c, a, b, y| c.zip_zip_map(a.get(), b.get(), |c, a, b| c * part_of_larger(b, a));
        |c, a, b, y| c.zip_zip_map(a.get(), b.get(), |c, a, b| c * part_of_larger(a, b));
    distance: [const D] (a: Point<T, D>, b: Point<T, D>) -> T;
        |a, b| nalgebra::distance(a, b);
        |c, a, b, y| Point::from((a.get() - b.get()) * share(*c, *y.get()));
        |c, a, b, y| Point::from((b.get() - a.get()) * share(*c, *y.get()));
}

rule! {
    /// `a (1 - t) + b t`.
    lerp reads (Yes, Yes, Yes, No);
}

lifted! {
    lerp: [const D] (a: SVector<T, D>, b: SVector<T, D>, t: T) -> SVector<T, D>;
        |a, b, t| a.lerp(b, *t);
        |c, a, b, t, y| c * (T::ONE - *t.get());
        |c, a, b, t, y| c * *t.get();
        |c, a, b, t, y| (b.get() - a.get()).dot(c);
}

/// The cofactors, from which each row of `A` gives the determinant.
fn cofactors<T: Number, const D: usize>(
    a: &SMatrix<T, D, D>,
    determinant_of: impl Fn(&SMatrix<T, D, D>) -> T,
) -> SMatrix<T, D, D> {
    SMatrix::from_fn(|i, j| {
        let mut other = *a;
        other.row_mut(i).fill(T::ZERO);
        other[(i, j)] = T::ONE;
        determinant_of(&other)
    })
}

lifted! {
    determinant: [const D] (a: SMatrix<T, D, D>) -> T where [Const<D>: DimMin<Const<D>, Output = Const<D>>];
        |a| a.determinant();
        |c, a, y| match a.get().try_inverse() {
            Some(inverse) if *y.get() != T::ZERO => inverse.transpose() * (*c * *y.get()),
            _ => cofactors(a.get(), Matrix::determinant) * *c,
        };
}

rule! {
    /// The inverse; `None` if the matrix is singular. VJP: `Ā -= Yᵀ Ȳ Yᵀ`; none where it is `None`.
    try_inverse reads (No, Yes);
}

impl<T: Number, const D: usize> Rule1<SMatrix<T, D, D>> for try_inverse {
    type Output = Option<SMatrix<T, D, D>>;
    type Residual = ();
    #[inline]
    fn forward(a: &SMatrix<T, D, D>) -> (Self::Output, ()) {
        (a.try_inverse(), ())
    }
    fn vjp(
        (): &(),
        _: Read<'_, SMatrix<T, D, D>>,
        y: Read<'_, Self::Output>,
        c: &SMatrix<T, D, D>,
        a_bar: impl Slot<SMatrix<T, D, D>>,
    ) {
        a_bar.accumulate(|d| {
            if let Some(y) = y.get() {
                *d -= y.tr_mul(c) * y.transpose();
            }
        });
    }
    fn jvp(_: &SMatrix<T, D, D>, y: &Self::Output, a_dot: Option<&SMatrix<T, D, D>>) -> SMatrix<T, D, D> {
        match (y, a_dot) {
            (Some(y), Some(t)) => -(y * t * y),
            _ => SMatrix::zero(),
        }
    }
    second!(SMatrix<T, D, D>: |_, (y, y_dot), (c, c_dot), (a_bar, a_bar_dot)| {
        Self::vjp(&(), Read::absent(), y, c, a_bar);
        a_bar_dot.accumulate(|d| {
            let Some(y) = y.get() else { return };
            if let Some(c) = c_dot {
                *d -= y.tr_mul(c) * y.transpose();
            }
            if let Some(t) = y_dot {
                *d -= t.tr_mul(c) * y.transpose() + y.tr_mul(c) * t.transpose();
            }
        });
    });
}

/// Parts of a matrix, at a place that is known when the function runs: the value, and the part of the cotangent that it belongs to.
macro_rules! parts {
    ($(
        $(#[$meta:meta])*
        $name:ident $([$($g:ident),+])? $rule:ident: ($($at:ident),+) reads $reads:ty => $y:ty;
        |$x:ident| $value:expr; |$d:ident| $place:expr;
    )*) => {$(
        rule! {
            $(#[$meta])*
            $name $([$($g: usize),+])? reads $reads;
        }
        parts!(@ $rule $name [$($($g),+)?] ($($at),+) => $y; |$x| $value; |$d| $place);
    )*};
    (@ Rule2 $name:ident [$($g:ident),*] ($at:ident) => $y:ty; |$x:ident| $value:expr; |$d:ident| $place:expr) => {
        impl<T: Number, const R: usize, const C: usize, $(const $g: usize),*> Rule2<SMatrix<T, R, C>, usize> for $name<$($g),*> {
            type Output = $y;
            type Residual = ();
            #[inline]
            fn forward($x: &SMatrix<T, R, C>, &$at: &usize) -> ($y, ()) {
                ($value, ())
            }
            #[inline]
            fn vjp(
                (): &(),
                _: Read<'_, SMatrix<T, R, C>>,
                at: Read<'_, usize>,
                _: Read<'_, $y>,
                c: &$y,
                a_bar: impl Slot<SMatrix<T, R, C>>,
                _: impl Slot<NoGrad>,
            ) {
                a_bar.accumulate(|$d| {
                    let $at = *at.get();
                    let mut place = $place;
                    place += c;
                });
            }
            #[inline]
            fn jvp(_: &SMatrix<T, R, C>, at: &usize, _: &$y, a_dot: Option<&SMatrix<T, R, C>>, _: Option<&NoGrad>) -> $y {
                a_dot.map_or_else(Tangent::zero, |t| Self::forward(t, at).0)
            }
            second!(linear for SMatrix<T, R, C>, usize);
        }
    };
    (@ Rule3 $name:ident [$($g:ident),*] ($i:ident, $j:ident) => $y:ty; |$x:ident| $value:expr; |$d:ident| $place:expr) => {
        impl<T: Number, const R: usize, const C: usize, $(const $g: usize),*> Rule3<SMatrix<T, R, C>, usize, usize> for $name<$($g),*> {
            type Output = $y;
            type Residual = ();
            #[inline]
            fn forward($x: &SMatrix<T, R, C>, &$i: &usize, &$j: &usize) -> ($y, ()) {
                ($value, ())
            }
            #[inline]
            fn vjp(
                (): &(),
                _: Read<'_, SMatrix<T, R, C>>,
                i: Read<'_, usize>,
                j: Read<'_, usize>,
                _: Read<'_, $y>,
                c: &$y,
                a_bar: impl Slot<SMatrix<T, R, C>>,
                _: impl Slot<NoGrad>,
                _: impl Slot<NoGrad>,
            ) {
                a_bar.accumulate(|$d| {
                    let ($i, $j) = (*i.get(), *j.get());
                    let mut place = $place;
                    place += c;
                });
            }
            #[inline]
            fn jvp(
                _: &SMatrix<T, R, C>,
                i: &usize,
                j: &usize,
                _: &$y,
                a_dot: Option<&SMatrix<T, R, C>>,
                _: Option<&NoGrad>,
                _: Option<&NoGrad>,
            ) -> $y {
                a_dot.map_or_else(Tangent::zero, |t| Self::forward(t, i, j).0)
            }
            second!(linear for SMatrix<T, R, C>, usize, usize);
        }
    };
}
parts! {
    /// A column.
    column Rule2: (j) reads (No, Yes, No) => SVector<T, R>; |a| a.column(j).into_owned(); |d| d.column_mut(j);
    /// A row.
    row Rule2: (i) reads (No, Yes, No) => SMatrix<T, 1, C>; |a| a.row(i).into_owned(); |d| d.row_mut(i);
    /// `N` rows from row `i` on.
    fixed_rows[N] Rule2: (i) reads (No, Yes, No) => SMatrix<T, N, C>;
        |a| a.fixed_rows::<N>(i).into_owned(); |d| d.fixed_rows_mut::<N>(i);
    /// `N` columns from column `j` on.
    fixed_columns[N] Rule2: (j) reads (No, Yes, No) => SMatrix<T, R, N>;
        |a| a.fixed_columns::<N>(j).into_owned(); |d| d.fixed_columns_mut::<N>(j);
    /// `M` rows and `N` columns from element `(i, j)` on.
    fixed_view[M, N] Rule3: (i, j) reads (No, Yes, Yes, No) => SMatrix<T, M, N>;
        |a| a.fixed_view::<M, N>(i, j).into_owned(); |d| d.fixed_view_mut::<M, N>(i, j);
}

/// Leads from the methods of matrices to their rules.
pub trait MatrixRules {
    crate::derivatives_of! {
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
        xy: By1<xy>;
        xyz: By1<xyz>;
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
        column: By2<column>;
        row: By2<row>;
        fixed_rows<const N: usize>: By2<fixed_rows<N>>;
        fixed_columns<const N: usize>: By2<fixed_columns<N>>;
        fixed_view<const M: usize, const N: usize>: By3<fixed_view<M, N>>;
    }
}
impl<T, R: Dim, C: Dim, S> MatrixRules for Matrix<T, R, C, S> {}

/// The same of methods that numbers have too: the rules of those are there for all types, by reference. What is by value goes before.
pub trait MatrixRulesByValue: Copy {
    /// The rule of `abs`.
    #[doc(hidden)]
    #[must_use]
    fn derivative_of_abs(self) -> By1<component_abs> {
        By1::new()
    }
    /// The rule of `max`.
    #[doc(hidden)]
    #[must_use]
    fn derivative_of_max(self) -> By1<matrix_max> {
        By1::new()
    }
    /// The rule of `min`.
    #[doc(hidden)]
    #[must_use]
    fn derivative_of_min(self) -> By1<matrix_min> {
        By1::new()
    }
    /// The rule of `exp`.
    #[doc(hidden)]
    #[must_use]
    #[cfg(feature = "std")]
    fn derivative_of_exp(self) -> By1<matrix_exp> {
        By1::new()
    }
}
impl<T: Number, const R: usize, const C: usize> MatrixRulesByValue for SMatrix<T, R, C> {}
