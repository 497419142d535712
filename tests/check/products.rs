//! The product of two vectors with a planted mistake in its VJP, its JVP or its declaration.

use cotangent::check::{self, Law};
use cotangent::prelude::*;
use cotangent::rule::{Rule, Rule2};

use super::caught;

type V = Vector<f64, 3>;

const A: [f64; 3] = [2.0, 3.0, 5.0];
const B: [f64; 3] = [7.0, 11.0, 13.0];

/// `y = a b`, element by element, with a VJP and a JVP of its own.
macro_rules! product {
    (
        $name:ident reads $reads:ty;
        vjp($a:ident, $b:ident, $y:ident, $c:ident, $a_bar:ident, $b_bar:ident) $vjp:block
        jvp($ja:ident, $jb:ident, $a_dot:ident, $b_dot:ident) $jvp:block
    ) => {
        #[derive(Clone, Copy, Default)]
        struct $name;

        impl Rule for $name {
            type Reads = $reads;
        }

        impl Rule2<V, V> for $name {
            type Output = V;
            type Residual = ();
            fn forward(a: &V, b: &V) -> (V, ()) {
                (a * b, ())
            }
            fn vjp((): &(), $a: Read<V>, $b: Read<V>, $y: Read<V>, $c: &V, $a_bar: impl Slot<V>, $b_bar: impl Slot<V>) $vjp
            fn jvp($ja: &V, $jb: &V, _: &V, $a_dot: Option<&V>, $b_dot: Option<&V>) -> V $jvp
        }
    };
}

/// The right JVP of the product.
fn product_jvp(a: &V, b: &V, a_dot: Option<&V>, b_dot: Option<&V>) -> V {
    a_dot.map_or(V::ZEROS, |t| t * b) + b_dot.map_or(V::ZEROS, |t| t * a)
}

fn check_product<R: Rule2<V, V, Output = V, Reads: check::Declared>>() -> Result<check::Agreement, check::Mismatch> {
    check::rule2::<R, _, _>(&tensor(A), &tensor(B))
}

product! {
    SwappedOperands reads (Yes, Yes, No);
    vjp(a, b, _y, c, a_bar, b_bar) {
        a_bar.accumulate(|d| *d += c * a.get());
        b_bar.accumulate(|d| *d += c * b.get());
    }
    jvp(a, b, a_dot, b_dot) { product_jvp(a, b, a_dot, b_dot) }
}

#[test]
fn swapped_operands() {
    let report = caught(check_product::<SwappedOperands>(), Law::Vjp, "a[1]", 3.0 / 11.0);
    assert!(report.starts_with("the derivative of reverse mode differs from finite differences at `a[1]`"), "{report}");
    assert!(report.ends_with("; 6 of 6 comparisons fail"), "{report}");
}

product! {
    ModesDiffer reads (Yes, Yes, No);
    vjp(a, b, _y, c, a_bar, b_bar) {
        a_bar.accumulate(|d| *d += c * b.get());
        b_bar.accumulate(|d| *d += c * a.get() * (1.0 + 1e-10));
    }
    jvp(a, b, a_dot, b_dot) { product_jvp(a, b, a_dot, b_dot) }
}

#[test]
fn modes_that_differ_by_less_than_differences_can_see() {
    let report = caught(check_product::<ModesDiffer>(), Law::Adjoint, "b[0]", 1.0 + 1e-10);
    assert!(
        report.starts_with("reverse mode and forward mode differ: the VJP is not the adjoint of the JVP at `b["),
        "{report}"
    );
    assert!(report.contains("(relative error 1.0e-10, tolerance 1.8e-12)"), "{report}");
}

product! {
    Assigns reads (Yes, Yes, No);
    vjp(a, b, _y, c, a_bar, b_bar) {
        a_bar.accumulate(|d| *d += c * b.get());
        b_bar.accumulate(|d| *d = c * a.get());
    }
    jvp(a, b, a_dot, b_dot) { product_jvp(a, b, a_dot, b_dot) }
}

#[test]
fn assigned_instead_of_accumulated() {
    let wrong = check_product::<Assigns>().unwrap_err();
    assert_eq!(wrong.law, Law::Accumulates);
    assert!(wrong.place.starts_with("b["));
    let report = wrong.to_string();
    assert!(report.starts_with("the cotangent is not added to what is in its place at `b["), "{report}");
    assert!(report.ends_with("; 3 of 6 comparisons fail"), "{report}");
}

product! {
    ReadsUndeclared reads (No, Yes, No);
    vjp(a, b, _y, c, a_bar, b_bar) {
        a_bar.accumulate(|d| *d += c * b.get());
        b_bar.accumulate(|d| *d += c * a.get());
    }
    jvp(a, b, a_dot, b_dot) { product_jvp(a, b, a_dot, b_dot) }
}

#[test]
#[should_panic(expected = "a rule reads a primal value again that its `Reads` does not declare")]
fn an_operand_that_is_not_declared() {
    let _ = check_product::<ReadsUndeclared>();
}

product! {
    OnlyTogether reads (Yes, Yes, No);
    vjp(a, b, _y, c, a_bar, b_bar) {
        a_bar.accumulate(|d| {
            *d += c * b.get();
            b_bar.accumulate(|d| *d += c * a.get());
        });
    }
    jvp(a, b, a_dot, b_dot) { product_jvp(a, b, a_dot, b_dot) }
}

#[test]
fn a_cotangent_that_hangs_on_another() {
    let wrong = check_product::<OnlyTogether>().unwrap_err();
    assert_eq!((wrong.law, wrong.found), (Law::Unwanted, 0.0));
    let report = wrong.to_string();
    assert!(report.starts_with("the cotangent changes when another one is not wanted at `b["), "{report}");
}

product! {
    MissingTerm reads (Yes, Yes, No);
    vjp(a, b, _y, c, a_bar, b_bar) {
        a_bar.accumulate(|d| *d += c * b.get());
        b_bar.accumulate(|d| *d += c * a.get());
    }
    jvp(_a, b, a_dot, _b_dot) { a_dot.map_or(V::ZEROS, |t| t * b) }
}

#[test]
fn a_term_that_forward_mode_forgets() {
    caught(check_product::<MissingTerm>(), Law::Jvp, "b[0]", 0.0);
}

product! {
    AbsentIsOne reads (Yes, Yes, No);
    vjp(a, b, _y, c, a_bar, b_bar) {
        a_bar.accumulate(|d| *d += c * b.get());
        b_bar.accumulate(|d| *d += c * a.get());
    }
    jvp(a, b, a_dot, b_dot) { product_jvp(a, b, a_dot, Some(b_dot.unwrap_or(&V::full(1.0)))) }
}

#[test]
fn an_absent_tangent_that_counts() {
    let wrong = check_product::<AbsentIsOne>().unwrap_err();
    assert_eq!(wrong.law, Law::Absent);
    let report = wrong.to_string();
    assert!(report.starts_with("an absent tangent does not act like a zero tangent at `y["), "{report}");
}

product! {
    NothingIsOne reads (Yes, Yes, No);
    vjp(a, b, _y, c, a_bar, b_bar) {
        a_bar.accumulate(|d| *d += c * b.get());
        b_bar.accumulate(|d| *d += c * a.get());
    }
    jvp(a, b, a_dot, b_dot) {
        if a_dot.is_none() && b_dot.is_none() { V::full(1.0) } else { product_jvp(a, b, a_dot, b_dot) }
    }
}

#[test]
fn no_tangent_at_all_that_counts() {
    assert_eq!(check_product::<NothingIsOne>().unwrap_err().law, Law::Absent);
}

product! {
    Forgets reads (Yes, Yes, No);
    vjp(_a, b, _y, c, a_bar, _b_bar) {
        a_bar.accumulate(|d| *d += c * b.get());
    }
    jvp(a, b, a_dot, b_dot) { product_jvp(a, b, a_dot, b_dot) }
}

#[test]
fn a_cotangent_that_reverse_mode_forgets() {
    let report = caught(check_product::<Forgets>(), Law::Vjp, "b[0]", 0.0);
    assert!(report.contains("; 3 of 6 comparisons fail; the gradient of `b` is exactly 0, "), "{report}");
}

product! {
    ReadsOutput reads (Yes, Yes, No);
    vjp(a, b, y, c, a_bar, b_bar) {
        a_bar.accumulate(|d| *d += c * b.get());
        b_bar.accumulate(|d| *d += c * y.get() / b.get() + 0.0 * a.get());
    }
    jvp(a, b, a_dot, b_dot) { product_jvp(a, b, a_dot, b_dot) }
}

#[test]
#[should_panic(expected = "a rule reads a primal value again that its `Reads` does not declare")]
fn an_output_that_is_not_declared() {
    let _ = check_product::<ReadsOutput>();
}
