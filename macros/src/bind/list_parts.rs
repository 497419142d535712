//! Parts of a list under names of their own: `let (a, b) = list.split_at(n);`, its first and last elements, and
//! parts of constant lists.

use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, Ident, Local, Pat, Stmt, parse_quote, parse_quote_spanned};

use super::{Binder, Meaning, peel};
use crate::desugar::iterators::selections::is_selection;
use crate::desugar::optional_elements::list_of;
use crate::ir::{Operand, Place, VarKind};
use crate::naming::hygienic;
use crate::syntax::apart_from_blocks;

/// What is refused of a part of a constant list whose ends change.
pub(super) const MOVING_PART: &str = "a part of a constant list whose ends change cannot be passed along with values that have a derivative\nhelp: declare the list as a `const`, pass the list and the ends, or run a `for` loop over a range and take the ends from its index";

impl Binder<'_> {
    /// `let (a, b) = list.split_at(n);`, or `list.split_first().unwrap()` and the like: both are names of parts.
    pub(super) fn split(&mut self, local: &Local, pat: &Pat, init: &Expr) -> bool {
        let (Pat::Tuple(parts), Expr::MethodCall(call)) = (pat, peel(init)) else { return false };
        let Some((list, ends)) = split_of(call) else { return false };
        let names: Vec<_> = parts.elems.iter().filter(|part| matches!(part, Pat::Ident(_) | Pat::Wild(_))).collect();
        if names.len() != 2 || !self.is_active(list) && !self.changes_active(list) {
            return false;
        }
        let key = std::ptr::from_ref(local).cast();
        let at: Option<Expr> = match &ends {
            Ends::At(_, at) => Some((*at).clone()),
            Ends::Last => Some(parse_quote!(#list.len() - 1)),
            Ends::First => None,
        };
        // The places of the parts name it: it is the same in all passes.
        let bound = at.and_then(|at| {
            self.rewritten(key, |binder| {
                let n = hygienic(&format!("__n{}", binder.unique()));
                Ok(parse_quote!({ let #n = #at; }))
            })
        });
        let bound = bound.iter().flat_map(|bound| &bound.stmts).find_map(|stmt| match stmt {
            Stmt::Local(bound) => Some(bound),
            _ => None,
        });
        let n = bound.map(|bound| &bound.pat);
        let written: Expr = match &ends {
            Ends::At(method, _) => parse_quote_spanned!(call.span()=> #list.#method(#n)),
            Ends::First | Ends::Last => init.clone(),
        };
        if let Some(bound) = bound {
            self.local(bound);
        }
        let Some(Operand::Place(of)) = self.place(list) else { return false };
        self.is_list(&of);
        let projections: [Expr; 2] = match ends {
            Ends::At(..) => [parse_quote!(..#n), parse_quote!(#n..)],
            Ends::First => [parse_quote!(0), parse_quote!(1..)],
            Ends::Last => [parse_quote!(#n), parse_quote!(..#n)],
        };
        let projections = projections.map(|range| self.index(&range));
        self.verbatim(quote_spanned!(call.span()=> let #pat = #written;));
        for (part, projection) in parts.elems.iter().zip(projections) {
            let Pat::Ident(name) = part else { continue };
            let path = of.path.iter().cloned().chain([projection]).collect();
            self.name(&name.ident, Meaning { var: of.var, path, is_ref: true, stopped: of.stopped });
        }
        if written_mutable(call) {
            self.name_mutable(pat);
        }
        true
    }

    /// Whether a call is `list.as_slice()` of a variable or a part of one.
    pub(super) fn is_slice(&self, call: &ExprMethodCall) -> bool {
        slice_of(call).is_some_and(|(list, _)| self.root(list).is_some_and(|meaning| self.vars[meaning.var.0].active))
    }

    /// `&list[..]` for such a call.
    pub(super) fn slice(&mut self, call: &ExprMethodCall) -> Option<Operand> {
        let (list, is_mutable) = slice_of(call)?;
        let Operand::Place(of) = self.place(peel(list))? else { return None };
        self.is_list(&of);
        let mutability = is_mutable.then(|| quote!(mut));
        let tree = self.rewritten(std::ptr::from_ref(call).cast(), |_| {
            Ok(parse_quote_spanned!(call.span()=> { & #mutability #list[..] }))
        })?;
        let [Stmt::Expr(slice, None)] = tree.stmts.as_slice() else { return None };
        self.place(slice)
    }

    /// `&TABLE[i..]` of an item. The reverse half names the item, and keeps the ends.
    pub(super) fn moving_part(&mut self, part: &Expr) -> Option<Operand> {
        let Expr::Index(index) = part else { return None };
        let Expr::Path(path) = peel(&index.expr) else { return None };
        let name = path.path.get_ident().filter(|name| self.meaning(name).is_none() && !self.hiding.contains(name))?;
        let var = self.fresh(name.clone(), VarKind::Param { by_ref: false }, false);
        let (written, path) = (syn::parse_quote!(&#part), vec![self.index(&index.index)]);
        Some(Operand::Place(Place { written, is_ref: true, var, path, stopped: false }))
    }

    /// Whether an expression is a part of a constant list whose ends change: `TABLE[i..]`.
    pub(super) fn is_moving_part(&self, part: &Expr) -> bool {
        let Expr::Index(index) = peel(part) else { return false };
        matches!(peel(&index.index), Expr::Range(_))
            && !self.is_active(&index.expr)
            && !self.is_changed(&index.expr)
            && !self.is_repeatable(&index.index)
    }

    /// Whether an expression is an element of a list with a derivative in an `Option`, or an item that is selected from a chain.
    pub(super) fn is_optional_element(&self, expr: &Expr) -> bool {
        match list_of(expr) {
            Some(list) => self.root(list).is_some_and(|meaning| self.vars[meaning.var.0].active),
            None => is_selection(expr) && self.is_active(expr),
        }
    }

    /// Whether a call is `list.first().unwrap()`, `list.get_mut(i).unwrap()` or the like, of a variable or a part of one.
    pub(super) fn is_end_of_list(&self, call: &ExprMethodCall) -> bool {
        unwrapped_list(call).is_some_and(|list| self.root(list).is_some_and(|meaning| self.vars[meaning.var.0].active))
    }

    /// What such a call refers to.
    pub(super) fn end_of_list(&mut self, call: &ExprMethodCall) -> Option<Operand> {
        let Expr::MethodCall(end) = peel(&call.receiver) else { return None };
        let list = unwrapped_list(call).filter(|_| self.is_end_of_list(call))?;
        let Operand::Place(of) = self.place(list)? else { return None };
        self.is_list(&of);
        let key = std::ptr::from_ref(end).cast();
        let tree = self.rewritten(key, |_| {
            Ok(match (end.args.first(), end.method.to_string().trim_end_matches("_mut")) {
                (Some(at), _) => {
                    let at = apart_from_blocks(at);
                    parse_quote!({ #at })
                }
                (None, "first") => parse_quote!({ 0 }),
                (None, _) => parse_quote!({ #list.len() - 1 }),
            })
        })?;
        let Some(Stmt::Expr(at, None)) = tree.stmts.first() else { return None };
        let projection = self.index(at);
        let path = of.path.into_iter().chain([projection]).collect();
        Some(Operand::Place(Place { written: Expr::MethodCall(call.clone()), is_ref: true, path, ..of }))
    }

    /// Shows that a place is an array, a slice or a `Vec`.
    fn is_list(&mut self, place: &Place) {
        let (written, through) = (&place.written, place.is_ref.then(|| quote!(*)));
        self.verbatim(quote_spanned!(written.span()=> ::cotangent::generated::is_list(& #through #written);));
    }
}

/// The list of a call of `as_slice` or `as_mut_slice`, and whether it is the second.
pub(super) fn slice_of(call: &ExprMethodCall) -> Option<(&Expr, bool)> {
    let is_mutable = call.method == "as_mut_slice";
    let is_slice = (is_mutable || call.method == "as_slice") && call.args.is_empty();
    is_slice.then_some((&*call.receiver, is_mutable))
}

/// Where a list is split.
enum Ends<'e> {
    /// By a method, at an index.
    At(&'e Ident, &'e Expr),
    First,
    Last,
}

/// The list that a call splits, and where.
fn split_of(call: &ExprMethodCall) -> Option<(&Expr, Ends<'_>)> {
    if (call.method == "split_at" || call.method == "split_at_mut") && call.args.len() == 1 {
        return Some((peel(&call.receiver), Ends::At(&call.method, &call.args[0])));
    }
    let split = unwrapped(call)?;
    let ends = match split.method.to_string().as_str() {
        "split_first" | "split_first_mut" => Ends::First,
        "split_last" | "split_last_mut" => Ends::Last,
        _ => return None,
    };
    Some((peel(&split.receiver), ends))
}

fn written_mutable(call: &ExprMethodCall) -> bool {
    unwrapped(call).unwrap_or(call).method.to_string().ends_with("_mut")
}

/// The call whose result is unwrapped.
fn unwrapped(call: &ExprMethodCall) -> Option<&ExprMethodCall> {
    let is_there = call.method == "unwrap" && call.args.is_empty() || call.method == "expect" && call.args.len() == 1;
    match peel(&call.receiver) {
        Expr::MethodCall(inner) if is_there => Some(inner),
        _ => None,
    }
}

/// The list of which an element is unwrapped.
pub(super) fn unwrapped_list(call: &ExprMethodCall) -> Option<&Expr> {
    let element = unwrapped(call)?;
    let is_split = element.method.to_string().starts_with("split_");
    list_of(peel(&call.receiver)).filter(|_| !is_split)
}
