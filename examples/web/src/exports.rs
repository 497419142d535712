//! What the page calls. Numbers are passed one by one, so the page needs no address of this memory.
#![allow(unsafe_code, reason = "names that the page can call")]

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::digits::{CLASSES, Digit, PIXELS};
use crate::trainer::Trainer;

/// What the page sees.
struct State {
    trainer: Trainer,
    /// The picture that is set, pixel by pixel.
    pixels: [f32; PIXELS],
    probabilities: [f32; CLASSES],
    confusion: [[usize; CLASSES]; CLASSES],
}

static STATE: Mutex<State> = Mutex::new(State {
    trainer: Trainer::NEW,
    pixels: [0.0; PIXELS],
    probabilities: [0.0; CLASSES],
    confusion: [[0; CLASSES]; CLASSES],
});

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sets a pixel of the picture.
#[unsafe(no_mangle)]
pub extern "C" fn set_pixel(i: usize, ink: f32) {
    state().pixels[i] = ink;
}

/// Adds the picture to the digits: 0 to learn from, 1 to be tested on, 2 drawn.
#[unsafe(no_mangle)]
pub extern "C" fn add_digit(to: usize, label: usize) {
    let State { trainer, pixels, .. } = &mut *state();
    let digit = Digit { pixels: *pixels, label: label.min(CLASSES - 1) };
    match to {
        0 => trainer.train.push(digit),
        1 => trainer.test.push(digit),
        _ => trainer.drawn.push(digit),
    }
}

/// Forgets what was learned.
#[unsafe(no_mangle)]
pub extern "C" fn restart() {
    state().trainer.restart();
}

/// Learns from so many minibatches; returns the mean of their losses.
#[unsafe(no_mangle)]
pub extern "C" fn train(steps: usize) -> f32 {
    let trainer = &mut state().trainer;
    let mut sum = 0.0;
    for _ in 0..steps {
        sum += trainer.step();
    }
    sum / steps as f32
}

/// Reads the picture; [`probability`] has the result.
#[unsafe(no_mangle)]
pub extern "C" fn read() {
    let State { trainer, pixels, probabilities, .. } = &mut *state();
    *probabilities = trainer.probabilities(pixels);
}

/// The probability that the picture shows this digit.
#[unsafe(no_mangle)]
pub extern "C" fn probability(digit: usize) -> f32 {
    state().probabilities[digit]
}

/// Reads all digits of the test; [`confusion`] has the result. Returns how many are read right.
#[unsafe(no_mangle)]
pub extern "C" fn test() -> usize {
    let State { trainer, confusion, .. } = &mut *state();
    *confusion = trainer.confusion();
    (0..CLASSES).map(|digit| confusion[digit][digit]).sum()
}

/// How many digits of the test that show one digit are read as another.
#[unsafe(no_mangle)]
pub extern "C" fn confusion(shown: usize, found: usize) -> usize {
    state().confusion[shown][found]
}

/// The number of weights.
#[unsafe(no_mangle)]
pub extern "C" fn weight_count() -> usize {
    state().trainer.weights().into_iter().map(|layer| layer.len()).sum()
}

/// A weight.
#[unsafe(no_mangle)]
pub extern "C" fn weight(i: usize) -> f32 {
    state().trainer.weights().into_iter().flatten().nth(i).map_or(0.0, |weight| *weight)
}

/// Sets a weight.
#[unsafe(no_mangle)]
pub extern "C" fn set_weight(i: usize, value: f32) {
    if let Some(weight) = state().trainer.weights().into_iter().flatten().nth(i) {
        *weight = value;
    }
}
