//! Effects of an expression on variables.

use syn::visit::{self, Visit};
use syn::{Expr, Ident};

use super::assign::is_compound;
use super::names::names_in;
use super::peel;

/// Whether an expression changes more than variables of its own.
pub(super) fn changes_something(expr: &Expr) -> bool {
    #[derive(Default)]
    struct Changes<'ast>(Vec<&'ast Ident>, bool);
    impl<'ast> Changes<'ast> {
        fn place(&mut self, place: &'ast Expr) {
            self.1 |= match peel(place) {
                Expr::Field(field) => return self.place(&field.base),
                Expr::Index(index) => return self.place(&index.expr),
                Expr::Path(path) => path.path.get_ident().is_none_or(|name| !self.0.contains(&name)),
                _ => true,
            };
        }
    }
    impl<'ast> Visit<'ast> for Changes<'ast> {
        fn visit_local(&mut self, local: &'ast syn::Local) {
            visit::visit_local(self, local);
            self.0.extend(names_in(&local.pat).into_iter().map(|name| &name.ident));
        }
        fn visit_expr(&mut self, expr: &'ast Expr) {
            match expr {
                Expr::Assign(assign) => self.place(&assign.left),
                Expr::Binary(binary) if is_compound(&binary.op) => self.place(&binary.left),
                Expr::Reference(reference) if reference.mutability.is_some() => self.place(&reference.expr),
                _ => {}
            }
            visit::visit_expr(self, expr);
        }
    }
    let mut changes = Changes::default();
    changes.visit_expr(expr);
    changes.1
}
