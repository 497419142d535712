//! Eigenvalues and eigenvectors of symmetric matrices, and singular values and vectors.
//!
//! Vectors of equal values are not unique, so they have no derivative: where two values are equal, up to rounding errors, a derivative
//! that goes through the choice of their vectors is NaN. What does not use these vectors has its derivative there too. A function of a matrix
//! that is written with its vectors, such as `V f(Λ) Vᵀ`, is NaN there although it is smooth: the decomposition does not tell.

use core::slice::from_ref;

use ::nalgebra::allocator::Allocator;
use ::nalgebra::{DefaultAllocator, DimDiff, DimMin, DimSub, OMatrix, OVector, SVD, SymmetricEigen, U1};

use super::Number;
use super::any_size::{Size, filled};
use super::decompositions::{Square, folded, mirrored};
use super::factors::tall;
use super::forms::{is_nothing, lifted};
use super::matrices::diagonal_of;
use crate::differentiable::Difference;
use crate::differentiable::{Differentiable, NoGrad, Tangent, Zero};
use crate::rule::lift::{Lift, second};
use crate::rule::rule;
use crate::rule::slot::Slot;
use crate::rule::{By1, By2, By3, Rule1, Rule2, Rule3};
use crate::scalar::{Dual, Real};
use crate::tape::{Frame, No, Read, Taped, Yes};

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

/// The tangent of a decomposition of a symmetric matrix.
type EigenTangent<T, D> = SymmetricEigenTangent<Square<T, D>, OVector<T, D>>;

impl<T: Number, D: Size> Differentiable for SymmetricEigen<T, D>
where
    DefaultAllocator: Allocator<D, D> + Allocator<D>,
{
    type Tangent = EigenTangent<T, D>;
    fn agrees(found: &Self, expected: &Self) -> Result<(), Difference> {
        Differentiable::agrees(&found.eigenvalues, &expected.eigenvalues)?;
        Differentiable::agrees(&found.eigenvectors, &expected.eigenvectors)
    }
    fn tell_form(&self, tell: &mut dyn FnMut(usize)) {
        self.eigenvectors.tell_form(tell);
        self.eigenvalues.tell_form(tell);
    }
    fn zero_of_form(zero: Zero, lengths: &mut dyn Iterator<Item = usize>) -> EigenTangent<T, D> {
        SymmetricEigenTangent {
            eigenvectors: <Square<T, D> as Differentiable>::zero_of_form(zero, lengths),
            eigenvalues: <OVector<T, D> as Differentiable>::zero_of_form(zero, lengths),
        }
    }
}

impl<T: Number, D: Size> Taped for SymmetricEigen<T, D>
where
    DefaultAllocator: Allocator<D, D> + Allocator<D>,
{
    const BYTES: usize = <(Square<T, D>, OVector<T, D>)>::BYTES;
    type View<'t> = Self;
    fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>) {
        for value in values {
            Taped::put_all(from_ref(&value.eigenvectors), frame);
            Taped::put_all(from_ref(&value.eigenvalues), frame);
        }
    }
    fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N] {
        core::array::from_fn(|_| <Self as Taped>::view(frame))
    }
    fn view(frame: &mut Frame<&[u64]>) -> Self {
        let [eigenvectors] = Taped::get_all(frame);
        let [eigenvalues] = Taped::get_all(frame);
        Self { eigenvectors, eigenvalues }
    }
    const FIXED: bool = Square::<T, D>::FIXED;
    fn words_of(values: &[Self]) -> usize {
        let words = |value: &Self| {
            Taped::words_of(from_ref(&value.eigenvectors)) + Taped::words_of(from_ref(&value.eigenvalues))
        };
        values.iter().map(words).sum()
    }
    type Recompute = No;
    type Stored = Yes;
}

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

/// `V (λ̄ + (Vᵀ V̄) / gaps) Vᵀ`, folded to the lower triangle.
fn through_eigen<T: Number, D: Size>(
    values: &OVector<T, D>,
    vectors: &Square<T, D>,
    c: &EigenTangent<T, D>,
) -> Square<T, D>
where
    DefaultAllocator: Allocator<D, D> + Allocator<D>,
{
    let mut inner = filled::<T, D, D>(values.len(), values.len(), T::ZERO);
    c.eigenvalues.iter().enumerate().for_each(|(i, c)| inner[(i, i)] = *c);
    if !is_nothing(&c.eigenvectors) {
        inner += over_gaps(&vectors.tr_mul(&c.eigenvectors), values, always);
    }
    folded(&(vectors * inner * vectors.transpose()))
}

/// `V̇ = V ((Vᵀ Ȧ V) / gaps)`, `λ̇` the diagonal of `Vᵀ Ȧ V`.
fn along_eigen<T: Number, D: Size>(
    values: &OVector<T, D>,
    vectors: &Square<T, D>,
    dot: &Square<T, D>,
    matters: impl Fn(usize, usize) -> bool,
) -> EigenTangent<T, D>
where
    DefaultAllocator: Allocator<D, D> + Allocator<D>,
{
    let inner = vectors.tr_mul(&mirrored(dot)) * vectors;
    SymmetricEigenTangent {
        eigenvectors: vectors * over_gaps(&inner, values, matters),
        eigenvalues: diagonal_of(&inner),
    }
}

rule! {
    /// The eigenvalues and eigenvectors of a symmetric matrix.
    symmetric_eigen reads (No, Yes);
}

impl<T: Number, D: Size> Rule1<Square<T, D>> for symmetric_eigen
where
    D: DimSub<U1>,
    DefaultAllocator: Allocator<D, D> + Allocator<D> + Allocator<DimDiff<D, U1>>,
{
    type Output = SymmetricEigen<T, D>;
    type Residual = ();
    fn forward(a: &Square<T, D>) -> (Self::Output, ()) {
        (a.clone().symmetric_eigen(), ())
    }
    fn vjp(
        (): &(),
        _: Read<'_, Square<T, D>>,
        y: Read<'_, Self::Output>,
        c: &EigenTangent<T, D>,
        a_bar: impl Slot<Square<T, D>>,
    ) {
        a_bar.accumulate(|d| Tangent::accumulate(d, &through_eigen(&y.get().eigenvalues, &y.get().eigenvectors, c)));
    }
    fn jvp(_: &Square<T, D>, y: &Self::Output, a_dot: Option<&Square<T, D>>) -> EigenTangent<T, D> {
        a_dot
            .filter(|t| !is_nothing(*t))
            .map_or_else(Tangent::zero, |a_dot| along_eigen(&y.eigenvalues, &y.eigenvectors, a_dot, always))
    }
    second!(Square<T, D>: |_, (y, y_dot), (c, c_dot), (a_bar, a_bar_dot)| {
        let (y, zero) = (y.get(), EigenTangent::<T, D>::zero());
        let (y_dot, c_dot) = (y_dot.unwrap_or(&zero), c_dot.unwrap_or(&zero));
        let moving = SymmetricEigenTangent {
            eigenvectors: c.eigenvectors.lift(Some(&c_dot.eigenvectors)),
            eigenvalues: c.eigenvalues.lift(Some(&c_dot.eigenvalues)),
        };
        let bar = through_eigen::<Dual<T>, D>(
            &y.eigenvalues.lift(Some(&y_dot.eigenvalues)),
            &y.eigenvectors.lift(Some(&y_dot.eigenvectors)),
            &moving,
        );
        <Square<T, D> as Lift>::lower(&bar, a_bar, a_bar_dot);
    });
}

rule! {
    /// The eigenvalues of a symmetric matrix. VJP: `Ā += V λ̄ Vᵀ`, folded.
    symmetric_eigenvalues reads (Yes, Yes);
}

/// The eigenvectors, in the order of the eigenvalues that were found without them.
fn eigenvectors_of<T: Number, D: Size + DimSub<U1>>(a: &Square<T, D>, values: &OVector<T, D>) -> Square<T, D>
where
    DefaultAllocator: Allocator<D, D> + Allocator<D> + Allocator<DimDiff<D, U1>>,
{
    let found = a.clone().symmetric_eigen();
    let rank = |values: &OVector<T, D>, i: usize| {
        (0..values.len()).filter(|j| values[*j] < values[i] || values[*j] == values[i] && *j < i).count()
    };
    let mut vectors = found.eigenvectors.clone();
    for i in 0..values.len() {
        if let Some(j) = (0..values.len()).find(|j| rank(&found.eigenvalues, *j) == rank(values, i)) {
            vectors.set_column(i, &found.eigenvectors.column(j));
        }
    }
    vectors
}

impl<T: Number, D: Size> Rule1<Square<T, D>> for symmetric_eigenvalues
where
    D: DimSub<U1>,
    DefaultAllocator: Allocator<D, D> + Allocator<D> + Allocator<DimDiff<D, U1>>,
{
    type Output = OVector<T, D>;
    type Residual = ();
    fn forward(a: &Square<T, D>) -> (OVector<T, D>, ()) {
        (a.symmetric_eigenvalues(), ())
    }
    fn vjp(
        (): &(),
        a: Read<'_, Square<T, D>>,
        y: Read<'_, OVector<T, D>>,
        c: &OVector<T, D>,
        a_bar: impl Slot<Square<T, D>>,
    ) {
        a_bar.accumulate(|d| {
            let vectors = eigenvectors_of(a.get(), y.get());
            Tangent::accumulate(d, &folded(&(&vectors * OMatrix::from_diagonal(c) * vectors.transpose())));
        });
    }
    fn jvp(a: &Square<T, D>, y: &OVector<T, D>, a_dot: Option<&Square<T, D>>) -> OVector<T, D> {
        a_dot
            .filter(|t| !is_nothing(*t))
            .map_or_else(Tangent::zero, |a_dot| along_eigen(y, &eigenvectors_of(a, y), a_dot, always).eigenvalues)
    }
    second!(Square<T, D>: |(a, a_dot), (y, _), (c, c_dot), (a_bar, a_bar_dot)| {
        let vectors = eigenvectors_of(a.get(), y.get());
        let dots = a_dot.filter(|t| !is_nothing(*t)).map(|a_dot| along_eigen(y.get(), &vectors, a_dot, |i, j| c[i] != c[j]));
        let vectors = vectors.lift(dots.as_ref().map(|dots| &dots.eigenvectors));
        let bar = folded(&(&vectors * OMatrix::from_diagonal(&c.lift(c_dot)) * vectors.transpose()));
        <Square<T, D> as Lift>::lower(&bar, a_bar, a_bar_dot);
    });
}

/// The tangent of a singular value decomposition, of a matrix with at least as many rows as columns.
type SvdParts<T, R, C> = SvdTangent<OMatrix<T, R, C>, Square<T, C>, OVector<T, C>>;

type Svd<T, R, C> = SVD<T, R, C>;

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
