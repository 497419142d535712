//! The message for a method without a rule.
//!
//! The rule of `x.name()` is what `x.derivative_of_name()` returns. If there is no such method, the compiler tells why a method of
//! that name that is there cannot be used. Here it is: a trait for all types that have a rule, which none has, so it says so.

use std::collections::BTreeSet;

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::Ident;

use super::{Unit, private};
use crate::ir::{Block, Op, Step};

impl Unit<'_> {
    /// The traits, for the methods that the function calls.
    pub(super) fn missing_rules(&self) -> Option<TokenStream> {
        let mut names = BTreeSet::new();
        collect(&self.function.body, &mut names);
        let with_a_rule = refused(&quote!(MethodsWithARule), &names, &quote!(HasRule));
        let methods = &self.function.observers.methods;
        let that_keep_nothing = refused(&quote!(MethodsThatKeepNothing), methods, &quote!(KeepsNothing));
        let both = quote!(#with_a_rule #that_keep_nothing);
        (!both.is_empty()).then_some(both)
    }
}

/// A trait with the methods that lead to rules, for all types that are what no type is.
fn refused(of: &TokenStream, names: &BTreeSet<Ident>, wanted: &TokenStream) -> Option<TokenStream> {
    let (private, rules) = (private(), names.iter().map(rule_of));
    (!names.is_empty()).then(|| {
        quote! {
            trait #of {
                #(fn #rules(&self) {})*
            }
            impl<X: ?::core::marker::Sized + #private::#wanted> #of for X {}
        }
    })
}

/// `derivative_of_name`
pub(crate) fn rule_of(name: &Ident) -> Ident {
    let mut rule = format_ident!("derivative_of_{}", name.to_string().trim_start_matches("r#"));
    rule.set_span(Span::call_site());
    rule
}

fn collect(block: &Block, names: &mut BTreeSet<Ident>) {
    for step in &block.steps {
        step.blocks().into_iter().for_each(|inner| collect(inner, names));
        if let Step::Let { op: Op::Method(method), .. } = step {
            names.insert(method.name.clone());
        }
    }
}
