//! The form of a value: the lengths in it that its type does not say. A zero tangent is made from a value, or from its
//! form where the value is no longer there.

use super::{Ct, Differentiable, Tangent};

/// Which zero: that of users, or the neutral element of addition, `-0.0`.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zero {
    /// `0.0`
    Plain,
    /// `-0.0`
    Neutral,
}

impl Zero {
    /// A zero vector of a type that says its lengths; of any other the zero of any length.
    #[inline(always)]
    #[must_use]
    pub fn of<C: Tangent>(self) -> C {
        match self {
            Self::Plain => C::zero(),
            Self::Neutral => C::neutral(),
        }
    }
}

/// The zero tangent of a value: its lists are as long as those of the value.
///
/// Where the type alone says the lengths, it is `T::zero_tangent()`.
///
/// ```
/// use cotangent::prelude::*;
/// use cotangent::zero_of;
///
/// #[derive(Differentiable)]
/// struct Layer { weights: Vec<f64>, bias: f64 }
///
/// let layer = Layer { weights: vec![1.0, 2.0], bias: 3.0 };
/// assert_eq!(zero_of(&layer), LayerTangent { weights: vec![0.0, 0.0], bias: 0.0 });
/// ```
#[inline(always)]
pub fn zero_of<V: Differentiable>(value: &V) -> Ct<V> {
    made_of(Zero::Plain, value)
}

/// One of the zeros of a value.
#[inline(always)]
pub(crate) fn made_of<V: Differentiable>(kind: Zero, value: &V) -> Ct<V> {
    if Ct::<V>::SIZED { kind.of() } else { made_of_lengths(kind, value) }
}

#[cfg(feature = "alloc")]
fn made_of_lengths<V: Differentiable>(kind: Zero, value: &V) -> Ct<V> {
    V::zero_of_form(kind, &mut lengths_of(value).into_iter())
}

#[cfg(feature = "alloc")]
fn lengths_of<V: Differentiable>(value: &V) -> alloc::vec::Vec<usize> {
    let mut lengths = alloc::vec::Vec::new();
    value.tell_form(&mut |length| lengths.push(length));
    lengths
}

/// Without an allocator types say all lengths.
#[cfg(not(feature = "alloc"))]
fn made_of_lengths<V: Differentiable>(kind: Zero, _: &V) -> Ct<V> {
    kind.of()
}

/// Tells the form of a part.
#[doc(hidden)]
#[inline(always)]
pub fn tell<V: Differentiable>(value: &V, tell: &mut dyn FnMut(usize)) {
    if !Ct::<V>::SIZED {
        value.tell_form(tell);
    }
}

/// A zero for a part.
#[doc(hidden)]
#[inline(always)]
pub fn zero<V: Differentiable>(kind: Zero, lengths: &mut dyn Iterator<Item = usize>) -> Ct<V> {
    if Ct::<V>::SIZED { kind.of() } else { V::zero_of_form(kind, lengths) }
}

/// The form of a value that may have moved by the end of its block. It has no destructor, because there is one for each
/// intermediate value: whoever takes it apart frees it.
#[doc(hidden)]
#[derive(Debug)]
pub struct Form<V: ?Sized> {
    #[cfg(feature = "alloc")]
    lengths: core::mem::ManuallyDrop<alloc::vec::Vec<usize>>,
    of: core::marker::PhantomData<fn(&V)>,
}

impl<V: Differentiable> Form<V> {
    /// The form of a value.
    #[inline(always)]
    #[must_use]
    #[allow(unused_variables, reason = "without an allocator types say all lengths")]
    pub fn of(value: &V) -> Self {
        Self {
            #[cfg(feature = "alloc")]
            lengths: core::mem::ManuallyDrop::new(if Ct::<V>::SIZED {
                alloc::vec::Vec::new()
            } else {
                lengths_of(value)
            }),
            of: core::marker::PhantomData,
        }
    }

    /// The same where it may go on the tape or not: where it does not, nobody frees it, and it has no lengths.
    #[inline(always)]
    #[must_use]
    #[allow(unused_variables, reason = "without an allocator types say all lengths")]
    pub fn if_taped(taped: bool, value: &V) -> Self {
        if taped {
            return Self::of(value);
        }
        Self {
            #[cfg(feature = "alloc")]
            lengths: core::mem::ManuallyDrop::new(alloc::vec::Vec::new()),
            of: core::marker::PhantomData,
        }
    }

    /// A neutral cotangent.
    #[inline(always)]
    #[must_use]
    pub fn zero(self) -> Ct<V> {
        if Ct::<V>::SIZED { Zero::Neutral.of() } else { V::zero_of_form(Zero::Neutral, &mut self.into_lengths()) }
    }

    /// How many lengths there are.
    #[inline(always)]
    #[allow(clippy::unused_self, reason = "as where there is an allocator")]
    pub(crate) fn count(&self) -> usize {
        #[cfg(feature = "alloc")]
        return self.lengths.len();
        #[cfg(not(feature = "alloc"))]
        return 0;
    }

    #[inline(always)]
    #[allow(clippy::unused_self, reason = "as where there is an allocator")]
    pub(crate) fn into_lengths(self) -> impl Iterator<Item = usize> {
        #[cfg(feature = "alloc")]
        return core::mem::ManuallyDrop::into_inner(self.lengths).into_iter();
        #[cfg(not(feature = "alloc"))]
        return core::iter::empty();
    }
}

/// What has a form: a reference to a value, or the form itself.
#[doc(hidden)]
pub trait Formed {
    /// The value.
    type Of: Differentiable;
    /// The number of its lengths.
    fn count(&self) -> usize;
    /// Tells them.
    fn tell(self, tell: &mut dyn FnMut(usize));
}

impl<V: Differentiable> Formed for &V {
    type Of = V;
    #[inline(always)]
    fn count(&self) -> usize {
        let mut count = 0;
        tell(*self, &mut |_| count += 1);
        count
    }
    #[inline(always)]
    fn tell(self, to: &mut dyn FnMut(usize)) {
        tell(self, to);
    }
}

impl<V: Differentiable> Formed for Form<V> {
    type Of = V;
    #[inline(always)]
    fn count(&self) -> usize {
        self.count()
    }
    #[inline(always)]
    fn tell(self, to: &mut dyn FnMut(usize)) {
        self.into_lengths().for_each(to);
    }
}
