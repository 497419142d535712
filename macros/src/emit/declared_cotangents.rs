//! Where cotangents are declared: among the steps of their block, in the nest that `plan/cotangent_lives.rs` finds.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use crate::ir::Function;
use crate::library::private;
use crate::naming::first_of;
use crate::plan::cotangent_lives::{Lives, Nest};

/// A cotangent, and what makes a zero one.
pub(super) struct Zero {
    pub bar: Ident,
    pub code: TokenStream,
    /// Whether that is only room, because the first contribution is known.
    pub is_room: bool,
    /// The cotangent that it becomes, and lives on as.
    pub heir: Option<Ident>,
}

/// Steps with the declarations of cotangents among them.
pub(super) fn declared(function: &Function, cotangents: Vec<Zero>, steps: &[TokenStream]) -> TokenStream {
    let heirs = cotangents.iter().filter_map(|zero| Some((zero.bar.clone(), zero.heir.clone()?)));
    let (lives, nest) = (Lives::of(steps, heirs.collect()), Nest::new(function, steps.len()));
    let length = nest.length;
    let mut before = vec![TokenStream::new(); steps.len()];
    let mut after = before.clone();
    let mut around = vec![Vec::new(); steps.len().div_ceil(length)];
    for Zero { bar, code, is_room, .. } in cotangents {
        let (slot, named) = (first_of(&bar), lives.first(&bar));
        let Some(first) = (if is_room { lives.first(&slot) } else { named }) else { continue };
        let last = lives.last(&bar).or(lives.last(&slot)).unwrap_or(first);
        let is_near = nest.is_one(first, last);
        let (new, changing) = (is_near.then(|| quote!(let)), is_near.then(|| quote!(let mut)));
        let apart = if is_room {
            let (private, room) = (private(), format_ident!("{bar}_room"));
            before[first].extend(quote!(#changing #room = #code; let mut #slot = #private::First::new(&mut #room);));
            after[first].extend(named.map(|_| quote!(#new #bar = #slot.place();)));
            quote!(let mut #room; let #bar;)
        } else {
            before[first].extend(quote!(#changing #bar = #code;));
            quote!(let mut #bar;)
        };
        if !is_near {
            around[last / length].push(apart);
        }
    }
    let mut code = TokenStream::new();
    for (block, bars) in around.iter().enumerate() {
        let inside = (block * length..steps.len()).take(length).map(|at| {
            let (before, step, after) = (&before[at], &steps[at], &after[at]);
            quote!(#before #step #after)
        });
        let inner = if code.is_empty() { code } else { quote!({ #code }) };
        code = quote!(#(#bars)* #inner #(#inside)*);
    }
    code
}
