//! Every mistake gives the expected message, and only that, at the user's own token.

mod catalogue;
mod page;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use self::catalogue::{Expect, ROWS};

/// The folders with mistakes. Those in `build` are found while building, the others by `cargo check` too.
const KINDS: [&str; 12] = [
    "args",
    "build",
    "callers",
    "derive",
    "gradient",
    "literal",
    "lost",
    "no-rule",
    "ordinary",
    "shape",
    "signature",
    "unsupported",
];

/// The programs in `pass` make the test build every program instead of only checking it, which `build` needs.
#[test]
fn messages() {
    let cases = trybuild::TestCases::new();
    cases.pass("pass/*.rs");
    for kind in KINDS {
        cases.compile_fail(format!("{kind}/*.rs"));
    }
}

#[test]
fn one_error_for_one_mistake() {
    for (program, message) in mistakes() {
        let expected =
            read(&program).lines().next().and_then(|line| line.strip_prefix("// errors: ")?.parse().ok()).unwrap_or(1);
        assert_eq!(errors(&read(&message)), expected, "errors in {}", message.display());
    }
}

/// Every row of the catalogue has its tests, which do what it says.
#[test]
fn the_catalogue_is_complete() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (row, number) in ROWS.iter().zip(1..) {
        assert_eq!(row.number, number);
        let mut outcomes = Vec::new();
        for test in row.tests {
            let works = if let Some((path, name)) = test.split_once(':') {
                let code = read(&folder.join("..").join(path));
                assert!(code.contains(&format!("fn {name}(")), "row {number}: there is no {test}");
                true
            } else {
                read(&folder.join(test).with_extension("rs"));
                let refused = folder.join(test).with_extension("stderr").exists();
                assert_eq!(refused, !test.starts_with("pass/"), "row {number}: {test}");
                !refused
            };
            outcomes.push(works);
        }
        let expected = match (outcomes.contains(&true), outcomes.contains(&false)) {
            (true, true) => Expect::Both,
            (true, false) => Expect::Works,
            (false, _) => Expect::Refused,
        };
        assert_eq!(row.expect, expected, "row {number}");
    }
}

/// An error that a constant causes while building is reported in the library, with a note that leads to the user.
#[test]
fn errors_point_at_what_the_user_wrote() {
    for (program, message) in mistakes() {
        let (program, text) = (read(&program), read(&message));
        for arrow in primary_arrows(&text) {
            let at = format!("{arrow} in {}", message.display());
            assert!(!arrow.starts_with('/'), "a path of this machine: {at}");
            if !text.contains("E0080") {
                let pointed =
                    pointed_at(arrow, &program).unwrap_or_else(|| panic!("an error outside the program: {at}"));
                // A mistake of the attribute is at the attribute.
                assert!(
                    message.parent().is_some_and(|folder| folder.ends_with("args"))
                        || !pointed.starts_with("#[differentiable") && !pointed.starts_with("Differentiable)"),
                    "an error at the attribute: {at}"
                );
            }
        }
    }
}

/// Mistakes with shapes: who made one needs both shapes, or the axis and the shape that has none such.
#[test]
fn shape_mistakes_name_both_shapes() {
    let (mut found, mut poor) = (0, Vec::new());
    for (_, message) in shape_mistakes() {
        let text = read(&message);
        let error = text.split("\nnote: ").next().unwrap_or(&text);
        let lines: Vec<_> = error.lines().filter(|line| !line.contains("help: the trait")).collect();
        let lines = lines.join("\n");
        let sizes = sizes(&lines);
        found += usize::from(sizes.len() >= 2);
        if sizes.len() < 2 && !is_in(&message, "gradient") {
            poor.push(format!("{}: only {sizes:?}", message.display()));
        }
    }
    assert!(poor.is_empty(), "{poor:#?}");
    assert!(found >= 100, "only {found} mistakes with shapes");
}

/// What only building shows is in `build`: everything else `cargo check` says, and the editor.
#[test]
fn only_arithmetic_and_generic_traits_wait_for_the_build() {
    for (_, message) in mistakes() {
        let built = read(&message).contains("encountered while instantiating");
        assert_eq!(built, is_in(&message, "build"), "{}", message.display());
    }
}

/// Nobody should have to know how it is made.
#[test]
fn messages_show_nothing_that_is_inside() {
    const INSIDE: [&str; 14] = [
        "typenum",
        "private::",
        "Checked<",
        "Guard<",
        "Saved<",
        "Sealed",
        "SumToAxis",
        "BroadcastAxis",
        "MetaSized",
        "Companion",
        "Accepts",
        "Forward",
        "Reverse",
        "long-type",
    ];
    for (_, message) in mistakes() {
        let text = read(&message);
        let reserved = |word: &&str| word.starts_with("__") && word.contains(char::is_alphabetic);
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(reserved);
        let shown: Vec<_> = INSIDE.into_iter().filter(|name| text.contains(name)).chain(words).collect();
        assert!(shown.is_empty(), "{shown:?} in {}", message.display());
    }
}

/// The compiler quotes the standard library only where its source is installed.
#[test]
fn messages_do_not_depend_on_the_source_of_the_standard_library() {
    for (_, message) in mistakes() {
        assert!(!read(&message).contains("$RUST"), "{} quotes the standard library", message.display());
    }
}

/// What a message says of sizes: shapes, types and names in quotes, lengths of arrays, and the numbers of its first line.
fn sizes(message: &str) -> BTreeSet<&str> {
    let is_size = |quoted: &&str| quoted.contains(['<', '(']) || quoted.chars().all(char::is_alphanumeric);
    let quoted = message.split('`').skip(1).step_by(2).filter(is_size).filter(|quoted| !quoted.contains("::"));
    let lengths = message.split("a size of ").skip(1).filter_map(|rest| rest.split([',', '\n']).next());
    let said = message.lines().next().and_then(|first| first.split_once(']')).map_or("", |(_, said)| said);
    let numbers = said.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty());
    quoted.chain(lengths).chain(numbers).collect()
}

/// Whether a program or a message is in the folder of a kind.
fn is_in(path: &Path, kind: &str) -> bool {
    path.parent().is_some_and(|folder| folder.ends_with(kind))
}

/// The place of each error, `path:line:column`.
fn primary_arrows(message: &str) -> Vec<&str> {
    let mut lines = message.lines();
    let mut arrows = Vec::new();
    while lines.any(is_error) {
        arrows.extend(lines.find_map(|line| line.trim_start().strip_prefix("--> ")));
    }
    arrows
}

/// The rest of the line that an arrow points at, if it is in a program of this folder.
fn pointed_at<'p>(arrow: &str, program: &'p str) -> Option<&'p str> {
    let (place, column) = arrow.rsplit_once(':')?;
    let (path, line) = place.rsplit_once(':')?;
    let line = program.lines().nth(line.parse::<usize>().ok()? - 1)?;
    line.get(column.parse::<usize>().ok()? - 1..).filter(|_| !path.starts_with('$'))
}

/// Every program with a mistake, and its message.
fn mistakes() -> Vec<(PathBuf, PathBuf)> {
    mistakes_of(&KINDS)
}

/// What waits for the build too, and has no shapes: the trait of an implementation does not say what its derivative needs.
const OF_TRAITS: [&str; 2] = ["chain_that_changes", "number_for_any_type"];

fn shape_mistakes() -> Vec<(PathBuf, PathBuf)> {
    let mut all = mistakes_of(&["build", "gradient", "literal", "shape"]);
    all.retain(|(program, _)| !program.file_stem().is_some_and(|name| OF_TRAITS.iter().any(|known| name == *known)));
    all
}

fn mistakes_of(kinds: &[&str]) -> Vec<(PathBuf, PathBuf)> {
    let folders = kinds.iter().map(|kind| Path::new(env!("CARGO_MANIFEST_DIR")).join(kind));
    let files = folders.flat_map(|folder| fs::read_dir(folder).unwrap()).map(|entry| entry.unwrap().path());
    let programs = files.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    programs.map(|program| (program.clone(), program.with_extension("stderr"))).collect()
}

/// How many errors there are in a message.
fn errors(message: &str) -> usize {
    message.lines().filter(|line| is_error(line)).count()
}

fn is_error(line: &str) -> bool {
    line.starts_with("error:") || line.starts_with("error[")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
