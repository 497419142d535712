//! What no derivative flows through: the forward half has it as it stands, but for names that mean something else there, and for proofs.
//!
//! Values with a derivative may occur in such an expression where it does not depend on them smoothly. Then two things could go wrong
//! in silence, and neither can here:
//!
//! - **The value depends on them after all**, because a name is not what it looks like. Where the language itself says the type, as of
//!   a condition or a comparison, nothing is to be shown. Elsewhere the part is wrapped in `inert(..)`, which takes no type with a
//!   derivative.
//! - **They are put aside and come back elsewhere.** Assignments of them are refused. A function or a method that is given one must have
//!   a derivative, or be one of the standard library that is known to keep nothing: the compiler looks that up (`inactive/arguments.rs`). A
//!   macro of the standard library is called by its full path; any other gets values that can only be formatted (`inactive/macros.rs`).

mod arguments;
mod macros;

use std::collections::{HashMap, HashSet};

use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Local, Macro, Pat, PatIdent, Stmt, UnOp, parse_quote, parse_quote_spanned};

use super::activity::gives_literals;
use super::errors::is_error_by_macro;
use super::numbers_of_bits::whose_bits;
use super::{Binder, Meaning, Scope, peel};
use crate::accept::body::{Family, UNSAFE, family, is_of_the_user};
use crate::accept::checkpoint_attribute as checkpoint;
use crate::accept::signature::is_constant_type;
use crate::desugar::exits::is_carrier;
use crate::desugar::inlining::inlined;
use crate::ir::{VarId, VarKind};
use crate::syntax::is_compound;
use crate::syntax::patterns::{names_in, referring_names};

/// What is refused of a variable that may change where nothing is followed.
const CHANGED: &str =
    "this change of the variable would not be differentiated\nhelp: assign to it, element by element if necessary";

impl Binder<'_> {
    /// An expression whose value no derivative flows through, as the forward half has it.
    pub(super) fn observed(&mut self, expr: &Expr) -> Expr {
        self.observe(expr, false)
    }

    /// An expression whose value is a `bool` or is not used, as the forward half has it.
    pub(super) fn condition(&mut self, expr: &Expr) -> Expr {
        self.observe(expr, true)
    }

    /// The condition of a branch or a loop: what it names is named there only.
    pub(super) fn condition_before(&mut self, expr: &Expr) -> Expr {
        self.scopes.push(Scope::default());
        let condition = self.condition(expr);
        self.leave_names();
        condition
    }

    /// The end of a part with names of its own. What it does is done where it stands.
    fn leave_names(&mut self) {
        if let Some(inner) = self.scopes.pop()
            && let Some(scope) = self.scopes.last_mut()
        {
            scope.steps.extend(inner.steps);
        }
    }

    fn observe(&mut self, expr: &Expr, proved: bool) -> Expr {
        let expr = checkpoint::without(expr, VisitMut::visit_expr_mut);
        self.settled(proved, &expr, |expr, observed| observed.visit_expr_mut(expr))
    }

    /// A macro that only looks at values.
    pub(super) fn observed_macro(&mut self, mac: &syn::StmtMacro) -> Stmt {
        self.settled(true, &Stmt::Macro(mac.clone()), |mac, observed| observed.visit_stmt_mut(mac))
    }

    /// Looks again as long as variables turn out to be active that are declared in what is looked at.
    fn settled<T: Clone>(&mut self, proved: bool, part: &T, look: impl Fn(&mut T, &mut Observed<'_, '_>)) -> T {
        let mut active = HashSet::new();
        loop {
            let (vars, names, mistakes) = (self.vars.len(), self.names.clone(), std::mem::take(self.report));
            let mut part = part.clone();
            let mut observed = Observed {
                binder: self,
                proved,
                gives: false,
                on_purpose: false,
                own: HashMap::new(),
                active: active.clone(),
                found: HashSet::new(),
            };
            look(&mut part, &mut observed);
            let found = observed.found;
            let found_mistakes = std::mem::replace(self.report, mistakes);
            if found.is_empty() {
                self.report.merge(found_mistakes);
                return part;
            }
            self.vars.truncate(vars);
            self.names = names;
            active.extend(found);
        }
    }

    /// A call of a closure where no derivative is wanted, or nothing.
    fn written_out(&mut self, call: &syn::ExprCall) -> Option<Expr> {
        let closure = self.called_closure(call)?;
        let body = inlined(call, &closure);
        Some(parse_quote!(#body))
    }
}

/// What looks at active variables.
struct Observed<'b, 'r> {
    binder: &'b mut Binder<'r>,
    /// Whether the language says that the value here has no derivative, or nobody uses it.
    proved: bool,
    /// Whether a closure here is called with what may be active.
    gives: bool,
    /// Whether the user ended the derivative: then functions may do with values what they like.
    on_purpose: bool,
    /// Variables that are declared in the expression.
    own: HashMap<VarId, Own>,
    /// The numbers of those that are known to be active because of what they are assigned.
    active: HashSet<usize>,
    /// More of them.
    found: HashSet<usize>,
}

/// A variable that is declared in the expression.
#[derive(Clone, Copy)]
struct Own {
    /// Whether that is where the value is `proved`.
    proved: bool,
    number: usize,
}

impl Observed<'_, '_> {
    /// A part of the program with names of its own.
    fn within(&mut self, part: impl FnOnce(&mut Self)) {
        self.binder.scopes.push(Scope::default());
        part(self);
        self.binder.leave_names();
    }

    /// A part, whose value has no derivative, or is not used, if `proved`.
    fn proved_if(&mut self, proved: bool, part: impl FnOnce(&mut Self)) {
        let before = self.proved;
        self.proved |= proved;
        part(self);
        self.proved = before;
    }

    /// From here on the names of a pattern are variables of the expression. What they are given may be active.
    fn name(&mut self, pat: &Pat, active: bool) {
        for name in names_in(pat) {
            let number = self.own.len();
            let active = active || self.active.contains(&number);
            let var = self.binder.fresh(name.ident.clone(), VarKind::Local, active);
            self.binder.name(&name.ident, Meaning::value(var));
            self.own.insert(var, Own { proved: self.proved, number });
        }
    }

    /// A pattern that takes apart `of`. Through a mutable reference into what is active its value could change.
    fn take_apart(&mut self, pat: &Pat, of: &Expr, active: bool) {
        let lends = names_in(pat).into_iter().find(|name| name.by_ref.is_some() && name.mutability.is_some());
        if let Some(name) = lends
            && self.binder.root(of).is_some()
            && self.binder.changes_active(of)
            && !self.is_own(of)
        {
            self.binder.report.refuse(name, CHANGED);
        }
        let mut references = Vec::new();
        self.references(pat, of, &mut references);
        self.name(pat, active);
        for name in references {
            if let Some(meaning) = self.binder.meaning(&name.ident).cloned() {
                self.binder.name(&name.ident, Meaning { is_ref: true, ..meaning });
            }
        }
    }

    /// The names of references, where a pattern takes a reference apart, or a tuple of references: `let (a, b) = &value;`
    fn references<'p>(&self, pat: &'p Pat, of: &Expr, found: &mut Vec<&'p PatIdent>) {
        match (pat, peel(of)) {
            (Pat::Tuple(pats), Expr::Tuple(values)) if pats.elems.len() == values.elems.len() => {
                pats.elems.iter().zip(&values.elems).for_each(|(pat, of)| self.references(pat, of, found));
            }
            (pat, Expr::Reference(reference)) if reference.mutability.is_none() => found.extend(referring_names(pat)),
            (pat, name) if self.binder.is_reference(name) && !self.binder.is_mutable(name) => {
                found.extend(referring_names(pat));
            }
            _ => {}
        }
    }

    /// `expr`, whose type is shown to have no derivative.
    fn prove(&mut self, expr: &mut Expr) {
        if !self.proved {
            *expr = parse_quote_spanned!(expr.span()=> ::cotangent::generated::inert(#expr));
        }
    }

    /// Whether an expression is a name that the macro gives to a list. Variables of users have no such names (`desugar/renames.rs`), but
    /// parameters may.
    fn is_named_list(&self, expr: &Expr) -> bool {
        let Expr::Path(path) = expr else { return false };
        let Some(name) = path.path.get_ident().filter(|name| name.to_string().starts_with("__all")) else {
            return false;
        };
        self.binder
            .meaning(name)
            .is_some_and(|meaning| self.binder.vars[meaning.var.0].name != *name || !meaning.path.is_empty())
    }

    /// Whether the root of a place is a variable of the expression.
    fn is_own(&self, place: &Expr) -> bool {
        self.binder.root(place).is_some_and(|meaning| self.own.contains_key(&meaning.var))
    }

    /// `left = right`, `left += right`
    fn assignment(&mut self, whole: &dyn ToTokens, left: &mut Expr, right: &mut Expr) {
        let brings = self.binder.is_active(right);
        let own = self.binder.lookup(peel(left)).and_then(|meaning| Some((meaning.var, *self.own.get(&meaning.var)?)));
        let is_lost = match own {
            Some((var, Own { proved: true, number })) => {
                if brings && !self.binder.vars[var.0].active {
                    self.found.insert(number);
                }
                false
            }
            Some(_) => brings,
            None => brings || (self.binder.changes_active(left) && !self.is_own(left)),
        };
        if is_lost {
            self.binder.report.refuse(
                whole.to_token_stream(),
                "an assignment in this place is not supported\nhelp: make it a statement of its own",
            );
        }
        self.proved_if(true, |inner| inner.visit_expr_mut(right));
        if !matches!(peel(left), Expr::Path(_)) {
            self.visit_expr_mut(left);
            // A block would be a statement of its own.
            if matches!(left, Expr::Block(_)) {
                *left = parse_quote!((#left));
            }
        }
    }

    /// An index, which may be one of the user's if it is not of a place.
    fn index(&mut self, of: &mut syn::ExprIndex) {
        if !matches!(*of.expr, Expr::Path(_)) {
            self.visit_expr_mut(&mut of.expr);
        }
        let mentions = self.binder.mentions_active(&of.index);
        self.proved_if(mentions, |inner| inner.visit_expr_mut(&mut of.index));
        if mentions {
            self.prove(&mut of.index);
        }
    }
}

impl Observed<'_, '_> {
    /// A macro may be anybody's: where it has a value, that must carry no derivative. Those of `core` have none.
    fn value_of_macro(&mut self, expr: &mut Expr) {
        let Expr::Macro(e) = expr else { return };
        let is_without = match family(&e.mac) {
            Some(Family::Core) => true,
            Some(Family::Fails) => self.proved,
            _ => false,
        };
        self.visit_macro_mut(&mut e.mac);
        if macros::is_of_anybody(&e.mac) {
            *expr = macros::called(&e.mac);
        }
        if !is_without {
            self.prove(expr);
        }
    }

    fn path(&mut self, expr: &mut Expr) {
        if carried(expr) {
            *expr = parse_quote!(::cotangent::generated::arrived(#expr));
        } else if self.binder.is_mutable(expr) && self.binder.changes_active(expr) {
            // What looks at a name of a mutable reference gets one that does not allow a change.
            *expr = parse_quote_spanned!(expr.span()=> (&*#expr));
        } else if let Expr::Path(path) = expr
            && path.path.get_ident().is_some_and(|name| self.binder.closure_code(name).is_some())
        {
            self.binder.report.refuse(path, super::closures::NO_VALUE);
        } else {
            visit_mut::visit_expr_mut(self, expr);
        }
    }

    fn method_call(&mut self, expr: &mut Expr) {
        let Expr::MethodCall(e) = expr else { return };
        // `x.iter().position(is_zero)`: what a closure captured is still what it was, so its code may stand here.
        for argument in &mut e.args {
            if let Expr::Path(path) = peel(argument)
                && let Some(code) = path.path.get_ident().and_then(|name| self.binder.closure_code(name))
            {
                *argument = Expr::Closure((*code).clone());
            }
        }
        let may_change = self.binder.may_change(e);
        let by_reference = |receiver: &mut Expr| *receiver = parse_quote_spanned!(receiver.span()=> (&#receiver));
        // Of a list that the macro has named, and shown to be one.
        if e.method == "len" && self.is_named_list(&e.receiver) {
        } else if self.binder.is_active(&e.receiver) || self.is_given(&e.args) {
            if may_change {
                by_reference(&mut e.receiver);
            }
            self.proved_if(true, |inner| inner.method(e));
            self.prove(expr);
        } else {
            visit_mut::visit_expr_method_call_mut(self, e);
            if may_change {
                by_reference(&mut e.receiver);
            }
        }
    }
}

impl VisitMut for Observed<'_, '_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        self.binder.observers.takes_bits |= whose_bits(expr).is_some_and(|of| self.binder.mentions_active(of));
        match expr {
            Expr::Assign(e) if carried(&e.left) => {
                self.visit_expr_mut(&mut e.right);
                let value = &e.right;
                *e.right = parse_quote!(::core::option::Option::Some(#value));
            }
            Expr::Assign(e) => {
                let whole = e.clone();
                self.assignment(&whole, &mut e.left, &mut e.right);
            }
            Expr::Binary(e) if is_compound(&e.op) => {
                let whole = e.clone();
                self.assignment(&whole, &mut e.left, &mut e.right);
            }
            Expr::Macro(e) if is_of_the_user(&e.mac) => self.macro_of_the_user(expr),
            Expr::Macro(e) if self.is_given_to(&e.mac) => self.value_of_macro(expr),
            Expr::Binary(e) => self.operator(e),
            Expr::Reference(e)
                if e.mutability.is_some() && self.binder.changes_active(&e.expr) && !self.is_own(&e.expr) =>
            {
                self.binder.report.refuse(e, CHANGED);
            }
            Expr::Unary(e) if matches!(e.op, UnOp::Not(_)) && self.binder.mentions_active(&e.expr) => {
                self.proved_if(true, |inner| inner.visit_expr_mut(&mut e.expr));
                self.prove(expr);
            }
            Expr::Cast(e) if is_constant_type(&e.ty) && self.binder.mentions_active(&e.expr) => {
                self.proved_if(true, |inner| inner.visit_expr_mut(&mut e.expr));
                self.prove(expr);
            }
            Expr::Unsafe(e) if self.binder.mentions_active(&Expr::Unsafe(e.clone())) => {
                self.binder.report.refuse(e.unsafe_token, UNSAFE);
            }
            Expr::Call(e) if self.binder.called_closure(e).is_some() => {
                if let Some(written_out) = self.binder.written_out(e) {
                    *expr = written_out;
                }
                visit_mut::visit_expr_mut(self, expr);
            }
            // What an error carries has no derivative.
            Expr::Call(e) if is_error_by_macro(e) => {
                self.proved_if(true, |inner| visit_mut::visit_expr_call_mut(inner, e));
            }
            Expr::Call(e) if self.binder.is_stop(e) || self.is_given(&e.args) || self.binder.is_active(&e.func) => {
                self.call(expr);
            }
            Expr::Path(_) => self.path(expr),
            Expr::Field(e) if matches!(*e.base, Expr::Path(_)) => {}
            Expr::Index(e) => self.index(e),
            Expr::Unary(e) if matches!((e.op, &*e.expr), (UnOp::Deref(_), Expr::Path(_))) => {}
            Expr::MethodCall(_) => self.method_call(expr),
            Expr::Struct(e) if e.fields.iter().any(|field| self.binder.is_active(&field.expr)) => {
                visit_mut::visit_expr_struct_mut(self, e);
                *expr = parse_quote_spanned!(expr.span()=> ::cotangent::generated::confined(#expr));
            }
            Expr::Match(e) => {
                let active = self.binder.is_active(&e.expr);
                let of = e.expr.clone();
                self.proved_if(gives_literals(e), |inner| inner.visit_expr_mut(&mut e.expr));
                e.arms.iter_mut().for_each(|arm| self.arm(arm, &of, active));
            }
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut Macro) {
        self.look_at(mac);
    }

    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        match stmt {
            Stmt::Macro(mac) => {
                self.visit_macro_mut(&mut mac.mac);
                if macros::is_of_anybody(&mac.mac) {
                    *stmt = Stmt::Expr(macros::called(&mac.mac), Some(mac.semi_token.unwrap_or_default()));
                }
            }
            Stmt::Expr(_, Some(_)) => self.proved_if(true, |inner| visit_mut::visit_stmt_mut(inner, stmt)),
            _ => visit_mut::visit_stmt_mut(self, stmt),
        }
    }

    fn visit_local_mut(&mut self, local: &mut Local) {
        if let (Pat::Ident(name), None) = (&mut local.pat, &local.init)
            && is_carrier(&name.ident)
        {
            name.mutability = Some(parse_quote!(mut));
            let (eq_token, expr) = (parse_quote!(=), parse_quote!(::core::option::Option::None));
            local.init = Some(syn::LocalInit { eq_token, expr, diverge: None });
        }
        let active = local.init.as_ref().is_some_and(|init| self.binder.is_active(&init.expr));
        let of = local.init.as_ref().map(|init| init.expr.clone());
        visit_mut::visit_local_mut(self, local);
        match of {
            Some(of) => self.take_apart(&local.pat, &of, active),
            None => self.name(&local.pat, active),
        }
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        self.within(|inner| visit_mut::visit_block_mut(inner, block));
    }

    fn visit_expr_break_mut(&mut self, exit: &mut syn::ExprBreak) {
        visit_mut::visit_expr_break_mut(self, exit);
        if let (Some(_), Some(value)) = (&exit.label, &mut exit.expr) {
            // `syn` takes the `::` of a path behind a label for the colon of another label.
            **value = parse_quote_spanned!(value.span()=> (#value));
        }
    }

    fn visit_expr_if_mut(&mut self, branch: &mut syn::ExprIf) {
        self.within(|inner| {
            inner.proved_if(true, |inner| inner.visit_expr_mut(&mut branch.cond));
            inner.visit_block_mut(&mut branch.then_branch);
        });
        if let Some((_, otherwise)) = &mut branch.else_branch {
            self.visit_expr_mut(otherwise);
        }
    }

    fn visit_expr_while_mut(&mut self, each: &mut syn::ExprWhile) {
        self.within(|inner| {
            inner.proved_if(true, |inner| inner.visit_expr_mut(&mut each.cond));
            inner.visit_block_mut(&mut each.body);
        });
    }

    fn visit_expr_let_mut(&mut self, found: &mut syn::ExprLet) {
        let active = self.binder.is_active(&found.expr);
        let of = found.expr.clone();
        self.visit_expr_mut(&mut found.expr);
        self.take_apart(&found.pat, &of, active);
    }

    fn visit_expr_for_loop_mut(&mut self, each: &mut syn::ExprForLoop) {
        let active = self.binder.is_active(&each.expr);
        self.visit_expr_mut(&mut each.expr);
        self.within(|inner| {
            inner.name(&each.pat, active);
            inner.visit_block_mut(&mut each.body);
        });
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        let gives = std::mem::take(&mut self.gives);
        self.within(|inner| {
            closure.inputs.iter().for_each(|pat| inner.name(pat, gives));
            inner.visit_expr_mut(&mut closure.body);
        });
        self.gives = gives;
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
    fn visit_expr_const_mut(&mut self, _: &mut syn::ExprConst) {}
}

impl Observed<'_, '_> {
    fn arm(&mut self, arm: &mut syn::Arm, of: &Expr, active: bool) {
        self.within(|inner| {
            inner.take_apart(&arm.pat, of, active);
            if let Some((_, guard)) = &mut arm.guard {
                inner.proved_if(true, |inner| inner.visit_expr_mut(guard));
            }
            inner.visit_expr_mut(&mut arm.body);
        });
    }
}

/// Whether an expression is what carries the value of an exit.
fn carried(expr: &Expr) -> bool {
    matches!(expr, Expr::Path(path) if path.path.get_ident().is_some_and(is_carrier))
}
