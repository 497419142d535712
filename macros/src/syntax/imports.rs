//! What names stand for by the imports of a body.

use std::collections::HashMap;

use syn::{Ident, Path};

/// What a body imports.
#[derive(Clone, Default)]
pub(crate) struct Imports {
    /// What the names stand for, wherever in the body they are imported.
    pub named: HashMap<Ident, Path>,
    /// Whether it imports everything of something.
    pub all: bool,
}

impl Imports {
    /// What a path of the body is outside of it.
    pub(crate) fn outside(&self, path: &Path) -> Path {
        let mut path = path.clone();
        // An import that goes around in a circle is the compiler's to refuse.
        for _ in 0..self.named.len() {
            let Some(first) = path.segments.first().filter(|_| path.leading_colon.is_none()) else { break };
            let Some(of) = self.named.get(&first.ident) else { break };
            let (rest, mut whole) = (path.segments.iter().skip(1).cloned().collect::<Vec<_>>(), of.clone());
            if rest.is_empty()
                && let Some(last) = whole.segments.last_mut()
            {
                last.arguments = first.arguments.clone();
            }
            whole.segments.extend(rest);
            path = whole;
        }
        path
    }
}
