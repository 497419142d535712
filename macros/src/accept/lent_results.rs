//! Functions that give a reference to what they were given: derived code has a copy of it, whose cotangent goes where the reference
//! leads.
//!
//! ```text
//! fn weight(&self, i: usize) -> &f64 { &self.weights[i] }      is      fn weight(&self, i: usize) -> f64 { self.weights[i].clone() }
//! fn row(&self, i: usize) -> &[f64] { &self.data[self.at(i)..] }       .. -> Vec<f64> { self.data[self.at(i)..].to_vec() }
//! ```

use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Block, Expr, Generics, Ident, ImplItem, ImplItemFn, ItemImpl, Lifetime, ReturnType, Signature, Type, TypeReference,
    parse_quote, parse_quote_spanned,
};

use super::elementary_functions::{innermost, is_own, name_of};
use super::signature::{holds_trait_object, is_constant_type, is_primitive};
use crate::features::ALLOC;
use crate::library::private_at;
use crate::numbers;
use crate::syntax::{each_value, each_value_of_block, receiver_of};

/// What a function gives a reference to, if derived code can have a copy of it.
pub(crate) fn lent(sig: &Signature) -> Option<&Type> {
    let ReturnType::Type(_, ty) = &sig.output else { return None };
    let Type::Reference(reference) = &**ty else { return None };
    let is_text = matches!(&*reference.elem, Type::Path(path) if path.path.is_ident("str"));
    let is_copied = !is_text
        && reference.mutability.is_none()
        && !matches!(&*reference.elem, Type::ImplTrait(_) | Type::Reference(_))
        && (ALLOC || !matches!(&*reference.elem, Type::Slice(_)))
        && !holds_trait_object(&reference.elem);
    let changes_self = sig.receiver().is_some_and(|this| this.mutability.is_some() && this.reference.is_some());
    (is_copied && !changes_self).then_some(&*reference.elem)
}

/// Whether what a method lends has a derivative, as far as its block tells: numbers, the type itself, and, if the block is no trait's, what
/// other methods take or give.
pub(crate) fn is_known(method: &ImplItemFn, block: &ItemImpl) -> bool {
    let Some(lent) = lent(&method.sig).map(innermost) else { return false };
    let text = |ty: &Type| ty.to_token_stream().to_string();
    let is_lent = |ty: &Type| text(innermost(ty)) == text(lent);
    let is_differentiated = |other: &&ImplItemFn| other.sig.receiver().is_some() && self::lent(&other.sig).is_none();
    let others = block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(other) => Some(other),
        _ => None,
    });
    let is_mentioned = || {
        others
            .filter(is_differentiated)
            .any(|other| numbers::active(&other.sig).chain(numbers::result(&other.sig)).any(is_lent))
    };
    is_number_or_self(lent, &block.generics) || is_own(lent, block) || block.trait_.is_none() && is_mentioned()
}

/// Whether a type is a number, a type parameter or `Self`, or a list of these.
pub(crate) fn is_number_or_self(lent: &Type, generics: &Generics) -> bool {
    let is_generic = |name: &Ident| generics.type_params().any(|param| param.ident == *name);
    name_of(innermost(lent)).is_some_and(|name| is_primitive(&name.to_string()) || is_generic(name) || name == "Self")
}

/// What a result holds a reference to, in an `Option`, a tuple and the like; a text aside.
pub(crate) fn lent_inside(ty: &Type) -> Option<&Type> {
    struct Look<'t>(Option<&'t Type>);
    impl<'t> Visit<'t> for Look<'t> {
        fn visit_type_reference(&mut self, reference: &'t TypeReference) {
            if !is_constant_type(&reference.elem) {
                self.0 = self.0.or(Some(&reference.elem));
            }
        }
    }
    let mut look = Look(None);
    look.visit_type(ty);
    look.0
}

/// The type of the copy.
pub(crate) fn type_of_copy(lent: &Type) -> Type {
    match lent {
        Type::Slice(slice) => {
            let (private, element) = (private_at(slice.span()), &slice.elem);
            parse_quote_spanned!(slice.span()=> #private::boxes::Vec<#element>)
        }
        ty => ty.clone(),
    }
}

/// The body of the same function: it gives a copy.
pub(crate) fn copied(lent: &Type, body: &Block) -> Block {
    written(body, &|value| match lent {
        Type::Slice(_) => parse_quote!(#value.to_vec()),
        _ => parse_quote!(#value.clone()),
    })
}

/// The body as the compiler looks at it for the user's mistakes: what is lent need not be a type that can be copied.
pub(crate) fn looked_at(lent: &Type, body: &Block) -> Block {
    let private = private_at(lent.span());
    written(body, &|value| parse_quote_spanned!(value.span()=> #private::lent::<#lent>(&#value)))
}

pub(super) fn written(body: &Block, write: &dyn Fn(Expr) -> Expr) -> Block {
    let mut body = body.clone();
    let mut given = Given(write);
    given.visit_block_mut(&mut body);
    each_value_of_block(&mut body, &mut |end| given.result(end));
    body
}

/// Writes the results where they are given.
struct Given<'w>(&'w dyn Fn(Expr) -> Expr);

impl Given<'_> {
    fn result(&self, end: &mut Expr) {
        match end {
            Expr::Paren(inner) => self.result(&mut inner.expr),
            Expr::Group(inner) => self.result(&mut inner.expr),
            // It gives nothing here.
            Expr::Return(_) => {}
            Expr::Loop(looped) => {
                let label = looped.label.as_ref().map(|label| &label.name);
                Breaks { given: self, label, loops: 0 }.visit_block_mut(&mut looped.body);
            }
            end => *end = (self.0)(receiver_of(end)),
        }
    }
}

/// Writes the results that a `loop` is left with.
struct Breaks<'g> {
    given: &'g Given<'g>,
    label: Option<&'g Lifetime>,
    /// How many loops are around.
    loops: usize,
}

impl VisitMut for Breaks<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Closure(_) | Expr::Async(_) => {}
            Expr::Loop(_) | Expr::While(_) | Expr::ForLoop(_) => {
                self.loops += 1;
                visit_mut::visit_expr_mut(self, expr);
                self.loops -= 1;
            }
            Expr::Break(leaves) => {
                let is_left = match &leaves.label {
                    Some(label) => self.label == Some(label),
                    None => self.loops == 0,
                };
                if let Some(value) = leaves.expr.as_mut().filter(|_| is_left) {
                    each_value(value, &mut |end| self.given.result(end));
                }
            }
            expr => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl VisitMut for Given<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            // What they return is not the function's.
            Expr::Closure(_) | Expr::Async(_) => {}
            Expr::Return(leaves) => {
                visit_mut::visit_expr_return_mut(self, leaves);
                if let Some(value) = &mut leaves.expr {
                    each_value(value, &mut |end| self.result(end));
                }
            }
            expr => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
