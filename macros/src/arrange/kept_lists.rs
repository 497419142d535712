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
//!
//! let b_there = b;                                                // an element is read before it changes: it is read in front of it all
//! for i in 0..N { for j in 0..N { for k in i + 1..N { b[i][j] += a[k][i] * b[k][j]; } } }
//! ```
//!
//! An element is final if no write to it can come after it was read, neither in the same iteration of the loops around both nor in a later
//! one ([`Elements`]). It is as it was in front of a loop if no write in the loop can come before it is read. Both need two indices to be
//! two elements, which a type of the user's with an `Index` of its own need not have: the derived code claims it of the type. So that such
//! types need not be refused, only lists count that begin as arrays or as what a parameter leads to.

use std::collections::{HashMap, HashSet};

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprCall, ExprLit, Ident, Lit};

use super::accesses::{Access, accesses};
use super::elements::{Elements, Indices, indices, is_part, names, spelling};
use crate::ir::{
    self, Block, Change, Function, Header, Loop, Op, Operand, Place, Projection, Step, Var, VarId, VarKind,
};
use crate::library::private;
use crate::naming::hygienic;
use crate::syntax::peel;
use crate::syntax::written_lists::written_list;
use crate::words::words;

/// Finds them, and names the lists as they are in front of loops.
pub(super) fn keep(function: &mut Function) {
    let kept = Kept::of(function);
    for There { name, body, is_still, .. } in &kept.there {
        let there = hygienic(&format!("{}_there{body}", name.to_string().trim_start_matches("r#")));
        let name = if *is_still { name.clone() } else { there.clone() };
        function.vars.push(Var { name, shadowed: *is_still, ..Var::constant(there) });
    }
    function.lists = kept.claimed.keys().copied().collect();
    kept.insert(&mut function.body);
    function.elements = kept.elements;
}

/// What is kept as a whole.
#[derive(Default)]
struct Kept {
    /// The copies of elements, and the list that each is read in.
    elements: HashMap<VarId, VarId>,
    /// The lists of which two indices have to be two elements, with their names, and how many indices lead to an element.
    claimed: HashMap<VarId, (Ident, usize)>,
    there: Vec<There>,
}

/// A list as it is in front of a loop.
struct There {
    list: VarId,
    name: Ident,
    /// The number of the body of the loop.
    body: usize,
    /// The variable that it is kept in.
    copy: VarId,
    /// Whether it is the same to the end of the block that has the loop: then that is a reference.
    is_still: bool,
}

impl Kept {
    fn of(function: &Function) -> Self {
        let mut uses = Uses::new(function);
        uses.block(&function.body);
        let Uses { lists, declared, .. } = uses;
        let mut lists: Vec<_> = lists.into_iter().filter(|(_, list)| !list.is_lent).collect();
        lists.sort_by_key(|(id, _)| *id);
        let mut kept = Self::default();
        for (id, list) in lists {
            let scope = Scope { function, declared: &declared, depth: list.depth };
            let mut is_claimed = false;
            for (element, read) in &list.reads {
                if !list.writes.iter().any(|write| scope.comes_after(list.depth, read, write)) {
                    is_claimed = true;
                    kept.elements.insert(*element, id);
                } else if let Some(body) = list.stays_until(read, &scope).filter(|_| has_own_name(function, id)) {
                    is_claimed |= list.changes_in(body);
                    let copy = kept.there(function, id, body);
                    kept.elements.insert(*element, copy);
                }
            }
            if is_claimed {
                kept.claimed.insert(id, (function.var(id).name.clone(), list.levels()));
            }
        }
        kept
    }

    /// The variable for a list in front of a loop.
    fn there(&mut self, function: &Function, list: VarId, body: usize) -> VarId {
        if let Some(there) = self.there.iter().find(|there| there.list == list && there.body == body) {
            return there.copy;
        }
        let copy = VarId(function.vars.len() + self.there.len());
        let is_still = is_still(&function.body, list, body);
        self.there.push(There { list, name: function.var(list).name.clone(), body, copy, is_still });
        copy
    }

    fn insert(&self, block: &mut Block) {
        let private = private();
        for step in std::mem::take(&mut block.steps) {
            if let Step::Loop(looped) = &step {
                for There { name, copy, is_still, .. } in self.there.iter().filter(|there| there.body == looped.body.id)
                {
                    block.steps.push(if *is_still {
                        Step::Verbatim { tokens: TokenStream::new(), binds: vec![*copy] }
                    } else {
                        let value = Box::new(syn::parse_quote!(#private::of(&#name).own()));
                        Step::Let { var: *copy, ty: None, op: Op::Inactive(value) }
                    });
                }
            }
            let claimed = if let Step::Declare { var, .. } = &step { self.claimed.get(var) } else { None };
            block.steps.push(step);
            block.steps.extend(claimed.map(|(name, levels)| claim(name, *levels)));
        }
        block.steps.iter_mut().flat_map(Step::blocks_mut).for_each(|inner| self.insert(inner));
    }
}

/// Whether nothing but the loop with a body uses a list from there to the end of the block that has the loop, which only reads it.
fn is_still(block: &Block, list: VarId, body: usize) -> bool {
    let Some(at) = block.steps.iter().position(|step| matches!(step, Step::Loop(looped) if looped.body.id == body))
    else {
        return block.steps.iter().flat_map(Step::blocks).any(|inner| is_still(inner, list, body));
    };
    let mut is_used = matches!(&block.value, Some(Operand::Place(value) | Operand::Lent(value)) if value.var == list);
    accesses(&block.steps[at], &mut |var, access| is_used |= var == list && access != Access::Read);
    for step in &block.steps[at + 1..] {
        accesses(step, &mut |var, _| is_used |= var == list);
    }
    !is_used
}

/// Claims that two indices of a list are two elements, and so on inside.
pub(super) fn claim(list: &impl ToTokens, levels: usize) -> Step {
    let lists = (0..levels).map(|level| {
        let (span, indices) = (list.span(), std::iter::repeat_n(quote!([0]), level));
        quote_spanned!(span=> ::cotangent::generated::list(&#list #(#indices)*);)
    });
    Step::Verbatim { tokens: quote!(let _ = || { #(#lists)* };), binds: Vec::new() }
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
    is_vector: bool,
    /// Whether something has a mutable reference to it under another name.
    is_lent: bool,
    reads: Vec<(VarId, Use<'f>)>,
    writes: Vec<Use<'f>>,
    /// The loops that go through all of it, as far as the function shows it.
    all: HashSet<usize>,
}

impl List<'_> {
    /// How many indices lead to its elements.
    fn levels(&self) -> usize {
        let all = self.reads.iter().map(|(_, read)| read).chain(&self.writes);
        all.map(|used| used.path.iter().take_while(|step| is_index(step)).count()).max().unwrap_or(0)
    }

    /// The outermost loop around a read, by its body, that does not change the element before and reads more of the list than it has.
    fn stays_until(&self, read: &Use<'_>, scope: &Scope<'_>) -> Option<usize> {
        let mut around = read.loops.iter().enumerate().skip(self.depth);
        around.find_map(|(at, looped)| {
            let body = (*looped)?.body.id;
            let others = self.reads.iter().map(|(_, other)| other).filter(|other| other.is_in(body));
            let ways: HashSet<_> = others.map(|other| spelling(other.path)).collect();
            let is_more = if self.changes_in(body) {
                read.goes_everywhere_again(at, scope.function)
            } else {
                // A copy of a vector is new memory each time.
                read.loops.len() > at + 1
                    || ways.len() > 1 && !self.is_vector
                    || at > self.depth && self.all.contains(&body) && read.path.len() == 1
            };
            let mut before = self.writes.iter().filter(|write| write.is_in(body));
            (is_more && !before.any(|write| scope.comes_after(at, write, read))).then_some(body)
        })
    }

    /// Whether the loop with a body changes it.
    fn changes_in(&self, body: usize) -> bool {
        self.writes.iter().any(|write| write.is_in(body))
    }
}

impl Use<'_> {
    /// Whether it is in the loop with a body.
    fn is_in(&self, body: usize) -> bool {
        self.loops.iter().any(|looped| looped.is_some_and(|looped| looped.body.id == body))
    }

    /// Whether the loops from the one at `from` on come to all elements, and to each several times: every index is made of theirs, and one
    /// of theirs is in none.
    fn goes_everywhere_again(&self, from: usize, function: &Function) -> bool {
        let is_in = |looped: Option<&Loop>, way: &Expr| {
            looped.and_then(Loop::index).is_some_and(|index| names(way, &function.var(index).unique))
        };
        let (around, ways): (_, Vec<_>) = (&self.loops[from..], indices(self.path).collect());
        ways.iter().all(|way| around.iter().any(|looped| is_in(*looped, way)))
            && around.iter().any(|looped| !ways.iter().any(|way| is_in(*looped, way)))
    }
}

struct Uses<'f> {
    function: &'f Function,
    /// The loops around, those of `array::from_fn` without a header.
    loops: Vec<Option<&'f Loop>>,
    /// The values that are written out as lists, and whether as a vector.
    written_out: HashMap<VarId, bool>,
    /// Other names for whole lists.
    aliases: HashMap<Ident, VarId>,
    /// Numbers that are the lengths of these lists, or the least of some.
    lengths: HashMap<VarId, Vec<VarId>>,
    lists: HashMap<VarId, List<'f>>,
    /// How many loops are around the declarations of variables.
    declared: HashMap<VarId, usize>,
    time: usize,
    /// How many regions that are run again are around: they have no list as it is in the end.
    again: usize,
}

impl<'f> Uses<'f> {
    fn new(function: &'f Function) -> Self {
        Self {
            function,
            loops: Vec::new(),
            written_out: HashMap::new(),
            aliases: HashMap::new(),
            lengths: HashMap::new(),
            lists: HashMap::new(),
            declared: HashMap::new(),
            time: 0,
            again: 0,
        }
    }

    fn block(&mut self, block: &'f Block) {
        for step in &block.steps {
            self.time += 1;
            self.declared.extend(step.binds().iter().map(|var| (*var, self.loops.len())));
            self.step(step);
        }
    }

    fn step(&mut self, step: &'f Step) {
        match step {
            Step::Declare { var, value: Some(value), .. } => {
                let of = self.function.var(*var);
                let is_plain = of.change == Change::Some && !of.shadowed && of.kind == VarKind::Local;
                if let Some(is_vector) = self.list(value).filter(|_| is_plain && self.again == 0) {
                    self.lists.insert(*var, List { depth: self.loops.len(), is_vector, ..List::default() });
                }
            }
            Step::Alias { place, pattern } => {
                if let Some(list) = self.lists.get_mut(&place.var) {
                    list.is_lent |= may_change(&place.written);
                    if place.path.is_empty() {
                        let names = words(pattern.clone()).into_iter().map(|name| (name, place.var));
                        self.aliases.extend(names);
                    }
                }
            }
            Step::Let { var, op: Op::Load(copied), .. } if self.function.is_whole_slice(copied) => {
                self.written_out.insert(*var, true);
            }
            Step::Let { var, op: Op::Load(Operand::Place(place)), .. } => self.read(*var, place),
            Step::Let { op: Op::Remove { place, .. } | Op::Reading { place, .. }, .. }
            | Step::Rearrange { place, .. }
            | Step::Insert { place, .. } => self.write(place, &[]),
            Step::Let { var, op, .. } => {
                let is_vector = makes_list(op);
                self.written_out.extend(is_vector.map(|is_vector| (*var, is_vector)));
                if let Op::Inactive(value) = op {
                    self.lengths.insert(*var, self.measured(value));
                }
                for operand in op.operands() {
                    if let Operand::Lent(place) = operand {
                        self.write(place, &[]);
                    }
                }
            }
            Step::Assign { place, .. } | Step::Accumulate { place, .. } => self.write(place, &place.path),
            Step::Loop(Loop { header: Header::Range { from, to, .. }, body, .. }) if is_zero(from) => {
                let all = match to {
                    Operand::Place(number) => self.lengths.get(&number.var).cloned().unwrap_or_default(),
                    Operand::Constant { expr, .. } => self.measured(expr),
                    Operand::Lent(_) => Vec::new(),
                };
                for list in all {
                    self.lists.entry(list).and_modify(|list| _ = list.all.insert(body.id));
                }
            }
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
        if let Step::Let { var, op: Op::Scope(Block { value: Some(value), .. }), .. } = step
            && let Some(is_vector) = self.list(value)
        {
            self.written_out.insert(*var, is_vector);
        }
    }

    /// The lists whose length a number is, or the least of whose lengths.
    fn measured(&self, number: &Expr) -> Vec<VarId> {
        match peel(number) {
            Expr::MethodCall(call) if call.method == "len" && call.args.is_empty() => {
                let name = match peel(&call.receiver) {
                    Expr::Path(path) => path.path.get_ident(),
                    _ => None,
                };
                let var = |name: &Ident| {
                    let own = || self.lists.keys().find(|list| self.function.var(**list).name == *name);
                    self.aliases.get(name).or_else(own).copied()
                };
                name.and_then(var).into_iter().collect()
            }
            Expr::Call(call) if is_least(call) => call.args.iter().flat_map(|number| self.measured(number)).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether a list begins as a vector; nothing if a value is no list that is written out nor what a parameter leads to.
    fn list(&self, value: &Operand) -> Option<bool> {
        match value {
            Operand::Constant { expr, .. } => written_out(expr),
            Operand::Place(place) => match self.function.var(place.var).kind {
                VarKind::Param { .. } => Some(false),
                VarKind::Local => {
                    let list = self.lists.get(&place.var).map(|list| list.is_vector);
                    list.or_else(|| self.written_out.get(&place.var).copied())
                }
                VarKind::Lent | VarKind::Index => None,
            },
            Operand::Lent(_) => None,
        }
    }

    fn read(&mut self, copy: VarId, place: &'f Place) {
        let used = self.used(&place.path);
        let Some(list) = self.lists.get_mut(&place.var) else { return };
        let is_element = !place.path.is_empty() && place.path.iter().all(is_index) && !self.function.var(copy).content;
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

/// Where a list is, which is declared in `depth` loops.
struct Scope<'s> {
    function: &'s Function,
    declared: &'s HashMap<VarId, usize>,
    depth: usize,
}

impl Scope<'_> {
    /// Whether the second use may come after the first one of the same element, as far as is known, both in one run of the loops down to
    /// the level `from`.
    fn comes_after(&self, from: usize, first: &Use<'_>, second: &Use<'_>) -> bool {
        let bodies = |used: &Use<'_>| -> Vec<_> {
            used.loops.iter().map(|looped| looped.map(|looped| looped.body.id)).collect()
        };
        let common = bodies(first).iter().zip(bodies(second)).take_while(|(a, b)| **a == *b).count();
        // In the iteration of the first, or in a later one of a loop around both.
        let in_same = second.time >= first.time && self.may_meet(common, None, first, second);
        in_same || (from..common).any(|level| self.may_meet(level, first.loops[level], first, second))
    }

    /// The same where the loops down to `level` are in the same iteration, and `later`, the next one, in a later one for the second.
    fn may_meet(&self, level: usize, later: Option<&Loop>, first: &Use<'_>, second: &Use<'_>) -> bool {
        // The indices of loops around the list are the same.
        let around: Vec<VarId> =
            first.loops[..self.depth].iter().filter_map(|looped| looped.and_then(Loop::index)).collect();
        let varies = |name: &Ident| self.varies(name, &around);
        let mut elements = Elements::new(&self.function.vars, &varies);
        let indices = [(first, false), (second, true)].map(|(used, is_second)| -> Indices {
            let loops = used.loops.iter().enumerate().skip(self.depth);
            // The index of a loop that is in the same iteration is one number.
            loops.filter_map(|(at, looped)| Some(((*looped)?.index()?, is_second && at >= level))).collect()
        });
        for (used, indices) in [first, second].into_iter().zip(&indices) {
            used.loops[self.depth..].iter().copied().flatten().for_each(|looped| elements.inside(looped, indices));
        }
        later.into_iter().for_each(|looped| elements.later(looped));
        elements.may_meet([first.path, second.path], indices.each_ref())
    }

    /// Whether a name may stand for different values while the list is there. Parameters do not, nor what is declared in no other loops.
    fn varies(&self, name: &Ident, around: &[VarId]) -> bool {
        let var = self.function.vars.iter().enumerate().find(|(_, var)| var.unique == *name);
        var.is_some_and(|(id, var)| match var.kind {
            VarKind::Param { .. } => var.changes(),
            VarKind::Local => {
                var.changes() || self.declared.get(&VarId(id)).is_none_or(|declared| *declared > self.depth)
            }
            VarKind::Lent => true,
            VarKind::Index => !around.contains(&VarId(id)),
        })
    }
}

/// Whether what a step makes is a vector; nothing if it is no list that is written out.
pub(super) fn makes_list(op: &Op) -> Option<bool> {
    match op {
        Op::Array(_, list) | Op::Repeat { list, .. } => Some(matches!(list, ir::List::Vec)),
        Op::Elements { .. } => Some(false),
        Op::Inactive(value) => written_out(value),
        _ => None,
    }
}

/// Whether a value is what `vec![..]` stands for; nothing if it is no array either.
pub(super) fn written_out(value: &Expr) -> Option<bool> {
    written_list(value).map(|list| list.is_vector)
}

fn is_zero(number: &Operand) -> bool {
    matches!(number, Operand::Constant { expr, .. } if matches!(peel(expr), Expr::Lit(ExprLit { lit: Lit::Int(zero), .. }) if zero.base10_digits() == "0"))
}

/// Whether a call is the least of some numbers, which the derived code asks for.
fn is_least(call: &ExprCall) -> bool {
    matches!(&*call.func, Expr::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "least"))
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
        Expr::Unary(inner) => may_change(&inner.expr),
        Expr::Path(_) => false,
        _ => true,
    }
}
