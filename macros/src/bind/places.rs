//! Operands: constants, variables and parts of them, and copies of variables whose value changes.

use std::collections::HashSet;

use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::visit_mut::VisitMut;
use syn::{Expr, Ident, Type, UnOp};

use super::assign::is_borrow;
use super::contents::lent_outcome;
use super::in_place::exchanged;
use super::list_parts::{MOVING_PART, slice_of, unwrapped_list};
use super::parts_of_constants::Part;
use super::untyped_literals::is_untyped;
use super::{AlsoRepeatable, Binder, Meaning, Scope, activity, peel};
use crate::accept::body::UNSAFE;
use crate::desugar::iterators::selections::is_unwrapped;
use crate::ir::{Change, Op, Operand, Place, Projection, VarId, VarKind};
use crate::syntax::root_name;
use crate::words::words;

impl Binder<'_> {
    pub(super) fn operand(&mut self, expr: &Expr) -> Operand {
        self.operand_typed(expr, None)
    }

    /// An operand of arithmetic in which another is active.
    pub(super) fn number(&mut self, expr: &Expr) -> Operand {
        let active = self.is_active_number(expr);
        let operand = self.operand_active(expr, None, active);
        self.wants_number = false;
        self.calculated(&operand);
        operand
    }

    /// Marks a constant that arithmetic takes, if it is a variable.
    pub(super) fn calculated(&mut self, operand: &Operand) {
        if let Operand::Place(place) = operand
            && place.path.is_empty()
            && !place.is_ref
        {
            let var = &mut self.vars[place.var.0];
            var.calculated |= var.kind == VarKind::Local && !var.active && !var.changes();
        }
    }

    /// The value of an expression as an operand: a place that stays what it is, else a new variable.
    pub(super) fn operand_typed(&mut self, expr: &Expr, ty: Option<Type>) -> Operand {
        let active = self.is_active(expr);
        self.operand_active(expr, ty, active)
    }

    /// The same, where it is known whether a derivative flows through it.
    pub(super) fn operand_active(&mut self, expr: &Expr, ty: Option<Type>, active: bool) -> Operand {
        let expr = peel(expr);
        let wanted = std::mem::take(&mut self.wants_number);
        if let Expr::Path(path) = expr
            && path.path.get_ident().is_some_and(|name| self.closure_code(name).is_some())
        {
            self.report.refuse(path, super::closures::NO_VALUE);
        }
        if !active
            && self.is_repeatable(expr)
            && self.lookup(expr).is_none_or(|meaning| self.is_index(meaning) || self.is_again(meaning))
        {
            return self.repeated(expr);
        }
        if !active
            && self.gives_element(expr)
            && let Some(part) = self.part_of_constants(expr)
        {
            return part;
        }
        match self.place(expr) {
            // A constant behind a reference: the value is kept, not the reference. So is an element of what a pattern names, which may
            // be a slice.
            Some(Operand::Place(place)) if !active && (self.is_behind_reference(&place) || self.is_element(&place)) => {
            }
            Some(Operand::Place(place)) if !active && self.is_part_of_constant(&place) => {
                return Operand::Place(self.part_of_constant(&place));
            }
            Some(operand) => return self.load(operand, ty),
            None => {}
        }
        let mistakes = self.report.len();
        self.wants_number = wanted;
        let op = if active { self.operation(expr) } else { None };
        self.wants_number = false;
        let op = op.unwrap_or_else(|| self.not_followed(expr, active, mistakes));
        Operand::Place(self.temporary(expr.span(), ty, op, active))
    }

    /// An expression without a derivative. It should have one if it is active; then that is reported, unless something in it has been.
    fn not_followed(&mut self, expr: &Expr, active: bool, mistakes: usize) -> Op {
        if !active {
            return Op::Inactive(Box::new(self.observed(expr)));
        }
        if self.report.len() == mistakes {
            match expr {
                Expr::Closure(_) => self.report.refuse(expr, super::closures::NO_VALUE),
                Expr::Unsafe(block) => self.report.refuse(block.unsafe_token, UNSAFE),
                _ => self.report.refuse(expr, NOT_FOLLOWED),
            }
        }
        Op::Inactive(Box::new(expr.clone()))
    }

    /// What the reverse half writes down again.
    fn repeated(&mut self, expr: &Expr) -> Operand {
        let is_ref = is_reference(expr) || self.is_reference_again(expr);
        let expr = if matches!(expr, Expr::Lit(_) | Expr::Path(_)) { expr.clone() } else { syn::parse_quote!((#expr)) };
        let again = self.again(&expr);
        // A length of something with a derivative: whatever its name, its type must have none.
        let expr = if self.mentions_active(&expr) { self.observed(&expr) } else { expr };
        Operand::Constant { again, expr, is_ref }
    }

    /// The name of a reference to all of a variable, if it has one.
    fn reference_to(&self, var: VarId, path: &[Projection]) -> Option<Ident> {
        self.vars[var.0].reference.clone().filter(|_| path.is_empty())
    }

    fn is_behind_reference(&self, place: &Place) -> bool {
        let var = &self.vars[place.var.0];
        var.kind == VarKind::Local && !var.changes() && !var.active && matches!(place.written, Expr::Unary(_))
    }

    fn is_element(&self, place: &Place) -> bool {
        self.unsized_perhaps.contains(&place.var)
            && place.path.iter().any(|step| matches!(step, Projection::Index { .. }))
    }

    /// An argument of a call: a place that is lent, or a value.
    pub(super) fn argument(&mut self, expr: &Expr) -> Operand {
        if is_borrow(expr) && self.root(expr).is_none() {
            self.report.refuse(
                expr,
                "this changes a temporary value, which is then dropped\nhelp: bind it with `let mut` first",
            );
        }
        match if self.is_lent(expr) { self.place(peel(expr)) } else { None } {
            Some(Operand::Place(place)) => {
                self.becomes(expr, true);
                Operand::Lent(place)
            }
            _ => self.operand(expr),
        }
    }

    /// Whether an argument is `&mut place`, or a name for that.
    pub(super) fn is_lent(&self, expr: &Expr) -> bool {
        self.is_mutable(expr) && self.is_changed(expr)
    }

    /// The same, or one that a call may take so.
    pub(super) fn may_be_lent(&self, expr: &Expr) -> bool {
        self.is_lent(expr) || self.is_handed_on(expr)
    }

    /// What a place holds now, under a name that stays what it is.
    fn load(&mut self, operand: Operand, ty: Option<Type>) -> Operand {
        let Operand::Place(place) = operand else { return operand };
        let number = self.copies.len();
        self.copies.push(None);
        if !self.vars[place.var.0].changes() || self.passes.settled.contains(&number) {
            return Operand::Place(place);
        }
        let of = place.var;
        let block = self.passes.standing.get(&number).copied();
        let (copy, name) = self.copy_in(block, place, ty);
        // What was assigned to the place is no copy of it: whether that is settled says nothing about the place.
        self.copies[number] = Some(name).filter(|name| self.loads.get(name) == Some(&of));
        Operand::Place(copy)
    }

    /// A copy of a place, and its name.
    pub(super) fn copy(&mut self, place: Place, ty: Option<Type>) -> (Place, VarId) {
        self.copy_in(None, place, ty)
    }

    /// The same, made in a block around this one, if there is one.
    fn copy_in(&mut self, block: Option<usize>, mut place: Place, ty: Option<Type>) -> (Place, VarId) {
        let active = self.vars[place.var.0].active && !place.stopped;
        // A part of a slice is no value: the whole is copied.
        if let Some(range @ Projection::Index { written: Expr::Range(_), .. }) = place.path.last().cloned()
            && let Some(whole) = indexed(&place.written)
        {
            place.path.pop();
            let is_lent = place.path.is_empty() && self.vars[place.var.0].kind == VarKind::Lent;
            let written = if is_lent { syn::parse_quote!(*#whole) } else { whole.clone() };
            let whole = Place { is_ref: self.is_reference(whole) && !is_lent, written, ..place };
            let (whole, name) = self.copy_in(block, whole, None);
            if let Operand::Place(Place { written, var, path, stopped, .. }) =
                project(Operand::Place(whole.clone()), range)
            {
                return (Place { written: syn::parse_quote!(&#written), is_ref: true, var, path, stopped }, name);
            }
            return (whole, name);
        }
        let by_reference = matches!(place.written, Expr::Reference(_));
        let ty = ty.filter(|_| !place.is_ref);
        let key = (place.var, spelled(&place));
        let outermost = block.and_then(|block| self.where_it_stands(block, &place)).unwrap_or(self.scopes.len() - 1);
        let inner = self.scopes.split_off(outermost + 1);
        let copy = self.known_copy(&key).unwrap_or_else(|| {
            let copy = self.temporary(place.written.span(), ty, Op::Load(Operand::Place(place)), active);
            self.vars[copy.var.0].once = false;
            self.vars[copy.var.0].content = self.contents.iter().any(|(of, _)| *of == key.0);
            self.loads.insert(copy.var, key.0);
            // What changes a variable that is not active stands in no step.
            if let (true, Some(scope)) = (active, self.scopes.last_mut()) {
                scope.copies.push((key.0, key.1, copy.clone()));
            }
            copy
        });
        self.scopes.extend(inner);
        let name = copy.var;
        if !by_reference {
            return (copy, name);
        }
        let written = &copy.written;
        (Place { written: syn::parse_quote!(&#written), is_ref: true, ..copy }, name)
    }

    /// The scope of a block around this one, if the name of a place has the same meaning there.
    fn where_it_stands(&self, block: usize, place: &Place) -> Option<usize> {
        let name = root_name(&place.written)?.to_string();
        let declared = self.scopes.iter().rposition(|scope| scope.names.contains_key(&name))?;
        let stands = self.scopes.iter().position(|scope| scope.block == Some(block))?;
        (declared <= stands && !self.contents.contains(&(place.var, spelled(place)))).then_some(stands)
    }

    /// Whether a place is a part of a local constant that has to be kept by itself: the type of the constant may be one that cannot be
    /// kept, and a list behind a reference cannot be.
    fn is_part_of_constant(&self, place: &Place) -> bool {
        let var = &self.vars[place.var.0];
        let is_element = place.path.iter().any(|step| matches!(step, Projection::Index { .. }));
        matches!(place.path.last(), Some(Projection::Field(_)))
            && (!is_element || self.unsized_perhaps.contains(&place.var))
            && !place.is_ref
            && var.kind == VarKind::Local
            && !var.active
            && !var.changes()
    }

    /// The name of such a part, made where the constant is declared, so that loops do not keep it each time.
    fn part_of_constant(&mut self, place: &Place) -> Place {
        let (span, value) = (place.written.span(), Op::Inactive(Box::new(place.written.clone())));
        if !place.path.iter().all(|step| matches!(step, Projection::Field(_))) {
            return self.temporary(span, None, value, false);
        }
        let key = (place.var, spelled(place));
        if let Some(known) = self.parts.get(&key) {
            self.vars[known.var.0].once = false;
            return known.clone();
        }
        let declares = |scope: &Scope| scope.names.values().any(|meaning| meaning.var == key.0);
        let outermost = self.scopes.iter().position(declares).unwrap_or(self.scopes.len() - 1);
        let inner = self.scopes.split_off(outermost + 1);
        let part = self.temporary(span, None, value, false);
        self.scopes.extend(inner);
        self.parts.insert(key, part.clone());
        part
    }

    /// A copy of the same place that still holds what the place holds.
    fn known_copy(&mut self, key: &(VarId, String)) -> Option<Place> {
        if self.contents.contains(key) {
            return None;
        }
        let (var, path) = key;
        for scope in self.scopes.iter().rev() {
            if let Some((.., copy)) = scope.copies.iter().find(|(of, by, _)| of == var && by == path) {
                self.vars[copy.var.0].once = false;
                return Some(copy.clone());
            }
            if scope.repeats {
                return None;
            }
        }
        None
    }

    /// A constant, a variable, or a part of one; `None` if the expression computes something.
    pub(super) fn place(&mut self, expr: &Expr) -> Option<Operand> {
        match expr {
            Expr::Lit(_) => Some(constant(expr, is_reference(expr))),
            Expr::Path(_) => match self.lookup(expr).cloned() {
                None => Some(constant(expr, false)),
                Some(meaning) if self.is_index(&meaning) || self.is_again(&meaning) => {
                    let is_ref = self.is_reference_again(expr);
                    Some(Operand::Constant { expr: expr.clone(), again: self.again(expr), is_ref })
                }
                Some(Meaning { var, path, stopped, .. }) if self.reference_to(var, &path).is_some() => {
                    let written = self.reference_to(var, &path).map(crate::syntax::expression)?;
                    Some(Operand::Place(Place { written, is_ref: true, var, path, stopped }))
                }
                Some(Meaning { var, path, is_ref, stopped }) => {
                    let written = if self.vars[var.0].change == Change::Carrier && path.is_empty() {
                        syn::parse_quote!(*::cotangent::generated::reached(&#expr))
                    } else {
                        expr.clone()
                    };
                    Some(Operand::Place(Place { written, is_ref, var, path, stopped }))
                }
            },
            Expr::Reference(reference) => Some(self.reference(expr, reference)),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) && self.is_box(&unary.expr) => None,
            Expr::Unary(unary)
                if matches!(unary.op, UnOp::Deref(_))
                    && matches!(peel(&unary.expr), Expr::Call(_) | Expr::MethodCall(_))
                    && let Some(copy) = self.lent_value(unary) =>
            {
                Some(copy)
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => match self.place(peel(&unary.expr))? {
                Operand::Constant { again, .. } => {
                    Some(Operand::Constant { expr: expr.clone(), again: syn::parse_quote!(*#again), is_ref: false })
                }
                Operand::Place(place) if self.vars[place.var.0].is_function => Some(Operand::Place(place)),
                Operand::Place(place) | Operand::Lent(place) => {
                    let written = &place.written;
                    // Other types may compute what they lead to.
                    if !place.is_ref && self.vars[place.var.0].active {
                        self.verbatim(quote_spanned!(unary.span()=> ::cotangent::generated::leads(&#written);));
                    }
                    let written = syn::parse_quote_spanned!(unary.span()=> *#written);
                    Some(Operand::Place(Place { written, is_ref: false, ..place }))
                }
            },
            Expr::MethodCall(call) if self.is_slice(call) => self.slice(call),
            Expr::MethodCall(call) if self.is_end_of_list(call) => self.end_of_list(call),
            Expr::MethodCall(call) if self.is_lent_content(call) => self.lent_content(call),
            Expr::Call(call) if exchanged(call).is_some() => self.replaced(call),
            Expr::Call(call) if self.is_stopped_place(expr) => match self.place(peel(&call.args[0]))? {
                Operand::Constant { .. } => None,
                Operand::Place(place) | Operand::Lent(place) => {
                    let func = Box::new(same_as_stop_gradient(&call.func));
                    let written = Expr::Call(syn::ExprCall { func, ..call.clone() });
                    Some(Operand::Place(Place { written, stopped: true, ..place }))
                }
            },
            Expr::MethodCall(call) if is_unwrapped(call) && self.is_active(&call.receiver) => self.selection(call),
            Expr::Field(field) => {
                let member = field.member.clone();
                let base = self.base(&field.base)?;
                Some(project(base, Projection::Field(member)))
            }
            Expr::Index(index) => {
                if !self.is_active(&index.expr) && !self.is_changed(&index.expr) && !self.is_repeatable(&index.index) {
                    return None;
                }
                let base = self.base(&index.expr)?;
                let projection = self.index(&index.index);
                Some(project(base, projection))
            }
            _ => None,
        }
    }

    /// `&place`, or a reference to a new variable.
    fn reference(&mut self, expr: &Expr, reference: &syn::ExprReference) -> Operand {
        if let Some(part) = self.part_of_constants(expr) {
            return part;
        }
        if self.is_moving_part(&reference.expr) {
            return self.moving_part(peel(&reference.expr)).unwrap_or_else(|| {
                self.report.refuse(expr, MOVING_PART);
                constant(expr, true)
            });
        }
        let inner = peel(&reference.expr);
        let operand = self.place(inner).unwrap_or_else(|| self.operand(inner));
        let mutability = &reference.mutability;
        match operand {
            Operand::Constant { again, .. } => {
                Operand::Constant { expr: expr.clone(), again: syn::parse_quote!(&#again), is_ref: true }
            }
            // It is a reference already.
            Operand::Place(place) if self.reference_to(place.var, &place.path).is_some() => Operand::Place(place),
            Operand::Place(place) | Operand::Lent(place) => {
                // A function takes a reference to what a mutable reference leads to.
                let is_lent = place.is_ref && place.path.is_empty() && self.vars[place.var.0].kind == VarKind::Lent;
                let through = (is_lent && mutability.is_none()).then(|| quote!(*));
                let written = &place.written;
                let written = syn::parse_quote!(& #mutability #through #written);
                Operand::Place(Place { written, is_ref: true, ..place })
            }
        }
    }

    /// What the reverse half writes down where it is used, if it can.
    pub(super) fn written_again(&self, expr: &Expr) -> Option<Expr> {
        (self.is_repeatable(expr) && !self.is_hidden(expr)).then(|| self.again(expr))
    }

    /// Whether a constant may be hidden by one of the block where an expression is used, under another name.
    pub(super) fn is_hidden(&self, expr: &Expr) -> bool {
        words(expr.to_token_stream()).iter().any(|word| self.hiding.contains(word))
    }

    /// An index, and how the reverse half writes it: as it is if it can be written down there, else with kept values.
    pub(super) fn index(&mut self, at: &Expr) -> Projection {
        let at = peel(at);
        if let Some(again) = self.written_again(at) {
            return Projection::Index { written: at.clone(), again, kept: Vec::new() };
        }
        let is_hidden = self.is_hidden(at);
        if let Some(kept) = self.counted(at) {
            return Projection::Index { written: at.clone(), again: self.again(at), kept };
        }
        if let Some(Part { written: again, reads }) = self.index_of_kept(at) {
            return Projection::Index { written: at.clone(), again, kept: reads };
        }
        if let Expr::Range(range) = at {
            let (mut written, mut again, mut kept) = (range.clone(), range.clone(), Vec::new());
            for end in [(&mut written.start, &mut again.start), (&mut written.end, &mut again.end)] {
                let (Some(to), Some(to_again)) = end else { continue };
                if let Projection::Index { written, again, kept: more } = self.index(&to.clone()) {
                    (**to, **to_again) = (written, again);
                    kept.extend(more);
                }
            }
            return Projection::Index { written: Expr::Range(written), again: Expr::Range(again), kept };
        }
        // No derivative flows through an index, whatever it is computed of.
        let inactive = matches!(at, Expr::Binary(_)) && self.is_active(at);
        let operand = if inactive { constant(&self.observed(at), false) } else { self.operand(at) };
        let place = match operand {
            Operand::Constant { expr, .. } if is_hidden || inactive => {
                self.temporary(at.span(), None, Op::Inactive(Box::new(expr)), false)
            }
            Operand::Constant { expr, again, .. } => {
                return Projection::Index { written: expr, again, kept: Vec::new() };
            }
            Operand::Place(place) | Operand::Lent(place)
                if place.path.is_empty() && !place.is_ref && !self.is_parameter(&place) =>
            {
                place
            }
            Operand::Place(place) if self.reference_to(place.var, &place.path).is_some() => {
                self.temporary(at.span(), None, Op::Inactive(Box::new(at.clone())), false)
            }
            Operand::Place(place) | Operand::Lent(place) => {
                self.temporary(at.span(), None, Op::Inactive(Box::new(place.written)), false)
            }
        };
        let unique = &self.vars[place.var.0].unique;
        Projection::Index { again: syn::parse_quote!((*#unique.get())), written: place.written, kept: vec![place.var] }
    }

    /// Whether a place is known to be a reference.
    pub(super) fn is_reference(&self, expr: &Expr) -> bool {
        self.lookup(peel(expr)).is_some_and(|meaning| meaning.is_ref)
    }

    fn is_parameter(&self, place: &Place) -> bool {
        matches!(self.vars[place.var.0].kind, VarKind::Param { .. })
    }

    /// Whether a name stands for a value that the reverse half computes again.
    fn is_again(&self, meaning: &Meaning) -> bool {
        self.vars[meaning.var.0].again.is_some() && meaning.path.is_empty()
    }

    /// Whether a name is that of a constant variable whose value the reverse half gets from the forward half.
    pub(super) fn is_kept(&self, meaning: &Meaning) -> bool {
        let var = &self.vars[meaning.var.0];
        var.kind == VarKind::Local
            && !var.active
            && !var.changes()
            && var.again.is_none()
            && meaning.path.is_empty()
            && !meaning.is_ref
    }

    /// Whether a name stands for a value that the reverse half has a reference to.
    pub(super) fn is_value_again(&self, name: &Expr) -> bool {
        self.lookup(peel(name)).is_some_and(|meaning| {
            let again = self.vars[meaning.var.0].again.as_ref();
            meaning.path.is_empty() && again.is_some_and(|again| matches!(peel(again), Expr::Unary(_)))
        })
    }

    /// Whether a name is one of a reference that the reverse half finds again.
    pub(super) fn is_reference_again(&self, expr: &Expr) -> bool {
        let again = self.lookup(expr).and_then(|meaning| self.vars[meaning.var.0].again.as_ref());
        again.is_some_and(|again| matches!(peel(again), Expr::Reference(_)))
    }

    /// A computation on numbers, or a reference, that the reverse half can repeat, as it writes it there. One of literals alone is not
    /// repeated: all its uses together give it its type, and the reverse half has only some of them.
    pub(super) fn computed_again(&self, value: &Expr) -> Option<Expr> {
        struct Items<'b>(&'b HashSet<Ident>, bool);
        impl<'ast> Visit<'ast> for Items<'_> {
            fn visit_ident(&mut self, name: &'ast Ident) {
                self.1 |= self.0.contains(name);
            }
        }
        let is_computed = match peel(value) {
            Expr::Binary(_) | Expr::Cast(_) | Expr::MethodCall(_) | Expr::Reference(_) | Expr::Unary(_) => true,
            Expr::Path(_) => self.lookup(peel(value)).is_some_and(|meaning| self.is_again(meaning)),
            value => self.is_tree(value),
        };
        let mut items = Items(self.items, false);
        items.visit_expr(value);
        (is_computed && !items.1 && !is_untyped(value) && self.is_repeatable(value)).then(|| self.again(value))
    }

    pub(super) fn is_index(&self, meaning: &Meaning) -> bool {
        self.vars[meaning.var.0].kind == VarKind::Index
    }

    /// Whether the root of a place is a variable whose value changes.
    pub(super) fn is_changed(&self, expr: &Expr) -> bool {
        self.root(expr).is_some_and(|meaning| self.vars[meaning.var.0].changes())
    }

    /// What the name at the root of a place stands for.
    pub(super) fn root(&self, expr: &Expr) -> Option<&Meaning> {
        match peel(expr) {
            Expr::Field(field) => self.root(&field.base),
            Expr::Index(index) => self.root(&index.expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.root(&unary.expr),
            Expr::Reference(reference) => self.root(&reference.expr),
            Expr::MethodCall(call) => {
                let list = slice_of(call).map(|(list, _)| list).or_else(|| unwrapped_list(call));
                self.root(list.or_else(|| lent_outcome(call))?)
            }
            path => self.lookup(path),
        }
    }

    /// Whether an expression is `stop_gradient` of a variable or of a part of one: then it is that place, without a cotangent.
    pub(super) fn is_stopped_place(&self, expr: &Expr) -> bool {
        let Expr::Call(call) = peel(expr) else { return false };
        let [argument] = call.args.iter().collect::<Vec<_>>()[..] else { return false };
        let mut place = peel(argument);
        loop {
            place = match place {
                Expr::Reference(reference) => peel(&reference.expr),
                Expr::Field(field) => peel(&field.base),
                place => break self.is_stop(call) && self.lookup(place).is_some(),
            }
        }
    }

    /// What a field or an index is taken of. An active expression gets a variable to take it of.
    fn base(&mut self, base: &Expr) -> Option<Operand> {
        let base = peel(base);
        self.place(base).or_else(|| self.is_active(base).then(|| self.operand(base)))
    }

    /// Whether the reverse half can write the expression down again: literals, constants, constant parameters, loop indices.
    pub(super) fn is_repeatable(&self, expr: &Expr) -> bool {
        match peel(expr) {
            Expr::Lit(_) | Expr::Const(_) => true,
            Expr::Path(_) => self.lookup(peel(expr)).is_none_or(|meaning| {
                let var = &self.vars[meaning.var.0];
                match var.kind {
                    VarKind::Index => true,
                    // A reference to it has another type than its name in the reverse half.
                    VarKind::Param { by_ref } => {
                        (!var.active || self.also_repeatable == AlsoRepeatable::Parameters)
                            && !var.changes()
                            && meaning.path.is_empty()
                            && meaning.is_ref == by_ref
                    }
                    VarKind::Local => {
                        let counts = self.also_repeatable == AlsoRepeatable::Counters && var.change == Change::Counter;
                        let kept = self.also_repeatable == AlsoRepeatable::Kept && self.is_kept(meaning);
                        self.is_again(meaning) || counts || kept
                    }
                    VarKind::Lent => false,
                }
            }),
            Expr::Array(array) => array.elems.iter().all(|elem| self.is_repeatable(elem)),
            Expr::Tuple(tuple) => tuple.elems.iter().all(|elem| self.is_repeatable(elem)),
            Expr::Binary(binary) => self.is_repeatable(&binary.left) && self.is_repeatable(&binary.right),
            // What is kept of a reference is the value.
            Expr::Unary(unary)
                if matches!(unary.op, syn::UnOp::Deref(_)) && self.also_repeatable == AlsoRepeatable::Kept =>
            {
                let kept = self.lookup(peel(&unary.expr)).is_some_and(|meaning| self.is_kept(meaning));
                !kept && self.is_repeatable(&unary.expr)
            }
            Expr::Unary(unary) => self.is_repeatable(&unary.expr),
            Expr::Reference(reference) => reference.mutability.is_none() && self.is_repeatable(&reference.expr),
            Expr::Repeat(repeat) => self.is_repeatable(&repeat.expr),
            Expr::Cast(cast) => self.is_repeatable(&cast.expr),
            Expr::Index(index) => self.is_repeatable(&index.expr) && self.is_repeatable(&index.index),
            Expr::Field(field) => self.is_repeatable(&field.base),
            Expr::MethodCall(call) => call.method == "len" && self.is_list_of_both(&call.receiver),
            Expr::Call(call) if is_length(&call.func) => call.args.iter().all(|argument| self.is_repeatable(argument)),
            Expr::Call(_) | Expr::Struct(_) => self.is_tree(expr),
            Expr::Range(range) => range.start.iter().chain(&range.end).all(|end| self.is_repeatable(end)),
            _ => false,
        }
    }

    /// Whether an expression names a parameter that is a list, which both halves have, or what is found again.
    fn is_list_of_both(&self, expr: &Expr) -> bool {
        self.lookup(peel(expr)).is_some_and(|meaning| {
            let var = &self.vars[meaning.var.0];
            // That it is a list is not shown here: its type says so.
            let is_parameter = matches!(var.kind, VarKind::Param { .. })
                && !var.changes()
                && meaning.path.is_empty()
                && self.lists.contains(&meaning.var);
            is_parameter || self.is_again(meaning)
        })
    }

    /// A repeatable expression as the reverse half writes it: with its own names for the indices of loops.
    pub(super) fn again(&self, expr: &Expr) -> Expr {
        struct Rename<'b, 'r>(&'b Binder<'r>);
        impl VisitMut for Rename<'_, '_> {
            fn visit_expr_mut(&mut self, expr: &mut Expr) {
                if let Some(meaning) = self.0.lookup(expr) {
                    let var = &self.0.vars[meaning.var.0];
                    let unique = &var.unique;
                    *expr = match &var.again {
                        Some(again) => syn::parse_quote!((#again)),
                        None if self.0.also_repeatable == AlsoRepeatable::Kept && var.kind == VarKind::Local => {
                            syn::parse_quote!((*#unique.get()))
                        }
                        None => crate::syntax::expression(unique.clone()),
                    };
                } else {
                    syn::visit_mut::visit_expr_mut(self, expr);
                }
            }
            fn visit_field_value_mut(&mut self, field: &mut syn::FieldValue) {
                field.colon_token.get_or_insert_default();
                syn::visit_mut::visit_field_value_mut(self, field);
            }
            fn visit_expr_const_mut(&mut self, _: &mut syn::ExprConst) {}
        }
        let mut again = expr.clone();
        Rename(self).visit_expr_mut(&mut again);
        again
    }
}

/// What is refused where a value with a derivative goes into an expression that is not followed.
const NOT_FOLLOWED: &str = "the derivative cannot be followed through this expression\nhelp: bind its parts with `let` and use them by name, or drop the derivative on purpose: `stop_gradient(..)`";

/// `stop_gradient`, shown to be that of the library.
pub(super) fn same_as_stop_gradient(function: &Expr) -> Expr {
    syn::parse_quote_spanned!(function.span()=>
        ::cotangent::generated::the_same(#function, ::cotangent::generated::stop_gradient)
    )
}

fn constant(expr: &Expr, is_ref: bool) -> Operand {
    Operand::Constant { expr: expr.clone(), again: expr.clone(), is_ref }
}

fn project(base: Operand, projection: Projection) -> Operand {
    let written = |base: &Expr| -> Expr {
        match &projection {
            Projection::Field(member) => syn::parse_quote!(#base.#member),
            Projection::Index { written, .. } => syn::parse_quote!(#base[#written]),
        }
    };
    let again = |base: &Expr| -> Expr {
        match &projection {
            Projection::Field(member) => syn::parse_quote!(#base.#member),
            Projection::Index { again, .. } => syn::parse_quote!(#base[#again]),
        }
    };
    match base {
        Operand::Constant { expr, again: base, .. } => {
            Operand::Constant { expr: written(&expr), again: again(&base), is_ref: false }
        }
        Operand::Place(mut place) | Operand::Lent(mut place) => {
            place.written = if matches!(place.written, Expr::Reference(_) | Expr::Unary(_)) {
                let inner = &place.written;
                written(&syn::parse_quote!((#inner)))
            } else {
                written(&place.written)
            };
            place.path.push(projection);
            Operand::Place(Place { is_ref: false, ..place })
        }
    }
}

/// The path of a place as the reverse half spells it, where every name has one meaning.
pub(super) fn spelled(place: &Place) -> String {
    spelled_path(&place.path, place.stopped)
}

pub(super) fn spelled_path(projections: &[Projection], stopped: bool) -> String {
    let mut path = String::from(if stopped { "stopped" } else { "" });
    for projection in projections {
        match projection {
            Projection::Field(member) => path.push_str(&quote!(.#member).to_string()),
            Projection::Index { again, .. } => path.push_str(&quote!([#again]).to_string()),
        }
    }
    path
}

/// What an index is taken of.
fn indexed(expr: &Expr) -> Option<&Expr> {
    match peel(expr) {
        Expr::Reference(reference) => indexed(&reference.expr),
        Expr::Index(index) => Some(peel(&index.expr)),
        _ => None,
    }
}

const LENGTHS: [&str; 7] = ["least", "less", "chunks", "steps", "numbers", "rows_of", "columns_of"];

/// The functions in the lengths of chains, which give whole numbers, or lists of nothing.
pub(super) fn is_length(function: &Expr) -> bool {
    activity::library_function(function).is_some_and(|name| LENGTHS.iter().any(|length| name == length))
}

/// Whether the spelling of an expression shows that it is a reference.
fn is_reference(expr: &Expr) -> bool {
    match expr {
        Expr::Reference(_) => true,
        Expr::Lit(lit) => matches!(lit.lit, syn::Lit::Str(_) | syn::Lit::ByteStr(_) | syn::Lit::CStr(_)),
        _ => false,
    }
}
