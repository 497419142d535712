//! All methods of `f64` that stable Rust has, and where their derivatives are. `docs/numbers.md` is made of these tables:
//! `BLESS=1 cargo test -p cotangent-tests methods_of_numbers`.

use std::fmt::Write;

use cotangent::prelude::*;

/// Methods with a derivative, each in a function that compiles and is compared with differences.
macro_rules! derivatives {
    ($($method:ident($($argument:expr),*) at $x:expr, $partial:literal;)*) => {
        $(
            mod $method {
                use super::*;
                #[differentiable]
                pub fn value(x: f64) -> f64 {
                    x.$method($($argument),*)
                }
            }
        )*

        #[test]
        fn derivatives_are_those_of_differences() {
            $(
                let x: f64 = $x;
                cotangent::check::gradient(|x: &f64| $method::value(*x), |x| $method::value::value_and_grad(*x), x)
                    .unwrap_or_else(|mismatch| panic!("{}: {mismatch}", stringify!($method)));
            )*
        }

        const DERIVATIVES: &[(&str, &str)] = &[$((stringify!($method), $partial)),*];
    };
}

derivatives! {
    abs() at -0.7, "the sign; 0 at 0";
    acos() at 0.3, "`-1 / √(1 - x²)`";
    acosh() at 1.7, "`1 / √(x² - 1)`";
    asin() at 0.3, "`1 / √(1 - x²)`";
    asinh() at 0.3, "`1 / √(x² + 1)`";
    atan() at 0.3, "`1 / (1 + x²)`";
    atan2(1.5) at 0.3, "`b / r²` and `-a / r²`";
    atanh() at 0.3, "`1 / (1 - x²)`";
    cbrt() at 0.3, "`1 / (3 y²)`";
    ceil() at 0.3, "0";
    clamp(0.0, 1.0) at 0.3, "1 from one bound to the other, else 0; 1 by a bound that is taken";
    copysign(-1.0) at 0.3, "1 if the signs are the same, else -1; 0 by the sign";
    cos() at 0.3, "`-sin x`";
    cosh() at 0.3, "`sinh x`";
    div_euclid(0.7) at 1.3, "0";
    exp() at 0.3, "`y`";
    exp2() at 0.3, "`y ln 2`";
    exp_m1() at 0.3, "`y + 1`";
    floor() at 0.3, "0";
    fract() at 0.3, "1";
    hypot(0.7) at 0.3, "`a / y` and `b / y`";
    ln() at 0.3, "`1 / x`";
    ln_1p() at 0.3, "`1 / (1 + x)`";
    log(3.0) at 0.3, "`1 / (x ln b)` and `-y / (b ln b)`";
    log10() at 0.3, "`1 / (x ln 10)`";
    log2() at 0.3, "`1 / (x ln 2)`";
    max(0.1) at 0.3, "1 for the larger; ½ and ½ if they are equal";
    midpoint(0.7) at 0.3, "½ and ½";
    min(0.1) at 0.3, "1 for the smaller; ½ and ½ if they are equal";
    mul_add(2.0, 0.5) at 0.3, "`a`, `x` and 1";
    powf(2.5) at 0.3, "`p xᵖ⁻¹` and `y ln x`";
    powi(3) at 0.3, "`n xⁿ⁻¹`";
    recip() at 0.3, "`-y²`";
    rem_euclid(0.7) at 1.2, "1 and minus the quotient";
    round() at 0.3, "0";
    round_ties_even() at 0.3, "0";
    signum() at 0.3, "0";
    sin() at 0.3, "`cos x`";
    sinh() at 0.3, "`cosh x`";
    sqrt() at 0.3, "`1 / (2 y)`";
    tan() at 0.3, "`1 + y²`";
    tanh() at 0.3, "`1 - y²`";
    to_degrees() at 0.3, "`180 / π`";
    to_radians() at 0.3, "`π / 180`";
    trunc() at 0.3, "0";
}

/// Methods whose results do not vary smoothly: the derivative ends there.
const ENDS: &[(&str, &str)] = &[
    ("classify", "an enum without numbers"),
    ("is_finite, is_infinite, is_nan, is_normal, is_subnormal", "`bool`"),
    ("is_sign_negative, is_sign_positive", "`bool`"),
    ("partial_cmp, total_cmp, eq, lt, le, gt, ge", "an order or `bool`"),
    (
        "to_bits, to_be_bytes, to_le_bytes, to_ne_bytes",
        "integers, as a cast gives, `x as usize`; a number made of these bits is refused",
    ),
];

/// Those that are refused where a derivative flows through the number.
const REFUSED: &[(&str, &str)] = &[
    ("next_down, next_up", "a step of the number format has no derivative: write `stop_gradient(x).next_up()`"),
    ("to_int_unchecked", "`unsafe`: write `x as i32`"),
];

fn page() -> String {
    let mut page = String::from(
        "# Methods of `f32` and `f64`\n\nMade by `BLESS=1 cargo test -p cotangent-tests methods_of_numbers`; the tests compare each derivative with \
         differences.\n`x` is the number, `y` the result; of two operands `a` is the receiver. [All operations](ops.md) has the rest.\n",
    );
    let sections = [
        ("With a derivative", "derivative", DERIVATIVES),
        ("The derivative ends there", "result", ENDS),
        ("Refused", "reason", REFUSED),
    ];
    for (title, column, rows) in sections {
        let _ = write!(page, "\n## {title}\n\n| method | {column} |\n|---|---|\n");
        for (methods, what) in rows {
            let names: Vec<_> = methods.split(", ").map(|name| format!("`{name}`")).collect();
            let _ = writeln!(page, "| {} | {what} |", names.join(", "));
        }
        if title == "With a derivative" {
            page.push_str(
                "| `sin_cos` | those of `sin` and `cos` |\n| `into`, `from`, `as` between `f32` and `f64` | 1 |\n",
            );
        }
    }
    page
}

#[test]
fn the_page_is_made_of_these_tables() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/numbers.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, page()).expect("the page is written");
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(found, page(), "run with BLESS=1");
}
