//! Loops backwards that are put off until they run for eight neighbours at once.
//!
//! ```text
//! let mut later = Later::new(range, (-0f64, ()));
//! for j in range {
//!     ..
//!     if later.takes() {
//!         if let Some(eight) = later.put_off(j, (c_bar, ())) {
//!             for k in (..).rev() { (held,) = eight.all((held,), |j, (c_bar, ()), (held,)| { reverse half; (held,) }); }
//!         }
//!     } else {
//!         for k in (..).rev() { reverse half }
//!     }
//! }
//! ```

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::reverse::{Cotangent, Reverse};
use crate::ir::{Header, Loop, Operand};
use crate::library::private;
use crate::naming::{bar, hygienic};
use crate::plan::accumulators::Way;
use crate::plan::choices::choice;
use crate::plan::strips::Strip;

impl<'f> Reverse<'f> {
    /// How a loop is put off, if it is: not one to which nothing may come back because of a branch.
    pub(super) fn strip(&self, looped: &Loop) -> Option<&'f Strip<'f>> {
        let strip = self.plan.strips.get(&looped.body.id)?;
        let are_numbers = strip.numbers.iter().all(|var| !self.firsts.has(*var));
        let may_run = choice(self.function, looped).is_none_or(|choice| !choice.methods.is_empty());
        (!self.is_dual() && are_numbers && may_run).then_some(strip)
    }

    /// What stands before a loop in which others are put off; `scope` gives values their names in the reverse half.
    pub(super) fn before_strips(&self, outer: &Loop, way: Way, scope: &TokenStream) -> TokenStream {
        let of_this = |strip: &&Strip<'_>| strip.outer.body.id == outer.body.id && self.strip(strip.looped).is_some();
        let before = self.plan.strips.values().filter(of_this).map(|strip| {
            let (private, later, up) = (private(), later(strip), way == Way::Up);
            let zeros = list(strip.numbers.iter().filter_map(|var| self.zero_of_number(*var)));
            let (_, range) = header(self, outer);
            quote!(let mut #later = { #scope #private::Later::<_, _, #up>::new(#range, #zeros) };)
        });
        before.collect()
    }

    /// A loop that is put off, where it stands; `at_once` is what it is else, for what is left, and where methods choose, so that nothing
    /// may come back.
    pub(super) fn put_off(&self, strip: &Strip<'_>, at_once: &TokenStream) -> TokenStream {
        let (later, eight) = (later(strip), hygienic("eight"));
        let ((index, _), bars) = (header(self, strip.outer), list(self.bars(strip)));
        let all = self.for_eight(strip, &eight);
        let methods = choice(self.function, strip.looped).map_or_else(Vec::new, |choice| choice.methods);
        let known = self.links.known_to_ask(strip.looped.body.id, &methods);
        let rules = methods.iter().map(|method| self.links.rule_behind(*method));
        let runs = (!methods.is_empty()).then(|| quote!({ #known #(!#rules.often_zero())||* } &&));
        quote! {
            if #runs #later.takes() {
                if let ::core::option::Option::Some(#eight) = #later.put_off(#index, #bars) { #all }
            } else {
                #at_once
            }
        }
    }

    fn bars(&self, strip: &Strip<'_>) -> impl Iterator<Item = Ident> {
        strip.numbers.iter().map(|var| bar(&self.function.var(*var).unique))
    }

    /// The loop for eight neighbours.
    fn for_eight(&self, strip: &Strip<'_>, eight: &Ident) -> TokenStream {
        let (outer, _) = header(self, strip.outer);
        let (index, range) = header(self, strip.looped);
        let held = || strip.apart.held.iter().map(|held| &held.name);
        let (sums, parts, bars) = (list(held()), list(held().map(|name| quote!(mut #name))), list(self.bars(strip)));
        let collected = self.collected(&strip.apart, strip.looped, Way::Down, &TokenStream::new());
        let (before, first, last, after) = (&collected.before, &collected.first, &collected.last, &collected.after);
        let inner = self.block(&strip.body, &Cotangent::of_no_value());
        let back = (Way::of(strip.looped) == Way::Up).then(|| quote!(.rev()));
        quote! {
            for #index in #range #back {
                #before
                #sums = #eight.all(#sums, |#outer, #bars, #parts| { #first #inner #last #sums });
                #after
            }
        }
    }
}

/// The index of a loop, and its range.
fn header(reverse: &Reverse<'_>, looped: &Loop) -> (Ident, TokenStream) {
    let Header::Range { index, from, inclusive, to, .. } = &looped.header else {
        return (hygienic("index"), TokenStream::new());
    };
    let [from, to] = [from, to].map(|end: &Operand| reverse.value(end));
    let dots = if *inclusive { quote!(..=) } else { quote!(..) };
    (reverse.function.var(*index).unique.clone(), quote!((#from #dots #to)))
}

fn later(strip: &Strip<'_>) -> Ident {
    hygienic(&format!("later{}", strip.looped.body.id))
}

/// `(a, (b, ()))`
fn list<T: quote::ToTokens>(parts: impl Iterator<Item = T>) -> TokenStream {
    let parts: Vec<T> = parts.collect();
    parts.iter().rev().fold(quote!(()), |list, part| quote!((#part, #list)))
}
