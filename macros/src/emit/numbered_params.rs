//! Parameters number by number: a column of a Jacobian or of a Hessian for each.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::WhereClause;

use super::{Unit, elements};
use crate::ir::Param;
use crate::library::private;
use crate::naming::part;
use crate::quoting::bare_or_tuple;

impl Unit<'_> {
    /// The parameters with a derivative for each of their numbers, and the clause that says so.
    pub(super) fn numbered(&self, bounds: Option<&WhereClause>) -> (Vec<Numbered>, WhereClause) {
        let private = private();
        let numbered: Vec<_> = self.active_params().map(|param| Numbered::new(self, param)).collect();
        let mut clause = bounds.cloned().unwrap_or_else(|| syn::parse_quote!(where));
        clause.predicates.extend(numbered.iter().map(|Numbered { ty, .. }| -> syn::WherePredicate {
            syn::parse_quote!(for<'one> #ty: #private::Coordinates<'one>)
        }));
        (numbered, clause)
    }
}

/// A parameter with a derivative for each of its numbers.
pub(super) struct Numbered {
    name: TokenStream,
    /// Its type, or that of the elements of a slice.
    ty: TokenStream,
    slice: bool,
}

impl Numbered {
    fn new(unit: &Unit<'_>, param: &Param) -> Self {
        let name = unit.param_name(param).into_token_stream();
        match elements(&param.ty) {
            Some(ty) => Self { name, ty: unit.outside(ty.into_token_stream()), slice: true },
            None => Self { name, ty: unit.bare_type_outside(param), slice: false },
        }
    }

    /// One `__R` for each number.
    fn columns_type(&self) -> TokenStream {
        let (private, ty) = (private(), &self.ty);
        let columns = quote!(<#ty as #private::Coordinates<'static>>::Columns<__R>);
        if self.slice { quote!(#private::Owned<#columns>) } else { columns }
    }

    /// The columns, by these passes.
    pub(super) fn columns(&self, how: &str, passes: &[TokenStream]) -> TokenStream {
        let (private, Self { name, ty, slice }) = (private(), self);
        let how = Ident::new(&if *slice { format!("{how}_of_slice") } else { how.to_owned() }, Span::call_site());
        if *slice {
            quote!(#private::#how::<#ty, _>(#name, #(#passes),*))
        } else {
            quote!(<#ty as #private::Coordinates<'static>>::#how(#name, #(#passes),*))
        }
    }

    /// The tangents of this parameter, as passes take them.
    pub(super) fn along(&self, along: &Ident) -> TokenStream {
        let part = part();
        if self.slice { quote!(#along.each_ref().map(|#part| &#part[..])) } else { quote!(#along) }
    }
}

/// One `__R` for each number of each of these parameters.
pub(super) fn columns_of(numbered: &[Numbered]) -> TokenStream {
    bare_or_tuple(numbered.iter().map(Numbered::columns_type))
}
