//! Elements of arrays one by one: `for`, chains, closures, arrays made by functions.

use super::expressions::wrapped;
use super::scope::{Kind, Var};
use super::{Generator, Ty, ty_text};

/// An array that may be iterated over.
pub(super) struct List {
    /// As a place.
    pub text: String,
    /// The number of its variable.
    pub owner: usize,
    /// Whether `text` is a reference.
    pub reference: bool,
    pub element: Ty,
    pub length: usize,
}

impl Generator<'_> {
    /// All arrays in some variables; one element of each array of arrays.
    pub(super) fn lists(&mut self, vars: &[usize]) -> Vec<List> {
        let mut found = Vec::new();
        for &at in vars {
            let var = self.scope.vars[at].clone();
            let Kind::Value(ty) = &var.kind else { continue };
            for (text, ty) in self.parts(&var.name, ty) {
                if let Ty::Array(element, length) = ty {
                    let reference = var.reference && text == var.name;
                    found.push(List { text, owner: at, reference, element: *element, length });
                }
            }
        }
        found
    }

    /// A place and its parts, their parts, and so on.
    fn parts(&mut self, text: &str, ty: &Ty) -> Vec<(String, Ty)> {
        let mut found = vec![(text.to_owned(), ty.clone())];
        match ty {
            Ty::Num | Ty::Enum(_) => {}
            Ty::Array(inner, n) => {
                if **inner != Ty::Num {
                    let at = self.index(*n);
                    found.extend(self.parts(&format!("{text}[{at}]"), inner));
                }
            }
            Ty::Tuple(parts) => {
                for (i, ty) in parts.iter().enumerate() {
                    found.extend(self.parts(&format!("{text}.{i}"), ty));
                }
            }
            Ty::Struct(i) => {
                for (name, ty) in self.structs[*i].fields.clone() {
                    found.extend(self.parts(&format!("{text}.{name}"), &ty));
                }
            }
        }
        found
    }

    /// An array that may be read.
    pub(super) fn list(&mut self) -> Option<List> {
        let readable = self.scope.readable();
        let mut lists = self.lists(&readable);
        if lists.is_empty() { None } else { Some(lists.swap_remove(self.rng.below(lists.len()))) }
    }

    /// An array of numbers.
    pub(super) fn numbers_list(&mut self) -> Option<List> {
        let readable = self.scope.readable();
        let mut lists = self.lists(&readable);
        lists.retain(|list| list.element == Ty::Num);
        if lists.is_empty() { None } else { Some(lists.swap_remove(self.rng.below(lists.len()))) }
    }

    /// `&[f64]` or `&[f64; N]` as an argument.
    pub(super) fn list_argument(&mut self, slice: bool, depth: usize) -> String {
        match self.numbers_list() {
            Some(list) if slice => {
                let part = ["[..]", "[1..]", "[..2]", "[0..1]"][self.rng.below(4)];
                let whole = self.rng.chance(40);
                match (whole, list.reference) {
                    (true, true) => list.text,
                    (true, false) => format!("&{}", list.text),
                    (false, _) => format!("&{}{part}", list.text),
                }
            }
            Some(list) if list.reference => list.text,
            Some(list) => format!("&{}", list.text),
            None => format!("&[{}, {}]", self.solid(depth), self.solid(depth)),
        }
    }

    /// What makes fewer of the elements, or turns them round.
    fn adaptor(&mut self) -> &'static str {
        if self.rng.chance(60) { "" } else { [".rev()", ".skip(1)", ".take(2)", ".step_by(2)"][self.rng.below(4)] }
    }

    /// `for` over elements.
    pub(super) fn for_elements(&mut self) -> Option<String> {
        if self.times > 30 {
            return None;
        }
        match self.rng.below(5) {
            0 => self.for_changing(),
            1 => self.for_pairs(),
            2 => self.for_windows(),
            _ => self.for_each(),
        }
    }

    fn for_each(&mut self) -> Option<String> {
        let list = self.list()?;
        let label = self.label();
        let name = self.inner_name();
        let element = list.element.clone();
        let mut var = Var::new(&name, Kind::Value(element.clone()), false);
        let spelled = super::control::spelled(label.as_ref());
        let (pattern, over) = match self.rng.below(5) {
            0 if self.is_copy(&element) && !list.reference => (name.clone(), list.text.clone()),
            1 if element == Ty::Num => (format!("&{name}"), format!("{}.iter()", list.text)),
            2 if !list.reference => {
                var = var.reference();
                (name.clone(), format!("&{}", list.text))
            }
            _ => {
                var = var.reference();
                (name.clone(), format!("{}.iter(){}", list.text, self.adaptor()))
            }
        };
        let mut vars = vec![var];
        let (pattern, over) = if over.ends_with(')') && self.rng.chance(30) {
            let index = self.inner_name();
            if index == name {
                return None;
            }
            vars.push(Var::new(&index, Kind::Whole(list.length - 1), false));
            (format!("({index}, {pattern})"), format!("{over}.enumerate()"))
        } else {
            (pattern, over)
        };
        let body = self.borrowed(list.owner, false, |generator| {
            generator.loop_body(label, false, list.length, |generator| {
                vars.into_iter().for_each(|var| generator.scope.push(var));
                String::new()
            })
        });
        Some(format!("{spelled}for {pattern} in {over} {body}"))
    }

    /// `for v in a.iter_mut()`
    fn for_changing(&mut self) -> Option<String> {
        let assignable = self.scope.assignable();
        let mut lists = self.lists(&assignable);
        if lists.is_empty() {
            return None;
        }
        let list = lists.swap_remove(self.rng.below(lists.len()));
        let label = self.label();
        let name = self.inner_name();
        let spelled = super::control::spelled(label.as_ref());
        let over = if list.reference || self.rng.chance(60) {
            format!("{}.iter_mut()", list.text)
        } else {
            format!("&mut {}", list.text)
        };
        let var = Var::new(&name, Kind::Value(list.element), true).reference();
        let body = self.borrowed(list.owner, true, |generator| {
            generator.loop_body(label, false, list.length, |generator| {
                generator.scope.push(var);
                String::new()
            })
        });
        Some(format!("{spelled}for {name} in {over} {body}"))
    }

    /// `for (a, b) in x.iter().zip(y)`
    fn for_pairs(&mut self) -> Option<String> {
        let (left, right) = (self.list()?, self.list()?);
        let (a, b) = (self.inner_name(), self.inner_name());
        if a == b {
            return None;
        }
        let other = match self.rng.below(2) {
            0 if !right.reference => format!("&{}", right.text),
            _ => format!("{}.iter()", right.text),
        };
        let vars = [(&a, left.element), (&b, right.element)]
            .map(|(name, ty)| Var::new(name, Kind::Value(ty), false).reference());
        let times = left.length.min(right.length);
        let over = format!("{}.iter(){}.zip({other})", left.text, self.adaptor());
        let body = self.borrowed(left.owner, false, |generator| {
            generator.borrowed(right.owner, false, |generator| {
                generator.loop_body(None, false, times, |generator| {
                    vars.into_iter().for_each(|var| generator.scope.push(var));
                    String::new()
                })
            })
        });
        Some(format!("for ({a}, {b}) in {over} {body}"))
    }

    /// `for w in x.windows(2)`
    fn for_windows(&mut self) -> Option<String> {
        let list = self.numbers_list()?;
        let name = self.inner_name();
        let over = ["windows", "chunks_exact"][self.rng.below(2)];
        let var = Var::new(&name, Kind::Slice("2".to_owned()), false);
        let body = self.borrowed(list.owner, false, |generator| {
            generator.loop_body(None, false, list.length - 1, |generator| {
                generator.scope.push(var);
                String::new()
            })
        });
        Some(format!("for {name} in {}.{over}(2) {body}", list.text))
    }

    /// Something that is made while a variable is borrowed.
    pub(super) fn borrowed<T>(&mut self, owner: usize, lent: bool, make: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.scope.vars[owner].lent;
        self.scope.vars[owner].borrowed += 1;
        self.scope.vars[owner].lent |= lent;
        let text = make(self);
        self.scope.vars[owner].borrowed -= 1;
        self.scope.vars[owner].lent = before;
        text
    }

    /// A number computed from parameters of a closure.
    fn of_parameters(&mut self, vars: Vec<Var>, depth: usize) -> String {
        let count = self.scope.vars.len();
        let (fuel, exits) = (std::mem::take(&mut self.fuel), std::mem::replace(&mut self.exits, false));
        let (asks, effects) = (std::mem::replace(&mut self.asks, false), std::mem::replace(&mut self.effects, false));
        vars.into_iter().for_each(|var| self.scope.push(var));
        let text = self.solid(depth);
        self.scope.leave(count);
        (self.fuel, self.exits, self.asks, self.effects) = (fuel, exits, asks, effects);
        text
    }

    /// A chain that ends in a number.
    pub(super) fn chain(&mut self) -> Option<String> {
        let name = self.inner_name();
        let second = self.inner_name();
        if name == second {
            return None;
        }
        let element = |ty: &Ty| Var::new(&name, Kind::Value(ty.clone()), false).reference();
        let other = |ty: &Ty| Var::new(&second, Kind::Value(ty.clone()), false).reference();
        let index = || Var::new(&second, Kind::Whole(3), false);
        let list = self.list()?;
        let (text, adaptor) = (&list.text, self.adaptor());
        let end = ["sum", "product"][usize::from(self.rng.chance(15))];
        Some(match self.rng.below(9) {
            0 => {
                let body =
                    self.of_parameters(vec![Var { kind: Kind::Whole(2), reference: false, ..element(&Ty::Num) }], 2);
                format!("(0..3).map(|{name}| {body}).sum::<f64>()")
            }
            1 => {
                let right = self.list()?;
                let body = self.of_parameters(vec![element(&list.element), other(&right.element)], 2);
                format!(
                    "{text}.iter(){adaptor}.zip({}.iter()).map(|({name}, {second})| {body}).{end}::<f64>()",
                    right.text
                )
            }
            2 => {
                let start = self.of_parameters(Vec::new(), 1);
                let accumulated = Var { reference: false, ..other(&Ty::Num) };
                let body = self.of_parameters(vec![element(&list.element), accumulated], 2);
                format!("{text}.iter(){adaptor}.fold({start}, |{second}, {name}| {second} * 0.3 + {})", wrapped(&body))
            }
            3 => {
                let list = self.numbers_list()?;
                format!("{}.iter(){adaptor}.{end}::<f64>()", list.text)
            }
            4 => {
                let list = self.numbers_list()?;
                let body = self.of_parameters(vec![element(&Ty::Num)], 2);
                format!(
                    "{}.iter(){adaptor}.filter(|{name}| **{name} > 0.2).map(|{name}| {body}).{end}::<f64>()",
                    list.text
                )
            }
            5 => {
                let body = self.of_parameters(vec![element(&list.element), index()], 2);
                format!("{text}.iter().enumerate(){adaptor}.map(|({second}, {name})| {body}).{end}::<f64>()")
            }
            6 => {
                let list = self.numbers_list()?;
                let body = self.of_parameters(vec![Var::new(&name, Kind::Slice("2".to_owned()), false)], 2);
                format!("{}.windows(2).map(|{name}| {body}).sum::<f64>()", list.text)
            }
            _ => {
                let body = self.of_parameters(vec![element(&list.element)], 2);
                format!("{text}.iter(){adaptor}.map(|{name}| {body}).{end}::<f64>()")
            }
        })
    }

    /// `let w: [f64; 3] = core::array::from_fn(|i| ..);` or `let w = a.map(|v| ..);`
    pub(super) fn let_array(&mut self) -> Option<String> {
        let parameter = self.inner_name();
        let (ty, init) = if self.rng.chance(50) {
            let length = 2 + self.rng.below(3);
            let body = self.of_parameters(vec![Var::new(&parameter, Kind::Whole(length - 1), false)], 2);
            (Ty::Array(Box::new(Ty::Num), length), format!("core::array::from_fn(|{parameter}| {body})"))
        } else {
            let list = self.list()?;
            if !self.is_copy(&list.element) {
                return None;
            }
            let body = self.of_parameters(vec![Var::new(&parameter, Kind::Value(list.element), false)], 2);
            (Ty::Array(Box::new(Ty::Num), list.length), format!("{}.map(|{parameter}| {body})", list.text))
        };
        let (name, mutable) = (self.name(), self.rng.chance(50));
        let spelled = ty_text(&ty);
        self.scope.push(Var::new(&name, Kind::Value(ty), mutable));
        Some(format!("let {}{name}: {spelled} = {init};", if mutable { "mut " } else { "" }))
    }

    /// `let g = |p: f64| ..;`
    pub(super) fn let_closure(&mut self) -> Option<String> {
        let names: Vec<_> = (0..=self.rng.below(2)).map(|_| self.inner_name()).collect();
        if names.len() == 2 && names[0] == names[1] {
            return None;
        }
        // What it captures must not change while it lives.
        let changing: Vec<_> = self.scope.readable();
        let changing: Vec<_> = changing
            .into_iter()
            .filter(|&at| self.scope.vars[at].mutable || self.scope.vars[at].owner.is_some())
            .collect();
        changing.iter().for_each(|&at| self.scope.vars[at].lent = true);
        let vars = names.iter().map(|name| Var::new(name, Kind::Value(Ty::Num), false)).collect();
        let body = self.of_parameters(vars, 2);
        changing.iter().for_each(|&at| self.scope.vars[at].lent = false);
        let parameters: Vec<_> = names.iter().map(|name| format!("{name}: f64")).collect();
        let name = self.inner_name();
        self.scope.push(Var::new(&name, Kind::Closure(names.len()), false));
        Some(format!("let {name} = |{}| {body};", parameters.join(", ")))
    }

    /// `let mut add = |p: f64| total += ..;`
    pub(super) fn let_adder(&mut self) -> Option<String> {
        let (place, owner) = self.target(&Ty::Num)?;
        let parameter = self.inner_name();
        if place.contains(&parameter) {
            return None;
        }
        let captured: Vec<_> = self.scope.readable();
        let changing: Vec<_> = captured
            .into_iter()
            .filter(|&at| self.scope.vars[at].mutable || self.scope.vars[at].owner.is_some())
            .collect();
        if changing.iter().any(|&at| at != owner && place.contains(&self.scope.vars[at].name)) {
            return None;
        }
        changing.iter().for_each(|&at| self.scope.vars[at].lent = true);
        let body = self.of_parameters(vec![Var::new(&parameter, Kind::Value(Ty::Num), false)], 2);
        changing.iter().for_each(|&at| self.scope.vars[at].lent = false);
        let name = self.inner_name();
        let mut var = Var::new(&name, Kind::Adder, false);
        (var.owner, var.depth) = (Some(owner), self.depth);
        self.scope.vars[owner].borrowed += 1;
        self.scope.vars[owner].lent = true;
        self.scope.push(var);
        Some(format!("let mut {name} = |{parameter}: f64| {place} += {};", wrapped(&body)))
    }

    /// `(|| e)()` or `(|p: f64| e)(x)`
    pub(super) fn spot_closure(&mut self, depth: usize) -> String {
        if self.rng.chance(50) {
            let body = self.of_parameters(Vec::new(), depth);
            return format!("(|| {body})()");
        }
        let name = self.inner_name();
        let argument = self.number(depth);
        let body = self.of_parameters(vec![Var::new(&name, Kind::Value(Ty::Num), false)], depth);
        format!("(|{name}: f64| {body})({argument})")
    }

    /// A list of literals, mapped by a closure that captures.
    pub(super) fn constant_list(&mut self, depth: usize) -> String {
        let name = self.inner_name();
        let list = format!("[{}, {}]", self.literal_number(), self.literal_number());
        let var = Var::new(&name, Kind::Value(Ty::Num), false);
        if self.rng.chance(50) {
            let body = self.of_parameters(vec![var], depth);
            return format!("{list}.map(|{name}: f64| {body})[{}]", self.rng.below(2));
        }
        let body = self.of_parameters(vec![var.reference()], depth);
        format!("{list}.iter().map(|{name}: &f64| {body}).sum::<f64>()")
    }

    /// A call of a closure that gives a number.
    pub(super) fn closure_call(&mut self, depth: usize) -> Option<String> {
        let found: Vec<_> = self
            .scope
            .readable()
            .into_iter()
            .filter_map(|at| match self.scope.vars[at].kind {
                Kind::Closure(arity) => Some((self.scope.vars[at].name.clone(), arity)),
                _ => None,
            })
            .collect();
        if found.is_empty() {
            return None;
        }
        let (name, arity) = self.rng.one(&found).clone();
        let arguments: Vec<_> = (0..arity).map(|_| self.number(depth.saturating_sub(1))).collect();
        Some(format!("{name}({})", arguments.join(", ")))
    }

    /// A call of a closure that adds.
    pub(super) fn adder_call(&mut self) -> Option<String> {
        let name = self.named(&Kind::Adder)?;
        let exits = std::mem::replace(&mut self.exits, false);
        let argument = self.solid(2);
        self.exits = exits;
        Some(format!("{name}({argument});"))
    }
}
