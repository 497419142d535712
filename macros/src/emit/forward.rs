//! The forward half: the user's statements in A-normal form, and what goes on the tape.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::{
    array, changing, companion, is_counted, length, link, operand_types, private, private_at, reference, taken, tape,
    times, tuple, witnesses, written,
};
use crate::classify::{Facts, Kept, Need};
use crate::ir::{Block, Change, Function, Header, Loop, Method, Op, Operand, Param, Place, Step, VarId};

/// Writes forward halves; with `sizes` also the types of the operands of every call.
pub(super) struct Forward<'f> {
    pub function: &'f Function,
    pub facts: &'f [Facts],
    pub sizes: bool,
}

impl Forward<'_> {
    /// Parameters by value are owned in the body, and patterns are taken apart.
    pub fn parameters<'p>(
        params: impl IntoIterator<Item = &'p Param>,
        function: &Function,
    ) -> (TokenStream, TokenStream) {
        let mut owned = TokenStream::new();
        let mut parts = TokenStream::new();
        for param in params {
            let name = &function.var(param.var).name;
            if param.reference.is_none() {
                let ty = &param.ty;
                let private = private_at(ty.span());
                owned.extend(quote_spanned!(ty.span()=> let #name = #private::own(#name);));
            }
            if let Some(pattern) = &param.pattern {
                parts.extend(quote!(let #pattern = #name;));
            }
        }
        (owned, parts)
    }

    /// The steps of a block and its pushes; its value is written by the caller.
    pub fn block(&self, block: &Block) -> TokenStream {
        let steps = block.steps.iter().map(|step| self.step(step));
        let t = tape();
        let pushes = witnesses(self.facts, block.id).into_iter().map(|witness| {
            let name = &witness.name;
            let values = tuple(witness.kept.iter().map(|kept| self.kept(kept.var)));
            let flags = tuple(witness.kept.iter().map(|kept| self.flag(kept)));
            quote!(#name.push(#t, #values, #flags);)
        });
        let items = &block.items;
        quote!(#items #(#steps)* #(#pushes)*)
    }

    /// Whether a value is read again, and whether it is computed then.
    fn flag(&self, kept: &Kept) -> TokenStream {
        let (private, flags) = (private(), self.flags(&kept.needs));
        if kept.is_again() { quote!(#private::again(#flags)) } else { flags }
    }

    /// Whether one of those who may read a value does.
    fn flags(&self, needs: &[Need]) -> TokenStream {
        let private = private();
        if needs.contains(&Need::Always) {
            return quote!(#private::Yes);
        }
        let mut flags = needs.iter().map(|need| match need {
            Need::Always => quote!(#private::Yes),
            Need::Flag { link: number, flag } => {
                let (link, flag) = (link(*number), syn::Index::from(*flag));
                quote!(#link.rule().reads().#flag)
            }
            Need::Again { var, needs } => {
                let (value, flags) = (self.kept(*var), self.flags(needs));
                quote!(#private::if_again(#value, #flags))
            }
        });
        let Some(first) = flags.next() else { return quote!(#private::No) };
        flags.fold(first, |all, flag| quote!(#private::or(#all, #flag)))
    }

    /// A reference to a value of a block, at the end of the block.
    fn kept(&self, var: VarId) -> TokenStream {
        let var = self.function.var(var);
        if var.shadowed {
            let unique = &var.unique;
            quote!(#unique)
        } else {
            let name = &var.name;
            quote!(&#name)
        }
    }

    fn step(&self, step: &Step) -> TokenStream {
        match step {
            Step::Verbatim { tokens, binds } => {
                let twins =
                    binds.iter().map(|var| self.function.var(*var)).filter(|var| var.shadowed && !var.changes()).map(
                        |var| {
                            let (unique, name) = (&var.unique, &var.name);
                            quote!(let #unique = &#name;)
                        },
                    );
                quote!(#tokens #(#twins)*)
            }
            Step::Let { var, ty, op } => {
                let var = self.function.var(*var);
                let name = &var.name;
                let colon = ty.as_ref().map(|ty| quote!(: #ty));
                let (before, value) = self.op(op);
                let twin = var.shadowed.then(|| {
                    let unique = &var.unique;
                    quote!(let #unique = &#name;)
                });
                let known = if let Op::Elements { block, .. } = op {
                    let (array, private) = (array(block.id), private());
                    Some(quote!(#array.same(#private::length_of(&#name));))
                } else {
                    None
                };
                quote!(#before let #name #colon = #value; #known #twin)
            }
            Step::Declare { var, ty, value } => {
                let var = self.function.var(*var);
                let (name, link) = (&var.name, changing(var));
                let colon = ty.as_ref().map(|ty| quote!(: #ty));
                match value.as_ref().map(owned) {
                    Some(value) => quote!(let mut #name #colon = #value; #link.is(&#name);),
                    None if var.change == Change::Carrier => {
                        quote!(let mut #name = ::core::option::Option::None; #link.is_in(&#name);)
                    }
                    None => quote!(let mut #name #colon;),
                }
            }
            Step::Assign { place, value } => {
                let (left, value) = (&place.written, owned(value));
                let var = self.function.var(place.var);
                if var.change == Change::Carrier && place.path.is_empty() {
                    let name = &var.name;
                    return quote!(#name = ::core::option::Option::Some(#value););
                }
                let known = (var.change == Change::Late && place.path.is_empty()).then(|| {
                    let link = changing(var);
                    quote!(#link.is(&#left);)
                });
                quote!(#left = #value; #known)
            }
            Step::Accumulate { place, op, value } => {
                let (left, value) = (&place.written, written(value));
                quote!(#left #op #value;)
            }
            Step::Count { written, .. } => quote!(#written;),
            Step::Loop(looped) => self.repetition(looped),
        }
    }

    fn repetition(&self, looped: &Loop) -> TokenStream {
        let (private, t) = (private(), tape());
        let head = match &looped.header {
            Header::Range { index, from, inclusive, to, reversed, .. } => {
                let (index, from, to) = (&self.function.var(*index).name, written(from), written(to));
                let dots = if *inclusive { quote!(..=) } else { quote!(..) };
                let reversed = reversed.then(|| quote!(.rev()));
                quote!(for #index in (#from #dots #to) #reversed)
            }
            Header::Each { pattern, iterator } => quote!(for #pattern in #iterator),
            Header::While(condition) => quote!(while #condition),
        };
        let lengths = looped.lengths.iter().map(|(link, place)| {
            let link = length(*link);
            let private = super::private();
            quote!(#link.same(#private::length_of(&#place));)
        });
        let head = quote!(#(#lengths)* #head);
        let body = self.block(&looped.body);
        let until = looped.until.as_ref().map(|flag| quote!(if #flag { break; }));
        if !is_counted(looped) {
            return quote!(#head { #body });
        }
        let count = times(looped.body.id);
        let times = Ident::new("times", Span::mixed_site());
        quote! {
            let mut #times = 0_usize;
            #head {
                #times += 1;
                #body
                #until
            }
            #count.push(#t, (&#times,), (#private::Yes,));
        }
    }

    /// What has to happen before the value is there, and the value.
    fn op(&self, op: &Op) -> (TokenStream, TokenStream) {
        let mut before = TokenStream::new();
        let value = match op {
            Op::Inactive(expr) => quote!(#expr),
            Op::Load(a) => owned_copy(a),
            Op::Neg(minus, a) => {
                let a = written(a);
                quote!(#minus #a)
            }
            Op::Binary(_, token, a, b) => {
                let (a, b) = (written(a), written(b));
                quote!(#a #token #b)
            }
            Op::Cast(a, ty) => {
                let a = written(a);
                quote!(#a as #ty)
            }
            Op::Call { path, operands, link } => {
                let (companion, turbofish) = companion(path);
                let rule = super::link(*link);
                before.extend(quote!(#rule.is(&#companion);));
                let operands: Vec<_> = operands.iter().map(reference).collect();
                if self.sizes {
                    let types = operand_types(*link);
                    before.extend(quote!(#types.same(#companion.operands #turbofish(#(#operands),*));));
                }
                let t = tape();
                quote!(#companion.fwd #turbofish(#t, #(#operands),*))
            }
            Op::Method(method) => self.method(method, &mut before),
            Op::Tuple(operands) => {
                let operands = tuple(operands.iter().map(owned));
                quote!(#operands)
            }
            Op::Array(operands) => {
                let operands = operands.iter().map(owned);
                quote!([#(#operands),*])
            }
            Op::Repeat { value, count } => {
                let value = owned(value);
                quote!([#value; #count])
            }
            Op::Elements { index, maker, block } => {
                let index = &self.function.var(*index).name;
                let (steps, value) = (self.block(block), block.value.as_ref().map(owned));
                quote!(#maker(|#index: ::core::primitive::usize| { #steps #value }))
            }
            Op::Struct { path, fields, base } => {
                let fields = fields.iter().map(|(member, operand)| {
                    let value = owned(operand);
                    quote!(#member: #value)
                });
                let base = base.as_ref().map(|base| {
                    let base = owned(base);
                    quote!(, ..#base)
                });
                quote!(#path { #(#fields),* #base })
            }
            Op::If { cond, then, otherwise } => {
                let tag = taken(then.id);
                let (yes, no) = (self.branch(then, &tag, &quote!(true)), self.branch(otherwise, &tag, &quote!(false)));
                quote!(if #cond #yes else #no)
            }
            Op::Match { scrutinee, arms } => {
                let arms = arms.iter().enumerate().map(|(i, arm)| {
                    let (pattern, guard) = (&arm.pattern, arm.guard.as_ref().map(|guard| quote!(if #guard)));
                    let block = self.branch(&arm.block, &taken(arms[0].block.id), &quote!(#i));
                    quote!(#pattern #guard => #block)
                });
                quote!(match #scrutinee { #(#arms)* })
            }
            Op::Scope(block) => {
                let (steps, value) = (self.block(block), inner_value(block));
                quote!({ #steps #value })
            }
        };
        (before, value)
    }

    fn branch(&self, block: &Block, tag: &Ident, taken: &TokenStream) -> TokenStream {
        let (private, t) = (private(), tape());
        let (steps, value) = (self.block(block), inner_value(block));
        quote!({ #steps #tag.push(#t, (&#taken,), (#private::Yes,)); #value })
    }

    fn method(&self, method: &Method, before: &mut TokenStream) -> TokenStream {
        let Method { name, generics, operands, link: number } = method;
        let link = link(*number);
        let receiver = receiver(&operands[0]);
        let rule = proc_macro2::Ident::new(
            &format!("derivative_of_{}", name.to_string().trim_start_matches("r#")),
            name.span(),
        );
        before.extend(quote!(#link.is(&#receiver.#rule #generics());));
        let operands: Vec<_> = operands.iter().map(reference).collect();
        if self.sizes {
            let types = operand_types(*number);
            before.extend(quote_spanned!(name.span()=> #types.same(#link.rule().operands(#(#operands),*));));
        }
        let t = tape();
        quote_spanned!(name.span()=> #link.rule().fwd(#t, #(#operands),*))
    }
}

/// A copy of what an operand holds.
fn owned_copy(operand: &Operand) -> TokenStream {
    let (private, value) = (private(), reference(operand));
    quote!(#private::own(#value))
}

/// An operand that moves into another value: a copy, because the original may still go on the tape.
fn owned(operand: &Operand) -> TokenStream {
    match operand {
        Operand::Place(Place { is_ref: false, .. }) => owned_copy(operand),
        _ => written(operand),
    }
}

/// The value of a block inside another: what is declared outside stays there.
fn inner_value(block: &Block) -> Option<TokenStream> {
    let value = block.value.as_ref()?;
    let is_own = |var| block.steps.iter().any(|step| matches!(step, Step::Let { var: own, .. } if *own == var));
    Some(match value {
        Operand::Place(place) if !is_own(place.var) => owned(value),
        _ => written(value),
    })
}

/// The receiver of a method call, in parentheses where the syntax needs them.
fn receiver(operand: &Operand) -> TokenStream {
    match operand {
        Operand::Place(Place { written: syn::Expr::Reference(_) | syn::Expr::Unary(_), .. })
        | Operand::Constant { .. } => {
            let written = written(operand);
            quote!((#written))
        }
        Operand::Place(_) | Operand::Lent(_) => written(operand),
    }
}
