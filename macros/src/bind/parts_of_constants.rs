//! Parts of a constant that a pattern names: `match node { Node::Sum(a, b) => value(a, x) + value(b, x), .. }`.
//!
//! They are references, which no tape keeps. So if a branch needs more of them than a copied number, the reverse half takes the constant
//! apart again, at the head of the branch. Which branch it is, the forward half has told.
//!
//! ```text
//! let (a, b) = match node { Node::Sum(a, b) => (a, b), _ => other() };
//! ```

use std::collections::HashSet;

use quote::quote;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprField, ExprIndex, ExprReference, Ident, Local, LocalInit, Pat, PatIdent, UnOp, parse_quote};

use super::handed::Handed;
use super::list_parts::unwrapped_list;
use super::{AlsoRepeatable, Binder, Meaning, Scope, peel};
use crate::desugar::optional_elements::list_of;
use crate::ir::{Again, Operand, Projection, Step, VarId, VarKind};
use crate::naming::hygienic;
use crate::syntax::is_certain;
use crate::syntax::patterns::names_in;

impl Binder<'_> {
    /// Names the parts of a constant in a branch, and notes how the reverse half takes it apart again, if the branch needs that.
    pub(super) fn bind_parts(&mut self, constant: &Expr, pat: &Pat, branch: &Handed) {
        let mut found = Vec::new();
        self.found_again(constant, pat, branch, &mut found);
        self.bind_constants(pat);
        self.find_again(found);
    }

    fn find_again(&mut self, found: Vec<Found>) {
        for Found { constant: Part { written, reads }, mut pat, names } in found {
            let (mut again, mut vars) = (Vec::new(), Vec::new());
            for Named { name, is_value } in &names {
                let Some(meaning) = self.meaning_mut(name) else { continue };
                meaning.is_ref = !is_value;
                let var = meaning.var;
                let unique = self.vars[var.0].unique.clone();
                self.vars[var.0].again =
                    Some(if *is_value { parse_quote!((*#unique)) } else { parse_quote!(&*#unique) });
                again.push(unique);
                self.vars[var.0].is_reference = !is_value;
                vars.push(var);
            }
            let values = names.iter().filter(|named| named.is_value).map(|named| &named.name);
            refer_to(&values.collect::<Vec<_>>(), &mut pat);
            let names = names.iter().map(|named| &named.name);
            if let Some(scope) = self.scopes.last_mut() {
                let code = quote!(
                    let (#(#again,)*) = match #written {
                        #pat => (#(#names,)*),
                        _ => ::cotangent::generated::other_branch(),
                    };
                );
                scope.again.push(Again { names: vars, code, reads });
            }
        }
    }

    /// What of a constant the reverse half finds again, where the names of the pattern do not hide any of it yet.
    fn found_again(&mut self, constant: &Expr, pat: &Pat, branch: &Handed, found: &mut Vec<Found>) {
        if let (Expr::Tuple(parts), Pat::Tuple(patterns)) = (peel(constant), pat)
            && parts.elems.len() == patterns.elems.len()
        {
            for (constant, pat) in parts.elems.iter().zip(&patterns.elems) {
                self.found_again(constant, pat, branch, found);
            }
            return;
        }
        let by_reference = self.are_references(constant);
        let mut names: Vec<Named> = Vec::new();
        let is_copied = matches!(peel(constant), Expr::Unary(_)) || self.is_value_again(constant);
        for named in names_of_parts(pat, by_reference, is_copied) {
            if branch.has(&named.name) && !names.contains(&named) {
                names.push(named);
            }
        }
        if !names.is_empty()
            && let Some(constant) = self.part_again(constant)
        {
            found.push(Found { constant, pat: pat.clone(), names });
        }
    }

    /// How the reverse half writes a constant, or a part of one, also where its name stands for a part of a parameter.
    pub(super) fn part_again(&mut self, expr: &Expr) -> Option<Part> {
        match peel(expr) {
            Expr::Reference(part) if part.mutability.is_none() => {
                self.part_again(&part.expr).map(|part| part.with(|part| parse_quote!(&#part)))
            }
            Expr::Unary(part) if matches!(part.op, UnOp::Deref(_)) => {
                self.part_again(&part.expr).map(|part| part.with(|part| parse_quote!((*#part))))
            }
            Expr::Field(ExprField { base, member, .. }) => {
                self.part_again(base).map(|base| base.with(|base| parse_quote!(#base.#member)))
            }
            Expr::MethodCall(call) if unwrapped_list(call).is_some() => {
                self.part_again(&call.receiver).map(|part| part.with(|part| parse_quote!(#part.unwrap())))
            }
            Expr::MethodCall(call) if self.gives_element(expr) => {
                let (method, mut reads, mut arguments) = (&call.method, Vec::new(), Vec::new());
                for at in &call.args {
                    let at = self.index_again(at)?;
                    reads.extend(at.reads);
                    arguments.push(at.written);
                }
                let list = self.part_again(&call.receiver)?;
                reads.extend(list.reads);
                let list = list.written;
                let written = parse_quote!(::cotangent::generated::list_again(&#list).#method(#(#arguments),*));
                Some(Part { written, reads })
            }
            Expr::Index(part) => {
                let at = self.index_again(&part.index)?;
                let list = self.part_again(&part.expr)?;
                let reads = [list.reads, at.reads].concat();
                let (list, at) = (list.written, at.written);
                Some(Part { written: parse_quote!(#list[#at]), reads })
            }
            name => match self.lookup(name).cloned() {
                Some(meaning) if !meaning.path.is_empty() => self.place_again(&meaning),
                Some(meaning) if self.is_kept(&meaning) && self.written_lists.contains(&meaning.var) => {
                    let unique = &self.vars[meaning.var.0].unique;
                    Some(Part { written: parse_quote!((*#unique.get())), reads: vec![meaning.var] })
                }
                meaning => {
                    if let Some(meaning) = meaning {
                        self.build_once(&meaning);
                    }
                    self.written_again(name).map(Part::new)
                }
            },
        }
    }

    /// An index as the reverse half writes it, perhaps with kept values.
    pub(super) fn index_again(&mut self, at: &Expr) -> Option<Part> {
        if let Some(written) = self.written_again(at) {
            return Some(Part::new(written));
        }
        self.also_repeatable = AlsoRepeatable::Kept;
        let written = self.written_again(at);
        self.also_repeatable = AlsoRepeatable::Nothing;
        let mut kept = KeptIn { binder: self, vars: Vec::new() };
        kept.visit_expr(at);
        let reads = kept.vars;
        Some(Part { written: written?, reads })
    }

    /// An index that is computed of constants from outside of the loop that it stands in: these are kept once, not the index each time.
    pub(super) fn index_of_kept(&mut self, at: &Expr) -> Option<Part> {
        if !matches!(at, Expr::Binary(_)) || self.is_hidden(at) {
            return None;
        }
        let inside = &self.scopes[self.scopes.iter().rposition(|scope| scope.repeats)?..];
        let declared: HashSet<VarId> =
            inside.iter().flat_map(|scope| scope.names.values()).map(|meaning| meaning.var).collect();
        let part = self.index_again(at)?;
        part.reads.iter().all(|var| !declared.contains(var)).then_some(part)
    }

    /// A reference to a part of a constant, with indices that only the forward half has.
    pub(super) fn part_of_constants(&mut self, expr: &Expr) -> Option<Operand> {
        let name = self.named_part(expr)?;
        let again = self.again(&name);
        Some(Operand::Constant { expr: name, again, is_ref: true })
    }

    /// A name for such a reference.
    pub(super) fn named_part(&mut self, expr: &Expr) -> Option<Expr> {
        let root = self.root(expr).map(|meaning| meaning.var);
        let is_kept = |var: VarId| self.vars[var.0].kind == VarKind::Local && self.vars[var.0].again.is_none();
        let is_copied = root.is_some_and(|var| is_kept(var) && !self.written_lists.contains(&var));
        if self.is_active(expr) || is_copied || !self.moves(expr) {
            return None;
        }
        let named = self.indices_named(expr);
        let expr = named.as_ref().unwrap_or(expr);
        let Part { written, reads } = self.part_again(expr)?;
        let (name, value) = (hygienic(&format!("part{}", self.temporaries)), self.observed(expr));
        self.temporaries += 1;
        let var = self.fresh(name.clone(), VarKind::Local, false);
        let unique = self.vars[var.0].unique.clone();
        (self.vars[var.0].again, self.vars[var.0].is_reference) = (Some(parse_quote!(&*#unique)), true);
        self.step(Step::Verbatim { tokens: quote!(let #name = #value;), binds: vec![var] });
        self.name(&name, Meaning { is_ref: true, ..Meaning::value(var) });
        let (names, code) = (vec![var], quote!(let #unique = #written;));
        if let Some(scope) = self.scopes.last_mut() {
            scope.again.push(Again { names, code, reads });
        }
        Some(crate::syntax::expression(name))
    }

    /// A constant that branches take apart, with names for its indices if these go on changing and a branch passes parts on.
    pub(super) fn with_named_indices(
        &mut self,
        constant: &Expr,
        mut branches: impl Iterator<Item = (Pat, Handed)>,
    ) -> Option<Expr> {
        let hands_on = |(pat, handed): (Pat, Handed)| names_in(&pat).iter().any(|name| handed.has(&name.ident));
        if branches.any(hands_on) { self.indices_named(constant) } else { None }
    }

    /// A part of a constant whose indices have names, if they go on changing.
    fn indices_named(&mut self, expr: &Expr) -> Option<Expr> {
        match peel(expr) {
            Expr::Reference(part) => {
                let expr = Box::new(self.indices_named(&part.expr)?);
                Some(Expr::Reference(ExprReference { expr, ..part.clone() }))
            }
            Expr::Field(part) => {
                let base = Box::new(self.indices_named(&part.base)?);
                Some(Expr::Field(ExprField { base, ..part.clone() }))
            }
            Expr::Index(part) => {
                let is_settled = self.index_again(&part.index).is_some() || self.is_active(&part.index);
                let at = (!is_settled).then(|| self.named_index(&part.index));
                let list = self.indices_named(&part.expr);
                if at.is_none() && list.is_none() {
                    return None;
                }
                let expr = list.map_or_else(|| part.expr.clone(), Box::new);
                let index = at.map_or_else(|| part.index.clone(), Box::new);
                Some(Expr::Index(ExprIndex { expr, index, ..part.clone() }))
            }
            Expr::MethodCall(part) if self.gives_element(expr) => {
                let mut named = part.clone();
                let list = self.indices_named(&part.receiver);
                let mut is_named = list.is_some();
                named.receiver = list.map_or(named.receiver, Box::new);
                for at in named.args.iter_mut().filter(|_| list_of(expr).is_some()) {
                    if self.index_again(at).is_none() && !self.is_active(at) {
                        (*at, is_named) = (self.named_index(at), true);
                    }
                }
                is_named.then_some(Expr::MethodCall(named))
            }
            Expr::MethodCall(_) => self.named_given(expr),
            _ => None,
        }
    }

    /// Whether a part has an index that the reverse half cannot write down, or is in an element that a method gives.
    fn moves(&mut self, expr: &Expr) -> bool {
        match peel(expr) {
            Expr::Reference(part) => self.moves(&part.expr),
            Expr::Field(part) => self.moves(&part.base),
            Expr::Index(part) => self.written_again(&part.index).is_none() || self.moves(&part.expr),
            expr => self.gives_element(expr) || self.may_be_given(expr),
        }
    }

    /// A name for an index, or for each end of a range.
    pub(super) fn named_index(&mut self, at: &Expr) -> Expr {
        if let Expr::Range(range) = peel(at) {
            let mut named = range.clone();
            for end in [&mut named.start, &mut named.end].into_iter().flatten() {
                if self.index_again(end).is_none() {
                    **end = self.named_index(end);
                }
            }
            return Expr::Range(named);
        }
        let name = hygienic(&format!("at{}", self.temporaries));
        self.temporaries += 1;
        let value = self.observed(at);
        let var = self.fresh(name.clone(), VarKind::Local, false);
        self.step(Step::Verbatim { tokens: quote!(let #name = #value;), binds: vec![var] });
        self.name(&name, Meaning::value(var));
        crate::syntax::expression(name)
    }

    /// The reverse half builds a tree once, where it is declared, if parts of it have names.
    fn build_once(&mut self, meaning: &Meaning) {
        let var = &mut self.vars[meaning.var.0];
        let Some(tree @ (Expr::Call(_) | Expr::Struct(_))) = &var.again else { return };
        let (tree, unique) = (tree.clone(), var.unique.clone());
        let declares = |scope: &&mut Scope| scope.names.values().any(|named| named.var == meaning.var);
        if let Some(scope) = self.scopes.iter_mut().rev().find(declares) {
            let (names, code) = (vec![meaning.var], quote!(let #unique = &#tree;));
            scope.again.push(Again { names, code, reads: Vec::new() });
            var.again = Some(parse_quote!((*#unique)));
        }
    }

    /// The same of a name of a part of a parameter.
    fn place_again(&self, meaning: &Meaning) -> Option<Part> {
        let var = &self.vars[meaning.var.0];
        if !matches!(var.kind, VarKind::Param { .. }) || var.active || var.changes() {
            return None;
        }
        let mut part = crate::syntax::expression(var.unique.clone());
        let mut reads = Vec::new();
        for step in &meaning.path {
            part = match step {
                Projection::Field(member) => parse_quote!(#part.#member),
                Projection::Index { again, kept, .. } if !kept.iter().any(|var| self.vars[var.0].changes()) => {
                    reads.extend(kept);
                    parse_quote!(#part[#again])
                }
                Projection::Index { .. } => return None,
            };
        }
        Some(Part { written: if meaning.is_ref { parse_quote!((&#part)) } else { part }, reads })
    }

    /// Whether an expression is a part of a constant that the reverse half finds again.
    pub(super) fn is_found_again(&mut self, expr: &Expr) -> bool {
        let is_part = |meaning: &Meaning| {
            self.vars[meaning.var.0].again.is_some()
                || !meaning.path.is_empty()
                || self.written_lists.contains(&meaning.var)
        };
        let is_name = matches!(peel(expr), Expr::Path(_));
        self.root(expr).is_some_and(|root| !is_name || is_part(root)) && self.part_again(expr).is_some()
    }

    /// `let pattern = constant;` before `rest`, if the reverse half takes the constant apart again.
    pub(super) fn let_parts(&mut self, local: &Local, handed: &Handed) -> bool {
        let Some(LocalInit { expr, diverge: None, .. }) = &local.init else { return false };
        let names = names_in(&local.pat);
        if names.iter().any(|name| handed.is_read(&name.ident)) && self.let_given(&local.pat, expr) {
            return true;
        }
        if !names.iter().any(|name| handed.has(&name.ident)) {
            return false;
        }
        let is_name = matches!(&local.pat, Pat::Ident(name) if name.by_ref.is_none());
        let is_reference = matches!(peel(expr), Expr::Reference(_)) || self.gives_element(expr);
        if matches!(local.pat, Pat::Type(_)) || self.is_active(expr) {
            return false;
        }
        if is_name && (!is_reference || self.is_repeatable(expr)) {
            return false;
        }
        let mut found = Vec::new();
        let named = self.indices_named(expr);
        let expr = named.as_ref().unwrap_or(expr);
        self.found_again(expr, &local.pat, handed, &mut found);
        if found.is_empty() && named.is_none() {
            return false;
        }
        let (pat, value) = (&local.pat, self.observed(expr));
        let binds = self.name_constants(pat);
        self.step(Step::Verbatim { tokens: quote!(let #pat = #value;), binds });
        self.find_again(found);
        true
    }

    /// Whether an expression is an element of a list, perhaps in an `Option`, `list.first()`, `list.get(i).unwrap()` and the like, and not
    /// what a method of the program gives.
    pub(super) fn gives_element(&self, expr: &Expr) -> bool {
        let Expr::MethodCall(call) = peel(expr) else { return false };
        unwrapped_list(call).or(list_of(expr)).is_some_and(|list| !self.has_own_type(list))
    }

    /// Whether what a pattern takes apart is behind references.
    fn are_references(&self, constant: &Expr) -> bool {
        match peel(constant) {
            Expr::Tuple(parts) => parts.elems.iter().all(|part| self.are_references(part)),
            Expr::Reference(_) => true,
            constant if self.gives_element(constant) => true,
            constant => self.is_reference(constant) || self.is_reference_again(constant),
        }
    }
}

/// What the reverse half gets from a pattern.
struct Found {
    constant: Part,
    pat: Pat,
    names: Vec<Named>,
}

/// A part of a constant as the reverse half writes it, and the kept values that it names.
pub(super) struct Part {
    pub(super) written: Expr,
    pub(super) reads: Vec<VarId>,
}

impl Part {
    fn new(written: Expr) -> Self {
        Self { written, reads: Vec::new() }
    }

    fn with(self, write: impl FnOnce(Expr) -> Expr) -> Self {
        Self { written: write(self.written), reads: self.reads }
    }
}

/// A name of a pattern that looks at a reference: that of a reference, or of a copied value.
#[derive(PartialEq, Eq)]
struct Named {
    name: Ident,
    is_value: bool,
}

/// The kept variables in an expression.
struct KeptIn<'b, 'r> {
    binder: &'b Binder<'r>,
    vars: Vec<VarId>,
}

impl<'ast> Visit<'ast> for KeptIn<'_, '_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        let kept = self.binder.lookup(expr).filter(|meaning| self.binder.is_kept(meaning));
        self.vars.extend(kept.map(|meaning| meaning.var));
        visit::visit_expr(self, expr);
    }
}

/// The names of a pattern that leads to them by references, if it looks at a reference, at something behind one, or at neither.
fn names_of_parts(pat: &Pat, by_reference: bool, is_copied: bool) -> Vec<Named> {
    struct Behind<'ast>(Vec<&'ast PatIdent>);
    impl<'ast> Visit<'ast> for Behind<'ast> {
        fn visit_pat_reference(&mut self, pat: &'ast syn::PatReference) {
            self.0.extend(names_in(&pat.pat));
        }
    }
    let mut values = Behind(Vec::new());
    values.visit_pat(pat);
    let named = |name: &PatIdent| {
        let is_behind = is_copied || values.0.iter().any(|value| std::ptr::eq(*value, name));
        let is_value = is_behind && name.by_ref.is_none();
        let is_led_to = by_reference || is_behind || name.by_ref.is_some();
        (name.mutability.is_none() && is_led_to && (is_certain(name) || may_be_variable(name)))
            .then(|| Named { name: name.ident.clone(), is_value })
    };
    names_in(pat).into_iter().filter_map(named).collect()
}

/// The pattern with references to copied values.
fn refer_to(values: &[&Ident], pat: &mut Pat) {
    struct Referred<'n>(&'n [&'n Ident]);
    impl VisitMut for Referred<'_> {
        fn visit_pat_ident_mut(&mut self, name: &mut PatIdent) {
            if self.0.contains(&&name.ident) {
                name.by_ref.get_or_insert_default();
            }
            visit_mut::visit_pat_ident_mut(self, name);
        }
    }
    Referred(values).visit_pat_mut(pat);
}

/// Whether a name is spelled as that of a variable. If it is none after all, nothing is lost: it is looked at as any other expression.
pub(super) fn may_be_variable(name: &PatIdent) -> bool {
    name.ident.to_string().starts_with(|first: char| first.is_lowercase() || first == '_')
}
