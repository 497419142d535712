//! Forward mode: the pass, `jvp`, and the traits that all calls are written for.

use proc_macro2::TokenStream;
use quote::quote;
use syn::WhereClause;

use super::calls::Calls;
use super::numbered_params::columns_of;
use super::{Unit, elements};
use crate::library::private;
use crate::naming::{count, hygienic, part};
use crate::plan::absent_modes::Mode;
use crate::quoting::bare_or_tuple;

impl Unit<'_> {
    /// The pass and the shorthand.
    pub(super) fn forward_calls(&self) -> TokenStream {
        let calls = Calls::new(self);
        let (pass, jvp) = (calls.forward_pass(), self.if_its_rule_has(Mode::Tangents, calls.jvp()));
        quote!(#pass #jvp)
    }

    /// The implementations of the traits.
    pub(super) fn forward_implementations(&self) -> TokenStream {
        let (private, output) = (private(), self.output_outside());
        let types = self.argument_types();
        let bounds = self.claimed_mode(Mode::Tangents, self.all_bounds());
        let calls = Calls::elsewhere(self, false);
        let pattern = self.pattern();
        let (tangents, _) = calls.given_tangents();
        let lengths = calls.lengths("tangent", Calls::dot_of);
        let pass = calls.call_of_forward_pass(&quote!(1), &calls.tangents(|_, param| calls.direction(param)));
        let [along, y, y_dot] = ["tangents", "y", "y_dot"].map(hygienic);
        let (several, columns) = (self.several_tangents(bounds.as_ref()), self.columns(bounds.as_ref()));
        let one = self.implementation(
            "ForwardFunction",
            bounds.as_ref(),
            &quote! {
                    #[inline]
                    #[track_caller]
                    fn tangent(#pattern: #types, #along: Self::Tangents<'_>) -> (#output, #private::Ct<#output>) {
                        let #tangents = #along;
                        #lengths
                        let (#y, [#y_dot]) = #pass;
                        (#y, #y_dot)
                    }

            },
        );
        quote!(#one #several #columns)
    }

    /// Several tangents are shared, which what is lent has not.
    fn several_tangents(&self, bounds: Option<&WhereClause>) -> Option<TokenStream> {
        let calls = Calls::elsewhere(self, true);
        if calls.has_lent() {
            return None;
        }
        let (private, output) = (private(), self.output_outside());
        let types = self.argument_types();
        let pattern = self.pattern();
        let (count, tangents, d) = (count(), hygienic("tangents"), part());
        let many = self.active_params().count() != 1;
        let element = |i: usize| {
            let at = syn::Index::from(i);
            if many { quote!(#d.#at) } else { quote!(*#d) }
        };
        let slices = self.active_params().enumerate().filter(|(_, param)| elements(&param.ty).is_some());
        let lengths = slices.map(|(i, param)| {
            let (name, element) = (self.param_name(param), element(i));
            let text = name.to_string();
            quote!(for #d in &#tangents { #private::as_long_as("tangent", #text, #name, #element); })
        });
        let given = calls.tangents(|i, param| {
            let element = element(i);
            let reference = if elements(&param.ty).is_some() { quote!(#element) } else { quote!(&#element) };
            quote!(#tangents.each_ref().map(|#d| #reference))
        });
        let pass = calls.call_of_forward_pass(&quote!(#count), &given);
        Some(self.implementation(
            "PureForwardFunction",
            bounds,
            &quote! {
                    #[inline]
                    #[track_caller]
                    fn tangents<const #count: ::core::primitive::usize>(
                        #pattern: &#types,
                        #tangents: [Self::Tangents<'_>; #count],
                    ) -> (#output, [#private::Ct<#output>; #count]) {
                        #(#lengths)*
                        #pass
                    }

            },
        ))
    }

    /// A tangent of the result for each number of each parameter. What is lent changes with each pass.
    fn columns(&self, bounds: Option<&WhereClause>) -> Option<TokenStream> {
        let calls = Calls::elsewhere(self, true);
        if calls.has_lent() {
            return None;
        }
        let (private, output) = (private(), self.output_outside());
        let arguments = self.argument_types();
        let pattern = self.pattern();
        let (numbered, bounds) = self.numbered(bounds);
        let [y, along, column] = ["y", "along", "column"].map(hygienic);
        let columns = columns_of(&numbered);
        let each = numbered.iter().enumerate().map(|(at, parameter)| {
            let [one, eight] = [quote!(1), quote!(8)].map(|count| {
                let along = parameter.along(&along);
                let given = calls.tangents(|i, _| if i == at { along.clone() } else { quote!(#private::NoGrad) });
                calls.call_of_forward_pass(&count, &given)
            });
            let one = quote!(|#along| { let (_, [#column]) = #one; #column });
            let eight = quote!(|#along| { let (_, #column) = #eight; #column });
            parameter.columns("columns", &[one, eight])
        });
        let all = bare_or_tuple(each);
        let value = calls.call_of_forward_pass(&quote!(0), &calls.tangents(|_, _| quote!(#private::NoGrad)));
        Some(self.implementation(
            "JacobianFunction",
            Some(&bounds),
            &quote! {
                    type Columns<__R> = #columns;
                    #[inline]
                    fn columns(#pattern: &#arguments) -> (#output, Self::Columns<#private::Ct<#output>>) {
                        let (#y, _) = #value;
                        (#y, #all)
                    }

            },
        ))
    }
}

impl Calls<'_> {
    fn jvp(&self) -> TokenStream {
        let Self { unit, vis, turbofish, receiver, this, params, names, output, .. } = self;
        let (private, bounds, generics) = (private(), unit.bounds(), &unit.sig.generics.params);
        let (_, types) = self.given_tangents();
        let types = bare_or_tuple(&types);
        let ([at, name], tangents) = (["at", "jvp"].map(|name| unit.call_name("", name)), hygienic("tangents"));
        let doc = format!(
            "The value of `{}`, and its tangent for `tangents` of the arguments: the derivative along a direction, by one forward \
             pass without a tape. {}",
            unit.sig.ident,
            unit.order_of("tangent")
        );
        quote! {
            #[doc = #doc]
            #[inline]
            #[track_caller]
            #vis fn #name<#generics>(#receiver #(#params,)* #tangents: #types) -> (#output, #private::Ct<#output>) #bounds {
                Self::#at #turbofish(#this #(#names),*).jvp(#tangents)
            }
        }
    }
}
