//! Decisions in the type system: which values the reverse half has, and how it gets them.
//!
//! A rule says [`Yes`] for each value that its reverse half reads, and [`No`] for the others. A value that is read is
//! stored, except a number that is a sum or a product: that is [recomputed](Recompute) from other values of the reverse
//! half.

use core::borrow::Borrow;
use core::marker::PhantomData;

use super::saved::{Read, Ty};
use super::taped::Taped;
use super::words::Frame;
use crate::differentiable::{Flag, No, NoGrad, Yes};

/// Stands in place of [`Yes`]: the reverse half recomputes the value, so it is not stored.
#[derive(Clone, Copy, Debug, Default)]
pub struct Recompute;

/// The decision for a `V` that the reverse half can recompute, given whether it is read: see [`Taped::Recompute`].
pub type OrRecompute<V, F> = <F as Flag>::If<<<V as Taped>::Recompute as Flag>::If<Recompute, Yes>, No>;

/// Set if one of two flags is.
pub fn or<A: Flag, B: Flag>(_: A, _: B) -> A::Or<B> {
    Default::default()
}

/// How the reverse half gets a value that it can recompute, if a rule reads it.
pub fn recompute<V: Taped, F: Flag>(_: &V, _: F) -> OrRecompute<V, F> {
    Default::default()
}

/// Whether a value is recomputed if a rule reads it. Its operands are then read.
pub fn if_recomputed<V: Taped, F: Flag>(_: &V, _: F) -> F::And<V::Recompute> {
    Default::default()
}

/// The same of elements of a list, of which `element` names one. It is never called.
pub fn if_elements_recomputed<'a, V: Taped + 'a, F: Flag>(_: impl FnOnce() -> &'a V, _: F) -> F::And<V::Recompute> {
    Default::default()
}

/// A decision about values of type `V`. Only stored values must be [`Taped`].
pub trait Keeps<V>: 'static {
    /// The words of a value; the least if they are not [`FIXED`](Self::FIXED).
    const WORDS: usize;
    /// Whether the type says how many words a value takes.
    const FIXED: bool = true;
    /// The words of a value.
    #[inline(always)]
    fn words_of(_: &V) -> usize {
        Self::WORDS
    }
    /// The value in the reverse half.
    type Kept<'t>;
    /// Forward half: stores the value, if the decision says so.
    fn put(value: &V, frame: &mut Frame<&mut [u64]>);
    /// Reverse half: the value.
    fn view<'t>(frame: &mut Frame<&'t [u64]>) -> Self::Kept<'t>;
}

impl<V: Taped> Keeps<V> for Yes {
    const WORDS: usize = V::WORDS;
    const FIXED: bool = V::FIXED;
    #[inline(always)]
    fn words_of(value: &V) -> usize {
        V::words_of(core::slice::from_ref(value))
    }
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

/// A borrowed place stores nothing. Values do not implement this, because what a function does to a `&mut T` parameter
/// would be lost.
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

/// Stands for the value of a borrowed place, or for its tangents.
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

    /// Returns the saved value; nothing is recomputed.
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

    /// An absent value, for a rule.
    #[inline(always)]
    pub fn read(&self) -> Read<'_, V> {
        Read::absent()
    }

    /// The value, for code that only names its type.
    ///
    /// # Panics
    /// Always: the value must not be read.
    #[cold]
    #[track_caller]
    pub fn get(&self) -> &V {
        unreachable!("the reverse half reads a value that was not kept")
    }

    /// Stays absent; nothing is recomputed.
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
    /// The first tangent.
    #[inline]
    #[must_use]
    pub fn tangent(&self) -> Option<&C> {
        self.get().first()
    }

    /// A part of the first tangent.
    #[inline]
    pub fn tangent_part<P: ?Sized>(&self, part: impl Fn(&C) -> &P) -> Option<&P> {
        self.get().first().map(part)
    }
}

/// Tangents that are not read.
#[allow(clippy::unused_self, reason = "like the others")]
impl<C, const K: usize> Gone<[C; K]> {
    /// None.
    #[inline]
    #[must_use]
    pub fn tangent(&self) -> NoGrad {
        NoGrad
    }

    /// None.
    #[inline]
    pub fn tangent_part<P: ?Sized>(&self, _: impl Fn(&C) -> &P) -> NoGrad {
        NoGrad
    }
}

/// Tangents of a borrowed place, which are not read.
#[allow(clippy::unused_self, reason = "like the others")]
impl Gone<()> {
    /// None.
    #[inline]
    #[must_use]
    pub fn tangent(&self) -> NoGrad {
        NoGrad
    }

    /// None.
    #[inline]
    pub fn tangent_part<P: ?Sized>(&self, _: impl Fn(&()) -> &P) -> NoGrad {
        NoGrad
    }
}

/// A value that will be recomputed.
#[derive(Debug)]
pub struct Due<V>(PhantomData<fn() -> V>);

impl<V> Due<V> {
    #[inline(always)]
    const fn new() -> Self {
        Self(PhantomData)
    }

    /// Recomputes it.
    #[inline(always)]
    #[must_use]
    #[allow(clippy::unused_self, reason = "like the others")]
    pub fn or_recompute(self, value: impl FnOnce() -> V) -> Computed<V> {
        Computed(value())
    }
}

/// A value that was recomputed.
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

/// A value that is still in a variable, because its part is reversed at once.
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

/// Marks an argument of a call as a place of type `&mut T`: the reverse half does not have its value.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mutable;

/// The type of an argument whose value the reverse half of a call does not read.
pub type Unread<R> = PhantomData<fn() -> R>;

/// The same of an argument that stands for a slice of `T`: a type does not become that of a slice as a value does.
pub trait UnreadList<T> {}

impl<T, L: AsRef<[T]> + ?Sized> UnreadList<T> for Unread<&L> {}

#[doc(hidden)]
impl Yes {
    /// An argument that the reverse half of the called function reads.
    #[inline(always)]
    pub fn kept<R>(self, value: impl FnOnce() -> R) -> R {
        value()
    }

    /// The same where the function might have been lent the place.
    #[inline(always)]
    pub fn kept_or<R, T>(self, value: impl FnOnce() -> R, _: T) -> R {
        value()
    }

    /// The same for an argument that is still in a variable.
    #[inline(always)]
    pub fn live<R>(self, value: R) -> R {
        value
    }

    /// The same for the rule of a method.
    #[inline(always)]
    pub fn handed<V: ?Sized>(self, value: &V) -> Read<'_, V> {
        Read::live(value)
    }

    /// An argument as a rule takes it.
    #[inline(always)]
    pub fn given<R>(self, value: impl FnOnce() -> R) -> R {
        value()
    }
}

#[doc(hidden)]
impl No {
    /// An argument that the reverse half of the called function does not read: only its type.
    #[inline(always)]
    pub fn kept<R>(self, _: impl FnOnce() -> R) -> Unread<R> {
        PhantomData
    }

    /// The same where the function might have been lent the place.
    #[inline(always)]
    pub fn kept_or<'a, V: 'a, T>(self, _: impl FnOnce() -> &'a Ty<V>, _: T) -> Unread<&'a V> {
        PhantomData
    }

    /// The same for an argument that is still in a variable.
    #[inline(always)]
    pub fn live<R>(self, _: R) -> Unread<R> {
        PhantomData
    }

    /// The value that a rule does not read. There is no such function of [`Yes`].
    #[inline(always)]
    #[must_use]
    pub fn absent<V>(self) -> Read<'static, V> {
        Read::absent()
    }

    /// The same for the rule of a method.
    #[inline(always)]
    pub fn handed<V>(self, _: &V) -> Read<'_, V> {
        Read::absent()
    }

    /// An argument as a rule takes it, which does not read it.
    #[inline(always)]
    pub fn given<'a, V: 'a>(self, _: impl FnOnce() -> Read<'a, Ty<V>>) -> Read<'static, V> {
        Read::absent()
    }
}

#[doc(hidden)]
impl Mutable {
    /// Such an argument, for the reverse half of the called function: what stands for it.
    #[inline(always)]
    pub fn kept_or<R, T>(self, _: impl FnOnce() -> R, stand_in: T) -> T {
        stand_in
    }

    /// The same for an argument that is still in a variable.
    #[inline(always)]
    pub fn live(self, (): ()) {}

    /// The same for the rule of a method.
    #[inline(always)]
    pub fn handed(self, (): ()) {}

    /// The same as a rule takes it.
    #[inline(always)]
    pub fn given<R>(self, _: impl FnOnce() -> R) {}
}
