//! The search: batches of programs on all processors, and what is found, made small.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

use syn::File;

use crate::compile::Compiler;
use crate::evaluate::{Evaluator, Failure, Outcome};
use crate::generate;
use crate::shrink::shrink;
use crate::source::text;
use crate::weights::Weights;

/// What to search.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many programs.
    pub programs: u64,
    /// The number of the first.
    pub first: u64,
    /// Programs and inputs are determined by it.
    pub seed: u64,
    /// How many programs make a crate.
    pub batch: u64,
    /// How many inputs each program gets.
    pub inputs: u64,
    /// How many crates are compiled at once.
    pub threads: usize,
    /// How many failures of one kind are made small.
    pub shrink: usize,
    /// How often each construct appears.
    pub weights: Weights,
    /// Where generated crates go.
    pub folder: PathBuf,
}

/// A program that is wrong.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Its number under the seed.
    pub number: u64,
    /// What is wrong.
    pub failure: Failure,
    /// The program, made small if there were not too many like it.
    pub program: String,
    /// Whether it was made small.
    pub small: bool,
}

/// What came out.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Programs all of whose derivatives are right.
    pub right: usize,
    /// Programs without an input that gives moderate numbers.
    pub discarded: usize,
    /// Errors of the generator, with the number of the program.
    pub invalid: Vec<(u64, String)>,
    /// What is wrong.
    pub findings: Vec<Finding>,
}

/// Tries programs, and makes the wrong ones small.
///
/// # Errors
/// If the library does not build.
///
/// # Panics
/// If a thread panicked.
pub fn search(options: &Options, progress: impl Fn(&str) + Sync) -> Result<Report, String> {
    let compiler = Compiler::new(&options.folder)?;
    let start = Instant::now();
    let next = AtomicU64::new(0);
    let done = AtomicUsize::new(0);
    let report = Mutex::new(Report::default());
    let evaluator =
        |name: String| Evaluator { compiler: compiler.clone(), name, seed: options.seed, inputs: options.inputs };
    std::thread::scope(|scope| {
        for thread in 0..options.threads {
            let (report, next, done, progress) = (&report, &next, &done, &progress);
            let evaluator = evaluator(format!("batch{thread}"));
            scope.spawn(move || {
                loop {
                    let from = next.fetch_add(options.batch, Ordering::Relaxed);
                    if from >= options.programs {
                        return;
                    }
                    let count = options.batch.min(options.programs - from);
                    let found = one_batch(options, &evaluator, options.first + from, count);
                    for finding in &found.findings {
                        progress(&format!("program {} is wrong: {}", finding.number, finding.failure));
                    }
                    for (number, message) in &found.invalid {
                        progress(&format!("program {number} is not valid: {message}"));
                    }
                    let mut report = report.lock().expect("no thread panicked");
                    report.right += found.right;
                    report.discarded += found.discarded;
                    report.invalid.extend(found.invalid);
                    report.findings.extend(found.findings);
                    let done = done.fetch_add(usize::try_from(count).unwrap_or(0), Ordering::Relaxed)
                        + usize::try_from(count).unwrap_or(0);
                    progress(&format!(
                        "{done} programs in {:.0} s: {} right, {} discarded, {} invalid, {} wrong",
                        start.elapsed().as_secs_f64(),
                        report.right,
                        report.discarded,
                        report.invalid.len(),
                        report.findings.len()
                    ));
                }
            });
        }
    });
    let mut report = report.into_inner().expect("no thread panicked");
    report.findings.sort_by_key(|finding| finding.number);
    make_small(options, &evaluator("small".to_owned()), &mut report, &progress);
    Ok(report)
}

fn one_batch(options: &Options, evaluator: &Evaluator, from: u64, count: u64) -> Report {
    let programs: Vec<_> = (from..from + count)
        .map(|number| (number, generate::program(options.seed, number, &options.weights)))
        .collect();
    let mut report = Report::default();
    let files: Vec<_> = programs.iter().map(|(_, program)| program).collect();
    for ((number, program), outcome) in programs.iter().zip(in_both_profiles(evaluator, &files)) {
        match outcome {
            Outcome::Right { .. } => report.right += 1,
            Outcome::Discarded => report.discarded += 1,
            Outcome::Invalid(message) => report.invalid.push((*number, message)),
            Outcome::Wrong(failure) => {
                report.findings.push(Finding { number: *number, failure, program: text(program), small: false });
            }
        }
    }
    report
}

/// What becomes of programs in debug and release, which must agree bit by bit.
pub fn in_both_profiles(evaluator: &Evaluator, programs: &[&File]) -> Vec<Outcome> {
    let mut outcomes = evaluator.judge(programs);
    let (mut right, mut inputs, mut which) = (Vec::new(), Vec::new(), Vec::new());
    for (i, outcome) in outcomes.iter().enumerate() {
        if let Outcome::Right { inputs: of, .. } = outcome {
            right.push(programs[i]);
            inputs.push(*of);
            which.push(i);
        }
    }
    for (i, release) in which.into_iter().zip(evaluator.again(&right, &inputs)) {
        let wrong = |kind: &str, message: String| Outcome::Wrong(Failure { kind: format!("release-{kind}"), message });
        outcomes[i] = match release {
            Outcome::Wrong(failure) => wrong(&failure.kind, failure.message),
            release if release != outcomes[i] => {
                wrong("differs", format!("debug {:?}, release {release:?}", outcomes[i]))
            }
            right => right,
        };
    }
    outcomes
}

/// Two failures with the same may have the same cause.
fn likeness(failure: &Failure) -> String {
    let is_message = ["refused", "release-refused", "panic", "release-panic"].contains(&failure.kind.as_str());
    let message = if is_message { failure.message.replace(|c: char| c.is_ascii_digit(), "") } else { String::new() };
    format!("{} {message}", failure.kind)
}

/// What becomes of one program; its failure is made small.
pub fn judge_one(evaluator: &Evaluator, program: &File) -> (Outcome, File) {
    let outcome = in_both_profiles(evaluator, &[program]).pop().unwrap_or(Outcome::Discarded);
    let Outcome::Wrong(failure) = &outcome else { return (outcome, program.clone()) };
    let small = smallest(evaluator, program, failure);
    (outcome, small)
}

fn smallest(evaluator: &Evaluator, program: &File, failure: &Failure) -> File {
    let wanted = likeness(failure);
    let in_release = failure.kind.starts_with("release");
    shrink(program, |candidates| {
        let outcomes =
            if in_release { in_both_profiles(evaluator, candidates) } else { evaluator.judge_doubtful(candidates) };
        outcomes
            .iter()
            .map(|outcome| matches!(outcome, Outcome::Wrong(failure) if likeness(failure) == wanted))
            .collect()
    })
}

fn make_small(options: &Options, evaluator: &Evaluator, report: &mut Report, progress: &impl Fn(&str)) {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for finding in &mut report.findings {
        let count = seen.entry(likeness(&finding.failure)).or_default();
        *count += 1;
        if *count > options.shrink {
            continue;
        }
        progress(&format!("making program {} smaller: {}", finding.number, finding.failure));
        let Ok(program) = syn::parse_file(&finding.program) else { continue };
        let small = smallest(evaluator, &program, &finding.failure);
        let outcome = in_both_profiles(evaluator, &[&small]).pop();
        finding.program = text(&small);
        if let Some(Outcome::Wrong(failure)) = outcome {
            finding.failure = failure;
        }
        finding.small = true;
        progress(&format!("program {}: {}\n{}", finding.number, finding.failure, finding.program));
    }
}
