//! The forward half with tangents: the user's statements in A-normal form, and beside each value its tangents along `K`
//! directions.
//!
//! ```text
//! // forward half               // with tangents
//! let v0 = x * y;               let v0 = x * y;
//!                               let v0_dot = width.mul(&x, &y, &v0, x_dot, y_dot);
//! let v1 = sin.fwd(t, &v0);     let v1 = sin.dual(t, width, &mut v1_dot, &v0, &v0_dot);
//! ```
//!
//! Alone it is forward mode, and leaves nothing on the tape. As one half of two it leaves there what the other reads: values, and
//! after them their tangents.
//!
//! The tangents of a parameter are what the caller gave, or nothing; those of a variable are an array, `[Ct<T>; K]`, that changes as
//! the variable does. No name of the user's hides one of them.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{BinOp, Ident};

use super::forward::Forward;
use super::links::Links;
use super::moving::{Moving, moving};
use super::{is_counted, private, reference, tape, tuple};
use crate::classify::Facts;
use crate::differentiate::operands;
use crate::ir::{Block, Change, Function, Header, Loop, Operand, Place, Projection, Step, Var, VarId, VarKind};
use crate::words::words;

/// Writes forward mode.
pub(super) struct Dual<'f> {
    pub(super) function: &'f Function,
    facts: &'f [Facts],
    /// Writes the values: with what the reverse half is told, or without.
    told: Forward<'f>,
    silent: Forward<'f>,
    /// Whether the reverse half has nothing to do for these steps.
    quiet: Cell<bool>,
    /// Whether there are enums or structs whose types the guard looks at.
    pub(super) sees: bool,
    /// Variables that indices are made of, which have a name here that nothing hides.
    indices: HashSet<VarId>,
    /// How the indices of places are written here.
    pub(super) names: HashMap<String, TokenStream>,
}

/// How many directions there are, as a value.
pub(super) fn width() -> Ident {
    Ident::new("__width", Span::mixed_site())
}

/// The same as a generic parameter.
pub(super) fn count() -> Ident {
    Ident::new("__K", Span::call_site())
}

/// The place of the tangents of the result.
pub(super) fn result_dot() -> Ident {
    Ident::new("__result_dot", Span::mixed_site())
}

/// The tangents of a variable or parameter.
pub(super) fn dot(name: &Ident) -> Ident {
    beside(name, "dot")
}

pub(super) fn beside(name: &Ident, what: &str) -> Ident {
    let base = name.to_string();
    Ident::new(&format!("{}_{what}", base.trim_start_matches("r#")), Span::mixed_site())
}

impl<'f> Dual<'f> {
    pub fn new(function: &'f Function, facts: &'f [Facts], sees: bool) -> Self {
        let (mut indices, mut named) = (HashSet::new(), HashSet::new());
        places_of(&function.body, &mut |place| {
            indices.extend(place.indices());
            for step in &place.path {
                if let Projection::Index { again, .. } = step {
                    named.extend(words(again.to_token_stream()).iter().map(Ident::to_string));
                }
            }
        });
        let private = private();
        let names = function.vars.iter().enumerate().filter_map(|(i, var)| {
            let (name, at) = (&var.name, beside(&var.unique, "at"));
            let written = match var.kind {
                _ if var.change == Change::Counter => quote!(#name),
                // Another name would borrow it.
                _ if var.changes() => quote!(#private::Read::live(&#name)),
                VarKind::Param { by_ref } if named.contains(&var.unique.to_string()) => {
                    indices.insert(VarId(i));
                    if by_ref { quote!(#at) } else { quote!((*#at)) }
                }
                _ if var.kind == VarKind::Index || indices.contains(&VarId(i)) => quote!(#at),
                _ => return None,
            };
            Some((var.unique.to_string(), written))
        });
        let names = names.collect();
        let told = Forward::dual(function, facts);
        let silent = told.quiet_if(true);
        Self { function, facts, told, silent, quiet: Cell::new(false), names, sees, indices }
    }

    pub fn links(&self) -> &Links<'f> {
        &self.told.links
    }

    /// Writes the values.
    pub(super) fn forward(&self) -> &Forward<'f> {
        if self.quiet.get() { &self.silent } else { &self.told }
    }

    /// Other names for the parameters that indices are made of.
    pub fn parameters(&self) -> TokenStream {
        let of_index = self.function.params.iter().filter(|param| self.indices.contains(&param.var));
        let names = of_index.map(|param| {
            let var = self.var(param.var);
            let (name, at) = (&var.name, beside(&var.unique, "at"));
            let borrow = param.reference.is_none().then(|| quote!(&));
            quote!(let #at = #borrow #name;)
        });
        names.collect()
    }

    pub(super) fn var(&self, id: VarId) -> &'f Var {
        self.function.var(id)
    }

    /// The steps of a block; its value is written by the caller.
    pub fn block(&self, block: &Block) -> TokenStream {
        let mut code = block.items.clone();
        for step in &block.steps {
            let before = self.quiet.get();
            if !before {
                code.extend(self.links().before(step));
            }
            self.quiet.set(before || !step.is_mirrored(&self.function.vars));
            code.extend(self.step(step));
            self.quiet.set(before);
            code.extend(self.forward().types_known(step));
        }
        if self.quiet.get() {
            return code;
        }
        let (private, t) = (private(), tape());
        let (values, told) = (self.told.pushes(block.id), self.links().told(block.id));
        let tangents = moving(self.facts, block.id).into_iter().map(|Moving { name, kept }| {
            let dots = tuple(kept.iter().map(|kept| {
                let dot = dot(&self.var(kept.var).unique);
                quote!(&#dot)
            }));
            let flags = tuple(kept.iter().map(|kept| self.told.flags(&kept.needs)));
            quote!(let #name = #private::Saved::pushed(#t, #dots, #flags);)
        });
        // What is told may be what was pushed.
        let pushes = quote!(#values #(#tangents)*);
        code.extend(if pushes.is_empty() { quote!(#told) } else { self.left(&quote!(#pushes #told)) });
        code
    }

    /// What only goes on the tape.
    pub(super) fn left(&self, pushes: &TokenStream) -> TokenStream {
        if self.quiet.get() || pushes.is_empty() { TokenStream::new() } else { quote!(if __Sweep::TAPED { #pushes };) }
    }

    /// What the body of a function gives: the value, of the type `output`, and its tangents. Without a value it gives nothing, or
    /// has left.
    pub fn result(&self, output: &TokenStream, span: Span, is_unit: bool) -> TokenStream {
        let place = result_dot();
        let Some(value) = &self.function.body.value else {
            return if is_unit { quote!(return __Sweep::finish(());) } else { TokenStream::new() };
        };
        let y = Ident::new("__y", Span::mixed_site());
        let (written, tangents) = (value.written(), self.tangents_at_end(value, &self.function.body, &y));
        let checked = quote_spanned!(span=> let #y: #output = #written;);
        quote!(#checked *__Sweep::lent(#place) = #tangents; return __Sweep::finish(#y);)
    }

    fn step(&self, step: &Step) -> TokenStream {
        match step {
            Step::Verbatim { binds, .. } => {
                let (code, indices) = (self.forward().step(step), binds.iter().map(|var| self.index(*var)));
                quote!(#code #(#indices)*)
            }
            Step::Alias { .. } | Step::Count { .. } => self.forward().step(step),
            Step::Let { var, ty, op } => {
                let (code, index) = (self.binding(*var, ty.as_ref(), op), self.index(*var));
                quote!(#code #index)
            }
            Step::Declare { var, value, .. } => {
                let (of, code) = (self.var(*var), self.forward().step(step));
                let dot = dot(&of.unique);
                if !of.active {
                    return code;
                }
                match value {
                    // The name hides a part of the index that leads to the value.
                    Some(value) if words(self.tangents(value)).contains(&of.name) => {
                        let (width, value, tangents) = (width(), reference(value), self.tangents(value));
                        quote!(let mut #dot = #width.own(#value, #tangents); #code)
                    }
                    Some(value) => {
                        let tangents = self.owned(value, &of.name);
                        quote!(#code let mut #dot = #tangents;)
                    }
                    None if of.change == Change::Carrier => {
                        let (width, name) = (width(), &of.name);
                        quote!(#code let mut #dot = #width.none(&#name);)
                    }
                    None => quote!(#code let mut #dot;),
                }
            }
            Step::Assign { place, value } => self.assign(step, place, value),
            Step::Accumulate { place, op, value } => {
                let code = self.forward().step(step);
                if !self.function.is_active(value) || !self.function.takes_cotangent(place) {
                    return code;
                }
                let (width, count, value, tangents) = (width(), count(), reference(value), self.tangents(value));
                let [given, k] = ["__given", "__k"].map(|name| Ident::new(name, Span::mixed_site()));
                let tangent = self.changed(place, &k);
                let op: &BinOp = op;
                quote!({
                    let #given = #width.own(#value, #tangents);
                    for #k in 0..#count { #tangent #op #given[#k]; }
                } #code)
            }
            Step::Rearrange { place, method, arguments } => {
                let code = self.forward().step(step);
                if !self.function.takes_cotangent(place) {
                    return code;
                }
                let (count, k) = (count(), Ident::new("__k", Span::mixed_site()));
                let (tangent, arguments) = (self.changed(place, &k), arguments.iter().map(Operand::written));
                quote!(for #k in 0..#count { <[_]>::#method(&mut #tangent, #(#arguments),*); } #code)
            }
            Step::Loop(looped) => self.repetition(looped),
        }
    }

    fn repetition(&self, looped: &Loop) -> TokenStream {
        let head = self.forward().head(looped);
        let body = self.block(&looped.body);
        let until = looped.until.as_ref().map(|flag| quote!(if #flag { break; }));
        let index = match &looped.header {
            Header::Range { index, .. } => self.loop_index(*index),
            Header::Each { .. } | Header::While(_) => TokenStream::new(),
        };
        if self.quiet.get() || !is_counted(looped) {
            return quote!(#head { #index #body #until });
        }
        let (private, t) = (private(), tape());
        let times = Ident::new("times", Span::mixed_site());
        let left = self.left(&quote!(#private::tell(#t, #times);));
        quote! {
            let mut #times = 0_usize;
            #head {
                #times += 1;
                #index
                #body
                #until
            }
            #left
        }
    }

    /// `place = value;`
    fn assign(&self, step: &Step, place: &Place, value: &Operand) -> TokenStream {
        let (code, var) = (self.forward().step(step), self.var(place.var));
        if !self.function.takes_cotangent(place) {
            return code;
        }
        let (width, dot) = (width(), dot(&var.unique));
        if !place.path.is_empty() || var.kind == VarKind::Lent {
            let (part, tangents) = (self.part(place), self.tangents(value));
            return quote!(#width.set(&mut #dot, #part, #tangents); #code);
        }
        let written = &place.written;
        if var.change == Change::Carrier {
            let (private, name) = (private(), &var.name);
            let tangents = self.owned_of(value, &quote!(#private::reached(&#name)));
            return quote!(#code #dot = ::core::option::Option::Some(#tangents););
        }
        let tangents = self.owned_of(value, &quote!(&#written));
        quote!(#code #dot = #tangents;)
    }

    /// A block as an expression.
    pub(super) fn value(&self, block: &Block, end: &TokenStream) -> TokenStream {
        let (steps, value) = (self.block(block), self.forward().inner_value(block));
        quote!({ #steps #end #value })
    }

    /// A block as an expression that gives its value and the tangents of that.
    pub(super) fn both(&self, block: &Block, end: &TokenStream) -> TokenStream {
        let steps = self.block(block);
        // One without a value leaves.
        let (Some(operand), Some(value)) = (&block.value, self.forward().inner_value(block)) else {
            return quote!({ #steps #end });
        };
        let [y, y_dot] = ["y", "y_dot"].map(|name| Ident::new(&format!("__{name}"), Span::mixed_site()));
        let tangents = self.tangents_at_end(operand, block, &y);
        quote!({ #steps #end let #y = #value; let #y_dot = #tangents; (#y, #y_dot) })
    }

    /// Another name for a variable that an index is made of.
    pub(super) fn index(&self, var: VarId) -> TokenStream {
        if !self.indices.contains(&var) {
            return TokenStream::new();
        }
        let var = self.var(var);
        let (private, name, at) = (private(), &var.name, beside(&var.unique, "at"));
        quote!(let #at = #private::Read::live(&#name);)
    }

    /// The same for the index of a loop.
    pub(super) fn loop_index(&self, index: VarId) -> TokenStream {
        let var = self.var(index);
        let (name, at) = (&var.name, beside(&var.unique, "at"));
        quote!(let #at = #name;)
    }
}

/// All places that a block names.
fn places_of(block: &Block, found: &mut dyn FnMut(&Place)) {
    fn operand(operand: &Operand, found: &mut dyn FnMut(&Place)) {
        if let Operand::Place(place) | Operand::Lent(place) = operand {
            found(place);
        }
    }
    for step in &block.steps {
        match step {
            Step::Let { op, .. } => operands(op).into_iter().for_each(|of| operand(of, found)),
            Step::Declare { value, .. } => value.iter().for_each(|value| operand(value, found)),
            Step::Assign { place, value } | Step::Accumulate { place, value, .. } => {
                found(place);
                operand(value, found);
            }
            Step::Rearrange { place, .. } => found(place),
            Step::Verbatim { .. } | Step::Alias { .. } | Step::Count { .. } | Step::Loop(_) => {}
        }
        step.blocks().into_iter().for_each(|inner| places_of(inner, found));
    }
    block.value.iter().for_each(|value| operand(value, found));
}
