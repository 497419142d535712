//! A pair under one name: its parts get names of their own, `|p| p.0 * p.1` is `|(p_0, p_1)| p_0 * p_1`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Ident, Member, Pat, parse_quote};

use super::{Item, PAIR, Unknown};
use crate::naming::hygienic;
use crate::syntax::peel;
use crate::words::words;

/// The pattern and the code that uses its names, if the pattern is a name of a pair.
pub(super) fn separated(pat: &Pat, item: &Item, code: &Expr) -> Result<(Pat, Expr), Unknown> {
    let name = match pat {
        Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() && name.mutability.is_none() => &name.ident,
        Pat::Reference(inner) if matches!(item, Item::Pair(..)) => return separated(&inner.pat, item, code),
        _ => return Ok((pat.clone(), code.clone())),
    };
    let Item::Pair(..) = item else { return Ok((pat.clone(), code.clone())) };
    let mut code = code.clone();
    Parts { name: name.clone(), item: item.clone() }.visit_expr_mut(&mut code);
    if words(code.to_token_stream()).contains(name) {
        return Err(Unknown(pat.to_token_stream(), PAIR));
    }
    let apart = pattern(&name.to_string(), item);
    Ok((syn::parse::Parser::parse2(Pat::parse_single, apart).map_err(|_| Unknown(pat.to_token_stream(), PAIR))?, code))
}

fn pattern(name: &str, item: &Item) -> TokenStream {
    match item {
        Item::One { .. } => hygienic(name).to_token_stream(),
        Item::Pair(a, b) => {
            let [a, b] = [(a, 0), (b, 1)].map(|(part, i)| pattern(&format!("{name}_{i}"), part));
            quote!((#a, #b))
        }
    }
}

/// Replaces the parts of a pair by their names.
struct Parts {
    name: Ident,
    item: Item,
}

impl Parts {
    /// The name of a part, and what it is.
    fn part(&self, expr: &Expr) -> Option<(String, Item)> {
        match peel(expr) {
            Expr::Path(path) if path.path.is_ident(&self.name) => Some((self.name.to_string(), self.item.clone())),
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => {
                self.part(&unary.expr).filter(|(_, item)| matches!(item, Item::Pair(..)))
            }
            Expr::Field(field) => {
                let (name, Item::Pair(a, b)) = self.part(&field.base)? else { return None };
                match &field.member {
                    Member::Unnamed(i) if i.index < 2 => {
                        Some((format!("{name}_{}", i.index), if i.index == 0 { *a } else { *b }))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

impl VisitMut for Parts {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match self.part(expr) {
            Some((name, Item::One { .. })) => {
                let name = hygienic(&name);
                *expr = parse_quote!(#name);
            }
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }
}
