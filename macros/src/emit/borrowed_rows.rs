//! Lists that the reverse half of a loop borrows once, in front of it.
//!
//! ```text
//! let row0 = rows::of(&w[..], i);
//! let mut row1 = w_bar.parts(|d| rows::of_mut(d, i));
//! for j in .. { x_bar[j] += y_bar * row0[j]; plus(row1.parts(|d| &mut d[j]), y_bar * x[j]); }
//! ```

use std::cell::{Cell, RefCell};

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::operands::projections;
use super::reverse::Reverse;
use crate::ir::{Header, Loop, Place, Projection, VarKind};
use crate::library::private;
use crate::naming::{bar, part};
use crate::plan::rows::{Held, Row};

/// The rows that have names, from the outermost loop to the innermost, and whether they are used.
#[derive(Default)]
pub(super) struct Named<'f> {
    rows: RefCell<Vec<(Row<'f>, bool)>>,
    /// Whether code is written that comes after the loop.
    is_after: Cell<bool>,
}

impl<'f> Reverse<'f> {
    /// Code of a loop whose rows have names, with what gives them these. `scope` is what gives values their names in the reverse half,
    /// if they have not got them: then the values that are there are those of parameters.
    pub(super) fn with_rows<R>(
        &self,
        rows: &[Row<'f>],
        looped: &Loop,
        scope: &TokenStream,
        code: impl FnOnce() -> R,
    ) -> (R, TokenStream) {
        let facts = &self.facts[looped.body.id];
        let is_own = |row: &Row<'_>| facts.own.iter().chain(&facts.other).any(|kept| kept.var == row.var);
        let is_param = |row: &Row<'_>| matches!(self.function.var(row.var).kind, VarKind::Param { .. });
        let can_have = |row: &&Row<'_>| {
            let is_there = is_param(row) || scope.is_empty() && !is_own(row);
            looped.checkpoint.is_none()
                && !self.is_dual()
                && (row.held == Held::Cotangents && !self.firsts.has(row.var) || row.held == Held::Values && is_there)
        };
        let before = self.rows.rows.borrow().len();
        self.rows.rows.borrow_mut().extend(rows.iter().filter(can_have).map(|row| (row.clone(), false)));
        let code = code();
        let named = self.rows.rows.borrow_mut().split_off(before);
        let used = named.into_iter().filter(|(_, used)| *used);
        let lets = used.map(|(row, _)| self.named_row(&row, looped, scope)).collect();
        (code, lets)
    }

    /// Code that stands before or after a loop.
    pub(super) fn apart_from_rows<R>(&self, code: impl FnOnce() -> R) -> R {
        let is_after = self.rows.is_after.replace(true);
        let code = code();
        self.rows.is_after.set(is_after);
        code
    }

    fn named_row(&self, row: &Row<'_>, looped: &Loop, scope: &TokenStream) -> TokenStream {
        let (private, name, d) = (private(), &row.name, part());
        let var = self.function.var(row.var);
        let is_param = matches!(var.kind, VarKind::Param { .. });
        let indices = row.way.iter().filter_map(|step| match step {
            Projection::Index { again, .. } => Some(again),
            Projection::Field(_) => None,
        });
        let of = |list: TokenStream, function: TokenStream, up_to: TokenStream| {
            let list = indices.clone().fold(list, |list, index| quote!(#private::rows::#function(#list, #index)));
            match &looped.header {
                Header::Range { from, to, .. } if row.walked_by.is_some() => {
                    let (from, to) = (self.value(from), self.value(to));
                    quote!(#private::rows::#up_to(#list, #from..#to))
                }
                _ => list,
            }
        };
        match row.held {
            Held::Values => {
                let unique = &var.unique;
                let list = of(
                    if is_param { quote!(&#unique[..]) } else { quote!(&#unique.get()[..]) },
                    quote!(of),
                    quote!(up_to),
                );
                quote!(let #name = { #scope #list };)
            }
            Held::Cotangents if is_param => {
                let (bar, list) = (bar(&var.unique), of(quote!(&mut #d[..]), quote!(of_mut), quote!(up_to_mut)));
                quote!(let mut #name = { #scope #bar.parts(|#d| #list) };)
            }
            Held::Cotangents => {
                let bar = bar(&var.unique);
                let list = of(quote!(&mut #bar[..]), quote!(of_mut), quote!(up_to_mut));
                quote!(let #name = { #scope #list };)
            }
        }
    }

    /// The list with a name that a place is in, and the way from there.
    pub(super) fn in_row(&self, held: Held, place: &Place) -> Option<(Ident, TokenStream)> {
        if self.rows.is_after.get() {
            return None;
        }
        let mut rows = self.rows.rows.borrow_mut();
        let (row, used) = rows.iter_mut().rev().find(|(row, _)| row.held == held && row.has(place))?;
        let way = projections(place.path.get(row.way.len()..)?)?;
        *used = true;
        Some((row.name.clone(), way))
    }
}
