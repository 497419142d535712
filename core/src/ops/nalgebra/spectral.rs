//! Eigenvalues and eigenvectors of symmetric matrices, and singular values and vectors.
//!
//! Vectors of equal values are not unique and have no derivative. Where two values are equal, the contribution of their pair of vectors is
//! omitted, which is correct for every function that does not depend on the choice of the vectors.

use ::nalgebra::allocator::Allocator;
use ::nalgebra::{Const, DefaultAllocator, DimDiff, DimMin, DimSub, SMatrix, SVD, SVector, SymmetricEigen, U1};

use super::Number;
use super::decompositions::{Square, folded, mirrored};
use crate::differentiable::Difference;
use crate::differentiable::{Differentiable, NoGrad, Tangent};
use crate::rule::lift::{Lift, second};
use crate::rule::rule;
use crate::rule::slot::Slot;
use crate::rule::{By1, By3, Rule1, Rule3};
use crate::scalar::Dual;
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

/// `1 / (λⱼ - λᵢ)`, and 0 where they are equal.
fn gaps<T: Number, const D: usize>(values: &SVector<T, D>) -> Square<T, D> {
    SMatrix::from_fn(|i, j| if values[i] == values[j] { T::ZERO } else { T::ONE / (values[j] - values[i]) })
}

/// `V (λ̄ + F ∘ (Vᵀ V̄)) Vᵀ`, folded to the lower triangle, with `F` the [`gaps`].
fn through_eigen<T: Number, const D: usize>(
    values: &SVector<T, D>,
    vectors: &Square<T, D>,
    c: &EigenTangent<T, D>,
) -> Square<T, D> {
    let inner = SMatrix::from_diagonal(&c.eigenvalues) + gaps(values).component_mul(&vectors.tr_mul(&c.eigenvectors));
    folded(&(vectors * inner * vectors.transpose()))
}

/// `V̇ = V (F ∘ (Vᵀ Ȧ V))`, `λ̇` the diagonal of `Vᵀ Ȧ V`.
fn along_eigen<T: Number, const D: usize>(
    values: &SVector<T, D>,
    vectors: &Square<T, D>,
    dot: &Square<T, D>,
) -> EigenTangent<T, D> {
    let inner = vectors.tr_mul(&mirrored(dot)) * vectors;
    SymmetricEigenTangent {
        eigenvectors: vectors * gaps(values).component_mul(&inner),
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
        a_dot.map_or_else(Tangent::zero, |a_dot| along_eigen(&y.eigenvalues, &y.eigenvectors, a_dot))
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
        a_dot.map_or_else(Tangent::zero, |a_dot| along_eigen(y, &eigenvectors_of(a, y), a_dot).eigenvalues)
    }
    second!(Square<T, D>: |(a, a_dot), (y, _), (c, c_dot), (a_bar, a_bar_dot)| {
        let vectors = eigenvectors_of(a.get(), y.get());
        let dots = a_dot.map(|a_dot| along_eigen(y.get(), &vectors, a_dot));
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

    /// `1 / (sⱼ² - sᵢ²)`, and 0 where they are equal.
    fn gaps(&self) -> Square<T, C> {
        gaps(&self.s.component_mul(&self.s))
    }

    /// `x S⁻¹`, and 0 where a singular value is.
    fn over(&self, x: &SMatrix<T, R, C>) -> SMatrix<T, R, C> {
        SMatrix::from_fn(|i, j| if self.s[j] == T::ZERO { T::ZERO } else { x[(i, j)] / self.s[j] })
    }

    /// What is passed on. J. Townsend, "Differentiating the singular value decomposition", 2016.
    fn through(&self, c: &SvdParts<T, R, C>) -> SMatrix<T, R, C> {
        let Self { u, v, s } = self;
        let (s, f) = (SMatrix::from_diagonal(s), self.gaps());
        let (by_u, by_v) = (u.tr_mul(&c.u), v.tr_mul(&c.v_t.transpose()));
        let inner = f.component_mul(&(by_u - by_u.transpose())) * s
            + s * f.component_mul(&(by_v - by_v.transpose()))
            + SMatrix::from_diagonal(&c.singular_values);
        (u * inner + self.over(&(c.u - u * by_u))) * v.transpose()
    }

    /// The tangents.
    fn along(&self, a_dot: &SMatrix<T, R, C>) -> SvdParts<T, R, C> {
        let Self { u, v, s } = self;
        let (s, f, turned) = (SMatrix::from_diagonal(s), self.gaps(), a_dot * v);
        let p = u.tr_mul(&turned);
        let (to_u, to_v) =
            (f.component_mul(&(p * s + s * p.transpose())), f.component_mul(&(s * p + p.transpose() * s)));
        SvdTangent {
            u: u * to_u + self.over(&(turned - u * p)),
            v_t: (v * to_v).transpose(),
            singular_values: SVector::from_fn(|i, _| p[(i, i)]),
        }
    }

    /// The same in dual numbers.
    fn lift(&self, a_dot: Option<&SMatrix<T, R, C>>) -> Singular<Dual<T>, R, C> {
        let dots = a_dot.map(|a_dot| self.along(a_dot));
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
        a_dot.map_or_else(Tangent::zero, |a_dot| Singular::of(a, Some(y)).along(a_dot))
    }
    second!(SMatrix<T, R, C>, bool, bool: |(a, a_dot), _, _, (y, _), (c, c_dot), (a_bar, a_bar_dot), _, _| {
        let moving = Singular::of(a.get(), Some(y.get())).lift(a_dot);
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
        a_dot.map_or_else(Tangent::zero, |a_dot| Singular::of(a, None).along(a_dot).singular_values)
    }
    second!(SMatrix<T, R, C>: |(a, a_dot), _, (c, c_dot), (a_bar, a_bar_dot)| {
        let Singular { u, v, .. } = Singular::of(a.get(), None).lift(a_dot);
        let bar = u * SMatrix::from_diagonal(&c.lift(c_dot)) * v.transpose();
        <SMatrix<T, R, C> as Lift>::lower(&bar, a_bar, a_bar_dot);
    });
}

/// Leads from the methods to their rules.
pub trait SpectralRules {
    crate::derivatives_of! {
        symmetric_eigen: By1<symmetric_eigen>;
        symmetric_eigenvalues: By1<symmetric_eigenvalues>;
        svd: By3<svd>;
        singular_values: By1<singular_values>;
    }
}
impl<T, R: nalgebra::Dim, C: nalgebra::Dim, S> SpectralRules for nalgebra::Matrix<T, R, C, S> {}
