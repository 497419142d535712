//! Tangent spaces: the types of derivatives with respect to a value, and their addition.
//!
//! Every differentiable type names its [`Tangent`](Differentiable::Tangent) type. Numbers, arrays, tuples and tensors
//! are their own tangent space. `#[derive(Differentiable)]` gives a struct a tangent struct of the same form. Integers,
//! `bool` and text have no derivative, which is [`NoGrad`]. The same type serves as tangent (forward mode) and
//! cotangent (reverse mode).
//!
//! ```
//! use cotangent::prelude::*;
//!
//! #[derive(Differentiable)]
//! struct Spring { stiffness: f64, rest: [f64; 2], coils: usize }
//!
//! // `SpringTangent` is a struct like any other, with the same field names.
//! let mut gradient: SpringTangent = Spring::zero_tangent();
//! assert_eq!((gradient.stiffness, gradient.rest, gradient.coils), (0.0, [0.0, 0.0], NoGrad));
//!
//! // It is a vector space, and its numbers can be walked.
//! gradient.rest = [3.0, 4.0];
//! gradient.scale(2.0);
//! assert_eq!(gradient.inner(&gradient), 100.0);
//! assert_eq!(gradient.leaf(1), Leaf::F64(&[6.0, 8.0]));
//! ```
//!
//! # Options and results
//!
//! The derivative of an `Option` or a `Result` is that of its value, and zero without a value. The content of an `Err`
//! has no derivative.
//!
//! ```
//! use cotangent::prelude::*;
//!
//! #[differentiable]
//! fn root(x: f64) -> Option<f64> {
//!     if x < 0.0 { None } else { Some(x.sqrt()) }
//! }
//!
//! #[differentiable]
//! fn half_root(x: f64) -> Option<f64> {
//!     Some(0.5 * root(x)?)
//! }
//! assert_eq!(half_root::value_and_grad(4.0), (Some(1.0), 0.125));
//! assert_eq!(half_root::value_and_grad(-4.0), (None, 0.0));
//! ```

use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo};

mod accepts;
pub(crate) mod difference;
#[cfg(feature = "alloc")]
pub(crate) mod extent;
mod flag;
pub(crate) mod form;
#[cfg(feature = "alloc")]
mod heap;
mod option;
mod owned;

pub use accepts::Accepts;
#[cfg(feature = "alloc")]
pub use extent::Extent;
pub use flag::{Flag, No, Yes};
pub use form::{Zero, zero_of};
pub use owned::Owned;

pub(crate) use difference::{DEBUG, Difference};

/// A type whose values have a tangent space.
///
/// ```
/// use cotangent::prelude::*;
///
/// fn is<A: Differentiable<Tangent = B>, B>() {}
/// is::<f64, f64>();
/// is::<[f32; 3], [f32; 3]>();
/// is::<Matrix<f64, 2, 2>, Matrix<f64, 2, 2>>();
/// is::<usize, NoGrad>(); // a whole number does not vary smoothly
/// is::<(f64, bool), (f64, NoGrad)>();
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not differentiable",
    label = "has no tangent space",
    note = "put `#[derive(Differentiable)]` on the struct or enum, or mark the field or parameter `#[constant]`"
)]
pub trait Differentiable {
    /// The type of derivatives with respect to a value of this type.
    type Tangent: Tangent
    where
        Self: Sized;
    /// Whether the numbers of two values are the same, bit by bit. NaN equals NaN; parts without a derivative are not
    /// compared.
    #[doc(hidden)]
    fn agrees(_found: &Self, _expected: &Self) -> Result<(), Difference>
    where
        Self: Sized,
    {
        Ok(())
    }
    /// Tells the lengths of the value that its type does not say, in the order in which
    /// [`zero_of_form`](Self::zero_of_form) asks for them. Not called if the tangent is [`SIZED`](Tangent::SIZED).
    #[doc(hidden)]
    #[inline(always)]
    fn tell_form(&self, _tell: &mut dyn FnMut(usize)) {}
    /// A zero tangent of these lengths. Not called if the tangent is [`SIZED`](Tangent::SIZED).
    #[doc(hidden)]
    #[inline(always)]
    fn zero_of_form(zero: Zero, _lengths: &mut dyn Iterator<Item = usize>) -> Self::Tangent
    where
        Self: Sized,
    {
        zero.of()
    }
}

/// A vector space of derivatives.
///
/// ```
/// use cotangent::prelude::*;
///
/// let mut g = <[f64; 2]>::zero();
/// g.accumulate(&[3.0, 4.0]);
/// g.scale(2.0);
/// assert_eq!(g, [6.0, 8.0]);
/// assert_eq!(g.inner(&g), 100.0); // the squared Euclidean norm
/// ```
pub trait Tangent: Accepts<Self> + Clone + Sized {
    /// The zero vector.
    fn zero() -> Self;
    /// The zero vector with `-0.0` entries, the exact neutral element of floating-point addition (`x + -0.0` is `x` for
    /// every `x`, so the compiler can drop the addition). Generated code starts its accumulators with it.
    #[doc(hidden)]
    fn neutral() -> Self;
    /// An array of zero vectors: one of numbers is filled, not made of one after the other.
    #[doc(hidden)]
    #[inline(always)]
    fn zeros<const N: usize>() -> [Self; N] {
        core::array::from_fn(|_| Self::zero())
    }
    /// An array of [`neutral`](Self::neutral) elements.
    #[doc(hidden)]
    #[inline(always)]
    fn neutrals<const N: usize>() -> [Self; N] {
        core::array::from_fn(|_| Self::neutral())
    }
    /// `self += other`.
    fn accumulate(&mut self, other: &Self);
    /// `self *= factor`.
    fn scale(&mut self, factor: f64);
    /// The Euclidean inner product, summed in `f64`.
    fn inner(&self, other: &Self) -> f64;
    /// Whether the `f64` of [`inner`](Self::inner) can hold the whole result: not for dual numbers.
    #[doc(hidden)]
    const PLAIN: bool = true;
    /// Whether a rule may write a contribution instead of adding it: for tensors, which accept only their own type.
    #[doc(hidden)]
    const WRITABLE: bool = false;
    /// Whether the first contribution is written instead of added to zeros: for large tensors.
    #[doc(hidden)]
    const WRITTEN: bool = Self::WRITABLE && size_of::<Self>() > SMALL;
    /// Starts a vector in this memory: neutral, or with any numbers if the first contribution is
    /// [`WRITTEN`](Self::WRITTEN).
    #[doc(hidden)]
    #[inline(always)]
    fn enter(room: &mut MaybeUninit<Self>) -> &mut Self {
        room.write(Self::neutral())
    }
    /// Whether it is known to be zero: only numbers know.
    #[doc(hidden)]
    #[inline(always)]
    fn is_nothing(&self) -> bool {
        false
    }
    /// Whether the type says the lengths of a vector. If not, [`zero`](Self::zero) has no elements and stands for the zero
    /// of any length.
    #[doc(hidden)]
    const SIZED: bool = true;
    /// A zero on the heap. A tensor and a list are made there, and are never on the stack.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    fn boxed(zero: Zero) -> alloc::boxed::Box<Self> {
        alloc::boxed::Box::new(zero.of())
    }
    /// Makes the vector neutral, of the same lengths.
    #[doc(hidden)]
    #[inline(always)]
    fn clear(place: &mut Self) {
        *place = Self::neutral();
    }
    /// The bytes of its numbers, which can become another vector: only for tensors.
    #[doc(hidden)]
    #[inline(always)]
    fn as_bytes_mut(&mut self) -> Option<&mut [u8]> {
        None
    }
    /// A vector in these bytes, if their number is right.
    #[doc(hidden)]
    #[inline(always)]
    fn of_bytes_mut(_: &mut [u8]) -> Option<&mut Self> {
        None
    }
}

/// Shorthand for the tangent type of `T`.
///
/// ```
/// use cotangent::prelude::*;
///
/// fn norm<T: Differentiable>(gradient: &Ct<T>) -> f64 {
///     gradient.inner(gradient).sqrt()
/// }
/// assert_eq!(norm::<[f64; 2]>(&[3.0, 4.0]), 5.0);
/// ```
pub type Ct<T> = <T as Differentiable>::Tangent;

/// The absence of a derivative: the tangent of integers and of `#[constant]` fields, and the [slot](crate::slot::Slot)
/// that takes no cotangent.
///
/// ```
/// use cotangent::prelude::*;
///
/// #[derive(Differentiable)]
/// struct Spring { stiffness: f64, #[constant] mass: f64, coils: usize }
///
/// assert_eq!(Spring::zero_tangent(), SpringTangent { stiffness: 0.0, mass: NoGrad, coils: NoGrad });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoGrad;

impl Tangent for NoGrad {
    fn zero() -> Self {
        Self
    }
    fn neutral() -> Self {
        Self
    }
    fn accumulate(&mut self, _: &Self) {}
    fn scale(&mut self, _: f64) {}
    fn inner(&self, _: &Self) -> f64 {
        0.0
    }
}

/// An element of a value without a derivative has none either.
impl<I> core::ops::Index<I> for NoGrad {
    type Output = Self;
    #[inline(always)]
    fn index(&self, _: I) -> &Self {
        self
    }
}
impl<I> core::ops::IndexMut<I> for NoGrad {
    #[inline(always)]
    fn index_mut(&mut self, _: I) -> &mut Self {
        self
    }
}

/// A tangent without numbers takes no contributions.
macro_rules! accepts_nothing {
    ($t:ty) => {
        impl<V: ?Sized> $crate::differentiable::Accepts<V> for $t {
            type Wanted = $crate::differentiable::No;
            #[inline(always)]
            fn as_sink(&mut self) -> Option<&mut V> {
                None
            }
            #[inline(always)]
            fn as_source(&self) -> Option<&V> {
                None
            }
        }
    };
}
#[cfg(feature = "alloc")]
use accepts_nothing;
accepts_nothing!(NoGrad);

macro_rules! constant {
    ($($t:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Differentiable for $t {
            type Tangent = NoGrad;
        }
    )*};
}
constant!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool char NoGrad);
constant!(() &'static str);
constant!(Range<usize> RangeFrom<usize> RangeTo<usize> RangeInclusive<usize> RangeFull);

/// It is not a value of the type that it names.
#[diagnostic::do_not_recommend]
impl<T: ?Sized> Differentiable for PhantomData<T> {
    type Tangent = NoGrad;
}

/// A tangent takes contributions of its own type.
macro_rules! accepts_itself {
    (impl[$($generics:tt)*] for $t:ty) => {
        impl<$($generics)*> $crate::differentiable::Accepts<Self> for $t {
            type Wanted = $crate::differentiable::Yes;
            #[inline(always)]
            fn as_sink(&mut self) -> Option<&mut Self> {
                Some(self)
            }
            #[inline(always)]
            fn as_source(&self) -> Option<&Self> {
                Some(self)
            }
        }
    };
}
pub(crate) use accepts_itself;

impl<T: Differentiable, const N: usize> Differentiable for [T; N] {
    type Tangent = [T::Tangent; N];
    fn agrees(found: &Self, expected: &Self) -> Result<(), Difference> {
        all_agree(found, expected)
    }
    fn tell_form(&self, tell: &mut dyn FnMut(usize)) {
        self.iter().for_each(|element| element.tell_form(tell));
    }
    fn zero_of_form(zero: Zero, lengths: &mut dyn Iterator<Item = usize>) -> Self::Tangent {
        core::array::from_fn(|_| T::zero_of_form(zero, lengths))
    }
}
accepts_itself!(impl[T: Tangent, const N: usize] for [T; N]);
/// A function may take an array as a slice.
impl<T: Tangent, const N: usize> Accepts<[T]> for [T; N] {
    type Wanted = Yes;
    #[inline(always)]
    fn as_sink(&mut self) -> Option<&mut [T]> {
        Some(self)
    }
    #[inline(always)]
    fn as_source(&self) -> Option<&[T]> {
        Some(self)
    }
}
impl<T: Tangent> Accepts<Self> for [T] {
    type Wanted = Yes;
    #[inline(always)]
    fn as_sink(&mut self) -> Option<&mut Self> {
        Some(self)
    }
    #[inline(always)]
    fn as_source(&self) -> Option<&Self> {
        Some(self)
    }
}
impl<T: Tangent, const N: usize> Tangent for [T; N] {
    #[inline(always)]
    fn zero() -> Self {
        T::zeros()
    }
    #[inline(always)]
    fn neutral() -> Self {
        if size_of::<Self>() > SMALL { T::zeros() } else { T::neutrals() }
    }
    #[inline(always)]
    fn accumulate(&mut self, other: &Self) {
        add(self, other);
    }
    fn scale(&mut self, factor: f64) {
        for a in self {
            a.scale(factor);
        }
    }
    fn inner(&self, other: &Self) -> f64 {
        inner(self, other)
    }
    const PLAIN: bool = T::PLAIN;
    const SIZED: bool = T::SIZED;
    #[cfg(feature = "alloc")]
    fn boxed(zero: Zero) -> alloc::boxed::Box<Self> {
        let list: alloc::boxed::Box<[T]> = (0..N).map(|_| zero.of()).collect();
        list.try_into().unwrap_or_else(|_| unreachable!("of this length"))
    }
    #[inline(always)]
    fn clear(place: &mut Self) {
        if T::SIZED { *place = Self::neutral() } else { place.iter_mut().for_each(T::clear) }
    }
}

/// Bytes of a tensor or an array that begins at `-0.0`. A larger one begins at `0.0`, with which memory is filled faster.
pub(crate) const SMALL: usize = 256;

/// Whether all elements are the same.
pub(crate) fn all_agree<T: Differentiable>(found: &[T], expected: &[T]) -> Result<(), Difference> {
    found.iter().zip(expected).try_for_each(|(found, expected)| T::agrees(found, expected))
}

/// `to += from`.
#[inline(always)]
pub(crate) fn add<T: Tangent>(to: &mut [T], from: &[T]) {
    for (a, b) in to.iter_mut().zip(from) {
        a.accumulate(b);
    }
}

/// The sum of the inner products.
pub(crate) fn inner<T: Tangent>(a: &[T], b: &[T]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.inner(b)).sum()
}

macro_rules! tuple {
    ($($t:ident $i:tt),+) => {
        #[diagnostic::do_not_recommend]
        impl<$($t: Differentiable),+> Differentiable for ($($t,)+) {
            type Tangent = ($($t::Tangent,)+);
            fn agrees(found: &Self, expected: &Self) -> Result<(), Difference> {
                $($t::agrees(&found.$i, &expected.$i)?;)+
                Ok(())
            }
            fn tell_form(&self, tell: &mut dyn FnMut(usize)) {
                $(form::tell(&self.$i, tell);)+
            }
            fn zero_of_form(zero: Zero, lengths: &mut dyn Iterator<Item = usize>) -> Self::Tangent {
                ($(form::zero::<$t>(zero, lengths),)+)
            }
        }
        accepts_itself!(impl[$($t: Tangent),+] for ($($t,)+));
        impl<$($t: Tangent),+> Tangent for ($($t,)+) {
            #[inline(always)]
            fn zero() -> Self {
                ($($t::zero(),)+)
            }
            #[inline(always)]
            fn neutral() -> Self {
                ($($t::neutral(),)+)
            }
            #[inline(always)]
            fn accumulate(&mut self, other: &Self) {
                $(self.$i.accumulate(&other.$i);)+
            }
            fn scale(&mut self, factor: f64) {
                $(self.$i.scale(factor);)+
            }
            fn inner(&self, other: &Self) -> f64 {
                0.0 $(+ self.$i.inner(&other.$i))+
            }
            const PLAIN: bool = true $(&& $t::PLAIN)+;
            const SIZED: bool = true $(&& $t::SIZED)+;
            #[inline(always)]
            fn clear(place: &mut Self) {
                $($t::clear(&mut place.$i);)+
            }
        }
    };
}
tuple!(A 0);
tuple!(A 0, B 1);
tuple!(A 0, B 1, C 2);
tuple!(A 0, B 1, C 2, D 3);
tuple!(A 0, B 1, C 2, D 3, E 4);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);
