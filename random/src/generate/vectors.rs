//! Lists that grow, vectors and matrices of nalgebra, and tensors.

use super::Generator;
use super::scope::{Kind, Var};

impl Generator<'_> {
    /// A `Vec` of at least two numbers.
    pub(super) fn let_vector(&mut self) -> Option<String> {
        let name = self.name();
        let is_new = self.scope.vars.iter().all(|var| var.name != name);
        let [a, b, c] = [(); 3].map(|()| self.solid(1));
        let text = match self.rng.below(4) {
            0 => format!("let mut {name} = vec![{a}, {b}, {c}];"),
            1 => format!("let mut {name} = vec![{a}; 2];"),
            2 if is_new => format!("let mut {name}: Vec<f64> = Vec::new(); {name}.push({b}); {name}.push({c});"),
            _ => format!("let mut {name} = [{a}, {b}].to_vec();"),
        };
        self.scope.push(Var::new(&name, Kind::Slice("2".to_owned()), true));
        Some(text)
    }

    /// A `Vec` that gets longer, or whose numbers change places.
    pub(super) fn grow_vector(&mut self) -> Option<String> {
        let lists = self.scope.assignable();
        let lists: Vec<_> =
            lists.into_iter().filter(|&at| matches!(self.scope.vars[at].kind, Kind::Slice(_))).collect();
        let at = *lists.get(self.rng.below(lists.len().max(1)))?;
        let name = self.scope.vars[at].name.clone();
        self.scope.vars[at].lent = true;
        let value = self.solid(1);
        self.scope.vars[at].lent = false;
        Some(match self.rng.below(6) {
            0 => format!("{name}.insert(0, {value});"),
            1 => format!("{name}.extend([{value}, 0.5]);"),
            2 => format!("{name}.reverse();"),
            3 => format!("if {name}.len() > 2 {{ {name}.pop(); }}"),
            4 => format!("for item in {name}.iter_mut() {{ *item *= {value}; }}"),
            _ => format!("{name}.push({value});"),
        })
    }

    /// A number that vectors and matrices of nalgebra give.
    pub(super) fn nalgebra(&mut self, depth: usize) -> String {
        let mut vector = |length: usize| {
            let parts: Vec<_> = (0..length).map(|_| self.solid(depth.min(1))).collect();
            format!("nalgebra::Vector{length}::new({})", parts.join(", "))
        };
        let (a, b, c) = (vector(3), vector(3), vector(2));
        let [p, q, r, s] = [(); 4].map(|()| self.solid(0));
        match self.rng.below(5) {
            0 => format!("{a}.dot(&{b})"),
            1 => format!("{a}.cross(&{b}).z"),
            2 => format!("({a} * ({p}) + {b})[1]"),
            3 => format!("(nalgebra::Matrix2::new({p}, {q}, {r}, {s}) * {c}).x"),
            _ => format!("{a}.component_mul(&{b}).sum()"),
        }
    }

    /// A number that tensors give.
    pub(super) fn tensor(&mut self, depth: usize) -> String {
        let mut vector = || {
            let (a, b) = (self.solid(depth.min(1)), self.solid(0));
            format!("tensor([{a}, {b}])")
        };
        let (a, b) = (vector(), vector());
        let p = self.solid(0);
        match self.rng.below(3) {
            0 => format!("({a} * {b}).sum()"),
            1 => format!("({a} * ({p}) - {b}).relu().sum()"),
            _ => format!("({a} + {b} * {b}).sum()"),
        }
    }
}
