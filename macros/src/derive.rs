//! `#[derive(Differentiable)]`: the tangent space of a struct is a struct of the same form, that of an enum a struct with the
//! fields of all variants.
//!
//! For `struct Name` it writes `struct NameTangent`, field by field the tangent of the field, and for both what the library asks of
//! them. Everything is structural, so there is no rule to know: each function calls itself on every field. Traits that not every
//! field has (to be kept on the tape, to be walked by an optimizer) are implemented *if* the fields have them; so a `String`
//! disturbs nobody until somebody needs it there.

mod agrees;
mod form;
mod input;
mod leaves;
mod numbered;
mod recursive;
mod tangent;
mod taped;
#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{DeriveInput, Generics, Ident, Member, Type, Visibility};

use crate::library::private_path as private;
use crate::quoting::quiet;
use crate::report::Report;

/// The derive macro. Mistakes come out as `compile_error!`s.
pub(crate) fn derive(item: TokenStream) -> TokenStream {
    let input = match syn::parse2::<DeriveInput>(item) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let mut report = Report::default();
    let stand_in = stand_in(&input);
    let root = input::root(&input, &mut report);
    let derived = input::accept(input, &mut report).map_or(stand_in, |item| {
        let (tangent, taped) = (tangent::write(&item), taped::write(&item));
        let (leaves, numbered, lists) = (leaves::write(&item), numbered::write(&item), recursive::claims(&item));
        quote!(#tangent #taped #leaves #numbered #lists)
    });
    let errors = report.into_errors();
    let derived = match root {
        Some(root) => root.respell(derived),
        None => derived,
    };
    quote!(#derived #errors)
}

/// A refused item counts as a constant, so that the mistake is not reported again wherever the item is used.
fn stand_in(input: &DeriveInput) -> TokenStream {
    let (private, quiet, name) = (private(), quiet(), &input.ident);
    let (parameters, arguments, bounds) = input.generics.split_for_impl();
    quote! {
        #quiet
        impl #parameters #private::Differentiable for #name #arguments #bounds {
            type Tangent = #private::NoGrad;
        }
    }
}

/// A struct or an enum that has been accepted.
struct Item {
    vis: Visibility,
    name: Ident,
    /// The name of the tangent struct.
    tangent: Ident,
    generics: Generics,
    /// The fields, named as in the tangent: of an enum those of all variants, in order.
    fields: Vec<Field>,
    /// Whether they have names.
    named: bool,
    /// Of an enum.
    variants: Option<Vec<Variant>>,
}

/// A variant of an enum.
struct Variant {
    name: Ident,
    /// Its own names of its fields.
    members: Vec<Member>,
}

/// What a `match` on a reference looks at, with an arm for each variant: no arm at all only an empty enum itself allows.
fn looked_at(variants: &[Variant], reference: &TokenStream) -> TokenStream {
    if variants.is_empty() { quote!(*#reference) } else { reference.clone() }
}

/// One of its fields.
struct Field {
    vis: Visibility,
    member: Member,
    ty: Type,
    kind: Kind,
    /// Whether its type depends on a type parameter.
    generic: bool,
    /// Whether it has parts of the type itself, `children: Vec<Node>`. Bounds on its type would be circular.
    recursive: bool,
}

/// What the tangent has of a field.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Its tangent.
    Active,
    /// Nothing: `#[constant]`.
    Constant,
    /// Its value: `#[constant(extent)]`.
    Extent,
}

impl Field {
    /// Whether it has no derivative.
    fn is_constant(&self) -> bool {
        self.kind != Kind::Active
    }

    /// The name of the field in text.
    fn text(&self) -> String {
        match &self.member {
            Member::Named(name) => name.to_string().trim_start_matches("r#").to_owned(),
            Member::Unnamed(index) => index.index.to_string(),
        }
    }

    /// The type of the field in the tangent struct.
    fn tangent(&self) -> TokenStream {
        let (private, ty) = (private(), &self.ty);
        match self.kind {
            Kind::Active => quote_spanned!(ty.span()=> ::cotangent::generated::Ct<#ty>),
            Kind::Extent => quote_spanned!(ty.span()=> ::cotangent::generated::Extent),
            // Names the type parameters, which must be used, and is `NoGrad`.
            Kind::Constant if self.generic => quote!(#private::Fixed<#ty>),
            Kind::Constant => quote!(#private::NoGrad),
        }
    }
}

impl Item {
    /// The fields with a derivative.
    fn active(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(|field| !field.is_constant())
    }

    /// Those among them whose types are in bounds.
    fn bounded(&self) -> impl Iterator<Item = &Field> {
        self.active().filter(|field| !field.recursive)
    }

    /// The bounds of the struct, and that its fields are differentiable where that depends on a type parameter.
    fn bounds(&self) -> TokenStream {
        let private = private();
        let own = self.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        let fields = self.bounded().filter(|field| field.generic).map(|field| &field.ty);
        quote!(where #(#own,)* #(#fields: #private::Differentiable,)*)
    }

    /// The same for the others. The tangent struct itself says which field is not differentiable; its `impl`s need not repeat it.
    fn further_bounds(&self) -> TokenStream {
        let fields = self.bounded().filter(|field| !field.generic).map(|field| field.ty.to_token_stream());
        perhaps(fields, &quote!(::cotangent::generated::Differentiable))
    }

    /// `impl what for of`, or with an empty `what` an inherent `impl`.
    fn implement(&self, what: &TokenStream, of: &Ident, content: &TokenStream) -> TokenStream {
        self.implement_if(&TokenStream::new(), what, of, content)
    }

    /// The same, if further bounds hold.
    fn implement_if(
        &self,
        further: &TokenStream,
        what: &TokenStream,
        of: &Ident,
        content: &TokenStream,
    ) -> TokenStream {
        let quiet = quiet();
        let (parameters, arguments, _) = self.generics.split_for_impl();
        let (bounds, rest) = (self.bounds(), self.further_bounds());
        let what = (!what.is_empty()).then(|| quote!(#what for));
        quote! {
            #quiet
            impl #parameters #what #of #arguments #bounds #rest #further {
                #content
            }
        }
    }
}

/// Bounds on types that need not hold: with a lifetime, even one that is not used, the compiler checks a bound without type
/// parameters where the `impl` is used, not where it stands.
fn perhaps(types: impl IntoIterator<Item = TokenStream>, bound: &TokenStream) -> TokenStream {
    let types = types.into_iter();
    quote!(#(for<'perhaps> #types: #bound,)*)
}
