//! Loops that count: a `while` loop over a counter that nothing reads after it is a loop over a range.
//!
//! ```text
//! let mut i = 0;  while i < n { ..;  i += 1; }        for i in 0..n { .. }
//! let mut i = n;  while i > 0 { i -= 1;  .. }         for i in (0..n).rev() { .. }
//! ```
//!
//! The end is looked at once then: it is made of numbers that the body only reads, and of lengths of lists of which the body only reads
//! and changes elements. The counter is a whole number: it begins as one, or it is an index or is cast.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, ExprWhile, Ident, Lit, Local, Pat, Stmt, UnOp, parse_quote};

use crate::accept::signature::is_whole_number;
use crate::syntax::patterns::{names_in, without_mut};
use crate::syntax::{is_compound, peel, root_name};
use crate::words::words;

/// Writes them as loops over ranges.
pub(super) fn over_ranges(body: &mut Block) {
    Blocks.visit_block_mut(body);
}

struct Blocks;

impl VisitMut for Blocks {
    fn visit_block_mut(&mut self, block: &mut Block) {
        visit_mut::visit_block_mut(self, block);
        for at in 0..block.stmts.len() {
            let Some((declared, looped)) = over_range(&block.stmts, at) else { continue };
            block.stmts[at] = looped;
            if inlined(&block.stmts[declared..at]).is_some() {
                block.stmts[declared] = parse_quote!({});
            } else if let Stmt::Local(local) = &mut block.stmts[declared] {
                local.pat = without_mut(&local.pat);
            }
        }
    }
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// The loop over a range for a statement, and where its counter is declared.
fn over_range(stmts: &[Stmt], at: usize) -> Option<(usize, Stmt)> {
    let Stmt::Expr(Expr::While(looped), _) = &stmts[at] else { return None };
    let counting = Counting::of(looped)?;
    let name = counting.name;
    let declared = (0..at).rev().find(|before| binds(&stmts[*before], name))?;
    let Stmt::Local(local) = &stmts[declared] else { return None };
    let is_whole = begins_whole(local)? || counting.is_index();
    let is_own =
        !stmts[declared + 1..at].iter().any(|stmt| mentions(stmt, name) > 0) && !is_read(&stmts[at + 1..], name);
    let is_range = is_whole && is_own && only_reads(counting.body, name, false) && counting.stays(counting.end);
    let begins = inlined(&stmts[declared..at]).unwrap_or_else(|| quote!(#name));
    is_range.then(|| (declared, counting.over_range(looped, &begins)))
}

/// What a counter begins with, if that means the same in front of its loop, from its declaration to there.
fn inlined(stmts: &[Stmt]) -> Option<TokenStream> {
    let (Stmt::Local(local), between) = stmts.split_first()? else { return None };
    let (Pat::Ident(_), Some(init)) = (&local.pat, &local.init) else { return None };
    let is_there = is_whole(&init.expr) || between.is_empty() && is_arithmetic(&init.expr);
    is_there.then(|| init.expr.to_token_stream())
}

/// How often a name stands in a statement.
fn mentions(stmt: &Stmt, name: &Ident) -> usize {
    words(stmt.to_token_stream()).iter().filter(|word| *word == name).count()
}

/// Whether a statement declares a variable of that name.
fn binds(stmt: &Stmt, name: &Ident) -> bool {
    matches!(stmt, Stmt::Local(local) if names_in(&local.pat).iter().any(|bound| bound.ident == *name))
}

/// Whether the variable of a declaration is a whole number, as far as that shows it; nothing if there is not one variable.
fn begins_whole(local: &Local) -> Option<bool> {
    let init = local.init.as_ref()?;
    match &local.pat {
        Pat::Type(typed) => matches!(*typed.pat, Pat::Ident(_)).then(|| is_whole_number(&typed.ty)),
        Pat::Ident(_) => Some(is_whole(&init.expr)),
        _ => None,
    }
}

fn is_whole(expr: &Expr) -> bool {
    matches!(peel(expr), Expr::Lit(literal) if matches!(&literal.lit, Lit::Int(number) if !number.suffix().starts_with('f')))
}

fn is_arithmetic(expr: &Expr) -> bool {
    match peel(expr) {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Binary(binary) => is_arithmetic(&binary.left) && is_arithmetic(&binary.right),
        _ => false,
    }
}

/// Whether a variable is read before the name is that of another one.
fn is_read(stmts: &[Stmt], name: &Ident) -> bool {
    let first = stmts.iter().find(|stmt| mentions(stmt, name) > 0);
    first.is_some_and(|stmt| mentions(stmt, name) > 1 || !binds(stmt, name))
}

/// A loop that counts by one.
struct Counting<'l> {
    name: &'l Ident,
    end: &'l Expr,
    way: Way,
    /// Without the statement that counts.
    body: &'l [Stmt],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// To the end, which is not reached.
    Below,
    /// To the end.
    UpTo,
    /// Down to the end, from what is not reached.
    Down,
}

impl<'l> Counting<'l> {
    fn of(looped: &'l ExprWhile) -> Option<Self> {
        let Expr::Binary(condition) = peel(&looped.cond) else { return None };
        let Expr::Path(counter) = peel(&condition.left) else { return None };
        let way = match condition.op {
            BinOp::Lt(_) => Way::Below,
            BinOp::Le(_) => Way::UpTo,
            BinOp::Gt(_) => Way::Down,
            _ => return None,
        };
        let stmts = &looped.body.stmts;
        let (count, body) = if way == Way::Down { stmts.split_first()? } else { stmts.split_last()? };
        let counting = Self { name: counter.path.get_ident()?, end: &condition.right, way, body };
        (looped.attrs.is_empty() && counting.is_count(count) && !continues(body)).then_some(counting)
    }

    /// Whether a statement is `name += 1;`, or `name -= 1;`.
    fn is_count(&self, stmt: &Stmt) -> bool {
        let Stmt::Expr(Expr::Binary(count), Some(_)) = stmt else { return false };
        let goes = match self.way {
            Way::Below | Way::UpTo => matches!(count.op, BinOp::AddAssign(_)),
            Way::Down => matches!(count.op, BinOp::SubAssign(_)),
        };
        let is_one = matches!(peel(&count.right), Expr::Lit(literal)
            if matches!(&literal.lit, Lit::Int(number) if number.base10_digits() == "1"));
        let is_counter = matches!(peel(&count.left), Expr::Path(path) if path.path.is_ident(self.name));
        goes && is_one && is_whole(&count.right) && is_counter
    }

    /// Whether the counter is an index or is cast somewhere.
    fn is_index(&self) -> bool {
        struct Uses<'n>(&'n Ident, bool);
        impl<'ast> Visit<'ast> for Uses<'_> {
            fn visit_expr(&mut self, expr: &'ast Expr) {
                let whole = match expr {
                    Expr::Index(index) => Some(&index.index),
                    Expr::Cast(cast) => Some(&cast.expr),
                    _ => None,
                };
                self.1 |= whole.is_some_and(|whole| words(whole.to_token_stream()).contains(self.0));
                visit::visit_expr(self, expr);
            }
        }
        let mut uses = Uses(self.name, false);
        self.body.iter().for_each(|stmt| uses.visit_stmt(stmt));
        uses.1
    }

    /// Whether an end is the same in all iterations.
    fn stays(&self, end: &Expr) -> bool {
        let stays =
            |place: &Expr| is_part(place) && root_name(place).is_some_and(|name| only_reads(self.body, name, true));
        match peel(end) {
            Expr::Lit(_) => true,
            Expr::Path(path) => {
                path.path.get_ident().is_none_or(|name| name != self.name && only_reads(self.body, name, false))
            }
            Expr::Binary(binary) => self.stays(&binary.left) && self.stays(&binary.right),
            Expr::MethodCall(call) => call.method == "len" && call.args.is_empty() && stays(&call.receiver),
            place => stays(place),
        }
    }

    fn over_range(&self, looped: &ExprWhile, begins: &TokenStream) -> Stmt {
        let Self { name, end, way, body } = self;
        let label = &looped.label;
        let range = match way {
            Way::Below => quote!(#begins..#end),
            Way::UpTo => quote!(#begins..=#end),
            Way::Down => quote!((#end..#begins).rev()),
        };
        parse_quote!(#label for #name in #range { #(#body)* })
    }
}

/// Whether a place is a field, or what a reference leads to.
fn is_part(place: &Expr) -> bool {
    match peel(place) {
        Expr::Field(field) => is_part(&field.base),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Deref(_)) && is_part(&unary.expr),
        expr => matches!(expr, Expr::Path(_)),
    }
}

/// Whether a loop may begin its next iteration early.
fn continues(body: &[Stmt]) -> bool {
    struct Continues {
        depth: usize,
        found: bool,
    }
    impl<'ast> Visit<'ast> for Continues {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            if let Expr::Continue(next) = expr {
                self.found |= self.depth == 0 || next.label.is_some();
            }
            let is_loop = matches!(expr, Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_));
            self.depth += usize::from(is_loop);
            visit::visit_expr(self, expr);
            self.depth -= usize::from(is_loop);
        }
        fn visit_macro(&mut self, mac: &'ast syn::Macro) {
            self.found |= words(mac.tokens.clone()).iter().any(|word| word == "continue");
        }
    }
    let mut continues = Continues { depth: 0, found: false };
    body.iter().for_each(|stmt| continues.visit_stmt(stmt));
    continues.found
}

/// Whether some statements do nothing with a variable but read it: a number, or what has elements or fields, of which elements may change.
/// Each mention of the name has to be such a use.
fn only_reads(stmts: &[Stmt], name: &Ident, has_parts: bool) -> bool {
    let mut reads = Reads { name, has_parts, found: 0, changes: 0 };
    stmts.iter().for_each(|stmt| reads.visit_stmt(stmt));
    reads.found == stmts.iter().map(|stmt| mentions(stmt, name)).sum() && reads.changes == 0
}

struct Reads<'n> {
    name: &'n Ident,
    has_parts: bool,
    found: usize,
    changes: usize,
}

impl Reads<'_> {
    fn is_name(&self, expr: &Expr) -> bool {
        matches!(peel(expr), Expr::Path(path) if path.path.is_ident(self.name))
    }

    /// Elements may change, but neither the variable as a whole nor a field.
    fn changes(&mut self, place: &Expr) {
        let is_element = matches!(peel(place), Expr::Index(_));
        let changed = match peel(place) {
            Expr::MethodCall(_) | Expr::Call(_) | Expr::Binary(_) | Expr::Cast(_) => false,
            place if is_part(place) => root_name(place) == Some(self.name),
            place => !is_element && words(place.to_token_stream()).contains(self.name),
        };
        self.changes += usize::from(changed);
    }
}

impl<'ast> Visit<'ast> for Reads<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        let read = match expr {
            Expr::Path(_) => (!self.has_parts).then_some(expr),
            _ if !self.has_parts => None,
            Expr::Index(index) => Some(&*index.expr),
            Expr::Field(field) => Some(&*field.base),
            Expr::Reference(reference) => Some(&*reference.expr),
            Expr::MethodCall(call) => Some(&*call.receiver),
            _ => None,
        };
        self.found += usize::from(read.is_some_and(|read| self.is_name(read)));
        match expr {
            Expr::Assign(assign) => self.changes(&assign.left),
            Expr::Binary(binary) if is_compound(&binary.op) => self.changes(&binary.left),
            Expr::Reference(reference) if reference.mutability.is_some() => self.changes(&reference.expr),
            Expr::MethodCall(call) if call.method != "len" => self.changes(&call.receiver),
            _ => {}
        }
        visit::visit_expr(self, expr);
    }
}
