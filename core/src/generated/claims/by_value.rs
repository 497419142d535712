//! The library's methods of numbers once more, taking `self` by value.
//!
//! A method of a user's trait for numbers that takes `self` by value has priority over a library method that takes it
//! by reference: `x.sigmoid()` would call the user's method, and its derivative the library's. In the guard's copy of
//! the user's body, these methods make such a call ambiguous.

macro_rules! by_value {
    ($($name:ident($($argument:ident)?))*) => {
        /// Methods of numbers by value. They only take part in name resolution and are never called.
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
