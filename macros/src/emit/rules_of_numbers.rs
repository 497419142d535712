//! Methods of numbers, whose rules are known by their names: no link leads to them.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use super::forward::Forward;
use super::reference;
use super::reverse::Reverse;
use crate::classify::primitives::Primitive;
use crate::ir::{Method, Op, Operand};
use crate::library::private;
use crate::naming::{link, pushes, tape};
use crate::plan::link_layout::Links;
use crate::quoting::{Piece, tuple};
use crate::syntax::number_methods::{Argument, NumberMethod};

impl Links<'_> {
    /// The rule of a method, by its name or by the link to it.
    pub(super) fn rule_behind(&self, method: usize) -> TokenStream {
        if let Some((known, _)) = self.number_method(method) {
            return rule_of(known);
        }
        let link = link(method);
        quote!(#link.rule())
    }
}

impl Forward<'_> {
    /// The value. The guard sees that no other method of this name is meant.
    pub(super) fn number_method(
        &self,
        Method { name, operands, link, .. }: &Method,
        before: &mut TokenStream,
    ) -> TokenStream {
        let (t, private) = (tape(), private());
        let operands: Vec<_> = operands.iter().map(reference).collect();
        if !self.quiet && self.links.tells_pushes(*link) {
            let pushes = pushes(*link);
            before.extend(quote!(let #pushes = #private::methods::#name.pushes(#(#operands),*);));
        }
        quote_spanned!(name.span()=> #private::methods::#name.fwd(#t, #(#operands),*))
    }
}

impl Reverse<'_> {
    /// Operand `i` of a method, or its value after the operands, if the rule is known not to read it and it is in no parameter: then nothing
    /// is kept. The compiler refuses that where the rule reads it after all.
    pub(super) fn absent(&self, op: &Op, i: usize, operand: Option<&Operand>) -> Option<Piece> {
        let Op::Method(method) = op else { return None };
        let (known, of) = self.links.number_method(method.link)?;
        let is_local = operand.is_none_or(|operand| matches!(operand, Operand::Place(place) if self.is_local(place)));
        let (rule, i) = (rule_of(known), syn::Index::from(i));
        (!known.reads(i.index as usize, self.is_dual())? && is_local).then(|| {
            if self.is_dual() {
                let (private, types) = (private(), types(known, of));
                return quote!(#rule.reads_dual(&#private::Ty::<#types>::new()).#i.absent::<#of>()).into();
            }
            quote!(#rule.reads().#i.absent::<#of>()).into()
        })
    }
}

/// The words that the rule keeps.
pub(super) fn words((method, of): (&NumberMethod, Primitive), arguments: &TokenStream) -> TokenStream {
    let (private, rule, types) = (private(), rule_of(method), types(method, of));
    quote!(#rule.words(&#private::Ty::<#types>::new(), #arguments))
}

/// The types of the operands.
fn types(method: &NumberMethod, of: Primitive) -> TokenStream {
    let others = method.arguments.iter().map(|argument| match argument {
        Argument::Number => of.to_token_stream(),
        Argument::Whole => quote!(i32),
    });
    tuple(std::iter::once(of.to_token_stream()).chain(others))
}

pub(super) fn rule_of(method: &NumberMethod) -> TokenStream {
    let (private, name) = (private(), Ident::new(method.name, Span::call_site()));
    quote!(#private::methods::#name)
}
