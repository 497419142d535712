//! Enums whose variants have numbers with a derivative.

use super::expressions::wrapped;
use super::scope::{Kind, Var};
use super::{Generator, LARGEST, Ty, ty_text};

/// An enum of a program.
#[derive(Clone, Debug)]
pub(super) struct Enum {
    pub copy: bool,
    variants: Vec<Variant>,
}

#[derive(Clone, Debug)]
struct Variant {
    name: &'static str,
    /// Whether its fields have names.
    named: bool,
    fields: Vec<Ty>,
    /// Whether there is a whole number after them, at most [`LARGEST`].
    counter: bool,
}

impl Enum {
    /// The types of all fields with a derivative.
    pub(super) fn payloads(&self) -> impl Iterator<Item = &Ty> {
        self.variants.iter().flat_map(|variant| &variant.fields)
    }
}

/// The name of a field.
fn field(i: usize) -> &'static str {
    ["a", "b", "c"][i]
}

/// What is looked at.
struct Scrutinee {
    text: String,
    /// The variable it borrows: then fields are references.
    owner: Option<usize>,
}

impl Generator<'_> {
    pub(super) fn enumeration(&mut self) {
        let copy = self.percent("copy_struct_percent");
        let mut variants = Vec::new();
        for name in &["A", "B", "C"][..2 + self.rng.below(2)] {
            let count = if variants.is_empty() { 1 } else { self.rng.below(3) };
            let fields: Vec<_> = (0..count).map(|_| if self.rng.chance(70) { Ty::Num } else { self.ty(1) }).collect();
            let (named, counter) = (count > 0 && self.rng.chance(40), count > 0 && self.rng.chance(25));
            variants.push(Variant { name, named, fields, counter });
        }
        let copy = copy && variants.iter().flat_map(|variant| &variant.fields).all(|ty| self.is_copy(ty));
        self.enums.push(Enum { copy, variants });
    }

    pub(super) fn enum_item(&mut self, i: usize) -> String {
        let item = self.enums[i].clone();
        let copy = if item.copy { ", Copy" } else { "" };
        let mut text = format!("#[derive(Differentiable, Clone{copy}, Debug)]\npub enum E{i} {{");
        for variant in &item.variants {
            let constant = if self.rng.chance(50) { "#[constant] " } else { "" };
            let mut types: Vec<_> = variant.fields.iter().map(|ty| (String::new(), ty_text(ty))).collect();
            if variant.counter {
                types.push((constant.to_owned(), "usize".to_owned()));
            }
            text += &spelled(
                variant,
                types.into_iter().enumerate().map(|(i, (mark, ty))| {
                    let name = variant.named.then(|| format!("{}: ", variant.field(i)));
                    format!("{mark}{}{ty}", name.unwrap_or_default())
                }),
            );
            text += ", ";
        }
        text + "}\n"
    }

    /// A value, written out.
    pub(super) fn enum_literal(&mut self, i: usize, depth: usize) -> String {
        let variant = self.rng.one(&self.enums[i].variants).clone();
        let mut values: Vec<_> = variant.fields.iter().map(|ty| self.value(ty, depth)).collect();
        if variant.counter {
            values.push(self.whole_below(LARGEST + 1));
        }
        let fields = values.into_iter().enumerate().map(|(i, value)| variant.with_name(i, &value));
        format!("E{i}::{}", spelled(&variant, fields))
    }

    /// A pattern of a variant, whose names are declared.
    fn variant_pattern(&mut self, i: usize, variant: &Variant, by_ref: bool) -> String {
        let mut patterns = Vec::new();
        for ty in &variant.fields {
            patterns.push(if self.rng.chance(15) {
                "_".to_owned()
            } else if by_ref {
                let name = self.scope.fresh(&mut self.rng);
                self.scope.push(Var::new(&name, Kind::Value(ty.clone()), false).reference());
                name
            } else {
                self.pattern(ty)
            });
        }
        if variant.counter {
            // Behind a reference it is one itself.
            if by_ref || self.rng.chance(30) {
                patterns.push("_".to_owned());
            } else {
                let name = self.scope.fresh(&mut self.rng);
                self.scope.push(Var::new(&name, Kind::Whole(LARGEST), false));
                patterns.push(name);
            }
        }
        if variant.named && self.rng.chance(30) {
            let kept = patterns.iter().enumerate().filter(|(_, pattern)| *pattern != "_");
            let kept: Vec<_> = kept.map(|(i, pattern)| variant.with_name(i, pattern) + ", ").collect();
            return format!("E{i}::{} {{ {}.. }}", variant.name, kept.concat());
        }
        let patterns = patterns.iter().enumerate().map(|(i, pattern)| variant.with_name(i, pattern));
        format!("E{i}::{}", spelled(variant, patterns))
    }

    /// An enum that is there, by its number, and how it is looked at.
    fn enum_scrutinee(&mut self, owned: bool) -> Option<(usize, Scrutinee)> {
        if self.enums.is_empty() {
            return None;
        }
        let i = self.rng.below(self.enums.len());
        if self.rng.chance(20)
            && let Some(text) = self.call(&Ty::Enum(i), 1)
        {
            return Some((i, Scrutinee { text, owner: None }));
        }
        let readable = self.scope.readable();
        let places = self.places(&readable, &Ty::Enum(i));
        if places.is_empty() {
            return None;
        }
        let (text, at) = self.rng.one(&places).clone();
        let copy = self.enums[i].copy;
        let scrutinee = match text.strip_prefix('*') {
            _ if copy && (owned || self.rng.chance(60)) => Scrutinee { text, owner: None },
            _ if owned => Scrutinee { text: format!("{}.clone()", text.trim_start_matches('*')), owner: None },
            Some(name) if !self.scope.vars[at].mutable => Scrutinee { text: name.to_owned(), owner: Some(at) },
            _ => Scrutinee { text: format!("&{text}"), owner: Some(at) },
        };
        Some((i, scrutinee))
    }

    /// `match` on an enum, with something in each arm.
    fn enum_match(&mut self, mut arm: impl FnMut(&mut Self) -> String) -> Option<String> {
        let (i, scrutinee) = self.enum_scrutinee(false)?;
        let by_ref = scrutinee.owner.is_some();
        let count = self.scope.vars.len();
        let mut arms = Vec::new();
        let mut variants = self.enums[i].variants.clone();
        let first = self.rng.below(variants.len());
        variants.rotate_left(first);
        let mut make = |generator: &mut Self| {
            let mut complete = true;
            for variant in &variants {
                let pattern = generator.variant_pattern(i, variant, by_ref);
                let guarded = generator.rng.chance(25);
                let guard = if guarded { format!(" if {}", generator.further_condition()) } else { String::new() };
                complete &= !guarded;
                arms.push(format!("{pattern}{guard} => {}", arm(generator)));
                generator.scope.leave(count);
                if generator.rng.chance(15) {
                    complete = false;
                    break;
                }
            }
            if !complete {
                arms.push(format!("_ => {}", arm(generator)));
            }
            format!("match {} {{ {} }}", scrutinee.text, arms.join(" "))
        };
        Some(match scrutinee.owner {
            Some(owner) => self.borrowed(owner, false, make),
            None => make(self),
        })
    }

    /// `match` on an enum as a statement.
    pub(super) fn match_enum(&mut self) -> Option<String> {
        self.enum_match(|generator| generator.block(2))
    }

    /// `match` on an enum as a number.
    pub(super) fn enum_value(&mut self, depth: usize) -> Option<String> {
        self.enum_match(|generator| generator.value_block(&Ty::Num, depth))
    }

    /// `if let E::A(x) = e { .. }`
    pub(super) fn if_let_enum(&mut self) -> Option<String> {
        let (i, scrutinee) = self.enum_scrutinee(false)?;
        let variant = self.rng.one(&self.enums[i].variants).clone();
        let count = self.scope.vars.len();
        let make = |generator: &mut Self| {
            let pattern = generator.variant_pattern(i, &variant, scrutinee.owner.is_some());
            let further = if generator.rng.chance(20) {
                format!(" && {}", wrapped(&generator.further_condition()))
            } else {
                String::new()
            };
            let yes = generator.block(2);
            generator.scope.leave(count);
            format!("if let {pattern} = {}{further} {yes}", scrutinee.text)
        };
        let text = match scrutinee.owner {
            Some(owner) => self.borrowed(owner, false, make),
            None => make(self),
        };
        Some(if self.rng.chance(50) { format!("{text} else {}", self.block(2)) } else { text })
    }

    /// `let E::A(x) = e else { .. };`
    pub(super) fn let_else_enum(&mut self) -> Option<String> {
        let (i, scrutinee) = self.enum_scrutinee(true)?;
        let variant = self.rng.one(&self.enums[i].variants).clone();
        let exit = self.leaving()?;
        let pattern = self.variant_pattern(i, &variant, false);
        Some(format!("let {pattern} = {} else {{ {exit}; }};", scrutinee.text))
    }
}

impl Variant {
    /// The name of a field, the last of which may be the counter.
    fn field(&self, i: usize) -> &'static str {
        if i == self.fields.len() { "n" } else { field(i) }
    }

    fn with_name(&self, i: usize, text: &str) -> String {
        if self.named { format!("{}: {text}", self.field(i)) } else { text.to_owned() }
    }
}

/// A variant, with something for each field.
fn spelled(variant: &Variant, fields: impl Iterator<Item = String>) -> String {
    let fields = fields.collect::<Vec<_>>().join(", ");
    match variant {
        Variant { name, named: true, .. } => format!("{name} {{ {fields} }}"),
        Variant { name, .. } if fields.is_empty() => (*name).to_owned(),
        Variant { name, .. } => format!("{name}({fields})"),
    }
}
