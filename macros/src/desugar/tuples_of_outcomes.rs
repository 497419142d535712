//! Several elements that are asked for at once: one condition for each.
//!
//! ```text
//! // in                                                  // out
//! if let (Some(a), Some(b)) = (x.first(), x.last())      if let Some(a) = x.first() && let Some(b) = x.last()
//! match (x.first(), x.last()) {                          if let Some(a) = x.first() && let Some(b) = x.last() { a * b }
//!     (Some(a), Some(b)) => a * b,                       else { 0.0 }
//!     _ => 0.0,
//! }
//! ```

use quote::quote;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprTuple, Pat, parse_quote, parse_quote_spanned};

use super::optional_elements::list_of;
use crate::syntax::{apart_from_blocks, peel};

/// Asks for one after the other.
pub(super) fn take_apart(body: &mut Block) {
    Apart.visit_block_mut(body);
}

struct Apart;

impl VisitMut for Apart {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        let span = expr.span();
        match expr {
            Expr::Let(asked) => {
                if let Some(each) = conditions(&asked.pat, &asked.expr) {
                    *expr = each;
                }
            }
            Expr::Match(branches) => {
                let [found, rest] = &branches.arms[..] else { return };
                let is_plain = found.guard.is_none() && rest.guard.is_none() && matches!(rest.pat, Pat::Wild(_));
                if let Some(each) = conditions(&found.pat, &branches.expr).filter(|_| is_plain) {
                    let (found, rest) = (apart_from_blocks(&found.body), apart_from_blocks(&rest.body));
                    *expr = parse_quote_spanned!(span=> if #each { #found } else { #rest });
                }
            }
            _ => {}
        }
    }
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// A condition for each part of a tuple, if these are elements of lists.
fn conditions(pat: &Pat, asked: &Expr) -> Option<Expr> {
    let (Pat::Tuple(pats), Expr::Tuple(ExprTuple { elems, .. })) = (pat, peel(asked)) else { return None };
    let is_some = |pat: &Pat| matches!(pat, Pat::TupleStruct(some) if some.path.is_ident("Some"));
    let fits = pats.elems.len() == elems.len()
        && elems.iter().all(|elem| list_of(elem).is_some())
        && pats.elems.iter().all(is_some);
    fits.then(|| {
        let (pats, elems) = (pats.elems.iter(), elems.iter());
        let each = quote!(#(let #pats = #elems)&&*);
        parse_quote!(#each)
    })
}
