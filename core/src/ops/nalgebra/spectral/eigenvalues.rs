//! Eigenvalues and eigenvectors of symmetric matrices.

use core::slice::from_ref;

use ::nalgebra::allocator::Allocator;
use ::nalgebra::{DefaultAllocator, DimDiff, DimSub, OMatrix, OVector, SymmetricEigen, U1};

use super::{SymmetricEigenTangent, always, over_gaps};
use crate::differentiable::{Difference, Differentiable, Tangent, Zero};
use crate::ops::nalgebra::Number;
use crate::ops::nalgebra::any_size::{Size, filled};
use crate::ops::nalgebra::decompositions::{Square, folded, mirrored};
use crate::ops::nalgebra::forms::is_nothing;
use crate::ops::nalgebra::matrices::diagonal_of;
use crate::rule::Rule1;
use crate::rule::lift::{Lift, second};
use crate::rule::rule;
use crate::rule::slot::Slot;
use crate::scalar::Dual;
use crate::tape::{Frame, No, Read, Taped, Yes};

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
    #[inline(always)]
    fn copied(value: &Self) -> Self {
        value.clone()
    }
    type Recompute = No;
    type Stored = Yes;
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
