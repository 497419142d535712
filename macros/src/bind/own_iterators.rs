//! Iterators of the program's own, `for v in Steps::new(x, 3) { .. }`: the method `next` is called as it would be by hand.
//!
//! ```text
//! // in                                       // out
//! for v in Steps::new(x, 3) { sum += v; }     let mut a = Steps::new(x, 3); while let Some(v) = a.next() { sum += v; }
//! ```
//!
//! What is iterated over is known to be no list if it is a struct expression, what `Type::new(..)` gives, or a variable with such a value.
//! Of anything but an iterator with such a `next` the derived code does not compile.

use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::{Expr, ExprForLoop, Ident, Stmt, parse_quote_spanned};

use super::vectors::makes_another;
use super::{Binder, peel};
use crate::library::private_at;
use crate::naming::{hygienic, rule_method};

impl Binder<'_> {
    /// Binds a loop over an iterator of the program's own, if a derivative flows through it.
    pub(super) fn loop_over_own(&mut self, each: &ExprForLoop) -> bool {
        let over = peel(&each.expr);
        let (place, is_lent) = match over {
            Expr::Reference(reference) if reference.mutability.is_some() => (peel(&reference.expr), true),
            over => (over, false),
        };
        let is_own =
            matches!(place, Expr::Struct(_)) || is_new(place) || self.is_own_struct(place) || self.is_new(place);
        if !is_own || self.checkpoint.is_some() || !self.is_active(place) {
            return false;
        }
        let tree = self.rewritten(std::ptr::from_ref(&*each.pat).cast(), |binder| {
            let count = binder.passes.trees.borrow().len();
            let (pat, body, span) = (&each.pat, &each.body, each.expr.span());
            let name = hygienic(&format!("__iterator{count}"));
            let (from, declared): (Expr, Option<Stmt>) = if is_lent {
                (place.clone(), None)
            } else {
                (parse_quote_spanned!(span=> #name), Some(parse_quote_spanned!(span=> let mut #name = #over;)))
            };
            Ok(parse_quote_spanned!(span=> {
                #declared
                while let ::core::option::Option::Some(#pat) = #from.next() #body
            }))
        });
        let Some(tree) = tree else { return false };
        if let [first, _] = tree.stmts.as_slice() {
            self.statement(first);
        }
        if let Some(Stmt::Expr(Expr::While(steps), _)) = tree.stmts.last()
            && let Expr::Let(found) = &*steps.cond
            && let Expr::MethodCall(next) = &*found.expr
        {
            let (span, from, rule) = (each.expr.span(), &next.receiver, rule_method(&next.method));
            let (private, mut rule) = (private_at(span), rule);
            rule.set_span(next.method.span());
            self.verbatim(quote_spanned!(span=> {
                use #private::DerivativeOfNext as _;
                #from.#rule().claim_next_of(&#from);
            }));
        }
        tree.stmts.last().into_iter().for_each(|steps| self.statement(steps));
        true
    }

    /// Notes that a variable is what `Type::new(..)` gives.
    pub(super) fn note_new(&mut self, name: &Ident, value: Option<&Expr>) {
        if value.is_some_and(is_new)
            && let Some(var) = self.meaning(name).map(|meaning| meaning.var)
        {
            self.made_by_new.insert(var);
        }
    }

    fn is_new(&self, place: &Expr) -> bool {
        self.lookup(place).is_some_and(|meaning| meaning.path.is_empty() && self.made_by_new.contains(&meaning.var))
    }
}

/// `Type::new(..)`, if the type is none of the standard library's.
fn is_new(value: &Expr) -> bool {
    let Expr::Call(call) = peel(value) else { return false };
    let Expr::Path(path) = peel(&call.func) else { return false };
    path.path.segments.len() > 1
        && path.path.segments.last().is_some_and(|last| last.ident == "new")
        && makes_another(peel(value))
}
