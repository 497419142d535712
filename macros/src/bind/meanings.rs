//! Names and what they stand for: a variable, or a part of one.

use std::rc::Rc;

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{Expr, ExprClosure, ExprMethodCall, Ident, Pat, Type};

use super::assign::is_borrow;
use super::boxes::is_box;
use super::vectors::names_another;
use super::{Binder, Meaning, Scope, peel};
use crate::accept::signature::{Constant, Origin, Parameter};
use crate::ir::{Change, Param, Step, Var, VarId, VarKind};
use crate::naming::is_reserved;
use crate::syntax::effects::{self, Meanings, has_changing_name};
use crate::syntax::patterns::{mutable_names, names_in, without_mut};

impl Binder<'_> {
    pub(super) fn parameter(&mut self, index: usize, parameter: &Parameter) -> Param {
        let Parameter { pat, ty, reference, lent, receiver, own, constant, origin } = parameter;
        let fixed = without_mut(pat);
        // The reverse half of a closure has references to what is captured.
        let is_captured = matches!(origin, Origin::Captured { .. }) && constant.is_none();
        let kind = if *lent { VarKind::Lent } else { VarKind::Param { by_ref: reference.is_some() || is_captured } };
        let (name, pattern) = match &fixed {
            Pat::Ident(name) => (name.ident.clone(), None),
            other => {
                (Ident::new(&format!("arg{index}"), Span::mixed_site().located_at(other.span())), Some(quote!(#other)))
            }
        };
        let var = self.fresh(name.clone(), kind, constant.is_none());
        if *lent {
            self.vars[var.0].change = Change::Some;
        }
        let meaning = Meaning { var, path: Vec::new(), is_ref: reference.is_some(), stopped: false };
        self.vars[var.0].is_function =
            matches!(origin, Origin::Function(_) | Origin::Captured { is_function: true, .. });
        if self.vars[var.0].is_function || matches!(origin, Origin::Closure { .. }) && reference.is_none() {
            self.vars[var.0].reference = Some(crate::naming::reference_to(&name));
            self.vars[var.0].handed_on = matches!(origin, Origin::Closure { handed_on: true });
        }
        if *constant == Some(Constant::Spelled) {
            self.inert.insert(var);
        }
        if is_list(ty) {
            self.lists.insert(var);
        }
        let is_captured_number = matches!(origin, Origin::Captured { is_number: true, .. });
        self.is_of_numbers(var, is_captured_number || self.is_type_of_numbers(ty));
        if matches!(ty, Type::Slice(_)) {
            self.slices.insert(var);
        }
        if is_box(ty) {
            self.boxes.insert(var);
        }
        if names_another(ty) {
            self.own_types.insert(var);
        }
        if *own {
            self.own_structs.insert(var);
        }
        if pattern.is_some() {
            self.take_apart(&fixed, &meaning);
            if *lent {
                self.name_mutable(&fixed);
            }
        } else {
            self.name(&name, meaning);
        }
        let (ty, reference) = (ty.clone(), reference.clone());
        let claims_constant = *constant == Some(Constant::Spelled);
        let function = if let Origin::Function(of) = origin { Some(of.clone()) } else { None };
        Param { var, ty, reference, lent: *lent, receiver: *receiver, pattern, claims_constant, function }
    }

    pub(super) fn fresh(&mut self, name: Ident, kind: VarKind, active: bool) -> VarId {
        let base = name.to_string();
        let base = base.trim_start_matches("r#").trim_start_matches('_');
        let base = match base.chars().next() {
            None => "v".to_owned(),
            Some(first) if first.is_numeric() => format!("_{base}"),
            Some(_) => base.to_owned(),
        };
        // What is left of a name may be a word of the language.
        let base = if syn::parse_str::<Ident>(&base).is_err() { format!("{base}_") } else { base };
        let mut unique = base.clone();
        let mut n = 0;
        while is_reserved(&unique) || !self.names.insert(unique.clone()) {
            n += 1;
            unique = format!("{base}_v{n}");
        }
        let span = Span::mixed_site().located_at(name.span());
        let unique = match kind {
            VarKind::Param { .. } | VarKind::Lent => name.clone(),
            VarKind::Local | VarKind::Index => Ident::new(&unique, span),
        };
        let of_numbers = kind == VarKind::Index;
        self.vars.push(Var { unique, active, kind, of_numbers, ..Var::constant(name) });
        VarId(self.vars.len() - 1)
    }

    pub(super) fn name(&mut self, name: &Ident, meaning: Meaning) {
        let Some(scope) = self.scopes.last_mut() else { return };
        scope.mutable.remove(name);
        scope.functions.remove(name);
        if let Some(hidden) = scope.names.insert(name.to_string(), meaning) {
            let var = &mut self.vars[hidden.var.0];
            // Another name for a part of it hides nothing, nor does a name for a variable of a block around this one.
            let is_here = || scope.steps.iter().any(|step| step.binds().contains(&hidden.var));
            // Nor does a name of the user's hide one of the macro's, which may be spelled alike.
            let is_own = self.nameless.contains(&hidden.var);
            var.shadowed |= var.kind == VarKind::Local && var.name == *name && !is_own && is_here();
        }
    }

    /// Every name in a pattern is a value of its own, through which no derivative flows.
    pub(super) fn name_constants(&mut self, pat: &Pat) -> Vec<VarId> {
        names_in(pat)
            .into_iter()
            .map(|name| {
                // One that gets a derivative later starts as a copy.
                if name.mutability.is_some() && !self.passes.active.contains(&std::ptr::from_ref(name)) {
                    return self.changing(name, false);
                }
                let var = self.fresh(name.ident.clone(), VarKind::Local, false);
                self.name(&name.ident, Meaning::value(var));
                var
            })
            .collect()
    }

    /// The same, of a pattern that something else writes down: an arm, a loop, a condition.
    pub(super) fn bind_constants(&mut self, pat: &Pat) {
        let binds = self.name_constants(pat);
        self.unsized_perhaps.extend(&binds);
        self.step(Step::Verbatim { tokens: TokenStream::new(), binds });
        for name in mutable_names(pat) {
            if self.passes.active.contains(&std::ptr::from_ref(name)) {
                self.declare_copy(name);
            }
        }
    }

    /// The names in a pattern are mutable references.
    pub(super) fn name_mutable(&mut self, pat: &Pat) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.mutable.extend(names_in(pat).into_iter().map(|name| name.ident.clone()));
        }
    }

    /// Whether an expression is a mutable reference, by its spelling, or the name of one.
    pub(super) fn is_mutable(&self, expr: &Expr) -> bool {
        let expr = peel(expr);
        let Some(meaning) = self.lookup(expr) else {
            return is_borrow(expr);
        };
        let Expr::Path(path) = expr else { return false };
        let name = path.path.get_ident();
        let scope = name.and_then(|name| self.scope_of(name));
        let is_parameter = self.vars[meaning.var.0].kind == VarKind::Lent && meaning.path.is_empty();
        meaning.is_ref && (is_parameter || scope.zip(name).is_some_and(|(scope, name)| scope.mutable.contains(name)))
    }

    /// Whether an argument of a call is one of a closure that is only handed on: what is called may change it.
    pub(super) fn is_handed_on(&self, argument: &Expr) -> bool {
        self.lookup(peel(argument)).is_some_and(|meaning| self.vars[meaning.var.0].handed_on)
    }

    pub(super) fn lookup(&self, expr: &Expr) -> Option<&Meaning> {
        let Expr::Path(path) = expr else { return None };
        self.meaning(path.path.get_ident().filter(|_| path.qself.is_none())?)
    }

    pub(super) fn meaning(&self, name: &Ident) -> Option<&Meaning> {
        let name = name.to_string();
        self.scopes.iter().rev().find_map(|scope| scope.names.get(&name))
    }

    pub(super) fn meaning_mut(&mut self, name: &Ident) -> Option<&mut Meaning> {
        let name = name.to_string();
        self.scopes.iter_mut().rev().find_map(|scope| scope.names.get_mut(&name))
    }

    /// The scope that a name has its meaning from.
    pub(super) fn scope_of(&self, name: &Ident) -> Option<&Scope> {
        let name = name.to_string();
        self.scopes.iter().rev().find(|scope| scope.names.contains_key(&name))
    }
}

/// Whether a type is spelled as a list with indices.
fn is_list(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Array(_) | syn::Type::Slice(_) => true,
        syn::Type::Path(path) => path.path.segments.last().is_some_and(|last| last.ident == "Vec"),
        _ => false,
    }
}

/// Methods that do not change a number or a list, whoever wrote them.
const LOOKING: [&str; 28] = [
    "len",
    "is_empty",
    "iter",
    "get",
    "contains",
    "first",
    "last",
    "clone",
    "copied",
    "cloned",
    "abs",
    "pow",
    "powi",
    "powf",
    "sqrt",
    "exp",
    "ln",
    "sin",
    "cos",
    "tan",
    "tanh",
    "min",
    "max",
    "rem_euclid",
    "abs_diff",
    "to_vec",
    "is_some",
    "is_none",
];

impl Meanings for Binder<'_> {
    fn is_reference(&self, place: &Expr) -> bool {
        Binder::is_reference(self, place)
    }

    fn is_mutable_reference(&self, place: &Expr) -> bool {
        matches!(peel(place), Expr::Path(_)) && self.is_mutable(place)
    }

    fn may_change_receiver(&self, call: &ExprMethodCall) -> bool {
        // A method of a value with a derivative that changes it and is none of these is refused where it is called.
        self.is_changed(&call.receiver)
            && (has_changing_name(call)
                || !self.changes_active(&call.receiver) && !LOOKING.iter().any(|method| call.method == method))
    }

    fn may_lend_receiver(&self, call: &ExprMethodCall) -> bool {
        !LOOKING.iter().any(|method| call.method == method) && self.lent_receiver(call, false).is_some()
    }

    fn is_walked(&self, source: &Expr) -> bool {
        self.gives_iterator(source)
    }

    fn closure_code(&self, name: &Ident) -> Option<Rc<ExprClosure>> {
        Binder::closure_code(self, name)
    }

    fn next_chain(&self) -> usize {
        self.passes.chains.replace(self.passes.chains.get() + 1)
    }
}

impl Binder<'_> {
    /// Whether a closure or a function changes more than variables of its own, as far as is known of what it calls.
    pub(super) fn changes_outside(&self, function: &Expr) -> bool {
        effects::changes_outside(function, self)
    }

    /// The same, if a method changes what it is called on that may.
    pub(super) fn has_effects(&self, expr: &Expr) -> bool {
        self.changes_outside(expr) || !effects::lent_names(self, |changes| changes.visit_expr(expr)).is_empty()
    }
}
