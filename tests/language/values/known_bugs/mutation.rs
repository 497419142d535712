//! Overwriting, aliasing, captured buffers.

use cotangent::prelude::*;

use super::exact;

// A chain of assignments of zero kept adjoints alive (clad#650).
#[test]
fn overwriting_with_zero_one_after_the_other() {
    #[differentiable]
    fn f(x: f64, y: f64) -> f64 {
        let mut u = x;
        let mut v = y;
        let product = u * v;
        u = 0.0;
        v = u;
        u = v;
        product + u + v
    }
    exact!(f(2.0, 3.0) = 6.0; dx = 3.0, dy = 2.0);
}

// A parameter that is no independent variable and is overwritten had no adjoint at all (clad#265).
#[test]
fn a_constant_parameter_is_overwritten() {
    #[differentiable]
    fn f(x: f64, #[constant] mut k: f64) -> f64 {
        k = k * x;
        k = k * k;
        k * x
    }
    // k² x³
    exact!(f(2.0, 3.0) = 72.0; dx = 108.0);
}

// Assigning to a parameter made the caller's accumulated adjoint zero (clad#888).
#[test]
fn a_parameter_is_overwritten() {
    #[differentiable]
    fn f(mut x: f64) -> f64 {
        x = 2.0 * x;
        x * x
    }
    exact!(f(3.0) = 36.0; dx = 24.0);

    #[differentiable]
    fn called_twice(x: f64) -> f64 {
        f(x) * x + f(x)
    }
    // 4 x³ + 4 x²
    exact!(called_twice(3.0) = 144.0; dx = 132.0);
}

// `a[i] *= i` in a loop (clad#1086); `a[0] *= x` used a variable of the reverse half only (clad#1079).
#[test]
fn elements_are_multiplied_in_place() {
    #[differentiable]
    fn f(a: &[f64; 3], x: f64) -> f64 {
        let mut a = *a;
        for i in 0..3 {
            a[i] *= i as f64 + 1.0;
        }
        a[0] *= x;
        a[0] *= a[1];
        a[0] + a[1] + a[2]
    }
    // 2 a b x + 2 b + 3 c
    exact!(f(&[2.0, 3.0, 5.0], 2.0) = 45.0; da = [12.0, 10.0, 3.0], dx = 12.0);
}

// `v[i] = v[i] + x`: the error grew exponentially (warp#1697).
#[test]
fn an_element_is_its_old_value_and_more() {
    #[differentiable]
    fn f(v: &[f64; 2], x: f64, n: usize) -> f64 {
        let mut v = *v;
        for _ in 0..n {
            v[0] = v[0] + x;
            v[1] = v[1] + v[0];
        }
        v[0] + 10.0 * v[1]
    }
    // v0 + 3 x + 10 (v1 + 3 v0 + 6 x)
    exact!(f(&[2.0, 3.0], 0.5, 3) = 123.5; dv = [31.0, 10.0], dx = 63.0);
}

// `a[i] = a[i] + 1` aliased its own target (warp#1294).
#[test]
fn an_element_is_its_old_value_and_one() {
    #[differentiable]
    fn f(a: &[f64; 3]) -> f64 {
        let mut a = *a;
        let mut s = 0.0;
        for i in 0..3 {
            a[i] = a[i] + 1.0;
            s += a[i] * a[i];
        }
        s
    }
    exact!(f(&[1.0, 2.0, 3.0]) = 29.0; da = [4.0, 6.0, 8.0]);
}

// The reverse half read arrays as they are now, not as they were (warp#1350).
#[test]
fn what_was_read_before_it_was_overwritten() {
    #[differentiable]
    fn f(x: &[f64; 2]) -> f64 {
        let mut a = *x;
        let y = a[0] * a[1];
        a[0] = 7.0;
        a[1] = y * a[1];
        a[0] * a[1] + y
    }
    // 7 a b² + a b
    exact!(f(&[2.0, 3.0]) = 132.0; dx = [66.0, 86.0]);
}

// `a = a - 2 a` was evaluated lazily, from its own target (autodiff#32).
#[test]
fn a_variable_minus_its_double() {
    #[differentiable]
    fn f(x: f64) -> f64 {
        let mut a = x;
        a = a - 2.0 * a;
        a = a * a - 2.0 * a;
        a
    }
    // x² + 2 x
    exact!(f(3.0) = 15.0; dx = 8.0);

    #[differentiable]
    fn of_tensors(x: &Vector<f64, 2>) -> f64 {
        let mut a = x.clone();
        a = &a - 2.0 * &a;
        a = &a * &a - 2.0 * &a;
        a.sum()
    }
    assert_eq!(of_tensors::value_and_grad(&tensor([3.0, 1.0])), (18.0, tensor([8.0, 4.0])));
}

// A value between was neither kept nor computed again (Enzyme#2708).
#[test]
fn a_factor_from_a_constant_that_changes() {
    #[differentiable]
    fn f(x: f64, n: usize) -> f64 {
        let mut k = [2.0, 3.0];
        let mut s = x;
        for i in 0..n {
            let w = k[i % 2];
            s = s * w * x;
            k[0] = k[1];
            k[1] = 5.0;
        }
        s
    }
    // w = 2, 5, 5
    exact!(f(2.0, 3) = 800.0; dx = 1600.0);
}

// A buffer that a closure captures lost its gradient, or was left changed for the next call (Enzyme.jl#1492, #3124, #3136).
#[test]
fn a_closure_captures_a_buffer() {
    #[differentiable]
    fn f(x: f64, #[constant] table: &[f64; 3]) -> f64 {
        let mut scratch = [0.0; 3];
        for i in 0..3 {
            scratch[i] = x * x * table[i];
        }
        let square = |i: usize| scratch[i] * scratch[i];
        square(0) + square(2)
    }
    let table = [1.0, 2.0, 3.0];
    // 10 x⁴
    exact!(f(2.0, &table) = 160.0; dx = 320.0);
    assert_eq!(table, [1.0, 2.0, 3.0]);

    #[differentiable]
    fn fill(scratch: &mut [f64; 2], x: f64) {
        scratch[0] = x * x;
        scratch[1] = scratch[0] * x;
    }
    #[differentiable]
    fn lent(x: f64) -> f64 {
        let mut scratch = [0.0; 2];
        let mut s = 0.0;
        for _ in 0..2 {
            fill(&mut scratch, x);
            s += scratch[0] * scratch[1];
        }
        s
    }
    // 2 x⁵
    exact!(lent(2.0) = 64.0; dx = 160.0);
}

#[derive(Clone, Debug, Differentiable)]
struct Gain {
    factor: f64,
    offset: f64,
}

#[differentiable]
fn applied(gain: &Gain, s: f64) -> f64 {
    gain.factor * gain.offset * s
}

// Objects made in each iteration were one object, that of the last (Enzyme.jl#2304, #3477).
#[test]
fn an_object_of_each_iteration() {
    #[differentiable]
    fn f(x: f64, n: usize) -> f64 {
        let mut s = 0.0;
        for i in 0..n {
            let k = i as f64;
            let gain = Gain { factor: x * k, offset: x + k };
            s += applied(&gain, x);
        }
        s
    }
    // 3 x³ + 5 x²
    exact!(f(2.0, 3) = 44.0; dx = 56.0);
}

// One element was kept where the whole array is overwritten (the Tapenade modules of ADBench, "TFIX").
#[test]
fn the_whole_array_is_overwritten() {
    #[differentiable]
    fn rotated(a: &[f64; 2], x: f64) -> [f64; 2] {
        [a[1] * x, a[0] * x]
    }
    #[differentiable]
    fn f(start: &[f64; 2], x: f64, n: usize) -> f64 {
        let mut a = *start;
        let mut s = 0.0;
        for _ in 0..n {
            s += a[0] * a[1];
            a = rotated(&a, x);
        }
        s
    }
    // p q (1 + x² + x⁴)
    exact!(f(&[2.0, 3.0], 2.0, 3) = 126.0; dstart = [63.0, 42.0], dx = 216.0);
}
