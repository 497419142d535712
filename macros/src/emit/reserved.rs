//! Room on the tape for all iterations of a loop at once: one question whether it is there, instead of one for each entry.
//!
//! ```text
//! // forward half                                               // reverse half
//! let range = 0..n;                                             let range = 0..n;
//! if let Some(mut room) = t.ahead(&b1, range.clone()) {         let mut room = t.behind(&b1, range.clone());
//!     let t = &mut room;                                        let t = &mut room;
//!     for i in range { .. }                                     for i in range.rev() { .. }
//! } else {                                                      t.ends();
//!     for i in range { .. }     // keeps nothing
//! }
//! ```
//!
//! A loop that may find the tape full in any iteration is one that the compiler neither vectorises nor keeps neighbours of an array
//! in registers for.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::links::all;
use super::{is_counted, tape, witnesses};
use crate::classify::Facts;
use crate::ir::{Header, Loop, Op, Step, Var};

/// Whether all iterations of a loop push the same, and something.
pub(super) fn is_even(looped: &Loop, vars: &[Var], facts: &[Facts]) -> bool {
    is_plain(looped, vars) && !witnesses(facts, looped.body.id).is_empty()
}

/// Whether a loop runs as often as its header says, and nothing in it pushes but its block.
pub(super) fn is_plain(looped: &Loop, vars: &[Var]) -> bool {
    let pushes = |step: &Step| {
        let silent = |op: &Op| {
            matches!(
                op,
                Op::Inactive(_)
                    | Op::Load(_)
                    | Op::Neg(..)
                    | Op::Binary(..)
                    | Op::Cast(..)
                    | Op::Repeat { .. }
                    | Op::Tuple(_)
                    | Op::Array(_)
                    | Op::Struct { .. }
            )
        };
        let may = match step {
            Step::Loop(_) => true,
            Step::Let { op, .. } => !silent(op),
            _ => false,
        };
        may && step.is_mirrored(vars)
    };
    !is_counted(looped) && !looped.body.steps.iter().any(pushes)
}

/// The forward half of a loop from and to `ends`: `body`, or `quiet` if there is no room.
pub(super) fn ahead(
    looped: &Loop,
    ends: [&TokenStream; 2],
    index: &Ident,
    [body, quiet]: [&TokenStream; 2],
) -> TokenStream {
    let (t, range, room, link) = (tape(), range(), room(), all(looped.body.id));
    let (all, reversed) = (range_of(&looped.header, ends), is_reversed(&looped.header).then(|| quote!(.rev())));
    quote! {
        let #range = #all;
        if let ::core::option::Option::Some(mut #room) = #t.ahead(&#link, #range.clone()) {
            let #t = &mut #room;
            for #index in #range #reversed { #body }
        } else {
            for #index in #range #reversed { #quiet }
        }
    }
}

/// The reverse half of a loop, which runs on a condition if there is one.
pub(super) fn behind(
    looped: &Loop,
    ends: [&TokenStream; 2],
    index: &Ident,
    body: &TokenStream,
    condition: Option<TokenStream>,
) -> TokenStream {
    let (t, range, room, link) = (tape(), range(), room(), all(looped.body.id));
    let (all, back) = (range_of(&looped.header, ends), (!is_reversed(&looped.header)).then(|| quote!(.rev())));
    let run = quote! {
        let #t = &mut #room;
        for #index in #range #back { #body }
        #t.ends();
    };
    let run = condition.map_or(run.clone(), |condition| quote!(if #condition { #run }));
    quote!({
        let #range = #all;
        let mut #room = #t.behind(&#link, #range.clone());
        #run
    })
}

fn range_of(header: &Header, [from, to]: [&TokenStream; 2]) -> TokenStream {
    if matches!(header, Header::Range { inclusive: true, .. }) { quote!((#from..=#to)) } else { quote!((#from..#to)) }
}

fn is_reversed(header: &Header) -> bool {
    matches!(header, Header::Range { reversed: true, .. })
}

fn range() -> Ident {
    Ident::new("range", Span::mixed_site())
}

fn room() -> Ident {
    Ident::new("room", Span::mixed_site())
}
