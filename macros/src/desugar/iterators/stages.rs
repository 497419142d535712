//! What happens to the items of a chain, one after the other: each stage is written around what follows it.
//!
//! ```text
//! // in                                 // out
//! x.iter()                              for i in 0..x.len() {
//!     .take_while(|x| **x < 1.0)            let item = &x[i];
//!     .map(|x| x * x)                       if **(&item) < 1.0 { let item = item * item; ..rest } else { ended = true; }
//!                                           if ended { break; }
//!                                       }
//! ```

use std::cell::RefCell;
use std::rc::Rc;

use quote::{ToTokens, quote};
use syn::parse::Parser;
use syn::{Expr, ExprClosure, Stmt, parse_quote};

use super::chain::{Chain, constant};
use super::outcomes::{Outcome, statements};
use super::tuples::separated;
use super::{Item, Names, Unknown, bind, parse_stmts, unknown};
use crate::syntax::{callee, peel};

/// What happens to an item.
#[derive(Clone)]
pub(super) enum Stage {
    Map(Expr),
    Filter(ExprClosure),
    /// `.copied()`, `.cloned()`
    Value,
    Inspect(ExprClosure),
    FilterMap(ExprClosure),
    TakeWhile(ExprClosure),
    SkipWhile(ExprClosure),
    MapWhile(ExprClosure),
    Scan(Expr, ExprClosure),
    /// `.flat_map(..)`
    FlatMap(ExprClosure),
    /// `.flatten()`, of lists that change or not
    Flatten {
        changes: bool,
    },
    /// `.flatten()`, of `Option`s that change or not
    FlattenOptions {
        changes: bool,
    },
    /// `.enumerate()`, `.take(n)`, `.skip(n)` and `.zip(other)` of a chain that drops items
    Count,
    Take(Expr),
    Skip(Expr),
    /// The other, and what is evaluated before.
    Zip(Vec<Stmt>, Rc<Chain>),
}

impl Stage {
    /// Whether the index of an item may not be its position after this stage.
    pub(super) fn drops_items(&self) -> bool {
        !matches!(self, Stage::Map(_) | Stage::Value | Stage::Inspect(_))
    }

    /// The function that runs for an item.
    pub(super) fn function(&self) -> Option<Expr> {
        match self {
            Stage::Map(with) => Some(with.clone()),
            stage => stage.clone().closure_mut().map(|with| Expr::Closure(with.clone())),
        }
    }

    /// The closure that runs for an item, to be changed.
    pub(super) fn closure_mut(&mut self) -> Option<&mut ExprClosure> {
        match self {
            Stage::Map(Expr::Closure(with))
            | Stage::Filter(with)
            | Stage::Inspect(with)
            | Stage::FilterMap(with)
            | Stage::TakeWhile(with)
            | Stage::SkipWhile(with)
            | Stage::MapWhile(with)
            | Stage::Scan(_, with)
            | Stage::FlatMap(with) => Some(with),
            _ => None,
        }
    }
}

/// What stands around the items of a loop.
#[derive(Default)]
pub(super) struct Around {
    /// What is declared before the loop.
    before: RefCell<Vec<Stmt>>,
    /// When the loop ends early.
    until: RefCell<Vec<Expr>>,
}

impl Around {
    pub(super) fn ends_if(&self, cond: Expr) {
        self.until.borrow_mut().push(cond);
    }

    /// The end of an iteration.
    pub(super) fn end(&self) -> Option<Stmt> {
        let until = self.until.borrow();
        (!until.is_empty()).then(|| parse_quote!(if #(#until)||* { break; }))
    }

    pub(super) fn into_before(self) -> Vec<Stmt> {
        self.before.into_inner()
    }

    /// A variable of the loop.
    fn variable(&self, names: &Names<'_>, name: &str, value: &Expr) -> syn::Ident {
        let name = names.fresh(name);
        self.before.borrow_mut().extend(parse_stmts(&quote!(let mut #name = #value;)));
        name
    }

    /// A statement that ends the loop after this iteration.
    pub(super) fn ending(&self, names: &Names<'_>) -> Stmt {
        let ended = self.variable(names, "__ended", &parse_quote!(false));
        self.ends_if(parse_quote!(#ended));
        parse_quote!(#ended = true;)
    }
}

/// The stages one after the other, then the body.
#[expect(clippy::too_many_lines, reason = "one arm for each stage")]
pub(super) fn staged(
    stages: &[Stage],
    item: Item,
    names: &Names<'_>,
    around: &Around,
    body: impl FnOnce(&Item) -> Result<Vec<Stmt>, Unknown>,
) -> Result<Vec<Stmt>, Unknown> {
    let Some((stage, rest)) = stages.split_first() else { return body(&item) };
    let on = |item: Item| staged(rest, item, names, around, body);
    let mut stmts = Vec::new();
    match stage {
        Stage::Value => return on(Item::one(item.value()?)),
        Stage::Map(with) => {
            let next = mapped_by(with, &item, names, &mut stmts)?;
            stmts.extend(on(next)?);
        }
        Stage::Filter(closure) => {
            let cond = asked(closure, &item, &mut stmts)?;
            let rest = on(item)?;
            stmts.push(parse_quote!(if #cond { #(#rest)* }));
        }
        Stage::Inspect(closure) => {
            let cond = asked(closure, &item, &mut stmts)?;
            stmts = parse_stmts(&quote!({ #(#stmts)* #cond; }));
            stmts.extend(on(item)?);
        }
        Stage::TakeWhile(closure) => {
            let cond = asked(closure, &item, &mut stmts)?;
            let (rest, end) = (on(item)?, around.ending(names));
            stmts.push(parse_quote!(if #cond { #(#rest)* } else { #end }));
        }
        Stage::SkipWhile(closure) => {
            let cond = asked(closure, &item, &mut stmts)?;
            let skips = around.variable(names, "__skips", &parse_quote!(true));
            let rest = on(item)?;
            stmts = parse_stmts(&quote!(if #skips { #(#stmts)* #skips = #cond; } if !#skips { #(#rest)* }));
        }
        Stage::FilterMap(closure) => {
            let body = bound(closure, &item, &mut stmts)?;
            stmts.extend(Outcome::read(&body).cases(names, Vec::new(), on)?);
        }
        Stage::MapWhile(closure) => {
            let body = bound(closure, &item, &mut stmts)?;
            let end = around.ending(names);
            stmts.extend(Outcome::read(&body).cases(names, vec![end], on)?);
        }
        Stage::Scan(start, closure) => {
            let [state, input] = closure.inputs.iter().collect::<Vec<_>>()[..] else { return Err(unknown(closure)) };
            let kept = around.variable(names, "__state", start);
            stmts.extend(bind(state, &parse_quote!(&mut #kept)));
            let (input, body) = separated(input, &item, &closure.body)?;
            stmts.extend(item.bind(&input)?);
            let end = around.ending(names);
            stmts.extend(Outcome::read(&body).cases(names, vec![end], on)?);
        }
        Stage::FlatMap(closure) => {
            let body = bound(closure, &item, &mut stmts)?;
            let (inner, list) = statements(&body);
            stmts.extend(inner);
            stmts.push(nested(&list, names, around, on)?);
        }
        Stage::Flatten { changes } => {
            let list = match &item {
                Item::One { value, is_ref: true } if *changes => parse_quote!((*#value).iter_mut()),
                Item::One { value, is_ref: true } => parse_quote!((*#value).iter()),
                item => item.value()?,
            };
            stmts.push(nested(&list, names, around, on)?);
        }
        Stage::FlattenOptions { changes } => {
            let option: Expr = match &item {
                Item::One { value, is_ref: true } if *changes => parse_quote!(&mut *#value),
                Item::One { value, is_ref: true } => parse_quote!(&*#value),
                item => item.value()?,
            };
            stmts.push(nested(&parse_quote!(::cotangent::generated::optional_items(#option)), names, around, on)?);
        }
        Stage::Count => {
            let (count, place) = (around.variable(names, "__count", &parse_quote!(0)), names.fresh("__place"));
            stmts = parse_stmts(&quote!(let #place: usize = #count; #count += 1;));
            stmts.extend(on(Item::Tuple(vec![Item::one(parse_quote!(#place)), item]))?);
        }
        Stage::Zip(setup, other) => {
            around.before.borrow_mut().extend(setup.iter().cloned());
            let (count, place) = (around.variable(names, "__count", &parse_quote!(0)), names.fresh("__place"));
            let n = other.length();
            around.ends_if(parse_quote!(#count >= #n));
            let (of_other, beside) = other.item(&parse_quote!(#place), names)?;
            let rest = on(Item::Tuple(vec![item, beside]))?;
            stmts = parse_stmts(&quote!(if #count < #n {
                let #place: usize = #count;
                #count += 1;
                #(#of_other)*
                #(#rest)*
            }));
        }
        Stage::Take(n) => {
            let n = constant(n, names, &mut around.before.borrow_mut());
            let count = around.variable(names, "__count", &parse_quote!(0));
            around.ends_if(parse_quote!(#count >= #n));
            let rest = on(item)?;
            stmts.push(parse_quote!(if #count < #n { #count += 1; #(#rest)* }));
        }
        Stage::Skip(n) => {
            let n = constant(n, names, &mut around.before.borrow_mut());
            let count = around.variable(names, "__count", &parse_quote!(0));
            let rest = on(item)?;
            stmts.push(parse_quote!(if #count < #n { #count += 1; } else { #(#rest)* }));
        }
    }
    Ok(stmts)
}

/// A loop in the loop, over an item or what a closure makes of it.
fn nested(
    list: &Expr,
    names: &Names<'_>,
    around: &Around,
    on: impl FnOnce(Item) -> Result<Vec<Stmt>, Unknown>,
) -> Result<Stmt, Unknown> {
    let shape = Chain::read(list, names)?.shape(names)?;
    let (pat, item) = shape.named(names);
    let (stmts, end) = (on(item)?, around.end());
    Ok(parse_quote!(for #pat in #list { #(#stmts)* #end }))
}

/// The parameter of a closure for an item, and its body.
fn bound(closure: &ExprClosure, item: &Item, stmts: &mut Vec<Stmt>) -> Result<Expr, Unknown> {
    let [input] = closure.inputs.iter().collect::<Vec<_>>()[..] else { return Err(unknown(closure)) };
    let (input, body) = separated(input, item, &closure.body)?;
    stmts.extend(item.bind(&input)?);
    Ok(body)
}

/// What a closure that sees an item says of it, as a condition.
pub(super) fn asked(closure: &ExprClosure, item: &Item, stmts: &mut Vec<Stmt>) -> Result<Expr, Unknown> {
    let [input] = closure.inputs.iter().collect::<Vec<_>>()[..] else { return Err(unknown(closure)) };
    let (parts, cond) = separated(input, item, &closure.body)?;
    // The parts of a tuple under one name are places, not references.
    let is_apart = parts.to_token_stream().to_string() != input.to_token_stream().to_string();
    let seen = if is_apart { item.clone() } else { item.seen(&parts) };
    stmts.extend(seen.bind(&parts)?);
    // A struct literal is none before the braces of a branch.
    let is_plain = Expr::parse_without_eager_brace.parse2(quote!(#cond)).is_ok();
    Ok(if is_plain { cond } else { parse_quote!((#cond)) })
}

/// What `map` makes of an item.
pub(super) fn mapped_by(with: &Expr, item: &Item, names: &Names<'_>, stmts: &mut Vec<Stmt>) -> Result<Item, Unknown> {
    match peel(with) {
        Expr::Closure(closure) if closure.inputs.len() == 1 => {
            let body = bound(closure, item, stmts)?;
            Ok(mapped(&body, names, stmts))
        }
        function => {
            let (name, value, function) = (names.fresh("__item"), item.written(), callee(function));
            stmts.extend(parse_stmts(&quote!(let #name = #function(#value);)));
            Ok(Item::one(parse_quote!(#name)))
        }
    }
}

/// The value of a closure. The parts of a tuple stay values of their own.
pub(super) fn mapped(body: &Expr, names: &Names<'_>, stmts: &mut Vec<Stmt>) -> Item {
    if let Expr::Tuple(tuple) = peel(body)
        && tuple.elems.len() > 1
    {
        return Item::Tuple(tuple.elems.iter().map(|part| mapped(part, names, stmts)).collect());
    }
    let name = names.fresh("__item");
    stmts.extend(parse_stmts(&quote!(let #name = #body;)));
    Item::One { value: parse_quote!(#name), is_ref: matches!(peel(body), Expr::Reference(_)) }
}
