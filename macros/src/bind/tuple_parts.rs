//! `let (mut y, mut count) = (1.0 - a, 0);`: a tuple that a pattern takes apart as it is written, part by part.
//!
//! A tuple with references in it is no value. In one with some parts that have a derivative the others would count as having one too, and
//! of a number whose type is inferred the compiler would have to know it then.
//!
//! ```text
//! let mut y = 1.0 - a;  let mut count = 0;
//! // where a value names what the pattern hides, all values come first
//! let (mut a, mut b) = (b, a * b);      let __part0 = b;  let __part1 = a * b;  let mut a = __part0;  let mut b = __part1;
//! ```

use quote::{ToTokens, quote};
use syn::visit::Visit;
use syn::{Expr, ExprTuple, Local, Pat, PatTuple, Stmt, Type};

use super::{Binder, peel};
use crate::naming::hygienic;
use crate::syntax::patterns::{mutable_names, names_in};
use crate::words::words;

impl Binder<'_> {
    /// Binds each part by itself, if that is such a declaration.
    pub(super) fn let_tuple_parts(&mut self, local: &Local, pat: &Pat, ty: Option<&Type>, init: &Expr) -> bool {
        let (Pat::Tuple(parts), Expr::Tuple(values)) = (pat, peel(init)) else { return false };
        let is_reference = |value: &Expr| matches!(peel(value), Expr::Reference(_)) || self.is_reference(value);
        let has_references = values.elems.iter().any(is_reference);
        let is_typed_apart = matches!(ty, None | Some(Type::Tuple(_)));
        if !(has_references || is_typed_apart && self.is_partly_active(parts, values)) {
            return false;
        }
        let Some(places) = places(parts, values.elems.len()) else { return false };
        self.each_part(local, parts, values, &places);
        true
    }

    /// Whether some parts have a derivative, now or later, and others have none.
    fn is_partly_active(&self, parts: &PatTuple, values: &ExprTuple) -> bool {
        let becomes_active =
            |part: &Pat| mutable_names(part).iter().any(|name| self.passes.active.contains(&std::ptr::from_ref(*name)));
        values.elems.iter().any(|value| !self.is_active(value))
            && (values.elems.iter().any(|value| self.is_active(value)) || parts.elems.iter().any(becomes_active))
    }

    /// The values first, and then the parts of the pattern, unless no value names anything that they hide.
    fn each_part(&mut self, local: &Local, parts: &PatTuple, values: &ExprTuple, places: &[Option<usize>]) {
        let tree = self.rewritten(std::ptr::from_ref(local).cast(), |_| {
            let is_hiding = is_hiding(parts, values);
            let whole = if let Pat::Type(typed) = &local.pat { Some(&*typed.ty) } else { None };
            let (mut first, mut then) = (Vec::new(), Vec::new());
            for (i, value) in values.elems.iter().enumerate() {
                let name = hygienic(&format!("__part{i}"));
                let ty = part_of_type(whole, i).map(|ty| quote!(: #ty));
                let part = places.iter().position(|place| *place == Some(i)).map(|at| &parts.elems[at]);
                match part {
                    Some(part) if takes(part) && is_literal(value) => then.push(quote!(let #part #ty = #value;)),
                    Some(part) if takes(part) && !is_hiding => first.push(quote!(let #part #ty = #value;)),
                    part => {
                        first.push(quote!(let #name #ty = #value;));
                        then.extend(part.map(|part| quote!(let #part = #name;)));
                    }
                }
            }
            Ok(syn::parse_quote!({ #(#first)* #(#then)* }))
        });
        for stmt in tree.iter().flat_map(|tree| &tree.stmts) {
            if let Stmt::Local(part) = stmt {
                self.local(part);
            }
        }
    }
}

/// Whether a part takes its value: `_` would leave it, and `ref` refer to it.
fn takes(part: &Pat) -> bool {
    let names = names_in(part);
    !names.is_empty() && names.iter().all(|name| name.by_ref.is_none())
}

/// Whether it is of literals only, and may be computed anywhere.
fn is_literal(value: &Expr) -> bool {
    match peel(value) {
        Expr::Lit(_) => true,
        value => words(value.to_token_stream()).is_empty(),
    }
}

/// Whether a value may name what a part of the pattern hides. What the texts of a macro name is not known here.
fn is_hiding(parts: &PatTuple, values: &ExprTuple) -> bool {
    struct Macros(bool);
    impl<'ast> Visit<'ast> for Macros {
        fn visit_macro(&mut self, _: &'ast syn::Macro) {
            self.0 = true;
        }
    }
    let mut macros = Macros(false);
    values.elems.iter().for_each(|value| macros.visit_expr(value));
    let used = words(values.to_token_stream());
    macros.0 || parts.elems.iter().flat_map(names_in).any(|name| used.contains(&name.ident))
}

/// For each part of a pattern, which of the values it takes apart; nothing for `..`.
fn places(parts: &PatTuple, values: usize) -> Option<Vec<Option<usize>>> {
    let rest = parts.elems.iter().position(|part| matches!(part, Pat::Rest(_)));
    let (patterns, skipped) = (parts.elems.len(), (values + 1).checked_sub(parts.elems.len())?);
    if rest.is_none() && patterns != values {
        return None;
    }
    let place = |i: usize| match rest {
        Some(rest) if i == rest => None,
        Some(rest) if i > rest => Some(i + skipped - 1),
        _ => Some(i),
    };
    Some((0..patterns).map(place).collect())
}

/// The type of a part of a tuple.
pub(super) fn part_of_type(whole: Option<&Type>, part: usize) -> Option<&Type> {
    match whole {
        Some(Type::Tuple(types)) => types.elems.iter().nth(part),
        _ => None,
    }
}
