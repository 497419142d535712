//! Which derivatives stand beside every function, by the features of the library.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::{Unit, private};

/// Forward mode: `split_dual`, and the calls of one forward pass.
pub(super) const FORWARD_MODE: bool = cfg!(feature = "forward-mode");

/// Second derivatives: their calls, and the sizes of their tapes.
pub(crate) const SECOND_ORDER: bool = cfg!(feature = "second-order");

/// The calls of a feature that is off which people type most, and the type of what stands in their place: the compiler says that this is no function.
type Calls = (&'static str, &'static [&'static str]);

pub(super) const FORWARD_CALLS: Calls = ("NeedsTheFeatureForwardMode", &["jvp"]);

pub(super) const SECOND_CALLS: Calls = ("NeedsTheFeatureSecondOrder", &["hvp_tape_words"]);

impl Unit<'_> {
    /// A constant for each of the calls.
    pub(super) fn unwanted(&self, (feature, calls): Calls) -> TokenStream {
        let (private, vis) = (private(), self.vis);
        let feature = Ident::new(feature, Span::call_site());
        let constants = calls.iter().map(|call| {
            let name = self.call_name("", call);
            quote_spanned!(name.span()=> #vis const #name: #private::#feature = #private::#feature;)
        });
        quote!(#(#[doc(hidden)] #[allow(non_upper_case_globals)] #constants)*)
    }
}
