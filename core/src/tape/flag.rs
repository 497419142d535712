//! Decisions made by the type system: which values the reverse half has, and how.
//!
//! A rule says [`Yes`] of what it reads again and [`No`] of the rest. A value that is read is stored; a number that is a sum or a
//! product is [recomputed](Recompute) instead, from what the reverse half has anyway.

use core::borrow::Borrow;
use core::marker::PhantomData;

use super::saved::Read;
use super::taped::Taped;
use super::words::Frame;
use crate::differentiable::{Flag, No, NoGrad, Yes};

/// In place of [`Yes`]: the reverse half recomputes the value, it is not stored.
#[derive(Clone, Copy, Debug, Default)]
pub struct Recompute;

/// Stands for [`Yes`] or [`No`] where a `V` that the reverse half can compute again is read or not: see [`Taped::Recompute`].
pub type OrRecompute<V, F> = <F as Flag>::If<<<V as Taped>::Recompute as Flag>::If<Recompute, Yes>, No>;

/// Set when one of two flags is.
pub fn or<A: Flag, B: Flag>(_: A, _: B) -> A::Or<B> {
    Default::default()
}

/// How the reverse half gets a value that it can recompute, if a rule reads it.
pub fn recompute<V: Taped, F: Flag>(_: &V, _: F) -> OrRecompute<V, F> {
    Default::default()
}

/// Whether a value is recomputed if a rule reads it: then what it is computed from is read.
pub fn if_recomputed<V: Taped, F: Flag>(_: &V, _: F) -> F::And<V::Recompute> {
    Default::default()
}

/// A decision about values of type `V`: only what is stored has to be [`Taped`].
pub trait Keeps<V>: 'static {
    /// The words of a value.
    const WORDS: usize;
    /// What the reverse half has.
    type Kept<'t>;
    /// Forward half: stores a value, if it is to be stored.
    fn put(value: &V, frame: &mut Frame<&mut [u64]>);
    /// Reverse half: gives it back.
    fn view<'t>(frame: &mut Frame<&'t [u64]>) -> Self::Kept<'t>;
}

impl<V: Taped> Keeps<V> for Yes {
    const WORDS: usize = V::WORDS;
    type Kept<'t> = Kept<'t, V>;
    #[inline(always)]
    fn put(value: &V, frame: &mut Frame<&mut [u64]>) {
        V::put_all(core::slice::from_ref(value), frame);
    }
    #[inline(always)]
    fn view<'t>(frame: &mut Frame<&'t [u64]>) -> Kept<'t, V> {
        Kept(V::view(frame))
    }
}

/// Decisions that store nothing.
macro_rules! store_nothing {
    ($($flag:ident: $kept:ident)*) => {$(
        impl<V> Keeps<V> for $flag {
            const WORDS: usize = 0;
            type Kept<'t> = $kept<V>;
            #[inline(always)]
            fn put(_: &V, _: &mut Frame<&mut [u64]>) {}
            #[inline(always)]
            fn view(_: &mut Frame<&[u64]>) -> $kept<V> {
                $kept::new()
            }
        }
    )*};
}
store_nothing! { No: Gone Recompute: Due }

/// Of a place that is lent nothing is kept. A value is no place: what a function of a parameter `&mut T` does to it would be lost.
impl<V: LentPlace> Keeps<V> for Mutable {
    const WORDS: usize = 0;
    type Kept<'t> = Gone<V>;
    #[inline(always)]
    fn put(_: &V, _: &mut Frame<&mut [u64]>) {}
    #[inline(always)]
    fn view(_: &mut Frame<&[u64]>) -> Gone<V> {
        Gone::new()
    }
}

/// What stands for the value of a place that is lent, or for its tangents: nothing.
#[diagnostic::on_unimplemented(
    message = "a function that changes its argument is given a part of a variant, or another reference that the derivative cannot follow",
    label = "the argument is changed here",
    note = "take the value out, change it under a name of its own, and assign the whole: `x = Some(y)`"
)]
pub trait LentPlace {}

impl LentPlace for () {}
impl<const K: usize> LentPlace for [NoGrad; K] {}

/// A saved value.
#[derive(Debug)]
pub struct Kept<'t, V: Taped>(V::View<'t>);

impl<V: Taped> Kept<'_, V> {
    /// The value, for a rule.
    #[inline(always)]
    pub fn read(&self) -> Read<'_, V> {
        Read::live(self.get())
    }

    /// The value.
    #[inline(always)]
    pub fn get(&self) -> &V {
        self.0.borrow()
    }

    /// It is not computed again.
    #[inline(always)]
    #[must_use]
    pub fn or_recompute(self, _: impl FnOnce() -> V) -> Self {
        self
    }
}

/// A value that was not saved.
#[derive(Debug)]
pub struct Gone<V>(PhantomData<fn() -> V>);

#[allow(clippy::unused_self, reason = "like the others")]
impl<V> Gone<V> {
    #[inline(always)]
    pub(super) const fn new() -> Self {
        Self(PhantomData)
    }

    /// Its absence, for a rule.
    #[inline(always)]
    pub fn read(&self) -> Read<'_, V> {
        Read::absent()
    }

    /// Its type, where it is named and not read.
    ///
    /// # Panics
    /// Always: nobody may read it.
    #[cold]
    #[track_caller]
    pub fn get(&self) -> &V {
        unreachable!("the reverse half reads a value that was not kept")
    }

    /// It is not computed again.
    #[inline(always)]
    #[must_use]
    pub fn or_recompute(self, _: impl FnOnce() -> V) -> Self {
        self
    }
}

/// Tangents that were saved.
impl<C, const K: usize> Kept<'_, [C; K]>
where
    [C; K]: Taped,
{
    /// The first.
    #[inline]
    #[must_use]
    pub fn tangent(&self) -> Option<&C> {
        self.get().first()
    }

    /// A part of the first.
    #[inline]
    pub fn tangent_part<P: ?Sized>(&self, part: impl Fn(&C) -> &P) -> Option<&P> {
        self.get().first().map(part)
    }
}

/// Tangents that nobody reads.
#[allow(clippy::unused_self, reason = "like the others")]
impl<C, const K: usize> Gone<[C; K]> {
    /// There is none.
    #[inline]
    #[must_use]
    pub fn tangent(&self) -> NoGrad {
        NoGrad
    }

    /// There is none.
    #[inline]
    pub fn tangent_part<P: ?Sized>(&self, _: impl Fn(&C) -> &P) -> NoGrad {
        NoGrad
    }
}

/// Tangents of what is lent: nobody reads them.
#[allow(clippy::unused_self, reason = "like the others")]
impl Gone<()> {
    /// There is none.
    #[inline]
    #[must_use]
    pub fn tangent(&self) -> NoGrad {
        NoGrad
    }

    /// There is none.
    #[inline]
    pub fn tangent_part<P: ?Sized>(&self, _: impl Fn(&()) -> &P) -> NoGrad {
        NoGrad
    }
}

/// A value that is to be computed again.
#[derive(Debug)]
pub struct Due<V>(PhantomData<fn() -> V>);

impl<V> Due<V> {
    #[inline(always)]
    const fn new() -> Self {
        Self(PhantomData)
    }

    /// Computes it.
    #[inline(always)]
    #[must_use]
    #[allow(clippy::unused_self, reason = "like the others")]
    pub fn or_recompute(self, value: impl FnOnce() -> V) -> Computed<V> {
        Computed(value())
    }
}

/// A value that has been computed again.
#[derive(Debug)]
pub struct Computed<V>(V);

impl<V> Computed<V> {
    /// The value, for a rule.
    #[inline(always)]
    pub fn read(&self) -> Read<'_, V> {
        Read::live(self.get())
    }

    /// The value.
    #[inline(always)]
    pub fn get(&self) -> &V {
        &self.0
    }
}

/// A value that is still there, because what it is made for is reversed at once.
#[derive(Debug)]
pub struct Live<'a, V: ?Sized>(&'a V);

/// A value that is still there.
#[inline(always)]
pub fn live<V: ?Sized>(value: &V) -> Live<'_, V> {
    Live(value)
}

impl<'a, V: ?Sized> Live<'a, V> {
    /// The value, for a rule.
    #[inline(always)]
    #[must_use]
    pub fn read(&self) -> Read<'a, V> {
        Read::live(self.0)
    }

    /// The value.
    #[inline(always)]
    #[must_use]
    pub fn get(&self) -> &'a V {
        self.0
    }
}

/// Says of an argument of a call that it is a place, of type `&mut T`: the reverse half has nothing of its value.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mutable;

/// The type of an argument whose value the reverse half of a call does not read.
pub type Unread<R> = PhantomData<fn() -> R>;

#[doc(hidden)]
impl Yes {
    /// What the reverse half of a call is given for an argument that it reads.
    #[inline(always)]
    pub fn kept<R>(self, value: impl FnOnce() -> R) -> R {
        value()
    }

    /// The same for one that is there anyway.
    #[inline(always)]
    pub fn live<R>(self, value: R) -> R {
        value
    }
}

#[doc(hidden)]
impl No {
    /// What the reverse half of a call is given for an argument that it does not read: only the type.
    #[inline(always)]
    pub fn kept<R>(self, _: impl FnOnce() -> R) -> Unread<R> {
        PhantomData
    }

    /// The same for one that is there anyway.
    #[inline(always)]
    pub fn live<R>(self, _: R) -> Unread<R> {
        PhantomData
    }
}

#[doc(hidden)]
impl Mutable {
    /// What the reverse half of a call is given for such an argument.
    #[inline(always)]
    pub fn kept<R>(self, _: impl FnOnce() -> R) {}

    /// The same for one that is there anyway.
    #[inline(always)]
    pub fn live(self, (): ()) {}
}
