//! A shared reference that leads to different places at different times: derived code has a variable with a copy instead, which is all
//! that can be read through it.
//!
//! ```text
//! // in                                                 // out
//! let mut best = &a[0];                                 let mut copy = a[0].clone();
//! for x in &a { if x > best { best = x; } }             for x in &a { if x > &copy { copy = x.clone(); } }
//! *best * t                                             copy * t
//! ```

mod reads;

use std::collections::HashSet;

use proc_macro2::Ident;
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{
    Block, Expr, ExprAssign, ExprForLoop, ExprMethodCall, Local, Pat, PatIdent, PatType, Stmt, Type, parse_quote,
};

use self::reads::{is_name, moves_in};
use crate::naming::hygienic;
use crate::syntax::patterns::names_in;
use crate::syntax::{each_value, is_place, peel, receiver_of};
use crate::words::words;

/// Writes the copies in a body.
pub(super) fn write_out(body: &mut Block) {
    Copies { count: 0 }.visit_block_mut(body);
}

struct Copies {
    count: usize,
}

impl VisitMut for Copies {
    fn visit_block_mut(&mut self, block: &mut Block) {
        for i in 0..block.stmts.len() {
            let (before, rest) = block.stmts.split_at_mut(i + 1);
            let Some((name, mut value)) = declared(&before[i]) else { continue };
            if !moves(&name, before, rest) {
                continue;
            }
            let copy = hygienic(&format!("__moving{}", self.count));
            self.count += 1;
            copied(&mut value);
            before[i] = parse_quote!(let mut #copy = #value;);
            reads::write(&name, &copy, rest);
        }
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// `let mut name = &place;`
fn declared(stmt: &Stmt) -> Option<(Ident, Expr)> {
    let Stmt::Local(local) = stmt else { return None };
    let pat = match &local.pat {
        Pat::Type(PatType { pat, ty, .. }) => {
            let is_slice =
                matches!(&**ty, Type::Reference(of) if matches!(&*of.elem, Type::Slice(_) | Type::TraitObject(_)));
            (!is_slice).then_some(&**pat)?
        }
        pat => pat,
    };
    let Pat::Ident(PatIdent { by_ref: None, mutability: Some(_), subpat: None, ident, .. }) = pat else { return None };
    let init = local.init.as_ref().filter(|init| init.diverge.is_none() && is_reference(&init.expr))?;
    Some((ident.clone(), (*init.expr).clone()))
}

/// `&place`, which is no part of a list, or the copy of a place.
fn is_reference(expr: &Expr) -> bool {
    let Expr::Reference(reference) = peel(expr) else { return false };
    let place = peel(&reference.expr);
    let is_part = matches!(place, Expr::Index(index) if matches!(peel(&index.index), Expr::Range(_)));
    let is_copy = |call: &ExprMethodCall| call.method == "clone" && call.args.is_empty() && is_place(&call.receiver);
    let is_lent = is_place(place) || matches!(place, Expr::MethodCall(call) if is_copy(call));
    reference.mutability.is_none() && is_lent && !is_part
}

/// Whether the name is given other references, and all is known that reads it.
fn moves(name: &Ident, before: &[Stmt], rest: &[Stmt]) -> bool {
    let mut uses = Uses { name, references: HashSet::new(), moves: false, is_known: true, moves_later: false };
    before.iter().for_each(|stmt| uses.references.extend(named_reference(stmt)));
    uses.statements(rest);
    uses.moves && uses.is_known
}

/// The name that a statement gives to a reference.
fn named_reference(stmt: &Stmt) -> Option<Ident> {
    let Stmt::Local(Local { pat: Pat::Ident(pat), init: Some(init), .. }) = stmt else { return None };
    is_reference(&init.expr).then(|| pat.ident.clone())
}

struct Uses<'n> {
    name: &'n Ident,
    /// Names of references: items of loops, and variables.
    references: HashSet<Ident>,
    moves: bool,
    is_known: bool,
    /// Whether the reference may move while a variable lives that has the value of the statement.
    moves_later: bool,
}

impl Uses<'_> {
    fn statements(&mut self, stmts: &[Stmt]) {
        for (i, stmt) in stmts.iter().enumerate() {
            self.references.extend(named_reference(stmt));
            let is_variable = matches!(stmt, Stmt::Local(_));
            self.moves_later = !is_variable
                || moves_in(self.name, |look| stmts[i + 1..].iter().for_each(|stmt| look.visit_stmt(stmt)));
            self.visit_stmt(stmt);
            if shadows(self.name, stmt) {
                return;
            }
        }
    }

    /// A closure that is called before the statement ends leaves nothing behind.
    fn argument(&mut self, argument: &Expr) {
        match argument {
            Expr::Closure(closure) => self.visit_expr(&closure.body),
            argument => self.visit_expr(argument),
        }
    }
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_block(&mut self, block: &'ast Block) {
        let outer = self.moves_later;
        self.statements(&block.stmts);
        self.moves_later = outer;
    }
    fn visit_local(&mut self, local: &'ast Local) {
        let Some(init) = &local.init else { return };
        self.visit_expr(&init.expr);
        if let Some((_, otherwise)) = &init.diverge {
            self.visit_expr(otherwise);
        }
    }
    fn visit_expr_for_loop(&mut self, each: &'ast ExprForLoop) {
        self.references.extend(names_in(&each.pat).into_iter().map(|name| name.ident.clone()));
        visit::visit_expr_for_loop(self, each);
    }
    fn visit_expr_assign(&mut self, assign: &'ast ExprAssign) {
        if is_name(&assign.left, self.name) {
            self.moves = true;
            each_value(&mut (*assign.right).clone(), &mut |end| {
                let is_named = matches!(peel(end), Expr::Path(path) if path.path.get_ident().is_some_and(|name| self.references.contains(name)));
                self.is_known &= is_reference(end) || is_named;
            });
        }
        visit::visit_expr_assign(self, assign);
    }
    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        self.visit_expr(&call.func);
        call.args.iter().for_each(|argument| self.argument(argument));
    }
    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        self.visit_expr(&call.receiver);
        call.args.iter().for_each(|argument| self.argument(argument));
    }
    fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
        let mentions = words(closure.body.to_token_stream()).iter().any(|word| word == self.name);
        self.is_known &= !(mentions && self.moves_later);
        visit::visit_expr_closure(self, closure);
    }
    fn visit_pat_ident(&mut self, pat: &'ast PatIdent) {
        self.is_known &= pat.ident != *self.name;
        visit::visit_pat_ident(self, pat);
    }
    fn visit_expr_reference(&mut self, reference: &'ast syn::ExprReference) {
        self.is_known &= !is_name(&reference.expr, self.name);
        visit::visit_expr_reference(self, reference);
    }
}

/// Whether a statement declares a variable with the name. What follows does not see the reference.
fn shadows(name: &Ident, stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::Local(local) if names_in(&local.pat).iter().any(|declared| declared.ident == *name))
}

/// What a reference leads to, copied.
fn copied(value: &mut Expr) {
    each_value(value, &mut |end| {
        let of = receiver_of(end);
        *end = parse_quote!(#of.clone());
    });
}
