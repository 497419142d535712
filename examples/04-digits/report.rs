//! What the terminal shows of the runs of one split: epochs, accuracies, time, and which digits are confused.

use std::time::Duration;

use cotangent::prelude::*;

use crate::Mlp;
use crate::data::Split;
use crate::score::{Score, confusion};

/// What came of one run: the model, its scores on training and test digits after each epoch, and the mean time of a step.
pub struct Run {
    pub model: Mlp,
    pub curve: Vec<[Score; 2]>,
    pub step_time: Duration,
}

/// Prints everything, and returns the mean accuracy on the test digits after the last epoch.
pub fn print(split: &Split, runs: &[Run; 5]) -> f64 {
    println!("\n{}: {} digits to learn from, {} to test on", split.name, split.train.len(), split.test.len());
    epochs(&runs[0].curve);
    confused(&confusion(&runs[0].model, &split.test));
    println!("a training step takes {:.1} µs", mean(runs, |run| 1e6 * run.step_time.as_secs_f64()));
    let accuracy = |run: &Run| run.curve.last().expect("at least one epoch")[1].accuracy;
    println!(
        "test accuracy, one for each seed: {:.4?}, mean {:.4}",
        runs.each_ref().map(accuracy),
        mean(runs, accuracy)
    );
    mean(runs, accuracy)
}

fn mean(runs: &[Run; 5], f: impl Fn(&Run) -> f64) -> f64 {
    runs.iter().map(f).sum::<f64>() / f64::from_usize(runs.len())
}

fn epochs(curve: &[[Score; 2]]) {
    println!("seed 0    training             test");
    println!("epoch     loss  accuracy     loss  accuracy");
    for epoch in [1, 2, 5, 10, 20, 50, curve.len()] {
        let [train, test] = curve[epoch - 1];
        println!("{epoch:5} {:8.4} {:9.4} {:8.4} {:9.4}", train.loss, train.accuracy, test.loss, test.accuracy);
    }
}

/// A row for each digit, a column for each guess; a dot is a zero.
fn confused(counts: &Matrix<usize, 10, 10>) {
    print!("digit  taken for\n     ");
    (0..10).for_each(|guess| print!("{guess:4}"));
    for (digit, row) in counts.as_array().iter().enumerate() {
        print!("\n{digit:5}");
        row.iter().for_each(|count| if *count == 0 { print!("   .") } else { print!("{count:4}") });
    }
    println!();
}
