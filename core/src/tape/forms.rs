//! The zero cotangents of a block: made from the forms of its values, which the forward half leaves where the types do
//! not say them.

use core::iter::Map;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::slice::Iter;

use super::flag::Gone;
use super::saved::{Entries, Link, Member};
use super::words::Tape;
use crate::differentiable::form::{self, Formed};
use crate::differentiable::{Ct, Differentiable, Tangent, Zero};

/// The forms of values with a cotangent of their own: `V` is the tuple of their types. Types that say the lengths of
/// their values leave nothing on the tape.
#[derive(Debug)]
pub struct Forms<V>(PhantomData<fn() -> V>);

/// The forms in the reverse half.
#[derive(Debug)]
pub struct Told<'t, V> {
    words: &'t [u64],
    of: PhantomData<fn() -> V>,
}

/// References to values, or their forms.
pub trait FormedValues {
    /// The types of the values.
    type Values: Forming;
    /// How many words there are.
    fn words(&self) -> usize;
    /// Tells for each value how many lengths follow, and these.
    fn tell(self, tell: &mut dyn FnMut(usize));
}

/// A tuple of types with a tangent.
pub trait Forming {
    /// Whether the types say all lengths.
    const SIZED: bool;
}

impl<V: Forming> Forms<V> {
    /// Forward half: makes the link, and leaves the forms.
    #[inline(always)]
    #[must_use]
    pub fn pushed<R: FormedValues<Values = V>>(tape: &mut Tape<'_>, values: R) -> Self {
        if !V::SIZED {
            tape.push_sized::<()>(values.words(), |frame| values.tell(&mut |length| frame.put(length as u64)));
        }
        Self(PhantomData)
    }

    /// Reverse half: reads them.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn pop<'t>(&self, tape: &mut Tape<'t>) -> Told<'t, V> {
        Told { words: if V::SIZED { &[] } else { tape.pop_sized::<()>().rest() }, of: PhantomData }
    }

    /// Words that [`pushed`](Self::pushed) takes.
    #[must_use]
    pub const fn words(&self) -> usize {
        if V::SIZED { 0 } else { super::UNBOUNDED }
    }
}

impl<V> Forms<V> {
    /// A zero cotangent for a value of the type at `I`.
    #[inline(always)]
    #[must_use]
    pub fn zero<const I: usize>(&self) -> Ct<V::Of>
    where
        V: Member<I, Of: Differentiable>,
    {
        Tangent::neutral()
    }

    /// The value at `I`, which is not there.
    #[inline(always)]
    #[must_use]
    pub fn gone<const I: usize>(&self) -> Gone<V::Of>
    where
        V: Member<I>,
    {
        Gone::new()
    }
}

type Lengths<'t> = Map<Iter<'t, u64>, fn(&u64) -> usize>;

#[allow(clippy::cast_possible_truncation, reason = "it was a length")]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the elements of an iterator")]
fn length(word: &u64) -> usize {
    *word as usize
}

impl<'t, V> Told<'t, V> {
    /// The lengths of the value at `i`.
    fn lengths(&self, i: usize) -> Lengths<'t> {
        let mut words = self.words;
        for _ in 0..i {
            words = &words[1 + length(&words[0])..];
        }
        words[1..=length(&words[0])].iter().map(length)
    }

    /// A zero cotangent for the value at `I`. One at a time, because a tuple of large ones would be copied.
    #[inline(always)]
    #[must_use]
    pub fn zero<const I: usize>(&self) -> Ct<V::Of>
    where
        V: Member<I, Of: Differentiable>,
    {
        if Ct::<V::Of>::SIZED {
            return Tangent::neutral();
        }
        form::zero::<V::Of>(Zero::Neutral, &mut self.lengths(I))
    }

    /// Memory for a cotangent of the value at `I`, without meaningful contents yet.
    #[inline(always)]
    #[must_use]
    #[expect(clippy::unused_self, reason = "it tells the types")]
    pub fn room<const I: usize>(&self) -> MaybeUninit<Ct<V::Of>>
    where
        V: Member<I, Of: Differentiable>,
    {
        MaybeUninit::uninit()
    }

    /// The value at `I`, which is not there.
    #[inline(always)]
    #[must_use]
    #[expect(clippy::unused_self, reason = "it tells the types")]
    pub fn gone<const I: usize>(&self) -> Gone<V::Of>
    where
        V: Member<I>,
    {
        Gone::new()
    }
}

impl<V> Link for Forms<V> {
    const NEW: Self = Self(PhantomData);
}
impl<V: Forming> Entries for Forms<V> {
    const WORDS: usize = 0;
    const EVEN: bool = V::SIZED;
}

macro_rules! forms {
    ($($v:ident $i:tt),+) => {
        impl<$($v: Formed),+> FormedValues for ($($v,)+) {
            type Values = ($($v::Of,)+);
            fn words(&self) -> usize {
                0 $(+ 1 + self.$i.count())+
            }
            fn tell(self, tell: &mut dyn FnMut(usize)) {
                $(
                    tell(self.$i.count());
                    self.$i.tell(tell);
                )+
            }
        }
        impl<$($v: Differentiable),+> Forming for ($($v,)+) {
            const SIZED: bool = true $(&& Ct::<$v>::SIZED)+;
        }
    };
}
forms!(A 0);
forms!(A 0, B 1);
forms!(A 0, B 1, C 2);
forms!(A 0, B 1, C 2, D 3);
forms!(A 0, B 1, C 2, D 3, E 4);
forms!(A 0, B 1, C 2, D 3, E 4, F 5);
forms!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
forms!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
