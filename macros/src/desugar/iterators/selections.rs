//! Ends of a chain that select one of its items: the index is found first, and the item is that at the index.
//!
//! ```text
//! // in
//! x.iter().max_by(|a, b| a.total_cmp(b)).unwrap()
//! // out
//! let mut found = 0;  let mut any = false;
//! for i in 0..x.len() {
//!     let new = &x[i];
//!     if any { let best = &x[found];  if best.total_cmp(new) != Greater { found = i; } } else { any = true;  found = i; }
//! }
//! assert!(any);
//! &x[found]
//! ```

use quote::quote;
use syn::{Block, Expr, ExprMethodCall, Ident, Stmt, parse_quote};

use super::chain::{Chain, constant};
use super::stages::{Around, mapped_by};
use super::{Item, Names, Unknown, is_iterator, parse_stmts, unknown};
use crate::syntax::effects::{Meanings, lent_names};
use crate::syntax::patterns::names_in;
use crate::syntax::{apart_from_blocks, callee, peel};

/// One item of a chain, if there is one.
struct Selection {
    setup: Vec<Stmt>,
    /// Whether there is one.
    any: Expr,
    /// What gives it, if there is one.
    stmts: Vec<Stmt>,
    item: Item,
}

/// Whether an expression is an item that is selected from a chain, in an `Option`.
pub(crate) fn is_selection(expr: &Expr) -> bool {
    let Expr::MethodCall(call) = peel(expr) else { return false };
    let arguments = call.args.len();
    match (call.method.to_string().as_str(), arguments) {
        ("last" | "next", 0) | ("nth" | "find" | "min_by" | "max_by" | "min_by_key" | "max_by_key", 1) => {
            is_iterator(&call.receiver)
        }
        ("copied" | "cloned", 0) | ("map", 1) => is_selection(&call.receiver),
        _ => false,
    }
}

/// Whether the item itself is asked for.
pub(crate) fn is_unwrapped(call: &ExprMethodCall) -> bool {
    let name = &call.method;
    (name == "unwrap" && call.args.is_empty() || name == "expect" && call.args.len() == 1)
        && is_selection(&call.receiver)
}

/// Statements that select an item, and the item.
pub(crate) fn unwrapped(call: &ExprMethodCall, outside: &dyn Meanings) -> Result<(Vec<Stmt>, Expr), Unknown> {
    let changed = lent_names(outside, |changes| syn::visit::Visit::visit_expr_method_call(changes, call));
    let names = Names::beside_others(outside, changed);
    let Selection { mut setup, any, stmts, item } = closed(read(&call.receiver, &names)?, &names, call)?;
    let message = call
        .args
        .first()
        .map_or_else(|| quote!("called `Option::unwrap()` on a `None` value"), |message| quote!("{}", #message));
    setup.push(parse_quote!(::core::assert!(#any, #message);));
    setup.extend(stmts);
    Ok((setup, item.written()))
}

/// The `Option`, as a block.
pub(crate) fn selected(expr: &Expr, outside: &dyn Meanings) -> Result<Block, Unknown> {
    let changed = lent_names(outside, |changes| syn::visit::Visit::visit_expr(changes, expr));
    let names = Names::new(outside, changed);
    let Selection { setup, any, stmts, item } = read(expr, &names)?;
    if item.refers() {
        return Err(Unknown(quote!(#expr), REFERENCE));
    }
    let item = item.written();
    Ok(parse_quote!({
        #(#setup)*
        if #any { #(#stmts)* ::core::option::Option::Some(#item) } else { ::core::option::Option::None }
    }))
}

/// A selected item where its `Option` is taken apart.
pub(crate) struct Found {
    pub setup: Vec<Stmt>,
    pub any: Expr,
    pub stmts: Vec<Stmt>,
    pub item: Expr,
}

/// Finds it.
pub(crate) fn found(expr: &Expr, outside: &dyn Meanings) -> Result<Found, Unknown> {
    let changed = lent_names(outside, |changes| syn::visit::Visit::visit_expr(changes, expr));
    let names = Names::beside_others(outside, changed);
    let Selection { setup, any, stmts, item } = read(expr, &names)?;
    Ok(Found { setup, any, stmts, item: item.written() })
}

/// The names that closures give to parts of the item stay in a block.
fn closed(selection: Selection, names: &Names<'_>, call: &ExprMethodCall) -> Result<Selection, Unknown> {
    let is_own = |stmt: &Stmt| match stmt {
        Stmt::Local(local) => names_in(&local.pat).iter().all(|name| name.ident.to_string().starts_with("__")),
        _ => true,
    };
    let Selection { stmts, item, .. } = &selection;
    if stmts.iter().all(is_own) {
        return Ok(selection);
    }
    if item.refers() {
        return Err(unknown(&call.method));
    }
    let ((pat, item), value) = (item.named(names), apart_from_blocks(&item.written()));
    let stmts = parse_stmts(&quote!(let #pat = { #(#stmts)* #value };));
    Ok(Selection { stmts, item, ..selection })
}

const REFERENCE: &str = "a reference in an `Option` is not supported here\nhelp: take its value, `.copied()`, or the item itself, `.unwrap()`";

fn read(expr: &Expr, names: &Names<'_>) -> Result<Selection, Unknown> {
    let Expr::MethodCall(call) = peel(expr) else { return Err(unknown(expr)) };
    let argument = call.args.first();
    match call.method.to_string().as_str() {
        "copied" | "cloned" if is_selection(&call.receiver) => {
            let selection = read(&call.receiver, names)?;
            let item = Item::one(selection.item.value()?);
            Ok(Selection { item, ..selection })
        }
        "map" => {
            let mut selection = read(&call.receiver, names)?;
            let with = argument.ok_or_else(|| unknown(&call.method))?;
            selection.item = mapped_by(with, &selection.item, names, &mut selection.stmts)?;
            Ok(selection)
        }
        _ => from_chain(call, argument, names).or_else(|unknown| reduced(call, argument, names).ok_or(unknown)),
    }
}

/// The same of items that have no place: the item itself goes from one to the next.
///
/// ```text
/// let __best = shapes.iter().filter_map(|s| s.hit(ray)).reduce(|a, b| if a.t.total_cmp(&b.t) == Greater { b } else { a });
/// ```
fn reduced(call: &ExprMethodCall, argument: Option<&Expr>, names: &Names<'_>) -> Option<Selection> {
    let (best, [a, b]) = (names.fresh("__best"), ["__a", "__b"].map(|name| names.fresh(name)));
    let value = |name: &Ident| Item::one(parse_quote!(#name));
    let with = match (call.method.to_string().as_str(), argument) {
        ("last", None) => quote!(#b),
        (name, Some(with)) if is_extreme(name) => {
            let better = better(name, with, &value(&a), &value(&b)).ok()?;
            quote!(#(#better)* { #b } else { #a })
        }
        _ => return None,
    };
    let chain = &call.receiver;
    Some(Selection {
        setup: vec![parse_quote!(let #best = #chain.reduce(|#a, #b| { #with });)],
        any: parse_quote!(#best.is_some()),
        stmts: Vec::new(),
        item: Item::one(parse_quote!(#best.unwrap())),
    })
}

/// Whether a method looks for the least or the largest item.
fn is_extreme(name: &str) -> bool {
    ["min_by", "max_by", "min_by_key", "max_by_key"].contains(&name)
}

/// The end of a chain: a loop that finds the index.
fn from_chain(call: &ExprMethodCall, argument: Option<&Expr>, names: &Names<'_>) -> Result<Selection, Unknown> {
    let mut chain = Chain::read(&call.receiver, names)?.without_effects(call, names)?.positions(names);
    let mut setup = chain.take_setup();
    let (found, any, index) = (names.fresh("__found"), names.fresh("__any"), names.fresh("__i"));
    let (around, i) = (Around::default(), parse_quote!(#index));
    let ended = around.ending(names);
    let take: Stmt = parse_quote!({ #any = true; #found = #index; });
    let nth = match (call.method.to_string().as_str(), argument) {
        ("next", _) => Some(parse_quote!(0)),
        ("nth", Some(n)) => Some(constant(n, names, &mut setup)),
        _ => None,
    };
    let skipped = nth.as_ref().map(|_| names.fresh("__skipped"));
    let stmts = chain.at(&i, names, &around, |new| match (call.method.to_string().as_str(), argument) {
        ("last", _) => Ok(vec![take.clone()]),
        ("next" | "nth", _) => Ok(parse_stmts(&quote!(if #skipped == #nth { #take #ended } else { #skipped += 1; }))),
        ("find", Some(with)) => {
            let (mut stmts, cond) = asked_of(with, &[new])?;
            stmts.push(parse_quote!(if #cond { #take #ended }));
            Ok(stmts)
        }
        (name, Some(with)) => {
            let found = parse_quote!(#found);
            let (before, best) = chain.unfiltered(&found, names)?;
            let better = better(name, with, &best, new)?;
            Ok(parse_stmts(&quote!(if #any { #(#before)* #(#better)* { #take } } else { #take })))
        }
        _ => Err(unknown(&call.method)),
    })?;
    let (end, length) = (around.end(), chain.length());
    setup.extend(around.into_before());
    setup.extend(parse_stmts(&quote!(
        let mut #found: usize = 0;
        let mut #any = false;
    )));
    setup.extend(skipped.map(|skipped| -> Stmt { parse_quote!(let mut #skipped: usize = 0;) }));
    setup.push(parse_quote!(for #index in 0..#length { #(#stmts)* #end }));
    let (stmts, item) = chain.unfiltered(&parse_quote!(#found), names)?;
    Ok(Selection { setup, any: parse_quote!(#any), stmts, item })
}

/// `if` a new item goes before the best of those so far, without its block.
fn better(name: &str, with: &Expr, best: &Item, new: &Item) -> Result<Vec<proc_macro2::TokenStream>, Unknown> {
    let by_key = name.ends_with("_key");
    let is_min = name.starts_with("min");
    if !by_key {
        let (stmts, order) = asked_of(with, &[best, new])?;
        let is = if is_min { quote!(==) } else { quote!(!=) };
        return Ok(vec![quote!(#(#stmts)*), quote!(if (#order) #is ::core::cmp::Ordering::Greater)]);
    }
    let [(a_stmts, a), (b_stmts, b)] = [asked_of(with, &[best])?, asked_of(with, &[new])?];
    let is = if is_min { quote!(>) } else { quote!(<=) };
    Ok(vec![quote!(if { #(#a_stmts)* #a } #is { #(#b_stmts)* #b })])
}

/// What a function says of items that it sees: statements before, and its value.
fn asked_of(with: &Expr, items: &[&Item]) -> Result<(Vec<Stmt>, Expr), Unknown> {
    match peel(with) {
        Expr::Closure(closure) if closure.inputs.len() == items.len() => {
            let (mut stmts, mut body) = (Vec::new(), (*closure.body).clone());
            for (input, item) in closure.inputs.iter().zip(items) {
                let (parts, code) = super::tuples::separated(input, item, &body)?;
                let is_apart = quote!(#parts).to_string() != quote!(#input).to_string();
                let seen = if is_apart { (*item).clone() } else { item.seen(&parts) };
                stmts.extend(seen.bind(&parts)?);
                body = code;
            }
            Ok((stmts, body))
        }
        function => {
            let function = callee(function);
            let seen = items.iter().map(|item| item.written());
            Ok((Vec::new(), parse_quote!(#function(#(&#seen),*))))
        }
    }
}
