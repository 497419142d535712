//! Programs from seeds.
//!
//! A program computes with numbers that stay moderate, whole numbers that stay in bounds, and loops that end: it never
//! panics. Every way through it is left to chance.

mod checkpoint;
mod control;
mod enums;
mod exchange;
mod expressions;
mod items;
mod iteration;
mod lending;
mod neighbours;
mod outcomes;
mod scope;
mod statements;
mod totals;
mod values;
mod vectors;

use std::fmt::Write as _;

use syn::File;

use crate::rng::Rng;
use crate::weights::Weights;
use enums::Enum;
use outcomes::Wrap;
use scope::{Kind, Scope, Var};
use totals::Totals;

/// The largest whole number that is given as an argument.
const LARGEST: usize = 3;

/// A type of values with derivatives.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Ty {
    Num,
    Array(Box<Ty>, usize),
    Tuple(Vec<Ty>),
    /// By its number in the program.
    Struct(usize),
    /// By its number in the program.
    Enum(usize),
}

#[derive(Clone, Debug)]
struct Struct {
    copy: bool,
    fields: Vec<(String, Ty)>,
    /// A whole number, at most [`LARGEST`], without derivative.
    counter: bool,
    /// Whether it has a method `m`.
    method: bool,
}

/// A function that may be called.
#[derive(Clone, Debug)]
struct Function {
    name: String,
    params: Vec<Param>,
    result: Ty,
    wrap: Wrap,
}

#[derive(Clone, Debug)]
enum Param {
    Value {
        ty: Ty,
        by_ref: bool,
    },
    Constant,
    Whole,
    Table,
    Flag,
    Maybe,
    /// `&[f64]`
    Slice,
    /// `&[f64; N]`
    Generic,
    /// `&mut T`
    Lent(Ty),
    /// `Option<f64>`
    Missing,
}

/// What an exit may leave.
#[derive(Clone, Debug)]
struct Frame {
    label: Option<String>,
    is_loop: bool,
    /// Whether leaving needs a number.
    valued: bool,
}

/// A function whose derivatives are written by hand.
const OWN_RULE: &str = "
#[differentiable(vjp = own_rule_vjp, jvp = own_rule_jvp)]
pub fn own_rule(x: f64) -> f64 { x * x.sin() }
#[differentiable]
fn own_rule_vjp(x: f64, _: &f64, bar: &f64) -> f64 { (x.sin() + x * x.cos()) * *bar }
#[differentiable]
fn own_rule_jvp(x: f64, _: &f64, dot: &f64) -> f64 { (x.sin() + x * x.cos()) * *dot }
";

#[expect(clippy::struct_excessive_bools, reason = "what is allowed at a place does not depend on one another")]
struct Generator<'w> {
    rng: Rng,
    weights: &'w Weights,
    structs: Vec<Struct>,
    enums: Vec<Enum>,
    functions: Vec<Function>,
    scope: Scope,
    frames: Vec<Frame>,
    /// What `return` needs.
    result: Ty,
    /// What the result is wrapped in.
    wrap: Wrap,
    /// Whether early exits are allowed here: not in the middle of an expression.
    exits: bool,
    /// Whether expressions may change variables here: not beside what borrows them.
    effects: bool,
    /// Whether `?` leaves the function: not in a closure.
    asks: bool,
    /// How often this place is run at most.
    times: usize,
    /// Blocks around this place.
    depth: usize,
    /// Statements that may still be made.
    fuel: usize,
    labels: usize,
    /// Calls around this place.
    calls: usize,
    /// Whether this is a function for others.
    is_helper: bool,
    /// Whether it is in the body of another.
    nested: bool,
    totals: Totals,
    /// Whether the program has a function with a rule of its own.
    rule: bool,
}

/// The program that belongs to a seed and a number under it.
///
/// # Panics
/// If what comes out is not even Rust: an error in the generator.
pub fn program(seed: u64, number: u64, weights: &Weights) -> File {
    let mut generator = Generator {
        rng: Rng::new(seed, number),
        weights,
        structs: Vec::new(),
        enums: Vec::new(),
        functions: Vec::new(),
        scope: Scope::default(),
        frames: Vec::new(),
        result: Ty::Num,
        wrap: Wrap::Plain,
        exits: true,
        effects: false,
        asks: true,
        times: 1,
        depth: 0,
        fuel: 0,
        labels: 0,
        calls: 0,
        is_helper: false,
        nested: false,
        totals: Totals::default(),
        rule: false,
    };
    let text = generator.program();
    syn::parse_file(&text).unwrap_or_else(|error| panic!("program {number} of seed {seed}: {error}\n{text}"))
}

impl Generator<'_> {
    fn percent(&mut self, name: &str) -> bool {
        let percent = self.weights.get(name);
        self.rng.chance(percent)
    }

    fn choose(&mut self, names: &[&'static str]) -> &'static str {
        self.weights.choose(&mut self.rng, names)
    }

    fn program(&mut self) -> String {
        let mut text = String::new();
        let enums_first = self.rng.chance(50);
        for enums in [enums_first, !enums_first] {
            while enums && self.enums.len() < 2 && self.percent("enum_percent") {
                self.enumeration();
            }
            while !enums && self.structs.len() < 2 && self.percent("struct_percent") {
                self.structure();
            }
        }
        for i in 0..self.enums.len() {
            text += &self.enum_item(i);
        }
        for (i, structure) in self.structs.iter().enumerate() {
            let copy = if structure.copy { ", Copy" } else { "" };
            let fields: String =
                structure.fields.iter().map(|(name, ty)| format!("pub {name}: {},", ty_text(ty))).collect();
            let counter = if structure.counter { "#[constant] pub n: usize," } else { "" };
            let _ = writeln!(
                text,
                "#[derive(Differentiable, Clone{copy}, Debug)]\npub struct S{i} {{ {fields} {counter} }}"
            );
        }
        if self.percent("rule_percent") {
            text += OWN_RULE;
            self.rule = true;
        }
        for i in 0..self.structs.len() {
            if self.percent("method_percent") {
                text += &self.method(i);
                self.structs[i].method = true;
            }
        }
        while self.functions.len() < 2 && self.percent("helper_percent") {
            let (name, size) = (format!("h{}", self.functions.len()), 1 + self.rng.below(3));
            text += &self.function(&name, size);
        }
        let size = 2 + self.rng.below(12).min(self.rng.below(12));
        text + &self.function("f", size)
    }

    fn structure(&mut self) {
        let count = 1 + self.rng.below(3);
        let copy = self.percent("copy_struct_percent");
        let fields: Vec<_> = (0..count).map(|i| (["a", "b", "c"][i].to_owned(), self.ty(2))).collect();
        let copy = copy && fields.iter().all(|(_, ty)| self.is_copy(ty));
        let counter = self.rng.chance(40);
        self.structs.push(Struct { copy, fields, counter, method: false });
    }

    /// A type, `depth` levels deep at most.
    fn ty(&mut self, depth: usize) -> Ty {
        if depth == 0 || self.rng.chance(40) {
            return Ty::Num;
        }
        match self.rng.below(5) {
            0 | 1 => {
                let inner = self.ty(depth - 1);
                let plain = !Self::mentions_struct(&inner) || self.percent("array_of_structs_percent");
                Ty::Array(Box::new(if plain { inner } else { Ty::Num }), 2 + self.rng.below(3))
            }
            2 => Ty::Tuple((0..2 + self.rng.below(2)).map(|_| self.ty(depth - 1)).collect()),
            _ if !self.structs.is_empty() || !self.enums.is_empty() => {
                let at = self.rng.below(self.structs.len() + self.enums.len());
                at.checked_sub(self.structs.len()).map_or(Ty::Struct(at), Ty::Enum)
            }
            _ => Ty::Array(Box::new(Ty::Num), 3),
        }
    }

    fn mentions_struct(ty: &Ty) -> bool {
        match ty {
            Ty::Num => false,
            Ty::Array(inner, _) => Self::mentions_struct(inner),
            Ty::Tuple(parts) => parts.iter().any(Self::mentions_struct),
            Ty::Struct(_) | Ty::Enum(_) => true,
        }
    }

    fn is_copy(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Num => true,
            Ty::Array(inner, _) => self.is_copy(inner),
            Ty::Tuple(parts) => parts.iter().all(|part| self.is_copy(part)),
            Ty::Struct(i) => self.structs[*i].copy,
            Ty::Enum(i) => self.enums[*i].copy,
        }
    }

    /// How many numbers a value has.
    fn numbers(&self, ty: &Ty) -> usize {
        match ty {
            Ty::Num => 1,
            Ty::Array(inner, n) => n * self.numbers(inner),
            Ty::Tuple(parts) => parts.iter().map(|part| self.numbers(part)).sum(),
            Ty::Struct(i) => self.structs[*i].fields.iter().map(|(_, ty)| self.numbers(ty)).sum(),
            Ty::Enum(i) => self.enums[*i].payloads().map(|ty| self.numbers(ty)).sum(),
        }
    }

    /// The method of a struct.
    fn method(&mut self, i: usize) -> String {
        self.start(true, 2);
        (self.result, self.wrap) = (Ty::Num, Wrap::Plain);
        self.scope.push(Var::new("self", Kind::Value(Ty::Struct(i)), false).reference());
        let text = self.declare(&Param::Value { ty: Ty::Num, by_ref: false });
        let body = self.body(String::new());
        if self.percent("trait_percent") {
            return format!(
                "pub trait M{i} {{ fn m(&self, {}) -> f64; }}\n\
                 #[differentiable]\nimpl M{i} for S{i} {{ fn m(&self, {text}) -> f64 {{ {body} }} }}\n",
                text.trim_start_matches("mut "),
            );
        }
        format!("#[differentiable]\nimpl S{i} {{ pub fn m(&self, {text}) -> f64 {{ {body} }} }}\n")
    }

    /// Nothing is there yet.
    fn start(&mut self, is_helper: bool, size: usize) {
        self.scope = Scope {
            tricky: self.weights.get("tricky_names_percent"),
            capital: self.weights.get("capital_names_percent"),
            captured: self.weights.get("shadowing_captured_percent"),
            ..Scope::default()
        };
        self.is_helper = is_helper;
        (self.fuel, self.depth, self.times, self.exits) = (size, 0, 1, true);
        (self.effects, self.asks) = (false, true);
    }

    /// A function of about `size` statements.
    fn function(&mut self, name: &str, size: usize) -> String {
        self.start(name != "f", size);
        (self.result, self.wrap) = (Ty::Num, self.some_wrap());
        if self.percent("aggregate_result_percent") {
            self.result = self.ty(if name == "f" { 2 } else { 1 });
        }
        let (mut params, mut text, mut lanes) = (Vec::new(), Vec::new(), 0);
        // What calls of a helper spell out should not be long.
        let most = if name == "f" { crate::dual::LANES } else { 6 };
        for i in 0..2 + self.rng.below(4) {
            let param = match i {
                0 => Param::Value { ty: Ty::Num, by_ref: false },
                1 if self.rng.chance(80) => Param::Whole,
                _ => self.param(),
            };
            if let Param::Value { ty, .. } | Param::Lent(ty) = &param {
                if lanes + self.numbers(ty) > most {
                    continue;
                }
                lanes += self.numbers(ty);
            }
            text.push(self.declare(&param));
            params.push(param);
        }
        self.scope.parameters = self.scope.vars.len();
        let result = self.result.clone();
        let function = Function { name: name.to_owned(), params, result: result.clone(), wrap: self.wrap };
        let first = if self.is_helper && self.percent("recursion_percent") { self.recursion(&function) } else { None };
        let outside = self.functions.len();
        let first = first.unwrap_or_default() + &self.nested_items();
        let body = self.body(first);
        self.functions.truncate(outside);
        let generics =
            if function.params.iter().any(|param| matches!(param, Param::Generic)) { "<const N: usize>" } else { "" };
        let function_wrap = function.wrap;
        self.functions.push(function);
        let (params, result) = (text.join(", "), function_wrap.spelled(&ty_text(&result)));
        format!("#[differentiable]\npub fn {name}{generics}({params}) -> {result} {{ {body} }}\n")
    }

    /// The end of a recursion, and a call of the function itself.
    fn recursion(&mut self, function: &Function) -> Option<String> {
        let at = function.params.iter().position(|param| matches!(param, Param::Whole))?;
        let first = self.scope.vars.iter().find(|var| var.kind == Kind::Whole(LARGEST))?;
        let counter = if first.mutable { return None } else { first.name.clone() };
        let exits = std::mem::replace(&mut self.exits, false);
        let end = self.value(&function.result, 1);
        let end = self.wrapped_up(&end);
        self.effects = true;
        let arguments = self.arguments(&function.params, 1);
        (self.exits, self.effects) = (exits, false);
        let mut arguments = arguments?;
        arguments[at] = format!("{counter} - 1");
        let name = self.scope.fresh(&mut self.rng);
        self.scope.push(Var::new(&name, Kind::Value(function.result.clone()), false));
        let arguments = arguments.join(", ");
        Some(format!(
            "if {counter} == 0 {{ return {end}; }} let {name} = {}({arguments}){};",
            function.name,
            if self.wrap == Wrap::Plain { "" } else { "?" }
        ))
    }

    fn param(&mut self) -> Param {
        if self.is_helper && self.percent("lent_percent") {
            return Param::Lent(self.ty(1));
        }
        if self.percent("missing_percent") {
            return Param::Missing;
        }
        match self.rng.below(13) {
            0..=4 => {
                let ty = self.ty(2);
                let by_ref = self.rng.chance(if ty == Ty::Num { 15 } else { 70 });
                Param::Value { ty, by_ref }
            }
            5 => Param::Value { ty: Ty::Array(Box::new(Ty::Num), 2 + self.rng.below(3)), by_ref: true },
            6 => Param::Constant,
            7 | 8 => Param::Whole,
            9 => Param::Table,
            10 => Param::Flag,
            11 if self.is_helper && self.percent("slice_percent") => {
                [Param::Slice, Param::Generic][self.rng.below(2)].clone()
            }
            _ if self.is_helper && !self.percent("maybe_argument_percent") => Param::Whole,
            _ => Param::Maybe,
        }
    }

    /// A parameter, as the signature spells it.
    fn declare(&mut self, param: &Param) -> String {
        let name = self.scope.fresh(&mut self.rng);
        let mut_text = |mutable: bool| if mutable { "mut " } else { "" };
        match param {
            Param::Value { ty, by_ref } => {
                let spelled = ty_text(ty);
                if *by_ref {
                    self.scope.push(Var::new(&name, Kind::Value(ty.clone()), false).reference());
                    return format!("{name}: &{spelled}");
                }
                if let Ty::Tuple(parts) = ty
                    && self.rng.chance(50)
                {
                    let names: Vec<_> = parts
                        .iter()
                        .map(|part| {
                            let (name, mutable) = (self.scope.fresh(&mut self.rng), self.rng.chance(30));
                            self.scope.push(Var::new(&name, Kind::Value(part.clone()), mutable));
                            format!("{}{name}", mut_text(mutable))
                        })
                        .collect();
                    return format!("({}): {spelled}", names.join(", "));
                }
                let mutable = self.rng.chance(30);
                self.scope.push(Var::new(&name, Kind::Value(ty.clone()), mutable));
                format!("{}{name}: {spelled}", mut_text(mutable))
            }
            Param::Constant => {
                self.scope.push(Var::new(&name, Kind::Value(Ty::Num), false));
                format!("#[constant] {name}: f64")
            }
            Param::Whole => {
                let mutable = self.rng.chance(25);
                self.scope.push(Var::new(&name, Kind::Whole(LARGEST), mutable));
                format!("{}{name}: usize", mut_text(mutable))
            }
            Param::Table => {
                self.scope.push(Var::new(&name, Kind::Table, false));
                format!("{name}: &[usize; 4]")
            }
            Param::Flag => {
                self.scope.push(Var::new(&name, Kind::Flag, false));
                format!("{name}: bool")
            }
            Param::Slice => {
                self.scope.push(Var::new(&name, Kind::Slice(format!("{name}.len()")), false));
                format!("{name}: &[f64]")
            }
            Param::Generic => {
                self.scope.push(Var::new(&name, Kind::Slice("N".to_owned()), false));
                format!("{name}: &[f64; N]")
            }
            Param::Lent(ty) => {
                self.scope.push(Var::new(&name, Kind::Value(ty.clone()), true).reference());
                format!("{name}: &mut {}", ty_text(ty))
            }
            Param::Missing => {
                self.scope.push(Var::new(&name, Kind::Outcome(Wrap::Option, Ty::Num), false));
                format!("{name}: Option<f64>")
            }
            Param::Maybe => {
                self.scope.push(Var::new(&name, Kind::Maybe, false));
                format!("{name}: Option<usize>")
            }
        }
    }

    /// Statements, and a result that all that is there goes into.
    fn body(&mut self, mut text: String) -> String {
        text += &self.declare_totals();
        for _ in 0..=self.rng.below(2) {
            text += &self.declaration();
        }
        while self.fuel > 0 {
            text += &self.statement();
        }
        text += &self.last_total_loop();
        if let Ty::Num = self.result {
            let (before, totals) = self.of_totals();
            text += &before;
            let mut places = self.all_numbers();
            while places.len() > 6 {
                let at = self.rng.below(places.len());
                places.swap_remove(at);
            }
            let terms = places.iter().map(|place| match self.rng.below(4) {
                0 => format!("{place}.sin()"),
                1 => format!("0.5 * {place}"),
                2 => format!("{place} * {place}.tanh()"),
                _ => place.clone(),
            });
            let terms: Vec<_> = terms.chain(totals).collect();
            if !terms.is_empty() {
                return text + &self.wrapped_up(&terms.join(" + "));
            }
        }
        self.show_totals();
        let result = self.result.clone();
        self.exits = self.wrap == Wrap::Plain && self.rng.chance(50);
        let value = self.value(&result, 2);
        text + &self.wrapped_up(&value)
    }
}

/// A type, as Rust spells it.
fn ty_text(ty: &Ty) -> String {
    match ty {
        Ty::Num => "f64".to_owned(),
        Ty::Array(inner, n) => format!("[{}; {n}]", ty_text(inner)),
        Ty::Tuple(parts) => format!("({})", parts.iter().map(ty_text).collect::<Vec<_>>().join(", ")),
        Ty::Struct(i) => format!("S{i}"),
        Ty::Enum(i) => format!("E{i}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_determined_by_its_seed_and_number() {
        let weights = Weights::default();
        let text = |seed, number| crate::source::text(&program(seed, number, &weights));
        for number in 0..200 {
            assert_eq!(text(7, number), text(7, number));
            assert_ne!(text(7, number), text(8, number));
        }
    }
}
