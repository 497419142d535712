//! A `Vec` that grows and shrinks. What puts one element in, or takes elements out, is a step of its own; everything else is written in
//! terms of these. That the list is a `Vec` their functions show.

use quote::quote;
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, parse_quote, parse_quote_spanned};

use super::in_place::name;
use super::{Binder, peel};
use crate::ir::{Op, Operand, Step};

impl Binder<'_> {
    /// Whether a call is of a method that changes the length of a `Vec`, and a derivative flows through its elements.
    pub(super) fn changes_length(&self, call: &ExprMethodCall) -> bool {
        let brings = match (call.method.to_string().as_str(), call.args.len()) {
            ("push" | "extend" | "extend_from_slice", 1) | ("insert" | "resize", 2) => {
                call.args.last().is_some_and(|value| self.is_active(value))
            }
            ("pop" | "clear", 0) | ("remove" | "swap_remove" | "split_off" | "truncate", 1) => false,
            _ => return false,
        };
        self.is_changed(&call.receiver) && (brings || self.changes_active(&call.receiver))
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
        let (all, element, n, value) = (name("__all"), name("__element"), name("__n"), name("__value"));
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

    /// `list.push(value)` or `list.insert(at, value)`
    fn put_in(&mut self, list: &Expr, at: Option<&&Expr>, value: &Expr) {
        let list = peel(list);
        let active = self.is_active(value);
        self.becomes(list, active);
        let at = at.map(|at| self.operand(at));
        let value = self.operand(value);
        if let Some(Operand::Place(place)) = self.place(list) {
            self.refuse_hidden(list, &place);
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
            (&*call.receiver, name("__new"), name("__all"), name("__element"), name("__row"));
        let body = match call.method.to_string().as_str() {
            "to_vec" => quote!(#new.push(*#element);),
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
}

/// Whether a call has the name and the form of one that copies elements to a new `Vec`.
pub(super) fn is_copied_list(call: &ExprMethodCall) -> bool {
    call.args.is_empty() && call.turbofish.is_none() && (call.method == "to_vec" || call.method == "concat")
}
