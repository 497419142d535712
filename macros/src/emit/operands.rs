//! Operands in the reverse half, where values have other names or are gone.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::Expr;
use syn::spanned::Spanned;

use super::behind_fields::{self, Borrow};
use super::reverse::Reverse;
use crate::ir::{Op, Operand, Place, Projection, VarId, VarKind};
use crate::library::private;
use crate::naming::{dot, part};
use crate::quoting::Piece;
use crate::variant::{self, Part};
use crate::words::each_word;

/// The way to the part of a tuple, an array or a struct that each operand becomes; that of `..base` is none.
pub(super) fn ways_to_parts(op: &Op) -> Vec<TokenStream> {
    let index = |i: usize| syn::Index::from(i);
    match op {
        Op::Tuple(operands) => (0..operands.len()).map(index).map(|i| quote!(.#i)).collect(),
        Op::Array(operands, _) => (0..operands.len()).map(index).map(|i| quote!([#i])).collect(),
        Op::Struct { path, imported, fields, .. } => {
            let way = |member| match variant::part(path, member, *imported) {
                Part::Field(member) => quote!(.#member),
                Part::Whole | Part::Nothing => TokenStream::new(),
            };
            fields.iter().map(|(member, _)| way(member)).collect()
        }
        _ => Vec::new(),
    }
}

/// Where an expression stands.
pub(super) fn span_of(expr: &Expr) -> Span {
    match expr {
        Expr::Path(path) if path.qself.is_none() => path.path.get_ident().map_or_else(|| path.span(), Ident::span),
        _ => expr.span(),
    }
}

/// `.field[0]`, if there are such.
pub(super) fn projections(path: &[Projection]) -> Option<TokenStream> {
    let mut code = None;
    for step in path {
        let code = code.get_or_insert_with(TokenStream::new);
        match step {
            Projection::Field(member) => code.extend(quote!(.#member)),
            Projection::Index { again, .. } => code.extend(quote!([#again])),
        }
    }
    code
}

impl Reverse<'_> {
    /// A reference to the value.
    pub(super) fn again(&self, operand: &Operand) -> Piece {
        let place = match operand {
            Operand::Place(place) => place,
            Operand::Lent(_) => return quote!(()).into(),
            Operand::Constant { again, is_ref: true, .. } => return again.to_token_stream().into(),
            Operand::Constant { again, .. } => return quote!(&#again).into(),
        };
        let var = self.function.var(place.var);
        let name = &var.unique;
        let path = projections(&place.path);
        if let (Some(whole), None) = (&var.reference, &path) {
            return Piece::Name(whole.clone());
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
                if let Some(absent) = self.absent_number(place.var) {
                    return absent;
                }
                let name = &self.function.var(place.var).unique;
                match projections(&place.path) {
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

    /// A plain number that is not on the tape, where values have tangents: there is no name for it.
    pub(super) fn absent_number(&self, var: VarId) -> Option<Piece> {
        let of = self
            .plan
            .numbers
            .plain(var)
            .filter(|_| !self.dual.as_ref().is_some_and(|dual| dual.values.contains(&var)))?;
        let private = private();
        self.is_dual().then(|| quote!(#private::Read::<#of>::absent()).into())
    }

    /// The value for a rule that does not read it: a parameter need not be there.
    pub(super) fn unread(&self, operand: &Operand) -> Piece {
        let (name, value) = match operand {
            Operand::Place(place) if self.is_local(place) => return self.read(operand),
            // It is there, and costs the compiler less than what is never called.
            Operand::Constant { again: Expr::Lit(_), .. } => return self.read(operand),
            Operand::Constant { again, is_ref: false, .. } => {
                let again = self.with_types(again.to_token_stream());
                ("__unread_value", quote!(|| #again))
            }
            Operand::Place(place) if place.path.is_empty() && self.is_gone(place.var) => {
                let name = &self.function.var(place.var).unique;
                ("__gone", quote!(&#name))
            }
            Operand::Place(place) if place.path.is_empty() => ("__unread", self.again(operand).into_token_stream()),
            _ => {
                let value = self.with_types(self.again(operand).into_token_stream());
                ("__unread_part", quote!(|| #value))
            }
        };
        Piece::Call(["Read", name], value, Span::call_site())
    }

    /// Code that is never called, with functions of their types for the parameters that are not there.
    fn with_types(&self, code: TokenStream) -> TokenStream {
        let gone = self.function.params.iter().filter(|param| self.is_gone(param.var));
        let gone: Vec<_> = gone.map(|param| (&self.function.var(param.var).name, param.reference.is_some())).collect();
        if gone.is_empty() {
            return code;
        }
        let mut is_field = false;
        each_word(code, &mut |token| {
            let is_name =
                !std::mem::replace(&mut is_field, matches!(&token, TokenTree::Punct(dot) if dot.as_char() == '.'));
            match &token {
                TokenTree::Ident(name) if is_name => match gone.iter().find(|(gone, _)| *gone == name) {
                    Some((_, true)) => quote!(#name()),
                    Some((_, false)) => quote!((*#name())),
                    None => token.into(),
                },
                _ => token.into(),
            }
        })
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
        let path = (!place.path.is_empty())
            .then(|| Borrow::Shared.place(&d.to_token_stream(), &place.path, 0, &behind_fields::again));
        match (var.kind, path) {
            (VarKind::Param { .. }, None) => quote!(#private::tangent(&#dot)),
            (VarKind::Param { .. }, Some(path)) => quote!(#private::tangent_part(&#dot, |#d| &#path)),
            (VarKind::Local, None) => self.directions_of(place.var),
            (VarKind::Local, Some(path)) if self.has_tangent(place.var) => quote!(#dot.tangent_part(|#d| &#path)),
            _ => quote!(#private::NoGrad),
        }
    }

    /// The tangents of a value, if they are on the tape.
    pub(super) fn directions_of(&self, var: VarId) -> TokenStream {
        let (private, dot) = (private(), dot(&self.function.var(var).unique));
        if self.has_tangent(var) { quote!(#dot.tangent()) } else { quote!(#private::NoGrad) }
    }

    fn has_tangent(&self, var: VarId) -> bool {
        self.dual.as_ref().is_some_and(|dual| dual.tangents.contains(&var))
    }

    pub(super) fn is_local(&self, place: &Place) -> bool {
        self.function.var(place.var).kind == VarKind::Local
    }
}
