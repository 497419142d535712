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
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr, Index, Member, Pat, PatIdent, Path};

use super::expressions::starts_upper;
use super::names::{is_naming, mutable_names};
use super::{Binder, Meaning};
use crate::ir::{Op, Operand, Place, Projection};
use crate::variant::{self, Part};

impl Binder<'_> {
    /// Names the parts of a place.
    pub(super) fn take_apart(&mut self, pat: &Pat, whole: &Meaning) {
        self.parts(pat, whole, false);
    }

    /// The same in a branch that the pattern decides on, where names may be `mut`.
    pub(super) fn take_apart_here(&mut self, pat: &Pat, whole: &Meaning) {
        self.parts(pat, whole, false);
        for name in mutable_names(pat) {
            self.declare_copy(name);
        }
    }

    fn parts(&mut self, pat: &Pat, whole: &Meaning, hidden: bool) {
        match pat {
            Pat::Ident(name) => self.name_part(name, whole, hidden),
            Pat::Paren(pat) => self.parts(&pat.pat, whole, hidden),
            Pat::Reference(pat) => self.parts(&pat.pat, &Meaning { is_ref: false, ..whole.clone() }, hidden),
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
            Pat::Slice(pat) => {
                for (i, pat) in self.known(pat.elems.iter()) {
                    let i = Literal::usize_unsuffixed(i);
                    let i: Expr = syn::parse_quote!(#i);
                    let at = Projection::Index { written: i.clone(), again: i, kept: Vec::new() };
                    self.parts(pat, &part(whole, at), hidden);
                }
            }
            other if is_naming(other) => self.refuse_pattern(other),
            _ => {}
        }
    }

    /// The elements of a list of patterns whose places are known: those before `..`.
    fn known<'p>(&mut self, elements: impl Iterator<Item = &'p Pat>) -> Vec<(usize, &'p Pat)> {
        let mut known = Vec::new();
        let mut after = false;
        for (i, pat) in elements.enumerate() {
            after |= matches!(pat, Pat::Rest(_));
            if !after {
                known.push((i, pat));
            } else if is_naming(pat) {
                self.refuse_pattern(pat);
            }
        }
        known
    }

    fn field(&mut self, path: &Path, member: &Member, pat: &Pat, whole: &Meaning, hidden: bool) {
        match variant::part(path, member) {
            Part::Field(member) => {
                let whole = part(whole, Projection::Field(member));
                self.parts(pat, &whole, hidden || variant::is_variant(path));
            }
            Part::Whole => self.parts(pat, whole, true),
            Part::Nothing => self.bind_constants(pat),
        }
    }

    fn name_part(&mut self, name: &PatIdent, whole: &Meaning, hidden: bool) {
        // `None` and the like are no names.
        if name.subpat.is_none() && starts_upper(&name.ident.to_string()) {
            return;
        }
        if let Some((_, inner)) = &name.subpat {
            self.parts(inner, whole, hidden);
        }
        let Meaning { var, path, is_ref, stopped } = whole.clone();
        let is_ref = is_ref || name.by_ref.is_some();
        if !hidden {
            self.name(&name.ident, Meaning { var, path, is_ref, stopped });
            return;
        }
        let ident = &name.ident;
        let active = self.vars[var.0].active && !stopped;
        // If the guard fails the name is no reference.
        let written = if is_ref { syn::parse_quote!(__seen(#ident)) } else { syn::parse_quote!(#ident) };
        let place = Place { written, is_ref, var, path, stopped };
        let copy = self.temporary(ident.span(), None, Op::Load(Operand::Place(place)), active);
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
            return (self.observed(expr), Scrutinee::Constant);
        }
        let parts = |pat: &Pat| match pat {
            Pat::Tuple(tuple) => !tuple.elems.iter().any(|pat| matches!(pat, Pat::Rest(_))),
            Pat::Wild(_) => true,
            _ => false,
        };
        if let Expr::Tuple(tuple) = super::peel(expr)
            && arms.iter().flat_map(|arm| cases(&arm.pat)).all(parts)
        {
            let (mut written, mut meanings) = (Vec::new(), Vec::new());
            for elem in &tuple.elems {
                let (expr, whole) = self.scrutinee(elem, &[]);
                written.push(expr);
                meanings.push(whole);
            }
            let span = expr.span();
            return (syn::parse_quote_spanned!(span=> (#(#written),*,)), Scrutinee::Tuple(meanings));
        }
        match self.with_a_name(|binder| binder.operand(expr)) {
            Operand::Place(place) | Operand::Lent(place) => {
                let Place { written, is_ref, var, path, stopped } = place;
                (written, Scrutinee::Place(Meaning { var, path, is_ref, stopped }))
            }
            Operand::Constant { expr, .. } => (expr, Scrutinee::Constant),
        }
    }

    /// Names what the pattern of an arm binds.
    pub(super) fn take_scrutinee_apart(&mut self, pat: &Pat, scrutinee: &Scrutinee) {
        match (scrutinee, pat) {
            (Scrutinee::Constant, _) => self.bind_constants(pat),
            (Scrutinee::Place(whole), _) => self.take_apart_here(pat, whole),
            (Scrutinee::Tuple(parts), Pat::Tuple(tuple)) => {
                for (part, pat) in parts.iter().zip(&tuple.elems) {
                    self.take_scrutinee_apart(pat, part);
                }
            }
            (Scrutinee::Tuple(_), _) => {}
        }
    }
}

/// What a `match` looks at.
pub(super) enum Scrutinee {
    /// No derivative flows through it.
    Constant,
    Place(Meaning),
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

fn part(whole: &Meaning, projection: Projection) -> Meaning {
    let mut part = whole.clone();
    part.path.push(projection);
    part
}
