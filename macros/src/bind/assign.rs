//! Variables whose value changes: declarations and assignments.

use std::borrow::Cow;

use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{BinOp, Expr, ExprAssign, ExprBinary, ExprMethodCall, Ident, Pat, PatIdent, Type, parse_quote_spanned};

use super::contents::is_lent_mutably;
use super::expressions::operator;
use super::list_parts::slice_of;
use super::places::{is_length, spelled};
use super::tuple_parts::part_of_type;
use super::{Binder, Declaration, Meaning, Scope, activity, assumed_numbers, peel};
use crate::desugar::exits::{is_carrier, is_late_carrier, is_taken_out};
use crate::ir::{Block, Change, Op, Operand, Operator, Place, Step, VarId, VarKind};
use crate::naming::hygienic;
use crate::syntax::constants_of_numbers::type_of_constant;
use crate::syntax::effects::{changed_names, changes_something};
use crate::syntax::patterns::{mutable_names, without_mut};
use crate::syntax::{apart_from_blocks, is_place};
use crate::words::words;

/// What is refused where nothing says which variable changes.
pub(super) const LOST: &str = "the derivative of the value assigned here would be lost\nhelp: assign to a variable, a field or an element by its name, or drop the derivative on purpose: `stop_gradient(..)`";

impl Binder<'_> {
    /// `let mut name: ty = init;`
    pub(super) fn declare(&mut self, name: &PatIdent, ty: Option<Type>, init: &Expr) {
        // What is taken out of a carrier is the value, not a copy of it.
        if is_taken_out(&name.ident) {
            self.scopes.iter_mut().for_each(|scope| scope.copies.clear());
        }
        if !self.is_active(init) && !self.passes.active.contains(&std::ptr::from_ref(name)) {
            let counts = self.is_counter(name, ty.as_ref(), init);
            let init = self.observed(init);
            let known = self.are_numbers(ty.as_ref(), &init);
            let var = self.changing(name, false);
            self.is_of_numbers(var, known);
            if counts {
                self.vars[var.0].change = Change::Counter;
            }
            let colon = ty.map(|ty| quote!(: #ty));
            self.step(Step::Verbatim { tokens: quote!(let #name #colon = #init;), binds: vec![var] });
            return;
        }
        let value = self.operand_typed(init, ty.clone());
        let is_float = is_number(init) && !matches!(peel(init), Expr::Cast(_));
        let may_be_of_numbers = ty.is_none() && assumed_numbers::is_empty(init);
        self.declare_active(name, ty.or_else(|| type_of_constant(init)), Some(value), may_be_of_numbers);
        let Some(var) = self.meaning(&name.ident).map(|meaning| meaning.var) else { return };
        if is_float {
            self.floats.insert(var);
        }
        if matches!(peel(init), Expr::Call(call) if ["nothing", "one"].iter().any(|name| activity::is_private(call, name)))
        {
            self.empty_sums.insert(var);
        }
    }

    /// Whether a place is a variable that began as a literal: then it is a primitive number.
    fn is_float(&self, place: &Place) -> bool {
        place.path.is_empty() && self.floats.contains(&place.var)
    }

    /// `let name: ty;`
    pub(super) fn declare_late(&mut self, pat: &Pat, ty: Option<Type>) {
        let name = match pat {
            Pat::Ident(name) => name,
            Pat::Paren(inner) => return self.declare_late(&inner.pat, ty),
            Pat::Tuple(tuple) => {
                for (i, part) in tuple.elems.iter().enumerate() {
                    self.declare_late(part, part_of_type(ty.as_ref(), i).cloned());
                }
                return;
            }
            _ => return,
        };
        if is_carrier(&name.ident) {
            let var = self.changing(name, true);
            self.vars[var.0].change = Change::Carrier;
            self.step(Step::Declare { var, ty, value: None });
            return;
        }
        if self.passes.active.contains(&std::ptr::from_ref(name)) {
            let may_be_of_numbers = ty.is_none();
            self.declare_active(name, ty, None, may_be_of_numbers);
            return;
        }
        let var = self.changing(name, false);
        self.is_of_numbers(var, ty.as_ref().is_some_and(|ty| self.is_type_of_numbers(ty)));
        let colon = ty.map(|ty| quote!(: #ty));
        self.step(Step::Verbatim { tokens: quote!(let #name #colon;), binds: vec![var] });
    }

    /// A new variable whose value changes.
    pub(super) fn changing(&mut self, name: &PatIdent, active: bool) -> VarId {
        let var = self.fresh(name.ident.clone(), VarKind::Local, active);
        self.vars[var.0].change = Change::Some;
        self.declarations.insert(var, std::ptr::from_ref(name));
        self.name(&name.ident, Meaning::value(var));
        var
    }

    fn declare_active(&mut self, name: &PatIdent, ty: Option<Type>, value: Option<Operand>, may_be_of_numbers: bool) {
        let known = value.as_ref().is_some_and(|value| self.is_known_number(value))
            || ty.as_ref().is_some_and(|ty| self.is_type_of_numbers(ty));
        let var = self.changing(name, true);
        let declaration: Declaration = std::ptr::from_ref(name);
        let is_assumed = may_be_of_numbers && !known && !self.passes.no_numbers.contains(&declaration);
        if is_assumed {
            self.assumed.insert(var, declaration);
        }
        self.is_of_numbers(var, known || is_assumed);
        if value.is_none() {
            self.vars[var.0].change = Change::Late;
        }
        self.step(Step::Declare { var, ty, value });
    }

    /// A pattern in which names are `mut`: each of these starts as a copy of its part.
    pub(super) fn declare_parts(&mut self, pat: &Pat, ty: Option<Type>, init: &Expr) {
        let mutable = mutable_names(pat);
        let constant = !self.is_active(init)
            && !mutable.iter().any(|name| self.passes.active.contains(&std::ptr::from_ref(*name)));
        if constant {
            let init = self.observed(init);
            let colon = ty.map(|ty| quote!(: #ty));
            let binds = self.name_constants(pat);
            self.step(Step::Verbatim { tokens: quote!(let #pat #colon = #init;), binds });
            return;
        }
        let fixed = without_mut(pat);
        self.bind_value(&fixed, ty, init);
        for name in mutable {
            self.declare_copy(name);
        }
    }

    /// `let mut name = name;`
    pub(super) fn declare_copy(&mut self, name: &PatIdent) {
        let ident = &name.ident;
        let copied = syn::parse_quote!(#ident);
        if self.is_active(&copied) || self.passes.active.contains(&std::ptr::from_ref(name)) {
            let value = self.operand(&copied);
            self.declare_active(name, None, Some(value), false);
        } else {
            let known = self.is_expression_of_numbers(&copied);
            let var = self.changing(name, false);
            self.is_of_numbers(var, known);
            self.step(Step::Verbatim { tokens: quote!(let mut #ident = #ident;), binds: vec![var] });
        }
    }

    /// `place = value;`
    pub(super) fn assign(&mut self, assign: &ExprAssign) {
        if self.fill_box(&assign.left, None, &assign.right) {
            return;
        }
        if matches!(peel(&assign.left), Expr::Path(_))
            && self.is_reference(&assign.left)
            && self.is_active(&assign.left)
        {
            self.report.refuse(
                &assign.left,
                "a reference that points to different places at different times is not supported\nhelp: use one reference for each place",
            );
            return;
        }
        if let (Expr::Tuple(left), right) = (peel(&assign.left), peel(&assign.right)) {
            if changes_something(&assign.left) {
                self.report.refuse(
                    &assign.left,
                    "a side effect here may change the index on the left\nhelp: compute the index with `let` first",
                );
                return;
            }
            // All values are there before the first is assigned.
            let parts: Vec<Expr>;
            let values: Vec<&Expr> = match right {
                Expr::Tuple(right) => right.elems.iter().collect(),
                whole => {
                    let name: Ident = hygienic(&format!("whole{}", self.temporaries));
                    match self.with_a_name(|binder| binder.operand(whole)) {
                        Operand::Place(Place { written, var, path, is_ref, stopped })
                        | Operand::Lent(Place { written, var, path, is_ref, stopped }) => {
                            self.verbatim(quote!(let #name = #written;));
                            self.name(&name, Meaning { var, path, is_ref, stopped });
                        }
                        Operand::Constant { expr, again, .. } => self.name_again(&name, None, &expr, again),
                    }
                    parts = (0..left.elems.len()).map(syn::Index::from).map(|i| syn::parse_quote!(#name.#i)).collect();
                    parts.iter().collect()
                }
            };
            let values: Vec<_> = values.into_iter().map(|value| (self.is_active(value), self.operand(value))).collect();
            for (place, (active, value)) in left.elems.iter().zip(values) {
                self.assign_operand(place, value, active);
            }
            return;
        }
        if self.assign_constant_end(assign) {
            return;
        }
        let active = self.is_active(&assign.right);
        if !active && !self.changes_active(&assign.left) {
            let (left, right) = (apart_from_blocks(&self.condition(&assign.left)), self.observed(&assign.right));
            self.verbatim(quote!(#left = #right;));
            return;
        }
        self.wants_number = self.is_expression_of_numbers(&assign.left);
        let value = self.operand(&assign.right);
        self.wants_number = false;
        self.assign_operand(&assign.left, value, active);
    }

    fn assign_operand(&mut self, left: &Expr, value: Operand, active: bool) {
        let left = peel(left);
        if matches!(left, Expr::Infer(_)) {
            return;
        }
        self.becomes(left, active);
        match self.place(left) {
            Some(Operand::Place(place)) if self.is_fixed(&place) => self.refuse_place(left),
            Some(Operand::Place(place)) if self.vars[place.var.0].active => self.set(place, value),
            Some(Operand::Place(place)) => {
                if active {
                    self.refuse_hidden(left, &place);
                }
                let value = value.written();
                self.verbatim(quote!(#left = #value;));
            }
            _ => self.refuse_place(left),
        }
    }

    fn set(&mut self, place: Place, value: Operand) {
        let holds = match &value {
            Operand::Place(value) if self.nameless.contains(&value.var) && value.path.is_empty() && !value.is_ref => {
                Some((place.var, spelled(&place), value.clone()))
            }
            _ => None,
        };
        self.put(place, value);
        // Until the place changes again it holds this value, which has a name already.
        if let (Some(holds), Some(scope)) = (holds, self.scopes.last_mut()) {
            scope.copies.push(holds);
        }
    }

    /// A step that assigns.
    pub(super) fn put(&mut self, place: Place, value: Operand) {
        let is_first = match self.vars[place.var.0].change {
            // In a loop it may carry the value of an earlier iteration, unless that was taken out.
            Change::Carrier => {
                let is_put_back = matches!(&value, Operand::Place(value) if is_taken_out(&self.vars[value.var.0].name));
                is_put_back || !is_late_carrier(&self.vars[place.var.0].name) || !self.is_assigned_again(place.var)
            }
            Change::Late => !self.scopes.iter().any(|scope| Block::assigns(&scope.steps, place.var)),
            _ => false,
        };
        let is_new = is_first && place.path.is_empty();
        let old = (!is_new && !self.is_float(&place)).then(|| self.fresh(hygienic("__old"), VarKind::Local, true));
        self.step(Step::Assign { place, value, old });
    }

    /// Whether an assignment here is run more often than the declaration of the variable.
    fn is_assigned_again(&self, var: VarId) -> bool {
        let declares = |scope: &Scope| scope.steps.iter().any(|step| step.binds().contains(&var));
        self.scopes.iter().rev().take_while(|scope| !declares(scope)).any(|scope| scope.repeats)
    }

    /// Whether a place is a value that stays what it is: what a pattern took out of a variant, where it does not write it back.
    fn is_fixed(&self, place: &Place) -> bool {
        let var = &self.vars[place.var.0];
        var.active && !var.changes()
    }

    fn refuse_place(&mut self, left: &Expr) {
        self.report.refuse(
            left,
            "an assignment to this place is not supported\nhelp: assign to a variable, a field or an element, one at a time",
        );
    }

    /// Refuses a value with a derivative where nothing says which variable it goes to.
    pub(super) fn refuse_hidden(&mut self, left: &Expr, place: &Place) {
        if !self.vars[place.var.0].active && !self.declarations.contains_key(&place.var) {
            self.report.refuse(left, LOST);
        }
    }

    /// `place += value;` and the like.
    pub(super) fn compound(&mut self, binary: &ExprBinary) {
        if self.fill_box(&binary.left, Some(&binary.op), &binary.right) {
            return;
        }
        let active = self.is_active(&binary.right);
        if !active && !self.changes_active(&binary.left) {
            let (left, right) = (apart_from_blocks(&self.condition(&binary.left)), self.observed(&binary.right));
            let op = &binary.op;
            self.verbatim(quote!(#left #op #right;));
            return;
        }
        let Some(op) = operator(&binary.op) else {
            if let Some(block) = self.bit_operator(binary) {
                block.stmts.iter().for_each(|stmt| self.statement(stmt));
            }
            return;
        };
        // Of numbers the right side comes first, of any other type the left side does.
        let changed = changed_names(|changed| changed.visit_expr(&binary.right));
        if indices(&binary.left).iter().any(|name| changed.contains(name)) {
            self.report.refuse(
                &binary.right,
                "a side effect here may change the place on the left\nhelp: bind the value with `let` first",
            );
            return;
        }
        self.becomes(&binary.left, active);
        self.wants_number = self.is_expression_of_numbers(&binary.left);
        let value = self.operand(&binary.right);
        self.wants_number = false;
        self.calculated(&value);
        let Some(Operand::Place(place)) = self.place(peel(&binary.left)) else {
            self.refuse_place(&binary.left);
            return;
        };
        self.refuse_hidden(&binary.left, &place);
        if self.is_fixed(&place) {
            self.refuse_place(&binary.left);
            return;
        }
        if matches!(op, Operator::Add | Operator::Sub) {
            let is_shown = active || self.is_float(&place) && is_number(&binary.right);
            if !is_shown {
                self.claim_sum(&place, &value, binary);
            }
            // What is added to a number is one, and so is what is added to an empty sum of its type.
            let is_sum = self.empty_sums.contains(&place.var) && self.is_known_number(&value);
            self.is_of_numbers(place.var, is_sum);
            let link = (!self.vars[place.var.0].of_numbers).then(|| self.link());
            self.step(Step::Accumulate { place, op: binary.op, value, link });
            return;
        }
        // The old value is read: `place = place * value`.
        let span = binary.span();
        let old = Operand::Place(self.copy(place.clone(), None).0);
        let is_product = self.empty_sums.contains(&place.var) && self.is_known_number(&value);
        self.is_of_numbers(place.var, is_product);
        let link = if is_product { None } else { self.link_of_operator(&[&old]) };
        self.scaled.extend(link.filter(|_| self.is_known_number(&value)));
        let token = if link.is_some() { binary.op.to_token_stream() } else { plain(&binary.op) };
        let new = Operand::Place(self.temporary(span, None, Op::Binary(op, token, old, value, link), true));
        self.put(place, new);
    }

    /// Claims that a number or a tensor changes, unless the operator is the user's own.
    fn claim_sum(&mut self, place: &Place, value: &Operand, binary: &ExprBinary) {
        let (left, right, span) = (&place.written, value.through(), binary.span());
        let rule =
            Ident::new(if matches!(binary.op, BinOp::AddAssign(_)) { "of_add_assign" } else { "of_sub_assign" }, span);
        let given = value.written();
        self.verbatim(quote_spanned! {span=>
            ::cotangent::generated::operators::operands(&(#left), &(#given)).#rule().joins(&#left, &#right);
        });
    }

    /// Whether what is assigned to is active already.
    pub(super) fn changes_active(&self, left: &Expr) -> bool {
        match self.root(left) {
            Some(meaning) => self.vars[meaning.var.0].active,
            // No place: whatever stands in it may be meant.
            None => self.is_active(left),
        }
    }

    /// A variable that gets an active value is active.
    pub(super) fn becomes(&mut self, left: &Expr, active: bool) {
        if active
            && let Some(var) = self.root(left).map(|meaning| meaning.var)
            && !self.vars[var.0].active
            && let Some(declaration) = self.declarations.get(&var).copied()
            && !self.found.contains(&declaration)
        {
            if self.passes.active.contains(&declaration) {
                self.report.refuse(left, LOST);
            } else {
                self.found.insert(declaration);
            }
        }
    }

    /// An argument beside others that a derivative flows through. If none flows through this, it is shown to lead to no place that
    /// could take one.
    pub(super) fn beside<'e>(&mut self, argument: &'e Expr) -> Cow<'e, Expr> {
        if !self.may_lead(argument) || self.is_lent(argument) {
            return Cow::Borrowed(argument);
        }
        if is_place(argument) {
            let observed = self.observed(argument);
            self.verbatim(quote_spanned!(argument.span()=> ::cotangent::generated::is_unchanged(&#observed);));
            return Cow::Borrowed(argument);
        }
        let part = if self.gives_element(argument) { self.named_part(argument) } else { self.named_given(argument) };
        if let Some(part) = part {
            self.verbatim(quote_spanned!(argument.span()=> ::cotangent::generated::is_unchanged(&#part);));
            return Cow::Owned(part);
        }
        Cow::Owned(parse_quote_spanned!(argument.span()=> ::cotangent::generated::unchanged(#argument)))
    }

    /// Whether an argument without a derivative may be a mutable reference, or hold one, as far as its form tells.
    pub(super) fn may_lead(&self, argument: &Expr) -> bool {
        if self.is_active(argument) || !may_be_reference(argument) {
            return false;
        }
        match peel(argument) {
            Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Deref(_)) && self.may_lead(&unary.expr),
            Expr::Array(array) => array.elems.iter().any(|elem| self.may_lead(elem)),
            Expr::Tuple(tuple) => tuple.elems.iter().any(|elem| self.may_lead(elem)),
            Expr::Struct(literal)
                if literal.rest.is_none() && !words(quote!(#literal)).iter().any(|word| word == "mut") =>
            {
                literal.fields.iter().any(|field| self.may_lead(&field.expr))
            }
            Expr::Call(call) if self.is_stop(call) || is_length(&call.func) => false,
            path @ Expr::Path(_) => self.lookup(path).is_some_and(|meaning| {
                let var = &self.vars[meaning.var.0];
                !matches!(var.kind, VarKind::Index | VarKind::Param { by_ref: true })
                    && !self.inert.contains(&meaning.var)
            }),
            _ => true,
        }
    }

    /// Whether a method might change a variable by what derivatives flow through.
    pub(super) fn may_change(&self, call: &ExprMethodCall) -> bool {
        self.is_changed(&call.receiver)
            && (self.changes_active(&call.receiver) || call.args.iter().any(|argument| self.is_active(argument)))
    }

    /// Refuses a method whose result nobody uses: it is there for what it changes.
    pub(super) fn without_effect(&mut self, expr: &Expr) {
        if let Expr::MethodCall(call) = expr
            && self.may_change(call)
        {
            self.report.refuse(
                &call.method,
                "a change of the variable by this method would not be differentiated\nhelp: use the result of the method, or assign to the variable",
            );
        }
    }

    /// Whether a variable that starts as `expr` is a reference to a place with a derivative, or to one that may have one.
    pub(super) fn is_name_of_a_place(&self, expr: &Expr) -> bool {
        is_borrow(expr)
            || self.is_mutable(expr)
            || matches!(peel(expr), Expr::Reference(reference) if self.is_active(&reference.expr))
    }

    /// Whether an expression is another name for a place: a reference to it, or a name that is such.
    pub(super) fn is_borrowed(&self, expr: &Expr) -> bool {
        match peel(expr) {
            Expr::Reference(reference) => {
                is_place(&reference.expr)
                    && self.root(&reference.expr).is_some()
                    && !self.is_constant_reference(&reference.expr)
            }
            path @ Expr::Path(_) => self.lookup(path).is_some_and(|meaning| meaning.is_ref || self.is_index(meaning)),
            Expr::MethodCall(call) => self.is_slice(call) || is_lent_mutably(call) && self.is_lent_content(call),
            _ => false,
        }
    }

    /// Whether an expression is the name of a reference without a derivative: a reference to that is a value of its own.
    fn is_constant_reference(&self, expr: &Expr) -> bool {
        self.lookup(peel(expr)).is_some_and(|meaning| {
            let var = &self.vars[meaning.var.0];
            meaning.is_ref && !var.active && !var.changes()
        })
    }
}

/// Whether an expression is one of numbers, by its form.
fn is_number(expr: &Expr) -> bool {
    match peel(expr) {
        Expr::Lit(_) | Expr::Cast(_) => true,
        Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Neg(_)) && is_number(&unary.expr),
        _ => false,
    }
}

/// The names in the indices of a place.
fn indices(place: &Expr) -> Vec<Ident> {
    match peel(place) {
        Expr::Index(index) => [indices(&index.expr), words(index.index.to_token_stream())].concat(),
        Expr::Field(field) => indices(&field.base),
        Expr::Unary(unary) => indices(&unary.expr),
        _ => Vec::new(),
    }
}

/// Whether an expression may be a mutable reference, or hold one, as far as its form tells. One that is written out is looked for apart.
pub(super) fn may_be_reference(expr: &Expr) -> bool {
    let is_value = matches!(
        peel(expr),
        Expr::Lit(_) | Expr::Binary(_) | Expr::Cast(_) | Expr::Closure(_) | Expr::Range(_) | Expr::Reference(_)
    );
    !is_value
}

/// `&mut ..`
pub(super) fn is_borrow(expr: &Expr) -> bool {
    match peel(expr) {
        Expr::Reference(reference) => reference.mutability.is_some(),
        Expr::MethodCall(call) => slice_of(call).is_some_and(|(_, is_mutable)| is_mutable) || is_lent_mutably(call),
        _ => false,
    }
}

/// `*` of `*=`, at its place.
fn plain(op: &BinOp) -> proc_macro2::TokenStream {
    let span = op.span();
    match op {
        BinOp::MulAssign(_) => quote::quote_spanned!(span=> *),
        BinOp::DivAssign(_) => quote::quote_spanned!(span=> /),
        _ => quote::quote_spanned!(span=> %),
    }
}
