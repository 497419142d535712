//! What no derivative flows through: the forward half has it as it stands, but for names that mean something else there, and for proofs.
//!
//! Values with a derivative may occur in such an expression where it does not depend on them smoothly. Then two things could go wrong
//! in silence, and neither can here:
//!
//! - **The value depends on them after all**, because a name is not what it looks like. Where the language itself says the type, as of
//!   a condition or a comparison, nothing is to be shown. Elsewhere the part is wrapped in `inert(..)`, which takes no type with a
//!   derivative.
//! - **They are put aside and come back elsewhere.** Assignments of them are refused. A function or a method that is given one must have
//!   a derivative, or be one of the standard library that is known to keep nothing: the compiler looks that up (`annotated`, `seen`). A
//!   macro of the standard library is called by its full path; any other sees only values that can be formatted (`shown`).

use std::collections::{HashMap, HashSet};

use quote::{ToTokens, quote, quote_spanned};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprMethodCall, Ident, Local, Macro, Pat, Stmt, Token, UnOp, parse_quote, parse_quote_spanned};

use super::activity::{is_comparison, is_stop};
use super::assign::{LOST, is_compound};
use super::exchange::exchanged;
use super::exits::is_carrier;
use super::expressions::{BITWISE, is_bitwise, is_constructor, number};
use super::{Binder, Meaning, Scope, peel};
use crate::accept::body::{Family, family, shown_names};
use crate::accept::checkpoint;
use crate::ir::{VarId, VarKind};

impl Binder<'_> {
    /// An expression whose value no derivative flows through, as the forward half has it.
    pub(super) fn observed(&mut self, expr: &Expr) -> Expr {
        self.observe(expr, false)
    }

    /// An expression whose value is a `bool` or is not used, as the forward half has it.
    pub(super) fn condition(&mut self, expr: &Expr) -> Expr {
        self.observe(expr, true)
    }

    fn observe(&mut self, expr: &Expr, proved: bool) -> Expr {
        let expr = checkpoint::without(expr, VisitMut::visit_expr_mut);
        self.settled(proved, &expr, |expr, observed| observed.visit_expr_mut(expr))
    }

    /// A macro that only looks at values.
    pub(super) fn observed_macro(&mut self, mac: &Macro) -> Macro {
        self.settled(true, mac, |mac, observed| observed.visit_macro_mut(mac))
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
                fed: false,
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
        let body = super::closures::inlined(call, &closure);
        Some(parse_quote!(#body))
    }
}

/// What looks at active variables.
struct Observed<'b, 'r> {
    binder: &'b mut Binder<'r>,
    /// Whether the language says that the value here has no derivative, or nobody uses it.
    proved: bool,
    /// Whether a closure here is called with what may be active.
    fed: bool,
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
        if let Some(inner) = self.binder.scopes.pop()
            && let Some(scope) = self.binder.scopes.last_mut()
        {
            scope.steps.extend(inner.steps);
        }
    }

    /// A part whose value cannot have a derivative, or is not used.
    fn proved(&mut self, part: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.proved, true);
        part(self);
        self.proved = before;
    }

    /// From here on the names of a pattern are variables of the expression. What they are given may be active.
    fn name(&mut self, pat: &Pat, active: bool) {
        struct Names<'ast>(Vec<&'ast syn::PatIdent>);
        impl<'ast> Visit<'ast> for Names<'ast> {
            fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
                self.0.push(name);
                syn::visit::visit_pat_ident(self, name);
            }
        }
        let mut names = Names(Vec::new());
        names.visit_pat(pat);
        for name in names.0 {
            let number = self.own.len();
            let active = active || self.active.contains(&number);
            let var = self.binder.fresh(name.ident.clone(), VarKind::Local, active);
            self.binder.name(&name.ident, Meaning::value(var));
            self.own.insert(var, Own { proved: self.proved, number });
        }
    }

    /// `expr`, whose type is shown to have no derivative.
    fn prove(&mut self, expr: &mut Expr) {
        if !self.proved {
            *expr = parse_quote_spanned!(expr.span()=> ::cotangent::private::inert(#expr));
        }
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
        self.proved(|inner| inner.visit_expr_mut(right));
        if !matches!(peel(left), Expr::Path(_)) {
            self.visit_expr_mut(left);
        }
    }

    /// Refuses `&mut` beside operands with a derivative.
    fn lends(&mut self, arguments: &Punctuated<Expr, Token![,]>) {
        struct Lent<'ast>(Vec<&'ast syn::ExprReference>);
        impl<'ast> Visit<'ast> for Lent<'ast> {
            fn visit_expr_reference(&mut self, reference: &'ast syn::ExprReference) {
                if reference.mutability.is_some() {
                    self.0.push(reference);
                }
                syn::visit::visit_expr_reference(self, reference);
            }
        }
        let mut lent = Lent(Vec::new());
        arguments.iter().for_each(|argument| lent.visit_expr(argument));
        for reference in lent.0 {
            if !self.is_own(&reference.expr) && !self.binder.changes_active(&reference.expr) {
                self.binder.report.refuse(reference, LOST);
            }
        }
        for argument in arguments {
            if self.binder.is_mutable(argument)
                && matches!(peel(argument), Expr::Path(_))
                && !self.binder.is_active(argument)
            {
                self.binder.report.refuse(argument, LOST);
            }
        }
    }

    /// A function that is given values with a derivative.
    fn call(&mut self, expr: &mut Expr) {
        let Expr::Call(call) = &mut *expr else { return };
        self.lends(&call.args);
        if !is_stop(call) && (self.on_purpose || is_written_by_macro(&call.func)) {
            visit_mut::visit_expr_call_mut(self, call);
            return;
        }
        let Expr::Path(path) = peel(&call.func).clone() else {
            self.binder.report.refuse(
                &call.func,
                "only functions called by their path can be given values with a derivative\nhelp: call the function by its name",
            );
            return;
        };
        if self.binder.lookup(peel(&call.func)).is_some() {
            self.binder.report.refuse(
                &call.func,
                "a function in a variable cannot be differentiated\nhelp: call the function by its name",
            );
            return;
        }
        if is_stop(call) {
            *call.func = super::places::same_as_stop_gradient(&call.func);
            let on_purpose = std::mem::replace(&mut self.on_purpose, true);
            self.proved(|inner| call.args.iter_mut().for_each(|argument| inner.visit_expr_mut(argument)));
            self.on_purpose = on_purpose;
            return;
        }
        call.args.iter_mut().for_each(|argument| self.visit_expr_mut(argument));
        let (span, arguments) = (call.func.span(), &call.args);
        if is_constructor(&path) {
            let members = (0..arguments.len()).map(syn::Index::from);
            let (path, arguments) = (&path.path, arguments.iter());
            *expr = parse_quote_spanned!(span=> ::cotangent::private::no_cell(#path { #(#members: #arguments),* }));
        } else if let Some(function) = number(&path) {
            *expr = parse_quote_spanned!(span=> ::cotangent::private::the_same(#path, #function)(#arguments));
        } else if let Some(function) = super::nested::differentiated(&path) {
            // A derivative keeps nothing either.
            let name = crate::emit::callee(&function);
            self.binder.asked.functions.push(function);
            let call = &*call;
            *expr = parse_quote_spanned!(span=> ::cotangent::private::annotated(__checked(#name {}), #call));
        } else if path.qself.is_some() || super::expressions::is_associated(&path) || exchanged(call).is_some() {
            self.binder.report.refuse(
                &call.func,
                "this function is given a value with a derivative, and nothing shows that it keeps nothing of it\nhelp: end the derivative on purpose: `stop_gradient(..)` around the call",
            );
        } else {
            let name = crate::emit::callee(&path.path);
            self.binder.asked.functions.push(path.path.clone());
            let call = &*call;
            *expr = parse_quote_spanned!(span=> ::cotangent::private::annotated(__checked(#name {}), #call));
        }
    }

    /// A method that is given values with a derivative.
    fn method(&mut self, call: &mut ExprMethodCall) {
        self.lends(&call.args);
        if self.on_purpose {
            visit_mut::visit_expr_method_call_mut(self, call);
            return;
        }
        let fed = std::mem::replace(&mut self.fed, true);
        call.args.iter_mut().for_each(|argument| self.visit_expr_mut(argument));
        self.fed = fed;
        let is_place = is_place(peel(&call.receiver));
        // The compiler's message for a method that is missing depends on it.
        let referred = match peel(&call.receiver) {
            Expr::Reference(reference) => &reference.expr,
            receiver => receiver,
        };
        let through =
            [is_place || matches!(peel(&call.receiver), Expr::Reference(_)), self.binder.is_reference(referred)];
        let stars = through.map(|is_reference| is_reference.then(|| quote!(*)));
        self.visit_expr_mut(&mut call.receiver);
        let mut rule = crate::emit::rule_of(&call.method);
        rule.set_span(call.method.span());
        let (receiver, generics) = (&call.receiver, &call.turbofish);
        let reference = is_place.then(|| quote!(&));
        let span = call.method.span();
        self.binder.asked.methods.insert(call.method.clone());
        *call.receiver = parse_quote_spanned! {span=>
            ::cotangent::private::seen(#reference #receiver, |it| {
                use ::cotangent::private::observations::*;
                (#(#stars)* *it).#rule #generics();
            })
        };
    }

    /// An operator, which may be one of the user's, given values with a derivative.
    fn operator(&mut self, binary: &mut syn::ExprBinary) {
        let is_comparison = is_comparison(&binary.op);
        let is_given = self.binder.is_active(&binary.left) || self.binder.is_active(&binary.right);
        if is_given && is_bitwise(&binary.op) {
            self.binder.report.refuse(binary.op, BITWISE);
            return;
        }
        let before = self.proved;
        self.proved |= is_comparison;
        for operand in [&mut binary.left, &mut binary.right] {
            let may_keep = is_given && self.may_refer(operand);
            self.visit_expr_mut(operand);
            if may_keep {
                let span = operand.span();
                **operand = if is_comparison {
                    parse_quote_spanned!(span=> *::cotangent::private::no_cell_in(&(#operand)))
                } else {
                    parse_quote_spanned!(span=> ::cotangent::private::no_cell(#operand))
                };
            }
        }
        self.proved = before;
    }

    /// An index, which may be one of the user's if it is not of a place.
    fn index(&mut self, of: &mut syn::ExprIndex) {
        if !matches!(*of.expr, Expr::Path(_)) {
            self.visit_expr_mut(&mut of.expr);
        }
        let mentions = self.binder.mentions_active(&of.index);
        let before = self.proved;
        self.proved |= mentions;
        self.visit_expr_mut(&mut of.index);
        self.proved = before;
        if mentions {
            self.prove(&mut of.index);
        }
    }

    /// Whether an operand may refer to a `Cell`, as far as its form tells: a number does not.
    fn may_refer(&self, operand: &Expr) -> bool {
        match peel(operand) {
            Expr::Path(_) | Expr::Field(_) | Expr::Index(_) => self.binder.root(operand).is_some_and(|meaning| {
                let var = &self.binder.vars[meaning.var.0];
                !var.active && var.kind == VarKind::Local
            }),
            Expr::Unary(unary) => self.may_refer(&unary.expr),
            Expr::Call(_) | Expr::Struct(_) | Expr::Block(_) | Expr::If(_) | Expr::Match(_) | Expr::Tuple(_) => true,
            _ => false,
        }
    }

    /// Whether any of the operands has a derivative.
    fn is_given(&self, operands: &Punctuated<Expr, Token![,]>) -> bool {
        operands.iter().any(|operand| self.binder.is_active(operand))
    }
}

impl VisitMut for Observed<'_, '_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Assign(e) if carried(&e.left) => {
                self.visit_expr_mut(&mut e.right);
                let value = &e.right;
                *e.right = parse_quote!(::core::option::Option::Some(#value));
            }
            Expr::Path(_) if carried(expr) => *expr = parse_quote!(::cotangent::private::arrived(#expr)),
            Expr::Assign(e) => {
                let whole = e.clone();
                self.assignment(&whole, &mut e.left, &mut e.right);
            }
            Expr::Binary(e) if is_compound(&e.op) => {
                let whole = e.clone();
                self.assignment(&whole, &mut e.left, &mut e.right);
            }
            // A macro may be anybody's: where it has a value, that must carry no derivative. Those of `core` have none.
            Expr::Macro(e) if self.binder.mentions_active(&Expr::Macro(e.clone())) => {
                let is_of_core = matches!(family(&e.mac), Some(Family::Core));
                self.visit_macro_mut(&mut e.mac);
                if !is_of_core {
                    self.prove(expr);
                }
            }
            Expr::Binary(e) => self.operator(e),
            Expr::Reference(e)
                if e.mutability.is_some() && self.binder.changes_active(&e.expr) && !self.is_own(&e.expr) =>
            {
                self.binder.report.refuse(e, "what happens to this variable would not be differentiated\nhelp: assign to it, element by element if need be");
            }
            Expr::Unary(e) if matches!(e.op, UnOp::Not(_)) && self.binder.mentions_active(&e.expr) => {
                self.proved(|inner| inner.visit_expr_mut(&mut e.expr));
                self.prove(expr);
            }
            Expr::Call(e) if self.binder.called_closure(e).is_some() => {
                if let Some(written_out) = self.binder.written_out(e) {
                    *expr = written_out;
                }
                visit_mut::visit_expr_mut(self, expr);
            }
            Expr::Call(e) if is_stop(e) || self.is_given(&e.args) || self.binder.is_active(&e.func) => self.call(expr),
            // What looks at a name of a mutable reference gets one that does not allow a change.
            Expr::Path(_) if self.binder.is_mutable(expr) && self.binder.changes_active(expr) => {
                *expr = parse_quote_spanned!(expr.span()=> (&*#expr));
            }
            Expr::Path(path) if path.path.get_ident().is_some_and(|name| self.binder.closure_code(name).is_some()) => {
                self.binder.report.refuse(path, super::closures::NO_VALUE);
            }
            Expr::Field(e) if matches!(*e.base, Expr::Path(_)) => {}
            Expr::Index(e) => self.index(e),
            Expr::Unary(e) if matches!((e.op, &*e.expr), (UnOp::Deref(_), Expr::Path(_))) => {}
            // Of a list that the macro has named, and shown to be one.
            Expr::MethodCall(e) if e.method == "len" && is_own_list(&e.receiver) => {}
            Expr::MethodCall(e) if self.binder.is_active(&e.receiver) || self.is_given(&e.args) => {
                let is_question = self.binder.is_question(e);
                let before = self.proved;
                self.proved |= is_question;
                let may_change = self.binder.may_change(e);
                if may_change {
                    let receiver = &e.receiver;
                    *e.receiver = parse_quote_spanned!(receiver.span()=> (&#receiver));
                }
                self.method(e);
                self.proved = before;
                if is_question {
                    self.prove(expr);
                }
            }
            Expr::MethodCall(e) if self.binder.may_change(e) => {
                visit_mut::visit_expr_method_call_mut(self, e);
                let receiver = &e.receiver;
                *e.receiver = parse_quote_spanned!(receiver.span()=> (&#receiver));
            }
            Expr::Struct(e) if e.fields.iter().any(|field| self.binder.is_active(&field.expr)) => {
                visit_mut::visit_expr_struct_mut(self, e);
                *expr = parse_quote_spanned!(expr.span()=> ::cotangent::private::no_cell(#expr));
            }
            Expr::Match(e) if e.arms.iter().all(|arm| matches!(&*arm.body, Expr::Lit(_))) => {
                let active = self.binder.is_active(&e.expr);
                self.proved(|inner| inner.visit_expr_mut(&mut e.expr));
                e.arms.iter_mut().for_each(|arm| self.arm(arm, active));
            }
            Expr::Match(e) => {
                let active = self.binder.is_active(&e.expr);
                self.visit_expr_mut(&mut e.expr);
                e.arms.iter_mut().for_each(|arm| self.arm(arm, active));
            }
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut Macro) {
        // As text.
        if mac.path.leading_colon.is_some() && mac.path.segments.last().is_some_and(|last| last.ident == "stringify") {
            return;
        }
        let whole: Expr = Expr::Macro(syn::ExprMacro { attrs: Vec::new(), mac: mac.clone() });
        if !self.binder.mentions_active(&whole) {
            return;
        }
        if self.look_inside(mac).is_none() {
            self.binder.report.refuse(
                &mac.path,
                "cannot look inside this macro, which is given values with a derivative\nhelp: compute what it is given before, and `stop_gradient(..)` it",
            );
        }
    }

    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        match stmt {
            Stmt::Expr(_, Some(_)) => self.proved(|inner| visit_mut::visit_stmt_mut(inner, stmt)),
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
        visit_mut::visit_local_mut(self, local);
        self.name(&local.pat, active);
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        self.within(|inner| visit_mut::visit_block_mut(inner, block));
    }

    fn visit_expr_if_mut(&mut self, branch: &mut syn::ExprIf) {
        self.within(|inner| {
            inner.proved(|inner| inner.visit_expr_mut(&mut branch.cond));
            inner.visit_block_mut(&mut branch.then_branch);
        });
        if let Some((_, otherwise)) = &mut branch.else_branch {
            self.visit_expr_mut(otherwise);
        }
    }

    fn visit_expr_while_mut(&mut self, each: &mut syn::ExprWhile) {
        self.within(|inner| {
            inner.proved(|inner| inner.visit_expr_mut(&mut each.cond));
            inner.visit_block_mut(&mut each.body);
        });
    }

    fn visit_expr_let_mut(&mut self, found: &mut syn::ExprLet) {
        let active = self.binder.is_active(&found.expr);
        self.visit_expr_mut(&mut found.expr);
        self.name(&found.pat, active);
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
        let fed = std::mem::take(&mut self.fed);
        self.within(|inner| {
            closure.inputs.iter().for_each(|pat| inner.name(pat, fed));
            inner.visit_expr_mut(&mut closure.body);
        });
        self.fed = fed;
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
    fn visit_expr_const_mut(&mut self, _: &mut syn::ExprConst) {}
}

impl Observed<'_, '_> {
    fn arm(&mut self, arm: &mut syn::Arm, active: bool) {
        self.within(|inner| {
            inner.name(&arm.pat, active);
            if let Some((_, guard)) = &mut arm.guard {
                inner.proved(|inner| inner.visit_expr_mut(guard));
            }
            inner.visit_expr_mut(&mut arm.body);
        });
    }

    /// A macro that is given values with a derivative; nothing if its tokens are no list of expressions.
    fn look_inside(&mut self, mac: &mut Macro) -> Option<()> {
        let captured: Vec<Ident> = shown_names(mac)
            .into_iter()
            .filter(|name| self.binder.meaning(name).is_some_and(|meaning| self.binder.vars[meaning.var.0].active))
            .collect();
        let arguments = Punctuated::<Expr, Token![,]>::parse_terminated;
        let mut arguments = arguments.parse2(mac.tokens.clone()).ok()?;
        let family = family(mac)?;
        let before = std::mem::replace(&mut self.proved, true);
        for argument in &mut arguments {
            // `name = value` of a format.
            let value = match argument {
                Expr::Assign(named) if matches!(*named.left, Expr::Path(_)) => &mut *named.right,
                value => value,
            };
            let shows = matches!(family, Family::Shows) && self.binder.mentions_active(value);
            self.visit_expr_mut(value);
            if shows {
                *value = parse_quote_spanned!(value.span()=> ::cotangent::private::shown(&(#value)));
            }
        }
        self.proved = before;
        match family {
            Family::Shows => {
                for name in captured {
                    arguments.push(parse_quote!(#name = ::cotangent::private::shown(&#name)));
                }
            }
            Family::Core | Family::Std => {
                let (name, span) = (mac.path.segments.last()?.ident.clone(), mac.path.span());
                let of = if matches!(family, Family::Core) { quote!(::core) } else { quote!(::std) };
                mac.path = syn::parse2(quote_spanned!(span=> #of::#name)).ok()?;
            }
        }
        mac.tokens = arguments.to_token_stream();
        Some(())
    }
}

/// Whether an expression is a name that the macro gives to a list: users have no such names, `distinct.rs` sees to it.
fn is_own_list(expr: &Expr) -> bool {
    matches!(expr, Expr::Path(path) if path.path.get_ident().is_some_and(|name| name.to_string().starts_with("__all")))
}

/// Whether a function is called that the macro writes, not the user.
fn is_written_by_macro(function: &Expr) -> bool {
    matches!(function, Expr::Path(path) if path.path.leading_colon.is_some()
        && path.path.segments.len() == 3
        && path.path.segments[0].ident == "cotangent"
        && path.path.segments[1].ident == "private")
}

/// Whether an expression is what carries the value of an exit.
fn carried(expr: &Expr) -> bool {
    matches!(expr, Expr::Path(path) if path.path.get_ident().is_some_and(is_carrier))
}

/// Whether an expression names a place, whatever it is a part of.
fn is_place(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) => true,
        Expr::Field(field) => is_place(peel(&field.base)),
        Expr::Index(index) => is_place(peel(&index.expr)),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Deref(_)) && is_place(peel(&unary.expr)),
        _ => false,
    }
}
