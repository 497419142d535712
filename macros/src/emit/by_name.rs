//! A function that others may be given by its name: its companion is a `Function1` and the like.
//!
//! ```text
//! impl Function1<Moved<f64>, f64, Ct<f64>, f64> for square {
//!     fn forward(t: &mut Tape, x: &f64) -> f64 { split::<Forward, ..>(t, x, ()) }
//!     fn reverse(t: &mut Tape, x: &f64, bar: &Ct<f64>, x_bar: &mut Ct<f64>) { split::<Reverse, ..>(t, x, (bar, Out::new(x_bar))) }
//! }
//! ```

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::visit::{Visit, visit_type_path};
use syn::{GenericParam, Ident, Type, TypePath};

use super::Unit;
use crate::accept::functions::MOST;
use crate::features::FORWARD_MODE;
use crate::ir::{Param, Passing};
use crate::library::private;
use crate::naming::{bar, count, dot, incoming, result_dot, tape, width};
use crate::quoting::tuple;
use crate::syntax::lifetimes::without_lifetimes;

impl Unit<'_> {
    /// Whether a function may take it, as far as the numbers of arguments and results go.
    fn may_be_passed(&self) -> bool {
        let params = &self.function.params;
        !params.is_empty()
            && params.len() <= MOST
            && (!self.is_unit() || params.iter().any(|param| param.lent))
            && params.iter().all(|param| !param.receiver && param.function.is_none())
    }

    /// Whether its name stands for it: it has derivatives for all that it is given, and its types say what its generic parameters are.
    fn is_named_alone(&self) -> bool {
        let is_borrowed = matches!(&self.sig.output, syn::ReturnType::Type(_, ty) if has_lifetimes(ty));
        !is_borrowed
            && self.function.params.iter().all(|param| self.is_passed_on(param))
            && self.is_decided_by_its_types()
    }

    /// What refuses it at its name, and nowhere else, if it can only be passed in a closure: a method, and an implementation.
    pub(super) fn only_in_a_closure(&self) -> Option<(TokenStream, TokenStream)> {
        if !self.may_be_passed() || self.is_named_alone() {
            return None;
        }
        let (private, this, bounds) = (private(), self.this_by_name(), self.all_bounds());
        let generics = self.owner.is_some().then(|| without_lifetimes(&self.generics()));
        let bounds = self.owner.is_some().then_some(bounds);
        let refusal = quote! {
            #[doc(hidden)]
            pub fn by_name(self) -> Self where for<'one> Self: #private::callables::PassedByName<'one> {
                self
            }
        };
        Some((refusal, quote!(impl<#generics> #private::callables::OnlyInAClosure for #this #bounds {})))
    }

    fn this_by_name(&self) -> TokenStream {
        if self.owner.is_some() { self.witness() } else { quote!(__This) }
    }

    /// The implementation, if it can be passed by its name.
    pub(super) fn by_name(&self) -> Option<TokenStream> {
        if !self.may_be_passed() || !self.is_named_alone() {
            return None;
        }
        let params = &self.function.params;
        let (private, output, bounds) = (private(), self.output_outside(), self.all_bounds());
        let types = params.iter().map(|param| {
            let (ty, ct) = (self.bare_type_outside(param), self.cotangent_outside(param));
            let passing = Passing::of(param).says();
            quote!(#private::callables::#passing<#ty>, #ty, #ct)
        });
        let function = format_ident!("Function{}", params.len());
        let generics = without_lifetimes(&self.generics());
        let this = self.this_by_name();
        let (halves, with_tangents) = (self.named_halves(), FORWARD_MODE.then(|| self.named_halves_dual()));
        Some(quote! {
            #[doc(hidden)]
            impl<'__a, #generics> #private::callables::#function<#(#types,)* #output> for #this #bounds {
                #halves
                #with_tangents
            }
        })
    }

    /// Whether it has a derivative for all that a caller may give for the parameter.
    fn is_passed_on(&self, param: &Param) -> bool {
        let active = self.function.var(param.var).active;
        let is_number = param.claims_constant && param.reference.is_none() && matches!(param.ty, Type::Path(_));
        // What a caller gives need not live that long.
        let is_static = param.reference.as_ref().is_some_and(|reference| reference.to_string().contains("'static"));
        !has_lifetimes(&param.ty) && !is_static && (active || is_number)
    }

    /// Whether the types of arguments and result say what its generic parameters are.
    fn is_decided_by_its_types(&self) -> bool {
        struct Names(Vec<Ident>);
        impl<'ast> Visit<'ast> for Names {
            fn visit_type_path(&mut self, path: &'ast TypePath) {
                // A projection does not say what it is one of.
                if path.qself.is_none() {
                    self.0.extend(path.path.get_ident().cloned());
                    visit_type_path(self, path);
                }
            }
            // A sum does not say what its terms are.
            fn visit_expr(&mut self, expr: &'ast syn::Expr) {
                if let syn::Expr::Path(path) = expr {
                    self.0.extend(path.path.get_ident().cloned());
                }
            }
        }
        if self.owner.is_some() {
            return true;
        }
        let mut names = Names(Vec::new());
        self.function.params.iter().for_each(|param| names.visit_type(&param.ty));
        if let syn::ReturnType::Type(_, ty) = &self.sig.output {
            names.visit_type(ty);
        }
        self.sig.generics.params.iter().all(|param| match param {
            GenericParam::Type(param) => names.0.contains(&param.ident),
            GenericParam::Const(param) => names.0.contains(&param.ident),
            GenericParam::Lifetime(_) => true,
        })
    }

    /// `x: Handed<X>, ..`
    fn named_values(&self) -> Vec<TokenStream> {
        let params = self.function.params.iter().map(|param| {
            let (private, name, ty) = (private(), self.param_name(param), self.bare_type_outside(param));
            quote!(#name: #private::callables::Handed<'_, #ty>)
        });
        params.collect()
    }

    /// A value on its way, as the function takes it.
    fn taken(&self, param: &Param) -> TokenStream {
        let name = self.param_name(param);
        if param.lent { quote!(#name.changed()) } else { quote!(#name.shared()) }
    }

    /// `x_bar: bar<X>, ..`
    fn named_places(&self, place: &dyn Fn(&TokenStream) -> TokenStream) -> Vec<TokenStream> {
        let params = self.function.params.iter().map(|param| {
            let (name, place) = (bar(&self.param_name(param)), place(&self.cotangent_outside(param)));
            quote!(#name: #place)
        });
        params.collect()
    }

    /// The arguments that the reverse half reads.
    fn named_read(&self) -> Vec<TokenStream> {
        let params =
            self.function.params.iter().map(|param| if self.is_gone(param) { quote!(()) } else { self.taken(param) });
        params.collect()
    }

    fn named_halves(&self) -> TokenStream {
        let (private, t, y_bar, output) = (private(), tape(), incoming(), self.output_outside());
        let (values, places) = (self.named_values(), self.named_places(&|ct| quote!(&mut #ct)));
        let taken: Vec<_> = self.function.params.iter().map(|param| self.taken(param)).collect();
        let (split, home, read) = (self.split_name(), self.home(), self.named_read());
        let slots = self.active_params().map(|param| {
            let bar = bar(&self.param_name(param));
            if param.lent { quote!(#bar) } else { quote!(#private::Out::new(#bar)) }
        });
        let input = tuple(std::iter::once(quote!(#y_bar)).chain(slots));
        let forward = self.split_arguments(&quote!(#private::Forward), &quote!(#private::NoGrad));
        let reverse = self.split_arguments(&quote!(#private::Reverse), &quote!(_));
        quote! {
            #[inline(always)]
            fn forward(#t: &mut #private::Tape<'_>, #(#values),*) -> #output {
                #home::#split #forward(#t, #(#taken,)* ())
            }
            #[inline(always)]
            fn reverse(#t: &mut #private::Tape<'_>, #(#values,)* #y_bar: &#private::Ct<#output>, #(#places),*) {
                #home::#split #reverse(#t, #(#read,)* #input);
            }
        }
    }

    fn named_halves_dual(&self) -> TokenStream {
        let (private, t, y_bar, output) = (private(), tape(), incoming(), self.output_outside());
        let (width, count, y_dot) = (width(), count(), result_dot());
        let values = self.named_values();
        let given = |ty: &TokenStream, count: &TokenStream| {
            let each = self.function.params.iter().zip(&values).map(|(param, value)| {
                let (dot, ct) = (dot(&self.param_name(param)), self.cotangent_outside(param));
                quote!(#value, #dot: #private::callables::#ty<'_, #ct, #count>)
            });
            each.collect::<Vec<_>>()
        };
        let forward_given = given(&quote!(HandedTangents), &quote!(#count));
        let reverse_given = given(&quote!(Along), &quote!(1));
        let places = self.named_places(&|ct| quote!(#private::PairMut<'_, #ct>));
        let dots: Vec<_> = self.function.params.iter().map(|param| dot(&self.param_name(param))).collect();
        let read = self.named_read();
        let lent = self.function.params.iter().map(|param| {
            let taken = self.taken(param);
            if self.is_gone(param) { quote!(__Sweep::lend(#taken)) } else { taken }
        });
        let unwanted = self.active_params().map(|param| {
            let ct = self.cotangent_outside(param);
            if param.lent { quote!(#private::PairMut<'_, #ct>) } else { quote!(#private::NoGrad) }
        });
        let no_input = tuple(std::iter::once(quote!(#private::PairRef<'_, #private::Ct<#output>>)).chain(unwanted));
        let forward = self.call_split_dual(&quote!(__Sweep), &quote!(#count), &quote!(#private::NoGrad));
        let reverse = self.call_split_dual(&quote!(#private::Reverse), &quote!(1), &quote!(_));
        let slots = self.active_params().map(|param| {
            let bar = bar(&self.param_name(param));
            if param.lent { quote!(#bar) } else { quote!(#bar.into_outs()) }
        });
        let input = tuple(std::iter::once(quote!(#y_bar)).chain(slots));
        let tangents = self.function.params.iter().zip(&dots).map(|(param, dot)| {
            if self.function.var(param.var).active && !param.lent { quote!(#dot) } else { quote!(#private::NoGrad) }
        });
        let handed_tangents = self
            .function
            .params
            .iter()
            .zip(&dots)
            .map(|(param, dot)| if param.lent { quote!(#dot.places()) } else { quote!(#dot.along()) });
        quote! {
            #[inline]
            fn dual<const #count: ::core::primitive::usize, __Sweep: #private::Ahead>(
                #t: &mut #private::Tape<'_>,
                #width: #private::Width<#count, __Sweep>,
                #y_dot: &mut [#private::Ct<#output>; #count],
                #(#forward_given),*
            ) -> #output {
                __Sweep::passed::<#output>(#forward(#t, #(#lent,)* #width, __Sweep::lend(#y_dot), #(#handed_tangents,)* __Sweep::input::<#no_input>()))
            }
            #[inline]
            fn reverse_dual(
                #t: &mut #private::Tape<'_>,
                #(#reverse_given,)*
                #y_bar: #private::PairRef<'_, #private::Ct<#output>>,
                #(#places),*
            ) {
                #reverse(#t, #(#read,)* #private::Width::new(), (), #(#tangents,)* #input);
            }
        }
    }
}

/// Whether a type names references or lifetimes.
fn has_lifetimes(ty: &Type) -> bool {
    struct Look(bool);
    impl<'ast> Visit<'ast> for Look {
        fn visit_lifetime(&mut self, _: &'ast syn::Lifetime) {
            self.0 = true;
        }
        fn visit_type_reference(&mut self, _: &'ast syn::TypeReference) {
            self.0 = true;
        }
    }
    let mut look = Look(false);
    look.visit_type(ty);
    look.0
}
