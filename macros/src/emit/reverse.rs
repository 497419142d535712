//! The reverse half: the mirrored steps, each with its rule.

use std::collections::HashSet;

use proc_macro2::{Literal, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Ident, Path};

use super::collected::{Collected, Way};
use super::dual::dot;
use super::firsts::Firsts;
use super::links::{Links, Of};
use super::lives::{Zero, declared, first_of};
use super::moving::{Moving, moving};
use super::operands::{part, span_of};
use super::piece::Piece;
use super::unread::Named;
use super::{
    WIDTH, bar, bar_at, companion, is_counted, link, private, private_at, reserved, tape, tuple, type_of, witness,
    witnesses,
};
use crate::classify::{self, Facts};
use crate::differentiate::{self, Mirror, MirrorBlock, RuleStep, Target, operands};
use crate::ir::{Change, Either, Function, Header, Loop, Op, Operand, Operator, Place, Step, VarId, VarKind};
use crate::variant::{self, Part};

/// Writes the reverse half.
pub(super) struct Reverse<'f> {
    pub function: &'f Function,
    pub facts: &'f [Facts],
    /// What the forward half tells.
    pub links: Links<'f>,
    /// What it has named so far.
    pub named: Named,
    /// Whether values have tangents, and those of which on the tape.
    pub moving: Option<HashSet<VarId>>,
    /// The contributions that may be written.
    pub firsts: Firsts<'f>,
}

/// A cotangent that is read: as a reference, and as something to take parts of.
#[derive(Clone)]
pub(super) struct Cotangent {
    reference: Piece,
    place: Piece,
}

impl Cotangent {
    /// What comes into a function.
    pub fn incoming(name: &Ident) -> Self {
        Self { reference: Piece::Name(name.clone()), place: Piece::Name(name.clone()) }
    }

    /// What comes into a function whose values have tangents is one thing, as reference and as place.
    fn both(code: &TokenStream) -> Self {
        Self { reference: code.clone().into(), place: code.clone().into() }
    }

    /// What comes into a loop: nothing that has a meaning there, because its body has no value.
    pub fn of_no_value() -> Self {
        Self { reference: quote!(&()).into(), place: quote!(()).into() }
    }
}

impl<'f> Reverse<'f> {
    pub fn new(function: &'f Function, facts: &'f [Facts]) -> Self {
        Self::of(Of::Values, function, facts)
    }

    fn of(of: Of, function: &'f Function, facts: &'f [Facts]) -> Self {
        let links = Links::new(function, facts, of);
        Self { function, facts, links, named: Named::default(), moving: None, firsts: Firsts::default() }
    }

    /// Where the first contributions may be written; with `passing` also those that parameters get.
    pub fn with_firsts(self, passing: bool) -> Self {
        Self { firsts: Firsts::new(self.function, self.facts, passing), ..self }
    }

    /// Where values have tangents.
    pub fn dual(function: &'f Function, facts: &'f [Facts]) -> Self {
        let all = (0..facts.len()).flat_map(|block| moving(facts, block));
        let vars = all.flat_map(|moving| moving.kept).map(|kept| kept.var).collect();
        Self { moving: Some(vars), ..Self::of(Of::Tangents, function, facts) }
    }

    pub(super) fn is_dual(&self) -> bool {
        self.moving.is_some()
    }

    /// The module of what differs where values have tangents.
    pub(super) fn module(&self, span: Span) -> TokenStream {
        let private = private_at(span);
        if self.is_dual() { quote_spanned!(span=> #private::dual) } else { quote!(#private) }
    }

    /// A cotangent of one's own, by what makes a zero one.
    pub(super) fn fresh(&self, zero: &TokenStream) -> TokenStream {
        if self.is_dual() {
            let private = private();
            quote!(#private::Bars::of(|| #zero))
        } else {
            zero.clone()
        }
    }

    /// A part of a cotangent, to be read.
    fn part_of(&self, of: &Cotangent, path: &TokenStream) -> Piece {
        let place = &of.place;
        match (path.is_empty(), self.is_dual()) {
            (true, _) => of.reference.clone(),
            (false, false) => quote!(&#place #path).into(),
            (false, true) => {
                let d = part();
                quote!(#place.part(|#d| &#d #path)).into()
            }
        }
    }

    /// A block whose value has the cotangent `incoming`, a reference.
    pub fn body(&self, mirror: &MirrorBlock<'_>, incoming: &Ident) -> TokenStream {
        self.block(mirror, &Cotangent::incoming(incoming))
    }

    fn block(&self, mirror: &MirrorBlock<'_>, incoming: &Cotangent) -> TokenStream {
        let t = tape();
        let mut code = mirror.block.items.clone();
        code.extend(self.links.known(mirror.block.id));
        if self.is_dual() {
            for Moving { name, kept } in moving(self.facts, mirror.block.id).iter().rev() {
                let dots = tuple(kept.iter().map(|kept| dot(&self.function.var(kept.var).unique)));
                code.extend(quote!(let #dots = #name.pop(#t);));
            }
        }
        for witness in witnesses(self.facts, mirror.block.id).iter().rev() {
            let name = &witness.name;
            let values = tuple(witness.kept.iter().map(|kept| &self.function.var(kept.var).unique));
            code.extend(quote!(let #values = #name.pop(#t);));
            for counter in witness.kept.iter().map(|kept| self.function.var(kept.var)) {
                if counter.change == Change::Counter {
                    let name = &counter.unique;
                    code.extend(quote!(let mut #name = *#name.get();));
                }
            }
        }
        code.extend(self.gone(mirror.block.id));
        code.extend(self.computed_again(mirror));
        let value = self.value_of_block(mirror.value.as_ref(), incoming);
        let steps = mirror.steps.iter().map(|step| self.step(step, incoming));
        let steps: Vec<TokenStream> = std::iter::once(value).chain(steps).filter(|step| !step.is_empty()).collect();
        code.extend(declared(self.function, self.cotangents(mirror.block.id), &steps));
        code
    }

    /// The values of a block of which only the types are there.
    pub fn gone(&self, block: usize) -> TokenStream {
        let asked = self.facts[block].typed.iter().filter(|typed| typed.asked);
        let vars: Vec<_> = asked.map(|typed| self.function.var(typed.var)).collect();
        let (names, links) = (vars.iter().map(|var| &var.unique), vars.iter().map(|var| type_of(var)));
        quote!(#(let #names = #links.gone();)*)
    }

    /// The cotangents that a block has of its own.
    pub fn cotangents(&self, block: usize) -> Vec<Zero> {
        let facts = &self.facts[block];
        let bar = |var: VarId| bar(&self.function.var(var).unique);
        let own = facts.own.iter().map(|kept| kept.var);
        let (witness, places): (Vec<Ident>, Vec<Literal>) = (0..facts.own.len()).map(|i| place_among(block, i)).unzip();
        let typed: Vec<_> = facts.typed.iter().filter(|typed| typed.own).map(|typed| typed.var).collect();
        let zeros = facts.own.iter().zip(witness.iter().zip(&places)).map(|(kept, (witness, place))| {
            if self.firsts.has(kept.var) {
                return (quote!(#witness.room::<#place>()), true);
            }
            let zero = self.zero_of_link();
            (quote!(#witness.#zero::<#place>()), false)
        });
        let more = typed.iter().map(|var| {
            let link = type_of(self.function.var(*var));
            if self.firsts.has(*var) {
                return (quote!(#link.room()), true);
            }
            let zero = self.zero_of_link();
            (quote!(#link.#zero()), false)
        });
        let all = own.zip(zeros).chain(typed.iter().copied().zip(more));
        let heir = |var| self.firsts.heir(var).map(|summand| bar(summand.var));
        all.map(|(var, (code, is_room))| Zero { bar: bar(var), code, is_room, heir: heir(var) }).collect()
    }

    /// The method of a link for a zero cotangent of one's own.
    fn zero_of_link(&self) -> Ident {
        Ident::new(if self.is_dual() { "bars" } else { "zero" }, Span::call_site())
    }

    /// A zero cotangent for a variable of a block that has one of its own.
    pub(super) fn zero(&self, block: usize, var: VarId) -> TokenStream {
        let zero = self.zero_of_link();
        if let Some(i) = self.facts[block].own.iter().position(|kept| kept.var == var) {
            let (witness, i) = place_among(block, i);
            quote!(#witness.#zero::<#i>())
        } else {
            let link = type_of(self.function.var(var));
            quote!(#link.#zero())
        }
    }

    /// The cotangent that comes into a block goes to its value.
    pub fn value_of_block(&self, value: Option<&Target<'_>>, incoming: &Cotangent) -> TokenStream {
        let Some(target @ Target::Place(_)) = value else { return TokenStream::new() };
        let module = self.module(Span::call_site());
        let slots = Slots::new(self, std::slice::from_ref(target));
        let (before, slot, value) = (&slots.before, &slots.each[0], &incoming.reference);
        quote!(#before #module::give(#slot, #value);)
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
            let values = operands(op).into_iter().map(|operand| self.again(operand));
            let rule = if let Op::Binary(operator, ..) = op { rule_of(*operator) } else { "neg" };
            let rule = Ident::new(rule, Span::call_site());
            code.extend(quote!(let #name = #name.again(|| #private::value::#rule(#(#values),*));));
        }
        code
    }

    pub fn step(&self, step: &Mirror<'_>, incoming: &Cotangent) -> TokenStream {
        let private = private();
        match step {
            Mirror::Rule(step) => self.rule_step(step, incoming),
            Mirror::Declare { var, value } => {
                let bar = self.cotangent_of(*var).reference;
                self.hand_over(value, &quote!(#bar))
            }
            Mirror::Assign { place, value: Target::Nowhere } => {
                if self.is_dual() {
                    let bars = self.changed_bars(place, ["taken", "take"]);
                    return quote!(let _ = #bars;);
                }
                let bar = self.changed_bar(place);
                quote!(#private::reset(&mut #bar);)
            }
            Mirror::Assign { place, value } => {
                let d = Ident::new("d", proc_macro2::Span::mixed_site());
                if self.is_dual() {
                    let (taken, given) =
                        (self.changed_bars(place, ["taken", "take"]), self.hand_over(value, &quote!(#d.seen())));
                    return quote!({ let #d = #taken; #given });
                }
                let bar = self.changed_bar(place);
                // From a whole variable to another one: it need not be copied before.
                if place.path.is_empty() && matches!(value, Target::Place(_)) && !value.borrows(place) {
                    let given = self.hand_over(value, &quote!(&#bar));
                    return quote!(#given #private::reset(&mut #bar););
                }
                let given = self.hand_over(value, &quote!(&#d));
                quote!({ let #d = #private::take(&mut #bar); #given })
            }
            Mirror::Accumulate { target: Target::Nowhere, .. } => TokenStream::new(),
            Mirror::Accumulate { place, op, value, target } => {
                let bar = if self.is_dual() {
                    self.changed_bars(place, ["seen", "part"])
                } else {
                    let bar = self.changed_bar(place);
                    quote!(&#bar)
                };
                let slots = Slots::new(self, std::slice::from_ref(target));
                let (before, slot) = (&slots.before, &slots.each[0]);
                let value = self.unread(value);
                let span = target.span();
                let module = self.module(span);
                let rule = if matches!(op, syn::BinOp::AddAssign(_)) { quote!(add_assign) } else { quote!(sub_assign) };
                quote_spanned!(span=> #before #module::#rule(#bar, #value, #slot);)
            }
            Mirror::Rearrange { place, method, arguments } => {
                let arguments: Vec<_> = arguments.iter().map(|argument| self.value(argument)).collect();
                let back = match method.to_string().as_str() {
                    "rotate_left" => quote!(rotate_right),
                    "rotate_right" => quote!(rotate_left),
                    _ => quote!(#method),
                };
                if self.is_dual() {
                    let (bars, d) = (self.changed_bars(place, ["lent", "lend"]), part());
                    return quote!(#bars.each(|#d| <[_]>::#back(#d, #(#arguments),*)););
                }
                let bar = self.changed_bar(place);
                quote!(<[_]>::#back(&mut #bar, #(#arguments),*);)
            }
            Mirror::Count { var, up, again } => {
                let name = &self.function.var(*var).unique;
                self.named.expression(again);
                if *up { quote!(#name -= #again;) } else { quote!(#name += #again;) }
            }
            Mirror::Loop { looped, body, apart } => {
                let collected = self.collected(apart, looped, Way::of(looped).back(), &TokenStream::new());
                let looped = self.repetition(looped, body, &collected);
                let Collected { before, after, .. } = collected;
                quote!(#before #looped #after)
            }
        }
    }

    /// The cotangent `value`, a reference, goes to a target.
    fn hand_over(&self, target: &Target<'_>, value: &TokenStream) -> TokenStream {
        if matches!(target, Target::Nowhere) {
            return TokenStream::new();
        }
        let slots = Slots::new(self, std::slice::from_ref(target));
        let (before, slot) = (&slots.before, &slots.each[0]);
        let span = target.span();
        let module = self.module(span);
        quote_spanned!(span=> #before #module::give_part(#slot, #value);)
    }

    fn repetition(&self, looped: &Loop, body: &MirrorBlock<'_>, collected: &Collected) -> TokenStream {
        let (private, t) = (private(), tape());
        let inner = self.block(body, &Cotangent::of_no_value());
        let Collected { first, last, .. } = collected;
        let inner = quote!(#first #inner #last);
        if let (Some(checkpoint), false) = (&looped.checkpoint, self.is_dual()) {
            return self.checkpointed(looped, checkpoint, body, &inner);
        }
        let ran = quote!(#private::told::<::core::primitive::usize>(#t));
        let Header::Range { index, from, inclusive, to, reversed, .. } = &looped.header else {
            return quote!(for _ in 0..#ran { #inner });
        };
        let (index, from, to) = (&self.function.var(*index).unique, self.value(from), self.value(to));
        if self.links.reserves(looped) {
            return reserved::behind(looped, [&from, &to], index, &inner);
        }
        let dots = if *inclusive { quote!(..=) } else { quote!(..) };
        let reversed = (!reversed).then(|| quote!(.rev()));
        // The indices that the loop did not come to are the first, backwards.
        let skipped = is_counted(looped).then(|| quote!(.skip((#from #dots #to).count() - #ran)));
        quote!(for #index in (#from #dots #to) #reversed #skipped { #inner })
    }

    /// The value of an operand that is a number, by value.
    pub(super) fn value(&self, operand: &Operand) -> TokenStream {
        match operand {
            Operand::Constant { again, .. } => {
                self.named.expression(again);
                quote!(#again)
            }
            Operand::Place(_) | Operand::Lent(_) => {
                let value = self.again(operand);
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
                    code.extend(self.rest(&y_bar, members, target));
                }
                code
            }
            Op::If { .. } => {
                let (private, t) = (private(), tape());
                let branches = step.blocks.iter().map(|block| {
                    let code = self.block(block, &y_bar);
                    quote!({ #code })
                });
                quote!(if #private::told::<::core::primitive::bool>(#t) #(#branches)else*)
            }
            Op::Repeat { .. } => {
                let (value, part) = (&y_bar.reference, Ident::new("part", proc_macro2::Span::mixed_site()));
                let given = step.targets.first().map(|target| self.hand_over(target, &quote!(#part)));
                if self.is_dual() {
                    let i = Ident::new("i", Span::mixed_site());
                    let element = self.part_of(&y_bar, &quote!([#i]));
                    return quote!(for #i in 0..#value.len() { let #part = #element; #given });
                }
                quote!(for #part in #value { #given })
            }
            Op::Elements { index, .. } => {
                let (index, place) = (&self.function.var(*index).unique, &y_bar.place);
                let element = if self.is_dual() {
                    let element = self.part_of(&y_bar, &quote!([#index]));
                    Cotangent::both(&quote!(#element))
                } else {
                    Cotangent { reference: quote!(&#place[#index]).into(), place: quote!(#place[#index]).into() }
                };
                let inner = step.blocks.iter().map(|block| self.block(block, &element));
                quote!(for #index in (0..#place.len()).rev() { #(#inner)* })
            }
            Op::Match { arms, .. } if !arms.is_empty() => {
                let (private, t) = (private(), tape());
                let last = arms.len() - 1;
                let arms = step.blocks.iter().enumerate().map(|(i, block)| {
                    let code = self.block(block, &y_bar);
                    if i == last { quote!(_ => { #code }) } else { quote!(#i => { #code }) }
                });
                quote!(match #private::told::<::core::primitive::usize>(#t) { #(#arms)* })
            }
            Op::Scope(_) => {
                let inner = step.blocks.iter().map(|block| self.block(block, &y_bar));
                quote!({ #(#inner)* })
            }
            Op::Again(block, captures) => {
                let inner: TokenStream = step.blocks.iter().map(|block| self.block(block, &y_bar)).collect();
                if self.is_dual() { quote!({ #inner }) } else { self.run_again(block, captures, &inner) }
            }
            op => self.rule(step, op, &y_bar.reference),
        }
    }

    /// The cotangent that a variable has of its own.
    pub fn cotangent_of(&self, var: VarId) -> Cotangent {
        let own = bar(&self.function.var(var).unique);
        if self.is_dual() {
            return Cotangent::both(&quote!(#own.seen()));
        }
        if self.firsts.has(var) {
            return Cotangent { reference: quote!(&*#own).into(), place: Piece::Name(own) };
        }
        Cotangent { reference: Piece::Reference(own.clone()), place: Piece::Name(own) }
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
            let slots = Slots::new(self, std::slice::from_ref(target));
            let (before, slot) = (&slots.before, &slots.each[0]);
            let span = target.span();
            let (module, part) = (self.module(span), self.part_of(y_bar, &part));
            code.extend(quote_spanned!(span=> #before #module::give_part(#slot, #part);));
        }
        code
    }

    /// `..base`: the cotangent of all fields that the literal does not name.
    fn rest(&self, y_bar: &Cotangent, named: impl Iterator<Item = TokenStream>, target: &Target<'_>) -> TokenStream {
        let private = private();
        let slots = Slots::new(self, std::slice::from_ref(target));
        let (before, slot, value) = (&slots.before, &slots.each[0], &y_bar.reference);
        let rest = Ident::new("rest", proc_macro2::Span::mixed_site());
        if self.is_dual() {
            let d = part();
            return quote!({
                let mut #rest = #value.copied();
                #(let _ = #rest.take(|#d| &mut #d #named);)*
                #before
                #private::dual::give(#slot, #rest.seen());
            });
        }
        quote!({
            let mut #rest = ::core::clone::Clone::clone(#value);
            #(#private::reset(&mut #rest #named);)*
            #before
            #private::give(#slot, &#rest);
        })
    }

    fn rule(&self, step: &RuleStep<'_>, op: &Op, y_bar: &Piece) -> TokenStream {
        let (private, t, mut y_bar) = (private(), tape(), y_bar.clone());
        let operands: Vec<&Operand> = operands(op);
        let slots = Slots::new(self, &step.targets);
        let Slots { before, each: slots, after } = &slots;
        let asides = step.targets.iter().zip(&operands).enumerate().filter_map(|(i, (target, operand))| {
            let (Target::Aside(_) | Target::HeldAside(..)) = target else { return None };
            let name = aside(i);
            let value = self.read(operand);
            let zero = self.fresh(&quote!(#private::zero_of(#value)));
            Some(quote!(let mut #name = #zero;))
        });
        let unread = || operands.iter().map(|operand| self.unread(operand)).collect();
        let of_operator = |name: &'static str| match (self.is_dual(), name) {
            (false, _) => Piece::Item(name, Span::call_site()),
            (true, "cast") => quote!(#private::dual::cast).into(),
            (true, _) => {
                let rule = Ident::new(&name.to_uppercase(), Span::call_site());
                quote!(#private::dual::#rule.bwd_dual).into()
            }
        };
        let moves = |mut values: Vec<Piece>| {
            if self.is_dual() {
                values.insert(0, Piece::Name(t.clone()));
            }
            values
        };
        let (rule, mut arguments): (Piece, Vec<Piece>) = match op {
            Op::Neg(..) => (of_operator("neg"), moves(unread())),
            Op::Cast(..) => (of_operator("cast"), moves(unread())),
            Op::Binary(operator, _, a, b) => {
                let [reads_a, reads_b, _] = classify::reads(self.function, *operator, a, b);
                let reads = [(a, reads_a), (b, reads_b)]
                    .map(|(operand, reads)| if reads { self.read(operand) } else { self.unread(operand) });
                let rule = match self.firsts.heir(step.out) {
                    Some(heir) => {
                        let (rule, bar) = self.last_of_sum(step, *operator, heir);
                        y_bar = bar;
                        rule
                    }
                    None => of_operator(rule_of(*operator)),
                };
                (rule, moves(reads.to_vec()))
            }
            Op::Method(method) => {
                let link = link(method.link);
                let values = operands.iter().map(|operand| self.read(operand)).collect();
                if self.is_dual() {
                    (quote!(#link.rule().bwd_dual).into(), moves(values))
                } else {
                    (quote!(#link.rule().bwd).into(), std::iter::once(Piece::Name(t)).chain(values).collect())
                }
            }
            Op::Load(_) => {
                let (slot, module) = (&slots[0], self.module(Span::call_site()));
                return quote!(#(#asides)* #before #module::give_part(#slot, #y_bar); #after);
            }
            Op::Call { path, either, link, .. } => {
                let call = self.call(step, path, either, *link, slots, &y_bar);
                return quote!(#(#asides)* #before #call; #after);
            }
            Op::Nested(nested) => {
                let call = self.nested(nested, step, slots, &y_bar);
                return quote!(#(#asides)* #before #call; #after);
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
            | Op::Scope(_)
            | Op::Again(..) => {
                return TokenStream::new();
            }
        };
        arguments.push(self.out(step));
        if self.is_dual() {
            arguments.extend(operands.iter().map(|operand| self.directions(operand).into()));
            arguments.push(self.directions_of(step.out).into());
        }
        arguments.push(y_bar);
        quote!(#(#asides)* #before #rule(#(#arguments,)* #(#slots),*); #after)
    }

    /// The rule of a sum whose cotangent becomes that of a summand, and that cotangent.
    fn last_of_sum(&self, step: &RuleStep<'_>, operator: Operator, heir: &Place) -> (Piece, Piece) {
        let is_left = matches!(&step.targets[0], Target::Place(place) if std::ptr::eq(*place, heir));
        let rule = format_ident!("{}_{}", rule_of(operator), if is_left { "left" } else { "right" });
        let (private, y_bar) = (private(), bar(&self.function.var(step.out).unique));
        let through = self.firsts.has(step.out).then(|| quote!(*));
        (quote!(#private::last::#rule).into(), quote!(&mut #through #y_bar).into())
    }

    /// The reverse half of a function that is called.
    fn call(
        &self,
        step: &RuleStep<'_>,
        path: &Path,
        either: &[Either],
        number: usize,
        slots: &[Piece],
        y_bar: &Piece,
    ) -> TokenStream {
        let (t, (companion, turbofish), rule) = (tape(), companion(path), link(number));
        let operand = |(i, operand): (usize, &Operand)| {
            let (i, value) = (syn::Index::from(i), self.again(operand));
            match operand {
                Operand::Place(place) if self.is_local(place) => quote!(#rule.rule().reads().#i.kept(|| #value)),
                _ => quote!(#rule.rule().reads().#i.live(#value)),
            }
        };
        let mut operands: Vec<_> = operands(step.op).into_iter().enumerate().map(operand).collect();
        let mut slots = slots.to_vec();
        let mut tangents: Vec<_> = if self.is_dual() {
            differentiate::operands(step.op).into_iter().map(|operand| self.directions(operand)).collect()
        } else {
            Vec::new()
        };
        for Either { operand, copy: var, link: number } in either {
            let (link, flag) = (link(*number), syn::Index::from(*operand));
            let (copy, slot) = (&self.function.var(*var).unique, &slots[*operand]);
            let flag = quote!(#link.rule().reads().#flag);
            let span = step.targets[*operand].span();
            // Named, so that what does not fit is reported where the user wrote it.
            operands[*operand] = quote_spanned!(span=> { let given = #flag.kept(|| #copy.get()); given });
            if matches!(step.targets[*operand], Target::Lent(place) if self.function.var(place.var).active) {
                let module = self.module(span);
                slots[*operand] = quote_spanned!(span=> #module::place_of(#flag, #slot)).into();
                if self.is_dual() {
                    tangents[*operand] = self.directions_of(*var);
                }
            }
        }
        if self.is_dual() {
            return quote!(#companion.bwd_dual #turbofish(#t, #(#operands,)* #(#tangents,)* #y_bar, #(#slots),*));
        }
        quote!(#companion.bwd #turbofish(#t, #(#operands,)* #y_bar, #(#slots),*))
    }

    /// The output of a step, for a rule that reads it.
    fn out(&self, step: &RuleStep<'_>) -> Piece {
        Piece::Method(self.function.var(step.out).unique.clone(), "read", Span::call_site())
    }
}

/// Where a value is, by its place among those of a block that have a cotangent of their own: its witness, and the place there.
fn place_among(block: usize, i: usize) -> (Ident, Literal) {
    (witness("s", block, i / WIDTH), Literal::usize_unsuffixed(i % WIDTH))
}

/// The name of an operator's rule.
fn rule_of(operator: Operator) -> &'static str {
    match operator {
        Operator::Add => "add",
        Operator::Sub => "sub",
        Operator::Mul => "mul",
        Operator::Div => "div",
        Operator::Rem => "rem",
    }
}

fn aside(i: usize) -> Ident {
    Ident::new(&format!("aside{i}"), proc_macro2::Span::mixed_site())
}

/// The targets that are parts of one variable, and their positions.
fn same_variable<'t>(targets: &[Target<'t>], of: &Place) -> Vec<(usize, &'t Place)> {
    let all = targets.iter().enumerate().filter_map(|(j, other)| match other {
        Target::Place(other) | Target::Lent(other) if other.var == of.var => Some((j, *other)),
        _ => None,
    });
    all.collect()
}

/// The slots for the targets of one rule.
struct Slots {
    before: Option<TokenStream>,
    each: Vec<Piece>,
    after: Option<TokenStream>,
}

impl Slots {
    fn new(reverse: &Reverse<'_>, targets: &[Target<'_>]) -> Self {
        let (private, function) = (private(), reverse.function);
        let mut slots = vec![None; targets.len()];
        let (mut before, mut after) = (None, None);
        for (i, target) in targets.iter().enumerate() {
            match target {
                _ if reverse.is_dual() && slots[i].is_some() => {}
                Target::Place(place) | Target::Lent(place)
                    if reverse.is_dual()
                        && function.var(place.var).active
                        && !matches!(function.var(place.var).kind, VarKind::Param { .. })
                        && same_variable(targets, place).len() > 1 =>
                {
                    // Disjoint parts of one variable are borrowed together.
                    let siblings = same_variable(targets, place);
                    let bar = bar(&function.var(place.var).unique);
                    let names: Vec<_> = siblings
                        .iter()
                        .map(|(j, _)| Ident::new(&format!("part{j}"), proc_macro2::Span::mixed_site()))
                        .collect();
                    let (d, parts) = (part(), siblings.iter().map(|(_, place)| reverse.projections(&place.path)));
                    before
                        .get_or_insert_with(TokenStream::new)
                        .extend(quote!(let (#(#names),*) = #bar.apart(|#d| (#(&mut #d #parts),*));));
                    for ((j, _), name) in siblings.iter().zip(&names) {
                        let is_lent = matches!(targets[*j], Target::Lent(_));
                        let slot = if is_lent { quote!(#name) } else { quote!(#name.into_outs()) };
                        slots[*j] = Some(slot.into());
                    }
                }
                Target::Nowhere => {}
                Target::Held(name, span) => slots[i] = Some(reverse.slot_of_held(name, *span)),
                // It has no cotangent: then what is called must not want one.
                Target::Lent(place) if !function.var(place.var).active => {
                    slots[i] = Some(Piece::Item("NoGrad", span_of(&place.written)));
                }
                Target::Lent(place) if reverse.is_dual() => {
                    slots[i] = Some(reverse.changed_bars(place, ["lent", "lend"]).into());
                }
                Target::Lent(place) => {
                    let bar = reverse.changed_bar(place);
                    slots[i] = Some(quote!(&mut #bar).into());
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
                        slots[i] = Some(reverse.slot_of(place));
                    } else if siblings[0].0 == i {
                        // Disjoint parts of one parameter are borrowed together.
                        let bar = bar(&function.var(place.var).unique);
                        let names: Vec<_> = siblings
                            .iter()
                            .map(|(j, _)| Ident::new(&format!("part{j}"), proc_macro2::Span::mixed_site()))
                            .collect();
                        let (d, parts) = (part(), siblings.iter().map(|(_, place)| reverse.projections(&place.path)));
                        before
                            .get_or_insert_with(TokenStream::new)
                            .extend(quote!(let (#(#names),*) = #bar.parts(|#d| (#(&mut #d #parts),*));));
                        for ((j, _), name) in siblings.iter().zip(&names) {
                            slots[*j] = Some(Piece::Name(name.clone()));
                        }
                    }
                }
                Target::Aside(_) | Target::HeldAside(..) => {
                    let name = aside(i);
                    let slot = match target {
                        Target::HeldAside(held, span) => reverse.slot_of_held(held, *span),
                        Target::Aside(place) => reverse.slot_of(place),
                        _ => continue,
                    };
                    if reverse.is_dual() {
                        slots[i] = Some(Piece::Method(name.clone(), "whole", Span::call_site()));
                        let given = quote!(#private::dual::give_back(#slot, #name.seen()););
                        after.get_or_insert_with(TokenStream::new).extend(given);
                        continue;
                    }
                    slots[i] = Some(Piece::Call(["Out", "new"], quote!(&mut #name), Span::call_site()));
                    after.get_or_insert_with(TokenStream::new).extend(quote!(#private::give_back(#slot, &#name);));
                }
            }
        }
        let each =
            slots.into_iter().map(|slot| slot.unwrap_or_else(|| Piece::Item("NoGrad", Span::call_site()))).collect();
        Self { before, each, after }
    }
}

impl Reverse<'_> {
    /// The cotangent of a place that changes.
    fn changed_bar(&self, place: &Place) -> TokenStream {
        let var = self.function.var(place.var);
        let (bar, path) = (bar(&var.unique), self.projections(&place.path));
        if var.kind == VarKind::Lent { quote!((*#bar) #path) } else { quote!(#bar #path) }
    }

    /// The same where values have tangents, by the method for all of it or the one for a part: a closure for each whole
    /// variable would be a third of what the compiler has to check.
    fn changed_bars(&self, place: &Place, [all, part_of]: [&str; 2]) -> TokenStream {
        let (bar, d) = (bar(&self.function.var(place.var).unique), part());
        let (all, part_of) = (Ident::new(all, Span::call_site()), Ident::new(part_of, Span::call_site()));
        match self.projections(&place.path) {
            None => quote!(#bar.#all()),
            Some(path) if part_of == "part" => quote!(#bar.#part_of(|#d| &#d #path)),
            Some(path) => quote!(#bar.#part_of(|#d| &mut #d #path)),
        }
    }

    /// The slot for a variable that collects.
    fn slot_of_held(&self, name: &Ident, span: Span) -> Piece {
        if self.is_dual() {
            return Piece::Method(name.clone(), "whole", span);
        }
        Piece::Call(["Out", "new"], quote_spanned!(span=> &mut #name), span)
    }

    /// The slot for one place.
    pub(super) fn slot_of(&self, place: &Place) -> Piece {
        // An argument that does not fit is reported where the user wrote it.
        let span = span_of(&place.written);
        let var = self.function.var(place.var);
        let bar = bar_at(&var.unique, span);
        match (var.kind, self.projections(&place.path)) {
            (_, None) if self.firsts.is(place) => {
                let first = first_of(&bar);
                quote_spanned!(span=> &mut #first).into()
            }
            (_, None) if self.firsts.has(place.var) => {
                Piece::Call(["Out", "new"], quote_spanned!(span=> &mut *#bar), span)
            }
            (VarKind::Param { .. }, None) if self.firsts.is_passed(place) => Piece::Method(bar, "passed", span),
            (VarKind::Param { .. }, None) => Piece::Method(bar, "whole", span),
            (_, None) if self.is_dual() => Piece::Method(bar, "whole", span),
            (VarKind::Param { .. }, path) => {
                let d = part();
                quote_spanned!(span=> #bar.parts(|#d| &mut #d #path)).into()
            }
            (VarKind::Lent | VarKind::Local | VarKind::Index, Some(path)) if self.is_dual() => {
                let d = part();
                quote_spanned!(span=> #bar.slot(|#d| &mut #d #path)).into()
            }
            (VarKind::Lent, path) => Piece::Call(["Out", "new"], quote_spanned!(span=> &mut (*#bar) #path), span),
            (VarKind::Local | VarKind::Index, path) => {
                Piece::Call(["Out", "new"], quote_spanned!(span=> &mut #bar #path), span)
            }
        }
    }
}
