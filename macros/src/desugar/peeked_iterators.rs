//! `peek` of an iterator in a variable: the item that `next` would give next. A name for what `peek` lends is given behind the pattern.
//!
//! ```text
//! // in                                 // out
//! if let Some(y) = it.peek() { .. }    if let Some(peeked) = it.peek() { let y = &peeked; .. }
//! ```

use syn::visit_mut::{self, VisitMut};
use syn::{Arm, Block, Expr, Ident, Pat, Stmt, parse_quote, parse_quote_spanned};

use super::kept_iterators::is_name;
use crate::naming::hygienic;
use crate::syntax::{after_let, peel};

/// Writes `it.peek()` as `it.__peek()`, which gives the item and not a reference to it. False if some use has another form.
pub(super) fn write_out(name: &Ident, stmts: &mut Vec<Stmt>) -> bool {
    let mut peeks = Peeks { name, others: 0 };
    let mut block = Block { brace_token: syn::token::Brace::default(), stmts: std::mem::take(stmts) };
    peeks.visit_block_mut(&mut block);
    *stmts = block.stmts;
    peeks.others == 0
}

struct Peeks<'n> {
    name: &'n Ident,
    /// Uses of other forms.
    others: usize,
}

impl Peeks<'_> {
    fn is_peek(&self, expr: &Expr) -> bool {
        matches!(peel(expr), Expr::MethodCall(call) if call.method == "peek" && is_name(&call.receiver, self.name))
    }

    /// The call that gives the item, for one of `peek`.
    fn item(&self) -> Expr {
        let name = self.name;
        parse_quote_spanned!(name.span()=> #name.__peek())
    }

    /// The statement that gives what was found its names; the pattern becomes that of one name.
    fn named(pat: &mut Pat) -> Option<Stmt> {
        let Pat::TupleStruct(some) = pat else { return None };
        let found = some.elems.first_mut().filter(|_| some.path.is_ident("Some"))?;
        if let Pat::Reference(own) = found {
            *found = (*own.pat).clone();
            return Some(parse_quote!({}));
        }
        let peeked = hygienic("__peeked");
        let own = after_let(&std::mem::replace(found, parse_quote!(#peeked)));
        Some(parse_quote!(let #own = &#peeked;))
    }

    /// The same of `let Some(pattern) = it.peek()` in a condition.
    fn found(&mut self, cond: &mut Expr) -> Option<Stmt> {
        let Expr::Let(found) = cond else { return None };
        if !self.is_peek(&found.expr) {
            return None;
        }
        *found.expr = self.item();
        let named = Self::named(&mut found.pat);
        self.others += usize::from(named.is_none());
        named
    }

    /// The same of the arms of `match it.peek() { .. }`.
    fn matched(&mut self, arm: &mut Arm) {
        let is_rest = match &arm.pat {
            Pat::Wild(_) => true,
            Pat::Ident(name) => name.ident == "None",
            _ => false,
        };
        if let Some(named) = Self::named(&mut arm.pat)
            && arm.guard.is_none()
        {
            let body = &arm.body;
            *arm.body = parse_quote!({ #named #body });
        } else {
            self.others += usize::from(!is_rest);
        }
        self.visit_expr_mut(&mut arm.body);
    }
}

impl VisitMut for Peeks<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::If(branch) => {
                if let Some(named) = self.found(&mut branch.cond) {
                    branch.then_branch.stmts.insert(0, named);
                }
                visit_mut::visit_expr_if_mut(self, branch);
            }
            Expr::While(each) => {
                let named = self.found(&mut each.cond);
                visit_mut::visit_expr_while_mut(self, each);
                if let (Some(named), Expr::Let(found)) = (named, &*each.cond) {
                    let (attrs, label, stmts) = (&each.attrs, &each.label, &each.body.stmts);
                    let (pat, peek) = (&found.pat, &found.expr);
                    *expr = parse_quote!(#(#attrs)* #label loop { let #pat = #peek else { break }; #named #(#stmts)* });
                }
            }
            Expr::Match(branches) if self.is_peek(&branches.expr) => {
                *branches.expr = self.item();
                branches.arms.iter_mut().for_each(|arm| self.matched(arm));
            }
            Expr::MethodCall(call) if self.is_peek(&call.receiver) => match call.method.to_string().as_str() {
                "copied" | "cloned" => *expr = self.item(),
                "is_some" | "is_none" => *call.receiver = self.item(),
                _ => self.others += 1,
            },
            expr if self.is_peek(expr) => self.others += 1,
            expr => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        let stmts = std::mem::take(&mut block.stmts);
        for mut stmt in stmts {
            let mut named = None;
            if let Stmt::Local(local) = &mut stmt
                && let Some(init) = &mut local.init
                && let Some((_, otherwise)) = &mut init.diverge
                && self.is_peek(&init.expr)
            {
                *init.expr = self.item();
                named = Self::named(&mut local.pat);
                self.others += usize::from(named.is_none());
                self.visit_expr_mut(otherwise);
            } else {
                self.visit_stmt_mut(&mut stmt);
            }
            block.stmts.push(stmt);
            block.stmts.extend(named);
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
