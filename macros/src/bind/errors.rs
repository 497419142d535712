//! What an `Err` carries: a derivative ends there, and must not be expected of what is read back.
//!
//! ```text
//! // in
//! Err(NoRoot { from: a, to: 2.0 * b })
//! // out
//! v0 = 2.0 * b
//! Err(NoRoot { from: own(&a), to: own(&v0) })       constants, as the forward half writes them down
//! ```
//!
//! A name that a pattern gives to the content of an `Err` may be shown, compared and passed on in another `Err`. Where the function uses
//! it for anything else, its type must have no derivative.

use std::collections::HashSet;

use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, ExprCall, ExprPath, Ident, Index, Member, Pat, parse_quote};

use super::activity::is_comparison;
use super::{Binder, peel};
use crate::accept::body::is_check;
use crate::desugar::typed_errors::beside_its_type;
use crate::ir::{Op, Operand, Place};
use crate::syntax::is_constructor;
use crate::syntax::patterns::names_in;
use crate::variant;
use crate::words::words;

impl Binder<'_> {
    /// `Err(..)`
    pub(super) fn error(&mut self, call: &ExprCall, path: &ExprPath) -> Op {
        let members = (0..).map(|i| Member::Unnamed(Index::from(i)));
        let carried: Vec<_> = call.args.iter().map(|content| self.content(content)).collect();
        Op::Struct { path: path.path.clone(), imported: false, fields: members.zip(carried).collect(), base: None }
    }

    fn content(&mut self, content: &Expr) -> Operand {
        if is_shown(content) {
            let content = self.condition(content);
            return Operand::Place(self.temporary(content.span(), None, Op::Inactive(Box::new(content)), false));
        }
        if !self.is_active(content) {
            return self.operand(content);
        }
        let content = self.without_derivative(content);
        let place = self.temporary(content.span(), None, Op::Inactive(Box::new(content)), false);
        Operand::Place(place)
    }

    /// The same value, through which no derivative flows. What is put together keeps its parts apart: the type of the whole may be any.
    fn without_derivative(&mut self, expr: &Expr) -> Expr {
        match peel(expr) {
            expr if !self.is_active(expr) => self.observed(expr),
            Expr::Call(call) if let Some(path) = constructor(call) => {
                let arguments: Vec<_> = call.args.iter().map(|part| self.without_derivative(part)).collect();
                let value = crate::claims::constructed(path, &quote!(#(#arguments),*));
                parse_quote!(#value)
            }
            Expr::Call(call)
                if matches!(peel(&call.func), Expr::Path(_)) && self.lookup(peel(&call.func)).is_none() =>
            {
                let function = &call.func;
                let arguments: Vec<_> = call.args.iter().map(|part| self.without_derivative(part)).collect();
                parse_quote!(#function(#(#arguments),*))
            }
            Expr::Reference(reference) if reference.mutability.is_none() => {
                let value = self.without_derivative(&reference.expr);
                parse_quote!(&#value)
            }
            Expr::Struct(literal) => {
                let mut literal = literal.clone();
                literal.fields.iter_mut().for_each(|field| {
                    field.colon_token.get_or_insert_default();
                    field.expr = self.without_derivative(&field.expr);
                });
                literal.rest = literal.rest.map(|rest| Box::new(self.without_derivative(&rest)));
                Expr::Struct(literal)
            }
            Expr::Tuple(tuple) => {
                let parts: Vec<_> = tuple.elems.iter().map(|part| self.without_derivative(part)).collect();
                parse_quote!((#(#parts,)*))
            }
            expr => match self.operand(expr) {
                Operand::Constant { expr, .. } => expr,
                Operand::Place(Place { written, is_ref, .. }) | Operand::Lent(Place { written, is_ref, .. }) => {
                    let reference = (!is_ref).then(|| quote!(&));
                    parse_quote!(::cotangent::generated::of(#reference #written).own())
                }
            },
        }
    }

    /// The names that a pattern gives to the content of an `Err`.
    pub(super) fn name_content(&mut self, pat: &Pat) {
        self.bind_constants(pat);
        for name in names_in(pat) {
            let name = &name.ident;
            if self.read_back.contains(name) {
                self.verbatim(quote_spanned!(name.span()=> ::cotangent::generated::content(&#name).is_constant();));
            }
        }
    }
}

/// Whether an expression is a name or a part of one.
fn is_part(expr: &Expr) -> bool {
    match peel(expr) {
        Expr::Path(_) => true,
        Expr::Field(field) => is_part(&field.base),
        Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Deref(_)) && is_part(&unary.expr),
        _ => false,
    }
}

/// Whether the error in a call of `Err` is what a macro gives that formats values.
pub(super) fn is_error_by_macro(call: &ExprCall) -> bool {
    is_error(call) && call.args.first().is_some_and(is_shown)
}

/// Whether an error is what such a macro gives.
fn is_shown(error: &Expr) -> bool {
    let error = beside_its_type(error).unwrap_or(error);
    matches!(peel(error), Expr::Macro(e) if is_check(&e.mac))
}

/// Whether a call is one of `Err`.
pub(super) fn is_error(call: &ExprCall) -> bool {
    constructor(call)
        .is_some_and(|path| matches!(variant::part(path, &Member::Unnamed(0.into()), false), variant::Part::Nothing))
}

/// The path of a constructor that is called.
fn constructor(call: &ExprCall) -> Option<&syn::Path> {
    match peel(&call.func) {
        Expr::Path(path) if is_constructor(path) => Some(&path.path),
        _ => None,
    }
}

/// The names that a body uses for more than to show them or to pass them on in an `Err`.
pub(super) fn read_back(body: &syn::Block) -> HashSet<Ident> {
    let mut names = Names::default();
    names.visit_block(body);
    names.used
}

#[derive(Default)]
struct Names {
    used: HashSet<Ident>,
    /// What an arm or a closure calls values that are no content of an `Err`.
    own: Vec<Ident>,
}

impl<'ast> Names {
    /// Visits what is in the scope of some patterns.
    fn within(&mut self, patterns: &mut dyn Iterator<Item = &'ast Pat>, visit: &mut dyn FnMut(&mut Self)) {
        let before = self.own.len();
        let others = patterns.filter(|pat| !words(pat.to_token_stream()).iter().any(|word| word == "Err"));
        self.own.extend(others.flat_map(names_in).map(|name| name.ident.clone()));
        visit(self);
        self.own.truncate(before);
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_expr_path(&mut self, path: &'ast ExprPath) {
        self.used.extend(path.path.get_ident().filter(|name| !self.own.contains(name)).cloned());
    }
    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        self.within(&mut std::iter::once(&arm.pat), &mut |inner| visit::visit_arm(inner, arm));
    }
    fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
        self.within(&mut closure.inputs.iter(), &mut |inner| inner.visit_expr(&closure.body));
    }
    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        let is_shown = matches!(peel(&call.func), Expr::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Err" || last.ident == "stop_gradient"));
        if !is_shown {
            visit::visit_expr_call(self, call);
        }
    }
    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.visit_expr(&call.receiver);
        let takes_an_error = call.method == "or_else" || call.method == "unwrap_or_else";
        for argument in call.args.iter().filter(|_| call.method != "map_err") {
            match peel(argument) {
                Expr::Closure(closure) if takes_an_error => self.visit_expr(&closure.body),
                argument => self.visit_expr(argument),
            }
        }
    }
    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        if !is_comparison(&binary.op) {
            return visit::visit_expr_binary(self, binary);
        }
        for side in [&binary.left, &binary.right] {
            if !is_part(side) {
                self.visit_expr(side);
            }
        }
    }
    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let gives_it_back = mac.path.segments.last().is_some_and(|last| last.ident == "dbg");
        if gives_it_back || !is_check(mac) {
            self.used.extend(words(mac.tokens.clone()));
        }
    }
}
