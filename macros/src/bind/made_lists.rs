//! Lists and matrices that are made element by element: `array.map(..)`, `array::from_fn(..)`, `Matrix::from_fn(..)`,
//! `Matrix::from_iterator(..)`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{
    Block, Expr, ExprCall, ExprClosure, ExprMethodCall, ExprPath, Ident, Pat, Stmt, parse_quote, parse_quote_spanned,
};

use super::{Binder, Meaning, Scope, peel};
use crate::ir::{Op, Operand, VarKind};
use crate::naming::hygienic;
use crate::syntax::effects::changed_names;
use crate::syntax::patterns::names_in;
use crate::syntax::{after_let, apart_from_blocks, callee};

impl Binder<'_> {
    /// `array.map(|x| ..)`, and for matrices `a.zip_map(&b, |x, y| ..)`
    pub(super) fn mapped(&mut self, call: &ExprMethodCall) -> Option<Op> {
        let with = call.args.last()?;
        let arrays = std::iter::once(&*call.receiver).chain(call.args.iter().take(call.args.len() - 1));
        let names: Vec<_> = arrays.enumerate().map(|(i, array)| self.named_elements(array, i, &call.method)).collect();
        let index = hygienic("__i");
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
            let zeros = zeros_of(path);
            let [made, rows, columns, i, j] =
                ["made", "rows", "columns", "i", "j"].map(|name| hygienic(&format!("__{name}")));
            let names = closure_indices(with, &[quote!(#i), quote!(#j)]);
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

    /// `Matrix::from_iterator(..)`, and the same by rows; before the iterator the sizes that are not in the type.
    pub(super) fn matrix_of_iterator(&mut self, call: &ExprCall, path: &ExprPath) -> Option<Op> {
        let block = self.rewritten(std::ptr::from_ref(call).cast(), |_| {
            let zeros = zeros_of(path);
            let [made, columns, all, count, item] =
                ["made", "columns", "all", "count", "item"].map(|name| hygienic(&format!("__{name}")));
            let by_rows = path.path.segments.last().is_some_and(|last| last.ident == "from_row_iterator");
            let place = if by_rows { quote!((#count / #columns, #count % #columns)) } else { quote!(#count) };
            let (sizes, items) = (call.args.iter().take(call.args.len() - 1), call.args.last());
            let span = path.span();
            Ok(parse_quote_spanned!(span=> {
                let mut #made = #zeros(#(#sizes),*);
                let #columns = ::cotangent::generated::columns_of(&#made).len();
                let #all = #columns * ::cotangent::generated::rows_of(&#made).len();
                let mut #count = 0;
                for #item in (#items).take(#all) {
                    #made[#place] = #item;
                    #count += 1;
                }
                ::cotangent::generated::as_many(#count, #all);
                #made
            }))
        })?;
        Some(Op::Scope(self.block(&block.stmts, true)))
    }

    /// `matrix.map_with_location(|i, j, x| ..)`
    pub(super) fn mapped_with_location(&mut self, call: &ExprMethodCall) -> Option<Op> {
        let Some(Expr::Closure(with)) = call.args.first().map(peel) else { return None };
        let block = self.rewritten(std::ptr::from_ref(call).cast(), |_| {
            let [made, i, j] = ["made", "i", "j"].map(|name| hygienic(&format!("__{name}")));
            let names = closure_indices(with, &[quote!(#i), quote!(#j), quote!(#made[(#i, #j)])]);
            let (matrix, body) = (&call.receiver, apart_from_blocks(&with.body));
            Ok(parse_quote_spanned!(call.span()=> {
                let mut #made = #matrix.clone_owned();
                for #j in 0..::cotangent::generated::columns_of(&#made).len() {
                    for #i in 0..::cotangent::generated::rows_of(&#made).len() {
                        #names
                        #made[(#i, #j)] = #body;
                    }
                }
                #made
            }))
        })?;
        Some(Op::Scope(self.block(&block.stmts, true)))
    }

    /// `matrix.apply(|x| *x = ..)`, `matrix.zip_apply(&other, |x, y| ..)`: a closure that changes its argument is given none of a function.
    pub(super) fn applied(&mut self, call: &ExprMethodCall) -> bool {
        let Some(Expr::Closure(with)) = call.args.last().map(peel) else { return false };
        let inputs: Vec<_> = with.inputs.iter().collect();
        let (items, pat) = match (call.method.to_string().as_str(), inputs.as_slice(), call.args.first()) {
            ("apply", [x], _) => (quote!(), quote!(#x)),
            ("zip_apply", [x, y], Some(other)) => (quote!(.zip((#other).iter().copied())), quote!((#x, #y))),
            _ => return false,
        };
        let matrix = &call.receiver;
        let changed = changed_names(|changes| changes.visit_expr(&with.body));
        let changes_it = names_in(inputs[0]).iter().any(|name| changed.contains(&name.ident));
        let is_active = self.changes_active(matrix) || call.args.iter().any(|argument| self.mentions_active(argument));
        if !changes_it || !is_active || !self.is_changed(matrix) {
            return false;
        }
        let block = self.rewritten(std::ptr::from_ref(call).cast(), |_| {
            let body = &with.body;
            Ok(parse_quote!({
                for #pat in #matrix.iter_mut() #items {
                    #body;
                }
            }))
        });
        self.scope(call.span(), block);
        true
    }

    /// `from_fn(|i| ..)`
    pub(super) fn elements(&mut self, with: &ExprClosure, maker: TokenStream) -> Option<Op> {
        let index = match with.inputs.first() {
            Some(Pat::Ident(name)) => name.ident.clone(),
            Some(Pat::Type(typed)) if matches!(&*typed.pat, Pat::Ident(_)) => match &*typed.pat {
                Pat::Ident(name) => name.ident.clone(),
                _ => return None,
            },
            _ => hygienic("_i"),
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
            0 => hygienic("__array"),
            _ => hygienic(&format!("__array{i}")),
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

/// The function `zeros` beside one that makes a matrix.
fn zeros_of(path: &ExprPath) -> ExprPath {
    let mut zeros = path.clone();
    let last = zeros.path.segments.last_mut();
    last.into_iter().for_each(|last| last.ident = Ident::new("zeros", last.ident.span()));
    zeros
}

/// Whether a path is that of a function that makes a matrix of an iterator.
pub(super) fn is_of_iterator(path: &ExprPath) -> bool {
    let last = path.path.segments.last();
    last.is_some_and(|last| last.ident == "from_iterator" || last.ident == "from_row_iterator")
}

/// What a closure calls its arguments.
fn closure_indices(with: &ExprClosure, arguments: &[TokenStream]) -> TokenStream {
    let names = with.inputs.iter().zip(arguments).map(|(pat, argument)| {
        let pat = match pat {
            Pat::Type(typed) => &typed.pat,
            pat => pat,
        };
        quote!(let #pat = #argument;)
    });
    names.collect()
}

/// The closure of `from_fn(|i| ..)`, by whatever path.
pub(super) fn made(call: &ExprCall) -> Option<&ExprClosure> {
    let Expr::Path(path) = peel(&call.func) else { return None };
    let is_from_fn = path.path.segments.last().is_some_and(|last| last.ident == "from_fn");
    match call.args.iter().map(peel).collect::<Vec<_>>()[..] {
        // One without parameters makes an iterator.
        [Expr::Closure(with)] if is_from_fn && !with.inputs.is_empty() => Some(with),
        // A matrix whose sizes are not in its type.
        [_, Expr::Closure(with)] | [_, _, Expr::Closure(with)] if is_from_fn && with.inputs.len() == 2 => Some(with),
        _ => None,
    }
}

/// Whether an expression is an array made element by element.
pub(super) fn is_made(expr: &Expr) -> bool {
    matches!(peel(expr), Expr::Call(call) if made(call).is_some())
}
