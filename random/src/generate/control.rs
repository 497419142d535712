//! Branches, loops, exits.

use super::expressions::wrapped;
use super::scope::{Kind, Var};
use super::{Frame, Generator, LARGEST, Ty};

impl Generator<'_> {
    pub(super) fn control(&mut self, kind: &str) -> Option<String> {
        match kind {
            "if" => Some(self.branch()),
            "if_let" => self.if_let(),
            "let_else" => self.let_else(),
            "match" => Some(self.matching(|generator| generator.block(2))),
            "for" | "for_list" | "for_stepped" => Some(self.for_loop(kind)),
            "while" => Some(self.while_loop()),
            "loop" => Some(self.endless_loop(false).0),
            "let_loop" => {
                let (text, value) = self.endless_loop(true);
                let mutable = ["", "mut "][self.rng.below(2)];
                let name = self.name();
                self.scope.push(Var::new(&name, Kind::Value(Ty::Num), !mutable.is_empty()));
                Some(format!("{text} let {mutable}{name} = {value};"))
            }
            "for_elements" => self.for_elements(),
            "for_neighbours" => self.for_neighbours(),
            "match_enum" => self.match_enum(),
            "if_let_enum" => self.if_let_enum(),
            "let_else_enum" => self.let_else_enum(),
            "if_let_outcome" => self.if_let_outcome(),
            "match_outcome" => self.match_outcome(),
            "let_else_outcome" => self.let_else_outcome(),
            "labelled_block" => Some(self.labelled_block()),
            _ => Some(format!("{}{}", self.mark_once(), self.block(2))),
        }
    }

    /// A block of statements.
    pub(super) fn block(&mut self, most: usize) -> String {
        self.block_with(most, |_| String::new())
    }

    /// A block that begins with something.
    pub(super) fn block_with(&mut self, most: usize, first: impl FnOnce(&mut Self) -> String) -> String {
        let count = self.scope.vars.len();
        self.depth += 1;
        let mut text = first(self);
        text += &self.some_statements(most);
        text += &self.effect();
        self.depth -= 1;
        self.scope.leave(count);
        format!("{{ {text} }}")
    }

    fn branch(&mut self) -> String {
        let cond = self.condition();
        let mut text = format!("if {cond} {}", self.block(3));
        while self.rng.chance(20) {
            let cond = self.condition();
            text += &format!(" else if {cond} {}", self.block(1));
        }
        if self.rng.chance(50) {
            text += &format!(" else {}", self.block(2));
        }
        text
    }

    fn if_let(&mut self) -> Option<String> {
        let maybe = self.named(&Kind::Maybe)?;
        let name = self.inner_name();
        let yes = self.block_with(2, |generator| {
            generator.scope.push(Var::new(&name, Kind::Whole(LARGEST), false));
            String::new()
        });
        let no = if self.rng.chance(50) { format!(" else {}", self.block(2)) } else { String::new() };
        Some(format!("if let Some({name}) = {maybe} {yes}{no}"))
    }

    fn let_else(&mut self) -> Option<String> {
        let maybe = self.named(&Kind::Maybe)?;
        let name = self.inner_name();
        let exit = self.leaving()?;
        let otherwise = format!("{{ {exit}; }}");
        self.scope.push(Var::new(&name, Kind::Whole(LARGEST), false));
        Some(format!("let Some({name}) = {maybe} else {otherwise};"))
    }

    /// `match` on constants, with something in each arm.
    fn matching(&mut self, mut arm: impl FnMut(&mut Self) -> String) -> String {
        let count = self.scope.vars.len();
        let mut arms = Vec::new();
        let (scrutinee, patterns) = self.patterns();
        for (pattern, names) in patterns {
            for name in names {
                self.scope.push(Var::new(&name, Kind::Whole(LARGEST), false));
            }
            let guard = if self.rng.chance(20) && pattern != "_" {
                format!(" if {}", self.further_condition())
            } else {
                String::new()
            };
            arms.push(format!("{pattern}{guard} => {}", arm(self)));
            self.scope.leave(count);
        }
        arms.push(format!("_ => {}", arm(self)));
        format!("match {scrutinee} {{ {} }}", arms.join(" "))
    }

    /// What is matched, and some patterns with the names they bind.
    fn patterns(&mut self) -> (String, Vec<(String, Vec<String>)>) {
        let name = self.inner_name();
        let plain =
            |patterns: &[&str]| patterns.iter().map(|pattern| ((*pattern).to_owned(), Vec::new())).collect::<Vec<_>>();
        match (self.rng.below(4), self.named(&Kind::Maybe)) {
            (0, Some(maybe)) => {
                (maybe, vec![("Some(0 | 2)".to_owned(), vec![]), (format!("Some({name})"), vec![name])])
            }
            (1, _) => {
                let (a, b) = (self.whole_below(4), self.whole_below(3));
                let mut patterns = plain(&["(0, _)"]);
                patterns.push((format!("({name}, 1)"), vec![name]));
                (format!("({a}, {b})"), patterns)
            }
            _ => {
                let whole = self.whole_below(4);
                let mut patterns = plain(*self.rng.one(&[&["0"][..], &["1 | 2"], &["0..=1", "3"], &["2"]]));
                if self.rng.chance(30) {
                    patterns.push((name.clone(), vec![name]));
                }
                (whole, patterns)
            }
        }
    }

    /// `match` with a value.
    pub(super) fn match_value(&mut self, depth: usize) -> String {
        if self.rng.chance(30) {
            let exits = std::mem::replace(&mut self.exits, false);
            let scrutinee = self.solid(depth - 1);
            self.exits = exits;
            let name = self.inner_name();
            let count = self.scope.vars.len();
            self.scope.push(Var::new(&name, Kind::Value(Ty::Num), false));
            let limit = self.literal_number();
            let (one, other) = (self.value_block(&Ty::Num, depth - 1), self.value_block(&Ty::Num, depth - 1));
            self.scope.leave(count);
            return format!("match {scrutinee} {{ {name} if {name} > {limit} => {one} {name} => {other} }}");
        }
        self.matching(|generator| generator.value_block(&Ty::Num, depth - 1))
    }

    /// The body of a loop that runs `times` times at most.
    pub(super) fn loop_body(
        &mut self,
        label: Option<String>,
        valued: bool,
        times: usize,
        first: impl FnOnce(&mut Self) -> String,
    ) -> String {
        let outer = self.times;
        self.times *= times.max(1);
        self.frames.push(Frame { label, is_loop: true, valued });
        let body = self.block_with(3, first);
        self.frames.pop();
        self.times = outer;
        body
    }

    pub(super) fn label(&mut self) -> Option<String> {
        if !self.exits || self.rng.chance(60) {
            return None;
        }
        self.labels += 1;
        Some(format!("'l{}", self.labels % 5))
    }

    fn for_loop(&mut self, kind: &str) -> String {
        let label = self.label();
        let (range, largest) = self.range(kind);
        let name = if self.rng.chance(15) { "_".to_owned() } else { self.name() };
        let times = (largest + 1).min(5);
        let named = name.clone();
        let body = self.loop_body(label.clone(), false, times, |generator| {
            if named != "_" {
                generator.scope.push(Var::new(&named, Kind::Whole(largest), false));
            }
            String::new()
        });
        let mark = if kind == "for" { self.mark(true) } else { "" };
        format!("{mark}{}for {name} in {range} {body}", spelled(label.as_ref()))
    }

    /// What is iterated over, and its largest value.
    fn range(&mut self, kind: &str) -> (String, usize) {
        if kind == "for_list" {
            return (["[2, 0, 1]", "[0, 3]", "[1]"][self.rng.below(3)].to_owned(), 3);
        }
        let few = self.times > 12;
        let start = if self.rng.chance(70) { "0".to_owned() } else { wrapped(&self.whole_below(3)) };
        let (end, largest) = if few || self.rng.chance(50) {
            let n = 1 + self.rng.below(if few { 2 } else { 4 });
            (n.to_string(), n)
        } else {
            (wrapped(&self.whole_below(5)), 4)
        };
        if kind == "for_stepped" {
            return (format!("({start}..{end} + 3).step_by({})", 2 + self.rng.below(2)), largest + 2);
        }
        let inclusive = self.rng.chance(20);
        let range = format!("{start}{}{end}", if inclusive { "..=" } else { ".." });
        let largest = if inclusive { largest } else { largest.saturating_sub(1) };
        (if self.rng.chance(25) { format!("({range}).rev()") } else { range }, largest)
    }

    /// A variable that counts iterations, whom nobody else changes.
    fn counter(&mut self) -> (String, String) {
        let name = self.inner_name();
        self.scope.push(Var::new(&name, Kind::Whole(4), false));
        (format!("let mut {name} = 0;"), name)
    }

    fn while_loop(&mut self) -> String {
        let label = self.label();
        let (declaration, counter) = self.counter();
        let limit = 1 + self.rng.below(if self.times > 12 { 2 } else { 4 });
        let further =
            if self.rng.chance(40) { format!(" && {}", wrapped(&self.further_condition())) } else { String::new() };
        let body = self.loop_body(label.clone(), false, limit, |_| format!("{counter} += 1;"));
        format!(
            "{declaration} {}{}while {counter} < {limit}{further} {body}",
            self.mark(false),
            spelled(label.as_ref())
        )
    }

    /// `loop`: what stands before it, and itself.
    fn endless_loop(&mut self, valued: bool) -> (String, String) {
        let label = self.label();
        let (declaration, counter) = self.counter();
        let limit = 1 + self.rng.below(3);
        let count = self.scope.vars.len();
        let value = if valued { self.exit_value(&Ty::Num) } else { String::new() };
        self.scope.leave(count);
        let first = format!("if {counter} >= {limit} {{ break {value}; }} {counter} += 1;");
        let body = self.loop_body(label.clone(), valued, limit, |_| first);
        let mark = if valued { "" } else { self.mark(false) };
        let text = format!("{mark}{}loop {body}", spelled(label.as_ref()));
        if valued { (declaration, text) } else { (format!("{declaration} {text}"), String::new()) }
    }

    /// The value of an exit.
    fn exit_value(&mut self, ty: &Ty) -> String {
        let exits = std::mem::replace(&mut self.exits, false);
        let value = self.value(ty, 1);
        self.exits = exits;
        value
    }

    fn labelled_block(&mut self) -> String {
        self.labels += 1;
        let label = format!("'l{}", self.labels % 5);
        let valued = self.rng.chance(60);
        self.frames.push(Frame { label: Some(label.clone()), is_loop: false, valued });
        let text = if valued {
            let count = self.scope.vars.len();
            self.depth += 1;
            let (exit, statements) = (self.exit().unwrap_or_default(), self.some_statements(2));
            let value = self.exit_value(&Ty::Num);
            self.depth -= 1;
            self.scope.leave(count);
            let name = self.inner_name();
            self.scope.push(Var::new(&name, Kind::Value(Ty::Num), false));
            format!("let {name} = {label}: {{ {exit} {statements} {value} }};")
        } else {
            let body = self.block_with(2, |generator| generator.exit().unwrap_or_default());
            format!("{label}: {body}")
        };
        self.frames.pop();
        text
    }

    /// An exit under a condition.
    pub(super) fn exit(&mut self) -> Option<String> {
        let count = self.scope.vars.len();
        let cond = self.condition();
        self.depth += 1;
        let statements = self.some_statements(1);
        let exit = self.leaving();
        self.depth -= 1;
        self.scope.leave(count);
        let exit = exit?;
        let otherwise =
            if self.rng.chance(15) && self.depth < 4 { format!(" else {}", self.block(1)) } else { String::new() };
        Some(format!("if {cond} {{ {statements} {exit}; }}{otherwise}"))
    }

    /// `break`, `continue` or `return`.
    pub(super) fn leaving(&mut self) -> Option<String> {
        let kind = if self.frames.is_empty() { "return" } else { self.choose(&["break", "continue", "return"]) };
        if kind == "return" {
            let result = self.result.clone();
            let value = self.exit_value(&result);
            return Some(format!("return {}", self.left_with(&value)));
        }
        // The innermost of its label; without a label, the innermost of all, if it is a loop.
        let last = self.frames.len() - 1;
        let reachable = |at: usize| {
            let frame = &self.frames[at];
            let hidden = |label: &String| self.frames[at + 1..].iter().any(|inner| inner.label.as_ref() == Some(label));
            match &frame.label {
                Some(label) => !hidden(label) && (frame.is_loop || kind == "break"),
                None => at == last && frame.is_loop,
            }
        };
        let found: Vec<_> = (0..=last).filter(|&at| reachable(at)).collect();
        if found.is_empty() {
            return None;
        }
        let at = *self.rng.one(&found);
        let frame = self.frames[at].clone();
        let unlabelled = at == last && frame.is_loop && self.rng.chance(70);
        let label = frame.label.filter(|_| !unlabelled).map(|label| format!(" {label}")).unwrap_or_default();
        let value =
            if frame.valued && kind == "break" { format!(" {}", self.exit_value(&Ty::Num)) } else { String::new() };
        Some(format!("{kind}{label}{value}"))
    }
}

pub(super) fn spelled(label: Option<&String>) -> String {
    label.map(|label| format!("{label}: ")).unwrap_or_default()
}
