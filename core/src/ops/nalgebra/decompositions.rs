//! The Cholesky factorisation, triangular systems and the exponential.
//!
//! The tangent of a factorisation is that of the matrix that was factored: a method of it has a rule from the matrix to its result, which
//! uses the factors. Of a symmetric matrix nalgebra reads the lower triangle, so that has the derivative, also for the other triangle.

use ::nalgebra::allocator::Allocator;
use ::nalgebra::constraint::{SameNumberOfRows, ShapeConstraint};
use ::nalgebra::{Cholesky, DefaultAllocator, DimMin, OMatrix};

use super::Number;
use super::any_size::{Size, filled, read_numbers, with_rows};
use super::components::DualForm;
use super::forms::{is_nothing, lifted};
use super::triangular_inverse::folded_inverse;
use crate::differentiable::Difference;
use crate::differentiable::{Differentiable, NoGrad, Tangent, Zero};
use crate::rule::lift::{Lift, second};
use crate::rule::rule;
use crate::rule::slot::Slot;
use crate::rule::{By1, By2, Rule1};
use crate::scalar::Dual;
use crate::tape::{Frame, No, Read, Taped, Yes, array_words};

pub(super) type Square<T, D> = OMatrix<T, D, D>;

/// What a gradient by all components of a symmetric matrix is by those of its lower triangle.
pub(super) fn folded<T: Number, D: Size>(g: &Square<T, D>) -> Square<T, D>
where
    DefaultAllocator: Allocator<D, D>,
{
    g.map_with_location(|i, j, x| match i.cmp(&j) {
        core::cmp::Ordering::Greater => x + g[(j, i)],
        core::cmp::Ordering::Equal => x,
        core::cmp::Ordering::Less => T::ZERO,
    })
}

/// What `X Yᵀ` as a gradient by all components of a symmetric matrix is by those of its lower triangle.
fn folded_product<T: Number, R: Size, K: Size, D: Size>(x: &OMatrix<T, R, K>, y: &OMatrix<T, R, K>) -> Square<T, D>
where
    DefaultAllocator: Allocator<D, D> + Allocator<R, K>,
{
    let rows = D::from_usize(x.nrows());
    let mut lower = Square::<T, D>::zeros_generic(rows, rows);
    for (x, y) in x.column_iter().zip(y.column_iter()) {
        for (j, mut line) in lower.column_iter_mut().enumerate() {
            let (x_j, y_j) = (x[j], y[j]);
            line[j] += x_j * y_j;
            for i in j + 1..x.len() {
                line[i] += x[i] * y_j + x_j * y[i];
            }
        }
    }
    lower
}

/// The symmetric matrix with this lower triangle.
pub(super) fn mirrored<T: Number, D: Size>(a: &Square<T, D>) -> Square<T, D>
where
    DefaultAllocator: Allocator<D, D>,
{
    a.map_with_location(|i, j, x| if i < j { a[(j, i)] } else { x })
}

/// The lower triangle with half of the diagonal.
fn halved<T: Number, D: Size>(a: &Square<T, D>) -> Square<T, D>
where
    DefaultAllocator: Allocator<D, D>,
{
    let mut lower = a.lower_triangle();
    (0..a.nrows()).for_each(|i| lower[(i, i)] *= T::lit(0.5));
    lower
}

/// The tangent of the Cholesky factor for the tangent `dot` of the matrix: `L Φ(L⁻¹ Ȧ L⁻ᵀ)`, where `Φ` is [`halved`].
fn factor_dot<T: Number, D: Size>(l: &Square<T, D>, dot: &Square<T, D>) -> Square<T, D>
where
    DefaultAllocator: Allocator<D, D>,
{
    let half = l.solve_lower_triangular_unchecked(&mirrored(dot));
    let inner = l.solve_lower_triangular_unchecked(&half.transpose());
    l.lower_triangle() * halved(&inner)
}

impl<T: Number, D: Size> Differentiable for Cholesky<T, D>
where
    DefaultAllocator: Allocator<D, D>,
{
    type Tangent = Square<T, D>;
    fn agrees(found: &Self, expected: &Self) -> Result<(), Difference> {
        Differentiable::agrees(&found.l(), &expected.l())
    }
    fn tell_form(&self, tell: &mut dyn FnMut(usize)) {
        self.l_dirty().tell_form(tell);
    }
    fn zero_of_form(zero: Zero, lengths: &mut dyn Iterator<Item = usize>) -> Square<T, D> {
        <Square<T, D> as Differentiable>::zero_of_form(zero, lengths)
    }
}

/// Words of the columns of a lower triangle.
const fn triangle_words<T: Taped>(size: usize) -> usize {
    let (mut words, mut length) = (0, 1);
    while length <= size {
        words += array_words::<T>(length);
        length += 1;
    }
    words
}

/// The lower triangle is kept, column by column.
impl<T: Number, D: Size> Taped for Cholesky<T, D>
where
    DefaultAllocator: Allocator<D, D>,
{
    const BYTES: usize = match D::LENGTH {
        Some(size) => 8 * triangle_words::<T>(size),
        None => 8,
    };
    type View<'t> = Self;
    fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>) {
        for value in values {
            let l = value.l_dirty();
            if D::LENGTH.is_none() {
                frame.put(l.nrows() as u64);
            }
            for j in 0..l.ncols() {
                T::put_all(&l.as_slice()[j * l.nrows() + j..(j + 1) * l.nrows()], frame);
            }
        }
    }
    fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N] {
        core::array::from_fn(|_| <Self as Taped>::view(frame))
    }
    #[allow(clippy::cast_possible_truncation, reason = "it was a length")]
    fn view(frame: &mut Frame<&[u64]>) -> Self {
        let size = D::LENGTH.unwrap_or_else(|| frame.word() as usize);
        let mut l = filled::<T, D, D>(size, size, T::ZERO);
        for j in 0..size {
            read_numbers(frame, &mut l.as_mut_slice()[j * size + j..(j + 1) * size]);
        }
        Self::pack_dirty(l)
    }
    const FIXED: bool = Square::<T, D>::FIXED;
    fn words_of(values: &[Self]) -> usize {
        let lengths = usize::from(D::LENGTH.is_none());
        values.iter().map(|value| lengths + triangle_words::<T>(value.l_dirty().nrows())).sum()
    }
    #[inline(always)]
    fn copied(value: &Self) -> Self {
        value.clone()
    }
    type Recompute = No;
    type Stored = Yes;
}

impl<T: Number, D: Size> Lift for Cholesky<T, D>
where
    DefaultAllocator: Allocator<D, D>,
{
    type Lifted = Cholesky<Dual<T>, D>;
    fn lift(&self, dot: Option<&Square<T, D>>) -> Self::Lifted {
        let dot = dot.filter(|dot| !is_nothing(*dot)).map(|dot| factor_dot(self.l_dirty(), dot));
        Cholesky::pack_dirty(self.l_dirty().lift(dot.as_ref()))
    }
    fn lift_cotangent(bar: &Square<T, D>, dot: Option<&Square<T, D>>) -> Square<Dual<T>, D> {
        bar.lift(dot)
    }
    fn lower(bar: &Square<Dual<T>, D>, place: impl Slot<Square<T, D>>, place_dot: impl Slot<Square<T, D>>) {
        <Square<T, D> as Lift>::lower(bar, place, place_dot);
    }
}

impl<T: Number, D: Size> DualForm for Cholesky<T, D>
where
    DefaultAllocator: Allocator<D, D>,
{
    fn tangent_of(dual: &Self::Lifted) -> Square<T, D> {
        let l = dual.l();
        Square::tangent_of(&(&l * l.transpose())).lower_triangle()
    }
}

rule! {
    /// The Cholesky factorisation of a symmetric matrix, `None` unless it is positive definite.
    cholesky reads (No, No);
}

impl<T: Number, D: Size> Rule1<Square<T, D>> for cholesky
where
    DefaultAllocator: Allocator<D, D>,
{
    type Output = Option<Cholesky<T, D>>;
    type Residual = ();
    fn forward(a: &Square<T, D>) -> (Self::Output, ()) {
        (a.clone().cholesky(), ())
    }
    fn vjp(
        (): &(),
        _: Read<'_, Square<T, D>>,
        _: Read<'_, Self::Output>,
        c: &Square<T, D>,
        a_bar: impl Slot<Square<T, D>>,
    ) {
        a_bar.accumulate(|d| Tangent::accumulate(d, &c.lower_triangle()));
    }
    fn jvp(_: &Square<T, D>, _: &Self::Output, a_dot: Option<&Square<T, D>>) -> Square<T, D> {
        a_dot.map_or_else(Tangent::zero, Square::lower_triangle)
    }
    second!(linear for Square<T, D>);
}

rule! {
    /// `X = A⁻¹ B`. VJP: `B̄ += A⁻¹ X̄`, and `Ā -= (A⁻¹ X̄) Xᵀ`, folded to the lower triangle.
    cholesky_solve reads (Yes, No, Yes);
}
rule! {
    /// `ln |A|`. VJP: `Ā += ȳ A⁻¹`, folded.
    cholesky_ln_determinant reads (Yes, No);
}
rule! {
    /// `|A|`. VJP: `Ā += ȳ y A⁻¹`, folded.
    cholesky_determinant reads (Yes, Yes);
}
rule! {
    /// `A⁻¹`. VJP: `Ā -= Y Ȳ Y`, folded.
    cholesky_inverse reads (No, Yes);
}
rule! {
    /// The lower factor. VJP: `Ā += L⁻ᵀ Φ(Lᵀ L̄) L⁻¹`, folded, where `Φ` takes the lower triangle and half of the diagonal. I. Murray,
    /// "Differentiation of the Cholesky decomposition", 2016.
    cholesky_l reads (Yes, No);
}

lifted! {
    cholesky_solve: [D: Size, R: Size, K: Size] (a: Cholesky<T, D>, b: OMatrix<T, R, K>) -> OMatrix<T, R, K>
        where [DefaultAllocator: Allocator<D, D> + Allocator<R, K>, ShapeConstraint: SameNumberOfRows<R, D>];
        |a, b| a.solve(b);
        |c, a, b, y| -folded_product(&a.get().solve(c), y.get());
        |c, a, b, y| a.get().solve(c);
    cholesky_ln_determinant: [D: Size] (a: Cholesky<T, D>) -> T where [DefaultAllocator: Allocator<D, D>];
        |a| a.ln_determinant(); |c, a, y| folded_inverse(a.get().l_dirty()) * *c;
    cholesky_determinant: [D: Size] (a: Cholesky<T, D>) -> T where [DefaultAllocator: Allocator<D, D>];
        |a| a.determinant(); |c, a, y| folded_inverse(a.get().l_dirty()) * (*c * *y.get());
    cholesky_inverse: [D: Size] (a: Cholesky<T, D>) -> Square<T, D> where [DefaultAllocator: Allocator<D, D>];
        |a| a.inverse(); |c, a, y| folded(&-(y.get() * c * y.get()));
    cholesky_l: [D: Size] (a: Cholesky<T, D>) -> Square<T, D> where [DefaultAllocator: Allocator<D, D>];
        |a| a.l();
        |c, a, y| {
            let l = a.get().l();
            let inner = l.tr_solve_lower_triangular_unchecked(&halved(&l.tr_mul(c)));
            folded(&l.tr_solve_lower_triangular_unchecked(&inner.transpose()).transpose())
        };
}

/// Leads from the methods of a Cholesky factorisation to their rules.
pub trait CholeskyRules {
    crate::derivatives_of! {
        solve: By2<cholesky_solve>;
        ln_determinant: By1<cholesky_ln_determinant>;
        determinant: By1<cholesky_determinant>;
        inverse: By1<cholesky_inverse>;
        l: By1<cholesky_l>;
        unpack: By1<cholesky_l>;
    }
}
impl<T: Number, D: Size> CholeskyRules for Cholesky<T, D> where DefaultAllocator: Allocator<D, D> {}

rule! {
    /// `X = L⁻¹ B`, `None` if there is a zero on the diagonal. VJP: `B̄ += L⁻ᵀ X̄`, and `L̄ -= (L⁻ᵀ X̄) Xᵀ` in the lower triangle.
    solve_lower_triangular reads (Yes, No, Yes);
}
rule! {
    /// `X = U⁻¹ B`, `None` if there is a zero on the diagonal. VJP: `B̄ += U⁻ᵀ X̄`, and `Ū -= (U⁻ᵀ X̄) Xᵀ` in the upper triangle.
    solve_upper_triangular reads (Yes, No, Yes);
}

/// What goes back where there is a solution.
pub(super) fn where_solved<X, Y: Tangent>(solution: Option<&X>, contribution: impl FnOnce(&X) -> Option<Y>) -> Y {
    solution.and_then(contribution).unwrap_or_else(Y::zero)
}

lifted! {
    solve_lower_triangular: [D: Size, R: Size, K: Size] (l: Square<T, D>, b: OMatrix<T, R, K>) -> Option<OMatrix<T, R, K>>
        where [
            DefaultAllocator: Allocator<D, D> + Allocator<R, K> + Allocator<D, K> + Allocator<K, D>,
            ShapeConstraint: SameNumberOfRows<R, D>
        ];
        |l, b| l.solve_lower_triangular(b);
        |c, l, b, y| where_solved(y.get().as_ref(), |y| {
            let solved = l.get().tr_solve_lower_triangular::<D, K, _>(&with_rows(c))?;
            Some(-(solved * with_rows(y).transpose()).lower_triangle())
        });
        |c, l, b, y| where_solved(y.get().as_ref(), |_| l.get().tr_solve_lower_triangular(c));
    solve_upper_triangular: [D: Size, R: Size, K: Size] (u: Square<T, D>, b: OMatrix<T, R, K>) -> Option<OMatrix<T, R, K>>
        where [
            DefaultAllocator: Allocator<D, D> + Allocator<R, K> + Allocator<D, K> + Allocator<K, D>,
            ShapeConstraint: SameNumberOfRows<R, D>
        ];
        |u, b| u.solve_upper_triangular(b);
        |c, u, b, y| where_solved(y.get().as_ref(), |y| {
            let solved = u.get().tr_solve_upper_triangular::<D, K, _>(&with_rows(c))?;
            Some(-(solved * with_rows(y).transpose()).upper_triangle())
        });
        |c, u, b, y| where_solved(y.get().as_ref(), |_| u.get().tr_solve_upper_triangular(c));
}

#[cfg(feature = "std")]
rule! {
    /// The exponential of a matrix, which nalgebra has with `std`. VJP: `Ā +=` the tangent of `exp(Aᵀ)` along `Ȳ`.
    matrix_exp reads (Yes, No);
}

#[cfg(feature = "std")]
lifted! {
    matrix_exp: [D: Size + DimMin<D, Output = D>] (a: Square<T, D>) -> Square<T, D>
        where [DefaultAllocator: Allocator<D, D> + Allocator<D>];
        |a| a.exp();
        |c, a, y| Square::tangent_of(&a.get().transpose().lift(Some(c)).exp());
}

rule! {
    /// `Aⁿ`. VJP: `Ā +=` the tangent of `(Aᵀ)ⁿ` along `Ȳ`.
    matrix_pow reads (Yes, Yes, No);
}

lifted! {
    matrix_pow: [D: Size + DimMin<D, Output = D>] (a: Square<T, D>, n: u32) -> Square<T, D> where [DefaultAllocator: Allocator<D, D> + Allocator<D>];
        |a, n| a.pow(*n);
        |c, a, n, y| Square::tangent_of(&a.get().transpose().lift(Some(c)).pow(*n.get()));
        |c, a, n, y| NoGrad;
}

/// Leads from the methods of matrices that decompose them to their rules.
pub trait DecompositionRules {
    crate::derivatives_of! {
        cholesky: By1<cholesky>;
        pow: By2<matrix_pow>;
        solve_lower_triangular: By2<solve_lower_triangular>;
        solve_upper_triangular: By2<solve_upper_triangular>;
    }
}
impl<T, R: nalgebra::Dim, C: nalgebra::Dim, S> DecompositionRules for nalgebra::Matrix<T, R, C, S> {}

/// The same of `exp`, which nalgebra has with `std`.
#[cfg(feature = "std")]
pub trait ExponentialRule {
    crate::derivatives_of! {
        exp: By1<matrix_exp>;
    }
}
#[cfg(feature = "std")]
impl<T, R: nalgebra::Dim, C: nalgebra::Dim, S> ExponentialRule for nalgebra::Matrix<T, R, C, S> {}
