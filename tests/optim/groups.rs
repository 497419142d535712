//! Groups of leaves by their names.

use cotangent::optim::{AdamW, Group, Groups, Momentum, Sgd};
use cotangent::prelude::*;

use super::oracle::{gradient, model};

/// The largest relative difference of all numbers.
fn distance<P: Leaves>(a: &P, b: &P) -> f64 {
    let mut largest = 0.0_f64;
    a.for_each_leaf(|name, leaf| {
        let i = (0..b.leaf_count()).find(|i| b.leaf_name(*i) == name).unwrap();
        let pairs: Vec<(f64, f64)> = match (leaf, b.leaf(i)) {
            (Leaf::F32(a), Leaf::F32(b)) => a.iter().zip(b).map(|(a, b)| ((*a).into(), (*b).into())).collect(),
            (Leaf::F64(a), Leaf::F64(b)) => a.iter().zip(b).map(|(a, b)| (*a, *b)).collect(),
            _ => unreachable!(),
        };
        largest = pairs.iter().map(|(a, b)| (a - b).abs() / (1.0 + a.abs())).fold(largest, f64::max);
    });
    largest
}

#[test]
fn decay_by_name_is_decay_by_shape() {
    let (mut by_shape, mut by_name) = (model(), model());
    let mut expected = AdamW::new(&by_shape, 0.05);
    expected.weight_decay = 0.1;
    expected.decays = |shape| shape == [3, 5];
    let mut inner = AdamW::new(&by_name, 0.05);
    inner.weight_decay = 0.0;
    let mut found = Groups::new(&by_name, inner, [("layers.*.w", Group::decay(0.1)), ("tail.w", Group::decay(0.1))]);
    for t in 0..20 {
        expected.step(&mut by_shape, &gradient(t));
        found.step(&mut by_name, &gradient(t));
    }
    assert!(distance(&by_shape, &by_name) < 2e-6);
    assert!(distance(&model(), &by_name) > 0.1);
}

#[test]
fn a_rate_by_name_is_that_rate() {
    let (mut x, mut slow) = ((1.0_f64, 2.0_f64), (1.0_f64, 2.0_f64));
    let mut groups = Groups::new(&x, Momentum::new(&x, 0.1, 0.9), [("1", Group::rate(0.25))]);
    let mut plain = Momentum::new(&slow, 0.025, 0.9);
    for gradient in [(1.0, -2.0), (0.5, 3.0), (2.0, 0.25)] {
        groups.step(&mut x, &gradient);
        plain.step(&mut slow, &gradient);
    }
    assert!((x.1 - slow.1).abs() < 1e-15);
    assert!((x.0 - 1.0 - 4.0 * (slow.0 - 1.0)).abs() < 1e-15);
    groups.set_rate(0.5);
    assert_eq!((groups.rate(), groups.optimizer.rate), (0.5, 0.5));
}

#[test]
fn what_is_fixed_stays_to_the_bit() {
    let mut x = [0.1_f32, 0.7];
    let mut optimizer = Groups::new(&x, Sgd::new(0.3), [("**", Group::FIXED)]);
    for gradient in [[1.0, 1e-3], [f32::NAN, f32::INFINITY]] {
        optimizer.step(&mut x, &gradient);
        assert_eq!(x, [0.1, 0.7]);
    }
}

/// A leaf of no group is stepped as without groups, to the bit.
#[test]
fn other_leaves_are_as_without_groups() {
    let (mut grouped, mut plain) = (model(), model());
    let mut groups = Groups::new(&grouped, AdamW::new(&grouped, 0.05), [("gain", Group::FIXED)]);
    let mut optimizer = AdamW::new(&plain, 0.05);
    for t in 0..5 {
        groups.step(&mut grouped, &gradient(t));
        optimizer.step(&mut plain, &gradient(t));
    }
    grouped.for_each_leaf(|name, leaf| {
        let i = (0..plain.leaf_count()).find(|i| plain.leaf_name(*i) == name).unwrap();
        let expected = if name.matches("gain") { model() } else { plain.clone() };
        assert_eq!(leaf, expected.leaf(i), "{name}");
    });
}

#[test]
#[should_panic(expected = "no leaf matches `layers.*.weight`")]
fn a_pattern_that_no_leaf_has() {
    let _ = Groups::new(&model(), Sgd::new(0.1), [("layers.*.weight", Group::FIXED)]);
}

#[test]
#[should_panic(expected = "`weight_decay` must be finite and not negative, it is -1")]
fn a_decay_that_grows() {
    Groups::new(&1.0, Sgd::new(0.1), [("**", Group::decay(-1.0))]).step(&mut 1.0, &1.0);
}
