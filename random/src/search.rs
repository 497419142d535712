//! The search: batches of programs on all processors, and what is found, made small.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

use syn::File;

use crate::census::Census;
use crate::compile::{Compiler, Profile};
use crate::evaluate::{Evaluator, Failure, Outcome};
use crate::generate;
use crate::rewrite::Change;
use crate::rng::Rng;
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
    /// In how many rewritten forms each program is judged too.
    pub rewrites: u64,
    /// What is done to them.
    pub changes: Vec<Change>,
    /// Whether values and gradients alone are judged.
    pub quick: bool,
    /// Whether second derivatives are judged.
    pub second: bool,
    /// Whether programs are judged in release too.
    pub release: bool,
    /// How often each construct appears.
    pub weights: Weights,
    /// Where generated crates go.
    pub folder: PathBuf,
}

impl Options {
    /// What judges the programs.
    pub fn evaluator(&self, compiler: Compiler, name: String) -> Evaluator {
        let Self { seed, inputs, quick, second, release, .. } = *self;
        Evaluator { compiler, name, seed, inputs, quick, second, release }
    }

    /// What compiles the programs.
    ///
    /// # Errors
    /// If the library does not build.
    pub fn compiler(&self) -> Result<Compiler, String> {
        let profiles: &[_] = match self {
            Self { quick: true, .. } => &[Profile::Quick],
            Self { release: false, .. } => &[Profile::Debug],
            _ => &[Profile::Debug, Profile::Release],
        };
        Compiler::new(&self.folder, profiles)
    }
}

/// A program that is wrong.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Its number under the seed.
    pub number: u64,
    /// How it was rewritten.
    pub change: Option<&'static str>,
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
    /// In how many of the right programs each construct is.
    pub census: Census,
    /// What became of rewritten forms, by what was done to them.
    pub rewritten: BTreeMap<&'static str, Tally>,
}

/// What became of the programs that were rewritten in one way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// They have the values and the derivatives of what they were.
    pub right: usize,
    /// `rustc` accepts them without `#[differentiable]` only.
    pub refused: usize,
    /// They are no programs: errors of the rewrite.
    pub invalid: usize,
    /// They have others.
    pub wrong: usize,
}

impl std::fmt::Display for Report {
    /// The table of rewrites.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{:40} {:>8} {:>8} {:>8} {:>8}", "", "right", "refused", "invalid", "wrong")?;
        for (name, tally) in &self.rewritten {
            let Tally { right, refused, invalid, wrong } = tally;
            writeln!(f, "{name:40} {right:>8} {refused:>8} {invalid:>8} {wrong:>8}")?;
        }
        Ok(())
    }
}

/// Tries programs, and makes the wrong ones small.
///
/// # Errors
/// If the library does not build.
///
/// # Panics
/// If a thread panicked.
pub fn search(options: &Options, progress: impl Fn(&str) + Sync) -> Result<Report, String> {
    let compiler = options.compiler()?;
    let start = Instant::now();
    let next = AtomicU64::new(0);
    let done = AtomicUsize::new(0);
    let report = Mutex::new(Report::default());
    let evaluator = |name: String| options.evaluator(compiler.clone(), name);
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
                        let how = finding.change.map(|name| format!(", rewritten ({name}),")).unwrap_or_default();
                        progress(&format!("program {}{how} is wrong: {}", finding.number, finding.failure));
                    }
                    for (number, message) in &found.invalid {
                        progress(&format!("program {number} is not valid: {message}"));
                    }
                    let mut report = report.lock().expect("no thread panicked");
                    report.right += found.right;
                    report.discarded += found.discarded;
                    report.invalid.extend(found.invalid);
                    report.findings.extend(found.findings);
                    report.census.add(found.census);
                    for (name, more) in found.rewritten {
                        let tally = report.rewritten.entry(name).or_default();
                        tally.right += more.right;
                        tally.refused += more.refused;
                        tally.invalid += more.invalid;
                        tally.wrong += more.wrong;
                    }
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
    let (mut report, mut right) = (Report::default(), Vec::new());
    let files: Vec<_> = programs.iter().map(|(_, program)| program).collect();
    for ((number, program), outcome) in programs.iter().zip(in_both_profiles(evaluator, &files)) {
        match outcome {
            Outcome::Right { .. } => {
                report.right += 1;
                report.census.count(program);
                right.push((*number, program));
            }
            Outcome::Discarded => report.discarded += 1,
            Outcome::Invalid(message) => report.invalid.push((*number, message)),
            Outcome::Wrong(failure) => {
                let program = text(program);
                report.findings.push(Finding { number: *number, change: None, failure, program, small: false });
            }
        }
    }
    rewritten(options, evaluator, &right, &mut report);
    report
}

/// Judges programs that are right in other forms, first derivatives alone.
fn rewritten(options: &Options, evaluator: &Evaluator, right: &[(u64, &File)], report: &mut Report) {
    let mut forms = Vec::new();
    for (number, program) in right {
        for form in 0..options.rewrites {
            let mut rng = Rng::new(options.seed ^ form.wrapping_mul(0x9E37_79B9), *number);
            let start = rng.below(options.changes.len().max(1));
            let (before, after) = options.changes.split_at(start);
            let made =
                after.iter().chain(before).find_map(|change| Some((*change, change.program(program, &mut rng)?)));
            forms.extend(made.map(|(change, form)| (*number, *program, change.name(), form)));
        }
    }
    let programs: Vec<_> = forms.iter().map(|form| &form.3).collect();
    let like: Vec<_> = forms.iter().map(|form| form.1).collect();
    let evaluator = Evaluator { second: false, ..evaluator.clone() };
    for ((number, _, change, form), outcome) in forms.iter().zip(evaluator.judge_against(&programs, &like)) {
        let tally = report.rewritten.entry(change).or_default();
        match outcome {
            Outcome::Right { .. } => tally.right += 1,
            // Only what dual numbers cannot judge; its inputs are those of a program that was judged.
            Outcome::Discarded => {}
            Outcome::Invalid(message) => {
                tally.invalid += 1;
                report.invalid.push((*number, format!("{change}: {message}\n{}", text(form))));
            }
            Outcome::Wrong(failure) if failure.kind == "refused" && !failure.message.contains("panicked") => {
                tally.refused += 1;
            }
            Outcome::Wrong(failure) => {
                tally.wrong += 1;
                let program = text(form);
                report.findings.push(Finding { number: *number, change: Some(change), failure, program, small: false });
            }
        }
    }
}

/// What becomes of programs in debug and, if that is wanted, in release: they must agree bit by bit.
pub fn in_both_profiles(evaluator: &Evaluator, programs: &[&File]) -> Vec<Outcome> {
    let mut outcomes = evaluator.judge(programs);
    if evaluator.quick || !evaluator.release {
        return outcomes;
    }
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
