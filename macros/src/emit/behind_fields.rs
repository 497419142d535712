//! Places in cotangents and tangents: `d.field[0]`. A field may be one without a derivative, `#[constant] limits: Limits`, and only the
//! compiler knows it. So what is behind a field is asked for its parts: a cotangent gives itself, and the absence of one gives a type
//! that has the names of all such parts.
//!
//! ```text
//! // body                  // cotangent
//! model.limits.upper      __ad::FieldsOf(&mut model_bar.limits).parts::<__Parts>().upper
//! ```

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Expr, Ident, Member};

use super::Unit;
use crate::ir::Projection;
use crate::library::private;
use crate::plan::indices::places_of;

/// How a place is borrowed.
#[derive(Clone, Copy)]
pub(super) enum Borrow {
    Shared,
    Exclusive,
}

impl Borrow {
    /// The place behind a base that `depth` fields have led to. `index` writes an index.
    pub(super) fn place(
        self,
        base: &TokenStream,
        path: &[Projection],
        mut depth: usize,
        index: &dyn Fn(&Expr) -> TokenStream,
    ) -> TokenStream {
        let mut place = base.clone();
        for step in path {
            place = match step {
                Projection::Field(member) => {
                    let whole = if depth == 0 { place } else { self.parts(&place, member) };
                    depth += 1;
                    quote!(#whole.#member)
                }
                Projection::Index { again, .. } => {
                    let index = index(again);
                    quote!(#place[#index])
                }
            };
        }
        place
    }

    fn parts(self, place: &TokenStream, member: &Member) -> TokenStream {
        let (private, names) = (private(), names(member));
        match self {
            Self::Shared => quote!(#private::FieldsToRead(&#place).parts::<#names>()),
            Self::Exclusive => quote!(#private::FieldsOf(&mut #place).parts::<#names>()),
        }
    }
}

/// An index as it is in the reverse half.
pub(super) fn again(index: &Expr) -> TokenStream {
    index.to_token_stream()
}

/// The type that has the names of all parts such as this.
pub(super) fn names(member: &Member) -> TokenStream {
    match member {
        Member::Named(_) => quote!(__Parts),
        Member::Unnamed(_) => {
            let private = private();
            quote!(#private::Numbered)
        }
    }
}

impl Unit<'_> {
    /// That type, for the names of fields behind fields.
    pub(super) fn behind_fields(&self) -> Option<TokenStream> {
        let mut names = BTreeSet::new();
        places_of(&self.function.body, &mut |place| {
            let fields = place.path.iter().filter_map(|step| match step {
                Projection::Field(member) => Some(member),
                Projection::Index { .. } => None,
            });
            names.extend(fields.skip(1).filter_map(named).cloned());
        });
        let (private, names) = (private(), names.into_iter());
        (names.len() > 0).then(|| {
            quote! {
                #[derive(::core::default::Default)]
                struct __Parts {
                    #(#names: #private::NoGrad),*
                }
            }
        })
    }
}

fn named(member: &Member) -> Option<&Ident> {
    match member {
        Member::Named(name) => Some(name),
        Member::Unnamed(_) => None,
    }
}
