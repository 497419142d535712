//! Loops of the forward half.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, ExprLit, Lit, LitBool};

use super::forward::Forward;
use super::reserved_room::range_of;
use crate::ir::{Header, Loop, Operand};
use crate::library::private;
use crate::naming::{hygienic, length_link, tape};
use crate::plan::tape_room::Room;

impl Forward<'_> {
    /// `for pattern in iterator`, `while condition`
    pub fn head(&self, looped: &Loop) -> TokenStream {
        match &looped.header {
            Header::Range { index, reversed, from, to, .. } => {
                let (index, range) =
                    (&self.function.var(*index).name, range_of(&looped.header, [from, to].map(Operand::written)));
                let reversed = reversed.then(|| quote!(.rev()));
                quote!(for #index in #range #reversed)
            }
            Header::Each { pattern, iterator } => quote!(for #pattern in #iterator),
            // The compiler knows that it runs once: what it assigns is there.
            Header::While(condition) if is_true(condition) => quote!(loop),
            Header::While(condition) => quote!(while #condition),
        }
    }

    /// The size of the tape depends on how long lists are.
    fn lengths(&self, looped: &Loop) -> TokenStream {
        let private = private();
        let lengths = looped.lengths.iter().filter(|_| !self.quiet && self.links.has_lengths()).map(|(link, place)| {
            let link = length_link(*link);
            quote!(let #link = #private::length_of(&#place);)
        });
        lengths.collect()
    }

    pub(super) fn repetition(&self, looped: &Loop) -> TokenStream {
        let (private, t, lengths) = (private(), tape(), self.lengths(looped));
        if let (false, Some(checkpoint)) = (self.quiet, &looped.checkpoint) {
            let head = self.head(looped);
            return self.checkpointed(looped, checkpoint, &quote!(#lengths #head));
        }
        if let Header::Range { from, to, .. } = &looped.header {
            let all = range_of(&looped.header, [from, to].map(Operand::written));
            if let (false, Some(room)) = (self.quiet, self.links.reserves(looped)) {
                // What has no room keeps nothing.
                let without = self.quiet_if(matches!(room, Room::OfBlock));
                return room.ahead(
                    looped,
                    &all,
                    [self, &without].map(|forward| |range: &Ident| forward.run(looped, range)),
                );
            }
            if !looped.is_counted() {
                let run = self.run(looped, &all);
                return quote!(#lengths #run);
            }
        }
        let (head, body) = (self.head(looped), self.block(&looped.body));
        let until = looped.until.as_ref().map(|flag| quote!(if #flag { break; }));
        let head = quote!(#lengths #head);
        if self.quiet || !looped.is_counted() {
            return quote!(#head { #body #until });
        }
        counted(&head, &quote!(#body #until), |times| quote!(#private::tell(#t, #times);))
    }

    /// A loop that runs through all of a range.
    fn run(&self, looped: &Loop, range: &impl ToTokens) -> TokenStream {
        let Header::Range { index, reversed, .. } = &looped.header else { return TokenStream::new() };
        let reversed = reversed.then(|| quote!(.rev()));
        if let Some(all) = self.appending(looped, &range.to_token_stream()) {
            return all;
        }
        let (index, body) = (&self.function.var(*index).name, self.block(&looped.body));
        quote!(for #index in #range #reversed { #body })
    }
}

/// A loop that counts its iterations, and what is told of their number.
pub(super) fn counted(head: &TokenStream, body: &TokenStream, told: impl FnOnce(Ident) -> TokenStream) -> TokenStream {
    let times = hygienic("times");
    let told = told(times.clone());
    quote! {
        let mut #times = 0_usize;
        #head {
            #times += 1;
            #body
        }
        #told
    }
}

fn is_true(condition: &Expr) -> bool {
    matches!(condition, Expr::Lit(ExprLit { lit: Lit::Bool(LitBool { value: true, .. }), .. }))
}
