//! What a step computes, and its tangents: the statement of each operation in the forward half with tangents.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Ident;
use syn::spanned::Spanned;

use super::dual::Dual;
use super::forward::{branches, rule_of_method};
use super::operands::ways_to_parts;
use super::reverse_rules::rule_of;
use super::{companion, reference, rules_of_numbers};
use crate::ir::{Block, Either, Method, Op, Operand, Place, Var, VarId, VarKind};
use crate::library::private;
use crate::naming::{count, dot, hygienic, link, operand_types, part, tape, width};
use crate::quoting::arguments_of;
use crate::words::words;

impl Dual<'_> {
    /// `let name: ty = op;`
    pub(super) fn binding(&self, id: VarId, ty: Option<&syn::Type>, op: &Op) -> TokenStream {
        let var = self.var(id);
        match op {
            // Only the reverse half asks for it.
            Op::Reading { place, .. } => {
                let code = self.forward().binding(id, ty, op);
                let tangents = self.var(place.var).active.then(|| self.reading(var, place, op));
                quote!(#code #tangents)
            }
            Op::Neg(.., Some(number)) | Op::Binary(.., Some(number)) if var.active => {
                self.operator(id, ty, op, *number)
            }
            Op::If { .. } | Op::Match { .. } | Op::Scope(_) | Op::Checkpointed(..) | Op::Elements { .. } => {
                let value = self.blocks(op, var.active);
                if var.active { both(var, ty, &value) } else { alone(var, ty, &value) }
            }
            Op::Call { path, operands, either, link, perhaps_plain } => {
                let plain = perhaps_plain.then(|| self.forward().plain_call(path, operands));
                called(var, ty, |place| {
                    let (known, call) = self.call(op, path, (operands, either), *link, place);
                    let Some(plain) = plain else { return (known, call) };
                    let (private, (companion, _)) = (private(), companion(path));
                    let plain = quote!(#private::without_tangents(#plain, #place));
                    (known, quote_spanned!(path.span()=> if #private::is_plain(#companion) { #plain } else { #call }))
                })
            }
            Op::Method(method) => called(var, ty, |place| self.method(method, place)),
            Op::Closure(closure) => {
                let (before, code) = self.closure(closure);
                let value = alone(var, ty, &code);
                quote!(#before #value)
            }
            Op::Remove { place, method, at } => self.remove(id, ty, op, (place, method, at.as_ref())),
            Op::Nested(nested) if var.active => both(var, ty, &self.nested(nested)),
            op if !var.active => self.forward().binding(id, ty, op),
            op => self.computed(id, ty, op),
        }
    }

    /// The same of what is neither a call nor a block.
    fn computed(&self, id: VarId, ty: Option<&syn::Type>, op: &Op) -> TokenStream {
        let var = self.var(id);
        let (name, dot) = (&var.name, dot(&var.unique));
        // The name may hide one of the operands.
        if op.operands().into_iter().any(|operand| words(reference(operand)).contains(name)) {
            let y = hygienic("__y");
            let (value, tangents) = (self.forward().value(ty, op, &y), self.rule(op, &y, &dot));
            let twin = twin(var);
            quote!(#value #tangents let #name = #y; #twin)
        } else {
            let (code, tangents) = (self.forward().binding(id, ty, op), self.rule(op, name, &dot));
            quote!(#code #tangents)
        }
    }

    /// Elements leave a list, and their tangents leave theirs.
    fn remove(
        &self,
        id: VarId,
        ty: Option<&syn::Type>,
        op: &Op,
        (place, method, at): (&Place, &Ident, Option<&Operand>),
    ) -> TokenStream {
        let var = self.var(id);
        let (code, dot, width) = (self.forward().binding(id, ty, op), dot(&var.unique), width());
        let (part, at) = (self.part(place), at.into_iter().map(Operand::written));
        let (of, name) = (self.dot_of(place), &var.name);
        quote!(#code let mut #dot = #width.#method(&mut #of, #part, #(#at,)* &#name);)
    }

    /// The tangents of what a function may read of a place that it may also change.
    fn reading(&self, var: &Var, place: &Place, op: &Op) -> TokenStream {
        let (private, dot, flag) = (private(), dot(&var.unique), self.forward().reads(op));
        let is_whole = place.path.is_empty() && self.var(place.var).kind == VarKind::Local;
        let tangents = self.tangents(&Operand::Place(place.clone()));
        let tangents = if is_whole { quote!((#tangents).each_ref()) } else { quote!(#tangents.each()) };
        quote!(let #dot = #private::keep_tangents(#flag, #tangents);)
    }

    /// What consists of blocks: its value, and the tangents of that if it is `active`.
    fn blocks(&self, op: &Op, active: bool) -> TokenStream {
        let block = |block: &Block, end: &TokenStream| {
            if active { self.both(block, end) } else { self.value(block, end) }
        };
        let nothing = TokenStream::new();
        match op {
            Op::If { .. } | Op::Match { .. } => branches(op, &self.forward().scrutinee(op), |inner, told| {
                let (private, t) = (private(), tape());
                block(
                    inner,
                    &told.map_or_else(TokenStream::new, |taken| self.left(&quote!(#private::tell(#t, #taken);))),
                )
            }),
            Op::Elements { index, maker, block: inner } => {
                self.elements(*index, maker, &block(inner, &nothing), active)
            }
            Op::Scope(inner) | Op::Checkpointed(inner, _) => block(inner, &nothing),
            _ => nothing,
        }
    }

    /// An array that is made element by element, and its tangents if it has some; `element` gives both.
    fn elements(&self, index: VarId, maker: &TokenStream, element: &TokenStream, active: bool) -> TokenStream {
        let width = width();
        let (name, at) = (&self.var(index).name, self.loop_index(index));
        if !active {
            return quote!(#maker(|#name: ::core::primitive::usize| { #at #element }));
        }
        // The name of the index may be hidden by then.
        let [places, i, y, y_dot] = ["places", "i", "y", "y_dot"].map(|name| hygienic(&format!("__{name}")));
        quote!({
            let mut #places = #width.places(|#y| #maker(#y));
            let #y = #maker(|#i: ::core::primitive::usize| {
                let #name = #i;
                #at
                let (#y, #y_dot) = #element;
                #width.element(&mut #places, #i, #y_dot);
                #y
            });
            #width.elements(#y, #places)
        })
    }

    /// What the reverse half is told of a call, and the call.
    fn call(
        &self,
        op: &Op,
        path: &syn::Path,
        (operands, either): (&[Operand], &[Either]),
        number: usize,
        place: &TokenStream,
    ) -> (Option<TokenStream>, TokenStream) {
        let (t, width, (companion, turbofish)) = (tape(), width(), companion(path));
        let (before, tangents) = self.arguments(operands, either, number);
        let operands: Vec<_> = operands.iter().map(reference).collect();
        let (private, link, types) = (private(), link(number), operand_types(number));
        let known = self.forward().told(|| {
            let types = op.lends().then(|| quote!(let #types = #companion.operands #turbofish(#(#operands),*);));
            quote!(let #link = #private::Ty::of(&#companion); #types)
        });
        let turbofish = turbofish.map(|_| {
            let (arguments, count) = (arguments_of(path), count());
            quote!(::<#(#arguments,)* #count, _>)
        });
        let call = quote!(#companion.dual #turbofish(#t, #width.onward(), #place, #(#operands,)* #(#tangents),*));
        (known, quote!({ #before #call }))
    }

    /// The same of a method.
    fn method(&self, method: &Method, place: &TokenStream) -> (Option<TokenStream>, TokenStream) {
        let (t, width) = (tape(), width());
        let known = self.links().number_method(method.link);
        let rule = known.map_or_else(|| rule_of_method(method), |(known, _)| rules_of_numbers::rule_of(known));
        let (before, tangents) = self.arguments(&method.operands, &method.either, method.link);
        let operands: Vec<_> = method.operands.iter().map(reference).collect();
        let (link, types) = (link(method.link), operand_types(method.link));
        let known = self.forward().told(|| {
            if known.is_some() {
                return TokenStream::new();
            }
            let private = private();
            let known = quote!(let #link = #private::Ty::of(&#rule););
            quote_spanned!(method.name.span()=> #known let #types = #link.rule().operands(#(#operands),*);)
        });
        let call =
            quote_spanned!(method.name.span()=> #rule.dual(#t, #width.onward(), #place, #(#operands,)* #(#tangents),*));
        (known, quote!({ #before #call }))
    }

    /// `let dot = ..;` for an operation whose value has the name.
    fn rule(&self, op: &Op, name: &Ident, dot: &Ident) -> TokenStream {
        let width = width();
        let all: Vec<_> = op.operands().into_iter().map(|operand| self.tangents(operand)).collect();
        let values = op.operands().into_iter().map(|operand| self.operand(operand));
        let by_rule = |rule: &str| {
            let rule = Ident::new(rule, Span::call_site());
            quote!(let #dot = #width.#rule(#(#values,)* &#name, #(#all),*);)
        };
        let set_parts = || {
            let set = op.operands().into_iter().zip(ways_to_parts(op));
            let set = set.filter(|(operand, _)| self.function.is_active(operand));
            let set = set.map(|(operand, path)| {
                let (d, tangents, span) = (part(), self.tangents(operand), operand.written().span());
                let part = if path.is_empty() { quote!(*#d) } else { quote!(#d #path) };
                if matches!(op, Op::Struct { base: Some(_), .. }) {
                    return quote_spanned!(span=> #width.assign(&mut #dot, |#d| &mut #part, &#name #path, #tangents););
                }
                quote_spanned!(span=> #width.set(&mut #dot, |#d| &mut #part, #tangents);)
            });
            quote!(#(#set)*)
        };
        match op {
            Op::Neg(..) => by_rule("neg"),
            Op::Cast(..) => by_rule("cast"),
            Op::Binary(operator, ..) => by_rule(rule_of(*operator)),
            Op::Load(a) if self.function.is_whole_lent(a) && self.function.is_active(a) => {
                let (private, tangents) = (private(), self.tangents(a));
                quote!(let #dot = #private::copies_of(#tangents.each());)
            }
            Op::Load(a) if self.function.is_whole_slice(a) && self.function.is_active(a) => {
                let tangents = self.tangents(a);
                quote!(let #dot = #width.own_list(&#name, #tangents);)
            }
            Op::Load(a) => {
                let tangents = self.owned(a, name);
                quote!(let #dot = #tangents;)
            }
            Op::Repeat { value, .. } => {
                let tangents = self.tangents(value);
                quote!(let #dot = #width.repeat(&#name, #tangents);)
            }
            Op::Tuple(_) | Op::Array(..) => {
                let set = set_parts();
                quote!(let mut #dot = #width.zero(&#name); #set)
            }
            Op::Struct { fields, base, .. } => {
                let start = base.as_ref().map_or_else(|| quote!(#width.zero(&#name)), |base| self.owned(base, name));
                let of_fields = fields.iter().zip(ways_to_parts(op));
                let constant =
                    of_fields.filter(|((_, operand), _)| base.is_some() && !self.function.is_active(operand));
                let reset = constant.map(|(_, way)| {
                    let d = part();
                    quote!(#width.reset(&mut #dot, |#d| &mut #d #way, &#name #way);)
                });
                let set = set_parts();
                quote!(let mut #dot = #start; #(#reset)* #set)
            }
            _ => quote!(let #dot = #width.zero(&#name);),
        }
    }
}

/// Another name for a value whose name is hidden later.
pub(super) fn twin(var: &Var) -> Option<TokenStream> {
    let (name, unique) = (&var.name, &var.unique);
    var.shadowed.then(|| quote!(let #unique = &#name;))
}

/// `let (name, dot): (ty, _) = value;`
fn both(var: &Var, ty: Option<&syn::Type>, value: &TokenStream) -> TokenStream {
    let (name, twin) = (&var.name, twin(var));
    let colon = ty.map(|ty| quote!(: (#ty, _)));
    let dot = if var.active { dot(&var.unique).into_token_stream() } else { quote!(_) };
    quote!(let (#name, #dot) #colon = #value; #twin)
}

/// A call. Whoever is called writes the tangents to their place, so that large ones are not moved.
fn called(
    var: &Var,
    ty: Option<&syn::Type>,
    call: impl FnOnce(&TokenStream) -> (Option<TokenStream>, TokenStream),
) -> TokenStream {
    let (dot, width) = (dot(&var.unique), width());
    let made = var.active.then(|| quote!(let mut #dot = #width.to_come();));
    let place = if var.active { quote!(&mut #dot) } else { quote!(&mut #width.to_come()) };
    let (known, value) = call(&place);
    let value = alone(var, ty, &value);
    quote!(#known #made #value)
}

/// `let name: ty = value;`
fn alone(var: &Var, ty: Option<&syn::Type>, value: &TokenStream) -> TokenStream {
    let (name, twin) = (&var.name, twin(var));
    let colon = ty.map(|ty| quote!(: #ty));
    quote!(let #name #colon = #value; #twin)
}
