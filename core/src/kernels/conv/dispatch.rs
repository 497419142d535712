//! The choice of registers: the sums are generic code, compiled for several target features and chosen at run time,
//! like matrix products.

use super::{Convolution, Part};
use crate::kernels::Number;

/// Adds to `out`, which is `part`, the sums over the other two, in the order input or output first, weights last; for
/// the weights, input first.
#[inline(never)]
pub(crate) fn convolve<T: Number>(plan: &Convolution, part: Part, from: (&[T], &[T]), out: &mut [T]) {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if x86::convolve(plan, part, from, out) {
        return;
    }
    plan.part(part, from, out);
}

/// Sums for x86-64 processors with fused multiply-add.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod x86 {
    use core::any::TypeId;

    use bytemuck::{cast_slice, cast_slice_mut};

    use super::super::inputs::Inputs;
    use super::super::outputs::Outputs;
    use super::super::shifts::Shifts;
    use super::super::weights::Weights;
    use super::super::{Convolution, Part};
    use crate::kernels::Number;
    use crate::kernels::level::{self, Level, Registers, Task};

    /// Up to this many output channels fill no registers.
    const FEW: usize = 15;

    /// Whether there are sums in registers for this processor and type that are worth it; if so, the result is in
    /// `out`.
    pub(super) fn convolve<T: Number>(plan: &Convolution, part: Part, (a, b): (&[T], &[T]), out: &mut [T]) -> bool {
        // In debug builds all tiles would be on the stack at once.
        let work = plan.images * plan.groups * plan.outputs * plan.area() * plan.taps();
        if cfg!(debug_assertions) || Level::best() == Level::Portable || work < 4096 {
            false
        } else if TypeId::of::<T>() == TypeId::of::<f32>() {
            single(plan, part, (cast_slice(a), cast_slice(b)), cast_slice_mut(out))
        } else if TypeId::of::<T>() == TypeId::of::<f64>() {
            double(plan, part, (cast_slice(a), cast_slice(b)), cast_slice_mut(out))
        } else {
            false
        }
    }

    /// Runs the task, if there is one, in its own stack frame.
    #[inline(never)]
    fn done<'a, T>(
        task: Option<impl Task<&'a [T], &'a [T], &'a mut [T], Output = ()>>,
        from: (&'a [T], &'a [T]),
        out: &'a mut [T],
    ) -> bool {
        task.map(|task| level::run(task, from.0, from.1, out)).is_some()
    }

    macro_rules! sums {
        ($($name:ident $t:ident)*) => {$(
            fn $name(plan: &Convolution, part: Part, from: (&[$t], &[$t]), out: &mut [$t]) -> bool {
                match part {
                    Part::Input => done(Inputs::of(plan), from, out),
                    Part::Output => done(Outputs::of(plan), from, out),
                    Part::Weights => {
                        let shifts = Shifts::of(plan).filter(|_| plan.outputs <= FEW);
                        done(shifts, from, out) || done(Weights::of(plan), from, out)
                    }
                }
            }
        )*};
    }
    sums!(single f32 double f64);

    macro_rules! tasks {
        ($($sums:ident $t:ident $registers:ident;)*) => {$(
            #[allow(unsafe_code, reason = "registers")]
            impl Task<&[$t], &[$t], &mut [$t]> for $sums {
                type Output = ();
                #[inline(always)]
                unsafe fn run<L: Registers>(self, a: &[$t], b: &[$t], out: &mut [$t]) {
                    // SAFETY: the caller's.
                    unsafe { self.all::<L::$registers>(a, b, out) }
                }
            }
        )*};
    }
    tasks! {
        Inputs f32 Single; Inputs f64 Double;
        Outputs f32 Single; Outputs f64 Double;
        Shifts f32 Single; Shifts f64 Double;
        Weights f32 Single; Weights f64 Double;
    }
}
