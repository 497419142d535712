//! The claim that a method of a number type parameter is the function of numbers with that name.
//!
//! Derived code of `fn f<T: Float>(x: T)` finds the rule of `x.sin()` by its name, but a user's trait may have another `sin`. So the claim
//! requires that a known trait of numbers bounds `T` and has the method. Then the user's call is a call of that method, because a second
//! trait with it would make the call ambiguous. Method lookup tries the known traits in order: each is implemented for [`Number`] behind
//! another number of references. Then it tries `T` itself: a trait of the user's with `#[differentiable]` has such methods for those of
//! its own that only pass their arguments on to `f32` and `f64`.

use core::marker::PhantomData;
use core::ops::Deref;

use num_traits::float::FloatCore;
use num_traits::real::Real;

use crate::rule::{By1, By2, By3};

/// The rule of a method, a number type parameter, and the type of the receiver.
#[derive(Debug)]
pub struct MethodOf<C, T, X: ?Sized>(PhantomData<C>, PhantomData<T>, PhantomData<*const X>);

/// A method for which the rule `C` was found on a receiver.
pub fn method_of<C, T, X: ?Sized>(_: C, _: &X) -> MethodOf<C, T, X> {
    MethodOf(PhantomData, PhantomData, PhantomData)
}

/// The number type parameter `T`, with the methods of the known traits that bound it.
#[derive(Clone, Copy, Debug)]
pub struct Number<T>(PhantomData<fn() -> T>);

/// The number type parameter `T`, for a function of it.
pub const fn number_type<T>() -> Number<T> {
    Number(PhantomData)
}

impl<T> Deref for Number<T> {
    type Target = T;
    #[cold]
    fn deref(&self) -> &T {
        unreachable!("this never runs")
    }
}

/// Any other receiver. It has all methods, so nothing is claimed.
#[derive(Clone, Copy, Debug)]
pub struct NotANumber;

/// The methods of the library with a receiver of type `T`, `&T` or `&mut T`.
pub trait OfANumber<T>: Sized {
    fn receiver(self) -> Number<T> {
        number_type()
    }
}

macro_rules! of_a_number {
    ($($by:ident)*) => {$(
        impl<R, T> OfANumber<T> for MethodOf<$by<R>, T, T> {}
        impl<R, T> OfANumber<T> for MethodOf<$by<R>, T, &T> {}
        impl<R, T> OfANumber<T> for MethodOf<$by<R>, T, &mut T> {}
    )*};
}
of_a_number!(By1 By2 By3);

/// All others.
pub trait OfAnother {
    fn receiver(&self) -> NotANumber {
        NotANumber
    }
}
impl<C, T, X: ?Sized> OfAnother for MethodOf<C, T, X> {}

/// A type with all methods that the derived function calls.
#[diagnostic::on_unimplemented(
    message = "this method has no derivative: no known trait of numbers declares it",
    label = "declared by another trait",
    note = "bound the type by `num_traits::Float`, `nalgebra::RealField` or `cotangent::prelude::Real`: their methods have derivatives",
    note = "or put `#[differentiable]` on the trait and its `impl` blocks: `fn sqrt(self) -> Self {{ f64::sqrt(self) }}` has the derivative of `f64::sqrt`"
)]
pub trait HasEveryMethod {}
impl HasEveryMethod for NotANumber {}

/// Declares a trait with methods by value, for what bounds a number.
macro_rules! methods {
    ($($of:ident $bound:path, $receiver:ty: $($name:ident)*;)*) => {$(
        pub trait $of: Sized {
            $(#[allow(clippy::wrong_self_convention, reason = "it is named after a function")] fn $name(self) {})*
        }
        #[diagnostic::do_not_recommend]
        impl<T: $bound> $of for $receiver {}
    )*};
}
/// Traits with a method for each of those of the traits of numbers.
pub mod methods_of_numbers {
    use super::{FloatCore, Number, Real};

    methods! {
        OfReal Real, &&&Number<T>:
            abs_of_numbers acos_of_numbers acosh_of_numbers asin_of_numbers asinh_of_numbers atan_of_numbers atan2_of_numbers
            atanh_of_numbers cbrt_of_numbers ceil_of_numbers cos_of_numbers cosh_of_numbers exp_of_numbers exp2_of_numbers
            exp_m1_of_numbers floor_of_numbers fract_of_numbers hypot_of_numbers ln_of_numbers ln_1p_of_numbers log_of_numbers
            log10_of_numbers log2_of_numbers
            max_of_numbers min_of_numbers mul_add_of_numbers powf_of_numbers powi_of_numbers recip_of_numbers round_of_numbers
            signum_of_numbers sin_of_numbers sin_cos_of_numbers sinh_of_numbers sqrt_of_numbers tan_of_numbers tanh_of_numbers
            to_degrees_of_numbers to_radians_of_numbers trunc_of_numbers;
        OfFloat num_traits::Float, &&&Number<T>:
            copysign_of_numbers;
        OfSigned num_traits::Signed, &&&&Number<T>:
            abs_of_numbers signum_of_numbers;
        OfFloatCore FloatCore, &Number<T>:
            abs_of_numbers ceil_of_numbers clamp_of_numbers floor_of_numbers fract_of_numbers max_of_numbers min_of_numbers powi_of_numbers
            recip_of_numbers round_of_numbers signum_of_numbers to_degrees_of_numbers to_radians_of_numbers trunc_of_numbers;
        OfClone Clone, &Number<T>:
            clone_of_numbers;
        OfNumCast num_traits::NumCast, &Number<T>:
            from_of_numbers;
        OfToPrimitive num_traits::ToPrimitive, &Number<T>:
            to_f32_of_num_traits_of_numbers to_f64_of_num_traits_of_numbers;
        OfFromPrimitive num_traits::FromPrimitive, &Number<T>:
            from_f32_of_numbers from_f64_of_numbers;
    }
    #[cfg(feature = "nalgebra")]
    methods! {
        OfComplexField nalgebra::ComplexField, &&Number<T>:
            abs_of_numbers acos_of_numbers acosh_of_numbers asin_of_numbers asinh_of_numbers atan_of_numbers atanh_of_numbers
            cbrt_of_numbers ceil_of_numbers cos_of_numbers cosh_of_numbers exp_of_numbers exp2_of_numbers exp_m1_of_numbers
            floor_of_numbers fract_of_numbers hypot_of_numbers ln_of_numbers ln_1p_of_numbers log_of_numbers log10_of_numbers
            log2_of_numbers mul_add_of_numbers
            powf_of_numbers powi_of_numbers recip_of_numbers round_of_numbers signum_of_numbers sin_of_numbers sin_cos_of_numbers
            sinh_of_numbers sqrt_of_numbers tan_of_numbers tanh_of_numbers trunc_of_numbers;
        OfRealField nalgebra::RealField, &&Number<T>:
            atan2_of_numbers clamp_of_numbers copysign_of_numbers max_of_numbers min_of_numbers;
    }
}
