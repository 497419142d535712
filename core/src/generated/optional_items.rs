//! An `Option` as an iterator: a mark that the macro knows by its name, and that takes nothing else.

use core::option::Option;
use core::result::Result;

/// What has one item or none. A `Result` is one too, because what is tested and unwrapped may be either.
pub trait AtMostOne: IntoIterator {}

impl<T> AtMostOne for Option<T> {}
impl<T> AtMostOne for &Option<T> {}
impl<T> AtMostOne for &mut Option<T> {}
impl<T, E> AtMostOne for Result<T, E> {}
impl<T, E> AtMostOne for &Result<T, E> {}
impl<T, E> AtMostOne for &mut Result<T, E> {}

/// The items of an `Option`, which are one or none.
#[inline(always)]
pub fn optional_items<O: AtMostOne>(option: O) -> O::IntoIter {
    option.into_iter()
}
