//! What came out, as a table.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::crates::{Crates, Failure};
use super::plan::State;

/// Tests that look at what a rewrite may change, such as the size of the tape, each with the reason.
const EXCUSED: &str = include_str!("excused.txt");

/// The failures that say something about derivatives.
pub fn counted(failures: Vec<Failure>) -> Vec<Failure> {
    let is_excused = |failure: &Failure| {
        let mut tests = EXCUSED.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(": "));
        tests.any(|(test, _)| test == failure.test)
    };
    failures.into_iter().filter(|failure| !is_excused(failure)).collect()
}

/// A line for each change: how many functions were rewritten, how many the compiler refused, at how many the macro panicked, and
/// how many failing tests may be its fault.
pub fn table(crates: &Crates, failures: &[Failure]) -> String {
    let mut rows: BTreeMap<&str, [usize; 5]> = BTreeMap::new();
    for source in &crates.sources {
        for (number, planned) in &source.planned {
            let row = rows.entry(planned.change.name()).or_default();
            match planned.state {
                State::Rewritten => row[0] += 1,
                State::Refused(ref message) if message.contains("panicked") => row[2] += 1,
                State::Refused(_) => row[1] += 1,
                State::Invalid(_) => row[3] += 1,
            }
            let suspects =
                failures.iter().filter(|failure| suspects(crates, failure).contains(&(&*source.path, *number)));
            row[4] += suspects.count();
        }
    }
    let heads = ["rewritten", "refused", "panicked", "invalid", "suspected"].map(|head| format!("{head:>10}"));
    let mut text = format!("{:40}{}\n", "", heads.concat());
    for (name, row) in rows {
        let _ = writeln!(text, "{name:40}{}", row.map(|count| format!("{count:>10}")).concat());
    }
    text
}

/// The functions that a failing test may be about: those that it mentions.
fn suspects<'c>(crates: &'c Crates, failure: &Failure) -> Vec<(&'c std::path::Path, usize)> {
    let module = failure.test.rsplit_once("::").map_or("", |(module, _)| module).replace("::", "/");
    let mut found = Vec::new();
    for source in &crates.sources {
        let path = source.path.with_extension("");
        let inside = module.strip_prefix(&*path.to_string_lossy());
        if inside.is_none_or(|rest| !rest.is_empty() && !rest.starts_with('/')) {
            continue;
        }
        let mentioned = source.mentioned_in(&failure.test);
        for (number, planned) in &source.planned {
            if planned.state == State::Rewritten && mentioned.contains(&planned.function) {
                found.push((&*source.path, *number));
            }
        }
    }
    found
}

/// Everything about what is wrong: the failing tests with the functions that they are about, before and after.
pub fn details(crates: &Crates, failures: &[Failure]) -> String {
    let mut text = String::new();
    for failure in failures {
        let _ = writeln!(text, "==== {} failed\n{}\n", failure.test, failure.message);
        for (path, number) in suspects(crates, failure) {
            let Some(source) = crates.sources.iter().find(|source| *source.path == *path) else { continue };
            let Some(planned) = source.planned.get(&number) else { continue };
            let (before, after) = source.before_and_after(number);
            let _ = writeln!(text, "-- {}\n{before}\n-- becomes\n{after}\n", planned.change.name());
        }
    }
    for source in &crates.sources {
        for (number, planned) in &source.planned {
            let (what, message) = match &planned.state {
                State::Rewritten => continue,
                State::Refused(message) => ("refused", message),
                State::Invalid(message) => ("invalid", message),
            };
            let at = source.path.display();
            let _ = writeln!(
                text,
                "==== {what}: {at} {number} {} by {}: {message}",
                planned.function,
                planned.change.name()
            );
            if what == "invalid" {
                let _ = writeln!(text, "{}", source.form(*number));
            }
        }
    }
    text
}
