//! What gathers nothing, against sums written down one by one.

use core::array::from_fn;

use super::direct::Direct;
use super::shifts::Shifts;
use super::tests::{along, check_all, products};
use super::{Convolution, Part};
use crate::kernels::level::{self, tests::levels};
use crate::real::Real;

/// What moves by one, at every level: the numbers of a tile, of results and of planes are cut in all ways, and results may be less than
/// what is worth it.
#[test]
fn without_a_panel() {
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
    ] {
        let plan = Convolution { images, groups, inputs, outputs, rows, columns };
        for level in levels() {
            check_all(&plan, |part, from, out| {
                let (direct, shifts) = (Direct::of(&plan, part), Shifts::of(&plan, part));
                match (part, direct, shifts) {
                    (Part::Weights, _, Some(shifts)) => level::at(level, shifts, from.0, from.1, out),
                    (Part::Weights, ..) => plan.part::<f32, 6, 8, 8>(part, from, out, |x, y, sum| x * y + sum),
                    (_, Some(direct), _) => level::at(level, direct, from.0, from.1, out),
                    _ => panic!("all of these move by one"),
                }
            });
        }
    }
}

/// Planes that do not fit at once: in parts of their rows, and of their number.
#[test]
#[expect(clippy::large_stack_arrays, reason = "planes that do not fit at once, without an allocator too")]
fn in_parts() {
    let axis = along(50, 3, [1, 1, 1]);
    let plan = Convolution { images: 1, groups: 1, inputs: 3, outputs: 2, rows: axis, columns: axis };
    let number = |i: usize| f64::from_usize(i * 31 % 9) - 4.0;
    let (input, weights): ([_; 7_500], [_; 54]) = (from_fn(number), from_fn(number));
    let (mut found, mut expected) = ([1.0; 5_000], [1.0; 5_000]);
    let sums = Direct::of(&plan, Part::Output).expect("windows that move by one");
    level::run(sums, &input[..], &weights[..], &mut found[..]);
    products(&plan, |[i, w, o]| expected[o] += input[i] * weights[w]);
    assert!(found == expected);
}

#[test]
fn what_is_no_such_sum() {
    let (one, two, far) = (along(8, 3, [1, 0, 1]), along(8, 3, [2, 0, 1]), along(8, 3, [1, 0, 2]));
    let plan = |rows, columns| Convolution { images: 1, groups: 1, inputs: 1, outputs: 1, rows, columns };
    assert!(Direct::of(&plan(one, one), Part::Output).is_some());
    for (rows, columns) in [(two, one), (one, two), (far, one), (one, far)] {
        assert!(Direct::of(&plan(rows, columns), Part::Output).is_none());
    }
    assert!(Shifts::of(&plan(one, one), Part::Weights).is_some());
    assert!(Shifts::of(&plan(one, along(8, 3, [1, 1, 1])), Part::Weights).is_none(), "zeros around the planes");
    let wide = along(2, 1, [1, 1, 1]);
    assert!(Direct::of(&plan(one, wide), Part::Input).is_none(), "more zeros than the kernel reaches");
}
