//! Conversions by `From`: `Kelvin::from(c)`, `<[f64; 3]>::from(v)`, and `let k: Kelvin = c.into();`. Which derivative they have, the library
//! says by the types on both sides.

use proc_macro2::Span;
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprCall, ExprMethodCall, ExprPath, Ident, PathArguments, Type, parse_quote_spanned};

use super::expressions::of_rule;
use super::{Binder, peel};
use crate::accept::owners::is_foreign;
use crate::accept::signature::is_real;
use crate::ir::{Method, Op, Operand};
use crate::naming::function_of_type;
use crate::words::words;

impl Binder<'_> {
    /// `<Type>::from(x)`.
    pub(super) fn conversion_to(&mut self, call: &ExprCall, path: &ExprPath) -> Option<Op> {
        let qself = path.qself.as_ref().filter(|qself| qself.as_token.is_none())?;
        let argument = call.args.first().filter(|_| call.args.len() == 1 && path.path.segments.len() == 1)?;
        let name = path.path.segments.first().map(|segment| &segment.ident).filter(|name| *name == "from")?;
        let operand = self.operand(argument);
        Some(self.rule_of_conversion(&qself.ty, operand, name))
    }

    /// The rule of a conversion into a type.
    pub(super) fn rule_of_conversion(&mut self, to: &Type, operand: Operand, name: &Ident) -> Op {
        let span = name.span();
        let of: ExprPath = parse_quote_spanned!(span=> ::cotangent::generated::conversions::ConversionTo::<#to>);
        self.rule_of(of, operand, span)
    }

    /// `x.into()` in a place of this type: that of a number, or one of the program's by its spelling, whose function `from` is claimed to be
    /// that of `From`.
    pub(super) fn converted(&mut self, expr: &Expr, ty: Option<&Type>) -> Option<Op> {
        let (Expr::MethodCall(call), Some(ty)) = (peel(expr), ty) else { return None };
        let is_written = !words(ty.to_token_stream()).iter().any(|word| word == "_");
        if !is_into(call) || !is_written {
            return None;
        }
        match ty {
            Type::Path(path) if self.is_number_parameter(path) => None,
            Type::Path(path) if path.path.get_ident().is_some_and(is_real) => {
                let operand = self.operand(&call.receiver);
                Some(self.rule_of_conversion(ty, operand, &call.method))
            }
            // A type of the program leads from its own `into`; a list that is written has none.
            Type::Path(path) if is_plain(path) || is_written_list(&call.receiver) && !is_foreign(ty) => {
                let operand = self.operand(&call.receiver);
                let (written, span) = (operand.through(), call.method.span());
                self.verbatim(quote_spanned!(span=>
                    ::cotangent::generated::the_same_of(&#written, <#ty>::from, <#ty as ::core::convert::From<_>>::from);
                ));
                Some(self.rule_of(of_an_expression(path), operand, span))
            }
            Type::Path(_) | Type::Array(_) | Type::Tuple(_) => {
                let generics = Some(PathArguments::AngleBracketed(parse_quote_spanned!(ty.span()=> ::<#ty>)));
                let (operands, link) = (vec![of_rule(self.operand(&call.receiver))], self.link());
                let (name, either) = (call.method.clone(), Vec::new());
                Some(Op::Method(Method { of: None, name, generics, operands, link, is_call: false, either }))
            }
            _ => None,
        }
    }

    fn rule_of(&mut self, of: ExprPath, operand: Operand, span: Span) -> Op {
        let (name, link) = (function_of_type(&Ident::new("from", span)), self.link());
        let operands = vec![of_rule(operand)];
        Op::Method(Method { of: Some(of), name, generics: None, operands, link, is_call: false, either: Vec::new() })
    }
}

fn is_into(call: &ExprMethodCall) -> bool {
    call.method == "into" && call.args.is_empty() && call.turbofish.is_none()
}

/// Whether a type is a path without generic arguments.
fn is_plain(path: &syn::TypePath) -> bool {
    path.qself.is_none() && path.path.segments.iter().all(|part| part.arguments.is_none())
}

fn is_written_list(expr: &Expr) -> bool {
    matches!(peel(expr), Expr::Array(_) | Expr::Repeat(_) | Expr::Tuple(_))
}

/// The path of a type as an expression has it: `Vector::<f64>` for `Vector<f64>`.
fn of_an_expression(ty: &syn::TypePath) -> ExprPath {
    let mut path = ty.path.clone();
    for segment in &mut path.segments {
        if let PathArguments::AngleBracketed(arguments) = &mut segment.arguments {
            arguments.colon2_token.get_or_insert_default();
        }
    }
    ExprPath { attrs: Vec::new(), qself: None, path }
}
