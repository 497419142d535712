//! The links between the two halves of a generated function.
//!
//! Both halves are in one body, so one zero-sized [`Saved`] value can tell the reverse half the types of the values
//! that the forward half pushed: they are inferred once and cannot differ. The type-level [flags](super::flag) of the
//! rules decide which values are stored; a value that is not read takes no room.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::flag::{Gone, Keeps};
use super::taped::Taped;
use super::words::{Frame, Tape, entry_words};
use crate::differentiable::{Ct, Differentiable, Tangent, Yes};

/// A primal value in the reverse sweep: present if a rule declared that it reads the value. A [rule](crate::rule) gets
/// one for every operand, and one for the output.
///
/// ```
/// use cotangent::tape::Read;
///
/// let kept = Read::live(&[1.0, 2.0]);
/// assert_eq!(kept.get(), &[1.0, 2.0]);
/// assert_eq!(kept.map(|x| &x[1]).get(), &2.0);
/// ```
#[derive(Debug)]
pub struct Read<'a, V: ?Sized>(Option<&'a V>);

/// A list in the reverse sweep, for a method that takes a slice.
pub trait ReadList<T> {
    /// Its elements, if they are present.
    fn list(&self) -> Read<'_, [T]>;
}

impl<T, L: AsRef<[T]> + ?Sized> ReadList<T> for Read<'_, L> {
    #[inline(always)]
    fn list(&self) -> Read<'_, [T]> {
        self.map(L::as_ref)
    }
}

impl<V: ?Sized> Clone for Read<'_, V> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<V: ?Sized> Copy for Read<'_, V> {}

impl<'a, V: ?Sized> Read<'a, V> {
    /// A value that is present in the reverse sweep.
    #[inline(always)]
    pub fn live(value: &'a V) -> Self {
        Self(Some(value))
    }

    /// An absent value: a rule gets it for an operand that its `Reads` does not declare.
    #[inline(always)]
    #[must_use]
    pub const fn absent() -> Self {
        Self(None)
    }

    /// The value, if it is present.
    #[inline(always)]
    pub(crate) fn there(self) -> Option<&'a V> {
        self.0
    }

    /// A part of the value.
    #[inline(always)]
    #[must_use]
    pub fn map<P: ?Sized>(self, part: impl FnOnce(&'a V) -> &'a P) -> Read<'a, P> {
        Read(self.0.map(part))
    }

    /// The value.
    ///
    /// # Panics
    /// When the `Reads` of the rule that asks does not declare the value.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn get(self) -> &'a V {
        // Not a method of `Option`: debug builds do not inline it.
        let Some(value) = self.0 else { undeclared() };
        value
    }
}

#[doc(hidden)]
impl<'a, V: ?Sized> Read<'a, V> {
    /// A value that the rule does not read.
    #[inline(always)]
    #[must_use]
    pub fn __unread(_: &'a V) -> Self {
        Self(None)
    }

    /// The same for an absent value, from a witness of its type.
    #[inline(always)]
    pub fn __gone(_: &impl FnOnce() -> &'a V) -> Self {
        Self(None)
    }

    /// The same for a part of a value, present or absent.
    #[inline(always)]
    pub fn __unread_part(_: impl FnOnce() -> &'a V) -> Self {
        Self(None)
    }

    /// The same for a value that is recomputed.
    #[inline(always)]
    pub fn __unread_value(_: impl FnOnce() -> V) -> Self
    where
        V: Sized,
    {
        Self(None)
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn undeclared() -> ! {
    panic!("a rule reads a primal value again that its `Reads` does not declare")
}

/// The values of one block that the reverse half reads: `V` is the tuple of their types, `F` the tuple of their flags.
#[derive(Debug)]
pub struct Saved<V, F>(PhantomData<fn() -> (V, F)>);

impl<V, F> Saved<V, F> {
    /// A link whose types the forward half will determine.
    #[inline(always)]
    #[must_use]
    #[expect(clippy::new_without_default, reason = "it is a link, not a value")]
    pub const fn new() -> Self {
        Self(PhantomData)
    }

    /// Forward half: stores the values whose flag is set.
    #[inline(always)]
    pub fn push<R>(&self, tape: &mut Tape<'_>, values: R, _flags: F)
    where
        R: Refs<F, Values = V>,
        V: Group<F>,
        F: 'static,
    {
        if V::FIXED {
            tape.push::<(V, F)>(V::WORDS, |frame| values.put(frame));
        } else {
            tape.push_sized::<(V, F)>(values.words(), |frame| values.put(frame));
        }
    }

    /// Forward half: makes the link, and stores the values whose flag is set.
    #[inline(always)]
    #[must_use]
    pub fn pushed<R>(tape: &mut Tape<'_>, values: R, flags: F) -> Self
    where
        R: Refs<F, Values = V>,
        V: Group<F>,
        F: 'static,
    {
        let link = Self::new();
        link.push(tape, values, flags);
        link
    }

    /// Reverse half: reads them.
    #[inline(always)]
    #[track_caller]
    pub fn pop<'t>(&self, tape: &mut Tape<'t>) -> V::Kept<'t>
    where
        V: Group<F>,
        F: 'static,
    {
        V::view(&mut if V::FIXED { tape.pop::<(V, F)>(V::WORDS) } else { tape.pop_sized::<(V, F)>() })
    }

    /// Reverse half: the value at `I`, before it is read.
    #[inline(always)]
    #[must_use]
    pub fn gone<const I: usize>(&self) -> Gone<V::Of>
    where
        V: Member<I>,
    {
        Gone::new()
    }

    /// Words that [`push`](Self::push) takes.
    #[must_use]
    pub const fn words(&self) -> usize
    where
        V: Group<F>,
    {
        if V::FIXED { entry_words(V::WORDS) } else { super::UNBOUNDED }
    }
}

impl<V: Taped> Saved<(V,), (Yes,)> {
    /// Forward half: the place of the value on the tape, to be written; `None` if it cannot be made there, or if there
    /// is no room.
    #[inline(always)]
    #[must_use]
    pub fn place<'t>(&self, tape: &mut Tape<'t>) -> Option<&'t mut V> {
        if !V::HAS_PLACE {
            return None;
        }
        Some(V::place(&mut tape.entry::<((V,), (Yes,))>(V::WORDS)?))
    }
}

/// What the forward half tells the reverse half in one word: which branch or arm it took, or how often a loop ran.
pub trait Told: Taped + Copy {}
impl Told for bool {}
impl Told for usize {}

/// Forward half: tells it.
#[inline(always)]
pub fn tell<T: Told>(tape: &mut Tape<'_>, what: T) {
    Saved::new().push(tape, (&what,), (Yes,));
}

/// Reverse half: reads it.
#[inline(always)]
#[must_use]
#[track_caller]
pub fn told<T: Told>(tape: &mut Tape<'_>) -> T {
    *Saved::<(T,), (Yes,)>::new().pop(tape).0.get()
}

/// A list whose length may be in its type.
pub trait Length {
    /// The length.
    type Size: Size;
}

/// A length.
pub trait Size: 'static {
    /// The number of elements; [`UNBOUNDED`](super::UNBOUNDED) if it is not in the type.
    const LENGTH: usize;
}

/// The length of an array.
#[derive(Debug)]
pub struct Fixed<const N: usize>;

/// A length that is not in the type.
#[derive(Debug)]
pub struct Unbounded;

impl<const N: usize> Size for Fixed<N> {
    const LENGTH: usize = N;
}
impl Size for Unbounded {
    const LENGTH: usize = super::UNBOUNDED;
}
impl<T> Length for [T] {
    type Size = Unbounded;
}
#[cfg(feature = "alloc")]
impl<T> Length for alloc::vec::Vec<T> {
    type Size = Unbounded;
}
#[cfg(feature = "alloc")]
impl<T: Length + ?Sized> Length for alloc::boxed::Box<T> {
    type Size = T::Size;
}
impl<T, const N: usize> Length for [T; N] {
    type Size = Fixed<N>;
}
impl<T: Length + ?Sized> Length for &T {
    type Size = T::Size;
}
impl<T: Length + ?Sized> Length for &mut T {
    type Size = T::Size;
}

/// The length of a list, as a type.
#[inline(always)]
pub fn length_of<T: Length + ?Sized>(_: &T) -> Ty<T::Size> {
    Ty::new()
}

/// References to the values of a [`Saved`] group.
pub trait Refs<F> {
    /// The types of the values.
    type Values: Group<F>;
    /// The words of those whose flag is set.
    fn words(&self) -> usize;
    /// Writes those whose flag is set.
    fn put(self, frame: &mut Frame<&mut [u64]>);
}

/// A tuple of values that are pushed together, each if its flag in `F` is set.
pub trait Group<F>: 'static {
    /// Words of the values that are stored; the least if they are not [`FIXED`](Self::FIXED).
    const WORDS: usize;
    /// Whether the types say how many words that is.
    const FIXED: bool;
    /// The values in the reverse half.
    type Kept<'t>;
    /// Reads what [`Refs::put`] wrote.
    fn view<'t>(frame: &mut Frame<&'t [u64]>) -> Self::Kept<'t>;
}

/// A tuple, indexed by position.
pub trait Member<const I: usize> {
    /// The part at `I`.
    type Of;
}

macro_rules! group {
    ($($v:ident $f:ident $i:tt),+) => {
        impl<'a, $($v, $f: Keeps<$v>),+> Refs<($($f,)+)> for ($(&'a $v,)+)
        where
            ($($v,)+): 'static,
        {
            type Values = ($($v,)+);
            #[inline(always)]
            fn words(&self) -> usize {
                0 $(+ $f::words_of(self.$i))+
            }
            #[inline(always)]
            fn put(self, frame: &mut Frame<&mut [u64]>) {
                $($f::put(self.$i, frame);)+
            }
        }
        impl<$($v, $f: Keeps<$v>),+> Group<($($f,)+)> for ($($v,)+)
        where
            Self: 'static,
        {
            const WORDS: usize = 0 $(+ $f::WORDS)+;
            const FIXED: bool = true $(&& $f::FIXED)+;
            type Kept<'t> = ($($f::Kept<'t>,)+);
            #[inline(always)]
            fn view<'t>(frame: &mut Frame<&'t [u64]>) -> Self::Kept<'t> {
                ($($f::view(frame),)+)
            }
        }
        group!(@at ($($v),+); $($v $i),+);
    };
    (@at $all:tt; $($v:ident $i:tt),+) => {
        $(group!(@one $all $v $i);)+
    };
    (@one ($($all:ident),+) $v:ident $i:tt) => {
        impl<$($all),+> Member<$i> for ($($all,)+) {
            type Of = $v;
        }
    };
}
group!(A FA 0);
group!(A FA 0, B FB 1);
group!(A FA 0, B FB 1, C FC 2);
group!(A FA 0, B FB 1, C FC 2, D FD 3);
group!(A FA 0, B FB 1, C FC 2, D FD 3, E FE 4);
group!(A FA 0, B FB 1, C FC 2, D FD 3, E FE 4, F FF 5);
group!(A FA 0, B FB 1, C FC 2, D FD 3, E FE 4, F FF 5, G FG 6);
group!(A FA 0, B FB 1, C FC 2, D FD 3, E FE 4, F FF 5, G FG 6, H FH 7);

/// Names a type that the forward half inferred: `Ty<(A, B)>` for the operands of a call, `Ty<R>` for the rule of a
/// method.
#[derive(Debug)]
#[allow(clippy::type_complexity, reason = "neither covariant nor contravariant: the type must be the same")]
pub struct Ty<T: ?Sized>(PhantomData<fn() -> fn(T)>);

/// What the reverse half of a function gets in place of an argument that is lent: nothing, or the types of all operands. Without these a
/// type parameter that only that argument names could not be inferred: its cotangent does not determine it.
pub trait StandsFor<T> {}
impl<T> StandsFor<T> for () {}
impl<T> StandsFor<T> for &Ty<T> {}

impl<T> Ty<T> {
    /// A link whose type the forward half will determine.
    #[inline(always)]
    #[must_use]
    #[allow(clippy::new_without_default, reason = "it is a link, not a value")]
    pub const fn new() -> Self {
        Self(PhantomData)
    }

    /// The type of a value.
    #[inline(always)]
    #[must_use]
    pub fn of(_: &T) -> Self {
        Self::new()
    }

    /// The type of the value that an option holds.
    #[inline(always)]
    #[must_use]
    pub fn inside(_: &Option<T>) -> Self {
        Self::new()
    }

    /// Determines the type.
    #[inline(always)]
    pub fn is(&self, _: &T) {}

    /// Determines the type by a value, and gives the value.
    #[inline(always)]
    #[must_use]
    pub fn that_of(&self, value: T) -> T {
        value
    }

    /// The links that this one stands for.
    #[must_use]
    pub const fn links(&self) -> T
    where
        T: Link,
    {
        T::NEW
    }

    /// A zero cotangent for a value of the type.
    #[inline(always)]
    #[must_use]
    pub fn zero(&self) -> Ct<T>
    where
        T: Differentiable,
    {
        Tangent::neutral()
    }

    /// Whether the types of entries say their sizes.
    #[inline(always)]
    #[must_use]
    pub const fn is_even(&self) -> bool
    where
        T: Entries,
    {
        T::EVEN
    }

    /// Memory for a cotangent of a value of the type, without meaningful contents yet.
    #[inline(always)]
    #[must_use]
    pub fn room(&self) -> MaybeUninit<Ct<T>>
    where
        T: Differentiable,
    {
        MaybeUninit::uninit()
    }

    /// A value of the type that was not saved.
    #[inline(always)]
    #[must_use]
    pub fn gone(&self) -> Gone<T> {
        Gone::new()
    }

    /// How many elements a value of the type has.
    #[must_use]
    pub const fn length(&self) -> usize
    where
        T: Size,
    {
        T::LENGTH
    }
}

/// A link, or a tuple of links, of which only the type matters.
pub trait Link {
    /// The one value.
    const NEW: Self;
}

impl<T> Link for Ty<T> {
    const NEW: Self = Self::new();
}
impl<V, F> Link for Saved<V, F> {
    const NEW: Self = Self::new();
}

/// The entries that a block pushes each time it runs, from its links. Blocks inside it push nothing.
pub trait Entries {
    /// Words of all entries.
    const WORDS: usize;
    /// Whether these are all entries.
    const EVEN: bool = true;
}

impl<T> Entries for Ty<T> {
    const WORDS: usize = 0;
}
impl<V: Group<F>, F> Entries for Saved<V, F> {
    const WORDS: usize = entry_words(V::WORDS);
    const EVEN: bool = V::FIXED;
}

/// A call whose number of pushed words is not known.
#[derive(Debug)]
pub struct Uneven;

impl Link for Uneven {
    const NEW: Self = Uneven;
}
impl Entries for Uneven {
    const WORDS: usize = 0;
    const EVEN: bool = false;
}

macro_rules! links {
    ($($l:ident)+) => {
        impl<$($l: Link),+> Link for ($($l,)+) {
            const NEW: Self = ($($l::NEW,)+);
        }
        impl<$($l: Entries),+> Entries for ($($l,)+) {
            const WORDS: usize = 0 $(+ $l::WORDS)+;
            const EVEN: bool = true $(&& $l::EVEN)+;
        }
    };
}
links!(A);
links!(A B);
links!(A B C);
links!(A B C D);
links!(A B C D E);
links!(A B C D E F);
links!(A B C D E F G);
links!(A B C D E F G H);
