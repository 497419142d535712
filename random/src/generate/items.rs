//! Items in bodies: functions and constants.

use super::scope::{Kind, Var};
use super::{Generator, Ty};

impl Generator<'_> {
    /// Functions of this function, before its statements.
    pub(super) fn nested_items(&mut self) -> String {
        // Not in functions that are in functions themselves.
        if self.nested || !self.percent("nested_percent") {
            return String::new();
        }
        let scope = std::mem::take(&mut self.scope);
        let (frames, result, wrap) = (std::mem::take(&mut self.frames), self.result.clone(), self.wrap);
        let (fuel, depth, times, exits) = (self.fuel, self.depth, self.times, self.exits);
        let (effects, asks, is_helper) = (self.effects, self.asks, self.is_helper);
        let totals = std::mem::take(&mut self.totals);
        self.nested = true;
        let name = format!("inner{}", self.functions.len());
        let size = 1 + self.rng.below(2);
        let text = self.function(&name, size).replacen("pub fn", "fn", 1);
        self.nested = false;
        self.totals = totals;
        (self.scope, self.frames, self.result, self.wrap) = (scope, frames, result, wrap);
        (self.fuel, self.depth, self.times, self.exits) = (fuel, depth, times, exits);
        (self.effects, self.asks, self.is_helper) = (effects, asks, is_helper);
        text
    }

    /// `let k = [0.5, 1.5];` or `const LIST: [f64; 2] = [0.5, 1.5];`
    pub(super) fn let_constants(&mut self) -> Option<String> {
        let count = 2 + self.rng.below(2);
        let ty = Ty::Array(Box::new(Ty::Num), count);
        let list: Vec<_> = (0..count).map(|_| format!("{}_f64", self.literal_number())).collect();
        let list = list.join(", ");
        let is_item = self.exits && self.rng.chance(40);
        let name = if is_item { "LIST".to_owned() } else { self.name() };
        if is_item && self.scope.vars.iter().any(|var| var.name == name) {
            return None;
        }
        self.scope.push(Var::new(&name, Kind::Value(ty), false));
        Some(if is_item {
            format!("const LIST: [f64; {count}] = [{list}];")
        } else {
            format!("let {name} = [{list}];")
        })
    }

    /// `const K: usize = 2;` or `const RATE: f64 = 0.5;`
    pub(super) fn const_item(&mut self) -> Option<String> {
        let name = ["K", "LIMIT", "RATE"][self.rng.below(3)];
        if self.scope.vars.iter().any(|var| var.name == name) {
            return None;
        }
        if name == "RATE" {
            self.scope.push(Var::new(name, Kind::Value(Ty::Num), false));
            return Some(format!("const RATE: f64 = {};", self.literal_number()));
        }
        self.scope.push(Var::new(name, Kind::Whole(2), false));
        Some(format!("const {name}: usize = {};", self.rng.below(3)))
    }
}
