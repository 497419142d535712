//! The command line: see the README.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::ExitCode;
use std::time::Instant;

use cotangent_mutants::command::{root, run, target};
use cotangent_mutants::compile;
use cotangent_mutants::explained::{Explained, line};
use cotangent_mutants::run::{Fate, Tests};
use cotangent_mutants::subject::RULES;
use cotangent_mutants::tree::Tree;

const USAGE: &str = "\
mutants of the rules: which of them the tests notice

    PATH..         only in sources whose path from the root begins so (all rules)
    --listed FILE  only those of which the file has a line `path: original => mutated`
    --threads N    mutants tried at once (2)
    --folder PATH  where the mutated workspace goes (target/mutants)";

fn main() -> ExitCode {
    run(USAGE, command)
}

/// Whether every mutant is noticed or explained.
fn command(mut arguments: impl Iterator<Item = String>) -> Result<bool, String> {
    let root = root();
    let (mut folder, mut threads, mut wanted, mut listed) = (target("mutants"), 2, Vec::new(), None);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("`{argument}` needs a value"));
        match &*argument {
            "--threads" => threads = value()?.parse().map_err(|_| "`--threads` needs a number".to_owned())?,
            "--listed" => listed = Some(lines(&value()?)?),
            "--folder" => folder = value()?.into(),
            other if other.starts_with('-') => return Err(format!("there is no `{other}`")),
            _ => wanted.push(argument),
        }
    }

    let start = Instant::now();
    let mut tree = Tree::new(root, &folder.join("tree"), RULES, &wanted, listed.as_ref())?;
    println!("{} mutants", tree.found());
    let binary = compile::test(&mut tree, "main")?;
    let tests = Tests::new(binary, tree.folder.join("tests"), threads);
    println!("{} of them compile, after {} s", tree.numbers().len(), start.elapsed().as_secs());
    let (reached, failed) = tests.reached(&folder)?;
    for name in failed {
        println!("{name} fails without a mutant, and is left out");
    }
    println!("tests that reach them are known after {} s", start.elapsed().as_secs());
    let numbers = tree.numbers();
    let fates = tests.fates(&numbers, &reached, |done, number, fate| {
        if fate != Fate::Killed {
            println!("{done} {fate:?} {}: {}", tree.mutant(number).line, line(&tree.mutant(number)));
        } else if done % 200 == 0 {
            println!("{done} of {} mutants, {} s", numbers.len(), start.elapsed().as_secs());
        }
    });

    let mut explained = Explained::parse(include_str!("../equivalent.txt"))?;
    let mut reasons = BTreeMap::<String, usize>::new();
    let mut unexplained = Vec::new();
    for (number, fate) in numbers.iter().zip(&fates) {
        if matches!(fate, Fate::Survived | Fate::Unreached) {
            let mutant = tree.mutant(*number);
            match explained.take(&mutant) {
                Some(reason) => *reasons.entry(reason).or_default() += 1,
                None => unexplained.push((mutant, *fate)),
            }
        }
    }
    println!("\nNot explained:");
    for (mutant, fate) in &unexplained {
        println!("{fate:?} in line {}\n{}", mutant.line, line(mutant));
    }
    let mut stale = explained.left(&wanted);
    stale.retain(|line| listed.as_ref().is_none_or(|listed| listed.contains(*line)));
    println!("\nExplained, but noticed or gone:");
    for line in &stale {
        println!("{line}");
    }
    let count = |wanted: Fate| fates.iter().filter(|fate| **fate == wanted).count();
    println!("\n{} mutants, {} compile", tree.found(), numbers.len());
    println!("{} make a test fail, with {} the tests do not end", count(Fate::Killed), count(Fate::Endless));
    println!("{} survive, {} are reached by no test", count(Fate::Survived), count(Fate::Unreached));
    for (reason, count) in &reasons {
        println!("{count:5} {reason}");
    }
    println!("{} not explained; {} s", unexplained.len(), start.elapsed().as_secs());
    Ok(unexplained.is_empty() && stale.is_empty())
}

fn lines(path: &str) -> Result<BTreeSet<String>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    Ok(text.lines().map(str::to_owned).collect())
}
