//! A chain of iterators, from its source to what happens to each item, read from the calls and written as one loop.

use std::rc::Rc;

use quote::{ToTokens, quote, quote_spanned};
use syn::parse::Parser;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{
    BinOp, Expr, ExprClosure, ExprMethodCall, ExprRange, Ident, Lit, RangeLimits, Stmt, parse_quote,
    parse_quote_spanned,
};

use super::stages::{Around, Stage, staged};
use super::{Item, Names, Unknown, is_adaptor, is_iterator, is_walked, parse_stmts, unknown};
use crate::naming::hygienic;
use crate::syntax::effects::{Meanings, changes_outside};
use crate::syntax::{callee, peel, root_name};

const EFFECTS: &str = "an earlier closure of this chain has side effects, and would run for different items\nhelp: write a loop over indices";

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

    /// A reference to a list; a reference to one is borrowed through.
    fn lent(self, place: &Expr, names: &Names<'_>) -> Expr {
        let (mutability, through) = (self.mutability(), names.outside.is_reference(place).then(|| quote!(*)));
        parse_quote_spanned!(place.span()=> & #mutability #through #place)
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
        handed: By,
    },
    /// The same, where the last may be shorter.
    Chunks {
        place: Ident,
        length: Expr,
        handed: By,
    },
    /// `place.column(i)` or `place.row(i)` of a matrix, or what changes it
    Lines {
        place: Expr,
        method: Ident,
        by: By,
    },
    /// The numbers of a range, which is that of the loop.
    Range {
        range: ExprRange,
        reversed: bool,
    },
    /// `i`
    Index,
    /// `from + i`
    Offset(Expr),
    /// The number of a range at `i`, whatever its type.
    Number(Ident),
    Zip(Box<Chain>, Box<Chain>),
    Enumerate(Box<Chain>),
    /// `length - 1 - i`
    Reversed(Box<Chain>),
    /// `i + n`
    Skipped(Box<Chain>, Expr),
    /// `i * n`
    Stepped(Box<Chain>, Expr),
    Taken(Box<Chain>),
    /// The items of the first, then those of the second.
    Chained(Box<Chain>, Box<Chain>),
    /// `i % length`
    Cycled(Box<Chain>),
    /// One value at each index.
    Same {
        value: Ident,
        is_ref: bool,
    },
    /// What an `Option` has.
    Optional {
        place: Ident,
        by: By,
    },
    /// What an iterator gives that is walked through as it is.
    Walked(Expr),
}

impl Chain {
    fn new(setup: Vec<Stmt>, length: Expr, source: Source) -> Self {
        Self { setup, length, source, stages: Vec::new() }
    }

    /// What a method is called on that only iterators have.
    pub(super) fn read_receiver(expr: &Expr, names: &Names<'_>) -> Result<Self, Unknown> {
        if names.outside.is_walked(expr) {
            return Ok(Self::walked(peel(expr).clone()));
        }
        Self::read(expr, names)
    }

    /// An iterator whose length nobody asks for.
    fn walked(iterator: Expr) -> Self {
        Self::new(Vec::new(), parse_quote!(0), Source::Walked(iterator))
    }

    pub(super) fn read(expr: &Expr, names: &Names<'_>) -> Result<Self, Unknown> {
        match peel(expr) {
            Expr::Range(range) if range.start.is_some() => {
                Ok(Self::new(Vec::new(), parse_quote!(0), Source::Range { range: range.clone(), reversed: false }))
            }
            Expr::Reference(reference) => {
                Ok(Self::elements(&reference.expr, By::reference(reference.mutability.is_some()), names))
            }
            Expr::MethodCall(call) if is_iterator(expr) || is_adaptor(call) && is_walked(expr, names.outside) => {
                Self::stage(call, names)
            }
            Expr::Call(call) if is_iterator(expr) && made(call) == Some(OPTIONAL) => {
                Ok(Self::optional(&call.args[0], names))
            }
            Expr::Call(call) if is_iterator(expr) => Ok(Self::same(call, names)),
            place @ (Expr::Path(_) | Expr::Field(_) | Expr::Index(_) | Expr::Unary(_)) => {
                let root = root_name(place);
                if names.outside.is_reference(place) {
                    Ok(Self::elements(place, By::Reference, names))
                } else if root.is_some_and(|root| names.changed.contains(root)) {
                    Ok(Self::list(place, names))
                } else {
                    Ok(Self::elements(place, By::Value, names))
                }
            }
            list => Ok(Self::list(list, names)),
        }
    }

    /// `repeat(value)` and `once(value)`
    fn same(call: &syn::ExprCall, names: &Names<'_>) -> Self {
        let (name, function, value) = (names.fresh("__value"), &call.func, &call.args[0]);
        let mut setup = parse_stmts(&quote_spanned!(value.span()=> let #name = #value;));
        let length = match made(call) {
            Some("once") => parse_quote!(1),
            _ => parse_quote!(::core::primitive::usize::MAX),
        };
        let meant = made(call).map(|made| syn::Ident::new(made, function.span()));
        setup.extend(parse_stmts(&quote_spanned!(function.span()=>
            ::cotangent::generated::the_same_of(&#name, #function, ::core::iter::#meant);
        )));
        let is_ref = matches!(peel(value), Expr::Reference(_));
        Self::new(setup, length, Source::Same { value: name, is_ref })
    }

    /// The item of an `Option`, if it has one.
    fn optional(option: &Expr, names: &Names<'_>) -> Self {
        let name = names.fresh("__all");
        let (by, value) = match peel(option) {
            Expr::Reference(lent) => {
                let by = By::reference(lent.mutability.is_some());
                (by, by.lent(&lent.expr, names))
            }
            place if names.outside.is_mutable_reference(place) => (By::Mutable, By::Mutable.lent(place, names)),
            place if names.outside.is_reference(place) => (By::Reference, By::Reference.lent(place, names)),
            value => (By::Value, value.clone()),
        };
        let setup = parse_stmts(&quote_spanned!(option.span()=> let #name = #value;));
        let length = parse_quote!(::core::primitive::usize::from(#name.is_some()));
        Self::new(setup, length, Source::Optional { place: name, by })
    }

    /// A list of its own.
    fn list(list: &Expr, names: &Names<'_>) -> Self {
        let name = names.fresh("__all");
        let setup =
            parse_stmts(&quote_spanned!(list.span()=> let #name = #list; ::cotangent::generated::is_list(&#name);));
        Self::new(setup, parse_quote!(#name.len()), Source::Elements { place: name, by: By::Value })
    }

    fn elements(place: &Expr, by: By, names: &Names<'_>) -> Self {
        let (name, lent) = (names.fresh("__all"), by.lent(place, names));
        let setup =
            parse_stmts(&quote_spanned!(place.span()=> let #name = #lent; ::cotangent::generated::is_list(&*#name);));
        Self::new(setup, parse_quote!(#name.len()), Source::Elements { place: name, by })
    }

    fn runs(place: &Expr, length: &Expr, by: bool, handed: By, names: &Names<'_>) -> Self {
        let (name, lent) = (names.fresh("__all"), handed.lent(place, names));
        let mut setup =
            parse_stmts(&quote_spanned!(place.span()=> let #name = #lent; ::cotangent::generated::is_list(&*#name);));
        let length = constant(length, names, &mut setup);
        let times = if by {
            parse_quote!(::cotangent::generated::chunks(#name.len(), #length))
        } else {
            parse_quote!(::cotangent::generated::less(#name.len() + 1, #length))
        };
        let by = by.then(|| length.clone());
        Self::new(setup, times, Source::Runs { place: name, length, by, handed })
    }

    /// The columns or the rows of a matrix.
    fn lines(place: &Expr, iterator: &Ident, names: &Names<'_>) -> Self {
        let (name, length, span) = (names.fresh("__all"), names.fresh("__lines"), place.span());
        let by = By::reference(iterator.to_string().ends_with("_mut"));
        let lent = by.lent(place, names);
        let method = Ident::new(&iterator.to_string().replace("_iter", ""), span);
        let count = if iterator.to_string().starts_with("column") {
            quote!(::cotangent::generated::columns_of)
        } else {
            quote!(::cotangent::generated::rows_of)
        };
        let setup = parse_stmts(&quote_spanned!(span=>
            let #name = #lent;
            let #length = #count(&*#name);
        ));
        // The matrix itself, because a part of it changes.
        let is_place = matches!(by, By::Mutable) && root_name(place).is_some() && !is_indexed(place);
        let place = if is_place { place.clone() } else { parse_quote!(#name) };
        Self::new(setup, parse_quote!(#length.len()), Source::Lines { place, method, by })
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each adaptor")]
    fn stage(call: &ExprMethodCall, names: &Names<'_>) -> Result<Self, Unknown> {
        let receiver = peel(&call.receiver);
        let arguments: Vec<_> = call.args.iter().collect();
        // An adapter of positions: the chain before it drops no item.
        let inner = || Self::read_receiver(receiver, names)?.whole(call).map(|chain| chain.positions(names));
        Ok(match (call.method.to_string().as_str(), arguments.as_slice()) {
            ("iter", []) => Self::elements(receiver, By::Reference, names),
            ("iter_mut", []) => Self::elements(receiver, By::Mutable, names),
            ("into_iter", []) if names.outside.is_mutable_reference(receiver) => {
                Self::elements(receiver, By::Mutable, names)
            }
            ("into_iter", []) => Self::read(receiver, names)?,
            ("column_iter" | "column_iter_mut" | "row_iter" | "row_iter_mut", []) => {
                Self::lines(receiver, &call.method, names)
            }
            ("windows", [length]) => Self::runs(receiver, length, false, By::Reference, names),
            ("chunks_exact", [length]) => Self::runs(receiver, length, true, By::Reference, names),
            ("chunks_exact_mut", [length]) => Self::runs(receiver, length, true, By::Mutable, names),
            (name @ ("chunks" | "chunks_mut"), [length]) => {
                let mut chunks = Self::runs(receiver, length, true, By::reference(name == "chunks_mut"), names);
                if let Source::Runs { place, length, handed, .. } = chunks.source {
                    chunks.length = parse_quote!(::cotangent::generated::steps(#place.len(), #length));
                    chunks.source = Source::Chunks { place, length, handed };
                }
                chunks
            }
            ("drain", [range]) => {
                let name = names.fresh("__all");
                let setup = drained(receiver, range, &name).ok_or_else(|| Unknown(quote!(#range), DRAINED))?;
                Self::new(setup, parse_quote!(#name.len()), Source::Elements { place: name, by: By::Value })
            }
            ("map", [with]) => Self::read_receiver(receiver, names)?.then(Stage::Map((*with).clone())),
            ("flatten", []) => {
                let chain = Self::read_receiver(receiver, names)?;
                let changes =
                    chain.stages.is_empty() && matches!(chain.source, Source::Elements { by: By::Mutable, .. });
                chain.then(Stage::Flatten { changes })
            }
            ("flat_map", [with]) if is_optional(with) => Self::read_receiver(receiver, names)?.found_in_options()?,
            ("scan", [start, with]) => match peel(with) {
                Expr::Closure(closure) => {
                    Self::read_receiver(receiver, names)?.then(Stage::Scan((*start).clone(), closure.clone()))
                }
                other => return Err(unknown(other)),
            },
            ("filter_map", [with]) => Self::read_receiver(receiver, names)?.mapped_to_some(with)?,
            (name, [with]) if let Some(stage) = closure_stage(name) => match peel(with) {
                Expr::Closure(closure) => Self::read_receiver(receiver, names)?.then(stage(closure.clone())),
                other => return Err(unknown(other)),
            },
            ("enumerate", []) if Self::read_receiver(receiver, names)?.drops_items() => {
                Self::read_receiver(receiver, names)?.then(Stage::Count)
            }
            ("take", [n]) if Self::read_receiver(receiver, names)?.drops_items() => {
                Self::read_receiver(receiver, names)?.then(Stage::Take((*n).clone()))
            }
            ("skip", [n]) if Self::read_receiver(receiver, names)?.drops_items() => {
                Self::read_receiver(receiver, names)?.then(Stage::Skip((*n).clone()))
            }
            ("zip", [other]) if Self::read_receiver(receiver, names)?.drops_items() => {
                let mut other = Self::read(other, names)?.whole(call)?.positions(names).without_effects(call, names)?;
                let setup = std::mem::take(&mut other.setup);
                let chain = Self::read_receiver(receiver, names)?.without_effects(call, names)?;
                chain.then(Stage::Zip(setup, Rc::new(other)))
            }
            ("cycle", []) => {
                let mut inner = inner()?.without_effects(call, names)?;
                let setup = std::mem::take(&mut inner.setup);
                Self::new(setup, parse_quote!(::core::primitive::usize::MAX), Source::Cycled(Box::new(inner)))
            }
            ("chain", [other]) => {
                let mut a = inner()?;
                let mut b = Self::read(other, names)?.whole(call)?.positions(names);
                let mut setup = std::mem::take(&mut a.setup);
                setup.append(&mut b.setup);
                let (n, m) = (&a.length, &b.length);
                Self::new(setup, parse_quote!((#n + #m)), Source::Chained(Box::new(a), Box::new(b)))
            }
            ("copied" | "cloned", []) => Self::read_receiver(receiver, names)?.then(Stage::Value),
            ("enumerate", []) => {
                let mut inner = inner()?;
                let setup = std::mem::take(&mut inner.setup);
                Self::new(setup, inner.length.clone(), Source::Enumerate(Box::new(inner)))
            }
            ("zip", [other]) => {
                let mut a = inner()?.without_effects(call, names)?;
                let mut b = Self::read(other, names)?.whole(call)?.positions(names).without_effects(call, names)?;
                let mut setup = std::mem::take(&mut a.setup);
                setup.append(&mut b.setup);
                let (n, m) = (&a.length, &b.length);
                Self::new(
                    setup,
                    parse_quote!(::cotangent::generated::least(#n, #m)),
                    Source::Zip(Box::new(a), Box::new(b)),
                )
            }
            ("rev", []) if names.outside.is_walked(receiver) => Self::walked(parse_quote!(#receiver.rev())),
            ("rev", []) => {
                let mut inner = Self::read_receiver(receiver, names)?.whole(call)?.without_effects(call, names)?;
                if let Source::Range { reversed, .. } = &mut inner.source {
                    *reversed = !*reversed;
                    return Ok(inner);
                }
                let setup = std::mem::take(&mut inner.setup);
                Self::new(setup, inner.length.clone(), Source::Reversed(Box::new(inner)))
            }
            ("skip", [n]) => {
                let mut inner = inner()?.without_effects(call, names)?;
                let mut setup = std::mem::take(&mut inner.setup);
                let (n, length) = (constant(n, names, &mut setup), &inner.length);
                Self::new(
                    setup,
                    parse_quote!(::cotangent::generated::less(#length, #n)),
                    Source::Skipped(Box::new(inner), n),
                )
            }
            ("take", [n]) => {
                let mut inner = inner()?;
                let mut setup = std::mem::take(&mut inner.setup);
                let (n, length) = (constant(n, names, &mut setup), &inner.length);
                Self::new(
                    setup,
                    parse_quote!(::cotangent::generated::least(#length, #n)),
                    Source::Taken(Box::new(inner)),
                )
            }
            ("step_by", [n]) => {
                let mut inner = inner()?.without_effects(call, names)?;
                let mut setup = std::mem::take(&mut inner.setup);
                let (n, length) = (constant(n, names, &mut setup), &inner.length);
                Self::new(
                    setup,
                    parse_quote!(::cotangent::generated::steps(#length, #n)),
                    Source::Stepped(Box::new(inner), n),
                )
            }
            _ => return Err(unknown(&call.method)),
        })
    }

    /// `.filter_map(with)`, of a closure or a named function.
    pub(super) fn mapped_to_some(self, with: &Expr) -> Result<Self, Unknown> {
        Ok(self.then(Stage::FilterMap(match peel(with) {
            Expr::Closure(closure) => closure.clone(),
            function @ Expr::Path(_) => {
                let (item, function) = (hygienic("__value"), callee(function));
                parse_quote!(|#item| #function(#item))
            }
            other => return Err(unknown(other)),
        })))
    }

    /// `.flatten()` of `Option`s: what makes them need not make one.
    fn found_in_options(mut self) -> Result<Self, Unknown> {
        match self.stages.pop() {
            Some(Stage::Map(with)) => self.mapped_to_some(&with),
            last => {
                let changes = last.is_none() && matches!(self.source, Source::Elements { by: By::Mutable, .. });
                self.stages.extend(last);
                Ok(self.then(Stage::FlattenOptions { changes }))
            }
        }
    }

    fn then(mut self, stage: Stage) -> Self {
        self.stages.push(stage);
        self
    }

    /// Whether the index of an item may not be its position.
    fn drops_items(&self) -> bool {
        matches!(self.source, Source::Walked(_)) || self.stages.iter().any(Stage::drops_items)
    }

    /// Refuses chains that drop items: then the index of an item is not its position.
    fn whole(self, call: &ExprMethodCall) -> Result<Self, Unknown> {
        if self.drops_items() { Err(unknown(&call.method)) } else { Ok(self) }
    }

    /// The numbers of a range by their positions.
    pub(super) fn positions(mut self, names: &Names<'_>) -> Self {
        let Source::Range { range, reversed } = &self.source else { return self };
        let (reversed, stages) = (*reversed, std::mem::take(&mut self.stages));
        let mut numbers = match (&range.start, &range.end, range.limits) {
            (Some(from), Some(to), RangeLimits::HalfOpen(_)) if is_length(from) || is_length(to) => {
                let from = constant(from, names, &mut self.setup);
                let to = constant(to, names, &mut self.setup);
                if quote!(#from).to_string() == "0" {
                    Self::new(self.setup, to, Source::Index)
                } else {
                    let length = parse_quote!(::cotangent::generated::less(#to, #from));
                    Self::new(self.setup, length, Source::Offset(from))
                }
            }
            _ => {
                let (name, length) = (names.fresh("__range"), names.fresh("__n"));
                self.setup.extend(parse_stmts(&quote_spanned!(range.span()=>
                    let #name = ::cotangent::generated::numbers(#range);
                    let #length = ::cotangent::generated::count(&#name);
                )));
                Self::new(self.setup, parse_quote!(#length), Source::Number(name))
            }
        };
        if reversed {
            let setup = std::mem::take(&mut numbers.setup);
            numbers = Self::new(setup, numbers.length.clone(), Source::Reversed(Box::new(numbers)));
        }
        numbers.stages = stages;
        numbers
    }

    /// The same, with the ends of its range computed before what comes next.
    pub(super) fn settled(mut self, names: &Names<'_>) -> Self {
        if let Source::Range { range, .. } = &mut self.source {
            for end in [&mut range.start, &mut range.end].into_iter().flatten() {
                **end = constant(end, names, &mut self.setup);
            }
        }
        self
    }

    /// Refuses closures that change something: the standard library calls them for items too that it passes over. What only a type tells,
    /// whether a method takes `&mut self`, the compiler refuses.
    pub(super) fn without_effects(mut self, call: &ExprMethodCall, names: &Names<'_>) -> Result<Self, Unknown> {
        if self.has_effects(names) {
            return Err(Unknown(call.method.to_token_stream(), EFFECTS));
        }
        self.only_looks(names);
        Ok(self)
    }

    /// Claims of the methods that may change a variable that they do not.
    fn only_looks(&mut self, names: &Names<'_>) {
        match &mut self.source {
            Source::Enumerate(inner)
            | Source::Taken(inner)
            | Source::Reversed(inner)
            | Source::Skipped(inner, _)
            | Source::Stepped(inner, _)
            | Source::Cycled(inner) => inner.only_looks(names),
            Source::Zip(a, b) | Source::Chained(a, b) => {
                a.only_looks(names);
                b.only_looks(names);
            }
            _ => {}
        }
        for closure in self.stages.iter_mut().filter_map(Stage::closure_mut) {
            OnlyLooks(names.outside).visit_expr_mut(&mut closure.body);
        }
    }

    fn has_effects(&self, names: &Names<'_>) -> bool {
        let inside = match &self.source {
            Source::Enumerate(inner)
            | Source::Taken(inner)
            | Source::Reversed(inner)
            | Source::Skipped(inner, _)
            | Source::Stepped(inner, _)
            | Source::Cycled(inner) => inner.has_effects(names),
            Source::Zip(a, b) | Source::Chained(a, b) => a.has_effects(names) || b.has_effects(names),
            Source::Elements { .. }
            | Source::Same { .. }
            | Source::Optional { .. }
            | Source::Chunks { .. }
            | Source::Runs { .. }
            | Source::Lines { .. }
            | Source::Range { .. }
            | Source::Index
            | Source::Offset(_)
            | Source::Number(_)
            | Source::Walked(_) => false,
        };
        inside
            || self.stages.iter().filter_map(Stage::function).any(|function| changes_outside(&function, names.outside))
    }

    /// What comes before the loop, and the loop, with `body` for every item.
    pub(super) fn run(
        mut self,
        names: &Names<'_>,
        body: impl FnOnce(&Item) -> Result<Vec<Stmt>, Unknown>,
    ) -> Result<(Vec<Stmt>, Stmt), Unknown> {
        self.run_until(names, Around::default(), body)
    }

    /// The same, in a loop that something else may end too.
    pub(super) fn run_until(
        &mut self,
        names: &Names<'_>,
        around: Around,
        body: impl FnOnce(&Item) -> Result<Vec<Stmt>, Unknown>,
    ) -> Result<(Vec<Stmt>, Stmt), Unknown> {
        let index = names.fresh("__i");
        let mut setup = std::mem::take(&mut self.setup);
        if let Source::Optional { place, by } = &self.source {
            let item = Item::One { value: parse_quote!(#index), is_ref: !matches!(by, By::Value) };
            let stmts = staged(&self.stages, item, names, &around, body)?;
            setup.extend(around.into_before());
            let found = quote!(::core::option::Option::Some(#index) => { #(#stmts)* });
            return Ok((setup, parse_quote!(match #place { #found ::core::option::Option::None => {} })));
        }
        let iterator = match &self.source {
            Source::Walked(iterator) => Some(iterator.to_token_stream()),
            Source::Range { range, .. } if range.end.is_none() => return Err(unknown(range)),
            Source::Range { range, reversed } => {
                let range = before_a_block(range);
                Some(if *reversed { quote!((#range).rev()) } else { range })
            }
            _ => None,
        };
        if let Some(iterator) = iterator {
            let stmts = staged(&self.stages, Item::one(parse_quote!(#index)), names, &around, body)?;
            let end = around.end();
            setup.extend(around.into_before());
            return Ok((setup, parse_quote!(for #index in #iterator { #(#stmts)* #end })));
        }
        let (stmts, length) = (self.at(&parse_quote!(#index), names, &around, body)?, &self.length);
        let end = around.end();
        setup.extend(around.into_before());
        Ok((setup, parse_quote!(for #index in 0..#length { #(#stmts)* #end })))
    }

    /// The statements for the item at an index.
    pub(super) fn at(
        &self,
        i: &Expr,
        names: &Names<'_>,
        around: &Around,
        body: impl FnOnce(&Item) -> Result<Vec<Stmt>, Unknown>,
    ) -> Result<Vec<Stmt>, Unknown> {
        let (mut stmts, item) = self.source.at(&self.length, i, names)?;
        stmts.extend(staged(&self.stages, item, names, around, body)?);
        Ok(stmts)
    }

    /// The item at an index, whatever drops it, for chains whose items depend on their index alone.
    pub(super) fn unfiltered(&self, i: &Expr, names: &Names<'_>) -> Result<(Vec<Stmt>, Item), Unknown> {
        let is_filter = |stage: &&Stage| {
            matches!(stage, Stage::Filter(_) | Stage::TakeWhile(_) | Stage::SkipWhile(_) | Stage::Inspect(_))
        };
        let stages: Vec<_> = self.stages.iter().filter(|stage| !is_filter(stage)).cloned().collect();
        if stages.iter().any(Stage::drops_items) {
            return Err(unknown(i));
        }
        let (mut stmts, item) = self.source.at(&self.length, i, names)?;
        let mut found = Item::one(parse_quote!(()));
        stmts.extend(staged(&stages, item, names, &Around::default(), |item| {
            found = item.clone();
            Ok(Vec::new())
        })?);
        Ok((stmts, found))
    }

    pub(super) fn take_setup(&mut self) -> Vec<Stmt> {
        std::mem::take(&mut self.setup)
    }

    pub(super) fn length(&self) -> &Expr {
        &self.length
    }

    /// What its items are, as if they had names.
    pub(super) fn shape(&self, names: &Names<'_>) -> Result<Item, Unknown> {
        let mut found = Item::one(parse_quote!(()));
        self.at(&parse_quote!(0), names, &Around::default(), |item| {
            found = item.clone();
            Ok(Vec::new())
        })?;
        Ok(found)
    }

    /// The item at an index, for chains that drop none, and the statements before it.
    pub(super) fn item(&self, i: &Expr, names: &Names<'_>) -> Result<(Vec<Stmt>, Item), Unknown> {
        let mut found = Item::one(parse_quote!(()));
        let stmts = self.at(i, names, &Around::default(), |item| {
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
            // A view that changes is bound by the pattern of the user.
            Source::Lines { place, method, by: By::Mutable } => {
                (Vec::new(), Item::one(parse_quote!(#place.#method(#i))))
            }
            Source::Lines { place, method, .. } => named(&quote!(#place.#method(#i)), false),
            Source::Runs { place, length, by: None, .. } => named(&quote!(&#place[#i..#i + #length]), true),
            Source::Runs { place, length, by: Some(by), handed } => {
                let mutability = handed.mutability();
                named(&quote!(& #mutability #place[#i * #by..#i * #by + #length]), true)
            }
            Source::Chunks { place, length, handed } => {
                let mutability = handed.mutability();
                let end = quote!(::cotangent::generated::least(#place.len(), #i * #length + #length));
                named(&quote!(& #mutability #place[#i * #length..#end]), true)
            }
            Source::Range { .. } | Source::Index | Source::Walked(_) => (Vec::new(), Item::one(i.clone())),
            Source::Offset(from) => (Vec::new(), Item::one(parse_quote!((#from + #i)))),
            Source::Number(range) => named(&quote!(::cotangent::generated::number(&#range, #i)), false),
            Source::Zip(a, b) => {
                let ((mut stmts, a), (more, b)) = (a.item(i, names)?, b.item(i, names)?);
                stmts.extend(more);
                (stmts, Item::Tuple(vec![a, b]))
            }
            Source::Enumerate(inner) => {
                let (stmts, item) = inner.item(i, names)?;
                (stmts, Item::Tuple(vec![Item::one(i.clone()), item]))
            }
            Source::Reversed(inner) => inner.item(&parse_quote!((#length - 1 - #i)), names)?,
            Source::Skipped(inner, n) => inner.item(&parse_quote!((#i + #n)), names)?,
            Source::Stepped(inner, n) => inner.item(&parse_quote!((#i * #n)), names)?,
            Source::Taken(inner) => inner.item(i, names)?,
            Source::Cycled(inner) => {
                let n = &inner.length;
                inner.item(&parse_quote!((#i % #n)), names)?
            }
            Source::Same { value, is_ref } => (Vec::new(), Item::One { value: parse_quote!(#value), is_ref: *is_ref }),
            Source::Optional { place, by } => {
                let item = Item::One { value: parse_quote!(#name), is_ref: !matches!(by, By::Value) };
                let value = item.copied();
                let mut stmts = parse_stmts(&quote!(
                    let #name = match #place {
                        ::core::option::Option::Some(#name) => #value,
                        ::core::option::Option::None => ::core::unreachable!(),
                    };
                ));
                let item = item.referred(names, &mut stmts);
                (stmts, item)
            }
            Source::Chained(a, b) => {
                let n = &a.length;
                let (before, one) = a.item(i, names)?;
                let (otherwise, other) = b.item(&parse_quote!((#i - #n)), names)?;
                either(&parse_quote!(#i < #n), (before, &one), (otherwise, &other), names)?
            }
        })
    }
}

/// The item of one of two chains. What it refers to is copied, since a reference cannot be chosen.
#[expect(clippy::unnecessary_wraps, reason = "the last step of what may fail")]
fn either(
    cond: &Expr,
    (then, one): (Vec<Stmt>, &Item),
    (otherwise, other): (Vec<Stmt>, &Item),
    names: &Names<'_>,
) -> Result<(Vec<Stmt>, Item), Unknown> {
    let (one_value, other_value) = (one.copied(), other.copied());
    let (pat, item) = one.named(names);
    let mut stmts = parse_stmts(&quote!(
        let #pat = if #cond { #(#then)* #one_value } else { #(#otherwise)* #other_value };
    ));
    let item = item.referred(names, &mut stmts);
    Ok((stmts, item))
}

/// A number that stays what it is: a literal, or a name for it.
pub(super) fn constant(value: &Expr, names: &Names<'_>, setup: &mut Vec<Stmt>) -> Expr {
    if matches!(peel(value), Expr::Lit(_)) {
        return value.clone();
    }
    let name = names.fresh("__n");
    setup.extend(parse_stmts(&quote!(let #name = #value;)));
    parse_quote!(#name)
}

/// Whether a place is one of several, by an index.
fn is_indexed(place: &Expr) -> bool {
    match peel(place) {
        Expr::Index(_) => true,
        Expr::Field(field) => is_indexed(&field.base),
        Expr::Unary(unary) => is_indexed(&unary.expr),
        _ => false,
    }
}

/// The function of the standard library that a call of this form makes an iterator with.
pub(super) fn made(call: &syn::ExprCall) -> Option<&'static str> {
    let Expr::Path(path) = peel(&call.func) else { return None };
    if call.args.len() == 1 && is_optional(&call.func) {
        return Some(OPTIONAL);
    }
    let mut segments = path.path.segments.iter().rev().map(|segment| &segment.ident);
    let name = segments.next()?;
    let of = segments.next();
    let is_of_iter = call.args.len() == 1 && of.is_some_and(|of| of == "iter");
    ["once", "repeat"].into_iter().find(|made| is_of_iter && name == made)
}

/// The mark of an `Option` of which an iterator is wanted.
const OPTIONAL: &str = "optional_items";

fn is_optional(function: &Expr) -> bool {
    matches!(peel(function), Expr::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == OPTIONAL))
}

/// The stage of a method that takes a closure of one parameter.
fn closure_stage(method: &str) -> Option<fn(ExprClosure) -> Stage> {
    Some(match method {
        "filter" => Stage::Filter,
        "inspect" => Stage::Inspect,
        "take_while" => Stage::TakeWhile,
        "skip_while" => Stage::SkipWhile,
        "map_while" => Stage::MapWhile,
        "flat_map" => Stage::FlatMap,
        _ => return None,
    })
}

/// Whether an end of a range shows that its numbers are of type `usize`.
fn is_length(end: &Expr) -> bool {
    match peel(end) {
        Expr::MethodCall(call) => call.method == "len" && call.args.is_empty(),
        Expr::Lit(lit) => matches!(&lit.lit, Lit::Int(number) if number.suffix() == "usize"),
        Expr::Binary(binary) => {
            let is_plain = matches!(binary.op, BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_));
            is_plain && (is_length(&binary.left) || is_length(&binary.right))
        }
        _ => false,
    }
}

/// A range before the body of its loop.
fn before_a_block(range: &ExprRange) -> proc_macro2::TokenStream {
    if Expr::parse_without_eager_brace.parse2(quote!(#range)).is_ok() {
        return quote!(#range);
    }
    let (from, limits, to) = (&range.start, &range.limits, &range.end);
    quote!((#from) #limits (#to))
}

const DRAINED: &str = "write the range of `drain` out here: `v.drain(a..b)`";

/// Statements that take the elements in a range out of a `Vec`, under a name.
pub(crate) fn drained(list: &Expr, range: &Expr, name: &Ident) -> Option<Vec<Stmt>> {
    let Expr::Range(range) = peel(range) else { return None };
    let [from, to, rest] = ["__from", "__to", "__rest"].map(hygienic);
    let start = range.start.as_ref().map_or_else(|| quote!(0), |start| quote!(#start));
    let Some(end) = &range.end else {
        return Some(parse_stmts(&quote!(let #name = #list.split_off(#start);)));
    };
    let more = matches!(range.limits, RangeLimits::Closed(_)).then(|| quote!(+ 1));
    Some(parse_stmts(&quote!(
        let #from = #start;
        let #to = #end #more;
        let mut #name = #list.split_off(#from);
        let #rest = #name.split_off(#to - #from);
        #list.extend(#rest);
    )))
}

/// Claims at each call of a method that may take a variable as `&mut self` that it does not.
struct OnlyLooks<'n>(&'n dyn Meanings);

impl VisitMut for OnlyLooks<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        if let Expr::MethodCall(call) = expr
            && self.0.may_lend_receiver(call)
        {
            let ExprMethodCall { receiver, method, turbofish, .. } = &*call;
            let span = method.span();
            *expr = parse_quote_spanned!(span=> {
                ::cotangent::generated::looks(#receiver.#method #turbofish());
                #call
            });
        }
    }
}
