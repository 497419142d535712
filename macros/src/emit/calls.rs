//! What the calls that users make have in common: how they take the arguments, and the types of what comes back.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Ident, WhereClause, WherePredicate};

use super::{Unit, elements};
use crate::ir::Param;
use crate::library::{private, private_at};
use crate::naming::{bar, before, count, dot, hygienic, result_dot, width};
use crate::quoting::{arguments, bare_or_tuple};

/// A gradient to begin with, for an argument, a reference.
pub(super) fn zero_for(param: &Param, argument: &TokenStream) -> TokenStream {
    let private = private();
    if elements(&param.ty).is_some() {
        quote!(#private::zeros(#argument))
    } else {
        quote!(#private::zero_for(#argument))
    }
}

/// The parts that the calls are written with.
pub(super) struct Calls<'u> {
    pub unit: &'u Unit<'u>,
    pub vis: TokenStream,
    /// The type that has the inherent functions.
    pub home: TokenStream,
    /// `::<T, N>`
    pub turbofish: TokenStream,
    pub output: TokenStream,
    /// `&self,`
    pub receiver: Option<TokenStream>,
    /// `self,`
    pub this: Option<TokenStream>,
    /// The parameters but `self`, and their names.
    pub params: Vec<TokenStream>,
    pub names: Vec<Ident>,
    /// All arguments by reference.
    pub values: Vec<TokenStream>,
    /// The types of the cotangents, those of slices unsized.
    pub cotangents: Vec<TokenStream>,
    /// The types of gradients that are returned: those of slices in a `Vec`.
    pub gradients: Vec<TokenStream>,
}

impl<'u> Calls<'u> {
    pub(super) fn new(unit: &'u Unit<'u>) -> Self {
        let private = private();
        let receiver = unit.function.params.iter().find(|param| param.receiver);
        let others = || unit.function.params.iter().filter(|param| !param.receiver);
        let params = others().map(|param| {
            let (name, ty) = (unit.param_name(param), param.written());
            quote!(#name: #ty)
        });
        let values = unit.function.params.iter().map(|param| {
            let name = if param.receiver { Ident::new("self", Span::call_site()) } else { unit.param_name(param) };
            if param.reference.is_some() { quote!(#name) } else { quote!(&#name) }
        });
        let cotangents = unit.active_params().map(|param| unit.cotangent(&param.ty, false));
        let gradients = unit.active_params().map(|param| match elements(&param.ty) {
            Some(element) => quote!(#private::Owned<#private::Ct<#element>>),
            None => unit.cotangent(&param.ty, false),
        });
        let generics = arguments(&unit.sig.generics);
        let vis = unit.vis;
        Self {
            unit,
            home: quote!(Self),
            vis: if unit.owner.is_some() { quote!(#vis) } else { quote!(pub) },
            turbofish: quote!(::<#(#generics),*>),
            output: unit.output(),
            receiver: receiver.map(|param| {
                let reference = &param.reference;
                quote!(#reference self,)
            }),
            this: receiver.map(|_| quote!(self,)),
            params: params.collect(),
            names: others().map(|param| unit.param_name(param)).collect(),
            values: values.collect(),
            cotangents: cotangents.collect(),
            gradients: gradients.collect(),
        }
    }

    /// The same for an implementation of a trait for [`Unit::witness`], where a pattern names the arguments: values, or references to them.
    pub(super) fn elsewhere(unit: &'u Unit<'u>, by_reference: bool) -> Self {
        let values = unit.function.params.iter().map(|param| {
            let name = unit.param_name(param);
            match (param.reference.is_some(), by_reference) {
                (true, true) => quote!(*#name),
                (true, false) | (false, true) => quote!(#name),
                (false, false) => quote!(&#name),
            }
        });
        let here = Self::new(unit);
        // `Self` is another type there.
        let outside = |types: &[TokenStream]| types.iter().map(|ty| unit.outside(ty.clone())).collect();
        Self {
            home: unit.home(),
            values: values.collect(),
            cotangents: outside(&here.cotangents),
            gradients: outside(&here.gradients),
            ..here
        }
    }

    /// Whether a parameter is `&mut`.
    pub(super) fn has_lent(&self) -> bool {
        self.unit.function.params.iter().any(|param| param.lent)
    }

    /// The tangent of a parameter.
    pub(super) fn dot_of(&self, param: &Param) -> Ident {
        if param.receiver { hygienic("self_dot") } else { dot(&self.unit.param_name(param)) }
    }

    /// The cotangent of a parameter.
    pub(super) fn bar_of(&self, param: &Param) -> Ident {
        if param.receiver { hygienic("self_bar") } else { bar(&self.unit.param_name(param)) }
    }

    /// Tangents, or cotangents, of slices must be as long as these.
    pub(super) fn lengths(&self, what: &str, name: impl Fn(&Self, &Param) -> Ident) -> TokenStream {
        let slices = self.unit.active_params().filter(|param| elements(&param.ty).is_some());
        let (private, unit) = (private(), self.unit);
        let lengths = slices.map(|param| {
            let (of, found) = (unit.param_name(param), name(self, param));
            let text = of.to_string();
            quote!(#private::as_long_as(#what, #text, #of, #found);)
        });
        lengths.collect()
    }

    /// A value for each parameter of `split_dual`: of those with a tangent the given one.
    pub(super) fn tangents(&self, mut given: impl FnMut(usize, &Param) -> TokenStream) -> Vec<TokenStream> {
        let (private, unit) = (private(), self.unit);
        let mut active = 0..;
        let each = unit.function.params.iter().map(|param| {
            let at = unit.function.var(param.var).active.then(|| active.next()).flatten();
            at.map_or_else(|| quote!(#private::NoGrad), |at| given(at, param))
        });
        each.collect()
    }

    /// The tangent that the user gave, as one direction.
    pub(super) fn direction(&self, param: &Param) -> TokenStream {
        let dot = self.dot_of(param);
        if param.lent || elements(&param.ty).is_some() { quote!([#dot]) } else { quote!(&[#dot]) }
    }

    /// The names of the tangents, as the user gives them, and their types: values, of slices and of what is lent references.
    pub(super) fn given_tangents(&self) -> (TokenStream, Vec<TokenStream>) {
        let dots = self.unit.active_params().map(|param| self.dot_of(param));
        let types = self.unit.active_params().zip(&self.cotangents).map(|(param, ct)| {
            match (param.lent, elements(&param.ty)) {
                (true, _) => quote!(&mut #ct),
                (false, Some(_)) => quote!(&#ct),
                (false, None) => ct.clone(),
            }
        });
        (bare_or_tuple(dots), types.collect())
    }

    /// The parameters but `self` of a pass that takes all by reference, and what it hands on, `self` included.
    pub(super) fn passed_on(&self) -> (Vec<TokenStream>, Vec<Ident>) {
        let unit = self.unit;
        let params = unit.function.params.iter().filter(|param| !param.receiver).map(|param| {
            let (name, ty) = (unit.param_name(param), param.by_reference());
            quote!(#name: #ty)
        });
        let values =
            unit.function.params.iter().map(|param| {
                if param.receiver { Ident::new("self", Span::call_site()) } else { unit.param_name(param) }
            });
        (params.collect(), values.collect())
    }

    /// The name of the pass of forward mode.
    fn name_of_forward_pass(&self) -> Ident {
        self.unit.call_name("", "forward_pass")
    }

    /// Forward mode along any number of directions, for all the calls that have one: the value and its tangents.
    pub(super) fn forward_pass(&self) -> TokenStream {
        let Self { unit, output, receiver, .. } = self;
        let (private, count, bounds) = (private(), count(), unit.bounds());
        let this = receiver.is_some().then(|| {
            let lent = unit.function.params.iter().any(|param| param.receiver && param.lent);
            if lent { quote!(&mut self,) } else { quote!(&self,) }
        });
        let (params, values) = self.passed_on();
        let dots = unit.function.params.iter().map(|param| self.dot_of(param));
        let dots: Vec<_> = dots.collect();
        let types = unit.function.params.iter().map(|param| unit.tangents_type(param, &|ty| unit.cotangent(ty, false)));
        let call = unit.call_split_dual(&quote!(#private::Tangents), &quote!(#count), &quote!(#private::NoGrad));
        let [y, y_dot, width] = [hygienic("__result"), result_dot(), width()];
        let (name, generics) = (self.name_of_forward_pass(), unit.sig.generics.params.iter());
        let kept = unit.function.params.iter().zip(&values).filter(|(param, _)| param.lent).map(|(param, value)| {
            let before = before(&unit.param_name(param));
            let of = unit.restored(param);
            quote!(let #before = #private::before(#private::DEBUG, #private::of::<#of>(&*#value).place());)
        });
        let lent_on = unit.function.params.iter().zip(&values);
        let lent_on = lent_on.map(|(param, value)| if param.lent { quote!(&mut *#value) } else { quote!(#value) });
        let compared = unit.compare(&quote!(&#y), &values);
        quote! {
            #[inline(always)]
            fn #name<#(#generics,)* const #count: ::core::primitive::usize>(
                #this #(#params,)* #(#dots: #types),*
            ) -> (#output, [#private::Ct<#output>; #count]) #bounds {
                let #width = #private::Width::new();
                let mut #y_dot = #width.to_come();
                #(#kept)*
                let #y = #call(&mut #private::Tape::none(), #(#lent_on,)* #width, &mut #y_dot, #(#dots,)* ());
                Self::#compared;
                (#y, #y_dot)
            }
        }
    }

    /// Its call, along `count` directions.
    pub(super) fn call_of_forward_pass(&self, count: &TokenStream, tangents: &[TokenStream]) -> TokenStream {
        let (name, values, generics) = (self.name_of_forward_pass(), &self.values, arguments(&self.unit.sig.generics));
        let home = &self.home;
        quote!(#home::#name::<#(#generics,)* #count>(#(#values,)* #(#tangents),*))
    }

    /// The where clause, and what the result must be. Where it is not, the message points at its type.
    pub(super) fn bounded(&self, bound: &str) -> WhereClause {
        let (output, bound) = (&self.output, Ident::new(bound, Span::call_site()));
        let span = output.span();
        let private = private_at(span);
        let mut clause = self.unit.bounds().unwrap_or_else(|| syn::parse_quote!(where));
        let predicate: WherePredicate = syn::parse2(quote_spanned!(span=> for<'one> #output: #private::#bound<'one>))
            .unwrap_or_else(|_| unreachable!("a predicate"));
        clause.predicates.push(predicate);
        clause
    }
}
