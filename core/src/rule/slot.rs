//! The destination of a cotangent in a rule: a place that takes it, or one that drops it. Only authors of a
//! [rule](crate::rule) use it.
//!
//! A rule does not know whether the caller needs the cotangent of an operand. It passes the contribution to a [`Slot`]
//! as a closure. A slot that is not wanted drops the closure at compile time, and with it the whole computation.

use core::marker::PhantomData;

use crate::differentiable::{Flag, No, NoGrad, Tangent, Yes};

pub use crate::differentiable::Accepts;
pub use crate::kernels::WriteMode;

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
    /// The place, for use more than once or in parts.
    fn out(&mut self) -> Out<'_, C, Self::Wanted>;
    /// Lets `add` add a contribution to the place. `add` does not run if the cotangent is not wanted.
    #[inline(always)]
    fn accumulate(mut self, add: impl FnOnce(&mut C)) {
        if Self::Wanted::VALUE
            && let Some(place) = self.out().place
        {
            add(place);
        }
    }
    /// The same for a `put` that can also overwrite an empty place: [`WriteMode`] tells it what to do. For large
    /// tensors this saves filling them with zeros.
    ///
    /// ```
    /// use cotangent::prelude::*;
    /// use cotangent::slot::{Slot, WriteMode};
    ///
    /// type Signal = Vector<f64, 100>;
    ///
    /// fn double_vjp(y_bar: &Signal, x_bar: impl Slot<Signal>) {
    ///     x_bar.put(|d, how| {
    ///         for (d, c) in d.as_mut_slice().iter_mut().zip(y_bar.as_slice()) {
    ///             *d = 2.0 * c + if how == WriteMode::Accumulate { *d } else { 0.0 };
    ///         }
    ///     });
    /// }
    /// ```
    #[inline(always)]
    fn put(self, put: impl FnOnce(&mut C, WriteMode)) {
        self.accumulate(|place| put(place, WriteMode::Accumulate));
    }
    /// The place, and whether all of it is to be overwritten.
    #[doc(hidden)]
    #[inline(always)]
    fn open(&mut self) -> (Out<'_, C, Self::Wanted>, WriteMode) {
        (self.out(), WriteMode::Accumulate)
    }
    /// The slot as an operand of another rule.
    #[doc(hidden)]
    #[inline(always)]
    fn passed(self) -> Passed<C, Self> {
        Passed(self, PhantomData)
    }
}

/// A place for a cotangent of type `C`; `W` is [`No`] if it is not wanted.
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

    /// The argument of [`perhaps`](Self::perhaps).
    #[inline(always)]
    pub(crate) fn into_place(self) -> Option<&'a mut C> {
        self.place
    }

    /// The place, lent.
    #[inline(always)]
    pub(crate) fn place(&mut self) -> Option<&mut C> {
        // Not a method of `Option`: debug builds do not inline it.
        match &mut self.place {
            Some(place) => Some(place),
            None => None,
        }
    }
}

impl<C: ?Sized, W: Flag> Out<'_, C, W> {
    /// The whole place.
    #[inline(always)]
    pub fn whole(&mut self) -> Out<'_, C, W> {
        Out { place: self.place(), wanted: PhantomData }
    }

    /// Disjoint parts of the place: `part` borrows one field, or several as a tuple.
    #[inline(always)]
    #[expect(clippy::manual_map, reason = "debug builds call one function less")]
    pub fn parts<'b, P: Parts<'b, W>>(&'b mut self, part: impl FnOnce(&'b mut C) -> P) -> P::Outs {
        P::outs(match self.place() {
            Some(place) => Some(part(place)),
            None => None,
        })
    }
}

impl<C: Accepts<V> + ?Sized, V: ?Sized, W: Flag> Slot<V> for Out<'_, C, W> {
    type Wanted = W::And<C::Wanted>;
    #[inline(always)]
    fn out(&mut self) -> Out<'_, V, Self::Wanted> {
        let place = match self.place() {
            Some(place) => place.as_sink(),
            None => None,
        };
        Out { place, wanted: PhantomData }
    }
}

impl<V: ?Sized> Slot<V> for NoGrad {
    type Wanted = No;
    #[inline(always)]
    fn out(&mut self) -> Out<'_, V, No> {
        Out { place: None, wanted: PhantomData }
    }
}

/// A slot that is used once, by a rule with this operand.
#[doc(hidden)]
#[derive(Debug)]
pub struct Passed<C: ?Sized, S>(S, PhantomData<fn(&mut C)>);

impl<C: Accepts<V> + ?Sized, V: ?Sized, S: Slot<C>> Slot<V> for Passed<C, S> {
    type Wanted = <S::Wanted as Flag>::And<C::Wanted>;
    #[inline(always)]
    fn out(&mut self) -> Out<'_, V, Self::Wanted> {
        let Out { place, .. } = self.0.out();
        Out { place: place.and_then(C::as_sink), wanted: PhantomData }
    }
    #[inline(always)]
    fn open(&mut self) -> (Out<'_, V, Self::Wanted>, WriteMode) {
        let (Out { place, .. }, how) = self.0.open();
        (Out { place: place.and_then(C::as_sink), wanted: PhantomData }, how)
    }
    #[inline(always)]
    fn put(self, put: impl FnOnce(&mut V, WriteMode)) {
        if Self::Wanted::VALUE {
            self.0.put(|place, how| {
                if let Some(place) = place.as_sink() {
                    put(place, how);
                }
            });
        }
    }
}

/// The result of [`Out::parts`]: `&mut T`, or a tuple of them.
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
/// `mac!` for each prefix of a list.
macro_rules! each_beginning {
    ($mac:ident [$($done:tt)*]) => {};
    ($mac:ident [$($done:tt)*] ($($next:tt)*) $($rest:tt)*) => {
        $mac!($($done)* $($next)*);
        each_beginning!($mac [$($done)* $($next)*,] $($rest)*);
    };
}
pub(crate) use each_beginning;

each_beginning!(parts [P1 p1,] (P2 p2) (P3 p3) (P4 p4) (P5 p5) (P6 p6) (P7 p7) (P8 p8) (P9 p9) (P10 p10) (P11 p11) (P12 p12) (P13 p13) (P14 p14) (P15 p15) (P16 p16) (P17 p17) (P18 p18) (P19 p19) (P20 p20) (P21 p21) (P22 p22) (P23 p23) (P24 p24) (P25 p25) (P26 p26) (P27 p27) (P28 p28) (P29 p29) (P30 p30) (P31 p31) (P32 p32));

/// Adds a finished cotangent to a place.
#[inline(always)]
pub fn give<C: Tangent>(slot: impl Slot<C>, contribution: &C) {
    slot.put(|place, how| match how {
        WriteMode::Accumulate => place.accumulate(contribution),
        WriteMode::Overwrite => place.clone_from(contribution),
    });
}
