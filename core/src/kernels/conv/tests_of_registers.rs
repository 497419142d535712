//! Sums in registers, against sums written down one by one.

use core::array::from_fn;

use super::inputs::Inputs;
use super::outputs::Outputs;
use super::shifts::Shifts;
use super::tests::{along, check_all, products};
use super::weights::Weights;
use super::{Convolution, Part};
use crate::kernels::level::{self, Task, tests::levels};
use crate::scalar::Real;

/// All three parts at every level: the numbers of a tile, of results and of planes are cut in all ways, and results may be less than
/// what is worth it.
#[test]
fn every_part() {
    let one = |input, kernel, padding| along(input, kernel, [1, padding, 1]);
    for (images, groups, inputs, outputs, rows, columns) in [
        (2, 1, 3, 9, one(5, 3, 1), one(5, 3, 1)),
        (1, 2, 3, 5, one(6, 3, 2), one(7, 2, 0)),
        (2, 2, 2, 5, one(5, 3, 0), one(19, 4, 0)),
        (3, 1, 1, 4, one(6, 2, 0), one(9, 6, 0)),
        (1, 1, 1, 8, one(6, 5, 0), one(60, 5, 2)),
        (1, 1, 5, 3, one(3, 1, 0), one(17, 17, 8)),
        (3, 1, 1, 15, one(4, 4, 3), one(4, 3, 0)),
        (1, 1, 18, 1, one(2, 2, 1), one(21, 2, 1)),
        (1, 1, 1, 2, one(30, 3, 1), one(17, 3, 1)),
        (2, 1, 7, 6, one(4, 3, 0), one(10, 3, 0)),
        (1, 1, 2, 37, one(1, 1, 0), one(16, 1, 0)),
        (1, 1, 9, 7, one(3, 2, 0), one(17, 2, 0)),
        (1, 1, 2, 3, one(2, 1, 2), one(3, 2, 4)),
        (1, 1, 2, 6, along(9, 3, [2, 1, 1]), along(12, 3, [1, 1, 1])),
        (2, 1, 3, 5, along(8, 2, [3, 2, 1]), along(8, 3, [2, 0, 1])),
        (1, 2, 2, 3, along(9, 3, [1, 2, 2]), along(10, 3, [1, 0, 3])),
        (1, 1, 3, 2, along(11, 3, [2, 3, 2]), along(11, 4, [3, 4, 2])),
        (1, 1, 1, 3, along(5, 5, [4, 4, 1]), along(5, 2, [2, 1, 4])),
    ] {
        let plan = Convolution { images, groups, inputs, outputs, rows, columns };
        for level in levels() {
            let there = "what a kernel meets has room";
            check_all(&plan, |part, (a, b), out| match part {
                Part::Input => level::at(level, Inputs::of(&plan).expect(there), a, b, out),
                Part::Output => level::at(level, Outputs::of(&plan).expect(there), a, b, out),
                Part::Weights => level::at(level, Weights::of(&plan).expect(there), a, b, out),
            });
            let Some(shifts) = Shifts::of(&plan) else { continue };
            check_all(&plan, |part, (a, b), out| match part {
                Part::Weights => level::at(level, shifts, a, b, out),
                _ => plan.part(part, (a, b), out),
            });
        }
    }
}

/// Planes that do not fit at once: in parts of their rows and columns, of their number, and of channels.
macro_rules! in_parts {
    ($($name:ident $t:ident)*) => {$(
        #[test]
        #[expect(clippy::large_stack_arrays, reason = "planes that do not fit at once, without an allocator too")]
        fn $name() {
            /// Does the task, with a place on the stack of its own.
            #[inline(never)]
            fn run<'a>(
                task: Option<impl Task<&'a [$t], &'a [$t], &'a mut [$t], Output = ()>>,
                (a, b): (&'a [$t], &'a [$t]),
                out: &'a mut [$t],
            ) {
                level::run(task.expect("what a kernel meets has room"), a, b, out);
            }

            let all: [$t; 23_000] = from_fn(|i| $t::from_usize(i * 31 % 9) - 4.0);
            for plan in in_parts() {
                let (mut found, mut expected) = ([1.0; 23_000], [1.0; 23_000]);
                let (input, weights, output) = (
                    plan.inputs * plan.rows.input * plan.columns.input,
                    plan.outputs * plan.taps(),
                    plan.outputs * plan.area(),
                );
                for part in [Part::Input, Part::Weights, Part::Output] {
                    match part {
                        Part::Input => run(Inputs::of(&plan), (&all[..output], &all[..weights]), &mut found[..input]),
                        Part::Weights => run(Weights::of(&plan), (&all[..input], &all[..output]), &mut found[..weights]),
                        Part::Output => run(Outputs::of(&plan), (&all[..input], &all[..weights]), &mut found[..output]),
                    }
                    products(&plan, |[i, w, o]| match part {
                        Part::Input => expected[i] += all[w] * all[o],
                        Part::Weights => expected[w] += all[i] * all[o],
                        Part::Output => expected[o] += all[i] * all[w],
                    });
                    assert!(found == expected, "{part:?}, {plan:?}");
                }
            }
        }
    )*};
}
in_parts!(in_parts_single f32 in_parts_double f64);

fn in_parts() -> [Convolution; 5] {
    let (square, wide, low) = (along(50, 3, [1, 1, 1]), along(900, 5, [1, 2, 1]), along(3, 3, [1, 1, 1]));
    [
        (3, 2, square, square),
        (2, 1, low, wide),
        (2, 1, wide, low),
        (70, 36, low, low),
        (1, 2, square, along(50, 2, [2, 0, 3])),
    ]
    .map(|(inputs, outputs, rows, columns)| Convolution { images: 1, groups: 1, inputs, outputs, rows, columns })
}

/// What is too large has panels.
#[test]
fn what_has_no_room() {
    let (small, large) = (along(8, 3, [1, 0, 1]), along(100, 90, [1, 0, 1]));
    let plan = |rows, columns| Convolution { images: 1, groups: 1, inputs: 1, outputs: 1, rows, columns };
    assert!(Outputs::of(&plan(small, small)).is_some() && Shifts::of(&plan(small, small)).is_some());
    assert!(Outputs::of(&plan(large, large)).is_none() && Weights::of(&plan(large, large)).is_none());
    let far = along(1000, 2, [1, 0, 900]);
    assert!(Inputs::of(&plan(far, small)).is_none());
    for other in [along(8, 3, [2, 0, 1]), along(8, 3, [1, 1, 1]), along(8, 3, [1, 0, 2])] {
        assert!(Shifts::of(&plan(small, other)).is_none() && Shifts::of(&plan(other, small)).is_none());
    }
}
