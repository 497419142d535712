//! Where a name is read through `*`: then it is one of a reference.

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Expr, ExprUnary, Macro, UnOp};

use super::peel;

/// Looks for `*name`.
pub(crate) struct Dereferences<'n> {
    name: &'n Ident,
    /// Whether it is there.
    pub found: bool,
}

impl<'n> Dereferences<'n> {
    pub fn of(name: &'n Ident) -> Self {
        Self { name, found: false }
    }
}

impl<'ast> Visit<'ast> for Dereferences<'_> {
    fn visit_expr_unary(&mut self, unary: &'ast ExprUnary) {
        let is_name = matches!(peel(&unary.expr), Expr::Path(path) if path.path.is_ident(self.name));
        self.found |= is_name && matches!(unary.op, UnOp::Deref(_));
        visit::visit_expr_unary(self, unary);
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        self.found |= is_among(self.name, mac.tokens.clone());
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
