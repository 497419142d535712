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

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

use crate::ir::{Header, Loop};
use crate::naming::{block_link, range, room_name, tape};
use crate::plan::tape_room::Room;

impl Room {
    /// The forward half of a loop over the range `all`: what it is with the room, and without.
    pub(super) fn ahead(
        self,
        looped: &Loop,
        all: &TokenStream,
        [with, without]: [impl Fn(&Ident) -> TokenStream; 2],
    ) -> TokenStream {
        let (t, range, room, link) = (tape(), range(), room_name(), block_link(looped.body.id));
        let [with, without] = [with(&range), without(&range)];
        let (ahead, end) = match self {
            Room::OfBlock => (quote!(ahead), Some(quote!(#t.went_on(&#link, #room);))),
            Room::OfCalls => (quote!(ahead_of_calls), None),
        };
        quote! {
            let #range = #all;
            if let ::core::option::Option::Some(mut #room) = #t.#ahead(&#link, #range.clone()) {
                { let #t = &mut #room; #with }
                #end
            } else {
                #without
            }
        }
    }

    /// The reverse half of a loop from and to `ends`, which runs on a condition if there is one: one that calls rules has none. `run` is
    /// all iterations of a range.
    pub(super) fn behind(
        self,
        looped: &Loop,
        ends: [&TokenStream; 2],
        condition: Option<TokenStream>,
        run: impl FnOnce(&Ident) -> TokenStream,
    ) -> TokenStream {
        let (t, range, room, link) = (tape(), range(), room_name(), block_link(looped.body.id));
        let (all, run) = (range_of(&looped.header, ends), run(&range));
        let run = quote!({ let #t = &mut #room; #run } #t.goes_on(&#link, #room););
        let run = match (self, condition) {
            (Room::OfBlock, Some(condition)) => quote!(if #condition { #run }),
            _ => run,
        };
        quote!({
            let #range = #all;
            let mut #room = #t.behind(&#link, #range.clone());
            #run
        })
    }
}

/// The range of a loop from and to these ends.
pub(super) fn range_of(header: &Header, [from, to]: [&impl ToTokens; 2]) -> TokenStream {
    if matches!(header, Header::Range { inclusive: true, .. }) { quote!((#from..=#to)) } else { quote!((#from..#to)) }
}
