//! Where a name is read through `*`: then it is one of a reference.

use std::collections::HashSet;

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Arm, Block, Expr, ExprClosure, ExprForLoop, ExprIf, ExprUnary, ExprWhile, Local, Macro, Stmt, UnOp};

use super::peel;
use super::scopes::InScope;
use crate::words::words;

/// The names that statements may read through `*`, whatever variables they are of.
pub(crate) fn names_in(stmts: &[Stmt]) -> HashSet<Ident> {
    struct Names(HashSet<Ident>);
    impl<'ast> Visit<'ast> for Names {
        fn visit_expr_unary(&mut self, unary: &'ast ExprUnary) {
            if let (UnOp::Deref(_), Expr::Path(path)) = (&unary.op, peel(&unary.expr)) {
                self.0.extend(path.path.get_ident().cloned());
            }
            visit::visit_expr_unary(self, unary);
        }
        fn visit_macro(&mut self, mac: &'ast Macro) {
            self.0.extend(words(mac.tokens.clone()));
        }
    }
    let mut names = Names(HashSet::new());
    stmts.iter().for_each(|stmt| names.visit_stmt(stmt));
    names.0
}

/// Looks for `*name`.
pub(crate) struct Dereferences<'n> {
    name: &'n Ident,
    declared: Vec<Ident>,
    /// Whether it is there.
    pub found: bool,
}

impl<'n> Dereferences<'n> {
    pub fn of(name: &'n Ident) -> Self {
        Self { name, declared: Vec::new(), found: false }
    }

    /// Whether the name is not that of another variable here.
    fn is_meant(&self) -> bool {
        !self.declared.contains(self.name)
    }
}

impl<'ast> Visit<'ast> for Dereferences<'_> {
    fn visit_expr_unary(&mut self, unary: &'ast ExprUnary) {
        let is_name = matches!(peel(&unary.expr), Expr::Path(path) if path.path.is_ident(self.name));
        self.found |= is_name && self.is_meant() && matches!(unary.op, UnOp::Deref(_));
        visit::visit_expr_unary(self, unary);
    }
    fn visit_macro(&mut self, mac: &'ast Macro) {
        self.found |= self.is_meant() && is_among(self.name, mac.tokens.clone());
    }
    fn visit_block(&mut self, block: &'ast Block) {
        self.block(block);
    }
    fn visit_local(&mut self, local: &'ast Local) {
        self.local(local);
    }
    fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
        self.closure(closure);
    }
    fn visit_expr_for_loop(&mut self, each: &'ast ExprForLoop) {
        self.for_loop(each);
    }
    fn visit_arm(&mut self, arm: &'ast Arm) {
        self.arm(arm);
    }
    fn visit_expr_if(&mut self, branch: &'ast ExprIf) {
        self.branch(branch);
    }
    fn visit_expr_while(&mut self, each: &'ast ExprWhile) {
        self.while_loop(each);
    }
}

impl InScope for Dereferences<'_> {
    fn declared(&mut self) -> &mut Vec<Ident> {
        &mut self.declared
    }
}

/// Whether `*name`, which is no product, is among the words of a macro.
fn is_among(name: &Ident, tokens: TokenStream) -> bool {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let is_star = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == '*');
    tokens.iter().enumerate().any(|(i, token)| match token {
        TokenTree::Group(group) => is_among(name, group.stream()),
        TokenTree::Ident(word) if word == name => {
            i > 0 && is_star(&tokens[i - 1]) && (i == 1 || matches!(tokens[i - 2], TokenTree::Punct(_)))
        }
        _ => false,
    })
}
