//! A function at some arguments, and the calls that choose their own tape.

use core::fmt;
use core::marker::PhantomData;

use super::own_tape::{OwnTape, Task};
use super::{Function, On, PureFunction, RunSweeps as _};
use super::{PerhapsScalar, ScalarResult};
use crate::differentiable::{Ct, Differentiable};
use crate::functions::jacobian::Components;
use crate::tape::{Store, TapeOverflow, fits};
use crate::tensor::from_zero;

/// A differentiable function at some arguments, from `f::at(args..)`. Its methods compute derivatives there.
///
/// They run on a tape of their own. It is on the stack if its size is known at compile time and is at most 64 KiB,
/// otherwise on the heap, which needs feature `alloc`. [`on`](Self::on) runs them on a tape of yours.
///
/// ```
/// use cotangent::prelude::*;
///
/// #[differentiable]
/// fn area(width: f64, height: f64) -> f64 {
///     width * height
/// }
///
/// let here = area::at(3.0, 2.0);
/// assert_eq!(here.grad(), (2.0, 3.0));
/// assert_eq!(here.value_and_grad(), (6.0, (2.0, 3.0)));
/// assert_eq!(here.vjp(10.0), (6.0, (20.0, 30.0)));
/// ```
#[must_use = "its methods compute derivatives"]
pub struct At<F, A, Y> {
    pub(super) arguments: A,
    function: PhantomData<fn() -> (F, Y)>,
}

impl<F, A: fmt::Debug, Y> fmt::Debug for At<F, A, Y> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("At").field(&self.arguments).finish()
    }
}

impl<F, A: Clone, Y> Clone for At<F, A, Y> {
    fn clone(&self) -> Self {
        Self::new(self.arguments.clone())
    }
}

impl<F, A: Copy, Y> Copy for At<F, A, Y> {}

impl<F, A, Y> At<F, A, Y> {
    /// The function at `arguments`, a tuple.
    #[inline(always)]
    pub const fn new(arguments: A) -> Self {
        Self { arguments, function: PhantomData }
    }

    /// The arguments.
    #[inline(always)]
    pub fn into_arguments(self) -> A {
        self.arguments
    }

    /// The same function on a tape of yours: `[u64; N]`, `[u64]`, a [`TapeBuffer`](crate::tape::TapeBuffer) or a
    /// `GrowableTape` (feature `alloc`). It needs `f::tape_words()` words; if that depends on the arguments,
    /// [`tape_words`](Self::tape_words) counts them.
    #[inline(always)]
    pub const fn on<S: ?Sized>(self, tape: &mut S) -> On<'_, F, A, Y, S> {
        On { at: self, tape }
    }
}

impl<F: Function<A, Y>, A, Y: Differentiable> At<F, A, Y> {
    /// Calls the function.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn area(width: f64, height: f64) -> f64 {
    ///     width * height
    /// }
    ///
    /// assert_eq!(area::at(3.0, 2.0).value(), 6.0);
    /// ```
    #[inline]
    pub fn value(self) -> Y {
        F::value(self.arguments)
    }

    /// Words of 8 bytes that the gradient needs on the tape for these arguments.
    #[must_use]
    pub fn tape_words(self) -> usize {
        F::Sweeps::words(self.arguments)
    }

    /// The same in bytes.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn decay(x: f64, steps: usize) -> f64 {
    ///     let mut y = x;
    ///     for _ in 0..steps {
    ///         y = y.tanh();
    ///     }
    ///     y
    /// }
    ///
    /// assert_eq!(decay::at(0.5, 20).tape_bytes(), 2 * decay::at(0.5, 10).tape_bytes());
    /// ```
    #[must_use]
    pub fn tape_bytes(self) -> usize {
        8 * self.tape_words()
    }

    /// Adds the cotangents for the cotangent `seed` of the result to `cotangents`, and returns the value.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn area(width: f64, height: f64) -> f64 {
    ///     width * height
    /// }
    ///
    /// let (mut by_width, mut by_height) = (1.0, 0.0);
    /// assert_eq!(area::at(3.0, 2.0).vjp_into(10.0, (&mut by_width, &mut by_height)), 6.0);
    /// assert_eq!((by_width, by_height), (21.0, 30.0));
    /// ```
    #[inline]
    #[track_caller]
    pub fn vjp_into(self, seed: Ct<Y>, cotangents: F::Cotangents<'_>) -> Y {
        fits(F::OwnTape::lend(Into { at: self, seed, cotangents }))
    }

    /// Adds the gradient to `cotangents`, and returns the value.
    #[inline]
    #[track_caller]
    pub fn value_and_grad_into(self, cotangents: F::Cotangents<'_>) -> Y
    where
        Y: PerhapsScalar<'static>,
    {
        fits(F::OwnTape::lend(Into { at: self, seed: Y::one(), cotangents }))
    }
}

impl<F: Function<A, Y>, A, Y: Differentiable> At<F, A, Y> {
    /// The gradient: a cotangent for each differentiable parameter, in order; a tuple unless there is only one.
    #[inline]
    #[track_caller]
    pub fn grad(self) -> F::Gradient
    where
        F: PureFunction<A, Y>,
        Y: ScalarResult<'static>,
    {
        from_zero(self, Self::zero, |at, gradient| {
            F::OwnTape::lend(FromZero { at, seed: Y::one(), gradient, wanted: drop })
        })
        .1
    }

    /// The value and the gradient. The value may be a number, or an `Option` or a `Result` of one.
    #[inline]
    #[track_caller]
    pub fn value_and_grad(self) -> (Y, F::Gradient)
    where
        F: PureFunction<A, Y>,
        Y: PerhapsScalar<'static>,
    {
        from_zero(self, Self::zero, |at, gradient| {
            F::OwnTape::lend(FromZero { at, seed: Y::one(), gradient, wanted: core::convert::identity })
        })
    }

    /// The value and the cotangents for the cotangent `seed` of the result. The result may have any differentiable
    /// type.
    #[inline]
    #[track_caller]
    pub fn vjp(self, seed: Ct<Y>) -> (Y, F::Gradient)
    where
        F: PureFunction<A, Y>,
    {
        from_zero(self, Self::zero, |at, gradient| {
            F::OwnTape::lend(FromZero { at, seed, gradient, wanted: core::convert::identity })
        })
    }

    /// Passes the value and the pullback to `call`. The pullback is the function from a cotangent of the result to
    /// those of the arguments; it can be called any number of times after the one forward sweep.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn polar(r: f64, angle: f64) -> [f64; 2] {
    ///     [r * angle.cos(), r * angle.sin()]
    /// }
    ///
    /// let rows = polar::at(2.0, 0.0).pullback(|_, pull| [pull([1.0, 0.0]), pull([0.0, 1.0])]);
    /// assert_eq!(rows, [(1.0, 0.0), (0.0, 2.0)]);
    /// ```
    #[inline]
    #[track_caller]
    pub fn pullback<R>(self, call: impl FnOnce(Y, &mut dyn FnMut(Ct<Y>) -> F::Gradient) -> R) -> R
    where
        F: PureFunction<A, Y>,
    {
        fits(F::OwnTape::lend(Pullback { at: self, call }))
    }

    /// The value and the Jacobian: the gradient of each number of the result, in the layout of the result. It takes one
    /// forward sweep, and a reverse sweep for each number.
    #[inline]
    #[track_caller]
    pub fn jacobian_rev<R>(self) -> (Y, R)
    where
        F: PureFunction<A, Y>,
        Y: Components<'static, Rows<F::Gradient> = R>,
    {
        self.pullback(rows::<F, A, Y>)
    }

    #[inline(always)]
    pub(super) fn zero(&self) -> F::Gradient
    where
        F: PureFunction<A, Y>,
    {
        F::zero(&self.arguments)
    }
}

/// The value, and a gradient for each number of it.
#[inline(always)]
pub(super) fn rows<F: PureFunction<A, Y>, A, Y>(
    y: Y,
    pull: &mut dyn FnMut(Ct<Y>) -> F::Gradient,
) -> (Y, <Y as Components<'static>>::Rows<F::Gradient>)
where
    Y: Components<'static>,
{
    let rows = <Y as Components<'static>>::rows(&y, |seed| pull(seed.clone()));
    (y, rows)
}

/// [`On::try_vjp_into`].
struct Into<'c, F: Function<A, Y>, A, Y: Differentiable> {
    at: At<F, A, Y>,
    seed: Ct<Y>,
    cotangents: F::Cotangents<'c>,
}

impl<F: Function<A, Y>, A, Y: Differentiable> Task for Into<'_, F, A, Y> {
    type Result = Result<Y, TapeOverflow>;
    #[inline(always)]
    fn run<S: Store + ?Sized>(self, tape: &mut S) -> Self::Result {
        F::Sweeps::run(tape, self.at.arguments, self.seed, self.cotangents)
    }
}

/// [`PureFunction::sweeps_from_zero`].
struct FromZero<'g, F: PureFunction<A, Y>, A, Y: Differentiable, W> {
    at: At<F, A, Y>,
    seed: Ct<Y>,
    gradient: &'g mut F::Gradient,
    wanted: W,
}

impl<F: PureFunction<A, Y>, A, Y: Differentiable, R, W: Fn(Y) -> R> Task for FromZero<'_, F, A, Y, W> {
    type Result = Result<R, TapeOverflow>;
    #[inline(always)]
    fn run<S: Store + ?Sized>(self, tape: &mut S) -> Self::Result {
        F::sweeps_from_zero(tape, self.at.arguments, self.seed, self.gradient, self.wanted)
    }
}

/// [`On::try_pullback`].
struct Pullback<F, A, Y, C> {
    at: At<F, A, Y>,
    call: C,
}

impl<F, A, Y, R, C> Task for Pullback<F, A, Y, C>
where
    F: PureFunction<A, Y>,
    Y: Differentiable,
    C: FnOnce(Y, &mut dyn FnMut(Ct<Y>) -> F::Gradient) -> R,
{
    type Result = Result<R, TapeOverflow>;
    #[inline(always)]
    fn run<S: Store + ?Sized>(self, tape: &mut S) -> Self::Result {
        self.at.on(tape).try_pullback(self.call)
    }
}
