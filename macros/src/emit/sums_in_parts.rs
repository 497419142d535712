//! Loops backwards whose sums are collected in a fixed number of parts, so that no addition has to wait for the one before it.
//!
//! ```text
//! (held0, (held1, ())) = in_parts(from..to, (held0, (held1, ())), |i, (mut held0, (mut held1, ()))| {
//!     reverse half
//!     (held0, (held1, ()))
//! });
//! ```

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use super::collected_cotangents::Collected;
use super::reverse::{Cotangent, Reverse};
use crate::differentiate::MirrorBlock;
use crate::ir::{Header, Loop};
use crate::library::private;
use crate::plan::accumulators::Accumulators;
use crate::plan::tape_room::is_plain;
use crate::plan::windows::Window;

/// With more sums in as many parts the registers do not suffice.
const MOST: usize = 3;

impl Reverse<'_> {
    /// A loop over a range that does nothing but arithmetic, if it collects some numbers.
    pub(super) fn repetition_in_parts(
        &self,
        looped: &Loop,
        body: &MirrorBlock<'_>,
        apart: &Accumulators<'_>,
        collected: &Collected,
    ) -> Option<TokenStream> {
        let Header::Range { index, from, inclusive, to, reversed: false, .. } = &looped.header else { return None };
        let is_plain = looped.checkpoint.is_none() && is_plain(looped, &self.function.vars);
        let names = self.sums_of(apart);
        // Two additions to one element, unrolled, are vectorised across elements, and each waits for the one before.
        let few = (1..=MOST).contains(&names.len()) && apart.windows.iter().all(Window::is_single) && !apart.adds_again;
        // Without vectors the parts cost more than the waiting.
        let facts = &self.facts[looped.body.id];
        let is_vectorised = facts.own.is_empty() && facts.other.is_empty() || !apart.jumps;
        if !is_plain || !few || !is_vectorised || self.is_dual() {
            return None;
        }
        let sums = names.iter().rev().fold(quote!(()), |sums, name| quote!((#name, #sums)));
        let parts = names.iter().rev().fold(quote!(()), |parts, name| quote!((mut #name, #parts)));
        let (private, inner) = (private(), self.block(body, &Cotangent::of_no_value()));
        let (index, from, to) = (&self.function.var(*index).unique, self.value(from), self.value(to));
        let dots = if *inclusive { quote!(..=) } else { quote!(..) };
        let Collected { first, last, .. } = collected;
        let run = |range: &TokenStream| {
            quote! {
                #sums = #private::in_parts(#range, #sums, |#index, #parts| {
                    #first #inner #last
                    #sums
                });
            }
        };
        let condition = self.condition(looped);
        if let Some(room) = self.links.reserves(looped) {
            return Some(room.behind(looped, [&from, &to], condition, |range| run(&range.to_token_stream())));
        }
        let run = run(&quote!(#from #dots #to));
        Some(condition.map_or(run.clone(), |condition| quote!(if #condition { #run })))
    }
}
