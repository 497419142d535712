//! Values with a derivative, taken apart by patterns: every name stands for a part of the place.
//!
//! Where a part of a variant is, only the pattern knows, and only where it matches. So such a name gets a copy of its part.
//!
//! ```text
//! // in
//! match shape { Shape::Circle(r) => r * r, .. }
//! // out                        (`r` in the forward half is what the pattern binds)
//! match shape { Shape::Circle(r) => { v0 = load shape.circle_0;  v1 = v0 * v0;  value v1 } .. }
//! ```

use proc_macro2::Literal;
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{Expr, Ident, Index, Member, Pat, PatIdent, Path, parse_quote, parse_quote_spanned};

use super::handed::Handed;
use super::places::spelled_path;
use super::{Binder, Meaning};
use crate::ir::{Op, Operand, Place, Projection, VarId, VarKind};
use crate::syntax::effects::changes_something;
use crate::syntax::is_certain;
use crate::syntax::patterns::{is_naming, mutable_names, names_in};
use crate::variant::{self, Part};

impl Binder<'_> {
    /// Names the parts of a place. The pattern matches whatever the value is, so every name in it is one of a variable.
    pub(super) fn take_apart(&mut self, pat: &Pat, whole: &Meaning) {
        self.parts(&certain(pat, &|_| true), whole, false);
    }

    /// The same in a branch that the pattern decides on, where names may be `mut`. The pattern is `certain`.
    pub(super) fn take_apart_here(&mut self, pat: &Pat, whole: &Meaning, mutable: bool) {
        self.lends = mutable;
        self.parts(pat, whole, false);
        self.lends = false;
        if mutable {
            self.name_mutable(pat);
        }
        for name in mutable_names(pat) {
            self.declare_copy(name);
        }
    }

    fn parts(&mut self, pat: &Pat, whole: &Meaning, hidden: bool) {
        match pat {
            Pat::Ident(name) => self.name_part(name, whole, hidden),
            Pat::Paren(pat) => self.parts(&pat.pat, whole, hidden),
            // What is behind the reference is copied: it may change.
            Pat::Reference(pat) => {
                let hidden = hidden || self.vars[whole.var.0].changes();
                self.parts(&pat.pat, &Meaning { is_ref: false, ..whole.clone() }, hidden);
            }
            Pat::Type(pat) => self.parts(&pat.pat, whole, hidden),
            Pat::Tuple(pat) => {
                for (i, pat) in self.known(pat.elems.iter()) {
                    let member = Member::Unnamed(Index::from(i));
                    self.parts(pat, &part(whole, Projection::Field(member)), hidden);
                }
            }
            Pat::TupleStruct(tuple) => {
                for (i, pat) in self.known(tuple.elems.iter()) {
                    self.field(&tuple.path, &Member::Unnamed(Index::from(i)), pat, whole, hidden);
                }
            }
            Pat::Struct(fields) => {
                for field in &fields.fields {
                    self.field(&fields.path, &field.member, &field.pat, whole, hidden);
                }
            }
            Pat::Slice(pat) => self.elements_of_pattern(pat, whole, hidden),
            other if is_naming(other) => self.refuse_pattern(other),
            _ => {}
        }
    }

    /// `[a, .., b]`: what stands after `..` is counted from the end.
    fn elements_of_pattern(&mut self, list: &syn::PatSlice, whole: &Meaning, hidden: bool) {
        let length = self.length.take();
        let at = |i: usize| -> Expr {
            let i = Literal::usize_unsuffixed(i);
            parse_quote!(#i)
        };
        let rest = list.elems.iter().position(is_rest).unwrap_or(list.elems.len());
        for (i, pat) in list.elems.iter().enumerate() {
            let projection = if i < rest {
                Projection::Index { written: at(i), again: at(i), kept: Vec::new() }
            } else {
                let Some(length) = length.filter(|_| is_naming(pat)) else {
                    if is_naming(pat) {
                        self.refuse_pattern(pat);
                    }
                    continue;
                };
                let (name, unique) = (self.vars[length.0].name.clone(), self.vars[length.0].unique.clone());
                let (from, after) = (at(rest), at(list.elems.len() - i));
                let end = |length: Expr| -> Expr {
                    if i > rest {
                        return parse_quote!(#length - #after);
                    }
                    let after = at(list.elems.len() - 1 - i);
                    parse_quote!(#from..#length - #after)
                };
                Projection::Index {
                    written: end(parse_quote!(#name)),
                    again: end(parse_quote!((*#unique.get()))),
                    kept: vec![length],
                }
            };
            match pat {
                Pat::Ident(name) if i == rest => self.name_part(name, &part(whole, projection), hidden),
                pat => self.parts(pat, &part(whole, projection), hidden),
            }
        }
    }

    /// Keeps the length of a list that a pattern takes apart, if the pattern names what stands after `..`.
    pub(super) fn length_for<'p>(&mut self, patterns: impl IntoIterator<Item = &'p Pat>, list: &Expr) -> Option<VarId> {
        let is_needed = patterns.into_iter().flat_map(cases).any(|pat| match without_references(pat) {
            Pat::Slice(list) => list.elems.iter().skip_while(|pat| !is_rest(pat)).any(|pat| !names_in(pat).is_empty()),
            _ => false,
        });
        is_needed.then(|| {
            let length = parse_quote_spanned!(list.span()=> (#list).len());
            self.temporary(list.span(), None, Op::Inactive(Box::new(length)), false).var
        })
    }

    /// The elements of a list of patterns whose places are known: those before `..`.
    fn known<'p>(&mut self, elements: impl Iterator<Item = &'p Pat>) -> Vec<(usize, &'p Pat)> {
        let mut known = Vec::new();
        let mut after = false;
        for (i, pat) in elements.enumerate() {
            after |= is_rest(pat);
            if !after {
                known.push((i, pat));
            } else if is_naming(pat) {
                self.refuse_pattern(pat);
            }
        }
        known
    }

    fn field(&mut self, path: &Path, member: &Member, pat: &Pat, whole: &Meaning, hidden: bool) {
        let imported = self.is_imported_variant(path);
        match variant::part(path, member, imported) {
            Part::Field(member) => {
                let whole = part(whole, Projection::Field(member));
                let in_variant = imported || variant::is_variant(path);
                self.parts(pat, &whole, hidden || in_variant && !self.lends);
            }
            Part::Whole => {
                if self.lends {
                    self.contents.insert((whole.var, spelled_path(&whole.path, whole.stopped)));
                }
                let copies = self.vars.len();
                self.parts(pat, whole, !self.lends);
                self.vars[copies..].iter_mut().for_each(|copy| copy.content = true);
            }
            Part::Nothing => {
                let span = path.span();
                self.verbatim(quote_spanned!(span=>
                    let _ = ::cotangent::generated::the_same(#path, ::core::result::Result::<(), ()>::Err);
                ));
                self.name_content(pat);
            }
        }
    }

    /// Whether a path is that of a variant without its enum.
    pub(super) fn is_imported_variant(&self, path: &Path) -> bool {
        path.get_ident().is_some_and(|name| self.variants.contains(name))
    }

    fn name_part(&mut self, name: &PatIdent, whole: &Meaning, hidden: bool) {
        if !is_certain(name) {
            return;
        }
        if let Some((_, inner)) = name.subpat.as_ref().filter(|(_, inner)| !matches!(**inner, Pat::Rest(_))) {
            self.parts(inner, whole, hidden);
        }
        let Meaning { var, path, is_ref, stopped } = whole.clone();
        let is_ref = is_ref || name.by_ref.is_some();
        if name.by_ref.is_some() && name.mutability.is_some() {
            self.refuse_pattern(&Pat::Ident(name.clone()));
            self.name(&name.ident, whole.clone());
            return;
        }
        if !hidden {
            self.name(&name.ident, Meaning { var, path, is_ref, stopped });
            return;
        }
        let ident = &name.ident;
        let active = self.vars[var.0].active && !stopped;
        // If the guard fails the name is no reference.
        let written = if is_ref { syn::parse_quote!(__0seen(#ident)) } else { syn::parse_quote!(#ident) };
        let place = Place { written, is_ref, var, path, stopped };
        let copy = self.temporary(ident.span(), None, Op::Load(Operand::Place(place)), active);
        self.vars[copy.var.0].once = false;
        self.name(ident, Meaning { is_ref, ..Meaning::value(copy.var) });
    }

    fn refuse_pattern(&mut self, pat: &Pat) {
        let advice = "bind the whole value and take its fields or elements";
        self.report.refuse(
            pat.to_token_stream(),
            format!("this pattern on a value with a derivative is not supported\nhelp: {advice}"),
        );
    }

    /// What the arms of a `match` take apart, for each arm alike.
    pub(super) fn scrutinee(&mut self, expr: &Expr, arms: &[syn::Arm]) -> (Expr, Scrutinee) {
        if !self.is_active(expr) {
            let handed = |arm: &syn::Arm| (arm.pat.clone(), Handed::of_arm(arm));
            let named = self.with_named_indices(expr, arms.iter().map(handed));
            let expr = named.as_ref().unwrap_or(expr);
            return (self.observed(expr), Scrutinee::Constant(Some(expr.clone())));
        }
        if let Expr::Tuple(tuple) = super::peel(expr)
            && arms.iter().flat_map(|arm| cases(&arm.pat)).all(matches_parts)
        {
            let (mut written, mut meanings) = (Vec::new(), Vec::new());
            // What has no derivative stays in the tuple, unless another part changes something.
            let in_order = tuple.elems.iter().any(changes_something);
            for elem in &tuple.elems {
                let (mut expr, whole) = self.scrutinee(elem, arms);
                if in_order && matches!(whole, Scrutinee::Constant(_)) {
                    let place = self.temporary(elem.span(), None, Op::Inactive(Box::new(expr)), false);
                    expr = place.written;
                }
                written.push(expr);
                meanings.push(whole);
            }
            let span = expr.span();
            return (syn::parse_quote_spanned!(span=> (#(#written),*,)), Scrutinee::Tuple(meanings));
        }
        // Names for parts of what changes are those of the places, not of copies.
        let mutable = self.is_mutable(expr) && arms_name_parts(arms);
        let place = if mutable { self.with_a_name(|binder| binder.place(super::peel(expr))) } else { None };
        match place.unwrap_or_else(|| self.with_a_name(|binder| binder.operand(expr))) {
            Operand::Place(place) | Operand::Lent(place) => {
                let length = self.length_for(arms.iter().map(|arm| &arm.pat), &place.written);
                let Place { written, is_ref, var, path, stopped } = place;
                // A copy of what a reference leads to is looked at through a reference too.
                let is_copied = !is_ref && self.is_reference(expr);
                let (written, is_ref) = if is_copied {
                    (parse_quote_spanned!(written.span()=> &#written), true)
                } else {
                    (written, is_ref)
                };
                // What a name takes out of a variable that changes is a copy: the variable is looked at again.
                let takes = arms_name_parts(arms);
                let is_whole = path.is_empty() && self.vars[var.0].kind == VarKind::Local;
                let written = if takes && is_whole && !is_ref && !mutable && self.vars[var.0].changes() {
                    syn::parse_quote_spanned!(written.span()=> ::cotangent::generated::of(&#written).own())
                } else {
                    written
                };
                (written, Scrutinee::Place { whole: Meaning { var, path, is_ref, stopped }, mutable, length })
            }
            Operand::Constant { expr, .. } => (expr, Scrutinee::Constant(None)),
        }
    }

    /// Names what the pattern of an arm binds.
    pub(super) fn take_scrutinee_apart(&mut self, pat: &Pat, scrutinee: &Scrutinee, branch: &Handed) {
        match (scrutinee, pat) {
            (Scrutinee::Constant(Some(constant)), _) => self.bind_parts(constant, pat, branch),
            (Scrutinee::Constant(None), _) => self.bind_constants(pat),
            (Scrutinee::Place { whole, mutable, length }, _) => {
                self.length = *length;
                self.take_apart_here(pat, whole, *mutable);
                self.length = None;
            }
            (Scrutinee::Tuple(parts), Pat::Tuple(tuple)) => {
                for (part, pat) in parts.iter().zip(&tuple.elems) {
                    self.take_scrutinee_apart(pat, part, branch);
                }
            }
            (Scrutinee::Tuple(_), _) => {}
        }
    }
}

/// A pattern in which `name @ _` stands for a name of a variable: what is spelled alike may be a constant or a variant, and only the
/// compiler knows. It reports `name @ _` if it is none. In a pattern that may fail such a name is one if the branch uses it; else it does
/// not matter what it is.
pub(super) fn certain(pat: &Pat, is_used: &dyn Fn(&Ident) -> bool) -> Pat {
    struct Certain<'u>(&'u dyn Fn(&Ident) -> bool);
    impl VisitMut for Certain<'_> {
        fn visit_pat_ident_mut(&mut self, name: &mut PatIdent) {
            syn::visit_mut::visit_pat_ident_mut(self, name);
            if !is_certain(name) && (self.0)(&name.ident) {
                let span = name.ident.span();
                name.subpat = Some((parse_quote_spanned!(span=> @), parse_quote_spanned!(span=> _)));
            }
        }
        fn visit_field_pat_mut(&mut self, field: &mut syn::FieldPat) {
            syn::visit_mut::visit_field_pat_mut(self, field);
            if matches!(&*field.pat, Pat::Ident(name) if name.subpat.is_some()) {
                field.colon_token = Some(parse_quote!(:));
            }
        }
        fn visit_expr_mut(&mut self, _: &mut Expr) {}
    }
    let mut pat = pat.clone();
    Certain(is_used).visit_pat_mut(&mut pat);
    pat
}

/// Whether a pattern of an arm binds a name.
pub(super) fn arms_name_parts(arms: &[syn::Arm]) -> bool {
    arms.iter().any(|arm| !names_in(&arm.pat).is_empty())
}

/// What a `match` looks at.
pub(super) enum Scrutinee {
    /// No derivative flows through it. What the user wrote, if there are names for its parts.
    Constant(Option<Expr>),
    /// Through a mutable reference names in patterns are such too. The length is that of a list, if a pattern counts from its end.
    Place { whole: Meaning, mutable: bool, length: Option<VarId> },
    /// A tuple that is written out, part by part.
    Tuple(Vec<Scrutinee>),
}

/// The cases of a pattern, if it binds names in several.
pub(super) fn cases(pat: &Pat) -> Vec<&Pat> {
    match pat {
        Pat::Or(or) if is_naming(pat) => or.cases.iter().collect(),
        Pat::Paren(inner) => cases(&inner.pat),
        other => vec![other],
    }
}

/// Whether a pattern looks at the parts of a tuple one by one.
fn matches_parts(pat: &Pat) -> bool {
    match pat {
        Pat::Tuple(tuple) => !tuple.elems.iter().any(|pat| matches!(pat, Pat::Rest(_))),
        Pat::Or(or) => !is_naming(pat) && or.cases.iter().all(matches_parts),
        Pat::Wild(_) => true,
        _ => false,
    }
}

/// Without `&` and parentheses.
fn without_references(pat: &Pat) -> &Pat {
    match pat {
        Pat::Reference(inner) => without_references(&inner.pat),
        Pat::Paren(inner) => without_references(&inner.pat),
        Pat::Type(inner) => without_references(&inner.pat),
        pat => pat,
    }
}

/// `..` or `rest @ ..`
fn is_rest(pat: &Pat) -> bool {
    match pat {
        Pat::Rest(_) => true,
        Pat::Ident(name) => name.subpat.as_ref().is_some_and(|(_, inner)| is_rest(inner)),
        _ => false,
    }
}

fn part(whole: &Meaning, projection: Projection) -> Meaning {
    let mut part = whole.clone();
    part.path.push(projection);
    part
}
