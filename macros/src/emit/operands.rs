//! Operands in the reverse half, where values have other names or are gone.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::Expr;
use syn::spanned::Spanned;

use super::dual::dot;
use super::piece::Piece;
use super::private;
use super::reverse::Reverse;
use crate::ir::{Operand, Place, Projection, VarId, VarKind};

/// What a closure takes a part of: no name of the user's.
pub(super) fn part() -> Ident {
    Ident::new("d", Span::mixed_site())
}

/// Where an expression stands.
pub(super) fn span_of(expr: &Expr) -> Span {
    match expr {
        Expr::Path(path) if path.qself.is_none() => path.path.get_ident().map_or_else(|| path.span(), Ident::span),
        _ => expr.span(),
    }
}

impl Reverse<'_> {
    /// `.field[0]`, if there are such.
    pub(super) fn projections(&self, path: &[Projection]) -> Option<TokenStream> {
        let mut code = None;
        for step in path {
            let code = code.get_or_insert_with(TokenStream::new);
            match step {
                Projection::Field(member) => code.extend(quote!(.#member)),
                Projection::Index { again, .. } => {
                    self.named.expression(again);
                    code.extend(quote!([#again]));
                }
            }
        }
        code
    }

    /// A reference to the value.
    pub(super) fn again(&self, operand: &Operand) -> Piece {
        let place = match operand {
            Operand::Place(place) => place,
            Operand::Lent(_) => return quote!(()).into(),
            Operand::Constant { again, is_ref, .. } => {
                self.named.expression(again);
                return if *is_ref { again.to_token_stream() } else { quote!(&#again) }.into();
            }
        };
        let var = self.function.var(place.var);
        let name = &var.unique;
        let path = self.projections(&place.path);
        if let VarKind::Param { .. } = var.kind {
            self.named.word(name);
        }
        match (var.kind, path) {
            (VarKind::Param { by_ref: true }, None) => Piece::Name(name.clone()),
            (VarKind::Param { .. }, Some(path)) => quote!(&#name #path).into(),
            (VarKind::Local, None) => Piece::Method(name.clone(), "get", Span::call_site()),
            (VarKind::Local, Some(path)) => quote!(&#name.get() #path).into(),
            (VarKind::Param { .. } | VarKind::Index | VarKind::Lent, _) => Piece::Reference(name.clone()),
        }
    }

    /// The value, there or not, for a rule.
    pub(super) fn read(&self, operand: &Operand) -> Piece {
        match operand {
            Operand::Place(place) if self.is_local(place) => {
                let name = &self.function.var(place.var).unique;
                match self.projections(&place.path) {
                    None => Piece::Method(name.clone(), "read", Span::call_site()),
                    Some(path) => {
                        let part = part();
                        quote!(#name.read().map(|#part| &#part #path)).into()
                    }
                }
            }
            _ => Piece::Call(["Read", "live"], self.again(operand).into_token_stream(), Span::call_site()),
        }
    }

    /// The value for a rule that does not read it: a parameter need not be there.
    pub(super) fn unread(&self, operand: &Operand) -> Piece {
        let (name, value) = match operand {
            Operand::Place(place) if self.is_local(place) => return self.read(operand),
            // It is there, and costs the compiler less than what is never called.
            Operand::Constant { again: Expr::Lit(_), .. } => return self.read(operand),
            Operand::Constant { again, is_ref: false, .. } => {
                self.named.unread(|| self.named.expression(again));
                ("__unread_value", quote!(|| #again))
            }
            Operand::Place(place) if place.path.is_empty() => {
                ("__unread", self.named.unread(|| self.again(operand)).into_token_stream())
            }
            _ => {
                let value = self.named.unread(|| self.again(operand));
                ("__unread_part", quote!(|| #value))
            }
        };
        Piece::Call(["Read", name], value, Span::call_site())
    }

    /// The tangent of an operand, if it has one.
    pub(super) fn directions(&self, operand: &Operand) -> TokenStream {
        let private = private();
        let Operand::Place(place) = operand else { return quote!(#private::NoGrad) };
        if !self.function.is_active(operand) {
            return quote!(#private::NoGrad);
        }
        let (var, d) = (self.function.var(place.var), part());
        let dot = dot(&var.unique);
        match (var.kind, self.projections(&place.path)) {
            (VarKind::Param { .. }, None) => quote!(#private::tangent(&#dot)),
            (VarKind::Param { .. }, Some(path)) => quote!(#private::tangent_part(&#dot, |#d| &#d #path)),
            (VarKind::Local, None) => self.directions_of(place.var),
            (VarKind::Local, Some(path)) if self.is_moving(place.var) => quote!(#dot.tangent_part(|#d| &#d #path)),
            _ => quote!(#private::NoGrad),
        }
    }

    /// The tangents of a value, if they are on the tape.
    pub(super) fn directions_of(&self, var: VarId) -> TokenStream {
        let (private, dot) = (private(), dot(&self.function.var(var).unique));
        if self.is_moving(var) { quote!(#dot.tangent()) } else { quote!(#private::NoGrad) }
    }

    fn is_moving(&self, var: VarId) -> bool {
        self.moving.as_ref().is_some_and(|vars| vars.contains(&var))
    }

    pub(super) fn is_local(&self, place: &Place) -> bool {
        self.function.var(place.var).kind == VarKind::Local
    }
}
