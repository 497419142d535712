//! Loops that add up what is then chosen, or not: nothing comes back to the others.

use cotangent::check;
use cotangent::prelude::*;

/// The derivative of the sum is infinite where `x` is zero: what was not chosen gives zero there too.
#[differentiable]
fn smallest(x: f64, y: f64) -> f64 {
    let mut sum = 0.0;
    for i in 1..4 {
        sum += f64::from(i) / x;
    }
    sum.min(y * y)
}

#[differentiable]
fn positive(x: f64, y: f64) -> f64 {
    let mut sum = -1.0 / y;
    for _ in 0..3 {
        sum -= 1.0 / x;
    }
    sum.relu() + x * y
}

#[differentiable]
fn by_branch(x: f64, y: f64) -> f64 {
    let mut best = y;
    for i in 0..3 {
        let mut sum = 0.0;
        for j in 0..=i {
            sum += f64::from(j + 1) / x;
        }
        if sum < best {
            best = sum;
        }
    }
    best * y
}

/// The product keeps its factors: what is not read has to be passed over.
#[differentiable]
fn with_entries(x: f64, y: f64) -> f64 {
    let mut total = x;
    for i in 0..4 {
        let mut product = y;
        for j in 0..3 {
            product = product * (x + f64::from(j)) / f64::from(i + 1);
        }
        total = total.max(product) * x;
    }
    total
}

/// Read by more than what chooses, or one of two that change: these run always.
#[differentiable]
fn that_are_not(x: f64, y: f64) -> f64 {
    let (mut sum, mut product) = (0.0, 1.0);
    for i in 0..3 {
        sum += x * f64::from(i);
        product *= y;
    }
    let mut used = x;
    for _ in 0..2 {
        used = used * used;
    }
    let mut outside = y;
    for _ in 0..2 {
        outside += x * y;
        product += outside;
    }
    sum.min(-10.0) + product + used.min(0.0) + used * y + outside.relu()
}

#[differentiable]
fn nearest(points: &[[f64; 2]], centres: &[[f64; 2]]) -> f64 {
    let mut total = 0.0;
    for point in points {
        let mut nearest = f64::INFINITY;
        for centre in centres {
            let mut distance = 0.0;
            for (p, c) in point.iter().zip(centre) {
                let gap = p - c;
                distance += gap * gap;
            }
            nearest = nearest.min(distance);
        }
        total += nearest;
    }
    total
}

#[test]
fn nothing_comes_back_to_what_is_not_chosen() {
    assert_eq!(smallest::grad(0.0, 3.0), (0.0, 6.0));
    assert_eq!(smallest::grad(2.0, 3.0), (-1.5, 0.0));
    assert_eq!(positive::grad(0.0, 3.0), (3.0, 0.0));
    assert_eq!(by_branch::grad(0.0, 3.0), (0.0, 6.0));
}

#[test]
fn what_is_chosen_gets_all() {
    macro_rules! gradients {
        ($($f:ident)*) => {$(
            for at in [(2.0, 3.0), (-1.7, 0.5), (0.7, -1.5), (1.5, 9.0)] {
                check::gradient(|(x, y)| $f(*x, *y), |(x, y)| both_modes!($f(*x, *y)), at)
                    .unwrap_or_else(|mismatch| panic!("{} at {at:?}: {mismatch}", stringify!($f)));
            }
        )*};
    }
    gradients!(smallest positive by_branch with_entries that_are_not);
}

#[test]
fn of_many_distances_the_smallest_counts() {
    let (points, centres) = ([[0.0, 0.0], [4.0, 1.0], [0.5, 0.0]], [[1.0, 0.0], [3.0, 0.0], [9.0, 9.0]]);
    let (value, (points_bar, centres_bar)) = nearest::value_and_grad(&points, &centres);
    assert_eq!(value, 1.0 + 2.0 + 0.25);
    assert_eq!(points_bar, [[-2.0, 0.0], [2.0, 2.0], [-1.0, 0.0]]);
    assert_eq!(centres_bar, [[3.0, 0.0], [-2.0, -2.0], [0.0, 0.0]]);
}
