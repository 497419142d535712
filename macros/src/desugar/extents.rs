//! Whole numbers in fields from which indices and ranges are computed, such as the number of columns of a matrix. They have no derivative,
//! which `inert` shows. Those that loops use are read once, in front of the body, so that the reverse half has
//! them without the parameter they are in.
//!
//! ```text
//! // in                                                // out
//! fn sum(&self, k: usize) -> f64 {                     fn sum(&self, k: usize) -> f64 {
//!     let m = self.rows;                                   let extent0 = inert(self.columns);
//!     let mut sum = 0.0;                                   let m = inert(self.rows);
//!     for i in 0..m {                                      let mut sum = 0.0;
//!         sum += self.data[i * self.columns + k];          for i in 0..m { sum += self.data[i * extent0 + k]; }
//!     }                                                    sum
//!     sum                                              }
//! }
//! ```

use std::collections::{HashMap, HashSet};

use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, ExprForLoop, ExprIndex, ExprMethodCall, Ident, Local, Pat, PatIdent, ReturnType, Stmt};
use syn::{Type, parse_quote};

use crate::accept::signature::{Origin, Parameter};
use crate::naming::hygienic;
use crate::syntax::{is_certain, peel, root_name};

/// Reads them once.
pub(super) fn read_once(parameters: &[Parameter], body: &mut Block, output: &ReturnType) {
    // What is lent is a part of the receiver, found by its fields.
    if matches!(output, ReturnType::Type(_, ty) if matches!(**ty, Type::Reference(_))) {
        return;
    }
    let mut declared = Declared::default();
    declared.visit_block(body);
    let is_one = |parameter: &&Parameter| {
        let is_shared = parameter.reference.is_some() && !parameter.lent && parameter.constant.is_none();
        is_shared && matches!(parameter.origin, Origin::Signature)
    };
    let roots = parameters.iter().filter(is_one).filter_map(|parameter| match &parameter.pat {
        Pat::Ident(name) => Some(name.ident.clone()),
        _ => None,
    });
    let roots = roots.filter(|root| !declared.0.contains_key(root)).collect();
    let mut fields = Fields { roots, repeats: false, read: Vec::new(), used: HashSet::new() };
    fields.visit_block_mut(body);
    let Fields { read, used, .. } = fields;
    let is_whole = |name: &Ident| used.contains(name) && declared.0.get(name) == Some(&1);
    Inert(&is_whole).visit_block_mut(body);
    let read =
        read.iter().map(|(field, name)| -> Stmt { parse_quote!(let #name = ::cotangent::generated::inert(#field);) });
    body.stmts.splice(0..0, read.collect::<Vec<_>>());
}

/// How often each name is declared.
#[derive(Default)]
struct Declared(HashMap<Ident, usize>);

impl<'ast> Visit<'ast> for Declared {
    fn visit_pat_ident(&mut self, name: &'ast PatIdent) {
        *self.0.entry(name.ident.clone()).or_default() += 1;
        visit::visit_pat_ident(self, name);
    }
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

struct Fields {
    /// The parameters whose fields stay as they are.
    roots: HashSet<Ident>,
    /// Whether the code may run more than once.
    repeats: bool,
    /// The fields, and the names of what was read.
    read: Vec<(Expr, Ident)>,
    /// The names from which indices and ranges are computed.
    used: HashSet<Ident>,
}

impl Fields {
    /// An index, or an end of a range of indices: a whole number, if it is arithmetic.
    fn extent(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Paren(inner) => self.extent(&mut inner.expr),
            Expr::Binary(binary) if is_arithmetic(&binary.op) => {
                self.operand(&mut binary.left);
                self.operand(&mut binary.right);
            }
            Expr::Range(range) => {
                for end in [&mut range.start, &mut range.end].into_iter().flatten() {
                    self.operand(end);
                }
            }
            _ => {}
        }
    }

    fn operand(&mut self, expr: &mut Expr) {
        if let Expr::Path(path) = peel(expr) {
            self.used.extend(path.path.get_ident().cloned());
            return;
        }
        if !is_field(expr) {
            return self.extent(expr);
        }
        if !self.repeats || root_name(expr).is_none_or(|root| !self.roots.contains(root)) {
            return;
        }
        let spelled = expr.to_token_stream().to_string();
        let known = self.read.iter().find(|(field, _)| field.to_token_stream().to_string() == spelled);
        let name = known.map_or_else(|| hygienic(&format!("extent{}", self.read.len())), |(_, name)| name.clone());
        if known.is_none() {
            self.read.push((expr.clone(), name.clone()));
        }
        *expr = parse_quote!(#name);
    }

    fn repeated(&mut self, visit: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.repeats, true);
        visit(self);
        self.repeats = before;
    }
}

impl VisitMut for Fields {
    fn visit_expr_index_mut(&mut self, index: &mut ExprIndex) {
        self.extent(&mut index.index);
        visit_mut::visit_expr_index_mut(self, index);
    }
    fn visit_expr_for_loop_mut(&mut self, looped: &mut ExprForLoop) {
        self.repeated(|fields| {
            fields.extent(&mut looped.expr);
            visit_mut::visit_expr_for_loop_mut(fields, looped);
        });
    }
    fn visit_expr_while_mut(&mut self, looped: &mut syn::ExprWhile) {
        self.repeated(|fields| visit_mut::visit_expr_while_mut(fields, looped));
    }
    fn visit_expr_loop_mut(&mut self, looped: &mut syn::ExprLoop) {
        self.repeated(|fields| visit_mut::visit_expr_loop_mut(fields, looped));
    }
    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        self.repeated(|fields| visit_mut::visit_expr_closure_mut(fields, closure));
    }
    fn visit_expr_method_call_mut(&mut self, call: &mut ExprMethodCall) {
        if OF_ITERATORS.iter().any(|method| call.method == method) {
            self.repeated(|fields| {
                if let Expr::Paren(range) = &mut *call.receiver {
                    fields.extent(&mut range.expr);
                }
            });
        }
        visit_mut::visit_expr_method_call_mut(self, call);
    }
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// Methods of iterators: a range that has one is of whole numbers.
const OF_ITERATORS: [&str; 8] = ["map", "rev", "step_by", "filter", "for_each", "fold", "flat_map", "zip"];

/// `let n = self.n;`, where `n` is a whole number.
struct Inert<'n>(&'n dyn Fn(&Ident) -> bool);

impl VisitMut for Inert<'_> {
    fn visit_local_mut(&mut self, local: &mut Local) {
        if let (Pat::Ident(name), Some(init)) = (&local.pat, &mut local.init)
            && init.diverge.is_none()
            && !is_certain(name)
            && (self.0)(&name.ident)
            && is_of_fields(&init.expr)
        {
            let value = &init.expr;
            init.expr = parse_quote!(::cotangent::generated::inert(#value));
        }
        visit_mut::visit_local_mut(self, local);
    }
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

fn is_arithmetic(op: &BinOp) -> bool {
    matches!(op, BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_))
}

/// `self.n`, `model.head.n`.
fn is_field(expr: &Expr) -> bool {
    match peel(expr) {
        Expr::Field(field) => {
            matches!(peel(&field.base), Expr::Path(path) if path.path.get_ident().is_some()) || is_field(&field.base)
        }
        _ => false,
    }
}

/// Arithmetic with fields and literals, with a field at least.
fn is_of_fields(expr: &Expr) -> bool {
    let is_literal = |expr: &Expr| matches!(peel(expr), Expr::Lit(_));
    match peel(expr) {
        Expr::Binary(binary) if is_arithmetic(&binary.op) => {
            let (left, right) = (&binary.left, &binary.right);
            is_of_fields(left) && (is_of_fields(right) || is_literal(right)) || is_literal(left) && is_of_fields(right)
        }
        expr => is_field(expr),
    }
}
