//! `COTANGENT_EXPLAIN=f cargo check`: what the derivative of `f` keeps on the tape, what it computes again, and how its loops are reversed.
//!
//! The plan knows all this, so it is read from there, and nothing is written into the derived code. What the types decide is said to
//! depend on them.

use std::collections::HashMap;
use std::env;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Expr, Pat, Stmt};

use crate::classify::primitives::Primitive;
use crate::classify::{self, Kept, Need};
use crate::ir::{Block, Captured, Header, Loop, Method, Op, Operand, Schedule, Step, VarId};
use crate::plan::Plan;
use crate::plan::fusion::Fused;
use crate::plan::link_layout::Of;
use crate::print::print;
use crate::words::words;

/// Prints the explanation of a function if it is asked for by its name.
pub(crate) fn on_request(name: &Ident, plan: &Plan<'_>) {
    if env::var("COTANGENT_EXPLAIN").is_ok_and(|wanted| name == &wanted) {
        eprintln!("{}", explanation(name, plan));
    }
}

fn explanation(name: &Ident, plan: &Plan<'_>) -> String {
    let mut explained = Explained { plan, made: HashMap::new(), text: format!("`{name}`\n"), depth: 1 };
    plan.function.body.each_step(&mut |step| {
        if let Step::Let { var, op, .. } = step {
            explained.made.insert(*var, op);
        }
    });
    explained.parameters();
    explained.block(&plan.function.body, plan.fused.as_ref());
    explained.text.truncate(explained.text.trim_end().len());
    explained.text
}

struct Explained<'p, 'f> {
    plan: &'p Plan<'f>,
    /// The operation that each value is made by.
    made: HashMap<VarId, &'f Op>,
    text: String,
    depth: usize,
}

impl<'f> Explained<'_, 'f> {
    fn line(&mut self, line: &str) {
        self.text.extend([&*"  ".repeat(self.depth), line, "\n"]);
    }

    fn parameters(&mut self) {
        let names = |unread: bool| {
            let params = self.plan.function.params.iter().filter(|param| !param.lent);
            let params = params.filter(|param| self.plan.unread.contains(&param.var) == unread);
            params.map(|param| show(&self.plan.function.var(param.var).name)).collect::<Vec<_>>().join(", ")
        };
        let (read, unread) = (names(false), names(true));
        if !read.is_empty() {
            self.line(&format!("reads {read} again: parameters, which are not on the tape"));
        }
        if !unread.is_empty() {
            self.line(&format!("does not read {unread} again"));
        }
    }

    fn block(&mut self, block: &'f Block, fused: Option<&Fused<'f>>) {
        let facts = self.plan.facts(Of::Values);
        if let Some(facts) = facts.get(block.id) {
            facts.own.iter().chain(&facts.other).for_each(|kept| self.kept(kept));
        }
        for (at, step) in block.steps.iter().enumerate() {
            let inner = fused.and_then(|fused| fused.inner.get(&at));
            match step {
                Step::Loop(looped) if step.is_mirrored(&self.plan.function.vars) => self.looped(looped, inner),
                Step::Let { op, .. } => self.step(step, op, inner),
                _ => {}
            }
        }
    }

    fn step(&mut self, step: &'f Step, op: &'f Op, fused: Option<&Fused<'f>>) {
        match op {
            Op::Call { path, .. } => self.line(&format!("calls `{}`: what it keeps is on the tape too", show(path))),
            Op::Method(method) if !self.is_known(method) => {
                self.line(&format!("`{}`: what its rule keeps is on the tape too", self.written(op)));
            }
            Op::Nested(nested) => {
                self.line(&format!("`{}`: its tape is its own, and gone after it", show(&nested.written)));
            }
            _ => {}
        }
        let blocks = step.blocks();
        let heads: Vec<String> = match op {
            Op::If { cond, .. } => vec![format!("if {}", show(cond)), "else".to_owned()],
            Op::Match { arms, .. } => arms.iter().map(|arm| format!("{} =>", show(&arm.pattern))).collect(),
            Op::Checkpointed(_, captures) => {
                let kept =
                    captures.iter().filter(|capture| matches!(capture.meaning, Captured::State | Captured::Kept));
                let kept: Vec<_> = kept.map(|capture| format!("`{}`", capture.name)).collect();
                vec![format!("#[checkpoint]: keeps {} and runs again; then it keeps", kept.join(", "))]
            }
            Op::Scope(block) => vec![self.expression(block).unwrap_or_default()],
            _ => vec![String::new(); blocks.len()],
        };
        if matches!(op, Op::If { again: None, .. } | Op::Match { .. }) && step.is_mirrored(&self.plan.function.vars) {
            self.line("keeps which branch is taken");
        }
        for (head, block) in heads.into_iter().zip(blocks) {
            self.within(&head, |this| this.block(block, fused.filter(|fused| std::ptr::eq(fused.block, block))));
        }
    }

    /// What an expression is that may be one loop.
    fn expression(&self, block: &Block) -> Option<String> {
        let expression = self.plan.function.expressions.get(&block.id)?;
        let names: Vec<_> =
            expression.operands.iter().map(|operand| format!("`{}`", show(operand.written()))).collect();
        let names = names.join(", ");
        Some(format!(
            "an expression of {names}: one loop that keeps nothing, if they are tensors whose shapes fit; otherwise it keeps"
        ))
    }

    /// What is in a block, below its head; nothing if there is nothing to say.
    fn within(&mut self, head: &str, inside: impl FnOnce(&mut Self)) {
        let start = self.text.len();
        if !head.is_empty() {
            self.line(head);
            self.depth += 1;
        }
        let before = self.text.len();
        inside(self);
        if !head.is_empty() {
            self.depth -= 1;
            if self.text.len() == before {
                self.text.truncate(start);
            }
        }
    }

    fn looped(&mut self, looped: &'f Loop, fused: Option<&Fused<'f>>) {
        let manner = match &looped.checkpoint {
            _ if fused.is_some() => "each iteration is reversed as soon as it has run, and its tape used again",
            Some(checkpoint) => match checkpoint.schedule {
                Schedule::Root => "its state is kept every √n iterations, and these run again",
                Schedule::Every(_) => "its state is kept at the distance that is given, and iterations run again",
                Schedule::Bisection => "its state is kept at halves, and iterations run again",
            },
            None if looped.replaced.is_some() => "keeps which iteration replaced last, and that one is reversed",
            None => "the tapes of all iterations are kept until the reverse half",
        };
        self.line(&format!("{}: {manner}", self.header(looped)));
        self.depth += 1;
        if looped.is_counted() && fused.is_none() {
            self.line("keeps the number of iterations, 8 bytes in all");
        }
        self.block(&looped.body, fused);
        self.depth -= 1;
    }

    fn header(&self, looped: &Loop) -> String {
        match &looped.header {
            Header::Range { index, from, inclusive, to, reversed, .. } => {
                let index = &self.plan.function.var(*index).name;
                if is_internal(&index.to_string()) {
                    return self.list(to.written()).map_or("a loop".to_owned(), |list| format!("for each of {list}"));
                }
                let dots = if *inclusive { "..=" } else { ".." };
                let range = format!("{}{dots}{}", show(from.written()), show(to.written()));
                let range = if *reversed { format!("({range}).rev()") } else { range };
                format!("for {index} in {range}")
            }
            Header::Each { pattern, iterator } => format!("for {} in {}", show(pattern), show(iterator)),
            Header::While(condition) => format!("while {}", show(condition)),
        }
    }

    /// The list whose length ends a loop over its elements.
    fn list(&self, length: &Expr) -> Option<String> {
        let name = words(length.to_token_stream()).into_iter().find(|word| is_internal(&word.to_string()))?;
        let mut found = None;
        self.plan.function.body.each_step(&mut |step| match step {
            Step::Alias { pattern, place } if words(pattern.clone()).contains(&name) => {
                found = Some(show(&place.written));
            }
            Step::Verbatim { tokens, .. } => {
                let Ok(block) = syn::parse2::<syn::Block>(quote!({ #tokens })) else { return };
                for stmt in block.stmts {
                    if let Stmt::Local(local) = stmt
                        && let (Pat::Ident(bound), Some(value)) = (&local.pat, &local.init)
                        && bound.ident == name
                    {
                        found = Some(show(&value.expr));
                    }
                }
            }
            _ => {}
        });
        let found = found.map(|list| list.trim_start_matches(['&', '*']).to_owned());
        found.filter(|list| !is_internal(list))
    }

    fn kept(&mut self, kept: &Kept) {
        let value = show(&self.value(kept.var));
        let (number, value) = (self.plan.numbers.plain(kept.var), if is_internal(&value) { ".." } else { &value });
        let what = match number {
            Some(_) if kept.recomputed => format!("computes `{value}` again"),
            None if kept.recomputed => format!("computes `{value}` again if it is a number, and else keeps it"),
            Some(Primitive::F32) => format!("keeps `{value}`, 4 bytes"),
            Some(Primitive::F64) => format!("keeps `{value}`, 8 bytes"),
            Some(Primitive::U64) => "keeps which branches are taken, 8 bytes".to_owned(),
            None if kept.needs.contains(&Need::Always) => format!("keeps `{value}`"),
            None => format!("may keep `{value}`"),
        };
        let reasons = self.reasons(kept.var, &kept.needs);
        self.line(&format!("{what}: {reasons}"));
    }

    /// Why a value is read again.
    fn reasons(&self, var: VarId, needs: &[Need]) -> String {
        let mut reasons: Vec<String> = needs.iter().flat_map(|need| self.reason(var, need)).collect();
        reasons.dedup();
        if reasons.is_empty() { "read in the reverse half".to_owned() } else { reasons.join("; ") }
    }

    fn reason(&self, var: VarId, need: &Need) -> Vec<String> {
        match need {
            Need::Always => {
                let readers =
                    self.readers(var).into_iter().map(|reader| format!("the derivative of `{reader}` reads it"));
                readers.take(2).collect()
            }
            Need::Flag { link, .. } => vec![format!("the rule of {} may read it", self.linked(*link))],
            Need::Recompute { var, .. } => vec![format!("to compute `{}` again", show(&self.value(*var)))],
            Need::Element { var: list, needs, .. } => {
                let list = &self.plan.function.var(*list).name;
                vec![format!("elements are read in `{list}` ({})", self.reasons(var, needs))]
            }
            Need::Factor { .. } => vec!["its product may not be linear in it".to_owned()],
        }
    }

    /// The operations whose derivatives are known to read a value.
    fn readers(&self, var: VarId) -> Vec<String> {
        let function = self.plan.function;
        let is_it = |operand: &&Operand| matches!(operand, Operand::Place(place) if place.var == var);
        let mut readers = Vec::new();
        function.body.each_step(&mut |step| {
            let Step::Let { var: out, op, .. } = step else { return };
            let reads = match op {
                Op::Binary(operator, _, a, b, _) => {
                    let [reads_a, reads_b, reads_out] = classify::reads(function, *operator, a, b);
                    is_it(&a) && reads_a || is_it(&b) && reads_b || *out == var && reads_out
                }
                Op::Method(method) => match self.plan.numbers.method(method.link).and_then(|(known, _)| known.reads) {
                    Some(reads) => {
                        let operands =
                            method.operands.iter().zip(reads).any(|(operand, reads)| *reads && is_it(&operand));
                        operands || *out == var && reads.last() == Some(&true)
                    }
                    None => false,
                },
                Op::Nested(_) | Op::Closure(_) => op.operands().iter().any(is_it),
                _ => false,
            };
            if reads && function.var(*out).active {
                readers.push(self.written(op));
            }
        });
        readers
    }

    /// What a link leads to the rule of.
    fn linked(&self, wanted: usize) -> String {
        let found = self.made.values().find(|op| match op {
            Op::Call { link, .. } | Op::Method(Method { link, .. }) => *link == wanted,
            op => op.operator_link() == Some(wanted),
        });
        found.map_or_else(|| "an operator".to_owned(), |op| format!("`{}`", self.written(op)))
    }

    /// Whether the rule of a method is one of numbers that keeps nothing beside its operands and its value.
    fn is_known(&self, method: &Method) -> bool {
        let known = self.plan.numbers.method(method.link).and_then(|(known, _)| known.reads);
        known.is_some_and(|reads| reads.contains(&true))
    }

    fn written(&self, op: &Op) -> String {
        show(&self.tokens(op))
    }

    /// A value by its name, or as it is made.
    fn value(&self, var: VarId) -> TokenStream {
        let name = &self.plan.function.var(var).name;
        if let Some(((link, position), _)) = self.plan.function.aliases.iter().find(|(_, alias)| **alias == var) {
            let op = self.made.values().find(|op| op.operator_link() == Some(*link));
            let operand = op.and_then(|op| op.operands().get(*position).copied());
            return operand.map_or_else(|| quote!(..), |operand| self.operand(operand));
        }
        match self.made.get(&var) {
            Some(op) if self.plan.function.var(var).once || matches!(op, Op::Load(_)) => self.tokens(op),
            _ => name.to_token_stream(),
        }
    }

    fn operand(&self, operand: &Operand) -> TokenStream {
        match operand {
            Operand::Place(place) if place.path.is_empty() => match self.made.get(&place.var) {
                Some(Op::Binary(..) | Op::Neg(..) | Op::Cast(..)) if self.plan.function.var(place.var).once => {
                    let value = self.value(place.var);
                    quote!((#value))
                }
                _ => self.value(place.var),
            },
            operand => {
                let written = operand.written();
                if is_internal(&show(written)) { quote!(..) } else { written.to_token_stream() }
            }
        }
    }

    /// An operation as it may have been written.
    fn tokens(&self, op: &Op) -> TokenStream {
        let all = || op.operands().into_iter().map(|operand| self.operand(operand)).collect::<Vec<_>>();
        match op {
            Op::Load(a) => a.written().to_token_stream(),
            Op::Neg(minus, ..) => {
                let operands = all();
                quote!(#minus #(#operands)*)
            }
            Op::Binary(_, operator, a, b, _) => {
                let (a, b) = (self.operand(a), self.operand(b));
                quote!(#a #operator #b)
            }
            Op::Cast(a, ty) => {
                let a = self.operand(a);
                quote!(#a as #ty)
            }
            Op::Call { path, .. } => {
                let operands = all();
                quote!(#path(#(#operands),*))
            }
            Op::Method(Method { of, name, is_call, .. }) => {
                let operands = all();
                match (of, operands.split_first()) {
                    (Some(of), _) => {
                        let name = format_ident!("{}", name.to_string().trim_start_matches("function_"));
                        quote!(#of::#name(#(#operands),*))
                    }
                    (None, Some((_, arguments))) if *is_call => quote!(#name(#(#arguments),*)),
                    (None, Some((receiver, arguments))) => quote!(#receiver.#name(#(#arguments),*)),
                    (None, None) => quote!(#name()),
                }
            }
            Op::Nested(nested) => nested.written.to_token_stream(),
            Op::Inactive(expr) => expr.to_token_stream(),
            Op::If { cond, .. } => quote!(if #cond { .. }),
            Op::Match { scrutinee, .. } => quote!(match #scrutinee { .. }),
            Op::Tuple(_) => {
                let operands = all();
                quote!((#(#operands),*))
            }
            Op::Array(..) => {
                let operands = all();
                quote!([#(#operands),*])
            }
            Op::Struct { path, .. } => quote!(#path { .. }),
            _ => quote!(..),
        }
    }
}

/// Whether a text has a name in it that the user has not written.
fn is_internal(text: &str) -> bool {
    text.contains("__") || text.contains("::cotangent::generated")
}

/// Code as the user has written it.
fn show(code: &impl ToTokens) -> String {
    print(code.to_token_stream()).replace("__self", "self")
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenStream;
    use quote::quote;
    use syn::{ItemFn, LitStr, parse_quote};

    use super::explanation;
    use crate::expand::stages_of;
    use crate::report::Report;

    fn explained(function: TokenStream) -> String {
        let ItemFn { vis, sig, block, .. } = syn::parse2(function).expect("a function");
        let text = stages_of(&vis, &sig, &block, None, None, &mut Report::default(), &|unit| {
            let text = explanation(&sig.ident, unit.plan);
            parse_quote!(#text)
        });
        syn::parse2::<LitStr>(text.expect("an accepted function")).expect("a text").value()
    }

    #[test]
    fn the_book_shows_one() {
        let text = explained(quote! {
            fn orbit(start: f64, k: f64, #[constant] times: &[f64]) -> f64 {
                let mut x = start;
                let mut energy = 0.0;
                for t in times {
                    let step = k * x * t.cos();
                    x += step.tanh();
                    energy += x * x;
                }
                energy
            }
        });
        assert!(include_str!("../../docs/tape.md").contains(&text), "the page shows something else than\n{text}");
    }

    #[test]
    fn what_types_decide_is_said_to_depend_on_them() {
        let text = explained(quote! {
            fn energy(x: &Vector<f64, 3>, w: &Matrix<f64, 3, 3>) -> f64 {
                let y = x.matmul(w).tanh();
                y.dot(&y)
            }
        });
        assert_eq!(
            text,
            r"`energy`
  reads x, w again: parameters, which are not on the tape
  may keep `x.matmul(w)`: the rule of `x.matmul(w)` may read it; the rule of `x.matmul(w).tanh()` may read it
  may keep `y`: the rule of `x.matmul(w).tanh()` may read it; the rule of `y.dot(y)` may read it
  may keep `y.dot(y)`: the rule of `y.dot(y)` may read it
  `x.matmul(w)`: what its rule keeps is on the tape too
  `x.matmul(w).tanh()`: what its rule keeps is on the tape too
  `y.dot(y)`: what its rule keeps is on the tape too"
        );
    }

    #[test]
    fn loops_are_reversed_as_they_run_or_kept_or_run_again() {
        let text = explained(quote! {
            fn all(x: f64, #[constant] data: &[f64], n: usize) -> f64 {
                let mut z = x;
                #[checkpoint(every = 10)]
                for _ in 0..n {
                    z = z.sin();
                }
                let w = if z > 0.0 { z * z } else { z };
                let mut sum = 0.0;
                for (i, k) in data.iter().enumerate() {
                    let y = w * k;
                    sum += y.sin() * i as f64;
                }
                sum
            }
        });
        assert_eq!(
            text,
            r"`all`
  reads data, n again: parameters, which are not on the tape
  does not read x again
  keeps `z`: the derivative of `z * z` reads it
  for _i in 0..n: its state is kept at the distance that is given, and iterations run again
    keeps the number of iterations, 8 bytes in all
    may keep `z`: the rule of `z.sin()` may read it
    may keep `z.sin()`: the rule of `z.sin()` may read it
    `z.sin()`: what its rule keeps is on the tape too
  keeps which branch is taken
  for each of data: each iteration is reversed as soon as it has run, and its tape used again
    may keep `y`: the rule of `y.sin()` may read it
    may keep `y.sin()`: the rule of `y.sin()` may read it
    `y.sin()`: what its rule keeps is on the tape too"
        );
    }

    #[test]
    fn calls_keep_their_own() {
        let text = explained(quote! {
            fn outer(x: f64) -> f64 {
                let y = inner(x) * x;
                y.powi(2)
            }
        });
        assert_eq!(
            text,
            r"`outer`
  reads x again: parameters, which are not on the tape
  keeps `inner(x)`: the derivative of `inner(x) * x` reads it
  computes `y` again if it is a number, and else keeps it: the rule of `y.powi(2)` may read it
  may keep `y.powi(2)`: the rule of `y.powi(2)` may read it
  calls `inner`: what it keeps is on the tape too
  `y.powi(2)`: what its rule keeps is on the tape too"
        );
    }
}
