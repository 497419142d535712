//! The operators of matrices, points and quaternions.
//!
//! Each row is a formula: the value, the value on tangents, and what a cotangent `c` contributes. The rules are those of numbers and
//! tensors, for more types.

use ::nalgebra::allocator::Allocator;
use ::nalgebra::{Complex, DefaultAllocator, OMatrix, Point, Quaternion, SMatrix, SVector};

use super::Number;
use super::any_size::Size;
use super::forms::{bilinear, lifted, linear};

use crate::differentiable::Ct;
use crate::ops::arithmetic::GoesTo;
use crate::ops::{add, div, mul, neg, sub};
use crate::rule::Rule2;
use crate::rule::lift::second;
use crate::rule::slot::{Slot, give};
use crate::tape::Read;

// A B. VJP: Ā += Ȳ Bᵀ, B̄ += Aᵀ Ȳ.
bilinear! {
    mul: [R: Size, K: Size, C: Size] (OMatrix<T, R, K>, OMatrix<T, K, C>) -> OMatrix<T, R, C>
        where [DefaultAllocator: Allocator<R, K> + Allocator<K, C> + Allocator<R, C> + Allocator<C, K>];
        |a, b| a * b; |a, b| a * b; |c, b| c * b.transpose(); |a, c| a.tr_mul(c);
    mul: [R: Size, C: Size] (OMatrix<T, R, C>, T) -> OMatrix<T, R, C>
        where [DefaultAllocator: Allocator<R, C>];
        |a, s| a * *s; |a, s| a * *s; |c, s| c * *s; |a, c| a.dot(c);
    mul: [R: Size, C: Size] (T, OMatrix<T, R, C>) -> OMatrix<T, R, C>
        where [DefaultAllocator: Allocator<R, C>];
        |s, a| a * *s; |s, a| a * *s; |c, a| a.dot(c); |s, c| c * *s;
    mul: [const R: usize, const D: usize] (SMatrix<T, R, D>, Point<T, D>) -> Point<T, R>;
        |a, p| a * p; |a, p| a * p; |c, p| c.coords * p.coords.transpose(); |a, c| Point::from(a.tr_mul(&c.coords));
    mul: [const D: usize] (Point<T, D>, T) -> Point<T, D>;
        |p, s| p * *s; |p, s| p * *s; |c, s| c * *s; |p, c| p.coords.dot(&c.coords);
    mul: [const D: usize] (T, Point<T, D>) -> Point<T, D>;
        |s, p| p * *s; |s, p| p * *s; |c, p| p.coords.dot(&c.coords); |s, c| c * *s;
    mul: [] (Quaternion<T>, Quaternion<T>) -> Quaternion<T>;
        |a, b| a * b; |a, b| a * b; |c, b| c * b.conjugate(); |a, c| a.conjugate() * c;
    mul: [] (Quaternion<T>, T) -> Quaternion<T>;
        |q, s| q * *s; |q, s| q * *s; |c, s| c * *s; |q, c| q.coords.dot(&c.coords);
    mul: [] (T, Quaternion<T>) -> Quaternion<T>;
        |s, q| q * *s; |s, q| q * *s; |c, q| q.coords.dot(&c.coords); |s, c| c * *s;
    mul: [] (Complex<T>, Complex<T>) -> Complex<T>;
        |a, b| a * b; |a, b| a * b; |c, b| c * b.conj(); |a, c| a.conj() * c;
}

// x / s, with y = x / s. VJP: x̄ += ȳ / s, s̄ -= ȳ · y / s.
lifted! {
    div: [R: Size, C: Size] (a: OMatrix<T, R, C>, s: T) -> OMatrix<T, R, C>
        where [DefaultAllocator: Allocator<R, C>];
        |a, s| a / *s; |c, a, s, y| c / *s.get(); |c, a, s, y| -y.get().dot(c) / *s.get();
    div: [const D: usize] (a: Point<T, D>, s: T) -> Point<T, D>;
        |a, s| a / *s; |c, a, s, y| c / *s.get(); |c, a, s, y| -y.get().coords.dot(&c.coords) / *s.get();
    div: [] (a: Quaternion<T>, s: T) -> Quaternion<T>;
        |a, s| a / *s; |c, a, s, y| c / *s.get(); |c, a, s, y| -y.get().coords.dot(&c.coords) / *s.get();
}

linear! {
    neg: [R: Size, C: Size] (OMatrix<T, R, C>) -> OMatrix<T, R, C>
        where [DefaultAllocator: Allocator<R, C>]; |a| -a; |t| -t; |c| -c;
    neg: [const D: usize] (Point<T, D>) -> Point<T, D>; |a| -a; |t| -t; |c| -c;
    neg: [] (Quaternion<T>) -> Quaternion<T>; |a| -a; |t| -t; |c| -c;
    neg: [] (Complex<T>) -> Complex<T>; |a| -a; |t| -t; |c| -c;
}

/// Sums and differences: each contribution is the cotangent, as the tangent of the operand.
macro_rules! sums {
    ($($rule:ty: [$($n:tt)*] ($a:ty, $b:ty) -> $y:ty $(where [$($where:tt)+])?; |$x:ident, $z:ident| $value:expr; |$c:ident| ($to_a:expr, $to_b:expr);)*) => {$(
        impl<T: Number, $($n)*> Rule2<$a, $b> for $rule $(where $($where)+)? {
            type Output = $y;
            type Residual = ();
            #[inline]
            fn forward($x: &$a, $z: &$b) -> ($y, ()) {
                ($value, ())
            }
            #[inline]
            fn vjp(
                (): &(),
                _: Read<'_, $a>,
                _: Read<'_, $b>,
                _: Read<'_, $y>,
                $c: &Ct<$y>,
                a_bar: impl Slot<Ct<$a>>,
                b_bar: impl Slot<Ct<$b>>,
            ) {
                give(a_bar, $to_a);
                give(b_bar, $to_b);
            }
            #[inline]
            fn jvp(a: &$a, b: &$b, _: &$y, a_dot: Option<&Ct<$a>>, b_dot: Option<&Ct<$b>>) -> Ct<$y> {
                crate::ops::nalgebra::forms::tangent_of!(Self as Rule2: (a, a_dot): $a, (b, b_dot): $b => $y)
            }
            second!(linear for $a, $b);
        }
    )*};
}
sums! {
    add: [R: Size, C: Size] (OMatrix<T, R, C>, OMatrix<T, R, C>) -> OMatrix<T, R, C>
        where [DefaultAllocator: Allocator<R, C>]; |a, b| a + b; |c| (c, c);
    sub: [R: Size, C: Size] (OMatrix<T, R, C>, OMatrix<T, R, C>) -> OMatrix<T, R, C>
        where [DefaultAllocator: Allocator<R, C>]; |a, b| a - b; |c| (c, &-c);
    add: [const D: usize] (Point<T, D>, SVector<T, D>) -> Point<T, D>; |a, b| a + b; |c| (c, &c.coords);
    sub: [const D: usize] (Point<T, D>, SVector<T, D>) -> Point<T, D>; |a, b| a - b; |c| (c, &-c.coords);
    sub: [const D: usize] (Point<T, D>, Point<T, D>) -> SVector<T, D>; |a, b| a - b; |c| (&Point::from(*c), &Point::from(-c));
    add: [] (Quaternion<T>, Quaternion<T>) -> Quaternion<T>; |a, b| a + b; |c| (c, c);
    sub: [] (Quaternion<T>, Quaternion<T>) -> Quaternion<T>; |a, b| a - b; |c| (c, &-c);
    add: [] (Complex<T>, Complex<T>) -> Complex<T>; |a, b| a + b; |c| (c, c);
    sub: [] (Complex<T>, Complex<T>) -> Complex<T>; |a, b| a - b; |c| (c, &-c);
}

/// `a += b` and `a -= b`, of a sum whose derivative by `a` is 1: what the cotangent of `a` is for `b`.
macro_rules! assigned {
    ($([$($n:tt)*] $a:ty, $b:ty $(where [$($where:tt)+])?: |$c:ident| $to_b:expr;)*) => {$(
        impl<T: Number, $($n)*> GoesTo<$b> for $a $(where $($where)+)? {
            #[inline]
            fn added(&self, b_bar: impl Slot<Ct<$b>>) {
                let $c = self;
                give(b_bar, $to_b);
            }
            #[inline]
            fn subtracted(&self, b_bar: impl Slot<Ct<$b>>) {
                let $c = self;
                b_bar.accumulate(|d| *d -= $to_b);
            }
        }
    )*};
}
assigned! {
    [R: Size, C: Size] OMatrix<T, R, C>, OMatrix<T, R, C> where [DefaultAllocator: Allocator<R, C>]: |c| c;
    [const D: usize] Point<T, D>, SVector<T, D>: |c| &c.coords;
    [] Quaternion<T>, Quaternion<T>: |c| c;
    [] Complex<T>, Complex<T>: |c| c;
}
