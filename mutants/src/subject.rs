//! What is mutated, and how.

use std::path::Path;

use crate::answers;
use crate::find;
use crate::site::Site;

/// Sources that are mutated.
#[derive(Clone, Copy, Debug)]
pub struct Subject {
    /// The paths of the sources, or of their folders.
    pub sources: &'static [&'static str],
    /// The ends of paths that are none of them.
    pub others: &'static [&'static str],
    /// The root of the crate, which gets the switch.
    pub root: &'static str,
    /// The declaration of the switch.
    pub module: &'static str,
    /// The path of the switch in the sources.
    pub switch: &'static str,
    /// The places that are mutated.
    pub sites: fn(&str) -> syn::Result<Vec<Site>>,
}

/// The rules of the library. Kernels and storage hold no derivatives.
pub const RULES: Subject = Subject {
    sources: &[
        "core/src/scalar/dual",
        "core/src/train/nn",
        "core/src/ops",
        "core/src/train/optim",
        "core/src/scalar/real/strong_zero.rs",
        "core/src/rule",
        "core/src/tensor",
    ],
    others: &["tests.rs", "tensor/storage.rs", "tensor/display.rs", "tensor/text.rs", "tensor/window/fits.rs"],
    root: "core/src/lib.rs",
    module: "pub mod mutants;",
    switch: "::cotangent::mutants",
    sites: find::sites,
};

/// What the macro asks of an expression before it counts as constant.
pub const ACTIVITY: Subject = Subject {
    sources: &[
        "macros/src/accept/signature.rs",
        "macros/src/bind",
        "macros/src/desugar",
        "macros/src/ir.rs",
        "macros/src/syntax",
    ],
    others: &[],
    root: "macros/src/lib.rs",
    module: "mod mutants;",
    switch: "crate::mutants",
    sites: answers::sites,
};

impl Subject {
    /// Whether a source is mutated, of those whose path begins with one of `wanted`, or of all.
    pub fn wants(&self, path: &str, wanted: &[String]) -> bool {
        self.sources.iter().any(|source| path.starts_with(source))
            && !self.others.iter().any(|other| path.ends_with(other))
            && Path::new(path).extension().is_some_and(|extension| extension == "rs")
            && (wanted.is_empty() || wanted.iter().any(|wanted| path.starts_with(wanted.as_str())))
    }
}
