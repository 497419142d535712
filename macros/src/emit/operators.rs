//! Operators whose operands may be of the user's own types: their types decide which rule they have.
//!
//! ```text
//! let c0 = Ty::of(&operands(&a, &b).of_mul());         // the rule of the library, or the companion of the user's operator
//! let v0 = match c0.rule().own(t, &a, &b) { Some(y) => y, None => a * b };
//! ```

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use super::dual::Dual;
use super::dual_rules::twin;
use super::forward::Forward;
use super::reference;
use super::reverse::Reverse;
use super::reverse_rules::rule_of;
use super::slots::Slots;
use crate::differentiate::Target;
use crate::ir::{Op, Operand, Place, VarId};
use crate::library::{private, private_at};
use crate::naming::{count, dot, hygienic, link, operand_types, part, pushes, tape, width};
use crate::plan::link_layout::Of;

impl Forward<'_> {
    /// The link to the rule, with what else is told of it.
    pub(super) fn link_to_operator(&self, op: &Op, number: usize) -> TokenStream {
        let rule = match op {
            Op::Neg(minus, a, _) => rule_of_negation(&self.typed(a), minus.span()),
            Op::Binary(operator, token, a, b, _) => rule_of_operands(
                [&self.typed(a), &self.typed(b)],
                rule_of(*operator),
                is_assignment(token),
                token.span(),
            ),
            _ => return TokenStream::new(),
        };
        let operands: Vec<_> = op.operands().into_iter().map(reference).collect();
        self.told_of_operator(number, &rule, &operands)
    }

    /// The same of an operator whose rule and operands are written down.
    pub(super) fn told_of_operator(&self, number: usize, rule: &TokenStream, operands: &[TokenStream]) -> TokenStream {
        let (private, link) = (private(), link(number));
        let mut code = quote!(let #link = #private::Ty::of(&#rule););
        if self.links.of != Of::Values {
            let types = operand_types(number);
            code.extend(quote!(let #types = #link.rule().operands(#(#operands),*);));
        }
        if !self.quiet && self.links.tells_pushes(number) {
            let pushes = pushes(number);
            code.extend(quote!(let #pushes = #link.rule().pushes(#(#operands),*);));
        }
        code
    }

    /// The value: by the rule if that is the user's own, else by the operator.
    pub(super) fn value_of_operator(&self, op: &Op, number: usize) -> TokenStream {
        let (t, link, plain) = (tape(), link(number), self.plain_operator(op));
        let operands = op.operands().into_iter().map(reference);
        chosen(&quote!(#link.rule().own(#t, #(#operands),*)), &plain)
    }

    /// An operand with the type that it has in the user's code.
    fn typed(&self, operand: &Operand) -> TokenStream {
        let written = self.written(operand);
        match operand.written() {
            syn::Expr::Path(_) | syn::Expr::Lit(_) | syn::Expr::Paren(_) => written,
            _ => quote!((#written)),
        }
    }

    /// The operator as the user wrote it.
    pub(super) fn plain_operator(&self, op: &Op) -> TokenStream {
        match op {
            Op::Neg(minus, a, _) => {
                let a = self.operand(a);
                quote!(#minus #a)
            }
            Op::Binary(_, token, a, b, _) => {
                let (private, old, new, b) = (private(), reference(a), hygienic("new"), self.operand(b));
                if is_assignment(token) {
                    return quote!({ let mut #new = #private::of(#old).own(); #new #token #b; #new });
                }
                let a = self.operand(a);
                quote!(#a #token #b)
            }
            _ => TokenStream::new(),
        }
    }
}

impl Forward<'_> {
    /// `place += value;` with the rule that its types decide.
    pub(super) fn accumulated_by_rule(
        &self,
        place: &Place,
        op: &syn::BinOp,
        value: &Operand,
        number: usize,
    ) -> TokenStream {
        let (t, link) = (tape(), link(number));
        let told = self.link_to_accumulation(place, op, value, number);
        let (target, given) = (target(place), reference(value));
        let (left, written) = (&place.written, self.operand(value));
        quote!(#told if !#link.rule().own_assign(#t, #target, #given) { #left #op #written; })
    }

    /// The link to its rule.
    pub(super) fn link_to_accumulation(
        &self,
        place: &Place,
        op: &syn::BinOp,
        given: &Operand,
        number: usize,
    ) -> TokenStream {
        let left = &place.written;
        let rule = rule_of_operands([&quote!(#left), &self.typed(given)], rule_of_accumulation(op), true, op.span());
        let target = target(place);
        self.told_of_operator(number, &rule, &[target, reference(given)])
    }
}

/// `&mut place`
pub(super) fn target(place: &Place) -> TokenStream {
    let (left, through) = (&place.written, place.is_ref.then(|| quote!(*)));
    quote!(&mut #through #left)
}

/// The name of the rule of `+=` or `-=`.
pub(super) fn rule_of_accumulation(op: &syn::BinOp) -> &'static str {
    if matches!(op, syn::BinOp::AddAssign(_)) { "add" } else { "sub" }
}

/// Where the operator stands.
pub(super) fn span_of_operator(op: &Op) -> Span {
    match op {
        Op::Neg(minus, ..) => minus.span(),
        Op::Binary(_, token, ..) => token.span(),
        _ => Span::call_site(),
    }
}

/// `match own { Some(y) => y, None => plain }`
pub(super) fn chosen(own: &TokenStream, plain: &TokenStream) -> TokenStream {
    let y = hygienic("y");
    quote!(match #own { ::core::option::Option::Some(#y) => #y, ::core::option::Option::None => #plain })
}

/// `operands(&a, &b).of_add()`, or `of_add_assign()`
pub(super) fn rule_of_operands([a, b]: [&TokenStream; 2], rule: &str, assigns: bool, span: Span) -> TokenStream {
    let private = private_at(span);
    let rule = format_ident!("of_{}{}", rule, if assigns { "_assign" } else { "" }, span = span);
    quote_spanned!(span=> #private::operators::operands(&#a, &#b).#rule())
}

fn rule_of_negation(a: &TokenStream, span: Span) -> TokenStream {
    let private = private_at(span);
    quote_spanned!(span=> #private::operators::negated(&#a).of_neg())
}

/// Whether a token is `+=` or the like.
pub(super) fn is_assignment(token: &TokenStream) -> bool {
    token.to_string().replace(' ', "").ends_with('=')
}

impl Reverse<'_> {
    /// The reverse of `place += value;` with the rule that its types decide.
    pub(super) fn accumulated_by_rule(
        &self,
        place: &Place,
        value: &Operand,
        number: usize,
        target: &Target<'_>,
    ) -> TokenStream {
        let (t, link, span) = (tape(), link(number), target.span());
        let slots = Slots::new(self, std::slice::from_ref(target));
        let (before, slot, after) = (&slots.before, &slots.each[0], &slots.after);
        let read = self.asked(number, 1, value);
        if self.is_dual() {
            let (bars, dot) =
                (self.changed_bars(place, ["lent", "lend"]), self.directions_asked(Some(number), 1, value));
            if matches!(target, Target::Nowhere) {
                return quote!(#link.rule().bwd_assign_constant_dual(#t, #read, #bars););
            }
            return quote_spanned!(span=> #before #link.rule().bwd_assign_dual(#t, #read, #dot, #bars, #slot); #after);
        }
        let bar = self.changed_bar(place);
        // What has no derivative need not be of a type with one.
        if matches!(target, Target::Nowhere) {
            return quote!(#link.rule().bwd_assign_constant(#t, #read, &mut #bar););
        }
        quote_spanned!(span=> #before #link.rule().bwd_assign(#t, #read, &mut #bar, #slot); #after)
    }
}

impl Dual<'_> {
    /// `let name: ty = a + b;` and its tangents, by the rule that its types decide.
    pub(super) fn operator(&self, id: VarId, ty: Option<&syn::Type>, op: &Op, number: usize) -> TokenStream {
        let (var, t, width, link) = (self.var(id), tape(), width(), link(number));
        let (told, plain) = (self.forward().link_to_operator(op, number), self.forward().plain_operator(op));
        let operands: Vec<_> = op.operands().into_iter().map(reference).collect();
        let compared: Vec<_> = op.operands().into_iter().map(|operand| self.operand(operand)).collect();
        let tangents: Vec<_> = op.operands().into_iter().map(|operand| self.tangents(operand)).collect();
        let asked: Vec<_> =
            op.operands().into_iter().enumerate().map(|(i, of)| self.tangents_asked(number, i, of)).collect();
        let (name, y, dot, colon) = (&var.name, hygienic("__y"), dot(&var.unique), ty.map(|ty| quote!(: #ty)));
        let own = quote!(#link.rule().own_dual(#t, #width.onward(), &mut #dot, #(#operands,)* #(#tangents),*));
        let (value, twin, span) = (chosen(&own, &plain), twin(var), span_of_operator(op));
        let compute =
            quote_spanned!(span=> #link.rule().tangents(#width, &mut #dot, #(#compared,)* &#y, #(#tangents),*););
        quote! {
            #told
            #(#asked)*
            let mut #dot = #width.to_come();
            let #y #colon = #value;
            #compute
            let #name = #y;
            #twin
        }
    }

    /// The tangents of an operand with a name of its own, if they are kept.
    fn tangents_asked(&self, number: usize, i: usize, operand: &Operand) -> Option<TokenStream> {
        let alias = *self.function.aliases.get(&(number, i))?;
        let kept = self
            .plan
            .facts(Of::Tangents)
            .iter()
            .flat_map(|facts| &facts.other)
            .find(|kept| kept.var == alias && kept.has_tangent)?;
        let var = self.var(alias);
        let (width, name, dot) = (width(), &var.name, dot(&var.unique));
        let (flag, tangents) = (self.forward().flags(&kept.needs), self.tangents(operand));
        Some(quote!(let #dot = #flag.tangents(#width, #name, #tangents);))
    }

    /// `place += value;` and its tangents, by the rule that its types decide.
    pub(super) fn accumulated_by_rule(
        &self,
        place: &Place,
        op: &syn::BinOp,
        value: &Operand,
        number: usize,
    ) -> TokenStream {
        let (t, width, count, link) = (tape(), width(), count(), link(number));
        let told = self.forward().link_to_accumulation(place, op, value, number);
        let asked = self.tangents_asked(number, 1, value);
        let (target, given, left, written) =
            (target(place), reference(value), &place.written, self.forward().operand(value));
        if !self.function.takes_cotangent(place) {
            return quote!(#told #left #op #written;);
        }
        let ([added, k], d) = (["__given", "__k"].map(hygienic), part());
        let (dots, path, tangents) = (self.dot_of(place), self.path_to(place), self.tangents(value));
        let changed = self.changed(place, &k);
        let moved = self.function.is_active(value).then(|| {
            quote! {
                let #added = #width.own(#given, #tangents);
                for #k in 0..#count { #link.rule().assign_tangent(&mut #changed, &#added[#k]); }
            }
        });
        quote! {
            #told
            #asked
            if !#link.rule().own_assign_dual(#t, #width.onward(), #target, #given, #dots.each_mut().map(|#d| &mut #path), #tangents) {
                #moved
                #left #op #written;
            }
        }
    }
}
