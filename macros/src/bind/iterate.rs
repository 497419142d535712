//! Iteration over values with a derivative, in terms of indices: what an iterator chain means, element by element.
//!
//! ```text
//! // in
//! a.iter().zip(&b).map(|(x, y)| x * y).sum()
//! // out
//! {
//!     let mut sum = nothing();
//!     for i in 0..a.len().min(b.len()) {
//!         let x = &a[i];  let y = &b[i];
//!         let item = x * y;
//!         sum += item;
//!     }
//!     sum
//! }
//! ```

mod chain;

use std::cell::Cell;

use proc_macro2::Span;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Block, Expr, ExprForLoop, ExprMethodCall, Ident, Pat, Stmt, parse_quote};

use self::chain::Chain;
use super::{after_let, apart_from_blocks, callee, peel};

/// Why a chain is not understood: where, and what to do.
pub(super) struct Unknown(pub proc_macro2::TokenStream, pub &'static str);

/// `for pat in chain { body }`
pub(super) fn looped(each: &ExprForLoop, is_reference: &dyn Fn(&Expr) -> bool) -> Result<Block, Unknown> {
    let names = Names { given: Cell::new(0), is_reference };
    let stmts = Chain::read(&each.expr, &names)?.run(&names, |item| {
        let mut stmts = item.bind(&each.pat)?;
        stmts.extend(each.body.stmts.iter().cloned());
        Ok(stmts)
    })?;
    Ok(parse_quote!({ #(#stmts)* }))
}

/// Whether a call ends an iterator chain in a value.
pub(super) fn is_chain(call: &ExprMethodCall) -> bool {
    const ENDS: [&str; 4] = ["sum", "product", "fold", "for_each"];
    ENDS.iter().any(|end| call.method == end) && is_iterator(&call.receiver)
}

/// The end of an iterator chain that is not supported.
pub(super) fn unknown_end(call: &ExprMethodCall) -> Option<Unknown> {
    fn is_adapted(expr: &Expr) -> bool {
        const ADAPTORS: [&str; 8] = ["zip", "enumerate", "take", "skip", "step_by", "map", "filter", "rev"];
        match peel(expr) {
            Expr::MethodCall(call) if call.method == "iter" || call.method == "into_iter" => true,
            Expr::MethodCall(call) => {
                ADAPTORS.iter().any(|adaptor| call.method == adaptor) && is_adapted(&call.receiver)
            }
            _ => false,
        }
    }
    is_adapted(&call.receiver).then(|| unknown(&call.method))
}

/// Whether an expression is an iterator, by the methods in it.
fn is_iterator(expr: &Expr) -> bool {
    const STARTS: [&str; 6] = ["iter", "iter_mut", "into_iter", "windows", "chunks_exact", "rev"];
    match peel(expr) {
        Expr::Range(_) => true,
        Expr::MethodCall(call) => STARTS.iter().any(|start| call.method == start) || is_iterator(&call.receiver),
        _ => false,
    }
}

/// A chain with its end, as a block.
pub(super) fn value(call: &ExprMethodCall, is_reference: &dyn Fn(&Expr) -> bool) -> Result<Block, Unknown> {
    let names = Names { given: Cell::new(0), is_reference };
    let chain = Chain::read(&call.receiver, &names)?;
    let ty = call.turbofish.as_ref().and_then(|turbofish| turbofish.args.first());
    let (total, item) = (names.fresh("__total"), names.fresh("__item"));
    let colon = ty.map(|ty| quote!(: #ty));
    let arguments: Vec<_> = call.args.iter().collect();
    match (call.method.to_string().as_str(), arguments.as_slice()) {
        ("sum", []) => {
            let stmts = chain.run(&names, |each| {
                let value = each.value()?;
                Ok(parse_stmts(&quote!(
                    let #item = #value;
                    ::cotangent::private::same(&#total, &#item);
                    #total += #item;
                )))
            })?;
            Ok(parse_quote!({ let mut #total #colon = ::cotangent::private::nothing(); #(#stmts)* #total }))
        }
        ("product", []) => {
            let stmts = chain.run(&names, |each| {
                let value = each.value()?;
                Ok(parse_stmts(&quote!(
                    let #item = #value;
                    ::cotangent::private::same(&#total, &#item);
                    #total *= #item;
                )))
            })?;
            Ok(parse_quote!({ let mut #total #colon = ::cotangent::private::one(); #(#stmts)* #total }))
        }
        ("fold", [start, with]) => {
            let stmts = chain.run(&names, |each| {
                let new = match peel(with) {
                    Expr::Closure(closure) if closure.inputs.len() == 2 => {
                        let mut stmts = bind(&closure.inputs[0], &parse_quote!(#total));
                        stmts.extend(each.bind(&closure.inputs[1])?);
                        let body = apart_from_blocks(&closure.body);
                        quote!({ #(#stmts)* #body })
                    }
                    function => {
                        let (value, function) = (each.value()?, callee(function));
                        quote!(#function(#total, #value))
                    }
                };
                Ok(parse_stmts(&quote!(#total = #new;)))
            })?;
            Ok(parse_quote!({ let mut #total #colon = #start; #(#stmts)* #total }))
        }
        ("for_each", [with]) => {
            let stmts = chain.run(&names, |each| match peel(with) {
                Expr::Closure(closure) if closure.inputs.len() == 1 => {
                    let mut stmts = each.bind(&closure.inputs[0])?;
                    stmts.push(Stmt::Expr((*closure.body).clone(), Some(parse_quote!(;))));
                    Ok(stmts)
                }
                function => {
                    let (value, function) = (each.value()?, callee(function));
                    Ok(parse_stmts(&quote!(#function(#value);)))
                }
            })?;
            Ok(parse_quote!({ #(#stmts)* }))
        }
        _ => Err(unknown(&call.method)),
    }
}

/// Names that the user does not have, and what is known of those that he has.
struct Names<'b> {
    given: Cell<usize>,
    /// Whether a place is known to be a reference.
    is_reference: &'b dyn Fn(&Expr) -> bool,
}

impl Names<'_> {
    fn fresh(&self, name: &str) -> Ident {
        let number = self.given.replace(self.given.get() + 1);
        Ident::new(&format!("{name}{number}"), Span::mixed_site())
    }
}

fn parse_stmts(tokens: &proc_macro2::TokenStream) -> Vec<Stmt> {
    let block: Block = parse_quote!({ #tokens });
    block.stmts
}

/// What one iteration has: a value, or a pair of such.
#[derive(Clone)]
enum Item {
    One { value: Expr, is_ref: bool },
    Pair(Box<Item>, Box<Item>),
}

impl Item {
    fn one(value: Expr) -> Self {
        Item::One { value, is_ref: false }
    }

    /// `let pat = item;`
    fn bind(&self, pat: &Pat) -> Result<Vec<Stmt>, Unknown> {
        match (self, pat) {
            (Item::Pair(a, b), Pat::Tuple(tuple)) if tuple.elems.len() == 2 => {
                let mut stmts = a.bind(&tuple.elems[0])?;
                stmts.extend(b.bind(&tuple.elems[1])?);
                Ok(stmts)
            }
            (item, Pat::Paren(inner)) => item.bind(&inner.pat),
            (Item::Pair(..), Pat::Wild(_)) => Ok(Vec::new()),
            // A filter sees a reference to the item.
            (item @ Item::Pair(..), Pat::Reference(inner)) => item.bind(&inner.pat),
            (Item::One { value, .. }, pat) => Ok(bind(pat, value)),
            (Item::Pair(..), pat) => Err(Unknown(
                pat.to_token_stream(),
                "a pair in one name is not supported here\nhelp: take it apart: `|(a, b)|`",
            )),
        }
    }

    /// The item as a number: what it refers to, if it is a reference.
    fn value(&self) -> Result<Expr, Unknown> {
        match self {
            Item::One { value, is_ref: true } => Ok(parse_quote!(*#value)),
            Item::One { value, .. } => Ok(value.clone()),
            Item::Pair(a, _) => a.value().and_then(|value| Err(unknown(&value))),
        }
    }
}

fn bind(pat: &Pat, value: &Expr) -> Vec<Stmt> {
    match pat {
        Pat::Wild(_) => Vec::new(),
        Pat::Reference(inner) => bind(&inner.pat, &parse_quote!(*#value)),
        Pat::Type(typed) => {
            let (pat, ty) = (after_let(&typed.pat), &typed.ty);
            parse_stmts(&quote_spanned!(pat.span()=> let #pat: #ty = #value;))
        }
        pat => {
            let (span, pat) = (pat.span(), after_let(pat));
            parse_stmts(&quote_spanned!(span=> let #pat = #value;))
        }
    }
}

fn unknown(tokens: &impl ToTokens) -> Unknown {
    Unknown(
        tokens.to_token_stream(),
        "this iterator is not supported yet\nhelp: write a loop over indices, or use `iter`, `zip`, `enumerate`, `rev`, `take`, `skip`, `step_by`, `windows`, `chunks_exact`, `map` and `filter`, with `sum`, `product`, `fold` or `for_each`",
    )
}
