//! Loops: nested, with values from before them, used after them, in several forms.

use cotangent::prelude::*;

use super::exact;

// A variable from before a loop that is used after it had the adjoint 0 (warp#1694).
#[test]
fn a_variable_from_before_the_loop_used_after_it() {
    #[differentiable]
    fn f(x: f64, n: usize) -> f64 {
        let a = x * x;
        let mut s = 0.0;
        for i in 0..n {
            s += a * i as f64;
        }
        s * a
    }
    // 6 x⁴
    exact!(f(2.0, 4) = 96.0; dx = 192.0);
}

// Two nested loops with bounds of run time gave exactly twice the gradient (warp#1293).
#[test]
fn nested_loops_with_run_time_bounds() {
    #[differentiable]
    fn f(x: f64, n: usize, m: usize) -> f64 {
        let mut s = 0.0;
        for i in 0..n {
            for j in i..m {
                s += x * x * j as f64;
            }
        }
        s
    }
    // (0 + 1 + 2 + 1 + 2) x²
    exact!(f(3.0, 2, 3) = 54.0; dx = 36.0);
}

// A nonlinear use of an accumulator used its first value in reverse (warp#174, #1740, #1754).
#[test]
fn an_accumulator_used_nonlinearly() {
    #[differentiable]
    fn after_the_loop(x: &[f64; 3]) -> f64 {
        let mut s = 0.0;
        for i in 0..3 {
            s += x[i];
        }
        s * s * s
    }
    exact!(after_the_loop(&[1.0, 2.0, 3.0]) = 216.0; dx = [108.0; 3]);

    #[differentiable]
    fn in_the_loop(x: &[f64; 3]) -> f64 {
        let mut s = 1.0;
        for i in 0..3 {
            s += x[i] * s;
        }
        s
    }
    // (1 + x0) (1 + x1) (1 + x2)
    exact!(in_the_loop(&[1.0, 2.0, 3.0]) = 24.0; dx = [12.0, 8.0, 6.0]);
}

// Nested loops had wrong gradients that are right when the loops are written out (slang#13000).
#[test]
fn nested_loops_and_the_same_written_out() {
    #[differentiable]
    fn nested(x: &[f64; 2]) -> f64 {
        let mut s = 1.0;
        for i in 0..2 {
            for j in 0..2 {
                s = s * x[i] + x[j];
            }
        }
        s
    }
    #[differentiable]
    fn unrolled(x: &[f64; 2]) -> f64 {
        let s = x[0] + x[0];
        let s = s * x[0] + x[1];
        let s = s * x[1] + x[0];
        s * x[1] + x[1]
    }
    // 2 a² b² + b³ + a b + b
    exact!(nested(&[2.0, 3.0]) = 108.0; dx = [75.0, 78.0]);
    exact!(unrolled(&[2.0, 3.0]) = 108.0; dx = [75.0, 78.0]);
}

// A loop whose result is a vector had wrong gradients, each of its elements alone the right one (slangpy#1055).
#[test]
fn a_loop_with_a_vector_as_result() {
    #[differentiable]
    fn f(x: f64, n: usize) -> [f64; 2] {
        let mut v = [x, 1.0];
        for _ in 0..n {
            v = [v[0] * v[1], v[1] * x];
        }
        v
    }
    // x⁴ and x³
    assert_eq!(f::vjp(2.0, 3, [1.0, 0.0]), ([16.0, 8.0], 32.0));
    assert_eq!(f::vjp(2.0, 3, [0.0, 1.0]), ([16.0, 8.0], 12.0));
    assert_eq!(f::vjp(2.0, 3, [3.0, 5.0]), ([16.0, 8.0], 156.0));
}

// A product that starts from a constant counted only part of its factors: activity is a fixed point (swift#27796).
#[test]
fn a_variable_that_becomes_active_in_the_loop() {
    #[differentiable]
    fn product(x: f64, n: usize) -> f64 {
        let mut result = 1.0;
        for _ in 0..n {
            result *= x;
        }
        result
    }
    exact!(product(3.0, 2) = 9.0; dx = 6.0);

    #[differentiable]
    fn one_iteration_later(x: f64, n: usize) -> f64 {
        let mut a = 1.0;
        let mut b = 1.0;
        let mut c = 1.0;
        for _ in 0..n {
            c = b;
            b = a;
            a *= x;
        }
        c * c * b
    }
    // x · x · x²
    exact!(one_iteration_later(3.0, 3) = 81.0; dx = 108.0);
}

// Only the last iteration had a gradient (swift-apis#394).
#[test]
fn every_iteration_has_its_gradient() {
    #[differentiable]
    fn f(x: &[f64; 4]) -> f64 {
        let mut y = [0.0; 4];
        for i in 0..4 {
            y[i] = 2.0 * x[i];
        }
        let mut s = 0.0;
        for v in y {
            s += v;
        }
        s
    }
    exact!(f(&[1.0, 2.0, 3.0, 4.0]) = 20.0; dx = [2.0; 4]);
}

// The inverse of a 2x2 matrix in a loop was wrong from the second iteration on (Enzyme.jl#3004).
#[test]
fn an_inverse_again_and_again() {
    #[differentiable]
    fn inverse(m: &[[f64; 2]; 2]) -> [[f64; 2]; 2] {
        let d = m[0][0] * m[1][1] - m[0][1] * m[1][0];
        [[m[1][1] / d, -m[0][1] / d], [-m[1][0] / d, m[0][0] / d]]
    }
    #[differentiable]
    fn f(m: &[[f64; 2]; 2], n: usize) -> f64 {
        let mut a = *m;
        for _ in 0..n {
            a = inverse(&a);
        }
        a[0][0] + 2.0 * a[0][1] + 4.0 * a[1][0] + 8.0 * a[1][1]
    }
    let m = [[3.0, 1.0], [1.0, 1.0]];
    // W of the weights; and -A⁻ᵀ W A⁻ᵀ
    let (even, odd) = ([[1.0, 2.0], [4.0, 8.0]], [[-0.75, 3.75], [2.75, -13.75]]);
    exact!(f(&m, 0) = 17.0; dm = even);
    exact!(f(&m, 1) = 9.5; dm = odd);
    exact!(f(&m, 2) = 17.0; dm = even);
    exact!(f(&m, 3) = 9.5; dm = odd);
}

// A loop whose body takes an element by its counter was wrong only with checkpoints (Reactant.jl#3119).
#[test]
fn a_checkpointed_loop_that_indexes_by_its_counter() {
    #[differentiable]
    fn by_twos(x: &[f64; 5], n: usize) -> f64 {
        let mut s = 1.0;
        #[checkpoint(every = 2)]
        for i in 0..n {
            s = s * x[i] + 1.0;
        }
        s
    }
    #[differentiable]
    fn by_bisection(x: &[f64; 5], n: usize) -> f64 {
        let mut s = 1.0;
        #[checkpoint(bisection)]
        for i in 0..n {
            s = s * x[i] + 1.0;
        }
        s
    }
    // s = 1, 2, 5, 16, 17, 35: each times the product of the factors after it.
    let x = [1.0, 2.0, 3.0, 1.0, 2.0];
    exact!(by_twos(&x, 5) = 35.0; dx = [12.0, 12.0, 10.0, 32.0, 17.0]);
    exact!(by_bisection(&x, 5) = 35.0; dx = [12.0, 12.0, 10.0, 32.0, 17.0]);
    exact!(by_twos(&x, 3) = 16.0; dx = [6.0, 6.0, 5.0, 0.0, 0.0]);
}

// The gradient of what is iterated over was zero (jax#753), that of what the step captures incomplete (pytorch#184528).
#[test]
fn a_fold_over_a_list_with_a_captured_parameter() {
    #[differentiable]
    fn f(x: &[f64; 2], k: f64) -> f64 {
        x.iter().fold(1.0, |s, v| s * v + k)
    }
    // (x0 + k) x1 + k
    exact!(f(&[2.0, 3.0], 5.0) = 26.0; dx = [3.0, 7.0], dk = 4.0);
}

// The same sum in two forms of loops had two gradients (taichi#8356).
#[test]
fn one_sum_in_four_forms() {
    #[differentiable]
    fn indexed(x: &[f64; 4]) -> f64 {
        let mut s = 0.0;
        for i in 0..3 {
            s += x[i] * x[i + 1];
        }
        s
    }
    #[differentiable]
    fn counted(x: &[f64; 4]) -> f64 {
        let mut s = 0.0;
        let mut i = 3;
        while i > 0 {
            i -= 1;
            s += x[i] * x[i + 1];
        }
        s
    }
    #[differentiable]
    fn windowed(x: &[f64; 4]) -> f64 {
        let mut s = 0.0;
        for w in x.windows(2) {
            s += w[0] * w[1];
        }
        s
    }
    #[differentiable]
    fn chained(x: &[f64; 4]) -> f64 {
        x.iter().zip(x.iter().skip(1)).map(|(a, b)| a * b).sum()
    }
    let x = [2.0, 3.0, 5.0, 7.0];
    exact!(indexed(&x) = 56.0; dx = [3.0, 7.0, 10.0, 5.0]);
    exact!(counted(&x) = 56.0; dx = [3.0, 7.0, 10.0, 5.0]);
    exact!(windowed(&x) = 56.0; dx = [3.0, 7.0, 10.0, 5.0]);
    exact!(chained(&x) = 56.0; dx = [3.0, 7.0, 10.0, 5.0]);
}

// A value that is read and then overwritten was the new one in reverse (taichi#2505).
#[test]
fn an_element_is_read_and_then_overwritten() {
    #[differentiable]
    fn f(x: &[f64; 3]) -> f64 {
        let mut a = *x;
        for i in 1..3 {
            a[i] = a[i] * a[i - 1];
        }
        a[0] + a[1] + a[2]
    }
    // a + a b + a b c
    exact!(f(&[2.0, 3.0, 5.0]) = 38.0; dx = [19.0, 12.0, 6.0]);
}

// A stack of fixed size overflowed and the program crashed (taichi#8027).
#[test]
fn a_tape_that_is_too_small_is_an_error_and_changes_nothing() {
    #[differentiable]
    fn f(x: f64, n: usize) -> f64 {
        let mut s = x;
        for _ in 0..n {
            s = s.sin();
        }
        s
    }
    let mut memory = [0_u64; 8];
    let mut dx = 64.0;
    let overflow = f::at(0.5, 1000).on(memory.as_mut_slice()).try_value_and_grad_into(&mut dx).unwrap_err();
    assert_eq!((overflow.available, dx), (8, 64.0));
    assert!(overflow.needed >= 1000);
}
