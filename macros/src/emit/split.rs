//! The function that holds both halves.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Ident;
use syn::spanned::Spanned;

use super::forward::Forward;
use super::reverse::Reverse;
use super::{Unit, arguments, bar, incoming, link, private, slot, taken, tape, tuple, witnesses, written};
use crate::ir::{Block, Op, Step};

impl Unit<'_> {
    /// `split`: the forward half or the reverse half, by the type parameter `__Sweep`.
    pub(super) fn split(&self) -> TokenStream {
        let private = private();
        let name = self.split_name();
        let params = self.split_params();
        let slots: Vec<_> = self.active_params().map(|param| slot(&self.param_name(param))).collect();
        let slot_bounds: Vec<_> = self
            .active_params()
            .map(|param| {
                let (slot, ct) = (slot(&self.param_name(param)), self.cotangent(&param.ty, true));
                quote!(#slot: #private::Slot<#ct>)
            })
            .collect();
        let lifetimes = self.sig.generics.lifetimes();
        let generics = self.sig.generics.params.iter().filter(|param| !matches!(param, syn::GenericParam::Lifetime(_)));
        let bounds = &self.sig.generics.where_clause;
        let output = self.checked(&self.output());
        let y_bar = incoming();
        let input_name = Ident::new("input", Span::mixed_site());

        let (owned, parts) = Forward::parameters(&self.function.params, self.function);
        let (witnesses, items) = (self.witnesses(false), &self.function.items);
        let imports = self.callees().imports();
        let forward = Forward { function: self.function, facts: self.facts, sizes: false }.block(&self.function.body);
        let finish = self.function.body.value.as_ref().map(|value| {
            let (written, span) = (written(value), self.output().span());
            quote_spanned!(span=> return __Sweep::finish::<#output>(#written);)
        });
        let bars: Vec<_> = self.active_params().map(|param| bar(&self.param_name(param))).collect();
        let begin = tuple(std::iter::once(quote!(#y_bar)).chain(bars.iter().map(|bar| quote!(mut #bar))));
        let open = bars.iter().map(|bar| quote!(let mut #bar = #bar.out();));
        let reverse = Reverse { function: self.function, facts: self.facts }.body(self.mirror, &y_bar);
        let input =
            tuple(std::iter::once(quote!(&#private::Ct<#output>)).chain(slots.iter().map(|slot| quote!(#slot))));

        quote! {
            #[doc(hidden)]
            #[inline(always)]
            fn #name<#(#lifetimes,)* __Sweep: #private::Sweep, #(#generics,)* #(#slot_bounds),*>(
                #params
                #input_name: __Sweep::Input<#input>,
            ) -> __Sweep::Output<#output> #bounds {
                use #private::rules::*;
                #imports
                #items
                #witnesses
                #owned
                if __Sweep::FORWARD {
                    #parts
                    #forward
                    #finish
                }
                let #begin = __Sweep::begin(#input_name);
                #(#open)*
                #reverse
                __Sweep::end()
            }
        }
    }

    /// `t: &mut Tape, x: &X, ..`
    fn split_params(&self) -> TokenStream {
        let (private, t) = (private(), tape());
        let params = self.function.params.iter().map(|param| {
            let (name, ty) = (self.param_name(param), self.checked(&by_reference(param)));
            quote!(#name: #ty,)
        });
        quote!(#t: &mut #private::Tape<'_>, #(#params)*)
    }

    pub(super) fn split_name(&self) -> Ident {
        let name = &self.sig.ident;
        match self.owner {
            Some(_) => {
                Ident::new(&format!("split_of_{}", name.to_string().trim_start_matches("r#")), Span::call_site())
            }
            None => Ident::new("split", Span::call_site()),
        }
    }

    /// `split::<sweep, generics, slots>`, with the slots as given.
    pub(super) fn split_arguments(&self, sweep: &TokenStream, slot: &TokenStream) -> TokenStream {
        let generics = arguments(&self.sig.generics);
        let slots = self.active_params().map(|_| slot);
        quote!(::<#sweep, #(#generics,)* #(#slots),*>)
    }

    /// The declarations of all witnesses and links.
    pub(super) fn witnesses(&self, sizes: bool) -> TokenStream {
        let mut code = TokenStream::new();
        self.witnesses_of(&self.function.body, sizes, &mut code);
        code
    }

    fn witnesses_of(&self, block: &Block, sizes: bool, code: &mut TokenStream) {
        let private = private();
        for witness in witnesses(self.facts, block.id) {
            let name = &witness.name;
            code.extend(quote!(let #name = #private::Saved::new();));
        }
        for var in &self.facts[block.id].changing {
            let name = super::changing(self.function.var(*var));
            code.extend(quote!(let #name = #private::Ty::new();));
        }
        for step in &block.steps {
            if let Step::Loop(looped) = step
                && super::is_counted(looped)
            {
                let name = super::times(looped.body.id);
                code.extend(quote!(let #name = #private::Saved::new();));
            }
            if let Step::Loop(looped) = step {
                let names = looped.lengths.iter().map(|(link, _)| super::length(*link));
                code.extend(quote!(#(let #names = #private::Ty::new();)*));
            }
            step.blocks().into_iter().for_each(|inner| self.witnesses_of(inner, sizes, code));
            let Step::Let { op, .. } = step else { continue };
            match op {
                Op::Method(method) => {
                    let name = link(method.link);
                    code.extend(quote!(let #name = #private::Ty::new();));
                    if sizes {
                        let types = super::operand_types(method.link);
                        code.extend(quote!(let #types = #private::Ty::new();));
                    }
                }
                Op::Call { link, .. } if sizes => {
                    let types = super::operand_types(*link);
                    code.extend(quote!(let #types = #private::Ty::new();));
                }
                Op::If { then, .. } => {
                    let tag = taken(then.id);
                    code.extend(quote!(let #tag = #private::Saved::new();));
                }
                Op::Elements { block, .. } => {
                    let name = super::array(block.id);
                    code.extend(quote!(let #name = #private::Ty::new();));
                }
                Op::Match { arms, .. } if !arms.is_empty() => {
                    let tag = taken(arms[0].block.id);
                    code.extend(quote!(let #tag = #private::Saved::new();));
                }
                _ => {}
            }
        }
    }
}

/// `&X` for a parameter of type `X` or `&X`.
pub(super) fn by_reference(param: &crate::ir::Param) -> TokenStream {
    let ty = &param.ty;
    if let Some(reference) = &param.reference { quote!(#reference #ty) } else { quote!(&#ty) }
}
