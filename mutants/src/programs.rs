//! Programs that are compiled with a mutated macro: modules of the language tests, which must compile and pass, and programs that must not
//! compile.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::run::{each, wait};

/// A program, and what it tells.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Program {
    /// A module of the tests, below `tests/language`.
    Tests(PathBuf),
    /// A program of `ui-tests` that is refused.
    Refused(PathBuf),
}

/// What became of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// No program reaches it.
    Unreached,
    /// Every program does what it did.
    Survived,
    /// A test no longer compiles.
    Refused,
    /// A test fails.
    Failed,
    /// A program compiles that must not.
    Accepted,
}

/// The programs that reach each mutant, the fastest first.
pub type Reached = BTreeMap<u32, Vec<(Duration, Program)>>;

/// What became of a mutant, and where that was seen.
pub type Seen = (Fate, Option<Program>);

/// The programs, and how to compile them.
#[derive(Debug)]
pub struct Programs {
    /// The mutated workspace.
    tree: PathBuf,
    scratch: PathBuf,
    /// The library, compiled with the mutated macro.
    library: PathBuf,
    threads: usize,
    all: Vec<Program>,
}

/// What stands before a module of tests.
const HEAD: &str = "#![allow(warnings)]\n#[macro_use]\n#[path = \"../modes.rs\"]\nmod modes;\n";
/// The folders of `ui-tests` whose programs are refused for what may be active.
const REFUSED: [&str; 4] = ["lost", "no-rule", "unsupported", "gradient"];
/// How long a program may take that takes no time without a mutant.
const PATIENCE: Duration = Duration::from_secs(20);

impl Programs {
    /// The programs of a workspace; `library` is the compiled one.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn new(tree: &Path, scratch: &Path, library: PathBuf, threads: usize) -> Result<Self, String> {
        let say = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
        let parts = tree.join("tests/language");
        let mut all = Vec::new();
        for part in fs::read_dir(&parts).map_err(|error| say(&parts, error))? {
            let part = part.map_err(|error| say(&parts, error))?;
            let Ok(main) = fs::read_to_string(part.path().join("main.rs")) else { continue };
            let modules = main.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
            let module = |name| Program::Tests(PathBuf::from(part.file_name()).join(name));
            all.extend(modules.filter(|name| *name != "modes").map(module));
        }
        for kind in REFUSED {
            let folder = tree.join("ui-tests").join(kind);
            for entry in fs::read_dir(&folder).map_err(|error| say(&folder, error))? {
                let path = entry.map_err(|error| say(&folder, error))?.path();
                if path.extension().is_some_and(|end| end == "rs") {
                    all.push(Program::Refused(path));
                }
            }
        }
        all.sort();
        fs::create_dir_all(scratch).map_err(|error| say(scratch, error))?;
        Ok(Self { tree: tree.to_owned(), scratch: scratch.to_owned(), library, threads, all })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    fn compiler(&self) -> Command {
        let mut rustc = Command::new(std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into()));
        rustc.args(["--edition", "2024", "--cap-lints", "allow", "-C", "debuginfo=0"]);
        for feature in ["std", "half", "literal", "rand", "rayon", "safetensors"] {
            rustc.args(["--cfg", &format!("feature=\"{feature}\"")]);
        }
        let folder = self.library.parent().unwrap_or(&self.library);
        rustc.arg("-L").arg(format!("dependency={}", folder.join("deps").display()));
        rustc.arg("--extern").arg(format!("cotangent={}", self.library.display()));
        rustc.current_dir(&self.tree).stdout(Stdio::null()).stderr(Stdio::null());
        rustc
    }

    /// What happens to a program if the variable is set, and how long it takes; `name` is that of its files.
    fn fate(&self, program: &Program, name: &str, variable: (&str, &str), patience: Duration) -> Fate {
        let run = |command: &mut Command| match command.env(variable.0, variable.1).spawn() {
            Ok(mut child) => wait(&mut child, patience).unwrap_or(false),
            Err(_) => false,
        };
        let binary = self.scratch.join(name);
        match program {
            Program::Tests(module) => {
                // Beside the modules, so that they find their own.
                let path = self.tree.join("tests/language").join(module);
                let main = path.with_file_name(format!("{name}.rs"));
                let text = format!("{HEAD}mod {};\n", path.file_name().unwrap_or_default().display());
                if fs::write(&main, text).is_err()
                    || !run(self.compiler().arg("--test").arg(&main).arg("-o").arg(&binary))
                {
                    return Fate::Refused;
                }
                let mut tests = Command::new(&binary);
                tests.args(["--test-threads", "1"]).current_dir(self.tree.join("tests"));
                if run(tests.stdout(Stdio::null()).stderr(Stdio::null())) { Fate::Survived } else { Fate::Failed }
            }
            Program::Refused(path) => {
                let output = binary.with_extension("rmeta");
                let accepts = run(self.compiler().args(["--emit", "metadata", "-o"]).arg(output).arg(path));
                if accepts { Fate::Accepted } else { Fate::Survived }
            }
        }
    }

    /// What each mutant is reached by, the fastest first; and the programs that do what they must not, without a mutant.
    pub fn reached(&self) -> (Reached, Vec<Program>) {
        let runs = each(self.threads, &self.all, |i, program| {
            let name = format!("reached{i}");
            let file = self.scratch.join(&name).with_extension("txt");
            let _ = fs::remove_file(&file);
            let start = Instant::now();
            let fate = self.fate(program, &name, ("COTANGENT_REACHED", &file.display().to_string()), 30 * PATIENCE);
            let numbers = fs::read_to_string(&file).unwrap_or_default();
            let numbers: BTreeSet<u32> = numbers.lines().filter_map(|line| line.parse().ok()).collect();
            (start.elapsed(), numbers, fate)
        });
        let (mut reached, mut broken) = (Reached::new(), Vec::new());
        for (program, (duration, numbers, fate)) in self.all.iter().zip(runs) {
            if fate == Fate::Survived {
                for number in numbers {
                    reached.entry(number).or_default().push((duration, program.clone()));
                }
            } else {
                broken.push(program.clone());
            }
        }
        reached.values_mut().for_each(|programs| programs.sort());
        (reached, broken)
    }

    /// What becomes of these mutants.
    pub fn fates(&self, mutants: &[u32], reached: &Reached, tell: impl Fn(u32, &Seen) + Sync) -> Vec<Seen> {
        each(self.threads, mutants, |_, number| {
            let seen = reached.get(number).map_or((Fate::Unreached, None), |programs| self.seen(*number, programs));
            tell(*number, &seen);
            seen
        })
    }

    /// Tests and refused programs take turns: most mutants show in the first few of either.
    fn seen(&self, number: u32, programs: &[(Duration, Program)]) -> Seen {
        let (tests, refused): (Vec<_>, Vec<_>) =
            programs.iter().partition(|(_, program)| matches!(program, Program::Tests(_)));
        for turn in 0..tests.len().max(refused.len()) {
            for (duration, program) in tests.get(turn).into_iter().chain(refused.get(turn)) {
                let variable = ("COTANGENT_MUTANT", &*number.to_string());
                let fate = self.fate(program, &format!("mutant{number}"), variable, PATIENCE + 10 * *duration);
                if fate != Fate::Survived {
                    return (fate, Some(program.clone()));
                }
            }
        }
        (Fate::Survived, None)
    }
}
