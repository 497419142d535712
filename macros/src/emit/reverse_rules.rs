//! The reverse half of a step that computes something: its rule, with what it reads and where the cotangents of its operands go.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Ident, Path};

use super::companion;
use super::forward::Forward;
use super::operands::ways_to_parts;
use super::operators::span_of_operator;
use super::reverse::{Cotangent, Reverse};
use super::slots::Slots;
use crate::classify::{self, Need};
use crate::differentiate::{RuleStep, Target};
use crate::ir::{Either, Method, Op, Operand, Operator, Place, VarId};
use crate::library::private;
use crate::naming::{aside, bar, hygienic, link, operand_types, part, tape};
use crate::quoting::Piece;

impl Reverse<'_> {
    pub(super) fn rule_step(&self, step: &RuleStep<'_>, incoming: &Cotangent) -> TokenStream {
        let y_bar = if step.incoming { incoming.clone() } else { self.cotangent_of(step.out) };
        match step.op {
            Op::Tuple(_) | Op::Array(..) => self.hand_out(step, &y_bar),
            Op::Struct { base, .. } => {
                let mut code = self.hand_out(step, &y_bar);
                if base.is_some()
                    && let Some(target @ Target::Place(_)) = step.targets.last()
                {
                    code.extend(self.rest(&y_bar, &ways_to_parts(step.op), target));
                }
                code
            }
            Op::Closure(closure) => self.give_captured(step, closure, &y_bar),
            Op::If { again, .. } => {
                let (private, t) = (private(), tape());
                let told = quote!(#private::told::<::core::primitive::bool>(#t));
                let taken = again.as_ref().map_or(told, ToTokens::to_token_stream);
                let branches = step.blocks.iter().map(|block| {
                    let code = self.block(block, &y_bar);
                    quote!({ #code })
                });
                quote!(if #taken #(#branches)else*)
            }
            Op::Repeat { .. } => {
                let (value, part) = (&y_bar.reference, hygienic("part"));
                let given = step.targets.first().map(|target| self.hand_over(target, &part));
                if self.is_dual() {
                    let i = hygienic("__i");
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
                    Cotangent::of(quote!(&#place[#index]).into(), quote!(#place[#index]).into())
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
            Op::Remove { place, method, at } => self.put_back(place, method, at.as_ref(), &y_bar),
            Op::Scope(block) => {
                let y_bar = Cotangent { is_last: true, ..y_bar };
                let inner = step.blocks.iter().map(|block| self.block(block, &y_bar));
                let inner = quote!({ #(#inner)* });
                self.one_loop(block, &y_bar, &inner).unwrap_or(inner)
            }
            Op::Checkpointed(block, captures) => {
                let inner: TokenStream = step.blocks.iter().map(|block| self.block(block, &y_bar)).collect();
                if self.is_dual() { quote!({ #inner }) } else { self.run_again(block, captures, &inner) }
            }
            op => {
                let number = || self.arithmetic(step, &y_bar);
                self.moved_back(step).or_else(number).unwrap_or_else(|| self.rule(step, op, &y_bar.reference))
            }
        }
    }

    /// The cotangent of a copy that a variable moved into becomes that of the variable, which is nothing.
    fn moved_back(&self, step: &RuleStep<'_>) -> Option<TokenStream> {
        let (Op::Load(_), [Target::Place(variable)]) = (step.op, step.targets.as_slice()) else { return None };
        if step.incoming || self.is_dual() || !self.plan.moves_out(step.out) {
            return None;
        }
        let (private, bar, own) = (private(), self.changed_bar(variable), bar(&self.function.var(step.out).unique));
        Some(quote!(#private::handed_on(&mut #bar, &mut #own, #private::neutral());))
    }

    /// The cotangents of what a list lost go back to their places.
    fn put_back(&self, place: &Place, method: &Ident, at: Option<&Operand>, y_bar: &Cotangent) -> TokenStream {
        let (private, t, value) = (private(), tape(), &y_bar.reference);
        let at = at.map(|at| self.value(at)).into_iter();
        let given = if self.is_dual() {
            let bars = self.changed_bars(place, ["lent", "lend"]);
            quote!(#private::lists::dual::#method(#bars, #(#at,)* #value);)
        } else {
            let bar = self.changed_bar(place);
            quote!(#private::lists::back::#method(&mut #bar, #(#at,)* #value);)
        };
        if method == "pop" { quote!(if #private::told::<::core::primitive::bool>(#t) { #given }) } else { given }
    }

    /// Tuples, arrays, structs: each part of the cotangent goes to its operand.
    fn hand_out(&self, step: &RuleStep<'_>, y_bar: &Cotangent) -> TokenStream {
        let each = step.targets.iter().zip(ways_to_parts(step.op));
        each.map(|(target, way)| self.hand_over(target, &self.part_of(y_bar, &way))).collect()
    }

    /// `..base`: the cotangent of all fields that the literal does not name.
    fn rest(&self, y_bar: &Cotangent, named: &[TokenStream], target: &Target<'_>) -> TokenStream {
        let private = private();
        let slots = Slots::new(self, std::slice::from_ref(target));
        let (before, slot, value) = (&slots.before, &slots.each[0], &y_bar.reference);
        let rest = hygienic("rest");
        if self.is_dual() {
            let d = part();
            return quote!({
                let mut #rest = #value.copied();
                #(#rest.lend(|#d| &mut #d #named).each(#private::drop_part);)*
                #before
                #private::dual::give(#slot, #rest.seen());
            });
        }
        quote!({
            let mut #rest = ::core::clone::Clone::clone(#value);
            #(#private::drop_part(&mut #rest #named);)*
            #before
            #private::give(#slot, &#rest);
        })
    }

    fn rule(&self, step: &RuleStep<'_>, op: &Op, y_bar: &Piece) -> TokenStream {
        let private = private();
        let slots = Slots::new(self, &step.targets);
        let Slots { before, each: slots, after } = &slots;
        let asides = step.targets.iter().zip(op.operands()).enumerate().filter_map(|(i, (target, operand))| {
            let (Target::Aside(_) | Target::AccumulatorAside(..)) = target else { return None };
            let name = aside(i);
            let of_number = if let Operand::Place(place) = operand { self.zero_of_place(place) } else { None };
            let zero = of_number.unwrap_or_else(|| {
                let value = self.read(operand);
                self.fresh(&quote!(#private::zero_of(#value)))
            });
            Some(quote!(let mut #name = #zero;))
        });
        let call = match op {
            Op::Neg(..) | Op::Cast(..) | Op::Binary(..) | Op::Method(_) => self.by_rule(step, op, slots, y_bar),
            Op::Load(a @ Operand::Place(place))
                if self.function.is_whole_lent(a) && matches!(step.targets[0], Target::Place(_)) =>
            {
                let module = self.module(Span::call_site());
                let place = if self.is_dual() {
                    self.changed_bars(place, ["lent", "lend"])
                } else {
                    let bar = self.changed_bar(place);
                    quote!(&mut #bar)
                };
                return quote!(#(#asides)* #module::add_copy(#place, #y_bar););
            }
            Op::Load(a) => {
                let (slot, module) = (&slots[0], self.module(Span::call_site()));
                let give = if self.function.is_whole_slice(a) { quote!(give_copy) } else { quote!(give_part) };
                quote!(#module::#give(#slot, #y_bar))
            }
            Op::Call { path, either, link, .. } => self.call(step, path, either, *link, slots, y_bar),
            Op::Nested(nested) => self.nested(nested, step, slots, y_bar),
            Op::Inactive(_)
            | Op::Closure(_)
            | Op::Remove { .. }
            | Op::Elements { .. }
            | Op::Reading { .. }
            | Op::Repeat { .. }
            | Op::Tuple(_)
            | Op::Array(..)
            | Op::Struct { .. }
            | Op::If { .. }
            | Op::Match { .. }
            | Op::Scope(_)
            | Op::Checkpointed(..) => return TokenStream::new(),
        };
        quote!(#(#asides)* #before #call; #after)
    }

    /// The rule of an operator or a method, with what it is given.
    fn by_rule(&self, step: &RuleStep<'_>, op: &Op, slots: &[Piece], y_bar: &Piece) -> TokenStream {
        let operands = op.operands();
        let unread = || operands.iter().map(|operand| self.unread(operand)).collect();
        let mut y_bar = y_bar.clone();
        let (rule, mut arguments): (Piece, Vec<Piece>) = match op {
            Op::Neg(_, a, Some(number)) => (self.by_link(op, *number, ""), vec![self.asked(*number, 0, a)]),
            Op::Neg(..) => (self.of_operator("neg"), unread()),
            Op::Binary(operator, _, a, b, link) => {
                let [reads_a, reads_b, _] = classify::reads(self.function, *operator, a, b);
                let each = [(0, a, reads_a), (1, b, reads_b)].into_iter().map(|(i, operand, reads)| match link {
                    _ if reads => self.read(operand),
                    Some(number) => self.asked(*number, i, operand),
                    None => self.unread(operand),
                });
                let arguments = each.collect();
                let rule = match self.firsts.heir(step.out) {
                    Some(heir) => {
                        let (rule, bar) = self.last_of_sum(step, *operator, *link, heir);
                        y_bar = bar;
                        rule
                    }
                    None => {
                        link.map_or_else(|| self.of_operator(rule_of(*operator)), |number| self.by_link(op, number, ""))
                    }
                };
                (rule, arguments)
            }
            Op::Method(method) => {
                let half = Ident::new(if self.is_dual() { "bwd_dual" } else { "bwd" }, Span::call_site());
                let arguments = operands.iter().enumerate().map(|(i, operand)| match operand {
                    Operand::Lent(_) => quote!(()).into(),
                    operand => self.absent(op, i, Some(operand)).unwrap_or_else(|| self.read(operand)),
                });
                let rule = self.links.rule_behind(method.link);
                (quote!(#rule.#half).into(), arguments.collect())
            }
            _ => (self.of_operator("cast"), unread()),
        };
        let mut slots = slots.to_vec();
        let all = || operands.iter().enumerate();
        let mut tangents: Vec<Piece> = if self.is_dual() {
            all().map(|(i, operand)| self.directions_asked(op.operator_link(), i, operand).into()).collect()
        } else {
            Vec::new()
        };
        if let Op::Method(method) = op {
            self.either(step, &method.either, &mut arguments, &mut tangents, &mut slots);
            self.handed_on(step, method.link, &mut arguments, &mut slots);
        }
        // With tangents the rule of an operator has the form of any other, which takes the tape.
        if self.is_dual() || matches!(op, Op::Method(_)) || op.operator_link().is_some() {
            arguments.insert(0, Piece::Name(tape()));
        }
        let result = if let Op::Method(method) = op { self.absent_result(step.out, method) } else { None };
        let absent = result.or_else(|| self.absent(op, operands.len(), None));
        arguments.push(absent.unwrap_or_else(|| self.out(step)));
        if self.is_dual() {
            arguments.extend(tangents);
            arguments.push(self.directions_of(step.out).into());
        }
        arguments.push(y_bar);
        quote!(#rule(#(#arguments,)* #(#slots),*))
    }

    /// The rule behind a link.
    fn by_link(&self, op: &Op, number: usize, what: &str) -> Piece {
        let (link, span) = (link(number), span_of_operator(op));
        let half = format_ident!("{}{what}", if self.is_dual() { "bwd_dual" } else { "bwd" }, span = span);
        quote_spanned!(span=> #link.rule().#half).into()
    }

    /// An operand that the rule behind a link may read.
    pub(super) fn asked(&self, number: usize, i: usize, operand: &Operand) -> Piece {
        match self.function.aliases.get(&(number, i)) {
            Some(name) => Piece::Method(self.function.var(*name).unique.clone(), "read", Span::call_site()),
            None => self.read(operand),
        }
    }

    /// Its tangent.
    pub(super) fn directions_asked(&self, number: Option<usize>, i: usize, operand: &Operand) -> TokenStream {
        let alias = number.and_then(|number| self.function.aliases.get(&(number, i)));
        alias.map_or_else(|| self.directions(operand), |name| self.directions_of(*name))
    }

    /// The rule of an operator.
    fn of_operator(&self, name: &'static str) -> Piece {
        let private = private();
        match (self.is_dual(), name) {
            (false, _) => Piece::Item(name, Span::call_site()),
            (true, "cast") => quote!(#private::dual::cast).into(),
            (true, _) => {
                let rule = Ident::new(&name.to_uppercase(), Span::call_site());
                quote!(#private::dual::#rule.bwd_dual).into()
            }
        }
    }

    /// The rule of a sum whose cotangent becomes that of a summand, and that cotangent.
    fn last_of_sum(
        &self,
        step: &RuleStep<'_>,
        operator: Operator,
        number: Option<usize>,
        heir: &Place,
    ) -> (Piece, Piece) {
        let is_left = matches!(&step.targets[0], Target::Place(place) if std::ptr::eq(*place, heir));
        let side = if is_left { "_left" } else { "_right" };
        let (private, y_bar) = (private(), bar(&self.function.var(step.out).unique));
        let through = self.firsts.has(step.out).then(|| quote!(*));
        let rule = number.map_or_else(
            || {
                let rule = format_ident!("{}{side}", rule_of(operator));
                quote!(#private::last::#rule).into()
            },
            |number| self.by_link(step.op, number, side),
        );
        (rule, quote!(&mut #through #y_bar).into())
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
        let argument = |(i, operand): (usize, &Operand)| {
            let (i, value) = (syn::Index::from(i), self.again(operand));
            match operand {
                Operand::Lent(_) if step.op.lends() => {
                    let types = operand_types(number);
                    quote!(&#types)
                }
                Operand::Place(place) if self.is_local(place) => quote!(#rule.rule().reads().#i.kept(|| #value)),
                _ => quote!(#rule.rule().reads().#i.live(#value)),
            }
        };
        let mut operands: Vec<Piece> =
            step.op.operands().into_iter().enumerate().map(|operand| argument(operand).into()).collect();
        let mut slots = slots.to_vec();
        let mut tangents: Vec<Piece> = if self.is_dual() {
            step.op.operands().into_iter().map(|operand| self.directions(operand).into()).collect()
        } else {
            Vec::new()
        };
        self.either(step, either, &mut operands, &mut tangents, &mut slots);
        self.handed_on(step, number, &mut operands, &mut slots);
        if self.is_dual() {
            return quote!(#companion.bwd_dual #turbofish(#t, #(#operands,)* #(#tangents,)* #y_bar, #(#slots),*));
        }
        quote!(#companion.bwd #turbofish(#t, #(#operands,)* #y_bar, #(#slots),*))
    }

    /// The operands that what is called may change or only read: their values, and the places for their cotangents.
    fn either(
        &self,
        step: &RuleStep<'_>,
        either: &[Either],
        operands: &mut [Piece],
        tangents: &mut [Piece],
        slots: &mut [Piece],
    ) {
        let forward = if self.is_dual() { Forward::dual(self.plan) } else { Forward::new(self.plan) };
        for Either { operand, copy: var, link: number } in either {
            let need = Need::Flag { link: *number, flag: *operand };
            let (link, flag) = (link(*number), syn::Index::from(*operand));
            let (copy, slot) = (&self.function.var(*var).unique, &slots[*operand]);
            let flag = quote!(#link.rule().reads().#flag);
            let (span, read) = (step.targets[*operand].span(), forward.flags(&[need]));
            // Named, so that what does not fit is reported where the user wrote it.
            let kept = if let Op::Call { link, .. } = step.op {
                let types = step.op.lends().then(|| operand_types(*link));
                let types = types.map_or_else(|| quote!(()), |types| quote!(&#types));
                quote!(kept_or(|| #copy.get(), #types))
            } else {
                quote!(given(|| #copy.read()))
            };
            operands[*operand] = quote_spanned!(span=> { let given = #read.#kept; given }).into();
            if matches!(step.targets[*operand], Target::Lent(place) if self.function.var(place.var).active) {
                let module = self.module(span);
                slots[*operand] = quote_spanned!(span=> #module::place_of(#flag, #slot)).into();
                if self.is_dual() {
                    tangents[*operand] = self.directions_of(*var).into();
                }
            }
        }
    }

    /// The arguments of a closure that it hands on: what is called may change them.
    fn handed_on(&self, step: &RuleStep<'_>, number: usize, operands: &mut [Piece], slots: &mut [Piece]) {
        let all = step.op.operands();
        let handed_on = self.function.handed_on(&all);
        if handed_on.is_empty() || self.links.number_method(number).is_some() {
            return;
        }
        let forward = if self.is_dual() { Forward::dual(self.plan) } else { Forward::new(self.plan) };
        for i in handed_on {
            let Target::Place(place) = &step.targets[i] else { continue };
            let (link, flag, module) = (link(number), syn::Index::from(i), self.module(Span::call_site()));
            if matches!(step.op, Op::Method(_)) {
                let (read, value) = (forward.flags(&[Need::Flag { link: number, flag: i }]), self.again(all[i]));
                operands[i] = quote!(#read.handed(#value)).into();
            }
            let bar = bar(&self.function.var(place.var).unique);
            slots[i] = quote!(#module::place_on(#link.rule().reads().#flag, &mut #bar)).into();
        }
    }

    /// The value of a method that gives a result: its rule is taken not to read it.
    pub(super) fn absent_result(&self, value: VarId, method: &Method) -> Option<Piece> {
        let (link, i) = (link(method.link), syn::Index::from(method.operands.len()));
        self.function.results.contains(&value).then(|| {
            if self.is_dual() {
                let types = operand_types(method.link);
                return quote!(#link.rule().reads_dual(&#types).#i.absent()).into();
            }
            quote!(#link.rule().reads().#i.absent()).into()
        })
    }

    /// The output of a step, for a rule that reads it.
    fn out(&self, step: &RuleStep<'_>) -> Piece {
        let name = || Piece::Method(self.function.var(step.out).unique.clone(), "read", Span::call_site());
        self.absent_number(step.out).unwrap_or_else(name)
    }
}

/// The name of an operator's rule.
pub(super) fn rule_of(operator: Operator) -> &'static str {
    match operator {
        Operator::Add => "add",
        Operator::Sub => "sub",
        Operator::Mul => "mul",
        Operator::Div => "div",
        Operator::Rem => "rem",
    }
}
