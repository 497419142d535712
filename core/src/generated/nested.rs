//! Derivatives of calls of derivatives: the code for `g::grad(..)`, `g::value_and_grad(..)`, `g::vjp(..)` and
//! `g::jvp(..)` in a differentiable function.
//!
//! They need only one kind of pass of `g`: second order, forward over reverse. Along a direction `v` of the arguments,
//! for a cotangent `s` of the result with the tangent `s_dot`, the pass computes
//!
//! ```text
//! y        the value              bars = Jᵀ s
//! y_dot    J v                    dots = Jᵀ s_dot + (dJᵀ along v) s
//! ```
//!
//! `w` is the cotangent of the result of the call, and `u` are the tangents of its arguments:
//!
//! | call | its VJP | its JVP |
//! |---|---|---|
//! | `grad(a)`, with `s = 1` | along `w`: `dots` | along `u`: `dots` |
//! | `value_and_grad(a)` | `w = (w_y, w_g)`; along `w_g`, `s_dot = w_y`: `dots` | along `u`: `y_dot`, `dots` |
//! | `vjp(a, s)` | `w = (w_y, w_g)`; along `w_g`, `s_dot = w_y`: `dots` for `a`, `y_dot` for `s` | along `u`, `s_dot`: `y_dot`, `dots` |
//! | `jvp(a, v)` | `w = (w_y, w_dot)`; along `v`, `s = w_dot`, `s_dot = w_y`: `dots` for `a`, `bars` for `v` | see [`jvp_dual`] |
//!
//! `grad` needs the same pass for both because the Hessian is symmetric. Perturbation confusion cannot occur: a pass
//! has one direction, and only values leave it.
//!
//! A call has an argument for each parameter of `g`, and its gradient has a part for each differentiable one. The type
//! of the companion's `operands` says which those are: a list `(Ty<A>, (Still<K>, ()))`.

use core::array;
use core::marker::PhantomData;

use crate::differentiable::{Ct, Differentiable, NoGrad, Tangent, zero_of};
use crate::functions::PerhapsScalar;
use crate::functions::jacobian::Components;
#[cfg(feature = "alloc")]
use crate::generated::fits;
use crate::rule::directions::{Directions, Width};
use crate::rule::first::Unwanted;
use crate::rule::pair::PairRef;
use crate::rule::slot::{Slot, give};
#[cfg(feature = "alloc")]
use crate::tape::{GrowableTape, UNBOUNDED, on_growing_tape};
use crate::tape::{TapeOverflow, Ty};

/// A parameter without a derivative.
#[derive(Debug)]
pub struct Still<T: ?Sized>(PhantomData<T>);

/// The parameters of a function.
pub trait Params {
    /// The tangents of the differentiable parameters, as a list.
    type Tangents;
    /// The same, by reference; an absent tangent is zero.
    type Along<'a>;
    /// All of them.
    fn along(tangents: &Self::Tangents) -> Self::Along<'_>;
    /// The inner product.
    fn inner(tangents: &Self::Tangents, along: &Self::Along<'_>) -> f64;
    /// Whether the `f64` of the inner product can hold all of it; see [`Tangent::PLAIN`].
    const PLAIN: bool;
}

impl Params for () {
    type Tangents = ();
    type Along<'a> = ();
    #[inline]
    fn along((): &()) {}
    #[inline]
    fn inner((): &(), (): &()) -> f64 {
        0.0
    }
    const PLAIN: bool = true;
}

impl<A: Differentiable<Tangent: 'static>, R: Params> Params for (Ty<A>, R) {
    type Tangents = (Ct<A>, R::Tangents);
    type Along<'a> = (Option<&'a Ct<A>>, R::Along<'a>);
    #[inline]
    fn along((first, rest): &Self::Tangents) -> Self::Along<'_> {
        (Some(first), R::along(rest))
    }
    #[inline]
    fn inner((first, rest): &Self::Tangents, (along, others): &Self::Along<'_>) -> f64 {
        along.map_or(0.0, |along| first.inner(along)) + R::inner(rest, others)
    }
    const PLAIN: bool = Ct::<A>::PLAIN && R::PLAIN;
}

impl<K: ?Sized, R: Params> Params for (Still<K>, R) {
    type Tangents = R::Tangents;
    type Along<'a> = R::Along<'a>;
    #[inline]
    fn along(tangents: &Self::Tangents) -> Self::Along<'_> {
        R::along(tangents)
    }
    #[inline]
    fn inner(tangents: &Self::Tangents, along: &Self::Along<'_>) -> f64 {
        R::inner(tangents, along)
    }
    const PLAIN: bool = R::PLAIN;
}

/// A function whose derivative is called.
#[diagnostic::on_unimplemented(
    message = "derivatives of a function that takes a slice cannot be differentiated again",
    label = "one of its parameters is a slice",
    note = "take an array, `&[f64; N]`, or a tensor"
)]
pub trait OfFixedSize {}

impl<P: Params> OfFixedSize for Ty<P> {}

/// The parameters of a function whose derivative is called.
pub trait Parameters: Sized {
    /// The parameters. If a parameter cannot be used in such a call, the method does not exist, so the compiler reports
    /// no second mistake.
    #[inline(always)]
    #[must_use]
    fn of_fixed_size(self) -> Self {
        self
    }
}

impl<T: OfFixedSize> Parameters for T {}

impl<P> Ty<P> {
    /// The value of a call of a derivative, for a function with these parameters.
    #[inline(always)]
    pub fn value<Y>(&self, value: Y) -> Y {
        value
    }
}

/// A list of tangents, and its form in calls: bare if there is one, else a tuple.
pub trait ParameterList: Sized {
    /// The form in calls.
    type Given;
    /// The list.
    fn list(given: Self::Given) -> Self;
}

macro_rules! list {
    ($($t:ident)*) => { list!(@reversed () $($t)*); };
    (@reversed ($($all:ident)*) $t:ident $($more:ident)*) => { list!(@one $($all)* $t); list!(@reversed ($($all)* $t) $($more)*); };
    (@reversed $all:tt) => {};
    (@one $t:ident) => {
        impl<$t> ParameterList for ($t, ()) {
            type Given = $t;
            #[inline]
            fn list(given: $t) -> Self {
                (given, ())
            }
        }
    };
    (@one $($t:ident)*) => {
        #[allow(non_snake_case, reason = "a name for each part, and for its type")]
        impl<$($t),*> ParameterList for list!(@nested $($t)*) {
            type Given = ($($t,)*);
            #[inline]
            fn list(($($t,)*): Self::Given) -> Self {
                list!(@nested $($t)*)
            }
        }
    };
    (@nested) => { () };
    (@nested $t:ident $($more:ident)*) => { ($t, list!(@nested $($more)*)) };
}
list!(A B C D E F G H);

/// The tangents of arguments, as a list, along direction `k` of `K`.
pub trait ParametersWithTangents<D, const K: usize>: Params {
    /// The tangents of the differentiable parameters. (If another argument has a tangent, the reverse half reports that
    /// it would be lost.)
    fn at(arguments: &D, k: usize) -> Self::Along<'_>;
}

impl<const K: usize> ParametersWithTangents<(), K> for () {
    #[inline]
    fn at((): &(), _: usize) {}
}

impl<A: Differentiable<Tangent: 'static>, R: ParametersWithTangents<E, K>, D: Directions<Ct<A>, K>, E, const K: usize>
    ParametersWithTangents<(D, E), K> for (Ty<A>, R)
{
    #[inline]
    fn at((first, rest): &(D, E), k: usize) -> Self::Along<'_> {
        (first.at(k), R::at(rest, k))
    }
}

impl<T: ?Sized, R: ParametersWithTangents<E, K>, D, E, const K: usize> ParametersWithTangents<(D, E), K>
    for (Still<T>, R)
{
    #[inline]
    fn at((_, rest): &(D, E), k: usize) -> Self::Along<'_> {
        R::at(rest, k)
    }
}

/// Cotangents of arguments, not yet added to them. `X` is the cotangent of the last argument, which belongs to the call
/// and not to the function.
#[derive(Debug)]
pub struct Cotangents<P, L, X> {
    params: PhantomData<P>,
    left: L,
    last: X,
}

impl<P: Params<Tangents: ParameterList<Given = G>>, G, X> Cotangents<P, P::Tangents, X> {
    fn new(found: G, last: X) -> Self {
        Self { params: PhantomData, left: ParameterList::list(found), last }
    }
}

impl<T, P, L, X> Cotangents<(T, P), L, X> {
    /// Adds the cotangent of the next argument to it, if there is one.
    #[inline]
    pub fn give<S>(self, slot: S) -> Cotangents<P, T::Left, X>
    where
        T: Takes<L, S>,
    {
        Cotangents { params: PhantomData, left: T::take(self.left, slot), last: self.last }
    }
}

/// A parameter that takes its part of a list of cotangents.
pub trait Takes<L, S> {
    /// The rest of the list.
    type Left;
    /// Adds the part to the slot.
    fn take(left: L, slot: S) -> Self::Left;
}

#[diagnostic::do_not_recommend]
impl<A, C: Tangent, L, S: Slot<C>> Takes<(C, L), S> for Ty<A> {
    type Left = L;
    #[inline]
    fn take((first, left): (C, L), slot: S) -> L {
        give(slot, &first);
        left
    }
}

/// The parameter has no cotangent, and the argument must not want one.
impl<T: ?Sized, L, S: Unwanted> Takes<L, S> for Still<T> {
    type Left = L;
    #[inline]
    fn take(left: L, _: S) -> L {
        left
    }
}

impl<L, X: Tangent> Cotangents<(), L, X> {
    /// Adds the cotangent of the last argument.
    #[inline]
    pub fn last(self, slot: impl Slot<X>) {
        give(slot, &self.last);
    }
}

/// Runs a pass of second order on a tape of its own.
#[cfg(feature = "alloc")]
#[inline]
#[track_caller]
pub fn on_tape<R>(pass: impl FnOnce(&mut GrowableTape) -> Result<R, TapeOverflow>) -> R {
    fits(on_growing_tape::<UNBOUNDED, _>(pass))
}

/// Does not compile where it is called.
#[cfg(not(feature = "alloc"))]
pub fn on_tape<R>(_: impl FnOnce(&mut [u64]) -> Result<R, TapeOverflow>) -> R {
    const { panic!("the derivative of a call of a derivative needs an allocator: enable feature `alloc` of `cotangent`") }
}

/// The reverse half of `grad`, for the cotangent of the gradient.
#[inline]
pub fn grad<P, Y, G: Clone>(
    _: Ty<P>,
    pass: impl FnOnce(PairRef<'_, Ct<Y>>, P::Along<'_>) -> (Y, Ct<Y>, G, G),
    bar: &G,
) -> Cotangents<P, P::Tangents, NoGrad>
where
    P: Params<Tangents: ParameterList<Given = G>>,
    Y: for<'a> PerhapsScalar<'a>,
{
    let along = P::Tangents::list(bar.clone());
    let (_, _, _, dots) = pass(PairRef::new(&Y::one(), &Tangent::zero()), P::along(&along));
    Cotangents::new(dots, NoGrad)
}

/// The reverse half of `value_and_grad`.
#[inline]
pub fn value_and_grad<P, Y, G: Clone>(
    _: Ty<P>,
    pass: impl FnOnce(PairRef<'_, Ct<Y>>, P::Along<'_>) -> (Y, Ct<Y>, G, G),
    (y_bar, bar): &(Ct<Y>, G),
) -> Cotangents<P, P::Tangents, NoGrad>
where
    P: Params<Tangents: ParameterList<Given = G>>,
    Y: for<'a> PerhapsScalar<'a>,
{
    let along = P::Tangents::list(bar.clone());
    let (_, _, _, dots) = pass(PairRef::new(&Y::one(), y_bar), P::along(&along));
    Cotangents::new(dots, NoGrad)
}

/// The reverse half of `vjp`, whose last argument is the seed.
#[inline]
pub fn vjp<P, Y: Differentiable, G: Clone>(
    _: Ty<P>,
    pass: impl FnOnce(PairRef<'_, Ct<Y>>, P::Along<'_>) -> (Y, Ct<Y>, G, G),
    seed: &Ct<Y>,
    (y_bar, bar): &(Ct<Y>, G),
) -> Cotangents<P, P::Tangents, Ct<Y>>
where
    P: Params<Tangents: ParameterList<Given = G>>,
{
    let along = P::Tangents::list(bar.clone());
    let (_, y_dot, _, dots) = pass(PairRef::new(seed, y_bar), P::along(&along));
    Cotangents::new(dots, y_dot)
}

/// The reverse half of `jvp`, whose last argument is the direction.
#[inline]
pub fn jvp<P, Y: Differentiable, G: Clone>(
    _: Ty<P>,
    pass: impl FnOnce(PairRef<'_, Ct<Y>>, P::Along<'_>) -> (Y, Ct<Y>, G, G),
    direction: &G,
    (y_bar, bar): &(Ct<Y>, Ct<Y>),
) -> Cotangents<P, P::Tangents, G>
where
    P: Params<Tangents: ParameterList<Given = G>>,
{
    let along = P::Tangents::list(direction.clone());
    let (_, _, bars, dots) = pass(PairRef::new(bar, y_bar), P::along(&along));
    Cotangents::new(dots, bars)
}

/// A value, and its tangents along `K` directions.
pub type WithTangents<Y, D, const K: usize> = (Y, [D; K]);

/// `grad` in forward mode: the value and its tangents.
#[inline]
pub fn grad_dual<P, Y, G, D, S, const K: usize>(
    _: Width<K, S>,
    _: Ty<P>,
    plain: impl FnOnce() -> G,
    pass: impl Fn(PairRef<'_, Ct<Y>>, P::Along<'_>) -> (Y, Ct<Y>, G, G),
    arguments: &D,
) -> WithTangents<G, G, K>
where
    P: ParametersWithTangents<D, K>,
    Y: for<'a> PerhapsScalar<'a>,
{
    let (seed, still) = (Y::one(), Tangent::zero());
    let tangents = array::from_fn(|k| {
        let (_, _, _, dots) = pass(PairRef::new(&seed, &still), P::at(arguments, k));
        dots
    });
    (plain(), tangents)
}

/// `value_and_grad` in forward mode.
#[inline]
pub fn value_and_grad_dual<P, Y, G, D, S, const K: usize>(
    _: Width<K, S>,
    _: Ty<P>,
    plain: impl FnOnce() -> (Y, G),
    pass: impl Fn(PairRef<'_, Ct<Y>>, P::Along<'_>) -> (Y, Ct<Y>, G, G),
    arguments: &D,
) -> WithTangents<(Y, G), (Ct<Y>, G), K>
where
    P: ParametersWithTangents<D, K>,
    Y: for<'a> PerhapsScalar<'a>,
{
    let (seed, still) = (Y::one(), Tangent::zero());
    let tangents = array::from_fn(|k| {
        let (_, y_dot, _, dots) = pass(PairRef::new(&seed, &still), P::at(arguments, k));
        (y_dot, dots)
    });
    (plain(), tangents)
}

/// `vjp` in forward mode.
#[inline]
pub fn vjp_dual<P, Y: Differentiable, G, D, S, const K: usize>(
    _: Width<K, S>,
    _: Ty<P>,
    plain: impl FnOnce() -> (Y, G),
    pass: impl Fn(PairRef<'_, Ct<Y>>, P::Along<'_>) -> (Y, Ct<Y>, G, G),
    arguments: &D,
    seed: &Ct<Y>,
    seed_dot: impl Directions<Ct<Y>, K>,
) -> WithTangents<(Y, G), (Ct<Y>, G), K>
where
    P: ParametersWithTangents<D, K>,
{
    let still = Tangent::zero();
    let tangents = array::from_fn(|k| {
        let seed = PairRef::new(seed, seed_dot.at(k).unwrap_or(&still));
        let (_, y_dot, _, dots) = pass(seed, P::at(arguments, k));
        (y_dot, dots)
    });
    (plain(), tangents)
}

/// Claims that the numbers of a function are not dual, if its `jvp` is called in forward mode.
#[inline(always)]
pub fn forwards<P: Params>(of: Ty<P>) -> Ty<P> {
    const { only_plain_numbers(P::PLAIN) }
    of
}

#[track_caller]
const fn only_plain_numbers(plain: bool) {
    assert!(
        plain,
        "forward mode through a call of `jvp` does not know dual numbers\nhelp: call `grad`, or use reverse mode: `f::grad`"
    );
}

/// `jvp` in forward mode. Reverse mode computes the derivative of a tangent number by number: with `s` one at a number
/// of the result and zero elsewhere, a pass along `v` gives `bars` and `dots`. The tangent of the number is then
/// `⟨bars, u⟩`, and the tangent of its derivative along `v` is `⟨dots, u⟩ + ⟨bars, v_dot⟩`.
#[inline]
pub fn jvp_dual<P, Y, C: Tangent, G: Clone, D, S, const K: usize>(
    _: Width<K, S>,
    _: Ty<P>,
    plain: impl FnOnce() -> (Y, C),
    pass: impl Fn(PairRef<'_, C>, P::Along<'_>) -> (Y, C, G, G),
    arguments: &D,
    direction: &G,
    direction_dot: impl Directions<G, K>,
) -> WithTangents<(Y, C), (C, C), K>
where
    P: ParametersWithTangents<D, K, Tangents: ParameterList<Given = G>>,
    Y: Differentiable<Tangent = C> + for<'a> Components<'a>,
{
    let along = P::Tangents::list(direction.clone());
    let (y, y_dot) = plain();
    let still = zero_of(&y);
    let mut tangents = array::from_fn(|_| (still.clone(), still.clone()));
    let _ = y.rows(|seed| {
        let (_, _, bars, dots) = pass(PairRef::new(seed, &still), P::along(&along));
        let (bars, dots) = (P::Tangents::list(bars), P::Tangents::list(dots));
        for (k, (y_dot, moving)) in tangents.iter_mut().enumerate() {
            let u = P::at(arguments, k);
            let of_direction =
                direction_dot.at(k).map_or(0.0, |dot| P::inner(&bars, &P::along(&P::Tangents::list(dot.clone()))));
            add(y_dot, seed, P::inner(&bars, &u));
            add(moving, seed, P::inner(&dots, &u) + of_direction);
        }
    });
    ((y, y_dot), tangents)
}

/// `to += factor * unit`
fn add<C: Tangent>(to: &mut C, unit: &C, factor: f64) {
    let mut part = unit.clone();
    part.scale(factor);
    to.accumulate(&part);
}
