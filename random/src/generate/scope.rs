//! What names stand for at a place of the program.

use super::Ty;
use crate::rng::Rng;

/// Names; some are those that generated code uses itself.
const NAMES: [&str; 40] = [
    "x", "y", "z", "a", "b", "c", "p", "q", "r", "u", "v", "w", "t", "d", "e", "g", "i", "j", "k", "l", "m", "n", "o", "s",
    "bar", "s0", "k0", "c0", "v0", "v1", "a0", "b0", "x_bar", "input", "rest", "t0", "n0", "m0", "part0", "y_v1",
];

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
pub(super) struct Scope(pub Vec<Var>);

impl Scope {
    pub fn push(&mut self, var: Var) {
        self.0.push(var);
    }

    /// A name that is not in use.
    pub fn fresh(&self, rng: &mut Rng) -> String {
        for _ in 0..8 {
            let name = *rng.one(&NAMES);
            if self.0.iter().all(|var| var.name != name) {
                return name.to_owned();
            }
        }
        format!("x{}", self.0.len())
    }

    /// A name that hides another, if there is one.
    pub fn hiding(&self, rng: &mut Rng) -> String {
        let var = &self.0[rng.below(self.0.len().max(1))..].first();
        match var {
            Some(var) if var.kind != Kind::Dead && !var.name.starts_with(char::is_uppercase) => var.name.clone(),
            _ => self.fresh(rng),
        }
    }

    /// The numbers of the variables that may be read.
    pub fn readable(&self) -> Vec<usize> {
        (0..self.0.len())
            .filter(|&i| {
                let var = &self.0[i];
                !var.lent && var.kind != Kind::Dead && self.0[i + 1..].iter().all(|later| later.name != var.name)
            })
            .collect()
    }

    /// The numbers of the variables that may be assigned to.
    pub fn assignable(&self) -> Vec<usize> {
        let mut found = self.readable();
        found.retain(|&i| self.0[i].mutable && self.0[i].borrowed == 0);
        found
    }

    /// Ends a borrow.
    pub fn release(&mut self, at: usize) {
        if let Some(owner) = self.0[at].owner.take() {
            self.0[at].kind = Kind::Dead;
            let owner = &mut self.0[owner];
            owner.borrowed -= 1;
            owner.lent = false;
        }
    }

    /// Forgets what has been declared since there were `count` variables.
    pub fn leave(&mut self, count: usize) {
        for at in (count..self.0.len()).rev() {
            self.release(at);
        }
        self.0.truncate(count);
    }
}
