//! Stage C: from the user's tree to steps.
//!
//! Names are resolved, every intermediate value of an active expression gets a name of its own (A-normal form), other names for
//! the same place (`let w = &m.w1;`, patterns) become places. What no derivative flows through stays the expression it was.
//!
//! ```text
//! // in
//! let h = dense(x, &m.w1);  (h * 2.0).sum()
//! // out
//! h  = call dense(x, m.w1)
//! v0 = h * 2.0
//! v1 = method v0.sum()
//! value v1
//! ```
//!
//! A variable whose value changes is never an operand: `load` copies what it holds at that moment into a name that stays what it
//! is. So nothing has to be undone in the reverse half, and only copies that a rule reads are kept.
//!
//! ```text
//! // in
//! let mut s = 0.0;  for i in 0..3 { s += s * x[i]; }  s
//! // out
//! declare s = 0.0
//! loop i in 0..3:  v0 = load s;  v1 = v0 * x[i];  s += v1
//! v2 = load s
//! value v2
//! ```

mod activity;
mod assign;
mod assumed_numbers;
mod bit_operators;
mod boxes;
pub(crate) mod branches;
mod called_by_path;
mod captures;
mod chained_changes;
mod chosen_references;
mod closures;
mod constant_ends;
mod contents;
mod conversions;
mod converted_numbers;
mod counters;
mod derivative_calls;
mod destructuring;
mod errors;
mod expressions;
mod functions_of_libraries;
mod given_items;
mod given_references;
mod handed;
mod in_place;
mod inactive;
mod known_numbers;
mod lent_values;
mod list_parts;
mod loops;
mod made_lists;
mod matrices;
mod meanings;
mod named_operands;
mod numbers_of_bits;
mod own_iterators;
mod parts_of_constants;
mod passed_closures;
mod places;
mod receivers;
mod redundant_copies;
mod standing_copies;
mod trees;
mod tuple_parts;
mod untyped_literals;
mod vectors;
mod views;
mod whole_numbers;

use std::cell::{Cell, LazyCell, RefCell};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::spanned::Spanned;
use syn::{Expr, Ident, Local, Pat, PatIdent, ReturnType, Stmt, Type, parse_quote_spanned};

use self::handed::Handed;
use self::named_operands::Aliases;
use crate::accept::{self, body::is_check, signature::Parameter};
use crate::desugar::{Desugared, iterators};
use crate::ir::{
    Again, Block, Function, Observers, Op, Operand, Place, Projection, Schedule, Step, Var, VarId, VarKind,
};
use crate::naming::hygienic;
use crate::report::Report;
use crate::syntax::effects::is_effect;
use crate::syntax::patterns::{mutable_names, without_mut};
use crate::syntax::{dereferences, expression, is_compound, is_place, peel, root_name};
pub(crate) use activity::is_residual;

/// Binds a function.
///
/// A variable that changes is active as soon as one value that it is given is active, which may come to light below its first
/// use: then all is bound again. Once more, if copies turn out to be settled.
pub(crate) fn bind(
    parameters: &[Parameter],
    output: &ReturnType,
    desugared: &Desugared,
    report: &mut Report,
) -> Function {
    let Desugared { body, items, imports, .. } = desugared;
    let mut passes =
        Passes { counters: counters::names(body), assigned: receivers::assigned(body), ..Passes::default() };
    let mut copies = None;
    loop {
        let mut own = Report::default();
        let mut binder = Binder::new(desugared, output, &passes, &mut own);
        let params: Vec<_> =
            parameters.iter().enumerate().map(|(i, parameter)| binder.parameter(i, parameter)).collect();
        let mut body =
            binder.block_after(&body.stmts, true, |binder| binder.copy_parameters(parameters, &desugared.settled));
        let mut aliases = Aliases::default();
        binder.name_operands(&mut body, &mut aliases);
        let Binder {
            vars,
            blocks,
            links,
            found,
            miscounted,
            assumed,
            copies: made,
            observers,
            scaled,
            typed_indices,
            results,
            ..
        } = binder;
        if !found.is_empty() || !miscounted.is_empty() {
            passes.active.extend(found);
            passes.refused.extend(miscounted);
            continue;
        }
        let function = Function {
            elements: HashMap::new(),
            lists: HashSet::new(),
            moved_out: HashSet::new(),
            expressions: HashMap::new(),
            links,
            vars,
            params,
            items: items.clone(),
            imports: imports.clone(),
            body,
            blocks,
            aliases,
            observers,
            scaled,
            typed_indices,
            results,
            numbers: desugared.numbers.clone(),
            vectors: Vec::new(),
        };
        let refuted = assumed_numbers::refuted(&function, &assumed);
        if !refuted.is_empty() {
            passes.no_numbers.extend(refuted);
            continue;
        }
        if copies.is_none() {
            let names = redundant_copies::settled(&function);
            passes.settled = (0..made.len()).filter(|i| made[*i].is_some_and(|name| names.contains(&name))).collect();
            let blocks = standing_copies::standing(&function);
            let standing = made.iter().enumerate().filter_map(|(i, name)| Some((i, *blocks.get(&(*name)?)?)));
            passes.standing = standing.collect();
            copies = Some(made.len());
            if passes.has_known_copies() && own.is_empty() {
                continue;
            }
        }
        // Copies are known by their order, which does not depend on what is known of them. Should it ever: nothing is.
        if copies != Some(made.len()) && passes.has_known_copies() {
            passes.settled.clear();
            passes.standing.clear();
            continue;
        }
        passed_closures::refuse_run_again(&function, &mut own);
        numbers_of_bits::refuse(&function, &desugared.body, &mut own);
        report.merge(own);
        return function;
    }
}

/// What earlier passes over the same function have found out.
#[derive(Default)]
struct Passes {
    /// Variables that change and are active.
    active: HashSet<Declaration>,
    /// The copies of changing variables that are not needed, by their order.
    settled: HashSet<usize>,
    /// The copies that a block around their loops makes, and that block.
    standing: HashMap<usize, usize>,
    /// The names of variables that may be counters, and those that turned out to be none.
    counters: HashSet<Ident>,
    /// The names of variables that are assigned as a whole, or element by element.
    assigned: HashSet<Ident>,
    refused: HashSet<Declaration>,
    /// Those that begin empty, and turned out to hold something else than numbers.
    no_numbers: HashSet<Declaration>,
    /// What stands for a part of the user's tree; made once, so that declarations keep their places.
    trees: RefCell<HashMap<*const (), Rc<syn::Block>>>,
    /// How many chains have names that stay in scope.
    chains: Cell<usize>,
}

impl Passes {
    fn has_known_copies(&self) -> bool {
        !self.settled.is_empty() || !self.standing.is_empty()
    }
}

/// What a name stands for.
#[derive(Clone)]
struct Meaning {
    var: VarId,
    path: Vec<Projection>,
    /// Whether the name has a reference type.
    is_ref: bool,
    /// Whether `stop_gradient` stands around it.
    stopped: bool,
}

impl Meaning {
    fn value(var: VarId) -> Self {
        Self { var, path: Vec::new(), is_ref: false, stopped: false }
    }
}

#[derive(Default)]
struct Scope {
    /// The number of the block, if it is one.
    block: Option<usize>,
    names: BTreeMap<String, Meaning>,
    closures: HashMap<Ident, closures::Closure>,
    /// The names that are other names of functions.
    functions: HashMap<Ident, syn::ExprPath>,
    /// The names that are mutable references to places.
    mutable: HashSet<Ident>,
    items: TokenStream,
    /// How the reverse half takes constants apart once more: see [`Block::again`].
    again: Vec<Again>,
    steps: Vec<Step>,
    /// Copies that still hold what their places hold: the variable, the path in the reverse half, the copy.
    copies: Vec<(VarId, String, Place)>,
    /// Whether the block is run again and again: then what holds before it may not hold in it.
    repeats: bool,
}

/// A declaration, by its place in the user's tree.
type Declaration = *const PatIdent;

/// What the reverse half can write down again in one place, and not in others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AlsoRepeatable {
    Nothing,
    /// Counters, in an index, which the reverse half reads where the counter is back.
    Counters,
    /// Parameters with a derivative, in a condition.
    Parameters,
    /// Constants that are kept, in what is found again.
    Kept,
}

struct Binder<'r> {
    vars: Vec<Var>,
    /// Unique names given so far.
    names: HashSet<String>,
    scopes: Vec<Scope>,
    blocks: usize,
    links: usize,
    temporaries: usize,
    /// Variables whose names nothing hides.
    nameless: HashSet<VarId>,
    /// Parameters that are shown to have no derivative.
    inert: HashSet<VarId>,
    /// Variables that began as literals.
    floats: HashSet<VarId>,
    /// Variables that began as the empty sum of their type.
    empty_sums: HashSet<VarId>,
    /// Whether the expression that is bound next is known to be a number.
    wants_number: bool,
    /// Parameters whose types are lists with indices.
    lists: HashSet<VarId>,
    /// Constants that are written out as lists.
    written_lists: HashSet<VarId>,
    /// Parameters that are slices.
    slices: HashSet<VarId>,
    /// Variables that hold a box.
    boxes: HashSet<VarId>,
    /// Variables whose types are neither numbers nor lists.
    own_types: HashSet<VarId>,
    /// Those of them that are structs of the program: `self`, and what a struct expression makes.
    own_structs: HashSet<VarId>,
    /// Those that `Type::new(..)` made.
    made_by_new: HashSet<VarId>,
    /// What patterns of loops, arms and conditions name.
    unsized_perhaps: HashSet<VarId>,
    /// Parts of constants that have names.
    parts: HashMap<(VarId, String), Place>,
    /// Where variables that change are declared.
    declarations: HashMap<VarId, Declaration>,
    passes: &'r Passes,
    /// Those that begin empty, and are taken to hold numbers.
    assumed: HashMap<VarId, Declaration>,
    /// More variables that change and are active.
    found: HashSet<Declaration>,
    /// More that turned out to be no counters.
    miscounted: HashSet<Declaration>,
    /// What counts as repeatable too.
    also_repeatable: AlsoRepeatable,
    /// Whether a place gets a name: then it is looked at later, when a counter may be somewhere else.
    is_named: bool,
    /// The names of constants that blocks declare: a name may mean one here and another there.
    items: &'r HashSet<Ident>,
    /// Those of inner blocks whose names mean something else outside.
    hiding: &'r HashSet<Ident>,
    /// The functions that inner blocks declare.
    inner: &'r HashSet<Ident>,
    /// The names of variants that stand without their enum.
    variants: &'r HashSet<Ident>,
    /// The type parameters that are number types.
    numbers: &'r [Type],
    /// What names of the content of an `Err` must not be, if it has a derivative.
    read_back: HashSet<Ident>,
    /// The copies, with the variables that they are copies of.
    loads: HashMap<VarId, VarId>,
    /// The type of the function's result.
    result: Option<Type>,
    /// The length of the list that the next pattern takes apart, if it counts from the end.
    length: Option<VarId>,
    /// Whether that pattern lends parts of variants to be changed.
    lends: bool,
    /// How the next loop is to be run again.
    checkpoint: Option<Schedule>,
    /// The names of all copies, in order; nothing where the variable does not change or the copy is settled.
    copies: Vec<Option<VarId>>,
    /// What is to be shown of functions and methods where no derivative flows through.
    observers: Observers,
    /// The links of products with a number.
    scaled: HashSet<usize>,
    typed_indices: HashSet<VarId>,
    /// The results that a `?` takes apart.
    results: HashSet<VarId>,
    /// The places whose content has a name: a copy of one is none of the other.
    contents: HashSet<(VarId, String)>,
    report: &'r mut Report,
}

impl<'r> Binder<'r> {
    fn new(desugared: &'r Desugared, output: &ReturnType, passes: &'r Passes, report: &'r mut Report) -> Self {
        Self {
            vars: Vec::new(),
            names: HashSet::new(),
            scopes: vec![Scope::default()],
            blocks: 0,
            links: 0,
            temporaries: 0,
            nameless: HashSet::new(),
            lists: HashSet::new(),
            written_lists: HashSet::new(),
            slices: HashSet::new(),
            boxes: HashSet::new(),
            own_types: HashSet::new(),
            own_structs: HashSet::new(),
            made_by_new: HashSet::new(),
            inert: HashSet::new(),
            floats: HashSet::new(),
            empty_sums: HashSet::new(),
            wants_number: false,
            unsized_perhaps: HashSet::new(),
            parts: HashMap::new(),
            declarations: HashMap::new(),
            passes,
            found: HashSet::new(),
            miscounted: HashSet::new(),
            assumed: HashMap::new(),
            also_repeatable: AlsoRepeatable::Nothing,
            is_named: false,
            loads: HashMap::new(),
            result: match output {
                ReturnType::Type(_, ty) => Some((**ty).clone()),
                ReturnType::Default => None,
            },
            length: None,
            lends: false,
            checkpoint: None,
            items: &desugared.constants,
            hiding: &desugared.hiding,
            inner: &desugared.functions,
            variants: &desugared.variants,
            numbers: &desugared.numbers,
            read_back: errors::read_back(&desugared.body),
            copies: Vec::new(),
            observers: Observers::default(),
            scaled: HashSet::new(),
            typed_indices: HashSet::new(),
            results: HashSet::new(),
            contents: HashSet::new(),
            report,
        }
    }
}

impl Binder<'_> {
    /// A block; its value counts only if it is `wanted`.
    fn block(&mut self, stmts: &[Stmt], wanted: bool) -> Block {
        self.block_after(stmts, wanted, |_| {})
    }

    /// A block with names of its own, which `prepare` declares.
    fn block_after(&mut self, stmts: &[Stmt], wanted: bool, prepare: impl FnOnce(&mut Self)) -> Block {
        self.enter();
        prepare(self);
        let value = self.statements(stmts, wanted);
        self.leave(value)
    }

    /// The statements of a block, and its value.
    fn statements(&mut self, stmts: &[Stmt], wanted: bool) -> Option<Operand> {
        let (mut handed, dereferenced) = (None, LazyCell::new(|| dereferences::names_in(stmts)));
        for (i, stmt) in stmts.iter().enumerate() {
            if let Some(copied) = self.copied_view(&stmts[i..], wanted) {
                return self.statements(&copied.stmts, wanted);
            }
            match stmt {
                Stmt::Local(local)
                    if self.let_parts(local, handed.get_or_insert_with(|| Handed::of_statements(stmts)).after(i)) => {}
                Stmt::Local(local) if self.let_lent(local, |name| dereferenced.contains(name), &stmts[i + 1..]) => {}
                Stmt::Expr(expr, None) if wanted && i + 1 == stmts.len() => {
                    let read = self.read_through_a_borrow(expr);
                    return self.tail(read.as_ref().unwrap_or(expr));
                }
                stmt => self.statement(stmt),
            }
        }
        None
    }

    /// A value that is read through a mutable reference of the block, before what is kept of the block is read too: its name.
    fn read_through_a_borrow(&mut self, value: &Expr) -> Option<Expr> {
        let root = root_name(value).filter(|_| is_place(value) && !matches!(peel(value), Expr::Path(_)))?;
        if !self.scopes.last()?.mutable.contains(root) {
            return None;
        }
        let name = hygienic("__value");
        self.statement(&parse_quote_spanned!(value.span()=> let #name = #value;));
        Some(parse_quote_spanned!(value.span()=> #name))
    }

    fn statement(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Local(local) => self.local(local),
            Stmt::Expr(expr, _) => self.effect(expr),
            Stmt::Item(item) => self.item(quote!(#item)),
            Stmt::Macro(mac) => {
                let observed = self.observed_macro(mac);
                self.verbatim(quote!(#observed));
            }
        }
    }

    fn enter(&mut self) {
        self.scopes.push(Scope { block: Some(self.blocks), ..Scope::default() });
        self.blocks += 1;
    }

    fn leave(&mut self, value: Option<Operand>) -> Block {
        let Scope { block, items, again, steps, .. } = self.scopes.pop().unwrap_or_default();
        Block { id: block.unwrap_or_default(), items, again, steps, value }
    }

    /// The value of a block; what stops the program or only has an effect has none.
    fn tail(&mut self, expr: &Expr) -> Option<Operand> {
        let is_unit = match peel(expr) {
            Expr::Macro(mac) => is_check(&mac.mac) && !mac.mac.path.is_ident("format"),
            other => is_effect(other) || self.is_change(other),
        };
        if is_unit || self.scopes.len() == 2 && self.gives_nothing() {
            self.effect(expr);
            return None;
        }
        // How long an array is that is made here only the type of the result may say.
        let is_result = self.scopes.len() == 2 && made_lists::is_made(expr);
        let ty = if is_result { self.result.clone() } else { None };
        // The result of a function has a derivative, so what gives it is no question.
        let is_number =
            self.scopes.len() == 2 && !self.result.as_ref().is_some_and(accept::signature::is_constant_type);
        let active = if is_number { self.is_active_number(expr) } else { self.is_active(expr) };
        self.wants_number =
            self.scopes.len() == 2 && self.result.as_ref().is_some_and(|ty| self.is_type_of_numbers(ty));
        Some(self.operand_active(expr, ty, active))
    }

    /// `let mut name = name;` of the parameters that change, but for those that do so no more.
    fn copy_parameters(&mut self, parameters: &[Parameter], settled: &HashSet<Ident>) {
        let names = parameters.iter().flat_map(|parameter| mutable_names(&parameter.pat));
        names.filter(|name| !settled.contains(&name.ident)).for_each(|name| self.declare_copy(name));
    }

    /// Whether the function has no result.
    fn gives_nothing(&self) -> bool {
        self.result.as_ref().is_none_or(|ty| matches!(ty, Type::Tuple(parts) if parts.elems.is_empty()))
    }

    /// A statement that is run for its effect.
    fn effect(&mut self, expr: &Expr) {
        if self.checkpointed(peel(expr)) {
            return;
        }
        if self.is_active(expr)
            && let Some(op) = self.run_again(peel(expr), false)
        {
            self.temporary(expr.span(), None, op, false);
            return;
        }
        match peel(expr) {
            Expr::Assign(assign) => self.assign(assign),
            Expr::Call(call) if activity::is_private(call, "looks") => self.looks(call),
            Expr::Binary(binary) if self.count(binary) => {}
            Expr::Binary(binary) if is_compound(&binary.op) => self.compound(binary),
            Expr::If(_) | Expr::Match(_) | Expr::Block(_) if self.is_active(expr) => self.branches(expr),
            Expr::If(branch) if self.question_that_changes(branch).is_some() => self.branches(expr),
            Expr::ForLoop(_) | Expr::While(_) if self.is_active(expr) => self.repetition(expr),
            Expr::Call(call) if self.exchange(call) || self.dropped(call) || self.chained_result(call) => {}
            Expr::MethodCall(call) if self.changes_length(call) => self.change_length(call),
            Expr::MethodCall(call)
                if self.change_matrix(call)
                    || self.change_part_by_method(call)
                    || self.applied(call)
                    || self.change_list(call) => {}
            Expr::Call(call) if self.called_closure(call).is_some() => {
                if let Some(closure) = self.called_closure(call) {
                    let op = self.call_closure(call, &closure, false);
                    self.temporary(expr.span(), None, op, false);
                }
            }
            Expr::Call(call) if self.is_active(expr) && call.args.iter().any(|argument| self.may_be_lent(argument)) => {
                if let Some(op) = self.call(call) {
                    self.temporary(expr.span(), None, op, true);
                }
            }
            Expr::MethodCall(call) if iterators::is_chain(call, self) && self.is_active(expr) => {
                if let Some(block) =
                    self.rewritten(std::ptr::from_ref(call).cast(), |binder| iterators::value(call, binder))
                {
                    let op = Op::Scope(self.block(&block.stmts, false));
                    self.temporary(expr.span(), None, op, false);
                }
            }
            Expr::MethodCall(call) if self.is_active(expr) && self.chained(call) => {}
            Expr::MethodCall(call) if self.is_active(expr) && self.changes_by_method(call) => {
                let op = self.method(call, true);
                self.temporary(expr.span(), None, op, true);
            }
            other => {
                self.without_effect(other);
                self.miscount(other);
                let other = self.condition(other);
                let is_apart = matches!(expr, Expr::Paren(_));
                self.verbatim(if is_apart { quote!((#other);) } else { quote!(#other;) });
            }
        }
    }

    fn local(&mut self, local: &Local) {
        let mistakes = self.report.len();
        self.bind_local(local);
        self.note_function(local);
        let (pat, ty) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
            pat => (pat, None),
        };
        let value = local.init.as_ref().map(|init| peel(&init.expr));
        match (pat, value) {
            (Pat::Ident(name), value) => {
                let is_active = |meaning: &Meaning| self.vars[meaning.var.0].active;
                if self.report.len() == mistakes
                    && let Some(part) = ty.and_then(reference_in_a_list)
                    && self.meaning(&name.ident).is_some_and(is_active)
                {
                    self.report.refuse(part, expressions::REFERENCE_IN_A_LIST);
                }
                self.note_box(&name.ident, ty, value);
                self.note_type(&name.ident, ty, value);
                self.note_new(&name.ident, value);
            }
            (Pat::Tuple(parts), Some(Expr::Tuple(values))) => {
                for (part, value) in parts.elems.iter().zip(&values.elems) {
                    if let Pat::Ident(name) = part {
                        self.note_type(&name.ident, None, Some(value));
                    }
                }
            }
            _ => {}
        }
    }

    fn bind_local(&mut self, local: &Local) {
        let (pat, ty) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, Some((*typed.ty).clone())),
            pat => (pat, None),
        };
        if self.let_selected(local) {
            return;
        }
        let Some(init) = &local.init else {
            self.declare_late(pat, ty);
            return;
        };
        if self.let_tuple_parts(local, pat, ty.as_ref(), &init.expr) {
            return;
        }
        if self.split(local, pat, &init.expr) {
            return;
        }
        if self.is_chosen_reference(&init.expr) {
            self.let_chosen(local, &init.expr);
            return;
        }
        if self.let_constant_end(local, &init.expr) || self.let_whole_number(local, ty.as_ref(), &init.expr) {
            return;
        }
        if let Some((name, value)) = borrowed(pat, &init.expr) {
            self.bind_value(&name, ty, &value);
            return;
        }
        if let (Pat::Ident(name), Expr::Closure(closure)) = (pat, peel(&init.expr)) {
            self.closure(&name.ident, closure);
            return;
        }
        if let Pat::Ident(name) = pat
            && name.mutability.is_some()
            && !self.is_name_of_a_place(&init.expr)
        {
            self.declare(name, ty, &init.expr);
            return;
        }
        // A name of a place stays one.
        if matches!(pat, Pat::Ident(name) if name.mutability.is_some()) {
            self.bind_value(&without_mut(pat), ty, &init.expr);
            return;
        }
        if mutable_names(pat).is_empty() {
            self.bind_value(pat, ty, &init.expr);
        } else {
            self.declare_parts(pat, ty, &init.expr);
        }
    }

    /// `let pat: ty = value;` without a name whose value changes.
    fn bind_value(&mut self, pat: &Pat, ty: Option<Type>, value: &Expr) {
        if !self.is_active(value) && !self.is_stopped_place(value) && !self.is_borrowed(value) {
            let again = if ty.is_none() { self.computed_again(value) } else { None };
            let value = self.observed(value);
            let known = self.are_numbers(ty.as_ref(), &value);
            let colon = ty.map(|ty| quote!(: #ty));
            let binds = self.name_constants(pat);
            if let (Pat::Ident(_), [var]) = (pat, binds.as_slice()) {
                self.vars[var.0].again = again;
                self.written_lists.extend(trees::is_written_list(&value).then_some(*var));
            }
            binds.iter().for_each(|var| self.is_of_numbers(*var, known));
            self.step(Step::Verbatim { tokens: quote!(let #pat #colon = #value;), binds });
            return;
        }
        if let Pat::Ident(name) = pat
            && name.subpat.is_none()
            && !self.is_stopped_place(value)
            && let Some(op) = self.operation_of_type(value, ty.as_ref())
        {
            let active = self.is_active(value);
            self.let_named(name, ty, op, active);
            return;
        }
        let operand = self.with_a_name(|binder| {
            if assign::is_borrow(value) || binder.is_borrowed(value) {
                binder.place(peel(value))
            } else {
                Some(binder.operand_typed(value, ty.clone()))
            }
        });
        let colon = ty.as_ref().map(|ty| quote!(: #ty));
        let place = match operand {
            Some(Operand::Place(place) | Operand::Lent(place)) => place,
            Some(Operand::Constant { expr, again, .. }) => {
                match (pat, self.lookup(peel(value)).cloned()) {
                    // The index of a loop.
                    (Pat::Ident(name), Some(meaning)) => {
                        self.verbatim(quote!(let #pat #colon = #value;));
                        self.name(&name.ident, meaning);
                    }
                    (Pat::Ident(name), None) => self.name_again(&name.ident, colon.as_ref(), &expr, again),
                    (pat, _) => {
                        let binds = self.name_constants(pat);
                        self.step(Step::Verbatim { tokens: quote!(let #pat #colon = #expr;), binds });
                    }
                }
                return;
            }
            None => return,
        };
        let mut place = place;
        if self.vars[place.var.0].reference.is_some() && place.path.is_empty() {
            // The other name may be one of a reference, or not, as this one.
            (place.written, place.is_ref) = (value.clone(), self.vars[place.var.0].is_function);
        }
        let length = self.length_for([pat], &place.written);
        self.step(Step::Alias { pattern: quote!(#pat #colon), place: place.clone() });
        let Place { is_ref, var, path, stopped, .. } = place;
        let mutable = self.is_mutable(value);
        self.length = length;
        self.take_apart(pat, &Meaning { var, path, is_ref, stopped });
        if mutable {
            self.name_mutable(pat);
        }
    }

    /// A name for a constant that the reverse half writes down again.
    fn name_again(&mut self, name: &Ident, colon: Option<&TokenStream>, expr: &Expr, again: Expr) {
        let known = self.are_numbers(None, expr);
        let var = self.fresh(name.clone(), VarKind::Local, false);
        self.is_of_numbers(var, known);
        self.vars[var.0].again = Some(again);
        self.step(Step::Verbatim { tokens: quote!(let #name #colon = #expr;), binds: vec![var] });
        self.name(name, Meaning::value(var));
    }

    fn let_named(&mut self, name: &PatIdent, ty: Option<Type>, op: Op, active: bool) {
        let var = self.fresh(name.ident.clone(), VarKind::Local, active);
        let known = ty.as_ref().is_some_and(|ty| self.is_type_of_numbers(ty)) || self.is_op_of_numbers(&op);
        self.is_of_numbers(var, known);
        self.own_types.extend(matches!(op, Op::Struct { .. }).then_some(var));
        self.step(Step::Let { var, ty: type_of_value(ty, &op), op });
        self.name(&name.ident, Meaning::value(var));
    }

    fn verbatim(&mut self, tokens: TokenStream) {
        self.step(Step::Verbatim { tokens, binds: Vec::new() });
    }

    fn item(&mut self, item: TokenStream) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.items.extend(item);
        }
    }

    fn step(&mut self, step: Step) {
        let mut changed = HashSet::new();
        redundant_copies::written(&step, &mut changed);
        let counts = matches!(step, Step::Count { .. });
        for scope in &mut self.scopes {
            scope.copies.retain(|(var, ..)| !counts && !changed.contains(var));
        }
        if let Some(scope) = self.scopes.last_mut() {
            scope.steps.push(step);
        }
    }

    /// The tree that stands for the part at `key`.
    fn rewritten(
        &mut self,
        key: *const (),
        make: impl FnOnce(&Self) -> Result<syn::Block, iterators::Unknown>,
    ) -> Option<Rc<syn::Block>> {
        if let Some(known) = self.passes.trees.borrow().get(&key) {
            return Some(Rc::clone(known));
        }
        match make(self) {
            Ok(block) => {
                let block = Rc::new(block);
                self.passes.trees.borrow_mut().insert(key, Rc::clone(&block));
                Some(block)
            }
            Err(iterators::Unknown(at, message)) => {
                self.report.refuse(at, message);
                None
            }
        }
    }

    fn link(&mut self) -> usize {
        self.links += 1;
        self.links - 1
    }

    /// A new variable without a name of the user's, for the value of `op`.
    fn temporary(&mut self, span: Span, ty: Option<Type>, op: Op, active: bool) -> Place {
        // A variable of the user's that is hidden later is known by its name too.
        while self.names.contains(&format!("v{}", self.temporaries)) {
            self.temporaries += 1;
        }
        let name = Ident::new(&format!("v{}", self.temporaries), Span::mixed_site().located_at(span));
        self.temporaries += 1;
        let var = self.fresh(name.clone(), VarKind::Local, active);
        let known = ty.as_ref().is_some_and(|ty| self.is_type_of_numbers(ty)) || self.is_op_of_numbers(&op);
        self.is_of_numbers(var, known);
        self.vars[var.0].once = true;
        self.nameless.insert(var);
        self.own_types.extend(matches!(op, Op::Struct { .. }).then_some(var));
        self.step(Step::Let { var, ty: type_of_value(ty, &op), op });
        Place { written: expression(name), is_ref: false, var, path: Vec::new(), stopped: false }
    }
}

/// The `&T` of `Vec<&T>`, `Option<&T>` and `[&T; N]`.
fn reference_in_a_list(ty: &Type) -> Option<&Type> {
    let inner = match ty {
        Type::Array(array) => &*array.elem,
        ty => accept::elementary_functions::argument_of(ty, &["Vec", "Option"])?,
    };
    if matches!(inner, Type::Reference(_)) { Some(inner) } else { reference_in_a_list(inner) }
}

/// The type that a value is said to have. What a rule gives is a value where the user's method may give a reference to one.
fn type_of_value(ty: Option<Type>, op: &Op) -> Option<Type> {
    match (ty, op) {
        (Some(Type::Reference(reference)), Op::Method(_)) => Some(*reference.elem),
        (ty, _) => ty,
    }
}

/// `let name = &value;` for `let ref name = value;`
fn borrowed(pat: &Pat, value: &Expr) -> Option<(Pat, Expr)> {
    let Pat::Ident(PatIdent { by_ref: Some(_), ident, subpat: None, .. }) = pat else { return None };
    let name = PatIdent { attrs: Vec::new(), by_ref: None, mutability: None, ident: ident.clone(), subpat: None };
    Some((Pat::Ident(name), syn::parse_quote!(&#value)))
}
