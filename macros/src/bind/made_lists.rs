//! Lists and matrices that are made element by element: `array.map(..)`, `array::from_fn(..)`, `Matrix::from_fn(..)`.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::spanned::Spanned;
use syn::{
    Block, Expr, ExprCall, ExprClosure, ExprMethodCall, ExprPath, Ident, Pat, Stmt, parse_quote, parse_quote_spanned,
};

use super::{Binder, Meaning, Scope, peel};
use crate::ir::{Op, Operand, VarKind};
use crate::syntax::{after_let, apart_from_blocks, callee};

impl Binder<'_> {
    /// `array.map(|x| ..)`, and for matrices `a.zip_map(&b, |x, y| ..)`
    pub(super) fn mapped(&mut self, call: &ExprMethodCall) -> Option<Op> {
        let with = call.args.last()?;
        let arrays = std::iter::once(&*call.receiver).chain(call.args.iter().take(call.args.len() - 1));
        let names: Vec<_> = arrays.enumerate().map(|(i, array)| self.named_elements(array, i, &call.method)).collect();
        let index = Ident::new("__i", Span::mixed_site());
        // The tree has to stay the same from pass to pass.
        let body = self.rewritten(std::ptr::from_ref(call).cast(), |_| {
            let item: Block = match peel(with) {
                Expr::Closure(closure) if closure.inputs.len() == names.len() => {
                    let items = closure.inputs.iter().zip(&names).map(|(pat, name)| {
                        let (pat, colon) = match pat {
                            Pat::Type(typed) => (&*typed.pat, Some(&typed.ty)),
                            pat => (pat, None),
                        };
                        let (pat, colon) = (after_let(pat), colon.map(|ty| quote!(: #ty)));
                        quote!(let #pat #colon = #name[#index];)
                    });
                    let (items, body) = (items.collect::<Vec<_>>(), apart_from_blocks(&closure.body));
                    parse_quote!({ #(#items)* #body })
                }
                function => {
                    let function = callee(function);
                    parse_quote!({ #function(#(#names[#index]),*) })
                }
            };
            Ok(item)
        })?;
        let name = names.first()?;
        let maker = quote!(::cotangent::generated::as_many_as(#name));
        Some(self.elements_of(index, &body.stmts, maker))
    }

    /// `Matrix::from_fn(|i, j| ..)`, column by column; before the closure the sizes that are not in the type.
    pub(super) fn matrix_elements(&mut self, call: &ExprCall, path: &ExprPath, with: &ExprClosure) -> Option<Op> {
        let block = self.rewritten(std::ptr::from_ref(call).cast(), |_| {
            let mut zeros = path.clone();
            let last = zeros.path.segments.last_mut();
            last.into_iter().for_each(|last| last.ident = Ident::new("zeros", last.ident.span()));
            let [made, rows, columns, i, j] =
                ["made", "rows", "columns", "i", "j"].map(|name| Ident::new(&format!("__{name}"), Span::mixed_site()));
            let names = closure_indices(with, [&i, &j]);
            let sizes = call.args.iter().take(call.args.len() - 1);
            let body = apart_from_blocks(&with.body);
            let span = path.span();
            Ok(parse_quote_spanned!(span=> {
                let mut #made = #zeros(#(#sizes),*);
                let #rows = ::cotangent::generated::rows_of(&#made);
                let #columns = ::cotangent::generated::columns_of(&#made);
                for #j in 0..#columns.len() {
                    for #i in 0..#rows.len() {
                        #names
                        #made[(#i, #j)] = #body;
                    }
                }
                #made
            }))
        })?;
        Some(Op::Scope(self.block(&block.stmts, true)))
    }

    /// `from_fn(|i| ..)`
    pub(super) fn elements(&mut self, with: &ExprClosure, maker: TokenStream) -> Option<Op> {
        let index = match with.inputs.first() {
            Some(Pat::Ident(name)) => name.ident.clone(),
            Some(Pat::Type(typed)) if matches!(&*typed.pat, Pat::Ident(_)) => match &*typed.pat {
                Pat::Ident(name) => name.ident.clone(),
                _ => return None,
            },
            _ => Ident::new("_i", Span::mixed_site()),
        };
        match peel(&with.body) {
            Expr::Block(block) => Some(self.elements_of(index, &block.block.stmts, maker)),
            body => {
                let body = apart_from_blocks(body);
                let body = self.rewritten(std::ptr::from_ref(with).cast(), |_| Ok(parse_quote!({ #body })))?;
                Some(self.elements_of(index, &body.stmts, maker))
            }
        }
    }

    fn elements_of(&mut self, index: Ident, stmts: &[Stmt], maker: TokenStream) -> Op {
        self.scopes.push(Scope { repeats: true, ..Scope::default() });
        let index = self.fresh(index, VarKind::Index, false);
        self.name(&self.vars[index.0].name.clone(), Meaning::value(index));
        let block = self.block(stmts, true);
        self.scopes.pop();
        Op::Elements { index, maker, block }
    }

    /// A name for the `i`th list whose elements `method` visits.
    fn named_elements(&mut self, list: &Expr, i: usize, method: &Ident) -> Ident {
        let list = match self.with_a_name(|binder| binder.operand(list)) {
            Operand::Place(place) | Operand::Lent(place) => place,
            Operand::Constant { expr, .. } => self.temporary(list.span(), None, Op::Inactive(Box::new(expr)), false),
        };
        let name = match i {
            0 => Ident::new("__array", Span::mixed_site()),
            _ => Ident::new(&format!("__array{i}"), Span::mixed_site()),
        };
        let meaning = Meaning { var: list.var, path: list.path, is_ref: true, stopped: list.stopped };
        let (written, star) = (list.written, list.is_ref.then(|| quote!(*)));
        let elements = Ident::new("__elements", method.span());
        self.verbatim(quote!(let #name = (#star #written).#elements();));
        self.name(&name, meaning);
        name
    }
}

/// Whether a method computes elements from those of its receiver and of other lists.
pub(super) fn is_mapped(call: &ExprMethodCall) -> bool {
    [("map", 1), ("zip_map", 2), ("zip_zip_map", 3)]
        .iter()
        .any(|(name, n)| call.method == name && call.args.len() == *n)
}

/// What a closure calls its indices.
fn closure_indices(with: &ExprClosure, indices: [&Ident; 2]) -> TokenStream {
    let names = with.inputs.iter().zip(indices).map(|(pat, index)| {
        let pat = match pat {
            Pat::Type(typed) => &typed.pat,
            pat => pat,
        };
        quote!(let #pat = #index;)
    });
    names.collect()
}

/// The closure of `from_fn(|i| ..)`, by whatever path.
pub(super) fn made(call: &ExprCall) -> Option<&ExprClosure> {
    let Expr::Path(path) = peel(&call.func) else { return None };
    let is_from_fn = path.path.segments.last().is_some_and(|last| last.ident == "from_fn");
    match call.args.iter().map(peel).collect::<Vec<_>>()[..] {
        [Expr::Closure(with)] if is_from_fn => Some(with),
        // A matrix whose sizes are not in its type.
        [_, Expr::Closure(with)] | [_, _, Expr::Closure(with)] if is_from_fn && with.inputs.len() == 2 => Some(with),
        _ => None,
    }
}

/// Whether an expression is an array made element by element.
pub(super) fn is_made(expr: &Expr) -> bool {
    matches!(peel(expr), Expr::Call(call) if made(call).is_some())
}
