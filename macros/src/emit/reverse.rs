//! The reverse half: the mirrored steps, each with its rule.

use std::collections::{HashMap, HashSet};

use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Ident;

use super::appended::Appended;
use super::borrowed_rows::Named;
use super::collected_cotangents::Collected;
use super::declared_cotangents::{Start, Zero, declared};
use super::operators::span_of_operator;
use super::reverse_rules::rule_of;
use super::slots::Slots;
use crate::classify::Facts;
use crate::differentiate::{Mirror, MirrorBlock, RuleStep, Target};
use crate::ir::{Change, Function, Header, Loop, Op, Operand, Place, Step, VarId};
use crate::library::{private, private_at};
use crate::naming::{bar, block_link, dot, hygienic, link, part, tape, type_of, witness};
use crate::plan::Plan;
use crate::plan::accumulators::{Accumulators, Way};
use crate::plan::choices::{Choice, choice};
use crate::plan::first_contributions::FirstContributions;
use crate::plan::link_layout::{Links, Of};
use crate::plan::rows::Held;
use crate::plan::witnesses::{FormWitness, WIDTH, Witness, form_witnesses, tangent_witnesses, witnesses};
use crate::quoting::{Piece, tuple};

/// Writes the reverse half.
pub(super) struct Reverse<'f> {
    pub plan: &'f Plan<'f>,
    pub function: &'f Function,
    pub facts: &'f [Facts],
    /// What the forward half tells.
    pub links: &'f Links<'f>,
    /// Whether it stands without the forward half: then parameters that it does not read are not there.
    apart: bool,
    /// Where values have tangents.
    pub dual: Option<OnTape>,
    /// The contributions that may be written.
    pub firsts: FirstContributions<'f>,
    /// The lists in lists that loops go through.
    pub rows: Named<'f>,
    /// The lists that loops append to.
    pub appended: Appended,
}

/// The variables of which the tape has the value, and those of which it has the tangent.
pub(super) struct OnTape {
    pub values: HashSet<VarId>,
    pub tangents: HashSet<VarId>,
}

/// A cotangent that is read: as a reference, and as something to take parts of.
#[derive(Clone)]
pub(super) struct Cotangent {
    pub reference: Piece,
    pub place: Piece,
    /// Whether it is a variable that is not read any more, so that it may become another one's.
    pub is_last: bool,
}

impl Cotangent {
    pub fn of(reference: Piece, place: Piece) -> Self {
        Self { reference, place, is_last: false }
    }

    /// What comes into a function.
    pub fn incoming(name: &Ident) -> Self {
        Self::of(Piece::Name(name.clone()), Piece::Name(name.clone()))
    }

    /// What comes into a function whose values have tangents is one thing, as reference and as place.
    pub fn both(code: &TokenStream) -> Self {
        Self::of(code.clone().into(), code.clone().into())
    }

    /// What comes into a loop: nothing that has a meaning there, because its body has no value.
    pub fn of_no_value() -> Self {
        Self::of(quote!(&()).into(), quote!(()).into())
    }
}

impl<'f> Reverse<'f> {
    pub fn new(plan: &'f Plan<'f>) -> Self {
        Self::of(Of::Values, plan)
    }

    fn of(of: Of, plan: &'f Plan<'f>) -> Self {
        let (function, facts) = (plan.function, plan.facts(of));
        let (links, firsts) = (plan.links(of), FirstContributions::default());
        Self {
            plan,
            function,
            facts,
            links,
            apart: false,
            dual: None,
            firsts,
            rows: Named::default(),
            appended: Appended::default(),
        }
    }

    /// Where the first contributions may be written.
    pub fn with_firsts(self) -> Self {
        Self { firsts: self.plan.firsts.clone(), ..self }
    }

    /// Without the forward half.
    pub fn apart_from_forward(self) -> Self {
        Self { apart: true, ..self }
    }

    /// Where values have tangents.
    pub fn dual(plan: &'f Plan<'f>) -> Self {
        let all = || plan.facts(Of::Tangents).iter().flat_map(|facts| facts.own.iter().chain(&facts.other));
        let values = all().map(|kept| kept.var).collect();
        let tangents = all().filter(|kept| kept.has_tangent).map(|kept| kept.var).collect();
        Self { dual: Some(OnTape { values, tangents }), ..Self::of(Of::Tangents, plan) }
    }

    pub(super) fn is_dual(&self) -> bool {
        self.dual.is_some()
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
            quote!(#private::Pair::of(|| #zero))
        } else {
            zero.clone()
        }
    }

    /// A part of a cotangent, to be read.
    pub(super) fn part_of(&self, of: &Cotangent, path: &TokenStream) -> Piece {
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

    pub(super) fn block(&self, mirror: &MirrorBlock<'_>, incoming: &Cotangent) -> TokenStream {
        let t = tape();
        let mut code = mirror.block.items.clone();
        code.extend(self.links.known(mirror.block.id));
        code.extend(self.links.index_known(mirror.block.id, |index| &index.unique));
        if self.is_dual() {
            for Witness { name, kept } in tangent_witnesses(self.facts, mirror.block.id).iter().rev() {
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
        for FormWitness { name, .. } in form_witnesses(self.function, self.facts, mirror.block.id).iter().rev() {
            code.extend(quote!(let #name = #name.pop(#t);));
        }
        code.extend(mirror.block.again.iter().map(|again| again.code.clone()));
        code.extend(self.gone(mirror.block.id));
        code.extend(self.computed_again(mirror));
        code.extend(self.closures(mirror));
        let value = self.value_of_block(mirror.value.as_ref(), incoming);
        let steps = mirror.steps.iter().map(|step| self.step(step, incoming));
        let steps: Vec<TokenStream> = std::iter::once(value).chain(steps).filter(|step| !step.is_empty()).collect();
        // Those of rules that come after the loop are declared before it.
        let after = mirror.steps.iter().filter_map(|step| match step {
            Mirror::Rule(rule) if self.is_after(rule) => Some(bar(&self.function.var(rule.out).unique)),
            _ => None,
        });
        let (after, mut cotangents): (HashSet<Ident>, _) = (after.collect(), self.cotangents(mirror.block.id));
        cotangents.retain(|zero| !after.contains(&zero.bar));
        code.extend(declared(self.function, cotangents, &steps));
        code
    }

    /// The values of a block of which only the types are there.
    pub fn gone(&self, block: usize) -> TokenStream {
        let asked = self.facts[block].typed.iter().filter(|typed| typed.asked);
        let formed = self.formed(block);
        let gone = asked.map(|typed| {
            let name = &self.function.var(typed.var).unique;
            let link = self.of_link(block, formed.get(&typed.var), typed.var, "gone");
            quote!(let #name = #link();)
        });
        gone.collect()
    }

    /// The values of a block that have a form, with their places.
    fn formed(&self, block: usize) -> HashMap<VarId, usize> {
        self.facts[block].formed(self.function).zip(0..).collect()
    }

    /// A method of the link of a variable of a block: that of its form, at its place there, or that of its type.
    fn of_link(&self, block: usize, formed: Option<&usize>, var: VarId, what: &str) -> TokenStream {
        let what = Ident::new(what, Span::call_site());
        if let Some(i) = formed {
            let (witness, i) = (witness("z", block, i / WIDTH), Literal::usize_unsuffixed(i % WIDTH));
            return quote!(#witness.#what::<#i>);
        }
        let link = type_of(self.function.var(var));
        quote!(#link.#what)
    }

    /// The cotangents that a block has of its own.
    pub fn cotangents(&self, block: usize) -> Vec<Zero> {
        let heir = |var| self.firsts.heir(var).map(|summand| bar(&self.function.var(summand.var).unique));
        let formed = self.formed(block);
        let zeros = self.with_own(block).map(|var| {
            let of_link = |what| self.of_link(block, formed.get(&var), var, what);
            let start = if let Some(zero) = self.zero_of_number(var) {
                if self.is_dual() { Start::Made(zero) } else { Start::Number(zero) }
            } else if self.firsts.has(var) {
                Start::Room { room: of_link("room"), first: of_link("first") }
            } else if !self.is_dual() && self.plan.is_handed_on(var) {
                let private = private();
                Start::Made(quote!(#private::neutral()))
            } else {
                let zero = of_link(self.zero_of_link());
                Start::Made(quote!(#zero()))
            };
            Zero { bar: bar(&self.function.var(var).unique), start, heir: heir(var) }
        });
        zeros.collect()
    }

    /// The variables of a block that have a cotangent of their own.
    pub(super) fn with_own(&self, block: usize) -> impl Iterator<Item = VarId> {
        let facts = &self.facts[block];
        let late = facts.only_typed(self.function).filter(|typed| typed.own).map(|typed| typed.var);
        facts.formed(self.function).chain(late).chain(facts.numbers.iter().copied())
    }

    /// A zero cotangent for a variable of a block that has one of its own.
    pub(super) fn zero(&self, block: usize, var: VarId) -> TokenStream {
        if let Some(zero) = self.zero_of_number(var) {
            return quote!(#zero);
        }
        let zero = self.of_link(block, self.formed(block).get(&var), var, self.zero_of_link());
        quote!(#zero())
    }

    /// The method of a link for a zero cotangent of one's own.
    fn zero_of_link(&self) -> &'static str {
        if self.is_dual() { "zero_pair" } else { "zero" }
    }

    /// The cotangent that comes into a block goes to its value.
    pub fn value_of_block(&self, value: Option<&Target<'_>>, incoming: &Cotangent) -> TokenStream {
        let Some(target @ Target::Place(value)) = value else { return TokenStream::new() };
        if incoming.is_last && self.is_handed_on(value) {
            let (private, own, bar) = (private(), bar(&self.function.var(value.var).unique), &incoming.place);
            return quote!(#private::handed_on(&mut #own, &mut #bar, #private::neutral()););
        }
        let module = self.module(Span::call_site());
        let slots = Slots::new(self, std::slice::from_ref(target));
        let (before, slot, value) = (&slots.before, &slots.each[0], &incoming.reference);
        quote!(#before #module::give(#slot, #value);)
    }

    /// The values of a block that were not kept, in the order in which they were computed.
    fn computed_again(&self, mirror: &MirrorBlock<'_>) -> TokenStream {
        let private = private();
        let facts = &self.facts[mirror.block.id];
        let again_kept = facts.own.iter().chain(&facts.other).filter(|kept| kept.recomputed);
        let are_again: HashMap<VarId, bool> = again_kept.map(|kept| (kept.var, kept.is_always_recomputed)).collect();
        let mut code = TokenStream::new();
        for step in &mirror.block.steps {
            let Step::Let { var, op, .. } = step else { continue };
            let Some(is_always) = are_again.get(var) else { continue };
            let name = &self.function.var(*var).unique;
            let computed = |value: &TokenStream| {
                if *is_always {
                    quote!(let #name = #value; let #name = #private::live(&#name);)
                } else {
                    quote!(let #name = #name.or_recompute(|| #value);)
                }
            };
            if let Some(value) = self.arithmetic_again(*var, op) {
                code.extend(computed(&value));
                continue;
            }
            let values = op.operands().into_iter().map(|operand| match (self.function.elements.get(var), operand) {
                (Some(list), Operand::Place(place)) => {
                    let place = Place { var: *list, ..place.clone() };
                    // A list that may not be kept has no row.
                    let row = is_always.then(|| self.in_row(Held::Values, &place)).flatten();
                    row.map_or_else(|| self.again(&Operand::Place(place)), |(row, way)| quote!(&#row #way).into())
                }
                _ => self.again(operand),
            });
            let rule = match op {
                Op::Binary(operator, ..) => rule_of(*operator),
                Op::Load(_) => {
                    code.extend(computed(&quote!(#private::of(#(#values)*).own())));
                    continue;
                }
                _ => "neg",
            };
            let rule = Ident::new(rule, Span::call_site());
            let rule = op.operator_link().map_or(quote!(#private::value::#rule), |number| {
                let (link, span) = (link(number), span_of_operator(op));
                quote_spanned!(span=> #link.rule().value)
            });
            code.extend(computed(&quote!(#rule(#(#values),*))));
        }
        code
    }

    pub fn step(&self, step: &Mirror<'_>, incoming: &Cotangent) -> TokenStream {
        match step {
            Mirror::Rule(step) if self.is_after(step) => TokenStream::new(),
            Mirror::Rule(step) => self.rule_step(step, incoming),
            Mirror::Declare { var, value } => {
                let bar = self.cotangent_of(*var);
                if let Target::Place(handed) = value
                    && self.is_handed_on(handed)
                {
                    let (private, own, bar) = (private(), self::bar(&self.function.var(handed.var).unique), bar.place);
                    return quote!(#private::handed_on(&mut #own, &mut #bar, #private::neutral()););
                }
                self.hand_over(value, &bar.reference)
            }
            Mirror::Assign { place, value, old } => self.unassigned(place, value, *old),
            Mirror::Accumulate { place, op: _, value, link: Some(number), target } => {
                self.accumulated_by_rule(place, value, *number, target)
            }
            Mirror::Accumulate { target: Target::Nowhere, .. } => TokenStream::new(),
            Mirror::Accumulate { place, op, value, target, .. } => {
                if let Some(sum) = self.arithmetic_sum(place, op, value, target) {
                    return sum;
                }
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
            Mirror::Insert { place, at, value } => self.taken_back(place, *at, value),
            Mirror::Count { var, up, again } => {
                let name = &self.function.var(*var).unique;
                if *up { quote!(#name -= #again;) } else { quote!(#name += #again;) }
            }
            Mirror::Loop { looped, body } => {
                let at_once = self.looped(looped, body);
                self.strip(looped).map_or(at_once.clone(), |strip| self.put_off(strip, &at_once))
            }
        }
    }

    /// Whether a rule comes after the loop that it is in. Where values have tangents, they are in the loop.
    fn is_after(&self, rule: &RuleStep<'_>) -> bool {
        rule.is_after && !self.is_dual()
    }

    /// What a loop adds to that goes from one iteration to the next: what it collects, and the cotangents of rules that come after it.
    pub(super) fn sums_of(&self, apart: &Accumulators<'_>) -> Vec<Ident> {
        let after = apart.after.iter().filter(|_| !self.is_dual()).map(|rule| bar(&self.function.var(rule.out).unique));
        apart.held.iter().map(|held| held.name.clone()).chain(after).collect()
    }

    /// A loop, with what it collects apart.
    fn looped(&self, looped: &Loop, body: &MirrorBlock<'_>) -> TokenStream {
        let apart = &self.plan.accumulators[&looped.body.id];
        let way = Way::of(looped).back();
        let scope = TokenStream::new();
        let strips = self.before_strips(looped, way, &scope);
        let (((collected, looped), rows), [taken, shortened]) = self.with_appended(looped, || {
            self.with_rows(&apart.rows, looped, &scope, || {
                let collected = self.collected(apart, looped, way, &scope);
                let looped = self
                    .repetition_in_parts(looped, body, apart, &collected)
                    .unwrap_or_else(|| self.repetition(looped, body, &collected));
                (collected, looped)
            })
        });
        let Collected { before, after, .. } = collected;
        quote!(#taken #before #strips #rows #looped #after #shortened)
    }

    /// The cotangent of a place goes to the value that was assigned; that of the old value takes its place.
    fn unassigned(&self, place: &Place, value: &Target<'_>, old: Option<VarId>) -> TokenStream {
        let (private, d) = (private(), hygienic("d"));
        let old = old.map(|old| bar(&self.function.var(old).unique));
        if self.is_dual() {
            let taken = match &old {
                Some(old) => {
                    let bars = self.changed_bars(place, ["lent", "lend"]);
                    quote!(#bars.replaced(#old))
                }
                None => self.changed_bars(place, ["taken", "take"]),
            };
            let given = self.hand_over(value, &quote!(#d.seen()));
            return quote!({ let #d = #taken; #given });
        }
        let bar = self.changed_bar(place);
        let reset = old.as_ref().map_or_else(|| quote!(#private::drop_part(&mut #bar)), |old| quote!(#bar = #old));
        // From a whole variable to another one: it need not be copied before.
        if place.path.is_empty()
            && let Target::Place(handed) = value
            && !value.borrows(place)
        {
            if self.is_handed_on(handed) {
                let own = self::bar(&self.function.var(handed.var).unique);
                let old = old.map_or_else(|| quote!(#private::neutral()), |old| quote!(#old));
                return quote!(#private::handed_on(&mut #own, &mut #bar, #old););
            }
            let given = self.hand_over(value, &quote!(&#bar));
            return quote!(#given #reset;);
        }
        if matches!(value, Target::Nowhere) {
            return quote!(#reset;);
        }
        let taken =
            old.map_or_else(|| quote!(#private::take(&mut #bar)), |old| quote!(::core::mem::replace(&mut #bar, #old)));
        let given = self.hand_over(value, &quote!(&#d));
        quote!({ let #d = #taken; #given })
    }

    /// The cotangent of an element that was put into a list leaves it, and goes to the value.
    fn taken_back(&self, place: &Place, at: Option<&Operand>, value: &Target<'_>) -> TokenStream {
        if let Some(element) = self.appended(place) {
            return self.hand_over(value, &quote!(&#element));
        }
        let private = private();
        let (at, d) = (at.map(|at| self.value(at)), hygienic("d"));
        let method = Ident::new(if at.is_some() { "insert" } else { "push" }, Span::call_site());
        let at = at.into_iter();
        if self.is_dual() {
            let bars = self.changed_bars(place, ["lent", "lend"]);
            let given = self.hand_over(value, &quote!(#d.seen()));
            return quote!({ let #d = #private::lists::dual::#method(#bars, #(#at),*); #given });
        }
        let (bar, given) = (self.changed_bar(place), self.hand_over(value, &quote!(&#d)));
        quote!({ let #d = #private::lists::back::#method(&mut #bar, #(#at),*); #given })
    }

    /// Whether the cotangent of a value begins as that of the variable that it goes to.
    fn is_handed_on(&self, value: &Place) -> bool {
        !self.is_dual() && self.plan.hands_on(value) && self.zero_of_number(value.var).is_none()
    }

    /// The cotangent `value`, a reference, goes to a target.
    pub(super) fn hand_over(&self, target: &Target<'_>, value: &impl ToTokens) -> TokenStream {
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
        let dots = if *inclusive { quote!(..=) } else { quote!(..) };
        if let Some(number) = looped.replaced.map(|var| &self.function.var(var).unique) {
            let reversed = reversed.then(|| quote!(.rev()));
            return quote!(for #index in #private::numbered((#from #dots #to) #reversed, *#number.get()) { #inner });
        }
        let condition = if self.is_dual() { None } else { self.condition(looped) };
        if let Some(room) = self.links.reserves(looped) {
            let back = (!reversed).then(|| quote!(.rev()));
            return room.behind(looped, [&from, &to], condition, |range| quote!(for #index in #range #back { #inner }));
        }
        let reversed = (!reversed).then(|| quote!(.rev()));
        // The indices that the loop did not come to are the first, backwards.
        let skipped = looped.is_counted().then(|| quote!(.skip((#from #dots #to).count() - #ran)));
        let run = quote!(for #index in (#from #dots #to) #reversed #skipped { #inner });
        condition.map_or(run.clone(), |condition| quote!(if #condition { #run }))
    }

    /// Whether the reverse half of a loop has to run, if it can tell: of a loop that keeps nothing or reserves room, and changes one variable
    /// that is then chosen or not.
    pub(super) fn condition(&self, looped: &Loop) -> Option<TokenStream> {
        let Choice { sum, methods } = choice(self.function, looped)?;
        let (private, bar) = (private(), bar(&self.function.var(sum).unique));
        let known = self.links.known_to_ask(looped.body.id, &methods);
        let rules = methods.iter().map(|method| self.links.rule_behind(*method));
        // What is on the tape has to be read, unless its size is known.
        let link = block_link(looped.body.id);
        let uneven = self.links.known(looped.body.id).map(|_| quote!(!#link.is_even() ||));
        let condition = quote!(#uneven #(!#rules.often_zero() ||)* #private::comes_back(&#bar));
        Some(if known.is_empty() { condition } else { quote!({ #known #condition }) })
    }

    /// The value of an operand that is a number, by value.
    pub(super) fn value(&self, operand: &Operand) -> TokenStream {
        match operand {
            Operand::Constant { again, .. } => quote!(#again),
            Operand::Place(_) | Operand::Lent(_) => {
                let value = self.again(operand);
                quote!((*#value))
            }
        }
    }

    /// Whether the value of a variable is not there: it is a parameter that is not read.
    pub(super) fn is_gone(&self, var: VarId) -> bool {
        self.apart && self.plan.unread.contains(&var)
    }

    /// The cotangent that a variable has of its own.
    pub fn cotangent_of(&self, var: VarId) -> Cotangent {
        let own = bar(&self.function.var(var).unique);
        if self.is_dual() {
            return Cotangent::both(&quote!(#own.seen()));
        }
        if self.firsts.has(var) {
            return Cotangent::of(quote!(&*#own).into(), Piece::Name(own));
        }
        Cotangent::of(Piece::Reference(own.clone()), Piece::Name(own))
    }
}
