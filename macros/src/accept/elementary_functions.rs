//! Associated functions that have a derivative without being asked: constructors, and formulas of numbers. Whatever they call has a
//! derivative for certain, so that a block may have the attribute beside functions of any other kind. And those that methods of the
//! block call.
//!
//! ```text
//! fn new(x: f64, name: String) -> Self { Self { x, name, scale: 2.0 * x } }
//! fn from_rows(rows: &[f64], columns: usize) -> Self { assert!(columns > 0); Self { columns, data: rows.to_vec() } }
//! fn checked(x: f64) -> Result<Self, String> { if x < 0.0 { return Err(format!("{x}")); } Ok(Self { x }) }
//! fn rotation(angle: f64) -> Self { let (s, c) = angle.sin_cos(); Self { rows: [[c, -s], [s, c]] } }
//! ```

use quote::ToTokens;
use syn::visit::Visit;
use syn::{
    Expr, ExprCall, ExprPath, ExprStruct, FnArg, GenericArgument, GenericParam, Ident, ImplItem, ImplItemFn, Item,
    ItemImpl, Macro, PathArguments, Receiver, ReturnType, Signature, Stmt, Type,
};

use super::body::{is_check, made};
use super::signature::{is_marked, is_number, is_primitive, is_real};
use super::staying::{is_optional, stays};
use crate::numbers;
use crate::syntax::peel;

/// Whether an associated function of the block is one.
pub(crate) fn is_one(method: &ImplItemFn, block: &ItemImpl) -> bool {
    is_one_among(method, block, &mut Vec::new())
}

/// Whether an associated function of a trait takes numbers or values of the implementation, and gives one: `fn kernel(r: f64) -> f64`,
/// `fn mix(a: Self, b: Self) -> Self`. The trait and its `impl` blocks must agree. What values are beside those of known numbers,
/// `is_one` tells.
pub(crate) fn is_of_values(sig: &Signature, is_one: &dyn Fn(&Type) -> bool) -> bool {
    let types = sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => Some(&*typed.ty),
        FnArg::Receiver(_) => None,
    });
    let ReturnType::Type(_, result) = &sig.output else { return false };
    let is_value = |ty: &Type| is_one(ty) || name_of(ty).is_some_and(is_real);
    sig.receiver().is_none()
        && sig.generics.params.is_empty()
        && types.into_iter().any(|ty| has_one(ty, &is_value))
        && has_one(result, &is_value)
}

/// Whether such a type is that of elements, or of a part of a tuple.
fn has_one(ty: &Type, is_one: &dyn Fn(&Type) -> bool) -> bool {
    match innermost(ty) {
        Type::Tuple(tuple) => tuple.elems.iter().any(|part| has_one(part, is_one)),
        ty => is_one(ty),
    }
}

/// `above`: the functions that call it.
fn is_one_among(method: &ImplItemFn, block: &ItemImpl, above: &mut Vec<Ident>) -> bool {
    let is_generic = |name: &Ident| block.generics.type_params().any(|param| param.ident == *name);
    let takes = |is_wanted: &dyn Fn(&Ident) -> bool| {
        types_of_parameters(method).any(|ty| name_of(innermost(ty)).is_some_and(is_wanted))
    };
    let is_converted = |name: &Ident| numbers::is_converted(name, &method.sig.generics);
    let is_number_type = |name: &Ident| {
        is_real(name)
            || is_converted(name)
            || is_generic(name) && numbers::is_number(name, &block.generics, &method.sig, None)
    };
    let ReturnType::Type(_, result) = &method.sig.output else { return false };
    let result = outcome(result).unwrap_or(result);
    let gives_self = is_own(result, block);
    let is_for_a_receiver = takes(&is_generic) && has_active_receiver(block);
    let takes_own = types_of_parameters(method).any(|ty| is_reference_to_own(ty, block));
    method.sig.receiver().is_none()
        && method
            .sig
            .generics
            .params
            .iter()
            .all(|param| matches!(param, GenericParam::Type(param) if is_converted(&param.ident)))
        && (gives_self || name_of(innermost(result)).is_some_and(|name| is_real(name) || is_generic(name)))
        && (takes(&is_number_type)
            || is_for_a_receiver
            || takes_own
            || gives_self && takes(&is_generic) && is_constructor(method)
            || takes(&|name| is_number(&name.to_string())) && has_active_receiver(block))
        && (gives_self && is_constructor(method)
            || (gives_self || takes(&is_number_type) || is_for_a_receiver || takes_own)
                && is_formula(method, block, above))
}

/// Whether a method of the block calls an associated function that takes numbers, or the type itself, with what may have a derivative: it
/// needs one then.
pub(crate) fn is_needed(method: &ImplItemFn, block: &ItemImpl) -> bool {
    is_needed_below(method, block, &mut Vec::new())
}

/// `below`: the functions that it calls.
fn is_needed_below(method: &ImplItemFn, block: &ItemImpl, below: &mut Vec<Ident>) -> bool {
    let is_generic = |name: &Ident| {
        let of_block = block.generics.type_params().any(|param| param.ident == *name);
        of_block || method.sig.generics.type_params().any(|param| param.ident == *name)
    };
    let is_number = |ty: &Type| name_of(innermost(ty)).is_some_and(|name| is_real(name) || is_generic(name));
    let is_own_value = |ty: &Type| has_active_receiver(block) && is_own(innermost(ty), block);
    let takes = types_of_parameters(method).any(|ty| is_number(ty) || is_own_value(ty));
    let name = &method.sig.ident;
    if method.sig.receiver().is_some() || !takes || below.contains(name) {
        return false;
    }
    below.push(name.clone());
    let is_needed = block.items.iter().any(|item| {
        let ImplItem::Fn(caller) = item else { return false };
        let has_derivative = match caller.sig.receiver() {
            Some(this) => !is_marked(this) && !stays(&caller.sig, false),
            None => is_one(caller, block) || is_needed_below(caller, block, below),
        };
        let mut uses = Uses { of: name, block, found: false };
        uses.visit_block(&caller.block);
        has_derivative && uses.found
    });
    below.pop();
    is_needed
}

/// A call of an associated function with anything but constants.
struct Uses<'b> {
    of: &'b Ident,
    block: &'b ItemImpl,
    found: bool,
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        if let Expr::Path(path) = peel(&call.func)
            && let [this, name] = &path.path.segments.iter().collect::<Vec<_>>()[..]
        {
            let is_it = name.ident == *self.of && is_own(&this.ident, self.block);
            self.found |= is_it && !call.args.iter().all(is_literal);
        }
        syn::visit::visit_expr_call(self, call);
    }
}

/// Whether it does nothing but put its arguments, and arithmetic with them, into a struct, after it has checked them.
fn is_constructor(method: &ImplItemFn) -> bool {
    let Some((Stmt::Expr(Expr::Struct(literal), None), before)) = method.block.stmts.split_last() else { return false };
    let checks = |stmt: &Stmt| matches!(stmt, Stmt::Macro(stmt) if is_check(&stmt.mac));
    before.iter().all(checks)
        && literal.rest.as_deref().is_none_or(is_plain_value)
        && literal.fields.iter().all(|field| is_plain_value(&field.expr))
}

/// Whether it takes numbers, and calls no functions but other such functions. Its methods are those of numbers, lists and the type itself.
fn is_formula(method: &ImplItemFn, block: &ItemImpl, above: &mut Vec<Ident>) -> bool {
    let is_generic = |name: &Ident| block.generics.type_params().any(|param| param.ident == *name);
    let is_converted = |name: &Ident| numbers::is_converted(name, &method.sig.generics);
    let of_numbers = |name: &Ident| is_primitive(&name.to_string()) || is_generic(name) || is_converted(name);
    let is_known = |ty: &Type| name_of(innermost(ty)).is_some_and(of_numbers) || is_reference_to_own(ty, block);
    let takes_numbers = types_of_parameters(method).all(is_known);
    if !takes_numbers || above.contains(&method.sig.ident) {
        return false;
    }
    above.push(method.sig.ident.clone());
    let mut calls = Calls { block, above, are_known: true };
    calls.visit_block(&method.block);
    let are_known = calls.are_known;
    above.pop();
    are_known
}

fn types_of_parameters(method: &ImplItemFn) -> impl Iterator<Item = &Type> {
    method.sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => Some(&*typed.ty),
        FnArg::Receiver(_) => None,
    })
}

/// The type of the elements of arrays, slices and `Vec`s, behind references.
pub(crate) fn innermost(ty: &Type) -> &Type {
    if let Some(elements) = elements_of_vec(ty) {
        return innermost(elements);
    }
    match ty {
        Type::Array(array) => innermost(&array.elem),
        Type::Slice(slice) => innermost(&slice.elem),
        Type::Reference(reference) if reference.mutability.is_none() => innermost(&reference.elem),
        ty => ty,
    }
}

/// The `T` of `Vec<T>`.
fn elements_of_vec(ty: &Type) -> Option<&Type> {
    argument_of(ty, &["Vec"])
}

/// The `T` of `Result<T, E>` and `Option<T>`.
fn outcome(ty: &Type) -> Option<&Type> {
    argument_of(ty, &["Result", "Option"])
}

/// The first argument of a type with one of these names.
pub(crate) fn argument_of<'t>(ty: &'t Type, names: &[&str]) -> Option<&'t Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| names.iter().any(|name| last.ident == name))?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first()? {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }
}

pub(crate) fn name_of(ty: &Type) -> Option<&Ident> {
    match ty {
        Type::Path(path) if path.qself.is_none() => path.path.get_ident(),
        _ => None,
    }
}

/// Whether a type or a path is spelled as that of the block.
pub(crate) fn is_own(spelled: &impl ToTokens, block: &ItemImpl) -> bool {
    let spelled = spelled.to_token_stream().to_string();
    let is_name = || matches!(&*block.self_ty, Type::Path(ty) if ty.path.segments.last().is_some_and(|last| last.ident == spelled));
    spelled == "Self" || spelled == block.self_ty.to_token_stream().to_string() || is_name()
}

/// `&Self`, of a type that has a derivative.
fn is_reference_to_own(ty: &Type, block: &ItemImpl) -> bool {
    matches!(ty, Type::Reference(reference) if reference.mutability.is_none() && is_own(&reference.elem, block))
        && has_active_receiver(block)
}

/// Whether a method of the block needs the derivative of its receiver, so that the type has one.
fn has_active_receiver(block: &ItemImpl) -> bool {
    block.items.iter().any(|item| {
        let ImplItem::Fn(method) = item else { return false };
        let is_active = |this: &Receiver| !is_marked(this);
        method.sig.receiver().is_some_and(is_active) && !stays(&method.sig, false) && !is_optional(&method.sig)
    })
}

/// Literals, names and arithmetic; copies and lengths of lists; calls without arguments.
fn is_plain_value(expr: &Expr) -> bool {
    match peel(expr) {
        Expr::Lit(_) => true,
        Expr::Path(path) => path.path.get_ident().is_some(),
        Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Neg(_)) && is_plain_value(&unary.expr),
        Expr::Binary(binary) => is_plain_value(&binary.left) && is_plain_value(&binary.right),
        Expr::Array(array) => array.elems.iter().all(is_plain_value),
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_plain_value),
        Expr::Repeat(list) => is_plain_value(&list.expr),
        Expr::MethodCall(call) if is_literal(&call.receiver) => call.args.iter().all(is_literal),
        Expr::MethodCall(call) => {
            ["to_vec", "clone", "len"].iter().any(|name| call.method == name) && is_plain_value(&call.receiver)
        }
        Expr::Call(call) => takes_no_values(call),
        Expr::Macro(list) => elements(&list.mac).is_some_and(|elements| elements.iter().all(is_plain_value)),
        _ => false,
    }
}

/// What `vec![..]` is made of.
fn elements(mac: &Macro) -> Option<Vec<Expr>> {
    match made(mac)? {
        Expr::Call(list) => Some(list.args.into_iter().collect()),
        _ => None,
    }
}

/// `Default::default()`, `Self::empty()`, `String::from("x")`: what a function of a type gives without arguments, or of literals, is
/// constant.
fn takes_no_values(call: &ExprCall) -> bool {
    call.args.iter().all(is_literal) && matches!(peel(&call.func), Expr::Path(path) if path.path.segments.len() > 1)
}

fn is_literal(expr: &Expr) -> bool {
    matches!(peel(expr), Expr::Lit(_))
}

/// Whether a function is a constructor of `Result` or `Option`.
fn is_variant(function: &Expr, names: &[&str]) -> bool {
    matches!(peel(function), Expr::Path(path) if names.iter().any(|name| path.path.is_ident(name)))
}

/// `f64::max`, `Vec::with_capacity`, `core::array::from_fn`, by their names: for anything else that is named so the compiler reports that
/// it has no derivative.
fn is_of_the_library(path: &ExprPath) -> bool {
    let mut names = path.path.segments.iter().rev().map(|segment| segment.ident.to_string());
    match (names.next(), names.next()) {
        (Some(function), Some(of)) => {
            is_number(&of) || matches!((&*of, &*function), ("Vec", "with_capacity") | ("array", "from_fn"))
        }
        _ => false,
    }
}

/// What a body calls.
struct Calls<'b> {
    block: &'b ItemImpl,
    above: &'b mut Vec<Ident>,
    /// Whether all functions are other such functions.
    are_known: bool,
}

impl<'ast> Visit<'ast> for Calls<'_> {
    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        // What an error tells has no derivative.
        if !takes_no_values(call) && !is_variant(&call.func, &["Err"]) {
            self.are_known &= self.is_known_function(&call.func);
            call.args.iter().for_each(|argument| self.visit_expr(argument));
        }
    }

    /// A constant, if it has more than a name.
    fn visit_expr_path(&mut self, path: &'ast ExprPath) {
        let is_constant = |name: &Ident| !name.to_string().contains(char::is_lowercase);
        self.are_known &= path.path.get_ident().is_some()
            || is_of_the_library(path)
            || path.qself.is_none() && path.path.segments.last().is_some_and(|last| is_constant(&last.ident));
    }

    fn visit_expr_struct(&mut self, literal: &'ast ExprStruct) {
        self.are_known &= is_own(&literal.path, self.block);
        syn::visit::visit_expr_struct(self, literal);
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        match elements(mac) {
            Some(elements) => elements.iter().for_each(|element| {
                let mut inner = Calls { block: self.block, above: self.above, are_known: true };
                inner.visit_expr(element);
                self.are_known &= inner.are_known;
            }),
            None => self.are_known &= is_check(mac),
        }
    }

    fn visit_item(&mut self, _: &'ast Item) {
        self.are_known = false;
    }
}

impl Calls<'_> {
    /// `Self(..)`, or `Self::name` of such a function.
    fn is_known_function(&mut self, function: &Expr) -> bool {
        let Expr::Path(path) = peel(function) else { return false };
        if is_variant(function, &["Ok", "Some"]) || is_of_the_library(path) {
            return true;
        }
        let names: Vec<_> = path.path.segments.iter().map(|segment| &segment.ident).collect();
        match names[..] {
            [name] => is_own(name, self.block),
            [this, name] if is_own(this, self.block) => {
                let block = self.block;
                block.items.iter().any(
                    |item| matches!(item, ImplItem::Fn(method) if method.sig.ident == *name && is_one_among(method, block, self.above)),
                )
            }
            _ => false,
        }
    }
}
