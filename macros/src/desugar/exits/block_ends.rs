//! What a piece of code does at its end, and small pieces of code.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Expr, Ident, Local, Stmt, parse_quote};

use super::End;
use crate::syntax::peel;
use crate::words::words;

/// `place = last value;` after the statements of a block. Without one it is `()`, unless the end is never reached: a call may not return.
pub(super) fn valued(place: &Expr, stmts: &[Stmt]) -> Vec<Stmt> {
    let mut stmts = stmts.to_vec();
    let is_reached = match stmts.last() {
        None | Some(Stmt::Local(_) | Stmt::Item(_)) => true,
        Some(Stmt::Expr(last, Some(_))) => {
            !matches!(peel(last), Expr::Call(_) | Expr::MethodCall(_) | Expr::Loop(_) | Expr::Macro(_))
        }
        Some(Stmt::Expr(_, None) | Stmt::Macro(_)) => false,
    };
    if is_reached && !always_leaves(&stmts) {
        stmts.push(parse_quote!(#place = ();));
    }
    if let Some(Stmt::Expr(value, None)) = stmts.last()
        && !matches!(peel(value), Expr::Return(_) | Expr::Break(_) | Expr::Continue(_))
    {
        let assigned = parse_quote!(#place = #value;);
        stmts.pop();
        stmts.push(assigned);
    }
    stmts
}

/// The statements of a branch: those of a block, or the expression itself.
pub(super) fn statements(branch: &Expr) -> Vec<Stmt> {
    match peel(branch) {
        Expr::Block(block) if block.label.is_none() => block.block.stmts.clone(),
        other => vec![Stmt::Expr(other.clone(), None)],
    }
}

/// The statements without a value.
pub(super) fn closed(stmts: &[Stmt]) -> Vec<Stmt> {
    let mut stmts = stmts.to_vec();
    if let Some(Stmt::Expr(_, semi @ None)) = stmts.last_mut() {
        *semi = Some(parse_quote!(;));
    }
    stmts
}

pub(super) fn closed_unless(stmts: &[Stmt], end: End) -> Vec<Stmt> {
    if end == End::Function { stmts.to_vec() } else { closed(stmts) }
}

pub(super) fn in_block(stmts: &[Stmt]) -> Expr {
    parse_quote!({ #(#stmts)* })
}

pub(super) fn any(flags: &[Ident]) -> Expr {
    parse_quote!(#(#flags)||*)
}

pub(super) fn unless_raised(flags: &[Ident], stmt: Stmt) -> Stmt {
    if flags.is_empty() {
        return stmt;
    }
    let flags = any(flags);
    parse_quote!(if !(#flags) { #stmt })
}

/// Whether a block ends with an exit on every way.
pub(in crate::desugar) fn always_leaves(stmts: &[Stmt]) -> bool {
    let stops = |mac: &syn::Macro| {
        mac.path
            .segments
            .last()
            .is_some_and(|last| ["panic", "unreachable", "todo", "unimplemented"].iter().any(|stop| last.ident == stop))
    };
    stmts.iter().any(|stmt| match stmt {
        Stmt::Macro(stmt) => stops(&stmt.mac),
        Stmt::Expr(Expr::Macro(stop), _) => stops(&stop.mac),
        Stmt::Expr(expr, _) => match peel(expr) {
            Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => true,
            Expr::Block(block) if block.label.is_none() => always_leaves(&block.block.stmts),
            Expr::If(branch) => {
                always_leaves(&branch.then_branch.stmts)
                    && branch.else_branch.as_ref().is_some_and(|(_, otherwise)| always_leaves(&statements(otherwise)))
            }
            _ => false,
        },
        _ => false,
    })
}

pub(super) fn is_loop(expr: &Expr) -> bool {
    matches!(peel(expr), Expr::ForLoop(_) | Expr::While(_))
}

pub(super) fn is_compound_value(expr: &Expr) -> bool {
    matches!(peel(expr), Expr::If(_) | Expr::Match(_) | Expr::Block(_) | Expr::Loop(_))
}

/// Whether an expression has an exit in it, or is a loop that only an exit ends.
pub(in crate::desugar) fn has_exit(expr: &Expr) -> bool {
    struct Search(bool);
    impl<'ast> Visit<'ast> for Search {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            match expr {
                Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) | Expr::Loop(_) | Expr::Try(_) => self.0 = true,
                Expr::Closure(_) | Expr::Const(_) => {}
                _ => visit::visit_expr(self, expr),
            }
        }
        fn visit_local(&mut self, local: &'ast Local) {
            self.0 |= local.init.as_ref().is_some_and(|init| init.diverge.is_some());
            visit::visit_local(self, local);
        }
        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut search = Search(false);
    search.visit_expr(expr);
    search.0
}

/// Whether some code may declare a name that other statements use: then it must not stand before them.
pub(super) fn declares(code: &TokenStream, other: &[Stmt]) -> bool {
    const DECLARE: [&str; 10] = ["let", "const", "fn", "use", "struct", "enum", "type", "trait", "union", "mod"];
    let is_declaration = |word: &Ident| DECLARE.iter().any(|declare| word == declare);
    let own = words(code.clone());
    let others: HashSet<Ident> = other.iter().flat_map(|stmt| words(stmt.to_token_stream())).collect();
    own.iter().any(is_declaration)
        && own.iter().any(|word| !is_declaration(word) && word != "mut" && others.contains(word))
}
