//! Cotangents that move: what reverse mode has where its values have tangents, for second derivatives.
//!
//! Beside a cotangent stands its tangent along one direction. Both are made, taken apart, given and taken together, so that a
//! reverse half at second order reads like one at first order. One direction, and no array of them: arrays that are mapped are much
//! code for the compiler, at each place where a part is taken.

use crate::differentiable::{NoGrad, Tangent};
use crate::ops::arithmetic;
use crate::ops::operands::Numbers;
use crate::private::{Contribution, PartOf};
use crate::slot::{Accepts, NoDerivative, Out, Slot, Unwanted, each_beginning};
use crate::tape::{Flag, Mutable, No, Read, Yes};
use crate::tensor::SumTo;

/// A cotangent, and its tangent.
#[derive(Clone, Debug)]
pub struct Bars<C> {
    bar: C,
    dot: C,
}

/// The same, to be read.
#[derive(Debug)]
pub struct Seen<'a, C: ?Sized> {
    pub(crate) bar: &'a C,
    pub(crate) dot: &'a C,
}

/// The same where another function may change it: of an argument of type `&mut T`.
#[derive(Debug)]
pub struct BarsMut<'a, C: ?Sized> {
    bar: &'a mut C,
    dot: &'a mut C,
}

/// Places for a cotangent and for its tangent; `W` is [`No`] when nobody wants them.
#[derive(Debug)]
pub struct Outs<'a, C: ?Sized, W> {
    pub(crate) bar: Out<'a, C, W>,
    pub(crate) dot: Out<'a, C, W>,
}

/// Takes a cotangent and its tangent.
pub trait Slots<C: ?Sized>: Sized {
    /// [`No`] when contributions are dropped.
    type Wanted: Flag;
    /// The places.
    fn outs(&mut self) -> Outs<'_, C, Self::Wanted>;
}

/// The places of an argument of type `&mut T`, which may be an array where a slice is wanted.
pub trait LentBars<C: ?Sized> {
    /// The places.
    fn places(&mut self) -> BarsMut<'_, C>;
}

impl<C: Tangent> Bars<C> {
    /// Zero.
    #[inline]
    #[must_use]
    pub fn neutral() -> Self {
        Self::of(C::neutral)
    }
}

impl<C> Bars<C> {
    /// Both made in the same way.
    #[inline]
    pub fn of(mut bar: impl FnMut() -> C) -> Self {
        Self { bar: bar(), dot: bar() }
    }

    /// Both, to be read.
    #[inline]
    pub fn seen(&self) -> Seen<'_, C> {
        Seen { bar: &self.bar, dot: &self.dot }
    }

    /// Both, to be lent.
    #[inline]
    pub fn lent(&mut self) -> BarsMut<'_, C> {
        BarsMut { bar: &mut self.bar, dot: &mut self.dot }
    }

    /// A part, to be read.
    #[inline]
    pub fn part<P: ?Sized>(&self, part: impl Fn(&C) -> &P) -> Seen<'_, P> {
        Seen { bar: part(&self.bar), dot: part(&self.dot) }
    }

    /// A part, to be lent.
    #[inline]
    pub fn lend<P: ?Sized>(&mut self, part: impl Fn(&mut C) -> &mut P) -> BarsMut<'_, P> {
        BarsMut { bar: part(&mut self.bar), dot: part(&mut self.dot) }
    }

    /// Disjoint parts, to be lent: `parts` borrows several as a tuple.
    #[inline]
    pub fn apart<'b, P: PartsOfEach<'b, Yes>>(&'b mut self, parts: impl Fn(&'b mut C) -> P) -> P::Lent {
        P::lent(parts(&mut self.bar), parts(&mut self.dot))
    }

    /// A part, to be added to.
    #[inline]
    pub fn slot<P: ?Sized>(&mut self, part: impl Fn(&mut C) -> &mut P) -> Outs<'_, P, Yes> {
        Outs { bar: Out::new(part(&mut self.bar)), dot: Out::new(part(&mut self.dot)) }
    }

    /// Both, to be added to.
    #[inline]
    pub fn whole(&mut self) -> Outs<'_, C, Yes> {
        self.lent().into_outs()
    }

    /// Takes both out.
    #[inline]
    #[must_use]
    pub fn taken(&mut self) -> Self
    where
        C: Tangent,
    {
        self.lent().taken()
    }

    /// Takes a part out.
    #[inline]
    pub fn take<P: Tangent>(&mut self, part: impl Fn(&mut C) -> &mut P) -> Bars<P> {
        self.lent().take(part)
    }
}

impl<'a, C: ?Sized> BarsMut<'a, C> {
    /// What the caller of a sweep has.
    #[inline]
    pub fn new(bar: &'a mut C, dot: &'a mut C) -> Self {
        Self { bar, dot }
    }

    /// To be added to.
    #[inline]
    pub fn into_outs(self) -> Outs<'a, C, Yes> {
        Outs { bar: Out::new(self.bar), dot: Out::new(self.dot) }
    }

    /// The same, lent for a while.
    #[inline]
    pub fn lent(&mut self) -> BarsMut<'_, C> {
        BarsMut { bar: self.bar, dot: self.dot }
    }

    /// Both, to be added to.
    #[inline]
    pub fn whole(&mut self) -> Outs<'_, C, Yes> {
        self.lent().into_outs()
    }

    /// Both, to be read.
    #[inline]
    #[must_use]
    pub fn seen(&self) -> Seen<'_, C> {
        Seen { bar: self.bar, dot: self.dot }
    }

    /// Takes both out.
    #[inline]
    #[must_use]
    pub fn taken(&mut self) -> Bars<C>
    where
        C: Tangent,
    {
        Bars { bar: core::mem::replace(self.bar, C::neutral()), dot: core::mem::replace(self.dot, C::neutral()) }
    }

    /// A part, to be read.
    #[inline]
    pub fn part<P: ?Sized>(&self, part: impl Fn(&C) -> &P) -> Seen<'_, P> {
        Seen { bar: part(self.bar), dot: part(self.dot) }
    }

    /// A part, to be lent.
    #[inline]
    pub fn lend<P: ?Sized>(&mut self, part: impl Fn(&mut C) -> &mut P) -> BarsMut<'_, P> {
        BarsMut { bar: part(self.bar), dot: part(self.dot) }
    }

    /// Disjoint parts, to be lent: `parts` borrows several as a tuple.
    #[inline]
    pub fn apart<'b, P: PartsOfEach<'b, Yes>>(&'b mut self, parts: impl Fn(&'b mut C) -> P) -> P::Lent {
        P::lent(parts(self.bar), parts(self.dot))
    }

    /// A part, to be added to.
    #[inline]
    pub fn slot<P: ?Sized>(&mut self, part: impl Fn(&mut C) -> &mut P) -> Outs<'_, P, Yes> {
        Outs { bar: Out::new(part(self.bar)), dot: Out::new(part(self.dot)) }
    }

    /// Takes a part out.
    #[inline]
    pub fn take<P: Tangent>(&mut self, part: impl Fn(&mut C) -> &mut P) -> Bars<P> {
        let (bar, dot) = (part(self.bar), part(self.dot));
        Bars { bar: core::mem::replace(bar, P::neutral()), dot: core::mem::replace(dot, P::neutral()) }
    }

    /// Does the same to both.
    #[inline]
    pub fn each(self, mut change: impl FnMut(&mut C)) {
        change(self.bar);
        change(self.dot);
    }
}

impl<C: Accepts<V> + ?Sized, V: ?Sized> LentBars<V> for BarsMut<'_, C> {
    #[inline]
    fn places(&mut self) -> BarsMut<'_, V> {
        match (self.bar.as_sink(), self.dot.as_sink()) {
            (Some(bar), Some(dot)) => BarsMut { bar, dot },
            _ => unreachable!("the place has a derivative"),
        }
    }
}

/// Where there is no place, what changes is not to have one, which the first order reports.
impl<V: ?Sized> LentBars<V> for NoGrad {
    fn places(&mut self) -> BarsMut<'_, V> {
        unreachable!("the place has no derivative")
    }
}

impl<C: ?Sized> Clone for Seen<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<C: ?Sized> Copy for Seen<'_, C> {}

impl<'a, C: ?Sized> Seen<'a, C> {
    /// What the caller of a sweep gives.
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
    pub fn moving(self) -> &'a C {
        self.dot
    }

    /// Itself.
    #[inline]
    #[must_use]
    pub fn seen(self) -> Self {
        self
    }

    /// A part.
    #[inline]
    pub fn part<P: ?Sized>(self, part: impl Fn(&'a C) -> &'a P) -> Seen<'a, P> {
        Seen { bar: part(self.bar), dot: part(self.dot) }
    }

    /// A copy.
    #[inline]
    #[must_use]
    pub fn copied(self) -> Bars<C>
    where
        C: Clone,
    {
        Bars { bar: self.bar.clone(), dot: self.dot.clone() }
    }
}

impl<C, const N: usize> Seen<'_, [C; N]> {
    /// How many elements each has.
    #[inline]
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "it is a length, not a list")]
    pub fn len(self) -> usize {
        N
    }
}

impl<C: ?Sized, W: Flag> Outs<'_, C, W> {
    /// The whole places.
    #[inline]
    pub fn whole(&mut self) -> Outs<'_, C, W> {
        Outs { bar: self.bar.whole(), dot: self.dot.whole() }
    }

    /// Disjoint parts of the places: `part` borrows one field, or several as a tuple.
    #[inline]
    pub fn parts<'b, P: PartsOfEach<'b, W>>(&'b mut self, part: impl Fn(&'b mut C) -> P) -> P::Outs {
        P::outs(self.bar.place().map(&part), self.dot.place().map(&part))
    }
}

/// What [`Outs::parts`] borrows: `&mut T`, or a tuple of them.
pub trait PartsOfEach<'b, W>: Sized {
    /// The same number of places.
    type Outs;
    /// The same, to be lent.
    type Lent;
    /// Wraps the parts.
    fn outs(bar: Option<Self>, dot: Option<Self>) -> Self::Outs;
    /// Wraps parts that are there.
    fn lent(bar: Self, dot: Self) -> Self::Lent;
}

impl<'b, T: ?Sized, W> PartsOfEach<'b, W> for &'b mut T {
    type Outs = Outs<'b, T, W>;
    type Lent = BarsMut<'b, T>;
    #[inline]
    fn outs(bar: Option<Self>, dot: Option<Self>) -> Self::Outs {
        Outs { bar: Out::perhaps(bar), dot: Out::perhaps(dot) }
    }
    #[inline]
    fn lent(bar: Self, dot: Self) -> Self::Lent {
        BarsMut { bar, dot }
    }
}

macro_rules! parts {
    ($($t:ident $bar:ident $dot:ident),+) => {
        impl<'b, W, $($t: ?Sized),+> PartsOfEach<'b, W> for ($(&'b mut $t,)+) {
            type Outs = ($(Outs<'b, $t, W>,)+);
            type Lent = ($(BarsMut<'b, $t>,)+);
            #[inline]
            fn outs(bar: Option<Self>, dot: Option<Self>) -> Self::Outs {
                let split = |both: Option<Self>| match both {
                    Some(($($bar,)+)) => ($(Some($bar),)+),
                    None => ($(None::<&'b mut $t>,)+),
                };
                let (($($bar,)+), ($($dot,)+)) = (split(bar), split(dot));
                ($(Outs { bar: Out::perhaps($bar), dot: Out::perhaps($dot) },)+)
            }
            #[inline]
            fn lent(($($bar,)+): Self, ($($dot,)+): Self) -> Self::Lent {
                ($(BarsMut { bar: $bar, dot: $dot },)+)
            }
        }
    };
}
each_beginning!(parts [P1 p1 d1,] (P2 p2 d2) (P3 p3 d3) (P4 p4 d4) (P5 p5 d5) (P6 p6 d6) (P7 p7 d7) (P8 p8 d8) (P9 p9 d9) (P10 p10 d10) (P11 p11 d11) (P12 p12 d12) (P13 p13 d13) (P14 p14 d14) (P15 p15 d15) (P16 p16 d16) (P17 p17 d17) (P18 p18 d18) (P19 p19 d19) (P20 p20 d20) (P21 p21 d21) (P22 p22 d22) (P23 p23 d23) (P24 p24 d24) (P25 p25 d25) (P26 p26 d26) (P27 p27 d27) (P28 p28 d28) (P29 p29 d29) (P30 p30 d30) (P31 p31 d31) (P32 p32 d32));

impl<C: Accepts<V> + ?Sized, V: ?Sized, W: Flag> Slots<V> for Outs<'_, C, W> {
    type Wanted = W::And<C::Wanted>;
    #[inline]
    fn outs(&mut self) -> Outs<'_, V, Self::Wanted> {
        Outs { bar: Slot::out(&mut self.bar), dot: Slot::out(&mut self.dot) }
    }
}

impl<V: ?Sized> Slots<V> for NoGrad {
    type Wanted = No;
    #[inline]
    fn outs(&mut self) -> Outs<'_, V, No> {
        Outs { bar: Out::perhaps(None), dot: Out::perhaps(None) }
    }
}

#[diagnostic::do_not_recommend]
impl<C: NoDerivative + ?Sized, W> Unwanted for Outs<'_, C, W> {}
#[diagnostic::do_not_recommend]
impl<C: NoDerivative + ?Sized> Unwanted for BarsMut<'_, C> {}

/// Adds finished cotangents.
#[inline]
pub fn give<C: Tangent>(mut slots: impl Slots<C>, given: Seen<'_, C>) {
    let Outs { bar, dot } = slots.outs();
    crate::slot::give(bar, given.bar);
    crate::slot::give(dot, given.dot);
}

/// Adds the cotangents of a part.
#[inline]
pub fn give_part<C: Tangent, P: PartOf<C>>(mut slots: impl Slots<C>, given: Seen<'_, P>) {
    let Outs { bar, dot } = slots.outs();
    crate::private::give_part(bar, given.bar);
    crate::private::give_part(dot, given.dot);
}

/// Adds cotangents that were put apart.
#[inline]
pub fn give_back<C: Contribution>(mut slots: impl Slots<C::Place>, given: Seen<'_, C>)
where
    C::Place: Accepts<C::Place>,
{
    let Outs { bar, dot } = slots.outs();
    crate::private::give_back(bar, given.bar);
    crate::private::give_back(dot, given.dot);
}

macro_rules! assign {
    ($($name:ident)*) => {$(
        /// The rule of the operator.
        #[inline]
        pub fn $name<A, B>(bar: Seen<'_, A>, value: Read<'_, B>, mut slots: impl Slots<B>)
        where
            A: Numbers<Shape: SumTo<B::Shape> + SumTo<()>>,
            B: Numbers<Number = A::Number>,
        {
            let to = slots.outs();
            arithmetic::$name(bar.bar, value, to.bar);
            arithmetic::$name(bar.dot, value, to.dot);
        }
    )*};
}
assign!(add_assign sub_assign);

/// What the reverse half of a function is given for the cotangent of an argument that it lends, or only reads.
pub trait LendsBars {
    /// Slots, or the places.
    type Places<'a, C: ?Sized + 'a>;
    /// The cotangents.
    fn places<C: ?Sized>(bars: BarsMut<'_, C>) -> Self::Places<'_, C>;
}

impl LendsBars for Mutable {
    type Places<'a, C: ?Sized + 'a> = BarsMut<'a, C>;
    #[inline]
    fn places<C: ?Sized>(bars: BarsMut<'_, C>) -> BarsMut<'_, C> {
        bars
    }
}

macro_rules! by_value {
    ($($flag:ident)*) => {$(
        impl LendsBars for $flag {
            type Places<'a, C: ?Sized + 'a> = Outs<'a, C, Yes>;
            #[inline]
            fn places<C: ?Sized>(bars: BarsMut<'_, C>) -> Outs<'_, C, Yes> {
                bars.into_outs()
            }
        }
    )*};
}
by_value!(Yes No);

/// `LendsBars::places`, by the flag.
#[inline]
pub fn place_of<F: LendsBars, C: ?Sized>(_: F, bars: BarsMut<'_, C>) -> F::Places<'_, C> {
    F::places(bars)
}
