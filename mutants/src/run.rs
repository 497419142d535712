//! Mutants, tried: which tests reach which, and whether one of them fails.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

/// The tests that reach a mutant, the fastest first, with the time that each takes.
pub type Reached = BTreeMap<u32, Vec<(Duration, String)>>;

/// A binary of tests.
#[derive(Debug)]
pub struct Tests {
    binary: PathBuf,
    folder: PathBuf,
    threads: usize,
}

/// What became of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// No test reaches it.
    Unreached,
    /// No test fails.
    Survived,
    /// A test fails.
    Killed,
    /// The tests do not end.
    Endless,
}

/// How long tests may take that take no time without a mutant.
const PATIENCE: Duration = Duration::from_secs(10);
/// So many tests are tried first, because most mutants fail in the first.
const FIRST: usize = 6;

impl Tests {
    /// Tests that run in `folder`, so many at a time.
    pub fn new(binary: PathBuf, folder: PathBuf, threads: usize) -> Self {
        Self { binary, folder, threads }
    }

    fn names(&self) -> Result<Vec<String>, String> {
        let output = self.command(&["--list", "--format", "terse"]).output().map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout);
        Ok(text.lines().filter_map(|line| Some(line.strip_suffix(": test")?.to_owned())).collect())
    }

    /// The binary, in so much memory that a mutant which wants all of it fails instead.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -v 6000000; exec \"$0\" \"$@\""]).arg(&self.binary).args(arguments);
        command.args(["--test-threads", "1"]).current_dir(&self.folder).stderr(Stdio::null());
        // Code that holds all mutants needs more of it.
        command.env("RUST_MIN_STACK", (64 << 20).to_string());
        command
    }

    /// Runs every test by itself; what each reaches, and the tests that fail, which are left out.
    ///
    /// # Errors
    /// If the tests cannot be listed.
    pub fn reached(&self, scratch: &Path) -> Result<(Reached, Vec<String>), String> {
        let names = self.names()?;
        let runs = each(self.threads, &names, |i, name| {
            let file = scratch.join(format!("reached-{i}"));
            let _ = fs::remove_file(&file);
            let start = Instant::now();
            let mut command = self.command(&["--exact", name]);
            let status = command.env("COTANGENT_REACHED", &file).stdout(Stdio::null()).status();
            let duration = start.elapsed();
            let numbers: Vec<u32> =
                fs::read_to_string(&file).unwrap_or_default().lines().filter_map(|line| line.parse().ok()).collect();
            let _ = fs::remove_file(&file);
            match status {
                Ok(status) if status.success() => Ok((duration, numbers)),
                _ => Err(name.clone()),
            }
        });
        let (mut reached, mut failed) = (Reached::new(), Vec::new());
        for (name, run) in names.iter().zip(runs) {
            match run {
                Ok((duration, numbers)) => {
                    for number in numbers {
                        reached.entry(number).or_default().push((duration, name.clone()));
                    }
                }
                Err(name) => failed.push(name),
            }
        }
        for tests in reached.values_mut() {
            tests.sort();
        }
        Ok((reached, failed))
    }

    /// What becomes of these mutants, and which tests did not end.
    pub fn fates(&self, mutants: &[u32], reached: &Reached, tell: impl Fn(usize, u32, Fate) + Sync) -> Vec<Fate> {
        let done = AtomicUsize::new(0);
        each(self.threads, mutants, |_, &number| {
            let fate = reached.get(&number).map_or(Fate::Unreached, |tests| self.fate(number, tests));
            tell(done.fetch_add(1, Relaxed) + 1, number, fate);
            fate
        })
    }

    fn fate(&self, number: u32, tests: &[(Duration, String)]) -> Fate {
        let (first, rest) = tests.split_at(tests.len().min(FIRST));
        for tests in [first, rest] {
            if tests.is_empty() {
                continue;
            }
            let patience = PATIENCE + 20 * tests.iter().map(|(duration, _)| *duration).sum::<Duration>();
            let names: Vec<_> = tests.iter().map(|(_, name)| name.as_str()).collect();
            let mut command = self.command(&[&["--exact"], &names[..]].concat());
            let mut child = command
                .env("COTANGENT_MUTANT", number.to_string())
                .stdout(Stdio::null())
                .spawn()
                .expect("the tests that ran before");
            match wait(&mut child, patience) {
                Some(true) => {}
                Some(false) => return Fate::Killed,
                None => return Fate::Endless,
            }
        }
        Fate::Survived
    }
}

/// `f` of each, in order, on so many threads.
pub(crate) fn each<X: Sync, Y: Send>(threads: usize, all: &[X], f: impl Fn(usize, &X) -> Y + Sync) -> Vec<Y> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((i, x)) = Some(next.fetch_add(1, Relaxed)).and_then(|i| Some((i, all.get(i)?))) {
                    let y = f(i, x);
                    results.lock().expect("no thread panics").push((i, y));
                }
            });
        }
    });
    let mut results = results.into_inner().expect("no thread panics");
    results.sort_by_key(|(i, _)| *i);
    results.into_iter().map(|(_, y)| y).collect()
}

/// Whether it succeeds; nothing if it takes too long.
pub(crate) fn wait(child: &mut Child, patience: Duration) -> Option<bool> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(2);
    loop {
        if let Some(status) = child.try_wait().expect("a child of this process") {
            return Some(status.success());
        }
        if start.elapsed() > patience {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}
