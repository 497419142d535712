//! Places, and values of more than one number.

use super::scope::Kind;
use super::{Generator, Ty};

impl Generator<'_> {
    /// The places of a type in some variables, with the numbers of their variables; one element of each array.
    pub(super) fn places(&mut self, vars: &[usize], wanted: &Ty) -> Vec<(String, usize)> {
        let mut found = Vec::new();
        for &at in vars {
            let var = self.scope.vars[at].clone();
            if let Kind::Slice(length) = &var.kind
                && *wanted == Ty::Num
            {
                let whole = self.whole().0;
                let index = match length.parse() {
                    Ok(length) => self.index(length),
                    Err(_) => format!("{} % {length}", super::expressions::wrapped(&whole)),
                };
                found.push((format!("{}[{index}]", var.name), at));
            }
            let Kind::Value(ty) = &var.kind else { continue };
            if ty == wanted {
                found.push((if var.reference { format!("*{}", var.name) } else { var.name }, at));
            } else if let Some(text) = self.descend(&var.name, ty, wanted) {
                found.push((text, at));
            }
        }
        found
    }

    /// A part of the place `text`, if it has one of this type.
    fn descend(&mut self, text: &str, ty: &Ty, wanted: &Ty) -> Option<String> {
        if ty == wanted {
            return Some(text.to_owned());
        }
        let parts = match ty {
            Ty::Num | Ty::Enum(_) => return None,
            Ty::Array(inner, n) => {
                if !self.contains(inner, wanted) {
                    return None;
                }
                let at = self.index(*n);
                return self.descend(&format!("{text}[{at}]"), inner, wanted);
            }
            Ty::Tuple(parts) => parts.iter().enumerate().map(|(i, ty)| (i.to_string(), ty.clone())).collect(),
            Ty::Struct(i) => self.structs[*i].fields.clone(),
        };
        let fitting: Vec<_> = parts.into_iter().filter(|(_, ty)| self.contains(ty, wanted)).collect();
        if fitting.is_empty() {
            return None;
        }
        let (name, ty) = self.rng.one(&fitting).clone();
        self.descend(&format!("{text}.{name}"), &ty, wanted)
    }

    fn contains(&self, ty: &Ty, wanted: &Ty) -> bool {
        ty == wanted
            || match ty {
                Ty::Num | Ty::Enum(_) => false,
                Ty::Array(inner, _) => self.contains(inner, wanted),
                Ty::Tuple(parts) => parts.iter().any(|part| self.contains(part, wanted)),
                Ty::Struct(i) => self.structs[*i].fields.iter().any(|(_, ty)| self.contains(ty, wanted)),
            }
    }

    /// A number that is there.
    pub(super) fn number_place(&mut self) -> Option<String> {
        let readable = self.scope.readable();
        let places = self.places(&readable, &Ty::Num);
        // Younger ones are more interesting.
        let at = self.rng.below(places.len().max(1)).max(self.rng.below(places.len().max(1)));
        places.into_iter().nth(at).map(|(text, _)| if text.starts_with('*') { format!("({text})") } else { text })
    }

    /// All numbers that are there, one of each array.
    pub(super) fn all_numbers(&mut self) -> Vec<String> {
        let readable = self.scope.readable();
        let wrap = |text: String| if text.starts_with('*') { format!("({text})") } else { text };
        self.places(&readable, &Ty::Num).into_iter().map(|(text, _)| wrap(text)).collect()
    }

    /// A place that may be assigned to, and the number of its variable.
    pub(super) fn target(&mut self, ty: &Ty) -> Option<(String, usize)> {
        let assignable = self.scope.assignable();
        let places = self.places(&assignable, ty);
        if places.is_empty() { None } else { Some(self.rng.one(&places).clone()) }
    }

    /// A value of a type.
    pub(super) fn value(&mut self, ty: &Ty, depth: usize) -> String {
        if *ty == Ty::Num {
            return self.solid(depth + 1);
        }
        let kind = self.choose(&["literal_value", "place_value", "branch_value", "call", "exchange_value"]);
        let (effects, asks) = (self.effects, self.asks);
        self.effects &= matches!(kind, "exchange_value" | "call");
        let text = match kind {
            "exchange_value" => self.exchanged(ty, depth).unwrap_or_else(|| self.literal(ty, depth)),
            "place_value" => self.copied(ty).unwrap_or_else(|| self.literal(ty, depth)),
            "branch_value" if depth > 0 && self.fuel > 0 => {
                let cond = self.condition();
                let exits = std::mem::replace(&mut self.exits, false);
                let (yes, no) = (self.value_block(ty, depth - 1), self.value_block(ty, depth - 1));
                self.exits = exits;
                format!("if {cond} {yes} else {no}")
            }
            "call" => self.call(ty, depth).unwrap_or_else(|| self.literal(ty, depth)),
            _ => self.literal(ty, depth),
        };
        (self.effects, self.asks) = (effects, asks);
        text
    }

    /// A block with a value.
    pub(super) fn value_block(&mut self, ty: &Ty, depth: usize) -> String {
        let count = self.scope.vars.len();
        self.depth += 1;
        let statements = self.some_statements(2);
        let value = self.value(ty, depth);
        self.depth -= 1;
        self.scope.leave(count);
        format!("{{ {statements} {value} }}")
    }

    /// A copy of a place.
    pub(super) fn copied(&mut self, ty: &Ty) -> Option<String> {
        let readable = self.scope.readable();
        let places = self.places(&readable, ty);
        if places.is_empty() {
            return None;
        }
        let (text, _) = self.rng.one(&places).clone();
        if self.is_copy(ty) && self.rng.chance(80) {
            return Some(text);
        }
        Some(format!("{}.clone()", text.trim_start_matches('*')))
    }

    /// A value, written out.
    fn literal(&mut self, ty: &Ty, depth: usize) -> String {
        let depth = depth.saturating_sub(1);
        match ty {
            Ty::Num => self.solid(depth),
            Ty::Array(inner, n) => {
                if self.choose(&["repeat", "literal_value"]) == "repeat"
                    && let Some(constant) = self.repeated(inner)
                {
                    return format!("[{constant}; {n}]");
                }
                let exits = std::mem::replace(&mut self.exits, false);
                if self.is_copy(inner) && self.choose(&["repeat_number", "literal_value"]) == "repeat_number" {
                    let value = self.value(inner, depth);
                    self.exits = exits;
                    return format!("[{value}; {n}]");
                }
                let parts: Vec<_> = (0..*n).map(|_| self.value(inner, depth)).collect();
                self.exits = exits;
                format!("[{}]", parts.join(", "))
            }
            Ty::Tuple(parts) => {
                let exits = std::mem::replace(&mut self.exits, false);
                let parts: Vec<_> = parts.iter().map(|part| self.value(part, depth)).collect();
                self.exits = exits;
                format!("({})", parts.join(", "))
            }
            Ty::Struct(i) => {
                let exits = std::mem::replace(&mut self.exits, false);
                let text = self.struct_literal(*i, depth);
                self.exits = exits;
                text
            }
            Ty::Enum(i) => {
                let exits = std::mem::replace(&mut self.exits, false);
                let text = self.enum_literal(*i, depth);
                self.exits = exits;
                text
            }
        }
    }

    fn struct_literal(&mut self, i: usize, depth: usize) -> String {
        let structure = self.structs[i].clone();
        let mut fields: Vec<_> =
            structure.fields.iter().map(|(name, ty)| format!("{name}: {}", self.value(ty, depth))).collect();
        if structure.counter {
            let n = self.whole_below(super::LARGEST + 1);
            fields.push(format!("n: {n}"));
        }
        if fields.len() > 1
            && self.choose(&["base", "literal_value"]) == "base"
            && let Some(base) = self.copied(&Ty::Struct(i))
        {
            let left_out = self.rng.below(fields.len());
            fields.remove(left_out);
            fields.push(format!("..{base}"));
        }
        format!("S{i} {{ {} }}", fields.join(", "))
    }

    /// A constant to fill an array with; its type is known only to the compiler.
    fn repeated(&mut self, ty: &Ty) -> Option<String> {
        match ty {
            Ty::Num => Some(format!("{}_f64", self.literal_number())),
            Ty::Array(inner, n) => self.repeated(inner).map(|inner| format!("[{inner}; {n}]")),
            Ty::Tuple(_) | Ty::Struct(_) | Ty::Enum(_) => None,
        }
    }
}
