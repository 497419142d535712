//! Which mutant runs: a source of the mutated library.
//!
//! `COTANGENT_MUTANT=n` runs mutant `n`. `COTANGENT_REACHED=path` runs none, and appends the number of each mutant that would have
//! made a difference to the file, once.

use core::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::io::Write as _;
use std::string::{String, ToString as _};

const UNKNOWN: u32 = u32::MAX;
const RECORD: u32 = u32::MAX - 1;
const NONE: u32 = 0;
const MANY: usize = 1 << 16;

static RUNS: AtomicU32 = AtomicU32::new(UNKNOWN);
static REACHED: [AtomicBool; MANY] = [const { AtomicBool::new(false) }; MANY];

/// Whether this mutant runs.
#[inline(never)]
pub fn mutant(number: u32) -> bool {
    let runs = RUNS.load(Relaxed);
    runs == number || (runs >= RECORD && first_or_recorded(number))
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

#[cold]
fn first_or_recorded(number: u32) -> bool {
    if RUNS.load(Relaxed) == UNKNOWN {
        let runs = match variable("COTANGENT_MUTANT") {
            Some(number) => number.parse().expect("COTANGENT_MUTANT is a number"),
            None if variable("COTANGENT_REACHED").is_some() => RECORD,
            None => NONE,
        };
        RUNS.store(runs, Relaxed);
        return mutant(number);
    }
    if !REACHED[number as usize].swap(true, Relaxed) {
        let path = variable("COTANGENT_REACHED").expect("the file's name");
        let mut file = std::fs::File::options().append(true).create(true).open(path).expect("the file");
        file.write_all((number.to_string() + "\n").as_bytes()).expect("one more line");
    }
    false
}
