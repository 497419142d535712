//! Conditions that lend something to be changed: each call becomes a statement, so that the change is followed.
//!
//! ```text
//! // in                                      // out
//! if x > 0.0 && hit(x, &mut out) { .. }      if { let a = if x > 0.0 { let b = hit(x, &mut out); b } else { false }; a } { .. }
//! any |= hit(x, &mut out);                   { let a = hit(x, &mut out); any |= inert(a); }
//! ```
//!
//! What such a block does is taken out of the condition later (`exits/conditions.rs`).

use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, ExprClosure, ExprMethodCall, Item, UnOp, parse_quote_spanned};

use super::optional_elements::list_of;
use crate::naming::hygienic;
use crate::syntax::{is_constructor, is_place, peel};

/// Takes such calls out of conditions.
#[derive(Default)]
pub(super) struct Questions {
    asked: usize,
}

impl Questions {
    /// A question as a block, which makes the changes one after the other.
    fn block(&mut self, question: &Expr) -> Expr {
        let mut before = TokenStream::new();
        let asked = self.ask(question, &mut before);
        parse_quote_spanned!(question.span()=> { #before #asked })
    }

    /// The answer to a question, after the statements that it needs before.
    fn ask(&mut self, question: &Expr, before: &mut TokenStream) -> Expr {
        if !changes(question) {
            return question.clone();
        }
        let span = question.span();
        match peel(question) {
            Expr::Binary(both) if is_lazy(&both.op) => {
                let left = self.ask(&both.left, before);
                if !changes(&both.right) {
                    let (op, right) = (&both.op, &both.right);
                    return parse_quote_spanned!(span=> (#left #op #right));
                }
                let right = self.block(&both.right);
                let value = if matches!(both.op, BinOp::And(_)) {
                    quote_spanned!(span=> if #left #right else { false })
                } else {
                    quote_spanned!(span=> if #left { true } else #right)
                };
                self.name(&parse_quote_spanned!(span=> #value), before)
            }
            Expr::Binary(both) => {
                let left = if changes(&both.right) {
                    let left = self.ask(&both.left, before);
                    self.name(&left, before)
                } else {
                    self.ask(&both.left, before)
                };
                let (op, right) = (&both.op, self.ask(&both.right, before));
                parse_quote_spanned!(span=> (#left #op #right))
            }
            Expr::Unary(not) if matches!(not.op, UnOp::Not(_)) => {
                let asked = self.ask(&not.expr, before);
                parse_quote_spanned!(span=> !#asked)
            }
            Expr::MethodCall(asked) if asks(asked) => {
                let (outcome, method) = (self.name(&asked.receiver, before), &asked.method);
                parse_quote_spanned!(span=> #outcome.#method())
            }
            value => self.name(value, before),
        }
    }

    /// A name for a value.
    fn name(&mut self, value: &Expr, before: &mut TokenStream) -> Expr {
        let name = hygienic(&format!("__asked{}", self.asked));
        self.asked += 1;
        before.extend(quote_spanned!(value.span()=> let #name = #value;));
        parse_quote_spanned!(value.span()=> #name)
    }
}

impl VisitMut for Questions {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::If(branch) if changes(&branch.cond) => *branch.cond = self.block(&branch.cond),
            Expr::While(each) if changes(&each.cond) => *each.cond = self.block(&each.cond),
            Expr::Binary(both) if is_of_flags(&both.op) && changes(&both.right) => {
                let mut before = TokenStream::new();
                let asked = self.ask(&both.right, &mut before);
                let (span, left, op) = (both.span(), &both.left, &both.op);
                *expr = parse_quote_spanned!(span=> { #before #left #op ::cotangent::generated::inert(#asked); });
            }
            Expr::Binary(both) if is_lazy(&both.op) && changes(expr) => *expr = self.block(expr),
            Expr::Unary(not) if matches!(not.op, UnOp::Not(_)) && changes(expr) => *expr = self.block(expr),
            _ => {}
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_item_mut(&mut self, _: &mut Item) {}
    fn visit_expr_const_mut(&mut self, _: &mut syn::ExprConst) {}
}

fn is_lazy(op: &BinOp) -> bool {
    matches!(op, BinOp::And(_) | BinOp::Or(_))
}

/// `|=`, `&=`, `^=`
fn is_of_flags(op: &BinOp) -> bool {
    matches!(op, BinOp::BitOrAssign(_) | BinOp::BitAndAssign(_) | BinOp::BitXorAssign(_))
}

/// Whether a question lends something to be changed, and names nothing.
fn changes(question: &Expr) -> bool {
    #[derive(Default)]
    struct Look {
        lends: bool,
        names: bool,
    }
    impl<'ast> Visit<'ast> for Look {
        fn visit_expr_reference(&mut self, reference: &'ast syn::ExprReference) {
            self.lends |= reference.mutability.is_some();
            visit::visit_expr_reference(self, reference);
        }
        fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
            // A constructor keeps what it is given, which is refused at its place.
            if !matches!(peel(&call.func), Expr::Path(path) if is_constructor(path)) {
                visit::visit_expr_call(self, call);
            }
        }
        fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
            self.lends |= asks(call) && may_change(&call.receiver);
            visit::visit_expr_method_call(self, call);
        }
        fn visit_expr_let(&mut self, _: &'ast syn::ExprLet) {
            self.names = true;
        }
        fn visit_expr_closure(&mut self, _: &'ast ExprClosure) {}
        fn visit_block(&mut self, _: &'ast Block) {}
        fn visit_item(&mut self, _: &'ast Item) {}
    }
    let mut look = Look::default();
    look.visit_expr(question);
    look.lends && !look.names
}

/// Whether an outcome is what a method of the program may give that changes what it is called on.
fn may_change(outcome: &Expr) -> bool {
    const OF_LIBRARIES: [&str; 8] = ["as_deref", "as_mut", "as_ref", "next", "ok", "peek", "pop", "to_f64"];
    let Expr::MethodCall(call) = peel(outcome) else { return false };
    is_place(&call.receiver)
        && list_of(outcome).is_none()
        && !call.method.to_string().starts_with("checked_")
        && !OF_LIBRARIES.iter().any(|method| call.method == method)
}

/// Whether a method asks which variant an outcome is.
fn asks(call: &ExprMethodCall) -> bool {
    call.args.is_empty() && ["is_err", "is_none", "is_ok", "is_some"].iter().any(|method| call.method == method)
}
