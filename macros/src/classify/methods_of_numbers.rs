//! The methods that `f32` and `f64` have in the language, and what their rules read. So what the tape keeps of such numbers is decided
//! without types. The compiler refuses a function whose rule reads more than is said here.

/// A method of numbers.
pub(crate) struct MethodOfNumbers {
    pub name: &'static str,
    /// The arguments beside the receiver.
    pub arguments: &'static [Argument],
    /// Whether the rule reads the operands and the value.
    pub reads: &'static [bool],
}

/// The type of an argument.
pub(crate) enum Argument {
    /// That of the receiver.
    Number,
    /// `i32`
    Whole,
}

use Argument::{Number, Whole};

/// The method of a name.
pub(crate) fn method_of_numbers(name: &str) -> Option<&'static MethodOfNumbers> {
    METHODS.iter().find(|method| method.name == name)
}

const fn from_input(name: &'static str) -> MethodOfNumbers {
    MethodOfNumbers { name, arguments: &[], reads: &[true, false] }
}

const fn from_output(name: &'static str) -> MethodOfNumbers {
    MethodOfNumbers { name, arguments: &[], reads: &[false, true] }
}

const fn from_nothing(name: &'static str) -> MethodOfNumbers {
    MethodOfNumbers { name, arguments: &[], reads: &[false, false] }
}

const METHODS: &[MethodOfNumbers] = &[
    from_input("abs"),
    from_input("acos"),
    from_input("acosh"),
    from_input("asin"),
    from_input("asinh"),
    from_input("atan"),
    from_input("atanh"),
    from_output("cbrt"),
    // The derivative is computed with the value.
    from_nothing("cos"),
    from_input("cosh"),
    from_output("exp"),
    from_output("exp2"),
    from_input("exp_m1"),
    from_nothing("fract"),
    from_input("ln"),
    from_input("ln_1p"),
    from_input("log10"),
    from_input("log2"),
    MethodOfNumbers { name: "max", arguments: &[Number], reads: &[true, true, false] },
    MethodOfNumbers { name: "min", arguments: &[Number], reads: &[true, true, false] },
    MethodOfNumbers { name: "powf", arguments: &[Number], reads: &[true, true, true] },
    MethodOfNumbers { name: "powi", arguments: &[Whole], reads: &[true, true, false] },
    from_output("recip"),
    from_nothing("sin"),
    from_input("sinh"),
    from_output("sqrt"),
    from_output("tan"),
    from_output("tanh"),
    from_nothing("to_degrees"),
    from_nothing("to_radians"),
];
