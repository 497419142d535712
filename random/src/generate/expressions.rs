//! Numbers, conditions and whole numbers.

use super::outcomes::Wrap;
use super::scope::Kind;
use super::{Function, Generator, Param, Ty};

/// In parentheses, if it is more than a name or a call.
pub(super) fn wrapped(text: &str) -> String {
    if text.contains(' ') || text.starts_with(['-', '*', '&']) { format!("({text})") } else { text.to_owned() }
}

impl Generator<'_> {
    /// A literal.
    pub(super) fn literal_number(&mut self) -> String {
        (*self.rng.one(&["0.5", "1.5", "0.25", "2.0", "0.75", "1.25", "0.1", "1.0", "0.0", "0.9", "1.1"])).to_owned()
    }

    /// A number, perhaps a literal whose type is to be inferred.
    pub(super) fn number(&mut self, depth: usize) -> String {
        if self.rng.chance(15) { self.literal_number() } else { self.solid(depth) }
    }

    /// A number whose type is known.
    pub(super) fn solid(&mut self, depth: usize) -> String {
        const SIMPLE: [&str; 28] = [
            "place",
            "cast",
            "add",
            "mul",
            "div",
            "neg",
            "method",
            "sigmoid",
            "relu",
            "abs",
            "extreme",
            "powi",
            "root",
            "planted",
            "planted_forward",
            "planted_second",
            "chain",
            "closure_call",
            "spot_closure",
            "constant_list",
            "function",
            "method_call",
            "exchange",
            "outcome",
            "nalgebra",
            "tensor",
            "own_rule",
            "call",
        ];
        const COMPOUND: [&str; 6] =
            ["if_value", "match_value", "block_value", "stop_gradient", "enum_value", "outcome_value"];
        let simple = if self.functions.is_empty() { &SIMPLE[..SIMPLE.len() - 1] } else { &SIMPLE[..] };
        let kind = if depth == 0 {
            self.choose(&["place", "cast"])
        } else if self.fuel > 0 && self.depth < 4 {
            self.choose(&[simple, &COMPOUND[..]].concat())
        } else {
            self.choose(simple)
        };
        // Only whole values may be left early, not operands.
        let (exits, effects) = (self.exits, self.effects);
        self.exits &= matches!(kind, "if_value" | "match_value" | "block_value");
        self.effects &=
            matches!(kind, "add" | "mul" | "div" | "neg" | "method" | "root" | "exchange" | "call" | "outcome");
        let text = self.solid_of(kind, depth);
        (self.exits, self.effects) = (exits, effects);
        text
    }

    fn operand(&mut self, depth: usize) -> String {
        let text = self.solid(depth.saturating_sub(1));
        wrapped(&text)
    }

    fn solid_of(&mut self, kind: &str, depth: usize) -> String {
        match kind {
            "cast" => {
                let whole = self.whole().0;
                format!("{} as f64 * {}", wrapped(&whole), ["0.25", "0.5", "0.1"][self.rng.below(3)])
            }
            "add" => {
                let (a, b) = (self.operand(depth), self.number(depth - 1));
                format!("{a} {} {}", ["+", "-"][self.rng.below(2)], wrapped(&b))
            }
            "mul" => {
                let (a, b) = (self.operand(depth), self.number(depth - 1));
                format!("{a} * {}", wrapped(&b))
            }
            "div" => {
                let (a, b) = (self.operand(depth), self.operand(depth));
                if self.rng.chance(30) { format!("{a} / 2.5") } else { format!("{a} / (1.5 + {b}.sin())") }
            }
            "neg" => format!("-{}", self.operand(depth)),
            "method" => format!("{}.{}()", self.operand(depth), ["sin", "cos", "tanh"][self.rng.below(3)]),
            "sigmoid" | "relu" | "abs" | "planted" | "planted_forward" | "planted_second" => {
                format!("{}.{kind}()", self.operand(depth))
            }
            "extreme" => {
                let (a, b) = (self.operand(depth), self.operand(depth));
                // The larger of two that are equal has no derivative.
                let b = if a == b { "0.3".to_owned() } else { b };
                format!("{a}.{}({b})", ["max", "min"][self.rng.below(2)])
            }
            // LLVM computes other powers of constants itself, and rounds once: in release they differ in the last bit.
            "powi" => format!("{}.powi(2)", self.operand(depth)),
            "root" => {
                let a = self.operand(depth);
                match self.rng.below(4) {
                    0 => format!("({a}.cos() + 1.5).sqrt()"),
                    1 => format!("({a}.sin() + 2.0).ln()"),
                    2 => format!("{a}.sin().exp()"),
                    // Not 1.5: the compiler makes a square root of the derivative's `powf(0.5)`, with other last bits.
                    _ => format!("({a}.sin() + 1.25).powf(1.75)"),
                }
            }
            "nalgebra" => self.nalgebra(depth - 1),
            "tensor" => self.tensor(depth - 1),
            "own_rule" if self.rule => format!("own_rule({})", self.solid(depth - 1)),
            "method_call" => self.method_call(depth).unwrap_or_else(|| self.place_or_constant()),
            "call" => self.call(&Ty::Num, depth).unwrap_or_else(|| self.place_or_constant()),
            "chain" => self.chain().unwrap_or_else(|| self.place_or_constant()),
            "closure_call" => self.closure_call(depth).unwrap_or_else(|| self.place_or_constant()),
            "spot_closure" => self.spot_closure(depth - 1),
            "constant_list" => self.constant_list(depth - 1),
            "function" => format!("f64::{}({})", ["sin", "cos", "tanh"][self.rng.below(3)], self.solid(depth - 1)),
            "if_value" => {
                let cond = self.condition();
                let (yes, no) = (self.value_block(&Ty::Num, depth - 1), self.value_block(&Ty::Num, depth - 1));
                format!("if {cond} {yes} else {no}")
            }
            "exchange" => self.exchanged(&Ty::Num, depth - 1).unwrap_or_else(|| self.place_or_constant()),
            "outcome" => self.outcome_number(depth - 1).unwrap_or_else(|| self.place_or_constant()),
            "match_value" => self.match_value(depth),
            "enum_value" => self.enum_value(depth - 1).unwrap_or_else(|| self.place_or_constant()),
            "outcome_value" => self.outcome_value(depth - 1).unwrap_or_else(|| self.place_or_constant()),
            "block_value" => self.marked_value(depth - 1),
            "stop_gradient" => {
                // What is assigned in there would lose its derivative, and is refused.
                let fixed = std::mem::replace(&mut self.scope.fixed, self.scope.vars.len());
                let value = self.solid(depth - 1);
                self.scope.fixed = fixed;
                format!("stop_gradient({value})")
            }
            _ => self.place_or_constant(),
        }
    }

    fn place_or_constant(&mut self) -> String {
        self.number_place().unwrap_or_else(|| "1.25_f64".to_owned())
    }

    /// A call of a helper with this result.
    pub(super) fn call(&mut self, ty: &Ty, depth: usize) -> Option<String> {
        let wrap = if self.asks { self.wrap } else { Wrap::Plain };
        let fits = |function: &&Function| function.result == *ty && [Wrap::Plain, wrap].contains(&function.wrap);
        let fitting: Vec<_> = self.functions.iter().filter(fits).cloned().collect();
        let function = self.one_of(&fitting)?;
        let call = self.call_of(&function, depth)?;
        Some(if function.wrap == Wrap::Plain { call } else { format!("{call}?") })
    }

    pub(super) fn one_of(&mut self, functions: &[Function]) -> Option<Function> {
        if functions.is_empty() { None } else { Some(self.rng.one(functions).clone()) }
    }

    /// A call, unless it is of something that may not be called here.
    pub(super) fn call_of(&mut self, function: &Function, depth: usize) -> Option<String> {
        if self.times > 40 || self.calls > 3 {
            return None;
        }
        self.calls += 1;
        let exits = std::mem::replace(&mut self.exits, false);
        let arguments = self.arguments(&function.params, depth.saturating_sub(1));
        self.exits = exits;
        self.calls -= 1;
        Some(format!("{}({})", function.name, arguments?.join(", ")))
    }

    pub(super) fn argument(&mut self, param: &Param, depth: usize) -> String {
        match param {
            Param::Value { ty, by_ref: false } => self.value(ty, depth),
            Param::Value { ty, by_ref: true } => {
                let readable = self.scope.readable();
                let places = self.places(&readable, ty);
                if places.is_empty() || self.rng.chance(20) {
                    return format!("&{}", wrapped(&self.value(ty, depth)));
                }
                let (text, at) = self.rng.one(&places).clone();
                match text.strip_prefix('*') {
                    Some(name) if !self.scope.vars[at].mutable => name.to_owned(),
                    _ => format!("&{text}"),
                }
            }
            Param::Constant => {
                let whole = self.whole().0;
                let constants = [format!("{} as f64 * 0.5", wrapped(&whole)), self.literal_number()];
                self.rng.one(&constants).clone()
            }
            Param::Whole => self.whole_below(super::LARGEST + 1),
            Param::Table => self.named(&Kind::Table).unwrap_or_else(|| "&[0, 3, 1, 2]".to_owned()),
            Param::Flag => self.condition(),
            Param::Missing => self.missing(depth),
            Param::Lent(_) => unreachable!("what is lent is chosen before"),
            Param::Slice | Param::Generic => self.list_argument(matches!(param, Param::Slice), depth),
            Param::Maybe => match self.named(&Kind::Maybe) {
                Some(name) if self.rng.chance(60) => name,
                _ if self.rng.chance(30) => "None".to_owned(),
                _ => format!("Some({})", self.whole_below(super::LARGEST + 1)),
            },
        }
    }

    /// A call of the method of a struct.
    fn method_call(&mut self, depth: usize) -> Option<String> {
        let with_method: Vec<_> = (0..self.structs.len()).filter(|&i| self.structs[i].method).collect();
        if with_method.is_empty() {
            return None;
        }
        let ty = Ty::Struct(*self.rng.one(&with_method));
        let readable = self.scope.readable();
        let places = self.places(&readable, &ty);
        if places.is_empty() {
            return None;
        }
        let text = self.rng.one(&places).0.trim_start_matches('*').to_owned();
        Some(format!("{text}.m({})", self.number(depth.saturating_sub(1))))
    }

    /// The name of a variable of a kind.
    pub(super) fn named(&mut self, kind: &Kind) -> Option<String> {
        let found: Vec<_> = self.scope.readable().into_iter().filter(|&at| self.scope.vars[at].kind == *kind).collect();
        if found.is_empty() { None } else { Some(self.scope.vars[*self.rng.one(&found)].name.clone()) }
    }

    /// A condition.
    pub(super) fn condition(&mut self) -> String {
        let (exits, effects) = (std::mem::replace(&mut self.exits, false), std::mem::replace(&mut self.effects, false));
        let text = match self.rng.below(12) {
            0..=2 => {
                let (whole, _) = self.whole();
                let n = 2 + self.rng.below(2);
                format!("{} % {n} == {}", wrapped(&whole), self.rng.below(n))
            }
            3 | 4 => {
                let ((a, _), (b, _)) = (self.whole(), self.whole());
                format!("{} {} {}", wrapped(&a), ["!=", ">", ">="][self.rng.below(3)], wrapped(&b))
            }
            5 => match self.named(&Kind::Flag) {
                Some(flag) => format!("{}{flag}", ["", "!"][self.rng.below(2)]),
                None => self.condition(),
            },
            6 => {
                let (a, b) = (self.condition(), self.further_condition());
                format!("({a}) {} ({b})", ["&&", "||"][self.rng.below(2)])
            }
            7 => match self.named(&Kind::Maybe) {
                Some(maybe) => format!("{maybe}.is_some()"),
                None => self.condition(),
            },
            8 | 9 => {
                let (a, b) = (self.simple_number(), self.simple_number());
                format!("{a} > {b}")
            }
            _ => format!("{} > {}", self.simple_number(), self.literal_number()),
        };
        (self.exits, self.effects) = (exits, effects);
        text
    }

    /// A condition that need not be looked at: there is no `?` in it.
    pub(super) fn further_condition(&mut self) -> String {
        let asks = std::mem::replace(&mut self.asks, false);
        let text = self.condition();
        self.asks = asks;
        text
    }

    /// A number without blocks, for conditions.
    fn simple_number(&mut self) -> String {
        let fuel = std::mem::take(&mut self.fuel);
        let depth = if self.percent("method_in_condition_percent") { 2 } else { 0 };
        let text = self.operand(depth);
        self.fuel = fuel;
        text
    }

    /// A whole number and its largest value.
    pub(super) fn whole(&mut self) -> (String, usize) {
        let vars: Vec<_> = self
            .scope
            .readable()
            .into_iter()
            .filter_map(|at| match self.scope.vars[at].kind {
                Kind::Whole(largest) => Some((self.scope.vars[at].name.clone(), largest)),
                _ => None,
            })
            .collect();
        match self.rng.below(10) {
            6 | 7 if vars.is_empty() => {
                let n = self.rng.below(4);
                (n.to_string(), n)
            }
            0..=5 if !vars.is_empty() => self.rng.one(&vars).clone(),
            6 => {
                let ((a, m), (b, n)) = (self.whole(), self.whole());
                if m + n < 50 { (format!("{} + {}", wrapped(&a), wrapped(&b)), m + n) } else { (a, m) }
            }
            7 => {
                let (a, m) = self.whole();
                if m < 20 {
                    (format!("{} * 2 + 1", wrapped(&a)), 2 * m + 1)
                } else {
                    (format!("{} % 5", wrapped(&a)), 4)
                }
            }
            8 => match self.named(&Kind::Table) {
                Some(table) => (format!("{table}[{}]", self.index(4)), super::LARGEST),
                None => ("2".to_owned(), 2),
            },
            9 if self.fuel > 0 && self.rng.chance(30) => (format!("(if {} {{ 1 }} else {{ 2 }})", self.condition()), 2),
            _ => {
                let n = self.rng.below(4);
                (n.to_string(), n)
            }
        }
    }

    /// A whole number below `n`.
    pub(super) fn whole_below(&mut self, n: usize) -> String {
        let (text, largest) = self.whole();
        if largest < n { text } else { format!("{} % {n}", wrapped(&text)) }
    }

    /// An index of an array of length `n`.
    pub(super) fn index(&mut self, n: usize) -> String {
        if self.rng.chance(30) { self.rng.below(n).to_string() } else { self.whole_below(n) }
    }
}
