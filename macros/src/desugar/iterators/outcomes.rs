//! What a closure that gives an `Option` gives in each case. Where one case is a value and all others are none, no `Option` is made.

use quote::quote;
use syn::{Expr, Stmt, parse_quote};

use super::stages::mapped;
use super::{Item, Names, Unknown};
use crate::desugar::optional_elements::list_of;
use crate::syntax::{apart_from_blocks, peel};

/// An expression of type `Option`, by its form.
pub(super) enum Outcome {
    Value(Expr),
    Nothing,
    Branch(Expr, Box<Outcome>, Box<Outcome>),
    After(Vec<Stmt>, Box<Outcome>),
    Other(Expr),
}

impl Outcome {
    pub(super) fn read(expr: &Expr) -> Self {
        match peel(expr) {
            Expr::Path(path) if path.path.is_ident("None") => Outcome::Nothing,
            Expr::Call(call) if is_some(&call.func) && call.args.len() == 1 => Outcome::Value(call.args[0].clone()),
            Expr::MethodCall(call) if call.args.len() == 1 && (call.method == "then" || call.method == "then_some") => {
                let value = match peel(&call.args[0]) {
                    Expr::Closure(closure) if call.method == "then" && closure.inputs.is_empty() => &closure.body,
                    value if call.method == "then_some" => value,
                    _ => return Outcome::Other(expr.clone()),
                };
                let nothing = Box::new(Outcome::Nothing);
                Outcome::Branch((*call.receiver).clone(), Box::new(Outcome::Value(value.clone())), nothing)
            }
            Expr::If(branch) => match &branch.else_branch {
                Some((_, otherwise)) => {
                    let then = &branch.then_branch;
                    let then = Outcome::read(&parse_quote!(#then));
                    Outcome::Branch((*branch.cond).clone(), Box::new(then), Box::new(Outcome::read(otherwise)))
                }
                None => Outcome::Other(expr.clone()),
            },
            // One that ends without a value leaves.
            Expr::Block(block)
                if block.label.is_none()
                    && block.attrs.is_empty()
                    && matches!(block.block.stmts.last(), Some(Stmt::Expr(_, None))) =>
            {
                let (stmts, value) = statements(expr);
                Outcome::After(stmts, Box::new(Outcome::read(&value)))
            }
            other => Outcome::Other(other.clone()),
        }
    }

    /// The value, if it is the only one and its form shows all cases.
    fn only(&self) -> Option<&Expr> {
        fn values<'o>(outcome: &'o Outcome, found: &mut Vec<Option<&'o Expr>>) {
            match outcome {
                Outcome::Value(value) => found.push(Some(value)),
                Outcome::Nothing => {}
                Outcome::Branch(_, then, otherwise) => [then, otherwise].into_iter().for_each(|o| values(o, found)),
                Outcome::After(_, value) => values(value, found),
                Outcome::Other(_) => found.push(None),
            }
        }
        let mut found = Vec::new();
        values(self, &mut found);
        if let [Some(value)] = found[..] { Some(value) } else { None }
    }

    fn written(&self) -> proc_macro2::TokenStream {
        match self {
            Outcome::Value(value) => quote!(::core::option::Option::Some(#value)),
            Outcome::Nothing => quote!(::core::option::Option::None),
            Outcome::Branch(cond, then, otherwise) => {
                let (then, otherwise) = (then.written(), otherwise.written());
                quote!(if #cond { #then } else { #otherwise })
            }
            Outcome::After(stmts, value) => {
                let value = apart_from_blocks(&value.written());
                quote!({ #(#stmts)* #value })
            }
            Outcome::Other(other) => quote!(#other),
        }
    }

    /// `some` for the value, `none` where there is none.
    #[expect(clippy::needless_pass_by_value, reason = "it is written once")]
    pub(super) fn cases(
        &self,
        names: &Names<'_>,
        none: Vec<Stmt>,
        some: impl FnOnce(Item) -> Result<Vec<Stmt>, Unknown>,
    ) -> Result<Vec<Stmt>, Unknown> {
        if let Some(value) = self.only() {
            let mut stmts = Vec::new();
            let item = mapped(value, names, &mut stmts);
            stmts.extend(some(item)?);
            return Ok(self.in_place(&stmts, &none));
        }
        let (value, item) = (self.written(), names.fresh("__item"));
        let is_ref = matches!(self, Outcome::Other(other) if list_of(other).is_some());
        let some = some(Item::One { value: parse_quote!(#item), is_ref })?;
        Ok(vec![parse_quote!(match #value {
            ::core::option::Option::Some(#item) => { #(#some)* }
            ::core::option::Option::None => { #(#none)* }
        })])
    }

    fn in_place(&self, some: &[Stmt], none: &[Stmt]) -> Vec<Stmt> {
        match self {
            Outcome::Value(_) | Outcome::Other(_) => some.to_vec(),
            Outcome::Nothing => none.to_vec(),
            Outcome::Branch(cond, then, otherwise) => {
                let [then, otherwise] = [then, otherwise].map(|case| case.in_place(some, none));
                vec![parse_quote!(if #cond { #(#then)* } else { #(#otherwise)* })]
            }
            Outcome::After(stmts, value) => {
                let mut stmts = stmts.clone();
                stmts.extend(value.in_place(some, none));
                stmts
            }
        }
    }
}

/// The statements of a block, and its value; of any other expression only that.
pub(super) fn statements(expr: &Expr) -> (Vec<Stmt>, Expr) {
    if let Expr::Block(block) = peel(expr)
        && block.label.is_none()
        && let [stmts @ .., Stmt::Expr(value, None)] = block.block.stmts.as_slice()
    {
        return (stmts.to_vec(), value.clone());
    }
    (Vec::new(), expr.clone())
}

fn is_some(function: &Expr) -> bool {
    matches!(peel(function), Expr::Path(path) if path.path.is_ident("Some"))
}
