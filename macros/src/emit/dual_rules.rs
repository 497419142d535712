//! What a step computes, and its tangents: the statement of each operation in the forward half with tangents.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Ident;
use syn::spanned::Spanned;

use super::dual::{Dual, count, dot, width};
use super::forward::receiver;
use super::operands::part;
use super::{companion, link, operand_types, private, reference, tape};
use crate::differentiate::operands;
use crate::ir::{Block, Either, Method, Op, Operand, Operator, VarId, VarKind};
use crate::variant::{self, Part};
use crate::words::words;

impl Dual<'_> {
    /// `let name: ty = op;`
    pub(super) fn binding(&self, id: VarId, ty: Option<&syn::Type>, op: &Op) -> TokenStream {
        let var = self.var(id);
        let (name, dot, width) = (&var.name, dot(&var.unique), width());
        let twin = var.shadowed.then(|| {
            let unique = &var.unique;
            quote!(let #unique = &#name;)
        });
        let both = |value: TokenStream| {
            let colon = ty.map(|ty| quote!(: (#ty, _)));
            let dot = if var.active { quote!(#dot) } else { quote!(_) };
            quote!(let (#name, #dot) #colon = #value; #twin)
        };
        // Whoever is called writes the tangents to their place, so that large ones are not moved.
        let place_of_tangents = if var.active { quote!(&mut #dot) } else { quote!(&mut #width.to_come()) };
        let called = |value: TokenStream| {
            let place = var.active.then(|| quote!(let mut #dot = #width.to_come();));
            let colon = ty.map(|ty| quote!(: #ty));
            quote!(#place let #name #colon = #value; #twin)
        };
        let block = |block: &Block, end: &TokenStream| {
            if var.active { self.both(block, end) } else { self.value(block, end) }
        };
        let nothing = TokenStream::new();
        let taken_is = |which: &TokenStream| {
            let (private, t) = (private(), tape());
            self.left(&quote!(#private::tell(#t, #which);))
        };
        let blocks = |value: TokenStream| {
            if var.active {
                both(value)
            } else {
                let colon = ty.map(|ty| quote!(: #ty));
                quote!(let #name #colon = #value; #twin)
            }
        };
        match op {
            // Only the reverse half asks for it.
            Op::Reading { place, path, operand, .. } => {
                let (code, private) = (self.forward().binding(id, ty, op), private());
                if !self.var(place.var).active {
                    return code;
                }
                let ((companion, _), flag) = (companion(path), syn::Index::from(*operand));
                let is_whole = place.path.is_empty() && self.var(place.var).kind == VarKind::Local;
                let tangents = self.tangents(&Operand::Place(place.clone()));
                let tangents = if is_whole { quote!((#tangents).each_ref()) } else { quote!(#tangents.each()) };
                quote!(#code let #dot = #private::keep_tangents(#companion.reads().#flag, #tangents);)
            }
            Op::If { cond, then, otherwise } => {
                let (yes, no) = (block(then, &taken_is(&quote!(true))), block(otherwise, &taken_is(&quote!(false))));
                blocks(quote!(if #cond #yes else #no))
            }
            Op::Match { scrutinee, arms } => {
                let arms = arms.iter().enumerate().map(|(i, arm)| {
                    let (pattern, guard) = (&arm.pattern, arm.guard.as_ref().map(|guard| quote!(if #guard)));
                    let block = block(&arm.block, &taken_is(&quote!(#i)));
                    quote!(#pattern #guard => #block)
                });
                blocks(quote!(match #scrutinee { #(#arms)* }))
            }
            Op::Scope(inner) | Op::Again(inner, _) => blocks(block(inner, &nothing)),
            Op::Elements { index, maker, block: inner } => {
                blocks(self.elements(*index, maker, &block(inner, &nothing), var.active))
            }
            Op::Call { path, operands, either, link } => {
                let (known, call) = self.call(path, operands, either, *link, &place_of_tangents);
                let call = called(call);
                quote!(#known #call)
            }
            Op::Method(method) => {
                let (known, call) = self.method(method, &place_of_tangents);
                let call = called(call);
                quote!(#known #call)
            }
            Op::Nested(nested) if var.active => both(self.nested(nested)),
            op => {
                let code = self.forward().binding(id, ty, op);
                if !var.active {
                    return code;
                }
                // The name may hide one of the operands.
                let hides = operands(op).into_iter().any(|operand| words(reference(operand)).contains(name));
                if hides {
                    let y = Ident::new("__y", Span::mixed_site());
                    let (value, tangents) = (self.forward().value(ty, op, &y), self.rule(op, &y, &dot));
                    quote!(#value #tangents let #name = #y; #twin)
                } else {
                    let tangents = self.rule(op, name, &dot);
                    quote!(#code #tangents)
                }
            }
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
        let [places, i, y, y_dot] =
            ["places", "i", "y", "y_dot"].map(|name| Ident::new(&format!("__{name}"), Span::mixed_site()));
        quote!({
            let mut #places = #width.places();
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
        path: &syn::Path,
        operands: &[Operand],
        either: &[Either],
        number: usize,
        place: &TokenStream,
    ) -> (Option<TokenStream>, TokenStream) {
        let (t, width, (companion, turbofish)) = (tape(), width(), companion(path));
        let (before, tangents) = self.arguments(operands, either, &companion);
        let operands = operands.iter().map(reference);
        let (private, link) = (private(), link(number));
        let known = self.forward().told(|| quote!(let #link = #private::Ty::of(&#companion);));
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
        let (receiver, generics) = (receiver(&method.operands[0]), &method.generics);
        let mut rule = super::missing::rule_of(&method.name);
        rule.set_span(method.name.span());
        let (before, tangents) = self.arguments(&method.operands, &[], &TokenStream::new());
        let operands: Vec<_> = method.operands.iter().map(reference).collect();
        let (link, types) = (link(method.link), operand_types(method.link));
        let known = self.forward().told(|| {
            let private = private();
            let known = quote!(let #link = #private::Ty::of(&#receiver.#rule #generics()););
            quote_spanned!(method.name.span()=> #known let #types = #link.rule().operands(#(#operands),*);)
        });
        let call = quote_spanned!(method.name.span()=> #receiver.#rule #generics().dual(#t, #width.onward(), #place, #(#operands,)* #(#tangents),*));
        (known, quote!({ #before #call }))
    }

    /// `let dot = ..;` for an operation whose value has the name.
    fn rule(&self, op: &Op, name: &Ident, dot: &Ident) -> TokenStream {
        let width = width();
        let all: Vec<_> = operands(op).into_iter().map(|operand| self.tangents(operand)).collect();
        let values = operands(op).into_iter().map(|operand| self.operand(operand));
        let by_rule = |rule: &str| {
            let rule = Ident::new(rule, Span::call_site());
            quote!(let #dot = #width.#rule(#(#values,)* &#name, #(#all),*);)
        };
        let parts = |parts: &mut dyn Iterator<Item = TokenStream>| {
            let set = operands(op).into_iter().zip(parts).filter(|(operand, _)| self.function.is_active(operand));
            let set = set.map(|(operand, path)| {
                let (d, tangents, span) = (part(), self.tangents(operand), operand.written().span());
                let part = if path.is_empty() { quote!(*#d) } else { quote!(#d #path) };
                quote_spanned!(span=> #width.set(&mut #dot, |#d| &mut #part, #tangents);)
            });
            quote!(#(#set)*)
        };
        match op {
            Op::Neg(..) => by_rule("neg"),
            Op::Cast(..) => by_rule("cast"),
            Op::Binary(operator, ..) => by_rule(match operator {
                Operator::Add => "add",
                Operator::Sub => "sub",
                Operator::Mul => "mul",
                Operator::Div => "div",
                Operator::Rem => "rem",
            }),
            Op::Load(a) => {
                let tangents = self.owned(a, name);
                quote!(let #dot = #tangents;)
            }
            Op::Repeat { value, .. } => {
                let tangents = self.tangents(value);
                quote!(let #dot = #width.repeat(&#name, #tangents);)
            }
            Op::Tuple(_) => {
                let set = parts(&mut (0..).map(|i| {
                    let i = syn::Index::from(i);
                    quote!(.#i)
                }));
                quote!(let mut #dot = #width.zero(&#name); #set)
            }
            Op::Array(_) => {
                let set = parts(&mut (0..).map(|i| {
                    let i = syn::Index::from(i);
                    quote!([#i])
                }));
                quote!(let mut #dot = #width.zero(&#name); #set)
            }
            Op::Struct { path, fields, base } => {
                let field = |member| match variant::part(path, member) {
                    Part::Field(member) => quote!(.#member),
                    Part::Whole | Part::Nothing => TokenStream::new(),
                };
                let start = base.as_ref().map_or_else(|| quote!(#width.zero(&#name)), |base| self.owned(base, name));
                let constant = fields.iter().filter(|(_, operand)| base.is_some() && !self.function.is_active(operand));
                let reset = constant.map(|(member, _)| {
                    let (d, path) = (part(), field(member));
                    quote!(#width.reset(&mut #dot, |#d| &mut #d #path);)
                });
                let set = parts(&mut fields.iter().map(|(member, _)| field(member)));
                quote!(let mut #dot = #start; #(#reset)* #set)
            }
            _ => quote!(let #dot = #width.zero(&#name);),
        }
    }
}

/// The generic arguments at the end of a path.
pub(super) fn arguments_of(path: &syn::Path) -> Vec<TokenStream> {
    match path.segments.last().map(|last| &last.arguments) {
        Some(syn::PathArguments::AngleBracketed(arguments)) => {
            arguments.args.iter().map(ToTokens::to_token_stream).collect()
        }
        _ => Vec::new(),
    }
}
