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
use std::collections::HashMap;

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{BinOp, Ident};

use super::forward::Forward;
use super::forward_loops::counted;
use super::reference;
use crate::ir::{Block, Change, Function, Header, Loop, Operand, Place, Step, Var, VarId, VarKind};
use crate::library::private;
use crate::naming::{beside, count, dot, hygienic, result_dot, tape, width};
use crate::plan::Plan;
use crate::plan::link_layout::Links;
use crate::plan::witnesses::tangent_witnesses;
use crate::words::words;

/// Writes forward mode.
pub(super) struct Dual<'f> {
    pub(super) function: &'f Function,
    /// Writes the values: with what the reverse half is told, or without.
    told: Forward<'f>,
    silent: Forward<'f>,
    /// Whether the reverse half has nothing to do for these steps.
    quiet: Cell<bool>,
    /// Whether there are enums or structs whose types the guard looks at.
    pub(super) sees: bool,
    pub(super) plan: &'f Plan<'f>,
    /// How the indices of places are written here.
    pub(super) names: HashMap<String, TokenStream>,
}

impl<'f> Dual<'f> {
    pub fn new(plan: &'f Plan<'f>, sees: bool) -> Self {
        let Plan { function, indices, .. } = plan;
        let private = private();
        let names = function.vars.iter().enumerate().filter_map(|(i, var)| {
            let (name, at) = (&var.name, beside(&var.unique, "at"));
            let written = match var.kind {
                _ if var.change == Change::Counter => quote!(#name),
                // Another name would borrow it.
                _ if var.changes() => quote!(#private::Read::live(&#name)),
                VarKind::Param { by_ref: false } if indices.contains(&VarId(i)) => quote!((*#at)),
                _ if var.kind == VarKind::Index || indices.contains(&VarId(i)) => quote!(#at),
                _ => return None,
            };
            Some((var.unique.to_string(), written))
        });
        let names = names.collect();
        let told = Forward::dual(plan);
        let silent = told.quiet_if(true);
        Self { plan, function, told, silent, quiet: Cell::new(false), names, sees }
    }

    pub fn links(&self) -> &Links<'f> {
        self.told.links
    }

    /// Writes the values.
    pub(super) fn forward(&self) -> &Forward<'f> {
        if self.quiet.get() { &self.silent } else { &self.told }
    }

    /// Other names for the parameters that indices are made of.
    pub fn parameters(&self) -> TokenStream {
        let of_index = self.function.params.iter().filter(|param| self.plan.indices.contains(&param.var));
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
        code.extend(self.forward().told(|| self.links().index_told(block.id).unwrap_or_default()));
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
        let (values, told) = (self.told.pushes(block.id), self.links().told(block.id));
        let tangents = tangent_witnesses(self.told.facts, block.id);
        let tangents = tangents.iter().map(|witness| {
            self.told.pushed_tangents(witness, |kept| {
                let dot = dot(&self.var(kept.var).unique);
                quote!(&#dot)
            })
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
        let y = hygienic("__y");
        let (written, tangents) = (value.written(), self.tangents_at_end(value, &self.function.body, &y));
        let checked = quote_spanned!(span=> let #y: #output = #written;);
        quote!(#checked *__Sweep::lent(#place) = #tangents; return __Sweep::finish(#y);)
    }

    /// The same of the body of a closure, which writes the tangents to a place.
    pub(super) fn result_of_closure(&self, place: &Ident) -> Option<TokenStream> {
        let operand = self.function.body.value.as_ref()?;
        let (value, y) = (self.forward().inner_value(&self.function.body)?, hygienic("__y"));
        let tangents = self.tangents_at_end(operand, &self.function.body, &y);
        Some(quote!(let #y = #value; *#place = #tangents; #y))
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
            Step::Assign { place, value, .. } => self.assign(step, place, value),
            Step::Accumulate { place, op, value, link: Some(number) } => {
                self.accumulated_by_rule(place, op, value, *number)
            }
            Step::Accumulate { place, op, value, link: None } => {
                let code = self.forward().step(step);
                if !self.function.is_active(value) || !self.function.takes_cotangent(place) {
                    return code;
                }
                let (width, count, value, tangents) = (width(), count(), reference(value), self.tangents(value));
                let [given, k] = ["__given", "__k"].map(hygienic);
                let tangent = self.changed(place, &k);
                let op: &BinOp = op;
                let private = private();
                quote!({
                    let #given = #width.own(#value, #tangents);
                    for #k in 0..#count { #tangent #op #private::of(&#given[#k]).own(); }
                } #code)
            }
            Step::Rearrange { place, method, arguments } => {
                let code = self.forward().step(step);
                if !self.function.takes_cotangent(place) {
                    return code;
                }
                let (count, k) = (count(), hygienic("__k"));
                let (tangent, arguments) = (self.changed(place, &k), arguments.iter().map(Operand::written));
                quote!(for #k in 0..#count { <[_]>::#method(&mut #tangent, #(#arguments),*); } #code)
            }
            Step::Insert { place, at, value } => self.insert(place, at.as_ref(), value),
            Step::Loop(looped) => self.repetition(looped),
        }
    }

    /// An element is put into a list, and its tangents into theirs.
    fn insert(&self, place: &Place, at: Option<&Operand>, value: &Operand) -> TokenStream {
        // The type of a literal is that of the elements.
        let named = if let Operand::Constant { expr, again, is_ref } = value {
            let name = crate::syntax::expression(hygienic("__pushed"));
            let constant = Operand::Constant { expr: name.clone(), again: again.clone(), is_ref: *is_ref };
            Some((quote!(let #name = #expr;), constant))
        } else {
            None
        };
        let (declaration, value) = named.as_ref().map_or((None, value), |(before, value)| (Some(before), value));
        let code = self.forward().insert(place, at, value);
        let (width, dot, part) = (width(), self.dot_of(place), self.part(place));
        let (value, tangents) = (reference(value), self.tangents(value));
        let tangents = if let Some(at) = at.map(Operand::written) {
            quote!(#width.insert(&mut #dot, #part, #at, #value, #tangents);)
        } else {
            quote!(#width.push(&mut #dot, #part, #value, #tangents);)
        };
        quote!(#declaration #tangents #code)
    }

    /// The tangents of the variable of a place.
    pub(super) fn dot_of(&self, place: &Place) -> Ident {
        dot(&self.var(place.var).unique)
    }

    fn repetition(&self, looped: &Loop) -> TokenStream {
        let head = self.forward().head(looped);
        let body = self.block(&looped.body);
        let until = looped.until.as_ref().map(|flag| quote!(if #flag { break; }));
        let index = match &looped.header {
            Header::Range { index, .. } => self.loop_index(*index),
            Header::Each { .. } | Header::While(_) => TokenStream::new(),
        };
        if self.quiet.get() || !looped.is_counted() {
            return quote!(#head { #index #body #until });
        }
        let (private, t) = (private(), tape());
        counted(&head, &quote!(#index #body #until), |times| self.left(&quote!(#private::tell(#t, #times);)))
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
            if !self.function.is_active(value) {
                let written = &place.written;
                return quote!(#code #width.reset(&mut #dot, #part, &#written););
            }
            let value = self.operand(value);
            return quote!(#width.assign(&mut #dot, #part, #value, #tangents); #code);
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
        let [y, y_dot] = ["y", "y_dot"].map(|name| hygienic(&format!("__{name}")));
        let tangents = self.tangents_at_end(operand, block, &y);
        quote!({ #steps #end let #y = #value; let #y_dot = #tangents; (#y, #y_dot) })
    }

    /// Another name for a variable that an index is made of.
    pub(super) fn index(&self, var: VarId) -> TokenStream {
        if !self.plan.indices.contains(&var) {
            return TokenStream::new();
        }
        let var = self.var(var);
        let (private, name, at) = (private(), &var.name, beside(&var.unique, "at"));
        if var.again.is_some() {
            return if var.is_reference { quote!(let #at = #name;) } else { quote!(let #at = &#name;) };
        }
        quote!(let #at = #private::Read::live(&#name);)
    }

    /// The same for the index of a loop.
    pub(super) fn loop_index(&self, index: VarId) -> TokenStream {
        let var = self.var(index);
        let (name, at) = (&var.name, beside(&var.unique, "at"));
        quote!(let #at = #name;)
    }
}
