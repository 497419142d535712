//! `docs/errors.md`, the page that says what the errors mean, is what the programs of this package and their messages say.
//! `BLESS=1 cargo test -p cotangent-ui-tests page` writes it anew.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::catalogue::{Expect, ROWS};
use crate::{KINDS, errors, mistakes, read};

const FOLDER: &str = env!("CARGO_MANIFEST_DIR");

const HEAD: &str = "# What the errors mean

Made from the programs in `ui-tests` and their messages by `BLESS=1 cargo test -p cotangent-ui-tests page`; a test compares.

One mistake is one error, at what you wrote. Where it is reported more than once, the table says how often. A function that is
refused is there all the same, and so are its calls: what you see is the mistake, not what follows from it.

## What works and what is refused
";

#[test]
fn page_is_what_the_tests_say() {
    let (path, found) = (Path::new(FOLDER).join("../docs/errors.md"), page());
    if std::env::var_os("BLESS").is_some() {
        fs::write(path, found).unwrap();
        return;
    }
    let recorded = read(&path);
    let differing = recorded.lines().zip(found.lines()).position(|(old, new)| old != new);
    assert!(
        recorded == found,
        "docs/errors.md differs, first in {differing:?}: run with BLESS=1 and look at the difference"
    );
}

fn page() -> String {
    let mut page = format!("{HEAD}\n| | written | | errors | tests |\n|---|---|---|---|---|\n");
    for row in &ROWS {
        let outcome = match row.expect {
            Expect::Works => "works",
            Expect::Refused => "refused",
            Expect::Both => "both",
        };
        let counts: Vec<_> = row.tests.iter().filter_map(|test| refused(test)).map(|(_, text)| errors(&text)).collect();
        let most = counts.iter().max().map(ToString::to_string).unwrap_or_default();
        let tests: Vec<_> = row.tests.iter().map(|test| format!("`{test}`")).collect();
        let input = row.input.replace('|', "\\|");
        writeln!(page, "| {} | {input} | {outcome} | {most} | {} |", row.number, tests.join(", ")).unwrap();
    }
    page += "\n## The errors\n";
    for row in ROWS.iter().filter(|row| row.expect != Expect::Works) {
        writeln!(page, "\n### {}. {}", row.number, row.input).unwrap();
        let mut told = Vec::new();
        for (program, message) in row.tests.iter().filter_map(|test| refused(test)) {
            let headline = headline(&message);
            if told.is_empty() {
                let (program, shown, advice) = (essential(&program), shown(&message), sentence(&message));
                write!(page, "\n```rust,ignore\n{program}\n```\n\n```text\n{shown}\n```\n\n{advice}\n").unwrap();
            } else if !told.contains(&headline) {
                writeln!(page, "\nAlso: {headline}. {}", sentence(&message)).unwrap();
            }
            told.push(headline);
        }
    }
    page +=
        "\n## All others\n\nMistakes in shapes, in gradients and in what they are given to, and what else is tried.\n";
    let listed = |path: &Path| ROWS.iter().flat_map(|row| row.tests).any(|test| path.ends_with(format!("{test}.rs")));
    let mut others: Vec<_> = mistakes().into_iter().filter(|(program, _)| !listed(program)).collect();
    others.sort();
    for kind in KINDS {
        let those: Vec<_> =
            others.iter().filter(|(program, _)| program.parent().is_some_and(|at| at.ends_with(kind))).collect();
        if those.is_empty() {
            continue;
        }
        writeln!(page, "\n### `{kind}`\n\n| mistake | message | what to do |\n|---|---|---|").unwrap();
        for (program, message) in those {
            let name = program.file_stem().unwrap_or_default().to_string_lossy().replace('_', " ");
            let message = read(message);
            let row = [headline(&message), advice(&message)].map(|text| text.replace('|', "\\|"));
            writeln!(page, "| {name} | {} | {} |", row[0], row[1]).unwrap();
        }
    }
    page
}

/// A program that is refused, and its message.
fn refused(test: &str) -> Option<(String, String)> {
    let path = Path::new(FOLDER).join(test);
    let message = fs::read_to_string(path.with_extension("stderr")).ok()?;
    Some((read(&path.with_extension("rs")), message))
}

/// The program without what every program has.
fn essential(program: &str) -> String {
    let every =
        |line: &&str| ["use cotangent::prelude::*;", "fn main() {}"].contains(line) || line.starts_with("// errors: ");
    let lines: Vec<_> = program.lines().filter(|line| !every(line)).collect();
    lines.join("\n").trim().replace("\n\n\n", "\n\n")
}

/// The message without what the compiler adds to it: what is wrong, where, and our notes.
fn shown(message: &str) -> String {
    let ours = |paragraph: &Vec<&str>| {
        !ADDED.iter().any(|added| paragraph[0].trim_start_matches([' ', '=']).starts_with(added))
    };
    let kept: Vec<_> = paragraphs(message).into_iter().filter(ours).flatten().collect();
    let bars = |line: &&&str| line.trim() == "|";
    let end = kept.len() - kept.iter().rev().take_while(bars).count();
    kept[..end].join("\n").replace("\nerror", "\n\nerror").replace("\n\n\n", "\n\n")
}

/// How notes of the compiler begin.
const ADDED: [&str; 17] = [
    "help: items from traits",
    "help: the following",
    "help: the trait",
    "note: `MethodsWithARule`",
    "note: `#[",
    "note: `if` expressions",
    "note: defined here",
    "note: expected",
    "note: for more information",
    "note: function defined here",
    "note: method defined here",
    "note: required by",
    "note: required for",
    "note: see issue",
    "note: all local variables",
    "note: the ",
    "note: this error originates",
];

/// A message in its parts: the error with its place, and each note with what belongs to it.
fn paragraphs(message: &str) -> Vec<Vec<&str>> {
    let mut paragraphs: Vec<Vec<&str>> = Vec::new();
    for line in message.lines() {
        let text = line.trim_start_matches([' ', '=']);
        let starts = crate::is_error(line)
            || line.starts_with(|c: char| c.is_alphabetic())
            || line.trim_start().starts_with("= ");
        match paragraphs.last_mut() {
            Some(last) if !starts || text.is_empty() => last.push(line),
            _ => paragraphs.push(vec![line]),
        }
    }
    paragraphs
}

/// The first line, without its code.
fn headline(message: &str) -> String {
    let first = message.lines().find(|line| crate::is_error(line)).unwrap_or_default();
    first.split_once(": ").map_or(first, |(_, text)| text).to_owned()
}

/// What the message says that can be done.
fn advice(message: &str) -> String {
    let ours = |line: &str| {
        let line = line.trim_start();
        let written = line.strip_prefix("help: ").filter(|_| !ADDED.iter().any(|added| line.starts_with(added)));
        let noted = line.strip_prefix("= note: ").filter(|_| !ADDED.iter().any(|added| line[2..].starts_with(added)));
        written.or(noted).map(ToOwned::to_owned)
    };
    let error = message.split("\n\n").next().unwrap_or_default();
    let steps: Vec<_> = error.lines().filter_map(ours).collect();
    steps.join("; ")
}

/// The advice as a sentence.
fn sentence(message: &str) -> String {
    match advice(message) {
        none if none.is_empty() => "The message is the compiler's own.".to_owned(),
        advice => format!("What to do: {advice}."),
    }
}
