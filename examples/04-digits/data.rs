//! The digits: read from the table that is compiled in, and divided in two ways into what is learned from and what is not.
//!
//! `data/README.md` says where they come from.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;

/// A picture of 8 by 8 pixels, from -1 (paper) to 1 (ink), and the digit that it shows.
#[derive(Clone, Copy)]
pub struct Digit {
    pub pixels: [f32; 64],
    pub label: usize,
}

/// The digits to learn from, and those to be tested on, which training never sees.
pub struct Split {
    pub name: &'static str,
    pub train: Vec<Digit>,
    pub test: Vec<Digit>,
}

/// All 1797 digits in their original order: those of one writer stand together.
pub fn load() -> Vec<Digit> {
    include_str!("../data/digits.csv").lines().map(digit).collect()
}

/// One line: 64 whole numbers from 0 to 16, and the label.
fn digit(line: &str) -> Digit {
    let mut numbers = line.split(',').map(|number| number.parse::<u8>().expect("digits.csv holds whole numbers"));
    let mut next = || numbers.next().expect("a line of digits.csv holds 65 numbers");
    Digit { pixels: std::array::from_fn(|_| f32::from(next()) / 8.0 - 1.0), label: next().into() }
}

/// Shuffled, then 80 % to learn from: most writers are on both sides.
pub fn random(mut digits: Vec<Digit>) -> Split {
    digits.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(0));
    split("random", digits)
}

/// The first 80 % to learn from, the rest by writers who were not seen: harder, and what a program meets in use.
pub fn by_position(digits: Vec<Digit>) -> Split {
    split("by-position", digits)
}

fn split(name: &'static str, mut train: Vec<Digit>) -> Split {
    let test = train.split_off(train.len() * 4 / 5);
    Split { name, train, test }
}
