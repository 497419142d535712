//! Schedules at points where their formulas are exact, at their seams and ends.

use cotangent::optim::{Constant, Cosine, Sgd, Step, WarmUp};
use cotangent::prelude::*;

fn rates<const N: usize>(schedule: &impl Schedule, steps: [u64; N]) -> [f64; N] {
    steps.map(|step| schedule.rate(step))
}

#[test]
fn constant() {
    assert_eq!(rates(&Constant::new(0.3), [0, 1, u64::MAX]), [0.3; 3]);
    assert_eq!(Constant::new(0.0).rate(5), 0.0);
}

#[test]
fn step() {
    assert_eq!(rates(&Step::new(3.0, 0.5, 4), [0, 3, 4, 7, 8, 40]), [3.0, 3.0, 1.5, 1.5, 0.75, 3.0 / 1024.0]);
    assert_eq!(rates(&Step::new(3.0, 2.0, 1), [0, 1, 2, 3]), [3.0, 6.0, 12.0, 24.0]);
    assert_eq!(rates(&Step::new(3.0, 0.0, 2), [0, 1, 2, 3]), [3.0, 3.0, 0.0, 0.0]);
    assert_eq!(rates(&Step::new(3.0, 1.0, 2), [0, u64::MAX]), [3.0, 3.0]);
    assert_eq!(Step::new(3.0, 0.5, 1).rate(u64::MAX), 0.0, "less than any number");
    assert_eq!(Step::new(3.0, 0.5, u64::MAX).rate(u64::MAX), 1.5);
}

#[test]
fn cosine() {
    let schedule = Cosine::new(0.1, 0.003, 12);
    // cos of 0°, 60°, 90°, 120° is 1, 1/2, 0, -1/2.
    let at = |w: f64| w * 0.1 + (1.0 - w) * 0.003;
    assert_eq!(rates(&schedule, [0, 6, 12, 13, u64::MAX]), [0.1, at(0.5), 0.003, 0.003, 0.003]);
    for (step, w) in [(4, 0.75), (8, 0.25)] {
        assert!((schedule.rate(step) - at(w)).abs() <= 0.1 * f64::EPSILON, "{step}");
    }
    let falls = (0..14).map(|t| schedule.rate(t)).collect::<Vec<_>>();
    assert!(falls[..13].is_sorted_by(|a, b| a > b));

    assert_eq!(rates(&Cosine::new(1.0, 1.0, 3), [0, 1, 2, 3]), [1.0; 4]);
    assert_eq!(rates(&Cosine::new(1.0, 0.25, 1), [0, 1, 2]), [1.0, 0.25, 0.25]);
    assert_eq!(Cosine::new(1.0, 0.0, u64::MAX).rate(u64::MAX / 2), 0.5);
}

#[test]
fn warm_up() {
    let schedule = WarmUp::new(4, Cosine::new(8.0, 0.0, 2));
    assert_eq!(rates(&schedule, [0, 1, 2, 3, 4, 5, 6, 7]), [2.0, 4.0, 6.0, 8.0, 8.0, 4.0, 0.0, 0.0]);
    let none = WarmUp::new(0, Step::new(8.0, 0.5, 1));
    assert_eq!(rates(&none, [0, 1, 2]), [8.0, 4.0, 2.0]);
    let one = WarmUp::new(1, Step::new(8.0, 0.5, 1));
    assert_eq!(rates(&one, [0, 1, 2]), [8.0, 8.0, 4.0]);
    assert_eq!(rates(&WarmUp::new(u64::MAX, Constant::new(1.0)), [u64::MAX - 1, u64::MAX]), [1.0; 2]);
}

#[test]
fn functions_are_schedules_and_schedules_nest() {
    let own = |step: u64| if step < 2 { 4.0 } else { 1.0 };
    assert_eq!(rates(&own, [0, 1, 2]), [4.0, 4.0, 1.0]);
    let nested = WarmUp::new(2, WarmUp::new(1, own));
    assert_eq!(rates(&nested, [0, 1, 2, 3, 4, 5]), [2.0, 4.0, 4.0, 4.0, 4.0, 1.0]);
    let chosen: [&dyn Schedule; 2] = [&Constant::new(2.0), &own];
    assert_eq!(chosen.map(|schedule| schedule.rate(9)), [2.0, 1.0]);
}

#[test]
fn a_schedule_drives_an_optimizer() {
    let schedule = WarmUp::new(2, Step::new(1.0, 0.5, 1));
    let mut x = 0.0;
    let mut optimizer = Sgd::new(schedule.rate(0));
    for step in 0..5 {
        optimizer.set_rate(schedule.rate(step));
        optimizer.step(&mut x, &-1.0);
    }
    assert_eq!(x, 0.5 + 1.0 + 1.0 + 0.5 + 0.25);
}
