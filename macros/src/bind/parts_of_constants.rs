//! Parts of a constant that a pattern names: `match node { Node::Sum(a, b) => value(a, x) + value(b, x), .. }`.
//!
//! They are references, which no tape keeps. So if a branch needs more of them than a copied number, the reverse half takes the constant
//! apart again, at the head of the branch. Which branch it is, the forward half has told.
//!
//! ```text
//! let (a, b) = match node { Node::Sum(a, b) => (a, b), _ => other() };
//! ```

use quote::quote;
use syn::visit::{self, Visit};
use syn::{
    Expr, ExprField, ExprForLoop, ExprLet, ExprMatch, Ident, Local, LocalInit, Pat, PatIdent, Stmt, UnOp, parse_quote,
};

use super::{Binder, Meaning, peel};
use crate::ir::{Projection, Step, VarKind};
use crate::syntax::patterns::names_in;
use crate::syntax::{is_certain, root_name};

impl Binder<'_> {
    /// Names the parts of a constant in a branch, and notes how the reverse half takes it apart again, if the branch needs that.
    pub(super) fn bind_parts(&mut self, constant: &Expr, pat: &Pat, branch: &Handed) {
        let mut found = Vec::new();
        self.found_again(constant, pat, branch, &mut found);
        self.bind_constants(pat);
        self.find_again(found);
    }

    fn find_again(&mut self, found: Vec<Found>) {
        for Found { constant, pat, names } in found {
            let mut again = Vec::new();
            for name in &names {
                let Some(meaning) = self.meaning_mut(name) else { continue };
                meaning.is_ref = true;
                let var = meaning.var;
                let unique = self.vars[var.0].unique.clone();
                self.vars[var.0].again = Some(parse_quote!(&*#unique));
                again.push(unique);
            }
            if let Some(scope) = self.scopes.last_mut() {
                scope.again.extend(quote!(
                    let (#(#again,)*) = match #constant {
                        #pat => (#(#names,)*),
                        _ => ::cotangent::generated::other_branch(),
                    };
                ));
            }
        }
    }

    /// What of a constant the reverse half finds again, where the names of the pattern do not hide any of it yet.
    fn found_again(&self, constant: &Expr, pat: &Pat, branch: &Handed, found: &mut Vec<Found>) {
        if let (Expr::Tuple(parts), Pat::Tuple(patterns)) = (peel(constant), pat)
            && parts.elems.len() == patterns.elems.len()
        {
            for (constant, pat) in parts.elems.iter().zip(&patterns.elems) {
                self.found_again(constant, pat, branch, found);
            }
            return;
        }
        let mut names: Vec<Ident> = Vec::new();
        for PatIdent { ident: name, .. } in references_in(pat, self.are_references(constant)) {
            if branch.has(name) && !names.contains(name) {
                names.push(name.clone());
            }
        }
        if let Some(constant) = self.part_again(constant).filter(|_| !names.is_empty()) {
            found.push(Found { constant, pat: pat.clone(), names });
        }
    }

    /// How the reverse half writes a constant, or a part of one, also where its name stands for a part of a parameter.
    fn part_again(&self, expr: &Expr) -> Option<Expr> {
        match peel(expr) {
            Expr::Reference(part) if part.mutability.is_none() => {
                self.part_again(&part.expr).map(|part| parse_quote!(&#part))
            }
            Expr::Unary(part) if matches!(part.op, UnOp::Deref(_)) => {
                self.part_again(&part.expr).map(|part| parse_quote!((*#part)))
            }
            Expr::Field(ExprField { base, member, .. }) => {
                self.part_again(base).map(|base| parse_quote!(#base.#member))
            }
            Expr::Index(part) => {
                let at = self.written_again(&part.index)?;
                self.part_again(&part.expr).map(|list| parse_quote!(#list[#at]))
            }
            name => match self.lookup(name).filter(|meaning| !meaning.path.is_empty()) {
                Some(meaning) => self.place_again(meaning),
                None => self.written_again(name),
            },
        }
    }

    /// The same of a name of a part of a parameter.
    fn place_again(&self, meaning: &Meaning) -> Option<Expr> {
        let var = &self.vars[meaning.var.0];
        if !matches!(var.kind, VarKind::Param { .. }) || var.active || var.changes() {
            return None;
        }
        let mut part = crate::syntax::expression(var.unique.clone());
        for step in &meaning.path {
            part = match step {
                Projection::Field(member) => parse_quote!(#part.#member),
                Projection::Index { again, kept, .. } if kept.is_empty() => parse_quote!(#part[#again]),
                Projection::Index { .. } => return None,
            };
        }
        Some(if meaning.is_ref { parse_quote!((&#part)) } else { part })
    }

    /// Whether an expression is a part of a constant that the reverse half finds again.
    pub(super) fn is_found_again(&self, expr: &Expr) -> bool {
        let is_part = |meaning: &Meaning| self.vars[meaning.var.0].again.is_some() || !meaning.path.is_empty();
        self.root(expr).is_some_and(is_part) && self.part_again(expr).is_some()
    }

    /// `let pattern = constant;` before `rest`, if the reverse half takes the constant apart again.
    pub(super) fn let_parts(&mut self, local: &Local, rest: &[Stmt]) -> bool {
        let Some(LocalInit { expr, diverge: None, .. }) = &local.init else { return false };
        if matches!(local.pat, Pat::Ident(_) | Pat::Type(_)) || self.is_active(expr) {
            return false;
        }
        let (mut found, mut handed) = (Vec::new(), Handed::default());
        rest.iter().for_each(|stmt| handed.visit_stmt(stmt));
        self.found_again(expr, &local.pat, &handed, &mut found);
        if found.is_empty() {
            return false;
        }
        let (pat, value) = (&local.pat, self.observed(expr));
        let binds = self.name_constants(pat);
        self.step(Step::Verbatim { tokens: quote!(let #pat = #value;), binds });
        self.find_again(found);
        true
    }

    /// Whether what a pattern takes apart is behind references.
    fn are_references(&self, constant: &Expr) -> bool {
        match peel(constant) {
            Expr::Tuple(parts) => parts.elems.iter().all(|part| self.are_references(part)),
            Expr::Reference(_) => true,
            constant => self.is_reference(constant) || self.is_reference_again(constant),
        }
    }
}

/// Names that the reverse half gets from a pattern.
struct Found {
    constant: Expr,
    pat: Pat,
    names: Vec<Ident>,
}

/// The names of a pattern that are references, if it looks at a reference, or if not.
fn references_in(pat: &Pat, by_reference: bool) -> Vec<&PatIdent> {
    struct Behind<'ast>(Vec<&'ast PatIdent>);
    impl<'ast> Visit<'ast> for Behind<'ast> {
        fn visit_pat_reference(&mut self, pat: &'ast syn::PatReference) {
            self.0.extend(names_in(&pat.pat));
        }
    }
    let mut values = Behind(Vec::new());
    values.visit_pat(pat);
    let is_reference = |name: &&PatIdent| {
        let is_value = !by_reference || values.0.iter().any(|value| std::ptr::eq(*value, *name));
        name.mutability.is_none() && (name.by_ref.is_some() || !is_value) && (is_certain(name) || may_be_variable(name))
    };
    names_in(pat).into_iter().filter(is_reference).collect()
}

/// Whether a name is spelled as that of a variable. If it is none after all, nothing is lost: it is looked at as any other expression.
fn may_be_variable(name: &PatIdent) -> bool {
    name.ident.to_string().starts_with(|first: char| first.is_lowercase() || first == '_')
}

/// The names that a branch passes on as they are, looks into, or goes through: for these a copied number does not do.
#[derive(Default)]
pub(super) struct Handed(Vec<Ident>);

impl Handed {
    /// Of an arm. What a guard refuses may match otherwise: which of several cases it was is not known then.
    pub(super) fn of_arm(arm: &syn::Arm) -> Self {
        let mut handed = Self::default();
        let mut cases = Cases(false);
        cases.visit_pat(&arm.pat);
        if arm.guard.is_none() || !cases.0 {
            handed.visit_arm(arm);
        }
        handed
    }

    pub(super) fn of_block(block: &syn::Block) -> Self {
        let mut handed = Self::default();
        handed.visit_block(block);
        handed
    }

    pub(super) fn has(&self, name: &Ident) -> bool {
        self.0.contains(name)
    }

    fn add(&mut self, expr: &Expr) {
        let is_copy = matches!(peel(expr), Expr::Unary(_));
        self.0.extend(root_name(expr).filter(|_| !is_copy).cloned());
    }
}

impl<'ast> Visit<'ast> for Handed {
    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        call.args.iter().for_each(|argument| self.add(argument));
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        if !call.args.is_empty() || LISTS.iter().any(|method| call.method == method) {
            self.add(&call.receiver);
        }
        call.args.iter().for_each(|argument| self.add(argument));
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_match(&mut self, branches: &'ast ExprMatch) {
        self.0.extend(root_name(&branches.expr).cloned());
        visit::visit_expr_match(self, branches);
    }

    fn visit_expr_let(&mut self, found: &'ast ExprLet) {
        self.0.extend(root_name(&found.expr).cloned());
        visit::visit_expr_let(self, found);
    }

    fn visit_expr_for_loop(&mut self, each: &'ast ExprForLoop) {
        self.add(&each.expr);
        visit::visit_expr_for_loop(self, each);
    }

    fn visit_expr_index(&mut self, index: &'ast syn::ExprIndex) {
        self.add(&index.expr);
        visit::visit_expr_index(self, index);
    }
}

/// Whether a pattern has several cases.
struct Cases(bool);

impl<'ast> Visit<'ast> for Cases {
    fn visit_pat_or(&mut self, _: &'ast syn::PatOr) {
        self.0 = true;
    }
}

/// Methods that go through a list.
const LISTS: [&str; 2] = ["iter", "into_iter"];
