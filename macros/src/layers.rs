//! What `ARCHITECTURE.md` says of the files of this package: who may use whom, and where code of the library is named.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The stages, in the order in which a function goes through them.
const STAGES: [&str; 8] = ["accept", "desugar", "bind", "arrange", "classify", "differentiate", "plan", "emit"];

/// What all stages may use, and what uses none of them.
const BELOW: [&str; 11] =
    ["claims", "features", "ir", "library", "naming", "quoting", "report", "syntax", "variant", "words", "print"];

/// The files of the package, by their paths in `src`, with their text.
fn files() -> Vec<(PathBuf, String)> {
    fn collect(folder: &Path, root: &Path, into: &mut Vec<(PathBuf, String)>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("a file").path();
            if path.is_dir() {
                collect(&path, root, into);
            } else {
                let text = fs::read_to_string(&path).expect("a readable file");
                into.push((path.strip_prefix(root).expect("a path inside").to_owned(), text));
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    collect(&root, &root, &mut found);
    found
}

/// The folder of a file, or the file that stands beside a folder of its name.
fn room(path: &Path) -> String {
    let first = path.components().next().expect("a name").as_os_str().to_string_lossy().into_owned();
    first.trim_end_matches(".rs").to_owned()
}

/// The rooms that code uses, outside of its tests.
fn used(text: &str) -> HashSet<&str> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let paths = code.split("crate::").skip(1);
    paths.filter_map(|path| path.split(|c: char| !c.is_alphanumeric() && c != '_').next()).collect()
}

#[test]
fn no_stage_uses_a_later_one() {
    let stage = |room: &str| STAGES.iter().position(|stage| *stage == room);
    let mut wrong = Vec::new();
    for (path, text) in files() {
        let own = room(&path);
        for used in used(&text) {
            let is_backward = match (stage(&own), stage(used)) {
                (Some(own), Some(used)) => used > own,
                (None, Some(_)) => BELOW.contains(&own.as_str()),
                (_, None) => false,
            };
            if is_backward {
                wrong.push(format!("{} uses {used}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_two_files_have_one_name() {
    let mut names = HashSet::new();
    let twice: Vec<_> =
        files().into_iter().filter(|(path, _)| !names.insert(path.file_name().map(ToOwned::to_owned))).collect();
    assert!(twice.is_empty(), "{:?}", twice.iter().map(|(path, _)| path).collect::<Vec<_>>());
}

/// The stages before `emit` repeat the user's code, and put calls of the library's functions around it: no tape, no rule, no cotangent.
#[test]
fn only_emit_writes_derivatives() {
    let mut wrong = Vec::new();
    for (path, text) in files() {
        if !STAGES[..7].contains(&room(&path).as_str()) {
            continue;
        }
        let named = text.split("::cotangent::generated::").skip(1).chain(text.split("__ad::").skip(1));
        // `PartAt` is the type of a part of a named type.
        let is_type = |name: &str| name.starts_with("PlainFunction") || name.starts_with("PartAt<");
        let is_function = |name: &&str| name.starts_with(char::is_lowercase) || is_type(name);
        wrong.extend(named.filter(|name| !is_function(name)).map(|name| format!("{}: {:.20}", path.display(), name)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
