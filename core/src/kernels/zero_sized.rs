//! Places for values that take no memory.

#![allow(unsafe_code, reason = "a value without bytes is at every aligned address")]

use core::mem::forget;
use core::ptr::NonNull;

/// A reference to a value that takes no memory, for as long as one likes; `Box::leak` without an allocator.
#[inline(always)]
pub(crate) fn leaked<T>(value: T) -> &'static mut T {
    const { assert!(size_of::<T>() == 0, "the value takes memory") };
    forget(value);
    // SAFETY: the address is aligned and not null, which is all that a reference to no bytes needs; the value is there,
    // because it has been forgotten, and nobody else has a reference to it.
    unsafe { NonNull::dangling().as_mut() }
}

#[cfg(test)]
mod tests {
    #[derive(Debug, Default, PartialEq)]
    struct Nothing;

    #[test]
    fn a_value_without_bytes_has_a_place() {
        let (a, b) = (super::leaked([Nothing; 0]), super::leaked((Nothing, Nothing)));
        b.0 = Nothing;
        assert_eq!((a.len(), &*b), (0, &(Nothing, Nothing)));
    }
}
