//! `cargo run --release -p cotangent-benches`: every workload, generated against by hand, in one run.
//!
//! | option | |
//! |---|---|
//! | `T1`, `S4`, .. | only these |
//! | `--seconds 5` | for each workload; 3 if it is not said |
//! | `--svg FOLDER` | writes the picture there |
//! | `--scaling` | cost against length, depth and batch instead |
//!
//! The three ways of a workload take turns, so that other work on the machine disturbs all alike; the best time of each counts.

mod limits;
mod measure;
mod picture;
mod scaling;
mod stack;
mod table;

use std::path::PathBuf;

use cotangent_benches::timing::one_thread;
use cotangent_benches::workloads::ALL;
use limits::Limits;

/// What the largest workload takes is a column of the table; it should not end the program.
fn main() {
    one_thread();
    std::thread::Builder::new().stack_size(256 << 20).spawn(compare).expect("a thread").join().expect("no panic");
}

fn compare() {
    let (mut only, mut folder, mut seconds, mut scale) = (Vec::new(), None, 3.0, false);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().unwrap_or_else(|| panic!("`{argument}` wants a value"));
        match argument.as_str() {
            "--scaling" => scale = true,
            "--seconds" => seconds = value().parse().expect("a number of seconds"),
            "--svg" => folder = Some(PathBuf::from(value())),
            stack::FLAG => return stack::run(&value()),
            _ => only.push(argument),
        }
    }
    if scale {
        return scaling::print();
    }
    let limits = Limits::measure();
    println!("{limits}\n");
    println!("{}", table::HEAD);
    let wanted = |name: &str| only.is_empty() || only.iter().any(|only| name.starts_with(only.as_str()));
    let mut rows = Vec::new();
    for (name, new) in ALL.into_iter().filter(|(name, _)| wanted(name)) {
        let row = table::Row::new(name, &mut *new(), &limits, seconds);
        println!("{row}");
        rows.push(row);
    }
    println!("\n{}", table::medians(&rows));
    if let Some(folder) = folder {
        let file = folder.join("compare.svg");
        picture::draw(&file, &rows).unwrap_or_else(|error| panic!("cannot draw {}: {error}", file.display()));
        println!("drawn: {}", file.display());
    }
}
