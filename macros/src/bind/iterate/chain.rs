//! A chain of iterators, from its source to what happens to each item, read from the calls and written as one loop.

use quote::{ToTokens, quote, quote_spanned};
use syn::parse::Parser;
use syn::spanned::Spanned;
use syn::{Expr, ExprClosure, ExprMethodCall, Ident, Stmt, parse_quote};

use super::super::effects::changes_something;
use super::super::{apart_from_blocks, callee, peel};
use super::{Item, Names, Unknown, is_iterator, parse_stmts, unknown};

const EFFECTS: &str = "a closure before this changes something, and would be called for other items than here\nhelp: write a loop over indices";

/// A chain up to its end.
pub(super) struct Chain {
    /// What is evaluated once, before the loop.
    setup: Vec<Stmt>,
    /// How many elements there are before any is filtered.
    length: Expr,
    source: Source,
    stages: Vec<Stage>,
}

/// How a list hands out its elements.
#[derive(Clone, Copy)]
enum By {
    Value,
    Reference,
    Mutable,
}

impl By {
    fn reference(mutable: bool) -> Self {
        if mutable { By::Mutable } else { By::Reference }
    }

    fn mutability(self) -> Option<syn::Token![mut]> {
        matches!(self, By::Mutable).then(|| parse_quote!(mut))
    }
}

/// The item at an index `i`.
enum Source {
    /// `&place[i]`, `&mut place[i]` or `place[i]`
    Elements {
        place: Ident,
        by: By,
    },
    /// `&place[i * by..i * by + length]`
    Runs {
        place: Ident,
        length: Expr,
        by: Option<Expr>,
    },
    /// `from + i`
    Range {
        from: Option<Expr>,
    },
    Zip(Box<Chain>, Box<Chain>),
    Enumerate(Box<Chain>),
    /// `length - 1 - i`
    Reversed(Box<Chain>),
    /// `i + n`
    Skipped(Box<Chain>, Expr),
    /// `i * n`
    Stepped(Box<Chain>, Expr),
    Taken(Box<Chain>),
}

/// What happens to an item.
enum Stage {
    Map(Expr),
    Filter(ExprClosure),
    /// `.copied()`, `.cloned()`
    Value,
}

impl Chain {
    fn new(setup: Vec<Stmt>, length: Expr, source: Source) -> Self {
        Self { setup, length, source, stages: Vec::new() }
    }

    pub(super) fn read(expr: &Expr, names: &Names<'_>) -> Result<Self, Unknown> {
        match peel(expr) {
            Expr::Range(range) => {
                let (Some(from), Some(to)) = (&range.start, &range.end) else { return Err(unknown(range)) };
                let mut setup = Vec::new();
                let from = constant(from, names, &mut setup);
                let to: Expr = if matches!(range.limits, syn::RangeLimits::Closed(_)) {
                    let to = operand(to);
                    parse_quote!((#to + 1))
                } else {
                    (**to).clone()
                };
                if quote!(#from).to_string() == "0" {
                    return Ok(Self::new(setup, to, Source::Range { from: None }));
                }
                let length = parse_quote!(::cotangent::private::less(#to, #from));
                Ok(Self::new(setup, length, Source::Range { from: Some(from) }))
            }
            Expr::Reference(reference) => {
                Ok(Self::elements(&reference.expr, By::reference(reference.mutability.is_some()), names))
            }
            Expr::MethodCall(call) if is_iterator(expr) => Self::stage(call, names),
            place @ (Expr::Path(_) | Expr::Field(_) | Expr::Index(_) | Expr::Unary(_)) => {
                Ok(Self::elements(place, if (names.is_reference)(place) { By::Reference } else { By::Value }, names))
            }
            list => {
                let name = names.fresh("__all");
                let setup = parse_stmts(
                    &quote_spanned!(list.span()=> let #name = #list; ::cotangent::private::is_list(&#name);),
                );
                Ok(Self::new(setup, parse_quote!(#name.len()), Source::Elements { place: name, by: By::Value }))
            }
        }
    }

    fn elements(place: &Expr, by: By, names: &Names<'_>) -> Self {
        let name = names.fresh("__all");
        let mutability = by.mutability();
        let through = (names.is_reference)(place).then(|| quote!(*));
        let setup = parse_stmts(
            &quote_spanned!(place.span()=> let #name = & #mutability #through #place; ::cotangent::private::is_list(&*#name);),
        );
        Self::new(setup, parse_quote!(#name.len()), Source::Elements { place: name, by })
    }

    fn runs(place: &Expr, length: &Expr, by: bool, names: &Names<'_>) -> Self {
        let name = names.fresh("__all");
        let mut setup =
            parse_stmts(&quote_spanned!(place.span()=> let #name = &#place; ::cotangent::private::is_list(&*#name);));
        let length = constant(length, names, &mut setup);
        let times = if by {
            parse_quote!(::cotangent::private::chunks(#name.len(), #length))
        } else {
            parse_quote!(::cotangent::private::less(#name.len() + 1, #length))
        };
        let by = by.then(|| length.clone());
        Self::new(setup, times, Source::Runs { place: name, length, by })
    }

    fn stage(call: &ExprMethodCall, names: &Names<'_>) -> Result<Self, Unknown> {
        let receiver = peel(&call.receiver);
        let arguments: Vec<_> = call.args.iter().collect();
        // An adapter of positions: the chain before it drops no item.
        let inner = || Self::read(receiver, names)?.whole(call);
        Ok(match (call.method.to_string().as_str(), arguments.as_slice()) {
            ("iter", []) => Self::elements(receiver, By::Reference, names),
            ("iter_mut", []) => Self::elements(receiver, By::Mutable, names),
            ("into_iter", []) => Self::read(receiver, names)?,
            ("windows", [length]) => Self::runs(receiver, length, false, names),
            ("chunks_exact", [length]) => Self::runs(receiver, length, true, names),
            ("map", [with]) => Self::read(receiver, names)?.then(Stage::Map((*with).clone())),
            ("filter", [with]) => match peel(with) {
                Expr::Closure(closure) => Self::read(receiver, names)?.then(Stage::Filter(closure.clone())),
                other => return Err(unknown(other)),
            },
            ("copied" | "cloned", []) => Self::read(receiver, names)?.then(Stage::Value),
            ("enumerate", []) => {
                let mut inner = inner()?;
                let setup = std::mem::take(&mut inner.setup);
                Self::new(setup, inner.length.clone(), Source::Enumerate(Box::new(inner)))
            }
            ("zip", [other]) => {
                let other = Self::read(other, names)?.whole(call)?;
                let (mut a, mut b) = (inner()?.without_effects(call)?, other.without_effects(call)?);
                let mut setup = std::mem::take(&mut a.setup);
                setup.append(&mut b.setup);
                let (n, m) = (&a.length, &b.length);
                Self::new(
                    setup,
                    parse_quote!(::cotangent::private::least(#n, #m)),
                    Source::Zip(Box::new(a), Box::new(b)),
                )
            }
            ("rev", []) => {
                let mut inner = inner()?.without_effects(call)?;
                let mut setup = std::mem::take(&mut inner.setup);
                // The closures of the chain may change what it is computed from.
                if matches!(inner.source, Source::Range { .. }) {
                    inner.length = constant(&inner.length, names, &mut setup);
                }
                Self::new(setup, inner.length.clone(), Source::Reversed(Box::new(inner)))
            }
            ("skip", [n]) => {
                let mut inner = inner()?.without_effects(call)?;
                let mut setup = std::mem::take(&mut inner.setup);
                let (n, length) = (constant(n, names, &mut setup), &inner.length);
                Self::new(
                    setup,
                    parse_quote!(::cotangent::private::less(#length, #n)),
                    Source::Skipped(Box::new(inner), n),
                )
            }
            ("take", [n]) => {
                let mut inner = inner()?;
                let mut setup = std::mem::take(&mut inner.setup);
                let (n, length) = (constant(n, names, &mut setup), &inner.length);
                Self::new(setup, parse_quote!(::cotangent::private::least(#length, #n)), Source::Taken(Box::new(inner)))
            }
            ("step_by", [n]) => {
                let mut inner = inner()?.without_effects(call)?;
                let mut setup = std::mem::take(&mut inner.setup);
                let (n, length) = (constant(n, names, &mut setup), &inner.length);
                Self::new(
                    setup,
                    parse_quote!(::cotangent::private::steps(#length, #n)),
                    Source::Stepped(Box::new(inner), n),
                )
            }
            _ => return Err(unknown(&call.method)),
        })
    }

    fn then(mut self, stage: Stage) -> Self {
        self.stages.push(stage);
        self
    }

    /// Refuses chains that drop items: then the index of an item is not its position.
    fn whole(self, call: &ExprMethodCall) -> Result<Self, Unknown> {
        if self.stages.iter().any(|stage| matches!(stage, Stage::Filter(_))) {
            Err(unknown(&call.method))
        } else {
            Ok(self)
        }
    }

    /// Refuses closures that change something: the standard library calls them for items too that it passes over.
    fn without_effects(self, call: &ExprMethodCall) -> Result<Self, Unknown> {
        if self.has_effects() { Err(Unknown(call.method.to_token_stream(), EFFECTS)) } else { Ok(self) }
    }

    fn has_effects(&self) -> bool {
        let inside = match &self.source {
            Source::Enumerate(inner)
            | Source::Taken(inner)
            | Source::Reversed(inner)
            | Source::Skipped(inner, _)
            | Source::Stepped(inner, _) => inner.has_effects(),
            Source::Zip(a, b) => a.has_effects() || b.has_effects(),
            Source::Elements { .. } | Source::Runs { .. } | Source::Range { .. } => false,
        };
        inside
            || self.stages.iter().any(|stage| match stage {
                Stage::Map(with) => changes_something(with),
                Stage::Filter(closure) => changes_something(&closure.body),
                Stage::Value => false,
            })
    }

    /// The loop, with `body` for every item.
    pub(super) fn run(
        &self,
        names: &Names<'_>,
        body: impl FnOnce(&Item) -> Result<Vec<Stmt>, Unknown>,
    ) -> Result<Vec<Stmt>, Unknown> {
        let (index, length) = (names.fresh("__i"), apart_from_blocks(&self.length));
        let stmts = self.at(&parse_quote!(#index), names, body)?;
        let mut all = self.setup.clone();
        all.push(parse_quote!(for #index in 0..#length { #(#stmts)* }));
        Ok(all)
    }

    /// The statements for the item at an index.
    fn at(
        &self,
        i: &Expr,
        names: &Names<'_>,
        body: impl FnOnce(&Item) -> Result<Vec<Stmt>, Unknown>,
    ) -> Result<Vec<Stmt>, Unknown> {
        let (mut stmts, item) = self.source.at(&self.length, i, names)?;
        stmts.extend(staged(&self.stages, item, names, body)?);
        Ok(stmts)
    }

    /// The item at an index, for chains that drop none, and the statements before it.
    fn item(&self, i: &Expr, names: &Names<'_>) -> Result<(Vec<Stmt>, Item), Unknown> {
        let mut found = Item::one(parse_quote!(()));
        let stmts = self.at(i, names, |item| {
            found = item.clone();
            Ok(Vec::new())
        })?;
        Ok((stmts, found))
    }
}

impl Source {
    fn at(&self, length: &Expr, i: &Expr, names: &Names<'_>) -> Result<(Vec<Stmt>, Item), Unknown> {
        let name = names.fresh("__item");
        let named = |value: &proc_macro2::TokenStream, is_ref| {
            (parse_stmts(&quote!(let #name = #value;)), Item::One { value: parse_quote!(#name), is_ref })
        };
        Ok(match self {
            Source::Elements { place, by: By::Value } => named(&quote!(#place[#i]), false),
            Source::Elements { place, by } => {
                let mutability = by.mutability();
                named(&quote!(& #mutability #place[#i]), true)
            }
            Source::Runs { place, length, by: None } => named(&quote!(&#place[#i..#i + #length]), true),
            Source::Runs { place, length, by: Some(by) } => named(&quote!(&#place[#i * #by..#i * #by + #length]), true),
            Source::Range { from: None } => (Vec::new(), Item::one(i.clone())),
            Source::Range { from: Some(from) } => (Vec::new(), Item::one(parse_quote!((#from + #i)))),
            Source::Zip(a, b) => {
                let ((mut stmts, a), (more, b)) = (a.item(i, names)?, b.item(i, names)?);
                stmts.extend(more);
                (stmts, Item::Pair(Box::new(a), Box::new(b)))
            }
            Source::Enumerate(inner) => {
                let (stmts, item) = inner.item(i, names)?;
                (stmts, Item::Pair(Box::new(Item::one(i.clone())), Box::new(item)))
            }
            Source::Reversed(inner) => inner.item(&parse_quote!((#length - 1 - #i)), names)?,
            Source::Skipped(inner, n) => inner.item(&parse_quote!((#i + #n)), names)?,
            Source::Stepped(inner, n) => inner.item(&parse_quote!((#i * #n)), names)?,
            Source::Taken(inner) => inner.item(i, names)?,
        })
    }
}

/// The stages one after the other, then the body.
fn staged(
    stages: &[Stage],
    item: Item,
    names: &Names<'_>,
    body: impl FnOnce(&Item) -> Result<Vec<Stmt>, Unknown>,
) -> Result<Vec<Stmt>, Unknown> {
    let Some((stage, rest)) = stages.split_first() else { return body(&item) };
    let mut stmts;
    let next = match stage {
        Stage::Value => {
            stmts = Vec::new();
            Item::one(item.value()?)
        }
        Stage::Map(with) => match peel(with) {
            Expr::Closure(closure) if closure.inputs.len() == 1 => {
                stmts = item.bind(&closure.inputs[0])?;
                mapped(&closure.body, names, &mut stmts)
            }
            function => {
                let (name, value, function) = (names.fresh("__item"), item.value()?, callee(function));
                stmts = parse_stmts(&quote!(let #name = #function(#value);));
                Item::one(parse_quote!(#name))
            }
        },
        Stage::Filter(closure) => {
            let seen = match &item {
                Item::One { value, .. } => Item::one(parse_quote!(&#value)),
                pair @ Item::Pair(..) => pair.clone(),
            };
            let [input] = closure.inputs.iter().collect::<Vec<_>>()[..] else { return Err(unknown(closure)) };
            stmts = seen.bind(input)?;
            let (condition, rest) = (&closure.body, staged(rest, item, names, body)?);
            // A struct literal is none before the braces of a branch.
            let is_plain = Expr::parse_without_eager_brace.parse2(quote!(#condition)).is_ok();
            let condition = if is_plain { quote!(#condition) } else { quote!((#condition)) };
            stmts.extend(parse_stmts(&quote!(if #condition { #(#rest)* })));
            return Ok(stmts);
        }
    };
    stmts.extend(staged(rest, next, names, body)?);
    Ok(stmts)
}

/// The value of a closure. A pair stays two values.
fn mapped(body: &Expr, names: &Names<'_>, stmts: &mut Vec<Stmt>) -> Item {
    if let Expr::Tuple(pair) = peel(body)
        && pair.elems.len() == 2
    {
        let [a, b] = [0, 1].map(|i| Box::new(mapped(&pair.elems[i], names, stmts)));
        return Item::Pair(a, b);
    }
    let name = names.fresh("__item");
    stmts.extend(parse_stmts(&quote!(let #name = #body;)));
    Item::One { value: parse_quote!(#name), is_ref: matches!(peel(body), Expr::Reference(_)) }
}

/// A number that stays what it is: a literal, or a name for it.
fn constant(value: &Expr, names: &Names<'_>, setup: &mut Vec<Stmt>) -> Expr {
    if matches!(peel(value), Expr::Lit(_)) {
        return value.clone();
    }
    let name = names.fresh("__n");
    setup.extend(parse_stmts(&quote!(let #name = #value;)));
    parse_quote!(#name)
}

/// The end of a range, where an operator may stand beside it.
fn operand(end: &Expr) -> Expr {
    match end {
        Expr::Lit(_)
        | Expr::Path(_)
        | Expr::Paren(_)
        | Expr::Call(_)
        | Expr::MethodCall(_)
        | Expr::Field(_)
        | Expr::Index(_) => end.clone(),
        end => parse_quote!((#end)),
    }
}
