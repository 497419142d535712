//! The message for a method without a rule.
//!
//! The rule of `x.name()` is what `x.derivative_of_name()` returns. If there is no such method, the compiler tells why a method of
//! that name that is there cannot be used. Here it is: a trait for all types that have a rule, which none has, so it says so.
//! The rule of `Type::name(..)` is what `Type::derivative_of_function_name()` returns. A function without one gets its message in the
//! same way.
//!
//! A method by value of a user's trait goes before one by reference that has the rule. Where a trait for all types has it by value too,
//! that is ambiguous.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

use super::Unit;
use crate::library::private;
use crate::naming::{of_function, of_numbers, rule_method};

impl Unit<'_> {
    /// The traits, for the methods that the function calls.
    pub(super) fn missing_rules(&self) -> Option<TokenStream> {
        let mut names = self.plan.calls.methods.clone();
        let receiver = quote!(&self);
        let with_a_rule = refused(&quote!(MethodsWithARule), &names, &receiver, &quote!(HasRule));
        let functions = &self.plan.calls.functions_of_types;
        let of_types = refused(&quote!(FunctionsWithARule), functions, &TokenStream::new(), &quote!(HasFunctionRule));
        let claims = (!self.function.numbers.is_empty()).then(|| {
            let functions = functions.iter().map(of_function);
            let (private, names) = (private(), names.iter().cloned().chain(functions).collect::<BTreeSet<_>>());
            let names: Vec<_> = names.iter().map(of_numbers).collect();
            quote! {
                // After all traits of numbers, so it takes a reference that none of them takes.
                trait MethodsOfNumbers: ::core::marker::Sized {
                    #(
                        fn #names(&mut self)
                        where
                            #private::Number<Self>: #private::HasEveryMethod,
                        {
                        }
                    )*
                }
                impl<T: #private::Scalar> MethodsOfNumbers for T {}
                trait MethodsOfOthers: ::core::marker::Sized {
                    #(fn #names(self) {})*
                }
                impl MethodsOfOthers for #private::NotANumber {}
            }
        });
        let methods = &self.function.observers.methods;
        let that_keep_nothing = refused(&quote!(MethodsThatKeepNothing), methods, &receiver, &quote!(KeepsNothing));
        names.extend(methods.iter().cloned());
        let by_value = (!names.is_empty()).then(|| {
            let names = &names;
            quote! {
                mod only_for_the_derivative {
                    #[doc(hidden)]
                    pub trait SelfByValue: ::core::marker::Sized {
                        #(fn #names(self) {})*
                    }
                    impl<X> SelfByValue for X {}
                }
            }
        });
        let all = quote!(#with_a_rule #of_types #claims #that_keep_nothing #by_value);
        (!all.is_empty()).then_some(all)
    }
}

/// A trait with the methods that lead to rules, for all types that are what no type is.
fn refused(
    of: &TokenStream,
    names: &BTreeSet<Ident>,
    receiver: &TokenStream,
    wanted: &TokenStream,
) -> Option<TokenStream> {
    let (private, rules) = (private(), names.iter().map(rule_method));
    (!names.is_empty()).then(|| {
        quote! {
            trait #of {
                #(fn #rules(#receiver) {})*
            }
            impl<X: ?::core::marker::Sized + #private::#wanted> #of for X {}
        }
    })
}
