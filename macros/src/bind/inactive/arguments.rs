//! Functions, methods and operators that are given values with a derivative where their result counts as constant: none of them may put
//! one aside.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprCall, ExprMethodCall, ExprPath, Token, Type, UnOp, parse_quote_spanned};

use super::super::activity::{is_comparison, library_function};
use super::super::assign::{LOST, may_be_reference};
use super::super::expressions::{INNER, is_associated, number};
use super::super::in_place::exchanged;
use super::super::matrices::changes_whole;
use super::super::{derivative_calls, functions_of_libraries, peel, places};
use super::Observed;
use crate::ir::VarKind;
use crate::naming::{function_of_type, rule_method};
use crate::syntax::{is_constructor, is_place};
use crate::words::words;

/// What is refused of a function of which nothing is known.
const MAY_KEEP: &str = "this function receives a value with a derivative, and nothing shows that it does not keep it\nhelp: drop the derivative on purpose: `stop_gradient(..)` around the call";

/// What is refused of a method that changes a matrix to which no name leads. Its rule does not show that it changes one.
const CHANGES: &str = "the derivative of the arguments would be lost: this method changes what it is called on\nhelp: call it on a variable, a field or an element by its name";

/// Generic methods of the standard library that store nothing.
const GENERIC: [&str; 4] = ["collect", "product", "sum", "try_fold"];

impl Observed<'_, '_> {
    /// Whether any of the operands has a derivative.
    pub(super) fn is_given(&self, operands: &Punctuated<Expr, Token![,]>) -> bool {
        operands.iter().any(|operand| self.binder.is_active(operand))
    }

    /// A function that is given values with a derivative.
    pub(super) fn call(&mut self, expr: &mut Expr) {
        let Expr::Call(call) = &mut *expr else { return };
        self.lends(&call.args);
        if self.binder.is_stop(call) {
            self.stop(call);
            return;
        }
        if self.on_purpose || library_function(&call.func).is_some() {
            visit_mut::visit_expr_call_mut(self, call);
            return;
        }
        // It has a derivative, so it stores nothing.
        if self.binder.is_function(&call.func) {
            call.args.iter_mut().for_each(|argument| self.visit_expr_mut(argument));
            return;
        }
        let Expr::Path(path) = peel(&call.func).clone() else {
            self.binder.report.refuse(
                &call.func,
                "a value with a derivative can only be passed to a function called by its path\nhelp: call the function by its name",
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
        if self.binder.is_inner(&path) {
            self.binder.report.refuse(&call.func, INNER);
            return;
        }
        let is_perhaps_plain = !is_no_function(&path) && self.binder.may_be_plain(call, &path);
        // What looks through a mutable reference has the compiler's error type if the function has no derivative: that is reported once.
        for argument in &mut call.args {
            let (is_mutable, may_lead) = (self.binder.is_mutable(argument), self.may_lead(argument));
            let is_fixed = is_mutable && !self.binder.is_changed(argument);
            let is_active = self.binder.is_active(argument);
            self.visit_expr_mut(argument);
            if is_perhaps_plain && is_active {
                let name = crate::naming::callee(&path.path);
                *argument = parse_quote_spanned! {path.span()=>
                    ::cotangent::generated::given(__0checked(#name {}), &(#argument))
                };
            } else if is_fixed {
                *argument = parse_quote_spanned!(argument.span()=> (&*#argument));
            } else if is_mutable {
                *argument = parse_quote_spanned!(argument.span()=> __0seen(#argument));
            } else if may_lead {
                *argument = parse_quote_spanned!(argument.span()=> ::cotangent::generated::unchanged(#argument));
            }
        }
        let (span, arguments) = (call.func.span(), &call.args);
        let differentiated = derivative_calls::differentiated(&path);
        *expr = if is_constructor(&path) {
            let value = crate::claims::constructed(&path.path, &quote!(#arguments));
            parse_quote_spanned!(span=> ::cotangent::generated::confined(#value))
        } else if let Some(claim) = self.claim_of_numbers(&path) {
            parse_quote_spanned!(span=> ::cotangent::generated::keeps_nothing(#call, |_| { #claim }))
        } else if let Some(function) = number(&path) {
            parse_quote_spanned!(span=> ::cotangent::generated::the_same(#path, #function)(#arguments))
        } else if let Some(rule) = self.rule_of_type(&path) {
            let claim = crate::claims::has_a_rule(&rule);
            parse_quote_spanned!(span=> ::cotangent::generated::keeps_nothing(#call, #claim))
        } else if differentiated.is_none()
            && (path.qself.is_some() || is_associated(&path) || exchanged(call).is_some())
        {
            self.binder.report.refuse(&call.func, MAY_KEEP);
            return;
        } else if differentiated.is_none() && is_perhaps_plain {
            let (function, arguments, count) = (&path.path, &call.args, call.args.len());
            self.binder.observers.perhaps_plain.push((function.clone(), count));
            parse_quote_spanned!(span=> #function(#arguments))
        } else {
            let function = differentiated.unwrap_or(path.path);
            let name = crate::naming::callee(&function);
            self.binder.observers.functions.push(function);
            parse_quote_spanned!(span=> ::cotangent::generated::annotated(__0checked(#name {}), #call))
        };
    }

    /// That a path leads to a function of numbers, if it is spelled like one of a library or of a type parameter.
    fn claim_of_numbers(&mut self, path: &ExprPath) -> Option<TokenStream> {
        if let Some(known) = functions_of_libraries::known(path) {
            return Some(known.claim);
        }
        let mut segments = path.path.segments.iter();
        let (of, function) = (&segments.next()?.ident, &segments.next()?.ident);
        let is_it = |number: &Type| matches!(number, Type::Path(number) if number.path.is_ident(of));
        if path.qself.is_some() || segments.next().is_some() || !self.binder.numbers.iter().any(is_it) {
            return None;
        }
        let name = function_of_type(function);
        let claim = crate::claims::of_number(of, &name);
        self.binder.observers.functions_of_types.insert(name);
        Some(claim)
    }

    /// What leads to the derivative of `Type::function`: an error if it has none.
    fn rule_of_type(&mut self, path: &ExprPath) -> Option<Expr> {
        let mut of = path.path.clone();
        let function = of.segments.pop()?.into_value();
        of.segments.pop_punct();
        if path.qself.is_some() || !is_associated(path) || derivative_calls::differentiated(path).is_some() {
            return None;
        }
        let name = function_of_type(&function.ident);
        let mut rule = rule_method(&name);
        rule.set_span(function.ident.span());
        self.binder.observers.functions_of_types.insert(name);
        let generics = &function.arguments;
        Some(parse_quote_spanned!(path.span()=> #of::#rule #generics()))
    }

    /// `stop_gradient(..)`: the user ends the derivative, whatever happens to the value.
    fn stop(&mut self, call: &mut ExprCall) {
        *call.func = places::same_as_stop_gradient(&call.func);
        let on_purpose = std::mem::replace(&mut self.on_purpose, true);
        self.proved_if(true, |inner| call.args.iter_mut().for_each(|argument| inner.visit_expr_mut(argument)));
        self.on_purpose = on_purpose;
    }

    /// A method that is given values with a derivative.
    pub(super) fn method(&mut self, call: &mut ExprMethodCall) {
        self.lends(&call.args);
        if self.on_purpose {
            visit_mut::visit_expr_method_call_mut(self, call);
            return;
        }
        if ["binary_search_by", "partition_point"].iter().any(|name| call.method == name) {
            call.args.iter_mut().for_each(look_behind);
        }
        let asks = self.arguments(call);
        let receiver = peel(&call.receiver);
        // What it stores there does not leave the expression.
        let is_own = self.is_own(receiver);
        if !is_own && changes_whole(call) {
            self.binder.report.refuse(&call.method, CHANGES);
            return;
        }
        // A name of a reference is passed as it is: another `&` would find the method of the reference.
        let is_name = self.binder.is_reference(receiver) && !self.binder.is_mutable(receiver);
        let (is_place, is_reference) = (is_place(receiver) && !is_name, matches!(receiver, Expr::Reference(_)));
        let place = if let Expr::Reference(reference) = receiver { &*reference.expr } else { receiver };
        // The compiler's message for a method that is missing depends on the type on which it is looked up: that of the place.
        let through = [is_place || is_reference, self.binder.is_reference(place)];
        let stars = through.map(|is_reference| is_reference.then(|| quote!(*)));
        self.visit_expr_mut(&mut call.receiver);
        let span = call.method.span();
        let mut rule = crate::naming::rule_method(&call.method);
        rule.set_span(span);
        // Those of the standard library say the type of the result, which does not matter here.
        let generics = call.turbofish.as_ref().filter(|_| !GENERIC.iter().any(|name| call.method == name));
        let receiver = &call.receiver;
        let (reference, star) = is_place.then(|| (quote!(&), quote!(*))).unzip();
        let found = quote_spanned!(span=> (#(#stars)* *it).#rule #generics());
        let claimed = if asks { quote_spanned!(span=> ::cotangent::generated::takes_values(#found)) } else { found };
        let receiver_of_it = quote_spanned!(span=> #star *it);
        let leaves = (!is_own).then(|| crate::claims::leaves_receiver(&call.method, &claimed, &receiver_of_it));
        let alone = crate::claims::alone(&call.method, &claimed, &receiver_of_it);
        self.binder.observers.methods.insert(call.method.clone());
        *call.receiver = parse_quote_spanned! {span=>
            ::cotangent::generated::keeps_nothing(#reference #receiver, |it| {
                use ::cotangent::generated::observations::*;
                #leaves
                #alone
            })
        };
    }

    /// The arguments of a method. Whether one of them may be a function that is not seen here.
    fn arguments(&mut self, call: &mut ExprMethodCall) -> bool {
        let mut asks = false;
        let is_fold = call.method == "fold" && call.args.len() == 2;
        for (at, argument) in call.args.iter_mut().enumerate() {
            if let Expr::Path(path) = peel(argument)
                && let Some(meant) = number(path)
            {
                *argument = parse_quote_spanned!(path.span()=> ::cotangent::generated::the_same(#path, #meant));
                continue;
            }
            let is_start = is_fold && at == 0 && self.may_be_function(argument);
            asks |= !is_start && self.may_be_function(argument);
            let may_lead = self.may_lead(argument);
            let before = std::mem::replace(&mut self.gives, true);
            self.visit_expr_mut(argument);
            self.gives = before;
            if may_lead {
                *argument = parse_quote_spanned!(argument.span()=> ::cotangent::generated::unchanged(#argument));
            }
            if is_start {
                *argument = parse_quote_spanned!(argument.span()=> ::cotangent::generated::no_function(#argument));
            }
        }
        asks
    }

    /// Whether an argument may lead to a place that is changed there, as far as its form tells.
    fn may_lead(&self, argument: &Expr) -> bool {
        // A variable of the expression may be what a closure is given: that counts as active, whatever it is.
        let is_own = words(argument.to_token_stream())
            .iter()
            .any(|word| self.binder.meaning(word).is_some_and(|meaning| self.own.contains_key(&meaning.var)));
        let is_active = is_own || self.binder.is_active(argument);
        if is_active { may_be_reference(argument) } else { self.binder.may_lead(argument) }
    }

    /// Whether an argument may be a function, as far as its form tells.
    fn may_be_function(&self, argument: &Expr) -> bool {
        match peel(argument) {
            Expr::Lit(_)
            | Expr::Closure(_)
            | Expr::Binary(_)
            | Expr::Tuple(_)
            | Expr::Array(_)
            | Expr::Repeat(_)
            | Expr::Range(_)
            | Expr::Struct(_) => false,
            Expr::Unary(unary) => matches!(unary.op, UnOp::Deref(_)) && self.may_be_function(&unary.expr),
            Expr::Reference(reference) => self.may_be_function(&reference.expr),
            place => !self.is_active_place(place),
        }
    }

    /// An operator, which may be one of the user's.
    pub(super) fn operator(&mut self, binary: &mut syn::ExprBinary) {
        let is_comparison = is_comparison(&binary.op);
        let is_given = self.binder.is_active(&binary.left) || self.binder.is_active(&binary.right);
        for operand in [&mut binary.left, &mut binary.right] {
            let may_keep = is_given && self.may_keep(operand);
            self.proved_if(is_comparison, |inner| inner.visit_expr_mut(operand));
            if may_keep {
                let span = operand.span();
                **operand = if is_comparison {
                    parse_quote_spanned!(span=> *::cotangent::generated::compared(&(#operand)))
                } else {
                    parse_quote_spanned!(span=> ::cotangent::generated::confined(#operand))
                };
            }
        }
    }

    /// Whether an operand may be more than a number or what has a derivative itself, as far as its form tells.
    fn may_keep(&self, operand: &Expr) -> bool {
        match peel(operand) {
            Expr::Lit(_) | Expr::Binary(_) | Expr::Cast(_) => false,
            Expr::Unary(unary) => self.may_keep(&unary.expr),
            // A constant is made anew where it is named.
            path @ Expr::Path(_) if self.binder.root(path).is_none() => false,
            Expr::MethodCall(call) => !self.binder.is_active(&call.receiver) && !self.is_given(&call.args),
            place => !self.is_active_place(place),
        }
    }

    /// Whether an expression is a part of a variable with a derivative, or the index of a loop.
    fn is_active_place(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::Path(_) | Expr::Field(_) | Expr::Index(_))
            && self.binder.root(expr).is_some_and(|meaning| {
                let var = &self.binder.vars[meaning.var.0];
                var.active || var.kind == VarKind::Index
            })
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
}

/// Whether a path leads to more than a function of the program: of a type, a derivative, a function of numbers.
fn is_no_function(path: &ExprPath) -> bool {
    is_associated(path)
        || is_constructor(path)
        || derivative_calls::differentiated(path).is_some()
        || functions_of_libraries::known(path).is_some()
}

/// `|p| (*p).partial_cmp(&x)` for `|p| p.partial_cmp(&x)`: the function is given a reference, and another `&` would find the method of the
/// reference.
fn look_behind(function: &mut Expr) {
    struct Behind(syn::Ident);
    impl VisitMut for Behind {
        fn visit_expr_method_call_mut(&mut self, call: &mut syn::ExprMethodCall) {
            visit_mut::visit_expr_method_call_mut(self, call);
            if matches!(&*call.receiver, Expr::Path(path) if path.path.is_ident(&self.0)) {
                let receiver = &call.receiver;
                *call.receiver = parse_quote_spanned!(receiver.span()=> (*#receiver));
            }
        }
    }
    if let Expr::Closure(closure) = function
        && let Some(syn::Pat::Ident(name)) = closure.inputs.first()
    {
        Behind(name.ident.clone()).visit_expr_mut(&mut closure.body);
    }
}
