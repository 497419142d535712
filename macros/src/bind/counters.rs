//! Whole numbers that only go up and down by what the reverse half knows too, as statements: it counts them back, and keeps
//! where they end, not where they were each time.
//!
//! ```text
//! // in
//! let mut at = 0;
//! for row in 0..n { for column in 0..row { y[row] += l[at] * x[column];  at += 1; } }
//! // the reverse half of the inner loop
//! at -= 1;  (.. the rules of l[at] * x[column])
//! ```

use std::collections::{HashMap, HashSet};

use proc_macro2::{TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{BinOp, Block, Expr, ExprBinary, Ident, PatIdent, Stmt, Type};

use super::{AlsoRepeatable, Binder, peel};
use crate::accept::checkpoint_attribute as checkpoint;
use crate::ir::{Change, Step, VarId};

/// The names that may be counters: bound once, and changed only by statements `name += ..` and `name -= ..`
/// outside of what is run again.
pub(super) fn names(body: &Block) -> HashSet<Ident> {
    let mut writes = Writes::default();
    writes.visit_block(body);
    let mut counts = HashMap::new();
    statements(&body.stmts, &mut counts);
    if writes.lends {
        return HashSet::new();
    }
    counts
        .into_iter()
        .filter(|(name, count)| writes.bound.get(name) == Some(&1) && writes.changed.get(name) == Some(count))
        .map(|(name, _)| name)
        .collect()
}

/// Counts the statements that count, outside of values and closures.
fn statements(stmts: &[Stmt], counts: &mut HashMap<Ident, usize>) {
    for stmt in stmts {
        if let Stmt::Expr(expr, _) = stmt {
            statement(expr, counts);
        }
    }
}

fn statement(expr: &Expr, counts: &mut HashMap<Ident, usize>) {
    let expr = peel(expr);
    match expr {
        // What is run again begins where its counters were: they belong to its state.
        _ if checkpoint::is_marked(expr) => {}
        Expr::Binary(binary) if is_count(&binary.op) => {
            if let Some(name) = name_of(&binary.left) {
                *counts.entry(name.clone()).or_default() += 1;
            }
        }
        Expr::ForLoop(each) => statements(&each.body.stmts, counts),
        Expr::While(each) => statements(&each.body.stmts, counts),
        Expr::Block(block) => statements(&block.block.stmts, counts),
        Expr::If(branch) => {
            statements(&branch.then_branch.stmts, counts);
            if let Some((_, otherwise)) = &branch.else_branch {
                statement(otherwise, counts);
            }
        }
        Expr::Match(branches) => branches.arms.iter().for_each(|arm| statement(&arm.body, counts)),
        _ => {}
    }
}

fn is_count(op: &BinOp) -> bool {
    matches!(op, BinOp::AddAssign(_) | BinOp::SubAssign(_))
}

fn name_of(expr: &Expr) -> Option<&Ident> {
    match peel(expr) {
        Expr::Path(path) => path.path.get_ident(),
        _ => None,
    }
}

/// How often names are bound and, in any way, perhaps changed.
#[derive(Default)]
struct Writes {
    bound: HashMap<Ident, usize>,
    changed: HashMap<Ident, usize>,
    /// Whether a pattern lends something to be changed.
    lends: bool,
}

impl Writes {
    /// Every name on the left side of an assignment may be changed, but for those in an index.
    fn change(&mut self, expr: &Expr) {
        struct Left<'w>(&'w mut Writes);
        impl<'ast> Visit<'ast> for Left<'_> {
            fn visit_expr_index(&mut self, index: &'ast syn::ExprIndex) {
                self.visit_expr(&index.expr);
            }
            fn visit_ident(&mut self, name: &'ast Ident) {
                *self.0.changed.entry(name.clone()).or_default() += 1;
            }
            fn visit_macro(&mut self, _: &'ast syn::Macro) {}
        }
        Left(self).visit_expr(expr);
    }
}

impl<'ast> Visit<'ast> for Writes {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Assign(assign) => self.change(&assign.left),
            Expr::Binary(binary) if crate::syntax::is_compound(&binary.op) => self.change(&binary.left),
            Expr::Reference(reference) if reference.mutability.is_some() => self.change(&reference.expr),
            // A method may change its receiver.
            Expr::MethodCall(call) => self.change(&call.receiver),
            _ => {}
        }
        syn::visit::visit_expr(self, expr);
    }

    fn visit_pat_ident(&mut self, name: &'ast PatIdent) {
        *self.bound.entry(name.ident.clone()).or_default() += 1;
        self.lends |= name.by_ref.is_some() && name.mutability.is_some();
        syn::visit::visit_pat_ident(self, name);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        self.tokens(mac.tokens.clone());
    }
}

impl Writes {
    /// What stands in a macro may change a name before `=`, after `mut` or before a dot.
    fn tokens(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let punct = |i: usize| match tokens.get(i) {
            Some(TokenTree::Punct(punct)) => Some(punct.as_char()),
            _ => None,
        };
        for (i, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Ident(name) => {
                    let after_mut = i > 0 && matches!(&tokens[i - 1], TokenTree::Ident(word) if word == "mut");
                    let assigned = punct(i + 1) == Some('=') && punct(i + 2) != Some('=');
                    let compound = punct(i + 2) == Some('=') && !matches!(punct(i + 1), Some('=' | '!' | '<' | '>'));
                    if after_mut || assigned || compound || punct(i + 1) == Some('.') {
                        *self.changed.entry(name.clone()).or_default() += 1;
                    }
                }
                _ => {}
            }
        }
    }
}

impl Binder<'_> {
    /// Whether `let mut name: ty = init;` declares a counter.
    pub(super) fn is_counter(&self, name: &PatIdent, ty: Option<&Type>, init: &Expr) -> bool {
        let is_whole = match ty {
            Some(ty) => crate::accept::signature::is_whole_number(ty),
            None => matches!(peel(init), Expr::Lit(lit) if matches!(lit.lit, syn::Lit::Int(_))),
        };
        is_whole
            && self.passes.counters.contains(&name.ident)
            && !self.passes.refused.contains(&std::ptr::from_ref(name))
    }

    /// `counter += value;`
    pub(super) fn count(&mut self, binary: &ExprBinary) -> bool {
        let Some(var) = self.counter(&binary.left).filter(|_| is_count(&binary.op)) else { return false };
        if !self.is_repeatable(&binary.right) {
            self.refuse(var);
            return false;
        }
        if !matches!(peel(&binary.right), Expr::Lit(_)) {
            let (left, right) = (&binary.left, &binary.right);
            let through = self.is_reference(right).then(|| quote!(*));
            self.verbatim(quote_spanned!(binary.span()=> ::cotangent::generated::counts(#left, #through #right);));
        }
        let (up, again) = (matches!(binary.op, BinOp::AddAssign(_)), self.again(&binary.right));
        self.step(Step::Count { var, up, written: quote!(#binary), again });
        true
    }

    /// The counters in a statement that the reverse half does not see are none.
    pub(super) fn miscount(&mut self, expr: &Expr) {
        struct Counts<'b, 'r>(&'b Binder<'r>, Vec<VarId>);
        impl<'ast> Visit<'ast> for Counts<'_, '_> {
            fn visit_expr_binary(&mut self, binary: &'ast ExprBinary) {
                if is_count(&binary.op) {
                    self.1.extend(self.0.counter(&binary.left));
                }
                syn::visit::visit_expr_binary(self, binary);
            }
        }
        let mut counts = Counts(self, Vec::new());
        counts.visit_expr(expr);
        counts.1.into_iter().for_each(|var| self.refuse(var));
    }

    fn counter(&self, expr: &Expr) -> Option<VarId> {
        let meaning = self.lookup(peel(expr))?;
        (self.vars[meaning.var.0].change == Change::Counter && meaning.path.is_empty()).then_some(meaning.var)
    }

    fn refuse(&mut self, var: VarId) {
        if let Some(declaration) = self.declarations.get(&var) {
            self.miscounted.insert(*declaration);
        }
    }

    /// The counters in an index that the reverse half can write down again where it is used.
    pub(super) fn counted(&mut self, index: &Expr) -> Option<Vec<VarId>> {
        struct Used<'b, 'r>(&'b Binder<'r>, Vec<VarId>);
        impl<'ast> Visit<'ast> for Used<'_, '_> {
            fn visit_expr(&mut self, expr: &'ast Expr) {
                self.1.extend(self.0.counter(expr));
                syn::visit::visit_expr(self, expr);
            }
        }
        if self.is_named {
            return None;
        }
        self.also_repeatable = AlsoRepeatable::Counters;
        let is_repeatable = self.is_repeatable(index);
        self.also_repeatable = AlsoRepeatable::Nothing;
        is_repeatable.then(|| {
            let mut used = Used(self, Vec::new());
            used.visit_expr(index);
            used.1
        })
    }

    /// Binds a place that gets a name.
    pub(super) fn with_a_name<R>(&mut self, bind: impl FnOnce(&mut Self) -> R) -> R {
        let before = std::mem::replace(&mut self.is_named, true);
        let result = bind(self);
        self.is_named = before;
        result
    }
}
