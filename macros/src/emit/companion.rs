//! What other generated functions call: the two halves under fixed names, and what they say of themselves.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Ident, Lifetime, WhereClause};

use super::{Unit, elements};
use crate::ir::Param;
use crate::library::private;
use crate::naming::{bar, depth, incoming, sweeps, tape};
use crate::quoting::{arguments, tuple};
use crate::syntax::lifetimes::lasting;
use crate::words::{replaced, words};

/// A function as other generated code sees it: what both pairs of halves take and hand on.
pub(super) struct Interface {
    /// The companion of a method has the bounds on its type.
    pub bounds: Option<WhereClause>,
    pub output: TokenStream,
    /// `x: X`
    pub params: Vec<TokenStream>,
    /// The same in the reverse half, which has no place that was lent, and what takes the values out.
    pub read_params: Vec<TokenStream>,
    pub unread: TokenStream,
    /// The result, which the rule of a method might read.
    pub out_param: Option<TokenStream>,
    /// What the reverse half of `split` is given.
    pub given: Vec<TokenStream>,
}

impl Unit<'_> {
    /// What other generated code sees of it.
    pub(super) fn interface(&self) -> Interface {
        let (private, output, is_method) = (private(), self.output_outside(), self.owner.is_some());
        let each = || self.function.params.iter().map(|param| (param, self.param_name(param)));
        let params: Vec<_> = each()
            .map(|(param, name)| {
                let ty = self.type_outside(param);
                quote!(#name: #ty)
            })
            .collect();
        let (read_params, unread) = self.read_params(&params);
        let read_params = self.function.params.iter().zip(read_params);
        let given = each().map(|(param, name)| if self.is_gone(param) { quote!(()) } else { quote!(#name) });
        let types = self.types();
        let lent = if is_method { quote!((): ()) } else { quote!(_: impl #private::StandsFor<#types>) };
        Interface {
            bounds: if is_method { None } else { self.bounds() },
            read_params: read_params.map(|(param, read)| if param.lent { lent.clone() } else { read }).collect(),
            unread,
            out_param: is_method.then(|| quote!(_: #private::Read<'_, #output>,)),
            given: given.collect(),
            params,
            output,
        }
    }

    /// `fwd`, `bwd` and what goes with them.
    pub(super) fn companion(&self) -> TokenStream {
        let (private, t, y_bar) = (private(), tape(), incoming());
        let Interface { bounds, output, params, read_params, unread, out_param, given } = self.interface();
        // The companion of a method has the generics on its type, that of a function on its functions.
        let generics = self.generics_of_halves();
        let names = self.function.params.iter().map(|param| self.param_name(param).into_token_stream());
        let forward = self.call_split(
            &quote!(#private::Forward),
            &quote!(#private::NoGrad),
            &names.collect::<Vec<_>>(),
            &quote!(()),
        );
        let slots = self.function.params.iter().map(|param| {
            let bar = bar(&self.param_name(param));
            if !self.function.var(param.var).active {
                return quote!(#bar: impl #private::Unwanted);
            }
            let ct = self.cotangent_outside(param);
            if param.lent { quote!(#bar: &mut #ct) } else { quote!(#bar: impl #private::Slot<#ct>) }
        });
        let bars = self.active_params().map(|param| bar(&self.param_name(param)));
        let input = tuple(std::iter::once(quote!(#y_bar)).chain(bars.map(|bar| quote!(#bar))));
        let reverse = self.call_split(&quote!(#private::Reverse), &quote!(_), &given, &input);
        let said = self.said(&generics, &params, bounds.as_ref());
        let functions = self.functions_taken();
        quote! {
            #[doc(hidden)]
            #[inline]
            pub fn fwd<#generics>(self, #t: &mut #private::Tape<'_>, #(#params),*) -> #output #bounds {
                #forward
            }
            #[doc(hidden)]
            #[inline]
            pub fn bwd<#generics>(
                self,
                #t: &mut #private::Tape<'_>,
                #(#read_params,)*
                #out_param
                #y_bar: &#private::Ct<#output>,
                #(#slots),*
            ) #bounds {
                #unread
                #reverse
            }
            #said
            #functions
        }
    }

    /// The generic parameters of the functions of the companion.
    pub(super) fn generics_of_halves(&self) -> TokenStream {
        if self.owner.is_none() {
            let all = &self.sig.generics.params;
            return quote!(#all);
        }
        let functions = self.functions();
        quote!(#(#functions),*)
    }

    /// The types of the functions that it takes, which the other arguments may decide.
    fn functions_taken(&self) -> TokenStream {
        let all = || self.function.params.iter();
        let is_other = |param: &&syn::GenericParam| self.owner.is_none() && !self.is_function(param);
        let others: Vec<_> = self.sig.generics.params.iter().filter(is_other).collect();
        let is_named = |param: &&&syn::GenericParam, code: &TokenStream| {
            let name = match param {
                syn::GenericParam::Type(param) => &param.ident,
                syn::GenericParam::Const(param) => &param.ident,
                syn::GenericParam::Lifetime(_) => return true,
            };
            words(code.clone()).contains(name)
        };
        let params: Vec<_> = all()
            .filter(|param| param.function.is_none())
            .map(|param| {
                let ty = self.type_outside(param);
                quote!(_: #ty)
            })
            .collect();
        let bounds = self.sig.generics.where_clause.as_ref().filter(|_| self.owner.is_none());
        let taken = all().enumerate().filter_map(|(i, param)| Some((i, param.function.as_ref()?)));
        taken
            .map(|(i, function)| {
                let (name, signature) = (format_ident!("takes_{i}"), function.signature());
                // The caller need not say the others.
                let code = quote!(#(#params),* #signature #bounds);
                let others = others.iter().filter(|param| is_named(param, &code));
                quote! {
                    #[doc(hidden)]
                    #[inline(always)]
                    pub fn #name<#(#others),*>(self, #(#params),*) -> #signature #bounds {
                        <#signature>::new()
                    }
                }
            })
            .collect()
    }

    /// What it says of itself: what it reads, the types of its operands, and how much it keeps.
    fn said(&self, generics: &TokenStream, params: &[TokenStream], bounds: Option<&WhereClause>) -> TokenStream {
        let (private, read, types) = (private(), self.reads(), self.types());
        let (depth, sweeps) = (depth(), sweeps());
        let is_lasting = |param: &&syn::GenericParam| self.owner.is_none() && !self.is_function(param);
        let lasting = self.sig.generics.params.iter().filter(is_lasting);
        let words = if self.takes_functions() || self.is_in_trait() {
            quote!(#private::TapeSize::UNBOUNDED)
        } else {
            self.words_call(&quote!(#depth), &quote!(#sweeps.of_called()))
        };
        // The rule of a method may be asked; a function is not.
        let asked = self.owner.is_some().then(|| {
            quote! {
                #[doc(hidden)]
                #[inline(always)]
                pub fn pushes<#generics>(self, #(#params),*) -> #private::Uneven #bounds {
                    #private::Uneven
                }
                #[doc(hidden)]
                #[inline(always)]
                pub const fn often_zero(self) -> ::core::primitive::bool {
                    false
                }
            }
        });
        quote! {
            #[doc(hidden)]
            #[inline(always)]
            pub fn reads(self) -> #read {
                #read
            }
            #asked
            #[doc(hidden)]
            pub fn operands<#generics>(self, #(#params),*) -> #private::Ty<#types> #bounds {
                #private::Ty::new()
            }
            #[doc(hidden)]
            pub const fn words<#(#lasting),*>(self, _: &#private::Ty<#types>, #depth: ::core::primitive::usize, #sweeps: #private::Sweeps) -> #private::TapeSize #bounds {
                #words
            }
        }
    }

    /// The types of the parameters, as `operands` tells them: a list, which also says which of them have a derivative.
    pub(super) fn types(&self) -> TokenStream {
        let private = private();
        self.function.params.iter().rev().fold(quote!(()), |rest, param| {
            // That of a function differs from half to half, and borrows.
            if param.function.is_some() {
                return quote!((#private::Still<()>, #rest));
            }
            let ty = self.bare_type_outside(param);
            if self.function.var(param.var).active {
                return quote!((#private::Ty<#ty>, #rest));
            }
            // It stands for a type that may borrow, whatever the lifetimes are.
            let ty = lasting(&ty, Lifetime::new("'static", Span::call_site()));
            quote!((#private::Still<#ty>, #rest))
        })
    }

    /// The parameters of `bwd` that stand for arguments, and what takes their values out.
    fn read_params(&self, params: &[TokenStream]) -> (Vec<TokenStream>, TokenStream) {
        let (private, all) = (private(), &self.function.params);
        if self.owner.is_some() {
            let reads = all.iter().map(|param| {
                let (name, ty) = (self.param_name(param), self.bare_type_outside(param));
                let Some(element) = elements(&param.ty) else { return quote!(#name: #private::Read<'_, #ty>) };
                let element = self.outside(quote!(#element));
                quote!(#name: impl #private::ReadList<#element>)
            });
            let there = all.iter().filter(|param| !self.is_gone(param)).map(|param| {
                let (name, list) = (self.param_name(param), elements(&param.ty).map(|_| quote!(.list())));
                quote!(let #name = #name #list.get();)
            });
            return (reads.collect(), there.collect());
        }
        let reads = all.iter().zip(params).map(|(param, there)| {
            if !self.plan.unread.contains(&param.var) {
                return there.clone();
            }
            if let Some(element) = elements(&param.ty) {
                let element = self.outside(quote!(#element));
                return quote!(_: impl #private::UnreadList<#element>);
            }
            let ty = self.type_outside(param);
            quote!(_: #private::Unread<#ty>)
        });
        (reads.collect(), TokenStream::new())
    }

    /// What the reverse half reads: values of arguments that are not lent; never the result.
    pub(super) fn reads(&self) -> TokenStream {
        let private = private();
        let reads = self.function.params.iter().map(|param| {
            if param.lent {
                quote!(Mutable)
            } else if self.plan.unread.contains(&param.var) {
                quote!(No)
            } else {
                quote!(Yes)
            }
        });
        tuple(reads.chain(std::iter::once(quote!(No))).map(|flag| quote!(#private::#flag)))
    }

    /// `split` with the arguments of the companion.
    fn call_split(
        &self,
        sweep: &TokenStream,
        slot: &TokenStream,
        names: &[TokenStream],
        input: &TokenStream,
    ) -> TokenStream {
        let (split, turbofish, t) = (self.split_name(), self.split_arguments(sweep, slot), tape());
        let home = self.home();
        quote!(#home::#split #turbofish(#t, #(#names,)* #input))
    }

    /// The words that a call needs, if they are known.
    pub(super) fn words(&self, sweeps: &str) -> TokenStream {
        let (private, sweeps) = (private(), Ident::new(sweeps, Span::call_site()));
        let size = self.words_call(&quote!(0), &quote!(#private::Sweeps::#sweeps));
        quote!(#size.words())
    }

    /// The size of the tape, if it is known.
    fn words_call(&self, depth: &TokenStream, sweeps: &TokenStream) -> TokenStream {
        let (name, generics) = (self.call_name("", "words_if_known"), arguments(&self.sig.generics));
        let home = self.home();
        quote!(#home::#name::<#(#generics),*>(#depth, #sweeps))
    }

    /// A type in the companion, where `Self` is another.
    pub(super) fn type_outside(&self, param: &Param) -> TokenStream {
        match (param.receiver, self.owner) {
            (true, Some(owner)) => {
                let ty = &owner.self_ty;
                param.reference.as_ref().map_or_else(|| quote!(&#ty), |reference| quote!(#reference #ty))
            }
            _ => self.outside(param.by_reference()),
        }
    }

    pub(super) fn bare_type_outside(&self, param: &Param) -> TokenStream {
        let ty = &param.ty;
        self.outside(quote!(#ty))
    }

    pub(super) fn cotangent_outside(&self, param: &Param) -> TokenStream {
        self.outside(self.cotangent(&param.ty, false))
    }

    pub(super) fn output_outside(&self) -> TokenStream {
        self.outside(self.output())
    }

    /// Code of a method where `Self` is another type.
    pub(super) fn outside(&self, code: TokenStream) -> TokenStream {
        match self.owner {
            Some(owner) => replaced(code, "Self", &owner.self_ty),
            None => code,
        }
    }
}
