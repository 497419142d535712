//! `for` and `while`, nested, with values carried from one iteration to the next.

use cotangent::prelude::*;

#[differentiable]
fn power(x: f64, n: usize) -> f64 {
    let mut y = 1.0;
    for _ in 0..n {
        y *= x;
    }
    y * y
}

#[test]
fn a_carried_value_is_used_nonlinearly_after_the_loop() {
    for n in 0..5_u32 {
        let expected = 2.0 * f64::from(n) * 1.5_f64.powf(2.0 * f64::from(n) - 1.0);
        let (value, dx) = both_modes!(power(1.5, n as usize));
        assert_eq!(value, 1.5_f64.powf(2.0 * f64::from(n)));
        assert!((dx - expected).abs() <= 1e-12 * expected.abs(), "{n}: {dx} {expected}");
    }
}

#[differentiable]
fn before_and_after(x: f64, n: usize) -> f64 {
    let a = x * x;
    let mut s = a;
    for i in 0..n {
        let k = i as f64;
        s += a * k * s;
    }
    s * a + a
}

#[test]
fn a_variable_from_before_the_loop_is_used_in_it_and_after_it() {
    for n in [0, 1, 2, 3] {
        cotangent::check::gradient(|x: &f64| before_and_after(*x, n), |x| both_modes!(before_and_after(*x, n)), 0.7)
            .unwrap_or_else(|mismatch| panic!("{n}: {mismatch}"));
    }
}

#[differentiable]
fn nested(x: &[f64; 3], m: usize) -> f64 {
    let mut s = 0.5;
    for i in 0..3 {
        let mut t = x[i];
        for j in (i..3).rev() {
            t *= x[j] + s;
            for _ in 0..m {
                s += t * 0.1;
            }
        }
        s *= t;
    }
    s
}

#[test]
fn loops_in_loops_with_a_carried_value() {
    for m in 0..3 {
        cotangent::check::gradient(|x: &[f64; 3]| nested(x, m), |x| both_modes!(nested(x, m)), [0.7, -1.2, 0.4])
            .unwrap_or_else(|mismatch| panic!("{m}: {mismatch}"));
    }
}

#[differentiable]
fn stepped(x: f64) -> f64 {
    let mut s = x;
    for i in (1..=9).step_by(4) {
        s += s * x * i as f64;
    }
    for k in [3, 1, 2] {
        s = s * s / k as f64;
    }
    s
}

#[test]
fn inclusive_stepped_and_listed() {
    cotangent::check::gradient(|x: &f64| stepped(*x), |x| both_modes!(stepped(*x)), 0.3)
        .unwrap_or_else(|mismatch| panic!("{mismatch}"));
}

#[differentiable]
fn root(x: f64) -> f64 {
    let mut y = 1.0;
    let mut steps = 0;
    while (y * y - x).abs() > 1e-13 && steps < 50 {
        y = 0.5 * (y + x / y);
        steps += 1;
    }
    y
}

#[test]
fn while_runs_until_its_condition_fails() {
    let (value, dx) = both_modes!(root(2.0));
    assert!((value - 2.0_f64.sqrt()).abs() < 1e-13);
    assert!((dx - 0.5 / 2.0_f64.sqrt()).abs() < 1e-13);
}

#[differentiable]
fn counted(x: &[f64; 4], order: &[usize; 4]) -> f64 {
    let mut k = 0;
    let mut s = 1.0;
    while k < 4 {
        let at = order[k];
        s *= x[at] + x[k] * s;
        k += 2;
        s += x[k - 1] * x[order[k - 1]];
    }
    s
}

#[test]
fn computed_and_repeated_indices() {
    cotangent::check::gradient(
        |x: &[f64; 4]| counted(x, &[2, 2, 0, 2]),
        |x| both_modes!(counted(x, &[2, 2, 0, 2])),
        [0.7, -1.2, 0.4, 1.1],
    )
    .unwrap_or_else(|mismatch| panic!("{mismatch}"));
}

#[differentiable]
fn heat<const N: usize>(u0: &[f64; N], c: f64, steps: usize) -> f64 {
    let mut u = *u0;
    for _ in 0..steps {
        for i in 1..N - 1 {
            u[i] += c * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
        }
    }
    let mut s = 0.0;
    for i in 0..N {
        s += u[i] * u[i];
    }
    s
}

#[test]
fn a_stencil_in_place() {
    cotangent::check::gradient(
        |(u, c): &([f64; 5], f64)| heat(u, *c, 7),
        |(u, c)| both_modes!(heat(u, *c, 7)),
        ([0.1, 0.9, -0.4, 0.3, 0.8], 0.2),
    )
    .unwrap_or_else(|mismatch| panic!("{mismatch}"));
}

#[differentiable]
fn constant_bounds(x: f64) -> f64 {
    let mut s = x;
    for _ in 0..10 {
        for _ in 1..=3 {
            s = s.sin();
        }
    }
    s
}

#[test]
fn the_tape_of_constant_bounds_is_known() {
    let mut tape = TapeBuffer::<{ constant_bounds::tape_words() }>::new();
    let gradient = constant_bounds::at(0.5).on(&mut tape).grad();
    assert_eq!(constant_bounds::at(0.5).tape_words(), constant_bounds::tape_words());
    assert_eq!(constant_bounds::grad(0.5), gradient);
}

#[test]
fn a_tape_that_is_too_small_is_an_error() {
    let need = power::at(1.5, 6).tape_words();
    let mut memory = vec![0; need - 1];
    let overflow = power::at(1.5, 6).on(memory.as_mut_slice()).try_grad().unwrap_err();
    assert_eq!((overflow.needed, overflow.available), (need, need - 1));
    let mut memory = vec![0; need];
    assert_eq!(power::at(1.5, 6).on(memory.as_mut_slice()).try_grad(), Ok(power::grad(1.5, 6)));
}

const LENGTH: usize = 5;

fn half(n: usize) -> usize {
    n / 2
}

const fn third(n: usize) -> usize {
    n / 3
}

/// The ends of loops are constants, and functions that are not `const` compute some of them.
#[differentiable]
fn ends(x: f64) -> f64 {
    let mut y = x;
    for _ in 0..LENGTH.min(3) {
        y = y * x;
    }
    for _ in half(4)..LENGTH.saturating_sub(2) {
        y = y * x;
    }
    for _ in 0..const { third(LENGTH) } {
        y = y * x;
    }
    y
}

const TABLE: [f64; 2] = [0.5, 2.0];

#[differentiable]
fn known_ends(x: f64) -> f64 {
    let mut y = x;
    for _ in 0..const { third(LENGTH) } + LENGTH.saturating_sub(4) {
        y = y * x;
    }
    for i in 0..TABLE.len() {
        y = y * x * TABLE[i];
    }
    y
}

#[test]
fn ends_that_are_computed() {
    // x⁶
    assert_eq!(both_modes!(ends(2.0)), (64.0, 6.0 * 32.0));
    // x⁵
    assert_eq!(both_modes!(known_ends(2.0)), (32.0, 5.0 * 16.0));
    assert_eq!(known_ends::tape_words(), known_ends::at(2.0).tape_words());
}

#[derive(Differentiable, Clone, Copy, Debug)]
struct Mixture {
    parts: [(f64, f64); 3],
    scale: f64,
}

#[differentiable]
impl Mixture {
    fn at(&self, x: f64) -> f64 {
        self.scale * x * x
    }

    fn step(&mut self, x: f64) -> f64 {
        self.scale *= x;
        self.scale
    }
}

/// A loop over a copy, in which closures call methods that may change what was copied.
#[differentiable]
fn over_a_copy(x: f64) -> f64 {
    let mut mixture = Mixture { parts: [(x, 0.3), (2.0, x * x), (0.5, x)], scale: x };
    let mut sum = 0.0;
    for (a, b) in mixture.parts {
        sum += a * [1.0, 2.0].iter().map(|w| mixture.at(*w)).sum::<f64>();
        sum += b * [x, 2.0].map(|w| mixture.step(w))[1];
    }
    sum
}

#[test]
fn closures_may_change_what_a_loop_goes_over_a_copy_of() {
    check! { over_a_copy() at 0.7, 1.3; }
}

/// What the loop assigns is there after it, and changes again.
#[differentiable]
fn assigned_in_an_endless_loop(n: f64, x: f64) -> f64 {
    let mut p: f64;
    let (mut q, mut k) = (1.0, n);
    loop {
        p = q * x;
        q = p + k * x;
        k -= 1.0;
        if k <= 0.5 {
            break;
        }
    }
    if q > 1.0 {
        p = q * p;
    }
    p
}

#[test]
fn a_variable_without_a_value_gets_it_in_an_endless_loop() {
    for x in [1.2, 0.1] {
        assigned_in_an_endless_loop::at(3.3, x).check().unwrap();
        assigned_in_an_endless_loop::at(3.3, x).check_jvp().unwrap();
    }
}
