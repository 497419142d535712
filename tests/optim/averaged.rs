//! The average of the parameters.

use cotangent::optim::{AdamW, Averaged};
use cotangent::prelude::*;

use super::oracle::{Model, gradient, model};

#[test]
fn the_model_is_trained_as_without_it_and_the_average_is_its_formula() {
    let (mut alone, mut plain) = (model(), AdamW::new(&model(), 0.05));
    let mut averaged = model();
    let mut optimizer = Averaged::new(&averaged, AdamW::new(&model(), 0.05), 0.75);
    let mut expected = f64::from(model().leaf(0).f32()[0]);
    for t in 0..20 {
        plain.step(&mut alone, &gradient(t));
        optimizer.step(&mut averaged, &gradient(t));
        assert_eq!(averaged, alone);
        expected = 0.75 * expected + 0.25 * f64::from(alone.leaf(0).f32()[0]);
    }
    let mut found: Model = model();
    optimizer.write_average(&mut found);
    assert!((f64::from(found.leaf(0).f32()[0]) - expected).abs() < 1e-6);
    assert!((f64::from(alone.leaf(0).f32()[0]) - expected).abs() > 1e-2);
}

#[test]
fn the_rate_is_that_of_the_inner_optimizer() {
    let mut optimizer = Averaged::new(&1.0, AdamW::new(&1.0, 0.05), 0.75);
    optimizer.set_rate(0.5);
    assert_eq!((optimizer.rate(), optimizer.optimizer.rate), (0.5, 0.5));
}
