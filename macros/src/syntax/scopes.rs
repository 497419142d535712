//! Which names are declared where a visit is: what they hide is another variable.

use syn::visit::{self, Visit};
use syn::{Arm, BinOp, Block, Expr, ExprClosure, ExprForLoop, ExprIf, ExprWhile, Ident, Local, Pat};

use super::patterns::names_in;

/// A visit that knows what is declared inside of what it visits. Its methods call those of the same names here.
pub(crate) trait InScope: for<'ast> Visit<'ast> {
    /// The names, those of the innermost scope last.
    fn declared(&mut self) -> &mut Vec<Ident>;

    fn scope(&mut self, visit: impl FnOnce(&mut Self)) {
        let outside = self.declared().len();
        visit(self);
        self.declared().truncate(outside);
    }
    fn declare(&mut self, pat: &Pat) {
        let names = names_in(pat).into_iter().map(|name| name.ident.clone());
        self.declared().extend(names);
    }
    fn block(&mut self, block: &Block) {
        self.scope(|visit| visit::visit_block(visit, block));
    }
    fn local(&mut self, local: &Local) {
        visit::visit_local(self, local);
        self.declare(&local.pat);
    }
    fn closure(&mut self, closure: &ExprClosure) {
        self.scope(|visit| {
            closure.inputs.iter().for_each(|pat| visit.declare(pat));
            visit.visit_expr(&closure.body);
        });
    }
    fn for_loop(&mut self, each: &ExprForLoop) {
        self.visit_expr(&each.expr);
        self.scope(|visit| {
            visit.declare(&each.pat);
            visit.visit_block(&each.body);
        });
    }
    fn arm(&mut self, arm: &Arm) {
        self.scope(|visit| {
            visit.declare(&arm.pat);
            visit::visit_arm(visit, arm);
        });
    }
    fn branch(&mut self, branch: &ExprIf) {
        self.scope(|visit| {
            visit.condition(&branch.cond);
            visit.visit_block(&branch.then_branch);
        });
        if let Some((_, otherwise)) = &branch.else_branch {
            self.visit_expr(otherwise);
        }
    }
    fn while_loop(&mut self, each: &ExprWhile) {
        self.scope(|visit| {
            visit.condition(&each.cond);
            visit.visit_block(&each.body);
        });
    }
    /// A condition: what its patterns name is declared in what comes after.
    fn condition(&mut self, cond: &Expr) {
        match cond {
            Expr::Binary(both) if matches!(both.op, BinOp::And(_)) => {
                self.condition(&both.left);
                self.condition(&both.right);
            }
            Expr::Let(found) => {
                self.visit_expr(&found.expr);
                self.declare(&found.pat);
            }
            cond => self.visit_expr(cond),
        }
    }
}
