//! Loops, blocks and calls that are run again in the reverse half: which names from outside they use.

use syn::visit::Visit;
use syn::{Block, Expr, Ident};

use super::{Binder, Meaning};
use crate::accept::checkpoint_attribute as checkpoint;
use crate::desugar::checkpointed;
use crate::ir::{Capture, Captured, Change, Checkpoint, Op, Place, Schedule, VarKind};
use crate::words::words;

impl Binder<'_> {
    /// A `#[checkpoint]` loop as a statement; false if the expression is none.
    pub(super) fn checkpointed(&mut self, expr: &Expr) -> bool {
        let mut marks = checkpoint::of_loop(expr).iter().filter(|attr| checkpoint::is_checkpoint(attr));
        let Some(schedule) = marks.find_map(checkpoint::schedule) else { return false };
        let tree = self.rewritten(std::ptr::from_ref(expr).cast(), |_| Ok(checkpointed::looped(expr)));
        let before = self.checkpoint.replace(schedule);
        for stmt in tree.iter().flat_map(|tree| &tree.stmts) {
            match stmt {
                syn::Stmt::Expr(looped, _) => self.effect(looped),
                syn::Stmt::Local(local) => self.local(local),
                _ => {}
            }
        }
        self.checkpoint = before;
        true
    }

    /// A `#[checkpoint]` block or call; `None` if the expression is none.
    pub(super) fn run_again(&mut self, expr: &Expr, wanted: bool) -> Option<Op> {
        if !checkpoint::of_value(expr).iter().any(checkpoint::is_checkpoint) {
            return None;
        }
        let tree = self.rewritten(std::ptr::from_ref(expr).cast(), |_| Ok(checkpointed::once(expr)))?;
        let captures = self.captures(&tree, None);
        // What has been copied outside is copied again.
        Some(Op::Checkpointed(self.block_after(&tree.stmts, wanted, Self::repeats), captures))
    }

    /// What the body of a loop needs to be run again. Its index, if it has one, may hide a name from outside.
    pub(super) fn checkpoint(&mut self, schedule: Schedule, body: &Block, index: Option<&Ident>) -> Checkpoint {
        Checkpoint { schedule, captures: self.captures(body, index) }
    }

    fn captures(&mut self, body: &Block, index: Option<&Ident>) -> Vec<Capture> {
        let mut used = Used::default();
        used.visit_block(body);
        // A closure is written out where it is called.
        let mut i = 0;
        while let Some(name) = used.0.get(i).cloned() {
            if let Some(code) = self.closure_code(&name) {
                used.visit_expr_closure(&code);
            }
            i += 1;
        }
        used.0.retain(|name| Some(name) != index);
        used.0.into_iter().filter_map(|name| self.capture(name)).collect()
    }

    fn capture(&mut self, name: Ident) -> Option<Capture> {
        let Meaning { var, path, is_ref, stopped } = self.meaning(&name)?.clone();
        let of = &self.vars[var.0];
        let is_whole = path.is_empty() && of.name == name;
        let meaning = match of.kind {
            VarKind::Param { .. } if is_whole => return None,
            VarKind::Index if is_whole => {
                let unique = &of.unique;
                Captured::Rewritten(syn::parse_quote!(#unique))
            }
            VarKind::Local if is_whole && of.again.is_some() => Captured::Rewritten(of.again.clone()?),
            _ if is_whole && of.change != Change::Never => Captured::State,
            VarKind::Local if is_whole => Captured::Kept,
            _ if of.change == Change::Never => {
                let written = syn::parse_quote!(#name);
                Captured::Part(Place { written, is_ref, var, path, stopped })
            }
            _ => {
                self.report.refuse(
                    &name,
                    format!("`{name}` is a reference to a variable that changes, which `#[checkpoint]` does not support\nhelp: use the variable itself there"),
                );
                return None;
            }
        };
        Some(Capture { name, var, meaning })
    }
}

/// What may be variables, each once: not the names of fields.
#[derive(Default)]
pub(super) struct Used(pub Vec<Ident>);

impl Used {
    fn add(&mut self, name: &Ident) {
        if !self.0.contains(name) {
            self.0.push(name.clone());
        }
    }
}

impl<'ast> Visit<'ast> for Used {
    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        path.path.get_ident().into_iter().for_each(|name| self.add(name));
    }
    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        words(mac.tokens.clone()).iter().for_each(|word| self.add(word));
    }
}

/// The end of a loop that is not over a range.
pub(super) const RANGES_ONLY: &str =
    "a `#[checkpoint]` loop is over a range or over lists\nhelp: write `for i in 0..n`";
