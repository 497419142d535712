//! Training runs as files: exact to the bit, all or nothing, and no file makes it panic.

use std::fs;

use cotangent::checkpoint::{load, save};
use cotangent::optim::{AdamW, Momentum, Sgd};
use cotangent::prelude::*;
use cotangent::safetensors::{self, Error};

use super::scratch::Scratch;

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Line {
    slope: Vec<f32>,
    offset: f64,
}

fn line() -> Line {
    Line { slope: vec![1.5, -0.0, f32::NAN], offset: 1e-310 }
}

fn zero(len: usize) -> (Line, AdamW<Line>) {
    let line = Line { slope: vec![0.0; len], offset: 0.0 };
    let optimizer = AdamW::new(&line, 0.1);
    (line, optimizer)
}

/// A file with a run of three steps, and what it should give back.
fn saved(file: &Scratch) -> (Line, AdamW<Line>) {
    let (mut line, mut optimizer) = (line(), AdamW::new(&line(), 0.1));
    for _ in 0..3 {
        optimizer.step(&mut line, &LineTangent { slope: vec![1.0, f32::INFINITY, -1.0], offset: 2.0 });
    }
    save(file.path(), &line, &optimizer, &(7_u32, 0.1 + 0.2, "rest")).unwrap();
    (line, optimizer)
}

/// All numbers as text, which tells every NaN from a number and `-0.0` from `0.0`.
fn shown(line: &Line, optimizer: &AdamW<Line>) -> String {
    format!("{line:?} {:?} {:?} {}", optimizer.first_moment, optimizer.second_moment, optimizer.steps)
}

#[test]
fn a_run_comes_back() {
    let file = Scratch::new();
    let (line, optimizer) = saved(&file);
    let (mut other, mut others) = zero(3);
    let progress: (u32, f64, String) = load(file.path(), &mut other, &mut others).unwrap();
    assert_eq!(progress, (7, 0.1 + 0.2, "rest".to_string()));
    assert_eq!(shown(&other, &others), shown(&line, &optimizer));
    assert_eq!(others.steps, 3);
}

#[test]
fn saving_replaces_the_file_and_leaves_no_other() {
    let directory = Scratch::new();
    fs::create_dir(directory.path()).unwrap();
    let path = directory.path().join("run");
    let (mut line, optimizer) = zero(2);
    for offset in [1.0, 2.0] {
        line.offset = offset;
        save(&path, &line, &optimizer, &()).unwrap();
    }
    let (mut other, mut others) = zero(2);
    load::<_, _, ()>(&path, &mut other, &mut others).unwrap();
    assert_eq!(other.offset, 2.0);
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    fs::remove_dir_all(directory.path()).unwrap();
}

#[test]
fn the_same_run_gives_the_same_bytes() {
    let (a, b) = (Scratch::new(), Scratch::new());
    saved(&a);
    saved(&b);
    assert_eq!(fs::read(a.path()).unwrap(), fs::read(b.path()).unwrap());
}

/// Loads these bytes as a run of `len` numbers and a progress of type `u32`; nothing may have changed if that fails.
fn refused(bytes: &[u8], len: usize) -> Error {
    let file = Scratch::new();
    fs::write(file.path(), bytes).unwrap();
    let (mut line, mut optimizer) = zero(len);
    let before = shown(&line, &optimizer);
    let error = load::<_, _, u32>(file.path(), &mut line, &mut optimizer).unwrap_err();
    assert_eq!(shown(&line, &optimizer), before, "after {error}");
    error
}

#[test]
fn a_file_that_was_cut_anywhere_changes_nothing() {
    let file = Scratch::new();
    saved(&file);
    let bytes = fs::read(file.path()).unwrap();
    for len in 0..bytes.len() {
        assert!(matches!(refused(&bytes[..len], 3), Error::Broken { .. }), "{len} bytes");
    }
}

#[test]
fn what_does_not_fit_is_named() {
    let file = Scratch::new();
    let (line, mut optimizer) = zero(3);
    let bytes = |file: &Scratch| fs::read(file.path()).unwrap();

    save(file.path(), &line, &optimizer, &1_u32).unwrap();
    assert_eq!(
        refused(&bytes(&file), 2).to_string(),
        "leaf `model.slope` has the shape [2], its tensor in the file [3]"
    );
    optimizer.second_moment.slope = vec![0.0; 4];
    save(file.path(), &line, &optimizer, &1_u32).unwrap();
    let message = "leaf `optimizer.second_moment.slope` has the shape [3], its tensor in the file [4]";
    assert_eq!(refused(&bytes(&file), 3).to_string(), message);

    save(file.path(), &line, &Momentum::new(&line, 0.1, 0.9), &1_u32).unwrap();
    assert!(matches!(
        refused(&bytes(&file), 3),
        Error::Names { missing, unexpected }
            if missing[0] == "optimizer.first_moment.offset" && unexpected[0] == "optimizer.velocity.offset"
    ));

    save(file.path(), &line, &AdamW::new(&line, 0.1), &"text").unwrap();
    let message = refused(&bytes(&file), 3).to_string();
    assert!(message.starts_with("the progress of the checkpoint: invalid type: string"), "{message}");

    assert_eq!(refused(&safetensors::to_bytes(&line), 3), Error::NoCheckpoint);
}

#[test]
fn a_file_of_a_newer_version_is_refused() {
    let file = Scratch::new();
    let (line, optimizer) = zero(1);
    save(file.path(), &line, &optimizer, &1_u32).unwrap();
    let bytes = fs::read(file.path()).unwrap();
    let old = br#"{\"version\":1,"#;
    let at = bytes.windows(old.len()).position(|bytes| bytes == old).unwrap();
    let mut newer = bytes;
    newer[at + old.len() - 2] = b'2';
    assert_eq!(refused(&newer, 1), Error::Newer { found: 2, known: 1 });
}

#[test]
fn a_path_that_cannot_be_used_is_named() {
    let (mut x, mut optimizer) = (1.0, Sgd::new(0.1));
    let path = Scratch::new();
    let path = path.path().join("none").join("run");
    for error in
        [save(&path, &x, &optimizer, &()).unwrap_err(), load::<_, _, ()>(&path, &mut x, &mut optimizer).unwrap_err()]
    {
        assert!(matches!(&error, Error::File { path: named, .. } if *named == path.display().to_string()), "{error}");
    }
}

/// JSON has no NaN: serde writes `null`, which is no number.
#[test]
fn a_progress_that_json_cannot_hold_is_an_error_when_it_is_loaded() {
    let file = Scratch::new();
    let (mut x, mut optimizer) = (1.0, Sgd::new(0.1));
    save(file.path(), &x, &optimizer, &f64::NAN).unwrap();
    let error = load::<_, _, f64>(file.path(), &mut x, &mut optimizer).unwrap_err();
    assert!(matches!(error, Error::Progress { .. }), "{error}");
}

#[test]
fn a_single_tensor_is_called_by_its_part() {
    let file = Scratch::new();
    let x = tensor([1.0, 2.0]);
    save(file.path(), &x, &Momentum::new(&x, 0.1, 0.9), &()).unwrap();
    let mut both = (Vector::<f64, 2>::zeros(), Sgd::new(0.1));
    let error = load::<_, _, ()>(file.path(), &mut both.0, &mut both.1).unwrap_err();
    assert_eq!(error, Error::Names { missing: vec![], unexpected: vec!["optimizer.velocity".into()] });
}
