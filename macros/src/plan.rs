//! Stage F: how the mirror image is run, decided before a token is written.
//!
//! Nothing here changes what is computed. It decides where a contribution is written and not added, which cotangents a loop collects in
//! variables, which loops are reversed as they run, what goes on the tape together, and what the forward half tells the reverse half.

pub(crate) mod absent_modes;
pub(crate) mod accumulators;
pub(crate) mod appended_lists;
pub(crate) mod called_functions;
pub(crate) mod choices;
pub(crate) mod cotangent_lives;
pub(crate) mod exchanges;
pub(crate) mod first_contributions;
pub(crate) mod fusion;
mod handed_on;
mod hidden_parameters;
pub(crate) mod indices;
pub(crate) mod link_layout;
mod loop_sums;
mod moved_operands;
pub(crate) mod rows;
mod same_in_all;
pub(crate) mod stand_ins;
pub(crate) mod strips;
pub(crate) mod tape_room;
mod unread_parameters;
mod waiting_elements;
pub(crate) mod windows;
pub(crate) mod witnesses;

use std::collections::HashSet;

use self::accumulators::ByLoop;
use self::called_functions::Calls;
use self::first_contributions::FirstContributions;
use self::fusion::Fused;
use self::link_layout::{Links, Of};
use self::strips::Strips;
use crate::accept::rule_arguments::Rule;
use crate::classify::primitives::Numbers;
use crate::classify::{Classified, Facts};
use crate::differentiate::MirrorBlock;
use crate::ir::{Function, Op, Operand, Place, Step, VarId};

/// A function, its mirror image, and how it is run.
pub(crate) struct Plan<'f> {
    pub function: &'f Function,
    classified: &'f Classified,
    pub numbers: &'f Numbers,
    /// The body backwards.
    pub mirror: MirrorBlock<'f>,
    /// Both halves at once, if there are loops that are reversed as they run.
    pub fused: Option<Fused<'f>>,
    /// What loops collect apart.
    pub accumulators: ByLoop<'f>,
    /// The loops that are put off.
    pub strips: Strips<'f>,
    pub firsts: FirstContributions<'f>,
    pub calls: Calls,
    /// The values that go on the tape, and the parameters that operands have other names of.
    pub kept: HashSet<VarId>,
    /// Those of which only the type is needed at the end of their blocks.
    pub typed: HashSet<VarId>,
    /// Those that may have moved by the end of their blocks, where their forms are needed.
    pub formed: HashSet<VarId>,
    /// Those that an operator moves, but for numbers.
    pub moved: HashSet<VarId>,
    /// The variables that indices are made of.
    pub indices: HashSet<VarId>,
    /// The parameters whose names the forward half may hide.
    pub hidden: HashSet<VarId>,
    /// The parameters that the reverse half does without.
    pub unread: HashSet<VarId>,
    /// Whether there is a struct literal, a part of an enum or a function that observes, whose types the guard looks at.
    pub names_types: bool,
    /// The operands whose cotangents begin as those of the variables that they go to.
    handed_on: Vec<&'f Place>,
    /// The variables among these that move there.
    pub moved_on: HashSet<VarId>,
    /// The copies of variables that move there.
    moved_out: HashSet<VarId>,
    /// The variables that are closures.
    pub closures: HashSet<VarId>,
    /// Whether the function has a loop and calls no differentiable function.
    pub keeps_tape: bool,
    /// The links of the two halves, of these with tangents, and of the sizes of both tapes.
    links: [Links<'f>; 3],
}

impl<'f> Plan<'f> {
    /// The links for one of these.
    pub fn links(&self, of: Of) -> &Links<'f> {
        &self.links[of as usize]
    }

    /// The facts for one of these.
    pub fn facts(&self, of: Of) -> &'f [Facts] {
        of.facts(self.classified)
    }

    /// Whether a variable is a function: it has the tangents of what it captures in it.
    pub fn has_tangents_inside(&self, var: VarId) -> bool {
        self.function.var(var).is_function || self.closures.contains(&var)
    }

    /// Whether the cotangent of a value begins as that of the variable that it goes to.
    pub fn hands_on(&self, value: &Place) -> bool {
        self.is_last(value) && !self.firsts.has(value.var)
    }

    /// Whether an operand is the last use of a value, which goes to a variable as a whole.
    fn is_last(&self, value: &Place) -> bool {
        self.handed_on.iter().any(|place| std::ptr::eq(*place, value))
    }

    /// The same of a value, wherever it goes.
    pub fn is_handed_on(&self, var: VarId) -> bool {
        self.handed_on.iter().any(|place| place.var == var) && !self.firsts.has(var)
    }

    /// Whether a variable moves where it goes, and is asked for its form before.
    pub fn moves_on(&self, operand: &Operand) -> Option<VarId> {
        let Operand::Place(value) = operand else { return None };
        (self.moved_on.contains(&value.var) && self.is_last(value)).then_some(value.var)
    }

    /// Whether a variable moves into a copy, and its cotangent begins as that of the copy.
    pub fn moves_out(&self, copy: VarId) -> bool {
        self.moved_out.contains(&copy) && !self.firsts.has(copy)
    }

    /// Whether a variable is a list as it is in front of a loop, of which no rule reads an element again.
    pub fn is_unread_list(&self, var: VarId) -> bool {
        !self.kept.contains(&var)
            && !self.function.var(var).changes()
            && self.function.elements.values().any(|list| *list == var)
    }

    /// Whether an operand is all of a value whose first use is the last: then it moves.
    pub fn is_last_use(&self, operand: &Operand) -> bool {
        matches!(operand, Operand::Place(place)
            if place.path.is_empty() && self.function.var(place.var).once && !self.kept.contains(&place.var))
    }
}

/// Plans a function. Of one with a rule of the user's the body is not used, and the reverse half does without the parameters that the
/// rule does not read.
pub(crate) fn plan<'f>(
    function: &'f Function,
    classified: &'f Classified,
    mut mirror: MirrorBlock<'f>,
    rule: Option<&Rule>,
) -> Plan<'f> {
    let Classified { values, tangents, numbers } = classified;
    let mut accumulators = ByLoop::default();
    accumulators::of_loops(function, numbers, mirror.steps.iter_mut(), &mut accumulators);
    let fused = fusion::fuse(function, numbers, tangents, &mut accumulators);
    let firsts = FirstContributions::new(function, values, fused.is_none() && rule.is_none());
    let moved = moved_operands::moved(function);
    let kept = tangents.iter().flat_map(|facts| facts.own.iter().chain(&facts.other)).map(|kept| kept.var);
    let kept = kept.chain(moved_operands::named(function, &moved)).collect();
    let typed: HashSet<_> =
        tangents.iter().flat_map(|facts| facts.only_typed(function)).map(|typed| typed.var).collect();
    let may_move = |var: &VarId| !function.var(*var).changes() && !typed.contains(var);
    let formed = tangents.iter().flat_map(|facts| &facts.typed).map(|typed| typed.var).filter(may_move).collect();
    let links = [Of::Values, Of::Tangents, Of::Sizes].map(|of| Links::new(function, classified, of));
    let strips = strips::strips(function, values, numbers, &links[Of::Values as usize], fused.as_ref());
    let (calls, indices) = (Calls::of(function, numbers), indices::of_places(function));
    let (hidden, unread) = (hidden_parameters::hidden(function), HashSet::new());
    let (names_types, keeps_tape) = (names_types(function), keeps_tape(function));
    let mut handed_on = handed_on::handed_on(function);
    let mut own = HashSet::new();
    fused.iter().for_each(|fused| handed_on::own_of(fused, &mut own));
    let moved_on = handed_on::moved_on(function, &handed_on, &kept, &own);
    let takes_over = |value, of| !own.contains(&value) && !firsts.has(of) && numbers.plain(of).is_none();
    handed_on::values_of_scopes(&function.body, function, &takes_over, &mut handed_on);
    let moved_out = function.moved_out.difference(&own).copied().collect();
    let mut closures = HashSet::new();
    function.body.each_step(&mut |step| {
        if let Step::Let { var, op: Op::Closure(_), .. } = step {
            closures.insert(*var);
        }
    });
    let mut plan = Plan {
        function,
        classified,
        numbers,
        mirror,
        fused,
        accumulators,
        strips,
        firsts,
        calls,
        kept,
        typed,
        formed,
        moved,
        indices,
        hidden,
        unread,
        names_types,
        handed_on,
        moved_on,
        moved_out,
        closures,
        keeps_tape,
        links,
    };
    plan.unread = rule.map_or_else(|| unread_parameters::unread(&plan), |rule| unread_by_rule(rule, function));
    plan
}

/// With a residual, all that have a derivative.
fn unread_by_rule(rule: &Rule, function: &Function) -> HashSet<VarId> {
    let active = function.params.iter().map(|param| param.var).filter(|var| function.var(*var).active);
    if rule.forward.is_some() { active.collect() } else { HashSet::new() }
}

fn names_types(function: &Function) -> bool {
    let is_named = |step: &Step| match step {
        Step::Let { op: Op::Struct { .. }, .. } => true,
        Step::Let { op: Op::Load(Operand::Place(part)), .. } => matches!(part.written, syn::Expr::Call(_)),
        _ => false,
    };
    let in_closures = || function.closures().into_iter().any(|closure| names_types(&closure.function));
    !function.observers.functions.is_empty() || function.body.has(&is_named) || in_closures()
}

fn keeps_tape(function: &Function) -> bool {
    let is_loop = |step: &Step| matches!(step, Step::Loop(_)) && step.is_mirrored(&function.vars);
    function.body.has(&is_loop)
}
