//! A user's operator as a rule, for functions that are generic over its type: `fn lerp<V: Add<Output = V> + Mul<f64, Output = V>>(..)`.
//!
//! They find it by their bounds (`numbers/operators_of_values.rs`), and keep all that it may read.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Type;

use super::operator_companion::Methods;
use crate::accept::signature::is_number;
use crate::features::FORWARD_MODE;
use crate::library::private;
use crate::operator_impls::Operator;
use crate::words::words;

/// Whether an operator has such a rule: it takes values and gives one.
pub(super) fn has_one(operator: &Operator, active: &[bool]) -> bool {
    !operator.assigns
        && ["add", "sub", "mul", "div", "neg"].contains(&operator.rule)
        && active.iter().all(|active| *active)
        && !operator.operands.iter().any(|ty| matches!(ty, Type::Reference(_)))
}

impl Methods<'_> {
    /// Whether it is a sum, a difference or a negation that gives a number: that of numbers is taken for it where a number is wanted
    /// (`bind/known_numbers.rs`), and has to be refused there.
    fn sums_to_a_number(&self) -> bool {
        let is_number = words(self.output.clone()).last().is_some_and(|name| is_number(&name.to_string()));
        ["add", "sub", "neg"].contains(&self.operator.rule) && is_number
    }

    /// The rule.
    pub(super) fn rule_of_values(
        &self,
        generics: &impl ToTokens,
        bounds: Option<&syn::WhereClause>,
    ) -> Option<TokenStream> {
        if !has_one(self.operator, &self.active) || self.sums_to_a_number() {
            return None;
        }
        let Self { names, types, output, told, turbofish, generics: arguments, .. } = self;
        let private = private();
        let name = quote::format_ident!("{}", self.operator.rule);
        let (of, marker) =
            (if types.len() == 1 { quote!(Rule1) } else { quote!(Rule2) }, quote!(#private::operators::rules::#name));
        let (bars, dots) = (self.beside("bar"), self.beside("dot"));
        let (value, rule) = (self.value(), quote!(Rule::<#(#arguments),*>(::core::marker::PhantomData)));
        let jvp = if FORWARD_MODE {
            quote! {
                let width = #private::Width::<1, #private::Tangents>::new();
                let mut y_dot = width.to_come();
                #private::on_words(0, |_| (), |t| #rule.own_dual(t, width, &mut y_dot, #(#names,)* #(#dots),*));
                let [y_dot] = y_dot;
                y_dot
            }
        } else {
            quote!(::core::panic!("feature `forward-mode` is not enabled"))
        };
        Some(quote! {
            impl<#generics> #private::#of<#(#types),*> for #marker #bounds {
                type Output = #output;
                type Residual = ();
                fn forward(#(#names: &#types),*) -> (#output, ()) {
                    (#value, ())
                }
                #[inline(always)]
                fn vjp(
                    _: &(),
                    #(#names: #private::Read<'_, #types>,)*
                    y: #private::Read<'_, #output>,
                    y_bar: &#private::Ct<#output>,
                    #(#bars: impl #private::Slot<#private::Ct<#types>>),*
                ) {
                    #private::on_words(
                        const { #private::known_words((__This {}).words #turbofish(&#private::Ty::<#told>::new(), 0, #private::Sweeps::Apart)) },
                        |t| #rule.own(t, #(#names.get()),*),
                        |t| #rule.bwd(t, #(#names,)* y, y_bar, #(#bars),*),
                    );
                }
                #[inline(always)]
                fn jvp(
                    #(#names: &#types,)*
                    _: &#output,
                    #(#dots: ::core::option::Option<&#private::Ct<#types>>),*
                ) -> #private::Ct<#output> {
                    #jvp
                }
            }
        })
    }
}
