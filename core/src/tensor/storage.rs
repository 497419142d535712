//! The memory layout of tensors: nested arrays, contiguous and row-major, also accessible as one flat slice.

use core::mem::{MaybeUninit, needs_drop};

use bytemuck::{Pod, Zeroable};

use super::{AnyShape, Shape, Tensor};
use crate::differentiable::SMALL;
use crate::kernels::SMALL_CODE;
use crate::scalar::Element;
use crate::tape::{TapeOverflow, fits};

/// Bytes of a tensor that may stay in registers. Small processors have few: there, more would be copied from place to place on the stack.
pub(super) const IN_REGISTERS: usize = if SMALL_CODE { 16 } else { SMALL };

// SAFETY: `Tensor<T, S>` is `#[repr(transparent)]` over its only field, which for a `Shape` is `S::Array<T>`, so it has the same layout and the
// same valid bit patterns. `S::Array<T>: Stored` and `Stored: Pod`, hence `Zeroable`: the all-zero pattern is valid.
#[allow(unsafe_code)]
unsafe impl<T: Element, S: Shape> Zeroable for Tensor<T, S> {}

// SAFETY: `Pod` asks for: inhabited, any bit pattern valid, no padding, no interior mutability or pointers, `Copy`,
// `'static`, and a `repr` that is `transparent` over a `Pod` field. The only field is `S::Array<T>`, which is `Pod`
// because `Shape::Array: Stored` and `Stored: Pod`; `repr(transparent)` passes layout and validity on unchanged. The
// `Copy` impl copies that field. `T: Pod` and `S: 'static` make it `'static`.
#[allow(unsafe_code)]
unsafe impl<T: Element, S: Shape> Pod for Tensor<T, S> {}

impl<T: Element, S: AnyShape> Tensor<T, S> {
    /// All elements in row-major order.
    ///
    /// ```
    /// use cotangent::tensor::tensor;
    ///
    /// assert_eq!(tensor([[1, 2], [3, 4]]).as_slice(), [1, 2, 3, 4]);
    /// ```
    #[inline(always)]
    pub fn as_slice(&self) -> &[T] {
        S::slice(&self.0)
    }

    /// All elements in row-major order, mutably.
    ///
    /// ```
    /// use cotangent::tensor::tensor;
    ///
    /// let mut t = tensor([[1, 2], [3, 4]]);
    /// t.as_mut_slice()[3] = 5;
    /// assert_eq!(t, tensor([[1, 2], [3, 5]]));
    /// ```
    #[inline(always)]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        S::slice_mut(&mut self.0)
    }
}

impl<T: Element, S: Shape> Tensor<T, S> {
    /// The nested array inside.
    ///
    /// ```
    /// use cotangent::tensor::tensor;
    ///
    /// assert_eq!(tensor([[1, 2], [3, 4]]).as_array(), &[[1, 2], [3, 4]]);
    /// ```
    #[inline(always)]
    pub fn as_array(&self) -> &S::Array<T> {
        &self.0
    }

    /// The nested array inside, by value.
    ///
    /// ```
    /// use cotangent::tensor::tensor;
    ///
    /// assert_eq!(tensor([[1, 2], [3, 4]]).into_array(), [[1, 2], [3, 4]]);
    /// ```
    #[inline(always)]
    pub fn into_array(self) -> S::Array<T> {
        self.0
    }

    /// The length of every axis, outermost first.
    ///
    /// ```
    /// use cotangent::tensor::Matrix;
    ///
    /// assert_eq!(Matrix::<f32, 2, 3>::ZEROS.shape(), [2, 3]);
    /// ```
    #[inline(always)]
    pub const fn shape(&self) -> &'static [usize] {
        S::LENS
    }
}

/// The tensor, or pair of tensors, that `fill` makes from zeros.
///
/// A local variable that is returned is copied to the caller's place. A large tensor is therefore written directly
/// there, by one call that is not inlined, because the compiler knows that the result of one call need not be copied.
#[inline(always)]
pub(crate) fn filled<Z: Writable>(fill: impl FnOnce(&mut Z)) -> Z {
    written(|out: &mut Z| {
        out.clear();
        fill(out);
    })
}

/// The tensor that `write` makes from arbitrary numbers: it writes all of them, and reads none before.
///
/// In debug builds the arbitrary numbers of large tensors are NaN, so that every test notices one that is not written;
/// small tensors are zero. They do not inline it either, because each call would have its own room on the stack.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn written<Z: Writable>(write: impl FnOnce(&mut Z)) -> Z {
    let mut out = MaybeUninit::uninit();
    if const { size_of::<Z>() <= IN_REGISTERS } {
        write(out.write(Z::zeroed()));
    } else {
        write_there(&mut out, write);
    }
    // SAFETY: either branch has written a value, or has made sure that one is there. If `write` panics, this is not reached.
    #[allow(unsafe_code)]
    unsafe {
        out.assume_init()
    }
}

#[inline(never)]
fn write_there<Z: Writable>(out: &mut MaybeUninit<Z>, write: impl FnOnce(&mut Z)) {
    write(anything(out));
}

/// The result of `add` on `zero`, and the return value of `add`. Both closures get the context. A large result is
/// written directly to the caller's place, as by `filled`.
///
/// Debug builds copy everything anyway, and a local variable needs one copy less on the stack. Results that must be
/// dropped if `add` panics are local variables too.
///
/// It checks itself whether the tape was large enough: if the caller did, the compiler would copy the gradient once
/// more.
///
/// # Panics
/// When the tape was too small for `add`.
#[inline(always)]
#[track_caller]
pub fn from_zero<C, R, Y>(
    context: C,
    zero: impl FnOnce(&C) -> R,
    add: impl FnOnce(C, &mut R) -> Result<Y, TapeOverflow>,
) -> (Y, R) {
    if const { cfg!(debug_assertions) || size_of::<R>() <= IN_REGISTERS || needs_drop::<R>() } {
        let mut out = zero(&context);
        let y = fits(add(context, &mut out));
        return (y, out);
    }
    let mut out = MaybeUninit::uninit();
    let y = add_there(&mut out, context, zero, add);
    // SAFETY: `add_there` has written a value. If it panics, this is not reached.
    #[allow(unsafe_code)]
    (y, unsafe { out.assume_init() })
}

#[inline(never)]
#[track_caller]
fn add_there<C, R, Y>(
    out: &mut MaybeUninit<R>,
    context: C,
    zero: impl FnOnce(&C) -> R,
    add: impl FnOnce(C, &mut R) -> Result<Y, TapeOverflow>,
) -> Y {
    let out = out.write(zero(&context));
    fits(add(context, out))
}

/// A value with unspecified contents.
///
/// Where the compiler can be told that memory is initialised, this costs nothing. Elsewhere it writes zeros.
#[inline(always)]
pub(crate) fn anything<Z: Writable>(out: &mut MaybeUninit<Z>) -> &mut Z {
    if cfg!(debug_assertions) {
        // SAFETY: the bytes of `out` may be written.
        #[allow(unsafe_code)]
        unsafe {
            out.as_mut_ptr().write_bytes(0xFF, 1);
        }
    } else {
        arrive(out);
    }
    // SAFETY: every byte is initialised, by the lines above; and every pattern of them is a value, which `Writable` promises.
    #[allow(unsafe_code)]
    unsafe {
        out.assume_init_mut()
    }
}

/// Makes every byte of `out` count as initialised, with unspecified contents.
#[cfg(all(
    not(miri),
    any(
        target_arch = "x86_64",
        target_arch = "x86",
        target_arch = "aarch64",
        target_arch = "arm",
        target_arch = "riscv32",
        target_arch = "riscv64"
    )
))]
#[inline(always)]
fn arrive<Z>(out: &mut MaybeUninit<Z>) {
    // SAFETY: assembly is given the address of memory that it may write to, and is not said to leave memory alone. So for the compiler it
    // is code that writes any bytes there; which ones are those that the memory has, so there is nothing to be done. It touches neither
    // stack nor flags.
    #[allow(unsafe_code)]
    unsafe {
        core::arch::asm!("/* {0} */", in(reg) out.as_mut_ptr(), options(nostack, preserves_flags));
    }
}

/// Initialises every byte of `out`.
#[cfg(not(all(
    not(miri),
    any(
        target_arch = "x86_64",
        target_arch = "x86",
        target_arch = "aarch64",
        target_arch = "arm",
        target_arch = "riscv32",
        target_arch = "riscv64"
    )
)))]
#[inline(always)]
fn arrive<Z>(out: &mut MaybeUninit<Z>) {
    // SAFETY: the bytes of `out` may be written.
    #[allow(unsafe_code)]
    unsafe {
        out.as_mut_ptr().write_bytes(0, 1);
    }
}

/// A tensor, or several.
///
/// # Safety
/// Every pattern of initialised bytes is a value.
#[allow(unsafe_code)]
pub(crate) unsafe trait Writable: Zeroable {
    /// All become zero.
    fn clear(&mut self);
}

// SAFETY: a tensor is `Pod`.
#[allow(unsafe_code)]
unsafe impl<T: Element, S: Shape> Writable for Tensor<T, S> {
    #[inline(always)]
    fn clear(&mut self) {
        self.as_mut_slice().fill(T::ZERO);
    }
}

// SAFETY: that of its elements.
#[allow(unsafe_code)]
unsafe impl<Z: Writable, const N: usize> Writable for [Z; N] {
    #[inline(always)]
    fn clear(&mut self) {
        self.iter_mut().for_each(Z::clear);
    }
}

// SAFETY: that of its parts; what is between them has no meaning.
#[allow(unsafe_code)]
unsafe impl<A: Writable, B: Writable> Writable for (A, B) {
    #[inline(always)]
    fn clear(&mut self) {
        self.0.clear();
        self.1.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::{filled, written};
    use crate::tensor::{Matrix, Vector};

    #[test]
    fn what_is_filled_begins_with_zeros() {
        assert_eq!(filled(|x: &mut Vector<f64, 3>| x[[1]] += 2.0), Vector::new([0.0, 2.0, 0.0]));
        let (x, y) = filled(|(x, y): &mut (Vector<f64, 100>, Vector<u32, 100>)| {
            x[[99]] += 2.0;
            y[[0]] += 3;
        });
        assert_eq!((x.sum(), x[[99]], y[[0]], y.as_slice()[1..].iter().sum()), (2.0, 2.0, 3, 0));
    }

    #[test]
    fn what_is_written_is_there() {
        assert_eq!(written(|x: &mut Vector<u8, 2>| x.fill(7)), Vector::new([7, 7]));
        let parts = written(|parts: &mut [(Vector<f64, 100>, Matrix<u16, 30, 30>); 2]| {
            for ((x, y), n) in parts.iter_mut().zip(3..) {
                x.fill(n.into());
                y.fill(n);
            }
        });
        for ((x, y), n) in parts.iter().zip(3..) {
            assert_eq!((x.sum(), y[[0, 0]], y[[29, 29]]), (100.0 * f64::from(n), n, n));
        }
    }

    #[test]
    #[cfg(debug_assertions)]
    fn debug_builds_notice_what_is_not_written() {
        let x = written(|x: &mut Vector<f32, 100>| x[[3]] = 1.0);
        assert!(x[[3]] == 1.0 && x[[4]].is_nan());
    }
}
