//! `Vec` and `Box`, whose tangents own memory too, and text, which has no derivative. The tangent of a `Vec`, or of a boxed slice, is as
//! long as the value.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Accepts, Difference, Differentiable, NoGrad, Tangent, Yes, Zero, add, all_agree, form, inner};

/// It may stand beside numbers: `(String, f64)`.
#[diagnostic::do_not_recommend]
impl Differentiable for String {
    type Tangent = NoGrad;
}

macro_rules! list {
    ($($t:ty => $tangent:ty;)*) => {$(
        impl<T: Differentiable> Differentiable for $t {
            type Tangent = $tangent;
            fn agrees(found: &Self, expected: &Self) -> Result<(), Difference> {
                if found.len() != expected.len() {
                    return Err(Difference::Lengths(found.len(), expected.len()));
                }
                all_agree(found, expected)
            }
            fn tell_form(&self, tell: &mut dyn FnMut(usize)) {
                tell(self.len());
                self.iter().for_each(|element| form::tell(element, tell));
            }
            fn zero_of_form(zero: Zero, lengths: &mut dyn Iterator<Item = usize>) -> Self::Tangent {
                let length = lengths.next().unwrap_or(0);
                (0..length).map(|_| form::zero::<T>(zero, lengths)).collect()
            }
        }

        /// Without elements it is the zero of any length.
        impl<T: Tangent> Tangent for $t {
            #[inline]
            fn zero() -> Self {
                Self::default()
            }
            #[inline]
            fn neutral() -> Self {
                Self::default()
            }
            fn accumulate(&mut self, other: &Self) {
                if self.is_empty() {
                    self.clone_from(other);
                } else if !other.is_empty() {
                    same_length(self, other);
                    add(self, other);
                }
            }
            fn scale(&mut self, factor: f64) {
                self.iter_mut().for_each(|element| element.scale(factor));
            }
            fn inner(&self, other: &Self) -> f64 {
                if self.is_empty() || other.is_empty() {
                    return 0.0;
                }
                same_length(self, other);
                inner(self, other)
            }
            const PLAIN: bool = T::PLAIN;
            const SIZED: bool = false;
            fn clear(place: &mut Self) {
                place.iter_mut().for_each(T::clear);
            }
        }

        super::accepts_itself!(impl[T: Tangent] for $t);
        /// A function may take the list as a slice.
        impl<T: Tangent> Accepts<[T]> for $t {
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
    )*};
}
list! {
    Vec<T> => Vec<T::Tangent>;
    Box<[T]> => Box<[T::Tangent]>;
}

#[track_caller]
fn same_length<T>(one: &[T], other: &[T]) {
    assert!(
        one.len() == other.len(),
        "a tangent of {} elements meets one of {}: the tangent of a `Vec` has the length of the value (see `zero_of`)",
        one.len(),
        other.len()
    );
}

impl<T: Differentiable> Differentiable for Box<T> {
    type Tangent = Box<T::Tangent>;
    fn agrees(found: &Self, expected: &Self) -> Result<(), Difference> {
        T::agrees(found, expected)
    }
    fn tell_form(&self, tell: &mut dyn FnMut(usize)) {
        (**self).tell_form(tell);
    }
    fn zero_of_form(zero: Zero, lengths: &mut dyn Iterator<Item = usize>) -> Self::Tangent {
        if T::Tangent::SIZED { T::Tangent::boxed(zero) } else { Box::new(T::zero_of_form(zero, lengths)) }
    }
}

impl<T: Tangent> Tangent for Box<T> {
    #[inline]
    fn zero() -> Self {
        T::boxed(Zero::Plain)
    }
    #[inline]
    fn neutral() -> Self {
        T::boxed(Zero::Neutral)
    }
    fn accumulate(&mut self, other: &Self) {
        (**self).accumulate(other);
    }
    fn scale(&mut self, factor: f64) {
        (**self).scale(factor);
    }
    fn inner(&self, other: &Self) -> f64 {
        (**self).inner(other)
    }
    const PLAIN: bool = T::PLAIN;
    const SIZED: bool = T::SIZED;
    fn clear(place: &mut Self) {
        T::clear(place);
    }
}
super::accepts_itself!(impl[T: Tangent] for Box<T>);
/// A function may take the content of a `Box`.
impl<T: Tangent> Accepts<T> for Box<T> {
    type Wanted = Yes;
    #[inline(always)]
    fn as_sink(&mut self) -> Option<&mut T> {
        Some(self)
    }
    #[inline(always)]
    fn as_source(&self) -> Option<&T> {
        Some(self)
    }
}
