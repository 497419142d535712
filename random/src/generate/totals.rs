//! Sums that a function only adds to before it looks at them at its end: what loops that are reversed as they run are made for.
//! Now and then something else happens to them, and the loops must not be.

use super::scope::{Kind, Var};
use super::{Generator, Ty};

/// The sums of a function.
#[derive(Debug, Default)]
pub(super) struct Totals {
    /// Their names; with the length if it is a list.
    names: Vec<(&'static str, Option<usize>)>,
    /// What is fixed where they may be added to.
    fixed: usize,
}

impl Generator<'_> {
    /// Declares them.
    pub(super) fn declare_totals(&mut self) -> String {
        self.totals = Totals::default();
        if !self.percent("total_percent") {
            return String::new();
        }
        let mut text = String::new();
        if self.rng.chance(80) {
            self.totals.names.push(("total", None));
            text += "let mut total = 0.0;";
        }
        if self.totals.names.is_empty() || self.rng.chance(30) {
            let length = 2 + self.rng.below(2);
            self.totals.names.push(("totals", Some(length)));
            text += &format!("let mut totals = [0.0; {length}];");
        }
        text
    }

    /// The place of one of them.
    pub(super) fn total(&mut self) -> Option<String> {
        // Not in closures, and not where nothing may be assigned.
        if self.totals.names.is_empty() || !self.asks || self.scope.fixed != self.totals.fixed {
            return None;
        }
        let (name, length) = *self.rng.one(&self.totals.names);
        Some(match length {
            None => name.to_owned(),
            Some(length) => {
                let (at, largest) = self.whole();
                if largest < length { format!("{name}[{at}]") } else { format!("{name}[({at}) % {length}]") }
            }
        })
    }

    /// Adds to one of them.
    pub(super) fn add_to_total(&mut self) -> Option<String> {
        let total = self.total()?;
        let exits = std::mem::replace(&mut self.exits, false);
        let depth = 1 + self.rng.below(3);
        let value = self.solid(depth);
        self.exits = exits;
        Some(match self.rng.below(40) {
            0 => format!("{total} *= 0.75;"),
            1 => format!("{total} = 0.5 * {total} + {value};"),
            2 => {
                let name = self.scope.fresh(&mut self.rng);
                self.scope.push(Var::new(&name, Kind::Value(Ty::Num), false));
                format!("let {name} = {total};")
            }
            3..=9 => format!("{total} -= {value};"),
            _ => format!("{total} += {value};"),
        })
    }

    /// What changes one of them, and nothing else outside of itself.
    pub(super) fn total_loop(&mut self) -> Option<String> {
        self.total()?;
        let fixed = self.scope.vars.len();
        let before = (self.scope.fixed, self.totals.fixed);
        (self.scope.fixed, self.totals.fixed) = (fixed, fixed);
        let kind = ["for", "for", "for_elements", "for_elements", "for_stepped", "for_neighbours", "while", "block"]
            [self.rng.below(8)];
        let text = self.control(kind);
        (self.scope.fixed, self.totals.fixed) = before;
        text
    }

    /// One more at the end, after which what it reads may change.
    pub(super) fn last_total_loop(&mut self) -> String {
        self.fuel = 3;
        let mut text = self.total_loop().unwrap_or_default();
        self.fuel = 0;
        if !text.is_empty() && self.rng.chance(60) {
            text += &self.effect();
        }
        text
    }

    /// Whether nothing else may be changed here.
    pub(super) fn only_totals(&self) -> bool {
        self.scope.fixed > 0 && self.scope.fixed == self.totals.fixed
    }

    /// A result may use them like all else.
    pub(super) fn show_totals(&mut self) {
        for (name, length) in std::mem::take(&mut self.totals).names {
            let ty = length.map_or(Ty::Num, |length| Ty::Array(Box::new(Ty::Num), length));
            self.scope.push(Var::new(name, Kind::Value(ty), false));
        }
    }

    /// What a sum of numbers takes of them, and what has to stand before it.
    pub(super) fn of_totals(&mut self) -> (String, Vec<String>) {
        let (mut text, mut terms) = (String::new(), Vec::new());
        for (name, length) in std::mem::take(&mut self.totals).names {
            let places: Vec<_> = match length {
                None => vec![name.to_owned()],
                Some(length) => (0..length).map(|at| format!("{name}[{at}]")).collect(),
            };
            for (at, place) in places.into_iter().enumerate() {
                terms.push(match self.rng.below(7) {
                    0 => place,
                    1 => format!("0.5 * {place}"),
                    2 => format!("{place} / 4.0"),
                    3 => format!("(1.5 - {place})"),
                    4 => {
                        text += &format!("let mean{at} = {place} / 3.0;");
                        format!("mean{at} * -0.25")
                    }
                    5 if self.rng.chance(50) => format!("{place}.sin()"),
                    _ => format!("(-{place})"),
                });
            }
        }
        (text, terms)
    }
}
