//! `cargo run --release -p cotangent-benches --bin compile [FOLDER]`: how long a model of 50 layers with 50 different shapes takes to build.
//!
//! It writes a package into the folder, by default one for temporary files, and builds it: in release mode once the library is there;
//! in debug mode, and again after one line of the user's code has changed.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Layers, each of another shape.
const LAYERS: usize = 50;

fn main() {
    let folder = std::env::args().nth(1).map_or_else(|| std::env::temp_dir().join("cotangent-compile"), PathBuf::from);
    write(&folder.join("Cargo.toml"), &manifest());
    write(&folder.join("src/main.rs"), "fn main() {}\n");
    for mode in ["--release", "--profile=dev"] {
        time(&folder, mode, "the library", false);
    }
    write(&folder.join("src/main.rs"), &program(0));
    time(&folder, "--release", "the model", true);
    time(&folder, "--profile=dev", "the model", true);
    for change in 1..4 {
        write(&folder.join("src/main.rs"), &program(change));
        time(&folder, "--profile=dev", "the model after a change of one line", change == 3);
    }
}

/// Builds, and says how long that took.
fn time(folder: &Path, mode: &str, what: &str, runs: bool) {
    let cargo = |what: &str| {
        let status = Command::new("cargo").args([what, "--quiet", mode]).current_dir(folder).status();
        assert!(status.expect("cargo").success(), "`cargo {what} {mode}` fails in {}", folder.display());
    };
    let start = Instant::now();
    cargo("build");
    println!("{mode}: {what} builds in {:.1} s", start.elapsed().as_secs_f64());
    if runs {
        cargo("run");
    }
}

fn write(file: &Path, text: &str) {
    std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder for the package");
    std::fs::write(file, text).unwrap_or_else(|error| panic!("cannot write {}: {error}", file.display()));
}

fn manifest() -> String {
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core");
    format!(
        "[package]\nname = \"fifty\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\ncotangent = {{ path = \"{}\" }}\n",
        library.display()
    )
}

/// A model whose layers have widths 16, 17, and so on, in five functions, and a training step.
fn program(change: usize) -> String {
    let width = |i: usize| 16 + i;
    let (mut fields, mut values, mut blocks, mut calls) = (String::new(), String::new(), String::new(), String::new());
    for i in 0..LAYERS {
        let _ = writeln!(
            fields,
            "    w{i}: Matrix<f32, {}, {}>,\n    b{i}: Vector<f32, {}>,",
            width(i),
            width(i + 1),
            width(i + 1)
        );
        let _ = write!(values, "w{i}: Matrix::full(0.01), b{i}: Vector::zeros(), ");
    }
    for block in 0..LAYERS / 10 {
        let (first, last) = (width(block * 10), width(block * 10 + 10));
        let _ = writeln!(
            blocks,
            "#[differentiable]\nfn block{block}(m: &Model, x: &Matrix<f32, 8, {first}>) -> Matrix<f32, 8, {last}> {{"
        );
        for i in block * 10..block * 10 + 10 {
            let x = if i % 10 == 0 { "x".into() } else { format!("x{i}") };
            let _ = writeln!(blocks, "    let x{} = ({x}.matmul(&m.w{i}) + m.b{i}).tanh();", i + 1);
        }
        let _ = writeln!(blocks, "    x{}\n}}\n", block * 10 + 10);
        let _ = writeln!(calls, "    let x = block{block}(m, &x);");
    }
    format!(
        "use cotangent::optim::Sgd;
use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct Model {{
{fields}}}

{blocks}#[differentiable]
fn loss(m: &Model, #[constant] x: &Matrix<f32, 8, {first}>) -> f32 {{
    let x = x * {change}.5;
{calls}    x.square().mean()
}}

fn main() {{
    std::thread::Builder::new().stack_size(64 << 20).spawn(train).unwrap().join().unwrap();
}}

fn train() {{
    let mut m = Model {{ {values}}};
    let mut optimizer = Sgd::new(0.1);
    let gradient = loss::grad(&m, &Matrix::full(1.0));
    optimizer.step(&mut m, &gradient);
}}
",
        first = width(0)
    )
}
