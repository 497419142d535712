//! Branches, exits, recursion, and what a loop carries from one iteration to the next.

use cotangent::prelude::*;

use super::exact;

// A divisor written out in a loop was pushed again in the reverse half, not popped (clad#1865).
#[test]
fn an_inline_divisor_in_a_loop() {
    #[differentiable]
    fn f(x: f64, a: &[f64; 3]) -> f64 {
        let mut s = 0.0;
        for i in 0..3 {
            s += 1.0 / (x + a[i] * a[i]);
        }
        s
    }
    // The divisors are 8, 16 and 32.
    exact!(f(7.0, &[1.0, 3.0, 5.0]) = 7.0 / 32.0; dx = -21.0 / 1024.0, da = [-2.0 / 64.0, -6.0 / 256.0, -10.0 / 1024.0]);
}

// `continue` undid the step of the loop in the wrong place (clad#710, #851).
#[test]
fn continue_in_for_and_in_while() {
    #[differentiable]
    fn in_for(x: f64, n: usize) -> f64 {
        let mut s = 1.0;
        for i in 0..n {
            if i % 2 == 1 {
                continue;
            }
            s *= x + i as f64;
        }
        s
    }
    // x (x + 2) (x + 4)
    exact!(in_for(2.0, 5) = 48.0; dx = 44.0);

    #[differentiable]
    fn in_while(x: f64, n: usize) -> f64 {
        let mut s = 1.0;
        let mut i = 0;
        while i < n {
            i += 1;
            if i == 2 {
                continue;
            }
            s *= x + i as f64;
        }
        s
    }
    // (x + 1) (x + 3)
    exact!(in_while(1.0, 3) = 8.0; dx = 6.0);
}

// `break` skipped all adjoints, or failed in a loop over a range (clad#1019).
#[test]
fn break_keeps_what_was_computed_before() {
    #[differentiable]
    fn over_a_list(x: &[f64; 4]) -> f64 {
        let mut s = 0.0;
        for (i, v) in x.iter().enumerate() {
            if i == 3 {
                break;
            }
            s += v * v;
        }
        s
    }
    exact!(over_a_list(&[1.0, 2.0, 3.0, 4.0]) = 14.0; dx = [2.0, 4.0, 6.0, 0.0]);

    #[differentiable]
    fn after_a_step(x: f64, n: usize) -> f64 {
        let mut s = 1.0;
        for _ in 0..n {
            s *= x;
            if s > 5.0 {
                break;
            }
            s *= x;
        }
        s * s
    }
    // 1, x, x², x³, and out: x⁶
    exact!(after_a_step(2.0, 9) = 64.0; dx = 192.0);
}

// What the condition of a loop does on the side was not differentiated (clad#746).
#[test]
fn a_side_effect_in_the_condition_of_a_loop() {
    #[differentiable]
    fn f(x: f64, n: usize) -> f64 {
        let mut y = x;
        let mut s = 0.0;
        let mut k = 0;
        while {
            y *= x;
            let doubled = y + y;
            doubled < 20.0
        } {
            k += 1;
            if k > n {
                continue;
            }
            s += y;
        }
        s + y
    }
    // x² + x³ + x⁴, without x³ when only one iteration counts
    exact!(f(2.0, 9) = 28.0; dx = 48.0);
    exact!(f(2.0, 1) = 20.0; dx = 36.0);
}

// The bound at which a loop starts was dropped when it is active (clad#474).
#[test]
fn an_active_bound_of_a_loop() {
    #[differentiable]
    fn f(lower: f64, upper: f64) -> f64 {
        let mut t = lower;
        let mut s = 0.0;
        while t < upper {
            s += t * t;
            t += 1.0;
        }
        s
    }
    // t = 2.5, 3.5, 4.5
    exact!(f(2.5, 5.0) = 38.75; dlower = 21.0, dupper = 0.0);
}

// The counter of a loop was not restored when its body is a block that uses it (clad#855).
#[test]
fn a_block_in_a_loop_that_uses_its_counter() {
    #[differentiable]
    fn f(x: f64, n: usize) -> f64 {
        let mut s = x;
        for i in 0..n {
            {
                let k = i as f64;
                s += s * k;
            }
            s *= x;
        }
        s
    }
    // 6 x⁴
    exact!(f(2.0, 3) = 96.0; dx = 192.0);

    #[differentiable]
    fn counted(x: f64, n: usize) -> f64 {
        let mut s = x;
        let mut i = 0;
        while i < n {
            {
                let k = i as f64;
                s += s * k;
                i += 1;
            }
            s *= x;
        }
        s
    }
    exact!(counted(2.0, 3) = 96.0; dx = 192.0);
}

// Of two branches one was analysed twice and the other never (clad, commit e4f1925b).
#[test]
fn both_branches_overwrite_what_they_read() {
    #[differentiable]
    fn f(x: f64, y: f64, n: usize) -> f64 {
        let mut s = x;
        for i in 0..n {
            if i % 2 == 0 {
                s = s * x;
            } else {
                s = s * s + y;
            }
        }
        s
    }
    // x⁵ + x y
    exact!(f(2.0, 3.0, 3) = 38.0; dx = 83.0, dy = 2.0);
}

// A recursive function with an early return read memory that nothing had been written to (clad#1928).
#[test]
fn recursion_with_early_returns() {
    #[differentiable]
    fn horner(c: &[f64; 3], x: f64, from: usize) -> f64 {
        if from == 3 {
            return 0.0;
        }
        let rest = horner(c, x, from + 1);
        if from == 2 {
            return c[from];
        }
        c[from] + x * rest
    }
    exact!(horner(&[1.0, 2.0, 3.0], 2.0, 0) = 17.0; dc = [1.0, 2.0, 4.0], dx = 14.0);
    exact!(horner(&[1.0, 2.0, 3.0], 2.0, 3) = 0.0; dc = [0.0; 3], dx = 0.0);
}

// An early return in a loop: what stands after the loop was not run in reverse (slang#6394).
#[test]
fn an_early_return_in_a_loop_and_code_after_it() {
    #[differentiable]
    fn f(x: f64, n: usize, #[constant] limit: f64) -> f64 {
        let mut s = 1.0;
        for _ in 0..n {
            s *= x;
            if s > limit {
                return s + x;
            }
        }
        let t = s * s;
        t * x
    }
    // x⁵; x² + x
    exact!(f(2.0, 2, 100.0) = 32.0; dx = 80.0);
    exact!(f(2.0, 2, 3.0) = 6.0; dx = 5.0);
}

// A loop that tests its condition at the end had wrong adjoints, one that tests it first had not (swift#78264).
#[test]
fn a_loop_that_tests_last_is_one_that_tests_first() {
    #[differentiable]
    fn last(x: f64, n: usize) -> f64 {
        let mut s = x;
        let mut k = 0;
        loop {
            s = s * x + x;
            k += 1;
            if k >= n {
                break;
            }
        }
        s
    }
    #[differentiable]
    fn first(x: f64, n: usize) -> f64 {
        let mut s = x;
        let mut k = 0;
        while k < n {
            s = s * x + x;
            k += 1;
        }
        s
    }
    // x⁴ + x³ + x² + x
    exact!(last(2.0, 3) = 30.0; dx = 49.0);
    exact!(first(2.0, 3) = 30.0; dx = 49.0);
}

// The largest of some values, found with `continue`: its gradient went to the last (warp#1552).
#[test]
fn the_largest_value_found_with_continue() {
    #[differentiable]
    fn f(x: &[f64; 4]) -> f64 {
        let mut best = 0.0;
        for v in x {
            if *v <= best {
                continue;
            }
            best = *v;
        }
        best * best
    }
    exact!(f(&[1.0, 5.0, 3.0, 2.0]) = 25.0; dx = [0.0, 10.0, 0.0, 0.0]);
}
