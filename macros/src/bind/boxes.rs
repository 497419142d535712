//! `Box::new(x)`, and the content of a box that a variable holds. Which variables are boxes their declarations say; the rules take nothing
//! else.

use proc_macro2::Span;
use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, ExprBinary, Ident, Stmt, Type, UnOp, parse_quote_spanned};

use super::expressions::of_rule;
use super::{Binder, peel};
use crate::ir::{Method, Op, Operand};
use crate::naming::function_of_type;

impl Binder<'_> {
    /// `Box::new(x)`. That the path is the function of the standard library the compiler checks.
    pub(super) fn boxed(&mut self, call: &syn::ExprCall) -> Option<Op> {
        let content = content(call)?;
        let (function, operand) = (&call.func, self.operand(content));
        let (written, span) = (operand.through(), function.span());
        self.verbatim(quote_spanned!(span=> ::cotangent::generated::boxes::Boxes::is_new(#function, &#written);));
        Some(self.rule_of_boxes("new", operand, span))
    }

    /// `*x` of a box.
    pub(super) fn unboxed(&mut self, star: syn::token::Star, of: &Expr) -> Op {
        let operand = self.operand(of);
        self.rule_of_boxes("content", operand, star.span())
    }

    fn rule_of_boxes(&mut self, name: &str, operand: Operand, span: Span) -> Op {
        let of = Some(parse_quote_spanned!(span=> ::cotangent::generated::boxes::Boxes));
        let (name, link) = (function_of_type(&Ident::new(name, span)), self.link());
        Op::Method(Method {
            of,
            name,
            generics: None,
            operands: vec![of_rule(operand)],
            link,
            is_call: false,
            either: Vec::new(),
        })
    }

    /// Notes that a name stands for a box, if its declaration says so.
    pub(super) fn note_box(&mut self, name: &Ident, ty: Option<&Type>, value: Option<&Expr>) {
        let is_made = matches!(value.map(peel), Some(Expr::Call(call)) if content(call).is_some());
        if (is_made || ty.is_some_and(is_box))
            && let Some(var) = self.meaning(name).map(|meaning| meaning.var)
        {
            self.boxes.insert(var);
        }
    }

    /// Whether an expression is a box in a variable with a derivative, or leads to one.
    pub(super) fn is_box(&self, expr: &Expr) -> bool {
        let (expr, through) = match peel(expr) {
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => (peel(&unary.expr), true),
            expr => (expr, false),
        };
        self.lookup(expr).is_some_and(|meaning| {
            let is_active = self.vars[meaning.var.0].active;
            is_active && meaning.is_ref == through && meaning.path.is_empty() && self.boxes.contains(&meaning.var)
        })
    }

    /// `*x = value` and `*x += value` of a box: it becomes another one.
    pub(super) fn fill_box(&mut self, left: &Expr, op: Option<&BinOp>, value: &Expr) -> bool {
        let Expr::Unary(unary) = peel(left) else { return false };
        let place = &unary.expr;
        if !matches!(unary.op, UnOp::Deref(_)) || !self.is_box(place) {
            return false;
        }
        let span = left.span();
        let tree = self.rewritten(std::ptr::from_ref(value).cast(), |_| {
            let value = match op {
                None => value.clone(),
                Some(op) => Expr::Binary(ExprBinary {
                    attrs: Vec::new(),
                    left: Box::new(left.clone()),
                    op: without_assignment(op),
                    right: Box::new(parse_quote_spanned!(value.span()=> (#value))),
                }),
            };
            Ok(parse_quote_spanned!(span=> { #place = ::cotangent::generated::boxes::Box::new(#value); }))
        });
        if let Some(Stmt::Expr(Expr::Assign(assign), _)) = tree.as_deref().and_then(|tree| tree.stmts.first()) {
            self.assign(assign);
        }
        true
    }
}

/// The argument of `Box::new`.
fn content(call: &syn::ExprCall) -> Option<&Expr> {
    let Expr::Path(path) = peel(&call.func) else { return None };
    let mut names = path.path.segments.iter().rev().map(|segment| &segment.ident);
    let is_new = names.next()? == "new" && names.next()? == "Box" && path.qself.is_none() && call.args.len() == 1;
    is_new.then(|| &call.args[0])
}

/// Whether a type is spelled as a box.
pub(super) fn is_box(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Box"))
}

/// `+` of `+=`
fn without_assignment(op: &BinOp) -> BinOp {
    let span = op.span();
    match op {
        BinOp::AddAssign(_) => BinOp::Add(syn::Token![+](span)),
        BinOp::SubAssign(_) => BinOp::Sub(syn::Token![-](span)),
        BinOp::MulAssign(_) => BinOp::Mul(syn::Token![*](span)),
        BinOp::DivAssign(_) => BinOp::Div(syn::Token![/](span)),
        BinOp::RemAssign(_) => BinOp::Rem(syn::Token![%](span)),
        op => *op,
    }
}
