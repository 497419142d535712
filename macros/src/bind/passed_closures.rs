//! Functions as values: calls of those that are parameters, and closures that are passed on.
//!
//! A closure that is passed on is bound as a function of its own, whose parameters are what it captures and what it takes:
//!
//! ```text
//! // in
//! simpson(|t| (k * t).sin(), a, b)
//! // out
//! v0 = closure [k] (t): v0 = k * t;  v1 = method v0.sin();  value v1
//! v1 = call simpson(v0, a, b)
//! ```

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{
    Expr, ExprCall, ExprClosure, ExprPath, GenericArgument, Ident, Pat, PathArguments, ReturnType, Token, Type,
    parse_quote, parse_quote_spanned,
};

use super::captures::Used;
use super::expressions::{number, of_rule};
use super::{Binder, bind, peel};
use crate::accept::signature::{Constant, Origin, Parameter, is_constant_type};
use crate::desugar::Desugared;
use crate::ir::{Callee, Either, Function, Loop, Method, Op, Operand, PassedClosure, Passing, Step};
use crate::naming::{callee, function_of_a_type, rule_method};
use crate::report::Report;
use crate::syntax::dereferences::Dereferences;
use crate::syntax::effects::changed_names;
use crate::syntax::imports::Imports;
use crate::syntax::number_methods::{NumberMethod, number_method};
use crate::syntax::only_argument::is_only_argument;
use crate::syntax::patterns::names_in;
use crate::syntax::{apart_from_blocks, starts_upper};

impl Binder<'_> {
    /// Whether an expression is the name of a function that is a parameter.
    pub(super) fn is_function(&self, expr: &Expr) -> bool {
        self.lookup(peel(expr)).is_some_and(|meaning| meaning.path.is_empty() && self.vars[meaning.var.0].is_function)
    }

    /// `f(x)` of a parameter `f`.
    pub(super) fn call_value(&mut self, call: &ExprCall) -> Op {
        let function = self.operand(&call.func);
        let name = Ident::new("call", call.func.span());
        let callee = Callee::Method { of: None, name: name.clone(), generics: None };
        let (operands, either) = self.operands_of_method(&callee, Some(function), &call.args);
        Op::Method(Method { of: None, name, generics: None, operands, link: self.link(), is_call: true, either })
    }

    /// An argument that is a name from outside: of a function, which derived code passes as what has its derivative, or of a constant.
    pub(super) fn by_name(&mut self, argument: &Expr) -> Option<Operand> {
        let argument = without_references(argument);
        let Expr::Path(path) = argument else { return None };
        let last = path.path.segments.last()?;
        let is_declared = path.path.get_ident().is_some_and(|name| self.items.contains(name));
        if path.qself.is_some()
            || self.lookup(argument).is_some()
            || is_declared
            || last.ident == "self"
            || starts_upper(&last.ident.to_string())
        {
            return None;
        }
        let span = path.span();
        let (value, companion) = if let Some(rule) = function_of_a_type(&path.path) {
            let (mut of, mut rule) = (path.path.clone(), rule_method(&rule));
            of.segments.pop();
            of.segments.pop_punct();
            rule.set_span(last.ident.span());
            (quote!(#path), quote_spanned!(span=> #of::#rule()))
        } else {
            let (name, generics) = (callee(&path.path), &last.arguments);
            (quote!(#name #generics), quote_spanned!(span=> __0checked(#name {})))
        };
        self.observers.names.push(path.path.clone());
        let expr: Expr = parse_quote_spanned!(span=> *#value.in_derived_code(#companion.by_name()));
        Some(Operand::Constant { again: expr.clone(), expr, is_ref: false })
    }

    /// The closure that an argument is: one on the spot, one of a variable, or a method of numbers by its path.
    fn closure_argument(&self, argument: &Expr) -> Option<ExprClosure> {
        match without_references(argument) {
            Expr::Closure(closure) => Some(closure.clone()),
            Expr::Path(path) if self.is_method_of_numbers(path) => Some(called_in_a_closure(path)),
            Expr::Path(path) => Some((*self.closure_code(path.path.get_ident()?)?).clone()),
            _ => None,
        }
    }

    /// `f64::sin`, or `T::sin` of a number type `T`; not the constant `f64::MAX`
    fn is_method_of_numbers(&self, path: &ExprPath) -> bool {
        if path.path.segments.last().is_some_and(|last| starts_upper(&last.ident.to_string())) {
            return false;
        }
        let of_parameter = path.path.segments.len() == 2
            && self
                .numbers
                .iter()
                .any(|ty| matches!(ty, Type::Path(ty) if ty.path.get_ident() == Some(&path.path.segments[0].ident)));
        path.qself.is_none() && (of_parameter || number(path).is_some())
    }

    /// Whether there are functions among the arguments.
    pub(super) fn passes_functions(&self, arguments: &Punctuated<Expr, Token![,]>) -> bool {
        arguments.iter().any(|argument| self.passes_function(argument))
    }

    fn passes_function(&self, argument: &Expr) -> bool {
        self.closure_argument(argument).is_some() || self.is_function(without_references(argument))
    }

    /// The operands of a call with functions among the arguments, and which of them may be changed. The functions are bound after the others, which may decide
    /// their types.
    /// Before the arguments there may be a receiver.
    pub(super) fn operands_with_functions(
        &mut self,
        callee: &Callee,
        receiver: Option<Operand>,
        arguments: &Punctuated<Expr, Token![,]>,
    ) -> (Vec<Operand>, Vec<Either>) {
        let found = receiver.clone();
        let mut either = Vec::new();
        let mut others: Vec<Operand> = receiver.iter().cloned().collect();
        let mut operands: Vec<Option<Operand>> = receiver.into_iter().map(Some).collect();
        let before = operands.len();
        for argument in arguments {
            let operand = (!self.passes_function(argument)).then(|| {
                self.by_name(argument).unwrap_or_else(|| {
                    let argument = self.beside(argument);
                    either.extend(self.reading(callee, found.as_ref(), operands.len(), &argument));
                    match callee {
                        Callee::Method { .. } if !self.is_lent(&argument) => of_rule(self.operand(&argument)),
                        Callee::Function(_) | Callee::Method { .. } => self.argument(&argument),
                    }
                })
            });
            others.extend(operand.clone());
            operands.push(operand);
        }
        for (i, argument) in arguments.iter().enumerate() {
            let position = before + i;
            if operands[position].is_none() {
                operands[position] = Some(match self.closure_argument(argument) {
                    Some(closure) => self.passed(&closure, argument, callee, position, &others),
                    None => self.operand(without_references(argument)),
                });
            }
        }
        (operands.into_iter().flatten().collect(), either)
    }

    /// A call of a function with functions among the arguments.
    pub(super) fn call_with_functions(
        &mut self,
        callee: &syn::Path,
        arguments: &Punctuated<Expr, Token![,]>,
    ) -> Option<Op> {
        let functions = arguments.iter().filter(|argument| self.passes_function(argument)).count();
        if functions == 0 {
            return None;
        }
        let (operands, either) = self.operands_with_functions(&Callee::Function(callee.clone()), None, arguments);
        let path = with_types_of_functions(callee, functions);
        Some(Op::Call { path, operands, link: self.link(), either, perhaps_plain: false })
    }

    /// A closure as a value.
    fn passed(
        &mut self,
        closure: &ExprClosure,
        at: &Expr,
        callee: &Callee,
        position: usize,
        others: &[Operand],
    ) -> Operand {
        if self.changes_outside(&Expr::Closure(closure.clone())) {
            self.report.refuse(
                at,
                "a closure that is passed on cannot change what it captures\nhelp: let it return the new value, or write the loop out",
            );
            return Operand::Place(self.temporary(at.span(), None, Op::Inactive(Box::new(at.clone())), true));
        }
        let (names, inner) = self.all_captured(closure);
        let body = &closure.body;
        let Some(body) = self.rewritten(std::ptr::from_ref(at).cast(), |_| {
            let value = match peel(body) {
                Expr::Block(block) if block.label.is_none() => {
                    let stmts = &block.block.stmts;
                    quote!(#(#stmts)*)
                }
                Expr::If(_) | Expr::Match(_) | Expr::Loop(_) => quote!(#body),
                _ => apart_from_blocks(body),
            };
            Ok(parse_quote!({ #(let #inner;)* #value }))
        }) else {
            return self.operand(at);
        };
        let (mut parameters, mut captures) = (Vec::new(), Vec::new());
        for name in names {
            let Some(meaning) = self.meaning(&name).cloned() else { continue };
            let written: Expr = parse_quote!(#name);
            let active = self.is_active(&written);
            captures.push(self.operand(&written));
            parameters.push(Parameter {
                pat: parse_quote!(#name),
                ty: parse_quote!(_),
                reference: meaning.is_ref.then(|| quote!(&)),
                lent: false,
                receiver: false,
                own: false,
                constant: (!active).then_some(Constant::Said),
                origin: Origin::Captured {
                    is_function: self.vars[meaning.var.0].is_function,
                    is_number: self.vars[meaning.var.0].of_numbers,
                },
            });
        }
        parameters.extend(closure.inputs.iter().map(|pat| own_parameter(pat, &closure.body)));
        let mut report = Report::default();
        // The body around it has been desugared, and this with it.
        let desugared = Desugared {
            body: (*body).clone(),
            items: TokenStream::new(),
            imports: Imports::default(),
            constants: self.items.clone(),
            hiding: self.hiding.clone(),
            functions: self.inner.clone(),
            variants: self.variants.clone(),
            numbers: self.numbers.to_vec(),
            settled: HashSet::new(),
        };
        let output = match &closure.output {
            ReturnType::Default => parse_quote!(-> _),
            output @ ReturnType::Type(..) => output.clone(),
        };
        let mut function = bind(&parameters, &output, &desugared, &mut report);
        self.report.merge(report);
        self.observers.names.append(&mut function.observers.names);
        self.observers.functions.append(&mut function.observers.functions);
        self.observers.functions_of_types.append(&mut function.observers.functions_of_types);
        self.observers.perhaps_plain.append(&mut function.observers.perhaps_plain);
        self.observers.methods.append(&mut function.observers.methods);
        let link = self.link();
        let closure =
            PassedClosure { function, captures, link, callee: callee.clone(), position, others: others.to_vec() };
        Operand::Place(self.temporary(at.span(), None, Op::Closure(Box::new(closure)), true))
    }

    /// The variables that a closure names, and the closures, as `name = |..| ..`. These may name others.
    fn all_captured(&self, closure: &ExprClosure) -> (Vec<Ident>, Vec<TokenStream>) {
        let (mut names, mut inner, mut seen) = (Vec::new(), Vec::new(), Vec::new());
        let mut todo = vec![closure.clone()];
        while let Some(closure) = todo.pop() {
            let mut used = Used::default();
            used.visit_expr_closure(&closure);
            // A name that the body declares may stand for something from outside before.
            let own: Vec<_> = closure.inputs.iter().flat_map(names_in).map(|name| &name.ident).collect();
            for name in used.0.into_iter().filter(|name| !own.contains(&name)) {
                if seen.contains(&name) {
                    continue;
                }
                seen.push(name.clone());
                if let Some(code) = self.closure_code(&name) {
                    inner.insert(0, quote!(#name = #code));
                    todo.push((*code).clone());
                } else if self.meaning(&name).is_some() {
                    names.push(name);
                }
            }
        }
        (names, inner)
    }
}

/// The path with `_` for the types of functions, which an `impl Fn` parameter of the user's function does not let the caller write.
fn with_types_of_functions(path: &syn::Path, functions: usize) -> syn::Path {
    let mut path = path.clone();
    if let Some(PathArguments::AngleBracketed(of)) = path.segments.last_mut().map(|last| &mut last.arguments) {
        let open = |of: &&GenericArgument| matches!(of, GenericArgument::Type(Type::Infer(_)));
        if of.args.iter().filter(open).count() < functions {
            of.args.extend((0..functions).map(|_| -> GenericArgument { parse_quote!(_) }));
        }
    }
    path
}

/// Refuses functions that are parameters in what is run again: the reverse half has only the other half of them.
pub(super) fn refuse_run_again(function: &Function, report: &mut Report) {
    let is_function = |operand: &&Operand| match operand {
        Operand::Place(place) => function.var(place.var).is_function,
        _ => false,
    };
    function.body.each_step(&mut |step| {
        let is_run_again = matches!(
            step,
            Step::Loop(Loop { checkpoint: Some(_), .. }) | Step::Let { op: Op::Checkpointed(..), .. }
        );
        for block in step.blocks().into_iter().filter(|_| is_run_again) {
            block.each_step(&mut |inner| {
                let Step::Let { op, .. } = inner else { return };
                if op.operands().iter().any(&is_function) {
                    let at = match op {
                        Op::Method(method) => method.name.to_token_stream(),
                        Op::Call { path, .. } => path.to_token_stream(),
                        Op::Closure(closure) => closure.callee.to_token_stream(),
                        _ => TokenStream::new(),
                    };
                    report.refuse(
                        at,
                        "a function that is a parameter cannot be used in a `#[checkpoint]`\nhelp: put `#[checkpoint]` on what the caller computes",
                    );
                }
            });
        }
    });
}

/// A parameter of a closure. Whether one without a type is a reference, its use may say; else it may be `X` or `&X`.
fn own_parameter(pat: &Pat, body: &Expr) -> Parameter {
    let (pat, ty) = match pat {
        Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
        pat => (pat, None),
    };
    let (ty, passing) = match ty {
        Some(Type::Reference(reference)) if reference.mutability.is_some() => {
            ((*reference.elem).clone(), Passing::Changed)
        }
        Some(Type::Reference(reference)) => ((*reference.elem).clone(), Passing::Borrowed),
        Some(ty) => (ty.clone(), Passing::Moved),
        None if is_changed(pat, body) => (parse_quote!(_), Passing::Changed),
        None if matches!(pat, Pat::Reference(_)) || is_dereferenced(pat, body) => (parse_quote!(_), Passing::Borrowed),
        None => (parse_quote!(_), Passing::Moved),
    };
    let handed_on = matches!((pat, &ty), (Pat::Ident(name), Type::Infer(_)) if name.mutability.is_none() && is_only_argument(&name.ident, body));
    Parameter {
        constant: is_constant_type(&ty).then_some(Constant::Spelled),
        pat: pat.clone(),
        ty,
        reference: (passing != Passing::Moved).then(|| passing.reference()),
        lent: passing == Passing::Changed,
        receiver: false,
        own: false,
        origin: Origin::Closure { handed_on },
    }
}

/// Whether the body changes what a parameter refers to. The parameter itself does not change without `mut`.
fn is_changed(pat: &Pat, body: &Expr) -> bool {
    let Pat::Ident(name) = pat else { return false };
    name.mutability.is_none() && changed_names(|changes| changes.visit_expr(body)).contains(&name.ident)
}

/// `|a, b| f64::hypot(a, b)` for `f64::hypot`
fn called_in_a_closure(path: &ExprPath) -> ExprClosure {
    let count = path.path.segments.last().and_then(|last| number_method(&last.ident)).map_or(1, NumberMethod::operands);
    let names: Vec<_> = (0..count).map(crate::naming::argument).collect();
    parse_quote_spanned!(path.span()=> |#(#names),*| #path(#(#names),*))
}

/// Whether `*name` stands in the body.
fn is_dereferenced(pat: &Pat, body: &Expr) -> bool {
    let Pat::Ident(name) = pat else { return false };
    let mut look = Dereferences::of(&name.ident);
    look.visit_expr(body);
    look.found
}

/// What is behind `&` and `&mut`, and what is cloned.
fn without_references(expr: &Expr) -> &Expr {
    match peel(expr) {
        Expr::Reference(reference) => without_references(&reference.expr),
        Expr::MethodCall(copy) if copy.method == "clone" && copy.args.is_empty() => without_references(&copy.receiver),
        expr => expr,
    }
}
