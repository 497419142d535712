//! The claim that a method of a number type parameter is the function of numbers with that name.
//!
//! Derived code of `fn f<T: Float>(x: T)` finds the rule of `x.sin()` by its name, but a user's trait may have another `sin`. So the claim
//! requires that a known trait of numbers bounds `T` and has the method. Then the user's call is a call of that method, because a second
//! trait with it would make the call ambiguous. Method lookup tries the known traits in order: each is implemented for [`Number`] behind
//! another number of references.

use core::marker::PhantomData;

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
    note = "bound the type by `num_traits::Float`, `nalgebra::RealField` or `cotangent::prelude::Real`: their methods have derivatives"
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
/// Traits with the methods of the traits of numbers.
pub mod methods_of_numbers {
    use super::{FloatCore, Number, Real};

    methods! {
        OfReal Real, &&&Number<T>:
            abs acos acosh asin asinh atan atan2 atanh cbrt ceil cos cosh exp exp2 exp_m1 floor fract hypot ln ln_1p log log10 log2
            max min mul_add powf powi recip round signum sin sin_cos sinh sqrt tan tanh to_degrees to_radians trunc;
        OfFloat num_traits::Float, &&&Number<T>:
            copysign;
        OfSigned num_traits::Signed, &&&&Number<T>:
            abs signum;
        OfFloatCore FloatCore, &Number<T>:
            abs ceil clamp floor fract max min powi recip round signum to_degrees to_radians trunc;
        OfClone Clone, &Number<T>:
            clone;
        OfNumCast num_traits::NumCast, &Number<T>:
            from;
        OfFromPrimitive num_traits::FromPrimitive, &Number<T>:
            from_f32 from_f64;
    }
    #[cfg(feature = "nalgebra")]
    methods! {
        OfComplexField nalgebra::ComplexField, &&Number<T>:
            abs acos acosh asin asinh atan atanh cbrt ceil cos cosh exp exp2 exp_m1 floor fract hypot ln ln_1p log log10 log2 mul_add
            powf powi recip round signum sin sin_cos sinh sqrt tan tanh trunc;
        OfRealField nalgebra::RealField, &&Number<T>:
            atan2 clamp copysign max min;
    }
}
