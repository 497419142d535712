//! What becomes of programs: many at once, in one crate.

use std::fmt;

use syn::File;

use crate::compile::{Compiler, Profile, run};
use crate::source::{Form, module};

/// What became of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All derivatives are right.
    Right {
        /// On which inputs, as bits.
        inputs: u64,
        /// A hash of the derivatives' bits.
        bits: String,
    },
    /// No input gave moderate numbers.
    Discarded,
    /// It is no program: an error of the generator.
    Invalid(String),
    /// Something is wrong with its derivative.
    Wrong(Failure),
}

/// What is wrong with a program's derivative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// A word for it; two failures of the same kind may have the same cause.
    pub kind: String,
    /// The circumstances.
    pub message: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.message)
    }
}

/// What all evaluations share.
#[derive(Clone, Debug)]
pub struct Evaluator {
    /// What compiles.
    pub compiler: Compiler,
    /// A name for the crates, different for each thread.
    pub name: String,
    /// The seed of the inputs.
    pub seed: u64,
    /// How many inputs each program gets, at most 64.
    pub inputs: u64,
    /// Whether values and gradients alone are judged.
    pub quick: bool,
    /// Whether second derivatives are judged.
    pub second: bool,
    /// Whether what is right in debug has to give the same bits in release.
    pub release: bool,
}

/// How programs are evaluated.
#[derive(Clone, Copy, Debug)]
enum Task<'a> {
    /// In debug, on so many inputs, against the twins of these.
    Judge(u64, &'a [&'a File]),
    /// In release, on the inputs for which debug found them right.
    Again(&'a [u64]),
}

impl Task<'_> {
    /// The inputs of a program, as bits.
    fn inputs(self, program: usize) -> u64 {
        match self {
            Task::Judge(count, _) => u64::MAX.checked_shr(64 - u32::try_from(count.min(64)).unwrap_or(64)).unwrap_or(0),
            Task::Again(inputs) => inputs[program],
        }
    }
}

impl Evaluator {
    /// How and in which profile programs are judged.
    fn form(&self, task: Task<'_>) -> (Form, Profile) {
        match task {
            Task::Judge(..) if self.quick => (Form::Quick, Profile::Quick),
            Task::Judge(..) => (Form::Judged { second: self.second }, Profile::Debug),
            Task::Again(_) => (Form::Again, Profile::Release),
        }
    }

    /// What becomes of the programs in debug, in their order.
    pub fn judge(&self, programs: &[&File]) -> Vec<Outcome> {
        self.judge_against(programs, programs)
    }

    /// The same of programs that have to be like others.
    pub fn judge_against(&self, programs: &[&File], like: &[&File]) -> Vec<Outcome> {
        let mut outcomes = vec![None; programs.len()];
        let all: Vec<_> = (0..programs.len()).collect();
        self.evaluate_some(programs, &all, Task::Judge(self.inputs, like), &mut outcomes);
        // Is what does not compile a program without derivatives?
        let refused = (0..programs.len()).filter(|&i| is_refused(outcomes[i].as_ref())).collect();
        self.only_programs(programs, refused, &mut outcomes);
        outcomes.into_iter().map(|outcome| outcome.unwrap_or_else(|| Outcome::Invalid("lost".to_owned()))).collect()
    }

    /// What they give in release, each on its own inputs.
    pub fn again(&self, programs: &[&File], inputs: &[u64]) -> Vec<Outcome> {
        let mut outcomes = vec![None; programs.len()];
        let all: Vec<_> = (0..programs.len()).collect();
        self.evaluate_some(programs, &all, Task::Again(inputs), &mut outcomes);
        outcomes.into_iter().map(|outcome| outcome.unwrap_or_else(|| Outcome::Invalid("lost".to_owned()))).collect()
    }

    /// As [`judge`](Self::judge), for candidates of which most are no programs.
    pub fn judge_doubtful(&self, programs: &[&File]) -> Vec<Outcome> {
        let mut outcomes = vec![None; programs.len()];
        let all = (0..programs.len()).collect();
        let rest = self.only_programs(programs, all, &mut outcomes);
        self.evaluate_some(programs, &rest, Task::Judge(self.inputs, programs), &mut outcomes);
        outcomes.into_iter().map(|outcome| outcome.unwrap_or_else(|| Outcome::Invalid("lost".to_owned()))).collect()
    }

    /// Those of the programs `which` that compile without derivatives.
    fn only_programs(&self, programs: &[&File], mut which: Vec<usize>, outcomes: &mut [Option<Outcome>]) -> Vec<usize> {
        let texts = |indices: &[usize]| -> Vec<_> {
            let plain = |(at, &i): (usize, &usize)| module(&format!("p{at}"), programs[i], programs[i], Form::Plain);
            indices.iter().enumerate().map(plain).collect()
        };
        while !which.is_empty() {
            let profile = if self.quick { Profile::Quick } else { Profile::Debug };
            let Err(errors) = self.compiler.compile(&self.name, &texts(&which), false, profile) else { break };
            if errors.is_empty() {
                break;
            }
            for (at, message) in errors.iter().rev() {
                outcomes[which.remove(*at)] = Some(Outcome::Invalid(message.clone()));
            }
        }
        which
    }

    fn evaluate_some(&self, programs: &[&File], which: &[usize], task: Task<'_>, outcomes: &mut [Option<Outcome>]) {
        let (form, profile) = self.form(task);
        let mut rest = which.to_vec();
        while !rest.is_empty() {
            let like = |i: usize| if let Task::Judge(_, like) = task { like[i] } else { programs[i] };
            let texts: Vec<_> =
                rest.iter().enumerate().map(|(at, &i)| module(&format!("p{at}"), programs[i], like(i), form)).collect();
            match self.compiler.compile(&self.name, &texts, true, profile) {
                Ok(binary) => {
                    self.run(&binary, &rest, task, outcomes);
                    return;
                }
                Err(errors) if errors.is_empty() => {
                    let wrong = |message: &str| {
                        Some(Outcome::Wrong(Failure { kind: "compiler".to_owned(), message: message.to_owned() }))
                    };
                    if let [one] = rest[..] {
                        outcomes[one] = wrong("no error is reported at the program");
                        return;
                    }
                    let (left, right) = rest.split_at(rest.len() / 2);
                    self.evaluate_some(programs, left, task, outcomes);
                    self.evaluate_some(programs, right, task, outcomes);
                    return;
                }
                Err(errors) => {
                    for (at, message) in errors.iter().rev() {
                        let failure = Failure { kind: "refused".to_owned(), message: message.clone() };
                        outcomes[rest.remove(*at)] = Some(Outcome::Wrong(failure));
                    }
                }
            }
        }
    }

    /// Runs a crate of the programs `which`, again after each crash.
    fn run(&self, binary: &std::path::Path, which: &[usize], task: Task<'_>, outcomes: &mut [Option<Outcome>]) {
        let inputs: Vec<_> = which.iter().map(|&i| task.inputs(i)).collect();
        let mut skipped = 0;
        while skipped < which.len() {
            let (text, end) = run(binary, self.seed, &inputs, skipped);
            for line in text.lines() {
                let mut words = line.splitn(3, ' ');
                let (word, name, rest) =
                    (words.next().unwrap_or(""), words.next().unwrap_or(""), words.next().unwrap_or(""));
                let Some(at) = name.strip_prefix('p').and_then(|n| n.parse::<usize>().ok()) else { continue };
                skipped = at + 1;
                outcomes[which[at]] = match word {
                    "right" => rest.split_once(' ').and_then(|(inputs, bits)| {
                        Some(Outcome::Right { inputs: inputs.parse().ok()?, bits: bits.to_owned() })
                    }),
                    "discarded" => Some(Outcome::Discarded),
                    "invalid" => Some(Outcome::Invalid(rest.to_owned())),
                    "fail" => {
                        let (kind, message) = rest.split_once(' ').unwrap_or((rest, ""));
                        Some(Outcome::Wrong(Failure { kind: kind.to_owned(), message: message.to_owned() }))
                    }
                    _ => None,
                };
            }
            let Some(end) = end else { return };
            skipped = skipped.max(1);
            outcomes[which[skipped - 1]] = Some(Outcome::Wrong(Failure { kind: "crash".to_owned(), message: end }));
        }
    }
}

fn is_refused(outcome: Option<&Outcome>) -> bool {
    matches!(outcome, Some(Outcome::Wrong(failure)) if failure.kind == "refused" || failure.kind == "compiler")
}
