//! Stage G: Rust text. The only stage that builds derivatives.
//!
//! For `fn f` it writes, beside the function itself, `struct f {}` with
//! - `split`, the two halves in one body, generic over the sweep;
//! - `split_dual`, the same with tangents beside all values and cotangents: forward mode, and second derivatives;
//! - `fwd` and `bwd`, which other generated functions call;
//! - `tape_words`, the size of what the halves exchange, a constant;
//! - the calls that users make: `grad`, `value_and_grad`, `vjp` and their forms.

mod api;
mod appended;
mod arithmetic;
mod behind_fields;
mod borrowed_rows;
mod by_name;
mod callees;
mod calls;
mod checkpointing;
mod claims_of_traits;
mod closure_halves;
mod collected_cotangents;
mod companion;
mod conversion_companion;
mod custom_rule;
mod declared_cotangents;
mod derivatives_of_calls;
mod described;
mod dual;
mod dual_rules;
mod eight_at_once;
mod forward;
mod forward_calls;
mod forward_loops;
mod function;
mod fused_loops;
mod guard;
mod hidden_methods;
mod links;
mod missing_rules;
mod numbered_params;
mod one_loop_halves;
mod operands;
mod operator_companion;
mod operator_rule;
mod operators;
mod primal;
mod pushes;
mod reserved_room;
mod reverse;
mod reverse_rules;
mod rules_of_numbers;
mod second_calls;
mod second_pass;
mod shorthands;
mod sizes;
mod slots;
mod split;
mod split_dual;
mod sums_in_parts;
mod sweeps;
mod tangents;
mod trait_halves;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{GenericParam, Generics, Ident, Path, ReturnType, Signature, Visibility};

use crate::accept::owners::has_halves_in_the_trait;
use crate::accept::rule_arguments::Rule;
use crate::accept::signature::{elements, is_differentiable};
use crate::ir::{Function, Operand, Param, Place};
use crate::plan::Plan;

/// A function with all that the stages found out about it.
pub(crate) struct Unit<'f> {
    pub vis: &'f Visibility,
    pub sig: &'f Signature,
    /// The same as the user's code has it, but that types of functions have names.
    pub named: &'f Signature,
    /// The body, with `__self` for `self`, and constructors as the guard has them.
    pub body: &'f syn::Block,
    /// The body as the user wrote it.
    pub as_written: &'f syn::Block,
    pub function: &'f Function,
    pub plan: &'f Plan<'f>,
    /// The reverse half.
    pub reverse: TokenStream,
    /// The same where values have tangents.
    pub reverse_dual: TokenStream,
    /// The rule of the user's that stands for the body.
    pub rule: Option<&'f Rule>,
    /// The `impl` block, for a method.
    pub owner: Option<&'f syn::ItemImpl>,
    /// What the function gives a reference to.
    pub lent: Option<&'f syn::Type>,
    /// Whether it gives the receiver that it changes.
    pub chains: bool,
}

use crate::features::FORWARD_MODE;
use crate::library::private;
use crate::naming::{any_implementation, callee, incoming};
use crate::quoting::turbofish;
pub(crate) use api::{free_function, method};
pub(crate) use conversion_companion::{conversion, holder_of_conversion};
pub(crate) use operator_companion::operator;
use reverse::Reverse;
pub(crate) use trait_halves::{
    ForTrait, companion_of_trait, halves_for_trait, items_of_trait, itself, kept, place_in_trait,
};

impl<'f> Unit<'f> {
    /// Writes the reverse half, and finds out what it reads.
    pub fn new(
        vis: &'f Visibility,
        sig: &'f Signature,
        named: &'f Signature,
        body: &'f syn::Block,
        rule: Option<&'f Rule>,
        owner: Option<&'f syn::ItemImpl>,
        plan: &'f Plan<'f>,
    ) -> Self {
        let function = plan.function;
        let written = |reverse: Reverse<'_>| reverse.body(&plan.mirror, &incoming());
        let reverse = written(Reverse::new(plan).with_firsts().apart_from_forward());
        let reverse_dual =
            if FORWARD_MODE { written(Reverse::dual(plan).apart_from_forward()) } else { TokenStream::new() };
        Self {
            vis,
            sig,
            named,
            body,
            as_written: body,
            function,
            plan,
            reverse,
            reverse_dual,
            rule,
            owner,
            lent: None,
            chains: false,
        }
    }
}

impl Unit<'_> {
    /// Whether the reverse half does without a parameter.
    fn is_gone(&self, param: &Param) -> bool {
        param.lent || self.plan.unread.contains(&param.var)
    }

    /// Whether its halves stand in the trait that it is a method of, or in an implementation of it.
    fn is_in_trait(&self) -> bool {
        self.owner.is_some_and(has_halves_in_the_trait)
    }

    /// The trait, if it is the method of any implementation.
    fn declared_in(&self) -> Option<&Path> {
        let owner = self.owner?;
        let (_, of, _) = owner.trait_.as_ref()?;
        let is_any = matches!(&*owner.self_ty, syn::Type::Path(ty) if ty.path.is_ident(&any_implementation()));
        is_any.then_some(of)
    }

    /// The return type.
    fn output(&self) -> TokenStream {
        match &self.sig.output {
            ReturnType::Default => quote!(()),
            ReturnType::Type(_, ty) => quote!(#ty),
        }
    }

    /// Whether a parameter is a function: then only other generated functions can call it.
    fn takes_functions(&self) -> bool {
        self.function.params.iter().any(|param| param.function.is_some())
    }

    /// Parameters with a cotangent.
    fn active_params(&self) -> impl Iterator<Item = &Param> {
        self.function.params.iter().filter(|param| self.function.var(param.var).active)
    }

    /// Those whose cotangents go to slots.
    fn slot_params(&self) -> impl Iterator<Item = &Param> {
        self.active_params().filter(|param| !param.lent)
    }

    /// Whether the function returns nothing.
    fn is_unit(&self) -> bool {
        match &self.sig.output {
            ReturnType::Default => true,
            ReturnType::Type(_, ty) => matches!(&**ty, syn::Type::Tuple(unit) if unit.elems.is_empty()),
        }
    }

    /// The name of a parameter.
    fn param_name(&self, param: &Param) -> Ident {
        self.function.var(param.var).name.clone()
    }

    /// The where clause of generated functions: that of the user, and that parameters and result are differentiable.
    ///
    /// The latter is for types that may turn out not to be. It is stated for all lifetimes, because then the compiler believes it
    /// where it stands, and whoever breaks it is told once, by the guard.
    fn bounds(&self) -> Option<syn::WhereClause> {
        let private = private();
        let values = self.active_params().filter(|param| param.function.is_none());
        // A trait says that values of what its methods change can be kept.
        let is_kept = |param: &Param| param.lent && self.owner.is_some_and(|owner| owner.trait_.is_some());
        let of_params = values.map(|param| (elements(&param.ty).unwrap_or(&param.ty), is_kept(param)));
        let types = of_params.chain(match &self.sig.output {
            ReturnType::Type(_, ty) => Some((&**ty, false)),
            ReturnType::Default => None,
        });
        let doubtful: Vec<_> = types.filter(|(ty, _)| !is_differentiable(ty, &self.sig.generics)).collect();
        let mut bounds = self.sig.generics.where_clause.clone();
        if !doubtful.is_empty() {
            let clause = bounds.get_or_insert_with(|| syn::parse_quote!(where));
            clause.predicates.extend(doubtful.iter().map(|(ty, is_kept)| -> syn::WherePredicate {
                if self.guards_callers() {
                    let ty = self.checked(&quote!(#ty));
                    return syn::parse_quote!(for<'perhaps> #ty: #private::Differentiable);
                }
                let bound = if *is_kept { quote!(KeptOnTape) } else { quote!(Differentiable) };
                syn::parse_quote!(for<'perhaps> #ty: #private::#bound)
            }));
        }
        bounds
    }

    /// The generics of the function, those of the `impl` block first.
    fn generics(&self) -> Generics {
        self.generics_of(self.sig)
    }

    fn generics_of(&self, sig: &Signature) -> Generics {
        let mut all = sig.generics.clone();
        if let Some(owner) = self.owner {
            let outer = &owner.generics;
            all.params = outer.params.iter().chain(&sig.generics.params).cloned().collect();
            if let Some(predicates) = &outer.where_clause {
                all.make_where_clause().predicates.extend(predicates.predicates.iter().cloned());
            }
        }
        all
    }

    /// The same without those that stand for functions, which differ from half to half.
    fn lasting_generics(&self) -> Generics {
        let mut all = self.generics();
        all.params = all.params.into_iter().filter(|param| !self.is_function(param)).collect();
        all
    }

    /// The type parameters that stand for functions.
    fn functions(&self) -> impl Iterator<Item = &GenericParam> {
        self.sig.generics.params.iter().filter(|param| self.is_function(param))
    }

    fn is_function(&self, param: &GenericParam) -> bool {
        let GenericParam::Type(param) = param else { return false };
        self.function.params.iter().any(|of| of.function.as_ref().is_some_and(|of| of.generic == param.ident))
    }
}

/// A function's companion, `path {}` behind the guard, and the generic arguments that its methods take.
fn companion(path: &Path) -> (TokenStream, Option<TokenStream>) {
    let name = callee(path);
    (quote!(__0checked(#name {})), turbofish(path))
}

/// A reference to what the user wrote.
fn reference(operand: &Operand) -> TokenStream {
    let written = operand.written();
    match operand {
        Operand::Constant { is_ref: true, .. } | Operand::Place(Place { is_ref: true, .. }) | Operand::Lent(_) => {
            quote!(#written)
        }
        _ => quote!(&#written),
    }
}

impl Unit<'_> {
    /// The type of a place for the cotangent of a value of type `ty`.
    fn cotangent(&self, ty: &syn::Type, checked: bool) -> TokenStream {
        let private = private();
        let of = |ty: &syn::Type| {
            let doubtful = self.guards_callers() && !is_differentiable(ty, &self.sig.generics);
            let ty = if checked || doubtful { self.checked(&quote!(#ty)) } else { quote!(#ty) };
            quote!(#private::Ct<#ty>)
        };
        if let Some(element) = elements(ty) {
            let element = of(element);
            quote!([#element])
        } else {
            of(ty)
        }
    }
}
