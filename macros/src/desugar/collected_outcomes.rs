//! Chains that end in a list, a sum or a product, or in the first failure among their items. The `Option` or `Result` is written beside the
//! end, or is what it is declared or returned as.
//!
//! ```text
//! // in                                            // out
//! x.iter().map(f).collect::<Result<Vec<_>, _>>()   'collected: {
//!                                                      let mut total = Vec::new();
//!                                                      for item in x.iter().map(f) {
//!                                                          if is_failure(&item) { break 'collected failure(item); }
//!                                                          total.push(into_output(item));
//!                                                      }
//!                                                      Ok(total)
//!                                                  }
//! ```
//!
//! Where the function returns the failure, the loop does: `total.push(item?);`.

use quote::{format_ident, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{
    Block, Expr, ExprMethodCall, GenericArgument, Lifetime, Local, Pat, PathArguments, ReturnType, Type,
    parse_quote_spanned,
};

use super::iterators::is_iterator;
use super::mapped_outcomes::Kind;
use crate::naming::hygienic;
use crate::syntax::{each_value, each_value_of_block, peel};

/// Writes them out as loops, in the body of a function with that result.
pub(super) fn write_out(body: &mut Block, output: &ReturnType) {
    let mut ends = Ends { number: 0, output: None };
    if let ReturnType::Type(_, ty) = output {
        each_value_of_block(body, &mut |value| ends.value(value, ty, Failure::Returned));
        ends.output = Some((**ty).clone());
    }
    ends.visit_block_mut(body);
}

struct Ends {
    number: usize,
    /// What the function returns.
    output: Option<Type>,
}

impl Ends {
    /// The value of a known type, if it is such a chain.
    fn value(&mut self, value: &mut Expr, ty: &Type, failure: Failure) {
        if let Expr::MethodCall(call) = value
            && call.turbofish.is_none()
            && let Some(block) = self.end(call, ty, failure)
        {
            *value = block;
        }
    }

    /// A chain that ends in a value of that type.
    fn end(&mut self, call: &ExprMethodCall, ty: &Type, failure: Failure) -> Option<Expr> {
        let (found, inner) = outcome(ty)?;
        let is_list =
            matches!(inner, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Vec"));
        let [total, item] = ["__total", "__item"].map(hygienic);
        let value = match failure {
            Failure::Given => quote!(::cotangent::generated::into_output(#item)),
            Failure::Returned | Failure::Asked => quote!(#item?),
        };
        let (start, add) = match call.method.to_string().as_str() {
            "collect" if is_list => (quote!(::cotangent::generated::vector([])), quote!(#total.push(#value);)),
            "sum" if !is_list => (quote!(::cotangent::generated::nothing()), quote!(#total += #value;)),
            "product" if !is_list => (quote!(::cotangent::generated::one()), quote!(#total *= #value;)),
            _ => return None,
        };
        if !call.args.is_empty() || !is_iterator(&call.receiver) {
            return None;
        }
        self.number += 1;
        let (chain, span) = (&call.receiver, call.method.span());
        if failure != Failure::Given {
            let found = (failure == Failure::Returned).then_some(found);
            return Some(parse_quote_spanned! {span=> {
                let mut #total: #inner = #start;
                for #item in #chain { #add }
                #found (#total)
            }});
        }
        let label = Lifetime { apostrophe: span, ident: format_ident!("__collected{}", self.number) };
        Some(parse_quote_spanned! {span=> #label: {
            let mut #total: #inner = #start;
            for #item in #chain {
                if ::cotangent::generated::is_failure(&#item) {
                    break #label (::cotangent::generated::failure(#item));
                }
                #add
            }
            #found(#total)
        }})
    }
}

/// What becomes of the first failure.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Failure {
    /// The chain gives it.
    Given,
    /// The function returns what the chain gives.
    Returned,
    /// The function returns it because of a `?` behind the chain.
    Asked,
}

/// What makes an outcome of a value, and the type of the value.
fn outcome(ty: &Type) -> Option<(Expr, &Type)> {
    let (kind, Type::Path(path)) = (Kind::of(ty)?, ty) else { return None };
    let PathArguments::AngleBracketed(of) = &path.path.segments.last()?.arguments else { return None };
    match of.args.first()? {
        GenericArgument::Type(inner) => Some((kind.found(), inner)),
        _ => None,
    }
}

/// The type that stands beside the end of a chain.
fn beside(call: &ExprMethodCall) -> Option<&Type> {
    match call.turbofish.as_ref()?.args.first()? {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }
}

impl VisitMut for Ends {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Try(tried) = expr
            && let Expr::MethodCall(call) = peel(&tried.expr)
            && let Some(ty) = beside(call)
            && let Some(block) = self.end(call, ty, Failure::Asked)
        {
            *expr = block;
        }
        visit_mut::visit_expr_mut(self, expr);
        match expr {
            Expr::Return(exit) => {
                if let (Some(value), Some(ty)) = (&mut exit.expr, self.output.clone()) {
                    each_value(value, &mut |value| self.value(value, &ty, Failure::Returned));
                }
            }
            Expr::MethodCall(call) => {
                if let Some(ty) = beside(call)
                    && let Some(block) = self.end(call, ty, Failure::Given)
                {
                    *expr = block;
                }
            }
            _ => {}
        }
    }

    fn visit_local_mut(&mut self, local: &mut Local) {
        visit_mut::visit_local_mut(self, local);
        if let (Pat::Type(typed), Some(init)) = (&local.pat, &mut local.init) {
            each_value(&mut init.expr, &mut |value| self.value(value, &typed.ty, Failure::Given));
        }
    }

    /// `return` in a closure is one of the closure.
    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        let output = match &closure.output {
            ReturnType::Type(_, ty) => Some((**ty).clone()),
            ReturnType::Default => None,
        };
        if let Some(ty) = &output {
            each_value(&mut closure.body, &mut |value| self.value(value, ty, Failure::Returned));
        }
        let outside = std::mem::replace(&mut self.output, output);
        self.visit_expr_mut(&mut closure.body);
        self.output = outside;
    }
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
