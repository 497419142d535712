//! `cargo run --release -p cotangent-benches --bin population`: many small programs for which nothing was tuned.
//!
//! Prints for each program, at two sizes, the time of its value, how many times as long its gradient takes, and the tape. The theorem of
//! cheap gradients allows about four; what takes longer is marked, and the worst have a gradient by hand beside them. Arguments select
//! programs by the beginnings of their names; `--seconds 0.5` is the time for each.

#![expect(
    clippy::needless_range_loop,
    clippy::manual_memcpy,
    clippy::manual_clamp,
    clippy::assign_op_pattern,
    clippy::range_plus_one,
    clippy::explicit_iter_loop,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "loops as they stand in books"
)]
#![allow(clippy::wildcard_imports, reason = "the list names every program")]

mod all;
mod by_hand;
mod calls;
mod case;
mod chains;
mod everyday;
mod flat;
mod linear;
mod livermore;
mod methods;
mod science;
mod signals;
mod textbook;
mod textbook_by_hand;

use case::{Ask, times};

/// More is marked.
const CHEAP: f64 = 4.0;

fn main() {
    std::thread::Builder::new().stack_size(64 << 20).spawn(measure).expect("a thread").join().expect("no panic");
}

fn measure() {
    let (mut only, mut seconds) = (Vec::new(), 0.2);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--seconds" => seconds = arguments.next().and_then(|text| text.parse().ok()).expect("a number of seconds"),
            _ => only.push(argument),
        }
    }
    println!("| program | size | value, ns | gradient / value | gradient / by hand | tape, bytes | bytes / ns | |");
    println!("|---|---|---|---|---|---|---|---|");
    let mut ratios = Vec::new();
    for mut case in all::all() {
        if !only.is_empty() && !only.iter().any(|only| case.name.starts_with(only.as_str())) {
            continue;
        }
        let mut error = (case.run)(Ask::Error);
        let [value, gradient, by_hand] = if case.has_hand {
            error = error.max((case.run)(Ask::Difference));
            times(&mut case, [|| Ask::Value, || Ask::Gradient, || Ask::ByHand], seconds)
        } else {
            let [value, gradient] = times(&mut case, [|| Ask::Value, || Ask::Gradient], seconds);
            [value, gradient, f64::NAN]
        };
        let (ratio, bytes) = (gradient / value, 8 * case.words);
        let mark = if error > 1e-4 {
            "WRONG"
        } else if ratio > CHEAP {
            "over"
        } else {
            ""
        };
        let dense = bytes as f64 / value;
        let hand = if case.has_hand { format!("{:.2}", gradient / by_hand) } else { String::new() };
        println!(
            "| {} | {} | {value:.0} | {ratio:.2} | {hand} | {bytes} | {dense:.1} | {mark} |",
            case.name, case.size
        );
        ratios.push(ratio);
    }
    ratios.sort_by(f64::total_cmp);
    let over = ratios.iter().filter(|ratio| **ratio > CHEAP).count();
    if let (Some(median), Some(worst)) = (ratios.get(ratios.len() / 2), ratios.last()) {
        println!("\n{} programs: median {median:.2}, worst {worst:.2}, {over} over {CHEAP}", ratios.len());
    }
}
