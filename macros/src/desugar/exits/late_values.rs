//! Variables that get their first value in a statement with an exit: what carries it there has none if the exit is taken, which the
//! compiler would not allow of the variable itself.
//!
//! ```text
//! // in                                              // out
//! let y: f64;                                        let __carried1;
//! if c { y = 1.0; } else { y = f(x)?; }              if c { __carried1 = 1.0; } else { __carried1 = f(x)?; }
//! y * y                                              let y: f64 = __carried1;
//!                                                    y * y
//! ```

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Ident, Local, Pat, Stmt, parse_quote};

use super::block_ends::{always_leaves, has_exit, statements};
use super::{CHANGED, Exits, LATE, is_late_carrier};
use crate::syntax::effects::has_changing_name;
use crate::syntax::{is_compound, peel, root_name};
use crate::words::words;

impl Exits<'_> {
    /// The statements of a block in which no variable is declared without a value and gets it where something leaves.
    pub(super) fn late(&mut self, stmts: &[Stmt]) -> Vec<Stmt> {
        let mut stmts = stmts.to_vec();
        for i in 0..stmts.len() {
            let Stmt::Local(local @ Local { init: None, .. }) = &stmts[i] else { continue };
            // One that carries a value has it behind an exit already.
            let name = name_of(&local.pat).filter(|name| !is_late_carrier(name)).cloned();
            let (Some(name), local) = (name, local.clone()) else { continue };
            let first = stmts[i + 1..].iter().position(|stmt| mentions(stmt, &name)).map(|first| i + 1 + first);
            let Some(first) = first.filter(|first| leaves(&stmts[*first]) && !rebinds(&stmts[*first], &name)) else {
                continue;
            };
            // If it is only looked at next, it has a value then: the compiler sees to that in the user's function.
            let next = stmts[first + 1..].iter().find(|stmt| mentions(stmt, &name));
            if !assigns(&stmts[first], &name) && next.is_none_or(|stmt| may_assign(stmt, &name)) {
                continue;
            }
            let carrier = self.name(LATE);
            Rename { from: &name, to: &carrier }.visit_stmt_mut(&mut stmts[first]);
            let changed = self.name(CHANGED);
            Changes { carrier: &carrier, changed: &changed }.visit_stmt_mut(&mut stmts[first]);
            if let Some(change) = change_in_place(&stmts[first], &carrier) {
                self.report.refuse(
                    change,
                    format!("`{name}` has no value before this statement, which changes it and may leave early\nhelp: give `{name}` a value where it is declared"),
                );
            }
            stmts[i] = parse_quote!(let #carrier;);
            let Local { attrs, pat, .. } = local;
            stmts.insert(first + 1, parse_quote!(#(#attrs)* let #pat = #carrier;));
        }
        stmts
    }
}

fn name_of(pat: &Pat) -> Option<&Ident> {
    match pat {
        Pat::Ident(name) => Some(&name.ident),
        Pat::Type(typed) => name_of(&typed.pat),
        _ => None,
    }
}

fn mentions(stmt: &Stmt, name: &Ident) -> bool {
    words(stmt.to_token_stream()).contains(name)
}

/// Whether a variable gets a value somewhere in a statement.
fn may_assign(stmt: &Stmt, name: &Ident) -> bool {
    struct Search<'n>(&'n Ident, bool);
    impl<'ast> Visit<'ast> for Search<'_> {
        fn visit_expr_assign(&mut self, assign: &'ast syn::ExprAssign) {
            self.1 |= words(assign.left.to_token_stream()).contains(self.0);
            visit::visit_expr_assign(self, assign);
        }
    }
    let mut search = Search(name, false);
    search.visit_stmt(stmt);
    search.1
}

/// Where a variable changes otherwise than as a whole.
fn change_in_place(stmt: &Stmt, name: &Ident) -> Option<TokenStream> {
    struct Search<'n>(&'n Ident, Option<TokenStream>);
    impl Search<'_> {
        fn look(&mut self, place: &Expr, whole: &dyn ToTokens) {
            if root_name(place) == Some(self.0) {
                self.1.get_or_insert(whole.to_token_stream());
            }
        }
    }
    impl<'ast> Visit<'ast> for Search<'_> {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            match expr {
                Expr::Assign(assign) if !matches!(peel(&assign.left), Expr::Path(_)) => self.look(&assign.left, assign),
                Expr::Binary(binary) if is_compound(&binary.op) => self.look(&binary.left, binary),
                Expr::Reference(reference) if reference.mutability.is_some() => self.look(&reference.expr, reference),
                Expr::MethodCall(call) if has_changing_name(call) => self.look(&call.receiver, &call.method),
                _ => {}
            }
            visit::visit_expr(self, expr);
        }
    }
    let mut search = Search(name, None);
    search.visit_stmt(stmt);
    search.1
}

fn leaves(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::Expr(expr, _) if has_exit(expr))
}

/// Whether a variable has a value after a statement, as far as its form tells.
fn assigns(stmt: &Stmt, name: &Ident) -> bool {
    let Stmt::Expr(expr, _) = stmt else { return false };
    let each = |stmts: &[Stmt]| always_leaves(stmts) || stmts.iter().any(|stmt| assigns(stmt, name));
    match peel(expr) {
        Expr::Assign(assign) => matches!(peel(&assign.left), Expr::Path(left) if left.path.is_ident(name)),
        Expr::Block(block) if block.label.is_none() => each(&block.block.stmts),
        Expr::If(branch) => {
            let otherwise = branch.else_branch.as_ref();
            each(&branch.then_branch.stmts) && otherwise.is_some_and(|(_, otherwise)| each(&statements(otherwise)))
        }
        Expr::Match(branches) => branches.arms.iter().all(|arm| each(&statements(&arm.body))),
        _ => false,
    }
}

/// Whether a statement has another variable of that name.
fn rebinds(stmt: &Stmt, name: &Ident) -> bool {
    struct Search<'n>(&'n Ident, bool);
    impl<'ast> Visit<'ast> for Search<'_> {
        fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
            self.1 |= pat.ident == *self.0;
        }
    }
    let mut search = Search(name, false);
    search.visit_stmt(stmt);
    search.1
}

/// A change of a part of the value: that is taken out of the carrier and put back.
struct Changes<'n> {
    carrier: &'n Ident,
    changed: &'n Ident,
}

impl VisitMut for Changes<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let Self { carrier, changed } = *self;
        for mut stmt in std::mem::take(&mut block.stmts) {
            if !is_simple(&stmt) || change_in_place(&stmt, carrier).is_none() {
                self.visit_stmt_mut(&mut stmt);
                block.stmts.push(stmt);
                continue;
            }
            Rename { from: carrier, to: changed }.visit_stmt_mut(&mut stmt);
            block.stmts.push(parse_quote!(let mut #changed = #carrier;));
            let back = parse_quote!(#carrier = #changed;);
            if let Stmt::Expr(Expr::MethodCall(value), None) = stmt {
                let last = Stmt::Expr(parse_quote!(value), None);
                block.stmts.extend::<[Stmt; 3]>([parse_quote!(let value = #value;), back, last]);
            } else {
                block.stmts.extend([stmt, back]);
            }
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// Whether a statement is no branch and no loop.
fn is_simple(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Local(local) => local.init.as_ref().is_some_and(|init| init.diverge.is_none() && !has_exit(&init.expr)),
        Stmt::Expr(expr, _) => {
            matches!(peel(expr), Expr::Assign(_) | Expr::Binary(_) | Expr::Call(_) | Expr::MethodCall(_))
                && !has_exit(expr)
        }
        Stmt::Item(_) | Stmt::Macro(_) => false,
    }
}

struct Rename<'n> {
    from: &'n Ident,
    to: &'n Ident,
}

impl Rename<'_> {
    /// Whether a macro, whose arguments are no tree, names the variable, be it in what it formats.
    fn is_in(&self, mac: &syn::Macro) -> bool {
        fn any(tokens: TokenStream, name: &str) -> bool {
            tokens.into_iter().any(|token| match token {
                TokenTree::Ident(word) => word == name,
                TokenTree::Group(group) => any(group.stream(), name),
                TokenTree::Literal(text) => {
                    ["}", ":"].iter().any(|end| text.to_string().contains(&format!("{{{name}{end}")))
                }
                TokenTree::Punct(_) => false,
            })
        }
        any(mac.tokens.clone(), &self.from.to_string())
    }
}

impl VisitMut for Rename<'_> {
    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        let Self { from, to } = *self;
        match stmt {
            Stmt::Macro(mac) if self.is_in(&mac.mac) => *stmt = parse_quote!({ let #from = #to; #mac }),
            _ => visit_mut::visit_stmt_mut(self, stmt),
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let Self { from, to } = *self;
        match expr {
            Expr::Path(path) if path.path.is_ident(from) => *expr = parse_quote!(#to),
            Expr::Macro(mac) if self.is_in(&mac.mac) => *expr = parse_quote!({ let #from = #to; #mac }),
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_field_value_mut(&mut self, field: &mut syn::FieldValue) {
        field.colon_token.get_or_insert_with(Default::default);
        visit_mut::visit_field_value_mut(self, field);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
