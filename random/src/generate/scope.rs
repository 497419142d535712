//! What names stand for at a place of the program.

use super::Ty;
use super::outcomes::Wrap;
use crate::rng::Rng;

/// Names.
const PLAIN: [&str; 23] = [
    "x", "y", "z", "a", "b", "c", "p", "q", "r", "u", "v", "w", "e", "g", "i", "j", "k", "l", "m", "n", "o", "s", "x1",
];

/// Names that generated code uses itself.
const TRICKY: [&str; 28] = [
    "t", "d", "bar", "s0", "k0", "c0", "v0", "v1", "a0", "b0", "x_bar", "input", "rest", "t0", "n0", "m0", "part0",
    "y_v1", "seed", "tape", "e0", "l0", "x_ty", "own", "lender", "times", "part", "depth",
];

/// Names that look like constants, types, or words of the language.
const CAPITAL: [&str; 12] = ["X", "Y", "A1", "X1", "B2", "_2", "_a", "r#type", "r#fn", "Vec", "f64", "sin"];

/// Names of constants, which no variable may have.
pub(super) const CONSTANTS: [&str; 4] = ["K", "LIMIT", "RATE", "LIST"];

/// What a name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Value(Ty),
    /// A whole number, and its largest value.
    Whole(usize),
    /// `&[usize; 4]`
    Table,
    Flag,
    /// `Option<usize>`
    Maybe,
    /// An `Option` or `Result` of a value that can be copied.
    Outcome(Wrap, Ty),
    /// `&[f64]`, and its length.
    Slice(String),
    /// A closure of so many numbers that gives a number.
    Closure(usize),
    /// A closure that adds to something.
    Adder,
    /// Nothing that may be used any more.
    Dead,
}

#[derive(Clone, Debug)]
pub(super) struct Var {
    pub name: String,
    pub kind: Kind,
    pub mutable: bool,
    /// Whether it is a reference.
    pub reference: bool,
    /// How often it is borrowed: then it may not be assigned to.
    pub borrowed: usize,
    /// Whether it is borrowed mutably: then it may not be read.
    pub lent: bool,
    /// The number of the variable that it borrows.
    pub owner: Option<usize>,
    /// How deep it is declared: what a borrow ends in a loop, the next iteration would still need.
    pub depth: usize,
}

impl Var {
    pub fn new(name: &str, kind: Kind, mutable: bool) -> Self {
        Self { name: name.to_owned(), kind, mutable, reference: false, borrowed: 0, lent: false, owner: None, depth: 0 }
    }

    pub fn reference(self) -> Self {
        Self { reference: true, ..self }
    }
}

/// The variables, oldest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    pub vars: Vec<Var>,
    /// How many of them, the oldest, are parameters.
    pub parameters: usize,
    /// How many of them, the oldest, may not be assigned to.
    pub fixed: usize,
    /// How many percent of the names are those of generated code.
    pub tricky: usize,
    /// How many percent of them look like something else.
    pub capital: usize,
    /// How many percent hide another name where a closure captures that.
    pub captured: usize,
}

impl Scope {
    pub fn push(&mut self, var: Var) {
        self.vars.push(var);
    }

    /// A name that is not in use.
    pub fn fresh(&self, rng: &mut Rng) -> String {
        for _ in 0..8 {
            let names = if rng.chance(self.capital) { &CAPITAL[..] } else { &PLAIN };
            let name = if rng.chance(self.tricky) { *rng.one(&TRICKY) } else { *rng.one(names) };
            if self.vars.iter().all(|var| var.name != name) {
                return name.to_owned();
            }
        }
        format!("x{}", self.vars.len())
    }

    /// A name that hides another, if there is one. A closure that captures the other means that one ever after.
    pub fn hiding(&self, rng: &mut Rng) -> String {
        let has_closure = self.vars.iter().any(|var| matches!(var.kind, Kind::Closure(_) | Kind::Adder));
        if has_closure && !rng.chance(self.captured) {
            return self.fresh(rng);
        }
        let var = &self.vars[rng.below(self.vars.len().max(1))..].first();
        match var {
            Some(var) if var.kind != Kind::Dead && var.name != "self" && !CONSTANTS.contains(&&*var.name) => {
                var.name.clone()
            }
            _ => self.fresh(rng),
        }
    }

    /// The numbers of the variables that may be read.
    pub fn readable(&self) -> Vec<usize> {
        (0..self.vars.len())
            .filter(|&i| {
                let var = &self.vars[i];
                !var.lent && var.kind != Kind::Dead && self.vars[i + 1..].iter().all(|later| later.name != var.name)
            })
            .collect()
    }

    /// The numbers of the variables that may be assigned to.
    pub fn assignable(&self) -> Vec<usize> {
        let mut found = self.readable();
        found.retain(|&i| i >= self.fixed && self.vars[i].mutable && self.vars[i].borrowed == 0);
        found
    }

    /// Ends a borrow.
    pub fn release(&mut self, at: usize) {
        if let Some(owner) = self.vars[at].owner.take() {
            self.vars[at].kind = Kind::Dead;
            let owner = &mut self.vars[owner];
            owner.borrowed -= 1;
            owner.lent = false;
        }
    }

    /// Forgets what has been declared since there were `count` variables.
    pub fn leave(&mut self, count: usize) {
        for at in (count..self.vars.len()).rev() {
            self.release(at);
        }
        self.vars.truncate(count);
    }
}
