//! What the standard library does to places: `mem::replace`, `mem::take`, elements that change places.

use super::expressions::wrapped;
use super::{Generator, Ty};

impl Generator<'_> {
    /// `mem::replace(&mut a, x)` or `mem::take(&mut a)`
    pub(super) fn exchanged(&mut self, ty: &Ty, depth: usize) -> Option<String> {
        if !self.effects {
            return None;
        }
        let (place, owner) = self.target(ty)?;
        let lent = self.lent_place(&place);
        if !Self::mentions_struct(ty) && self.choose(&["replace", "take"]) == "take" {
            return Some(format!("std::mem::take({lent})"));
        }
        self.effects = false;
        let value = self.borrowed(owner, true, |generator| generator.value(ty, depth));
        self.effects = true;
        let value = if *ty == Ty::Num { self.damped(value) } else { value };
        Some(format!("std::mem::replace({lent}, {value})"))
    }

    /// A list whose elements change places, or all get others.
    pub(super) fn rearrange(&mut self) -> Option<String> {
        let assignable = self.scope.assignable();
        let mut lists = self.lists(&assignable);
        if lists.is_empty() {
            return None;
        }
        let list = lists.swap_remove(self.rng.below(lists.len()));
        let (mut text, mut length) = (list.text.clone(), list.length.to_string());
        // A part of it.
        if self.rng.chance(35) {
            let at = self.whole_below(list.length);
            let whole = wrapped(&at);
            (text, length) = if self.rng.chance(50) {
                (format!("{text}[{whole}..]"), format!("({length} - {whole})"))
            } else {
                (format!("{text}[..{whole} + 1]"), format!("({whole} + 1)"))
            };
        }
        let index = |generator: &mut Self| {
            let whole = generator.whole().0;
            format!("{} % {length}", wrapped(&whole))
        };
        Some(match self.choose(&["fill", "reverse", "rotate", "swap_elements", "copy_from_slice"]) {
            "fill" => {
                let exits = std::mem::replace(&mut self.exits, false);
                let value = self.borrowed(list.owner, true, |generator| generator.value(&list.element, 1));
                self.exits = exits;
                format!("{text}.fill({value});")
            }
            "reverse" => format!("{text}.reverse();"),
            "rotate" => {
                let by = index(self);
                format!("{text}.rotate_{}({by});", ["left", "right"][self.rng.below(2)])
            }
            "swap_elements" => {
                let (i, j) = (index(self), index(self));
                format!("{text}.swap({i}, {j});")
            }
            _ => {
                if !self.is_copy(&list.element) {
                    return None;
                }
                let whole = Ty::Array(Box::new(list.element.clone()), list.length);
                let from = self.borrowed(list.owner, true, |generator| {
                    let readable = generator.scope.readable();
                    let places = generator.places(&readable, &whole);
                    if places.is_empty() { None } else { Some(generator.rng.one(&places).0.clone()) }
                })?;
                let part = match text.strip_prefix(&list.text) {
                    Some("") | None => String::new(),
                    Some(part) => part.to_owned(),
                };
                let from = match from.strip_prefix('*') {
                    Some(name) if part.is_empty() => format!("&{name}[..]"),
                    Some(name) => format!("&{name}{part}"),
                    None => format!("&{from}{part}"),
                };
                format!("{text}.copy_from_slice({from});")
            }
        })
    }
}
