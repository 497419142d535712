//! `match x.as_ref() { Some(y) => .. }` is `match &x { Some(y) => .. }`, and so with `as_mut`. `match x { Some(ref mut y) => .. }` is
//! `match &mut x { Some(y) => .. }`.

use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Pat, PatIdent, parse_quote_spanned};

use crate::syntax::{is_certain, is_place, patterns, peel, starts_upper};

/// Writes a reference where an `Option` or a `Result` is matched through one of these methods.
pub(super) fn write_out(body: &mut Block) {
    struct References;
    impl VisitMut for References {
        fn visit_expr_mut(&mut self, expr: &mut Expr) {
            match expr {
                Expr::Match(branches) => {
                    refer(&mut branches.expr, branches.arms.iter_mut().map(|arm| &mut arm.pat).collect());
                }
                Expr::Let(found) => refer(&mut found.expr, vec![&mut found.pat]),
                _ => {}
            }
            visit_mut::visit_expr_mut(self, expr);
        }
        fn visit_local_mut(&mut self, local: &mut syn::Local) {
            if let Some(init) = &mut local.init {
                refer(&mut init.expr, vec![&mut local.pat]);
            }
            visit_mut::visit_local_mut(self, local);
        }
        fn visit_item_mut(&mut self, _: &mut syn::Item) {}
    }
    References.visit_block_mut(body);
}

fn refer(expr: &mut Expr, mut patterns: Vec<&mut Pat>) {
    if patterns.iter().any(|pat| patterns::is_of_outcome(pat))
        && let Some(lent) = lent_by_method(expr)
    {
        *expr = lent;
    }
    if is_place(expr) && lend_mutably(&patterns) {
        for pat in &mut patterns {
            WithoutRef.visit_pat_mut(pat);
        }
        *expr = parse_quote_spanned!(expr.span()=> &mut #expr);
    }
}

/// `&x` for `x.as_ref()`, if it is such a call.
pub(super) fn lent_by_method(expr: &Expr) -> Option<Expr> {
    let Expr::MethodCall(call) = peel(expr) else { return None };
    if !call.args.is_empty() || call.turbofish.is_some() {
        return None;
    }
    let (of, span) = (&call.receiver, call.method.span());
    match call.method.to_string().as_str() {
        "as_ref" | "as_deref" => Some(parse_quote_spanned!(span=> &#of)),
        "as_mut" | "as_deref_mut" => Some(parse_quote_spanned!(span=> &mut #of)),
        _ => None,
    }
}

/// Whether every name in these patterns is `ref mut`, and each stands inside of a pattern.
fn lend_mutably(patterns: &[&mut Pat]) -> bool {
    let is_lent = |name: &PatIdent| name.by_ref.is_some() && name.mutability.is_some() && name.subpat.is_none();
    let is_whole = |pat: &&mut Pat| matches!(pat, Pat::Ident(name) if name.by_ref.is_some());
    let names = || patterns.iter().flat_map(|pat| patterns::names_in(pat));
    // A plain name with a capital letter is that of a variant; if it is not, the compiler knows its type.
    names().all(|name| is_lent(name) || !is_certain(name) && starts_upper(&name.ident.to_string()))
        && names().any(is_lent)
        && !patterns.iter().any(is_whole)
}

struct WithoutRef;
impl VisitMut for WithoutRef {
    fn visit_pat_ident_mut(&mut self, name: &mut PatIdent) {
        (name.by_ref, name.mutability) = (None, None);
    }
}
