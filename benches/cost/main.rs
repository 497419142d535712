//! `cargo run --release -p cotangent-benches --bin cost [FEATURES]`: what annotated functions cost those who compile them. `FEATURES`,
//! a list with commas, are those of `cotangent`, by default its default ones.
//!
//! It writes packages into the folder for temporary files and compiles them, each row the best of a few runs: user time of all
//! processes, without what the same package takes with the attribute left out. Each package is compiled as a user's is: dependencies and
//! macros without optimisation.

mod package;
mod programs;
mod used;

use package::Package;
use programs::{LINES, SMALL, large, model, small};
use used::{Used, measure};

/// Runs of which the best counts.
const RUNS: u32 = 3;

fn main() {
    let features = std::env::args().nth(1).unwrap_or_else(|| "default".into());
    let count = f64::from(SMALL);

    println!("| {SMALL} functions of {LINES} lines, each | seconds |\n|---|---|");
    let package = Package::new("small", &features);
    let (annotated, plain) = (small(true, 0), small(false, 0));
    let row = |what: &str, seconds: f64| println!("| {what} | {seconds:.3} |");
    let above =
        |command: &[&str]| (package.best(command, &annotated).user - package.best(command, &plain).user) / count;
    row("`cargo check`", above(&["check"]));
    row("debug build", above(&["build"]));
    let passes = package.passes(&annotated);
    row("the macro, of this", (passes.expansion - package.passes(&plain).expansion) / count);
    println!();

    println!("| in all | |\n|---|---|");
    println!(
        "| `cargo check` after a change of one function, s | {:.2} |",
        package.after_a_change(&["check"], |change| small(true, change)).user
    );
    let lines = package.expanded_lines(&annotated);
    println!("| lines of generated code for a line of body | {:.0} |", f64::from(lines) / (f64::from(LINES) * count));
    let (text, operations) = large();
    let package = Package::new("large", &features);
    let checked = package.best(&["check"], &text);
    println!("| a function of {operations} operations: the macro, s | {:.2} |", package.passes(&text).expansion);
    println!("| the same: `cargo check`, s; the largest rustc, MB | {:.1}; {} |", checked.user, checked.peak_megabytes);
    let package = Package::new("model", &features);
    println!(
        "| a model of 50 layers, release build, s | {:.1} |",
        package.once(&["build", "--release"], &model(0)).user
    );
    println!(
        "| the same: debug build after a change of one line, s | {:.1} |",
        package.after_a_change(&["build"], model).user
    );
    print!("{}", Package::new("debug", &features).run(include_str!("debug.rs")));
    editor(&features);
}

/// What an editor needs for the small functions, if the toolchain has `rust-analyzer`: `rustup component add rust-analyzer rust-src`. (An
/// older one, such as Debian's, cannot run the macro. Without `rust-src` nothing has a type.)
fn editor(features: &str) {
    let package = Package::of_last_commit("editor", features);
    for (what, annotated) in [("with", true), ("without", false)] {
        package.once(&["check"], &small(annotated, 0));
        let mut command = std::process::Command::new("rust-analyzer");
        command.args(["analysis-stats", "--quiet"]).arg(package.folder());
        match measure(&mut command) {
            Ok((Used { user, .. }, output)) => {
                let unknown = output.lines().find(|line| line.contains("exprs:")).unwrap_or("no count of expressions");
                println!("| `rust-analyzer analysis-stats`, {what} the attribute | {user:.1} s; {} |", unknown.trim());
            }
            Err(error) => println!("| `rust-analyzer analysis-stats` | left out: {error} |"),
        }
    }
}
