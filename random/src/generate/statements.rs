//! Statements: declarations, assignments, other names.

use super::expressions::wrapped;
use super::scope::{Kind, Var};
use super::{Generator, LARGEST, Ty, ty_text};

/// Statements that stand anywhere.
const PLAIN: [&str; 41] = [
    "let",
    "let_mut",
    "let_aggregate",
    "let_parts",
    "let_late",
    "let_int",
    "let_mut_int",
    "assign",
    "compound",
    "assign_tuple",
    "assign_int",
    "swap",
    "if",
    "if_let",
    "match",
    "for",
    "for_list",
    "for_stepped",
    "while",
    "block",
    "alias",
    "alias_mut",
    "assert",
    "unused",
    "for_elements",
    "for_neighbours",
    "let_array",
    "let_closure",
    "let_adder",
    "let_constants",
    "adder_call",
    "match_enum",
    "if_let_enum",
    "let_outcome",
    "if_let_outcome",
    "match_outcome",
    "rearrange",
    "lend",
    "total",
    "let_vector",
    "grow_vector",
];

/// Statements that may leave early, or that a constant belongs to.
const LEAVING: [&str; 8] =
    ["let_loop", "let_else", "loop", "labelled_block", "exit", "const_item", "let_else_enum", "let_else_outcome"];

/// Statements with blocks.
const NESTED: [&str; 16] = [
    "if",
    "if_let",
    "match",
    "for",
    "for_list",
    "for_stepped",
    "while",
    "loop",
    "block",
    "labelled_block",
    "for_elements",
    "for_neighbours",
    "match_enum",
    "if_let_enum",
    "if_let_outcome",
    "match_outcome",
];

impl Generator<'_> {
    /// Something to change.
    pub(super) fn declaration(&mut self) -> String {
        let text = if self.rng.chance(60) { self.let_number(true) } else { self.let_aggregate() };
        text.unwrap_or_default()
    }

    /// A statement.
    pub(super) fn statement(&mut self) -> String {
        self.fuel = self.fuel.saturating_sub(1);
        if self.depth < 2
            && self.percent("total_loop_percent")
            && let Some(text) = self.total_loop()
        {
            return text;
        }
        (0..4).find_map(|_| self.attempt()).unwrap_or_default()
    }

    /// Something that matters after the block.
    pub(super) fn effect(&mut self) -> String {
        if self.only_totals() {
            return self.add_to_total().unwrap_or_default();
        }
        let kind = self.choose(&["assign", "compound", "assign_tuple", "exit", "for", "total"]);
        let text = match kind {
            "assign" => self.assign(),
            "assign_tuple" => self.assign_tuple(),
            "exit" if self.exits => self.exit(),
            "total" => self.add_to_total(),
            "for" if self.depth < 4 && self.fuel > 0 => self.control(kind),
            _ => None,
        };
        text.or_else(|| self.compound()).unwrap_or_default()
    }

    /// A statement, unless the one that was chosen does not fit.
    fn attempt(&mut self) -> Option<String> {
        if self.rng.chance(30) {
            self.end_a_borrow();
        }
        let kind = if self.exits { self.choose(&[&PLAIN[..], &LEAVING[..]].concat()) } else { self.choose(&PLAIN) };
        if NESTED.contains(&kind) || kind.starts_with("let_else") || kind == "let_loop" {
            if self.depth >= 4 {
                return None;
            }
            return self.control(kind);
        }
        match kind {
            "let" | "let_mut" => self.let_number(kind == "let_mut"),
            "let_aggregate" => self.let_aggregate(),
            "let_parts" => self.let_parts(),
            "let_late" => self.let_late(),
            "let_int" | "let_mut_int" => self.let_whole(kind == "let_mut_int"),
            "assign" => self.assign(),
            "compound" => self.compound(),
            "assign_tuple" => self.assign_tuple(),
            "assign_int" => self.assign_whole(),
            "swap" => self.swap(),
            "alias" => self.alias(false),
            "alias_mut" => self.alias(true),
            "exit" => self.exit(),
            "let_array" => self.let_array(),
            "let_closure" => self.let_closure(),
            "let_adder" => self.let_adder(),
            "let_constants" => self.let_constants(),
            "adder_call" => self.adder_call(),
            "const_item" => self.const_item(),
            "let_outcome" => self.let_outcome(),
            "rearrange" => self.rearrange(),
            "lend" => self.lend(),
            "let_vector" => self.let_vector(),
            "grow_vector" => self.grow_vector(),
            "total" => self.add_to_total(),
            "assert" => {
                let place = self.number_place();
                place.map(|place| format!("assert!({place}.is_finite() || true, \"it is {{}}\", {place});"))
            }
            _ => Some(format!("let _ = {};", self.solid(1))),
        }
    }

    /// Up to `most` statements, as far as the fuel lasts.
    pub(super) fn some_statements(&mut self, most: usize) -> String {
        let count = self.rng.below(most + 1).min(self.fuel);
        (0..count).map(|_| self.statement()).collect()
    }

    /// A name for a new variable.
    pub(super) fn name(&mut self) -> String {
        if self.percent("shadowing_percent") {
            self.scope.hiding(&mut self.rng)
        } else {
            self.scope.fresh(&mut self.rng)
        }
    }

    /// A name in a pattern, a loop or a closure.
    pub(super) fn inner_name(&mut self) -> String {
        if self.percent("shadowing_inside_percent") {
            self.scope.hiding(&mut self.rng)
        } else {
            self.scope.fresh(&mut self.rng)
        }
    }

    fn let_number(&mut self, mutable: bool) -> Option<String> {
        let depth = 1 + self.rng.below(3).min(self.rng.below(3));
        self.effects = true;
        let init =
            if mutable && self.rng.chance(25) { format!("{}_f64", self.literal_number()) } else { self.solid(depth) };
        self.effects = false;
        let ty = if self.rng.chance(20) { ": f64" } else { "" };
        let name = self.name();
        self.scope.push(Var::new(&name, Kind::Value(Ty::Num), mutable));
        Some(format!("let {}{name}{ty} = {init};", if mutable { "mut " } else { "" }))
    }

    fn let_aggregate(&mut self) -> Option<String> {
        let ty = self.ty(2);
        let mutable = self.rng.chance(70);
        let depth = self.rng.below(2);
        self.effects = true;
        let init = self.value(&ty, depth);
        self.effects = false;
        let spelled = if self.rng.chance(40) { format!(": {}", ty_text(&ty)) } else { String::new() };
        let name = self.name();
        self.scope.push(Var::new(&name, Kind::Value(ty), mutable));
        Some(format!("let {}{name}{spelled} = {init};", if mutable { "mut " } else { "" }))
    }

    /// `let (a, mut b) = ..;`
    fn let_parts(&mut self) -> Option<String> {
        let ty = self.ty(2);
        if ty == Ty::Num {
            return None;
        }
        let init = self.value(&ty, 1);
        let pattern = self.pattern(&ty);
        Some(format!("let {pattern} = {init};"))
    }

    /// A pattern, whose names are declared.
    pub(super) fn pattern(&mut self, ty: &Ty) -> String {
        let parts = match ty {
            Ty::Num | Ty::Enum(_) => Vec::new(),
            _ if self.rng.chance(20) => Vec::new(),
            Ty::Array(inner, n) => vec![(**inner).clone(); *n],
            Ty::Tuple(parts) => parts.clone(),
            Ty::Struct(i) => self.structs[*i].fields.iter().map(|(_, ty)| ty.clone()).collect(),
        };
        if parts.is_empty() {
            if self.rng.chance(10) {
                return "_".to_owned();
            }
            // No hiding: a pattern must not name one thing twice.
            let (name, mutable) = (self.scope.fresh(&mut self.rng), self.rng.chance(40));
            self.scope.push(Var::new(&name, Kind::Value(ty.clone()), mutable));
            return format!("{}{name}", if mutable { "mut " } else { "" });
        }
        let patterns: Vec<_> = parts.iter().map(|part| self.pattern(part)).collect();
        match ty {
            Ty::Array(..) => format!("[{}]", patterns.join(", ")),
            Ty::Struct(i) => {
                let structure = self.structs[*i].clone();
                let mut fields: Vec<_> = structure
                    .fields
                    .iter()
                    .zip(patterns)
                    .map(|((name, _), pattern)| format!("{name}: {pattern}"))
                    .collect();
                if structure.counter {
                    let name = self.scope.fresh(&mut self.rng);
                    self.scope.push(Var::new(&name, Kind::Whole(LARGEST), false));
                    fields.push(format!("n: {name}"));
                }
                format!("S{i} {{ {} }}", fields.join(", "))
            }
            _ => format!("({})", patterns.join(", ")),
        }
    }

    /// `let y; .. y = e;`
    fn let_late(&mut self) -> Option<String> {
        let between = self.some_statements(1);
        let (name, cond) = (self.scope.fresh(&mut self.rng), self.condition());
        // Nothing else may have its name, and nobody may read it yet.
        self.scope.push(Var::new(&name, Kind::Dead, false));
        let exits = std::mem::replace(&mut self.exits, false);
        let count = self.scope.vars.len();
        let side = |generator: &mut Self| {
            let (statements, value) = (generator.some_statements(1), generator.solid(2));
            generator.scope.leave(count);
            format!("{statements} {name} = {value};")
        };
        let (yes, no) = (side(self), side(self));
        self.exits = exits;
        self.scope.push(Var::new(&name, Kind::Value(Ty::Num), false));
        let ty = if self.rng.chance(30) { ": f64" } else { "" };
        Some(format!("{between} let {name}{ty}; if {cond} {{ {yes} }} else {{ {no} }}"))
    }

    fn let_whole(&mut self, mutable: bool) -> Option<String> {
        let (text, largest) = self.whole();
        let name = self.name();
        let largest = if mutable { largest + self.rng.below(4) } else { largest };
        let ty = if mutable || self.rng.chance(30) { ": usize" } else { "" };
        self.scope.push(Var::new(&name, Kind::Whole(largest), mutable));
        Some(format!("let {}{name}{ty} = {text};", if mutable { "mut " } else { "" }))
    }

    fn assign_whole(&mut self) -> Option<String> {
        let assignable = self.scope.assignable();
        let found: Vec<_> = assignable
            .into_iter()
            .filter_map(|at| match self.scope.vars[at].kind {
                Kind::Whole(largest) => Some((self.scope.vars[at].name.clone(), largest)),
                _ => None,
            })
            .collect();
        if found.is_empty() {
            return None;
        }
        let (name, largest) = self.rng.one(&found).clone();
        let (text, most) = self.whole();
        Some(match self.rng.below(4) {
            0 => format!("{name} += {text}; {name} %= {};", largest + 1),
            1 => format!("{name} /= 2;"),
            2 => format!("{name} = ({name} + 1) % {};", largest + 1),
            _ if most <= largest => format!("{name} = {text};"),
            _ => format!("{name} = {} % {};", wrapped(&text), largest + 1),
        })
    }

    /// A number that does not grow from iteration to iteration.
    pub(super) fn damped(&mut self, text: String) -> String {
        if self.times == 1 || self.rng.chance(20) {
            return text;
        }
        let inner = wrapped(&text);
        match self.rng.below(if inner.len() < 16 { 4 } else { 3 }) {
            0 => format!("{inner}.sin()"),
            1 => format!("0.9 * {inner}.tanh()"),
            2 => format!("0.3 * {inner}"),
            _ => format!("{inner} / ({inner} * {inner} + 1.0)"),
        }
    }

    fn assign(&mut self) -> Option<String> {
        if self.rng.chance(20) {
            let ty = self.ty(2);
            let (place, _) = self.target(&ty)?;
            let value = self.value(&ty, 1);
            return Some(format!("{place} = {value};"));
        }
        let (place, _) = self.target(&Ty::Num)?;
        if self.rng.chance(10) {
            return Some(format!("{place} = {};", self.literal_number()));
        }
        let depth = 1 + self.rng.below(3).min(self.rng.below(3));
        self.effects = true;
        let value = self.solid(depth);
        self.effects = false;
        // What is left early on some ways is a whole value.
        let value = if self.exits && value.contains('{') { value } else { self.damped(value) };
        Some(format!("{place} = {value};"))
    }

    fn compound(&mut self) -> Option<String> {
        let (place, _) = self.target(&Ty::Num)?;
        let exits = std::mem::replace(&mut self.exits, false);
        let depth = 1 + self.rng.below(2);
        let value = if self.rng.chance(10) { self.literal_number() } else { self.solid(depth) };
        self.exits = exits;
        Some(match self.rng.below(8) {
            0..=2 => format!("{place} += {};", self.damped(value)),
            3 => format!("{place} -= {};", self.damped(value)),
            4 => format!("{place} /= {} + 1.5;", wrapped(&format!("{}.sin()", typed(&value)))),
            5 if self.times == 1 => format!("{place} *= {value};"),
            _ => format!("{place} *= {}.cos();", typed(&value)),
        })
    }

    fn assign_tuple(&mut self) -> Option<String> {
        let (a, b) = (self.target(&Ty::Num)?, self.target(&Ty::Num)?);
        let exits = std::mem::replace(&mut self.exits, false);
        let (x, y) = (self.solid(2), self.solid(1));
        let (x, y) = (self.damped(x), self.damped(y));
        self.exits = exits;
        match self.rng.below(6) {
            0 => Some(format!("({}, {}) = ({}, {});", a.0, b.0, b.0, a.0)),
            1 => Some(format!("({}, _) = ({x}, {y});", a.0)),
            3 => {
                let pair = Ty::Tuple(vec![Ty::Num, Ty::Num]);
                Some(format!("({}, {}) = {};", a.0, b.0, self.copied(&pair)?))
            }
            _ => Some(format!("({}, {}) = ({x}, {y});", a.0, b.0)),
        }
    }

    fn swap(&mut self) -> Option<String> {
        let ty = if self.rng.chance(70) { Ty::Num } else { self.ty(1) };
        let ((a, i), (b, j)) = (self.target(&ty)?, self.target(&ty)?);
        // Two parts of one variable cannot be borrowed at once, unless they are fields.
        if i == j {
            return None;
        }
        Some(format!("std::mem::swap(&mut {a}, &mut {b});"))
    }

    /// Another name for a place.
    fn alias(&mut self, mutable: bool) -> Option<String> {
        let ty = self.ty(2);
        let (text, owner) = if mutable {
            self.target(&ty)?
        } else {
            let readable = self.scope.readable();
            let places = self.places(&readable, &ty);
            if places.is_empty() {
                return None;
            }
            self.rng.one(&places).clone()
        };
        let name = self.scope.fresh(&mut self.rng);
        let mut var = Var::new(&name, Kind::Value(ty), mutable).reference();
        (var.owner, var.depth) = (Some(owner), self.depth);
        let owner = &mut self.scope.vars[owner];
        owner.borrowed += 1;
        owner.lent = mutable;
        self.scope.push(var);
        Some(format!("let {name} = &{}{text};", if mutable { "mut " } else { "" }))
    }

    fn end_a_borrow(&mut self) {
        let youngest = (0..self.scope.vars.len()).rev().find(|&at| self.scope.vars[at].owner.is_some());
        if let Some(at) = youngest
            && self.scope.vars[at].borrowed == 0
            && self.scope.vars[at].depth == self.depth
        {
            self.scope.release(at);
        }
    }
}

/// A number whose type is known.
fn typed(text: &str) -> String {
    if text.parse::<f64>().is_ok() { format!("{text}_f64") } else { wrapped(text) }
}
