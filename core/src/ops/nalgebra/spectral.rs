//! Eigenvalues and eigenvectors of symmetric matrices, and singular values and vectors.
//!
//! Vectors of equal values are not unique, so they have no derivative: where two values are equal, up to rounding errors, a derivative
//! that goes through the choice of their vectors is NaN. What does not use these vectors has its derivative there too. A function of a matrix
//! that is written with its vectors, such as `V f(Λ) Vᵀ`, is NaN there although it is smooth: the decomposition does not tell.

use ::nalgebra::allocator::Allocator;
use ::nalgebra::{Const, DefaultAllocator, DimDiff, DimMin, DimSub, SMatrix, SVD, SVector, SymmetricEigen, U1};

use super::Number;
use super::decompositions::{Square, folded, mirrored};
use super::forms::lifted;
use crate::differentiable::Difference;
use crate::differentiable::{Differentiable, NoGrad, Tangent};
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
type EigenTangent<T, const D: usize> = SymmetricEigenTangent<Square<T, D>, SVector<T, D>>;

impl<T: Number, const D: usize> Differentiable for SymmetricEigen<T, Const<D>> {
    type Tangent = EigenTangent<T, D>;
    fn agrees(found: &Self, expected: &Self) -> Result<(), Difference> {
        Differentiable::agrees(&found.eigenvalues, &expected.eigenvalues)?;
        Differentiable::agrees(&found.eigenvectors, &expected.eigenvectors)
    }
}

impl<T: Number, const D: usize> Taped for SymmetricEigen<T, Const<D>> {
    const BYTES: usize = <(Square<T, D>, SVector<T, D>)>::BYTES;
    type View<'t> = Self;
    fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>) {
        for value in values {
            Taped::put_all(&[(value.eigenvectors, value.eigenvalues)], frame);
        }
    }
    fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N] {
        core::array::from_fn(|_| <Self as Taped>::view(frame))
    }
    fn view(frame: &mut Frame<&[u64]>) -> Self {
        let (eigenvectors, eigenvalues) = <(Square<T, D>, SVector<T, D>)>::view(frame);
        Self { eigenvectors, eigenvalues }
    }
    type Recompute = No;
    type Stored = Yes;
}

/// `xᵢⱼ / (λⱼ - λᵢ)`, and 0 on the diagonal. Where two values are equal up to rounding errors: NaN, or 0 if `xᵢⱼ` and `xⱼᵢ` are or if what
/// turns their vectors does not matter.
fn over_gaps<T: Number, const D: usize>(
    x: &Square<T, D>,
    values: &SVector<T, D>,
    matters: impl Fn(usize, usize) -> bool,
) -> Square<T, D> {
    let equal = values.amax() * T::default_epsilon() * Real::from_usize(8 * D);
    SMatrix::from_fn(|i, j| {
        let gap = values[j] - values[i];
        if i != j && Real::abs(gap) > equal {
            return x[(i, j)] / gap;
        }
        let is_there = x[(i, j)] != T::ZERO || x[(j, i)] != T::ZERO;
        if i != j && is_there && matters(i, j) { T::lit(f64::NAN) } else { T::ZERO }
    })
}

/// In general it does.
fn always(_: usize, _: usize) -> bool {
    true
}

/// `V (λ̄ + (Vᵀ V̄) / gaps) Vᵀ`, folded to the lower triangle.
fn through_eigen<T: Number, const D: usize>(
    values: &SVector<T, D>,
    vectors: &Square<T, D>,
    c: &EigenTangent<T, D>,
) -> Square<T, D> {
    let inner = SMatrix::from_diagonal(&c.eigenvalues) + over_gaps(&vectors.tr_mul(&c.eigenvectors), values, always);
    folded(&(vectors * inner * vectors.transpose()))
}

/// `V̇ = V ((Vᵀ Ȧ V) / gaps)`, `λ̇` the diagonal of `Vᵀ Ȧ V`.
fn along_eigen<T: Number, const D: usize>(
    values: &SVector<T, D>,
    vectors: &Square<T, D>,
    dot: &Square<T, D>,
    matters: impl Fn(usize, usize) -> bool,
) -> EigenTangent<T, D> {
    let inner = vectors.tr_mul(&mirrored(dot)) * vectors;
    SymmetricEigenTangent {
        eigenvectors: vectors * over_gaps(&inner, values, matters),
        eigenvalues: SVector::from_fn(|i, _| inner[(i, i)]),
    }
}

rule! {
    /// The eigenvalues and eigenvectors of a symmetric matrix.
    symmetric_eigen reads (No, Yes);
}

impl<T: Number, const D: usize> Rule1<Square<T, D>> for symmetric_eigen
where
    Const<D>: DimSub<U1>,
    DefaultAllocator: Allocator<DimDiff<Const<D>, U1>>,
{
    type Output = SymmetricEigen<T, Const<D>>;
    type Residual = ();
    fn forward(a: &Square<T, D>) -> (Self::Output, ()) {
        (a.symmetric_eigen(), ())
    }
    fn vjp(
        (): &(),
        _: Read<'_, Square<T, D>>,
        y: Read<'_, Self::Output>,
        c: &EigenTangent<T, D>,
        a_bar: impl Slot<Square<T, D>>,
    ) {
        a_bar.accumulate(|d| *d += through_eigen(&y.get().eigenvalues, &y.get().eigenvectors, c));
    }
    fn jvp(_: &Square<T, D>, y: &Self::Output, a_dot: Option<&Square<T, D>>) -> EigenTangent<T, D> {
        a_dot.map_or_else(Tangent::zero, |a_dot| along_eigen(&y.eigenvalues, &y.eigenvectors, a_dot, always))
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
fn eigenvectors_of<T: Number, const D: usize>(a: &Square<T, D>, values: &SVector<T, D>) -> Square<T, D>
where
    Const<D>: DimSub<U1>,
    DefaultAllocator: Allocator<DimDiff<Const<D>, U1>>,
{
    let found = a.symmetric_eigen();
    let rank = |values: &SVector<T, D>, i: usize| {
        (0..D).filter(|j| values[*j] < values[i] || values[*j] == values[i] && *j < i).count()
    };
    let mut vectors = Square::<T, D>::zero();
    for i in 0..D {
        if let Some(j) = (0..D).find(|j| rank(&found.eigenvalues, *j) == rank(values, i)) {
            vectors.set_column(i, &found.eigenvectors.column(j));
        }
    }
    vectors
}

impl<T: Number, const D: usize> Rule1<Square<T, D>> for symmetric_eigenvalues
where
    Const<D>: DimSub<U1>,
    DefaultAllocator: Allocator<DimDiff<Const<D>, U1>>,
{
    type Output = SVector<T, D>;
    type Residual = ();
    fn forward(a: &Square<T, D>) -> (SVector<T, D>, ()) {
        (a.symmetric_eigenvalues(), ())
    }
    fn vjp(
        (): &(),
        a: Read<'_, Square<T, D>>,
        y: Read<'_, SVector<T, D>>,
        c: &SVector<T, D>,
        a_bar: impl Slot<Square<T, D>>,
    ) {
        a_bar.accumulate(|d| {
            let c = SymmetricEigenTangent { eigenvectors: Tangent::zero(), eigenvalues: *c };
            *d += through_eigen(y.get(), &eigenvectors_of(a.get(), y.get()), &c);
        });
    }
    fn jvp(a: &Square<T, D>, y: &SVector<T, D>, a_dot: Option<&Square<T, D>>) -> SVector<T, D> {
        a_dot.map_or_else(Tangent::zero, |a_dot| along_eigen(y, &eigenvectors_of(a, y), a_dot, always).eigenvalues)
    }
    second!(Square<T, D>: |(a, a_dot), (y, _), (c, c_dot), (a_bar, a_bar_dot)| {
        let vectors = eigenvectors_of(a.get(), y.get());
        let dots = a_dot.map(|a_dot| along_eigen(y.get(), &vectors, a_dot, |i, j| c[i] != c[j]));
        let bar = through_eigen::<Dual<T>, D>(
            &y.get().lift(dots.as_ref().map(|dots| &dots.eigenvalues)),
            &vectors.lift(dots.as_ref().map(|dots| &dots.eigenvectors)),
            &SymmetricEigenTangent { eigenvectors: Tangent::zero(), eigenvalues: c.lift(c_dot) },
        );
        <Square<T, D> as Lift>::lower(&bar, a_bar, a_bar_dot);
    });
}

/// The tangent of a singular value decomposition, of a matrix with at least as many rows as columns.
type SvdParts<T, const R: usize, const C: usize> = SvdTangent<SMatrix<T, R, C>, Square<T, C>, SVector<T, C>>;

type Svd<T, const R: usize, const C: usize> = SVD<T, Const<R>, Const<C>>;

impl<T: Number, const R: usize, const C: usize> Differentiable for Svd<T, R, C>
where
    Const<R>: DimMin<Const<C>, Output = Const<C>>,
{
    type Tangent = SvdParts<T, R, C>;
    fn agrees(found: &Self, expected: &Self) -> Result<(), Difference> {
        Differentiable::agrees(&found.singular_values, &expected.singular_values)?;
        Differentiable::agrees(&found.u, &expected.u)?;
        Differentiable::agrees(&found.v_t, &expected.v_t)
    }
}

impl<T: Number, const R: usize, const C: usize> Taped for Svd<T, R, C>
where
    Const<R>: DimMin<Const<C>, Output = Const<C>>,
{
    const BYTES: usize = <(Option<SMatrix<T, R, C>>, Option<Square<T, C>>, SVector<T, C>)>::BYTES;
    type View<'t> = Self;
    fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>) {
        for value in values {
            Taped::put_all(&[(value.u, value.v_t, value.singular_values)], frame);
        }
    }
    fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N] {
        core::array::from_fn(|_| <Self as Taped>::view(frame))
    }
    fn view(frame: &mut Frame<&[u64]>) -> Self {
        let (u, v_t, values) = <(Option<SMatrix<T, R, C>>, Option<Square<T, C>>, SVector<T, C>)>::view(frame);
        Self { u, v_t, singular_values: values }
    }
    type Recompute = No;
    type Stored = Yes;
}

/// `U`, `V` and the singular values, all there.
struct Singular<T, const R: usize, const C: usize> {
    u: SMatrix<T, R, C>,
    v: Square<T, C>,
    s: SVector<T, C>,
}

impl<T: Number, const R: usize, const C: usize> Singular<T, R, C> {
    /// Those that were found, or all once more.
    fn of(a: &SMatrix<T, R, C>, found: Option<&Svd<T, R, C>>) -> Self
    where
        Const<R>: DimMin<Const<C>, Output = Const<C>>,
        Const<C>: DimSub<U1>,
        DefaultAllocator: Allocator<DimDiff<Const<C>, U1>>,
    {
        if let Some(SVD { u: Some(u), v_t: Some(v_t), singular_values: s }) = found {
            return Self { u: *u, v: v_t.transpose(), s: *s };
        }
        let all = a.svd(true, true);
        match (all.u, all.v_t) {
            (Some(u), Some(v_t)) => Self { u, v: v_t.transpose(), s: all.singular_values },
            _ => unreachable!("both were asked for"),
        }
    }

    /// `1 / (sⱼ + sᵢ)`, and 0 where both are 0.
    fn sums(&self) -> Square<T, C> {
        let over = |sum: T| if sum == T::ZERO { T::ZERO } else { T::ONE / sum };
        SMatrix::from_fn(|i, j| over(self.s[i] + self.s[j]))
    }

    /// `x S⁻¹`, and 0 where a singular value is.
    fn over(&self, x: &SMatrix<T, R, C>) -> SMatrix<T, R, C> {
        SMatrix::from_fn(|i, j| if self.s[j] == T::ZERO { T::ZERO } else { x[(i, j)] / self.s[j] })
    }

    /// What is passed on: the transpose of [`along`](Self::along).
    fn through(&self, c: &SvdParts<T, R, C>) -> SMatrix<T, R, C> {
        let Self { u, v, s } = self;
        let half = T::lit(0.5);
        let (by_u, by_v) = (u.tr_mul(&c.u), v.tr_mul(&c.v_t.transpose()));
        let alike = over_gaps(&(by_u + by_v), s, always) * half;
        let apart = self.sums().component_mul(&(by_u - by_v)) * half;
        let inner = alike + alike.transpose() + apart - apart.transpose() + SMatrix::from_diagonal(&c.singular_values);
        (u * inner + self.over(&(c.u - u * by_u))) * v.transpose()
    }

    /// The tangents. With `P = Uᵀ Ȧ V`, `U̇` and `V̇` turn alike by `(P + Pᵀ) / (sⱼ - sᵢ)`, apart by `(P - Pᵀ) / (sⱼ + sᵢ)`. After
    /// J. Townsend, "Differentiating the singular value decomposition", 2016.
    fn along(&self, a_dot: &SMatrix<T, R, C>, matters: impl Fn(usize, usize) -> bool) -> SvdParts<T, R, C> {
        let Self { u, v, s } = self;
        let (half, turned) = (T::lit(0.5), a_dot * v);
        let p = u.tr_mul(&turned);
        let alike = over_gaps(&(p + p.transpose()), s, matters);
        let apart = self.sums().component_mul(&(p - p.transpose()));
        let (to_u, to_v) = ((alike + apart) * half, (alike - apart) * half);
        SvdTangent {
            u: u * to_u + self.over(&(turned - u * p)),
            v_t: (v * to_v).transpose(),
            singular_values: SVector::from_fn(|i, _| p[(i, i)]),
        }
    }

    /// The same in dual numbers.
    fn lift(
        &self,
        a_dot: Option<&SMatrix<T, R, C>>,
        matters: impl Fn(usize, usize) -> bool,
    ) -> Singular<Dual<T>, R, C> {
        let dots = a_dot.map(|a_dot| self.along(a_dot, matters));
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

impl<T: Number, const R: usize, const C: usize> Rule3<SMatrix<T, R, C>, bool, bool> for svd
where
    Const<R>: DimMin<Const<C>, Output = Const<C>>,
    Const<C>: DimSub<U1>,
    DefaultAllocator: Allocator<DimDiff<Const<C>, U1>>,
{
    type Output = Svd<T, R, C>;
    type Residual = ();
    fn forward(a: &SMatrix<T, R, C>, u: &bool, v: &bool) -> (Self::Output, ()) {
        (a.svd(*u, *v), ())
    }
    fn vjp(
        (): &(),
        a: Read<'_, SMatrix<T, R, C>>,
        _: Read<'_, bool>,
        _: Read<'_, bool>,
        y: Read<'_, Self::Output>,
        c: &SvdParts<T, R, C>,
        a_bar: impl Slot<SMatrix<T, R, C>>,
        _: impl Slot<NoGrad>,
        _: impl Slot<NoGrad>,
    ) {
        a_bar.accumulate(|d| *d += Singular::of(a.get(), Some(y.get())).through(c));
    }
    fn jvp(
        a: &SMatrix<T, R, C>,
        _: &bool,
        _: &bool,
        y: &Self::Output,
        a_dot: Option<&SMatrix<T, R, C>>,
        _: Option<&NoGrad>,
        _: Option<&NoGrad>,
    ) -> SvdParts<T, R, C> {
        a_dot.map_or_else(Tangent::zero, |a_dot| Singular::of(a, Some(y)).along(a_dot, always))
    }
    second!(SMatrix<T, R, C>, bool, bool: |(a, a_dot), _, _, (y, _), (c, c_dot), (a_bar, a_bar_dot), _, _| {
        let moving = Singular::of(a.get(), Some(y.get())).lift(a_dot, always);
        let bar = moving.through(&SvdTangent {
            u: c.u.lift(c_dot.map(|c| &c.u)),
            v_t: c.v_t.lift(c_dot.map(|c| &c.v_t)),
            singular_values: c.singular_values.lift(c_dot.map(|c| &c.singular_values)),
        });
        <SMatrix<T, R, C> as Lift>::lower(&bar, a_bar, a_bar_dot);
    });
}

rule! {
    /// The singular values, sorted. VJP: `Ā += U s̄ Vᵀ`.
    singular_values reads (Yes, No);
}

impl<T: Number, const R: usize, const C: usize> Rule1<SMatrix<T, R, C>> for singular_values
where
    Const<R>: DimMin<Const<C>, Output = Const<C>>,
    Const<C>: DimSub<U1>,
    DefaultAllocator: Allocator<DimDiff<Const<C>, U1>>,
{
    type Output = SVector<T, C>;
    type Residual = ();
    fn forward(a: &SMatrix<T, R, C>) -> (SVector<T, C>, ()) {
        (a.singular_values(), ())
    }
    fn vjp(
        (): &(),
        a: Read<'_, SMatrix<T, R, C>>,
        _: Read<'_, SVector<T, C>>,
        c: &SVector<T, C>,
        a_bar: impl Slot<SMatrix<T, R, C>>,
    ) {
        a_bar.accumulate(|d| {
            let Singular { u, v, .. } = Singular::of(a.get(), None);
            *d += u * SMatrix::from_diagonal(c) * v.transpose();
        });
    }
    fn jvp(a: &SMatrix<T, R, C>, _: &SVector<T, C>, a_dot: Option<&SMatrix<T, R, C>>) -> SVector<T, C> {
        a_dot.map_or_else(Tangent::zero, |a_dot| Singular::of(a, None).along(a_dot, always).singular_values)
    }
    second!(SMatrix<T, R, C>: |(a, a_dot), _, (c, c_dot), (a_bar, a_bar_dot)| {
        let Singular { u, v, .. } = Singular::of(a.get(), None).lift(a_dot, |i, j| c[i] != c[j]);
        let bar = u * SMatrix::from_diagonal(&c.lift(c_dot)) * v.transpose();
        <SMatrix<T, R, C> as Lift>::lower(&bar, a_bar, a_bar_dot);
    });
}

impl<T: Number, const R: usize, const C: usize> Lift for Svd<T, R, C>
where
    Const<R>: DimMin<Const<C>, Output = Const<C>>,
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
        <SMatrix<T, R, C> as Lift>::lower(&bar.u, place.parts(|place| &mut place.u), dot.parts(|place| &mut place.u));
        <Square<T, C> as Lift>::lower(&bar.v_t, place.parts(|place| &mut place.v_t), dot.parts(|place| &mut place.v_t));
        let values = place.parts(|place| &mut place.singular_values);
        <SVector<T, C> as Lift>::lower(&bar.singular_values, values, dot.parts(|place| &mut place.singular_values));
    }
}

rule! {
    /// The pseudo-inverse `Y`, with the singular values up to `eps` left out. VJP:
    /// `Ā += (I - A Y) Ȳᵀ Y Yᵀ + Yᵀ Y Ȳᵀ (I - Y A) - Yᵀ Ȳ Yᵀ`. G. H. Golub and V. Pereyra, 1973.
    pseudo_inverse reads (Yes, No, No);
}

/// The tangent of the pseudo-inverse `y` for the tangent `t` of `a`.
fn along_inverse<T: Number, const R: usize, const C: usize>(
    a: &SMatrix<T, R, C>,
    y: &SMatrix<T, C, R>,
    t: &SMatrix<T, R, C>,
) -> SMatrix<T, C, R> {
    let (t_t, y_t) = (t.transpose(), y.transpose());
    y * (y_t * (t_t - (t_t * a) * y)) + (t_t - y * (a * t_t)) * y_t * y - y * t * y
}

/// What the pseudo-inverse `y` of `a` passes on.
fn through_pseudo_inverse<T: Number, const R: usize, const C: usize>(
    a: &SMatrix<T, R, C>,
    y: &SMatrix<T, C, R>,
    c: &SMatrix<T, C, R>,
) -> SMatrix<T, R, C> {
    let (c_t, y_t) = (c.transpose(), y.transpose());
    (c_t - a * (y * c_t)) * y * y_t + y_t * (y * (c_t - (c_t * y) * a)) - y_t * c * y_t
}

impl<T: Number, const R: usize, const C: usize> Rule2<SMatrix<T, R, C>, T> for pseudo_inverse
where
    Const<R>: DimMin<Const<C>, Output = Const<C>>,
    Const<C>: DimSub<U1>,
    DefaultAllocator: Allocator<DimDiff<Const<C>, U1>>,
{
    type Output = Result<SMatrix<T, C, R>, &'static str>;
    // The inverse, without the message.
    type Residual = Option<SMatrix<T, C, R>>;
    fn forward(a: &SMatrix<T, R, C>, eps: &T) -> (Self::Output, Self::Residual) {
        let y = a.pseudo_inverse(*eps);
        let inverse = y.ok();
        (y, inverse)
    }
    fn vjp(
        y: &Self::Residual,
        a: Read<'_, SMatrix<T, R, C>>,
        _: Read<'_, T>,
        _: Read<'_, Self::Output>,
        c: &SMatrix<T, C, R>,
        a_bar: impl Slot<SMatrix<T, R, C>>,
        _: impl Slot<T>,
    ) {
        let Some(y) = y else { return };
        a_bar.accumulate(|d| *d += through_pseudo_inverse(a.get(), y, c));
    }
    fn jvp(
        a: &SMatrix<T, R, C>,
        _: &T,
        y: &Self::Output,
        a_dot: Option<&SMatrix<T, R, C>>,
        _: Option<&T>,
    ) -> SMatrix<T, C, R> {
        match (y, a_dot) {
            (Ok(y), Some(t)) => along_inverse(a, y, t),
            _ => Tangent::zero(),
        }
    }
    second!(SMatrix<T, R, C>, T: |(a, a_dot), (eps, _), _, (c, c_dot), (a_bar, a_bar_dot), _| {
        let a = a.get();
        let Ok(y) = a.pseudo_inverse(*eps.get()) else { return };
        let y_dot = a_dot.map(|t| along_inverse(a, &y, t));
        let bar = through_pseudo_inverse(&a.lift(a_dot), &y.lift(y_dot.as_ref()), &c.lift(c_dot));
        <SMatrix<T, R, C> as Lift>::lower(&bar, a_bar, a_bar_dot);
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
fn through_solution<T: Number, const R: usize, const C: usize, const K: usize>(
    a: &Svd<T, R, C>,
    b: &SMatrix<T, R, K>,
    eps: T,
    c: &SMatrix<T, C, K>,
) -> (SvdParts<T, R, C>, SMatrix<T, R, K>)
where
    Const<R>: DimMin<Const<C>, Output = Const<C>>,
{
    let (Some(u), Some(v_t)) = (&a.u, &a.v_t) else { return (Tangent::zero(), Tangent::zero()) };
    let over = a.singular_values.map(|s| if s > eps { T::ONE / s } else { T::ZERO });
    let scaled = |x: &SMatrix<T, C, K>| SMatrix::<T, C, K>::from_fn(|i, j| x[(i, j)] * over[i]);
    let (left, right) = (scaled(&u.tr_mul::<Const<R>, Const<K>, _>(b)), scaled(&(v_t * c)));
    let values = SVector::<T, C>::from_fn(|i, _| -left.row(i).dot(&right.row(i)));
    (SvdTangent { u: b * right.transpose(), v_t: left * c.transpose(), singular_values: values }, u * right)
}

/// What the pseudo-inverse passes on, the solution for the columns of the identity.
fn through_inverse<T: Number, const R: usize, const C: usize>(
    a: &Svd<T, R, C>,
    eps: T,
    c: &SMatrix<T, C, R>,
) -> SvdParts<T, R, C>
where
    Const<R>: DimMin<Const<C>, Output = Const<C>>,
{
    through_solution(a, &SMatrix::identity(), eps, c).0
}

/// What `U S Vᵀ` passes on.
fn through_product<T: Number, const R: usize, const C: usize>(
    a: &Svd<T, R, C>,
    c: &SMatrix<T, R, C>,
) -> SvdParts<T, R, C>
where
    Const<R>: DimMin<Const<C>, Output = Const<C>>,
{
    let (Some(u), Some(v_t)) = (&a.u, &a.v_t) else { return Tangent::zero() };
    let (s, inner) = (Square::<T, C>::from_diagonal(&a.singular_values), u.tr_mul::<Const<R>, Const<C>, _>(c));
    SvdTangent {
        u: c * v_t.transpose() * s,
        v_t: s * inner,
        singular_values: SVector::from_fn(|i, _| inner.row(i).dot(&v_t.row(i))),
    }
}

lifted! {
    svd_solve: [const R, const C, const K] (a: Svd<T, R, C>, b: SMatrix<T, R, K>, eps: T) -> Result<SMatrix<T, C, K>, &'static str>
        where [Const<R>: DimMin<Const<C>, Output = Const<C>>, Const<C>: DimSub<U1>, DefaultAllocator: Allocator<DimDiff<Const<C>, U1>>];
        |a, b, eps| a.solve(b, *eps);
        |c, a, b, eps, y| through_solution(a.get(), b.get(), *eps.get(), c).0;
        |c, a, b, eps, y| through_solution(a.get(), b.get(), *eps.get(), c).1;
        |c, a, b, eps, y| T::ZERO;
    svd_pseudo_inverse: [const R, const C] (a: Svd<T, R, C>, eps: T) -> Result<SMatrix<T, C, R>, &'static str>
        where [Const<R>: DimMin<Const<C>, Output = Const<C>>, Const<C>: DimSub<U1>, DefaultAllocator: Allocator<DimDiff<Const<C>, U1>>];
        |a, eps| (*a).pseudo_inverse(*eps);
        |c, a, eps, y| through_inverse(a.get(), *eps.get(), c);
        |c, a, eps, y| T::ZERO;
    svd_recompose: [const R, const C] (a: Svd<T, R, C>) -> Result<SMatrix<T, R, C>, &'static str>
        where [Const<R>: DimMin<Const<C>, Output = Const<C>>, Const<C>: DimSub<U1>, DefaultAllocator: Allocator<DimDiff<Const<C>, U1>>];
        |a| (*a).recompose(); |c, a, y| through_product(a.get(), c);
}

/// Leads from the methods of a singular value decomposition to their rules.
pub trait SvdRules {
    crate::derivatives_of! {
        solve: By3<svd_solve>;
        pseudo_inverse: By2<svd_pseudo_inverse>;
        recompose: By1<svd_recompose>;
    }
}
impl<T: Number, const R: usize, const C: usize> SvdRules for Svd<T, R, C> where
    Const<R>: DimMin<Const<C>, Output = Const<C>>
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
