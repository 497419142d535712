//! Singular values and vectors.

use core::slice::from_ref;

use ::nalgebra::allocator::Allocator;
use ::nalgebra::{DefaultAllocator, DimDiff, DimMin, DimSub, OMatrix, OVector, SVD, U1};

use super::{SvdTangent, always, over_gaps};
use crate::differentiable::{Difference, Differentiable, NoGrad, Tangent, Zero};
use crate::ops::nalgebra::Number;
use crate::ops::nalgebra::any_size::{Size, filled};
use crate::ops::nalgebra::decompositions::Square;
use crate::ops::nalgebra::factors::tall;
use crate::ops::nalgebra::forms::is_nothing;
use crate::ops::nalgebra::matrices::diagonal_of;
use crate::rule::lift::{Lift, second};
use crate::rule::rule;
use crate::rule::slot::Slot;
use crate::rule::{Rule1, Rule3};
use crate::scalar::Dual;
use crate::tape::{Frame, No, Read, Taped, Yes};

/// The tangent of a singular value decomposition, of a matrix with at least as many rows as columns.
pub(super) type SvdParts<T, R, C> = SvdTangent<OMatrix<T, R, C>, Square<T, C>, OVector<T, C>>;

pub(super) type Svd<T, R, C> = SVD<T, R, C>;

impl<T: Number, R: Size, C: Size> Differentiable for Svd<T, R, C>
where
    R: DimMin<C, Output = C>,
    DefaultAllocator: Allocator<R, C> + Allocator<C, C> + Allocator<C> + Allocator<R> + Allocator<C, R>,
{
    type Tangent = SvdParts<T, R, C>;
    fn agrees(found: &Self, expected: &Self) -> Result<(), Difference> {
        Differentiable::agrees(&found.singular_values, &expected.singular_values)?;
        Differentiable::agrees(&found.u, &expected.u)?;
        Differentiable::agrees(&found.v_t, &expected.v_t)
    }
    fn tell_form(&self, tell: &mut dyn FnMut(usize)) {
        let (rows, values) = (self.u.as_ref().map_or(0, OMatrix::nrows), self.singular_values.len());
        if R::LENGTH.is_none() {
            tell(rows);
        }
        if C::LENGTH.is_none() {
            tell(values);
        }
    }
    fn zero_of_form(zero: Zero, lengths: &mut dyn Iterator<Item = usize>) -> SvdParts<T, R, C> {
        let rows = R::LENGTH.unwrap_or_else(|| lengths.next().unwrap_or(0));
        let values = C::LENGTH.unwrap_or_else(|| lengths.next().unwrap_or(0));
        SvdTangent {
            u: filled(rows, values, zero.of()),
            v_t: filled(values, values, zero.of()),
            singular_values: filled(values, 1, zero.of()),
        }
    }
}

impl<T: Number, R: Size, C: Size> Taped for Svd<T, R, C>
where
    R: DimMin<C, Output = C>,
    DefaultAllocator: Allocator<R, C> + Allocator<C, C> + Allocator<C> + Allocator<R> + Allocator<C, R>,
{
    const BYTES: usize = <(Option<OMatrix<T, R, C>>, Option<Square<T, C>>, OVector<T, C>)>::BYTES;
    type View<'t> = Self;
    fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>) {
        for value in values {
            Taped::put_all(from_ref(&value.u), frame);
            Taped::put_all(from_ref(&value.v_t), frame);
            Taped::put_all(from_ref(&value.singular_values), frame);
        }
    }
    fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N] {
        core::array::from_fn(|_| <Self as Taped>::view(frame))
    }
    fn view(frame: &mut Frame<&[u64]>) -> Self {
        let [u] = Taped::get_all(frame);
        let [v_t] = Taped::get_all(frame);
        let [values] = Taped::get_all(frame);
        Self { u, v_t, singular_values: values }
    }
    const FIXED: bool = OMatrix::<T, R, C>::FIXED;
    fn words_of(values: &[Self]) -> usize {
        let words = |value: &Self| {
            let vectors = Taped::words_of(from_ref(&value.u)) + Taped::words_of(from_ref(&value.v_t));
            vectors + Taped::words_of(from_ref(&value.singular_values))
        };
        values.iter().map(words).sum()
    }
    #[inline(always)]
    fn copied(value: &Self) -> Self {
        value.clone()
    }
    type Recompute = No;
    type Stored = Yes;
}

/// `U`, `V` and the singular values, all there.
struct Singular<T: Number, R: Size, C: Size>
where
    DefaultAllocator: Allocator<R, C> + Allocator<C, C> + Allocator<C>,
{
    u: OMatrix<T, R, C>,
    v: Square<T, C>,
    s: OVector<T, C>,
}

impl<T: Number, R: Size, C: Size> Singular<T, R, C>
where
    DefaultAllocator: Allocator<R, C> + Allocator<C, C> + Allocator<C> + Allocator<R> + Allocator<C, R>,
{
    /// Those that were found, or all once more.
    fn of(a: &OMatrix<T, R, C>, found: Option<&Svd<T, R, C>>) -> Self
    where
        R: DimMin<C, Output = C>,
        C: DimSub<U1>,
        DefaultAllocator: Allocator<DimDiff<C, U1>>,
    {
        if let Some(SVD { u: Some(u), v_t: Some(v_t), singular_values: s }) = found {
            return Self { u: u.clone(), v: v_t.transpose(), s: s.clone() };
        }
        let all = a.clone().svd(true, true);
        match (all.u, all.v_t) {
            (Some(u), Some(v_t)) => Self { u, v: v_t.transpose(), s: all.singular_values },
            _ => unreachable!("both were asked for"),
        }
    }

    /// `1 / (sⱼ + sᵢ)`, and 0 where both are 0.
    fn sums(&self) -> Square<T, C> {
        let over = |sum: T| if sum == T::ZERO { T::ZERO } else { T::ONE / sum };
        let (size, _) = self.s.shape_generic();
        OMatrix::from_fn_generic(size, size, |i, j| over(self.s[i] + self.s[j]))
    }

    /// `x S⁻¹`, and 0 where a singular value is.
    fn over(&self, x: &OMatrix<T, R, C>) -> OMatrix<T, R, C> {
        x.map_with_location(|_, j, x| if self.s[j] == T::ZERO { T::ZERO } else { x / self.s[j] })
    }

    /// What is passed on: the transpose of [`along`](Self::along).
    fn through(&self, c: &SvdParts<T, R, C>) -> OMatrix<T, R, C> {
        let Self { u, v, s } = self;
        let half = T::lit(0.5);
        let mut inner = filled::<T, C, C>(s.len(), s.len(), T::ZERO);
        c.singular_values.iter().enumerate().for_each(|(i, c)| inner[(i, i)] = *c);
        if is_nothing(&c.u) && is_nothing(&c.v_t) {
            return u * inner * v.transpose();
        }
        let by_u = if is_nothing(&c.u) { filled(s.len(), s.len(), T::ZERO) } else { u.tr_mul(&c.u) };
        let by_v = if is_nothing(&c.v_t) { filled(s.len(), s.len(), T::ZERO) } else { v.tr_mul(&c.v_t.transpose()) };
        let alike = over_gaps(&(&by_u + &by_v), s, always) * half;
        let apart = self.sums().component_mul(&(&by_u - by_v)) * half;
        inner += &alike + alike.transpose() + &apart - apart.transpose();
        let mut outer = -(u * &by_u);
        Tangent::accumulate(&mut outer, &c.u);
        (u * inner + self.over(&outer)) * v.transpose()
    }

    /// The tangents. With `P = Uᵀ Ȧ V`, `U̇` and `V̇` turn alike by `(P + Pᵀ) / (sⱼ - sᵢ)`, apart by `(P - Pᵀ) / (sⱼ + sᵢ)`. After
    /// J. Townsend, "Differentiating the singular value decomposition", 2016.
    fn along(&self, a_dot: &OMatrix<T, R, C>, matters: impl Fn(usize, usize) -> bool) -> SvdParts<T, R, C> {
        let Self { u, v, s } = self;
        let (half, turned) = (T::lit(0.5), a_dot * v);
        let p = u.tr_mul(&turned);
        let alike = over_gaps(&(&p + p.transpose()), s, matters);
        let apart = self.sums().component_mul(&(&p - p.transpose()));
        let (to_u, to_v) = ((&alike + &apart) * half, (alike - apart) * half);
        SvdTangent {
            u: u * to_u + self.over(&(turned - u * &p)),
            v_t: (v * to_v).transpose(),
            singular_values: diagonal_of(&p),
        }
    }

    /// The same in dual numbers.
    fn lift(
        &self,
        a_dot: Option<&OMatrix<T, R, C>>,
        matters: impl Fn(usize, usize) -> bool,
    ) -> Singular<Dual<T>, R, C> {
        let dots = a_dot.filter(|t| !is_nothing(*t)).map(|a_dot| self.along(a_dot, matters));
        let dots = dots.as_ref();
        Singular {
            u: self.u.lift(dots.map(|dots| &dots.u)),
            v: self.v.lift(dots.map(|dots| dots.v_t.transpose()).as_ref()),
            s: self.s.lift(dots.map(|dots| &dots.singular_values)),
        }
    }
}

rule! {
    /// The singular value decomposition `A = U S Vᵀ`, sorted.
    svd reads (Yes, No, No, Yes);
}

impl<T: Number, R: Size, C: Size> Rule3<OMatrix<T, R, C>, bool, bool> for svd
where
    R: DimMin<C, Output = C>,
    C: DimSub<U1>,
    DefaultAllocator:
        Allocator<R, C> + Allocator<C, C> + Allocator<C> + Allocator<R> + Allocator<C, R> + Allocator<DimDiff<C, U1>>,
{
    type Output = Svd<T, R, C>;
    type Residual = ();
    fn forward(a: &OMatrix<T, R, C>, u: &bool, v: &bool) -> (Self::Output, ()) {
        tall(a);
        (a.clone().svd(*u, *v), ())
    }
    fn vjp(
        (): &(),
        a: Read<'_, OMatrix<T, R, C>>,
        _: Read<'_, bool>,
        _: Read<'_, bool>,
        y: Read<'_, Self::Output>,
        c: &SvdParts<T, R, C>,
        a_bar: impl Slot<OMatrix<T, R, C>>,
        _: impl Slot<NoGrad>,
        _: impl Slot<NoGrad>,
    ) {
        a_bar.accumulate(|d| Tangent::accumulate(d, &Singular::of(a.get(), Some(y.get())).through(c)));
    }
    fn jvp(
        a: &OMatrix<T, R, C>,
        _: &bool,
        _: &bool,
        y: &Self::Output,
        a_dot: Option<&OMatrix<T, R, C>>,
        _: Option<&NoGrad>,
        _: Option<&NoGrad>,
    ) -> SvdParts<T, R, C> {
        a_dot
            .filter(|t| !is_nothing(*t))
            .map_or_else(Tangent::zero, |a_dot| Singular::of(a, Some(y)).along(a_dot, always))
    }
    second!(OMatrix<T, R, C>, bool, bool: |(a, a_dot), _, _, (y, _), (c, c_dot), (a_bar, a_bar_dot), _, _| {
        let moving = Singular::of(a.get(), Some(y.get())).lift(a_dot, always);
        let bar = moving.through(&SvdTangent {
            u: c.u.lift(c_dot.map(|c| &c.u)),
            v_t: c.v_t.lift(c_dot.map(|c| &c.v_t)),
            singular_values: c.singular_values.lift(c_dot.map(|c| &c.singular_values)),
        });
        <OMatrix<T, R, C> as Lift>::lower(&bar, a_bar, a_bar_dot);
    });
}

rule! {
    /// The singular values, sorted. VJP: `Ā += U s̄ Vᵀ`.
    singular_values reads (Yes, No);
}

impl<T: Number, R: Size, C: Size> Rule1<OMatrix<T, R, C>> for singular_values
where
    R: DimMin<C, Output = C>,
    C: DimSub<U1>,
    DefaultAllocator:
        Allocator<R, C> + Allocator<C, C> + Allocator<C> + Allocator<R> + Allocator<C, R> + Allocator<DimDiff<C, U1>>,
{
    type Output = OVector<T, C>;
    type Residual = ();
    fn forward(a: &OMatrix<T, R, C>) -> (OVector<T, C>, ()) {
        tall(a);
        (a.singular_values(), ())
    }
    fn vjp(
        (): &(),
        a: Read<'_, OMatrix<T, R, C>>,
        _: Read<'_, OVector<T, C>>,
        c: &OVector<T, C>,
        a_bar: impl Slot<OMatrix<T, R, C>>,
    ) {
        a_bar.accumulate(|d| {
            let Singular { u, v, .. } = Singular::of(a.get(), None);
            Tangent::accumulate(d, &(u * OMatrix::from_diagonal(c) * v.transpose()));
        });
    }
    fn jvp(a: &OMatrix<T, R, C>, _: &OVector<T, C>, a_dot: Option<&OMatrix<T, R, C>>) -> OVector<T, C> {
        a_dot
            .filter(|t| !is_nothing(*t))
            .map_or_else(Tangent::zero, |a_dot| Singular::of(a, None).along(a_dot, always).singular_values)
    }
    second!(OMatrix<T, R, C>: |(a, a_dot), _, (c, c_dot), (a_bar, a_bar_dot)| {
        let Singular { u, v, .. } = Singular::of(a.get(), None).lift(a_dot, |i, j| c[i] != c[j]);
        let bar = u * OMatrix::from_diagonal(&c.lift(c_dot)) * v.transpose();
        <OMatrix<T, R, C> as Lift>::lower(&bar, a_bar, a_bar_dot);
    });
}

impl<T: Number, R: Size, C: Size> Lift for Svd<T, R, C>
where
    R: DimMin<C, Output = C>,
    DefaultAllocator: Allocator<R, C> + Allocator<C, C> + Allocator<C> + Allocator<R> + Allocator<C, R>,
{
    type Lifted = Svd<Dual<T>, R, C>;
    fn lift(&self, dot: Option<&SvdParts<T, R, C>>) -> Self::Lifted {
        SVD {
            u: self.u.lift(dot.map(|dot| &dot.u)),
            v_t: self.v_t.lift(dot.map(|dot| &dot.v_t)),
            singular_values: self.singular_values.lift(dot.map(|dot| &dot.singular_values)),
        }
    }
    fn lift_cotangent(bar: &SvdParts<T, R, C>, dot: Option<&SvdParts<T, R, C>>) -> SvdParts<Dual<T>, R, C> {
        SvdTangent {
            u: bar.u.lift(dot.map(|dot| &dot.u)),
            v_t: bar.v_t.lift(dot.map(|dot| &dot.v_t)),
            singular_values: bar.singular_values.lift(dot.map(|dot| &dot.singular_values)),
        }
    }
    fn lower(
        bar: &SvdParts<Dual<T>, R, C>,
        mut place: impl Slot<SvdParts<T, R, C>>,
        mut place_dot: impl Slot<SvdParts<T, R, C>>,
    ) {
        let (mut place, mut dot) = (place.out(), place_dot.out());
        <OMatrix<T, R, C> as Lift>::lower(&bar.u, place.parts(|place| &mut place.u), dot.parts(|place| &mut place.u));
        <Square<T, C> as Lift>::lower(&bar.v_t, place.parts(|place| &mut place.v_t), dot.parts(|place| &mut place.v_t));
        let values = place.parts(|place| &mut place.singular_values);
        <OVector<T, C> as Lift>::lower(&bar.singular_values, values, dot.parts(|place| &mut place.singular_values));
    }
}
