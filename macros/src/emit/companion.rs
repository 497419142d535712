//! What other generated functions call: the two halves under fixed names, and what they say of themselves.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Ident;

use super::split::by_reference;
use super::{Unit, arguments, incoming, private, tape, tuple};
use crate::ir::Param;

impl Unit<'_> {
    /// `fwd`, `bwd` and what goes with them.
    pub(super) fn companion(&self) -> TokenStream {
        let (private, t, y_bar) = (private(), tape(), incoming());
        let is_method = self.owner.is_some();
        // The companion of a method has the generics on its type, that of a function on its functions.
        let (generics, bounds) =
            if is_method { (None, None) } else { (Some(&self.sig.generics.params), self.bounds()) };
        let output = self.output_outside();
        let params: Vec<_> = self
            .function
            .params
            .iter()
            .map(|param| {
                let (name, ty) = (self.param_name(param), self.type_outside(param));
                quote!(#name: #ty)
            })
            .collect();
        let types = self.types();
        let names: Vec<_> = self.function.params.iter().map(|param| self.param_name(param)).collect();
        let lent: Vec<_> = names.iter().map(|name| quote!(#name)).collect();
        let forward = self.call_split(&quote!(#private::Forward), &quote!(#private::NoGrad), &lent, &quote!(()));
        let active: Vec<_> = self.active_params().map(|param| super::bar(&self.param_name(param))).collect();
        let slots = self.function.params.iter().map(|param| {
            let bar = super::bar(&self.param_name(param));
            if self.function.var(param.var).active && param.lent {
                let ct = self.cotangent_outside(param);
                quote!(#bar: &mut #ct)
            } else if self.function.var(param.var).active {
                let ct = self.cotangent_outside(param);
                quote!(#bar: impl #private::Slot<#ct>)
            } else {
                quote!(#bar: impl #private::Unwanted)
            }
        });
        let input = tuple(std::iter::once(quote!(#y_bar)).chain(active.iter().map(|bar| quote!(#bar))));
        let (depth, sweeps) = (super::sizes::depth(), super::sizes::sweeps());
        let words = self.words_call(&quote!(#depth), &quote!(#sweeps.of_called()));
        let (read_params, unread) = self.read_params(&params, &names);
        let out_param = is_method.then(|| quote!(_: #private::Read<'_, #output>,));
        // The reverse half has no place that was lent.
        let given: Vec<_> = self
            .function
            .params
            .iter()
            .zip(&names)
            .map(|(param, name)| if self.is_gone(param) { quote!(()) } else { quote!(#name) })
            .collect();
        let reverse = self.call_split(&quote!(#private::Reverse), &quote!(_), &given, &input);
        let bwd_params = self
            .function
            .params
            .iter()
            .zip(&read_params)
            .map(|(param, read)| if param.lent { quote!((): ()) } else { quote!(#read) });
        let read = self.reads();
        // The rule of a method may be asked; a function is not.
        let asked = is_method.then(|| {
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
            #[inline]
            pub fn fwd<#generics>(self, #t: &mut #private::Tape<'_>, #(#params),*) -> #output #bounds {
                #forward
            }
            #[doc(hidden)]
            #[inline]
            pub fn bwd<#generics>(
                self,
                #t: &mut #private::Tape<'_>,
                #(#bwd_params,)*
                #out_param
                #y_bar: &#private::Ct<#output>,
                #(#slots),*
            ) #bounds {
                #unread
                #reverse
            }
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
            pub const fn words<#generics>(self, _: &#private::Ty<#types>, #depth: ::core::primitive::usize, #sweeps: #private::Sweeps) -> #private::TapeSize #bounds {
                #words
            }
        }
    }

    /// The types of the parameters, as `operands` tells them: a list, which also says which of them have a derivative.
    pub(super) fn types(&self) -> TokenStream {
        let private = private();
        self.function.params.iter().rev().fold(quote!(()), |rest, param| {
            let ty = self.bare_type_outside(param);
            let kind = if self.function.var(param.var).active { quote!(Ty) } else { quote!(Still) };
            quote!((#private::#kind<#ty>, #rest))
        })
    }

    /// The parameters of `bwd` that stand for arguments, and what takes their values out.
    pub(super) fn read_params(&self, params: &[TokenStream], names: &[Ident]) -> (Vec<TokenStream>, TokenStream) {
        let private = private();
        if self.owner.is_some() {
            let reads = self.function.params.iter().map(|param| {
                let (name, ty) = (self.param_name(param), self.bare_type_outside(param));
                quote!(#name: #private::Read<'_, #ty>)
            });
            let there = self.function.params.iter().zip(names).filter(|(param, _)| !self.is_gone(param));
            (reads.collect(), there.map(|(_, name)| quote!(let #name = #name.get();)).collect())
        } else {
            let reads = self.function.params.iter().zip(params).map(|(param, there)| {
                if self.unread.contains(&param.var) {
                    let ty = self.type_outside(param);
                    quote!(_: #private::Unread<#ty>)
                } else {
                    there.clone()
                }
            });
            (reads.collect(), TokenStream::new())
        }
    }

    /// What the reverse half reads: values of arguments that are not lent; never the result.
    pub(super) fn reads(&self) -> TokenStream {
        let private = private();
        let reads = self.function.params.iter().map(|param| {
            if param.lent {
                quote!(Mutable)
            } else if self.unread.contains(&param.var) {
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
                let (reference, ty) = (&param.reference, &owner.self_ty);
                quote!(#reference #ty)
            }
            _ => self.outside(by_reference(param)),
        }
    }

    pub(super) fn bare_type_outside(&self, param: &Param) -> TokenStream {
        let ty = &param.ty;
        self.outside(quote!(#ty))
    }

    pub(super) fn cotangent_outside(&self, param: &Param) -> TokenStream {
        self.outside(self.cotangent(&param.ty, false))
    }

    /// The type of a gradient that is returned: that of a slice in a `Vec`.
    pub(super) fn gradient_outside(&self, param: &Param) -> TokenStream {
        let private = private();
        match super::elements(&param.ty) {
            Some(element) => self.outside(quote!(#private::Owned<#private::Ct<#element>>)),
            None => self.cotangent_outside(param),
        }
    }

    pub(super) fn output_outside(&self) -> TokenStream {
        self.outside(self.output())
    }

    /// Code of a method where `Self` is another type.
    pub(super) fn outside(&self, code: TokenStream) -> TokenStream {
        match self.owner {
            Some(owner) => replace_self(code, owner),
            None => code,
        }
    }
}

/// Writes the type of the `impl` block for `Self`.
fn replace_self(tokens: TokenStream, owner: &syn::ItemImpl) -> TokenStream {
    let ty = &owner.self_ty;
    tokens
        .into_iter()
        .flat_map(|token| match token {
            proc_macro2::TokenTree::Ident(name) if name == "Self" => quote!(#ty),
            proc_macro2::TokenTree::Group(group) => {
                let mut inner = proc_macro2::Group::new(group.delimiter(), replace_self(group.stream(), owner));
                inner.set_span(group.span());
                TokenStream::from(proc_macro2::TokenTree::Group(inner))
            }
            other => TokenStream::from(other),
        })
        .collect()
}
