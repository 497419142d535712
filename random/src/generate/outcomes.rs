//! Values that may be missing: `Option` and `Result`, and `?`.

use super::expressions::wrapped;
use super::scope::{Kind, Var};
use super::{Generator, LARGEST, Ty, ty_text};

/// What the result of a function is wrapped in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wrap {
    Plain,
    Option,
    /// With a whole number as error.
    Result,
}

impl Wrap {
    /// The type, as Rust spells it.
    pub(super) fn spelled(self, ty: &str) -> String {
        match self {
            Wrap::Plain => ty.to_owned(),
            Wrap::Option => format!("Option<{ty}>"),
            Wrap::Result => format!("Result<{ty}, usize>"),
        }
    }

    /// A value or a pattern that is there.
    fn present(self, text: &str) -> String {
        match self {
            Wrap::Plain => text.to_owned(),
            Wrap::Option => format!("Some({text})"),
            Wrap::Result => format!("Ok({text})"),
        }
    }
}

/// Something that may be missing.
struct Outcome {
    text: String,
    wrap: Wrap,
    ty: Ty,
}

impl Generator<'_> {
    pub(super) fn some_wrap(&mut self) -> Wrap {
        if self.percent("outcome_percent") { [Wrap::Option, Wrap::Result][self.rng.below(2)] } else { Wrap::Plain }
    }

    /// A result of this function.
    pub(super) fn wrapped_up(&mut self, value: &str) -> String {
        self.wrap.present(value)
    }

    /// A result of this function, or none.
    pub(super) fn left_with(&mut self, value: &str) -> String {
        if self.wrap == Wrap::Plain || self.rng.chance(60) {
            return self.wrapped_up(value);
        }
        self.absent(self.wrap)
    }

    /// No value.
    fn absent(&mut self, wrap: Wrap) -> String {
        match wrap {
            Wrap::Result => format!("Err({})", self.whole_below(LARGEST + 1)),
            _ => "None".to_owned(),
        }
    }

    /// An argument of type `Option<f64>`.
    pub(super) fn missing(&mut self, depth: usize) -> String {
        match self.named(&Kind::Outcome(Wrap::Option, Ty::Num)) {
            Some(name) if self.rng.chance(60) => name,
            _ if self.rng.chance(30) => "None".to_owned(),
            _ => format!("Some({})", self.solid(depth)),
        }
    }

    /// A variable or a call.
    fn outcome(&mut self, wanted: Option<&Ty>, depth: usize) -> Option<Outcome> {
        let fits = |ty: &Ty| wanted.is_none_or(|wanted| ty == wanted);
        let mut found = Vec::new();
        for at in self.scope.readable() {
            let var = &self.scope.vars[at];
            if let Kind::Outcome(wrap, ty) = &var.kind
                && fits(ty)
            {
                found.push(Outcome { text: var.name.clone(), wrap: *wrap, ty: ty.clone() });
            }
        }
        let functions = self.functions.iter().filter(|function| function.wrap != Wrap::Plain && fits(&function.result));
        let functions: Vec<_> = functions.cloned().collect();
        if !found.is_empty() && (functions.is_empty() || self.rng.chance(50)) {
            let at = self.rng.below(found.len());
            return Some(found.swap_remove(at));
        }
        let function = self.one_of(&functions)?;
        let text = self.call_of(&function, depth)?;
        Some(Outcome { text, wrap: function.wrap, ty: function.result })
    }

    /// `h(x)?` or `h(x).unwrap_or(y)`
    pub(super) fn outcome_number(&mut self, depth: usize) -> Option<String> {
        let outcome = self.outcome(Some(&Ty::Num), depth)?;
        if self.asks && outcome.wrap == self.wrap && self.rng.chance(70) {
            return Some(format!("{}?", outcome.text));
        }
        let effects = std::mem::replace(&mut self.effects, false);
        let otherwise = self.number(depth);
        self.effects = effects;
        Some(format!("{}.unwrap_or({otherwise})", outcome.text))
    }

    /// `match` or `if let`, with something for each case.
    fn cases(&mut self, mut arm: impl FnMut(&mut Self) -> String) -> Option<String> {
        let Outcome { text, wrap, ty } = self.outcome(None, 1)?;
        let count = self.scope.vars.len();
        let mut present = |generator: &mut Self, guarded: bool| {
            let pattern = generator.pattern(&ty);
            let guard = if guarded { format!(" if {}", generator.further_condition()) } else { String::new() };
            let body = arm(generator);
            generator.scope.leave(count);
            (wrap.present(&pattern) + &guard, body)
        };
        if self.rng.chance(40) {
            let (pattern, yes) = present(self, false);
            return Some(format!("if let {pattern} = {text} {yes} else {}", arm(self)));
        }
        let mut arms = String::new();
        for guarded in [true, false] {
            if !guarded || self.rng.chance(40) {
                let (pattern, body) = present(self, guarded);
                arms += &format!("{pattern} => {body} ");
            }
        }
        let name = self.inner_name();
        let otherwise = match wrap {
            Wrap::Result if self.rng.chance(50) => {
                self.scope.push(Var::new(&name, Kind::Whole(LARGEST), false));
                format!("Err({name})")
            }
            Wrap::Result => "Err(_)".to_owned(),
            _ => "None".to_owned(),
        };
        arms += &format!("{otherwise} => {}", arm(self));
        self.scope.leave(count);
        Some(format!("match {text} {{ {arms} }}"))
    }

    /// Both cases as numbers.
    pub(super) fn outcome_value(&mut self, depth: usize) -> Option<String> {
        self.cases(|generator| generator.value_block(&Ty::Num, depth))
    }

    /// Both cases as statements.
    pub(super) fn match_outcome(&mut self) -> Option<String> {
        self.cases(|generator| generator.block(2))
    }

    /// `if let Some(x) = h(y) { .. }`
    pub(super) fn if_let_outcome(&mut self) -> Option<String> {
        let Outcome { text, wrap, ty } = self.outcome(None, 1)?;
        let count = self.scope.vars.len();
        let pattern = self.pattern(&ty);
        let further =
            if self.rng.chance(20) { format!(" && {}", wrapped(&self.further_condition())) } else { String::new() };
        let yes = self.block(2);
        self.scope.leave(count);
        Some(format!("if let {} = {text}{further} {yes}", wrap.present(&pattern)))
    }

    /// `let Ok(x) = h(y) else { .. };`
    pub(super) fn let_else_outcome(&mut self) -> Option<String> {
        let Outcome { text, wrap, ty } = self.outcome(None, 1)?;
        let exit = self.leaving()?;
        let pattern = self.pattern(&ty);
        Some(format!("let {} = {text} else {{ {exit}; }};", wrap.present(&pattern)))
    }

    /// A variable that may be missing, or another value of it.
    pub(super) fn let_outcome(&mut self) -> Option<String> {
        let changing = self.scope.assignable();
        let changing: Vec<_> = changing
            .into_iter()
            .filter_map(|at| match &self.scope.vars[at].kind {
                Kind::Outcome(wrap, ty) => Some((self.scope.vars[at].name.clone(), *wrap, ty.clone())),
                _ => None,
            })
            .collect();
        if !changing.is_empty() && self.rng.chance(50) {
            let (name, wrap, ty) = self.rng.one(&changing).clone();
            return Some(format!("{name} = {};", self.perhaps(wrap, &ty)));
        }
        if self.rng.chance(50) {
            let Outcome { text, wrap, ty } = self.outcome(None, 1)?;
            if !self.is_copy(&ty) {
                return None;
            }
            return Some(self.declare_outcome(wrap, ty, &text, false));
        }
        let (wrap, ty) = ([Wrap::Option, Wrap::Result][self.rng.below(2)], self.ty(1));
        if !self.is_copy(&ty) {
            return None;
        }
        let text = self.perhaps(wrap, &ty);
        Some(self.declare_outcome(wrap, ty, &text, true))
    }

    fn declare_outcome(&mut self, wrap: Wrap, ty: Ty, text: &str, typed: bool) -> String {
        let (name, mutable) = (self.name(), self.rng.chance(50));
        let spelled = if typed { format!(": {}", wrap.spelled(&ty_text(&ty))) } else { String::new() };
        self.scope.push(Var::new(&name, Kind::Outcome(wrap, ty), mutable));
        format!("let {}{name}{spelled} = {text};", if mutable { "mut " } else { "" })
    }

    /// A value or none.
    fn perhaps(&mut self, wrap: Wrap, ty: &Ty) -> String {
        let exits = std::mem::replace(&mut self.exits, false);
        let (value, none) = (self.value(ty, 1), self.absent(wrap));
        let value = wrap.present(&value);
        let text = match self.rng.below(5) {
            0 => none,
            1 | 2 => format!("if {} {{ {value} }} else {{ {none} }}", self.condition()),
            _ => value,
        };
        self.exits = exits;
        text
    }
}
