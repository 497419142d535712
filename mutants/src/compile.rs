//! The mutated workspace, compiled; mutants that do not compile are left out, each where the compiler says so.

use std::ops::Range;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::tree::Tree;

/// Compiles until nothing is wrong: the library, then the test. Returns the test.
///
/// A part in the wrong place makes the compiler complain of other parts too. So mutants that move parts are tried alone first.
///
/// # Errors
/// If an error has nothing to do with mutants.
pub fn test(tree: &mut Tree, name: &str) -> Result<PathBuf, String> {
    let library = ["check", "--package", "cotangent", "--all-features"];
    tree.only_moved()?;
    until_right(tree, &library)?;
    tree.all_others()?;
    until_right(tree, &library)?;
    let built =
        until_right(tree, &["test", "--package", "cotangent-tests", "--all-features", "--no-run", "--test", name])?;
    built.ok_or_else(|| format!("cargo says of no test `{name}` where it is"))
}

/// Compiles the macro until nothing is wrong, then the library with it. Returns the library.
///
/// # Errors
/// If an error has nothing to do with mutants.
pub fn library(tree: &mut Tree) -> Result<PathBuf, String> {
    until_right(tree, &["check", "--package", "cotangent-macros"])?;
    let build = ["build", "--package", "cotangent", "--all-features"];
    until_right(tree, &build)?;
    let messages = cargo(tree, &build)?;
    let is_library =
        |message: &&Value| message["target"]["name"] == "cotangent" && message["target"]["kind"][0] == "lib";
    let files = messages.iter().find(is_library).and_then(|message| message["filenames"].as_array());
    let mut files = files.into_iter().flatten().filter_map(|file| Some(PathBuf::from(file.as_str()?)));
    files
        .find(|file| file.extension().is_some_and(|end| end == "rlib"))
        .ok_or_else(|| "cargo says of no library where it is".to_owned())
}

fn until_right(tree: &mut Tree, command: &[&str]) -> Result<Option<PathBuf>, String> {
    loop {
        let messages = cargo(tree, command)?;
        let errors: Vec<_> = messages.iter().filter(|message| message["message"]["level"] == "error").collect();
        if errors.is_empty() {
            return Ok(messages.iter().rev().find_map(|message| Some(PathBuf::from(message["executable"].as_str()?))));
        }
        // What is no Rust has no number; other errors may follow from it.
        let no_rust = |error: &&&Value| error["message"]["code"].is_null() && !parts(&error["message"]).is_empty();
        let first: Vec<_> = errors.iter().filter(no_rust).collect();
        let first = if first.is_empty() { errors.iter().collect() } else { first };
        let mut better = false;
        for error in first {
            better |= !tree.blame(&parts(&error["message"])).is_empty();
        }
        println!("  {} errors, {} mutants left", errors.len(), tree.numbers().len());
        if !better {
            let texts: Vec<_> = errors.iter().filter_map(|error| error["message"]["rendered"].as_str()).collect();
            return Err(texts.join("\n"));
        }
        tree.write()?;
    }
}

fn cargo(tree: &Tree, command: &[&str]) -> Result<Vec<Value>, String> {
    let output = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()))
        .args(command)
        .args(["--quiet", "--message-format", "json"])
        .current_dir(&tree.folder)
        .env("CARGO_TARGET_DIR", tree.folder.with_file_name("build"))
        .env("CARGO_INCREMENTAL", "0")
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env("RUSTFLAGS", "--cap-lints=allow")
        .stderr(Stdio::null())
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
}

/// Where an error is, the most telling places first: its own, then those that it mentions; of each also where the macro that wrote it
/// was called, and where it is defined.
fn parts(message: &Value) -> Vec<(String, Range<usize>)> {
    let mut found = Vec::new();
    let spans = |message: &Value| message["spans"].as_array().cloned().unwrap_or_default();
    let mut all = spans(message);
    all.sort_by_key(|span| span["is_primary"] != true);
    for child in message["children"].as_array().into_iter().flatten() {
        all.extend(spans(child));
    }
    for span in &all {
        let mut span = span;
        while let Some(path) = span["file_name"].as_str() {
            let byte = |name: &str| usize::try_from(span[name].as_u64().unwrap_or(0)).expect("a byte of a file");
            found.push((path.to_owned(), byte("byte_start")..byte("byte_end")));
            span = &span["expansion"]["span"];
        }
    }
    found
}
