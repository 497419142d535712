//! How long the cotangents of a block live: from the first step that adds to one to the last step that names it.
//!
//! The compiler gives a variable its place in memory until the end of the block that declares it. So if values may be large, the
//! steps stand in a nest of blocks, each of which ends with the cotangents that are not needed any more, and others get their places.
//!
//! ```text
//! {
//!     let mut b_bar;                  // lives longer than the inner block
//!     {
//!         let mut c_bar = zero;
//!         step                        // c_bar
//!         b_bar = zero;
//!         step                        // c_bar, b_bar
//!     }
//!     let mut a_bar = zero;
//!     step                            // b_bar, a_bar
//! }
//! ```

use std::collections::{BTreeMap, HashMap};

use proc_macro2::TokenStream;
use syn::Ident;

use crate::arrange::large_values::may_be_large;
use crate::ir::Function;
use crate::words::words;

/// How many blocks there are in a nest at most.
const DEEPEST: usize = 16;

/// Fewer steps are not worth a block.
const SHORTEST: usize = 4;

/// Which steps name what.
pub(crate) struct Lives {
    /// The first and the last step that names a word.
    named: BTreeMap<String, (usize, usize)>,
    /// The cotangents that others become, and live on as.
    heirs: HashMap<Ident, Ident>,
}

impl Lives {
    pub fn of(steps: &[TokenStream], heirs: HashMap<Ident, Ident>) -> Self {
        let mut named = BTreeMap::new();
        for (at, step) in steps.iter().enumerate() {
            for word in words(step.clone()) {
                named.entry(word.to_string()).or_insert((at, at)).1 = at;
            }
        }
        Self { named, heirs }
    }

    pub fn first(&self, name: &Ident) -> Option<usize> {
        Some(self.named.get(&name.to_string())?.0)
    }

    /// The last step that names it, or what it lives on as.
    pub fn last(&self, name: &Ident) -> Option<usize> {
        let chain = std::iter::successors(Some(name), |name| self.heirs.get(name));
        chain.filter_map(|name| self.named.get(&name.to_string())).map(|(_, last)| *last).max()
    }
}

/// A nest of blocks, each of some steps after those of the block in it.
pub(crate) struct Nest {
    /// How many steps each has.
    pub length: usize,
}

impl Nest {
    pub fn new(function: &Function, steps: usize) -> Self {
        let blocks = if may_be_large(function) { DEEPEST } else { 1 };
        Self { length: steps.div_ceil(blocks).max(SHORTEST) }
    }

    /// Whether two steps are in one block.
    pub fn is_one(&self, a: usize, b: usize) -> bool {
        a / self.length == b / self.length
    }
}
