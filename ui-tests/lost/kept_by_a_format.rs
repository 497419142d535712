use std::cell::Cell;
use std::fmt;

use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Track {
    at: f64,
    #[constant]
    seen: Cell<f64>,
}

impl fmt::Display for Track {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.seen.set(self.at);
        self.at.fmt(to)
    }
}

#[differentiable]
fn cost(track: &Track) -> f64 {
    println!("{track}");
    track.at * track.at
}

fn main() {}
