//! The operation at the root of an expression.

use quote::{quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, Ident, Index, Member, Stmt, UnOp};

use super::bit_operators;
use super::errors::is_error;
use super::made_lists::{is_mapped, is_of_iterator, made};
use super::{Binder, activity, derivative_calls, peel};
use crate::accept::body::{is_of_the_user, unknown_macro};
use crate::accept::signature::is_real;
use crate::desugar::iterators;
use crate::desugar::iterators::selections::{is_selection, is_unwrapped, selected, unwrapped};
use crate::desugar::{array_copies, optional_elements, outcome_methods};
use crate::ir::{Callee, List, Method, Op, Operand, Operator, Place, Projection};
use crate::syntax::number_methods::number_method;
use crate::syntax::{apart_from_blocks, is_constructor, starts_upper};

/// What is refused of a list that holds a reference.
pub(super) const REFERENCE_IN_A_LIST: &str = "a reference to a value with a derivative cannot be kept in a list or an `Option`\nhelp: keep the value itself, as by `.copied()` and `.to_vec()`, or its index";

/// What is refused of a tuple that holds a reference.
const REFERENCE_IN_A_TUPLE: &str = "a reference to a value with a derivative cannot be kept in a tuple\nhelp: give each part a name: `let (a, b) = (&x, &y);`, or copy the values";

impl Binder<'_> {
    /// The operation at the root of an active expression, its operands bound before it; `None` if it is a place.
    pub(super) fn operation(&mut self, expr: &Expr) -> Option<Op> {
        let expr = peel(expr);
        let wanted = std::mem::take(&mut self.wants_number);
        if let Some(op) = self.run_again(expr, true) {
            return Some(op);
        }
        match expr {
            Expr::Binary(binary) => self.binary(binary, wanted),
            Expr::Call(call) => self.call(call),
            Expr::MethodCall(call) => self.method_call(expr, call),
            Expr::Unary(unary) => self.unary(unary, wanted),
            _ => self.composition(expr),
        }
    }

    fn unary(&mut self, unary: &syn::ExprUnary, wanted: bool) -> Option<Op> {
        Some(match unary.op {
            UnOp::Neg(minus) if !matches!(peel(&unary.expr), Expr::Lit(_)) => {
                self.wants_number = wanted;
                let operand = self.operand(&unary.expr);
                let of_numbers = wanted && !self.is_own_operand(&operand);
                let link = if of_numbers { None } else { self.link_of_operator(&[&operand]) };
                Op::Neg(minus, operand, link)
            }
            UnOp::Deref(star) if self.is_box(&unary.expr) => self.unboxed(star, &unary.expr),
            UnOp::Deref(_)
                if let Expr::MethodCall(call) = peel(&unary.expr)
                    && call.method == "unwrap_or"
                    && self.is_optional_element(&call.receiver) =>
            {
                return self.of_element(call, |binder| optional_elements::value_or(call, binder));
            }
            _ => return None,
        })
    }

    /// What is put together from values or from blocks.
    fn composition(&mut self, expr: &Expr) -> Option<Op> {
        Some(match expr {
            Expr::Cast(cast) => Op::Cast(self.operand(&cast.expr), (*cast.ty).clone()),
            Expr::Tuple(tuple) if let Some(part) = self.reference_among(&tuple.elems) => {
                self.report.refuse(part, REFERENCE_IN_A_TUPLE);
                return None;
            }
            Expr::Tuple(tuple) => Op::Tuple(tuple.elems.iter().map(|elem| self.operand(elem)).collect()),
            Expr::Array(array) => return self.array(array, List::Array),
            Expr::Repeat(repeat) => {
                Op::Repeat { value: self.operand(&repeat.expr), count: repeat.len.clone(), list: List::Array }
            }
            Expr::Struct(literal) => self.literal(literal),
            Expr::If(branch) => self.branch(branch, true),
            Expr::Match(branches) => self.matching(branches, true),
            Expr::Block(block) => Op::Scope(self.block(&block.block.stmts, true)),
            Expr::Macro(e) if is_of_the_user(&e.mac) => {
                self.report.refuse(&e.mac.path, unknown_macro(&e.mac));
                return None;
            }
            _ => return None,
        })
    }

    /// An item that is selected from a chain. What finds it is done here.
    pub(super) fn selection(&mut self, call: &syn::ExprMethodCall) -> Option<Operand> {
        let tree = self.rewritten(std::ptr::from_ref(call).cast(), |binder| {
            let (stmts, item) = unwrapped(call, binder)?;
            let item = apart_from_blocks(&item);
            Ok(syn::parse_quote!({ #(#stmts)* #item }))
        })?;
        let (Stmt::Expr(item, None), stmts) = tree.stmts.split_last()? else { return None };
        stmts.iter().for_each(|stmt| self.statement(stmt));
        Some(self.place(item).unwrap_or_else(|| self.operand(item)))
    }

    /// `let pattern = item;` for such an item.
    pub(super) fn let_selected(&mut self, local: &syn::Local) -> bool {
        let Some(init) = &local.init else { return false };
        let Expr::MethodCall(call) = peel(&init.expr) else { return false };
        if let Some((list, _)) = array_copies::list_of(call)
            && self.is_active(list)
        {
            return self.let_array(local, call);
        }
        if !is_unwrapped(call) || !self.is_active(&call.receiver) {
            return false;
        }
        let tree = self.rewritten(std::ptr::from_ref(call).cast(), |binder| {
            let (stmts, item) = unwrapped(call, binder)?;
            let pat = &local.pat;
            Ok(syn::parse_quote!({ #(#stmts)* let #pat = #item; }))
        });
        if let Some(tree) = tree {
            tree.stmts.iter().for_each(|stmt| self.statement(stmt));
        }
        true
    }

    /// `let pattern = list.try_into().unwrap();` and the like.
    fn let_array(&mut self, local: &syn::Local, call: &syn::ExprMethodCall) -> bool {
        let through = array_copies::list_of(call).is_some_and(|(list, _)| self.is_reference(list));
        let Some(block) = array_copies::bound(&local.pat, call, through) else { return false };
        if let Some(tree) = self.rewritten(std::ptr::from_ref(call).cast(), |_| Ok(block)) {
            tree.stmts.iter().for_each(|stmt| self.statement(stmt));
        }
        true
    }

    /// A reference to a value with a derivative that a tuple or a list would hold.
    fn reference_among<'e>(&self, parts: &'e Punctuated<Expr, syn::Token![,]>) -> Option<&'e Expr> {
        parts.iter().find(|part| {
            let is_reference = matches!(peel(part), Expr::Reference(_)) || self.is_reference(part);
            is_reference && self.is_active(part)
        })
    }

    // Functions of their own, because expressions are nested deeply and each has its variables on the stack once a level.

    /// `a + b`; `wanted` if it is known to be a number.
    fn binary(&mut self, binary: &syn::ExprBinary, wanted: bool) -> Option<Op> {
        if bit_operators::is_one(&binary.op) {
            return self.bit_operation(binary);
        }
        let operator = operator(&binary.op)?;
        // A sum that is a number is one of numbers; of a product that holds if one of the factors is.
        let is_sum = wanted && matches!(operator, Operator::Add | Operator::Sub);
        self.wants_number = is_sum || wanted && self.is_expression_of_numbers(&binary.right);
        let a = self.number(&binary.left);
        self.wants_number = is_sum || wanted && self.is_known_number(&a);
        let b = self.number(&binary.right);
        let is_sum = is_sum && !self.is_own_operand(&a) && !self.is_own_operand(&b);
        let of_numbers = is_sum || wanted && (self.is_known_number(&a) || self.is_known_number(&b));
        let (token, link) = (&binary.op, if of_numbers { None } else { self.link_of_operator(&[&a, &b]) });
        self.scaled.extend(link.filter(|_| self.is_known_number(&b)));
        Some(Op::Binary(operator, quote!(#token), a, b, link))
    }

    fn literal(&mut self, literal: &syn::ExprStruct) -> Op {
        Op::Struct {
            path: literal.path.clone(),
            imported: self.is_imported_variant(&literal.path),
            fields: literal.fields.iter().map(|field| (field.member.clone(), self.operand(&field.expr))).collect(),
            base: literal.rest.as_ref().map(|base| self.operand(base)),
        }
    }

    fn method_call(&mut self, expr: &Expr, call: &syn::ExprMethodCall) -> Option<Op> {
        if let Some(call) = derivative_calls::shorthand(call) {
            return self.call(&call);
        }
        if iterators::is_chain(call, self) {
            return self.stands_for(call, |binder| iterators::value(call, binder));
        }
        if self.is_conversion(call) {
            return self.conversion(call);
        }
        if optional_elements::is_value(call) && self.is_optional_element(&call.receiver) {
            return self.of_element(call, |binder| optional_elements::value(call, binder));
        }
        if let Some(block) = outcome_methods::written_out(call) {
            return self.stands_for(call, |_| Ok(block));
        }
        if is_selection(expr) {
            return self.stands_for(call, |binder| selected(expr, binder));
        }
        if let Some(iterators::Unknown(at, way_out)) = iterators::unknown_end(call) {
            self.report.refuse(at, way_out);
            return None;
        }
        if self.is_end_of_list(call) || self.is_slice(call) || self.is_lent_content(call) {
            return None;
        }
        if self.changes_length(call) {
            return self.taken_out(call);
        }
        if self.is_own_struct(&call.receiver) {
            return Some(self.method(call, false));
        }
        if is_mapped(call) && call.args.last().is_some_and(|with| self.may_be_called(with)) {
            return self.mapped(call);
        }
        if call.method == "map_with_location" {
            return self.mapped_with_location(call);
        }
        if call.method == "fold" && call.args.len() == 2 {
            return self.stands_for(call, |binder| iterators::value(&of_copies(call), binder));
        }
        if self.copies_list(call) {
            return self.copied_list(call);
        }
        Some(self.method(call, false))
    }

    /// Whether an argument may be a function: a closure, or a name that is none of a value.
    fn may_be_called(&self, argument: &Expr) -> bool {
        match peel(argument) {
            Expr::Closure(_) => true,
            Expr::Path(path) => {
                let is_one = |name: &Ident| {
                    self.closure_code(name).is_some()
                        || self.scope_of(name).is_some_and(|scope| scope.functions.contains_key(name))
                };
                self.lookup(argument).is_none()
                    || self.is_function(argument)
                    || path.path.get_ident().is_some_and(is_one)
            }
            _ => false,
        }
    }

    /// The value of the block that stands for a call.
    fn stands_for(
        &mut self,
        call: &syn::ExprMethodCall,
        make: impl FnOnce(&Self) -> Result<syn::Block, iterators::Unknown>,
    ) -> Option<Op> {
        let block = self.rewritten(std::ptr::from_ref(call).cast(), make)?;
        Some(Op::Scope(self.block(&block.stmts, true)))
    }

    /// The same of an element of a list in an `Option`: as long as the list is not known to be active, another block stands for the call.
    fn of_element(
        &mut self,
        call: &syn::ExprMethodCall,
        make: impl FnOnce(&Self) -> Result<syn::Block, iterators::Unknown>,
    ) -> Option<Op> {
        let block = self.rewritten(std::ptr::from_ref(&call.method).cast(), make)?;
        Some(Op::Scope(self.block(&block.stmts, true)))
    }

    /// Whether a path is the name of a function that an inner block declares.
    pub(super) fn is_inner(&self, path: &syn::ExprPath) -> bool {
        path.path.get_ident().is_some_and(|name| self.inner.contains(name))
    }

    /// A call of a function, or of the constructor of a tuple struct.
    #[expect(clippy::too_many_lines, reason = "one case after the other")]
    pub(super) fn call(&mut self, call: &syn::ExprCall) -> Option<Op> {
        if super::in_place::exchanged(call).is_some() {
            return None;
        }
        if let Some(closure) = self.called_closure(call) {
            return Some(self.call_closure(call, &closure, true));
        }
        if let Some(op) = self.vector(call) {
            return Some(op);
        }
        let Expr::Path(path) = peel(&call.func) else {
            self.report.refuse(
                &call.func,
                "only functions called by their path can be differentiated\nhelp: call the function by its name",
            );
            return None;
        };
        if let Some(op) = self.payload(call) {
            return Some(op);
        }
        if self.is_function(&call.func) {
            return Some(self.call_value(call));
        }
        if path.path.get_ident().is_some() && self.lookup(peel(&call.func)).is_some() {
            if let Some(op) = self.by_its_own_name(call) {
                return Some(op);
            }
            self.report.refuse(
                &call.func,
                "a function in a variable cannot be differentiated\nhelp: call the function by its name",
            );
            return None;
        }
        if self.is_inner(path) {
            self.report.refuse(&call.func, INNER);
            return None;
        }
        if is_of_iterator(path) {
            return self.matrix_of_iterator(call, path);
        }
        if let Some(with) = made(call)
            && with.inputs.len() == 2
        {
            return self.matrix_elements(call, path, with);
        }
        if let Some(with) = made(call) {
            let function = &path.path;
            let span = function.span();
            return self.elements(
                with,
                quote_spanned!(span=> ::cotangent::generated::the_same(#function, ::core::array::from_fn)),
            );
        }
        if let Some(op) = self.operator_by_path(call, path) {
            return Some(op);
        }
        if let Some(op) = self.function_of_nalgebra(call, path) {
            return Some(op);
        }
        if let Some(op) = self.conversion_to(call, path) {
            return Some(op);
        }
        if let Some(op) = self.function_of_library(call, path) {
            return Some(op);
        }
        if let Some(op) = self.function_of_number(call, path) {
            return Some(op);
        }
        if let Some(op) = self.derivative(call, path) {
            return Some(op);
        }
        if let Some(op) = self.boxed(call) {
            return Some(op);
        }
        if (path.qself.is_some() || is_associated(path)) && !is_constructor(path) {
            return self.associated(call, path);
        }
        if let Some(op) = self.call_with_functions(&path.path, &call.args) {
            return Some(op);
        }
        if is_error(call) {
            return Some(self.error(call, path));
        }
        let callee = Callee::Function(path.path.clone());
        let mut either = Vec::new();
        let mut operands = Vec::new();
        for (i, argument) in call.args.iter().enumerate() {
            if let Some(named) = self.by_name(argument) {
                operands.push(named);
                continue;
            }
            either.extend(self.reading(&callee, None, i, argument));
            let argument = self.beside(argument);
            operands.push(self.argument(&argument));
        }
        self.lends_once(call, &operands);
        if is_constructor(path) {
            let members = (0..).map(|i| Member::Unnamed(Index::from(i)));
            let imported = self.is_imported_variant(&path.path);
            return Some(Op::Struct {
                path: path.path.clone(),
                imported,
                fields: members.zip(operands).collect(),
                base: None,
            });
        }
        let perhaps_plain = self.may_be_plain(call, path);
        Some(Op::Call { path: path.path.clone(), operands, link: self.link(), either, perhaps_plain })
    }
}

impl Binder<'_> {
    fn array(&mut self, array: &syn::ExprArray, list: List) -> Option<Op> {
        if let Some(part) = self.reference_among(&array.elems) {
            self.report.refuse(part, REFERENCE_IN_A_LIST);
            return None;
        }
        Some(Op::Array(array.elems.iter().map(|elem| self.operand(elem)).collect(), list))
    }

    /// What `vec![..]` stands for.
    fn vector(&mut self, call: &syn::ExprCall) -> Option<Op> {
        let arguments: Vec<&Expr> = call.args.iter().map(peel).collect();
        match (activity::library_function(&call.func)?.to_string().as_str(), arguments.as_slice()) {
            ("vector", [Expr::Array(array)]) => self.array(array, List::Vec),
            ("vector_of", [value, count]) => {
                let value = self.operand(value);
                let count = Box::new(self.operand(count).through());
                Some(Op::Repeat { value, count, list: List::Vec })
            }
            _ => None,
        }
    }

    /// Refuses a call that is lent two elements of one list: in the reverse half they are parts of one cotangent.
    fn lends_once(&mut self, call: &syn::ExprCall, operands: &[Operand]) {
        let is_apart = |one: &Place, other: &Place| {
            one.var != other.var
                || one.path.iter().zip(&other.path).any(|parts| match parts {
                    (Projection::Field(one), Projection::Field(other)) => one != other,
                    _ => false,
                })
        };
        for (i, operand) in operands.iter().enumerate() {
            let Operand::Lent(place) = operand else { continue };
            if operands[..i].iter().any(|other| matches!(other, Operand::Lent(other) if !is_apart(place, other))) {
                self.report.refuse(
                    &call.args[i],
                    "two elements of one list are borrowed mutably by one call\nhelp: copy them with `let mut`, and assign them back after the call",
                );
                return;
            }
        }
    }

    /// The value that `?` takes out of an `Option` or a `Result`.
    fn payload(&mut self, call: &syn::ExprCall) -> Option<Op> {
        let of_question = activity::is_private(call, "value_of_result");
        if !of_question && !activity::is_private(call, "into_output") {
            return None;
        }
        let Operand::Place(place) = self.place(peel(call.args.first()?))? else { return None };
        if of_question {
            self.results.insert(place.var);
        }
        let written = &place.written;
        let written = syn::parse_quote!(*::cotangent::generated::output(&#written));
        Some(Op::Load(Operand::Place(Place { written, is_ref: false, ..place })))
    }

    /// `f64::sin(x)` is `x.sin()`, `f64::from(x)` is a cast, and so is `f16::from_f32(x)`.
    fn function_of_number(&mut self, call: &syn::ExprCall, path: &syn::ExprPath) -> Option<Op> {
        let mut segments = path.path.segments.iter().rev();
        let (function, of) = (segments.next()?, segments.next()?);
        let [receiver, arguments @ ..] = &call.args.iter().collect::<Vec<_>>()[..] else { return None };
        let is_known = number_method(&function.ident).is_some() || function.ident.to_string().starts_with("from");
        if path.qself.is_some() || !is_real(&of.ident) || !is_known {
            return None;
        }
        let span = path.span();
        self.verbatim(if let Some(meant) = number(path) {
            quote_spanned!(span=> let _ = ::cotangent::generated::the_same(#path, #meant);)
        } else {
            let mut ty = path.path.clone();
            ty.segments.pop();
            ty.segments.pop_punct();
            quote_spanned!(span=> ::cotangent::generated::half::<#ty>();)
        });
        let operands: Vec<_> =
            std::iter::once(receiver).chain(arguments).map(|operand| self.operand(operand)).collect();
        if let ([operand], true) = (&operands[..], function.ident == "from")
            && !self.is_known_number(operand)
        {
            let (to, operand) = (of.ident.clone(), operand.clone());
            return Some(self.rule_of_conversion(&syn::parse_quote!(#to), operand, &function.ident));
        }
        let link = self.link();
        let is_cast =
            ["from", "from_f32", "from_f64"].iter().any(|name| function.ident == name) && arguments.is_empty();
        let (name, generics) = if is_cast {
            let ty = &of.ident;
            let generics = syn::PathArguments::AngleBracketed(syn::parse_quote!(::<#ty>));
            (Ident::new("cast", function.ident.span()), Some(generics))
        } else {
            (function.ident.clone(), None)
        };
        Some(Op::Method(Method { of: None, name, generics, operands, link, is_call: false, either: Vec::new() }))
    }

    /// `Type::function(..)`: the rule is what the function `derivative_of_function_..` of the type returns.
    fn associated(&mut self, call: &syn::ExprCall, path: &syn::ExprPath) -> Option<Op> {
        let mut of = path.clone();
        let function = of.path.segments.pop()?.into_value();
        of.path.segments.pop_punct();
        // `<Circle>::area` has nothing but the type before the name.
        of.path.leading_colon = of.path.leading_colon.filter(|_| !of.path.segments.is_empty());
        let name = crate::naming::function_of_type(&function.ident);
        let generics = (!function.arguments.is_none()).then_some(function.arguments);
        let callee = Callee::Method { of: Some(of.clone()), name: name.clone(), generics: generics.clone() };
        let (operands, either) = self.operands_of_method(&callee, None, &call.args);
        let link = self.link();
        Some(Op::Method(Method { of: Some(of), name, generics, operands, link, is_call: false, either }))
    }

    /// `m` for `&m`, if `m` is a reference: where the method takes one, the compiler drops the other.
    fn without_second_reference<'e>(&self, argument: &'e Expr) -> &'e Expr {
        match peel(argument) {
            Expr::Reference(reference)
                if reference.mutability.is_none()
                    && self.lookup(peel(&reference.expr)).is_some_and(|of| of.is_ref && of.path.is_empty()) =>
            {
                peel(&reference.expr)
            }
            _ => argument,
        }
    }

    /// What a rule is given.
    pub(super) fn operands_of_rule<'e>(&mut self, arguments: impl IntoIterator<Item = &'e Expr>) -> Vec<Operand> {
        let each = arguments.into_iter().map(|argument| {
            self.by_name(argument).unwrap_or_else(|| {
                let argument = self.beside(self.without_second_reference(argument));
                of_rule(self.operand(&argument))
            })
        });
        each.collect()
    }
}

/// A rule takes references to its operands: a text is one itself, of a type without a size.
pub(super) fn of_rule(operand: Operand) -> Operand {
    match operand {
        Operand::Constant { expr: expr @ Expr::Lit(_), again, .. } => Operand::Constant { expr, again, is_ref: false },
        operand => operand,
    }
}

/// `matrix.fold(start, |total, x| ..)`: the same of an iterator.
fn of_copies(call: &syn::ExprMethodCall) -> syn::ExprMethodCall {
    let receiver = &call.receiver;
    syn::ExprMethodCall {
        receiver: syn::parse_quote_spanned!(receiver.span()=> (#receiver).iter().copied()),
        ..call.clone()
    }
}

/// The operator of an expression that gives a number, or that of an assignment with one.
pub(super) fn operator(op: &BinOp) -> Option<Operator> {
    Some(match op {
        BinOp::Add(_) | BinOp::AddAssign(_) => Operator::Add,
        BinOp::Sub(_) | BinOp::SubAssign(_) => Operator::Sub,
        BinOp::Mul(_) | BinOp::MulAssign(_) => Operator::Mul,
        BinOp::Div(_) | BinOp::DivAssign(_) => Operator::Div,
        BinOp::Rem(_) | BinOp::RemAssign(_) => Operator::Rem,
        _ => return None,
    })
}

/// What is refused of a function that is declared where its derivative is not looked up.
pub(super) const INNER: &str =
    "a function that an inner block declares cannot be differentiated\nhelp: declare it at the start of the function";

/// Whether a path is spelled like that of a function of a type.
pub(super) fn is_associated(path: &syn::ExprPath) -> bool {
    let of = path.path.segments.iter().rev().nth(1).map(|of| of.ident.to_string());
    of.is_some_and(|of| starts_upper(&of) || crate::accept::signature::is_number(&of))
}

/// The function of a primitive number that a path is spelled like.
pub(super) fn number(path: &syn::ExprPath) -> Option<syn::ExprPath> {
    let mut segments = path.path.segments.iter().rev();
    let (function, of) = (&segments.next()?.ident, &segments.next()?.ident);
    let is_primitive = path.qself.is_none() && (of == "f32" || of == "f64");
    // Of a trait, for several types.
    if is_primitive && function == "from" {
        return Some(
            syn::parse_quote_spanned!(function.span()=> <::core::primitive::#of as ::core::convert::From<::core::primitive::u8>>::from),
        );
    }
    is_primitive.then(|| syn::parse_quote_spanned!(function.span()=> ::core::primitive::#of::#function))
}
