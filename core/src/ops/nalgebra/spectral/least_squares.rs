//! Pseudo-inverses and least squares, by singular values.

use ::nalgebra::allocator::Allocator;
use ::nalgebra::{DefaultAllocator, DimDiff, DimMin, DimSub, OMatrix, U1};

use super::SvdTangent;
use super::singular_value_decomposition::{Svd, SvdParts};
use crate::differentiable::Tangent;
use crate::ops::nalgebra::Number;
use crate::ops::nalgebra::any_size::Size;
use crate::ops::nalgebra::decompositions::Square;
use crate::ops::nalgebra::factors::tall;
use crate::ops::nalgebra::forms::{is_nothing, lifted};
use crate::rule::lift::{Lift, second};
use crate::rule::rule;
use crate::rule::slot::Slot;
use crate::rule::{By1, By2, By3, Rule2};
use crate::tape::{No, Read, Yes};

rule! {
    /// The pseudo-inverse `Y`, with the singular values up to `eps` left out. VJP:
    /// `Ā += (I - A Y) Ȳᵀ Y Yᵀ + Yᵀ Y Ȳᵀ (I - Y A) - Yᵀ Ȳ Yᵀ`. G. H. Golub and V. Pereyra, 1973.
    pseudo_inverse reads (Yes, No, No);
}

/// The tangent of the pseudo-inverse `y` for the tangent `t` of `a`.
fn along_inverse<T: Number, R: Size, C: Size>(
    a: &OMatrix<T, R, C>,
    y: &OMatrix<T, C, R>,
    t: &OMatrix<T, R, C>,
) -> OMatrix<T, C, R>
where
    DefaultAllocator: Allocator<R, C> + Allocator<C, R> + Allocator<R, R> + Allocator<C, C>,
{
    let (t_t, y_t) = (t.transpose(), y.transpose());
    y * (&y_t * (&t_t - (&t_t * a) * y)) + (&t_t - y * (a * &t_t)) * &y_t * y - y * t * y
}

/// What the pseudo-inverse `y` of `a` passes on.
fn through_pseudo_inverse<T: Number, R: Size, C: Size>(
    a: &OMatrix<T, R, C>,
    y: &OMatrix<T, C, R>,
    c: &OMatrix<T, C, R>,
) -> OMatrix<T, R, C>
where
    DefaultAllocator: Allocator<R, C> + Allocator<C, R> + Allocator<R, R> + Allocator<C, C>,
{
    let (c_t, y_t) = (c.transpose(), y.transpose());
    (&c_t - a * (y * &c_t)) * y * &y_t + &y_t * (y * (&c_t - (&c_t * y) * a)) - &y_t * c * &y_t
}

impl<T: Number, R: Size, C: Size> Rule2<OMatrix<T, R, C>, T> for pseudo_inverse
where
    R: DimMin<C, Output = C>,
    C: DimSub<U1>,
    DefaultAllocator: Allocator<R, C>
        + Allocator<C, C>
        + Allocator<C>
        + Allocator<R>
        + Allocator<C, R>
        + Allocator<R, R>
        + Allocator<DimDiff<C, U1>>,
{
    type Output = Result<OMatrix<T, C, R>, &'static str>;
    // The inverse, without the message.
    type Residual = Option<OMatrix<T, C, R>>;
    fn forward(a: &OMatrix<T, R, C>, eps: &T) -> (Self::Output, Self::Residual) {
        tall(a);
        let y = a.clone().pseudo_inverse(*eps);
        let inverse = y.as_ref().ok().cloned();
        (y, inverse)
    }
    fn vjp(
        y: &Self::Residual,
        a: Read<'_, OMatrix<T, R, C>>,
        _: Read<'_, T>,
        _: Read<'_, Self::Output>,
        c: &OMatrix<T, C, R>,
        a_bar: impl Slot<OMatrix<T, R, C>>,
        _: impl Slot<T>,
    ) {
        let Some(y) = y.as_ref().filter(|_| !is_nothing(c)) else { return };
        a_bar.accumulate(|d| Tangent::accumulate(d, &through_pseudo_inverse(a.get(), y, c)));
    }
    fn jvp(
        a: &OMatrix<T, R, C>,
        _: &T,
        y: &Self::Output,
        a_dot: Option<&OMatrix<T, R, C>>,
        _: Option<&T>,
    ) -> OMatrix<T, C, R> {
        match (y, a_dot) {
            (Ok(y), Some(t)) if !is_nothing(t) => along_inverse(a, y, t),
            _ => Tangent::zero(),
        }
    }
    second!(OMatrix<T, R, C>, T: |(a, a_dot), (eps, _), _, (c, c_dot), (a_bar, a_bar_dot), _| {
        let a = a.get();
        let Ok(y) = a.clone().pseudo_inverse(*eps.get()) else { return };
        let y_dot = a_dot.filter(|t| !is_nothing(*t)).map(|t| along_inverse(a, &y, t));
        let bar = through_pseudo_inverse(&a.lift(a_dot), &y.lift(y_dot.as_ref()), &c.lift(c_dot));
        <OMatrix<T, R, C> as Lift>::lower(&bar, a_bar, a_bar_dot);
    });
}

rule! {
    /// `X = V S⁺ Uᵀ B`, where `S⁺` has the inverses of the singular values above `eps`, and zeros: the least squares solution.
    svd_solve reads (Yes, Yes, Yes, No);
}
rule! {
    /// `V S⁺ Uᵀ`.
    svd_pseudo_inverse reads (Yes, Yes, No);
}
rule! {
    /// `U S Vᵀ`.
    svd_recompose reads (Yes, No);
}

/// What the solution passes on to the decomposition and to `b`; nothing if the vectors are not there.
fn through_solution<T: Number, R: Size + DimMin<C, Output = C>, C: Size, K: Size>(
    a: &Svd<T, R, C>,
    b: &OMatrix<T, R, K>,
    eps: T,
    c: &OMatrix<T, C, K>,
) -> (SvdParts<T, R, C>, OMatrix<T, R, K>)
where
    DefaultAllocator: Allocator<R, C>
        + Allocator<C, C>
        + Allocator<C>
        + Allocator<R>
        + Allocator<C, R>
        + Allocator<R, K>
        + Allocator<C, K>
        + Allocator<K, C>,
{
    let (Some(u), Some(v_t)) = (&a.u, &a.v_t) else { return (Tangent::zero(), Tangent::zero()) };
    let over = a.singular_values.map(|s| if s > eps { T::ONE / s } else { T::ZERO });
    let scaled = |x: &OMatrix<T, C, K>| x.map_with_location(|i, _, x| x * over[i]);
    let (left, right) = (scaled(&u.tr_mul::<R, K, _>(b)), scaled(&(v_t * c)));
    let values = over.map_with_location(|i, _, _| -left.row(i).dot(&right.row(i)));
    (SvdTangent { u: b * right.transpose(), v_t: left * c.transpose(), singular_values: values }, u * right)
}

/// What the pseudo-inverse passes on, the solution for the columns of the identity.
fn through_inverse<T: Number, R: Size + DimMin<C, Output = C>, C: Size>(
    a: &Svd<T, R, C>,
    eps: T,
    c: &OMatrix<T, C, R>,
) -> SvdParts<T, R, C>
where
    DefaultAllocator:
        Allocator<R, C> + Allocator<C, C> + Allocator<C> + Allocator<R> + Allocator<C, R> + Allocator<R, R>,
{
    let (rows, _) = c.transpose().shape_generic();
    through_solution(a, &OMatrix::identity_generic(rows, rows), eps, c).0
}

/// What `U S Vᵀ` passes on.
fn through_product<T: Number, R: Size + DimMin<C, Output = C>, C: Size>(
    a: &Svd<T, R, C>,
    c: &OMatrix<T, R, C>,
) -> SvdParts<T, R, C>
where
    DefaultAllocator: Allocator<R, C> + Allocator<C, C> + Allocator<C> + Allocator<R> + Allocator<C, R>,
{
    let (Some(u), Some(v_t)) = (&a.u, &a.v_t) else { return Tangent::zero() };
    let (s, inner) = (Square::<T, C>::from_diagonal(&a.singular_values), u.tr_mul::<R, C, _>(c));
    SvdTangent {
        u: c * v_t.transpose() * &s,
        v_t: s * &inner,
        singular_values: a.singular_values.map_with_location(|i, _, _| inner.row(i).dot(&v_t.row(i))),
    }
}

lifted! {
    svd_solve: [R: Size, C: Size, K: Size] (a: Svd<T, R, C>, b: OMatrix<T, R, K>, eps: T) -> Result<OMatrix<T, C, K>, &'static str>
        where [R: DimMin<C, Output = C>, C: DimSub<U1>, DefaultAllocator: Allocator<R, C> + Allocator<C, C> + Allocator<C> + Allocator<R> + Allocator<C, R> + Allocator<R, R> + Allocator<R, K> + Allocator<C, K> + Allocator<K, C> + Allocator<DimDiff<C, U1>>];
        |a, b, eps| a.solve(b, *eps);
        |c, a, b, eps, y| through_solution(a.get(), b.get(), *eps.get(), c).0;
        |c, a, b, eps, y| through_solution(a.get(), b.get(), *eps.get(), c).1;
        |c, a, b, eps, y| T::ZERO;
    svd_pseudo_inverse: [R: Size, C: Size] (a: Svd<T, R, C>, eps: T) -> Result<OMatrix<T, C, R>, &'static str>
        where [R: DimMin<C, Output = C>, C: DimSub<U1>, DefaultAllocator: Allocator<R, C> + Allocator<C, C> + Allocator<C> + Allocator<R> + Allocator<C, R> + Allocator<R, R> + Allocator<DimDiff<C, U1>>];
        |a, eps| a.clone().pseudo_inverse(*eps);
        |c, a, eps, y| through_inverse(a.get(), *eps.get(), c);
        |c, a, eps, y| T::ZERO;
    svd_recompose: [R: Size, C: Size] (a: Svd<T, R, C>) -> Result<OMatrix<T, R, C>, &'static str>
        where [R: DimMin<C, Output = C>, C: DimSub<U1>, DefaultAllocator: Allocator<R, C> + Allocator<C, C> + Allocator<C> + Allocator<R> + Allocator<C, R> + Allocator<R, R> + Allocator<DimDiff<C, U1>>];
        |a| a.clone().recompose(); |c, a, y| through_product(a.get(), c);
}

/// Leads from the methods of a singular value decomposition to their rules.
pub trait SvdRules {
    crate::derivatives_of! {
        solve: By3<svd_solve>;
        pseudo_inverse: By2<svd_pseudo_inverse>;
        recompose: By1<svd_recompose>;
    }
}
impl<T: Number, R: Size, C: Size> SvdRules for Svd<T, R, C>
where
    R: DimMin<C, Output = C>,
    DefaultAllocator: Allocator<R, C> + Allocator<C, C> + Allocator<C> + Allocator<R> + Allocator<C, R>,
{
}
