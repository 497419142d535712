//! A package that depends on the library, and how it is compiled.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::RUNS;
use crate::used::{Used, measure};

/// Times of the compiler's passes.
pub struct Passes {
    /// Seconds for the expansion of macros.
    pub expansion: f64,
}

/// A package in a folder of its own.
pub struct Package {
    folder: PathBuf,
}

impl Package {
    /// A package of this name.
    pub fn new(name: &str, features: &str) -> Self {
        let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core");
        Self::depending(name, &format!("path = {:?}", library.display().to_string()), features)
    }

    /// The same for `rust-analyzer`, which takes a library in a folder for a part of the package, and analyses it too. So this one has the
    /// library of the last commit.
    pub fn of_last_commit(name: &str, features: &str) -> Self {
        let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let repository = repository.canonicalize().expect("the repository");
        let package =
            Self::depending(name, &format!("git = {:?}", format!("file://{}", repository.display())), features);
        // It says which commit was the last before.
        let _ = std::fs::remove_file(package.folder.join("Cargo.lock"));
        package
    }

    fn depending(name: &str, library: &str, features: &str) -> Self {
        let folder = std::env::temp_dir().join("cotangent-cost").join(name);
        let features: Vec<_> =
            features.split(',').filter(|name| !name.is_empty()).map(|name| format!("{name:?}")).collect();
        let package = Self { folder };
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\ncotangent = {{ {library}, default-features = false, features = [{}] }}\n",
            features.join(", ")
        );
        std::fs::create_dir_all(package.folder.join("src")).expect("a folder for the package");
        std::fs::write(package.folder.join("Cargo.toml"), manifest).expect("the package's manifest");
        package
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Writes the library's source.
    pub fn write(&self, text: &str) {
        std::fs::write(self.folder.join("src/lib.rs"), text).expect("the package's source");
    }

    fn cargo(&self, command: &[&str], incremental: bool) -> (Used, String) {
        let mut cargo = Command::new("cargo");
        cargo.args(command).current_dir(&self.folder).env("RUSTC_BOOTSTRAP", "1").env_remove("CARGO_TARGET_DIR");
        cargo.env("CARGO_INCREMENTAL", if incremental { "1" } else { "0" });
        measure(&mut cargo).unwrap_or_else(|error| panic!("{error}"))
    }

    /// What a command uses for this text once the dependencies are there.
    pub fn once(&self, command: &[&str], text: &str) -> Used {
        self.write("");
        self.cargo(command, false);
        self.write(text);
        self.cargo(command, false).0
    }

    /// What a program prints in a debug build.
    pub fn run(&self, text: &str) -> String {
        std::fs::write(self.folder.join("src/main.rs"), text).expect("the program's source");
        self.cargo(&["run", "--quiet"], false).1
    }

    /// The best of a few runs.
    pub fn best(&self, command: &[&str], text: &str) -> Used {
        let runs = (0..RUNS).map(|_| self.once(command, text));
        runs.min_by(|a, b| a.user.total_cmp(&b.user)).expect("a run")
    }

    /// A command after a change, with what was kept of the run before.
    pub fn after_a_change(&self, command: &[&str], text: impl Fn(u32) -> String) -> Used {
        self.write(&text(0));
        self.cargo(command, true);
        let runs = (1..=RUNS).map(|change| {
            self.write(&text(change));
            self.cargo(command, true).0
        });
        runs.min_by(|a, b| a.user.total_cmp(&b.user)).expect("a run")
    }

    /// What the compiler says of its passes in `cargo check`.
    pub fn passes(&self, text: &str) -> Passes {
        self.write(text);
        let (_, printed) = self.cargo(&["rustc", "--profile", "check", "--", "-Ztime-passes"], false);
        let seconds = |pass: &str| {
            let line = printed.lines().find(|line| line.trim_end().ends_with(pass)).expect("a line for the pass");
            let number = line.split_whitespace().find_map(|word| word.trim_end_matches(';').parse::<f64>().ok());
            number.expect("seconds")
        };
        Passes { expansion: seconds("macro_expand_crate") }
    }

    /// The lines of the crate after the expansion.
    pub fn expanded_lines(&self, text: &str) -> u32 {
        self.write(text);
        self.cargo(&["rustc", "--profile", "check", "--", "-Zunpretty=expanded"], false).1.lines().map(|_| 1).sum()
    }
}
