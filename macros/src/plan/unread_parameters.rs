//! Parameters whose values the reverse half does not read: callers need not keep them.
//!
//! A rule that does not read a value needs only its type. What is read is found by going through the mirror image as `emit` does; a name in
//! code of the user's counts wherever it stands.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Expr, Ident};

use super::Plan;
use super::link_layout::Of;
use crate::accept::signature::{is_constant_type, is_number};
use crate::classify;
use crate::differentiate::{Mirror, MirrorBlock, RuleStep, Target};
use crate::ir::{
    Block, Capture, Captured, Header, Loop, Op, Operand, Param, Place, Projection, Schedule, Step, VarId, VarKind,
};
use crate::words::words;

/// The parameters of a function that its reverse half does without.
pub(super) fn unread(plan: &Plan<'_>) -> HashSet<VarId> {
    let mut reads = Reads { plan, words: HashSet::new() };
    reads.block(&plan.mirror);
    let is_read = |param: &Param| reads.words.contains(&plan.function.var(param.var).name);
    let may_be_gone = |param: &&Param| {
        let name = &plan.function.var(param.var).name;
        // What is called like a type may stand for the type.
        let is_type = is_number(&name.to_string()) || is_constant_type(&syn::parse_quote!(#name));
        !param.lent && !is_type
    };
    plan.function.params.iter().filter(may_be_gone).filter(|param| !is_read(param)).map(|param| param.var).collect()
}

/// The words of what the reverse half reads.
struct Reads<'p, 'f> {
    plan: &'p Plan<'f>,
    words: HashSet<Ident>,
}

impl Reads<'_, '_> {
    fn code(&mut self, code: impl ToTokens) {
        self.words.extend(words(code.into_token_stream()));
    }

    fn expression(&mut self, expr: &Expr) {
        if !matches!(expr, Expr::Lit(_)) {
            self.code(expr);
        }
    }

    // ---- blocks and steps ----

    fn block(&mut self, mirror: &MirrorBlock<'_>) {
        mirror.block.again.iter().for_each(|again| self.code(&again.code));
        let facts = &self.plan.facts(Of::Tangents)[mirror.block.id];
        let again: HashSet<VarId> =
            facts.own.iter().chain(&facts.other).filter(|kept| kept.recomputed).map(|kept| kept.var).collect();
        for step in &mirror.block.steps {
            if let Step::Let { var, op, .. } = step
                && again.contains(var)
            {
                op.operands().into_iter().for_each(|operand| self.value(operand));
            }
        }
        mirror.value.iter().for_each(|target| self.target(target));
        mirror.steps.iter().for_each(|step| self.step(step));
    }

    fn step(&mut self, step: &Mirror<'_>) {
        match step {
            Mirror::Rule(step) => {
                step.targets.iter().for_each(|target| self.target(target));
                if let Op::Checkpointed(block, captures) = step.op {
                    self.run_again(block, captures);
                }
                step.blocks.iter().for_each(|block| self.block(block));
                self.rule(step);
            }
            Mirror::Declare { value, .. } => self.target(value),
            Mirror::Assign { place, value, .. } => {
                self.indices(place);
                self.target(value);
            }
            Mirror::Accumulate { target: Target::Nowhere, link: None, .. } => {}
            Mirror::Accumulate { place, value, target, .. } => {
                self.indices(place);
                self.target(target);
                self.type_of(value);
            }
            Mirror::Rearrange { place, arguments, .. } => {
                self.indices(place);
                arguments.iter().for_each(|argument| self.value(argument));
            }
            Mirror::Insert { place, at, value } => {
                self.indices(place);
                at.iter().for_each(|at| self.value(at));
                self.target(value);
            }
            Mirror::Count { again, .. } => self.expression(again),
            Mirror::Loop { looped, body } => {
                self.collected(looped);
                self.repetition(looped);
                self.block(body);
            }
        }
    }

    fn rule(&mut self, step: &RuleStep<'_>) {
        let operands = step.op.operands();
        for (target, operand) in step.targets.iter().zip(&operands) {
            // The zero of anything but a number is made from its value.
            let is_number = matches!(operand, Operand::Place(place) if self.plan.numbers.place(place).is_some());
            if let Target::Aside(_) | Target::AccumulatorAside(..) = target
                && !is_number
            {
                self.value(operand);
            }
        }
        match step.op {
            Op::Neg(..) | Op::Cast(..) => operands.into_iter().for_each(|operand| self.type_of(operand)),
            Op::Binary(operator, _, a, b, _) => {
                let [reads_a, reads_b, _] = classify::reads(self.plan.function, *operator, a, b);
                for (operand, reads) in [(a, reads_a), (b, reads_b)] {
                    if reads { self.value(operand) } else { self.type_of(operand) }
                }
            }
            Op::Call { .. } | Op::Method(_) | Op::Nested(_) | Op::Closure(_) => {
                operands.into_iter().for_each(|operand| self.value(operand));
            }
            Op::Remove { place, at, .. } => {
                self.indices(place);
                at.iter().for_each(|at| self.value(at));
            }
            Op::Inactive(_)
            | Op::Load(_)
            | Op::Reading { .. }
            | Op::Repeat { .. }
            | Op::Elements { .. }
            | Op::Tuple(_)
            | Op::Array(..)
            | Op::Struct { .. }
            | Op::If { again: None, .. }
            | Op::Match { .. }
            | Op::Checkpointed(..) => {}
            Op::Scope(block) => {
                if let Some(expression) = self.plan.function.expressions.get(&block.id) {
                    expression.read().for_each(|operand| self.value(operand));
                }
            }
            Op::If { again: Some(again), .. } => self.expression(again),
        }
    }

    fn repetition(&mut self, looped: &Loop) {
        if let Some(checkpoint) = &looped.checkpoint {
            self.run_again(&looped.body, &checkpoint.captures);
            if let Schedule::Every(n) = &checkpoint.schedule {
                self.code(n);
            }
        }
        if let Header::Range { from, to, .. } = &looped.header {
            self.value(from);
            self.value(to);
        }
    }

    /// Where a loop gives what it has collected.
    fn collected(&mut self, looped: &Loop) {
        let apart = &self.plan.accumulators[&looped.body.id];
        apart.held.iter().for_each(|held| self.indices(held.place));
        apart
            .windows
            .iter()
            .for_each(|window| self.indices(&window.element(&self.plan.function.var(window.index).unique, 0)));
    }

    // ---- operands ----

    /// A value, as far as it is no value of a step.
    fn value(&mut self, operand: &Operand) {
        match operand {
            Operand::Constant { again, .. } => self.expression(again),
            Operand::Place(place) => {
                self.indices(place);
                let var = self.plan.function.var(place.var);
                if let VarKind::Param { .. } = var.kind {
                    self.words.insert(var.unique.clone());
                }
            }
            Operand::Lent(_) => {}
        }
    }

    /// A value of which only the type is needed: of what is on the tape the way to the part all the same.
    fn type_of(&mut self, operand: &Operand) {
        if let Operand::Place(place) = operand
            && self.plan.function.var(place.var).kind == VarKind::Local
        {
            self.indices(place);
        }
    }

    fn target(&mut self, target: &Target<'_>) {
        match target {
            Target::Place(place) | Target::Aside(place) => self.indices(place),
            Target::Lent(place) if self.plan.function.var(place.var).active => self.indices(place),
            Target::Lent(_) | Target::Nowhere | Target::Accumulator(..) | Target::AccumulatorAside(..) => {}
        }
    }

    fn indices(&mut self, place: &Place) {
        for step in &place.path {
            if let Projection::Index { again, .. } = step {
                self.expression(again);
            }
        }
    }

    // ---- what is run again ----

    fn run_again(&mut self, block: &Block, captures: &[Capture]) {
        for capture in captures {
            self.words.insert(capture.name.clone());
            match &capture.meaning {
                Captured::State | Captured::Kept => {}
                Captured::Rewritten(value) => self.expression(value),
                Captured::Part(place) => self.value(&Operand::Place(place.clone())),
            }
        }
        self.forward(block);
    }

    /// All that stands in a block of the forward half.
    fn forward(&mut self, block: &Block) {
        block.each_step(&mut |step| self.forward_step(step));
        self.code(&block.items);
        block.value.iter().for_each(|value| self.code(value.written()));
    }

    fn forward_step(&mut self, step: &Step) {
        for inner in step.blocks() {
            self.code(&inner.items);
            inner.value.iter().for_each(|value| self.code(value.written()));
        }
        for var in step.binds() {
            self.words.insert(self.plan.function.var(*var).name.clone());
        }
        match step {
            Step::Let { ty, op, .. } => {
                self.code(ty);
                op.operands().into_iter().for_each(|operand| self.code(operand.written()));
                self.code(op_words(op));
            }
            Step::Verbatim { tokens, .. } => self.code(tokens),
            Step::Alias { pattern, place } => {
                self.code(pattern);
                self.code(&place.written);
            }
            Step::Declare { ty, value, .. } => {
                self.code(ty);
                value.iter().for_each(|value| self.code(value.written()));
            }
            Step::Assign { place, value, .. } | Step::Accumulate { place, value, .. } => {
                self.code(&place.written);
                self.code(value.written());
            }
            Step::Rearrange { place, arguments, .. } => {
                self.code(&place.written);
                arguments.iter().for_each(|argument| self.code(argument.written()));
            }
            Step::Insert { place, at, value } => {
                self.code(&place.written);
                at.iter().chain([value]).for_each(|operand| self.code(operand.written()));
            }
            Step::Count { written, .. } => self.code(written),
            Step::Loop(looped) => {
                self.code(&looped.until);
                match &looped.header {
                    Header::Range { from, to, .. } => {
                        self.code(from.written());
                        self.code(to.written());
                    }
                    Header::Each { pattern, iterator } => self.code(quote!(#pattern #iterator)),
                    Header::While(condition) => self.code(condition),
                }
            }
        }
    }
}

/// The code of an operation besides its operands.
fn op_words(op: &Op) -> TokenStream {
    match op {
        Op::Inactive(expr) => quote!(#expr),
        Op::Cast(_, ty) => quote!(#ty),
        Op::Call { path, .. } => quote!(#path),
        Op::Reading { callee, place, .. } => {
            let written = &place.written;
            quote!(#callee #written)
        }
        Op::Remove { place, at, .. } => {
            let (written, at) = (&place.written, at.iter().map(Operand::written));
            quote!(#written #(#at)*)
        }
        Op::Method(method) => {
            let generics = &method.generics;
            quote!(#generics)
        }
        Op::Closure(closure) => {
            let callee = &closure.callee;
            quote!(#callee)
        }
        Op::Nested(nested) => {
            let written = &nested.written;
            quote!(#written)
        }
        Op::Struct { path, fields, .. } => {
            let members = fields.iter().map(|(member, _)| member);
            quote!(#path #(#members)*)
        }
        Op::If { cond, .. } => quote!(#cond),
        Op::Match { scrutinee, arms, .. } => {
            let arms = arms.iter().map(|arm| {
                let (pattern, guard) = (&arm.pattern, &arm.guard);
                quote!(#pattern #guard)
            });
            quote!(#scrutinee #(#arms)*)
        }
        Op::Repeat { count, .. } => quote!(#count),
        Op::Elements { maker, .. } => maker.clone(),
        Op::Load(_)
        | Op::Neg(..)
        | Op::Binary(..)
        | Op::Tuple(_)
        | Op::Array(..)
        | Op::Scope(_)
        | Op::Checkpointed(..) => TokenStream::new(),
    }
}
