//! What carries a derivative does so wherever it stands: each of these would lose it, or not compile, if one place were taken for constant.
#![allow(unused_assignments, unused_mut, unused_parens, reason = "that is what is tested")]

use std::rc::Rc;

use cotangent::prelude::*;

#[derive(Clone, Copy, Differentiable)]
struct Track {
    at: f64,
    speed: f64,
}

/// A method with the name of a comparison.
#[differentiable]
impl Track {
    fn total_cmp(&self, other: f64) -> f64 {
        self.at * other
    }
}

const UNIT: Track = Track { at: 1.5, speed: 2.0 };

#[differentiable]
fn constant_that_compares(m: f64, s: f64) -> f64 {
    s * UNIT.total_cmp(m)
}

/// Nothing else in these branches has a derivative.
#[differentiable]
fn out_of_a_pattern(m: f64, s: f64) -> f64 {
    let square = if let Some(x) = Some(m) { x * x } else { 1.0 };
    square * s
}

#[test]
fn the_only_value_with_a_derivative_is_found() {
    follows!(constant_that_compares out_of_a_pattern);
}

#[differentiable]
fn reference_by_another_name(m: f64, s: f64) -> f64 {
    let mut y = m;
    let place = &mut y;
    let mut other = place;
    *other = 2.0 * s * *other;
    y * m
}

#[differentiable]
fn scale(place: &mut f64, by: f64) {
    let mut other = place;
    *other *= by;
}

#[differentiable]
fn lent_by_another_name(m: f64, s: f64) -> f64 {
    let mut y = m;
    scale(&mut y, s);
    y * m
}

#[differentiable]
fn exchanged_with_a_constant(m: f64, s: f64) -> f64 {
    let (mut a, mut b) = (m * s, 2.0);
    core::mem::swap(&mut b, &mut a);
    let (mut c, mut d) = (m + s, 3.0);
    core::mem::swap(&mut c, &mut d);
    a * m + b * s + c * s + d * m
}

#[test]
fn places_have_other_names() {
    follows!(reference_by_another_name lent_by_another_name exchanged_with_a_constant);
}

#[differentiable]
fn in_parentheses(x: (f64), y: &(f64)) -> (f64) {
    x * *y
}

macro_rules! of_type {
    ($f:ident, $number:ty) => {
        #[differentiable]
        fn $f(x: [$number; 2], y: &$number) -> $number {
            x[0] * *y + x[1]
        }
    };
}
of_type!(of_a_macro, f64);

#[differentiable]
fn spelled_otherwise(m: f64, s: f64) -> f64 {
    in_parentheses(m, &s) * of_a_macro([m, s], &m)
}

#[test]
fn types_are_spelled_otherwise() {
    follows!(spelled_otherwise);
}

#[differentiable]
fn assigned_where_it_is_looked_at(m: f64, s: f64) -> f64 {
    let is_small = !{
        let mut x = m;
        x = s;
        x += m;
        x > 1.8
    };
    if is_small { m * s } else { s }
}

/// Somebody's macro, which formats.
macro_rules! info {
    ($($format:tt)*) => {
        drop(format!($($format)*))
    };
}

#[differentiable]
fn named_in_a_format(m: f64, s: f64) -> f64 {
    info!("{m} {s}", m = m * 2.0);
    m * s
}

/// What threads cannot share.
#[derive(Clone, PartialEq, PartialOrd, Differentiable)]
struct Named {
    at: f64,
    #[constant]
    name: Rc<str>,
}

fn name() -> Rc<str> {
    "a".into()
}

#[differentiable]
impl Named {
    fn moved(&self, by: f64) -> Named {
        Named { at: self.at + by, name: name() }
    }
}

#[differentiable]
impl Track {
    fn named(&self, t: f64) -> Named {
        Named { at: self.at + self.speed * t, name: name() }
    }
}

#[differentiable]
fn compared(m: f64, s: f64) -> f64 {
    let (one, other) = (Named { at: m, name: name() }, Named { at: s, name: name() });
    let mut y = m;
    if one > other {
        y *= s;
    }
    if one.moved(1.0) > other {
        y *= m;
    }
    if UNIT.named(m) > other {
        y *= m + s;
    }
    y
}

#[test]
fn what_only_looks_leaves_the_rest_as_it_is() {
    follows!(assigned_where_it_is_looked_at named_in_a_format compared);
}

/// No `Copy`.
#[derive(Clone, Differentiable)]
struct Line {
    slope: f64,
    offset: f64,
}

#[differentiable]
impl Line {
    fn at(&self, x: f64) -> f64 {
        self.slope * x + self.offset
    }
}

#[differentiable]
fn through_a_stopped_reference(slope: f64, x: f64) -> f64 {
    let line = Line { slope, offset: slope };
    let stopped = stop_gradient(&line);
    (*stopped).at(x)
}

#[test]
fn what_is_stopped_stays_where_it_is() {
    assert_eq!(both_modes!(through_a_stopped_reference(2.0, 3.0)), (8.0, (0.0, 2.0)));
}

#[differentiable]
fn array_in_a_condition(m: f64, s: f64) -> f64 {
    if s > [2.0, 0.0].map(|a| a * m)[1] && [m, s].map(|x| x > 9.0) != [true; 2] { m * s } else { m }
}

#[test]
fn arrays_are_mapped_where_nothing_is_differentiated() {
    follows!(array_in_a_condition);
}

/// Nothing names `cosh` as a method that leaves alone what it is called on.
#[differentiable]
fn read_by_a_chain(m: f64, s: f64) -> f64 {
    let mut t = m;
    t *= s;
    [m, s].iter().map(|x| x * t.cosh()).rev().sum()
}

const LAST: i32 = 1;

/// The numbers of the range are of no type that an index has.
#[differentiable]
fn numbered_up_to_a_sum(m: f64, s: f64) -> f64 {
    [m, s].iter().zip(0..LAST + 1).map(|(x, i)| x * m * f64::from(i + 1)).sum()
}

#[test]
fn chains_beside_what_changes_and_with_other_numbers() {
    follows!(read_by_a_chain numbered_up_to_a_sum);
}

#[differentiable]
fn folded_in_a_condition(m: f64, s: f64) -> f64 {
    let (list, k) = ([m, s], 0.5);
    let from = |a: f64| a.cos();
    if list.iter().fold(k.exp(), |a, b| a + b) > 3.0
        && list.iter().fold((from(0.5), 1.0), |a, b| (a.0 * b, a.1)).0 > 0.1
    {
        m * s
    } else {
        m
    }
}

#[test]
fn what_a_fold_starts_with_may_be_computed() {
    follows!(folded_in_a_condition);
}
