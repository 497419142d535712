//! The tangents of operands and places in forward mode.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Ident};

use super::behind_fields::Borrow;
use super::dual::Dual;
use super::reference;
use crate::ir::{Block, Change, Either, Operand, Place, Projection, VarKind};
use crate::library::{private, private_at};
use crate::naming::{dot, hygienic, link, part, width};
use crate::words::substitute;

impl Dual<'_> {
    /// The tangents of arguments, and what has to stand before the call.
    pub(super) fn arguments(
        &self,
        operands: &[Operand],
        either: &[Either],
        number: usize,
    ) -> (TokenStream, Vec<TokenStream>) {
        let (private, d) = (private(), part());
        let mut before = TokenStream::new();
        let lent = |operand: &Operand| match operand {
            Operand::Lent(place) if self.var(place.var).active => Some(place.clone()),
            _ => None,
        };
        let mut tangents: Vec<Option<TokenStream>> = vec![None; operands.len()];
        for (i, operand) in operands.iter().enumerate() {
            if tangents[i].is_some() {
                continue;
            }
            let Some(place) = lent(operand) else {
                tangents[i] = Some(self.argument(operand));
                continue;
            };
            let (dot, path) = (dot(&self.var(place.var).unique), self.path_to(&place));
            let together: Vec<_> = operands
                .iter()
                .enumerate()
                .filter_map(|(j, operand)| lent(operand).filter(|other| other.var == place.var).map(|other| (j, other)))
                .collect();
            if together.len() == 1 {
                let span = place.written.span();
                tangents[i] = Some(quote_spanned!(span=> #dot.each_mut().map(|#d| &mut #path)));
                continue;
            }
            // Disjoint parts of one variable are borrowed together.
            let lender = hygienic(&format!("__lent{i}"));
            let paths = together.iter().map(|(_, place)| self.path_to(place));
            before.extend(quote! {
                let mut #lender = #dot.each_mut().map(|#d| (#(::core::option::Option::Some(&mut #paths)),*));
            });
            for (n, (j, _)) in together.iter().enumerate() {
                let n = syn::Index::from(n);
                let name = hygienic(&format!("__part{j}"));
                before.extend(quote!(let #name = #lender.each_mut().map(|#d| #private::arrived(#d.#n.take()));));
                tangents[*j] = Some(quote!(#name));
            }
        }
        for Either { operand, link: number, .. } in either {
            let (link, flag) = (link(*number), syn::Index::from(*operand));
            let span = operands[*operand].written().span();
            let private = private_at(span);
            if lent(&operands[*operand]).is_some() {
                let given = &tangents[*operand];
                tangents[*operand] =
                    Some(quote_spanned!(span=> #private::tangents_of(#link.rule().reads().#flag, #given)));
            }
        }
        for i in self.function.handed_on(&operands.iter().collect::<Vec<_>>()) {
            if let (Operand::Place(place), None) = (&operands[i], self.links().number_method(number)) {
                let (dot, link, flag) = (dot(&self.var(place.var).unique), link(number), syn::Index::from(i));
                tangents[i] = Some(quote!(#private::tangents_on(#link.rule().reads().#flag, &mut #dot)));
            }
        }
        (before, tangents.into_iter().flatten().collect())
    }

    /// The tangents of the value of a block, which has the name `y`.
    pub(super) fn tangents_at_end(&self, operand: &Operand, block: &Block, y: &Ident) -> TokenStream {
        if let Operand::Place(place) = operand
            && place.path.is_empty()
            && self.function.is_active(operand)
            && self.var(place.var).change != Change::Carrier
            && (block.computes(place.var) || block.declares(place.var))
        {
            return dot(&self.var(place.var).unique).into_token_stream();
        }
        self.owned_of(operand, &quote!(&#y))
    }

    /// The tangents of an operand, for a value that has its own: `name`.
    pub(super) fn owned(&self, operand: &Operand, name: &Ident) -> TokenStream {
        self.owned_of(operand, &quote!(&#name))
    }

    pub(super) fn owned_of(&self, operand: &Operand, value: &TokenStream) -> TokenStream {
        let (width, tangents) = (width(), self.tangents(operand));
        if let Operand::Place(place) = operand
            && self.plan.is_last_use(operand)
            && self.function.is_active(operand)
            && self.var(place.var).kind == VarKind::Local
            && !self.var(place.var).changes()
        {
            return dot(&self.var(place.var).unique).into_token_stream();
        }
        if matches!(operand, Operand::Place(_)) && self.function.is_active(operand) {
            let private = private();
            return quote!(#private::of(#value).tangents(#width, #tangents));
        }
        quote!(#width.own(#value, #tangents))
    }

    /// A reference to an operand of a rule.
    pub(super) fn operand(&self, operand: &Operand) -> TokenStream {
        let value = reference(operand);
        match operand {
            // What a pattern took out of an enum that is not differentiable: one error about that is enough.
            Operand::Place(place)
                if self.sees && place.is_ref && place.path.is_empty() && !self.var(place.var).changes() =>
            {
                quote!(__0seen(#value))
            }
            Operand::Place(Place { written, var, is_ref: false, path, .. })
                if self.var(*var).calculated && path.is_empty() =>
            {
                quote!(#written.as_an_operand())
            }
            _ => value,
        }
    }

    /// The tangents of an operand for a function, which may take an array as a slice.
    pub(super) fn argument(&self, operand: &Operand) -> TokenStream {
        let (private, tangents) = (private(), self.tangents(operand));
        match operand {
            _ if !self.function.is_active(operand) => tangents,
            Operand::Place(place) if self.plan.has_tangents_inside(place.var) => tangents,
            Operand::Place(place) | Operand::Lent(place)
                if !place.path.is_empty() || self.var(place.var).kind == VarKind::Lent =>
            {
                quote!(#tangents.each())
            }
            Operand::Place(place) if matches!(self.var(place.var).kind, VarKind::Param { .. }) => {
                let d = part();
                quote!(#private::parts(&#tangents, |#d| #d).each())
            }
            _ => tangents,
        }
    }

    /// The tangents of an operand, to be read.
    pub(super) fn tangents(&self, operand: &Operand) -> TokenStream {
        let private = private();
        let (Operand::Place(place) | Operand::Lent(place)) = operand else { return quote!(#private::NoGrad) };
        if !self.function.is_active(operand) || self.plan.has_tangents_inside(place.var) {
            return quote!(#private::NoGrad);
        }
        let (var, d) = (self.var(place.var), part());
        let (dot, path) = (dot(&var.unique), self.place_to_read(place));
        let is_whole = place.path.is_empty();
        match var.kind {
            VarKind::Param { .. } if is_whole => quote!(#dot),
            VarKind::Param { .. } => quote!(#private::parts(&#dot, |#d| &#path)),
            VarKind::Local | VarKind::Index if var.change == Change::Carrier => {
                let dot = quote!(#private::reached(&#dot));
                if is_whole { dot } else { quote!(#private::parts_of(#dot, |#d| &#path)) }
            }
            VarKind::Local | VarKind::Index if is_whole => quote!(&#dot),
            VarKind::Local | VarKind::Index | VarKind::Lent => {
                quote!(#private::parts_of(&#dot, |#d| &#path))
            }
        }
    }

    /// The part of each tangent that belongs to a place: `d.field[i]`.
    pub(super) fn path_to(&self, place: &Place) -> TokenStream {
        let (base, path) = (self.base(place), self.path(&place.path));
        quote!(#base #path)
    }

    /// The tangent that a place is a part of.
    fn base(&self, place: &Place) -> TokenStream {
        let d = part();
        match (self.var(place.var).kind, place.path.is_empty()) {
            (VarKind::Lent, _) => quote!((**#d)),
            (_, true) => quote!(*#d),
            (_, false) => d.into_token_stream(),
        }
    }

    /// The same, to be read.
    fn place_to_read(&self, place: &Place) -> TokenStream {
        Borrow::Shared.place(&self.base(place), &place.path, 0, &|index| self.position(index))
    }

    /// A closure that borrows it.
    pub(super) fn part(&self, place: &Place) -> TokenStream {
        let (d, path, span) = (part(), self.path_to(place), place.written.span());
        quote_spanned!(span=> |#d| &mut #path)
    }

    /// The same of the tangent along direction `k` of a variable that changes.
    pub(super) fn changed(&self, place: &Place, k: &Ident) -> TokenStream {
        let var = self.var(place.var);
        let (dot, path) = (dot(&var.unique), self.path(&place.path));
        if var.kind == VarKind::Lent { quote!((*#dot[#k]) #path) } else { quote!(#dot[#k] #path) }
    }

    /// `.field[0]`
    pub(super) fn path(&self, path: &[Projection]) -> TokenStream {
        let steps = path.iter().map(|step| match step {
            Projection::Field(member) => quote!(.#member),
            Projection::Index { again, .. } => {
                let index = self.position(again);
                quote!([#index])
            }
        });
        steps.collect()
    }

    fn position(&self, again: &Expr) -> TokenStream {
        substitute(again.to_token_stream(), &self.names)
    }
}
