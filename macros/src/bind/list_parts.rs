//! Parts of a list under names of their own: `let (a, b) = list.split_at(n);`, and its first and last elements.

use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, Local, Pat, Stmt, parse_quote};

use super::in_place::name;
use super::{Binder, Meaning, peel};
use crate::ir::{Operand, Place};

impl Binder<'_> {
    /// `let (a, b) = list.split_at(n);`, or `split_at_mut`: both are names of parts.
    pub(super) fn split(&mut self, local: &Local, pat: &Pat, init: &Expr) -> bool {
        let (Pat::Tuple(parts), Expr::MethodCall(call)) = (pat, peel(init)) else { return false };
        let is_split = (call.method == "split_at" || call.method == "split_at_mut") && call.args.len() == 1;
        let names: Vec<_> = parts.elems.iter().filter(|part| matches!(part, Pat::Ident(_) | Pat::Wild(_))).collect();
        if !is_split || names.len() != 2 || !self.is_active(&call.receiver) && !self.changes_active(&call.receiver) {
            return false;
        }
        let (n, at) = (name(&format!("__n{}", self.temporaries)), &call.args[0]);
        self.temporaries += 1;
        let bound = self.rewritten(std::ptr::from_ref(local).cast(), |_| Ok(parse_quote!({ let #n = #at; })));
        for stmt in bound.iter().flat_map(|bound| &bound.stmts) {
            if let Stmt::Local(bound) = stmt {
                self.local(bound);
            }
        }
        let Some(Operand::Place(of)) = self.place(peel(&call.receiver)) else { return false };
        self.is_list(&of);
        let projections = [parse_quote!(..#n), parse_quote!(#n..)].map(|range| self.index(&range));
        let (list, method) = (&call.receiver, &call.method);
        self.verbatim(quote_spanned!(call.span()=> let #pat = #list.#method(#n);));
        for (part, projection) in parts.elems.iter().zip(projections) {
            let Pat::Ident(name) = part else { continue };
            let path = of.path.iter().cloned().chain([projection]).collect();
            self.name(&name.ident, Meaning { var: of.var, path, is_ref: true, stopped: of.stopped });
        }
        if call.method == "split_at_mut" {
            self.name_mutable(pat);
        }
        true
    }

    /// Whether a call is `list.first().unwrap()` or `list.last().unwrap()`, of a variable or a part of one.
    pub(super) fn is_end_of_list(&self, call: &ExprMethodCall) -> bool {
        let is_there = call.method == "unwrap" && call.args.is_empty();
        matches!(peel(&call.receiver), Expr::MethodCall(end)
            if is_there
                && end.args.is_empty()
                && (end.method == "first" || end.method == "last")
                && self.root(&end.receiver).is_some_and(|meaning| self.vars[meaning.var.0].active))
    }

    /// What such a call refers to.
    pub(super) fn end_of_list(&mut self, call: &ExprMethodCall) -> Option<Operand> {
        let Expr::MethodCall(end) = peel(&call.receiver) else { return None };
        if !self.is_end_of_list(call) {
            return None;
        }
        let list = &end.receiver;
        let Operand::Place(of) = self.place(peel(list))? else { return None };
        self.is_list(&of);
        let at: Expr = if end.method == "first" { parse_quote!(0) } else { parse_quote!(#list.len() - 1) };
        let projection = self.index(&at);
        let path = of.path.into_iter().chain([projection]).collect();
        Some(Operand::Place(Place { written: Expr::MethodCall(call.clone()), is_ref: true, path, ..of }))
    }

    /// Shows that a place is an array, a slice or a `Vec`.
    fn is_list(&mut self, place: &Place) {
        let (written, through) = (&place.written, place.is_ref.then(|| quote!(*)));
        self.verbatim(quote_spanned!(written.span()=> ::cotangent::generated::is_list(& #through #written);));
    }
}
