//! A `Vec` that grows and shrinks. What puts one element in, or takes elements out, is a step of its own; everything else is written in
//! terms of these. That the list is a `Vec` their functions show.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, Ident, Pat, Type, UnOp, parse_quote, parse_quote_spanned};

use super::{Binder, Meaning, peel};
use crate::desugar::iterators::drained;
use crate::ir::{Op, Operand, Place, Projection, Step, VarKind};
use crate::naming::hygienic;
use crate::syntax::{after_let, apart_from_blocks, starts_upper};

impl Binder<'_> {
    /// Whether a call is of a method that changes the length of a `Vec`, and a derivative flows through its elements.
    pub(super) fn changes_length(&self, call: &ExprMethodCall) -> bool {
        let brings = match (call.method.to_string().as_str(), call.args.len()) {
            ("push" | "extend" | "extend_from_slice", 1) | ("insert" | "resize", 2) => {
                call.args.last().is_some_and(|value| self.is_active(value))
            }
            ("append", 1) => self.changes_active(&call.args[0]),
            ("pop" | "clear" | "shrink_to_fit", 0)
            | (
                "remove" | "swap_remove" | "split_off" | "truncate" | "drain" | "retain" | "reserve" | "reserve_exact",
                1,
            ) => false,
            _ => return false,
        };
        self.is_changed(&call.receiver)
            && !self.is_of_another_type(&call.receiver)
            && (brings || self.changes_active(&call.receiver))
    }

    /// Notes that a variable is no list, if its declaration shows that: `Type { .. }`, `Type::new(..)`, `name: Type`.
    pub(super) fn note_type(&mut self, name: &Ident, ty: Option<&Type>, value: Option<&Expr>) {
        let Some(var) = self.meaning(name).map(|meaning| meaning.var) else { return };
        let is_copy = value.is_some_and(|value| self.is_own_struct(copied(value)));
        if is_copy || ty.map_or_else(|| value.is_some_and(makes_another), names_another) {
            self.own_types.insert(var);
        }
        if is_copy || matches!(value, Some(Expr::Struct(_))) {
            self.own_structs.insert(var);
        }
    }

    /// Whether an expression names a variable whose type is a struct of the program, so that its methods are the program's too.
    pub(super) fn is_own_struct(&self, expr: &Expr) -> bool {
        self.lookup(peel(expr))
            .is_some_and(|meaning| meaning.path.is_empty() && self.own_structs.contains(&meaning.var))
    }

    pub(super) fn is_of_another_type(&self, expr: &Expr) -> bool {
        self.lookup(peel(expr)).is_some_and(|meaning| meaning.path.is_empty() && self.own_types.contains(&meaning.var))
    }

    /// Whether such a call has no value.
    pub(super) fn is_growth(&self, call: &ExprMethodCall) -> bool {
        let has_value = ["pop", "remove", "swap_remove", "split_off"].iter().any(|method| call.method == method);
        !has_value && self.changes_length(call)
    }

    /// Such a call whose value nobody uses.
    pub(super) fn change_length(&mut self, call: &ExprMethodCall) {
        let (list, arguments) = (&*call.receiver, call.args.iter().collect::<Vec<_>>());
        let key = std::ptr::from_ref(call).cast();
        let (all, element, n, value) = (hygienic("__all"), hygienic("__element"), hygienic("__n"), hygienic("__value"));
        let span = call.method.span();
        let block = match (call.method.to_string().as_str(), arguments.as_slice()) {
            ("push", [value]) => return self.put_in(list, None, value),
            ("insert", [at, value]) => return self.put_in(list, Some(at), value),
            ("extend", [from]) => self.rewritten(key, |_| {
                Ok(parse_quote_spanned!(span=> { for #element in #from { #list.push(#element); } }))
            }),
            ("extend_from_slice", [from]) => {
                let active = self.is_active(from);
                let new: Expr =
                    if active { parse_quote!(*#element) } else { parse_quote!(::core::clone::Clone::clone(#element)) };
                let key = if active { key } else { std::ptr::from_ref(*from).cast() };
                self.rewritten(key, |_| {
                    Ok(parse_quote_spanned!(span=> {
                        let #all = #from;
                        for #element in #all.iter() {
                            #list.push(#new);
                        }
                    }))
                })
            }
            ("resize", [length, with]) => self.rewritten(key, |_| {
                Ok(parse_quote_spanned!(span=> {
                    let #n = #length;
                    let #value = #with;
                    #list.truncate(#n);
                    for #element in #list.len()..#n {
                        #list.push(#value);
                    }
                }))
            }),
            ("append", [from]) => {
                let Some(from) = self.target(from) else { return self.refuse_change(call) };
                self.rewritten(key, |_| Ok(parse_quote_spanned!(span=> { #list.extend(#from.split_off(0)); })))
            }
            ("drain", [range]) => {
                let Some(stmts) = drained(list, range, &all) else { return self.refuse_change(call) };
                self.rewritten(key, |_| Ok(parse_quote!({ #(#stmts)* })))
            }
            ("retain", [keeps]) => {
                let Some(kept) = asked(keeps, &[&quote!(&#element)]) else { return self.refuse_change(call) };
                self.rewritten(key, |_| {
                    Ok(parse_quote_spanned!(span=> {
                        let #all = #list.split_off(0);
                        for #element in #all {
                            if #kept {
                                #list.push(#element);
                            }
                        }
                    }))
                })
            }
            // The capacity is no part of the value.
            ("reserve" | "reserve_exact" | "shrink_to_fit", _) => {
                let (method, count) = (&call.method, arguments.first().map(|count| self.observed(count)));
                let (count, named) = count.map(|count| (quote!(#n), quote!(let #n = #count;))).unzip();
                let lent = if self.is_mutable(list) { quote!(&mut *#list) } else { quote!(&mut #list) };
                return self.verbatim(quote_spanned! {span=> {
                    #named
                    ::cotangent::generated::lists::change_capacity(#lent, |#all| #all.#method(#count));
                }});
            }
            ("clear", []) => self.rewritten(key, |_| Ok(parse_quote_spanned!(span=> { #list.split_off(0); }))),
            ("truncate", [length]) => self.rewritten(key, |_| {
                Ok(parse_quote_spanned!(span=> {
                    let #n = ::cotangent::generated::least(#length, #list.len());
                    #list.split_off(#n);
                }))
            }),
            _ => {
                if let Some(op) = self.taken_out(call) {
                    self.temporary(span, None, op, true);
                }
                return;
            }
        };
        self.scope(span, block);
    }

    fn refuse_change(&mut self, call: &ExprMethodCall) {
        self.report.refuse(
            &call.method,
            "this form of the method is not supported\nhelp: write its argument out here: a closure, a range or `&mut` a variable",
        );
    }

    /// `list.sort_by(order)` and the like: the order is found first, then the elements change places.
    pub(super) fn sort(&mut self, call: &ExprMethodCall) -> bool {
        let (list, with, span) = (&*call.receiver, &call.args[0], call.method.span());
        let [order, i, j, to] = ["__order", "__i", "__j", "__to"].map(hygienic);
        let (a, b) = (quote!(&#list[*#i]), quote!(&#list[*#j]));
        let is_by_key = call.method.to_string().ends_with("_key");
        let compared = if is_by_key {
            asked(with, &[&a]).zip(asked(with, &[&b])).map(|(a, b)| {
                let [one, other] = ["__one", "__other"].map(hygienic);
                let order = quote!(::core::cmp::Ordering);
                quote!({
                    let #one = #a;
                    let #other = #b;
                    if #one < #other { #order::Less } else if #other < #one { #order::Greater } else { #order::Equal }
                })
            })
        } else {
            asked(with, &[&a, &b])
        };
        let Some(compared) = compared else {
            self.refuse_change(call);
            return true;
        };
        // What the comparison looks at is shown to the compiler, like any question about values.
        let compared = self.observed(&parse_quote_spanned!(span=> |#i: &usize, #j: &usize| #compared));
        let var = self.fresh(order.clone(), VarKind::Local, false);
        self.name(&order, Meaning::value(var));
        let tokens = quote_spanned!(span=>
            let #order = ::cotangent::generated::lists::order(#list.len(), #compared);
        );
        self.step(Step::Verbatim { tokens, binds: vec![var] });
        let block = self.rewritten(std::ptr::from_ref(call).cast(), |_| {
            Ok(parse_quote_spanned!(span=> {
                for #i in 0..#order.len() {
                    let mut #to = #order[#i];
                    while #to < #i {
                        #to = #order[#to];
                    }
                    #list.swap(#i, #to);
                }
            }))
        });
        self.scope(span, block);
        true
    }

    /// `list.push(value)` or `list.insert(at, value)`
    fn put_in(&mut self, list: &Expr, at: Option<&&Expr>, value: &Expr) {
        let list = peel(list);
        let active = self.is_active(value);
        self.becomes(list, active);
        let at = at.map(|at| self.operand(at));
        let value = self.operand(value);
        if let Some(Operand::Place(place)) = self.place(list) {
            self.refuse_hidden(list, &place);
            // Its elements are of one type.
            let is_element = place.path.iter().all(|step| matches!(step, Projection::Index { .. }));
            self.is_of_numbers(place.var, is_element && self.is_known_number(&value));
            self.step(Step::Insert { place, at, value });
        }
    }

    /// The elements that a `Vec` loses, if a call takes some out.
    pub(super) fn taken_out(&mut self, call: &ExprMethodCall) -> Option<Op> {
        let is_one = ["pop", "remove", "swap_remove", "split_off"].iter().any(|method| call.method == method);
        if !is_one || !self.changes_length(call) {
            return None;
        }
        let at = call.args.first().map(|at| self.operand(at));
        let Some(Operand::Place(place)) = self.place(peel(&call.receiver)) else { return None };
        Some(Op::Remove { place, method: call.method.clone(), at })
    }

    /// A new `Vec` with copies of elements.
    pub(super) fn copied_list(&mut self, call: &ExprMethodCall) -> Option<Op> {
        let (list, new, all, element, row) =
            (&*call.receiver, hygienic("__new"), hygienic("__all"), hygienic("__element"), hygienic("__row"));
        let body = match call.method.to_string().as_str() {
            "to_vec" | "to_owned" => {
                if let Some(slice) = self.whole_slice(list) {
                    return Some(Op::Load(Operand::Place(slice)));
                }
                quote!(#new.push(*#element);)
            }
            "concat" => quote!(for #row in #element.iter() { #new.push(*#row); }),
            _ => return None,
        };
        let through = self.is_reference(list).then(|| quote!(*));
        let span = list.span();
        let block = self.rewritten(std::ptr::from_ref(call).cast(), |_| {
            Ok(parse_quote_spanned!(span=> {
                let #all = & #through #list;
                let mut #new = ::cotangent::generated::vector([]);
                for #element in #all.iter() { #body }
                #new
            }))
        })?;
        Some(Op::Scope(self.block(&block.stmts, true)))
    }

    /// Whether a call has the name and the form of one that copies elements to a new `Vec`. `to_owned` does so for slices only.
    pub(super) fn copies_list(&self, call: &ExprMethodCall) -> bool {
        let is_named = call.method == "to_vec"
            || call.method == "concat"
            || call.method == "to_owned" && self.whole_slice(&call.receiver).is_some();
        is_named && call.args.is_empty() && call.turbofish.is_none()
    }

    /// What a parameter leads to that is spelled as a slice, if an expression names it.
    fn whole_slice(&self, list: &Expr) -> Option<Place> {
        let Meaning { var, path, stopped, .. } = self.lookup(peel(list))?.clone();
        let of = &self.vars[var.0];
        let is_there = of.kind == VarKind::Lent || !of.changes();
        let is_whole = path.is_empty() && !stopped && self.slices.contains(&var) && is_there;
        is_whole.then(|| Place { written: parse_quote!(*#list), is_ref: false, var, path, stopped })
    }
}

/// What an expression is a copy of: `x` of `x.clone()` and `*x`.
fn copied(value: &Expr) -> &Expr {
    match peel(value) {
        Expr::MethodCall(call) if call.method == "clone" => &call.receiver,
        Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => &unary.expr,
        value => value,
    }
}

/// Whether a type is spelled as one that is no list.
pub(super) fn names_another(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => path.path.segments.last().is_some_and(|last| is_another(&last.ident)),
        _ => false,
    }
}

/// Whether a value is of such a type, by the name of its constructor.
pub(super) fn makes_another(value: &Expr) -> bool {
    match peel(value) {
        Expr::Struct(literal) => literal.path.segments.last().is_some_and(|last| is_another(&last.ident)),
        Expr::Call(call) => match peel(&call.func) {
            Expr::Path(path) => path.path.segments.iter().rev().take(2).any(|segment| is_another(&segment.ident)),
            _ => false,
        },
        _ => false,
    }
}

fn is_another(name: &Ident) -> bool {
    const LISTS: [&str; 6] = ["Vec", "VecDeque", "Box", "Option", "Some", "Default"];
    starts_upper(&name.to_string()) && !LISTS.iter().any(|list| name == list)
}

/// What a closure or a function says of values, as an expression.
fn asked(with: &Expr, values: &[&TokenStream]) -> Option<TokenStream> {
    match peel(with) {
        Expr::Closure(closure) if closure.inputs.len() == values.len() => {
            let body = apart_from_blocks(&closure.body);
            let bound = closure.inputs.iter().zip(values).map(|(input, value)| {
                let input = if let Pat::Type(typed) = input { &typed.pat } else { input };
                let (pat, through) = match input {
                    Pat::Reference(inner) => (after_let(&inner.pat), Some(quote!(*))),
                    pat => (after_let(pat), None),
                };
                quote!(let #pat = #through #value;)
            });
            Some(quote!({ #(#bound)* #body }))
        }
        Expr::Path(function) => Some(quote!(#function(#(#values),*))),
        _ => None,
    }
}
