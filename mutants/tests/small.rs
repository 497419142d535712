//! A small source with everything that rules are made of: which mutants it has, and that a program runs as each of them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use cotangent_mutants::find::sites;
use cotangent_mutants::rewrite::{Rewritten, rewrite};

/// The mutants of a source, as `original => mutated`, in order.
fn mutants(text: &str) -> Vec<String> {
    let sites = sites(text).unwrap();
    let each = sites.iter().flat_map(|site| {
        let original = &text[site.range.clone()];
        site.mutants.iter().map(move |mutant| format!("{original} => {}", mutant.text))
    });
    each.collect()
}

/// All mutants of a source, numbered from 1, without those that are dropped.
fn rewritten(text: &str, dropped: &[u32]) -> Rewritten {
    let sites = sites(text).unwrap();
    let number = |i: usize, j: usize| {
        let before: usize = sites[..i].iter().map(|site| site.mutants.len()).sum();
        let number = u32::try_from(before + j).unwrap() + 1;
        (!dropped.contains(&number)).then_some(number)
    };
    rewrite(text, &sites, "::cotangent::mutants", &number)
}

#[test]
fn operators_signs_numbers_and_functions_change() {
    assert_eq!(
        mutants("fn f(x: f64) -> f64 { -x.sin() + 2.0 * T::ONE }"),
        [
            "-x.sin() + 2.0 * T::ONE => -x.sin() - 2.0 * T::ONE",
            "-x.sin() + 2.0 * T::ONE => -x.sin() * 2.0 * T::ONE",
            "-x.sin() => x.sin()",
            "x.sin() => x.cos()",
            "x.sin() => x",
            "2.0 * T::ONE => 2.0 / T::ONE",
            "2.0 * T::ONE => 2.0 + T::ONE",
            "2.0 => 3.0",
            "T::ONE => T::ZERO",
        ]
    );
}

#[test]
fn conditions_ranges_and_statements_change() {
    assert_eq!(
        mutants("fn f() { if a < b { d.add(1); } for i in 0..n { *x += i; } }"),
        [
            "a < b => true",
            "a < b => false",
            "a < b => a <= b",
            "a < b => a > b",
            "d.add(1); => ",
            "1 => 2",
            "1 => 0",
            "for i in 0..n { *x += i; } => ",
            "0..n => (0) + 1..n",
            "0..n => 0..(n) - 1",
            "0 => 1",
            "*x += i; => ",
            "*x += i => *x -= i",
            "*x += i => *x = i",
            "*x += i => ()",
        ]
    );
}

#[test]
fn arguments_change_places() {
    assert_eq!(mutants("fn f() -> X { g(a, b) }"), ["g(a, b) => ()", "g(a, b) => g(b, a)"]);
    assert_eq!(mutants("fn f() -> X { times(a, b) + g(a, a) }").len(), 2);
    assert_eq!(mutants("fn f() -> X { a.atan2(b) }"), ["a.atan2(b) => ()", "a.atan2(b) => (b).atan2(a)"]);
    assert_eq!(mutants("fn f() -> X { (a, b) }"), ["(a, b) => (b, a)"]);
    assert_eq!(mutants("fn f() -> X { Some(a) }"), ["Some(a) => ()", "Some(a) => None"]);
}

#[test]
fn rows_of_macros_change_but_not_their_heads() {
    assert_eq!(
        mutants("known! { /// Not `a + b`.\n sin(x) = x.sin(), both => (x.cos(), x); zero(x, y) = 0.0, none => -x; }"),
        [
            "x.sin() => x.cos()",
            "x.sin() => x",
            "(x.cos(), x) => (x, x.cos())",
            "x.cos() => x.sin()",
            "x.cos() => x",
            "0.0 => 1.0",
            "-x => x",
        ]
    );
}

#[test]
fn bodies_of_macros_change_and_keep_their_dollars() {
    assert_eq!(
        mutants("macro_rules! m { ($a:expr, $($b:ident)*) => { fn f() { g($a - 1); } $(fn $b() -> T<2> { h() })* }; }"),
        ["g($a - 1); => ", "$a - 1 => $a + 1", "$a - 1 => (1) - ($a)", "1 => 2", "1 => 0", "h() => ()"]
    );
}

#[test]
fn what_is_computed_while_compiling_and_what_is_said_stays() {
    let text = "const A: usize = 1 + 1; const fn f() -> usize { 2 * 2 } struct S([u8; 1 + 1]);
        fn g(x: [u8; 2]) -> T<3> { assert_eq!(1, 2 - 1); const { h(1) }; match x { 5 => y, _ => z } }
        #[cfg(test)] mod tests { fn h() -> u8 { 1 } }";
    assert_eq!(mutants(text), [] as [&str; 0]);
}

#[test]
fn a_source_without_mutants_is_what_it_was() {
    let text = "fn f(x: f64) -> f64 { -x.sin() + 2.0 }";
    let all: Vec<u32> = (1..=20).collect();
    assert_eq!(rewritten(text, &all).text, text);
}

#[test]
fn each_mutant_is_found_where_it_is_written() {
    let text = "fn f(x: f64) -> f64 { g(-x) + 2.0 }";
    let Rewritten { text, mutants, alone, places } = rewritten(text, &[2]);
    assert_eq!(mutants, [3, 4, 1]);
    let texts: Vec<_> = alone.iter().map(|(number, range)| (*number, &text[range.clone()])).collect();
    assert_eq!(texts, [(1, "g(-x) - 2.0"), (3, "x"), (4, "3.0")]);
    let all = places.iter().find(|(_, numbers)| *numbers == [1]).unwrap().0.clone();
    assert!(text[all.clone()].starts_with("(if ::cotangent::mutants::mutant(1) {") && text[all].ends_with("})"));
}

/// A program that prints what a function gives; the module of the switch is as in the mutated library.
fn program(name: &str, function: &str) -> (PathBuf, u32) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    let written = rewritten(function, &[]);
    let main = "extern crate self as cotangent; pub mod mutants; fn main() { println!(\"{}\", f(3.0)); }\n";
    fs::write(folder.join("main.rs"), main.to_owned() + &written.text).unwrap();
    fs::write(folder.join("mutants.rs"), include_str!("../src/switch.rs")).unwrap();
    let status = Command::new("rustc")
        .args(["--edition", "2024", "--cap-lints", "allow", "--out-dir"])
        .args([&folder, &folder.join("main.rs")])
        .status();
    assert!(status.unwrap().success());
    (folder.join("main"), u32::try_from(written.mutants.len()).unwrap())
}

#[test]
fn a_program_runs_as_each_of_its_mutants() {
    let (program, count) = program("runs", "fn f(x: f64) -> f64 { let mut y = 1.0; y += x; y - 5.0 }");
    let run = |number: u32| {
        let output = Command::new(&program).env("COTANGENT_MUTANT", number.to_string()).output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim().parse::<f64>().unwrap()
    };
    assert_eq!(run(0), -1.0);
    // 1.0 => 2.0; the statement left out, `-=`, `=` and nothing for `+=`; y + 5, 5 - y, y - 6
    let expected = [0.0, -4.0, -7.0, -2.0, -4.0, 9.0, 1.0, -2.0];
    assert_eq!((1..=count).map(run).collect::<Vec<_>>(), expected);
}

#[test]
fn what_a_program_reaches_is_recorded_once() {
    let (program, count) = program("reaches", "fn f(x: f64) -> f64 { if x < 0.0 { -x } else { x * x } }");
    let file = program.with_file_name("reached");
    let _ = fs::remove_file(&file);
    assert!(Command::new(&program).env("COTANGENT_REACHED", &file).status().unwrap().success());
    let text = fs::read_to_string(&file).unwrap();
    let reached: BTreeSet<u32> = text.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(reached.len(), text.lines().count());
    // All but the sign that is dropped in the branch that is not taken.
    assert_eq!(u32::try_from(reached.len()).unwrap(), count - 1);
}
