//! Numbers that are made of the bits of others: a derivative ends in `x.to_bits()`, so that of `f64::from_bits(x.to_bits() & MASK)` would be
//! zero in silence.
//!
//! They are found by names: what a name is given anywhere in the function counts everywhere. Bits that are shifted to the right, as
//! those of an exponent, make numbers that do not vary smoothly if they are cast, so a cast of them is none of these.

use std::collections::HashMap;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{BinOp, Block, Expr, ExprCall, ExprMethodCall, Local, Pat, Type};

use super::activity::is_comparison;
use crate::accept::signature::is_real;
use crate::ir::Function;
use crate::report::Report;
use crate::syntax::patterns::names_in;
use crate::syntax::{is_compound, peel, root_name};

/// What is refused of such a number.
const OF_BITS: &str = "this number is made of the bits of another, where the derivative of that ends\n\
    help: compute it by arithmetic, write a rule for the function, or write `stop_gradient(..)` around it if its derivative is zero";

const TAKE: [&str; 4] = ["to_be_bytes", "to_bits", "to_le_bytes", "to_ne_bytes"];
const MAKE: [&str; 4] = ["from_be_bytes", "from_bits", "from_le_bytes", "from_ne_bytes"];
const INTEGERS: [&str; 12] = ["i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize"];

/// What of the bits of a number is in a value.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Bits {
    #[default]
    None,
    Shifted,
    Whole,
}

/// Refuses them in the body of a function that takes the bits of a number with a derivative.
pub(super) fn refuse(function: &Function, body: &Block, report: &mut Report) {
    if function.observers.takes_bits {
        made_of_bits(body).into_iter().for_each(|number| report.refuse(number, OF_BITS));
    }
}

/// The numbers in a body that are made of bits of others.
fn made_of_bits(body: &Block) -> Vec<TokenStream> {
    let mut flow = Flow::default();
    loop {
        let known = flow.names.clone();
        flow.made.clear();
        flow.visit_block(body);
        if flow.names == known {
            return flow.made;
        }
    }
}

/// What takes the bits of a number: the number.
pub(super) fn whose_bits(expr: &Expr) -> Option<&Expr> {
    match expr {
        Expr::MethodCall(ExprMethodCall { receiver, method, .. }) if TAKE.iter().any(|name| method == name) => {
            Some(receiver)
        }
        Expr::Call(ExprCall { func, args, .. }) if names(func, &TAKE) => args.first(),
        _ => None,
    }
}

/// Whether a path ends in one of some names.
fn names(function: &Expr, among: &[&str]) -> bool {
    matches!(peel(function), Expr::Path(path)
        if path.path.segments.last().is_some_and(|last| among.iter().any(|name| last.ident == name)))
}

/// Whether a call makes a number that is no integer.
fn makes_number(call: &ExprCall) -> bool {
    let Expr::Path(path) = peel(&call.func) else { return false };
    let of = path.path.segments.iter().rev().nth(1);
    names(&call.func, &MAKE) && !of.is_some_and(|of| INTEGERS.iter().any(|name| of.ident == name))
}

fn is_stop(call: &ExprCall) -> bool {
    names(&call.func, &["stop_gradient"])
}

#[derive(Default)]
struct Flow {
    names: HashMap<String, Bits>,
    made: Vec<TokenStream>,
}

impl Flow {
    /// What is in the value of an expression.
    fn of(&self, expr: &Expr) -> Bits {
        let mut value = Value { flow: self, found: Bits::None };
        value.visit_expr(expr);
        value.found
    }

    fn given(&mut self, name: String, bits: Bits) {
        if bits > Bits::None {
            let known = self.names.entry(name).or_default();
            *known = bits.max(*known);
        }
    }

    fn named(&mut self, pat: &Pat, bits: Bits) {
        names_in(pat).into_iter().for_each(|name| self.given(name.ident.to_string(), bits));
    }

    fn placed(&mut self, place: &Expr, bits: Bits) {
        if let Some(name) = root_name(place) {
            self.given(name.to_string(), bits);
        }
    }

    /// What is lent to a call may come back with anything that the call is given.
    fn lent<'e>(&mut self, arguments: impl Iterator<Item = &'e Expr> + Clone) {
        let bits = arguments.clone().map(|argument| self.of(argument)).max().unwrap_or_default();
        for argument in arguments {
            if let Expr::Reference(reference) = peel(argument)
                && reference.mutability.is_some()
            {
                self.placed(&reference.expr, bits);
            }
        }
    }
}

impl<'ast> Visit<'ast> for Flow {
    fn visit_local(&mut self, local: &'ast Local) {
        if let Some(init) = &local.init {
            self.named(&local.pat, self.of(&init.expr));
        }
        visit::visit_local(self, local);
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Call(call) if is_stop(call) => return,
            Expr::Call(call) => {
                let is_cast = names(&call.func, &["from"]) && call.args.iter().any(|from| self.of(from) == Bits::Whole);
                let is_made = makes_number(call) && call.args.iter().any(|bits| self.of(bits) > Bits::None);
                if is_made || is_cast && of_float(&call.func) {
                    self.made.push(call.to_token_stream());
                }
                self.lent(call.args.iter());
            }
            Expr::Cast(cast) if is_float(&cast.ty) && self.of(&cast.expr) == Bits::Whole => {
                self.made.push(cast.to_token_stream());
            }
            Expr::MethodCall(call) => {
                let bits = call.args.iter().map(|argument| self.of(argument)).max().unwrap_or_default();
                self.placed(&call.receiver, bits);
                self.lent(call.args.iter());
            }
            Expr::Assign(assign) => self.placed(&assign.left, self.of(&assign.right)),
            Expr::Binary(binary) if is_compound(&binary.op) => self.placed(&binary.left, self.of(&binary.right)),
            Expr::ForLoop(each) => self.named(&each.pat, self.of(&each.expr)),
            Expr::Let(found) => self.named(&found.pat, self.of(&found.expr)),
            Expr::Match(branches) => {
                let bits = self.of(&branches.expr);
                branches.arms.iter().for_each(|arm| self.named(&arm.pat, bits));
            }
            _ => {}
        }
        visit::visit_expr(self, expr);
    }
}

/// Whether a type is one of numbers with a derivative.
fn is_float(ty: &Type) -> bool {
    matches!(ty, Type::Path(ty) if ty.path.get_ident().is_some_and(is_real))
}

/// `f64::from`
fn of_float(function: &Expr) -> bool {
    let Expr::Path(path) = peel(function) else { return false };
    path.path.segments.iter().rev().nth(1).is_some_and(|of| is_real(&of.ident))
}

struct Value<'f> {
    flow: &'f Flow,
    found: Bits,
}

impl<'ast> Visit<'ast> for Value<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        let bits = match expr {
            _ if whose_bits(expr).is_some() || names(expr, &TAKE) => Bits::Whole,
            Expr::Path(path) => {
                let name = path.path.get_ident().map(ToString::to_string);
                name.and_then(|name| self.flow.names.get(&name).copied()).unwrap_or_default()
            }
            Expr::Call(call) if is_stop(call) => Bits::None,
            // A number: what it is made of is refused.
            Expr::Call(call) if makes_number(call) => Bits::None,
            Expr::Binary(binary) if is_comparison(&binary.op) => Bits::None,
            Expr::Binary(binary) if matches!(binary.op, BinOp::Shr(_)) => self.flow.of(&binary.left).min(Bits::Shifted),
            Expr::Index(index) => self.flow.of(&index.expr),
            Expr::If(branch) => {
                self.visit_block(&branch.then_branch);
                branch.else_branch.iter().for_each(|(_, otherwise)| self.visit_expr(otherwise));
                return;
            }
            Expr::Match(branches) => {
                branches.arms.iter().for_each(|arm| self.visit_expr(&arm.body));
                return;
            }
            _ => return visit::visit_expr(self, expr),
        };
        self.found = self.found.max(bits);
    }
}
