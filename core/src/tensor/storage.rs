//! How the numbers lie in memory: in nested arrays, contiguous and row-major, seen as one flat slice.

use core::mem::MaybeUninit;

use bytemuck::{Pod, Zeroable};

use super::{Shape, Tensor};
use crate::differentiable::SMALL;
use crate::real::Element;

// SAFETY: `Tensor<T, S>` is `#[repr(transparent)]` over `S::Array<T>`, its only field, so it has the same layout and the
// same valid bit patterns. `S::Array<T>: Stored` and `Stored: Pod`, hence `Zeroable`: the all-zero pattern is valid.
#[allow(unsafe_code)]
unsafe impl<T: Element, S: Shape> Zeroable for Tensor<T, S> {}

// SAFETY: `Pod` asks for: inhabited, any bit pattern valid, no padding, no interior mutability or pointers, `Copy`,
// `'static`, and a `repr` that is `transparent` over a `Pod` field. The only field is `S::Array<T>`, which is `Pod`
// because `Shape::Array: Stored` and `Stored: Pod`; `repr(transparent)` passes layout and validity on unchanged. The
// `Copy` impl copies that field. `T: Pod` and `S: 'static` make it `'static`.
#[allow(unsafe_code)]
unsafe impl<T: Element, S: Shape> Pod for Tensor<T, S> {}

impl<T: Element, S: Shape> Tensor<T, S> {
    /// All elements in row-major order.
    ///
    /// ```
    /// use cotangent::tensor::tensor;
    ///
    /// assert_eq!(tensor([[1, 2], [3, 4]]).as_slice(), [1, 2, 3, 4]);
    /// ```
    #[inline(always)]
    pub fn as_slice(&self) -> &[T] {
        S::flat(&self.0)
    }

    /// All elements in row-major order, to write to.
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
        S::flat_mut(&mut self.0)
    }

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

/// What `fill` makes of zeros: a tensor, or a pair of them.
///
/// A local variable that is returned is copied to where the caller wants it. A large one is therefore written there: it is written by
/// one call, which is not inlined, and of what one call writes the compiler knows that it need not be copied.
#[inline(always)]
pub(crate) fn filled<Z: Zeroable>(fill: impl FnOnce(&mut Z)) -> Z {
    if const { size_of::<Z>() <= SMALL } {
        let mut out = Z::zeroed();
        fill(&mut out);
        return out;
    }
    let mut out = MaybeUninit::uninit();
    fill_zeros(&mut out, fill);
    // SAFETY: `fill_zeros` has written a value. If `fill` panics, this is not reached.
    #[allow(unsafe_code)]
    unsafe {
        out.assume_init()
    }
}

#[inline(never)]
fn fill_zeros<Z: Zeroable>(out: &mut MaybeUninit<Z>, fill: impl FnOnce(&mut Z)) {
    fill(out.write(Z::zeroed()));
}

#[cfg(test)]
mod tests {
    use super::filled;
    use crate::tensor::Vector;

    #[test]
    fn what_is_filled_begins_with_zeros() {
        assert_eq!(filled(|x: &mut Vector<f64, 3>| x[[1]] += 2.0), Vector::new([0.0, 2.0, 0.0]));
        let (x, y) = filled(|(x, y): &mut (Vector<f64, 100>, Vector<u32, 100>)| {
            x[[99]] += 2.0;
            y[[0]] += 3;
        });
        assert_eq!((x.sum(), x[[99]], y[[0]], y.as_slice()[1..].iter().sum()), (2.0, 2.0, 3, 0));
    }
}
