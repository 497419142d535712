//! The factorisations `P A = L U` and `A = Q R`.
//!
//! The tangent of a factorisation is that of the matrix that was factored. It is kept on the tape as that matrix, and factored again where
//! it is read; so the rules leave what they read of it as their residual.

use ::nalgebra::{Const, DimMin, LU, QR, SMatrix, SVector};

use super::Number;
use super::decompositions::{Square, where_solved};
use super::forms::lifted;
use crate::differentiable::Difference;
use crate::differentiable::{Ct, Differentiable, Tangent};
use crate::rule::lift::{Lift, second};
use crate::rule::rule;
use crate::rule::slot::Slot;
use crate::rule::{By1, By2, Rule1, Rule2};
use crate::scalar::Dual;
use crate::tape::{Frame, No, Read, Taped, Yes};

type Lu<T, const D: usize> = LU<T, Const<D>, Const<D>>;
type Qr<T, const R: usize, const C: usize> = QR<T, Const<R>, Const<C>>;

/// `impl`s for a factorisation by its matrix, and what is compared.
macro_rules! factorisation {
    (
        [$(const $n:ident),*] $t:ty, lifted $lifted:ty, of $a:ty where [$($where:tt)+];
        |$f:ident| $matrix:expr; |$x:ident| $factor:expr; |$v:ident| $seen:expr;
    ) => {
        impl<T: Number, $(const $n: usize),*> Differentiable for $t where $($where)+ {
            type Tangent = $a;
            fn agrees(found: &Self, expected: &Self) -> Result<(), Difference> {
                let seen = |$v: &Self| $seen;
                Differentiable::agrees(&seen(found), &seen(expected))
            }
        }

        impl<T: Number, $(const $n: usize),*> Taped for $t where $($where)+ {
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
            type Recompute = No;
            type Stored = Yes;
        }

        impl<T: Number, $(const $n: usize),*> Lift for $t where $($where)+ {
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
    [const D] Lu<T, D>, lifted Lu<Dual<T>, D>, of Square<T, D> where [Const<D>: DimMin<Const<D>, Output = Const<D>>];
    |lu| {
        let mut a = lu.l() * lu.u();
        lu.p().inv_permute_rows(&mut a);
        a
    };
    |a| LU::new(a); |lu| *lu.lu_internal();
}
factorisation! {
    [const R, const C] Qr<T, R, C>, lifted Qr<Dual<T>, R, C>, of SMatrix<T, R, C> where [Const<R>: DimMin<Const<C>, Output = Const<C>>];
    |qr| qr.q() * qr.r(); |a| QR::new(a); |qr| *qr.qr_internal();
}

/// A rule from a matrix to its factorisation: the tangent passes.
macro_rules! factor {
    ($($(#[$meta:meta])* $name:ident: [$(const $n:ident),*] $a:ty => $y:ty where [$($where:tt)+]; |$x:ident| $value:expr;)*) => {$(
        rule! {
            $(#[$meta])*
            $name reads (No, No);
        }
        impl<T: Number, $(const $n: usize),*> Rule1<$a> for $name where $($where)+ {
            type Output = $y;
            type Residual = ();
            fn forward($x: &$a) -> ($y, ()) {
                ($value, ())
            }
            fn vjp((): &(), _: Read<'_, $a>, _: Read<'_, $y>, c: &$a, a_bar: impl Slot<$a>) {
                a_bar.accumulate(|d| *d += c);
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
    lu_factor: [const D] Square<T, D> => Lu<T, D> where [Const<D>: DimMin<Const<D>, Output = Const<D>>]; |a| a.lu();
    /// `A = Q R`, of a matrix that has at least as many rows as columns.
    qr_factor: [const R, const C] SMatrix<T, R, C> => Qr<T, R, C> where [Const<R>: DimMin<Const<C>, Output = Const<C>>]; |a| a.qr();
}

/// `L` and `U` in one matrix, and which row of `A` each row of it is.
#[derive(Clone, Copy, Debug)]
pub struct Factors<T, const D: usize>(Square<T, D>, [usize; D]);

impl<T: Number, const D: usize> Factors<T, D> {
    fn of(lu: &Lu<T, D>) -> Self
    where
        Const<D>: DimMin<Const<D>, Output = Const<D>>,
    {
        let mut rows = SVector::<usize, D>::from_fn(|i, _| i);
        lu.p().permute_rows(&mut rows);
        Self(*lu.lu_internal(), rows.data.0[0])
    }

    /// `A⁻ᵀ B = P⁻¹ L⁻ᵀ U⁻ᵀ B`; zero if there is none.
    fn solve_transposed<const K: usize>(&self, b: &SMatrix<T, D, K>) -> SMatrix<T, D, K> {
        let Self(lu, rows) = self;
        let mut l = *lu;
        l.fill_diagonal(T::ONE);
        let solved = lu.tr_solve_upper_triangular(b).and_then(|b| l.tr_solve_lower_triangular(&b));
        let mut x = SMatrix::<T, D, K>::zero();
        if let Some(solved) = solved {
            rows.iter().enumerate().for_each(|(i, row)| x.set_row(*row, &solved.row(i)));
        }
        x
    }
}

impl<T: Number, const D: usize> Default for Factors<T, D> {
    fn default() -> Self {
        Self(SMatrix::zero(), [0; D])
    }
}

impl<T: Number, const D: usize> Taped for Factors<T, D> {
    const BYTES: usize = <(Square<T, D>, [usize; D])>::BYTES;
    type View<'t> = Self;
    fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>) {
        for Self(lu, rows) in values {
            Taped::put_all(&[(*lu, *rows)], frame);
        }
    }
    fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N] {
        core::array::from_fn(|_| <Self as Taped>::view(frame))
    }
    fn view(frame: &mut Frame<&[u64]>) -> Self {
        let (lu, rows) = <(Square<T, D>, [usize; D])>::view(frame);
        Self(lu, rows)
    }
    type Recompute = No;
    type Stored = Yes;
}

rule! {
    /// `X = A⁻¹ B`, `None` if `A` is singular. VJP: `B̄ += A⁻ᵀ X̄`, `Ā -= (A⁻ᵀ X̄) Xᵀ`; nothing if there is none.
    lu_solve reads (No, No, Yes);
}

impl<T: Number, const D: usize, const K: usize> Rule2<Lu<T, D>, SMatrix<T, D, K>> for lu_solve
where
    Const<D>: DimMin<Const<D>, Output = Const<D>>,
{
    type Output = Option<SMatrix<T, D, K>>;
    type Residual = Factors<T, D>;
    fn forward(a: &Lu<T, D>, b: &SMatrix<T, D, K>) -> (Self::Output, Factors<T, D>) {
        (a.solve::<Const<D>, Const<K>, _>(b), Factors::of(a))
    }
    fn vjp(
        factors: &Factors<T, D>,
        _: Read<'_, Lu<T, D>>,
        _: Read<'_, SMatrix<T, D, K>>,
        y: Read<'_, Self::Output>,
        c: &SMatrix<T, D, K>,
        a_bar: impl Slot<Square<T, D>>,
        b_bar: impl Slot<SMatrix<T, D, K>>,
    ) {
        let Some(y) = y.get() else { return };
        let solved = factors.solve_transposed(c);
        a_bar.accumulate(|d| *d -= solved * y.transpose());
        b_bar.accumulate(|d| *d += solved);
    }
    fn jvp(
        a: &Lu<T, D>,
        _: &SMatrix<T, D, K>,
        y: &Self::Output,
        a_dot: Option<&Square<T, D>>,
        b_dot: Option<&SMatrix<T, D, K>>,
    ) -> SMatrix<T, D, K> {
        let Some(y) = y else { return Tangent::zero() };
        let right = b_dot.copied().unwrap_or_else(Tangent::zero) - a_dot.map_or_else(Tangent::zero, |a_dot| a_dot * y);
        a.solve::<Const<D>, Const<K>, _>(&right).unwrap_or_else(Tangent::zero)
    }
    second!(lifted for Lu<T, D>, SMatrix<T, D, K>);
}

rule! {
    /// The determinant. VJP: `Ā += ȳ y A⁻ᵀ`.
    lu_determinant reads (No, Yes);
}

impl<T: Number, const D: usize> Rule1<Lu<T, D>> for lu_determinant
where
    Const<D>: DimMin<Const<D>, Output = Const<D>>,
{
    type Output = T;
    type Residual = Factors<T, D>;
    fn forward(a: &Lu<T, D>) -> (T, Factors<T, D>) {
        (a.determinant(), Factors::of(a))
    }
    fn vjp(factors: &Factors<T, D>, _: Read<'_, Lu<T, D>>, y: Read<'_, T>, c: &T, a_bar: impl Slot<Square<T, D>>) {
        a_bar.accumulate(|d| *d += factors.solve_transposed(&SMatrix::identity()) * (*c * *y.get()));
    }
    fn jvp(a: &Lu<T, D>, y: &T, a_dot: Option<&Square<T, D>>) -> T {
        a_dot.and_then(|a_dot| a.solve(a_dot)).map_or(T::ZERO, |solved| solved.trace() * *y)
    }
    second!(lifted for Lu<T, D>);
}

rule! {
    /// The inverse; `None` if the matrix is singular. VJP: `Ā -= Yᵀ Ȳ Yᵀ`.
    lu_try_inverse reads (No, Yes);
}

impl<T: Number, const D: usize> Rule1<Lu<T, D>> for lu_try_inverse
where
    Const<D>: DimMin<Const<D>, Output = Const<D>>,
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
        let Some(y) = y.get() else { return };
        a_bar.accumulate(|d| *d -= y.tr_mul(c) * y.transpose());
    }
    fn jvp(_: &Lu<T, D>, y: &Self::Output, a_dot: Option<&Square<T, D>>) -> Square<T, D> {
        y.zip(a_dot).map_or_else(Tangent::zero, |(y, a_dot)| -(y * a_dot * y))
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
impl<T: Number, const D: usize> LuRules for Lu<T, D> where Const<D>: DimMin<Const<D>, Output = Const<D>> {}

/// The lower triangle without the diagonal, mirrored with the opposite sign.
fn turned<T: Number, const D: usize>(x: &Square<T, D>) -> Square<T, D> {
    SMatrix::from_fn(|i, j| match i.cmp(&j) {
        core::cmp::Ordering::Greater => x[(i, j)],
        core::cmp::Ordering::Equal => T::ZERO,
        core::cmp::Ordering::Less => -x[(j, i)],
    })
}

/// What a QR factorisation passes on: `Ā = (Q̄ + Q S) R⁻ᵀ`, where `S` mirrors the lower triangle of `R R̄ᵀ - Q̄ᵀ Q`. Zero where `R` is
/// singular. M. Seeger et al., "Auto-differentiating linear algebra", 2017.
fn through_qr<T: Number, const R: usize, const C: usize>(
    q: &SMatrix<T, R, C>,
    r: &Square<T, C>,
    q_bar: Option<&SMatrix<T, R, C>>,
    r_bar: Option<&Square<T, C>>,
) -> SMatrix<T, R, C> {
    let mut m = Square::<T, C>::zero();
    let mut inner = SMatrix::zero();
    if let Some(r_bar) = r_bar {
        m += r * r_bar.transpose();
    }
    if let Some(q_bar) = q_bar {
        m -= q_bar.tr_mul(q);
        inner += q_bar;
    }
    inner += q * super::decompositions::mirrored(&m);
    r.solve_upper_triangular(&inner.transpose()).map_or_else(Tangent::zero, |solved| solved.transpose())
}

/// The tangents of `Q` and `R`.
fn along_qr<T: Number, const R: usize, const C: usize>(
    q: &SMatrix<T, R, C>,
    r: &Square<T, C>,
    a_dot: &SMatrix<T, R, C>,
) -> (SMatrix<T, R, C>, Square<T, C>) {
    let Some(solved) = r.tr_solve_upper_triangular(&a_dot.transpose()) else { return Tangent::zero() };
    let right = solved.transpose();
    let x = q.tr_mul(&right);
    let upper = x - turned(&x);
    (right - q * upper, upper * r)
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
        impl<T: Number, const R: usize, const C: usize> Rule1<Qr<T, R, C>> for $name
        where
            Const<R>: DimMin<Const<C>, Output = Const<C>>,
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
                a_bar: impl Slot<SMatrix<T, R, C>>,
            ) {
                a_bar.accumulate(|d| {
                    let $out = y.get();
                    *d += $vjp;
                });
            }
            fn jvp(a: &Qr<T, R, C>, _: &$y, a_dot: Option<&SMatrix<T, R, C>>) -> $y {
                a_dot.map_or_else(Tangent::zero, |a_dot| {
                    let ($q_dot, $r_dot) = along_qr(&a.q(), &a.r(), a_dot);
                    $jvp
                })
            }
            second!(Qr<T, R, C>: |(a, a_dot), _, (c, c_dot), (a_bar, mut a_bar_dot)| {
                // The factors are computed once more, in dual numbers.
                let dual = a.get().lift(a_dot);
                let (y, residual) = Self::forward(&dual);
                let mut bar = <SMatrix<Dual<T>, R, C> as Tangent>::zero();
                let y_bar = <$y as Lift>::lift_cotangent(c, c_dot);
                Self::vjp(&residual, Read::absent(), Read::live(&y), &y_bar, crate::rule::slot::Out::new(&mut bar));
                <SMatrix<T, R, C> as Lift>::lower(&bar, a_bar, a_bar_dot.out());
            });
        }
    )*};
}
of_qr! {
    /// The orthonormal factor.
    qr_q reads (No, Yes), leaves Square<T, C> => SMatrix<T, R, C>;
        |a| (a.q(), a.r()); |r, q, c| through_qr(q, r, Some(c), None); |q_dot, _r| q_dot;
    /// The upper factor.
    qr_r reads (No, Yes), leaves SMatrix<T, R, C> => Square<T, C>;
        |a| (a.r(), a.q()); |q, r, c| through_qr(q, r, None, Some(c)); |_q, r_dot| r_dot;
    /// Both factors.
    qr_unpack reads (Yes, Yes), leaves () => (SMatrix<T, R, C>, Square<T, C>);
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
fn solve_transposed<T: Number, const D: usize, const K: usize>(
    a: &Qr<T, D, D>,
    b: &SMatrix<T, D, K>,
) -> Option<SMatrix<T, D, K>>
where
    Const<D>: DimMin<Const<D>, Output = Const<D>>,
{
    Some(a.q() * a.r().tr_solve_upper_triangular::<Const<D>, Const<K>, _>(b)?)
}

lifted! {
    qr_solve: [const D, const K] (a: Qr<T, D, D>, b: SMatrix<T, D, K>) -> Option<SMatrix<T, D, K>>
        where [Const<D>: DimMin<Const<D>, Output = Const<D>>];
        |a, b| a.solve::<Const<D>, Const<K>, _>(b);
        |c, a, b, y| where_solved(y.get().as_ref(), |y| Some(-(solve_transposed(a.get(), c)? * y.transpose())));
        |c, a, b, y| where_solved(y.get().as_ref(), |_| solve_transposed(a.get(), c));
    qr_try_inverse: [const D] (a: Qr<T, D, D>) -> Option<Square<T, D>> where [Const<D>: DimMin<Const<D>, Output = Const<D>>];
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
impl<T: Number, const R: usize, const C: usize> QrRules for Qr<T, R, C> where
    Const<R>: DimMin<Const<C>, Output = Const<C>>
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
