//! What takes a slice that moves on apart: `[first, rest @ ..]`, `split_first`, `split_last` and `split_at`.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, Pat};

use super::{View, Walk};
use crate::syntax::peel;

/// Methods that give parts of a slice.
pub(super) const SPLITTING: [&str; 3] = ["split_at", "split_first", "split_last"];

/// A pattern of a slice: whether it holds, and what it names.
pub(super) struct Split {
    pub holds: TokenStream,
    pub names: TokenStream,
}

impl Walk {
    /// What a pattern of the slice stands for. The slice is assigned `moves` times where the names count.
    pub(super) fn split(&mut self, pat: &Pat, value: &Expr, moves: usize) -> Option<Split> {
        if let (Pat::Slice(parts), Some(view)) = (pat, self.view(value)) {
            let view = view.clone();
            return self.elements(&parts.elems.iter().collect::<Vec<_>>(), &view, moves);
        }
        let Expr::MethodCall(call) = peel(value) else { return None };
        let view = self.view(&call.receiver)?.clone();
        match (&*call.method.to_string(), call.args.first()) {
            ("split_at", Some(at)) => {
                let [left, right] = names(pat)?;
                let mut at = at.clone();
                syn::visit_mut::VisitMut::visit_expr_mut(self, &mut at);
                let (middle, View { from, to, .. }) = (self.end("middle"), view.clone());
                let head = View { from: from.clone(), to: quote!(#middle), behind: None, is_tail: false };
                let behind = view.behind.map(|terms| terms.into_iter().chain([quote!((#at))]).collect());
                let tail = View { from: quote!(#middle), to, behind, is_tail: view.is_tail };
                let (first, second) = (self.name_part(&left, head, moves), self.name_part(&right, tail, moves));
                Some(Split { holds: quote!(true), names: quote!(let #middle = #from + (#at); #first #second) })
            }
            (method @ ("split_first" | "split_last"), None) => {
                let [element, rest] = some_pair(pat)?;
                let rest: Pat = syn::parse_quote!(#rest @ ..);
                let parts = if method == "split_first" { [&element, &rest] } else { [&rest, &element] };
                self.elements(&parts, &view, moves)
            }
            _ => None,
        }
    }

    fn elements(&mut self, parts: &[&Pat], view: &View, moves: usize) -> Option<Split> {
        let View { from, to, behind, is_tail } = view;
        let list = self.list.clone();
        let at = parts.iter().position(|part| is_rest(part).is_some());
        let (before, after) = (at.unwrap_or(parts.len()), at.map_or(0, |at| parts.len() - at - 1));
        let mut code = TokenStream::new();
        for (i, part) in parts.iter().enumerate() {
            match is_rest(part) {
                Some(None) => {}
                Some(Some(name)) => {
                    let (start, end) = (literal(before), literal(after));
                    let terms = behind.clone().filter(|_| after == 0);
                    let behind = terms.map(|terms| terms.into_iter().chain([start.clone()]).collect());
                    let is_tail = *is_tail && after == 0;
                    let view = View { from: quote!(#from + #start), to: quote!(#to - #end), behind, is_tail };
                    code.extend(self.name_part(&name, view, moves));
                }
                None if !is_certain(part) => return None,
                None => {
                    let index = if i < before {
                        let i = literal(i);
                        quote!(#from + #i)
                    } else {
                        let i = literal(parts.len() - i);
                        quote!(#to - #i)
                    };
                    code.extend(quote!(let #part = &#list[#index];));
                }
            }
        }
        let count = literal(before + after);
        let holds = if at.is_some() { quote!(#to - #from >= #count) } else { quote!(#to - #from == #count) };
        Some(Split { holds, names: code })
    }
}

fn literal(value: usize) -> TokenStream {
    proc_macro2::Literal::usize_unsuffixed(value).to_token_stream()
}

/// `..`, or `rest @ ..`.
#[expect(clippy::option_option, reason = "the rest may have no name")]
fn is_rest(pat: &Pat) -> Option<Option<Ident>> {
    match pat {
        Pat::Rest(_) => Some(None),
        Pat::Ident(name) => match &name.subpat {
            Some((_, inner)) if matches!(**inner, Pat::Rest(_)) => Some(Some(name.ident.clone())),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a pattern fits any number.
fn is_certain(pat: &Pat) -> bool {
    match pat {
        Pat::Ident(name) => name.subpat.is_none() && name.by_ref.is_none(),
        Pat::Wild(_) => true,
        Pat::Reference(of) => is_certain(&of.pat),
        _ => false,
    }
}

/// `(left, right)`
fn names(pat: &Pat) -> Option<[Ident; 2]> {
    let Pat::Tuple(tuple) = pat else { return None };
    let names = tuple.elems.iter().map(|part| match part {
        Pat::Ident(name) if name.subpat.is_none() && name.mutability.is_none() => Some(name.ident.clone()),
        _ => None,
    });
    <[Ident; 2]>::try_from(names.collect::<Option<Vec<_>>>()?).ok()
}

/// `Some((element, rest))`
fn some_pair(pat: &Pat) -> Option<[Pat; 2]> {
    let Pat::TupleStruct(some) = pat else { return None };
    let Some(Pat::Tuple(pair)) = some.elems.first().filter(|_| some.path.is_ident("Some") && some.elems.len() == 1)
    else {
        return None;
    };
    let parts: Vec<_> = pair.elems.iter().cloned().collect();
    let parts = <[Pat; 2]>::try_from(parts).ok()?;
    matches!(&parts[1], Pat::Ident(name) if name.subpat.is_none()).then_some(parts)
}
