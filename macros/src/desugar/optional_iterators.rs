//! An `Option` whose items are asked for is marked, where its declaration or its form shows that it is one: a list has the same methods.
//!
//! ```text
//! // in                                        // out
//! let o: Option<f64> = ..;                     let o: Option<f64> = ..;
//! o.iter().chain(&x)                           optional_items(&o).chain(&x)
//! for y in o { .. }                            for y in optional_items(o) { .. }
//! let all = [Some(x), None];                   let all = [Some(x), None];
//! all.iter().flatten()                         all.iter().flat_map(optional_items)
//! ```
//!
//! `optional_items` takes nothing else.

use std::collections::HashMap;

use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Arm, Block, Expr, ExprMethodCall, Ident, Local, Pat, ReturnType, Type, parse_quote_spanned};

use super::iterators::is_iterator;
use super::optional_elements::list_of;
use crate::accept::signature::Parameter;
use crate::syntax::patterns::names_in;
use crate::syntax::{each_value, peel};

/// Marks those of a function.
pub(super) fn write_out(parameters: &[Parameter], body: &mut Block) {
    let mut options = Options(HashMap::new());
    for parameter in parameters {
        options.declare(&parameter.pat, depth_of_type(&parameter.ty));
    }
    options.visit_block_mut(body);
}

/// How many lists are around an `Option`.
type Depth = usize;

/// What the variables in scope are, if they are `Option`s or lists of such.
struct Options(HashMap<Ident, Depth>);

impl Options {
    fn declare(&mut self, pat: &Pat, depth: Option<Depth>) {
        let (pat, depth) = match pat {
            Pat::Type(typed) => (&*typed.pat, depth_of_type(&typed.ty)),
            pat => (pat, depth),
        };
        let depth = depth.filter(|_| matches!(pat, Pat::Ident(_)));
        for name in names_in(pat) {
            match depth {
                Some(depth) => self.0.insert(name.ident.clone(), depth),
                None => self.0.remove(&name.ident),
            };
        }
    }

    /// A part with names of its own.
    fn within(&mut self, part: impl FnOnce(&mut Self)) {
        let outside = self.0.clone();
        part(self);
        self.0 = outside;
    }

    /// What a value is, by its form and the variables in it.
    fn depth_of(&self, value: &Expr) -> Option<Depth> {
        match peel(value) {
            Expr::Path(path) if path.path.is_ident("None") => Some(0),
            Expr::Path(path) => self.0.get(path.path.get_ident()?).copied(),
            Expr::Reference(lent) => self.depth_of(&lent.expr),
            Expr::Call(call) => matches!(peel(&call.func), Expr::Path(path) if path.path.is_ident("Some")).then_some(0),
            Expr::Block(_) | Expr::If(_) | Expr::Match(_) => {
                let (mut value, mut found) = (peel(value).clone(), None);
                each_value(&mut value, &mut |value| found = found.or_else(|| self.depth_of(value)));
                found
            }
            Expr::Array(list) => list.elems.iter().find_map(|element| self.depth_of(element)).map(|depth| depth + 1),
            Expr::Repeat(list) => self.depth_of(&list.expr).map(|depth| depth + 1),
            Expr::Macro(list) if list.mac.path.is_ident("vec") => {
                let tokens = &list.mac.tokens;
                let list: Expr = syn::parse2(quote::quote!([#tokens])).ok()?;
                self.depth_of(&list)
            }
            element if list_of(element).is_some() => Some(0),
            Expr::MethodCall(call) => self.depth_of_result(call),
            _ => None,
        }
    }

    fn depth_of_result(&self, call: &ExprMethodCall) -> Option<Depth> {
        match (call.method.to_string().as_str(), call.args.len()) {
            ("then" | "then_some", 1) | ("ok", 0) => Some(0),
            ("clone" | "to_vec" | "to_owned", 0) => self.depth_of(&call.receiver),
            (
                "map" | "and_then" | "filter" | "or" | "or_else" | "xor" | "as_ref" | "as_mut" | "copied" | "cloned"
                | "take",
                _,
            ) => self.depth_of(&call.receiver).filter(|depth| *depth == 0),
            ("collect", 0) => match &call.turbofish {
                Some(turbofish) => match turbofish.args.first()? {
                    syn::GenericArgument::Type(ty @ Type::Path(path)) => depth_of_type(ty).or_else(|| {
                        let is_open = path.path.segments.last()?.ident == "Vec";
                        self.depth_of_items(&call.receiver).filter(|_| is_open).map(|depth| depth + 1)
                    }),
                    _ => None,
                },
                None => None,
            },
            _ => None,
        }
    }

    /// What the items of an iterator are.
    fn depth_of_items(&self, iterator: &Expr) -> Option<Depth> {
        let of_list = |list: &Expr| self.depth_of(list)?.checked_sub(1);
        let Expr::MethodCall(call) = peel(iterator) else { return of_list(iterator) };
        match call.method.to_string().as_str() {
            "iter" | "iter_mut" | "into_iter" => of_list(&call.receiver),
            "windows" | "chunks" | "chunks_exact" => self.depth_of(&call.receiver).filter(|depth| *depth > 0),
            "copied" | "cloned" | "rev" | "skip" | "take" | "step_by" | "filter" | "skip_while" | "take_while"
            | "inspect" | "cycle" | "chain" => self.depth_of_items(&call.receiver),
            "flatten" => self.depth_of_items(&call.receiver)?.checked_sub(1),
            "map" => match peel(call.args.first()?) {
                Expr::Closure(with) => match &with.output {
                    ReturnType::Type(_, ty) => depth_of_type(ty),
                    ReturnType::Default => self.depth_of(&with.body),
                },
                _ => None,
            },
            _ => of_list(iterator),
        }
    }

    /// Marks an `Option`, of which an iterator is wanted.
    fn mark(&self, expr: &mut Expr) {
        if self.depth_of(expr) == Some(0) {
            *expr = parse_quote_spanned!(expr.span()=> ::cotangent::generated::optional_items(#expr));
        }
    }

    fn marked_call(&self, call: &ExprMethodCall) -> Option<Expr> {
        let (receiver, span) = (&call.receiver, call.method.span());
        let is_option = || self.depth_of(receiver) == Some(0);
        Some(match (call.method.to_string().as_str(), call.args.len()) {
            ("iter", 0) if is_option() => {
                parse_quote_spanned!(span=> ::cotangent::generated::optional_items(&#receiver))
            }
            ("iter_mut", 0) if is_option() => {
                parse_quote_spanned!(span=> ::cotangent::generated::optional_items(&mut #receiver))
            }
            ("into_iter", 0) if is_option() => {
                parse_quote_spanned!(span=> ::cotangent::generated::optional_items(#receiver))
            }
            ("flatten", 0) if self.depth_of_items(receiver) == Some(0) => {
                parse_quote_spanned!(span=> #receiver.flat_map(::cotangent::generated::optional_items))
            }
            ("flat_map", 1) => match peel(&call.args[0]) {
                Expr::Closure(with) if self.depth_of(&with.body) == Some(0) => {
                    parse_quote_spanned!(span=> #receiver.filter_map(#with))
                }
                _ => return None,
            },
            _ => return None,
        })
    }
}

/// What a type is by its spelling, references aside.
fn depth_of_type(ty: &Type) -> Option<Depth> {
    match ty {
        Type::Reference(reference) => depth_of_type(&reference.elem),
        Type::Paren(inner) => depth_of_type(&inner.elem),
        Type::Group(inner) => depth_of_type(&inner.elem),
        Type::Array(list) => depth_of_type(&list.elem).map(|depth| depth + 1),
        Type::Slice(list) => depth_of_type(&list.elem).map(|depth| depth + 1),
        Type::Path(path) => {
            let last = path.path.segments.last()?;
            let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
            match (last.ident.to_string().as_str(), arguments.args.first()?) {
                ("Option", _) => Some(0),
                ("Vec", syn::GenericArgument::Type(ty)) => depth_of_type(ty).map(|depth| depth + 1),
                _ => None,
            }
        }
        _ => None,
    }
}

impl VisitMut for Options {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::ForLoop(each) => {
                self.mark(&mut each.expr);
                self.visit_expr_mut(&mut each.expr);
                let items = self.depth_of_items(&each.expr);
                self.within(|inner| {
                    inner.declare(&each.pat, items);
                    inner.visit_block_mut(&mut each.body);
                });
            }
            Expr::Closure(closure) => self.within(|inner| {
                closure.inputs.iter().for_each(|input| inner.declare(input, None));
                inner.visit_expr_mut(&mut closure.body);
            }),
            // The names of a pattern after `let` hold to the end of the branch.
            Expr::If(_) | Expr::While(_) => self.within(|inner| visit_mut::visit_expr_mut(inner, expr)),
            Expr::Let(found) => {
                self.visit_expr_mut(&mut found.expr);
                self.declare(&found.pat, None);
            }
            Expr::MethodCall(call) => {
                if call.args.len() == 1
                    && (call.method == "extend"
                        || call.method == "chain"
                        || call.method == "zip" && is_iterator(&call.receiver))
                {
                    self.mark(&mut call.args[0]);
                }
                if let Some(marked) = self.marked_call(call) {
                    *expr = marked;
                }
                visit_mut::visit_expr_mut(self, expr);
            }
            other => visit_mut::visit_expr_mut(self, other),
        }
    }

    fn visit_arm_mut(&mut self, arm: &mut Arm) {
        self.within(|inner| {
            inner.declare(&arm.pat, None);
            visit_mut::visit_arm_mut(inner, arm);
        });
    }

    fn visit_local_mut(&mut self, local: &mut Local) {
        visit_mut::visit_local_mut(self, local);
        let depth = local.init.as_ref().and_then(|init| self.depth_of(&init.expr));
        self.declare(&local.pat, depth);
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        self.within(|inner| visit_mut::visit_block_mut(inner, block));
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
