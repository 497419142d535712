//! The two halves of an expression that may be one loop over the elements of its operands.
//!
//! ```text
//! // forward half
//! let c4 = Ty::of(&operands_of(&(&x, &w)).one_loop());
//! let y = c4.rule().forward2((&x, &w), |(x0, x1)| { let v0 = mul(x0, x1); add(v0, 0.1) }, || { .. });
//! // reverse half
//! if !c4.rule().reverse2((x.read(), w.read()), &y_bar, (x_slot, w_slot), |(x0, x1), d0| { .. (d2, d3) }) { .. }
//! ```
//!
//! The closures are given elements. Backwards they compute intermediate values again, so nothing is kept of them.

use std::collections::HashMap;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::Ident;

use super::forward::Forward;
use super::reference;
use super::reverse::{Cotangent, Reverse};
use super::reverse_rules::rule_of;
use super::slots::Slots;
use crate::arrange::one_loop::position;
use crate::differentiate::Target;
use crate::ir::{Block, Expression, Function, Op, Operand, Operator, Step, VarId};
use crate::library::private;
use crate::naming::{hygienic, link};
use crate::plan::link_layout::Of;
use crate::quoting::tuple;

impl Forward<'_> {
    /// The value of a block that is such an expression: what tells the types of its operands, and the value.
    pub(super) fn one_loop(&self, block: &Block, otherwise: &TokenStream) -> Option<(TokenStream, TokenStream)> {
        let expression = self.function.expressions.get(&block.id)?;
        if self.quiet || self.links.of == Of::Tangents {
            return None;
        }
        let (private, link) = (private(), link(expression.link));
        let operands = tuple(expression.operands.iter().map(reference));
        let elements = Elements { function: self.function, expression };
        let (names, values, value) = (elements.names(), elements.values(block), elements.value(block));
        let told = quote!(let #link = #private::Ty::of(&#private::one_loop::operands_of(&#operands).one_loop()););
        if self.links.of == Of::Sizes {
            return Some((told, otherwise.clone()));
        }
        let forward = format_ident!("forward{}", expression.operands.len());
        Some((told, quote!(#link.rule().#forward(#operands, |#names| { #values #value }, || #otherwise))))
    }
}

impl Reverse<'_> {
    /// The reverse half of a block that is such an expression.
    pub(super) fn one_loop(&self, block: &Block, y_bar: &Cotangent, otherwise: &TokenStream) -> Option<TokenStream> {
        let expression = self.function.expressions.get(&block.id).filter(|_| !self.is_dual())?;
        let (private, link) = (private(), link(expression.link));
        let given = expression.operands.iter().zip(&expression.reads).map(|(operand, reads)| {
            if *reads { self.read(operand) } else { quote!(#private::one_loop::NotRead).into() }
        });
        let targets: Vec<_> = expression.operands.iter().map(|operand| self.target(operand)).collect();
        let Slots { before, each, after } = Slots::new(self, &targets);
        let (given, slots, y_bar) = (tuple(given), tuple(each), &y_bar.reference);
        let elements = Elements { function: self.function, expression };
        let (names, values, d) = (elements.names(), elements.values(block), hygienic("d0"));
        let contributions = elements.contributions(block, &d);
        let reverse = format_ident!("reverse{}", expression.operands.len());
        Some(quote! {
            #before
            if !#link.rule().#reverse(#given, #y_bar, #slots, |#names, #d| { #values #contributions }) #otherwise
            #after
        })
    }

    fn target<'o>(&self, operand: &'o Operand) -> Target<'o> {
        match operand {
            Operand::Place(place) if self.function.takes_cotangent(place) => Target::Place(place),
            _ => Target::Nowhere,
        }
    }
}

/// The code for elements.
struct Elements<'f> {
    function: &'f Function,
    expression: &'f Expression,
}

impl Elements<'_> {
    /// The elements of the operands.
    fn names(&self) -> TokenStream {
        tuple((0..self.expression.operands.len()).map(element))
    }

    /// An element of an operand of the expression, a value computed from them, or a literal.
    fn element(&self, operand: &Operand) -> TokenStream {
        match (position(&self.expression.operands, operand), operand) {
            (Some(i), _) => element(i).into_token_stream(),
            (None, Operand::Place(place)) => self.function.var(place.var).unique.to_token_stream(),
            (None, operand) => {
                let literal = operand.written();
                quote!((#literal))
            }
        }
    }

    /// The values but the last.
    fn values(&self, block: &Block) -> TokenStream {
        let all = steps(block);
        let but_last = all.split_last().map_or(&[][..], |(_, others)| others);
        let values = but_last.iter().map(|(var, op)| {
            let (name, value) = (&self.function.var(*var).unique, self.operator(op));
            quote!(let #name = #value;)
        });
        values.collect()
    }

    /// The last value.
    fn value(&self, block: &Block) -> Option<TokenStream> {
        steps(block).last().map(|(_, op)| self.operator(op))
    }

    fn operator(&self, op: &Op) -> TokenStream {
        let (private, operands) = (private(), op.operands().into_iter().map(|operand| self.element(operand)));
        let rule = name_of(op);
        quote!(#private::one_loop::#rule(#(#operands),*))
    }

    /// The contributions to the cotangents of the operands, where `d` is that of the value.
    fn contributions(&self, block: &Block, d: &Ident) -> TokenStream {
        let private = private();
        let mut code = TokenStream::new();
        let mut found: Vec<Vec<Ident>> = vec![Vec::new(); self.expression.operands.len()];
        let mut own: HashMap<VarId, Ident> = HashMap::new();
        let mut many = 0;
        let all = steps(block);
        own.extend(all.last().map(|(var, _)| (*var, d.clone())));
        for (var, op) in all.into_iter().rev() {
            let Some(c) = own.get(&var).cloned() else { continue };
            let operands = op.operands();
            let names: Vec<Ident> = operands
                .iter()
                .map(|operand| {
                    many += 1;
                    let name = hygienic(&format!("d{many}"));
                    match (position(&self.expression.operands, operand), operand) {
                        (Some(i), _) => found[i].push(name.clone()),
                        (None, Operand::Place(place)) => _ = own.insert(place.var, name.clone()),
                        _ => {}
                    }
                    name
                })
                .collect();
            let values: Vec<_> = operands.iter().map(|operand| self.element(operand)).collect();
            let back = format_ident!("{}_back", name_of(op));
            let values = if is_sum(op) { Vec::new() } else { values };
            code.extend(quote!(let (#(#names),*) = #private::one_loop::#back(#(#values,)* #c);));
        }
        let sums = tuple(self.expression.operands.iter().zip(found).map(|(operand, found)| {
            // What has no derivative has a slot that takes nothing.
            if self.function.is_active(operand) && !found.is_empty() {
                let sum = |sum, d| quote!(#private::one_loop::add(#sum, #d));
                found.iter().map(ToTokens::to_token_stream).reduce(sum).unwrap_or_default()
            } else {
                quote!(#d)
            }
        }));
        quote!(#code #sums)
    }
}

/// The name of the function of elements, which no operator of the user's hides.
fn name_of(op: &Op) -> Ident {
    Ident::new(if let Op::Binary(operator, ..) = op { rule_of(*operator) } else { "neg" }, Span::call_site())
}

/// Whether the contributions depend on no value.
fn is_sum(op: &Op) -> bool {
    !matches!(op, Op::Binary(Operator::Mul | Operator::Div, ..))
}

fn element(i: usize) -> Ident {
    hygienic(&format!("x{i}"))
}

fn steps(block: &Block) -> Vec<(VarId, &Op)> {
    let steps = block.steps.iter().filter_map(|step| match step {
        Step::Let { var, op, .. } => op.operator_link().map(|_| (*var, op)),
        _ => None,
    });
    steps.collect()
}
