//! A body without a value. The compiler reports it; derived code has nothing to say then.

use syn::visit::{self, Visit};
use syn::{Block, Expr, ReturnType, Stmt};

/// Whether a body has no value although the function returns one, for certain: the body does not end in an expression, and nothing
/// in it ends the function earlier.
pub(crate) fn is_missing(body: &Block, output: &ReturnType) -> bool {
    let wanted = match output {
        ReturnType::Default => false,
        ReturnType::Type(_, ty) => !matches!(&**ty, syn::Type::Tuple(unit) if unit.elems.is_empty()),
    };
    let ends_in_value = match body.stmts.last() {
        Some(Stmt::Expr(Expr::If(branch), None)) => branch.else_branch.is_some(),
        Some(Stmt::Expr(Expr::ForLoop(_) | Expr::While(_) | Expr::Assign(_), None)) => false,
        Some(Stmt::Expr(_, None)) => true,
        _ => false,
    };
    let mut exits = Exits(false);
    exits.visit_block(body);
    wanted && !ends_in_value && !exits.0
}

/// What may end a function.
struct Exits(bool);

impl<'ast> Visit<'ast> for Exits {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Return(_) | Expr::Loop(_) | Expr::Macro(_) | Expr::Closure(_) => self.0 = true,
            _ => visit::visit_expr(self, expr),
        }
    }
    fn visit_stmt_macro(&mut self, _: &'ast syn::StmtMacro) {
        self.0 = true;
    }
}
