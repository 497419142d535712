//! Both halves at once: the forward half in which loops are reversed as they run, followed by the rest of the reverse half.
//!
//! ```text
//! let mut part = t.part();
//! let mut both = part.forward();
//! let t = &mut both;
//! forward half, up to the loop
//! let mut total_bar = ..;                       // all cotangents of the block
//! { reverse half of the early steps }
//! for i in range {
//!     let took = { the same for the body };
//!     t.took(took);
//! }
//! forward half, from the loop on
//! let left = t.left();
//! if let Some(pushed) = left.pushed() {
//!     let mut both = part.reverse(pushed);
//!     let t = &mut both;
//!     reverse half of the other steps
//! }
//! ```
//!
//! Nothing of these blocks is pushed: the reverse half has the values of the forward half before it, under the names that
//! it knows them by (`live`). What is inside of other blocks, and what rules keep, goes on the tape as ever.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Ident};

use super::Unit;
use super::collected_cotangents::Collected;
use super::forward::Forward;
use super::reverse::{Cotangent, Reverse};
use crate::classify::Facts;
use crate::differentiate::Mirror;
use crate::ir::{Block, Change, Function, Header, Loop, Param, Step, VarId, VarKind};
use crate::library::private;
use crate::naming::{bar, form_of, hygienic, incoming, input_name, tape};
use crate::plan::accumulators::Way;
use crate::plan::fusion::{Fused, kept_before};
use crate::plan::link_layout::Of;
use crate::plan::witnesses::witnesses;
use crate::words::words;

/// Writes both halves at once.
struct Both<'f> {
    forward: Forward<'f>,
    reverse: Reverse<'f>,
    facts: &'f [Facts],
    /// What the reverse half calls parameters whose names the forward half may hide.
    hidden: TokenStream,
}

/// A value of the forward half under a name that nothing hides, and its name in the reverse half.
type Alias = (VarId, Ident);

/// What the reverse half may name from around a block.
#[derive(Clone, Default)]
struct Around {
    aliases: Vec<Alias>,
    /// Values of which only the types are there.
    gone: TokenStream,
    /// What stops the function before its first cotangent.
    stop: TokenStream,
}

/// Both halves of a block, which leave words in `left`.
struct Halves {
    code: TokenStream,
    left: Ident,
}

impl<'f> Both<'f> {
    /// Both halves of a function, and the name of its value.
    fn function(
        &self,
        fused: &Fused<'f>,
        incoming: &Ident,
        value: &TokenStream,
        stop: TokenStream,
    ) -> (TokenStream, Ident) {
        let (t, y) = (tape(), hygienic("y"));
        let around = Around { stop, ..Around::default() };
        let Halves { code, left } = self.halves(fused, &Cotangent::incoming(incoming), &around, &Collected::default());
        let code = quote! {
            let (#left, #y) = { #code (#left, #value) };
            #t.took(#left);
        };
        (code, y)
    }

    fn halves(&self, fused: &Fused<'f>, incoming: &Cotangent, around: &Around, collected: &Collected) -> Halves {
        let Collected { first: begin, last: end, .. } = collected;
        let (t, part, both, left, pushed) =
            (tape(), hygienic("part"), hygienic("both"), hygienic("left"), hygienic("pushed"));
        let block = fused.block;
        let first = fused.first();
        let (items, links) = (&block.items, self.reverse.links.known(block.id));
        let index = self.reverse.links.index_known(block.id, |index| &index.name);
        let ahead = block.steps[..first].iter().map(|step| self.forward.whole_step(step));
        let value = self.reverse.value_of_block(fused.value.as_ref(), incoming);
        let backwards = |steps: &[Mirror<'_>]| -> TokenStream {
            steps.iter().map(|step| self.reverse.step(step, incoming)).collect()
        };
        let (early, late) = (backwards(&fused.early), backwards(&fused.late));
        let (outside, gone, stop) = (&around.gone, self.reverse.gone(block.id), &around.stop);
        let gone = quote!(#outside #gone);
        let mut bars = Bars::of(self, fused);
        // What is early comes before the first loop, or with the rest.
        let (before, early) = if fused.inner.is_empty() {
            (TokenStream::new(), value)
        } else {
            let (aliases, known) = self.aliases(block, first, Some(&fused.early_reads), around);
            let (handles, missing) = (self.handles(&known), self.missing(block, &known));
            let (hidden, early) = (&self.hidden, quote!(#value #early));
            let bars = bars.before(first, &early);
            (quote!(#bars #aliases { #hidden #handles #missing #gone #early }), TokenStream::new())
        };
        let mut rest = TokenStream::new();
        for (at, step) in block.steps.iter().enumerate().skip(first) {
            let Some(inner) = fused.inner.get(&at) else {
                rest.extend(self.forward.whole_step(step));
                continue;
            };
            let (aliases, known) = self.aliases(block, at, Some(&inner.reads), around);
            let step = self.inner(
                step,
                inner,
                incoming,
                Around { aliases: known, gone: gone.clone(), stop: TokenStream::new() },
            );
            let bars = bars.before(at, &TokenStream::new());
            rest.extend(quote!(#bars #aliases #step));
        }
        let bars = bars.before(block.steps.len(), &TokenStream::new());
        let (aliases, known) = self.aliases(block, block.steps.len(), None, around);
        let (handles, hidden) = (self.handles(&known), &self.hidden);
        let code = quote! {
            let mut #part = #t.part();
            let mut #both = #part.forward();
            let #t = &mut #both;
            #items
            #links
            #index
            #(#ahead)*
            #stop
            #before
            #rest
            let #left = #t.left();
            if let ::core::option::Option::Some(#pushed) = #left.pushed() {
                let mut #both = #part.reverse(#pushed);
                let #t = &mut #both;
                #bars
                #aliases
                #hidden
                #handles
                #gone
                #begin
                #early
                #late
                #end
                #t.ends();
            }
        };
        Halves { code, left }
    }

    /// A step that contains loops that are reversed as they run.
    fn inner(&self, step: &Step, fused: &Fused<'f>, incoming: &Cotangent, around: Around) -> TokenStream {
        let t = tape();
        match step {
            Step::Loop(looped) => self.repetition(looped, fused, around),
            Step::Let { var, ty, .. } => {
                let incoming = if fused.takes_incoming { incoming.clone() } else { self.reverse.cotangent_of(*var) };
                let Halves { code, left } = self.halves(fused, &incoming, &around, &Collected::default());
                let Some(value) = self.forward.inner_value(fused.block) else {
                    return quote!(let #left = { #code #left }; #t.took(#left););
                };
                let var = self.reverse.function.var(*var);
                let (name, unique) = (&var.name, &var.unique);
                let colon = ty.as_ref().map(|ty| quote!(: #ty));
                let twin = var.shadowed.then(|| quote!(let #unique = &#name;));
                let y = hygienic("y");
                quote! {
                    let (#left, #y) = { #code (#left, #value) };
                    #t.took(#left);
                    let #name #colon = #y;
                    #twin
                }
            }
            _ => TokenStream::new(),
        }
    }

    fn repetition(&self, looped: &Loop, fused: &Fused<'f>, mut around: Around) -> TokenStream {
        let t = tape();
        let (hidden, handles, gone) = (&self.hidden, self.handles(&around.aliases), &around.gone);
        let (way, scope) = (Way::of(looped), quote!(#hidden #handles #gone));
        let strips = self.reverse.before_strips(looped, way, &scope);
        let index = if let Header::Range { index, .. } = &looped.header {
            let alias = self.alias(*index);
            around.aliases.push((*index, alias.clone()));
            let name = &self.reverse.function.var(*index).name;
            Some(quote!(let #alias = #name;))
        } else {
            None
        };
        let ((collected, Halves { code, left }), rows) =
            self.reverse.with_rows(&fused.accumulators.rows, looped, &scope, || {
                let collected = self.reverse.collected(&fused.accumulators, looped, way, &scope);
                let halves = self.halves(fused, &Cotangent::of_no_value(), &around, &collected);
                (collected, halves)
            });
        let (before, after) = (&collected.before, &collected.after);
        let head = self.forward.head(looped);
        let Some(until) = &looped.until else {
            return quote!(#before #strips #rows #head { #index let #left = { #code #left }; #t.took(#left); } #after);
        };
        let last = hygienic("last");
        quote! {
            #before
            #strips
            #rows
            #head {
                #index
                let (#left, #last) = { #code (#left, #until) };
                #t.took(#left);
                if #last { break; }
            }
            #after
        }
    }

    // ---- values ----

    /// Names that nothing hides for the values that are there before step `upto` and are `read`, and those from around: only
    /// those, because the forward half may go on changing others.
    fn aliases(
        &self,
        block: &Block,
        upto: usize,
        read: Option<&HashSet<VarId>>,
        around: &Around,
    ) -> (TokenStream, Vec<Alias>) {
        let is_read = |var: &VarId| read.is_none_or(|read| read.contains(var));
        let kept = kept_before(block, &self.facts[block.id], upto).into_iter().filter(is_read);
        let mut aliases: Vec<Alias> = kept.map(|var| (var, self.alias(var))).collect();
        let code = aliases.iter().map(|(var, alias)| {
            let value = self.forward.kept(*var);
            quote!(let #alias = #value;)
        });
        let mut code: TokenStream = code.collect();
        let later: HashSet<_> = block.steps[upto..].iter().flat_map(Step::binds).collect();
        for found in block.again.iter().flat_map(|again| &again.names).filter(|found| !later.contains(found)) {
            let (alias, value) = (self.alias(*found), self.found_again(*found));
            code.extend(quote!(let #alias = #value;));
            aliases.push((*found, alias));
        }
        // An index is named wherever it is, and so is what is found again.
        let is_named = |var: &VarId| {
            let var = self.reverse.function.var(*var);
            var.kind == VarKind::Index || var.again.is_some()
        };
        aliases.extend(around.aliases.iter().filter(|(var, _)| is_read(var) || is_named(var)).cloned());
        (code, aliases)
    }

    /// A reference to a part of a constant.
    fn found_again(&self, found: VarId) -> TokenStream {
        let var = self.reverse.function.var(found);
        let (name, unique) = (&var.name, &var.unique);
        match (var.is_reference, var.shadowed) {
            (true, true) => quote!((*#unique)),
            (true, false) => quote!(#name),
            (false, true) => quote!(#unique),
            (false, false) => quote!(&#name),
        }
    }

    fn alias(&self, var: VarId) -> Ident {
        let unique = self.reverse.function.var(var).unique.to_string();
        hygienic(&format!("{}_live", unique.trim_start_matches("r#")))
    }

    /// The values under their names in the reverse half.
    fn handles(&self, known: &[Alias]) -> TokenStream {
        let private = private();
        let handles = known.iter().map(|(var, alias)| {
            let var = self.reverse.function.var(*var);
            let unique = &var.unique;
            match (var.kind, var.change) {
                (VarKind::Index, _) => quote!(let #unique = #alias;),
                _ if var.again.is_some() => quote!(let #unique = #alias;),
                (_, Change::Counter) => quote!(let mut #unique = *#alias;),
                _ => quote!(let #unique = #private::live(#alias);),
            }
        });
        handles.collect()
    }

    /// Values of a block that are not there yet.
    fn missing(&self, block: &Block, known: &[Alias]) -> TokenStream {
        let mut code = TokenStream::new();
        for witness in witnesses(self.facts, block.id) {
            let link = &witness.name;
            for (i, kept) in witness.kept.iter().enumerate() {
                if !known.iter().any(|(var, _)| *var == kept.var) {
                    let unique = &self.reverse.function.var(kept.var).unique;
                    let i = proc_macro2::Literal::usize_unsuffixed(i);
                    code.extend(quote!(let #unique = #link.gone::<#i>();));
                }
            }
        }
        code
    }
}

/// Whether another name of a block borrows a variable, to change it. What inner blocks borrow they have given back.
fn is_borrowed(function: &Function, block: &Block, id: VarId) -> bool {
    let is_mutable = |written: &Expr| matches!(written, Expr::Reference(reference) if reference.mutability.is_some());
    let borrows =
        |step: &Step| matches!(step, Step::Alias { place, .. } if place.var == id && is_mutable(&place.written));
    function.var(id).changes() && block.steps.iter().any(borrows)
}

/// The cotangents of a block that are not declared yet: each is made from its value, where that is there.
struct Bars<'b, 'f> {
    both: &'b Both<'f>,
    block: &'b Block,
    left: Vec<VarId>,
}

impl<'b, 'f> Bars<'b, 'f> {
    /// Those of rules that come after the loop are declared before it.
    fn of(both: &'b Both<'f>, fused: &Fused<'b>) -> Self {
        let is_after = |var: &VarId| fused.accumulators.after.iter().any(|rule| rule.out == *var);
        let left = both.reverse.with_own(fused.block.id).filter(|var| !is_after(var)).collect();
        Self { both, block: fused.block, left }
    }

    /// Those of values that are there before step `upto`, and those that `code` names before.
    fn before(&mut self, upto: usize, code: &TokenStream) -> TokenStream {
        let (reverse, forward, private) = (&self.both.reverse, &self.both.forward, private());
        let named = words(code.clone());
        let mut bars = TokenStream::new();
        self.left.retain(|id| {
            let var = reverse.function.var(*id);
            let bar = bar(&var.unique);
            let is_there = self.block.steps[..upto].iter().any(|step| step.binds().contains(id));
            if !is_there && !named.contains(&bar) {
                return true;
            }
            let zero = match var.change {
                _ if forward.plan.numbers.plain(*id).is_some() => reverse.zero(self.block.id, *id),
                Change::Carrier => reverse.zero(self.block.id, *id),
                Change::Late if !Block::assigns(&self.block.steps[..upto], *id) => reverse.zero(self.block.id, *id),
                _ if !is_there => reverse.zero(self.block.id, *id),
                _ if upto < self.block.steps.len() && is_borrowed(reverse.function, self.block, *id) => {
                    reverse.zero(self.block.id, *id)
                }
                _ if forward.plan.formed.contains(id) => {
                    let form = form_of(var);
                    quote!(#form.zero())
                }
                _ => {
                    let value = forward.kept(*id);
                    quote!(#private::neutral_of(#value))
                }
            };
            bars.extend(quote!(let mut #bar = #zero;));
            false
        });
        bars
    }
}

impl Unit<'_> {
    /// Both halves at once, for a function that has fused loops. `opening` takes the input and the arguments apart.
    pub(super) fn whole(
        &self,
        opening: &TokenStream,
        returned: Option<&TokenStream>,
        output: &TokenStream,
    ) -> Option<TokenStream> {
        let fused = self.plan.fused.as_ref()?;
        let (before, hidden) = self.unhidden();
        let reverse = Reverse::new(self.plan);
        let forward = Forward::new(self.plan);
        let both = Both { forward, reverse, facts: self.plan.facts(Of::Values), hidden };
        let value = self.function.body.value.as_ref().map_or(quote!(()), |value| value.written().to_token_stream());
        let (stops, stop) = if fused.may_stop(self.function) { self.stop() } else { Default::default() };
        let (code, y) = both.function(fused, &incoming(), &value, stop);
        let span = self.output().span();
        let finish = quote_spanned!(span=> return __Sweep::finish::<#output>(#y););
        Some(quote! {
            if __Sweep::WHOLE {
                #stops
                #opening
                #before
                #code
                #returned
                #finish
            }
        })
    }

    /// Whether the function may stop, and what stops it where only constant amounts will be pushed any more.
    fn stop(&self) -> (TokenStream, TokenStream) {
        let (t, stops, input, rest) = (tape(), hygienic("stops"), input_name(), self.words("Rest"));
        (
            quote!(let #stops = __Sweep::stops(&#input);),
            quote!(if #stops && !#t.suffices(const { #rest }) { return __Sweep::end(); }),
        )
    }

    /// What lets the reverse half of a fused function see parameters whose names the forward half hides: before, and there.
    fn unhidden(&self) -> (TokenStream, TokenStream) {
        let hidden: Vec<&Param> =
            self.function.params.iter().filter(|param| self.plan.hidden.contains(&param.var)).collect();
        let alias = |param: &Param| {
            let name = self.param_name(param).to_string();
            hygienic(&format!("{}_given", name.trim_start_matches("r#")))
        };
        let bound = |param: &Param, new: &Ident, old: &Ident| {
            let private = private();
            if param.reference.is_some() {
                quote!(let #new = #old;)
            } else {
                quote!(let #new = #private::of(&#old).own();)
            }
        };
        let before = hidden.iter().map(|param| bound(param, &alias(param), &self.param_name(param)));
        let there = hidden.iter().map(|param| bound(param, &self.param_name(param), &alias(param)));
        (before.collect(), there.collect())
    }
}
