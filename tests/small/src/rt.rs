//! What each target needs to start, to print and to stop, and what it can count.
#![allow(unsafe_code, reason = "start, output, and the memory of a program without an operating system")]
#![allow(dead_code, unused_imports, reason = "each program uses a part")]

use core::cell::{Cell, UnsafeCell};
use core::fmt;

#[cfg(target_arch = "arm")]
#[path = "rt/arm.rs"]
mod target;
#[cfg(target_arch = "riscv32")]
#[path = "rt/riscv.rs"]
mod target;
#[cfg(target_arch = "wasm32")]
#[path = "rt/wasm.rs"]
mod target;
#[cfg(target_arch = "x86_64")]
#[path = "rt/linux.rs"]
mod target;

pub use target::{Clock, stack_used};

/// A value with the life of the program, for its one thread.
pub struct Static<T> {
    value: UnsafeCell<T>,
    is_taken: Cell<bool>,
}

// SAFETY: the program has one thread.
unsafe impl<T> Sync for Static<T> {}

impl<T> Static<T> {
    /// The value at the start.
    pub const fn new(value: T) -> Self {
        Self { value: UnsafeCell::new(value), is_taken: Cell::new(false) }
    }

    /// The value.
    ///
    /// # Panics
    /// If it was taken before.
    #[allow(clippy::mut_from_ref, reason = "it is taken once")]
    pub fn take(&'static self) -> &'static mut T {
        assert!(!self.is_taken.replace(true), "it was taken before");
        // SAFETY: nobody else has it.
        unsafe { &mut *self.value.get() }
    }
}

/// Prints the bits of a number, which are the same on every target.
#[inline(never)]
pub fn bits(name: &str, value: f32) -> fmt::Result {
    let mut digits = *b"00000000";
    let mut rest = value.to_bits();
    for digit in digits.iter_mut().rev() {
        *digit = b"0123456789abcdef"[(rest & 15) as usize];
        rest >>= 4;
    }
    line("bits ", name, &digits)
}

/// Prints a number that a target has of its own.
#[inline(never)]
pub fn figure(name: &str, value: u32) -> fmt::Result {
    let (mut digits, mut rest) = (*b"0000000000", value);
    for digit in digits.iter_mut().rev() {
        *digit = b"0123456789"[(rest % 10) as usize];
        rest /= 10;
    }
    let mut shown = &digits[..];
    while let [b'0', rest @ ..] = shown
        && !rest.is_empty()
    {
        shown = rest;
    }
    line("figure ", name, shown)
}

fn line(kind: &str, name: &str, digits: &[u8]) -> fmt::Result {
    for part in [kind.as_bytes(), name.as_bytes(), b" ", digits, b"\n"] {
        target::print(part)?;
    }
    Ok(())
}

#[cfg(not(target_arch = "x86_64"))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    target::exit(101)
}
