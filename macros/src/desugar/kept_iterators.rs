//! Iterators in variables: the chain stands where the variable is used, from where it has come to.
//!
//! ```text
//! // in                                   // out
//! let mut it = x.iter();                  let mut at = 0;
//! let first = it.next().unwrap();         let first = x.iter().nth({ let k = at; at += 1; k }).unwrap();
//! for x in it { .. }                      for x in x.iter().skip(at) { .. }
//! ```
//!
//! While the iterator lives, the borrow checker lets nobody change what it goes through. A variable stays as it is if a name in its chain
//! means something else where it is used, or if its uses are not of these forms.

use std::collections::HashSet;

use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprMethodCall, ExprWhile, Ident, Pat, Stmt, parse_quote};

use super::iterators::is_open;
use crate::naming::hygienic;
use crate::syntax::effects::changed_names;
use crate::syntax::patterns::names_in;
use crate::syntax::peel;
use crate::words::words;

/// Writes out the iterators in variables.
pub(super) fn write_out(body: &mut Block) {
    Blocks { number: 0 }.visit_block_mut(body);
}

struct Blocks {
    number: usize,
}

impl VisitMut for Blocks {
    fn visit_block_mut(&mut self, block: &mut Block) {
        block.stmts.iter_mut().for_each(|stmt| Asked::default().visit_stmt_mut(stmt));
        let mut i = 0;
        while i < block.stmts.len() {
            let (before, rest) = block.stmts.split_at_mut(i + 1);
            if let Some((name, chain)) = kept(&before[i])
                && let Some(moves) = moves(&name, &chain, rest)
            {
                self.number += 1;
                let at = hygienic(&format!("__at{}", self.number));
                let mut replace = Replace { name, chain, at: moves.then(|| at.clone()) };
                rest.iter_mut().for_each(|stmt| replace.visit_stmt_mut(stmt));
                before[i] = if moves { parse_quote!(let mut #at: usize = 0;) } else { parse_quote!({}) };
            }
            i += 1;
        }
        visit_mut::visit_block_mut(self, block);
    }
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// `while let Some(x) = it.next() { .. }` whose body asks the iterator too, or that stands in such a loop: a loop that asks it at its head.
#[derive(Default)]
struct Asked {
    /// The iterators of the loops around.
    around: Vec<Ident>,
}

impl VisitMut for Asked {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let name = asked(expr)
            .map(|(name, each)| (name.clone(), each.clone()))
            .filter(|(name, each)| self.around.contains(name) || words(each.body.to_token_stream()).contains(name));
        let Some((name, each)) = name else { return visit_mut::visit_expr_mut(self, expr) };
        if let Expr::Let(found) = peel(&each.cond) {
            let (attrs, label, stmts) = (&each.attrs, &each.label, &each.body.stmts);
            let (pat, next) = (&found.pat, &found.expr);
            *expr = parse_quote!(#(#attrs)* #label loop { let #pat = #next else { break }; #(#stmts)* });
            self.around.push(name);
            visit_mut::visit_expr_mut(self, expr);
            self.around.pop();
        }
    }
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// The name and the loop, of `while let pattern = name.next() { .. }`.
fn asked(expr: &Expr) -> Option<(&Ident, &ExprWhile)> {
    let Expr::While(each) = expr else { return None };
    let Expr::Let(found) = peel(&each.cond) else { return None };
    let Expr::MethodCall(ExprMethodCall { receiver, method, .. }) = peel(&found.expr) else { return None };
    let Expr::Path(name) = peel(receiver) else { return None };
    (method == "next").then_some((name.path.get_ident()?, each))
}

/// `let name = chain;`
fn kept(stmt: &Stmt) -> Option<(Ident, Expr)> {
    let Stmt::Local(local) = stmt else { return None };
    let Pat::Ident(name) = &local.pat else { return None };
    let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
    is_open(&init.expr).then(|| (name.ident.clone(), (*init.expr).clone()))
}

/// Whether the uses of an iterator move it; nothing if they are not to be written out.
fn moves(name: &Ident, chain: &Expr, rest: &[Stmt]) -> Option<bool> {
    let mut uses = Uses { name, loops: 0, found: Vec::new(), others: 0, scope: Vec::new(), seen: HashSet::new() };
    rest.iter().for_each(|stmt| uses.visit_stmt(stmt));
    let changed = changed_names(|changes| rest.iter().for_each(|stmt| changes.visit_stmt(stmt)));
    let in_chain = free_words(chain);
    let all = rest.iter().flat_map(|stmt| words(stmt.to_token_stream())).filter(|word| word == name).count();
    let is_hidden = |word: &Ident| uses.seen.contains(word) || changed.contains(word);
    let ends_at = uses.found.iter().position(|used| !matches!(used, Use::Next)).map_or(uses.found.len(), |i| i + 1);
    let is_known = uses.others == 0 && all == uses.found.len() && !uses.found.is_empty() && ends_at == uses.found.len();
    (is_known && !uses.seen.contains(name) && !in_chain.iter().any(is_hidden))
        .then(|| uses.found.iter().any(|used| matches!(used, Use::Next)))
}

/// The words of a chain, but for what its closures name themselves.
fn free_words(chain: &Expr) -> Vec<Ident> {
    struct Closures(Vec<Ident>);
    impl VisitMut for Closures {
        fn visit_expr_mut(&mut self, expr: &mut Expr) {
            if let Expr::Closure(closure) = expr {
                let own: Vec<_> = closure.inputs.iter().flat_map(names_in).map(|name| name.ident.clone()).collect();
                let used = words(closure.body.to_token_stream());
                self.0.extend(used.into_iter().filter(|word| !own.contains(word)));
                *expr = parse_quote!(());
            } else {
                visit_mut::visit_expr_mut(self, expr);
            }
        }
    }
    let (mut chain, mut closures) = (chain.clone(), Closures(Vec::new()));
    closures.visit_expr_mut(&mut chain);
    closures.0.extend(words(chain.to_token_stream()));
    closures.0
}

/// How an iterator is used.
enum Use {
    /// `it.next()`
    Next,
    /// `while let Some(x) = it.next()`, where the body does not use it
    Loop,
    /// As a whole, once.
    Whole,
}

struct Uses<'n> {
    name: &'n Ident,
    loops: usize,
    found: Vec<Use>,
    /// Uses of other forms.
    others: usize,
    /// The names that are declared around what is looked at, and those that were around a use.
    scope: Vec<Ident>,
    seen: HashSet<Ident>,
}

impl Uses<'_> {
    /// A part with names of its own.
    fn within(&mut self, part: impl FnOnce(&mut Self)) {
        let outer = self.scope.len();
        part(self);
        self.scope.truncate(outer);
    }

    fn last(&mut self, used: Use) {
        self.seen.extend(self.scope.iter().cloned());
        if self.loops == 0 {
            self.found.push(used);
        } else {
            self.others += 1;
        }
    }
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::MethodCall(call) if is_name(&call.receiver, self.name) => {
                match call.method.to_string().as_str() {
                    "next" => {
                        self.seen.extend(self.scope.iter().cloned());
                        self.found.push(Use::Next);
                    }
                    "clone" | "peek" | "peekable" | "by_ref" | "next_back" | "nth" | "len" => self.others += 1,
                    _ => self.last(Use::Whole),
                }
                call.args.iter().for_each(|argument| self.visit_expr(argument));
            }
            Expr::While(each) if drained(each, self.name).is_some() => {
                self.last(Use::Loop);
                self.loops += 1;
                self.visit_block(&each.body);
                self.loops -= 1;
            }
            Expr::ForLoop(each) => {
                self.visit_expr(&each.expr);
                self.loops += 1;
                self.within(|inner| {
                    inner.visit_pat(&each.pat);
                    inner.visit_block(&each.body);
                });
                self.loops -= 1;
            }
            Expr::While(_) | Expr::Loop(_) | Expr::Closure(_) => {
                self.loops += 1;
                self.within(|inner| visit::visit_expr(inner, expr));
                self.loops -= 1;
            }
            Expr::If(_) | Expr::Match(_) => self.within(|inner| visit::visit_expr(inner, expr)),
            path if is_name(path, self.name) => self.last(Use::Whole),
            other => visit::visit_expr(self, other),
        }
    }
    fn visit_block(&mut self, block: &'ast Block) {
        self.within(|inner| visit::visit_block(inner, block));
    }
    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let Some(init) = &local.init {
            visit::visit_local_init(self, init);
        }
        self.visit_pat(&local.pat);
    }
    fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
        self.scope.push(name.ident.clone());
        visit::visit_pat_ident(self, name);
    }
}

fn is_name(expr: &Expr, name: &Ident) -> bool {
    matches!(peel(expr), Expr::Path(path) if path.path.is_ident(name))
}

/// The pattern of `while let Some(pattern) = it.next()`.
fn drained<'w>(each: &'w ExprWhile, name: &Ident) -> Option<&'w Pat> {
    let Expr::Let(found) = peel(&each.cond) else { return None };
    let Expr::MethodCall(ExprMethodCall { receiver, method, .. }) = peel(&found.expr) else { return None };
    let Pat::TupleStruct(some) = &*found.pat else { return None };
    let is_drained = is_name(receiver, name) && method == "next" && some.path.is_ident("Some");
    some.elems.first().filter(|_| is_drained)
}

struct Replace {
    name: Ident,
    chain: Expr,
    /// How many items were taken.
    at: Option<Ident>,
}

impl Replace {
    /// What is left of the chain.
    fn rest(&self) -> Expr {
        let chain = &self.chain;
        match &self.at {
            Some(at) => parse_quote!(#chain.skip(#at)),
            None => chain.clone(),
        }
    }
}

impl VisitMut for Replace {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::While(each) = expr
            && let Some(pat) = drained(each, &self.name)
        {
            let (attrs, label, body, rest) = (&each.attrs, &each.label, &each.body, self.rest());
            *expr = parse_quote!(#(#attrs)* #label for #pat in #rest #body);
        } else if let (Expr::MethodCall(call), Some(at)) = (&*expr, &self.at)
            && is_name(&call.receiver, &self.name)
            && call.method == "next"
        {
            let (chain, k) = (&self.chain, hygienic("__k"));
            *expr = parse_quote!(#chain.nth({ let #k = #at; #at += 1; #k }));
        } else if is_name(expr, &self.name) {
            *expr = self.rest();
        } else {
            visit_mut::visit_expr_mut(self, expr);
        }
    }
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
