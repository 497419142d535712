//! Which values are numbers of the types `f32` and `f64`, as types of parameters, literals and operators show, and which of them need
//! no more than arithmetic in the reverse half.
//!
//! Of such a *plain* number the reverse half is told nothing: its cotangent begins as `0.0`, rules are written as arithmetic, and
//! whether it is kept is decided here. The types of parameters are spelled, so the guard checks that they are what they are called.

use std::collections::{HashMap, HashSet};

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, GenericArgument, Lit, Member, PathArguments, Type, UnOp};

use super::Need;
use crate::ir::{
    Block, Function, Header, List, Loop, Method, Op, Operand, Operator, Place, Projection, Step, VarId, VarKind,
};
use crate::syntax::number_methods::{NumberMethod, number_method};
use crate::syntax::written_lists::written_list;

/// A type of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Primitive {
    F32,
    F64,
    /// The answers of branches.
    U64,
}

/// What a value is made of, as far as it is known.
#[derive(Clone, Debug, PartialEq)]
enum Shape {
    Number(Primitive),
    List(Box<Shape>, Elements),
    Tuple(Vec<Option<Shape>>),
}

/// Where the elements of a list are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Elements {
    /// In the list itself, or where a reference points to.
    Here,
    /// In memory that the list points to.
    Elsewhere,
}

impl Elements {
    fn of(list: List) -> Self {
        match list {
            List::Array => Self::Here,
            List::Vec => Self::Elsewhere,
        }
    }
}

/// The numbers of a function.
#[derive(Default)]
pub(crate) struct Numbers {
    shapes: HashMap<VarId, Shape>,
    /// The variables that are literals, or lists of literals, and the lists that lead to these: one for `[0.0; 8]`. Their numbers have the
    /// type of what they are used with.
    literals: HashMap<VarId, Vec<Elements>>,
    plain: HashSet<VarId>,
    /// The methods of numbers, by their links.
    methods: HashMap<usize, (&'static NumberMethod, Primitive)>,
}

impl Primitive {
    /// What the type is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::U64 => "u64",
        }
    }

    /// `-0.0` of the type, to which anything may be added without an addition.
    pub fn zero(self) -> TokenStream {
        let zero = match self {
            Self::F32 => Literal::f32_suffixed(0.0),
            Self::F64 => Literal::f64_suffixed(0.0),
            Self::U64 => return quote!(0_u64),
        };
        quote!(-#zero)
    }
}

impl ToTokens for Primitive {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let name = Ident::new(self.name(), Span::call_site());
        match self {
            Self::F32 | Self::F64 => name.to_tokens(tokens),
            Self::U64 => quote!(::core::primitive::#name).to_tokens(tokens),
        }
    }
}

impl Numbers {
    /// Those of a function; the plain ones are not known yet.
    pub(super) fn of(function: &Function) -> Self {
        let mut numbers = Self::default();
        for param in function.params.iter().filter(|param| param.pattern.is_none() && param.function.is_none()) {
            numbers.learn(param.var, of_type(&param.ty));
        }
        // A variable that begins with a literal gets its type from what it is used with.
        loop {
            let known = numbers.shapes.len();
            numbers.block(&function.body);
            if numbers.shapes.len() == known {
                break;
            }
        }
        function.body.each_step(&mut |step| {
            if let Step::Let { op: Op::Method(method), .. } = step
                && let Some(found) = numbers.method_of(method)
            {
                numbers.methods.insert(method.link, found);
            }
        });
        numbers
    }

    /// The method of numbers behind a link, and the type of its receiver.
    pub fn method(&self, link: usize) -> Option<(&'static NumberMethod, Primitive)> {
        self.methods.get(&link).copied()
    }

    fn method_of(&self, method: &Method) -> Option<(&'static NumberMethod, Primitive)> {
        let Method { of: None, generics: None, is_call: false, name, operands, either, .. } = method else {
            return None;
        };
        let (Some(Operand::Place(receiver)), true) = (operands.first(), either.is_empty()) else { return None };
        let found = number_method(name)?;
        let primitive = self.place(receiver)?;
        (found.reads.is_some() && found.operands() == operands.len()).then_some((found, primitive))
    }

    /// The type of a plain number.
    pub fn plain(&self, var: VarId) -> Option<Primitive> {
        match self.shapes.get(&var) {
            Some(Shape::Number(primitive)) if self.plain.contains(&var) => Some(*primitive),
            _ => None,
        }
    }

    /// The types that there are numbers of.
    pub fn types(&self) -> impl Iterator<Item = Primitive> {
        let is_there = |of: &Primitive| self.shapes.values().any(|shape| *shape == Shape::Number(*of));
        [Primitive::F32, Primitive::F64].into_iter().filter(is_there)
    }

    /// The type of a number in a place.
    pub fn place(&self, place: &Place) -> Option<Primitive> {
        match self.part(place)? {
            Shape::Number(primitive) => Some(*primitive),
            _ => None,
        }
    }

    /// Whether the rule of an operation can be written as arithmetic of numbers.
    pub fn is_arithmetic(&self, function: &Function, out: VarId, op: &Op) -> bool {
        if !matches!(self.shapes.get(&out), Some(Shape::Number(_))) {
            return false;
        }
        let fits = |operand: &Operand| match operand {
            Operand::Constant { .. } => true,
            Operand::Place(place) => self.place(place).is_some() || !function.is_active(operand),
            Operand::Lent(_) => false,
        };
        match op {
            Op::Binary(operator, _, a, b, None) => *operator != Operator::Rem && fits(a) && fits(b),
            Op::Neg(_, a, None) => fits(a),
            Op::Load(Operand::Place(place)) => self.place(place).is_some(),
            _ => false,
        }
    }

    /// The same of `place += value`.
    pub fn is_sum(&self, place: &Place, value: &Operand) -> bool {
        self.place(place).is_some() && matches!(value, Operand::Place(value) if self.place(value).is_some())
    }

    /// Whether a path leads to a list whose elements are in memory that a list in a list points to: `w[i]` of a `Vec<Vec<f64>>`.
    pub fn is_row_elsewhere(&self, var: VarId, path: &[Projection]) -> bool {
        let Some(mut shape) = self.shapes.get(&var) else { return false };
        for _ in path {
            let Shape::List(element, _) = shape else { return false };
            shape = element;
        }
        path.iter().all(is_element) && matches!(shape, Shape::List(_, Elements::Elsewhere))
    }

    fn learn(&mut self, var: VarId, shape: Option<Shape>) {
        if let Some(shape) = shape {
            self.shapes.entry(var).or_insert(shape);
        }
    }

    fn part(&self, place: &Place) -> Option<&Shape> {
        let mut shape = self.shapes.get(&place.var)?;
        for step in &place.path {
            shape = match (shape, step) {
                (Shape::List(element, _), step) if is_element(step) => element,
                // A part of a list is one too.
                (Shape::List(..), Projection::Index { .. }) => shape,
                (Shape::Tuple(parts), Projection::Field(Member::Unnamed(i))) => {
                    parts.get(i.index as usize).and_then(Option::as_ref)?
                }
                _ => return None,
            };
        }
        Some(shape)
    }

    fn operand(&self, operand: &Operand) -> Option<Shape> {
        match operand {
            Operand::Place(place) => self.part(place).cloned(),
            Operand::Constant { .. } | Operand::Lent(_) => None,
        }
    }

    fn value(&self, block: &Block) -> Option<Shape> {
        self.operand(block.value.as_ref()?)
    }

    fn block(&mut self, block: &Block) {
        for step in &block.steps {
            step.blocks().into_iter().for_each(|inner| self.block(inner));
            match step {
                Step::Let { var, ty, op } => {
                    let shape = ty.as_ref().and_then(of_type).or_else(|| self.operation(op));
                    self.learn(*var, shape);
                    let depth = self.literals_in(op);
                    self.literals.extend(depth.map(|depth| (*var, depth)));
                    self.learn_of_literals(*var, op);
                }
                Step::Declare { var, ty, value } => {
                    let value = value.as_ref();
                    self.learn(*var, ty.as_ref().and_then(of_type).or_else(|| self.operand(value?)));
                    let depth = value.and_then(|value| self.literals_at(value));
                    self.literals.extend(depth.map(|depth| (*var, depth)));
                }
                Step::Insert { place, value, .. } if place.path.is_empty() => {
                    let element = self.operand(value).map(Box::new);
                    self.learn(place.var, element.map(|element| Shape::List(element, Elements::Elsewhere)));
                }
                Step::Assign { place, value, old } => {
                    if let Some(old) = old {
                        self.learn(*old, self.part(place).cloned());
                    }
                    self.changed(place, value);
                }
                Step::Accumulate { place, value, link: None, .. } => self.changed(place, value),
                _ => {}
            }
        }
    }

    fn changed(&mut self, place: &Place, value: &Operand) {
        if place.path.is_empty() {
            self.learn(place.var, self.operand(value));
        } else if let Some(number) = self.number_in(value) {
            self.learn_literal(place, number);
        }
    }

    // ---- literals ----

    /// The lists that lead to the numbers of an operand, if these are literals.
    fn literals_at(&self, operand: &Operand) -> Option<Vec<Elements>> {
        match operand {
            Operand::Constant { expr, .. } => literals_of(expr),
            Operand::Place(place) if place.path.iter().all(is_element) => {
                Some(self.literals.get(&place.var)?.get(place.path.len()..)?.to_vec())
            }
            Operand::Place(_) | Operand::Lent(_) => None,
        }
    }

    fn literals_in(&self, op: &Op) -> Option<Vec<Elements>> {
        match op {
            Op::Inactive(value) => literals_of(value),
            Op::Load(value) => self.literals_at(value),
            Op::Repeat { value, list, .. } => {
                let mut lists = self.literals_at(value)?;
                lists.insert(0, Elements::of(*list));
                Some(lists)
            }
            _ => None,
        }
    }

    fn number_in(&self, operand: &Operand) -> Option<Primitive> {
        match self.operand(operand)? {
            Shape::Number(primitive) => Some(primitive),
            _ => None,
        }
    }

    /// What literals are used with, and what is copied from them, has their type.
    fn learn_of_literals(&mut self, out: VarId, op: &Op) {
        match op {
            Op::Load(Operand::Place(place)) => {
                if let Some(Shape::Number(primitive)) = self.shapes.get(&out).cloned() {
                    self.learn_literal(place, primitive);
                }
            }
            Op::Binary(.., a, b, None) => {
                for (one, other) in [(a, b), (b, a)] {
                    if let (Some(primitive), Operand::Place(place)) = (self.number_in(one), other) {
                        self.learn_literal(place, primitive);
                    }
                }
            }
            _ => {}
        }
    }

    /// The type of a literal, and with it that of all of its list.
    fn learn_literal(&mut self, place: &Place, primitive: Primitive) {
        let Some(lists) = self.literals.get(&place.var) else { return };
        if lists.len() == place.path.len() && place.path.iter().all(is_element) {
            let number = Shape::Number(primitive);
            let shape = lists.iter().rev().fold(number, |element, of| Shape::List(Box::new(element), *of));
            self.learn(place.var, Some(shape));
        }
    }

    fn operation(&self, op: &Op) -> Option<Shape> {
        let number = |operand: &Operand| self.operand(operand).filter(|shape| matches!(shape, Shape::Number(_)));
        match op {
            Op::Binary(.., a, b, None) => number(a).or_else(|| number(b)),
            Op::Neg(_, a, None) => number(a),
            Op::Load(a) => self.operand(a),
            Op::Cast(_, ty) => of_type(ty),
            Op::If { then, otherwise, .. } => self.value(then).or_else(|| self.value(otherwise)),
            Op::Match { arms, .. } => arms.iter().find_map(|arm| self.value(&arm.block)),
            Op::Scope(block) => self.value(block),
            Op::Elements { block, .. } => Some(Shape::List(Box::new(self.value(block)?), Elements::Here)),
            Op::Array(elements, list) => {
                let element = elements.iter().find_map(|element| self.operand(element))?;
                Some(Shape::List(Box::new(element), Elements::of(*list)))
            }
            Op::Repeat { value, list, .. } => Some(Shape::List(Box::new(self.operand(value)?), Elements::of(*list))),
            Op::Method(method) => {
                let number = self.method_of(method).map(|(_, primitive)| Shape::Number(primitive));
                number.or_else(|| self.copy(method))
            }
            Op::Tuple(parts) => Some(Shape::Tuple(parts.iter().map(|part| self.operand(part)).collect())),
            _ => None,
        }
    }

    /// What a method gives that copies a list, by its name.
    fn copy(&self, method: &Method) -> Option<Shape> {
        let Method { of: None, generics: None, is_call: false, name, operands, either, .. } = method else {
            return None;
        };
        let is_copy = ["clone", "to_owned", "to_vec"].iter().any(|copy| name == copy);
        match operands.as_slice() {
            [list] if is_copy && either.is_empty() => {
                self.operand(list).filter(|shape| matches!(shape, Shape::List(..)))
            }
            _ => None,
        }
    }

    // ---- plain numbers ----

    /// Finds the plain ones: nothing but arithmetic names their values in the reverse half, and whether it does is known.
    pub(super) fn find_plain(&mut self, function: &Function, needs: &[Vec<Need>]) {
        let mut others = HashSet::new();
        function.body.each_step(&mut |step| self.others(function, step, &mut others));
        let is_local = |var: VarId| {
            let of = function.var(var);
            of.active && of.kind == VarKind::Local && of.reference.is_none() && !of.calculated
        };
        let numbers = self.shapes.iter().filter(|(_, shape)| matches!(shape, Shape::Number(_))).map(|(var, _)| *var);
        let plain = numbers.filter(|var| is_local(*var) && !others.contains(var));
        self.plain = plain.filter(|var| self.is_read(&needs[var.0], false).is_some()).collect();
        function.body.each_step(&mut |step| {
            if let Step::Let { op: Op::If { answers: Some(answers), .. }, .. } = step {
                self.shapes.insert(*answers, Shape::Number(Primitive::U64));
                self.plain.insert(*answers);
            }
        });
    }

    /// Whether somebody reads a value, if that is known; `with_tangents`: where values have tangents.
    pub(super) fn is_read(&self, needs: &[Need], with_tangents: bool) -> Option<bool> {
        let mut each = needs.iter().map(|need| match need {
            Need::Always => Some(true),
            Need::Recompute { var, needs } if matches!(self.shapes.get(var), Some(Shape::Number(_))) => {
                self.is_read(needs, with_tangents)
            }
            Need::Flag { link, flag } => self.methods.get(link)?.0.reads(*flag, with_tangents),
            _ => None,
        });
        each.try_fold(false, |any, need| Some(any | need?))
    }

    /// The variables of which a step wants more than their values.
    fn others(&self, function: &Function, step: &Step, others: &mut HashSet<VarId>) {
        let mut add = |operand: &Operand| {
            if let Operand::Place(place) | Operand::Lent(place) = operand {
                others.insert(place.var);
            }
        };
        match step {
            Step::Let { var, op, .. } => match op {
                Op::Inactive(_)
                | Op::Tuple(_)
                | Op::Array(..)
                | Op::Struct { .. }
                | Op::Repeat { .. }
                | Op::If { .. }
                | Op::Match { .. }
                | Op::Scope(_)
                | Op::Elements { .. }
                | Op::Load(_) => {}
                Op::Method(method) if self.methods.contains_key(&method.link) => {}
                op if self.is_arithmetic(function, *var, op) => {}
                op => {
                    op.operands().into_iter().for_each(add);
                    if !matches!(op, Op::Call { .. }) {
                        others.insert(*var);
                    }
                }
            },
            Step::Accumulate { place, value, link, .. } if link.is_some() || !self.is_sum(place, value) => add(value),
            Step::Rearrange { arguments, .. } => arguments.iter().for_each(add),
            Step::Insert { at, .. } => at.iter().for_each(add),
            Step::Loop(Loop { header: Header::Range { from, to, .. }, .. }) => [from, to].into_iter().for_each(add),
            _ => {}
        }
    }
}

/// Whether a step into a list leads to one of its elements.
fn is_element(step: &Projection) -> bool {
    matches!(step, Projection::Index { written, .. } if !matches!(written, Expr::Range(_)))
}

/// The lists that lead to the numbers of an expression that is a literal of a number with a point, or lists of such.
fn literals_of(expr: &Expr) -> Option<Vec<Elements>> {
    let Some(list) = written_list(expr) else { return is_surely_a_number(expr).then(Vec::new) };
    let mut lists = literals_of(list.elements.first()?)?;
    lists.insert(0, if list.is_vector { Elements::Elsewhere } else { Elements::Here });
    Some(lists)
}

/// What a type is made of.
fn of_type(ty: &Type) -> Option<Shape> {
    match ty {
        Type::Path(path) if path.qself.is_none() => {
            let last = path.path.segments.last()?;
            match (last.ident.to_string().as_str(), &last.arguments) {
                ("f32", _) if path.path.get_ident().is_some() => Some(Shape::Number(Primitive::F32)),
                ("f64", _) if path.path.get_ident().is_some() => Some(Shape::Number(Primitive::F64)),
                ("Vec", PathArguments::AngleBracketed(held)) if held.args.len() == 1 => match held.args.first()? {
                    GenericArgument::Type(element) => {
                        Some(Shape::List(Box::new(of_type(element)?), Elements::Elsewhere))
                    }
                    _ => None,
                },
                _ => None,
            }
        }
        Type::Array(array) => Some(Shape::List(Box::new(of_type(&array.elem)?), Elements::Here)),
        Type::Slice(slice) => Some(Shape::List(Box::new(of_type(&slice.elem)?), Elements::Here)),
        Type::Reference(inner) => of_type(&inner.elem),
        Type::Paren(inner) => of_type(&inner.elem),
        Type::Group(inner) => of_type(&inner.elem),
        Type::Tuple(parts) => Some(Shape::Tuple(parts.elems.iter().map(of_type).collect())),
        _ => None,
    }
}

/// Whether an expression is a number, whatever its names mean.
pub(crate) fn is_surely_a_number(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(literal) => matches!(literal.lit, Lit::Float(_)),
        Expr::Paren(inner) => is_surely_a_number(&inner.expr),
        Expr::Group(inner) => is_surely_a_number(&inner.expr),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Neg(_)) && is_surely_a_number(&unary.expr),
        _ => false,
    }
}
