//! Which copies of elements the reverse half reads in a list that is kept as a whole, instead of keeping each: a list is less than what
//! nested loops read of it.
//!
//! ```text
//! let mut x = *b;
//! for i in 0..N { for j in 0..i { x[i] -= l[i][j] * x[j]; } }     // x[j] with j < i is final: it is read in x as it is in the end
//!
//! for _ in 0..10 {
//!     let x_there = x;                                            // the loop does not change x: it is kept as it is there
//!     for i in 0..N { for j in 0..N { next[i] += a[i][j] * x[j]; } }
//!     x = next;
//! }
//! ```
//!
//! Both need two indices to be two elements, which a type of the user's with an `Index` of its own need not have: it is shown of the lists that
//! begin as arrays or as what a parameter leads to; others are left alone.
//!
//! An element is final if no write to it can come after it was read, neither in the same iteration of the loops around both nor in a later
//! one ([`Elements`]).

use std::collections::{HashMap, HashSet};

use proc_macro2::Span;
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, Ident};

use super::elements::{Elements, Indices, is_part};
use crate::ir::{Block, Change, Function, Header, Loop, Op, Operand, Place, Projection, Step, Var, VarId, VarKind};
use crate::library::private;
use crate::syntax::peel;
use crate::words::words;

/// Finds them, and names the lists as they are in front of loops.
pub(super) fn keep(function: &mut Function) {
    let mut uses =
        Uses { function, loops: Vec::new(), arrays: HashSet::new(), lists: HashMap::new(), time: 0, again: 0 };
    uses.block(&function.body);
    let mut elements = HashMap::new();
    let mut there: Vec<(VarId, usize)> = Vec::new();
    let mut found: Vec<_> = uses.lists.iter().filter(|(_, list)| list.is_kept()).collect();
    found.sort_by_key(|(list, _)| **list);
    for (id, list) in found {
        for (copy, read) in &list.reads {
            if list.is_final(function, read) {
                elements.insert(*copy, *id);
            } else if let Some(looped) = list.stays_in(read).filter(|_| has_own_name(function, *id)) {
                let at = there.iter().position(|known| *known == (*id, looped)).unwrap_or(there.len());
                if at == there.len() {
                    there.push((*id, looped));
                }
                elements.insert(*copy, VarId(function.vars.len() + at));
            }
        }
    }
    let shown: Vec<_> =
        uses.lists.iter().filter(|(_, list)| list.is_kept()).map(|(id, list)| (*id, list.levels())).collect();
    function.lists = shown.iter().map(|(id, _)| *id).collect();
    for (list, looped) in &there {
        let name = function.var(*list).name.to_string();
        let name = Ident::new(&format!("{}_there{looped}", name.trim_start_matches("r#")), Span::mixed_site());
        function.vars.push(Var::constant(name));
    }
    let first = function.vars.len() - there.len();
    let lists: Vec<_> = there.iter().map(|(list, looped)| (function.var(*list).name.clone(), *looped)).collect();
    let shown = shown.iter().map(|(list, depth)| (*list, (function.var(*list).name.clone(), *depth))).collect();
    insert(&mut function.body, &Kept { lists: &lists, first, shown });
    function.elements = elements;
}

/// What is inserted.
struct Kept<'k> {
    /// The names of lists that are kept as they are in front of loops, of which the number of the body is told.
    lists: &'k [(Ident, usize)],
    /// The first variable for one.
    first: usize,
    /// The lists of which it is shown that two indices are two elements, with their names, and how many indices there are.
    shown: HashMap<VarId, (Ident, usize)>,
}

fn insert(block: &mut Block, kept: &Kept<'_>) {
    let private = private();
    for step in std::mem::take(&mut block.steps) {
        if let Step::Loop(looped) = &step {
            for (at, (name, _)) in kept.lists.iter().enumerate().filter(|(_, (_, body))| *body == looped.body.id) {
                let (var, copy) = (VarId(kept.first + at), syn::parse_quote!(#private::own(&#name)));
                block.steps.push(Step::Let { var, ty: None, op: Op::Inactive(Box::new(copy)) });
            }
        }
        let shown = if let Step::Declare { var, .. } = &step { kept.shown.get(var) } else { None };
        block.steps.push(step);
        if let Some((name, levels)) = shown {
            let lists = (0..*levels).map(|level| {
                let (span, indices) = (name.span(), std::iter::repeat_n(quote!([0]), level));
                quote_spanned!(span=> ::cotangent::generated::list(&#name #(#indices)*);)
            });
            block.steps.push(Step::Verbatim { tokens: quote!(let _ = || { #(#lists)* };), binds: Vec::new() });
        }
    }
    block.steps.iter_mut().flat_map(Step::blocks_mut).for_each(|inner| insert(inner, kept));
}

/// Whether the name of a variable means it wherever it is not hidden by an outer one.
fn has_own_name(function: &Function, list: VarId) -> bool {
    let name = &function.var(list).name;
    let is_alias = |step: &Step| match step {
        Step::Alias { pattern, .. } => words(pattern.clone()).contains(name),
        Step::Verbatim { tokens, .. } => words(tokens.clone()).contains(name),
        _ => false,
    };
    function.vars.iter().filter(|var| var.name == *name).count() == 1 && !function.body.has(&is_alias)
}

/// A place in a list, the loops around it, and its position in the text.
#[derive(Clone)]
struct Use<'f> {
    path: &'f [Projection],
    loops: Vec<Option<&'f Loop>>,
    time: usize,
}

/// What happens to a list that changes.
#[derive(Default)]
struct List<'f> {
    /// How many loops are around its declaration.
    depth: usize,
    /// Whether something has a mutable reference to it under another name.
    is_lent: bool,
    reads: Vec<(VarId, Use<'f>)>,
    writes: Vec<Use<'f>>,
}

impl List<'_> {
    fn is_kept(&self) -> bool {
        !self.is_lent && !self.reads.is_empty()
    }

    /// How many indices lead to its elements.
    fn levels(&self) -> usize {
        let all = self.reads.iter().map(|(_, read)| read).chain(&self.writes);
        all.map(|used| used.path.iter().take_while(|step| is_index(step)).count()).max().unwrap_or(0)
    }

    fn is_final(&self, function: &Function, read: &Use<'_>) -> bool {
        !self.writes.iter().any(|write| comes_after(function, self.depth, read, write))
    }

    /// The outermost loop around a read, by its body, that does not change the list and reads more of it than it has.
    fn stays_in(&self, read: &Use<'_>) -> Option<usize> {
        let mut around = read.loops.iter().enumerate().skip(self.depth);
        around.find_map(|(at, looped)| {
            let body = (*looped)?.body.id;
            let is_inside = |used: &Use<'_>| {
                used.loops.get(at).is_some_and(|around| around.is_some_and(|around| around.body.id == body))
            };
            let ways: HashSet<String> = self
                .reads
                .iter()
                .filter(|(_, other)| is_inside(other))
                .map(|(_, other)| spelling(other.path))
                .collect();
            let is_more = read.loops.len() > at + 1 || ways.len() > 1;
            (is_more && !self.writes.iter().any(is_inside)).then_some(body)
        })
    }
}

fn spelling(path: &[Projection]) -> String {
    let steps = path.iter().map(|step| match step {
        Projection::Field(member) => member.to_token_stream().to_string(),
        Projection::Index { again, .. } => again.to_token_stream().to_string(),
    });
    steps.collect::<Vec<_>>().join(" ")
}

struct Uses<'f> {
    function: &'f Function,
    /// The loops around, those of `array::from_fn` without a header.
    loops: Vec<Option<&'f Loop>>,
    /// The values that are array literals.
    arrays: HashSet<VarId>,
    lists: HashMap<VarId, List<'f>>,
    time: usize,
    /// How many regions that are run again are around: they have no list as it is in the end.
    again: usize,
}

impl<'f> Uses<'f> {
    fn block(&mut self, block: &'f Block) {
        for step in &block.steps {
            self.time += 1;
            self.step(step);
        }
    }

    fn step(&mut self, step: &'f Step) {
        match step {
            Step::Declare { var, value: Some(value), .. } => {
                let of = self.function.var(*var);
                let is_plain = of.change == Change::Some && !of.shadowed && of.kind == VarKind::Local;
                if is_plain && self.again == 0 && self.is_list(value) {
                    self.lists.insert(*var, List { depth: self.loops.len(), ..List::default() });
                }
            }
            Step::Alias { place, .. } => {
                if let Some(list) = self.lists.get_mut(&place.var) {
                    list.is_lent |= may_change(&place.written);
                }
            }
            Step::Let { var, op: Op::Load(Operand::Place(place)), .. } => self.read(*var, place),
            Step::Let { op: Op::Remove { place, .. } | Op::Reading { place, .. }, .. }
            | Step::Rearrange { place, .. }
            | Step::Insert { place, .. } => self.write(place, &[]),
            Step::Let { var, op, .. } => {
                if let Op::Array(..) | Op::Repeat { .. } | Op::Elements { .. } = op {
                    self.arrays.insert(*var);
                }
                for operand in op.operands() {
                    if let Operand::Lent(place) = operand {
                        self.write(place, &[]);
                    }
                }
            }
            Step::Assign { place, .. } | Step::Accumulate { place, .. } => self.write(place, &place.path),
            Step::Declare { .. } | Step::Verbatim { .. } | Step::Count { .. } | Step::Loop(_) => {}
        }
        let (around, is_again) = match step {
            Step::Loop(looped) => (Some(Some(looped)), looped.checkpoint.is_some()),
            Step::Let { op: Op::Elements { .. }, .. } => (Some(None), false),
            Step::Let { op: Op::Checkpointed(..), .. } => (None, true),
            _ => (None, false),
        };
        self.loops.extend(around);
        self.again += usize::from(is_again);
        step.blocks().into_iter().for_each(|inner| self.block(inner));
        self.again -= usize::from(is_again);
        self.loops.truncate(self.loops.len() - usize::from(around.is_some()));
    }

    /// Whether a value begins as an array, or as what a parameter leads to.
    fn is_list(&self, value: &Operand) -> bool {
        match value {
            Operand::Constant { expr, .. } => matches!(peel(expr), Expr::Array(_) | Expr::Repeat(_)),
            Operand::Place(place) => match self.function.var(place.var).kind {
                VarKind::Param { .. } => true,
                VarKind::Local => self.arrays.contains(&place.var) || self.lists.contains_key(&place.var),
                VarKind::Lent | VarKind::Index => false,
            },
            Operand::Lent(_) => false,
        }
    }

    fn read(&mut self, copy: VarId, place: &'f Place) {
        let used = self.used(&place.path);
        let Some(list) = self.lists.get_mut(&place.var) else { return };
        let is_element = !place.path.is_empty() && place.path.iter().all(is_index);
        // A counter is somewhere else in the reverse half.
        let moves = place.indices().any(|var| self.function.var(var).changes());
        if is_element && !moves && used.loops.len() > list.depth && self.again == 0 {
            list.reads.push((copy, used));
        }
    }

    fn write(&mut self, place: &Place, path: &'f [Projection]) {
        let used = self.used(path);
        if let Some(list) = self.lists.get_mut(&place.var) {
            list.writes.push(used);
        }
    }

    fn used(&self, path: &'f [Projection]) -> Use<'f> {
        Use { path, loops: self.loops.clone(), time: self.time }
    }
}

/// Whether a write may come after a read of the same element, as far as is known. Both are in a list that is declared in `depth` loops.
fn comes_after(function: &Function, depth: usize, read: &Use<'_>, write: &Use<'_>) -> bool {
    let bodies =
        |used: &Use<'_>| -> Vec<_> { used.loops.iter().map(|looped| looped.map(|looped| looped.body.id)).collect() };
    let common = bodies(read).iter().zip(bodies(write)).take_while(|(a, b)| **a == *b).count();
    // In the iteration of the read, or in a later one of a loop around both.
    let in_same = write.time >= read.time && may_meet(function, depth, common, None, read, write);
    in_same || (depth..common).any(|level| may_meet(function, depth, level, read.loops[level], read, write))
}

/// The same where the loops down to `level` are in the same iteration, and `later`, the next one, in a later one for the write.
fn may_meet(
    function: &Function,
    depth: usize,
    level: usize,
    later: Option<&Loop>,
    read: &Use<'_>,
    write: &Use<'_>,
) -> bool {
    // Parameters, and the indices of loops around the list, are the same.
    let around: Vec<VarId> = read.loops[..depth].iter().filter_map(|looped| looped.and_then(index)).collect();
    let varies = |name: &Ident| {
        let var = function.vars.iter().enumerate().find(|(_, var)| var.unique == *name);
        var.is_some_and(|(id, var)| match var.kind {
            VarKind::Param { .. } => var.changes(),
            VarKind::Local | VarKind::Lent => true,
            VarKind::Index => !around.contains(&VarId(id)),
        })
    };
    let mut elements = Elements::new(function, &varies);
    let indices = [(read, false), (write, true)].map(|(used, is_write)| -> Indices {
        let loops = used.loops.iter().enumerate().skip(depth);
        // The index of a loop that is in the same iteration is one number.
        loops.filter_map(|(at, looped)| Some((index((*looped)?)?, is_write && at >= level))).collect()
    });
    for (used, indices) in [read, write].into_iter().zip(&indices) {
        used.loops[depth..].iter().copied().flatten().for_each(|looped| elements.inside(looped, indices));
    }
    later.into_iter().for_each(|looped| elements.later(looped));
    elements.may_meet([read.path, write.path], indices.each_ref())
}

fn is_index(step: &Projection) -> bool {
    matches!(step, Projection::Index { .. }) && !is_part(step)
}

/// Whether a name for an expression may change it: it need not be written as a mutable reference.
fn may_change(expr: &Expr) -> bool {
    match expr {
        Expr::Reference(reference) => reference.mutability.is_some() || may_change(&reference.expr),
        Expr::Field(field) => may_change(&field.base),
        Expr::Index(index) => may_change(&index.expr),
        Expr::Paren(inner) => may_change(&inner.expr),
        Expr::Group(inner) => may_change(&inner.expr),
        Expr::Path(_) => false,
        _ => true,
    }
}

fn index(looped: &Loop) -> Option<VarId> {
    if let Header::Range { index, .. } = looped.header { Some(index) } else { None }
}
