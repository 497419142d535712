//! Loops that go through columns, which the reverse half puts off until the loop around them has come to eight neighbours: then it goes
//! through eight columns at once, which are beside each other in memory.
//!
//! ```text
//! for j in .. {                                   // c_bar of eight neighbours is kept, then
//!     let mut c = 0.0;                            // for k in .. {
//!     for k in .. { c += a[i][k] * b[k][j]; }     //     for each j of the eight { a_bar[i][k] += c_bar * b[k][j]; b_bar[k][j] += .. }
//!     sum += c * c;                               // }
//! }
//! ```
//!
//! Nothing may depend on when the loop runs. It does nothing but add to cotangents that the loop around it does not read, because it does
//! not change their variables. The cotangents that it reads are numbers of that iteration, which are kept, or do not change, because
//! the loop around it does nothing but add to their variables. Or both are elements of lists that wait ([`Waiting`]). All values that it
//! reads are there, now and later.

use std::collections::{BTreeMap, HashMap, HashSet};

use quote::ToTokens;
use syn::{Expr, Ident, Lit};

use super::accumulators::{self, Accumulators, Outside};
use super::fusion::Fused;
use super::link_layout::Links;
use super::tape_room::is_plain;
use super::waiting_elements::Waiting;
use super::windows::Window;
use super::witnesses::witnesses;
use crate::arrange::accesses::{Access, accesses, declared};
use crate::arrange::elements::{jumps, names};
use crate::classify::Facts;
use crate::classify::primitives::Numbers;
use crate::differentiate::{Mirror, MirrorBlock, Mirrors};
use crate::ir::{Function, Header, Loop, Op, Operand, Place, Projection, Step, VarId};
use crate::syntax::peel;
use crate::words::words;

/// As many neighbours as the library takes together.
const WIDTH: u64 = 8;

/// With more sums in as many parts the registers do not suffice.
const MOST: usize = 3;

/// A loop that is put off.
pub(crate) struct Strip<'f> {
    /// The loop around it.
    pub outer: &'f Loop,
    pub looped: &'f Loop,
    /// The numbers of an iteration of the loop around it whose cotangents it reads.
    pub numbers: Vec<VarId>,
    /// Its body backwards, for one of the neighbours.
    pub body: MirrorBlock<'f>,
    /// What the neighbours add to together.
    pub apart: Accumulators<'f>,
}

/// The loops that are put off, by the numbers of their bodies.
pub(crate) type Strips<'f> = BTreeMap<usize, Strip<'f>>;

/// Finds them. A loop that is reversed as it runs is none.
pub(super) fn strips<'f>(
    function: &'f Function,
    facts: &[Facts],
    numbers: &Numbers,
    links: &Links<'_>,
    fused: Option<&Fused<'_>>,
) -> Strips<'f> {
    let mut running = HashSet::new();
    fused.iter().for_each(|fused| run_at_once(fused, &mut running));
    let mut found = BTreeMap::new();
    function.body.each_step(&mut |step| {
        let Step::Loop(outer) = step else { return };
        for step in &outer.body.steps {
            let Step::Loop(looped) = step else { continue };
            let body = looped.body.id;
            let is_silent = is_plain(looped, &function.vars) && witnesses(facts, body).is_empty();
            let has_links = !links.blocks[body].is_empty() || links.index(body).is_some();
            if running.contains(&body) || !is_silent || has_links || !is_simple(outer) || !is_simple(looped) {
                continue;
            }
            let of = Candidate::new(function, numbers, outer, looped);
            if let Some(strip) = of.and_then(|of| of.strip(&Mirrors::new(function, facts), step)) {
                found.insert(body, strip);
            }
        }
    });
    found
}

fn run_at_once(fused: &Fused<'_>, found: &mut HashSet<usize>) {
    for inner in fused.inner.values() {
        found.insert(inner.block.id);
        run_at_once(inner, found);
    }
}

/// Whether a loop runs as its header says, and all of its iterations are reversed.
fn is_simple(looped: &Loop) -> bool {
    let is_alias = |step: &Step| matches!(step, Step::Alias { .. } | Step::Verbatim { .. });
    let body = &looped.body;
    !looped.is_counted()
        && looped.replaced.is_none()
        && body.items.is_empty()
        && body.again.is_empty()
        && body.value.is_none()
        && !body.has(&is_alias)
}

struct Candidate<'f, 'a> {
    function: &'f Function,
    numbers: &'a Numbers,
    outer: &'f Loop,
    looped: &'f Loop,
    /// The index of the loop around it, and its own.
    indices: [VarId; 2],
    outside: Outside<'f>,
    /// What the loop around it does to variables.
    accesses: HashMap<VarId, Vec<Access>>,
    /// What it declares.
    own: HashSet<VarId>,
    /// The numbers whose cotangents are kept.
    kept: Vec<VarId>,
    /// The lists that wait.
    waiting: HashSet<VarId>,
    /// Whether eight neighbours are beside each other in memory where one of them goes from line to line.
    gains: bool,
}

impl<'f, 'a> Candidate<'f, 'a> {
    fn new(function: &'f Function, numbers: &'a Numbers, outer: &'f Loop, looped: &'f Loop) -> Option<Self> {
        let indices = [outer.index()?, looped.index()?];
        let outside = Outside::new(function, outer, Some(indices[0]));
        let mut all: HashMap<VarId, Vec<Access>> = HashMap::new();
        outer.body.steps.iter().for_each(|step| {
            accesses(step, &mut |var, access| all.entry(var).or_default().push(access));
        });
        let mut own = HashSet::new();
        declared(&looped.body, &mut own);
        let (kept, waiting, accesses) = (Vec::new(), HashSet::new(), all);
        Some(Self { function, numbers, outer, looped, indices, outside, accesses, own, kept, waiting, gains: false })
    }

    fn strip(mut self, mirrors: &Mirrors<'f>, step: &'f Step) -> Option<Strip<'f>> {
        let may_fit = !is_short(self.outer) && self.has_fixed_ends(self.outer) && self.has_fixed_ends(self.looped);
        if !may_fit || !self.looped.body.steps.iter().all(|step| self.step(step)) || !self.gains {
            return None;
        }
        let Some(Mirror::Loop { mut body, .. }) = mirrors.mirror(step) else { return None };
        let (outer, looped, numbers) = (self.outer, self.looped, self.kept);
        let mut neighbours = Outside::new(self.function, looped, Some(self.indices[0]));
        neighbours.apart = self.waiting;
        let apart = accumulators::of_iterations(&neighbours, looped, body.steps.iter_mut());
        let fits = apart.held.len() <= MOST && apart.windows.iter().all(Window::is_single);
        fits.then_some(Strip { outer, looped, numbers, body, apart })
    }

    /// Whether the ends of a loop are the same in all iterations of the loop around.
    fn has_fixed_ends(&self, looped: &Loop) -> bool {
        let Header::Range { from, to, .. } = &looped.header else { return false };
        [from, to].into_iter().all(|end| match end {
            Operand::Constant { again, .. } => self.outside.is_fixed_expression(again),
            Operand::Place(place) => place.path.is_empty() && !self.outside.varies.contains(&place.var),
            Operand::Lent(_) => false,
        })
    }

    fn step(&mut self, step: &'f Step) -> bool {
        match step {
            Step::Let { op: Op::Inactive(_), .. } => true,
            Step::Let { var, op, .. } if self.numbers.is_arithmetic(self.function, *var, op) => {
                let list = self.function.elements.get(var);
                op.operands().into_iter().all(|operand| self.operand(operand, list))
            }
            Step::Accumulate { place, value, link: None, .. } => {
                self.numbers.is_sum(place, value) && self.operand(value, None) && self.sum(place)
            }
            _ => false,
        }
    }

    /// Whether a value is there later, and what is added to its cotangent may come later.
    fn operand(&mut self, operand: &'f Operand, list: Option<&VarId>) -> bool {
        match operand {
            Operand::Constant { again, .. } => self.is_there(again),
            Operand::Place(place) if self.own.contains(&place.var) => self.way(place),
            Operand::Place(place) => {
                let has_value = match list {
                    Some(list) => !self.outside.own.contains(list),
                    None => !self.outside.varies.contains(&place.var),
                };
                let is_index = self.indices.contains(&place.var);
                let mut may_be_added_to = || {
                    !self.function.takes_cotangent(place)
                        || self.only(place.var, Access::Read)
                        || self.may_wait(place.var)
                };
                (is_index || has_value && may_be_added_to()) && self.way(place)
            }
            Operand::Lent(_) => false,
        }
    }

    /// Whether this is all that the loop around does to a variable.
    fn only(&self, var: VarId, access: Access) -> bool {
        self.accesses.get(&var).is_some_and(|all| all.iter().all(|other| *other == access))
    }

    /// Whether the loop may run later as far as a list is concerned that the loop around changes.
    fn may_wait(&mut self, list: VarId) -> bool {
        let Self { function, outer, looped, ref outside, .. } = *self;
        let waits = self.waiting.contains(&list) || Waiting { function, outer, looped, outside }.has(list);
        if waits {
            self.waiting.insert(list);
        }
        waits
    }

    /// Whether the cotangent of a sum is kept, or does not change.
    fn sum(&mut self, place: &'f Place) -> bool {
        let is_declared = |step: &Step| matches!(step, Step::Declare { var, .. } if *var == place.var);
        if !self.outside.own.contains(&place.var) {
            return (self.only(place.var, Access::Sum) || self.may_wait(place.var)) && self.way(place);
        }
        let is_number = place.path.is_empty() && self.numbers.plain(place.var).is_some();
        if is_number && !self.kept.contains(&place.var) {
            self.kept.push(place.var);
        }
        is_number && self.outer.body.steps.iter().any(is_declared)
    }

    /// Whether the indices on a way are there later.
    fn way(&mut self, place: &'f Place) -> bool {
        let [outer, own] = self.indices.map(|index| &self.function.var(index).unique);
        let is_named =
            place.path.iter().any(|step| matches!(step, Projection::Index { again, .. } if names(again, outer)));
        self.gains |= is_named && jumps(&place.path, own) && !jumps(&place.path, outer);
        place.path.iter().all(|step| match step {
            Projection::Field(_) => true,
            Projection::Index { again, kept, .. } => {
                let is_there = |var: &VarId| self.indices.contains(var) || !self.outside.varies.contains(var);
                !matches!(peel(again), Expr::Range(_)) && kept.iter().all(is_there) && self.is_there(again)
            }
        })
    }

    /// Whether an expression has the same value later, for the same indices.
    fn is_there(&self, expr: &Expr) -> bool {
        let is_index = |name: &Ident| self.indices.iter().any(|index| self.function.var(*index).unique == *name);
        words(expr.to_token_stream()).iter().all(|name| is_index(name) || !self.outside.names.contains(name))
    }
}

/// Whether a loop over literals never comes to as many neighbours.
fn is_short(looped: &Loop) -> bool {
    let literal = |end: &Operand| match end {
        Operand::Constant { again, .. } => match peel(again) {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(number) => number.base10_parse::<u64>().ok(),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    };
    let Header::Range { from, to, .. } = &looped.header else { return true };
    matches!((literal(from), literal(to)), (Some(from), Some(to)) if to.saturating_sub(from) < WIDTH)
}
