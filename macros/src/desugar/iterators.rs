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
mod name_clashes;
mod outcomes;
pub(crate) mod selections;
mod stages;
mod tuples;

use std::cell::Cell;
use std::collections::HashSet;

use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{
    Block, Expr, ExprForLoop, ExprMethodCall, GenericArgument, Ident, Pat, PatTuple, PatType, ReturnType, Stmt, Type,
    parse_quote,
};

use self::chain::Chain;
pub(crate) use self::chain::drained;
pub(super) use self::name_clashes::shared_names;
use self::outcomes::Outcome;
use self::stages::{Around, asked};
use self::tuples::separated;
use super::exits::until;
use super::mapped_outcomes::{gives_ok_or_err, is_result};
use crate::naming::hygienic;
use crate::syntax::effects::{Meanings, changes_something, lent_names};
use crate::syntax::{after_let, apart_from_blocks, callee, peel};

/// Why a chain is not understood: where, and what to do.
pub(crate) struct Unknown(pub proc_macro2::TokenStream, pub &'static str);

/// `for pat in chain { body }`
pub(crate) fn looped(each: &ExprForLoop, outside: &dyn Meanings) -> Result<Block, Unknown> {
    let names = Names::new(outside, lent_names(outside, |changes| changes.visit_expr_for_loop(each)));
    let (body, until) = until(&each.body);
    let around = Around::default();
    until.into_iter().for_each(|until| around.ends_if(*until));
    let (setup, each) = Chain::read(&each.expr, &names)?.run_until(&names, around, |item| {
        let (pat, body) = separated(&each.pat, item, &parse_quote!({ #(#body)* }))?;
        let mut stmts = item.bind(&pat)?;
        match body {
            Expr::Block(body) => stmts.extend(body.block.stmts),
            body => stmts.push(Stmt::Expr(body, None)),
        }
        Ok(stmts)
    })?;
    Ok(parse_quote!({ #(#setup)* #each }))
}

/// Whether a call ends an iterator chain in a value.
pub(crate) fn is_chain(call: &ExprMethodCall, outside: &dyn Meanings) -> bool {
    const ENDS: [&str; 11] = [
        "sum",
        "product",
        "fold",
        "rfold",
        "for_each",
        "reduce",
        "try_fold",
        "find_map",
        "collect",
        "partition",
        "unzip",
    ];
    ENDS.iter().any(|end| call.method == end) && (is_iterator(&call.receiver) || is_walked(&call.receiver, outside))
}

/// Whether an expression is such an iterator as [`Meanings::is_walked`], or is made of one.
fn is_walked(expr: &Expr, outside: &dyn Meanings) -> bool {
    match peel(expr) {
        Expr::MethodCall(call) if is_adaptor(call) => is_walked(&call.receiver, outside),
        expr => outside.is_walked(expr),
    }
}

/// Methods that make one iterator of another.
const ADAPTORS: [&str; 20] = [
    "chain",
    "cloned",
    "copied",
    "cycle",
    "enumerate",
    "filter",
    "filter_map",
    "flat_map",
    "flatten",
    "inspect",
    "map",
    "map_while",
    "rev",
    "scan",
    "skip",
    "skip_while",
    "step_by",
    "take",
    "take_while",
    "zip",
];

/// Whether a method goes through a list by shared references, or is one of such an iterator.
pub(crate) fn is_shared(call: &ExprMethodCall) -> bool {
    const STARTS: [&str; 7] = ["chunks", "chunks_exact", "into_iter", "iter", "rchunks", "rchunks_exact", "windows"];
    is_adaptor(call) || STARTS.iter().any(|start| call.method == start)
}

fn is_adaptor(call: &ExprMethodCall) -> bool {
    ADAPTORS.iter().any(|adaptor| call.method == adaptor)
}

/// The end of an iterator chain that is not supported.
pub(crate) fn unknown_end(call: &ExprMethodCall) -> Option<Unknown> {
    fn is_adapted(expr: &Expr) -> bool {
        match peel(expr) {
            Expr::MethodCall(call) if call.method == "iter" || call.method == "into_iter" => true,
            Expr::MethodCall(call) => is_adaptor(call) && is_adapted(&call.receiver),
            _ => false,
        }
    }
    is_adapted(&call.receiver).then(|| unknown(&call.method))
}

/// Whether an expression is a chain without an end.
pub(super) fn is_open(expr: &Expr) -> bool {
    const STARTS: [&str; 7] = ["chunks", "chunks_exact", "column_iter", "into_iter", "iter", "row_iter", "windows"];
    match peel(expr) {
        Expr::MethodCall(call) => {
            is_iterator(expr) && (is_adaptor(call) || STARTS.iter().any(|start| call.method == start))
        }
        _ => false,
    }
}

/// Methods that make an iterator of a list.
const STARTS: [&str; 16] = [
    "iter",
    "iter_mut",
    "into_iter",
    "windows",
    "chunks",
    "chunks_mut",
    "chunks_exact",
    "chunks_exact_mut",
    "rchunks",
    "rchunks_exact",
    "drain",
    "rev",
    "column_iter",
    "column_iter_mut",
    "row_iter",
    "row_iter_mut",
];

/// Whether a method is one of them.
pub(crate) fn is_start(method: &Ident) -> bool {
    STARTS.iter().any(|start| method == start)
}

/// Whether an expression is an iterator, by the methods in it.
pub(crate) fn is_iterator(expr: &Expr) -> bool {
    match peel(expr) {
        Expr::Range(_) => true,
        Expr::Call(call) => chain::made(call).is_some(),
        Expr::MethodCall(call) => is_start(&call.method) || is_iterator(&call.receiver),
        _ => false,
    }
}

/// A chain with its end, as a block.
pub(crate) fn value(call: &ExprMethodCall, outside: &dyn Meanings) -> Result<Block, Unknown> {
    let names = Names::new(outside, lent_names(outside, |changes| changes.visit_expr_method_call(call)));
    let chain = Chain::read_receiver(&call.receiver, &names)?;
    let ty = call.turbofish.as_ref().and_then(|turbofish| turbofish.args.first());
    let (total, item) = (names.fresh("__total"), names.fresh("__item"));
    let colon = ty.map(|ty| quote!(: #ty));
    let arguments: Vec<_> = call.args.iter().collect();
    match (call.method.to_string().as_str(), arguments.as_slice()) {
        (name @ ("sum" | "product"), []) => {
            let span = call.method.span();
            let (first, more) = if name == "sum" {
                (quote_spanned!(span=> ::cotangent::generated::nothing()), quote!(+=))
            } else {
                (quote_spanned!(span=> ::cotangent::generated::one()), quote!(*=))
            };
            let (setup, each) = chain.run(&names, |each| {
                let value = each.value()?;
                Ok(parse_stmts(&quote!(
                    let #item = #value;
                    ::cotangent::generated::same(&#total, &#item);
                    #total #more #item;
                )))
            })?;
            Ok(parse_quote!({ let mut #total #colon = #first; #(#setup)* #each #total }))
        }
        ("fold", [start, with]) => folded(chain, call, (start, with), (&total, colon), &names),
        ("for_each", [with]) => visited(chain, with, &names),
        ("rfold", [_, _]) => {
            let (mut fold, receiver) = (call.clone(), &call.receiver);
            fold.method = Ident::new("fold", call.method.span());
            fold.receiver = parse_quote!(#receiver.rev());
            value(&fold, outside)
        }
        ("partition", [with]) => divided(chain, &names, |each, total, other| {
            let Expr::Closure(closure) = peel(with) else { return Err(unknown(with)) };
            let (mut stmts, item) = (Vec::new(), each.copied());
            let cond = asked(closure, each, &mut stmts)?;
            Ok(quote!(#(#stmts)* if #cond { #total.push(#item); } else { #other.push(#item); }))
        }),
        ("unzip", []) => divided(chain, &names, |each, total, other| match each {
            Item::Tuple(parts) => {
                let [a, b] = &parts[..] else { return Err(unknown(&each.written())) };
                let (a, b) = (a.copied(), b.copied());
                Ok(quote!(#total.push(#a); #other.push(#b);))
            }
            Item::One { value, is_ref: false } => {
                let (a, b) = (names.fresh("__a"), names.fresh("__b"));
                Ok(quote!(let (#a, #b) = #value; #total.push(#a); #other.push(#b);))
            }
            Item::One { value, .. } => Err(unknown(value)),
        }),
        ("reduce", [with]) => reduced(chain, with, &total, &names),
        ("try_fold", [start, with]) => match result_of(call, with) {
            Some(ty) => tried_results(chain, (start, with), (&total, &ty), &names),
            None => tried(chain, (start, with), &total, &names),
        },
        ("find_map", [with]) => found_first(chain, with, &total, &names),
        ("collect", []) if gives_slices(&call.receiver) => Err(Unknown(call.method.to_token_stream(), SLICES)),
        ("collect", []) => {
            let (setup, each) = chain.run(&names, |each| {
                let value = each.written();
                Ok(parse_stmts(&quote!(#total.push(#value);)))
            })?;
            Ok(parse_quote!({ let mut #total #colon = ::cotangent::generated::vector([]); #(#setup)* #each #total }))
        }
        _ => Err(unknown(&call.method)),
    }
}

const SLICES: &str = "a list of slices cannot be differentiated\nhelp: collect their copies, `.map(|part| part.to_vec())`, or walk through them where they are used";

/// Whether the items of a chain are slices.
fn gives_slices(chain: &Expr) -> bool {
    let Expr::MethodCall(call) = peel(chain) else { return false };
    let is_among = |names: &[&str]| names.iter().any(|name| call.method == name);
    is_among(&["chunks", "chunks_exact", "windows"])
        || is_among(&["chain", "cycle", "filter", "rev", "skip", "skip_while", "step_by", "take", "take_while"])
            && gives_slices(&call.receiver)
}

/// `fold`
fn folded(
    chain: Chain,
    call: &ExprMethodCall,
    (start, with): (&Expr, &Expr),
    (total, colon): (&Ident, Option<proc_macro2::TokenStream>),
    names: &Names<'_>,
) -> Result<Block, Unknown> {
    // What it goes through is there before the start is computed.
    let chain =
        if changes_something(start) || changes_something(&call.receiver) { chain.settled(names) } else { chain };
    let (setup, each) = chain.run(names, |each| {
        let new = match peel(with) {
            Expr::Closure(closure) if closure.inputs.len() == 2 => {
                let (input, body) = separated(&closure.inputs[1], each, &closure.body)?;
                let mut stmts = bind(&closure.inputs[0], &parse_quote!(#total));
                stmts.extend(each.bind(&input)?);
                let body = apart_from_blocks(&body);
                quote!({ #(#stmts)* #body })
            }
            function => {
                let (value, function) = (each.written(), callee(function));
                quote!(#function(#total, #value))
            }
        };
        Ok(parse_stmts(&quote!(#total = #new;)))
    })?;
    Ok(parse_quote!({ #(#setup)* let mut #total #colon = #start; #each #total }))
}

/// `for_each`
fn visited(chain: Chain, with: &Expr, names: &Names<'_>) -> Result<Block, Unknown> {
    let (setup, each) = chain.run(names, |each| match peel(with) {
        Expr::Closure(closure) if closure.inputs.len() == 1 => {
            let (input, body) = separated(&closure.inputs[0], each, &closure.body)?;
            let mut stmts = each.bind(&input)?;
            stmts.push(Stmt::Expr(body, Some(parse_quote!(;))));
            Ok(stmts)
        }
        function => {
            let (value, function) = (each.written(), callee(function));
            Ok(parse_stmts(&quote!(#function(#value);)))
        }
    })?;
    Ok(parse_quote!({ #(#setup)* #each }))
}

/// Two lists, to which `put` adds the parts of an item.
fn divided(
    chain: Chain,
    names: &Names<'_>,
    put: impl Fn(&Item, &Ident, &Ident) -> Result<proc_macro2::TokenStream, Unknown>,
) -> Result<Block, Unknown> {
    let (total, other) = (names.fresh("__total"), names.fresh("__other"));
    let (setup, each) = chain.run(names, |each| Ok(parse_stmts(&put(each, &total, &other)?)))?;
    Ok(parse_quote!({
        let mut #total = ::cotangent::generated::vector([]);
        let mut #other = ::cotangent::generated::vector([]);
        #(#setup)*
        #each
        (#total, #other)
    }))
}

/// `reduce`: the first item, then what the function makes of it and each other.
fn reduced(chain: Chain, with: &Expr, total: &Ident, names: &Names<'_>) -> Result<Block, Unknown> {
    let (first, item) = (names.fresh("__first"), names.fresh("__item"));
    let (setup, each) = chain.run(names, |each| {
        if each.refers() {
            return Err(Unknown(with.to_token_stream(), COPIED));
        }
        let value = each.written();
        let next = match peel(with) {
            Expr::Closure(closure) if closure.inputs.len() == 2 => {
                let mut stmts = bind(&closure.inputs[0], &parse_quote!(#first));
                stmts.extend(bind(&closure.inputs[1], &parse_quote!(#item)));
                let body = apart_from_blocks(&closure.body);
                quote!({ #(#stmts)* #body })
            }
            function => {
                let function = callee(function);
                quote!(#function(#first, #item))
            }
        };
        Ok(parse_stmts(&quote!(
            let #item = #value;
            ::cotangent::generated::same_value(&#total, &#item);
            #total = match #total {
                ::core::option::Option::Some(#first) => ::core::option::Option::Some(#next),
                ::core::option::Option::None => ::core::option::Option::Some(#item),
            };
        )))
    })?;
    Ok(parse_quote!({ #(#setup)* let mut #total = ::core::option::Option::None; #each #total }))
}

/// `try_fold` with a closure whose form shows where it gives a value.
fn tried(chain: Chain, (start, with): (&Expr, &Expr), total: &Ident, names: &Names<'_>) -> Result<Block, Unknown> {
    let Expr::Closure(closure) = peel(with) else { return Err(unknown(with)) };
    let [state, input] = closure.inputs.iter().collect::<Vec<_>>()[..] else { return Err(unknown(with)) };
    let (failed, around) = (names.fresh("__failed"), Around::default());
    around.ends_if(parse_quote!(#failed));
    let mut chain = chain;
    let (setup, each) = chain.run_until(names, around, |each| {
        let (input, body) = separated(input, each, &closure.body)?;
        let mut stmts = bind(state, &parse_quote!(#total));
        stmts.extend(each.bind(&input)?);
        stmts.extend(Outcome::read(&body).cases(names, parse_stmts(&quote!(#failed = true;)), |next| {
            let next = next.written();
            Ok(parse_stmts(&quote!(#total = #next;)))
        })?);
        Ok(stmts)
    })?;
    Ok(parse_quote!({
        #(#setup)*
        let mut #total = #start;
        let mut #failed = false;
        #each
        if #failed { ::core::option::Option::None } else { ::core::option::Option::Some(#total) }
    }))
}

/// The type that shows that `try_fold` gives a `Result`: the one written beside it, or that of a value of its closure.
fn result_of(call: &ExprMethodCall, with: &Expr) -> Option<Type> {
    let written = call.turbofish.as_ref().and_then(|turbofish| match turbofish.args.last()? {
        GenericArgument::Type(ty) => Some(ty.clone()),
        _ => None,
    });
    let Expr::Closure(closure) = peel(with) else { return None };
    let of_closure = match &closure.output {
        ReturnType::Type(_, ty) => Some((**ty).clone()),
        ReturnType::Default => None,
    };
    match written.or(of_closure) {
        Some(ty) => is_result(&ty).then_some(ty),
        None => gives_ok_or_err(&closure.body).then(|| parse_quote!(::core::result::Result<_, _>)),
    }
}

/// `try_fold` of which the outcome so far is a `Result`: the first failure ends the loop.
fn tried_results(
    mut chain: Chain,
    (start, with): (&Expr, &Expr),
    (total, ty): (&Ident, &Type),
    names: &Names<'_>,
) -> Result<Block, Unknown> {
    let Expr::Closure(closure) = peel(with) else { return Err(unknown(with)) };
    let [state, input] = closure.inputs.iter().collect::<Vec<_>>()[..] else { return Err(unknown(with)) };
    let (before, around) = (names.fresh("__before"), Around::default());
    around.ends_if(parse_quote!(::cotangent::generated::is_failure(&#total)));
    let (setup, each) = chain.run_until(names, around, |each| {
        let (input, body) = separated(input, each, &closure.body)?;
        let mut stmts = bind(state, &parse_quote!(#before));
        stmts.extend(each.bind(&input)?);
        let body = apart_from_blocks(&body);
        Ok(parse_stmts(&quote!(
            let #before = ::cotangent::generated::into_output(#total);
            #total = { #(#stmts)* #body };
        )))
    })?;
    Ok(parse_quote!({
        #(#setup)*
        let mut #total: #ty = ::core::result::Result::Ok(#start);
        #each
        #total
    }))
}

/// `find_map`: what the function makes of the first item of which it makes something.
fn found_first(chain: Chain, with: &Expr, total: &Ident, names: &Names<'_>) -> Result<Block, Unknown> {
    let around = Around::default();
    let ended = around.ending(names);
    let (setup, each) = chain.mapped_to_some(with)?.run_until(names, around, |each| {
        if each.refers() {
            return Err(Unknown(with.to_token_stream(), FOUND));
        }
        let value = each.written();
        Ok(parse_stmts(&quote!(#total = ::core::option::Option::Some(#value); #ended)))
    })?;
    Ok(parse_quote!({ #(#setup)* let mut #total = ::core::option::Option::None; #each #total }))
}

const FOUND: &str = "references cannot be found here\nhelp: give the value: `Some(*x)`";

const COPIED: &str = "references cannot be reduced here\nhelp: take the values, `.copied()`, before";

/// Names that the user does not have, and what is known of those that he has.
struct Names<'b> {
    given: Cell<usize>,
    /// Which of the chains whose names stay in scope this is.
    chain: usize,
    outside: &'b dyn Meanings,
    /// The variables that the chain changes while it runs.
    changed: HashSet<Ident>,
}

impl<'b> Names<'b> {
    fn new(outside: &'b dyn Meanings, changed: HashSet<Ident>) -> Self {
        Self { given: Cell::new(0), chain: 0, outside, changed }
    }

    /// Names that may stand beside those of another chain: `x.iter().min_by(..).unwrap() * x.iter().max_by(..).unwrap()`.
    fn beside_others(outside: &'b dyn Meanings, changed: HashSet<Ident>) -> Self {
        Self { chain: outside.next_chain(), ..Self::new(outside, changed) }
    }

    fn fresh(&self, name: &str) -> Ident {
        let number = self.given.replace(self.given.get() + 1);
        let chain = if self.chain == 0 { String::new() } else { format!("_{}", self.chain) };
        hygienic(&format!("{name}{number}{chain}"))
    }
}

fn parse_stmts(tokens: &proc_macro2::TokenStream) -> Vec<Stmt> {
    let block: Block = parse_quote!({ #tokens });
    block.stmts
}

/// What one iteration has: a value, or a tuple whose parts are values of their own.
#[derive(Clone)]
enum Item {
    One { value: Expr, is_ref: bool },
    Tuple(Vec<Item>),
}

impl Item {
    fn one(value: Expr) -> Self {
        Item::One { value, is_ref: false }
    }

    /// `let pat = item;`
    fn bind(&self, pat: &Pat) -> Result<Vec<Stmt>, Unknown> {
        match (self, pat) {
            (Item::One { value, .. }, pat) => Ok(bind(pat, value)),
            (item, Pat::Paren(inner)) => item.bind(&inner.pat),
            (Item::Tuple(_), Pat::Wild(_)) => Ok(Vec::new()),
            (Item::Tuple(parts), Pat::Tuple(tuple)) => {
                let pats = by_parts(tuple, parts.len());
                let stmts: Result<Vec<_>, _> = parts.iter().zip(&pats).map(|(part, pat)| part.bind(pat)).collect();
                Ok(stmts?.concat())
            }
            (Item::Tuple(_), Pat::Type(typed)) => match (&*typed.pat, &*typed.ty) {
                (Pat::Tuple(tuple), Type::Tuple(types)) if tuple.elems.len() == types.elems.len() => {
                    let mut tuple = tuple.clone();
                    for (pat, ty) in tuple.elems.iter_mut().zip(&types.elems) {
                        let (attrs, colon_token) = (Vec::new(), typed.colon_token);
                        let (untyped, ty) = (Box::new(pat.clone()), Box::new(ty.clone()));
                        *pat = Pat::Type(PatType { attrs, pat: untyped, colon_token, ty });
                    }
                    self.bind(&Pat::Tuple(tuple))
                }
                _ => Ok(bind(pat, &self.written())),
            },
            // A filter sees a reference to the item.
            (item, Pat::Reference(inner)) => item.bind(&inner.pat),
            (item, pat @ Pat::Ident(_)) => Ok(bind(pat, &item.written())),
            (Item::Tuple(_), pat) => Err(Unknown(pat.to_token_stream(), APART)),
        }
    }

    /// What a filter sees of the item.
    fn seen(&self, pat: &Pat) -> Self {
        match (self, pat) {
            (Item::One { value, .. }, _) => Item::one(parse_quote!(&#value)),
            (item, Pat::Paren(inner)) => item.seen(&inner.pat),
            (Item::Tuple(parts), Pat::Tuple(tuple)) => {
                let pats = by_parts(tuple, parts.len());
                Item::Tuple(parts.iter().zip(&pats).map(|(part, pat)| part.seen(pat)).collect())
            }
            (item, Pat::Ident(_)) => {
                let whole = item.written();
                Item::one(parse_quote!(&#whole))
            }
            (item, _) => item.clone(),
        }
    }

    /// The item as a number: what it refers to, if it is a reference.
    fn value(&self) -> Result<Expr, Unknown> {
        match self {
            Item::One { value, is_ref: true } => Ok(parse_quote!(*#value)),
            Item::One { value, .. } => Ok(value.clone()),
            Item::Tuple(_) => Err(unknown(&self.written())),
        }
    }
}

impl Item {
    /// A pattern that names its parts, and the item by these names.
    fn named(&self, names: &Names<'_>) -> (proc_macro2::TokenStream, Item) {
        match self {
            Item::One { is_ref, .. } => {
                let name = names.fresh("__item");
                (quote!(#name), Item::One { value: parse_quote!(#name), is_ref: *is_ref })
            }
            Item::Tuple(parts) => {
                let (pats, parts): (Vec<_>, Vec<_>) = parts.iter().map(|part| part.named(names)).unzip();
                (quote!((#(#pats,)*)), Item::Tuple(parts))
            }
        }
    }

    /// Its values, with what references refer to.
    fn copied(&self) -> proc_macro2::TokenStream {
        match self {
            Item::One { value, is_ref: true } => quote!(*#value),
            Item::One { value, .. } => quote!(#value),
            Item::Tuple(parts) => {
                let parts = parts.iter().map(Item::copied);
                quote!((#(#parts),*))
            }
        }
    }

    /// Whether it is a reference, or one of its parts is.
    fn refers(&self) -> bool {
        match self {
            Item::One { is_ref, .. } => *is_ref,
            Item::Tuple(parts) => parts.iter().any(Item::refers),
        }
    }

    /// The item as it is.
    fn written(&self) -> Expr {
        match self {
            Item::One { value, .. } => value.clone(),
            Item::Tuple(parts) => tuple_of(parts.iter().map(Item::written)),
        }
    }

    /// References to the values where the item has them.
    fn referred(&self, names: &Names<'_>, stmts: &mut Vec<Stmt>) -> Item {
        match self {
            Item::One { value, is_ref: true } => {
                let name = names.fresh("__item");
                stmts.extend(parse_stmts(&quote!(let #name = &#value;)));
                Item::One { value: parse_quote!(#name), is_ref: true }
            }
            Item::One { .. } => self.clone(),
            Item::Tuple(parts) => Item::Tuple(parts.iter().map(|part| part.referred(names, stmts)).collect()),
        }
    }
}

/// A tuple of these parts.
fn tuple_of(parts: impl Iterator<Item = Expr>) -> Expr {
    parse_quote!((#(#parts),*))
}

/// The pattern of each part; those that `..` stands for are `_`.
fn by_parts(tuple: &PatTuple, count: usize) -> Vec<Pat> {
    let left_out = (count + 1).saturating_sub(tuple.elems.len());
    let pats = tuple.elems.iter().flat_map(|pat| match pat {
        Pat::Rest(_) => vec![parse_quote!(_); left_out],
        pat => vec![pat.clone()],
    });
    pats.collect()
}

const APART: &str = "this pattern of a tuple is not supported\nhelp: name each part: `|(a, b)|`";

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
        "this iterator is not supported yet\nhelp: write a loop over indices, or use `iter`, `windows`, `chunks`, `zip`, `chain`, `enumerate`, `rev`, `take`, `skip`, `step_by`, `cycle`, `map`, `filter`, `filter_map`, `flat_map`, `flatten`, `scan`, `take_while`, `skip_while`, `map_while` and `inspect`, with `sum`, `product`, `fold`, `reduce`, `for_each`, `min_by`, `max_by`, `find`, `last` or `nth`",
    )
}
