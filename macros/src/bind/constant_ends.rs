//! Branches that change values with a derivative and give a constant: where each of them ends, the constant is assigned.
//!
//! ```text
//! // in                                                    // out
//! state = match state {                                    let given;
//!     State::Idle if x > 0.5 => { s += x; State::Up(i) }    match state {
//!     other => other,                                          State::Idle if x > 0.5 => { s += x; given = State::Up(i); }
//! };                                                           other => { given = other; }
//!                                                          }
//!                                                          state = given;
//! ```
//!
//! Both say the same, so it need not be certain that the value is a constant: the variable has a derivative if what it is assigned has one.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::visit::{self, Visit};
use syn::{Expr, ExprAssign, Local, Pat, Type};

use super::{Binder, peel};
use crate::naming::hygienic;
use crate::syntax::each_value;
use crate::syntax::patterns::names_in;
use crate::words::words;

impl Binder<'_> {
    /// `let pat = value;` of such a branch.
    pub(super) fn let_constant_end(&mut self, local: &Local, value: &Expr) -> bool {
        let (pat, ty) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
            pat => (pat, None),
        };
        self.assigned_at_the_ends(std::ptr::from_ref(local).cast(), value, ty, |given| quote!(let #pat = #given;))
    }

    /// `place = value;` of such a branch.
    pub(super) fn assign_constant_end(&mut self, assign: &ExprAssign) -> bool {
        let (key, left) = (std::ptr::from_ref(assign).cast(), &assign.left);
        self.assigned_at_the_ends(key, &assign.right, None, |given| quote!(#left = #given;))
    }

    fn assigned_at_the_ends(
        &mut self,
        key: *const (),
        value: &Expr,
        ty: Option<&Type>,
        then: impl FnOnce(&TokenStream) -> TokenStream,
    ) -> bool {
        if !self.ends_in_constants(value) {
            return false;
        }
        let tree = self.rewritten(key, |binder| {
            let given = hygienic(&format!("__given{}", binder.passes.trees.borrow().len())).to_token_stream();
            let mut branch = value.clone();
            each_value(&mut branch, &mut |end| *end = syn::parse_quote!({ #given = #end; }));
            let (ty, then) = (ty.map(|ty| quote!(: #ty)), then(&given));
            Ok(syn::parse_quote!({ let #given #ty; #branch #then }))
        });
        for stmt in tree.iter().flat_map(|tree| &tree.stmts) {
            self.statement(stmt);
        }
        true
    }

    /// Whether a branch is active, but none of the values it may give is.
    fn ends_in_constants(&self, value: &Expr) -> bool {
        let is_branch = match peel(value) {
            Expr::If(branch) => branch.else_branch.is_some(),
            Expr::Match(_) => true,
            _ => false,
        };
        if !is_branch || !self.is_active(value) {
            return false;
        }
        let mut inner = Inner { binder: self, names: Vec::new(), has_macro: false };
        inner.visit_expr(value);
        let mut are_constant = !inner.has_macro;
        each_value(&mut value.clone(), &mut |end| {
            are_constant &= !self.mentions_active(end)
                && !words(end.to_token_stream()).iter().any(|word| inner.names.contains(&word.to_string()));
        });
        are_constant
    }
}

/// The names inside an expression that may be those of active values.
struct Inner<'b, 'r> {
    binder: &'b Binder<'r>,
    names: Vec<String>,
    /// Whether a macro may give the value, which is no end then.
    has_macro: bool,
}

impl Inner<'_, '_> {
    fn add(&mut self, pat: &Pat) {
        self.names.extend(names_in(pat).into_iter().map(|name| name.ident.to_string()));
    }
}

impl<'ast> Visit<'ast> for Inner<'_, '_> {
    fn visit_local(&mut self, local: &'ast Local) {
        self.add(&local.pat);
        visit::visit_local(self, local);
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Match(branches) if self.binder.is_active(&branches.expr) => {
                branches.arms.iter().for_each(|arm| self.add(&arm.pat));
            }
            Expr::Let(found) => self.add(&found.pat),
            Expr::ForLoop(each) => self.add(&each.pat),
            Expr::Closure(closure) => closure.inputs.iter().for_each(|input| self.add(input)),
            Expr::Macro(_) => self.has_macro = true,
            _ => {}
        }
        visit::visit_expr(self, expr);
    }
}
