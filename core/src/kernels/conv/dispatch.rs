//! Which registers the processor has: the products are generic code, compiled once more under other target features, chosen
//! at run time, as those of matrices are.

use super::{Convolution, Part};
use crate::kernels::Number;

/// Adds to `out`, which is `part`, what follows from the other two, in the order input or output first, weights last; for the
/// weights, input first.
#[inline(never)]
pub(crate) fn convolve<T: Number>(plan: &Convolution, part: Part, from: (&[T], &[T]), out: &mut [T]) {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if x86::convolve(plan, part, from, out) {
        return;
    }
    plan.part::<T, 6, 8, 8>(part, from, out, |x, y, sum| x * y + sum);
}

/// Products for x86-64 processors with fused multiply-add.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod x86 {
    use core::any::TypeId;
    use std::arch::is_x86_feature_detected;

    use super::super::direct::Direct;
    use super::super::shifts::Shifts;
    use super::super::{Convolution, Part};
    use crate::kernels::Number;
    use crate::kernels::level::{self, Task};

    /// Whether the processor and the type have products here, and then the result in `out`.
    pub(super) fn convolve<T: Number>(plan: &Convolution, part: Part, (a, b): (&[T], &[T]), out: &mut [T]) -> bool {
        use bytemuck::{cast_slice, cast_slice_mut};

        if TypeId::of::<T>() == TypeId::of::<f32>() {
            single(plan, part, (cast_slice(a), cast_slice(b)), cast_slice_mut(out))
        } else if TypeId::of::<T>() == TypeId::of::<f64>() {
            double(plan, part, (cast_slice(a), cast_slice(b)), cast_slice_mut(out))
        } else {
            false
        }
    }

    /// With a place on the stack of its own: unoptimised, all tiles would be in that of every convolution.
    #[inline(never)]
    fn apart<'a, T>(
        task: impl Task<&'a [T], &'a [T], &'a mut [T], Output = ()>,
        from: (&'a [T], &'a [T]),
        out: &'a mut [T],
    ) {
        level::run(task, from.0, from.1, out);
    }

    macro_rules! products {
        ($best:ident $avx512:ident $avx2:ident: $t:ident, $wide:literal, $narrow:literal) => {
            fn $best(plan: &Convolution, part: Part, from: (&[$t], &[$t]), out: &mut [$t]) -> bool {
                if let Some(shifts) = Shifts::new(plan, part) {
                    apart(shifts, from, out);
                    return true;
                }
                if let Some(direct) = Direct::new(plan, part) {
                    apart(direct, from, out);
                    return true;
                }
                let fma = is_x86_feature_detected!("fma");
                if fma && is_x86_feature_detected!("avx512f") {
                    // SAFETY: `$avx512` is safe code that asks for these two features only; both were just detected.
                    #[allow(unsafe_code)]
                    unsafe {
                        $avx512(plan, part, from, out);
                    }
                    true
                } else if fma && is_x86_feature_detected!("avx2") {
                    // SAFETY: `$avx2` is safe code that asks for these two features only; both were just detected.
                    #[allow(unsafe_code)]
                    unsafe {
                        $avx2(plan, part, from, out);
                    }
                    true
                } else {
                    false
                }
            }

            /// Thirty-two 512-bit registers: sixteen sums, two of a panel, one of the other matrix.
            #[target_feature(enable = "avx512f,fma")]
            fn $avx512(plan: &Convolution, part: Part, from: (&[$t], &[$t]), out: &mut [$t]) {
                plan.part::<$t, 8, $wide, 8>(part, from, out, $t::mul_add);
            }

            /// Sixteen 256-bit registers: twelve sums, two of a panel, one of the other matrix.
            #[target_feature(enable = "avx2,fma")]
            fn $avx2(plan: &Convolution, part: Part, from: (&[$t], &[$t]), out: &mut [$t]) {
                plan.part::<$t, 6, $narrow, 8>(part, from, out, $t::mul_add);
            }
        };
    }
    products!(single single_avx512 single_avx2: f32, 32, 16);
    products!(double double_avx512 double_avx2: f64, 16, 8);
}
