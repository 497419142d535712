//! Where a rule puts a cotangent: a place that takes it, or one that does not want it. Only those who write a [rule](crate::rule)
//! meet it.
//!
//! A rule never knows whether a caller needs the cotangent of an operand. It describes the contribution in a closure and hands
//! it to a [`Slot`]; a slot that is not wanted drops the closure at compile time, and with it the whole computation.

use core::marker::PhantomData;

use crate::differentiable::{NoGrad, Tangent};
use crate::tape::{Flag, No, Yes};

/// Takes the cotangent of one operand of a rule.
///
/// ```
/// use cotangent::prelude::*;
/// use cotangent::slot::{Out, Slot};
///
/// fn mul_vjp(x: f64, y: f64, z_bar: f64, x_bar: impl Slot<f64>, y_bar: impl Slot<f64>) {
///     x_bar.accumulate(|d| *d += z_bar * y);
///     y_bar.accumulate(|d| *d += z_bar * x);
/// }
///
/// let mut x_bar = 0.0;
/// mul_vjp(2.0, 5.0, 1.0, Out::new(&mut x_bar), NoGrad); // nothing is computed for `y`
/// assert_eq!(x_bar, 5.0);
/// ```
pub trait Slot<C: ?Sized>: Sized {
    /// [`No`] when contributions are dropped.
    type Wanted: Flag;
    /// The place, to be used more than once or in parts.
    fn out(&mut self) -> Out<'_, C, Self::Wanted>;
    /// Lets `add` add a contribution to the place. It does not run when the cotangent is not wanted.
    #[inline(always)]
    fn accumulate(mut self, add: impl FnOnce(&mut C)) {
        if Self::Wanted::VALUE
            && let Some(place) = self.out().place
        {
            add(place);
        }
    }
}

/// A tangent that takes contributions of type `V`: its own, or for [`NoGrad`] any, which it drops.
pub trait Accepts<V: ?Sized> {
    /// [`No`] when contributions are dropped.
    type Wanted: Flag;
    /// The place for them.
    fn as_sink(&mut self) -> Option<&mut V>;
    /// The same as a value; none where it is zero because there is no derivative.
    fn as_source(&self) -> Option<&V>;
}

/// A place for a cotangent of type `C`; `W` is [`No`] when nobody wants it.
#[derive(Debug)]
pub struct Out<'a, C: ?Sized, W> {
    place: Option<&'a mut C>,
    wanted: PhantomData<W>,
}

impl<'a, C: ?Sized> Out<'a, C, Yes> {
    /// A place that takes contributions.
    #[inline(always)]
    pub fn new(place: &'a mut C) -> Self {
        Self { place: Some(place), wanted: PhantomData }
    }
}

impl<'a, C: ?Sized, W> Out<'a, C, W> {
    /// The place, if there is one.
    #[inline(always)]
    pub(crate) fn perhaps(place: Option<&'a mut C>) -> Self {
        Self { place, wanted: PhantomData }
    }

    /// What [`perhaps`](Self::perhaps) was given.
    #[inline(always)]
    pub(crate) fn place(&mut self) -> Option<&mut C> {
        self.place.as_deref_mut()
    }

    /// The whole place, or none.
    #[inline(always)]
    pub(crate) fn only_if(&mut self, wanted: bool) -> Out<'_, C, W> {
        Out { place: self.place.as_deref_mut().filter(|_| wanted), wanted: PhantomData }
    }
}

impl<C: ?Sized, W: Flag> Out<'_, C, W> {
    /// The whole place.
    #[inline(always)]
    pub fn whole(&mut self) -> Out<'_, C, W> {
        Out { place: self.place.as_deref_mut(), wanted: PhantomData }
    }

    /// Disjoint parts of the place: `part` borrows one field, or several as a tuple.
    #[inline(always)]
    pub fn parts<'b, P: Parts<'b, W>>(&'b mut self, part: impl FnOnce(&'b mut C) -> P) -> P::Outs {
        P::outs(self.place.as_deref_mut().map(part))
    }
}

impl<C: Accepts<V> + ?Sized, V: ?Sized, W: Flag> Slot<V> for Out<'_, C, W> {
    type Wanted = W::And<C::Wanted>;
    #[inline(always)]
    fn out(&mut self) -> Out<'_, V, Self::Wanted> {
        Out { place: self.place.as_deref_mut().and_then(C::as_sink), wanted: PhantomData }
    }
}

impl<V: ?Sized> Slot<V> for NoGrad {
    type Wanted = No;
    #[inline(always)]
    fn out(&mut self) -> Out<'_, V, No> {
        Out { place: None, wanted: PhantomData }
    }
}

/// What [`Out::parts`] borrows: `&mut T`, or a tuple of them.
pub trait Parts<'b, W> {
    /// The same number of places.
    type Outs;
    /// Wraps the parts, or as many unwanted places.
    fn outs(parts: Option<Self>) -> Self::Outs
    where
        Self: Sized;
}

impl<'b, T: ?Sized, W> Parts<'b, W> for &'b mut T {
    type Outs = Out<'b, T, W>;
    #[inline(always)]
    fn outs(part: Option<Self>) -> Self::Outs {
        Out { place: part, wanted: PhantomData }
    }
}

macro_rules! parts {
    ($($t:ident $name:ident),+) => {
        impl<'b, W, $($t: ?Sized),+> Parts<'b, W> for ($(&'b mut $t,)+) {
            type Outs = ($(Out<'b, $t, W>,)+);
            #[inline(always)]
            fn outs(parts: Option<Self>) -> Self::Outs {
                match parts {
                    Some(($($name,)+)) => ($(Out { place: Some($name), wanted: PhantomData },)+),
                    None => ($(Out { place: None::<&'b mut $t>, wanted: PhantomData },)+),
                }
            }
        }
    };
}
parts!(A a, B b);
parts!(A a, B b, C c);
parts!(A a, B b, C c, D d);
parts!(A a, B b, C c, D d, E e);
parts!(A a, B b, C c, D d, E e, F f);
parts!(A a, B b, C c, D d, E e, F f, G g);
parts!(A a, B b, C c, D d, E e, F f, G g, H h);

/// Adds a finished cotangent to a place.
#[inline(always)]
pub fn give<C: Tangent>(slot: impl Slot<C>, contribution: &C) {
    slot.accumulate(|place| place.accumulate(contribution));
}

/// What a `#[constant]` parameter of generated code takes in place of a slot: nothing that a derivative flows through.
#[diagnostic::on_unimplemented(
    message = "the gradient of this argument would be lost: the parameter is `#[constant]`",
    label = "a derivative flows through this value",
    note = "drop `#[constant]` from the parameter, or end the derivative on purpose: `stop_gradient(..)`"
)]
#[doc(hidden)]
pub trait Unwanted {}

impl Unwanted for NoGrad {}
#[diagnostic::do_not_recommend]
impl<C: NoDerivative> Unwanted for &mut C {}
#[diagnostic::do_not_recommend]
impl<C: NoDerivative + ?Sized, W> Unwanted for Out<'_, C, W> {}

/// A tangent without numbers.
#[doc(hidden)]
pub trait NoDerivative {}

impl NoDerivative for NoGrad {}
impl<C: NoDerivative, const N: usize> NoDerivative for [C; N] {}
impl<C: NoDerivative> NoDerivative for [C] {}
impl<A: NoDerivative, B: NoDerivative> NoDerivative for (A, B) {}
