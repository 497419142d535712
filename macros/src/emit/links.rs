//! What the forward half tells the reverse half: the links of a block, in one link of the block's own.
//!
//! ```text
//! let b0 = Ty::new();
//! // forward half                              // reverse half
//! let c0 = Ty::of(&v0.derivative_of_sin());    let (c0, b1, s0) = b0.links();
//! let b1 = Ty::new();                          let (v0,) = s0.pop(t);
//! { .. b1.is(&(..)); }                         { let (..) = b1.links(); .. }
//! let s0 = Saved::pushed(t, (&v0,), ..);
//! b0.is(&(c0, b1, s0));
//! ```
//!
//! The compiler looks at each link whose type it does not know yet again and again, until it knows it. So links are declared where
//! their types are known, and few wait: those of the blocks around, and of variables that get their values later.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

use crate::ir::{Step, Var};
use crate::library::private;
use crate::naming::{block_link, type_of};
use crate::plan::link_layout::{Later, Links};
use crate::plan::witnesses::WIDTH;
use crate::quoting::tuple;

impl Links<'_> {
    /// What stands before both halves.
    pub(super) fn declared(&self) -> Option<TokenStream> {
        let (private, body) = (private(), self.function.body.id);
        let name = block_link(body);
        (!self.blocks[body].is_empty()).then(|| quote!(let #name = #private::Ty::new();))
    }

    /// What stands before a step.
    pub(super) fn before(&self, step: &Step) -> TokenStream {
        let private = private();
        let later = if self.is_mirrored(step) { self.later(step) } else { Vec::new() };
        let declared = later.into_iter().map(|(name, later)| match later {
            Later::Block => quote!(let #name = #private::Ty::new();),
            Later::State => quote!(let #name = #private::Saved::new();),
        });
        declared.collect()
    }

    /// At the end of a block of the forward half: its links are known.
    pub(super) fn told(&self, block: usize) -> Option<TokenStream> {
        let (name, links) = (block_link(block), nested(&self.blocks[block])?);
        Some(quote!(#name.is(&#links);))
    }

    /// At the beginning of a block of the reverse half: its links have their names.
    pub(super) fn known(&self, block: usize) -> Option<TokenStream> {
        let (name, links) = (block_link(block), nested(&self.blocks[block])?);
        Some(quote!(let #links = #name.links();))
    }

    /// At the beginning of the body of a loop in the forward half: the type of the index.
    pub(super) fn index_told(&self, block: usize) -> Option<TokenStream> {
        let (private, index) = (private(), self.index(block)?);
        let (link, name) = (type_of(index), &index.name);
        Some(quote!(let #link = #private::Ty::of(&#name);))
    }

    /// The same in the reverse half, where the links have their names, and the index has this one.
    pub(super) fn index_known(&self, block: usize, name: impl FnOnce(&Var) -> &Ident) -> Option<TokenStream> {
        let index = self.index(block)?;
        let (link, name) = (type_of(index), name(index));
        Some(quote!(#link.is(&#name);))
    }

    fn all_known(&self, blocks: &[usize]) -> TokenStream {
        blocks.iter().filter_map(|block| self.known(*block)).collect()
    }

    /// Before the pushes of a block: the names of links of calls in blocks inside.
    pub(super) fn known_of_calls(&self, block: usize) -> TokenStream {
        self.all_known(&self.down_to_calls(block))
    }

    /// Around a loop: the names of the links of blocks inside of it.
    pub(super) fn known_around(&self, body: usize, wanted: impl Iterator<Item = usize>) -> TokenStream {
        self.all_known(&self.down_into(body, wanted))
    }

    /// Around a loop: the names of the links of calls, wherever these are.
    pub(super) fn known_to_ask(&self, body: usize, calls: &[usize]) -> TokenStream {
        self.known_around(body, calls.iter().filter_map(|call| self.home(*call)))
    }
}

/// Links in tuples, if there are some.
fn nested(links: &[Ident]) -> Option<TokenStream> {
    let mut links: Vec<_> = links.iter().map(ToTokens::to_token_stream).collect();
    while links.len() > WIDTH {
        links = links.chunks(WIDTH).map(tuple).collect();
    }
    (!links.is_empty()).then(|| tuple(links))
}
