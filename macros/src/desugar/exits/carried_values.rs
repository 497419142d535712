//! Values on whose way there is an exit: each way assigns its own to a variable.

use syn::spanned::Spanned;
use syn::{Expr, ExprIf, ExprMatch, Ident, Label, Local, Stmt, parse_quote, parse_quote_spanned};

use super::block_ends::{any, has_exit, in_block, statements, unless_raised, valued};
use super::{CARRIER, End, Exits, Kind, Sequence};
use crate::syntax::peel;

impl Exits<'_> {
    /// The value of a function that is an expression with exits in it.
    pub(super) fn tail(&mut self, expr: &Expr) -> (Expr, Vec<Ident>) {
        match peel(expr) {
            Expr::Match(branches) => {
                let mut branches: ExprMatch = branches.clone();
                let mut raised = Vec::new();
                for arm in &mut branches.arms {
                    if let Some((_, guard)) = arm.guard.as_ref().filter(|(_, guard)| has_exit(guard)) {
                        self.refuse(guard);
                    }
                    let body = self.sequence(&statements(&arm.body), End::Function);
                    *arm.body = in_block(&body.stmts);
                    raised.extend(body.raised);
                }
                (Expr::Match(branches), raised)
            }
            Expr::Loop(_) | Expr::Block(syn::ExprBlock { label: Some(_), .. }) => {
                let carrier = self.name(CARRIER);
                let mut inner = self.assigned(&parse_quote!(#carrier), expr);
                let value: Expr = if inner.raised.is_empty() {
                    parse_quote!(#carrier)
                } else {
                    let (flags, returned) = (any(&inner.raised), &self.frames[0].value);
                    parse_quote!(if #flags { #returned } else { #carrier })
                };
                inner.stmts.insert(0, parse_quote!(let #carrier;));
                inner.stmts.push(Stmt::Expr(value, None));
                (in_block(&inner.stmts), inner.raised)
            }
            Expr::Block(block) => {
                let inner = self.sequence(&block.block.stmts, End::Function);
                let (attrs, stmts) = (&block.attrs, inner.stmts);
                (parse_quote!(#(#attrs)* { #(#stmts)* }), inner.raised)
            }
            other => {
                let inner = self.leaving(Sequence::default(), other, &[], End::Function);
                (in_block(&inner.stmts), inner.raised)
            }
        }
    }

    /// `let pat = value;` where the value leaves on some ways, or the pattern may not match.
    pub(super) fn local(&mut self, mut out: Sequence, local: &Local, rest: &[Stmt], end: End) -> Sequence {
        let Some(init) = &local.init else { return out };
        if let Some((_, otherwise)) = &init.diverge {
            let (pat, value) = (&local.pat, &init.expr);
            let otherwise = statements(otherwise);
            let branch: ExprIf = parse_quote!(if let #pat = #value { #(#rest)* } else { #(#otherwise)* });
            return self.branch(out, &branch, &[], end);
        }
        let carrier = self.name(CARRIER);
        let inner = self.assigned(&parse_quote!(#carrier), &init.expr);
        out.stmts.push(parse_quote!(let #carrier;));
        out.stmts.extend(inner.stmts);
        let pat = &local.pat;
        let rest: Vec<Stmt> = std::iter::once(parse_quote_spanned!(pat.span()=> let #pat = #carrier;))
            .chain(rest.iter().cloned())
            .collect();
        self.unless(out, inner.raised, &rest, end)
    }

    /// `place = value;` where the value leaves on some ways.
    pub(super) fn assigned(&mut self, place: &Expr, value: &Expr) -> Sequence {
        let mut out = Sequence::default();
        if !has_exit(value) {
            out.stmts.push(parse_quote!(#place = #value;));
            return out;
        }
        match peel(value) {
            Expr::If(branch) => {
                let mut branch = branch.clone();
                branch.then_branch.stmts = valued(place, &branch.then_branch.stmts);
                if let Some((_, otherwise)) = &mut branch.else_branch {
                    let stmts = valued(place, &statements(otherwise));
                    **otherwise = in_block(&stmts);
                }
                self.branch(out, &branch, &[], End::Other)
            }
            Expr::Match(branches) => {
                let mut branches = branches.clone();
                for arm in &mut branches.arms {
                    *arm.body = in_block(&valued(place, &statements(&arm.body)));
                }
                self.leaving(out, &Expr::Match(branches), &[], End::Other)
            }
            Expr::Block(block) if block.label.is_none() => {
                let (attrs, stmts) = (&block.attrs, valued(place, &block.block.stmts));
                self.leaving(out, &parse_quote!(#(#attrs)* { #(#stmts)* }), &[], End::Other)
            }
            Expr::Block(block) => {
                let inner = self.framed_value(Kind::Block, block.label.as_ref(), place, |exits, value| {
                    exits.sequence(&valued(value, &block.block.stmts), End::Other)
                });
                // What it declares is its own.
                let stmts = inner.stmts;
                out.stmts.push(parse_quote!({ #(#stmts)* }));
                out.raised = inner.raised;
                out
            }
            Expr::Loop(_) => {
                let looped = self.repetition_into(value, Some(place));
                out.stmts.extend(looped.stmts);
                out.raised = looped.raised;
                out
            }
            exit @ (Expr::Return(_) | Expr::Break(_) | Expr::Continue(_)) => self.leaving(out, exit, &[], End::Other),
            other => {
                self.refuse(other);
                out
            }
        }
    }

    /// A labelled block whose value goes to `place`.
    pub(super) fn framed_value(
        &mut self,
        kind: Kind,
        label: Option<&Label>,
        place: &Expr,
        body: impl FnOnce(&mut Self, &Expr) -> Sequence,
    ) -> Sequence {
        let value = self.name(CARRIER);
        let mut inner = self.framed(kind, label, |exits| {
            if let Some(frame) = exits.frames.last_mut() {
                frame.value = Some(value.clone());
            }
            body(exits, &parse_quote!(#value))
        });
        inner.stmts.push(unless_raised(&inner.raised, parse_quote!(#place = #value;)));
        inner
    }
}
