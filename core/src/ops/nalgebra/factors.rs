//! The factorisations `P A = L U` and `A = Q R`.
//!
//! The tangent of a factorisation is that of the matrix that was factored. It is kept on the tape as that matrix, and factored again where
//! it is read; so the rules leave what they read of it as their residual.

use core::slice::from_ref;

use ::nalgebra::allocator::Allocator;
use ::nalgebra::constraint::{SameNumberOfRows, ShapeConstraint};
use ::nalgebra::{DefaultAllocator, DimMin, LU, Matrix, OMatrix, OVector, QR, RawStorage, U1};

use super::Number;
use super::any_size::{Size, filled, with_rows};
use super::decompositions::{Square, where_solved};
use super::forms::{is_nothing, lifted};
use crate::differentiable::Difference;
use crate::differentiable::{Ct, Differentiable, Tangent, Zero};
use crate::rule::lift::{Lift, second};
use crate::rule::rule;
use crate::rule::slot::Slot;
use crate::rule::{By1, By2, Rule1, Rule2};
use crate::scalar::{Dual, Real};
use crate::tape::{Frame, No, Read, Taped, Yes};

type Lu<T, D> = LU<T, D, D>;
type Qr<T, R, C> = QR<T, R, C>;

/// `impl`s for a factorisation by its matrix, and what is compared.
macro_rules! factorisation {
    (
        [$($n:tt)*] $t:ty, lifted $lifted:ty, of $a:ty where [$($where:tt)+];
        |$f:ident| $matrix:expr; |$x:ident| $factor:expr; |$v:ident| $seen:expr;
    ) => {
        impl<T: Number, $($n)*> Differentiable for $t where $($where)+ {
            type Tangent = $a;
            fn agrees(found: &Self, expected: &Self) -> Result<(), Difference> {
                let seen = |$v: &Self| $seen;
                Differentiable::agrees(&seen(found), &seen(expected))
            }
            fn tell_form(&self, tell: &mut dyn FnMut(usize)) {
                let seen = |$v: &Self| $seen;
                seen(self).tell_form(tell);
            }
            fn zero_of_form(zero: Zero, lengths: &mut dyn Iterator<Item = usize>) -> $a {
                <$a as Differentiable>::zero_of_form(zero, lengths)
            }
        }

        impl<T: Number, $($n)*> Taped for $t where $($where)+ {
            const BYTES: usize = <$a>::BYTES;
            type View<'t> = Self;
            fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>) {
                for $f in values {
                    Taped::put_all(&[$matrix], frame);
                }
            }
            fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N] {
                core::array::from_fn(|_| <Self as Taped>::view(frame))
            }
            fn view(frame: &mut Frame<&[u64]>) -> Self {
                let $x = <$a as Taped>::view(frame);
                $factor
            }
            const FIXED: bool = <$a>::FIXED;
            fn words_of(values: &[Self]) -> usize {
                let seen = |$v: &Self| $seen;
                values.iter().map(|value| Taped::words_of(&[seen(value)])).sum()
            }
            #[inline(always)]
            fn copied(value: &Self) -> Self {
                value.clone()
            }
            type Recompute = No;
            type Stored = Yes;
        }

        impl<T: Number, $($n)*> Lift for $t where $($where)+ {
            type Lifted = $lifted;
            fn lift(&self, dot: Option<&$a>) -> Self::Lifted {
                let $f = self;
                let $x = $matrix.lift(dot);
                $factor
            }
            fn lift_cotangent(bar: &$a, dot: Option<&$a>) -> Ct<Self::Lifted> {
                bar.lift(dot)
            }
            fn lower(bar: &Ct<Self::Lifted>, place: impl Slot<$a>, place_dot: impl Slot<$a>) {
                <$a as Lift>::lower(bar, place, place_dot);
            }
        }
    };
}

factorisation! {
    [D: Size + DimMin<D, Output = D>] Lu<T, D>, lifted Lu<Dual<T>, D>, of Square<T, D>
        where [DefaultAllocator: Allocator<D, D> + Allocator<D>];
    |lu| {
        let mut a = lu.l() * lu.u();
        lu.p().inv_permute_rows(&mut a);
        a
    };
    |a| LU::new(a); |lu| lu.lu_internal().clone();
}
factorisation! {
    [R: Size + DimMin<C, Output = C>, C: Size] Qr<T, R, C>, lifted Qr<Dual<T>, R, C>, of OMatrix<T, R, C>
        where [DefaultAllocator: Allocator<R, C> + Allocator<C, C> + Allocator<R> + Allocator<C>];
    |qr| qr.q() * qr.r(); |a| QR::new(a); |qr| qr.qr_internal().clone();
}

/// Panics unless there are at least as many rows as columns: of any other matrix the factors have no unique derivative.
#[track_caller]
pub(super) fn tall<T, R: Size, C: Size, S>(a: &Matrix<T, R, C, S>)
where
    S: RawStorage<T, R, C>,
{
    let (rows, columns) = a.shape();
    assert!(
        rows >= columns,
        "the derivative of this decomposition needs at least as many rows as columns, and the matrix is {rows} x {columns}: \
         decompose its transpose"
    );
}

/// A rule from a matrix to its factorisation: the tangent passes.
macro_rules! factor {
    ($($(#[$meta:meta])* $name:ident: [$($n:tt)*] $a:ty => $y:ty where [$($where:tt)+]; |$x:ident| $value:expr;)*) => {$(
        rule! {
            $(#[$meta])*
            $name reads (No, No);
        }
        impl<T: Number, $($n)*> Rule1<$a> for $name where $($where)+ {
            type Output = $y;
            type Residual = ();
            fn forward($x: &$a) -> ($y, ()) {
                ($value, ())
            }
            fn vjp((): &(), _: Read<'_, $a>, _: Read<'_, $y>, c: &$a, a_bar: impl Slot<$a>) {
                a_bar.accumulate(|d| Tangent::accumulate(d, c));
            }
            fn jvp(_: &$a, _: &$y, a_dot: Option<&$a>) -> $a {
                a_dot.map_or_else(Tangent::zero, Clone::clone)
            }
            second!(linear for $a);
        }
    )*};
}
factor! {
    /// `P A = L U`, with partial pivoting.
    lu_factor: [D: Size + DimMin<D, Output = D>] Square<T, D> => Lu<T, D>
        where [DefaultAllocator: Allocator<D, D> + Allocator<D>]; |a| a.clone().lu();
    /// `A = Q R`, of a matrix that has at least as many rows as columns.
    qr_factor: [R: Size + DimMin<C, Output = C>, C: Size] OMatrix<T, R, C> => Qr<T, R, C>
        where [DefaultAllocator: Allocator<R, C> + Allocator<C, C> + Allocator<R> + Allocator<C>]; |a| {
            tall(a);
            a.clone().qr()
        };
}

/// `L` and `U` in one matrix, and which row of `A` each row of it is, as a number of the same type.
#[derive(Clone, Debug)]
pub struct Factors<T: Number, D: Size>(Square<T, D>, OVector<T, D>)
where
    DefaultAllocator: Allocator<D, D> + Allocator<D>;

impl<T: Number, D: Size> Factors<T, D>
where
    DefaultAllocator: Allocator<D, D> + Allocator<D>,
{
    fn of(lu: &Lu<T, D>) -> Self
    where
        D: DimMin<D, Output = D>,
    {
        let factors = lu.lu_internal().clone();
        let mut rows = OVector::from_fn_generic(factors.shape_generic().0, U1, |i, _| Real::from_usize(i));
        lu.p().permute_rows(&mut rows);
        Self(factors, rows)
    }

    /// `A⁻ᵀ B = P⁻¹ L⁻ᵀ U⁻ᵀ B`; zero if there is none.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it was an index")]
    fn solve_transposed<K: Size>(&self, b: &OMatrix<T, D, K>) -> OMatrix<T, D, K>
    where
        DefaultAllocator: Allocator<D, K>,
    {
        let Self(lu, rows) = self;
        let mut x = filled::<T, D, K>(b.nrows(), b.ncols(), T::ZERO);
        if let Some(mut solved) = lu.tr_solve_upper_triangular(b) {
            // The diagonal of `L` is 1.
            for j in 0..solved.ncols() {
                for i in (0..solved.nrows()).rev() {
                    let below = lu.view_range(i + 1.., i).dot(&solved.view_range(i + 1.., j));
                    solved[(i, j)] -= below;
                }
            }
            rows.iter().zip(solved.row_iter()).for_each(|(row, solved)| x.set_row(row.to_f64() as usize, &solved));
        }
        x
    }
}

impl<T: Number, D: Size> Default for Factors<T, D>
where
    DefaultAllocator: Allocator<D, D> + Allocator<D>,
{
    fn default() -> Self {
        Self(Tangent::zero(), Tangent::zero())
    }
}

impl<T: Number, D: Size> Taped for Factors<T, D>
where
    DefaultAllocator: Allocator<D, D> + Allocator<D>,
{
    const BYTES: usize = <(Square<T, D>, OVector<T, D>)>::BYTES;
    type View<'t> = Self;
    fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>) {
        for Self(lu, rows) in values {
            Taped::put_all(from_ref(lu), frame);
            Taped::put_all(from_ref(rows), frame);
        }
    }
    fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N] {
        core::array::from_fn(|_| <Self as Taped>::view(frame))
    }
    fn view(frame: &mut Frame<&[u64]>) -> Self {
        let [lu] = Taped::get_all(frame);
        let [rows] = Taped::get_all(frame);
        Self(lu, rows)
    }
    const FIXED: bool = Square::<T, D>::FIXED;
    fn words_of(values: &[Self]) -> usize {
        values.iter().map(|Self(lu, rows)| Taped::words_of(from_ref(lu)) + Taped::words_of(from_ref(rows))).sum()
    }
    #[inline(always)]
    fn copied(value: &Self) -> Self {
        value.clone()
    }
    type Recompute = No;
    type Stored = Yes;
}

rule! {
    /// `X = A⁻¹ B`, `None` if `A` is singular. VJP: `B̄ += A⁻ᵀ X̄`, `Ā -= (A⁻ᵀ X̄) Xᵀ`; nothing if there is none.
    lu_solve reads (No, No, Yes);
}

impl<T: Number, D: Size + DimMin<D, Output = D>, R: Size, K: Size> Rule2<Lu<T, D>, OMatrix<T, R, K>> for lu_solve
where
    DefaultAllocator: Allocator<D, D> + Allocator<D> + Allocator<R, K> + Allocator<D, K> + Allocator<K, D>,
    ShapeConstraint: SameNumberOfRows<R, D>,
{
    type Output = Option<OMatrix<T, R, K>>;
    type Residual = Factors<T, D>;
    fn forward(a: &Lu<T, D>, b: &OMatrix<T, R, K>) -> (Self::Output, Factors<T, D>) {
        (a.solve(b), Factors::of(a))
    }
    fn vjp(
        factors: &Factors<T, D>,
        _: Read<'_, Lu<T, D>>,
        _: Read<'_, OMatrix<T, R, K>>,
        y: Read<'_, Self::Output>,
        c: &OMatrix<T, R, K>,
        a_bar: impl Slot<Square<T, D>>,
        b_bar: impl Slot<OMatrix<T, R, K>>,
    ) {
        let Some(y) = y.get().as_ref().filter(|_| !is_nothing(c)) else { return };
        let solved = factors.solve_transposed(&with_rows(c));
        a_bar.accumulate(|d| Tangent::accumulate(d, &-(&solved * with_rows(y).transpose())));
        b_bar.accumulate(|d| Tangent::accumulate(d, &with_rows(&solved)));
    }
    fn jvp(
        a: &Lu<T, D>,
        _: &OMatrix<T, R, K>,
        y: &Self::Output,
        a_dot: Option<&Square<T, D>>,
        b_dot: Option<&OMatrix<T, R, K>>,
    ) -> OMatrix<T, R, K> {
        let Some(y) = y else { return Tangent::zero() };
        let mut right = filled(y.nrows(), y.ncols(), T::ZERO);
        b_dot.into_iter().for_each(|b_dot| Tangent::accumulate(&mut right, b_dot));
        a_dot
            .filter(|a_dot| !is_nothing(*a_dot))
            .into_iter()
            .for_each(|a_dot| right -= with_rows(&(a_dot * with_rows(y))));
        a.solve(&right).unwrap_or_else(Tangent::zero)
    }
    second!(lifted for Lu<T, D>, OMatrix<T, R, K>);
}

rule! {
    /// The determinant. VJP: `Ā += ȳ y A⁻ᵀ`.
    lu_determinant reads (No, Yes);
}

impl<T: Number, D: Size + DimMin<D, Output = D>> Rule1<Lu<T, D>> for lu_determinant
where
    DefaultAllocator: Allocator<D, D> + Allocator<D>,
{
    type Output = T;
    type Residual = Factors<T, D>;
    fn forward(a: &Lu<T, D>) -> (T, Factors<T, D>) {
        (a.determinant(), Factors::of(a))
    }
    fn vjp(factors: &Factors<T, D>, _: Read<'_, Lu<T, D>>, y: Read<'_, T>, c: &T, a_bar: impl Slot<Square<T, D>>) {
        a_bar.accumulate(|d| {
            let identity = Square::<T, D>::identity_generic(factors.0.shape_generic().0, factors.0.shape_generic().1);
            Tangent::accumulate(d, &(factors.solve_transposed(&identity) * (*c * *y.get())));
        });
    }
    fn jvp(a: &Lu<T, D>, y: &T, a_dot: Option<&Square<T, D>>) -> T {
        a_dot.filter(|t| !is_nothing(*t)).and_then(|a_dot| a.solve(a_dot)).map_or(T::ZERO, |solved| solved.trace() * *y)
    }
    second!(lifted for Lu<T, D>);
}

rule! {
    /// The inverse; `None` if the matrix is singular. VJP: `Ā -= Yᵀ Ȳ Yᵀ`.
    lu_try_inverse reads (No, Yes);
}

impl<T: Number, D: Size + DimMin<D, Output = D>> Rule1<Lu<T, D>> for lu_try_inverse
where
    DefaultAllocator: Allocator<D, D> + Allocator<D>,
{
    type Output = Option<Square<T, D>>;
    type Residual = ();
    fn forward(a: &Lu<T, D>) -> (Self::Output, ()) {
        (a.try_inverse(), ())
    }
    fn vjp(
        (): &(),
        _: Read<'_, Lu<T, D>>,
        y: Read<'_, Self::Output>,
        c: &Square<T, D>,
        a_bar: impl Slot<Square<T, D>>,
    ) {
        let Some(y) = y.get().as_ref().filter(|_| !is_nothing(c)) else { return };
        a_bar.accumulate(|d| Tangent::accumulate(d, &-(y.tr_mul(c) * y.transpose())));
    }
    fn jvp(_: &Lu<T, D>, y: &Self::Output, a_dot: Option<&Square<T, D>>) -> Square<T, D> {
        y.as_ref().zip(a_dot.filter(|t| !is_nothing(*t))).map_or_else(Tangent::zero, |(y, a_dot)| -(y * a_dot * y))
    }
    second!(lifted for Lu<T, D>);
}

/// Leads from the methods of an LU factorisation to their rules.
pub trait LuRules {
    crate::derivatives_of! {
        solve: By2<lu_solve>;
        determinant: By1<lu_determinant>;
        try_inverse: By1<lu_try_inverse>;
    }
}
impl<T: Number, D: Size + DimMin<D, Output = D>> LuRules for Lu<T, D> where
    DefaultAllocator: Allocator<D, D> + Allocator<D>
{
}

/// The lower triangle without the diagonal, mirrored with the opposite sign.
fn turned<T: Number, D: Size>(x: &Square<T, D>) -> Square<T, D>
where
    DefaultAllocator: Allocator<D, D>,
{
    x.map_with_location(|i, j, at| match i.cmp(&j) {
        core::cmp::Ordering::Greater => at,
        core::cmp::Ordering::Equal => T::ZERO,
        core::cmp::Ordering::Less => -x[(j, i)],
    })
}

/// What a QR factorisation passes on: `Ā = (Q̄ + Q S) R⁻ᵀ`, where `S` mirrors the lower triangle of `R R̄ᵀ - Q̄ᵀ Q`. Zero where `R` is
/// singular. M. Seeger et al., "Auto-differentiating linear algebra", 2017.
fn through_qr<T: Number, R: Size, C: Size>(
    q: &OMatrix<T, R, C>,
    r: &Square<T, C>,
    q_bar: Option<&OMatrix<T, R, C>>,
    r_bar: Option<&Square<T, C>>,
) -> OMatrix<T, R, C>
where
    DefaultAllocator: Allocator<R, C> + Allocator<C, C> + Allocator<C, R>,
{
    let mut m = filled::<T, C, C>(r.nrows(), r.ncols(), T::ZERO);
    let mut inner = filled::<T, R, C>(q.nrows(), q.ncols(), T::ZERO);
    if let Some(r_bar) = r_bar.filter(|c| !is_nothing(*c)) {
        m += r * r_bar.transpose();
    }
    if let Some(q_bar) = q_bar.filter(|c| !is_nothing(*c)) {
        m -= q_bar.tr_mul(q);
        inner += q_bar;
    }
    inner += q * super::decompositions::mirrored(&m);
    r.solve_upper_triangular(&inner.transpose()).map_or_else(Tangent::zero, |solved| solved.transpose())
}

/// The tangents of `Q` and `R`.
fn along_qr<T: Number, R: Size, C: Size>(
    q: &OMatrix<T, R, C>,
    r: &Square<T, C>,
    a_dot: &OMatrix<T, R, C>,
) -> (OMatrix<T, R, C>, Square<T, C>)
where
    DefaultAllocator: Allocator<R, C> + Allocator<C, C> + Allocator<C, R>,
{
    let Some(solved) = r.tr_solve_upper_triangular(&a_dot.transpose()) else { return Tangent::zero() };
    let right = solved.transpose();
    let x = q.tr_mul(&right);
    let upper = &x - turned(&x);
    (right - q * &upper, upper * r)
}

/// The rules of `q`, `r` and `unpack`: what is left, and what the other factor is.
macro_rules! of_qr {
    ($(
        $(#[$meta:meta])*
        $name:ident reads $reads:ty, leaves $residual:ty => $y:ty;
        |$f:ident| $forward:expr; |$saved:ident, $out:ident, $c:ident| $vjp:expr; |$q_dot:ident, $r_dot:ident| $jvp:expr;
    )*) => {$(
        rule! {
            $(#[$meta])*
            $name reads $reads;
        }
        impl<T: Number, R: Size + DimMin<C, Output = C>, C: Size> Rule1<Qr<T, R, C>> for $name
        where
            DefaultAllocator: Allocator<R, C> + Allocator<C, C> + Allocator<R> + Allocator<C> + Allocator<C, R>,
        {
            type Output = $y;
            type Residual = $residual;
            fn forward($f: &Qr<T, R, C>) -> ($y, $residual) {
                $forward
            }
            fn vjp(
                $saved: &$residual,
                _: Read<'_, Qr<T, R, C>>,
                y: Read<'_, $y>,
                $c: &$y,
                a_bar: impl Slot<OMatrix<T, R, C>>,
            ) {
                a_bar.accumulate(|d| {
                    let $out = y.get();
                    Tangent::accumulate(d, &$vjp);
                });
            }
            fn jvp(a: &Qr<T, R, C>, _: &$y, a_dot: Option<&OMatrix<T, R, C>>) -> $y {
                a_dot.filter(|t| !is_nothing(*t)).map_or_else(Tangent::zero, |a_dot| {
                    let ($q_dot, $r_dot) = along_qr(&a.q(), &a.r(), a_dot);
                    $jvp
                })
            }
            second!(Qr<T, R, C>: |(a, a_dot), _, (c, c_dot), (a_bar, mut a_bar_dot)| {
                // The factors are computed once more, in dual numbers.
                let dual = a.get().lift(a_dot);
                let (y, residual) = Self::forward(&dual);
                let mut bar = <OMatrix<Dual<T>, R, C> as Tangent>::zero();
                let y_bar = <$y as Lift>::lift_cotangent(c, c_dot);
                Self::vjp(&residual, Read::absent(), Read::live(&y), &y_bar, crate::rule::slot::Out::new(&mut bar));
                <OMatrix<T, R, C> as Lift>::lower(&bar, a_bar, a_bar_dot.out());
            });
        }
    )*};
}
of_qr! {
    /// The orthonormal factor.
    qr_q reads (No, Yes), leaves Square<T, C> => OMatrix<T, R, C>;
        |a| (a.q(), a.r()); |r, q, c| through_qr(q, r, Some(c), None); |q_dot, _r| q_dot;
    /// The upper factor.
    qr_r reads (No, Yes), leaves OMatrix<T, R, C> => Square<T, C>;
        |a| (a.r(), a.q()); |q, r, c| through_qr(q, r, None, Some(c)); |_q, r_dot| r_dot;
    /// Both factors.
    qr_unpack reads (Yes, Yes), leaves () => (OMatrix<T, R, C>, Square<T, C>);
        |a| ((a.q(), a.r()), ()); |_nothing, y, c| through_qr(&y.0, &y.1, Some(&c.0), Some(&c.1)); |q_dot, r_dot| (q_dot, r_dot);
}

rule! {
    /// `X = A⁻¹ B`, `None` if `A` is singular. VJP: `B̄ += A⁻ᵀ X̄`, `Ā -= (A⁻ᵀ X̄) Xᵀ`; nothing if there is none.
    qr_solve reads (Yes, No, Yes);
}
rule! {
    /// The inverse, `None` if there is none. VJP: `Ā -= Yᵀ Ȳ Yᵀ`.
    qr_try_inverse reads (No, Yes);
}

/// `A⁻ᵀ B = Q R⁻ᵀ B`, if there is a solution.
fn solve_transposed<T: Number, D: Size + DimMin<D, Output = D>, K: Size>(
    a: &Qr<T, D, D>,
    b: &OMatrix<T, D, K>,
) -> Option<OMatrix<T, D, K>>
where
    DefaultAllocator: Allocator<D, D> + Allocator<D> + Allocator<D, K>,
{
    Some(a.q() * a.r().tr_solve_upper_triangular::<D, K, _>(b)?)
}

lifted! {
    qr_solve: [D: Size + DimMin<D, Output = D>, R: Size, K: Size] (a: Qr<T, D, D>, b: OMatrix<T, R, K>) -> Option<OMatrix<T, R, K>>
        where [
            DefaultAllocator: Allocator<D, D> + Allocator<D> + Allocator<R, K> + Allocator<D, K> + Allocator<K, D>,
            ShapeConstraint: SameNumberOfRows<R, D>
        ];
        |a, b| a.solve(b);
        |c, a, b, y| where_solved(y.get().as_ref(), |y| {
            Some(-(solve_transposed(a.get(), &with_rows(c))? * with_rows(y).transpose()))
        });
        |c, a, b, y| where_solved(y.get().as_ref(), |_| Some(with_rows(&solve_transposed(a.get(), &with_rows(c))?)));
    qr_try_inverse: [D: Size + DimMin<D, Output = D>] (a: Qr<T, D, D>) -> Option<Square<T, D>>
        where [DefaultAllocator: Allocator<D, D> + Allocator<D>];
        |a| a.try_inverse();
        |c, a, y| where_solved(y.get().as_ref(), |y| Some(-(y.tr_mul(c) * y.transpose())));
}

/// Leads from the methods of a QR factorisation to their rules.
pub trait QrRules {
    crate::derivatives_of! {
        q: By1<qr_q>;
        r: By1<qr_r>;
        unpack_r: By1<qr_r>;
        solve: By2<qr_solve>;
        try_inverse: By1<qr_try_inverse>;
        unpack: By1<qr_unpack>;
    }
}
impl<T: Number, R: Size + DimMin<C, Output = C>, C: Size> QrRules for Qr<T, R, C> where
    DefaultAllocator: Allocator<R, C> + Allocator<C, C> + Allocator<R> + Allocator<C>
{
}

/// Leads from the methods of matrices that factor them to their rules.
pub trait FactorRules {
    crate::derivatives_of! {
        lu: By1<lu_factor>;
        qr: By1<qr_factor>;
    }
}
impl<T, R: nalgebra::Dim, C: nalgebra::Dim, S> FactorRules for nalgebra::Matrix<T, R, C, S> {}
