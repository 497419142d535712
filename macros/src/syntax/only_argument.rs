//! Where a name is only an argument of calls, which may be `&mut`.

use proc_macro2::Ident;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Expr, ExprCall, ExprMethodCall, ExprPath, Macro, Token};

use super::number_methods::number_method;
use super::peel;
use crate::words::words;

/// Whether a name is an argument of calls in an expression, and nothing else.
pub(crate) fn is_only_argument(name: &Ident, expr: &Expr) -> bool {
    let mut uses = Uses { name, all: 0, arguments: 0 };
    uses.visit_expr(expr);
    uses.arguments > 0 && uses.all == uses.arguments
}

struct Uses<'n> {
    name: &'n Ident,
    all: usize,
    arguments: usize,
}

impl Uses<'_> {
    fn count(&mut self, arguments: &Punctuated<Expr, Token![,]>) {
        let is_name = |argument: &&Expr| matches!(peel(argument), Expr::Path(path) if path.path.is_ident(self.name));
        self.arguments += arguments.iter().filter(is_name).count();
    }
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_expr_path(&mut self, path: &'ast ExprPath) {
        self.all += usize::from(path.path.is_ident(self.name));
    }
    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        self.count(&call.args);
        visit::visit_expr_call(self, call);
    }
    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if number_method(&call.method).is_none() {
            self.count(&call.args);
        }
        visit::visit_expr_method_call(self, call);
    }
    fn visit_macro(&mut self, mac: &'ast Macro) {
        self.all += usize::from(words(mac.tokens.clone()).contains(self.name));
    }
}
