//! Loops that only add to sums are reversed as they run: nothing is kept from one iteration to the next.

use cotangent::prelude::*;

const XS: [f64; 9] = [0.3, -1.2, 0.7, 2.1, -0.4, 1.5, -0.9, 0.2, 1.1];

/// A function of a list, and the same from another function, which runs one half after the other.
macro_rules! both_ways {
    ($($name:ident $(grows $yes:literal)? ($xs:ident, $p:ident) $body:block)*) => {$(
        mod $name {
            use super::{XS, agree};
            use cotangent::prelude::*;

            #[differentiable]
            fn sum($xs: &[f64], $p: &[f64; 3]) -> f64 $body

            #[differentiable]
            fn split(xs: &[f64], p: &[f64; 3]) -> f64 {
                sum(xs, p)
            }

            #[test]
            fn the_halves_together_and_apart() {
                let p = [0.8, -0.5, 1.7];
                for n in 0..XS.len() {
                    agree(both_modes!(sum(&XS[..n], &p)), both_modes!(split(&XS[..n], &p)));
                    let found = cotangent::check::gradient(
                        |p: &[f64; 3]| sum(&XS[..n], p),
                        |p| {
                            let (y, (_, p_bar)) = both_modes!(sum(&XS[..n], p));
                            (y, p_bar)
                        },
                        p,
                    );
                    found.unwrap_or_else(|mismatch| panic!("{n}: {mismatch}"));
                }
            }

            #[test]
            fn the_tape() {
                let p = [0.8, -0.5, 1.7];
                let words = |n: usize| sum::at(&vec![0.5; n], &p).tape_words();
                assert_eq!(words(60) > words(20), false $(|| $yes)?, "{} {}", words(20), words(60));
                // What is said to be needed is enough, one word less is not.
                let need = sum::at(&XS, &p).tape_words();
                let mut tape = vec![0; need];
                assert!(sum::at(&XS, &p).on(&mut tape[..]).try_value_and_grad().is_ok());
                if need > 0 {
                    let full = sum::at(&XS, &p).on(&mut tape[1..]).try_value_and_grad();
                    assert_eq!(full.unwrap_err(), TapeOverflow { needed: need, available: need - 1 });
                }
            }
        }
    )*};
}

type Found = (f64, (Vec<f64>, [f64; 3]));

fn agree((y, (xs_bar, p_bar)): Found, (expected, (xs_expected, p_expected)): Found) {
    assert_eq!(y.to_bits(), expected.to_bits());
    let expected: Vec<f64> = xs_expected.into_iter().chain(p_expected).collect();
    for (i, (a, b)) in xs_bar.into_iter().chain(p_bar).zip(expected).enumerate() {
        assert!((a - b).abs() <= 1e-13 * (1.0 + b.abs()), "gradient {i}: {a} {b}");
    }
}

both_ways! {
    repulsion (xs, p) {
        let mut total = 0.0;
        for i in 0..xs.len() {
            for j in i + 1..xs.len() {
                let d = xs[i] * xs[i] - xs[j];
                total += p[0] * p[0] / (d * d + p[1] * p[1] + p[2]);
            }
        }
        total
    }

    mean_of_squares (xs, p) {
        let mut total = 0.0;
        for x in xs {
            let r = (p[0] * x).sin() - p[1];
            total += r * r;
        }
        0.5 * total / 7.0
    }
    over_indices (xs, p) {
        let n = xs.len();
        let mut total = p[2] * p[2];
        for i in 0..n {
            total += (xs[i] * p[0]).tanh() * xs[n - 1 - i];
        }
        let m = n as f64 + 1.0;
        -(total / m) + p[1].exp()
    }
    by_a_chain (xs, p) {
        let scale = p[0].exp();
        let total: f64 = xs.iter().zip(xs.iter().skip(1)).map(|(a, b)| (a * scale - b * p[1]).cos()).sum();
        3.0 * total
    }
    chain_as_value (xs, p) {
        xs.iter().enumerate().map(|(i, x)| x * p[i % 3] * p[i % 3]).sum()
    }
    two_loops_one_sum (xs, p) {
        let mut total = 0.0;
        for x in xs {
            total += (x * p[0]).exp();
        }
        let penalty = p[1] * p[1];
        for x in xs {
            total -= penalty * x * x;
        }
        total += penalty;
        2.0 * total
    }
    two_sums (xs, p) {
        let (mut a, mut b) = (0.0, 0.0);
        for x in xs {
            let e = (p[0] * x).exp();
            a += e;
            b -= e * x;
        }
        a - 2.0 * b + p[2]
    }
    sums_in_a_list (xs, p) {
        let mut sums = [0.0, p[0], 0.0];
        for (i, x) in xs.iter().enumerate() {
            sums[i % 3] += x * p[i % 3].sin();
        }
        sums[0] - 0.5 * sums[1] + sums[2] / 3.0
    }
    nested (xs, p) {
        let mut total = 0.0;
        for x in xs {
            for y in xs {
                total += (x * p[0] - y * p[1]).sin();
            }
        }
        total
    }
    rows (xs, p) {
        let mut total = 0.0;
        for (i, x) in xs.iter().enumerate() {
            let weight = i as f64 * 0.25;
            let mut row = x * p[2];
            for y in xs {
                row += (x * y * p[0]).cos();
            }
            total += weight * row;
        }
        total
    }
    inner_loop_with_a_product (xs, p) {
        let mut total = 0.0;
        for x in xs {
            let mut power = 1.0;
            for c in p {
                power = power * x + c;
            }
            total += power * power;
        }
        total
    }
    branches_and_exits (xs, p) {
        let mut total = 0.0;
        for x in xs {
            if *x < -1.0 {
                continue;
            }
            if *x > 2.0 {
                break;
            }
            total += if *x > 0.0 { (p[0] * x).exp() } else { p[1] * x * x };
        }
        total
    }
    while_loops (xs, p) {
        let mut total = 0.0;
        let mut i = 0;
        while i < 4 {
            total += (p[i % 3] * i as f64).sin();
            i += 1;
        }
        total + xs.iter().sum::<f64>()
    }
    hidden_names (xs, p) {
        let mut total = 0.0;
        let scale = p[0] * p[1];
        for x in xs {
            let p = p[2] * x;
            let scale = scale * p;
            let x = scale.sin();
            total += x * x * p;
        }
        let xs = 2.0;
        total + xs * p[1]
    }
    values_before_the_loop (xs, p) {
        let a = p[0].exp();
        let mut b = [a, p[1] * a, 1.0];
        b[2] = b[0] * b[1];
        let mut total = 0.0;
        for x in xs {
            total += b[2] * (b[0] * x).sin() + a;
        }
        total - b[1]
    }
    collected_in_both_of_two_loops (xs, p) {
        let mut total = 0.0;
        for x in xs {
            for j in 0..2 {
                total += p[1] * (x * j as f64).sin();
            }
            total += p[0] * x * x;
        }
        total
    }
    indexed_by_a_constant_of_the_loop (xs, p) {
        let mut total = 0.0;
        for x in xs {
            const AT: usize = 1;
            total += p[AT] * x * p[0].sin();
        }
        total
    }
    lent_meanwhile (xs, p) {
        let mut scale = p[0].sin();
        let other = &mut scale;
        let total: f64 = xs.iter().map(|x| x * p[1]).sum();
        (*other).sin() + total
    }
    one_value_of_the_branch (xs, p) {
        let mut total = 0.0;
        for x in xs {
            total += match x {
                x if *x > 1.0 => p[0] * x,
                _ => p[1].exp(),
            };
        }
        let other = if p[2] > 0.0 { p[2].ln() } else { p[2] };
        total + other
    }
    a_variable_that_is_assigned_after_it (xs, p) {
        let mut scale = p[0];
        let mut total = 0.0;
        for x in xs {
            total += (scale * x).sin();
        }
        scale = p[1] * p[1];
        for x in xs {
            total += scale * x;
        }
        total + scale
    }
    a_variable_that_is_added_to_after_it (xs, p) {
        let mut scale = p[0];
        let mut total = 0.0;
        for x in xs {
            total += (scale * x).sin();
        }
        scale += p[1] * p[1];
        total + 2.0 * scale
    }
    a_variable_that_another_loop_adds_to (xs, p) {
        let mut scale = p[0];
        let mut total = 0.0;
        for x in xs {
            total += (scale * x).sin();
        }
        for x in xs {
            scale += x * p[1];
        }
        total + 2.0 * scale
    }
}

// What is not of this kind goes on being reversed after it has run.
both_ways! {
    nonlinear_later grows true (xs, p) {
        let mut total = 0.0;
        for x in xs {
            total += (p[0] * x).sin();
        }
        total * total
    }
    read_by_another_name grows true (xs, p) {
        let mut scales = [p[0].sin(), p[1]];
        let scale = &mut scales[0];
        let mut total = 0.0;
        for x in xs {
            total += (*scale * x).sin();
        }
        total + *scale
    }
    looked_at_in_the_loop grows true (xs, p) {
        let mut total = 0.1;
        for x in xs {
            total += (p[0] * x * total).sin();
        }
        total
    }
    scaled_by_a_parameter grows true (xs, p) {
        let total: f64 = xs.iter().map(|x| (x * p[0]).sin()).sum();
        total * p[1]
    }
    looked_at_between_the_loops grows true (xs, p) {
        let mut total = 0.0;
        for x in xs {
            total += (p[0] * x).sin();
        }
        let half = total * 0.5;
        for x in xs {
            total += (p[1] * x).cos();
        }
        total - half
    }
    a_sum_that_is_assigned_after_it grows true (xs, p) {
        let mut total = 0.0;
        for x in xs {
            total += (p[0] * x).sin();
        }
        total = total * p[1];
        total
    }
    a_counter_outside grows true (xs, p) {
        let mut at = 0;
        let mut total = 0.0;
        for x in xs {
            total += (p[at % 3] * x).sin();
            at += 1;
        }
        total + p[at % 3]
    }
}

/// A sum over a list of any length: the tape has a size that is known before.
#[differentiable]
fn misfit(w: f64, #[constant] xs: &[f64]) -> f64 {
    let mut total = 0.0;
    for x in xs {
        let r = (w * x).sin();
        total += r * r;
    }
    total
}

#[test]
fn the_size_of_the_tape_is_a_constant() {
    let mut tape = TapeBuffer::<{ misfit::tape_words() }>::new();
    let expected: f64 = XS.iter().map(|x| (2.0 * 0.7 * x).sin() * x).sum();
    let found = misfit::at(0.7, &XS).on(&mut tape).grad();
    assert!((found - expected).abs() < 1e-14);
    let mut w_bar = 1.0;
    misfit::value_and_grad_into(&mut tape, 0.7, &XS, &mut w_bar);
    assert!((w_bar - 1.0 - expected).abs() < 1e-14);
}

#[test]
fn without_an_iteration_there_is_nothing() {
    assert_eq!(both_modes!(misfit(0.7, &[])), (0.0, 0.0));
}

/// The largest iteration, not the last, says how many words it takes.
#[differentiable]
fn triangle(w: f64, #[constant] lengths: &[usize]) -> f64 {
    let mut total = 0.0;
    for n in lengths {
        let mut y = w;
        for _ in 0..*n {
            y = y.sin() + 0.1 * y;
        }
        total += y;
    }
    total
}

#[test]
fn what_does_not_fit_adds_nothing() {
    let lengths = [2, 3, 50, 1];
    let need = triangle::at(0.7, &lengths).tape_words();
    assert_eq!(need, triangle::at(0.7, &[50]).tape_words());
    let mut tape = vec![0; need];
    let mut bar = 1.0;
    let full = triangle::at(0.7, &lengths).on(&mut tape[1..]).try_value_and_grad_into(&mut bar);
    assert_eq!(full.unwrap_err(), TapeOverflow { needed: need, available: need - 1 });
    assert_eq!(bar, 1.0);
    let y = triangle::value_and_grad_into(&mut tape[..], 0.7, &lengths, &mut bar);
    let (expected, slope) = both_modes!(triangle(0.7, &lengths));
    assert_eq!((y, bar), (expected, 1.0 + slope));
}

#[test]
fn a_tape_that_grows_adds_once() {
    let lengths = [2, 3, 50, 1];
    let mut tape = GrowableTape::new();
    let mut bar = 1.0;
    triangle::value_and_grad_into(&mut tape, 0.7, &lengths, &mut bar);
    assert_eq!(bar, 1.0 + triangle::grad(0.7, &lengths));
    assert_eq!(tape.words(), triangle::at(0.7, &lengths).tape_words());
}

/// One small gradient, a large one, and one in a list.
#[differentiable]
fn triangles(w: f64, factors: &[f64; 60], xs: &[f64], #[constant] lengths: &[usize]) -> f64 {
    let mut total = 0.0;
    for (x, n) in xs.iter().zip(lengths) {
        let mut y = w * x;
        for j in 0..*n {
            y = (factors[j] * y).sin();
        }
        total += y * y;
    }
    total
}

/// The short iterations have given to the gradient before a long one finds the tape full.
#[test]
fn what_is_returned_begins_at_zero_again() {
    let (xs, lengths) = ([0.3, -0.8, 0.5], [2, 3, 50]);
    let factors = core::array::from_fn(|i| 1.1 + 0.01 * i as f64);
    let (y, found) = both_modes!(triangles(0.7, &factors, &xs, &lengths));
    let gradient = |of: &dyn Fn(&mut GrowableTape) -> (f64, [f64; 60], Vec<f64>)| {
        // Room for some iterations.
        let mut tape = GrowableTape::with_words(triangles::at(0.7, &factors, &xs, &[2, 3]).tape_words());
        assert_eq!(of(&mut tape), found);
        assert_eq!(tape.words(), triangles::at(0.7, &factors, &xs, &lengths).tape_words());
    };
    gradient(&|tape| triangles::at(0.7, &factors, &xs, &lengths).on(tape).grad());
    gradient(&|tape| triangles::at(0.7, &factors, &xs, &lengths).on(tape).try_grad().unwrap());
    let value_and = |of: &dyn Fn(&mut GrowableTape) -> (f64, (f64, [f64; 60], Vec<f64>))| {
        gradient(&|tape| {
            let (value, found) = of(tape);
            assert_eq!(value, y);
            found
        });
    };
    value_and(&|tape| triangles::at(0.7, &factors, &xs, &lengths).on(tape).value_and_grad());
    value_and(&|tape| triangles::at(0.7, &factors, &xs, &lengths).on(tape).try_value_and_grad().unwrap());
    value_and(&|tape| triangles::at(0.7, &factors, &xs, &lengths).on(tape).vjp(1.0));
    value_and(&|tape| triangles::at(0.7, &factors, &xs, &lengths).on(tape).try_vjp(1.0).unwrap());
    // On a new thread their own tape is empty.
    let on_its_own = std::thread::scope(|scope| {
        let calls = [
            scope.spawn(|| triangles::value_and_grad(0.7, &factors, &xs, &lengths)),
            scope.spawn(|| triangles::vjp(0.7, &factors, &xs, &lengths, 1.0)),
            scope.spawn(|| (y, triangles::grad(0.7, &factors, &xs, &lengths))),
        ];
        calls.map(|call| call.join().unwrap())
    });
    assert_eq!(on_its_own, [(y, found.clone()), (y, found.clone()), (y, found.clone())]);
}

/// Parameters by value whose names the loop hides, a method, a struct.
#[derive(Clone, Copy, Differentiable)]
struct Line {
    slope: f64,
    offset: f64,
}
gradients!(LineTangent);

#[differentiable]
impl Line {
    fn misfit(&self, #[constant] points: &[(f64, f64)]) -> f64 {
        let mut total = 0.0;
        for (x, y) in points {
            let r = self.slope * x + self.offset - y;
            total += r * r;
        }
        total
    }
}

#[differentiable]
fn shadowed(line: Line, a: [f64; 2], #[constant] points: &[(f64, f64)]) -> f64 {
    points
        .iter()
        .map(|(x, y)| {
            let line = line.slope * a[0] * x + line.offset;
            let a = line - a[1] * y;
            a * a
        })
        .sum()
}

#[test]
fn parameters_by_value_may_be_hidden() {
    let points = [(1.0, 2.0), (2.0, 2.5), (-1.0, 0.25)];
    let line = Line { slope: 0.5, offset: 0.25 };
    let (y, line_bar) = line.misfit_value_and_grad(&points);
    let residuals = points.map(|(x, y)| (x, 0.5 * x + 0.25 - y));
    assert_eq!(y, residuals.iter().map(|(_, r)| r * r).sum::<f64>());
    assert_eq!(line_bar.slope, residuals.iter().map(|(x, r)| 2.0 * r * x).sum::<f64>());
    assert_eq!(line_bar.offset, residuals.iter().map(|(_, r)| 2.0 * r).sum::<f64>());
    let (same, (same_bar, a_bar)) = both_modes!(shadowed(line, [1.0, 1.0], &points));
    assert_eq!((same, same_bar.slope, same_bar.offset), (y, line_bar.slope, line_bar.offset));
    assert_eq!(a_bar[0], residuals.iter().map(|(x, r)| 2.0 * r * 0.5 * x).sum::<f64>());
    assert_eq!(a_bar[1], residuals.iter().zip(points).map(|((_, r), (_, y))| -2.0 * r * y).sum::<f64>());
}

/// The gradient with respect to what is read in each iteration is collected apart, and is right where nothing is read.
#[differentiable]
fn pairs(xs: &[f64], #[constant] n: usize) -> f64 {
    let mut total = 0.0;
    for i in 0..=n {
        for j in i..n {
            total += xs[i] * xs[j] * xs[i];
        }
    }
    total
}

#[test]
fn an_element_that_no_iteration_reads_may_be_missing() {
    let xs = [0.5, -1.5, 2.0];
    let (_, bar) = both_modes!(pairs(&xs, 3));
    for k in 0..3 {
        let expected: f64 = (0..3)
            .flat_map(|i| (i..3).map(move |j| (i, j)))
            .map(|(i, j)| {
                let (of_i, of_j) =
                    (if i == k { 2.0 * xs[i] * xs[j] } else { 0.0 }, if j == k { xs[i] * xs[i] } else { 0.0 });
                of_i + of_j
            })
            .sum();
        assert!((bar[k] - expected).abs() < 1e-14, "{k}");
    }
}

/// An element that would be copied in each iteration.
#[differentiable]
fn nothing_to_read(u: f64) -> f64 {
    let mut r = [u; 2];
    r.reverse();
    let sum = (0..0).map(|_| r[0]).sum::<f64>();
    sum + 0.5 * u
}

#[test]
fn a_loop_that_does_not_run_reads_nothing() {
    assert_eq!(both_modes!(nothing_to_read(3.0)), (1.5, 0.5));
}

#[differentiable]
fn never_runs(x: f64, y: f64) -> f64 {
    let mut total = x * y;
    for _ in 0..0 {
        total += x.sin() * y.exp();
    }
    total
}

#[test]
fn a_loop_that_never_runs_needs_no_tape() {
    assert_eq!(both_modes!(never_runs(3.0, 0.5)), (1.5, (0.5, 3.0)));
    assert_eq!((never_runs::tape_words(), never_runs::at(3.0, 0.5).tape_words()), (0, 0));
}

/// Branches that need more and less: a tape for these arguments is enough for them.
#[differentiable]
fn by_kind(w: f64, #[constant] kinds: &[bool]) -> f64 {
    let mut total = 0.0;
    for large in kinds {
        total += if *large { (w.sin() * w.exp()).tanh() * w.cos() } else { w };
    }
    total
}

#[test]
fn a_tape_for_some_arguments_is_enough_for_them() {
    let need = by_kind::at(0.7, &[false, false]).tape_words();
    assert!(need < by_kind::tape_words());
    let (mut tape, mut bar) = (vec![0; need], 0.0);
    by_kind::value_and_grad_into(&mut tape[..], 0.7, &[false, false], &mut bar);
    assert_eq!(bar, 2.0);
    let full = by_kind::at(0.7, &[false, true]).on(&mut tape[..]).try_value_and_grad_into(&mut bar).unwrap_err();
    assert_eq!((full.needed, bar), (by_kind::at(0.7, &[true]).tape_words(), 2.0));
}

/// The lists change in inner loops, which borrow them, before the loop that is reversed as it runs.
#[differentiable]
fn eliminated(a: &[f64], b: &[f64]) -> f64 {
    let n = b.len();
    let mut m: Vec<Vec<f64>> = a.chunks(n).map(|row| row.to_vec()).collect();
    let mut x = b.to_vec();
    for k in 0..n {
        let (top, bottom) = m.split_at_mut(k + 1);
        let pivot = &top[k];
        for (r, row) in bottom.iter_mut().enumerate() {
            let factor = row[k] / pivot[k];
            for j in k..n {
                row[j] -= factor * pivot[j];
            }
            x[k + 1 + r] -= factor * x[k];
        }
    }
    for i in (0..n).rev() {
        for j in i + 1..n {
            x[i] -= m[i][j] * x[j];
        }
        x[i] /= m[i][i];
    }
    x.iter().map(|x| x * x).sum()
}

/// Here the name of the borrowed list is used again after the loop.
#[differentiable]
fn borrowed_around(a: &[f64], b: &[f64]) -> f64 {
    let mut m = vec![a.to_vec()];
    let mut x = b.to_vec();
    let rows = &mut m;
    rows[0][0] *= 2.0;
    x[0] /= rows[0][0];
    let mut sum = 0.0;
    for x in &x {
        sum += x * x * rows[0][1];
    }
    rows[0][1] *= sum;
    sum + m[0][1]
}

#[test]
fn lists_that_inner_loops_borrow() {
    let (a, b) = ([2.0, 0.5, 0.25, 0.5, 3.0, 1.0, 0.75, 1.0, 2.5], [1.0, 2.0, -3.0]);
    eliminated::at(&a, &b).check().unwrap();
    borrowed_around::at(&a, &b).check().unwrap();
    both_modes!(eliminated(&a, &b));
    both_modes!(borrowed_around(&a, &b));
}

/// Nothing is made of these sums.
#[differentiable]
fn only_looked_at(x: &[f64], y: f64) -> f64 {
    let _unused: f64 = x.iter().sum();
    let squares: f64 = x.iter().map(|x| x * x).sum();
    let total: f64 = x.iter().sum();
    assert!(total > 0.0);
    let mut sum = 0.0;
    for x in x {
        sum += x;
    }
    let norm = x.iter().map(|x| x.powi(2)).sum::<f64>().sqrt();
    if sum > squares { y * norm } else { x[0] * y * stop_gradient(total) }
}

#[test]
fn sums_that_nobody_reads() {
    only_looked_at::at(&[0.25, 0.5], 1.5).check().unwrap();
    both_modes!(only_looked_at(&[0.25, 0.5], 1.5));
    assert_eq!(only_looked_at::grad(&[2.0, 1.0], 1.5), (vec![4.5, 0.0], 6.0));
}

#[differentiable]
fn squares(x: &[f64]) -> Option<Vec<f64>> {
    if x[0] > 9.0 {
        return None;
    }
    Some(x.iter().map(|x| x * x).collect())
}

#[differentiable]
fn plus_an_element(x: &[f64]) -> f64 {
    x.iter().sum::<f64>() + x.to_vec()[1]
}

#[differentiable]
fn plus_an_element_of_another_list(x: &[f64]) -> f64 {
    let v = x.to_vec();
    v.iter().sum::<f64>() - squares(x).unwrap()[1]
}

#[test]
fn elements_of_lists_that_are_made_after_it() {
    plus_an_element::at(&[1.0, 2.0]).check().unwrap();
    plus_an_element_of_another_list::at(&[1.0, 2.0]).check().unwrap();
    both_modes!(plus_an_element(&[1.0, 2.0]));
    both_modes!(plus_an_element_of_another_list(&[1.0, 2.0]));
}
