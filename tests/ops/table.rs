//! `docs/ops.md`, the published table, is what the sources say: made from the documentation of the operations and from the errors
//! that `oracle.rs` holds them to. `BLESS=1 cargo test -p cotangent-tests table` writes it anew.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use super::oracle::ACCURACY;

/// The errors that `tests/half/accuracy.rs` holds half precision to.
const HALF: &str = include_str!("../data/accuracy_half.txt");

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

const HEAD: &str = "# Operations

Made from the sources by `BLESS=1 cargo test -p cotangent-tests table`; a test compares.

A zero cotangent gives exactly zero, also where a derivative is infinite or not a number; `*`, `matmul` and convolutions alone
multiply as numbers do. `tests/ops` checks every rule: VJP and JVP against differences and against each other, in `f64` and `f32`,
second derivatives against differences of the VJP and for symmetry, and the published values at kinks. `tests/data/oracle.py` lists the exact values and gradients they are compared with.

Second derivatives are those of the branch taken: 0 at the kinks of `relu`, `abs`, `clamp` and the like; equal numbers share them
as they share first derivatives. `norm`, `hypot` and `std` are flat at 0 in both orders; a square of one has no second
derivative there, write the sum of squares. `prod` and `cumprod` are polynomials, with zeros too. At a zero base `powf` has the second
derivative by the base; by the exponent it is 0, as the first. What is zero and moves is not zero: `g(x)²` has the second derivative
`2 g'²` where `g` is 0.

Errors are the largest that were found against exact values: of the value in units in its last place, and of the derivatives in
machine epsilons (relative where they are above 1); 0 is the nearest number everywhere. They hold for the mathematical functions of
x86-64 Linux, which numbers have. Tensors have those of `cotangent::math` where there are such (exponentials, logarithms,
hyperbolic tangent, logistic and error functions): of many numbers at once, each within 2 units of the exact one; a
value composed of them may have correspondingly larger errors.
";

const HALF_HEAD: &str = "
## Half precision

With feature `half` all operations take `f16` and `bf16` too. They compute in `f32` and round once. The largest errors of each family
against the same operation on the same numbers in `f64`, of values, cotangents and tangents, in halves of a unit in the last place; 1
is the nearest number everywhere. Derivatives that are written from a result, such as those of `sqrt`, have its rounding in them too.
Where large numbers cancel, in tangents and in the cotangents of `softmax` and of normalisations, the unit is that of the largest one.

| family | `f16` | `bf16` |
|---|---|---|
";

/// An operation as its documentation has it.
struct Operation {
    name: String,
    value: String,
    derivative: String,
}

#[test]
fn is_what_the_sources_say() {
    let (path, found) = (Path::new(ROOT).join("docs/ops.md"), table());
    if std::env::var_os("BLESS").is_some() {
        fs::write(path, found).unwrap();
        return;
    }
    let recorded = fs::read_to_string(path).unwrap();
    let differing = recorded.lines().zip(found.lines()).position(|(old, new)| old != new);
    assert!(
        recorded == found,
        "docs/ops.md differs, first in {differing:?}: run with BLESS=1 and look at the difference"
    );
}

fn table() -> String {
    let mut table = HEAD.to_string();
    let errors: BTreeMap<&str, Vec<&str>> = ACCURACY
        .lines()
        .map(|line| line.split_once(' ').unwrap())
        .map(|(op, errors)| (op, errors.split(' ').collect()))
        .collect();
    for source in sources(&Path::new(ROOT).join("core/src/ops")) {
        let text = fs::read_to_string(source).unwrap();
        let operations = operations(&text);
        if operations.is_empty() {
            continue;
        }
        let (title, rest) = heading(&text);
        write!(table, "\n## {title}\n\n").unwrap();
        if !rest.is_empty() {
            write!(table, "{rest}\n\n").unwrap();
        }
        table += "| operation | value | derivative | error `f64` | error `f32` |\n|---|---|---|---|---|\n";
        for Operation { name, value, derivative } in operations {
            let [double, single] = match errors.get(name.as_str()) {
                Some(e) => [format!("{}, {}", e[0], e[1]), format!("{}, {}", e[2], e[3])],
                None => [String::new(), String::new()],
            };
            writeln!(table, "| `{name}` | {value} | {derivative} | {double} | {single} |").unwrap();
        }
    }
    table += HALF_HEAD;
    for line in HALF.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let (family, errors) = words.split_first().unwrap();
        let [half, brain] = [&errors[..3], &errors[3..]].map(|errors| errors.join(", "));
        writeln!(table, "| {} | {half} | {brain} |", family.replace('_', " ")).unwrap();
    }
    table
}

/// The files of a folder, in order.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            // The operations for literal lengths are those of the same name, with the same formulas.
            if !path.ends_with("literal") {
                all.extend(sources(&path));
            }
        } else if !path.ends_with("literal.rs") {
            all.push(path);
        }
    }
    all.sort();
    all
}

/// The first sentence of a file, and the rest of its introduction up to an example.
fn heading(text: &str) -> (String, String) {
    let lines = text.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim);
    let all = lines.take_while(|line| !line.starts_with("```")).map(|line| if line.is_empty() { "\n\n" } else { line });
    let all = all.fold(String::new(), |all, line| if line == "\n\n" { all + line } else { all + line + " " });
    let all = plain(&all.replace(" \n\n", "\n\n"));
    let (title, rest) = all.split_at(all.find(". ").into_iter().chain(all.find(".\n\n")).min().unwrap_or(all.len()));
    (title.trim().trim_end_matches('.').to_string(), rest.trim_start_matches('.').trim().to_string())
}

/// Links and panics of the documentation say nothing in a table.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('[') {
        let (before, link) = rest.split_at(start);
        out += before;
        let end = link.find(']').map_or(link.len(), |end| end + 1);
        let (text, after) = link.split_at(end);
        rest = after;
        let target = rest.starts_with('(').then(|| rest.find(')')).flatten();
        if target.is_some() || text.starts_with("[`") {
            out += text.trim_start_matches('[').trim_end_matches(']');
            rest = &rest[target.map_or(0, |end| end + 1)..];
        } else {
            out += text;
        }
    }
    out + rest
}

/// The documented operations of a file: rows of tables, rules, methods. A method tells more than the rule of its name.
fn operations(text: &str) -> Vec<Operation> {
    let mut all: Vec<Operation> = Vec::new();
    let (mut doc, mut example) = (Vec::new(), false);
    for line in text.lines().map(str::trim) {
        if let Some(comment) = line.strip_prefix("///") {
            let comment = comment.trim();
            if comment.starts_with("```") {
                example = !example;
            } else if !example {
                doc.push(comment);
            }
        } else if line == "#[doc(hidden)]" {
            doc.clear();
        } else if !line.starts_with("#[") {
            let (names, what) = declared(line);
            let doc = std::mem::take(&mut doc);
            let doc = what.map_or_else(|| prose(&doc), |what| format!("{what} of all elements, or along an axis."));
            if !names.is_empty() && !doc.is_empty() {
                let (value, derivative) = match doc.find("Derivative").or_else(|| doc.find("VJP")) {
                    Some(at) => doc.split_at(at),
                    None => (doc.as_str(), ""),
                };
                let derivative = derivative.trim_start_matches("Derivatives").trim_start_matches("Derivative");
                let [value, derivative] =
                    [value, derivative].map(|text| text.trim_start_matches(':').trim().to_string());
                let operation = Operation { name: names, value, derivative };
                match all.iter_mut().find(|other| other.name == operation.name) {
                    Some(other) if line.starts_with("pub fn") => *other = operation,
                    Some(_) => {}
                    None => all.push(operation),
                }
            }
        }
    }
    all
}

/// What is said before examples and sections, on one line.
fn prose(doc: &[&str]) -> String {
    let lines: Vec<&str> = doc.iter().copied().take_while(|line| !line.starts_with('#')).collect();
    plain(lines.join(" ").trim()).replace('|', "\\|").replace("  ", " ")
}

/// The operation that a line declares, and for extremes what it is.
fn declared(line: &str) -> (String, Option<&str>) {
    let name = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let nothing = (String::new(), None);
    if let Some(method) = line.strip_prefix("pub fn ") {
        let hidden = method.starts_with("derivative_of") || method.starts_with("value") || method.starts_with('$');
        return if hidden { nothing } else { (name(method), None) };
    }
    let first = name(line);
    if first == "pub" && !line.starts_with("pub struct") {
        return nothing;
    }
    let rest = &line[first.len()..];
    let row = rest.starts_with('(') && (rest.contains(") = ") || rest.contains(") -> "));
    let rule = rest.starts_with(" reads ")
        || (rest.starts_with(['[', '<', ':']) && (rest.contains("reads (") || rest.contains(": for [")));
    let loss = rest.starts_with(&format!(" {first}_sum("));
    let reduction = rest.starts_with(&format!(" {first}_axis ")) && rest.contains(" reads (");
    if row || rule || loss || reduction {
        return (first, None);
    }
    if let Some(rule) = line.strip_prefix("pub struct ") {
        return if rule.starts_with(char::is_lowercase) { (name(rule), None) } else { nothing };
    }
    if let Some(what) = rest.strip_prefix(&format!(" {first}_axis {first}_keep {first}_to, ")) {
        return (first, what.split('"').nth(1));
    }
    nothing
}
