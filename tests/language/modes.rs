//! Forward mode and second derivatives beside reverse mode: wherever these tests look at a gradient, `jvp` has to agree with it, and
//! the Hessian has to be one.
#![allow(dead_code, unused_imports, unused_macros, reason = "each of the programs uses a part")]

use std::fmt::Debug;

use cotangent::check::{self, Point};
use cotangent::prelude::*;

/// Each function agrees with differences at these arguments, and its modes with each other.
macro_rules! each_is_right {
    ([$($f:ident)*] $arguments:tt) => {$(
        each_is_right!(one $f $arguments);
    )*};
    (one $f:ident ($($argument:expr),*)) => {
        $f::at($($argument),*).check().unwrap();
        both_modes!($f($($argument),*));
    };
}

/// What `f::value_and_grad` gives, after `f::jvp` along some direction has given the same value, bit by bit, and the product
/// of gradient and direction, to twelve digits of its terms.
macro_rules! first_order {
    ($f:ident $(::<$($generic:tt),*>)? ($($argument:expr),* $(,)?)) => {{
        use $crate::modes::{Gradient, agree, direction};
        let found = $f::value_and_grad $(::<$($generic),*>)? ($($argument),*);
        let along = direction(&found.1);
        let forward = $f::jvp $(::<$($generic),*>)? ($($argument,)* Gradient::given(&along));
        agree(stringify!($f($($argument),*)), &found, &along, forward);
        found
    }};
}

/// The same, after `f::value_grad_and_hvp` too has given the same value and gradient, and products of a symmetric Hessian.
macro_rules! both_modes {
    ($f:ident $(::<$($generic:tt),*>)? ($($argument:expr),* $(,)?)) => {{
        let found = first_order!($f $(::<$($generic),*>)? ($($argument),*));
        // Optimised, these would take longer to compile than all else; `second_order` is compiled with optimisation too.
        #[cfg(debug_assertions)]
        {
            use $crate::modes::{Gradient, direction, other_direction, symmetric};
            let (along, other) = (direction(&found.1), other_direction(&found.1));
            let [first, second] = [&along, &other].map(|v| {
                $f::at $(::<$($generic),*>)? ($($argument),*).value_grad_and_hvp(Gradient::given(v))
            });
            symmetric(stringify!($f($($argument),*)), &found, [&along, &other], [&first, &second]);
        }
        found
    }};
}

/// The gradient of a function of one number at some points, against differences.
macro_rules! check {
    ($($f:ident $arguments:tt at $($x:expr),+;)*) => {$($(
        check!(@one $f $arguments $x);
    )+)*};
    (@one $f:ident ($($argument:expr),*) $x:expr) => {
        cotangent::check::gradient(|x: &f64| $f(*x, $($argument),*), |x| both_modes!($f(*x, $($argument),*)), $x)
            .unwrap_or_else(|mismatch| panic!("{} at {}: {mismatch}", stringify!($f($($argument),*)), $x));
    };
}

/// Tests of functions whose gradients keep so many words: derivatives against differences, values to the last bit, and the words.
macro_rules! keeping {
    ($($name:ident($($argument:expr),*) keeps $words:literal;)*) => {
        #[test]
        fn derivatives_are_right() {
            $(
                $name::at($(&$argument),*).check().unwrap_or_else(|error| panic!("{}: {error}", stringify!($name)));
            )*
        }

        #[test]
        fn values_are_the_same_to_the_last_bit() {
            $(assert_eq!($name::value_and_grad($(&$argument),*).0.to_bits(), $name($(&$argument),*).to_bits(), stringify!($name));)*
        }

        #[test]
        fn what_is_kept() {
            let found = [$((stringify!($name), $name::at($(&$argument),*).tape_words())),*];
            assert_eq!(found, [$((stringify!($name), $words)),*]);
        }
    };
}

/// The gradient of functions of two numbers, against differences.
macro_rules! follows {
    ($($f:ident)*) => {$(
        for (m, s) in [(0.7, 1.3), (1.9, 0.3), (2.3, 1.6)] {
            cotangent::check::gradient(|(m, s): &(f64, f64)| $f(*m, *s), |(m, s)| both_modes!($f(*m, *s)), (m, s))
                .unwrap_or_else(|mismatch| panic!("{} at {m}, {s}: {mismatch}", stringify!($f)));
        }
    )*};
}

/// A function that changes an array that is lent to it and gives a number: both modes against differences and each other, and how
/// its gradient moves against differences of its gradients.
macro_rules! both_modes_lent {
    ($f:ident($($argument:expr),*)) => {{
        type Arguments = ([f64; 2], f64);
        let primal = |(s, x): &Arguments| {
            let mut s = *s;
            ($f(&mut s, *x, $($argument),*), s)
        };
        let vjp = |(s, x): &Arguments, (seed, mut s_bar): (f64, [f64; 2])| {
            let (mut s, mut x_bar) = (*s, 0.0);
            let mut tape = cotangent::prelude::GrowableTape::new();
            let y = $f::at(&mut s, *x, $($argument),*).on(&mut tape).vjp_into(seed, (&mut s_bar, &mut x_bar));
            ((y, s), (s_bar, x_bar))
        };
        let jvp = |(s, x): &Arguments, (mut s_dot, x_dot): Arguments| {
            let mut s = *s;
            let (y, y_dot) = $f::jvp(&mut s, *x, $($argument,)* (&mut s_dot, x_dot));
            ((y, s), (y_dot, s_dot))
        };
        $crate::modes::check(stringify!($f), primal, vjp, jvp, ([0.7, 1.2], 0.6));
        // With the cotangent of what comes out as one of the arguments.
        type WithBar = ([f64; 2], f64, [f64; 2]);
        let gradient = |(s, x, s_bar): &WithBar| {
            let (mut s, mut s_bar, mut x_bar) = (*s, *s_bar, 0.0);
            let mut tape = cotangent::prelude::GrowableTape::new();
            $f::value_and_grad_into(&mut tape, &mut s, *x, $($argument,)* &mut s_bar, &mut x_bar);
            (s, x_bar, s_bar)
        };
        let moving = |(s, x, s_bar): &WithBar, (mut s_dot, x_dot, mut s_product): WithBar| {
            let (mut s, mut s_bar, mut x_bar, mut x_product) = (*s, *s_bar, 0.0, 0.0);
            let mut tape = cotangent::prelude::GrowableTape::new();
            $f::at(&mut s, *x, $($argument),*).on(&mut tape).value_grad_and_hvp_into((&mut s_dot, x_dot), (&mut s_bar, &mut x_bar), (&mut s_product, &mut x_product));
            ((s, x_bar, s_bar), (s_dot, x_product, s_product))
        };
        $crate::modes::moving(stringify!($f), gradient, moving, ([0.7, 1.2], 0.6, [0.4, -0.3]));
    }};
}

/// Reverse and forward mode of a function, against differences and each other.
pub fn check<A: Point, Y: Point>(
    what: &str,
    primal: impl Fn(&A) -> Y,
    mut vjp: impl FnMut(&A, Ct<Y>) -> (Y, Ct<A>),
    mut jvp: impl FnMut(&A, Ct<A>) -> (Y, Ct<Y>),
    at: A,
) {
    let checked = check::vjp(&primal, &mut vjp, at.clone())
        .and_then(|_| check::jvp(primal, &mut jvp, at.clone()))
        .and_then(|_| check::adjoint(vjp, jvp, at));
    checked.unwrap_or_else(|mismatch| panic!("{what}: {mismatch}"));
}

/// What a gradient and its tangent are of: a list that is lent, a number, and the cotangent of the list when it comes back.
type WithBar = ([f64; 2], f64, [f64; 2]);

/// How a gradient moves, against differences of gradients; and that it does so by a symmetric Hessian.
pub fn moving(
    what: &str,
    gradient: impl Fn(&WithBar) -> WithBar,
    mut product: impl FnMut(&WithBar, WithBar) -> (WithBar, WithBar),
    at: WithBar,
) {
    check::jvp(gradient, &mut product, at).unwrap_or_else(|mismatch| panic!("{what}: {mismatch}"));
    let directions = [([0.3, -1.1], 0.8), ([1.7, 0.2], -0.6)];
    let [(_, by_u), (_, by_v)] = directions.map(|(s, x)| product(&at, (s, x, [0.0; 2])));
    let with = |(s, x): ([f64; 2], f64), (_, hx, hs): WithBar| s[0] * hs[0] + s[1] * hs[1] + x * hx;
    let (uhv, vhu) = (with(directions[0], by_v), with(directions[1], by_u));
    assert!((uhv - vhu).abs() <= 1e-11 * (uhv.abs() + vhu.abs() + 1.0), "{what}: {uhv:e} and {vhu:e}");
}

/// A gradient of numbers, which is a direction too.
pub trait Gradient: Clone {
    /// How `jvp` takes it: that of a slice is a slice.
    type Given<'a>
    where
        Self: 'a;
    /// The same, as `jvp` takes it.
    fn given(&self) -> Self::Given<'_>;
    /// Does something to each number.
    fn each(&mut self, with: &mut dyn FnMut(&mut f64));
}

/// The bits of what a function gives: of no number, if there is none.
pub trait Value: Debug {
    /// Them.
    fn bits(&self) -> Option<u64>;
}

/// Numbers without a pattern, in the shape of a gradient.
pub fn direction<G: Gradient>(gradient: &G) -> G {
    let (mut direction, mut i) = (gradient.clone(), 0_u32);
    direction.each(&mut |number| {
        i += 1;
        *number = f64::from(i * 37 % 23) / 8.0 - 1.25;
    });
    direction
}

/// Others.
#[cfg(debug_assertions)]
pub fn other_direction<G: Gradient>(gradient: &G) -> G {
    let (mut direction, mut i) = (gradient.clone(), 0_u32);
    direction.each(&mut |number| {
        i += 1;
        *number = f64::from(i * 29 % 19) / 8.0 - 1.0;
    });
    direction
}

/// Two products with the Hessian of a function, beside its value and gradient.
#[cfg(debug_assertions)]
pub fn symmetric<V: Value, G: Gradient>(what: &str, found: &(V, G), [u, v]: [&G; 2], [by_u, by_v]: [&(V, G, G); 2]) {
    for (y, gradient, _) in [by_u, by_v] {
        assert_eq!(y.bits(), found.0.bits(), "`hvp` of {what} gives {y:?} instead of {:?}", found.0);
        let (ours, theirs) = (numbers(gradient), numbers(&found.1));
        let scale = theirs.iter().fold(0.0_f64, |scale, x| scale.max(x.abs()));
        for (ours, theirs) in ours.iter().zip(&theirs) {
            assert!(
                (ours - theirs).abs() <= 1e-12 * scale,
                "beside `hvp` the gradient of {what} is {ours:e}, not {theirs:e}"
            );
        }
    }
    let product = |a: &G, b: &G| {
        let terms = || numbers(a).into_iter().zip(numbers(b)).map(|(a, b)| a * b);
        (terms().sum::<f64>(), terms().map(f64::abs).sum::<f64>())
    };
    let ((uhv, scale_v), (vhu, scale_u)) = (product(u, &by_v.2), product(v, &by_u.2));
    assert!(
        (uhv - vhu).abs() <= 1e-11 * (scale_u + scale_v),
        "the Hessian of {what} is not symmetric: {uhv:e} and {vhu:e}"
    );
}

fn numbers<G: Gradient>(gradient: &G) -> Vec<f64> {
    let mut all = Vec::new();
    gradient.clone().each(&mut |number| all.push(*number));
    all
}

/// Reverse and forward mode of a function.
pub fn agree<V: Value, G: Gradient>(what: &str, found: &(V, G), along: &G, (y, y_dot): (V, f64)) {
    assert_eq!(y.bits(), found.0.bits(), "`jvp` of {what} gives {y:?} instead of {:?}", found.0);
    let terms = || numbers(&found.1).into_iter().zip(numbers(along)).map(|(slope, dot)| slope * dot);
    let (slope, scale) = (terms().sum::<f64>(), terms().map(f64::abs).sum::<f64>());
    assert!((y_dot - slope).abs() <= 1e-12 * scale, "the tangent of {what} is {y_dot:e}, by its gradient {slope:e}");
}

impl Value for f64 {
    fn bits(&self) -> Option<u64> {
        Some(self.to_bits())
    }
}

impl Value for Option<f64> {
    fn bits(&self) -> Option<u64> {
        self.map(f64::to_bits)
    }
}

impl<E: Debug> Value for Result<f64, E> {
    fn bits(&self) -> Option<u64> {
        self.as_ref().ok().map(|y| y.to_bits())
    }
}

impl Gradient for f64 {
    type Given<'a> = f64;
    fn given(&self) -> f64 {
        *self
    }
    fn each(&mut self, with: &mut dyn FnMut(&mut f64)) {
        with(self);
    }
}

impl<T: Gradient, const N: usize> Gradient for [T; N] {
    type Given<'a>
        = Self
    where
        T: 'a;
    fn given(&self) -> Self {
        self.clone()
    }
    fn each(&mut self, with: &mut dyn FnMut(&mut f64)) {
        self.iter_mut().for_each(|number| number.each(with));
    }
}

impl<T: Gradient> Gradient for Vec<T> {
    type Given<'a>
        = &'a [T]
    where
        T: 'a;
    fn given(&self) -> &[T] {
        self
    }
    fn each(&mut self, with: &mut dyn FnMut(&mut f64)) {
        self.iter_mut().for_each(|number| number.each(with));
    }
}

impl<S: Shape> Gradient for Tensor<f64, S> {
    type Given<'a>
        = Self
    where
        S: 'a;
    fn given(&self) -> Self {
        self.clone()
    }
    fn each(&mut self, with: &mut dyn FnMut(&mut f64)) {
        self.as_mut_slice().iter_mut().for_each(with);
    }
}

macro_rules! tuples {
    ($(($($t:ident $i:tt)+))*) => {$(
        impl<$($t: Gradient),+> Gradient for ($($t,)+) {
            type Given<'a>
                = ($($t::Given<'a>,)+)
            where
                Self: 'a;
            fn given(&self) -> Self::Given<'_> {
                ($(self.$i.given(),)+)
            }
            fn each(&mut self, with: &mut dyn FnMut(&mut f64)) {
                $(self.$i.each(with);)+
            }
        }
    )*};
}
tuples! { (A 0 B 1) (A 0 B 1 C 2) (A 0 B 1 C 2 D 3) (A 0 B 1 C 2 D 3 E 4) }

/// The tangents of structs and enums are gradients.
macro_rules! gradients {
    ($($tangent:ty)*) => {$(
        impl $crate::modes::Gradient for $tangent {
            type Given<'a> = Self;
            fn given(&self) -> Self {
                self.clone()
            }
            fn each(&mut self, with: &mut dyn FnMut(&mut f64)) {
                use cotangent::prelude::{LeafMut, Leaves};
                for i in 0..self.leaf_count() {
                    let LeafMut::F64(numbers) = self.leaf_mut(i) else { panic!("only `f64` is compared") };
                    numbers.iter_mut().for_each(&mut *with);
                }
            }
        }
    )*};
}

#[test]
#[should_panic(expected = "the tangent of f is 5.0000000001e0, by its gradient 5e0")]
fn a_wrong_tangent_is_found() {
    agree("f", &(6.0, (3.0, 2.0)), &(1.0, 1.0), (6.0, 5.0));
    agree("f", &(6.0, (3.0, 2.0)), &(1.0, 1.0), (6.0, 5.000_000_000_1));
}

#[test]
#[should_panic(expected = "`jvp` of f gives -0.0 instead of 0.0")]
fn another_value_is_found() {
    agree("f", &(0.0, 3.0), &1.0, (-0.0, 3.0));
}
