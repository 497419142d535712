//! Every level, every length, every place: the same results, and within the bounds that are promised.

#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "small numbers")]

extern crate std;

use core::marker::PhantomData;
use std::vec::Vec;

use super::super::WriteMode;
use super::{FULL, Function, FunctionOfTwo, Functions, Map, MapTwice, PutAll};
use super::{map_function, map_function_in_place, map_functions, put_function};
use crate::kernels::level::tests::levels;
use crate::kernels::level::{Level, at};
use crate::scalar::Real;

macro_rules! functions {
    ($($name:ident $f:ident)*) => {$(
        struct $name;
        impl Function for $name {
            #[inline(always)]
            fn of<T: Real>(x: T) -> T {
                x.$f()
            }
        }
    )*};
}
functions! { Exp exp Tanh tanh Logistic logistic Ln ln Sin sin Erf erf Atan atan Floor floor }

struct SinCos;
impl Functions for SinCos {
    #[inline(always)]
    fn of<T: Real>(x: T) -> (T, T) {
        x.sin_cos()
    }
}

struct Power;
impl FunctionOfTwo for Power {
    #[inline(always)]
    fn of<T: Real>(x: T, y: T) -> T {
        x.abs().powf(y)
    }
}

/// Numbers between -8 and 8, in no order, and some special ones.
fn numbers<T: Real>(len: usize, seed: usize) -> Vec<T> {
    let special = [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e-30, -90.0, 100.0];
    (0..len)
        .map(|i| match (i * 7 + seed) % 23 {
            s if s < special.len() => T::lit(special[s]),
            _ => T::from_usize((i * 7919 + seed * 104_729) % 16001) / T::lit(1000.0) - T::lit(8.0),
        })
        .collect()
}

/// Equal, or both NaN; zeros of the same sign.
fn same<T: Real>(a: T, b: T) -> bool {
    a.is_nan() && b.is_nan() || a == b && a.signum() == b.signum()
}

/// Of all lengths up to four registers and a bit: each number has the result that it has alone.
fn every_length<F: Function, T: Real>() {
    for n in 0..=67 {
        let x = numbers::<T>(n, n);
        let mut out = x.clone();
        map_function::<F, T>(&x, &mut out);
        let mut in_place = x.clone();
        map_function_in_place::<F, T>(&mut in_place);
        for (i, &x) in x.iter().enumerate() {
            let mut alone = [T::ZERO];
            map_function::<F, T>(&[x], &mut alone);
            assert!(
                same(out[i], alone[0]) && same(in_place[i], alone[0]),
                "{i} of {n}: {x} gives {} alone {}",
                out[i],
                alone[0]
            );
        }
    }
}

#[test]
fn the_result_for_a_number_does_not_depend_on_its_place() {
    every_length::<Exp, f32>();
    every_length::<Exp, f64>();
    every_length::<Tanh, f32>();
    every_length::<Logistic, f64>();
    every_length::<Ln, f32>();
    every_length::<Sin, f64>();
    every_length::<Erf, f32>();
    every_length::<Atan, f32>();
    every_length::<Floor, f64>();
}

#[test]
fn two_results_and_two_operands_of_every_length() {
    for n in (0..=67).chain([4000]) {
        let (x, y) = (numbers::<f32>(n, 1), numbers::<f32>(n, 2));
        let (mut sin, mut cos, mut sum, mut power) = (y.clone(), y.clone(), y.clone(), y.clone());
        map_functions::<SinCos, f32>(&x, &mut sin, &mut cos);
        put_function::<Power, f32>(&x, &y, &mut sum, WriteMode::Accumulate);
        put_function::<Power, f32>(&x, &y, &mut power, WriteMode::Overwrite);
        for i in 0..n {
            let (mut s, mut c, mut p, mut w) = ([f32::NAN], [f32::NAN], [y[i]], [f32::NAN]);
            map_functions::<SinCos, f32>(&[x[i]], &mut s, &mut c);
            put_function::<Power, f32>(&[x[i]], &[y[i]], &mut p, WriteMode::Accumulate);
            put_function::<Power, f32>(&[x[i]], &[y[i]], &mut w, WriteMode::Overwrite);
            assert!(same(sin[i], s[0]) && same(cos[i], c[0]), "{i} of {n}");
            assert!(same(sum[i], p[0]) && same(power[i], w[0]), "{i} of {n}");
        }
    }
}

/// In units of the last place of an `f32`.
fn ulps(x: f32, right: f64) -> f64 {
    let place = (f64::from((right as f32).abs()).log2().floor() - 23.0).max(-149.0).exp2();
    (f64::from(x) - right).abs() / place
}

#[test]
fn every_level_is_within_two_units_in_the_last_place() {
    fn check<F: Function>(right: fn(f64) -> f64) {
        let x: Vec<f32> = (0..16 * 1024).map(|i| i as f32 / 1024.0 - 7.9993).collect();
        for level in levels() {
            let mut out = x.clone();
            at(level, Map::<F>(PhantomData), &x[..], &mut out[..], ());
            for (&x, &y) in x.iter().zip(&out) {
                let error = ulps(y, right(f64::from(x)));
                assert!(error < 2.0, "{} of {x} at {level:?} is {y}: {error} ulp", core::any::type_name::<F>());
            }
        }
    }
    check::<Exp>(Real::exp);
    check::<Tanh>(Real::tanh);
    check::<Logistic>(|x| 1.0 / (1.0 + Real::exp(-x)));
    check::<Sin>(Real::sin);
    check::<Erf>(Real::erf);
}

#[test]
fn levels_with_fused_products_agree_to_the_last_bit() {
    let fused: Vec<Level> = levels().filter(|level| *level != Level::Portable).collect();
    let (x, y) = (numbers::<f64>(10 * FULL, 3), numbers::<f64>(10 * FULL, 4));
    let of = |level: Level| {
        let (mut tanh, mut sin, mut cos, mut sum) = (x.clone(), x.clone(), x.clone(), y.clone());
        at(level, Map::<Tanh>(PhantomData), &x[..], &mut tanh[..], ());
        at(level, MapTwice::<SinCos>(PhantomData), &x[..], &mut sin[..], &mut cos[..]);
        at(level, PutAll::<Power>(WriteMode::Accumulate, PhantomData), &x[..], &y[..], &mut sum[..]);
        [tanh, sin, cos, sum]
    };
    for pair in fused.windows(2) {
        for (a, b) in of(pair[0]).iter().flatten().zip(of(pair[1]).iter().flatten()) {
            assert!(same(*a, *b), "{a} at {:?}, {b} at {:?}", pair[0], pair[1]);
        }
    }
}
