//! The crates of the rewritten tests, and what the compiler and the tests themselves say of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::plan::{Source, lines};

/// The tests in their crates.
pub struct Crates {
    /// Where they are written to.
    folder: PathBuf,
    /// The sources.
    pub sources: Vec<Source>,
    /// The modules of each crate.
    groups: Vec<Vec<String>>,
    /// `modes.rs`, which is the same for all.
    modes: String,
}

/// A test that failed, or a crate that did not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The module and the test.
    pub test: String,
    /// What it said.
    pub message: String,
}

/// What stands before the modules of a crate.
const HEAD: &str = "#![allow(warnings)]\n#[macro_use]\nmod modes;\n";

impl Crates {
    /// Reads the tests, or those of some modules, and puts them into so many crates. With `second`, they look at second
    /// derivatives too.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn read(folder: &Path, count: usize, only: &[String], second: bool) -> Result<Self, String> {
        let tests = language();
        let mut modules = Vec::new();
        for part in parts(&tests) {
            let main = read(&part.join("main.rs"))?;
            let names = main.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
            let wanted = names.filter(|name| *name != "modes" && (only.is_empty() || only.iter().any(|of| of == name)));
            modules.extend(wanted.map(|name| (part.clone(), name.to_owned())));
        }
        let mut modes = read(&tests.join("modes.rs"))?;
        if !second {
            modes = modes.replace("#[cfg(debug_assertions)]", "#[cfg(any())]");
        }
        let mut sources = Vec::new();
        for (part, module) in &modules {
            for path in files(part, module) {
                sources.push(Source::read(part, &path)?);
            }
        }
        // The largest first, each to the crate that has least.
        let mut sized: Vec<_> = modules.into_iter().map(|(part, module)| (size(&part, &module), module)).collect();
        sized.sort();
        let mut groups = vec![(0, Vec::new()); count.max(1).min(sized.len().max(1))];
        for (size, module) in sized.into_iter().rev() {
            if let Some(group) = groups.iter_mut().min_by_key(|group| group.0) {
                group.0 += size;
                group.1.push(module);
            }
        }
        let groups = groups.into_iter().map(|group| group.1).collect();
        Ok(Self { folder: folder.to_owned(), sources, groups, modes })
    }

    /// Writes all that has changed.
    ///
    /// # Errors
    /// If that cannot be done.
    pub fn write(&self) -> Result<(), String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let core = root.join("core").canonicalize().map_err(|error| error.to_string())?;
        let mut manifest = format!(
            "[package]\nname = \"rewritten\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\nautotests = false\n\n[features]\ndefault = [\"std\", \"half\", \"literal\", \"rand\", \"rayon\", \"safetensors\"]\nstd = []\nhalf = []\nliteral = []\nrand = []\nrayon = []\nsafetensors = []\n\n\
             [lib]\npath = \"lib.rs\"\n\n[dependencies]\n\
             cotangent = {{ path = \"{}\", features = [\"std\", \"half\", \"literal\", \"rand\", \"rayon\", \"safetensors\", \"second-order\"] }}\n\
             num-traits = \"0.2\"\n\n\
             [workspace]\n\n[profile.dev]\ndebug = 0\nincremental = false\n\n\
             [profile.dev.package.cotangent]\nopt-level = 1\n\n[profile.dev.build-override]\nopt-level = 2\n",
            core.display()
        );
        for i in 0..self.groups.len() {
            manifest += &format!("\n[[test]]\nname = \"group{i}\"\npath = \"language/group{i}.rs\"\n");
        }
        put(&self.folder.join("Cargo.toml"), &manifest)?;
        put(&self.folder.join("lib.rs"), "//! Nothing but its tests.\n")?;
        put(&self.folder.join("language/modes.rs"), &self.modes)?;
        // The versions that the tests themselves are compiled with.
        put(&self.folder.join("rust-toolchain.toml"), &read(&root.join("rust-toolchain.toml"))?)?;
        if !self.folder.join("Cargo.lock").exists() {
            put(&self.folder.join("Cargo.lock"), &read(&root.join("Cargo.lock"))?)?;
        }
        for (i, modules) in self.groups.iter().enumerate() {
            let modules: String = modules.iter().map(|module| format!("mod {module};\n")).collect();
            put(&self.folder.join(format!("language/group{i}.rs")), &format!("{HEAD}{modules}"))?;
        }
        for source in &self.sources {
            put(&self.folder.join("language").join(&source.path), &source.written())?;
        }
        Ok(())
    }

    /// Puts back what the compiler refuses, until it accepts the rest.
    ///
    /// # Errors
    /// If it refuses something that is not rewritten.
    pub fn settle(&mut self, progress: &dyn Fn(&str)) -> Result<(), String> {
        for round in 1.. {
            self.write()?;
            let start = std::time::Instant::now();
            let errors = self.check()?;
            progress(&format!("round {round}: {} errors in {:.0} s", errors.len(), start.elapsed().as_secs_f64()));
            if errors.is_empty() {
                return Ok(());
            }
            if !self.put_back(&errors) {
                return Err(format!("what is not rewritten does not compile: {}", errors[0].message));
            }
        }
        Ok(())
    }

    /// Puts back the functions with errors. False if there is none.
    fn put_back(&mut self, errors: &[Error]) -> bool {
        let mut any = false;
        for source in &mut self.sources {
            let functions = lines(&source.written());
            let path = Path::new("language").join(&source.path);
            let (mut hit, mut elsewhere) = (false, None);
            for error in errors {
                let own = || error.places.iter().filter(|place| Path::new(&place.0) == path).map(|place| place.1);
                let found = own().find_map(|line| {
                    let around = functions.iter().filter(|lines| (lines.first..=lines.last).contains(&line));
                    around.min_by_key(|lines| lines.last - lines.first).map(|lines| (lines.number, lines.is_plain))
                });
                // An error of an `impl` is one of any of its methods.
                let methods = functions.iter().filter(|lines| own().any(|line| line == lines.annotated));
                let all = found.into_iter().chain(methods.map(|lines| (lines.number, lines.is_plain)));
                let before = hit;
                for (number, is_plain) in all {
                    hit |= source.refuse(number, is_plain, &error.message);
                }
                if hit == before && own().next().is_some() {
                    elsewhere = Some(format!("in its use: {}", error.message));
                }
            }
            // It shows where the functions are called: any of them may be the cause.
            if let Some(message) = elsewhere.filter(|_| !hit) {
                for number in source.planned.keys().copied().collect::<Vec<_>>() {
                    hit |= source.refuse(number, false, &message);
                }
            }
            any |= hit;
        }
        any
    }

    fn cargo(&self, command: &str) -> Command {
        let mut cargo = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
        cargo.current_dir(&self.folder).arg(command).env("CARGO_INCREMENTAL", "0");
        cargo.arg("--target-dir").arg(self.folder.join("target"));
        cargo
    }

    fn check(&self) -> Result<Vec<Error>, String> {
        let output = self
            .cargo("check")
            .args(["--tests", "--quiet", "--keep-going", "--message-format=json"])
            .stderr(Stdio::null())
            .output()
            .map_err(|error| format!("cargo: {error}"))?;
        let errors: Vec<_> = String::from_utf8_lossy(&output.stdout).lines().filter_map(error).collect();
        if errors.is_empty() && !output.status.success() {
            return Err("the crates cannot be checked".to_owned());
        }
        Ok(errors)
    }

    /// Runs the tests: how many passed, and which failed.
    ///
    /// # Errors
    /// If they do not build.
    pub fn run(&self, progress: &dyn Fn(&str)) -> Result<(usize, Vec<Failure>), String> {
        let start = std::time::Instant::now();
        let output = self
            .cargo("test")
            .args(["--tests", "--no-run", "--quiet", "--message-format=json"])
            .stderr(Stdio::inherit())
            .output()
            .map_err(|error| format!("cargo: {error}"))?;
        if !output.status.success() {
            return Err("the tests do not build".to_owned());
        }
        progress(&format!("built in {:.0} s", start.elapsed().as_secs_f64()));
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let binaries = text.lines().filter_map(|line| {
            let message: Value = serde_json::from_str(line).ok()?;
            let is_group = message["target"]["name"].as_str()?.starts_with("group");
            message["executable"].as_str().filter(|_| is_group).map(ToOwned::to_owned)
        });
        let (mut passed, mut failures) = (0, Vec::new());
        for binary in binaries {
            let output = Command::new(&binary)
                .current_dir(&self.folder)
                .args(["--test-threads", "2"])
                .output()
                .map_err(|error| format!("{binary}: {error}"))?;
            let text = String::from_utf8_lossy(&output.stdout);
            passed += text.lines().filter(|line| line.starts_with("test ") && line.ends_with("... ok")).count();
            let before = failures.len();
            for part in text.split("\n---- ").skip(1) {
                if let Some((test, message)) = part.split_once(" stdout ----\n") {
                    failures.push(Failure { test: test.to_owned(), message: message.trim().to_owned() });
                }
            }
            if !output.status.success() && failures.len() == before {
                failures.push(Failure { test: binary, message: output.status.to_string() });
            }
        }
        Ok((passed, failures))
    }
}

/// An error of the compiler: what it says, and all places in the crates that it points to.
struct Error {
    message: String,
    places: Vec<(String, usize)>,
}

fn error(line: &str) -> Option<Error> {
    fn places(span: &Value, found: &mut Vec<(String, usize)>) {
        if let (Some(file), Some(line)) = (span["file_name"].as_str(), span["line_start"].as_u64()) {
            found.push((file.to_owned(), usize::try_from(line).unwrap_or(0)));
        }
        if span["expansion"].is_object() {
            places(&span["expansion"]["span"], found);
        }
    }
    let message: Value = serde_json::from_str(line).ok()?;
    let message = message.get("message")?;
    if message["level"].as_str()? != "error" {
        return None;
    }
    let text = message["message"].as_str()?.to_owned();
    if text.starts_with("aborting due to") || text.starts_with("could not compile") {
        return None;
    }
    // What a macro said when it panicked.
    let said = message["children"].as_array().into_iter().flatten().filter_map(|child| child["message"].as_str());
    let text = said.filter(|_| text.contains("panicked")).fold(text.clone(), |text, said| format!("{text}: {said}"));
    let mut found = Vec::new();
    let spans = message["spans"].as_array()?;
    for primary in [true, false] {
        for span in spans.iter().filter(|span| span["is_primary"].as_bool() == Some(primary)) {
            places(span, &mut found);
        }
    }
    Some(Error { message: text, places: found })
}

fn language() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/language")
}

/// The folders of the tests.
fn parts(tests: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(tests).into_iter().flatten().flatten();
    let mut parts: Vec<_> = entries.map(|entry| entry.path()).filter(|path| path.join("main.rs").exists()).collect();
    parts.sort();
    parts
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a file, unless it is like that already: then nothing is compiled again.
fn put(path: &Path, text: &str) -> Result<(), String> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    let message = |error: std::io::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(path.parent().unwrap_or(path)).map_err(message)?;
    fs::write(path, text).map_err(message)
}

/// The files of a module, below the folder.
fn files(folder: &Path, module: &str) -> Vec<PathBuf> {
    let mut found = vec![PathBuf::from(format!("{module}.rs"))];
    if let Ok(inner) = fs::read_dir(folder.join(module)) {
        let names = inner.filter_map(|entry| Some(PathBuf::from(module).join(entry.ok()?.file_name())));
        found.extend(names.filter(|name| name.extension().is_some_and(|end| end == "rs")));
    }
    found.sort();
    found
}

fn size(folder: &Path, module: &str) -> u64 {
    files(folder, module).iter().filter_map(|path| fs::metadata(folder.join(path)).ok()).map(|data| data.len()).sum()
}
