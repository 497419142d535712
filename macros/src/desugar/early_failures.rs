//! `?` where the failure is written out beside it: an error, or that a list has no such element.
//!
//! ```text
//! // in                                        // out
//! Err(NoRoot)?;                               return Err(From::from(NoRoot));
//! let a = x.first()? * k;                     let Some(first) = x.first() else { return None };
//!                                             let a = first * k;
//! let b = self.cache.as_ref()?[0];            let Some(cache) = self.cache.as_ref() else { return None };
//!                                             let b = cache[0];
//! let b = x.get(i).ok_or(Missing)?;           let Some(b) = x.get(i) else { return Err(From::from(Missing)) };
//! ```
//!
//! Elements are asked for before the statement, so nothing in it may change anything, and no other exit may come before them.

use quote::quote;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprCall, ExprClosure, ExprMethodCall, ReturnType, Stmt, parse_quote, parse_quote_spanned};

use super::explained_failures::explained;
use super::mapped_outcomes::is_result;
use super::optional_elements::list_of;
use crate::naming::hygienic;
use crate::syntax::effects::changes_something;
use crate::syntax::{is_place, peel};

/// Writes them out as exits, in the body of a function with that result.
pub(super) fn write_out(body: &mut Block, output: &ReturnType) {
    Failures { number: 0, of_options: gives_option(output) }.visit_block_mut(body);
}

/// Whether `?` may be one of an `Option`. Then an element is; of a `Result` it would be what a method of the program gives.
fn gives_option(output: &ReturnType) -> bool {
    matches!(output, ReturnType::Type(_, ty) if !is_result(ty))
}

struct Failures {
    number: usize,
    /// Whether `?` may be one of an `Option`.
    of_options: bool,
}

impl VisitMut for Failures {
    fn visit_block_mut(&mut self, block: &mut Block) {
        visit_mut::visit_block_mut(self, block);
        for mut stmt in std::mem::take(&mut block.stmts) {
            let (number, of_options) = (&mut self.number, self.of_options);
            let mut elements = Elements { number, of_options, before: Vec::new(), is_after_an_exit: false };
            if !changes(&stmt) {
                elements.visit_stmt_mut(&mut stmt);
            }
            block.stmts.append(&mut elements.before);
            block.stmts.push(stmt);
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        if let Expr::Try(tried) = expr
            && let Expr::Call(call) = peel(&tried.expr)
            && let Some(error) = error_in(call)
        {
            *expr = parse_quote_spanned!(tried.span()=> return ::core::result::Result::Err(::core::convert::From::from(#error)));
        }
    }

    /// `?` in a closure leaves the closure.
    fn visit_expr_closure_mut(&mut self, closure: &mut ExprClosure) {
        let outside = std::mem::replace(&mut self.of_options, gives_option(&closure.output));
        visit_mut::visit_expr_closure_mut(self, closure);
        self.of_options = outside;
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// Whether a statement changes something beside the variable that it declares or assigns.
fn changes(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Local(local) => {
            local.init.as_ref().is_some_and(|init| init.diverge.is_some() || changes_something(&init.expr))
        }
        Stmt::Expr(Expr::Assign(assign), _) => changes_something(&assign.left) || changes_something(&assign.right),
        Stmt::Expr(Expr::Binary(binary), _) => changes_something(&binary.left) || changes_something(&binary.right),
        Stmt::Expr(expr, _) => changes_something(expr),
        Stmt::Item(_) | Stmt::Macro(_) => true,
    }
}

/// `e` of `Err(e)`
pub(super) fn error_in(call: &ExprCall) -> Option<&Expr> {
    let Expr::Path(path) = peel(&call.func) else { return None };
    let is_error = path.path.segments.last().is_some_and(|last| last.ident == "Err");
    call.args.first().filter(|_| is_error && call.args.len() == 1)
}

/// The elements that a statement asks for, whatever it does.
struct Elements<'n> {
    number: &'n mut usize,
    of_options: bool,
    before: Vec<Stmt>,
    /// Whether another exit may be taken before.
    is_after_an_exit: bool,
}

impl VisitMut for Elements<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            // What is in these may not be reached.
            Expr::If(_) | Expr::Match(_) | Expr::While(_) | Expr::ForLoop(_) | Expr::Loop(_) | Expr::Block(_) => {
                self.is_after_an_exit = true;
            }
            Expr::Closure(_) | Expr::Let(_) | Expr::Unsafe(_) | Expr::Const(_) | Expr::Async(_) => {}
            Expr::Binary(binary) if matches!(binary.op, syn::BinOp::And(_) | syn::BinOp::Or(_)) => {
                self.visit_expr_mut(&mut binary.left);
                self.is_after_an_exit = true;
            }
            _ if self.is_after_an_exit => {}
            Expr::Try(tried) if let Some((element, failure)) = element(&tried.expr, self.of_options) => {
                *self.number += 1;
                let name = hygienic(&format!("__element{}", self.number));
                self.before.push(parse_quote_spanned! {tried.span()=>
                    let ::core::option::Option::Some(#name) = #element else { return #failure };
                });
                *expr = parse_quote_spanned!(tried.span()=> #name);
            }
            Expr::Try(tried) => {
                self.visit_expr_mut(&mut tried.expr);
                self.is_after_an_exit = true;
            }
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// An element in an `Option`, and what is returned if there is none.
fn element(expr: &Expr, of_options: bool) -> Option<(&Expr, Expr)> {
    let is_one = |expr: &Expr| {
        let Expr::MethodCall(call) = peel(expr) else { return false };
        match call.method.to_string().as_str() {
            "first" | "last" | "get" => list_of(expr).is_some(),
            "as_ref" | "as_deref" => call.args.is_empty() && is_place(&call.receiver),
            _ => false,
        }
    };
    if let Some((of, explain)) = explained(expr).filter(|(of, _)| is_one(of)) {
        let none = quote!(::core::option::Option::<()>::None);
        return Some((of, parse_quote!(::cotangent::generated::residual_by(#none, #explain))));
    }
    if of_options && is_one(expr) {
        return Some((expr, parse_quote!(::core::option::Option::None)));
    }
    let Expr::MethodCall(ExprMethodCall { receiver, method, args, .. }) = peel(expr) else { return None };
    let error: Expr = match (method.to_string().as_str(), args.first().map(peel)) {
        ("ok_or", Some(error)) => error.clone(),
        ("ok_or_else", Some(Expr::Closure(error))) if error.inputs.is_empty() => (*error.body).clone(),
        _ => return None,
    };
    let failure = parse_quote!(::core::result::Result::Err(::core::convert::From::from(#error)));
    is_one(receiver).then_some((receiver, failure))
}
