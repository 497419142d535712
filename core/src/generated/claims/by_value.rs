//! The library's methods of numbers once more, by value.
//!
//! A method of the user's own by value, of a trait for numbers, goes before one of the library by reference: `x.sigmoid()` would be the
//! user's, and its derivative the library's. In the guard's copy of the user's body these make it ambiguous.

macro_rules! by_value {
    ($($name:ident($($argument:ident)?))*) => {
        /// Methods of numbers by value. They are looked up, never called.
        pub trait MethodsOfTheLibrary: Copy {
            $(
                #[must_use]
                fn $name $(<$argument>)? (self, $(_: $argument)?) -> Self {
                    self
                }
            )*
        }
    };
}

by_value! {
    relu() relu6() hard_tanh() hard_sigmoid() selu() sigmoid() log_sigmoid() softplus() softsign() gelu() gelu_tanh() silu() mish()
    square() rsqrt() sign() xlogx()
}

impl MethodsOfTheLibrary for f32 {}
impl MethodsOfTheLibrary for f64 {}
