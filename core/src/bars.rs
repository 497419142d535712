//! Cotangents that move: what reverse mode has where its values have tangents, for second derivatives.
//!
//! Beside a cotangent stand its tangents along `K` directions. They are made, taken apart, given and taken together, so that a
//! reverse half at second order reads like one at first order.

use core::array;

use crate::differentiable::{NoGrad, Tangent};
use crate::directions::Width;
use crate::ops::arithmetic;
use crate::ops::numbers::Numbers;
use crate::private::{Contribution, PartOf};
use crate::slot::{Accepts, NoDerivative, Out, Slot, Unwanted};
use crate::tape::{Flag, Mutable, No, Read, Yes};
use crate::tensor::SumTo;

/// A cotangent, and its tangents.
#[derive(Clone, Debug)]
pub struct Bars<C, const K: usize> {
    bar: C,
    dots: [C; K],
}

/// The same, to be read.
#[derive(Debug)]
pub struct Seen<'a, C: ?Sized, const K: usize> {
    pub(crate) bar: &'a C,
    pub(crate) dots: [&'a C; K],
}

/// The same where another function may change it: of an argument of type `&mut T`.
#[derive(Debug)]
pub struct BarsMut<'a, C: ?Sized, const K: usize> {
    bar: &'a mut C,
    dots: [&'a mut C; K],
}

/// Places for a cotangent and for its tangents; `W` is [`No`] when nobody wants them.
#[derive(Debug)]
pub struct Outs<'a, C: ?Sized, W, const K: usize> {
    pub(crate) bar: Out<'a, C, W>,
    pub(crate) dots: [Out<'a, C, W>; K],
}

/// The places of an argument of type `&mut T`, which may be an array where a slice is wanted.
pub trait LentBars<C: ?Sized, const K: usize> {
    /// The places.
    fn places(&mut self) -> BarsMut<'_, C, K>;
}

impl<C: Accepts<V> + ?Sized, V: ?Sized, const K: usize> LentBars<V, K> for BarsMut<'_, C, K> {
    #[inline(always)]
    fn places(&mut self) -> BarsMut<'_, V, K> {
        let place = |of: Option<_>| of.unwrap_or_else(|| unreachable!("the place has a derivative"));
        BarsMut { bar: place(self.bar.as_sink()), dots: self.dots.each_mut().map(|dot| place(dot.as_sink())) }
    }
}

/// Takes a cotangent and its tangents.
pub trait Slots<C: ?Sized, const K: usize>: Sized {
    /// [`No`] when contributions are dropped.
    type Wanted: Flag;
    /// The places.
    fn outs(&mut self) -> Outs<'_, C, Self::Wanted, K>;
}

impl<const K: usize, S> Width<K, S> {
    /// As many of the same as there are directions, and one for the cotangent.
    #[inline(always)]
    pub fn bars<C>(self, mut bar: impl FnMut() -> C) -> Bars<C, K> {
        Bars { bar: bar(), dots: array::from_fn(|_| bar()) }
    }
}

impl<C, const K: usize> Bars<C, K> {
    /// What the caller of a sweep has.
    #[inline(always)]
    pub fn new(bar: C, dots: [C; K]) -> Self {
        Self { bar, dots }
    }

    /// The cotangent, and its tangents.
    #[inline(always)]
    pub fn apart(self) -> (C, [C; K]) {
        (self.bar, self.dots)
    }

    /// To be read.
    #[inline(always)]
    pub fn seen(&self) -> Seen<'_, C, K> {
        Seen { bar: &self.bar, dots: self.dots.each_ref() }
    }

    /// A part, to be read.
    #[inline(always)]
    pub fn part<P: ?Sized>(&self, part: impl Fn(&C) -> &P) -> Seen<'_, P, K> {
        self.seen().part(part)
    }

    /// A part, to be lent.
    #[inline(always)]
    pub fn lend<P: ?Sized>(&mut self, part: impl Fn(&mut C) -> &mut P) -> BarsMut<'_, P, K> {
        BarsMut { bar: part(&mut self.bar), dots: self.dots.each_mut().map(part) }
    }

    /// Disjoint parts, to be lent: `parts` borrows several as a tuple.
    #[inline(always)]
    pub fn apart_in<'b, P: PartsOfEach<'b, Yes, K>>(&'b mut self, parts: impl Fn(&'b mut C) -> P) -> P::Lent {
        P::lent(parts(&mut self.bar), self.dots.each_mut().map(parts))
    }

    /// A part, to be added to.
    #[inline(always)]
    pub fn slot<P: ?Sized>(&mut self, part: impl Fn(&mut C) -> &mut P) -> Outs<'_, P, Yes, K> {
        self.lend(part).into_outs()
    }

    /// Makes a part zero.
    #[inline(always)]
    pub fn reset<P: Tangent>(&mut self, part: impl Fn(&mut C) -> &mut P) {
        self.lend(part).reset(|bar| bar);
    }

    /// Takes a part out.
    #[inline(always)]
    pub fn take<P: Tangent>(&mut self, part: impl Fn(&mut C) -> &mut P) -> Bars<P, K> {
        self.lend(part).take(|bar| bar)
    }

    /// Does the same to each.
    #[inline(always)]
    pub fn each(&mut self, mut change: impl FnMut(&mut C)) {
        change(&mut self.bar);
        self.dots.iter_mut().for_each(change);
    }
}

impl<'a, C: ?Sized, const K: usize> BarsMut<'a, C, K> {
    /// What the caller of a sweep has.
    #[inline(always)]
    pub fn new(bar: &'a mut C, dots: [&'a mut C; K]) -> Self {
        Self { bar, dots }
    }

    /// To be added to.
    #[inline(always)]
    pub fn into_outs(self) -> Outs<'a, C, Yes, K> {
        Outs { bar: Out::new(self.bar), dots: self.dots.map(Out::new) }
    }

    /// A part, to be read.
    #[inline(always)]
    pub fn part<P: ?Sized>(&self, part: impl Fn(&C) -> &P) -> Seen<'_, P, K> {
        Seen { bar: part(self.bar), dots: self.dots.each_ref().map(|dot| part(dot)) }
    }

    /// A part, to be lent.
    #[inline(always)]
    pub fn lend<P: ?Sized>(&mut self, part: impl Fn(&mut C) -> &mut P) -> BarsMut<'_, P, K> {
        BarsMut { bar: part(self.bar), dots: self.dots.each_mut().map(|dot| part(dot)) }
    }

    /// Disjoint parts, to be lent: `parts` borrows several as a tuple.
    #[inline(always)]
    pub fn apart_in<'b, P: PartsOfEach<'b, Yes, K>>(&'b mut self, parts: impl Fn(&'b mut C) -> P) -> P::Lent {
        P::lent(parts(self.bar), self.dots.each_mut().map(|dot| parts(dot)))
    }

    /// A part, to be added to.
    #[inline(always)]
    pub fn slot<P: ?Sized>(&mut self, part: impl Fn(&mut C) -> &mut P) -> Outs<'_, P, Yes, K> {
        self.lend(part).into_outs()
    }

    /// Makes a part zero.
    #[inline(always)]
    pub fn reset<P: Tangent>(&mut self, part: impl Fn(&mut C) -> &mut P) {
        *part(self.bar) = P::neutral();
        self.dots.iter_mut().for_each(|dot| *part(dot) = P::neutral());
    }

    /// Takes a part out.
    #[inline(always)]
    pub fn take<P: Tangent>(&mut self, part: impl Fn(&mut C) -> &mut P) -> Bars<P, K> {
        let take = |place: &mut C| core::mem::replace(part(place), P::neutral());
        Bars { bar: take(self.bar), dots: self.dots.each_mut().map(|dot| take(dot)) }
    }

    /// Does the same to each.
    #[inline(always)]
    pub fn each(&mut self, mut change: impl FnMut(&mut C)) {
        change(self.bar);
        self.dots.iter_mut().for_each(|dot| change(dot));
    }
}

impl<C: ?Sized, const K: usize> Clone for Seen<'_, C, K> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<C: ?Sized, const K: usize> Copy for Seen<'_, C, K> {}

impl<'a, C: ?Sized, const K: usize> Seen<'a, C, K> {
    /// What the caller of a sweep gives.
    #[inline(always)]
    pub fn new(bar: &'a C, dots: [&'a C; K]) -> Self {
        Self { bar, dots }
    }

    /// Itself.
    #[inline(always)]
    #[must_use]
    pub fn seen(self) -> Self {
        self
    }

    /// A part.
    #[inline(always)]
    pub fn part<P: ?Sized>(self, part: impl Fn(&'a C) -> &'a P) -> Seen<'a, P, K> {
        Seen { bar: part(self.bar), dots: self.dots.map(part) }
    }

    /// A copy.
    #[inline(always)]
    #[must_use]
    pub fn copied(self) -> Bars<C, K>
    where
        C: Clone,
    {
        Bars { bar: self.bar.clone(), dots: self.dots.map(Clone::clone) }
    }
}

impl<C, const N: usize, const K: usize> Seen<'_, [C; N], K> {
    /// How many elements each has.
    #[inline(always)]
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "it is a length, not a list")]
    pub fn len(self) -> usize {
        N
    }
}

impl<C: ?Sized, W: Flag, const K: usize> Outs<'_, C, W, K> {
    /// The whole places.
    #[inline(always)]
    pub fn whole(&mut self) -> Outs<'_, C, W, K> {
        Outs { bar: self.bar.whole(), dots: self.dots.each_mut().map(Out::whole) }
    }

    /// Disjoint parts of the places: `part` borrows one field, or several as a tuple.
    #[inline(always)]
    pub fn parts<'b, P: PartsOfEach<'b, W, K>>(&'b mut self, part: impl Fn(&'b mut C) -> P) -> P::Outs {
        let bar = self.bar.place().map(&part);
        P::outs(bar, self.dots.each_mut().map(|dot| dot.place().map(&part)))
    }
}

/// What [`Outs::parts`] borrows: `&mut T`, or a tuple of them.
pub trait PartsOfEach<'b, W, const K: usize>: Sized {
    /// The same number of places.
    type Outs;
    /// The same, to be lent.
    type Lent;
    /// Wraps the parts.
    fn outs(bar: Option<Self>, dots: [Option<Self>; K]) -> Self::Outs;
    /// Wraps parts that are there.
    fn lent(bar: Self, dots: [Self; K]) -> Self::Lent;
}

impl<'b, T: ?Sized, W, const K: usize> PartsOfEach<'b, W, K> for &'b mut T {
    type Outs = Outs<'b, T, W, K>;
    type Lent = BarsMut<'b, T, K>;
    #[inline(always)]
    fn outs(bar: Option<Self>, dots: [Option<Self>; K]) -> Self::Outs {
        Outs { bar: Out::perhaps(bar), dots: dots.map(Out::perhaps) }
    }
    #[inline(always)]
    fn lent(bar: Self, dots: [Self; K]) -> Self::Lent {
        BarsMut { bar, dots }
    }
}

macro_rules! parts {
    ($($t:ident $bar:ident $dots:ident $i:tt),+) => {
        impl<'b, W, const K: usize, $($t: ?Sized),+> PartsOfEach<'b, W, K> for ($(&'b mut $t,)+) {
            type Outs = ($(Outs<'b, $t, W, K>,)+);
            type Lent = ($(BarsMut<'b, $t, K>,)+);
            #[inline(always)]
            fn outs(bar: Option<Self>, dots: [Option<Self>; K]) -> Self::Outs {
                let split = |all: Option<Self>| match all {
                    Some(($($bar,)+)) => ($(Some($bar),)+),
                    None => ($(None::<&'b mut $t>,)+),
                };
                let ($($bar,)+) = split(bar);
                let mut dots = dots.map(split);
                $(let $dots = dots.each_mut().map(|parts| Out::perhaps(parts.$i.take()));)+
                ($(Outs { bar: Out::perhaps($bar), dots: $dots },)+)
            }
            #[inline(always)]
            fn lent(($($bar,)+): Self, dots: [Self; K]) -> Self::Lent {
                let mut dots = dots.map(|($($dots,)+)| ($(Some($dots),)+));
                $(let $dots = dots.each_mut().map(|parts| crate::private::arrived(parts.$i.take()));)+
                ($(BarsMut { bar: $bar, dots: $dots },)+)
            }
        }
    };
}
parts!(A a a_dots 0, B b b_dots 1);
parts!(A a a_dots 0, B b b_dots 1, C c c_dots 2);
parts!(A a a_dots 0, B b b_dots 1, C c c_dots 2, D d d_dots 3);
parts!(A a a_dots 0, B b b_dots 1, C c c_dots 2, D d d_dots 3, E e e_dots 4);
parts!(A a a_dots 0, B b b_dots 1, C c c_dots 2, D d d_dots 3, E e e_dots 4, F f f_dots 5);
parts!(A a a_dots 0, B b b_dots 1, C c c_dots 2, D d d_dots 3, E e e_dots 4, F f f_dots 5, G g g_dots 6);
parts!(A a a_dots 0, B b b_dots 1, C c c_dots 2, D d d_dots 3, E e e_dots 4, F f f_dots 5, G g g_dots 6, H h h_dots 7);

impl<C: Accepts<V> + ?Sized, V: ?Sized, W: Flag, const K: usize> Slots<V, K> for Outs<'_, C, W, K> {
    type Wanted = W::And<C::Wanted>;
    #[inline(always)]
    fn outs(&mut self) -> Outs<'_, V, Self::Wanted, K> {
        Outs { bar: Slot::out(&mut self.bar), dots: self.dots.each_mut().map(Slot::out) }
    }
}

impl<V: ?Sized, const K: usize> Slots<V, K> for NoGrad {
    type Wanted = No;
    #[inline(always)]
    fn outs(&mut self) -> Outs<'_, V, No, K> {
        Outs { bar: Out::perhaps(None), dots: array::from_fn(|_| Out::perhaps(None)) }
    }
}

#[diagnostic::do_not_recommend]
impl<C: NoDerivative + ?Sized, W, const K: usize> Unwanted for Outs<'_, C, W, K> {}
#[diagnostic::do_not_recommend]
impl<C: NoDerivative + ?Sized, const K: usize> Unwanted for BarsMut<'_, C, K> {}

/// Hands each to its place.
#[inline(always)]
fn each<C: ?Sized, V: ?Sized, const K: usize, S: Slots<C, K>>(
    mut slots: S,
    given: Seen<'_, V, K>,
    give: impl Fn(Out<'_, C, S::Wanted>, &V),
) {
    let Outs { bar, dots } = slots.outs();
    give(bar, given.bar);
    for (dot, given) in dots.into_iter().zip(given.dots) {
        give(dot, given);
    }
}

/// Adds finished cotangents.
#[inline(always)]
pub fn give<C: Tangent, const K: usize>(slots: impl Slots<C, K>, given: Seen<'_, C, K>) {
    each(slots, given, |slot, given| crate::slot::give(slot, given));
}

/// Adds the cotangents of a part.
#[inline(always)]
pub fn give_part<C: Tangent, P: PartOf<C>, const K: usize>(slots: impl Slots<C, K>, given: Seen<'_, P, K>) {
    each(slots, given, |slot, given| crate::private::give_part(slot, given));
}

/// Adds cotangents that were put apart.
#[inline(always)]
pub fn give_back<C: Contribution, const K: usize>(slots: impl Slots<C::Place, K>, given: Seen<'_, C, K>)
where
    C::Place: Accepts<C::Place>,
{
    each(slots, given, |slot, given| crate::private::give_back(slot, given));
}

macro_rules! assign {
    ($($name:ident)*) => {$(
        /// The rule of the operator.
        #[inline(always)]
        pub fn $name<A, B, const K: usize>(bar: Seen<'_, A, K>, value: Read<'_, B>, slots: impl Slots<B, K>)
        where
            A: Numbers<Shape: SumTo<B::Shape> + SumTo<()>>,
            B: Numbers<Number = A::Number>,
        {
            each(slots, bar, |slot, bar| arithmetic::$name(bar, value, slot));
        }
    )*};
}
assign!(add_assign sub_assign);

/// What the reverse half of a function is given for the cotangent of an argument that it lends, or only reads.
pub trait LendsBars {
    /// Slots, or the places.
    type Places<'a, C: ?Sized + 'a, const K: usize>;
    /// The cotangents.
    fn places<C: ?Sized, const K: usize>(bars: BarsMut<'_, C, K>) -> Self::Places<'_, C, K>;
}

impl LendsBars for Mutable {
    type Places<'a, C: ?Sized + 'a, const K: usize> = BarsMut<'a, C, K>;
    #[inline(always)]
    fn places<C: ?Sized, const K: usize>(bars: BarsMut<'_, C, K>) -> BarsMut<'_, C, K> {
        bars
    }
}

macro_rules! by_value {
    ($($flag:ident)*) => {$(
        impl LendsBars for $flag {
            type Places<'a, C: ?Sized + 'a, const K: usize> = Outs<'a, C, Yes, K>;
            #[inline(always)]
            fn places<C: ?Sized, const K: usize>(bars: BarsMut<'_, C, K>) -> Outs<'_, C, Yes, K> {
                bars.into_outs()
            }
        }
    )*};
}
by_value!(Yes No);

/// `LendsBars::places`, by the flag.
#[inline(always)]
pub fn place_of<F: LendsBars, C: ?Sized, const K: usize>(_: F, bars: BarsMut<'_, C, K>) -> F::Places<'_, C, K> {
    F::places(bars)
}
