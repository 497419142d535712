//! Names of references that a call gives: `let m = larger(&a, &b); *m * t`. Derived code has a copy of what is lent, and the name is that
//! of a reference to the copy, as it is in the user's code.

use proc_macro2::Ident;
use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{
    Block, Expr, ExprForLoop, ExprUnary, Local, LocalInit, Pat, PatIdent, PatType, Stmt, Type, parse_quote_spanned,
};

use super::Binder;
use crate::desugar::iterators::selections::is_unwrapped;
use crate::desugar::{array_copies, iterators, outcome_methods};
use crate::ir::Operand;
use crate::library::private_at;
use crate::naming::hygienic;
use crate::syntax::dereferences::Dereferences;
use crate::syntax::patterns::names_in;
use crate::syntax::peel;

impl Binder<'_> {
    /// `let name = call(..);` before `rest`, if `*name` is read there, and `let name: &T = call(..);`.
    pub(super) fn let_lent(
        &mut self,
        local: &Local,
        may_be_led_through: impl Fn(&Ident) -> bool,
        rest: &[Stmt],
    ) -> bool {
        let Some(LocalInit { expr, diverge: None, .. }) = &local.init else { return false };
        let (pat, is_reference) = match &local.pat {
            Pat::Type(PatType { pat, ty, .. }) => match &**ty {
                Type::Reference(reference) if reference.mutability.is_none() => (&**pat, true),
                _ => return false,
            },
            pat => (pat, false),
        };
        let Pat::Ident(name @ PatIdent { by_ref: None, mutability: None, subpat: None, .. }) = pat else {
            return false;
        };
        let is_led_through = || may_be_led_through(&name.ident) && is_led_through(&name.ident, rest);
        if !self.is_call(expr) || !self.is_active(expr) || !is_reference && !is_led_through() {
            return false;
        }
        let pat = &local.pat;
        let is_there = self.claimed_copy(
            std::ptr::from_ref(local).cast(),
            expr,
            |copy| parse_quote_spanned!(expr.span()=> { let #copy = #expr; let #pat = &#copy; }),
        );
        is_there.is_some()
    }

    /// `for pattern in call(..)`, if `*name` is read of a name in the pattern: what it iterates over.
    pub(super) fn lent_list(&mut self, each: &ExprForLoop) -> Option<Expr> {
        let is_led_through = || names_in(&each.pat).iter().any(|name| is_led_through(&name.ident, &each.body.stmts));
        let is_lent = self.is_call(&each.expr) && !iterators::is_iterator(&each.expr);
        if !is_lent || !self.is_active(&each.expr) || !is_led_through() {
            return None;
        }
        let copy = self.copy_of_lent(std::ptr::from_ref(&each.body).cast(), &each.expr)?;
        Some(parse_quote_spanned!(each.expr.span()=> &#copy))
    }

    /// `*call(..)`: the copy.
    pub(super) fn lent_value(&mut self, unary: &ExprUnary) -> Option<Operand> {
        if !self.is_call(&unary.expr) || !self.is_active(&unary.expr) {
            return None;
        }
        let copy = self.copy_of_lent(std::ptr::from_ref(unary).cast(), &unary.expr)?;
        self.place(&copy)
    }

    /// The name of a variable with the value of a call.
    fn copy_of_lent(&mut self, key: *const (), call: &Expr) -> Option<Expr> {
        let copy = self.claimed_copy(key, call, |copy| parse_quote_spanned!(call.span()=> { let #copy = #call; }))?;
        Some(parse_quote_spanned!(call.span()=> #copy))
    }

    /// Makes the copy by a block that begins with it, and claims that it is no type that computes what it leads to.
    fn claimed_copy(&mut self, key: *const (), call: &Expr, block: impl FnOnce(&Ident) -> Block) -> Option<Ident> {
        let (span, private) = (call.span(), private_at(call.span()));
        // Two of them may be operands of one operation.
        let tree = self.rewritten(key, |binder| {
            let count = binder.passes.trees.borrow().len();
            Ok(block(&hygienic(&format!("__lent{count}"))))
        })?;
        let (first, rest) = tree.stmts.split_first()?;
        let Stmt::Local(Local { pat: Pat::Ident(PatIdent { ident: copy, .. }), .. }) = first else { return None };
        self.statement(first);
        self.verbatim(quote_spanned! {span=> {
            use #private::{OfAnyType as _, OfWhatComputes as _, OfWhatIsCopied as _};
            #private::leads((&&&#private::CopyOf(&#copy)).target());
        }});
        rest.iter().for_each(|stmt| self.statement(stmt));
        Some(copy.clone())
    }

    /// Whether a call gives a value of its own in derived code.
    fn is_call(&self, expr: &Expr) -> bool {
        match peel(expr) {
            Expr::Call(_) => !self.is_stopped_place(expr),
            Expr::MethodCall(call) => {
                !self.is_slice(call)
                    && !self.is_end_of_list(call)
                    && !self.is_lent_content(call)
                    && !iterators::is_chain(call, self)
                    && !is_unwrapped(call)
                    && array_copies::list_of(call).is_none()
                    && outcome_methods::written_out(call).is_none()
            }
            _ => false,
        }
    }
}

/// Whether `*name` is in the statements.
fn is_led_through(name: &Ident, stmts: &[Stmt]) -> bool {
    let mut look = Dereferences::of(name);
    stmts.iter().for_each(|stmt| look.visit_stmt(stmt));
    look.found
}
