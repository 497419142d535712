//! Generated crates: written, compiled by `rustc` itself, run.
//!
//! The library is built once by `cargo` for each profile; after that only the programs are compiled.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How programs are compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Profile {
    /// As `Debug`, with reverse mode alone: there is no text for forward mode and second derivatives.
    Quick,
    /// Not optimized, with debug assertions.
    Debug,
    /// Optimized.
    Release,
}

impl Profile {
    /// Where `cargo` puts what it builds with these arguments. Features of one folder would overwrite those of another.
    fn library(self) -> (&'static str, &'static str, &'static [&'static str]) {
        match self {
            Self::Quick => ("library-quick", "debug", &["--no-default-features"]),
            Self::Debug => ("library", "debug", &[]),
            Self::Release => ("library", "release", &["--release"]),
        }
    }
}

/// What is needed to compile a generated crate.
#[derive(Clone, Debug)]
pub struct Compiler {
    rustc: PathBuf,
    folder: PathBuf,
    libraries: BTreeMap<Profile, Vec<String>>,
}

/// What `rustc` says of a module, by its number.
pub type Errors = BTreeMap<usize, String>;

/// How long a generated crate may run.
const PATIENCE: Duration = Duration::from_secs(20);

impl Compiler {
    /// Builds the library in these profiles. Generated crates go to `folder`.
    ///
    /// # Errors
    /// If that fails.
    pub fn new(folder: &Path, profiles: &[Profile]) -> Result<Self, String> {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let folder = folder.canonicalize().map_err(|error| error.to_string())?;
        let rustc = sysroot()?.join("bin").join("rustc");
        let mut libraries = BTreeMap::new();
        for profile in profiles {
            let (target, name, arguments) = profile.library();
            let target = folder.join(target);
            let output = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()))
                .args(["build", "--lib", "--quiet", "--message-format=json"])
                .current_dir(env!("CARGO_MANIFEST_DIR"))
                .arg("--target-dir")
                .arg(&target)
                // The judge and the macro run more often than they are compiled.
                .args(["--config", "profile.dev.package.cotangent-random-programs.opt-level=3"])
                .args(["--config", "profile.dev.build-override.opt-level=1"])
                .args(["--config", "profile.release.build-override.opt-level=1"])
                .args(arguments)
                .stderr(Stdio::inherit())
                .output()
                .map_err(|error| format!("cargo: {error}"))?;
            if !output.status.success() {
                return Err("the library does not build".to_owned());
            }
            let text = String::from_utf8_lossy(&output.stdout);
            let library = |stem: &str| {
                let files = text.split('"').filter(|part| part.ends_with(".rlib"));
                let is = |part: &&str| {
                    Path::new(part).file_name().is_some_and(|file| {
                        let name = file.to_string_lossy();
                        name == format!("lib{stem}.rlib") || name.starts_with(&format!("lib{stem}-"))
                    })
                };
                files.rev().find(is).map(str::to_owned).ok_or_else(|| format!("cargo has not built `{stem}`"))
            };
            let (core, own) = (library("cotangent")?, library("cotangent_random_programs")?);
            let nalgebra = library("nalgebra")?;
            let dependencies = target.join(name).join("deps");
            libraries.insert(
                *profile,
                vec![
                    "-L".to_owned(),
                    format!("dependency={}", dependencies.display()),
                    "--extern".to_owned(),
                    format!("cotangent={core}"),
                    "--extern".to_owned(),
                    format!("cotangent_random_programs={own}"),
                    "--extern".to_owned(),
                    format!("nalgebra={nalgebra}"),
                ],
            );
        }
        Ok(Self { rustc, folder, libraries })
    }

    /// Writes a crate of modules, compiles it, and gives its program or the errors.
    ///
    /// # Errors
    /// What `rustc` says of each module; nothing if it cannot be told of which.
    ///
    /// # Panics
    /// If the folder cannot be written to.
    pub fn compile(&self, name: &str, modules: &[String], run: bool, profile: Profile) -> Result<PathBuf, Errors> {
        let folder = self.folder.join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("the folder can be written to");
        let mut main = String::from("#![allow(warnings)]\n");
        for (i, module) in modules.iter().enumerate() {
            fs::write(folder.join(format!("p{i}.rs")), module).expect("the folder can be written to");
            let _ = writeln!(main, "mod p{i};");
        }
        let cases: String = (0..modules.len()).filter(|_| run).map(|i| format!("p{i}::CASE,")).collect();
        let _ = writeln!(main, "fn main() {{ cotangent_random_programs::check::main(&[{cases}]); }}");
        fs::write(folder.join("main.rs"), main).expect("the folder can be written to");
        let binary = folder.join("main");
        let mut command = Command::new(&self.rustc);
        command
            .current_dir(&folder)
            .args(["--edition", "2024", "--error-format", "short", "--cap-lints", "allow", "-C", "debuginfo=0"])
            .args(["-C", "codegen-units=4", "main.rs"]);
        match profile {
            Profile::Quick | Profile::Debug => command.args(["-C", "debug-assertions=on"]),
            Profile::Release => command.args(["-C", "opt-level=3"]),
        };
        command.args(&self.libraries[&profile]);
        if run {
            command.arg("-o").arg(&binary);
        } else {
            command.args(["--emit", "metadata"]);
        }
        let output = command.output().expect("`rustc` can be run");
        if output.status.success() {
            return Ok(binary);
        }
        Err(errors(&String::from_utf8_lossy(&output.stderr)))
    }
}

/// Where the compiler is that `cargo` uses for this package.
fn sysroot() -> Result<PathBuf, String> {
    let output = Command::new("rustc")
        .args(["--print", "sysroot"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .map_err(|error| format!("rustc: {error}"))?;
    Ok(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
}

/// The first error of each module.
fn errors(text: &str) -> Errors {
    let mut found = Errors::new();
    for line in text.lines() {
        let Some((place, message)) = line.split_once(": error") else { continue };
        let number = place.strip_prefix('p').and_then(|rest| rest.split_once(".rs")).and_then(|(n, _)| n.parse().ok());
        if let Some(number) = number {
            found.entry(number).or_insert_with(|| format!("error{message}"));
        }
    }
    found
}

/// Runs the programs of a generated crate, each on some inputs, but some first ones: its output, and how it ended if not
/// well.
pub fn run(binary: &Path, seed: u64, inputs: &[u64], skipped: usize) -> (String, Option<String>) {
    let child = Command::new(binary)
        .args([seed.to_string(), skipped.to_string()])
        .args(inputs.iter().map(u64::to_string))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => return (String::new(), Some(error.to_string())),
    };
    let mut pipe = child.stdout.take();
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        if let Some(pipe) = &mut pipe {
            let _ = pipe.read_to_string(&mut text);
        }
        text
    });
    let start = Instant::now();
    let end = loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => break None,
            Ok(Some(status)) => break Some(status.to_string()),
            Ok(None) if start.elapsed() > PATIENCE => {
                let _ = child.kill();
                let _ = child.wait();
                break Some("it does not end".to_owned());
            }
            Ok(None) => std::thread::sleep(Duration::from_millis(5)),
            Err(error) => break Some(error.to_string()),
        }
    };
    (reader.join().unwrap_or_default(), end)
}
