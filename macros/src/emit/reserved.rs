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
//!
//! Rules push too, and how much only their types say. Where a loop calls some and writes elements, so that it may be vectorised, each
//! call has a link that says it; if one does not know, or if there is no room, the loop pushes as it goes:
//!
//! ```text
//! if let Some(mut room) = t.ahead_of_calls(&b1, range.clone()) {    let mut room = t.behind(&b1, range.clone());
//!     let t = &mut room;                                            { let t = &mut room; for i in range.rev() { .. } }
//!     for i in range { .. }                                         t.goes_on(&b1, room);
//! } else {
//!     for i in range { .. }     // the same
//! }
//! ```

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::links::all;
use super::{is_counted, tape, witnesses};
use crate::classify::Facts;
use crate::ir::{Header, Loop, Method, Op, Place, Projection, Step, Var, VarId};

/// The room that a loop reserves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Room {
    /// For what its block pushes: nothing else in it does.
    OfBlock,
    /// For that, and for what rules push that it calls.
    OfCalls,
}

/// The room of a loop, if all its iterations push the same, and something.
pub(super) fn room(looped: &Loop, vars: &[Var], facts: &[Facts]) -> Option<Room> {
    let keeps = !witnesses(facts, looped.body.id).is_empty();
    if is_plain(looped, vars) {
        keeps.then_some(Room::OfBlock)
    } else {
        let only_calls = !is_counted(looped)
            && matches!(looped.header, Header::Range { .. })
            && pushing(looped, vars).all(|step| call(step).is_some());
        (only_calls && writes_elements(looped)).then_some(Room::OfCalls)
    }
}

/// Whether a loop runs as often as its header says, and nothing in it pushes but its block.
pub(super) fn is_plain(looped: &Loop, vars: &[Var]) -> bool {
    !is_counted(looped) && pushing(looped, vars).next().is_none()
}

/// The calls of rules in a loop.
pub(super) fn calls(looped: &Loop) -> impl Iterator<Item = usize> {
    looped.body.steps.iter().filter_map(call)
}

fn call(step: &Step) -> Option<usize> {
    match step {
        Step::Let { op: Op::Method(Method { link, .. }), .. } => Some(*link),
        _ => None,
    }
}

/// What may push in a loop, beside its block.
fn pushing<'l>(looped: &'l Loop, vars: &[Var]) -> impl Iterator<Item = &'l Step> {
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
    let pushes = move |step: &Step| {
        let may = match step {
            Step::Loop(_) => true,
            Step::Let { op, .. } => !silent(op),
            _ => false,
        };
        may && step.is_mirrored(vars)
    };
    looped.body.steps.iter().filter(move |step| pushes(step))
}

/// Whether all that a loop changes are elements. What changes a whole variable in each iteration, as a state of tensors, is not
/// vectorised, and need not be there twice.
fn writes_elements(looped: &Loop) -> bool {
    let steps = &looped.body.steps;
    let own: Vec<VarId> = steps.iter().flat_map(|step| step.binds().to_vec()).collect();
    let is_element = |place: &Place| place.path.iter().any(|part| matches!(part, Projection::Index { .. }));
    let changed = || {
        steps.iter().filter_map(|step| match step {
            Step::Assign { place, .. } | Step::Accumulate { place, .. } => {
                (!own.contains(&place.var)).then(|| is_element(place))
            }
            Step::Rearrange { .. } | Step::Count { .. } => Some(false),
            _ => None,
        })
    };
    changed().next().is_some() && changed().all(|element| element)
}

impl Room {
    /// The forward half of a loop from and to `ends`: `body` with the room, or `without`.
    pub(super) fn ahead(
        self,
        looped: &Loop,
        ends: [&TokenStream; 2],
        index: &Ident,
        [body, without]: [&TokenStream; 2],
    ) -> TokenStream {
        let (t, range, room, link) = (tape(), range(), room_name(), all(looped.body.id));
        let (all, reversed) = (range_of(&looped.header, ends), is_reversed(&looped.header).then(|| quote!(.rev())));
        let ahead = match self {
            Room::OfBlock => quote!(ahead),
            Room::OfCalls => quote!(ahead_of_calls),
        };
        quote! {
            let #range = #all;
            if let ::core::option::Option::Some(mut #room) = #t.#ahead(&#link, #range.clone()) {
                let #t = &mut #room;
                for #index in #range #reversed { #body }
            } else {
                for #index in #range #reversed { #without }
            }
        }
    }

    /// The reverse half of a loop, which runs on a condition if there is one: one that calls rules has none.
    pub(super) fn behind(
        self,
        looped: &Loop,
        ends: [&TokenStream; 2],
        index: &Ident,
        body: &TokenStream,
        condition: Option<TokenStream>,
    ) -> TokenStream {
        let (t, range, room, link) = (tape(), range(), room_name(), all(looped.body.id));
        let (all, back) = (range_of(&looped.header, ends), (!is_reversed(&looped.header)).then(|| quote!(.rev())));
        let run = quote! {
            let #t = &mut #room;
            for #index in #range #back { #body }
        };
        let run = match self {
            Room::OfBlock => {
                let run = quote!(#run #t.ends(););
                condition.map_or(run.clone(), |condition| quote!(if #condition { #run }))
            }
            Room::OfCalls => quote!({ #run } #t.goes_on(&#link, #room);),
        };
        quote!({
            let #range = #all;
            let mut #room = #t.behind(&#link, #range.clone());
            #run
        })
    }
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

fn room_name() -> Ident {
    Ident::new("room", Span::mixed_site())
}
