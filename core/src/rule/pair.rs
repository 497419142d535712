//! A cotangent paired with its tangent along one direction. Reverse mode computes these pairs when it differentiates a gradient
//! (second order).
//!
//! Both are made, split, added and consumed together, so a reverse half of second order reads like one of first order.
//! There is one direction, not an array of directions: the compiler spends too much time on arrays that are mapped at
//! every access to a part.

use crate::differentiable::{Ct, Differentiable, Flag, No, NoGrad, Tangent, Yes};
use crate::rule::first::{NoDerivative, Unwanted};
use crate::rule::slot::{Accepts, Out, Slot, each_beginning};
use crate::tape::forms::{Forms, Told};
use crate::tape::{Member, Ty};

/// A cotangent and its tangent.
#[derive(Clone, Debug)]
pub struct Pair<C> {
    pub(crate) bar: C,
    pub(crate) dot: C,
}

/// References to a cotangent and to its tangent.
#[derive(Debug)]
pub struct PairRef<'a, C: ?Sized> {
    pub(crate) bar: &'a C,
    pub(crate) dot: &'a C,
}

/// Mutable references to both: for an argument of type `&mut T`, whose cotangent the called function changes.
#[derive(Debug)]
pub struct PairMut<'a, C: ?Sized> {
    pub(crate) bar: &'a mut C,
    pub(crate) dot: &'a mut C,
}

/// Places for a cotangent and for its tangent; `W` is [`No`] if they are not wanted.
#[derive(Debug)]
pub struct PairOut<'a, C: ?Sized, W> {
    pub(crate) bar: Out<'a, C, W>,
    pub(crate) dot: Out<'a, C, W>,
}

/// Takes a cotangent and its tangent.
pub trait PairSlot<C: ?Sized>: Sized {
    /// [`No`] when contributions are dropped.
    type Wanted: Flag;
    /// The places.
    fn outs(&mut self) -> PairOut<'_, C, Self::Wanted>;
}

/// Takes a cotangent out of its place, which becomes neutral.
#[inline]
fn taken<C: Tangent>(place: &mut C) -> C {
    core::mem::replace(place, C::neutral())
}

impl<C: Tangent> Pair<C> {
    /// Zero.
    #[inline]
    #[must_use]
    pub fn neutral() -> Self {
        Self::of(C::neutral)
    }
}

impl<C> Pair<C> {
    /// Makes both in the same way.
    #[inline]
    pub fn of(mut bar: impl FnMut() -> C) -> Self {
        Self { bar: bar(), dot: bar() }
    }

    /// Both alike.
    #[inline]
    pub const fn both(bar: C) -> Self
    where
        C: Copy,
    {
        Self { bar, dot: bar }
    }

    /// Both, by reference.
    #[inline]
    pub fn seen(&self) -> PairRef<'_, C> {
        PairRef { bar: &self.bar, dot: &self.dot }
    }

    /// Both, by mutable reference.
    #[inline]
    pub fn lent(&mut self) -> PairMut<'_, C> {
        PairMut { bar: &mut self.bar, dot: &mut self.dot }
    }

    /// A part, by reference.
    #[inline]
    pub fn part<P: ?Sized>(&self, part: impl Fn(&C) -> &P) -> PairRef<'_, P> {
        PairRef { bar: part(&self.bar), dot: part(&self.dot) }
    }

    /// A part, by mutable reference.
    #[inline]
    pub fn lend<P: ?Sized>(&mut self, part: impl Fn(&mut C) -> &mut P) -> PairMut<'_, P> {
        PairMut { bar: part(&mut self.bar), dot: part(&mut self.dot) }
    }

    /// Disjoint parts, by mutable reference: `parts` borrows several as a tuple.
    #[inline]
    pub fn apart<'b, P: PartsOfEach<'b, Yes>>(&'b mut self, parts: impl Fn(&'b mut C) -> P) -> P::Lent {
        P::lent(parts(&mut self.bar), parts(&mut self.dot))
    }

    /// A part, as slots.
    #[inline]
    pub fn slot<P: ?Sized>(&mut self, part: impl Fn(&mut C) -> &mut P) -> PairOut<'_, P, Yes> {
        PairOut { bar: Out::new(part(&mut self.bar)), dot: Out::new(part(&mut self.dot)) }
    }

    /// Both, as slots.
    #[inline]
    pub fn whole(&mut self) -> PairOut<'_, C, Yes> {
        self.lent().into_outs()
    }

    /// Takes both out of their places.
    #[inline]
    #[must_use]
    pub fn taken(&mut self) -> Self
    where
        C: Tangent,
    {
        self.lent().taken()
    }

    /// Takes a part out of its place.
    #[inline]
    pub fn take<P: Tangent>(&mut self, part: impl Fn(&mut C) -> &mut P) -> Pair<P> {
        self.lent().take(part)
    }
}

impl<'a, C: ?Sized> PairMut<'a, C> {
    /// The cotangents of the caller of a sweep.
    #[inline]
    pub fn new(bar: &'a mut C, dot: &'a mut C) -> Self {
        Self { bar, dot }
    }

    /// As slots.
    #[inline]
    pub fn into_outs(self) -> PairOut<'a, C, Yes> {
        PairOut { bar: Out::new(self.bar), dot: Out::new(self.dot) }
    }

    /// The same, borrowed for a while.
    #[inline]
    pub fn lent(&mut self) -> PairMut<'_, C> {
        PairMut { bar: self.bar, dot: self.dot }
    }

    /// Both, as slots.
    #[inline]
    pub fn whole(&mut self) -> PairOut<'_, C, Yes> {
        self.lent().into_outs()
    }

    /// Both, by reference.
    #[inline]
    #[must_use]
    pub fn seen(&self) -> PairRef<'_, C> {
        PairRef { bar: self.bar, dot: self.dot }
    }

    /// Takes both out of their places.
    #[inline]
    #[must_use]
    pub fn taken(&mut self) -> Pair<C>
    where
        C: Tangent,
    {
        Pair { bar: taken(self.bar), dot: taken(self.dot) }
    }

    /// Takes both out of their places, where others take theirs.
    #[inline]
    #[must_use]
    pub fn replaced(self, old: Pair<C>) -> Pair<C>
    where
        C: Sized,
    {
        Pair { bar: core::mem::replace(self.bar, old.bar), dot: core::mem::replace(self.dot, old.dot) }
    }

    /// A part, by reference.
    #[inline]
    pub fn part<P: ?Sized>(&self, part: impl Fn(&C) -> &P) -> PairRef<'_, P> {
        PairRef { bar: part(self.bar), dot: part(self.dot) }
    }

    /// A part, by mutable reference.
    #[inline]
    pub fn lend<P: ?Sized>(&mut self, part: impl Fn(&mut C) -> &mut P) -> PairMut<'_, P> {
        PairMut { bar: part(self.bar), dot: part(self.dot) }
    }

    /// Disjoint parts, by mutable reference: `parts` borrows several as a tuple.
    #[inline]
    pub fn apart<'b, P: PartsOfEach<'b, Yes>>(&'b mut self, parts: impl Fn(&'b mut C) -> P) -> P::Lent {
        P::lent(parts(self.bar), parts(self.dot))
    }

    /// A part, as slots.
    #[inline]
    pub fn slot<P: ?Sized>(&mut self, part: impl Fn(&mut C) -> &mut P) -> PairOut<'_, P, Yes> {
        PairOut { bar: Out::new(part(self.bar)), dot: Out::new(part(self.dot)) }
    }

    /// Takes a part out of its place.
    #[inline]
    pub fn take<P: Tangent>(&mut self, part: impl Fn(&mut C) -> &mut P) -> Pair<P> {
        let (bar, dot) = (part(self.bar), part(self.dot));
        Pair { bar: taken(bar), dot: taken(dot) }
    }

    /// Applies a function to both.
    #[inline]
    pub fn each(self, mut change: impl FnMut(&mut C)) {
        change(self.bar);
        change(self.dot);
    }
}

impl<C: ?Sized> Clone for PairRef<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<C: ?Sized> Copy for PairRef<'_, C> {}

impl<'a, C: ?Sized> PairRef<'a, C> {
    /// The input of a sweep, from its caller.
    #[inline]
    pub fn new(bar: &'a C, dot: &'a C) -> Self {
        Self { bar, dot }
    }

    /// The cotangent.
    #[inline]
    #[must_use]
    pub fn value(self) -> &'a C {
        self.bar
    }

    /// Its tangent.
    #[inline]
    #[must_use]
    pub fn tangent(self) -> &'a C {
        self.dot
    }

    /// The pair itself.
    #[inline]
    #[must_use]
    pub fn seen(self) -> Self {
        self
    }

    /// A part.
    #[inline]
    pub fn part<P: ?Sized>(self, part: impl Fn(&'a C) -> &'a P) -> PairRef<'a, P> {
        PairRef { bar: part(self.bar), dot: part(self.dot) }
    }

    /// A copy.
    #[inline]
    #[must_use]
    pub fn copied(self) -> Pair<C>
    where
        C: Clone,
    {
        Pair { bar: self.bar.clone(), dot: self.dot.clone() }
    }
}

impl<C, const N: usize> PairRef<'_, [C; N]> {
    /// The number of elements of each.
    #[inline]
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "it is a length, not a list")]
    pub fn len(self) -> usize {
        N
    }
}

#[cfg(feature = "alloc")]
impl<C> PairRef<'_, alloc::vec::Vec<C>> {
    /// The number of elements of each.
    #[inline]
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "it is a length, not a list")]
    pub fn len(self) -> usize {
        self.bar.len()
    }
}

impl<C: ?Sized, W: Flag> PairOut<'_, C, W> {
    /// The whole places.
    #[inline]
    pub fn whole(&mut self) -> PairOut<'_, C, W> {
        PairOut { bar: self.bar.whole(), dot: self.dot.whole() }
    }

    /// Disjoint parts of the places: `part` borrows one field, or several as a tuple.
    #[inline]
    pub fn parts<'b, P: PartsOfEach<'b, W>>(&'b mut self, part: impl Fn(&'b mut C) -> P) -> P::Outs {
        P::outs(self.bar.place().map(&part), self.dot.place().map(&part))
    }
}

/// The result of [`PairOut::parts`]: `&mut T`, or a tuple of them.
pub trait PartsOfEach<'b, W>: Sized {
    /// The same number of places.
    type Outs;
    /// The same, borrowed.
    type Lent;
    /// Wraps the parts.
    fn outs(bar: Option<Self>, dot: Option<Self>) -> Self::Outs;
    /// Wraps parts that are present.
    fn lent(bar: Self, dot: Self) -> Self::Lent;
}

impl<'b, T: ?Sized, W> PartsOfEach<'b, W> for &'b mut T {
    type Outs = PairOut<'b, T, W>;
    type Lent = PairMut<'b, T>;
    #[inline]
    fn outs(bar: Option<Self>, dot: Option<Self>) -> Self::Outs {
        PairOut { bar: Out::perhaps(bar), dot: Out::perhaps(dot) }
    }
    #[inline]
    fn lent(bar: Self, dot: Self) -> Self::Lent {
        PairMut { bar, dot }
    }
}

macro_rules! parts {
    ($($t:ident $bar:ident $dot:ident),+) => {
        impl<'b, W, $($t: ?Sized),+> PartsOfEach<'b, W> for ($(&'b mut $t,)+) {
            type Outs = ($(PairOut<'b, $t, W>,)+);
            type Lent = ($(PairMut<'b, $t>,)+);
            #[inline]
            fn outs(bar: Option<Self>, dot: Option<Self>) -> Self::Outs {
                let split = |both: Option<Self>| match both {
                    Some(($($bar,)+)) => ($(Some($bar),)+),
                    None => ($(None::<&'b mut $t>,)+),
                };
                let (($($bar,)+), ($($dot,)+)) = (split(bar), split(dot));
                ($(PairOut { bar: Out::perhaps($bar), dot: Out::perhaps($dot) },)+)
            }
            #[inline]
            fn lent(($($bar,)+): Self, ($($dot,)+): Self) -> Self::Lent {
                ($(PairMut { bar: $bar, dot: $dot },)+)
            }
        }
    };
}
each_beginning!(parts [P1 p1 d1,] (P2 p2 d2) (P3 p3 d3) (P4 p4 d4) (P5 p5 d5) (P6 p6 d6) (P7 p7 d7) (P8 p8 d8) (P9 p9 d9) (P10 p10 d10) (P11 p11 d11) (P12 p12 d12) (P13 p13 d13) (P14 p14 d14) (P15 p15 d15) (P16 p16 d16) (P17 p17 d17) (P18 p18 d18) (P19 p19 d19) (P20 p20 d20) (P21 p21 d21) (P22 p22 d22) (P23 p23 d23) (P24 p24 d24) (P25 p25 d25) (P26 p26 d26) (P27 p27 d27) (P28 p28 d28) (P29 p29 d29) (P30 p30 d30) (P31 p31 d31) (P32 p32 d32));

impl<C: Accepts<V> + ?Sized, V: ?Sized, W: Flag> PairSlot<V> for PairOut<'_, C, W> {
    type Wanted = W::And<C::Wanted>;
    #[inline]
    fn outs(&mut self) -> PairOut<'_, V, Self::Wanted> {
        PairOut { bar: Slot::out(&mut self.bar), dot: Slot::out(&mut self.dot) }
    }
}

impl<V: ?Sized> PairSlot<V> for NoGrad {
    type Wanted = No;
    #[inline]
    fn outs(&mut self) -> PairOut<'_, V, No> {
        PairOut { bar: Out::perhaps(None), dot: Out::perhaps(None) }
    }
}

#[diagnostic::do_not_recommend]
impl<C: NoDerivative + ?Sized, W> Unwanted for PairOut<'_, C, W> {}
#[diagnostic::do_not_recommend]
impl<C: NoDerivative + ?Sized> Unwanted for PairMut<'_, C> {}

impl<V> Forms<V> {
    /// A zero cotangent for a value of the type at `I`, and its tangent.
    #[inline]
    #[must_use]
    pub fn zero_pair<const I: usize>(&self) -> Pair<Ct<V::Of>>
    where
        V: Member<I, Of: Differentiable>,
    {
        Pair::neutral()
    }
}

impl<V> Told<'_, V> {
    /// A zero cotangent for the value at `I`, and its tangent.
    #[inline]
    #[must_use]
    pub fn zero_pair<const I: usize>(&self) -> Pair<Ct<V::Of>>
    where
        V: Member<I, Of: Differentiable>,
    {
        Pair::of(|| self.zero::<I>())
    }
}

impl<T: Differentiable> Ty<T> {
    /// A zero cotangent for a value of the type, and its tangent.
    #[inline]
    #[must_use]
    pub fn zero_pair(&self) -> Pair<Ct<T>> {
        Pair::neutral()
    }
}
