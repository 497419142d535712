//! Differentiable functions as values and as a trait. All calls of a function are defined here once.
//!
//! `#[differentiable]` implements [`Function`] for the struct beside a function `f`, and adds `f::at(args..)`, which
//! returns an [`At`]: the function at these arguments. Its methods compute derivatives there; [`At::on`] chooses the
//! tape.
//!
//! ```
//! use cotangent::prelude::*;
//!
//! #[differentiable]
//! fn bowl(x: &[f64; 2]) -> f64 {
//!     x[0] * x[0] + 4.0 * x[1] * x[1]
//! }
//!
//! assert_eq!(bowl::at(&[1.0, 2.0]).grad(), [2.0, 16.0]);
//!
//! let mut tape = TapeBuffer::<{ bowl::tape_words() }>::new();
//! assert_eq!(bowl::at(&[1.0, 2.0]).on(&mut tape).value_and_grad(), (17.0, [2.0, 16.0]));
//! ```
//!
//! # Generic code
//!
//! A bound names the arguments of a function, as a tuple, and its result. [`Gradient`](Function::Gradient) is the type
//! that `grad` returns. It is a [`Tangent`](crate::differentiable::Tangent), so gradients can be added, and the
//! [optimizers](crate::optim) take any gradient that has [`Leaves`](crate::leaves::Leaves). [`At::value`] calls the
//! function itself.
//!
//! ```
//! use cotangent::optim::Sgd;
//! use cotangent::prelude::*;
//!
//! /// Gradient descent with a backtracking line search, on any function of one point.
//! fn descend<F, X>(_: F, mut x: X, steps: usize) -> X
//! where
//!     F: for<'a> PureFunction<(&'a X,), f64, Gradient = Ct<X>>,
//!     X: Differentiable<Tangent: Leaves> + Leaves + Clone,
//! {
//!     let mut rate = 1.0;
//!     for _ in 0..steps {
//!         let (value, gradient) = F::at((&x,)).value_and_grad();
//!         let slope = gradient.inner(&gradient);
//!         // Armijo: the function falls by at least half of what its slope promises.
//!         rate *= 2.0;
//!         x = loop {
//!             let mut next = x.clone();
//!             Sgd::new(rate).step(&mut next, &gradient);
//!             if F::at((&next,)).value() <= value - 0.5 * rate * slope {
//!                 break next;
//!             }
//!             rate *= 0.5;
//!         };
//!     }
//!     x
//! }
//!
//! #[differentiable]
//! fn bowl(x: &[f64; 2]) -> f64 {
//!     x[0] * x[0] + 4.0 * x[1] * x[1]
//! }
//!
//! let lowest = descend(bowl {}, [1.0, 1.0], 100);
//! assert!(lowest[0].abs() < 1e-9 && lowest[1].abs() < 1e-9);
//! ```
//!
//! `bowl {}` is the function as a value. Generic functions and methods have no such value: a struct with type
//! parameters needs a field, so `norm::<3> {}` is not an expression. Pass them as an [`At`], at some arguments, which
//! works for all functions:
//!
//! ```
//! # use cotangent::prelude::*;
//! /// The gradient a little further downhill.
//! fn further<F, X>(start: At<F, (&X,), f64>, rate: f64) -> Ct<X>
//! where
//!     F: for<'a> PureFunction<(&'a X,), f64, Gradient = Ct<X>>,
//!     X: Differentiable<Tangent: Leaves> + Leaves + Clone,
//! {
//!     let mut x = start.clone().into_arguments().0.clone();
//!     cotangent::optim::Sgd::new(rate).step(&mut x, &start.grad());
//!     F::at((&x,)).grad()
//! }
//!
//! #[differentiable]
//! fn norm<const N: usize>(x: &[f64; N]) -> f64 {
//!     let mut sum = 0.0;
//!     for i in 0..N {
//!         sum += x[i] * x[i];
//!     }
//!     sum
//! }
//!
//! assert_eq!(further(norm::at(&[1.0, 2.0, 3.0]), 0.25), [1.0, 2.0, 3.0]);
//! ```

mod at;
mod forward_mode;
pub(crate) mod jacobian;
mod on;
mod own_tape;
mod parameters;
#[cfg(feature = "alloc")]
mod places;
mod scalar_result;
mod second_order;
#[cfg(feature = "alloc")]
pub mod sparse;
mod sweeps;
mod workspace;

pub use self::at::At;
pub use self::forward_mode::{ForwardFunction, JacobianFunction, PureForwardFunction};
pub use self::jacobian::{Components, Coordinates};
pub use self::on::On;
pub use self::own_tape::{OfItsSize, OfOneOfSomeSizes, OwnTape};
pub use self::parameters::{ByValue, Exclusive, Shared};
#[cfg(feature = "alloc")]
pub(crate) use self::places::TangentsAt;
pub use self::scalar_result::{PerhapsScalar, ScalarResult};
pub use self::second_order::{CountedFunction, HessianFunction, SecondOrderFunction};
pub use self::sweeps::{OneAfterTheOther, RunSweeps};
pub use self::workspace::Workspace;

use crate::differentiable::{Ct, Differentiable};
use crate::tape::{Store, Tape, TapeOverflow};

/// A differentiable function with arguments `A`, a tuple, and result `Y`. `#[differentiable]` implements it for the
/// struct beside a function.
///
/// Do not implement it by hand: for a rule of your own see [`rule`](crate::rule).
pub trait Function<A, Y: Differentiable>: Sized {
    /// The `&mut` cotangents of all differentiable parameters, in order; a tuple unless there is only one.
    type Cotangents<'c>;
    /// The tangents of all differentiable parameters, in order; a tuple unless there is only one. `&[_]` for a slice,
    /// `&mut _` for a `&mut` parameter.
    type Tangents<'t>;
    /// The gradient: a cotangent for each differentiable parameter, in order; a tuple unless there is only one. A `Vec`
    /// for a slice.
    type Gradient;

    /// The name of the function.
    #[doc(hidden)]
    const NAME: &'static str;
    /// The names of all parameters.
    #[doc(hidden)]
    const PARAMETERS: &'static [&'static str];
    /// The modes in which it takes them, a tuple of [`ByValue`], [`Shared`] and [`Exclusive`].
    #[doc(hidden)]
    type Parameters;
    /// Words of 8 bytes that the gradient needs on the tape; more than any memory has if the number depends on the
    /// arguments.
    #[doc(hidden)]
    const WORDS: usize;
    #[doc(hidden)]
    type OwnTape: OwnTape<Self, A, Y>;

    /// The function at these arguments.
    #[inline(always)]
    fn at(arguments: A) -> At<Self, A, Y> {
        At::new(arguments)
    }

    /// The value that the function itself returns.
    #[doc(hidden)]
    fn value(arguments: A) -> Y;

    /// A zero gradient.
    #[doc(hidden)]
    fn zero(arguments: &A) -> Self::Gradient;

    /// Mutable references into it.
    #[doc(hidden)]
    fn places(gradient: &mut Self::Gradient) -> Self::Cotangents<'_>;

    /// How both sweeps run.
    #[doc(hidden)]
    type Sweeps: RunSweeps<A, Y, Self>;
}

/// A differentiable function that changes none of its arguments. Its cotangents can therefore start at zero.
#[diagnostic::on_unimplemented(
    message = "this function changes an argument",
    label = "there is no place for its gradient",
    note = "pass mutable references to the cotangents: `value_and_grad_into`, `vjp_into`"
)]
pub trait PureFunction<A, Y: Differentiable>: Function<A, Y> {
    /// Checks that the cotangent of each slice has the length of the slice.
    ///
    /// # Panics
    /// When a length differs.
    #[doc(hidden)]
    #[inline(always)]
    #[track_caller]
    fn compare_lengths(_arguments: &A, _cotangents: &Self::Cotangents<'_>) {}

    #[doc(hidden)]
    fn forward(tape: &mut Tape<'_>, arguments: &A) -> Y;

    #[doc(hidden)]
    fn reverse(tape: &mut Tape<'_>, arguments: &A, seed: &Ct<Y>, cotangents: Self::Cotangents<'_>);

    /// In debug builds, checks that the function itself returns this value.
    #[doc(hidden)]
    fn compare(found: &Y, arguments: &A);

    /// Runs both sweeps with a gradient that starts at zero, and passes the value to `wanted`.
    ///
    /// # Errors
    /// When the tape is too small.
    #[doc(hidden)]
    #[inline(always)]
    fn sweeps_from_zero<S: Store + ?Sized, R>(
        tape: &mut S,
        arguments: A,
        seed: Ct<Y>,
        gradient: &mut Self::Gradient,
        wanted: impl Fn(Y) -> R,
    ) -> Result<R, TapeOverflow> {
        Self::Sweeps::run(tape, arguments, seed, Self::places(gradient)).map(wanted)
    }
}
