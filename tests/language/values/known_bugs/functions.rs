//! Calls, structs, activity, and rules at the edge of their domain.

use cotangent::prelude::*;

use super::exact;

// The adjoint of what is lent was not copied back when there is more than one basic block (swift#37861).
#[test]
fn a_lent_argument_in_branches() {
    #[differentiable]
    fn bump(v: &mut f64, x: f64, up: bool) {
        if up {
            *v *= x;
        } else {
            *v += x;
        }
        if *v > 10.0 {
            *v = *v * *v;
        }
    }
    #[differentiable]
    fn f(x: f64) -> f64 {
        let mut s = 0.0;
        s += x;
        bump(&mut s, x, true);
        bump(&mut s, x, false);
        s
    }
    // (x² + x)² above 10, else x² + x
    exact!(f(3.0) = 144.0; dx = 168.0);
    exact!(f(2.0) = 6.0; dx = 5.0);
}

// `+=` on a constant start compiled, and its gradient was 0 (swift#28352).
#[test]
fn adding_to_a_constant_start() {
    #[differentiable]
    fn add(v: &mut f64, x: f64) {
        *v += x;
    }
    #[differentiable]
    fn f(x: f64) -> f64 {
        let mut s = 0.0;
        add(&mut s, x);
        let mut t = 1.0;
        t += s;
        t * t
    }
    // (1 + x)²
    exact!(f(2.0) = 9.0; dx = 6.0);
}

#[derive(Clone, Debug, Differentiable)]
struct Powers {
    square: f64,
    cube: f64,
}

#[differentiable]
fn powers(x: f64) -> Powers {
    Powers { square: x * x, cube: x * x * x }
}

// A function that returns a struct was differentiated wrongly without optimisation (Enzyme#1894).
#[test]
fn a_function_returns_a_struct() {
    #[differentiable]
    fn f(x: f64) -> f64 {
        let p = powers(x);
        p.square * p.cube
    }
    exact!(f(2.0) = 32.0; dx = 80.0);
}

// Another computation beside it changed a derivative that had been right (EnzymeAD/rust#196).
#[test]
fn an_unrelated_computation_beside_it() {
    #[differentiable]
    fn f(x: f64, y: f64) -> f64 {
        let other = powers(y * x);
        let p = powers(x);
        let mut unrelated = other.cube;
        for _ in 0..3 {
            unrelated = unrelated.sin() * other.square;
        }
        let _ = unrelated;
        p.square * p.cube
    }
    exact!(f(2.0, 7.0) = 32.0; dx = 80.0, dy = 0.0);
}

/// A number with a unit, whose derivative is of its own type.
#[derive(Clone, Copy, Debug, Differentiable, PartialEq)]
struct Metres(f64);

// A type that is its own tangent got an empty derivative (slang#8530).
#[test]
fn a_type_of_one_number() {
    #[differentiable]
    fn doubled(x: Metres) -> Metres {
        Metres(x.0 * 2.0)
    }
    #[differentiable]
    fn area(x: Metres) -> f64 {
        let y = doubled(x);
        y.0 * x.0
    }
    let (value, dx) = area::value_and_grad(Metres(3.0));
    assert_eq!((value, dx.0), (18.0, 12.0));

    #[differentiable]
    fn first<const N: usize>(x: &[[f64; N]; 2]) -> [f64; N] {
        x[0]
    }
    assert_eq!(first::vjp(&[[1.0, 2.0], [3.0, 4.0]], [5.0, 6.0]).1, [[5.0, 6.0], [0.0, 0.0]]);
}

// A fold whose step takes elements by their indices had no gradient at all (Zygote.jl#1558).
#[test]
fn a_fold_over_indices() {
    #[differentiable]
    fn f(x: &[f64; 3], path: &[usize; 3]) -> f64 {
        path.iter().fold(x[0], |s, &i| s * x[i])
    }
    // a b c²
    exact!(f(&[2.0, 3.0, 5.0], &[1, 2, 2]) = 150.0; dx = [75.0, 50.0, 60.0]);
}

// A value that nobody uses, out of its domain, made the whole gradient NaN (clad#1108).
#[test]
fn an_unused_value_out_of_its_domain() {
    #[differentiable]
    fn f(x: f64) -> f64 {
        let _root = (x - 2.0).sqrt();
        let _logarithm = (x - 1.0).ln();
        let _power = (x - 2.0).powf(0.5);
        let _quotient = 1.0 / (x - 1.0);
        x * x
    }
    exact!(f(1.0) = 1.0; dx = 2.0);

    #[differentiable]
    fn in_the_branch_not_taken(x: f64) -> f64 {
        let mut y = (x - 2.0).sqrt();
        if x < 2.0 {
            y = x;
        }
        y * x
    }
    exact!(in_the_branch_not_taken(1.0) = 1.0; dx = 2.0);
}

// Applying a function to repeated places was taken for overwriting them (jax#16684).
#[test]
fn a_function_applied_to_repeated_places() {
    #[differentiable]
    fn f(x: &[f64; 2], at: &[usize; 3]) -> f64 {
        let mut a = *x;
        for i in at {
            a[*i] = a[*i] * a[*i];
        }
        a[0] + a[1]
    }
    // a⁴ + b²
    exact!(f(&[2.0, 3.0], &[0, 1, 0]) = 25.0; dx = [32.0, 6.0]);
}

// Products of segments with a zero among their factors (jax#9296).
#[test]
fn a_product_of_a_segment_with_a_zero() {
    #[differentiable]
    fn f(x: &[f64; 4], segment: &[usize; 4]) -> f64 {
        let mut p = [1.0; 2];
        for i in 0..4 {
            p[segment[i]] *= x[i];
        }
        p[0] + p[1]
    }
    exact!(f(&[0.0, 3.0, 4.0, 5.0], &[0, 0, 1, 1]) = 20.0; dx = [3.0, 0.0, 5.0, 4.0]);
}

// The largest of each segment had an infinite gradient (jax#40648).
#[test]
fn the_largest_of_each_segment() {
    #[differentiable]
    fn f(x: &[f64; 4], segment: &[usize; 4]) -> f64 {
        let mut m = [f64::NEG_INFINITY; 2];
        for i in 0..4 {
            m[segment[i]] = m[segment[i]].max(x[i]);
        }
        m[0] * m[1]
    }
    exact!(f(&[1.0, 4.0, 2.0, -3.0], &[0, 0, 1, 1]) = 8.0; dx = [0.0, 2.0, 4.0, 0.0]);
}

// `clamp` and `max` with `min` disagreed at the bounds (pytorch#76522): here both halves of a tie count half.
#[test]
fn clamping_at_the_bounds() {
    #[differentiable]
    fn clamped(x: f64) -> f64 {
        x.max(0.0).min(6.0)
    }
    for (x, dx) in [(-1.0, 0.0), (0.0, 0.5), (3.0, 1.0), (6.0, 0.5), (7.0, 0.0)] {
        exact!(clamped(x) = x.clamp(0.0, 6.0); d = dx);
    }
}
