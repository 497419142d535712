//! Iterators in variables: the chain stands where the variable is used, from where it has come to.
//!
//! ```text
//! // in                                   // out
//! let mut it = x.iter();                  let mut at = 0;
//! let first = it.next().unwrap();         let first = x.iter().nth({ let k = at; at += 1; k }).unwrap();
//! for x in it { .. }                      for x in x.iter().skip(at) { .. }
//! ```
//!
//! What takes items of an iterator and leaves the rest counts them: `for x in &mut it`, `it.by_ref()`. Those that `next_back` takes are counted
//! too, where the chain has as many items as its list.
//!
//! While the iterator lives, the borrow checker lets nobody change what it goes through. A variable stays as it is if a name in its chain
//! means something else where it is used, or if its uses are not of these forms.

use std::collections::HashSet;

use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{
    Attribute, Block, Expr, ExprMethodCall, ExprWhile, Ident, Label, Pat, Stmt, parse_quote, parse_quote_spanned,
};

use super::iterators::is_open;
use super::peeked_iterators;
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

impl Blocks {
    /// What follows the declaration of an iterator, and what becomes of the declaration.
    fn written_out(&mut self, declared: &mut Stmt, (name, chain): (Ident, Expr), rest: Vec<Stmt>) -> Vec<Stmt> {
        let (mut stmts, mut chain) = (rest.clone(), chain);
        if let Some(inner) = peekable(&chain) {
            chain = inner;
            if !peeked_iterators::write_out(&name, &mut stmts) {
                return rest;
            }
        }
        let Some(counted) = counted(&name, &chain, &stmts) else { return rest };
        self.number += 1;
        let [at, back] = ["__at", "__back"].map(|name| hygienic(&format!("{name}{}", self.number)));
        let (at, back) = (counted.front.then_some(at), counted.back.then_some(back));
        *declared = match (&at, &back) {
            (Some(at), Some(back)) => parse_quote!(let (mut #at, mut #back): (usize, usize) = (0, 0);),
            (Some(at), None) | (None, Some(at)) => parse_quote!(let mut #at: usize = 0;),
            (None, None) => parse_quote!({}),
        };
        let mut replace = Replace { name, chain, at, back, left: counted.uses, drains: counted.drains };
        stmts.iter_mut().for_each(|stmt| replace.visit_stmt_mut(stmt));
        stmts
    }
}

impl VisitMut for Blocks {
    fn visit_block_mut(&mut self, block: &mut Block) {
        block.stmts.iter_mut().for_each(|stmt| Asked::default().visit_stmt_mut(stmt));
        let mut i = 0;
        while i < block.stmts.len() {
            if let Some((name, chain)) = kept(&block.stmts[i]) {
                let rest = block.stmts.split_off(i + 1);
                let rest = self.written_out(&mut block.stmts[i], (name, chain), rest);
                block.stmts.extend(rest);
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
    let is_one = is_open(&init.expr) || peekable(&init.expr).is_some();
    is_one.then(|| (name.ident.clone(), (*init.expr).clone()))
}

/// `chain` of `chain.peekable()`
fn peekable(expr: &Expr) -> Option<Expr> {
    match peel(expr) {
        Expr::MethodCall(call) if call.method == "peekable" && is_open(&call.receiver) => {
            Some((*call.receiver).clone())
        }
        _ => None,
    }
}

/// What is counted of an iterator.
struct Counted {
    /// The items that were taken from its front.
    front: bool,
    /// Those that were taken from its back.
    back: bool,
    /// How often it is used.
    uses: usize,
    /// Whether its last use takes all that is left.
    drains: bool,
}

/// What is counted of an iterator; nothing if its uses are not to be written out.
fn counted(name: &Ident, chain: &Expr, rest: &[Stmt]) -> Option<Counted> {
    let mut uses = Uses { name, loops: 0, found: Vec::new(), others: 0, scope: Vec::new(), seen: HashSet::new() };
    rest.iter().for_each(|stmt| uses.visit_stmt(stmt));
    let changed = changed_names(|changes| rest.iter().for_each(|stmt| changes.visit_stmt(stmt)));
    let in_chain = free_words(chain);
    let all = rest.iter().flat_map(|stmt| words(stmt.to_token_stream())).filter(|word| word == name).count();
    let is_hidden = |word: &Ident| uses.seen.contains(word) || changed.contains(word);
    let (last, others) = uses.found.split_last()?;
    let is_known = uses.others == 0 && all == uses.found.len() && !others.contains(&Use::Whole);
    let (drains, back) = (*last == Use::Loop { repeated: false }, uses.found.contains(&Use::NextBack));
    let is_one = others.is_empty() && (drains || *last == Use::Whole);
    let front = !is_one && uses.found.iter().any(|used| !matches!(used, Use::NextBack | Use::Whole));
    (is_known && (!back || has_ends(chain)) && !uses.seen.contains(name) && !in_chain.iter().any(is_hidden))
        .then_some(Counted { front, back, uses: uses.found.len(), drains })
}

/// Whether a chain has as many items as its list, and two ends.
fn has_ends(chain: &Expr) -> bool {
    match peel(chain) {
        Expr::MethodCall(call) => match call.method.to_string().as_str() {
            "iter" | "windows" | "chunks" | "chunks_exact" => true,
            "copied" | "cloned" | "map" | "enumerate" | "rev" | "skip" | "take" | "step_by" => has_ends(&call.receiver),
            "zip" => has_ends(&call.receiver) && call.args.iter().all(has_ends),
            _ => false,
        },
        Expr::Reference(_) => true,
        _ => false,
    }
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
#[derive(PartialEq, Eq)]
enum Use {
    /// `it.next()`
    Next,
    /// `it.peek()` of [`peeked_iterators`], which gives the item.
    Peek,
    /// `it.next_back()`
    NextBack,
    /// `while let Some(x) = it.next()` or `for x in &mut it`, where the body does not use it; in another loop if `repeated`.
    Loop { repeated: bool },
    /// `it.by_ref()`
    Lent,
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

    fn used(&mut self, used: Use) {
        self.seen.extend(self.scope.iter().cloned());
        self.found.push(used);
    }

    fn whole(&mut self) {
        if self.loops == 0 {
            self.used(Use::Whole);
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
                    "next" => self.used(Use::Next),
                    "next_back" => self.used(Use::NextBack),
                    "__peek" => self.used(Use::Peek),
                    "by_ref" => self.used(Use::Lent),
                    "clone" | "peekable" | "nth" | "len" => self.others += 1,
                    _ => self.whole(),
                }
                call.args.iter().for_each(|argument| self.visit_expr(argument));
            }
            Expr::While(each) if drained(each, self.name).is_some() => {
                self.used(Use::Loop { repeated: self.loops > 0 });
                self.loops += 1;
                self.visit_block(&each.body);
                self.loops -= 1;
            }
            Expr::ForLoop(each) => {
                if is_lent(&each.expr, self.name) {
                    self.used(Use::Loop { repeated: self.loops > 0 });
                } else {
                    self.visit_expr(&each.expr);
                }
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
            Expr::Reference(lent) if lent.mutability.is_some() && is_name(&lent.expr, self.name) => self.others += 1,
            path if is_name(path, self.name) => self.whole(),
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

pub(super) fn is_name(expr: &Expr, name: &Ident) -> bool {
    matches!(peel(expr), Expr::Path(path) if path.path.is_ident(name))
}

/// `&mut it` or `it.by_ref()`
fn is_lent(expr: &Expr, name: &Ident) -> bool {
    match peel(expr) {
        Expr::Reference(lent) => lent.mutability.is_some() && is_name(&lent.expr, name),
        Expr::MethodCall(call) => call.method == "by_ref" && is_name(&call.receiver, name),
        _ => false,
    }
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
    /// How many items were taken from the front and from the back.
    at: Option<Ident>,
    back: Option<Ident>,
    /// How many uses there are from here on, and whether the last takes all that is left.
    left: usize,
    drains: bool,
}

impl Replace {
    /// The chain without what was taken from its back.
    fn front(&self) -> Expr {
        let chain = &self.chain;
        match &self.back {
            Some(back) => parse_quote!(#chain.rev().skip(#back).rev()),
            None => chain.clone(),
        }
    }

    /// What is left of the chain.
    fn rest(&self) -> Expr {
        let front = self.front();
        match &self.at {
            Some(at) => parse_quote!(#front.skip(#at)),
            None => front,
        }
    }

    /// What takes an item, or looks at it.
    fn next(&self, method: &Ident) -> Option<Expr> {
        let k = hygienic("__k");
        match (&self.at, &self.back) {
            (Some(at), _) if method == "next" => {
                let front = self.front();
                Some(parse_quote_spanned!(method.span()=> #front.nth({ let #k = #at; #at += 1; #k })))
            }
            (Some(at), _) if method == "__peek" => {
                let front = self.front();
                Some(parse_quote_spanned!(method.span()=> #front.nth(#at)))
            }
            (at, Some(back)) if method == "next_back" => {
                let (chain, skipped) = (&self.chain, at.iter());
                Some(
                    parse_quote_spanned!(method.span()=> #chain #(.skip(#skipped))* .rev().nth({ let #k = #back; #back += 1; #k })),
                )
            }
            _ => None,
        }
    }

    /// A loop over what is left, which counts unless it takes all of it.
    fn looped(&self, (attrs, label): (&[Attribute], &Option<Label>), pat: &Pat, body: &Block) -> Expr {
        let (rest, stmts) = (self.rest(), &body.stmts);
        match &self.at {
            Some(at) if self.left > 0 || !self.drains => {
                parse_quote!(#(#attrs)* #label for #pat in #rest { #at += 1; #(#stmts)* })
            }
            _ => parse_quote!(#(#attrs)* #label for #pat in #rest #body),
        }
    }

    /// A use of the iterator, written out.
    fn written_out(&mut self, expr: &Expr) -> Option<Expr> {
        self.left -= 1;
        let found = match expr {
            Expr::While(each) => {
                drained(each, &self.name).map(|pat| self.looped((&each.attrs, &each.label), pat, &each.body))
            }
            Expr::ForLoop(each) if is_lent(&each.expr, &self.name) => {
                Some(self.looped((&each.attrs, &each.label), &each.pat, &each.body))
            }
            Expr::MethodCall(call) if is_name(&call.receiver, &self.name) => {
                match (&self.at, call.method == "by_ref") {
                    (Some(at), true) => {
                        let rest = self.rest();
                        Some(parse_quote_spanned!(call.method.span()=> #rest.inspect(|_| { #at += 1; })))
                    }
                    _ => self.next(&call.method),
                }
            }
            path if is_name(path, &self.name) => Some(self.rest()),
            _ => None,
        };
        self.left += usize::from(found.is_none());
        found
    }
}

impl VisitMut for Replace {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if self.left == 0 {
            return;
        }
        match self.written_out(expr) {
            Some(found) => *expr = found,
            None => visit_mut::visit_expr_mut(self, expr),
        }
    }
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
