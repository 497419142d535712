//! What the sources say, for pages that are made of them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The methods to whose rules a file of `core/src/ops` leads.
pub fn methods_in(file: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(Path::new(ROOT).join("core/src/ops").join(file)).expect("a source");
    let mut names = BTreeSet::new();
    for table in text.split("crate::derivatives_of! {").skip(1) {
        for line in table.lines().map(str::trim).take_while(|line| *line != "}") {
            let Some((name, _)) = line.split_once(": ") else { continue };
            let name = name.trim_start_matches("fn ");
            names.insert(name.split('<').next().unwrap_or(name).to_owned());
        }
    }
    for (before, end) in [("fn derivative_of_", '('), ("    derivative_of_", ':')] {
        names.extend(text.split(before).skip(1).filter_map(|rest| rest.split(end).next()).map(str::to_owned));
    }
    names
}

/// Compares a page with what it should be; with `BLESS=1` writes it.
pub fn compare(page: &str, expected: &str) {
    let path = Path::new(ROOT).join(page);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, expected).expect("the page is written");
    }
    assert_eq!(fs::read_to_string(path).unwrap_or_default(), expected, "run with BLESS=1");
}
