//! The methods that `f32` and `f64` have in the language and that have a derivative, and what their rules read. So what the tape keeps of
//! such numbers is decided without types. The compiler refuses a function whose rule reads more than is said here.

use syn::Ident;

/// A method of numbers.
pub(crate) struct NumberMethod {
    pub name: &'static str,
    /// The arguments beside the receiver.
    pub arguments: &'static [Argument],
    /// Whether the rule reads the operands and the value; nothing if the rule is found by the types.
    pub reads: Option<&'static [bool]>,
    /// Whether the rule keeps a residual: where values have tangents it reads the operands instead.
    has_residual: bool,
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
pub(crate) fn number_method(name: &Ident) -> Option<&'static NumberMethod> {
    let name = name.to_string();
    METHODS.binary_search_by(|method| method.name.cmp(&name)).ok().map(|i| &METHODS[i])
}

impl NumberMethod {
    /// The number of operands, the receiver included.
    pub fn operands(&self) -> usize {
        self.arguments.len() + 1
    }

    /// Whether the rule reads operand `i`, or the value after the operands; `with_tangents`: where values have tangents.
    pub fn reads(&self, i: usize, with_tangents: bool) -> Option<bool> {
        Some(self.reads?[i] || with_tangents && self.has_residual && i < self.operands())
    }
}

const fn by_link(name: &'static str, arguments: &'static [Argument]) -> NumberMethod {
    NumberMethod { name, arguments, reads: None, has_residual: false }
}

const fn from_input(name: &'static str) -> NumberMethod {
    from_all(name, &[], &[true, false])
}

const fn from_output(name: &'static str) -> NumberMethod {
    from_all(name, &[], &[false, true])
}

const fn from_nothing(name: &'static str) -> NumberMethod {
    from_all(name, &[], &[false, false])
}

const fn from_all(name: &'static str, arguments: &'static [Argument], reads: &'static [bool]) -> NumberMethod {
    NumberMethod { name, arguments, reads: Some(reads), has_residual: false }
}

/// The derivative is computed with the value.
const fn from_residual(name: &'static str) -> NumberMethod {
    NumberMethod { has_residual: true, ..from_nothing(name) }
}

/// In the order of their names.
const METHODS: &[NumberMethod] = &[
    from_input("abs"),
    from_input("acos"),
    from_input("acosh"),
    from_input("asin"),
    from_input("asinh"),
    from_input("atan"),
    by_link("atan2", &[Number]),
    from_input("atanh"),
    from_output("cbrt"),
    by_link("ceil", &[]),
    by_link("clamp", &[Number, Number]),
    by_link("copysign", &[Number]),
    from_residual("cos"),
    from_input("cosh"),
    by_link("div_euclid", &[Number]),
    from_output("exp"),
    from_output("exp2"),
    from_input("exp_m1"),
    by_link("floor", &[]),
    from_nothing("fract"),
    by_link("hypot", &[Number]),
    from_input("ln"),
    from_input("ln_1p"),
    by_link("log", &[Number]),
    from_input("log10"),
    from_input("log2"),
    from_all("max", &[Number], &[true, true, false]),
    by_link("maximum", &[Number]),
    by_link("midpoint", &[Number]),
    from_all("min", &[Number], &[true, true, false]),
    by_link("minimum", &[Number]),
    by_link("mul_add", &[Number, Number]),
    from_all("powf", &[Number], &[true, true, true]),
    from_all("powi", &[Whole], &[true, true, false]),
    from_output("recip"),
    by_link("rem_euclid", &[Number]),
    by_link("round", &[]),
    by_link("round_ties_even", &[]),
    by_link("signum", &[]),
    from_residual("sin"),
    by_link("sin_cos", &[]),
    from_input("sinh"),
    from_output("sqrt"),
    from_output("tan"),
    from_output("tanh"),
    from_nothing("to_degrees"),
    from_nothing("to_radians"),
    by_link("trunc", &[]),
];

#[cfg(test)]
mod tests {
    use super::METHODS;

    #[test]
    fn methods_are_in_the_order_of_their_names() {
        assert!(METHODS.is_sorted_by_key(|method| method.name));
    }
}
