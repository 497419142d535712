//! The size of the tape as a constant: the forward half once more, in a closure that is never called. The compiler infers the
//! types of all that goes on the tape, and their sizes are added up.

use proc_macro2::TokenStream;
use quote::quote;

use super::forward::Forward;
use super::{Unit, companion, link, operand_types, private, taken, tape, witnesses};
use crate::ir::{Block, Op, Step};

impl Unit<'_> {
    /// The body of `tape_words`.
    pub(super) fn tape_words(&self) -> TokenStream {
        let (private, t) = (private(), tape());
        let params = self.function.params.iter().map(|param| {
            let (name, ty) = (self.param_name(param), self.checked(&super::split::by_reference(param)));
            quote!(#name: #ty)
        });
        let (witnesses, items) = (self.witnesses(true), &self.function.items);
        let imports = self.callees().imports();
        let (owned, parts) = Forward::parameters(&self.function.params, self.function);
        let forward = Forward { function: self.function, facts: self.facts, sizes: true }.block(&self.function.body);
        let words = self.block_words(&self.function.body);
        quote! {
            use #private::rules::*;
            #imports
            #items
            #witnesses
            let _forward = |#t: &mut #private::Tape<'_>, #(#params),*| { #owned #parts #forward };
            #words
        }
    }

    fn block_words(&self, block: &Block) -> TokenStream {
        let private = private();
        let mut terms: Vec<TokenStream> = witnesses(self.facts, block.id)
            .iter()
            .map(|witness| {
                let name = &witness.name;
                quote!(#name.words())
            })
            .collect();
        for step in &block.steps {
            let Step::Let { op, .. } = step else { continue };
            match op {
                Op::Call { path, link, .. } => {
                    let (companion, turbofish) = companion(path);
                    let types = operand_types(*link);
                    terms.push(quote!((#companion).words #turbofish(&#types)));
                }
                Op::Method(method) => {
                    let (link, types) = (link(method.link), operand_types(method.link));
                    terms.push(quote!(#link.rule().words(&#types)));
                }
                Op::If { then, otherwise, .. } => {
                    let tag = taken(then.id);
                    let (yes, no) = (self.block_words(then), self.block_words(otherwise));
                    terms.push(quote!(#tag.words() + #private::larger(#yes, #no)));
                }
                Op::Scope(block) => terms.push(self.block_words(block)),
                Op::Inactive(_)
                | Op::Neg(..)
                | Op::Binary(..)
                | Op::Cast(..)
                | Op::Tuple(_)
                | Op::Array(_)
                | Op::Struct { .. } => {}
            }
        }
        if terms.is_empty() { quote!(0) } else { quote!(#(#terms)+*) }
    }
}
