//! A range with a name is written where it is used: a range is moved by its uses, and both halves have some.
//!
//! ```text
//! // in                               // out
//! let row = at[i]..at[i + 1];         let (start, end) = (at[i], at[i + 1]);
//! for v in &x[row] { .. }             for v in &x[(start..end)] { .. }
//! ```

use std::collections::HashMap;

use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprRange, Ident, Local, Macro, Member, Pat, PatIdent, Stmt, parse_quote};

use crate::naming::hygienic;
use crate::syntax::{is_certain, peel};
use crate::words::words;

/// Writes out the ranges of a body whose names are declared once.
pub(super) fn write_out(body: &mut Block) {
    let mut names = Names::default();
    names.visit_block(body);
    Ranges(names.0).visit_block_mut(body);
}

/// How often each name is declared, or named in a macro.
#[derive(Default)]
struct Names(HashMap<Ident, usize>);

impl<'ast> Visit<'ast> for Names {
    fn visit_pat_ident(&mut self, name: &'ast PatIdent) {
        *self.0.entry(name.ident.clone()).or_default() += 1;
        visit::visit_pat_ident(self, name);
    }
    fn visit_macro(&mut self, mac: &'ast Macro) {
        for word in words(mac.tokens.clone()) {
            *self.0.entry(word).or_default() += 2;
        }
    }
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

struct Ranges(HashMap<Ident, usize>);

impl Ranges {
    /// The name and the range that a statement declares.
    fn declared<'s>(&self, stmt: &'s Stmt) -> Option<(&'s Ident, &'s ExprRange)> {
        let Stmt::Local(Local { pat: Pat::Ident(name), init: Some(init), .. }) = stmt else { return None };
        let Expr::Range(range) = peel(&init.expr) else { return None };
        let is_plain = init.diverge.is_none() && !is_certain(name) && self.0.get(&name.ident) == Some(&1);
        is_plain.then_some((&name.ident, range))
    }
}

impl VisitMut for Ranges {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let mut at = 0;
        while at < block.stmts.len() {
            if let Some((name, range)) = self.declared(&block.stmts[at]) {
                let (name, mut range) = (name.clone(), range.clone());
                let mut before = Vec::new();
                for (end, what) in [(&mut range.start, "start"), (&mut range.end, "end")] {
                    if let Some(end) = end.as_mut().filter(|end| !matches!(peel(end), Expr::Lit(_))) {
                        let of: Ident = hygienic(&format!("__{what}_of_{name}"));
                        before.push(parse_quote!(let #of = #end;));
                        **end = parse_quote!(#of);
                    }
                }
                let count = before.len();
                block.stmts.splice(at..=at, before);
                at += count;
                let mut written = Written { name: &name, range: &range };
                block.stmts[at..].iter_mut().for_each(|stmt| written.visit_stmt_mut(stmt));
                continue;
            }
            at += 1;
        }
        visit_mut::visit_block_mut(self, block);
    }
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// Writes a range for its name.
struct Written<'r> {
    name: &'r Ident,
    range: &'r ExprRange,
}

impl Written<'_> {
    fn is_named(&self, expr: &Expr) -> bool {
        matches!(peel(expr), Expr::Path(path) if path.path.is_ident(self.name))
    }
}

impl VisitMut for Written<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let range = self.range;
        let end = match expr {
            Expr::Field(field) if self.is_named(&field.base) => match &field.member {
                Member::Named(name) if name == "start" => range.start.clone(),
                Member::Named(name) if name == "end" => range.end.clone(),
                _ => None,
            },
            _ => None,
        };
        let is_copy = matches!(expr, Expr::MethodCall(call) if call.method == "clone" && self.is_named(&call.receiver));
        if let Some(end) = end {
            *expr = *end;
        } else if is_copy || self.is_named(expr) {
            let range = range.to_token_stream();
            *expr = parse_quote!((#range));
        } else {
            visit_mut::visit_expr_mut(self, expr);
        }
    }
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
