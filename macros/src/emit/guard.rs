//! One mistake, one error: the derived code is not looked at where the user's own does not compile.
//!
//! The user's body is compiled a second time, with a pattern beside each call that is taken for a constructor's, in a closure inside a `const fn` that returns `true`; there the library's
//! methods are in scope, so that one of the user's own of the same name is ambiguous, and no rule is taken for its. So is the claim
//! that parameters and result are differentiable, and, if all that holds, that every function it calls has a derivative. The
//! compiler folds the identical errors of the two copies into one. The parameters of the derived code have the type
//! `<Guard<{ checks() }> as Pass<X>>::Out`, and so have those of the calls that users make, where they may be at fault: this is `X`, but if the body has an error the constant has no value, the type is the
//! compiler's error type, and whatever is computed from it is accepted in silence.
//!
//! The constant must not depend on generics, so const parameters are 0 there and type parameters a type that meets their bounds.
//! Where none is known, the derived code goes unguarded: a mistake in such a function may be reported more than once.

use std::collections::{HashMap, HashSet};

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::visit_mut::VisitMut;
use syn::{Expr, GenericParam, Generics, Ident, PredicateType, Type, TypeParamBound, WherePredicate};

use super::wanted::SECOND_ORDER;
use super::{Unit, private};
use crate::bind::is_constructor;
use crate::ir::{Block, Op, Operand, Step};
use crate::syntax::peel;

/// The guard of a function.
pub(super) struct Guard {
    /// The `const fn` that holds the copy; nothing if a generic parameter has no stand-in.
    pub function: TokenStream,
    /// The alias `__Checked<X>`, and `__checked(x)`, through which the derived code names what it calls.
    pub alias: TokenStream,
}

impl Unit<'_> {
    /// The guard, open if a generic parameter has no stand-in.
    pub(super) fn guard(&self) -> Guard {
        let seen = self.names_types().then(|| {
            quote!(
                #[inline(always)]
                fn __seen<__X>(x: __X) -> __X {
                    x
                }
            )
        });
        let mut guard = self.closed_guard().unwrap_or_else(|| Guard {
            function: TokenStream::new(),
            alias: {
                let checked = self.passes_through(&quote!(__X));
                quote!(#checked #seen)
            },
        });
        guard.alias.extend(self.absent_modes());
        guard
    }

    fn closed_guard(&self) -> Option<Guard> {
        let private = private();
        let own = stand_ins(&self.sig.generics)?;
        let name = self.call_name("", "checks");
        let owner = if let Some(owner) = self.owner {
            let outer: HashMap<String, TokenStream> = stand_ins(&owner.generics)?.into_iter().collect();
            let ty = &owner.self_ty;
            let ty = substitute(quote!(#ty), &outer);
            quote!(<#ty>)
        } else {
            quote!(__This)
        };
        let path_of = |name: &Ident| quote!(#owner::#name);
        let path = path_of(&name);
        let stand_ins: Vec<_> = own.iter().map(|(_, value)| value).collect();
        let generics = &self.sig.generics.params;
        let bounds = &self.sig.generics.where_clause;
        let params = self.function.params.iter().zip(&self.sig.inputs).map(|(param, input)| match input {
            syn::FnArg::Receiver(_) => {
                let (name, ty) = (self.param_name(param), super::split::by_reference(param));
                quote!(#name: #ty)
            }
            syn::FnArg::Typed(typed) => {
                let (pat, ty) = (&typed.pat, &typed.ty);
                quote!(#pat: #ty)
            }
        });
        let (output, body) = (self.output(), with_constructors(self.body));
        let result = match &self.sig.output {
            syn::ReturnType::Type(_, ty) => Some(&**ty),
            syn::ReturnType::Default => None,
        };
        // What is called is looked at only if the body is fine: a function that is not there has been reported.
        let callees = self.callees();
        let (last, written, calls) = if let Some(rule) = self.rule {
            // So is what the rule is made of.
            let (rule_name, claims) = (self.call_name("", "checks_of_rule"), self.claims_of_rule(rule));
            let arguments = super::arguments(&self.sig.generics);
            (
                path_of(&rule_name),
                Some(quote!(type __Written<__X> = #private::Checked<__X, { #path::<#(#stand_ins),*>() }>;)),
                Some(quote! {
                    #[doc(hidden)]
                    const fn #rule_name<#generics>() -> ::core::primitive::bool #bounds {
                        #claims
                        Self::#name::<#(#arguments),*>()
                    }
                }),
            )
        } else if callees.is_empty() {
            (path.clone(), None, None)
        } else {
            let calls_name = self.call_name("", "checks_of_calls");
            let claims = callees.claims();
            let arguments = super::arguments(&self.sig.generics);
            (
                path_of(&calls_name),
                Some(quote! {
                    const fn __written<__X: ::core::marker::Copy>(x: __X) -> #private::Checked<__X, { #path::<#(#stand_ins),*>() }> {
                        x
                    }
                }),
                Some(quote! {
                    #[doc(hidden)]
                    const fn #calls_name<#generics>() -> ::core::primitive::bool #bounds {
                        let _calls = || { #claims };
                        Self::#name::<#(#arguments),*>()
                    }
                }),
            )
        };
        let types = self.active_params().map(|param| super::elements(&param.ty).unwrap_or(&param.ty)).chain(result);
        let differentiable = types.map(|ty| quote_spanned!(ty.span()=> #private::differentiable::<#ty>();));
        let seen = self.names_types().then(|| {
            quote!(
                #[inline(always)]
                fn __seen<__X>(x: __X) -> __Checked<__X> {
                    x
                }
            )
        });
        let checked = self.passes_through(&quote!(__Checked<__X>));
        Some(Guard {
            function: quote! {
                #[doc(hidden)]
                const fn #name<#generics>() -> ::core::primitive::bool #bounds {
                    let _body = |#(#params),*| -> #output {
                        use #private::{MethodsOfTheLibrary as _, rules::*};
                        #body
                    };
                    #(#differentiable)*
                    true
                }
                #calls
            },
            alias: quote! {
                type __Checked<__X> = #private::Checked<__X, { #last::<#(#stand_ins),*>() }>;
                #written
                #checked
                #seen
            },
        })
    }

    /// `__Checked<X>`, or `X` without a guard.
    pub(super) fn checked(&self, ty: &TokenStream) -> TokenStream {
        if self.is_guarded() { quote!(__Checked<#ty>) } else { ty.clone() }
    }

    /// `__checked(x)`, if derived code passes a value through the guard: the companion of a callee, a value whose tangent is zero.
    fn passes_through(&self, guarded: &TokenStream) -> Option<TokenStream> {
        (SECOND_ORDER || !self.callees().is_empty()).then(|| {
            quote! {
                const fn __checked<__X: ::core::marker::Copy>(x: __X) -> #guarded {
                    x
                }
            }
        })
    }

    /// Whether there is a struct literal, a part of an enum, a residual or a function that observes, whose types the guard looks at too.
    pub(super) fn names_types(&self) -> bool {
        fn names(block: &Block) -> bool {
            block.steps.iter().any(|step| {
                let named = match step {
                    Step::Let { op: Op::Struct { .. }, .. } => true,
                    Step::Let { op: Op::Load(Operand::Place(part)), .. } => matches!(part.written, syn::Expr::Call(_)),
                    _ => false,
                };
                named || step.blocks().into_iter().any(names)
            })
        }
        self.rule.is_some() || !self.function.observers.functions.is_empty() || names(&self.function.body)
    }

    /// Whether the calls have guarded types too: then a type that is not differentiable is no mistake of those who call. (With
    /// generic parameters the compiler would no longer see that the types are the same.)
    pub(super) fn guards_callers(&self) -> bool {
        self.is_guarded() && super::arguments(&self.generics()).is_empty()
    }

    fn is_guarded(&self) -> bool {
        stand_ins(&self.sig.generics).is_some() && self.owner.is_none_or(|owner| stand_ins(&owner.generics).is_some())
    }
}

/// The body where each call that is taken for that of a constructor is shown to be one.
fn with_constructors(body: &syn::Block) -> syn::Block {
    struct Constructors(HashSet<Ident>);
    impl VisitMut for Constructors {
        fn visit_expr_mut(&mut self, expr: &mut Expr) {
            syn::visit_mut::visit_expr_mut(self, expr);
            if let Expr::Call(call) = expr
                && let Expr::Path(path) = peel(&call.func)
                && path.path.get_ident().is_none_or(|name| !self.0.contains(name))
                && is_constructor(path)
            {
                let arguments = &call.args;
                *expr = Expr::Verbatim(super::constructed(&path.path, &quote!(#arguments)));
            }
        }
        fn visit_item_mut(&mut self, _: &mut syn::Item) {}
    }
    let mut body = body.clone();
    // A closure may have such a name.
    let mut declared = Declared(HashSet::new());
    declared.visit_block(&body);
    Constructors(declared.0).visit_block_mut(&mut body);
    body
}

/// The names of variables.
struct Declared(HashSet<Ident>);

impl<'ast> Visit<'ast> for Declared {
    fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
        self.0.insert(name.ident.clone());
        syn::visit::visit_pat_ident(self, name);
    }
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// A value or a type for every generic parameter.
fn stand_ins(generics: &Generics) -> Option<Vec<(String, TokenStream)>> {
    let clause = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let mut bounds: HashMap<String, Vec<&TypeParamBound>> = HashMap::new();
    for predicate in clause {
        let WherePredicate::Type(PredicateType { bounded_ty: Type::Path(ty), bounds: more, .. }) = predicate else {
            return None;
        };
        bounds.entry(ty.path.get_ident()?.to_string()).or_default().extend(more);
    }
    let mut all = Vec::new();
    for param in &generics.params {
        match param {
            GenericParam::Lifetime(_) => {}
            GenericParam::Const(param) => {
                let ty = &param.ty;
                let value = match quote!(#ty).to_string().as_str() {
                    "bool" => quote!(false),
                    "char" => quote!('a'),
                    _ => quote!(0),
                };
                all.push((param.ident.to_string(), value));
            }
            GenericParam::Type(param) => {
                let name = param.ident.to_string();
                let more = bounds.remove(&name).unwrap_or_default();
                all.push((name, stand_in(param.bounds.iter().chain(more))?));
            }
        }
    }
    // What is left are bounds on other types.
    bounds.is_empty().then_some(all)
}

/// A type that meets the bounds, if all of them are known to be met.
fn stand_in<'b>(bounds: impl Iterator<Item = &'b TypeParamBound>) -> Option<TokenStream> {
    let private = private();
    let mut ty = quote!(::core::primitive::f64);
    for bound in bounds {
        let TypeParamBound::Trait(bound) = bound else { continue };
        if bound.path.segments.len() != 1 {
            return None;
        }
        match bound.path.segments[0].ident.to_string().as_str() {
            "Real" | "Element" | "Differentiable" | "Taped" | "Copy" | "Clone" | "Debug" | "Display" | "Default"
            | "PartialEq" | "PartialOrd" | "Send" | "Sync" | "Sized" => {}
            "Shape" => ty = quote!(()),
            "Axis" => ty = quote!(#private::One),
            _ => return None,
        }
    }
    Some(ty)
}

/// Writes the stand-ins for the names.
pub(super) fn substitute(tokens: TokenStream, stand_ins: &HashMap<String, TokenStream>) -> TokenStream {
    tokens
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Ident(name) => {
                stand_ins.get(&name.to_string()).cloned().unwrap_or_else(|| TokenTree::Ident(name).into())
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), substitute(group.stream(), stand_ins));
                inner.set_span(group.span());
                TokenTree::Group(inner).into()
            }
            other => other.into(),
        })
        .collect()
}
