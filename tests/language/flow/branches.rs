//! `if`/`else` as expression and statement: the branch that was taken is the one that is differentiated.

use cotangent::prelude::*;

#[differentiable]
fn piecewise(x: f64) -> f64 {
    if x < 0.0 {
        -x * x
    } else if x < 1.0 {
        x * x * x
    } else {
        x.ln() + 1.0
    }
}

#[test]
fn each_branch_has_its_own_derivative() {
    assert_eq!(both_modes!(piecewise(-2.0)), (-4.0, 4.0));
    assert_eq!(both_modes!(piecewise(0.5)), (0.125, 0.75));
    assert_eq!(both_modes!(piecewise(1.0)), (1.0, 1.0));
}

#[differentiable]
fn inner_values(x: f64, y: f64) -> f64 {
    let s = x * y;
    let t = if s > 1.0 {
        let a = s * s;
        let b = a * x;
        b * s
    } else {
        s
    };
    let u = if y > x { t } else { t * t };
    u * s
}

#[test]
fn values_made_in_a_branch_and_used_after_it() {
    // s = xy: (s³ x)² s = x⁹ y⁷ for s > 1, x > y
    let (x, y): (f64, f64) = (2.0, 1.5);
    let (value, (dx, dy)) = both_modes!(inner_values(x, y));
    assert_eq!(value, x.powi(9) * y.powi(7));
    assert!((dx - 9.0 * x.powi(8) * y.powi(7)).abs() < 1e-9 * dx);
    assert!((dy - 7.0 * x.powi(9) * y.powi(6)).abs() < 1e-9 * dy);
    // s ≤ 1, y > x: s²
    assert_eq!(both_modes!(inner_values(0.5, 1.0)), (0.25, (1.0, 0.5)));
}

#[differentiable]
fn one_sided(x: f64, y: f64) -> f64 {
    let k = if x > y { 2.0 } else { 3.0 };
    k * x * y
}

#[test]
fn a_constant_that_depends_on_a_comparison() {
    assert_eq!(both_modes!(one_sided(2.0, 1.0)), (4.0, (2.0, 4.0)));
    assert_eq!(both_modes!(one_sided(1.0, 2.0)), (6.0, (6.0, 3.0)));
}

#[differentiable]
fn checked(x: f64) -> f64 {
    assert!(x.is_finite(), "x must be finite");
    debug_assert!(x > -100.0);
    if x < 0.0 {
        panic!("x is {x}, it must not be negative");
    }
    if x == 7.0 { unreachable!() } else { x * x }
}

#[test]
fn checks_run_in_the_forward_half() {
    assert_eq!(checked::value_and_grad(3.0), (9.0, 6.0));
}

#[test]
#[should_panic(expected = "x is -1, it must not be negative")]
fn a_failed_check_panics_as_in_the_primal() {
    checked::value_and_grad(-1.0);
}

#[differentiable]
fn tuples(x: f64, flag: bool) -> f64 {
    let (a, b) = if flag && !x.is_nan() && x < 5.5 { (x, x * x) } else { (x * x * x, 1.0) };
    a * b
}

#[test]
fn branches_may_give_tuples_and_test_flags() {
    assert_eq!(both_modes!(tuples(2.0, true)), (8.0, 12.0));
    assert_eq!(both_modes!(tuples(2.0, false)), (8.0, 12.0));
    assert_eq!(both_modes!(tuples(6.0, true)), (216.0, 108.0));
}

#[differentiable]
fn pivot(m: &[[f64; 3]; 3]) -> f64 {
    let mut a = *m;
    a[0][0] *= a[1][1];
    let mut best = 0;
    for i in 1..3 {
        if a[i][0].abs() > a[best][0].abs() {
            best = i;
        }
    }
    a[best][0] * a[best][1]
}

#[test]
fn a_search_stores_nothing() {
    let m = [[1.0, 2.0, 3.0], [5.0, 1.0, 7.0], [-6.0, 8.0, 9.0]];
    assert_eq!(both_modes!(pivot(&m)), (-48.0, [[0.0; 3], [0.0; 3], [8.0, -6.0, 0.0]]));
    // The two factors of each product, and the index that is found, once for each use; of the search nothing.
    const WORDS: usize = pivot::tape_words();
    let tagged = usize::from(cfg!(debug_assertions));
    assert_eq!(WORDS, 6 + 2 * tagged);
}

#[differentiable]
fn pair(x: f64) -> Option<(f64, f64)> {
    if x > 0.1 { Some((x * x, 0.5)) } else { None }
}

/// Values that are read through a mutable reference at the end of an arm and of a branch.
#[differentiable]
fn read_through_a_borrow(x: f64) -> f64 {
    let parts = [
        x,
        match pair(x) {
            Some((mut l, _)) => {
                let m = &mut l;
                *m *= 3.0;
                *m
            }
            None => x,
        },
    ];
    let mut sum = parts[0] * parts[1];
    for i in 0..3 {
        sum += if i == 1 {
            let mut v = [x, x * x];
            let m = &mut v;
            m[0] *= x;
            m[1]
        } else {
            let mut v = vec![x; 3];
            let m = &mut v;
            m[i] *= x;
            m[0] * m[1]
        };
    }
    sum
}

#[test]
fn a_value_may_be_read_through_a_borrow_of_its_block() {
    check! { read_through_a_borrow() at 0.05, 0.7; }
}
