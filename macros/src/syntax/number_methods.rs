//! The methods of `f32` and `f64` that have a derivative, by their names and the number of operands.

use syn::Ident;

const OF_ONE: [&str; 33] = [
    "abs",
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "cbrt",
    "ceil",
    "cos",
    "cosh",
    "exp",
    "exp2",
    "exp_m1",
    "floor",
    "fract",
    "ln",
    "ln_1p",
    "log10",
    "log2",
    "recip",
    "round",
    "round_ties_even",
    "signum",
    "sin",
    "sin_cos",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "to_degrees",
    "to_radians",
    "trunc",
];

const OF_TWO: [&str; 13] = [
    "atan2",
    "copysign",
    "div_euclid",
    "hypot",
    "log",
    "max",
    "maximum",
    "midpoint",
    "min",
    "minimum",
    "powf",
    "powi",
    "rem_euclid",
];

const OF_THREE: [&str; 2] = ["clamp", "mul_add"];

/// The number of operands of the method of numbers with this name, the receiver included.
pub(crate) fn operands_of(name: &Ident) -> Option<usize> {
    let names: [&[&str]; 3] = [&OF_ONE, &OF_TWO, &OF_THREE];
    names.iter().position(|names| names.iter().any(|known| name == known)).map(|before| before + 1)
}
