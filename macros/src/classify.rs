//! Stage D: what the reverse half reads again.
//!
//! Each block keeps its own values. A rule of an operator is known here; a rule found by the compiler says through its `Reads`
//! flags, at compile time, what it reads, so a value is listed with everyone who may need it and the flags decide.

mod answers;
mod last_replacements;
mod lent_copies;
pub(crate) mod primitives;
mod recomputed;

use std::collections::HashSet;

use syn::Member;

use self::primitives::Numbers;
use crate::ir::{
    Block, Capture, Captured, Change, Either, Function, Header, Loop, Op, Operand, Operator, Place, Projection, Step,
    Var, VarId,
};

/// One reason to keep a value.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Need {
    /// It is read for certain.
    Always,
    /// It is read if flag `flag` of the rule behind the call `link` is set.
    Flag { link: usize, flag: usize },
    /// This part of it is the left factor of a product whose right factor has no derivative: it is read if its type is one of those whose
    /// product is not linear in it, as of rotations by quaternions.
    Factor { var: VarId, path: Vec<Member> },
    /// It is read if `var` is computed again, which happens if one of those who need it reads it.
    Recompute { var: VarId, needs: Vec<Need> },
    /// Elements of the list `var`, which `path` leads to, are read in the end if they are numbers that one of those who need them reads.
    Element { var: VarId, path: Vec<Option<Member>>, needs: Vec<Need> },
}

/// A value that a block makes and its reverse half names.
#[derive(Clone)]
pub(crate) struct Kept {
    pub var: VarId,
    pub needs: Vec<Need>,
    /// Whether the reverse half can compute it again: then a number is not stored.
    pub recomputed: bool,
    /// Whether it is a number too: then it never goes on the tape.
    pub is_always_recomputed: bool,
    /// Whether it has tangents.
    pub has_tangent: bool,
}

/// A value of which the reverse half needs only the type.
#[derive(Clone)]
pub(crate) struct Typed {
    pub var: VarId,
    /// Whether it has a cotangent of its own.
    pub own: bool,
    /// Whether rules ask for the value, which is not there.
    pub asked: bool,
    /// Whether it has a form at the end of the block: it is no closure, and has a value there.
    has_value: bool,
}

impl Typed {
    /// Of what has a cotangent and nothing else.
    fn old(var: VarId) -> Self {
        Self { var, own: true, asked: false, has_value: true }
    }

    fn has_form(&self, function: &Function) -> bool {
        let var = function.var(self.var);
        // The name of one that changes has to mean it at the end of its block.
        let is_hidden = var.changes() && var.shadowed;
        self.own && self.has_value && !is_hidden
    }
}

/// What is known of one block.
#[derive(Default)]
pub(crate) struct Facts {
    /// The values that may be kept and have a cotangent of their own.
    pub own: Vec<Kept>,
    /// Those without: constants, and the value of the block where its cotangent is the one that comes in.
    pub other: Vec<Kept>,
    /// The values that nobody reads again, and the variables whose value changes: only copies of those are kept.
    pub typed: Vec<Typed>,
    /// The plain numbers with a cotangent of their own, among the kept ones or not.
    pub numbers: Vec<VarId>,
    /// The values without a cotangent of their own.
    pub without_own: Vec<VarId>,
}

impl Facts {
    /// The values that have a cotangent of their own and a form at the end of the block, which a zero cotangent is made of. What may have no
    /// value there has none.
    pub fn formed<'f>(&'f self, function: &'f Function) -> impl Iterator<Item = VarId> + 'f {
        let typed = self.typed.iter().filter(|typed| typed.has_form(function)).map(|typed| typed.var);
        self.own.iter().map(|kept| kept.var).filter(|var| !self.numbers.contains(var)).chain(typed)
    }

    /// The values of which the reverse half is told the types alone.
    pub fn only_typed<'f>(&'f self, function: &'f Function) -> impl Iterator<Item = &'f Typed> + 'f {
        self.typed.iter().filter(|typed| !typed.has_form(function))
    }

    /// The same where nothing is needed of plain numbers but their values, and their tangents `with_tangents`.
    fn with_plain(&self, numbers: &Numbers, with_tangents: bool) -> Self {
        let is_plain = |var: VarId| numbers.plain(var).is_some();
        let kept = |all: &[Kept]| {
            let kept = all.iter().filter_map(|kept| match numbers.is_read(&kept.needs, with_tangents) {
                Some(true) if is_plain(kept.var) => {
                    let (needs, is_always_recomputed) = (vec![Need::Always], kept.recomputed);
                    Some(Kept { needs, is_always_recomputed, ..kept.clone() })
                }
                Some(false) if is_plain(kept.var) => None,
                _ => Some(kept.clone()),
            });
            kept.collect()
        };
        let typed = self.typed.iter().filter(|typed| !is_plain(typed.var)).cloned().collect();
        let own = self.own.iter().map(|kept| kept.var);
        let own = own.chain(self.typed.iter().filter(|typed| typed.own).map(|typed| typed.var));
        let numbers = own.filter(|var| is_plain(*var)).collect();
        let without_own = self.without_own.clone();
        Self { own: kept(&self.own), other: kept(&self.other), typed, numbers, without_own }
    }
}

/// What the reverse half reads: the facts of every block, by number.
pub(crate) struct Classified {
    pub values: Vec<Facts>,
    /// Where values have tangents.
    pub tangents: Vec<Facts>,
    pub numbers: Numbers,
}

/// Finds out what the reverse half reads. `by_arithmetic`: whether the rules of numbers may be written as arithmetic.
pub(crate) fn classify(function: &Function, by_arithmetic: bool) -> Classified {
    let mut needs = Needs {
        function,
        sums: HashSet::new(),
        of: vec![Vec::new(); function.vars.len()],
        used: vec![false; function.vars.len()],
        again: HashSet::new(),
        readings: lent_copies::lent_copies(function).into_iter().collect(),
    };
    needs.block(&function.body);
    needs.value(&function.body);
    needs.again = recomputed::computed(function, &mut needs.of);
    let mut facts = Vec::new();
    facts.resize_with(function.blocks, Facts::default);
    needs.facts(&function.body, &mut facts);
    let mut numbers = Numbers::default();
    if by_arithmetic && !runs_again(function) {
        numbers = Numbers::of(function);
        numbers.find_plain(function, &needs.of);
    }
    let [values, tangents] = [false, true]
        .map(|with_tangents| facts.iter().map(|facts| facts.with_plain(&numbers, with_tangents)).collect());
    Classified { values, tangents, numbers }
}

/// The same of a whole function, whose loops that do nothing but replace are marked, and whose loops keep the answers of branches.
pub(crate) fn classify_whole(function: &mut Function, by_arithmetic: bool) -> Classified {
    let mut classified = classify(function, by_arithmetic);
    if last_replacements::mark(function, &classified) {
        classified = classify(function, by_arithmetic);
    }
    if answers::mark(function, &classified) { classify(function, by_arithmetic) } else { classified }
}

/// Whether a part of the function is run again, or belongs to a closure.
fn runs_again(function: &Function) -> bool {
    let is_such = |step: &Step| {
        matches!(step, Step::Loop(Loop { checkpoint: Some(_), .. }))
            || matches!(step, Step::Let { op: Op::Checkpointed(..) | Op::Closure(_), .. })
    };
    function.body.has(&is_such)
}

/// Whether the rule of an operator reads its operands and its value.
pub(crate) fn reads(function: &Function, operator: Operator, a: &Operand, b: &Operand) -> [bool; 3] {
    let active = |operand: &Operand| function.is_active(operand);
    match operator {
        Operator::Add | Operator::Sub => [false, false, false],
        Operator::Mul => [active(b), active(a), false],
        Operator::Div => [false, true, active(b)],
        Operator::Rem => [active(b), active(b), false],
    }
}

/// The left factor of a product whose right factor has no derivative, if `a` is that; for one with an alias the part does not count.
fn factor(function: &Function, a: &Operand, b: &Operand) -> Option<Need> {
    let Operand::Place(place) = a else { return None };
    if !function.is_active(a) || function.is_active(b) {
        return None;
    }
    let fields = place.path.iter().filter_map(|step| match step {
        Projection::Field(member) => Some(member.clone()),
        Projection::Index { .. } => None,
    });
    Some(Need::Factor { var: place.var, path: fields.collect() })
}

struct Needs<'f> {
    function: &'f Function,
    /// The values that are sums, or made by another operation that such a type has not.
    sums: HashSet<VarId>,
    of: Vec<Vec<Need>>,
    /// Whether a variable is an operand of a step with a derivative.
    used: Vec<bool>,
    /// The values that are computed again.
    again: HashSet<VarId>,
    /// Values without a cotangent that have tangents.
    readings: HashSet<VarId>,
}

impl Needs<'_> {
    fn block(&mut self, block: &Block) {
        for var in block.again.iter().flat_map(|again| &again.reads) {
            self.used[var.0] = true;
            self.of[var.0].push(Need::Always);
        }
        for step in &block.steps {
            match step {
                Step::Verbatim { .. } | Step::Alias { .. } => {}
                Step::Let { var, op, .. } => {
                    if step.is_mirrored(&self.function.vars) {
                        self.op(*var, op);
                    }
                }
                Step::Declare { value, .. } => value.iter().for_each(|value| self.moved(value)),
                Step::Accumulate { place, value, link: Some(link), .. } => {
                    self.indices(place);
                    self.asks((*link, 1), value, None);
                }
                Step::Assign { place, value, .. } | Step::Accumulate { place, value, link: None, .. } => {
                    self.indices(place);
                    self.moved(value);
                }
                Step::Rearrange { place, arguments, .. } => {
                    self.indices(place);
                    arguments.iter().for_each(|argument| self.use_of(argument, Some(Need::Always)));
                }
                Step::Insert { place, at, value } => {
                    self.indices(place);
                    at.iter().for_each(|at| self.use_of(at, Some(Need::Always)));
                    self.moved(value);
                }
                Step::Count { var, .. } => {
                    self.used[var.0] = true;
                    self.of[var.0].push(Need::Always);
                }
                Step::Loop(_) if !step.is_mirrored(&self.function.vars) => {}
                Step::Loop(Loop { header, body, replaced, .. }) => {
                    self.captures(step.captures());
                    if let Some(var) = replaced {
                        self.used[var.0] = true;
                        self.of[var.0].push(Need::Always);
                    }
                    if let Header::Range { from, to, .. } = header {
                        self.use_of(from, Some(Need::Always));
                        self.use_of(to, Some(Need::Always));
                    }
                    self.block(body);
                }
            }
        }
    }

    fn op(&mut self, out: VarId, op: &Op) {
        if let Op::Neg(..) | Op::Cast(..) | Op::Binary(Operator::Add | Operator::Sub | Operator::Rem, ..) = op {
            self.sums.insert(out);
        }
        match op {
            Op::Inactive(_) | Op::Reading { .. } => {}
            Op::Load(Operand::Place(place)) => self.indices(place),
            Op::Load(a) | Op::Cast(a, _) | Op::Neg(_, a, None) => self.use_of(a, None),
            Op::Neg(_, a, Some(link)) => self.asks((*link, 0), a, None),
            Op::Binary(operator, _, a, b, link) => {
                let [reads_a, reads_b, reads_out] = reads(self.function, *operator, a, b);
                for (i, operand, reads) in [(0, a, reads_a), (1, b, reads_b)] {
                    match link {
                        Some(link) if !reads => {
                            self.asks((*link, i), operand, self.factor((*operator, *link), i, a, b));
                        }
                        _ => self.use_of(operand, reads.then_some(Need::Always)),
                    }
                }
                if reads_out {
                    self.of[out.0].push(Need::Always);
                }
            }
            Op::Call { operands, link, either, .. } => {
                self.either(either);
                for (flag, operand) in operands.iter().enumerate() {
                    self.use_of(operand, Some(Need::Flag { link: *link, flag }));
                }
            }
            Op::Method(method) => {
                let link = method.link;
                self.either(&method.either);
                for (flag, operand) in method.operands.iter().enumerate() {
                    self.use_of(operand, Some(Need::Flag { link, flag }));
                }
                if !self.function.results.contains(&out) {
                    self.of[out.0].push(Need::Flag { link, flag: method.operands.len() });
                }
            }
            Op::Nested(nested) => {
                nested.operands.iter().for_each(|operand| self.use_of(operand, Some(Need::Always)));
            }
            // Its reverse half reads what it captures, and the types of the others.
            Op::Closure(closure) => {
                closure.captures.iter().for_each(|operand| self.use_of(operand, Some(Need::Always)));
            }
            Op::Remove { place, at, .. } => {
                self.indices(place);
                at.iter().for_each(|at| self.use_of(at, Some(Need::Always)));
            }
            Op::Tuple(operands) | Op::Array(operands, _) => operands.iter().for_each(|operand| self.moved(operand)),
            Op::Struct { fields, base, .. } => {
                fields.iter().map(|(_, operand)| operand).chain(base).for_each(|operand| self.moved(operand));
            }
            Op::If { answers, then, otherwise, .. } => {
                if let Some(var) = answers {
                    self.used[var.0] = true;
                    self.of[var.0].push(Need::Always);
                }
                self.block(then);
                self.block(otherwise);
                self.value(then);
                self.value(otherwise);
            }
            Op::Repeat { value, .. } => self.moved(value),
            Op::Match { arms, .. } => {
                for arm in arms {
                    self.block(&arm.block);
                    self.value(&arm.block);
                }
            }
            Op::Scope(block) | Op::Elements { block, .. } => {
                self.expression(block);
                self.block(block);
                self.value(block);
            }
            Op::Checkpointed(block, captures) => {
                self.captures(captures);
                self.block(block);
                self.value(block);
            }
        }
    }

    /// Operands that what is called may change, and the copies of those that it may read.
    fn either(&mut self, either: &[Either]) {
        for Either { operand, copy, link } in either {
            self.used[copy.0] = true;
            self.of[copy.0].push(Need::Flag { link: *link, flag: *operand });
        }
    }

    /// An operand that the derivative of an operator of numbers does not read, but that of another type may.
    fn asks(&mut self, (link, flag): (usize, usize), operand: &Operand, factor: Option<Need>) {
        // An operator that is found by bounds may read all of its operands.
        let by_bounds = !self.function.vectors.is_empty();
        let need = Some(if by_bounds { Need::Always } else { Need::Flag { link, flag } });
        let Some(alias) = self.function.aliases.get(&(link, flag)) else {
            self.use_of(operand, need);
            self.use_of(operand, factor);
            return;
        };
        self.used[alias.0] = true;
        if self.function.is_active(operand) {
            self.readings.insert(*alias);
        }
        let factor = factor.map(|_| Need::Factor { var: *alias, path: Vec::new() });
        self.of[alias.0].extend(need.into_iter().chain(factor));
        self.use_of(operand, None);
    }

    /// Operand `i`, if it is the left factor of a product whose right factor has no derivative. What is a sum is linear in it.
    fn factor(&self, (operator, link): (Operator, usize), i: usize, a: &Operand, b: &Operand) -> Option<Need> {
        if operator != Operator::Mul || i != 0 || self.function.scaled.contains(&link) {
            return None;
        }
        factor(self.function, a, b).filter(|need| !matches!(need, Need::Factor { var, .. } if self.sums.contains(var)))
    }

    /// What an expression reads, if it is one loop.
    fn expression(&mut self, block: &Block) {
        let Some(expression) = self.function.expressions.get(&block.id) else { return };
        let need = Need::Flag { link: expression.link, flag: 0 };
        expression.read().for_each(|operand| self.use_of(operand, Some(need.clone())));
    }

    /// What is run again reads all that it uses from outside.
    fn captures(&mut self, captures: &[Capture]) {
        for capture in captures {
            if let Captured::Kept | Captured::Part(_) = capture.meaning {
                self.used[capture.var.0] = true;
                self.of[capture.var.0].push(Need::Always);
            }
        }
    }

    /// The value goes somewhere else as it is: all that comes back is a cotangent, if it has one.
    fn moved(&mut self, operand: &Operand) {
        if self.function.is_active(operand) {
            self.use_of(operand, None);
        }
    }

    fn use_of(&mut self, operand: &Operand, need: Option<Need>) {
        if let Operand::Lent(place) = operand {
            self.indices(place);
        }
        if let Operand::Place(place) = operand {
            self.used[place.var.0] = true;
            self.of[place.var.0].extend(need);
            self.indices(place);
        }
    }

    /// The indices of a place are read where it is.
    fn indices(&mut self, place: &Place) {
        for var in place.indices() {
            self.used[var.0] = true;
            self.of[var.0].push(Need::Always);
        }
    }

    /// The value of an inner block uses its variable, unless it is simply one of the block's own.
    fn value(&mut self, block: &Block) {
        if let Some(Operand::Place(place)) = &block.value {
            self.used[place.var.0] |= !block.computes(place.var) || !place.path.is_empty();
            self.indices(place);
        }
    }

    fn facts(&self, block: &Block, facts: &mut [Facts]) {
        let mut own = Vec::new();
        let mut other = Vec::new();
        let mut typed = Vec::new();
        let mut closures = HashSet::new();
        for step in &block.steps {
            step.blocks().into_iter().for_each(|inner| self.facts(inner, facts));
            let var = match step {
                Step::Let { var, .. } => var,
                Step::Verbatim { binds, .. } => {
                    let stays = |var: &Var| matches!(var.change, Change::Never | Change::Counter);
                    let is_used = |var: &VarId| self.used[var.0] || !self.of[var.0].is_empty();
                    let used = binds.iter().filter(|var| is_used(var) && stays(self.function.var(**var)));
                    other.extend(used.map(|var| self.kept(*var)));
                    continue;
                }
                Step::Declare { var, .. } => {
                    // Where its value or an element is read it does not change any more.
                    let kept = self.kept(*var);
                    let used = self.used[var.0];
                    let has_value = match self.function.var(*var).change {
                        Change::Late => Block::assigns(&block.steps, *var),
                        change => change != Change::Carrier,
                    };
                    typed.push(Typed { var: *var, own: true, asked: used && kept.needs.is_empty(), has_value });
                    if !kept.needs.is_empty() {
                        other.push(kept);
                    }
                    continue;
                }
                Step::Assign { old: Some(var), .. } => {
                    typed.push(Typed::old(*var));
                    continue;
                }
                Step::Alias { .. }
                | Step::Assign { .. }
                | Step::Accumulate { .. }
                | Step::Rearrange { .. }
                | Step::Insert { .. }
                | Step::Count { .. }
                | Step::Loop(_) => continue,
            };
            let mut kept = self.kept(*var);
            // The reverse half makes it again.
            if let Step::Let { op: Op::Closure(_), .. } = step {
                kept.needs.clear();
                closures.insert(*var);
            }
            if !self.function.var(*var).active {
                if self.used[var.0] || !kept.needs.is_empty() {
                    other.push(kept);
                }
            } else if self.takes_incoming(block, *var) {
                other.push(kept);
            } else {
                own.push(kept);
            }
        }
        for (kept, is_own) in [(&mut own, true), (&mut other, false)] {
            kept.retain(|kept| {
                if kept.needs.is_empty() {
                    let has_value = !closures.contains(&kept.var);
                    typed.push(Typed { var: kept.var, own: is_own, asked: true, has_value });
                }
                !kept.needs.is_empty()
            });
        }
        let only_typed = typed.iter().filter(|typed| !typed.own).map(|typed| typed.var);
        let without_own = other.iter().map(|kept| kept.var).chain(only_typed).collect();
        facts[block.id] = Facts { own, other, typed, numbers: Vec::new(), without_own };
    }

    fn kept(&self, var: VarId) -> Kept {
        let has_tangent = self.function.var(var).active || self.readings.contains(&var);
        let recomputed = self.again.contains(&var);
        Kept { var, needs: self.of[var.0].clone(), recomputed, is_always_recomputed: false, has_tangent }
    }

    /// Whether the only use of `var` is to be the value of its block: its cotangent then is the one that comes in.
    fn takes_incoming(&self, block: &Block, var: VarId) -> bool {
        !self.used[var.0]
            && matches!(&block.value, Some(Operand::Place(place)) if place.var == var && place.path.is_empty())
    }
}
