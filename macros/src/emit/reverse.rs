//! The reverse half: the mirrored steps, each with its rule.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Ident;
use syn::spanned::Spanned;

use super::{
    again, bar, companion, is_counted, link, part, private, private_at, projections, read, taken, tape, times, tuple,
    type_of, unread, witnesses,
};
use crate::classify::{self, Facts};
use crate::differentiate::held::{Held, Value};
use crate::differentiate::{Mirror, MirrorBlock, RuleStep, Target, operands};
use crate::ir::{Change, Either, Function, Header, Loop, Op, Operand, Operator, Place, Step, VarId, VarKind};
use crate::variant::{self, Part};

/// Writes the reverse half.
pub(super) struct Reverse<'f> {
    pub function: &'f Function,
    pub facts: &'f [Facts],
}

/// A cotangent that is read: as a reference, and as something to take parts of.
#[derive(Clone)]
pub(super) struct Cotangent {
    reference: TokenStream,
    place: TokenStream,
}

/// What stands before a loop, in it and after it to collect cotangents.
#[derive(Default)]
pub(super) struct Collected {
    pub before: TokenStream,
    pub inside: TokenStream,
    pub after: TokenStream,
}

impl Cotangent {
    /// What comes into a function.
    pub fn incoming(name: &Ident) -> Self {
        Self { reference: quote!(#name), place: quote!(#name) }
    }

    /// What comes into a loop: nothing that has a meaning there, because its body has no value.
    pub fn of_no_value() -> Self {
        Self { reference: quote!(&()), place: quote!(()) }
    }
}

impl Reverse<'_> {
    /// A block whose value has the cotangent `incoming`, a reference.
    pub fn body(&self, mirror: &MirrorBlock<'_>, incoming: &Ident) -> TokenStream {
        self.block(mirror, &Cotangent::incoming(incoming))
    }

    fn block(&self, mirror: &MirrorBlock<'_>, incoming: &Cotangent) -> TokenStream {
        let t = tape();
        let mut code = mirror.block.items.clone();
        for witness in witnesses(self.facts, mirror.block.id).iter().rev() {
            let name = &witness.name;
            let values = tuple(witness.kept.iter().map(|kept| {
                let name = &self.function.var(kept.var).unique;
                quote!(#name)
            }));
            code.extend(quote!(let #values = #name.pop(#t);));
            for counter in witness.kept.iter().map(|kept| self.function.var(kept.var)) {
                if counter.change == Change::Counter {
                    let name = &counter.unique;
                    code.extend(quote!(let mut #name = *#name.get();));
                }
            }
        }
        code.extend(self.gone(mirror.block.id));
        code.extend(self.cotangents(mirror.block.id));
        code.extend(self.computed_again(mirror));
        code.extend(self.value_of_block(mirror.value.as_ref(), incoming));
        for step in &mirror.steps {
            code.extend(self.step(step, incoming));
        }
        code
    }

    /// The values of a block of which only the types are there.
    pub fn gone(&self, block: usize) -> TokenStream {
        let asked = self.facts[block].typed.iter().filter(|typed| typed.asked).map(|typed| {
            let var = self.function.var(typed.var);
            let (name, link) = (&var.unique, type_of(var));
            quote!(let #name = #link.gone();)
        });
        asked.collect()
    }

    /// The cotangents that a block has of its own, zero so far.
    pub fn cotangents(&self, block: usize) -> TokenStream {
        let facts = &self.facts[block];
        let typed = facts.typed.iter().filter(|typed| typed.own).map(|typed| typed.var);
        let own = facts.own.iter().map(|kept| kept.var).chain(typed).map(|var| {
            let (bar, zero) = (bar(&self.function.var(var).unique), self.zero(block, var));
            quote!(let mut #bar = #zero;)
        });
        own.collect()
    }

    /// A zero cotangent for a variable of a block that has one of its own.
    fn zero(&self, block: usize, var: VarId) -> TokenStream {
        let kept = witnesses(self.facts, block).into_iter().filter(|witness| witness.own).find_map(|witness| {
            let i = witness.kept.iter().position(|kept| kept.var == var)?;
            let (name, i) = (witness.name, proc_macro2::Literal::usize_unsuffixed(i));
            Some(quote!(#name.zero::<#i>()))
        });
        kept.unwrap_or_else(|| {
            let link = type_of(self.function.var(var));
            quote!(#link.zero())
        })
    }

    /// The cotangent that comes into a block goes to its value.
    pub fn value_of_block(&self, value: Option<&Target<'_>>, incoming: &Cotangent) -> TokenStream {
        let Some(target @ Target::Place(_)) = value else { return TokenStream::new() };
        let private = private();
        let slots = Slots::new(self.function, std::slice::from_ref(target));
        let (before, slot, value) = (&slots.before, &slots.each[0], &incoming.reference);
        quote!(#before #private::give(#slot, #value);)
    }

    /// The values of a block that were not kept, in the order in which they were computed.
    fn computed_again(&self, mirror: &MirrorBlock<'_>) -> TokenStream {
        let private = private();
        let facts = &self.facts[mirror.block.id];
        let again_kept = facts.own.iter().chain(&facts.other).filter(|kept| kept.again);
        let are_again: HashSet<VarId> = again_kept.map(|kept| kept.var).collect();
        let mut code = TokenStream::new();
        for step in &mirror.block.steps {
            let Step::Let { var, op, .. } = step else { continue };
            if !are_again.contains(var) {
                continue;
            }
            let name = &self.function.var(*var).unique;
            let values = operands(op).into_iter().map(|operand| again(self.function, operand));
            let rule = if let Op::Binary(operator, ..) = op { rule_of(*operator) } else { quote!(neg) };
            code.extend(quote!(let #name = #name.again(|| #private::value::#rule(#(#values),*));));
        }
        code
    }

    pub fn step(&self, step: &Mirror<'_>, incoming: &Cotangent) -> TokenStream {
        let private = private();
        match step {
            Mirror::Rule(step) => self.rule_step(step, incoming),
            Mirror::Declare { var, value } => {
                let bar = bar(&self.function.var(*var).unique);
                self.hand_over(value, &quote!(&#bar))
            }
            Mirror::Assign { place, value: Target::Nowhere } => {
                let bar = changed_bar(self.function, place);
                quote!(#private::reset(&mut #bar);)
            }
            Mirror::Assign { place, value } => {
                let (bar, d) = (changed_bar(self.function, place), Ident::new("d", proc_macro2::Span::mixed_site()));
                let given = self.hand_over(value, &quote!(&#d));
                quote!({ let #d = #private::take(&mut #bar); #given })
            }
            Mirror::Accumulate { target: Target::Nowhere, .. } => TokenStream::new(),
            Mirror::Accumulate { place, op, value, target } => {
                let bar = changed_bar(self.function, place);
                let slots = Slots::new(self.function, std::slice::from_ref(target));
                let (before, slot) = (&slots.before, &slots.each[0]);
                let value = unread(self.function, value);
                let span = target.span();
                let private = private_at(span);
                let rule = if matches!(op, syn::BinOp::AddAssign(_)) { quote!(add_assign) } else { quote!(sub_assign) };
                quote_spanned!(span=> #before #private::#rule(&#bar, #value, #slot);)
            }
            Mirror::Rearrange { place, method, arguments } => {
                let (bar, arguments) =
                    (changed_bar(self.function, place), arguments.iter().map(|argument| self.value(argument)));
                let back = match method.to_string().as_str() {
                    "rotate_left" => quote!(rotate_right),
                    "rotate_right" => quote!(rotate_left),
                    _ => quote!(#method),
                };
                quote!(<[_]>::#back(&mut #bar, #(#arguments),*);)
            }
            Mirror::Count { var, up, again } => {
                let name = &self.function.var(*var).unique;
                if *up { quote!(#name -= #again;) } else { quote!(#name += #again;) }
            }
            Mirror::Loop { looped, body, held } => {
                let Collected { before, inside, after } = self.collected(held, &TokenStream::new());
                let looped = self.repetition(looped, body, &inside);
                quote!(#before #looped #after)
            }
        }
    }

    /// The cotangent `value`, a reference, goes to a target.
    fn hand_over(&self, target: &Target<'_>, value: &TokenStream) -> TokenStream {
        if matches!(target, Target::Nowhere) {
            return TokenStream::new();
        }
        let slots = Slots::new(self.function, std::slice::from_ref(target));
        let (before, slot) = (&slots.before, &slots.each[0]);
        let span = target.span();
        let private = private_at(span);
        quote_spanned!(span=> #before #private::give_part(#slot, #value);)
    }

    /// What collects cotangents in a loop.
    ///
    /// `scope` gives values their names in the reverse half, if they have not got them.
    pub fn collected(&self, held: &[Held<'_>], scope: &TokenStream) -> Collected {
        let private = private();
        let ran = Ident::new("begun", proc_macro2::Span::mixed_site());
        if held.is_empty() {
            return Collected::default();
        }
        let names = held.iter().map(|held| &held.name);
        let zeros = held.iter().map(|Held { value, .. }| match value {
            Value::Operand(value) => {
                let value = read(self.function, value);
                quote!(#private::zero_like(|| #value))
            }
            Value::Copy { block, var } => self.zero(*block, *var),
        });
        let given = held.iter().map(|Held { name, place, .. }| {
            let slot = slot_of(self.function, place);
            quote!(#private::give(#slot, &#name);)
        });
        Collected {
            before: quote!(let mut #ran = false; let (#(mut #names,)*) = { #scope (#(#zeros,)*) };),
            inside: quote!(#ran = true;),
            // In a loop that did not run, a list may be shorter.
            after: quote!(if #ran { #scope #(#given)* }),
        }
    }

    fn repetition(&self, looped: &Loop, body: &MirrorBlock<'_>, inside: &TokenStream) -> TokenStream {
        let t = tape();
        let inner = self.block(body, &Cotangent::of_no_value());
        let inner = quote!(#inside #inner);
        if let Some(checkpoint) = &looped.checkpoint {
            return self.checkpointed(looped, checkpoint, body, &inner);
        }
        let count = times(body.block.id);
        let ran = quote!(*#count.pop(#t).0.get());
        let Header::Range { index, from, inclusive, to, reversed, .. } = &looped.header else {
            return quote!(for _ in 0..#ran { #inner });
        };
        let (index, from, to) = (&self.function.var(*index).unique, self.value(from), self.value(to));
        let dots = if *inclusive { quote!(..=) } else { quote!(..) };
        let reversed = (!reversed).then(|| quote!(.rev()));
        // The indices that the loop did not come to are the first, backwards.
        let skipped = is_counted(looped).then(|| quote!(.skip((#from #dots #to).count() - #ran)));
        quote!(for #index in (#from #dots #to) #reversed #skipped { #inner })
    }

    /// The value of an operand that is a number, by value.
    pub(super) fn value(&self, operand: &Operand) -> TokenStream {
        match operand {
            Operand::Constant { again, .. } => quote!(#again),
            Operand::Place(_) | Operand::Lent(_) => {
                let value = again(self.function, operand);
                quote!((*#value))
            }
        }
    }

    fn rule_step(&self, step: &RuleStep<'_>, incoming: &Cotangent) -> TokenStream {
        let y_bar = if step.incoming { incoming.clone() } else { self.cotangent_of(step.out) };
        match step.op {
            Op::Tuple(_) => self.hand_out(
                step,
                &y_bar,
                (0..).map(|i| {
                    let i = syn::Index::from(i);
                    quote!(.#i)
                }),
            ),
            Op::Array(_) => self.hand_out(
                step,
                &y_bar,
                (0..).map(|i| {
                    let i = syn::Index::from(i);
                    quote!([#i])
                }),
            ),
            Op::Struct { path, fields, base } => {
                let members = fields.iter().map(|(member, _)| match variant::part(path, member) {
                    Part::Field(member) => quote!(.#member),
                    Part::Whole | Part::Nothing => TokenStream::new(),
                });
                let mut code = self.hand_out(step, &y_bar, members.clone());
                if base.is_some()
                    && let Some(target @ Target::Place(_)) = step.targets.last()
                {
                    code.extend(Self::rest(self.function, &y_bar, members, target));
                }
                code
            }
            Op::If { then, .. } => {
                let (tag, t) = (taken(then.id), tape());
                let branches = step.blocks.iter().map(|block| {
                    let code = self.block(block, &y_bar);
                    quote!({ #code })
                });
                quote!(if *#tag.pop(#t).0.get() #(#branches)else*)
            }
            Op::Repeat { .. } => {
                let (value, part) = (&y_bar.reference, Ident::new("part", proc_macro2::Span::mixed_site()));
                let given = step.targets.first().map(|target| self.hand_over(target, &quote!(#part)));
                quote!(for #part in #value { #given })
            }
            Op::Elements { index, .. } => {
                let (index, place) = (&self.function.var(*index).unique, &y_bar.place);
                let element = Cotangent { reference: quote!(&#place[#index]), place: quote!(#place[#index]) };
                let inner = step.blocks.iter().map(|block| self.block(block, &element));
                quote!(for #index in (0..#place.len()).rev() { #(#inner)* })
            }
            Op::Match { arms, .. } if !arms.is_empty() => {
                let (tag, t) = (taken(arms[0].block.id), tape());
                let last = arms.len() - 1;
                let arms = step.blocks.iter().enumerate().map(|(i, block)| {
                    let code = self.block(block, &y_bar);
                    if i == last { quote!(_ => { #code }) } else { quote!(#i => { #code }) }
                });
                quote!(match *#tag.pop(#t).0.get() { #(#arms)* })
            }
            Op::Scope(_) => {
                let inner = step.blocks.iter().map(|block| self.block(block, &y_bar));
                quote!({ #(#inner)* })
            }
            op => self.rule(step, op, &y_bar.reference),
        }
    }

    /// The cotangent that a variable has of its own.
    pub fn cotangent_of(&self, var: VarId) -> Cotangent {
        let own = bar(&self.function.var(var).unique);
        Cotangent { reference: quote!(&#own), place: quote!(#own) }
    }

    /// Tuples, arrays, structs: each part of the cotangent goes to its operand.
    fn hand_out(
        &self,
        step: &RuleStep<'_>,
        y_bar: &Cotangent,
        parts: impl Iterator<Item = TokenStream>,
    ) -> TokenStream {
        let mut code = TokenStream::new();
        for (target, part) in step.targets.iter().zip(parts) {
            if matches!(target, Target::Nowhere) {
                continue;
            }
            let slots = Slots::new(self.function, std::slice::from_ref(target));
            let (before, slot, place) = (&slots.before, &slots.each[0], &y_bar.place);
            let span = target.span();
            let private = private_at(span);
            let part = if part.is_empty() { y_bar.reference.clone() } else { quote!(&#place #part) };
            code.extend(quote_spanned!(span=> #before #private::give_part(#slot, #part);));
        }
        code
    }

    /// `..base`: the cotangent of all fields that the literal does not name.
    fn rest(
        function: &Function,
        y_bar: &Cotangent,
        named: impl Iterator<Item = TokenStream>,
        target: &Target<'_>,
    ) -> TokenStream {
        let private = private();
        let slots = Slots::new(function, std::slice::from_ref(target));
        let (before, slot, value) = (&slots.before, &slots.each[0], &y_bar.reference);
        let rest = Ident::new("rest", proc_macro2::Span::mixed_site());
        quote!({
            let mut #rest = ::core::clone::Clone::clone(#value);
            #(#private::reset(&mut #rest #named);)*
            #before
            #private::give(#slot, &#rest);
        })
    }

    fn rule(&self, step: &RuleStep<'_>, op: &Op, y_bar: &TokenStream) -> TokenStream {
        let (private, t) = (private(), tape());
        let out = self.out(step);
        let operands: Vec<&Operand> = operands(op);
        let slots = Slots::new(self.function, &step.targets);
        let Slots { before, each: slots, after } = &slots;
        let reads = || operands.iter().map(|operand| read(self.function, operand));
        let asides = step.targets.iter().zip(&operands).enumerate().filter_map(|(i, (target, operand))| {
            let Target::Aside(_) = target else { return None };
            let name = aside(i);
            let value = read(self.function, operand);
            Some(quote!(let mut #name = #private::zero_of(#value);))
        });
        let call = match op {
            Op::Neg(..) => {
                let reads = operands.iter().map(|operand| unread(self.function, operand));
                quote!(#private::neg(#(#reads,)* #out, #y_bar, #(#slots),*))
            }
            Op::Binary(operator, _, a, b) => {
                let name = rule_of(*operator);
                let [reads_a, reads_b, _] = classify::reads(self.function, *operator, a, b);
                let reads = [(a, reads_a), (b, reads_b)].map(|(operand, reads)| {
                    if reads { read(self.function, operand) } else { unread(self.function, operand) }
                });
                quote!(#private::#name(#(#reads,)* #out, #y_bar, #(#slots),*))
            }
            Op::Cast(..) => {
                let reads = operands.iter().map(|operand| unread(self.function, operand));
                quote!(#private::cast(#(#reads,)* #out, #y_bar, #(#slots),*))
            }
            Op::Call { path, either, link: number, .. } => {
                let ((companion, turbofish), rule) = (companion(path), link(*number));
                let mut operands: Vec<_> = operands
                    .iter()
                    .enumerate()
                    .map(|(i, operand)| {
                        let (i, value) = (syn::Index::from(i), again(self.function, operand));
                        match operand {
                            Operand::Place(place) if self.function.var(place.var).kind == VarKind::Local => {
                                quote!(#rule.rule().reads().#i.kept(|| #value))
                            }
                            _ => quote!(#rule.rule().reads().#i.live(#value)),
                        }
                    })
                    .collect();
                let mut slots = slots.clone();
                for Either { operand, copy, link: number } in either {
                    let (link, flag) = (link(*number), syn::Index::from(*operand));
                    let (copy, slot) = (&self.function.var(*copy).unique, &slots[*operand]);
                    let flag = quote!(#link.rule().reads().#flag);
                    let span = step.targets[*operand].span();
                    // Named, so that what does not fit is reported where the user wrote it.
                    operands[*operand] = quote_spanned!(span=> { let given = #flag.kept(|| #copy.get()); given });
                    if matches!(step.targets[*operand], Target::Lent(place) if self.function.var(place.var).active) {
                        let private = private_at(span);
                        slots[*operand] = quote_spanned!(span=> #private::place_of(#flag, #slot));
                    }
                }
                quote!(#companion.bwd #turbofish(#t, #(#operands,)* #y_bar, #(#slots),*))
            }
            Op::Load(_) => {
                let slot = &slots[0];
                quote!(#private::give_part(#slot, #y_bar))
            }
            Op::Method(method) => {
                let link = link(method.link);
                let reads = reads();
                quote!(#link.rule().bwd(#t, #(#reads,)* #out, #y_bar, #(#slots),*))
            }
            Op::Inactive(_)
            | Op::Elements { .. }
            | Op::Reading { .. }
            | Op::Repeat { .. }
            | Op::Tuple(_)
            | Op::Array(_)
            | Op::Struct { .. }
            | Op::If { .. }
            | Op::Match { .. }
            | Op::Scope(_) => {
                return TokenStream::new();
            }
        };
        let mut code: TokenStream = asides.collect();
        code.extend(before.clone());
        code.extend(call);
        code.extend(quote!(; #after));
        code
    }

    /// The output of a step, for a rule that reads it.
    fn out(&self, step: &RuleStep<'_>) -> TokenStream {
        let name = &self.function.var(step.out).unique;
        quote!(#name.read())
    }
}

/// The name of an operator's rule.
fn rule_of(operator: Operator) -> TokenStream {
    match operator {
        Operator::Add => quote!(add),
        Operator::Sub => quote!(sub),
        Operator::Mul => quote!(mul),
        Operator::Div => quote!(div),
        Operator::Rem => quote!(rem),
    }
}

fn aside(i: usize) -> Ident {
    Ident::new(&format!("aside{i}"), proc_macro2::Span::mixed_site())
}

/// The cotangent of a place that changes.
fn changed_bar(function: &Function, place: &Place) -> TokenStream {
    let var = function.var(place.var);
    let (bar, path) = (bar(&var.unique), projections(&place.path));
    if var.kind == VarKind::Lent { quote!((*#bar) #path) } else { quote!(#bar #path) }
}

/// The slots for the targets of one rule.
struct Slots {
    before: Option<TokenStream>,
    each: Vec<TokenStream>,
    after: Option<TokenStream>,
}

impl Slots {
    fn new(function: &Function, targets: &[Target<'_>]) -> Self {
        let private = private();
        let mut slots = vec![None; targets.len()];
        let (mut before, mut after) = (None, None);
        for (i, target) in targets.iter().enumerate() {
            match target {
                Target::Nowhere => {}
                Target::Held(name, span) => {
                    let private = private_at(*span);
                    slots[i] = Some(quote_spanned!(*span=> #private::Out::new(&mut #name)));
                }
                // It has no cotangent: then what is called must not want one.
                Target::Lent(place) if !function.var(place.var).active => {
                    let span = place.written.span();
                    let private = private_at(span);
                    slots[i] = Some(quote_spanned!(span=> #private::NoGrad));
                }
                Target::Lent(place) => {
                    let bar = changed_bar(function, place);
                    slots[i] = Some(quote!(&mut #bar));
                }
                Target::Place(place) => {
                    let siblings: Vec<(usize, &Place)> = targets
                        .iter()
                        .enumerate()
                        .filter_map(|(j, other)| match other {
                            Target::Place(other) if other.var == place.var => Some((j, *other)),
                            _ => None,
                        })
                        .collect();
                    let is_param = matches!(function.var(place.var).kind, VarKind::Param { .. });
                    if !is_param || siblings.len() == 1 {
                        slots[i] = Some(slot_of(function, place));
                    } else if siblings[0].0 == i {
                        // Disjoint parts of one parameter are borrowed together.
                        let bar = bar(&function.var(place.var).unique);
                        let names: Vec<_> = siblings
                            .iter()
                            .map(|(j, _)| Ident::new(&format!("part{j}"), proc_macro2::Span::mixed_site()))
                            .collect();
                        let (d, parts) = (part(), siblings.iter().map(|(_, place)| projections(&place.path)));
                        before
                            .get_or_insert_with(TokenStream::new)
                            .extend(quote!(let (#(#names),*) = #bar.parts(|#d| (#(&mut #d #parts),*));));
                        for ((j, _), name) in siblings.iter().zip(&names) {
                            slots[*j] = Some(quote!(#name));
                        }
                    }
                }
                Target::Aside(place) => {
                    let name = aside(i);
                    let slot = slot_of(function, place);
                    slots[i] = Some(quote!(#private::Out::new(&mut #name)));
                    after.get_or_insert_with(TokenStream::new).extend(quote!(#private::give_back(#slot, &#name);));
                }
            }
        }
        let each = slots.into_iter().map(|slot| slot.unwrap_or_else(|| quote!(#private::NoGrad))).collect();
        Self { before, each, after }
    }
}

/// The slot for one place.
fn slot_of(function: &Function, place: &Place) -> TokenStream {
    // An argument that does not fit is reported where the user wrote it.
    let span = place.written.span();
    let private = private_at(span);
    let var = function.var(place.var);
    let mut bar = bar(&var.unique);
    bar.set_span(bar.span().located_at(span));
    let path = projections(&place.path);
    match var.kind {
        VarKind::Param { .. } if place.path.is_empty() => quote_spanned!(span=> #bar.whole()),
        VarKind::Param { .. } => {
            let d = part();
            quote_spanned!(span=> #bar.parts(|#d| &mut #d #path))
        }
        VarKind::Lent => quote_spanned!(span=> #private::Out::new(&mut (*#bar) #path)),
        VarKind::Local | VarKind::Index => quote_spanned!(span=> #private::Out::new(&mut #bar #path)),
    }
}
