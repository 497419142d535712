//! Files of tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// The path of a file that is deleted at the end.
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Self(std::env::temp_dir().join(format!("cotangent-tests-{}-{number}", std::process::id())))
    }

    pub fn named(extension: &str) -> Self {
        Self(Self::new().0.with_extension(extension))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // There is none if the test wrote none.
        let _ = fs::remove_file(&self.0);
    }
}
