//! Steps per second of the same training outside the browser.

use std::time::Instant;

use cotangent_web::{Digit, Trainer};

fn main() {
    let mut trainer = Box::new(Trainer::NEW);
    for line in include_str!("../../../data/digits.csv").lines() {
        let numbers: Vec<u8> =
            line.split(',').map(|number| number.parse().expect("digits.csv holds numbers")).collect();
        trainer
            .train
            .push(Digit { pixels: std::array::from_fn(|i| f32::from(numbers[i]) / 16.0), label: numbers[64].into() });
    }
    trainer.restart();
    let start = Instant::now();
    let steps = 20_000;
    let loss = (0..steps).map(|_| trainer.step()).last().unwrap_or(0.0);
    println!("{:.0} steps/s, loss {loss:.3}", f64::from(steps) / start.elapsed().as_secs_f64());
}
