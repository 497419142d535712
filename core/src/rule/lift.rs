//! Second derivatives of whole rules: three forms cover almost every rule.
//!
//! `second!(linear for A, B);` in the `impl` of a rule writes its [`vjp_dual`](crate::rule::Rule1::vjp_dual). A
//! [`linear`] rule has a VJP that is linear in the cotangent and reads no operand with a tangent. In a [`bilinear`]
//! rule each adjoint reads the other operand. Any other rule is [`lifted`]: it runs again in dual numbers.

pub mod bilinear;
pub mod lifted;
pub mod linear;

use crate::differentiable::{Ct, Differentiable};
use crate::rule::slot::Slot;
use crate::scalar::{Dual, Real};
use crate::tape::Read;
use crate::tensor::{AnyShape, Tensor};

/// A value that may be present, and its tangent if it has one.
pub type WithTangent<'a, X> = (Read<'a, X>, Option<&'a Ct<X>>);

/// A value that can be converted to dual numbers; a value without a derivative stays as it is.
pub trait Lift: Differentiable + Sized {
    /// The type in dual numbers.
    type Lifted: Differentiable;
    /// The value with the tangent `dot`.
    fn lift(&self, dot: Option<&Ct<Self>>) -> Self::Lifted;
    /// A cotangent with the tangent `dot`.
    fn lift_cotangent(bar: &Ct<Self>, dot: Option<&Ct<Self>>) -> Ct<Self::Lifted>;
    /// Adds the values of a cotangent to one place and its tangents to another.
    fn lower(bar: &Ct<Self::Lifted>, place: impl Slot<Ct<Self>>, place_dot: impl Slot<Ct<Self>>);
}

impl<T: Real> Lift for T {
    type Lifted = Dual<T>;
    #[inline]
    fn lift(&self, dot: Option<&T>) -> Dual<T> {
        Dual::new(*self, dot.copied().unwrap_or(T::ZERO))
    }
    #[inline]
    fn lift_cotangent(bar: &T, dot: Option<&T>) -> Dual<T> {
        bar.lift(dot)
    }
    #[inline]
    fn lower(bar: &Dual<T>, place: impl Slot<T>, place_dot: impl Slot<T>) {
        place.accumulate(|d| *d += bar.value());
        place_dot.accumulate(|d| *d += bar.tangent());
    }
}

impl<T: Real, S: AnyShape> Lift for Tensor<T, S> {
    type Lifted = Tensor<Dual<T>, S>;
    #[inline]
    fn lift(&self, dot: Option<&Self>) -> Tensor<Dual<T>, S> {
        match dot.filter(|dot| !dot.is_zero_of_any()) {
            Some(dot) => {
                let mut lifted = S::zero_rows(self.count_rows());
                for ((to, x), t) in lifted.as_mut_slice().iter_mut().zip(self.as_slice()).zip(dot.as_slice()) {
                    *to = Dual::new(*x, *t);
                }
                lifted
            }
            None => self.map(Dual::constant),
        }
    }
    #[inline]
    fn lift_cotangent(bar: &Self, dot: Option<&Self>) -> Tensor<Dual<T>, S> {
        bar.lift(dot)
    }
    #[inline]
    fn lower(bar: &Tensor<Dual<T>, S>, place: impl Slot<Self>, place_dot: impl Slot<Self>) {
        if bar.is_zero_of_any() {
            return;
        }
        place.accumulate(|d| {
            d.fit(bar.count_rows());
            d.zip_assign(bar, |d, bar| *d += bar.value());
        });
        place_dot.accumulate(|d| {
            d.fit(bar.count_rows());
            d.zip_assign(bar, |d, bar| *d += bar.tangent());
        });
    }
}

macro_rules! constant {
    ($($t:ty)*) => {$(
        impl Lift for $t {
            type Lifted = Self;
            #[inline]
            fn lift(&self, _: Option<&Ct<Self>>) -> Self {
                *self
            }
            #[inline]
            fn lift_cotangent(bar: &Ct<Self>, _: Option<&Ct<Self>>) -> Ct<Self> {
                *bar
            }
            #[inline]
            fn lower(_: &Ct<Self>, _: impl Slot<Ct<Self>>, _: impl Slot<Ct<Self>>) {}
        }
    )*};
}
constant!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize bool &'static str);

macro_rules! constant_tensor {
    ($($t:ty)*) => {$(
        impl<S: AnyShape> Lift for Tensor<$t, S> {
            type Lifted = Self;
            #[inline]
            fn lift(&self, _: Option<&Ct<Self>>) -> Self {
                self.clone()
            }
            #[inline]
            fn lift_cotangent(bar: &Ct<Self>, _: Option<&Ct<Self>>) -> Ct<Self> {
                *bar
            }
            #[inline]
            fn lower(_: &Ct<Self>, _: impl Slot<Ct<Self>>, _: impl Slot<Ct<Self>>) {}
        }
    )*};
}
constant_tensor!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

impl<X: Lift> Lift for Option<X> {
    type Lifted = Option<X::Lifted>;
    #[inline]
    fn lift(&self, dot: Option<&Ct<X>>) -> Option<X::Lifted> {
        self.as_ref().map(|x| x.lift(dot))
    }
    #[inline]
    fn lift_cotangent(bar: &Ct<X>, dot: Option<&Ct<X>>) -> Ct<X::Lifted> {
        X::lift_cotangent(bar, dot)
    }
    #[inline]
    fn lower(bar: &Ct<X::Lifted>, place: impl Slot<Ct<X>>, place_dot: impl Slot<Ct<X>>) {
        X::lower(bar, place, place_dot);
    }
}

impl<X: Lift, E: Clone> Lift for Result<X, E> {
    type Lifted = Result<X::Lifted, E>;
    #[inline]
    fn lift(&self, dot: Option<&Ct<X>>) -> Result<X::Lifted, E> {
        self.as_ref().map(|x| x.lift(dot)).map_err(E::clone)
    }
    #[inline]
    fn lift_cotangent(bar: &Ct<X>, dot: Option<&Ct<X>>) -> Ct<X::Lifted> {
        X::lift_cotangent(bar, dot)
    }
    #[inline]
    fn lower(bar: &Ct<X::Lifted>, place: impl Slot<Ct<X>>, place_dot: impl Slot<Ct<X>>) {
        X::lower(bar, place, place_dot);
    }
}

impl<X: Lift, const N: usize> Lift for [X; N] {
    type Lifted = [X::Lifted; N];
    #[inline]
    fn lift(&self, dot: Option<&Ct<Self>>) -> Self::Lifted {
        core::array::from_fn(|i| self[i].lift(dot.map(|dot| &dot[i])))
    }
    #[inline]
    fn lift_cotangent(bar: &Ct<Self>, dot: Option<&Ct<Self>>) -> Ct<Self::Lifted> {
        core::array::from_fn(|i| X::lift_cotangent(&bar[i], dot.map(|dot| &dot[i])))
    }
    #[inline]
    fn lower(bar: &Ct<Self::Lifted>, mut place: impl Slot<Ct<Self>>, mut place_dot: impl Slot<Ct<Self>>) {
        let (mut place, mut place_dot) = (place.out(), place_dot.out());
        for (i, bar) in bar.iter().enumerate() {
            X::lower(bar, place.parts(|place| &mut place[i]), place_dot.parts(|place| &mut place[i]));
        }
    }
}

macro_rules! tuple {
    ($($t:ident $i:tt $place:ident $place_dot:ident),+) => {
        impl<$($t: Lift),+> Lift for ($($t,)+) {
            type Lifted = ($($t::Lifted,)+);
            #[inline]
            fn lift(&self, dot: Option<&Ct<Self>>) -> Self::Lifted {
                ($(self.$i.lift(dot.map(|dot| &dot.$i)),)+)
            }
            #[inline]
            fn lift_cotangent(bar: &Ct<Self>, dot: Option<&Ct<Self>>) -> Ct<Self::Lifted> {
                ($($t::lift_cotangent(&bar.$i, dot.map(|dot| &dot.$i)),)+)
            }
            #[inline]
            fn lower(bar: &Ct<Self::Lifted>, mut place: impl Slot<Ct<Self>>, mut place_dot: impl Slot<Ct<Self>>) {
                let (mut place, mut place_dot) = (place.out(), place_dot.out());
                let ($($place,)+) = place.parts(|place| ($(&mut place.$i,)+));
                let ($($place_dot,)+) = place_dot.parts(|place| ($(&mut place.$i,)+));
                $($t::lower(&bar.$i, $place, $place_dot);)+
            }
        }
    };
}
tuple!(A 0 a a_dot, B 1 b b_dot);
tuple!(A 0 a a_dot, B 1 b b_dot, C 2 c c_dot);
tuple!(A 0 a a_dot, B 1 b b_dot, C 2 c c_dot, D 3 d d_dot);

/// The `vjp_dual` of a rule, from its form and the types of its operands; or from these and a body, in which each
/// operand, the output, its cotangent and each slot is a pair of value and tangent.
macro_rules! second {
    ($form:ident for $a:ty) => {
        crate::rule::lift::second!($a: |a, y, c, a_bar| crate::rule::lift::$form::one(core::marker::PhantomData::<Self>, (a,), y, c, a_bar));
    };
    ($form:ident for $a:ty, $b:ty) => {
        crate::rule::lift::second!($a, $b: |a, b, y, c, a_bar, b_bar| {
            crate::rule::lift::$form::two(core::marker::PhantomData::<Self>, (a, b), y, c, a_bar, b_bar)
        });
    };
    ($form:ident for $a:ty, $b:ty, $c:ty) => {
        crate::rule::lift::second!($a, $b, $c: |a, b, c, y, y_bar, a_bar, b_bar, c_bar| {
            crate::rule::lift::$form::three(core::marker::PhantomData::<Self>, (a, b, c), y, y_bar, a_bar, b_bar, c_bar)
        });
    };
    ($a:ty: |$pa:pat_param, $y:pat_param, $c:pat_param, $a_bar:pat_param| $body:expr) => {
        crate::rule::lift::second!(@ Rule1: a $a, a_dot a_bar a_bar_dot; |(($pa,), $y, $c, $a_bar)| $body);
    };
    ($a:ty, $b:ty: |$pa:pat_param, $pb:pat_param, $y:pat_param, $c:pat_param, $a_bar:pat_param, $b_bar:pat_param| $body:expr) => {
        crate::rule::lift::second!(
            @ Rule2: a $a, a_dot a_bar a_bar_dot; b $b, b_dot b_bar b_bar_dot;
            |(($pa, $pb), $y, $c, $a_bar, $b_bar)| $body
        );
    };
    (
        $a:ty, $b:ty, $t:ty:
        |$pa:pat_param, $pb:pat_param, $pc:pat_param, $y:pat_param, $c:pat_param,
            $a_bar:pat_param, $b_bar:pat_param, $c_bar:pat_param| $body:expr
    ) => {
        crate::rule::lift::second!(
            @ Rule3: a $a, a_dot a_bar a_bar_dot; b $b, b_dot b_bar b_bar_dot; c $t, c_dot c_bar c_bar_dot;
            |(($pa, $pb, $pc), $y, $c, $a_bar, $b_bar, $c_bar)| $body
        );
    };
    (
        $a:ty, $b:ty, $c:ty, $d:ty:
        |$pa:pat_param, $pb:pat_param, $pc:pat_param, $pd:pat_param, $y:pat_param, $y_bar:pat_param,
            $a_bar:pat_param, $b_bar:pat_param, $c_bar:pat_param, $d_bar:pat_param| $body:expr
    ) => {
        crate::rule::lift::second!(
            @ Rule4: a $a, a_dot a_bar a_bar_dot; b $b, b_dot b_bar b_bar_dot; c $c, c_dot c_bar c_bar_dot; d $d, d_dot d_bar d_bar_dot;
            |(($pa, $pb, $pc, $pd), $y, $y_bar, $a_bar, $b_bar, $c_bar, $d_bar)| $body
        );
    };
    (
        $a:ty, $b:ty, $c:ty, $d:ty, $e:ty:
        |$pa:pat_param, $pb:pat_param, $pc:pat_param, $pd:pat_param, $pe:pat_param, $y:pat_param, $y_bar:pat_param,
            $a_bar:pat_param, $b_bar:pat_param, $c_bar:pat_param, $d_bar:pat_param, $e_bar:pat_param| $body:expr
    ) => {
        crate::rule::lift::second!(
            @ Rule5: a $a, a_dot a_bar a_bar_dot; b $b, b_dot b_bar b_bar_dot; c $c, c_dot c_bar c_bar_dot; d $d, d_dot d_bar d_bar_dot;
            e $e, e_dot e_bar e_bar_dot;
            |(($pa, $pb, $pc, $pd, $pe), $y, $y_bar, $a_bar, $b_bar, $c_bar, $d_bar, $e_bar)| $body
        );
    };
    (@ $rule:ident: $($x:ident $t:ty, $x_dot:ident $x_bar:ident $x_bar_dot:ident;)+ |$all:pat_param| $body:expr) => {
        #[inline]
        fn vjp_dual(
            $($x: crate::tape::Read<'_, $t>, $x_dot: Option<&crate::differentiable::Ct<$t>>,)+
            y: crate::tape::Read<'_, <Self as crate::rule::$rule<$($t),+>>::Output>,
            y_dot: Option<&crate::differentiable::Ct<<Self as crate::rule::$rule<$($t),+>>::Output>>,
            y_bar: &crate::differentiable::Ct<<Self as crate::rule::$rule<$($t),+>>::Output>,
            y_bar_dot: Option<&crate::differentiable::Ct<<Self as crate::rule::$rule<$($t),+>>::Output>>,
            $(
                $x_bar: impl crate::rule::slot::Slot<crate::differentiable::Ct<$t>>,
                $x_bar_dot: impl crate::rule::slot::Slot<crate::differentiable::Ct<$t>>,
            )+
        ) {
            let $all = (($(($x, $x_dot),)+), (y, y_dot), (y_bar, y_bar_dot), $(($x_bar, $x_bar_dot)),+);
            $body
        }
    };
}
pub(crate) use linear::residual;
pub(crate) use second;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::slot::Out;

    #[test]
    fn cotangents_of_arrays_are_lowered_part_by_part() {
        let (mut bar, mut dot) = ([1.0, 2.0], [3.0, 4.0]);
        let lifted = [Dual::new(10.0, 100.0), Dual::new(20.0, 200.0)];
        <[f64; 2] as Lift>::lower(&lifted, Out::new(&mut bar), Out::new(&mut dot));
        assert_eq!((bar, dot), ([11.0, 22.0], [103.0, 204.0]));
    }
}
