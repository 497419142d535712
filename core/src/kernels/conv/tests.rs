//! Every tile, on any processor: against sums computed one by one, which integers make exact.

use core::array::from_fn;

use super::{Along, Convolution, Part};
use crate::scalar::Real;

const SIZE: usize = 1024;
type Numbers = [f32; SIZE];

/// Whole numbers from -4 to 4.
fn whole(seed: usize) -> Numbers {
    from_fn(|i| f32::from_usize((i * 31 + seed * 17 + i / 7) % 9) - 4.0)
}

/// Where in input, weights and output the factors of every product are.
pub(super) fn products(plan: &Convolution, mut visit: impl FnMut([usize; 3])) {
    let &Convolution { images, groups, inputs, outputs, rows, columns } = plan;
    let met = |along: Along, o: usize, k: usize| {
        (o * along.stride + k * along.dilation).checked_sub(along.padding).filter(|i| *i < along.input)
    };
    for n in 0..images {
        for o in 0..groups * outputs {
            for (c, ky) in (0..inputs).flat_map(|c| (0..rows.kernel).map(move |k| (c, k))) {
                for (kx, y) in (0..columns.kernel).flat_map(|k| (0..rows.output).map(move |y| (k, y))) {
                    for x in 0..columns.output {
                        if let (Some(r), Some(s)) = (met(rows, y, ky), met(columns, x, kx)) {
                            let plane = (n * groups + o / outputs) * inputs + c;
                            visit([
                                (plane * rows.input + r) * columns.input + s,
                                ((o * inputs + c) * rows.kernel + ky) * columns.kernel + kx,
                                ((n * groups * outputs + o) * rows.output + y) * columns.output + x,
                            ]);
                        }
                    }
                }
            }
        }
    }
}

/// The three parts, by `run`, against sums written down.
pub(super) fn check_all(plan: &Convolution, mut run: impl FnMut(Part, (&[f32], &[f32]), &mut [f32])) {
    let all = [whole(1), whole(2), whole(3)];
    let [input, weights, output] = &all;
    for (part, to, from) in
        [(Part::Input, 0, (output, weights)), (Part::Weights, 1, (input, output)), (Part::Output, 2, (input, weights))]
    {
        let (mut found, mut expected) = (all[to], all[to]);
        run(part, (from.0, from.1), &mut found);
        products(plan, |at| {
            let others: f32 = (0..3).filter(|i| *i != to).map(|i| all[i][at[i]]).product();
            expected[at[to]] += others;
        });
        assert!(found == expected, "{part:?}, {plan:?}");
    }
}

pub(super) fn along(input: usize, kernel: usize, [stride, padding, dilation]: [usize; 3]) -> Along {
    let output = (input + 2 * padding - dilation * (kernel - 1) - 1) / stride + 1;
    Along { input, kernel, output, stride, padding, dilation }
}

#[test]
fn every_tile() {
    let (short, long, line) = (along(5, 3, [1, 1, 1]), along(11, 4, [2, 3, 2]), along(1, 1, [1, 0, 1]));
    for (images, groups, inputs, outputs, rows, columns) in [
        (1, 1, 1, 1, line, line),
        (2, 1, 3, 9, short, short),
        (1, 2, 2, 5, short, long),
        (3, 1, 2, 7, line, long),
        (1, 1, 1, 19, long, line),
        (1, 1, 150, 3, line, along(4, 1, [2, 0, 1])),
        (1, 1, 3, 150, line, along(4, 1, [2, 0, 1])),
        (1, 1, 1, 2, along(12, 5, [1, 2, 1]), along(30, 1, [1, 0, 1])),
    ] {
        let plan = Convolution { images, groups, inputs, outputs, rows, columns };
        check_all(&plan, |part, from, out| plan.part(part, from, out));
    }
}
