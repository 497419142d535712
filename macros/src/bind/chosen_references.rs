//! References that a branch chooses: `let r = if x > y { &a } else { b };`
//!
//! A name stands for one place. So what is chosen is copied, and the name is one of the copy:
//! `let chosen = if x > y { a } else { *b }; let r = &chosen;`.

use syn::spanned::Spanned;
use syn::{Expr, Local, parse_quote, parse_quote_spanned};

use super::{Binder, peel};
use crate::naming::hygienic;
use crate::syntax::each_value;

/// What is refused of a mutable reference, which a copy cannot stand for.
const MUTABLE: &str =
    "a mutable reference that a branch chooses has no derivative\nhelp: change each place in its own branch";

/// What is refused of a slice, which cannot be copied without an allocator.
const SLICE: &str = "a slice that a branch chooses has no derivative\nhelp: pass each to a function in its own branch, or choose the ends, and take the part after the branch";

impl Binder<'_> {
    /// Whether a value is a reference to a value with a derivative, and a branch says which.
    pub(super) fn is_chosen_reference(&self, value: &Expr) -> bool {
        let mut is_reference = false;
        each_value(&mut value.clone(), &mut |end| {
            is_reference |= matches!(peel(end), Expr::Reference(_)) || self.is_reference(end);
        });
        is_reference && matches!(peel(value), Expr::If(_) | Expr::Match(_)) && self.is_active(value)
    }

    /// `let r = ..;` of such a value.
    pub(super) fn let_chosen(&mut self, local: &Local, value: &Expr) {
        let (mut copied, mut refused) = (value.clone(), None);
        each_value(&mut copied, &mut |end| match self.copied_end(end) {
            Ok(place) => *end = place,
            Err(message) => refused = Some((end.clone(), message)),
        });
        if let Some((end, message)) = &refused {
            self.report.refuse(end, message);
        }
        let tree = self.rewritten(std::ptr::from_ref(local).cast(), |_| {
            let (pat, chosen) = (&local.pat, hygienic("__chosen"));
            Ok(match refused {
                Some((end, _)) => parse_quote!({ let #pat = #end; }),
                None => parse_quote!({ let #chosen = #copied; let #pat = &#chosen; }),
            })
        });
        for stmt in tree.iter().flat_map(|tree| &tree.stmts) {
            self.statement(stmt);
        }
    }

    /// What a reference leads to.
    fn copied_end(&self, end: &Expr) -> Result<Expr, &'static str> {
        let (place, copied) = match peel(end) {
            Expr::Reference(reference) if reference.mutability.is_some() => return Err(MUTABLE),
            Expr::Reference(reference) => (peel(&reference.expr), (*reference.expr).clone()),
            name if self.is_mutable(name) => return Err(MUTABLE),
            name => (name, parse_quote_spanned!(name.span()=> *#name)),
        };
        let is_part = matches!(place, Expr::Index(index) if matches!(peel(&index.index), Expr::Range(_)));
        let is_slice = |name| {
            self.lookup(name).is_some_and(|meaning| self.slices.contains(&meaning.var) && meaning.path.is_empty())
        };
        if is_part || is_slice(place) { Err(SLICE) } else { Ok(copied) }
    }
}
