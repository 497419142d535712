//! Tangent spaces: what the derivative with respect to a value looks like, and how such derivatives add up.
//!
//! Every type that can be differentiated names its [`Tangent`](Differentiable::Tangent) type. Numbers, arrays, tuples and tensors
//! are their own tangent space; a struct gets one of the same form from `#[derive(Differentiable)]`; integers, `bool` and `&str`
//! have none, which is [`NoGrad`]. The same type serves as tangent (forward mode) and cotangent (reverse mode).
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

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use crate::primal::Difference;
use crate::real::{Element, Real};
use crate::slot::Accepts;
use crate::tape::No;
use crate::tensor::{Shape, Tensor, anything};

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
    type Tangent: Tangent;
    /// Whether the numbers of two values are the same, bit by bit. NaN is the same as NaN; what has no derivative is not compared.
    #[doc(hidden)]
    fn agrees(_found: &Self, _expected: &Self) -> Result<(), Difference> {
        Ok(())
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
    /// The zero vector made of `-0.0`, the exact neutral element of floating-point addition (`x + -0.0` is `x` for every `x`,
    /// so the compiler can drop the addition). Generated code starts its accumulators with it.
    #[doc(hidden)]
    fn neutral() -> Self;
    /// `self += other`.
    fn accumulate(&mut self, other: &Self);
    /// `self *= factor`.
    fn scale(&mut self, factor: f64);
    /// The Euclidean inner product, summed in `f64`.
    fn inner(&self, other: &Self) -> f64;
    /// Whether [`inner`](Self::inner) has room for all that its numbers say: not if they are dual.
    #[doc(hidden)]
    const PLAIN: bool = true;
    /// Whether a rule may write a contribution: of tensors, which accept nothing but themselves.
    #[doc(hidden)]
    const WRITABLE: bool = false;
    /// Whether the first contribution is written and not added to zeros: of those that are large.
    #[doc(hidden)]
    const WRITTEN: bool = Self::WRITABLE && size_of::<Self>() > SMALL;
    /// A vector in memory that has nothing in it: neutral, or any vector if it is [`WRITTEN`](Self::WRITTEN) to.
    #[doc(hidden)]
    #[inline(always)]
    fn enter(room: &mut MaybeUninit<Self>) -> &mut Self {
        room.write(Self::neutral())
    }
    /// Whether it is known to be zero: of numbers.
    #[doc(hidden)]
    #[inline(always)]
    fn is_nothing(&self) -> bool {
        false
    }
    /// What is there becomes neutral.
    #[doc(hidden)]
    #[inline(always)]
    fn clear(place: &mut Self) {
        *place = Self::neutral();
    }
    /// The bytes of its numbers, which another vector can be made of: of tensors.
    #[doc(hidden)]
    #[inline(always)]
    fn as_bytes_mut(&mut self) -> Option<&mut [u8]> {
        None
    }
    /// A vector made of such bytes, if there are as many.
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

/// The absence of a derivative: the tangent of integers and of `#[constant]` fields, and the [slot](crate::slot::Slot) that wants
/// no cotangent.
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

/// An element of what has no derivative has none.
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

impl<V: ?Sized> Accepts<V> for NoGrad {
    type Wanted = No;
    #[inline(always)]
    fn as_sink(&mut self) -> Option<&mut V> {
        None
    }
    #[inline(always)]
    fn as_source(&self) -> Option<&V> {
        None
    }
}

macro_rules! constant {
    ($($t:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Differentiable for $t {
            type Tangent = NoGrad;
        }
    )*};
}
constant!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool char str NoGrad);
constant!(() &'static str);

/// It is no value of the type that it names.
#[diagnostic::do_not_recommend]
impl<T: ?Sized> Differentiable for PhantomData<T> {
    type Tangent = NoGrad;
}

/// A tensor of whole numbers, such as positions, has no derivative, as they have none.
macro_rules! constant_tensor {
    ($($t:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<S: Shape> Differentiable for Tensor<$t, S> {
            type Tangent = NoGrad;
        }
    )*};
}
constant_tensor!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

/// A tangent takes contributions of its own type.
macro_rules! accepts_itself {
    (impl[$($generics:tt)*] for $t:ty) => {
        impl<$($generics)*> Accepts<Self> for $t {
            type Wanted = crate::tape::Yes;
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
macro_rules! real {
    ($($t:ty)*) => {$(
        impl Differentiable for $t {
            type Tangent = $t;
            fn agrees(found: &Self, expected: &Self) -> Result<(), Difference> {
                if found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan() {
                    return Ok(());
                }
                Err(Difference::Numbers(Real::to_f64(*found), Real::to_f64(*expected)))
            }
        }
        accepts_itself!(impl[] for $t);
        impl Tangent for $t {
            #[inline(always)]
            fn zero() -> Self {
                <$t as Element>::ZERO
            }
            #[inline(always)]
            fn neutral() -> Self {
                -<$t as Element>::ZERO
            }
            #[inline(always)]
            fn accumulate(&mut self, other: &Self) {
                *self += *other;
            }
            #[inline(always)]
            fn scale(&mut self, factor: f64) {
                *self = <$t>::rounded(self.widen() * <$t as Real>::Wide::lit(factor));
            }
            #[inline(always)]
            fn inner(&self, other: &Self) -> f64 {
                Real::to_f64(*self) * Real::to_f64(*other)
            }
            #[inline(always)]
            fn is_nothing(&self) -> bool {
                *self == <$t as Element>::ZERO
            }
        }
    )*};
}

real!(f32 f64);
#[cfg(feature = "half")]
real!(half::f16 half::bf16);

impl<T: Differentiable, const N: usize> Differentiable for [T; N] {
    type Tangent = [T::Tangent; N];
    fn agrees(found: &Self, expected: &Self) -> Result<(), Difference> {
        all_agree(found, expected)
    }
}
accepts_itself!(impl[T: Tangent, const N: usize] for [T; N]);
/// A function may take an array as a slice.
impl<T: Tangent, const N: usize> Accepts<[T]> for [T; N] {
    type Wanted = crate::tape::Yes;
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
    type Wanted = crate::tape::Yes;
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
        core::array::from_fn(|_| T::zero())
    }
    #[inline(always)]
    fn neutral() -> Self {
        core::array::from_fn(|_| T::neutral())
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
}

/// Bytes of a tensor that may stay in registers.
pub(crate) const SMALL: usize = 256;

/// Whether all elements are the same.
fn all_agree<T: Differentiable>(found: &[T], expected: &[T]) -> Result<(), Difference> {
    found.iter().zip(expected).try_for_each(|(found, expected)| T::agrees(found, expected))
}

/// `to += from`.
#[inline(always)]
fn add<T: Tangent>(to: &mut [T], from: &[T]) {
    for (a, b) in to.iter_mut().zip(from) {
        a.accumulate(b);
    }
}

/// The sum of the inner products.
fn inner<T: Tangent>(a: &[T], b: &[T]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.inner(b)).sum()
}

/// What the tangent of a tensor consists of: numbers.
#[diagnostic::on_unimplemented(
    message = "a tensor of numbers that have no derivative is not differentiable",
    label = "its numbers have no derivative",
    note = "mark the field or parameter `#[constant]`"
)]
#[doc(hidden)]
pub trait Numbers: Element {}

#[diagnostic::do_not_recommend]
impl<T: Element> Numbers for T {}

impl<T: Element + Differentiable<Tangent: Numbers>, S: Shape> Differentiable for Tensor<T, S> {
    type Tangent = Tensor<T::Tangent, S>;
    fn agrees(found: &Self, expected: &Self) -> Result<(), Difference> {
        all_agree(found.as_slice(), expected.as_slice())
    }
}
accepts_itself!(impl[T: Element, S: Shape] for Tensor<T, S>);
impl<T: Element + Tangent, S: Shape> Tangent for Tensor<T, S> {
    #[inline(always)]
    fn zero() -> Self {
        Self::zeros()
    }
    /// Large ones are zeros, which the compiler writes where they are wanted, in one pass; additions to small ones it removes.
    #[inline(always)]
    fn neutral() -> Self {
        if size_of::<Self>() > SMALL { Self::ZEROS } else { Self::full(T::neutral()) }
    }
    #[inline(always)]
    fn accumulate(&mut self, other: &Self) {
        add(self.as_mut_slice(), other.as_slice());
    }
    fn scale(&mut self, factor: f64) {
        for a in self.as_mut_slice() {
            a.scale(factor);
        }
    }
    fn inner(&self, other: &Self) -> f64 {
        inner(self.as_slice(), other.as_slice())
    }
    const PLAIN: bool = T::PLAIN;
    const WRITABLE: bool = true;
    #[inline(always)]
    fn enter(room: &mut MaybeUninit<Self>) -> &mut Self {
        if Self::WRITTEN { anything(room) } else { room.write(Self::neutral()) }
    }
    #[inline(always)]
    fn clear(place: &mut Self) {
        if Self::WRITTEN { place.fill(T::ZERO) } else { *place = Self::neutral() }
    }
    #[inline(always)]
    fn as_bytes_mut(&mut self) -> Option<&mut [u8]> {
        Some(bytemuck::bytes_of_mut(self))
    }
    #[inline(always)]
    fn of_bytes_mut(bytes: &mut [u8]) -> Option<&mut Self> {
        bytemuck::try_from_bytes_mut(bytes).ok()
    }
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

/// The result of a function that always has a gradient: a single number.
///
/// The lifetime is only there to let the generated `grad` state the bound without the compiler rejecting its definition for
/// functions with other results.
#[diagnostic::on_unimplemented(
    message = "a gradient needs a scalar result, this function returns `{Self}`",
    label = "not a scalar",
    note = "use `vjp` with a seed of the result's type, or reduce the result with `sum()` or `mean()`",
    note = "if the result is an `Option` or a `Result` with a scalar, use `value_and_grad`: it tells whether there is a value"
)]
pub trait ScalarResult<'a>: PerhapsScalar<'a> {}

#[diagnostic::do_not_recommend]
impl<T: Real> ScalarResult<'_> for T {}

/// The result of a function that has a value with a gradient: a single number, or an `Option` or a `Result` with one.
#[diagnostic::on_unimplemented(
    message = "a gradient needs a scalar result, this function returns `{Self}`",
    label = "not a scalar",
    note = "use `vjp` with a seed of the result's type, or reduce the result with `sum()` or `mean()`"
)]
pub trait PerhapsScalar<'a>: Differentiable {
    /// The seed of the reverse sweep, `d y / d y`.
    fn one() -> Self::Tangent;
}

#[diagnostic::do_not_recommend]
impl<T: Real> PerhapsScalar<'_> for T {
    #[inline(always)]
    fn one() -> T {
        T::ONE
    }
}

#[diagnostic::do_not_recommend]
impl<T: Real> PerhapsScalar<'_> for Option<T> {
    #[inline(always)]
    fn one() -> T {
        T::ONE
    }
}

#[diagnostic::do_not_recommend]
impl<T: Real, E> PerhapsScalar<'_> for Result<T, E> {
    #[inline(always)]
    fn one() -> T {
        T::ONE
    }
}
