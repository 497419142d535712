//! The command line of the mutants of what the macro takes for constant: see the README.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::Instant;

use cotangent_mutants::command::{root, run, target};
use cotangent_mutants::compile;
use cotangent_mutants::explained::{Explained, line};
use cotangent_mutants::programs::{Fate, Programs};
use cotangent_mutants::subject::ACTIVITY;
use cotangent_mutants::tree::Tree;

const USAGE: &str = "\
mutants of the macro, each of which takes something for constant in one place: which of them a test or the compiler notices

    PATH..         only in sources whose path from the root begins so (all)
    --threads N    programs compiled at once (2)
    --folder PATH  where the mutated workspace goes (target/activity)";

fn main() -> ExitCode {
    run(USAGE, command)
}

/// Whether every mutant is noticed or explained.
fn command(mut arguments: impl Iterator<Item = String>) -> Result<bool, String> {
    let root = root();
    let (mut folder, mut threads, mut wanted) = (target("activity"), 2, Vec::new());
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("`{argument}` needs a value"));
        match &*argument {
            "--threads" => threads = value()?.parse().map_err(|_| "`--threads` needs a number".to_owned())?,
            "--folder" => folder = value()?.into(),
            other if other.starts_with('-') => return Err(format!("there is no `{other}`")),
            _ => wanted.push(argument),
        }
    }

    let start = Instant::now();
    let mut tree = Tree::new(root, &folder.join("tree"), ACTIVITY, &wanted, None)?;
    println!("{} mutants", tree.found());
    let library = compile::library(&mut tree)?;
    let programs = Programs::new(&tree.folder, &folder.join("programs"), library, threads)?;
    println!("{} of them compile, after {} s", tree.numbers().len(), start.elapsed().as_secs());
    let (reached, broken) = programs.reached();
    println!("{} programs, after {} s", programs.count(), start.elapsed().as_secs());
    for program in broken {
        println!("{program:?} does what it must not without a mutant, and is left out");
    }
    let numbers = tree.numbers();
    let fates = programs.fates(&numbers, &reached, |number, (fate, by)| {
        let mutant = tree.mutant(number);
        println!("{fate:?} in line {} by {by:?}: {}", mutant.line, line(&mutant));
    });

    let mut explained = Explained::parse(include_str!("../../constant.txt"))?;
    let mut counts = BTreeMap::<String, usize>::new();
    let mut unexplained = Vec::new();
    for (number, (fate, _)) in numbers.iter().zip(&fates) {
        let mutant = tree.mutant(*number);
        let what = match fate {
            Fate::Refused => "the compiler refuses a test".to_owned(),
            Fate::Failed => "a test fails".to_owned(),
            Fate::Accepted => "a program that is refused compiles".to_owned(),
            Fate::Survived | Fate::Unreached => explained.take(&mutant).unwrap_or_else(|| {
                unexplained.push((mutant, *fate));
                "not explained".to_owned()
            }),
        };
        *counts.entry(what).or_default() += 1;
    }
    println!("\nNot explained:");
    for (mutant, fate) in &unexplained {
        println!("{fate:?} in line {}\n{}", mutant.line, line(mutant));
    }
    let stale = explained.left(&wanted);
    println!("\nExplained, but noticed or gone:");
    stale.iter().for_each(|line| println!("{line}"));
    println!("\n{} mutants, {} compile", tree.found(), numbers.len());
    counts.iter().for_each(|(what, count)| println!("{count:5} {what}"));
    println!("{} s", start.elapsed().as_secs());
    Ok(unexplained.is_empty() && stale.is_empty())
}
