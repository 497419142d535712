//! Methods that give back the receiver that they change: derived code gives a mark in its place, and goes on with the receiver.
//!
//! ```text
//! fn step(&mut self, f: f64) -> &mut Self { self.v += f; self }      is      fn step(&mut self, f: f64) -> Mark { self.v += f; Mark }
//! fn twice(&mut self, f: f64) -> &mut Self { self.step(f).step(f) }      .. -> Mark { chained(self.step(f).step(f)); Mark }
//! ```
//!
//! The mark, `CallItAsAStatement`, has no methods and no fields, so whoever takes the result for anything but the receiver does not compile.

use quote::ToTokens;
use syn::{Block, Expr, ItemImpl, ReturnType, Signature, Type, parse_quote, parse_quote_spanned, spanned::Spanned};

use super::lent_results::written;
use crate::library::private_path;
use crate::syntax::{peel, root_name};

/// Whether a method of a block gives a mutable reference to its own type, and each result is `self`, or what a method called on
/// `self` gives.
pub(crate) fn gives_receiver(sig: &Signature, body: &Block, owner: Option<&ItemImpl>) -> bool {
    let Some(owner) = owner.filter(|owner| owner.trait_.is_none() && is_own_reference(sig, owner)) else {
        return false;
    };
    let changes = sig.receiver().is_some_and(|this| this.reference.is_some() && this.mutability.is_some());
    let is_found = std::cell::Cell::new(!owner.items.is_empty() && changes);
    written(body, &|value| {
        is_found.set(is_found.get() && is_receiver(&value));
        value
    });
    is_found.get() && matches!(body.stmts.last(), Some(syn::Stmt::Expr(_, None)))
}

fn is_own_reference(sig: &Signature, owner: &ItemImpl) -> bool {
    let ReturnType::Type(_, ty) = &sig.output else { return false };
    let Type::Reference(reference) = &**ty else { return false };
    let text = |ty: &Type| ty.to_token_stream().to_string();
    reference.mutability.is_some() && (text(&reference.elem) == "Self" || text(&reference.elem) == text(&owner.self_ty))
}

/// `self`, or a chain of calls on it.
fn is_receiver(value: &Expr) -> bool {
    match peel(value) {
        Expr::MethodCall(call) => is_receiver(&call.receiver),
        Expr::Path(_) => root_name(value).is_some_and(|name| name == "self" || *name == super::signature::this()),
        _ => false,
    }
}

/// The type of the mark.
pub(crate) fn type_of_mark() -> Type {
    let private = private_path();
    parse_quote!(#private::CallItAsAStatement)
}

/// The body that gives the mark.
pub(crate) fn marked(body: &Block) -> Block {
    let private = private_path();
    written(body, &|value| {
        let mark: Expr = parse_quote_spanned!(value.span()=> #private::CallItAsAStatement);
        match peel(&value) {
            Expr::MethodCall(_) => parse_quote_spanned!(value.span()=> { #private::chained(#value); #mark }),
            _ => mark,
        }
    })
}
