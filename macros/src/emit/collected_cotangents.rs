//! What stands around the steps of a loop that collects cotangents apart.
//!
//! ```text
//! let mut held_begun = false;                     // some that all iterations add to
//! let (mut held,) = { (zero,) };
//! let mut near_at = None;                         // those of x[i] and x[i + 1], in a loop that goes down
//! let (mut near_0, mut near_1) = { (zero, zero) };
//! for i in range {
//!     held_begun = true;
//!     near_at = Some(i);
//!     reverse half
//!     give(x_bar[i + 1], &replace(&mut near_1, take(&mut near_0)));
//! }
//! if held_begun { give(w_bar, &held); }
//! if let Some(i) = near_at { give(x_bar[i], &near_1); }
//! ```

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::reverse::{Cotangent, Reverse};
use crate::ir::{Loop, Operand, Place};
use crate::library::private;
use crate::naming::hygienic;
use crate::plan::accumulators::{Accumulators, Value, Way};
use crate::plan::windows::Window;

/// Code before a loop, first and last in an iteration, and after the loop.
#[derive(Default)]
pub(super) struct Collected {
    pub before: TokenStream,
    pub first: TokenStream,
    pub last: TokenStream,
    pub after: TokenStream,
}

impl Reverse<'_> {
    /// `scope` gives values their names in the reverse half, if they have not got them.
    pub fn collected(&self, apart: &Accumulators<'_>, looped: &Loop, way: Way, scope: &TokenStream) -> Collected {
        let mut collected = Collected::default();
        let values = apart.held.iter().map(|held| &held.value).chain(apart.windows.iter().map(|window| &window.value));
        let blocks = values.filter_map(|value| if let Value::Copy { block, .. } = value { Some(*block) } else { None });
        let links = self.links.known_around(looped.body.id, blocks);
        self.apart_from_rows(|| self.held(apart, scope, &links, &mut collected));
        self.windows(apart, way, scope, &links, &mut collected);
        collected
    }

    fn held(&self, apart: &Accumulators<'_>, scope: &TokenStream, links: &TokenStream, collected: &mut Collected) {
        let (names, held) = (self.sums_of(apart), &apart.held);
        let Some(first) = names.first() else { return };
        // Another name than in the loops inside.
        let ran = hygienic(&format!("{first}_begun"));
        let after = || apart.after.iter().filter(|_| !self.is_dual());
        let zeros_after = after().filter_map(|rule| self.zero_of_number(rule.out));
        let zeros = held.iter().map(|held| self.zero_like(&held.value)).chain(zeros_after);
        let given_after = after().map(|rule| self.rule_step(rule, &Cotangent::of_no_value()));
        let given = held.iter().map(|held| self.given(held.place, &self.seen(&held.name))).chain(given_after);
        collected.before.extend(quote!(let mut #ran = false; let (#(mut #names,)*) = { #scope #links (#(#zeros,)*) };));
        collected.first.extend(quote!(#ran = true;));
        // In a loop that did not run, a list may be shorter.
        collected.after.extend(quote!(if #ran { #scope #(#given)* }));
    }

    fn windows(
        &self,
        Accumulators { windows, .. }: &Accumulators<'_>,
        way: Way,
        scope: &TokenStream,
        links: &TokenStream,
        collected: &mut Collected,
    ) {
        let Some(first) = windows.first() else { return };
        let index = &self.function.var(first.index).unique;
        let at = hygienic(&format!("{}_at", first.names[0]));
        let names = windows.iter().flat_map(|window| &window.names);
        let zeros = windows.iter().flat_map(|window| window.names.iter().map(|_| self.zero_like(&window.value)));
        let (moved, given): (Vec<_>, Vec<_>) = windows.iter().map(|window| self.window(window, way)).unzip();
        collected.before.extend(quote!(let (#(mut #names,)*) = { #scope #links let #index = 0_usize; (#(#zeros,)*) };));
        collected.last.extend(moved);
        if windows.iter().all(Window::is_single) {
            return;
        }
        collected.before.extend(quote!(let mut #at = ::core::option::Option::None;));
        collected.first.extend(quote!(#at = ::core::option::Option::Some(#index);));
        collected.after.extend(quote!(if let ::core::option::Option::Some(#index) = #at { #scope #(#(#given)*)* }));
    }

    /// After an iteration, what leaves the window; after the last, what is left.
    fn window(&self, window: &Window<'_>, way: Way) -> (TokenStream, Vec<TokenStream>) {
        let index = &self.function.var(window.index).unique;
        let all = window.leaving(way);
        let fresh = match all.last() {
            Some((last, _)) if self.is_dual() => quote!(#last.taken()),
            Some((last, _)) => {
                let private = private();
                quote!(#private::take(&mut #last))
            }
            None => return Default::default(),
        };
        let leaving =
            all.iter().rev().skip(1).fold(fresh, |next, (name, _)| quote!(::core::mem::replace(&mut #name, #next)));
        let leaving = if self.is_dual() { quote!(#leaving.seen()) } else { quote!(&#leaving) };
        let moved = self.given(&window.element(index, all[0].1), &leaving);
        let left = all.iter().zip(&all[1..]);
        let given =
            left.map(|((name, _), (_, distance))| self.given(&window.element(index, *distance), &self.seen(name)));
        (moved, self.apart_from_rows(|| given.collect()))
    }

    fn seen(&self, name: &Ident) -> TokenStream {
        if self.is_dual() { quote!(#name.seen()) } else { quote!(&#name) }
    }

    /// A place gets what has been collected, a reference.
    fn given(&self, place: &Place, value: &TokenStream) -> TokenStream {
        let (slot, module) = (self.slot_of(place), self.module(Span::call_site()));
        quote!(#module::give(#slot, #value);)
    }

    fn zero_like(&self, value: &Value<'_>) -> TokenStream {
        match value {
            Value::Operand(place) => {
                if let Some(zero) = self.zero_of_place(place) {
                    return quote!(#zero);
                }
                let (private, value) = (private(), self.unread(&Operand::Place((*place).clone())));
                self.fresh(&quote!(#private::zero_like(|| #value)))
            }
            Value::Copy { block, var } => self.zero(*block, *var),
        }
    }
}
