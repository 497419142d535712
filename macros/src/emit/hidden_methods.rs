//! Methods of numbers that a trait of the user's hides where they are called on a reference.
//!
//! `x.sqrt()` with `x: &f64` is the method of any trait for `f64` that takes `&self`: it goes before `f64::sqrt`. The derivative is that of
//! `f64::sqrt`. Beside a trait for all types that takes `self` by value, such a call is ambiguous. `num_traits::Signed` is known: it has
//! `abs` and `signum` by reference, with the same meaning. `x.to_f64().unwrap()` has to be the method of `num_traits::ToPrimitive`.

use proc_macro2::{Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::{FnArg, Ident};

use super::Unit;
use crate::library::private;
use crate::naming::hygienic;
use crate::syntax::number_methods::number_method;
use crate::words::words;

impl Unit<'_> {
    /// The claim that there is no such trait. It never runs.
    pub(super) fn claim_of_references(&self) -> Option<TokenStream> {
        let all = &self.plan.calls.methods;
        let converted: Vec<_> = all
            .iter()
            .filter_map(|name| name.to_string().strip_suffix("_of_num_traits").map(|of| Ident::new(of, name.span())))
            .collect();
        let methods = all.iter().filter(|name| number_method(name).is_some());
        let is_signed = |name: &&Ident| *name == "abs" || *name == "signum";
        let (signed, others): (Vec<_>, Vec<_>) = methods.partition(is_signed);
        let is_hidden = !(signed.is_empty() && others.is_empty()) && self.may_have_references();
        if !is_hidden && converted.is_empty() {
            return None;
        }
        let (signed, others) = if is_hidden { (signed, others) } else { Default::default() };
        let (private, x) = (private(), hygienic("x"));
        let called = |names: Vec<&Ident>, of: TokenStream| {
            let calls = names.iter().map(|name| quote_spanned!(name.span()=> #x.#name();));
            (!names.is_empty()).then(|| quote!({ use #of as _; #(#calls)* }))
        };
        let others = called(others, quote!(only_for_the_derivative::SelfByValue));
        let signed = called(signed, quote!(#private::of_num_traits::Signed));
        let converted = called(converted.iter().collect(), quote!(#private::of_num_traits::ToPrimitive));
        let is_generic = !self.function.numbers.is_empty();
        let types = ["f32", "f64"].map(|ty| Ident::new(ty, Span::call_site()));
        // Fields may be of a type that the function does not name.
        let types = types.iter().filter(|ty| self.names(ty) || **ty == "f64" && !is_generic);
        Some(quote!(#(let _ = |#x: &::core::primitive::#types| { #others #signed #converted };)*))
    }

    /// Whether a reference to a number may be a receiver, as far as words and signs tell.
    fn may_have_references(&self) -> bool {
        let typed = self.sig.inputs.iter().filter(|input| matches!(input, FnArg::Typed(_)));
        let code: TokenStream = typed.map(ToTokens::to_token_stream).chain([self.body.to_token_stream()]).collect();
        let words = words(code.clone());
        let is_let = |pair: &[Ident]| pair[1] == "let" && (pair[0] == "if" || pair[0] == "while");
        has_sign(code)
            || words.iter().any(|word| ["for", "match", "ref"].iter().any(|one| word == one))
            || words.windows(2).any(is_let)
    }

    fn names(&self, ty: &Ident) -> bool {
        let params = self.function.params.iter().map(|param| param.ty.to_token_stream());
        let mut code = params.chain([self.sig.output.to_token_stream(), self.body.to_token_stream()]);
        code.any(|code| words(code).iter().any(|word| word == ty))
    }
}

/// Whether there is a `&` or the `|` of a closure.
fn has_sign(code: TokenStream) -> bool {
    let mut tokens = code.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) if has_sign(group.stream()) => return true,
            TokenTree::Punct(sign) if sign.as_char() == '&' || sign.as_char() == '|' => {
                let is_same =
                    |next: &TokenTree| matches!(next, TokenTree::Punct(next) if next.as_char() == sign.as_char());
                if sign.spacing() == Spacing::Alone || tokens.next_if(is_same).is_none() {
                    return true;
                }
            }
            _ => {}
        }
    }
    false
}
