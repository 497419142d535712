//! Rules with a planted mistake: the tests of this folder would notice each of them.

use cotangent::check::{self, Checker, Law, Operands};
use cotangent::prelude::*;
use cotangent::rule::{Rule, Rule1, Rule2};
use cotangent::slot::WriteMode;

use super::harness::{numbers, single_is_double};

/// `scale(a, b) = a b` for a tensor and a number, with the parts of the rule given.
macro_rules! wrong {
    ($name:ident reads $reads:ty; |$a:ident, $b:ident, $c:ident, $da:ident, $db:ident| $vjp:block |$ta:ident, $tb:ident| $jvp:expr) => {
        #[derive(Clone, Copy, Default)]
        struct $name;
        impl Rule for $name {
            type Reads = $reads;
        }
        impl<T: Real> Rule2<Vector<T, 3>, Vector<T, 3>> for $name {
            type Output = Vector<T, 3>;
            type Residual = ();
            fn forward(a: &Vector<T, 3>, b: &Vector<T, 3>) -> (Vector<T, 3>, ()) {
                (a * b, ())
            }
            fn vjp(
                (): &(),
                $a: Read<'_, Vector<T, 3>>,
                $b: Read<'_, Vector<T, 3>>,
                _: Read<'_, Vector<T, 3>>,
                $c: &Vector<T, 3>,
                $da: impl Slot<Vector<T, 3>>,
                $db: impl Slot<Vector<T, 3>>,
            ) $vjp
            fn jvp(
                $a: &Vector<T, 3>,
                $b: &Vector<T, 3>,
                _: &Vector<T, 3>,
                a_dot: Option<&Vector<T, 3>>,
                b_dot: Option<&Vector<T, 3>>,
            ) -> Vector<T, 3> {
                let zero = Tensor::zeros();
                let ($ta, $tb) = (a_dot.unwrap_or(&zero), b_dot.unwrap_or(&zero));
                $jvp
            }
        }
    };
}

/// Which law the whole contract finds broken.
fn broken<R: Rule>() -> Law
where
    (Vector<f64, 3>, Vector<f64, 3>): Operands<R>,
{
    Checker::new().rule::<R, _>(&(numbers::<f64, (Dim<3>,)>(1), numbers::<f64, (Dim<3>,)>(2))).unwrap_err().law
}

wrong! {
    WrongVjp reads (Yes, Yes, No);
    |a, b, c, da, db| {
        da.accumulate(|d| *d += c * a.get());
        db.accumulate(|d| *d += c * a.get());
        let _ = b;
    }
    |ta, tb| ta * b + a * tb
}
wrong! {
    WrongSign reads (Yes, Yes, No);
    |a, b, c, da, db| {
        da.accumulate(|d| *d -= c * b.get());
        db.accumulate(|d| *d += c * a.get());
    }
    |ta, tb| ta * b + a * tb
}
wrong! {
    WrongJvp reads (Yes, Yes, No);
    |a, b, c, da, db| {
        da.accumulate(|d| *d += c * b.get());
        db.accumulate(|d| *d += c * a.get());
    }
    |ta, tb| ta * b - a * tb
}
wrong! {
    Assigns reads (Yes, Yes, No);
    |a, b, c, da, db| {
        da.accumulate(|d| *d = c * b.get());
        db.accumulate(|d| *d += c * a.get());
    }
    |ta, tb| ta * b + a * tb
}
wrong! {
    Entangled reads (Yes, Yes, No);
    |a, b, c, da, db| {
        let mut seen = false;
        da.accumulate(|d| {
            *d += c * b.get();
            seen = true;
        });
        db.accumulate(|d| if seen { *d += c * a.get() });
    }
    |ta, tb| ta * b + a * tb
}
wrong! {
    Undeclared reads (Yes, No, No);
    |a, b, c, da, db| {
        da.accumulate(|d| *d += c * b.get());
        db.accumulate(|d| *d += c * a.get());
    }
    |ta, tb| ta * b + a * tb
}
wrong! {
    Coarse reads (Yes, Yes, No);
    |a, b, c, da, db| {
        da.accumulate(|d| *d += c * b.get() * (T::ONE + T::lit(1e-3) * (T::EPSILON / T::lit(f32::EPSILON.into()))));
        db.accumulate(|d| *d += c * a.get());
    }
    |ta, tb| ta * b + a * tb
}
wrong! {
    AddsToNothing reads (Yes, Yes, No);
    |a, b, c, da, db| {
        da.put(|d, _| *d += c * b.get());
        db.accumulate(|d| *d += c * a.get());
    }
    |ta, tb| ta * b + a * tb
}
wrong! {
    WritesSome reads (Yes, Yes, No);
    |a, b, c, da, db| {
        da.put(|d, how| match how {
            WriteMode::Accumulate => *d += c * b.get(),
            WriteMode::Overwrite => d[[0]] = c[[0]] * b.get()[[0]],
        });
        db.accumulate(|d| *d += c * a.get());
    }
    |ta, tb| ta * b + a * tb
}

/// Its residual is that of `forward`, and another where it has a place.
#[derive(Clone, Copy, Default)]
struct KeepsSome;

impl Rule for KeepsSome {
    type Reads = (No, No);
}

impl Rule1<Vector<f64, 40>> for KeepsSome {
    type Output = Vector<f64, 40>;
    type Residual = Vector<f64, 40>;
    fn forward(a: &Vector<f64, 40>) -> (Vector<f64, 40>, Vector<f64, 40>) {
        (a * a, a * 2.0)
    }
    fn forward_to(a: &Vector<f64, 40>, slope: &mut Vector<f64, 40>) -> Vector<f64, 40> {
        slope.as_mut_slice()[1..].copy_from_slice(&(a * 2.0).as_slice()[1..]);
        a * a
    }
    fn vjp(
        slope: &Vector<f64, 40>,
        _: Read<'_, Vector<f64, 40>>,
        _: Read<'_, Vector<f64, 40>>,
        c: &Vector<f64, 40>,
        a_bar: impl Slot<Vector<f64, 40>>,
    ) {
        a_bar.accumulate(|d| *d += c * slope);
    }
    fn jvp(a: &Vector<f64, 40>, _: &Vector<f64, 40>, a_dot: Option<&Vector<f64, 40>>) -> Vector<f64, 40> {
        a_dot.map_or(Vector::ZEROS, |a_dot| a * a_dot * 2.0)
    }
}

#[test]
fn a_residual_that_is_not_written_is_noticed() {
    let a = Vector::new(core::array::from_fn(|i| i as f64 + 0.5));
    assert_eq!(check::rule1::<KeepsSome, _>(&a).unwrap_err().law, Law::Kept);
}

#[test]
fn every_broken_law_is_noticed() {
    assert_eq!(broken::<WrongVjp>(), Law::Vjp);
    assert_eq!(broken::<WrongSign>(), Law::Vjp);
    assert_eq!(broken::<WrongJvp>(), Law::Jvp);
    assert_eq!(broken::<Assigns>(), Law::Accumulates);
    assert_eq!(broken::<Entangled>(), Law::Unwanted);
    assert_eq!(broken::<AddsToNothing>(), Law::Writes);
    assert_eq!(broken::<WritesSome>(), Law::Writes);
}

#[test]
#[should_panic(expected = "does not declare")]
fn an_undeclared_read_is_noticed() {
    broken::<Undeclared>();
}

#[test]
#[should_panic(expected = "f32 gives")]
fn a_rule_that_is_coarse_in_single_precision_is_noticed() {
    let (a, b) = (numbers::<f32, (Dim<3>,)>(1), numbers::<f32, (Dim<3>,)>(2));
    single_is_double::<Coarse, _, _>(&(a, b), &(a.map(f64::from), b.map(f64::from)));
}
