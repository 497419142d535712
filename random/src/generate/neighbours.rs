//! Loops over the indices of a list that read neighbours: `x[i - 1]`, `x[i]`, `x[i + 1]`.

use super::expressions::wrapped;
use super::scope::{Kind, Var};
use super::{Generator, Ty};

impl Generator<'_> {
    /// `for i in 1..n`, with neighbours in it.
    pub(super) fn for_neighbours(&mut self) -> Option<String> {
        if self.times > 12 {
            return None;
        }
        let list = self.numbers_list()?;
        let label = self.label();
        let name = self.scope.fresh(&mut self.rng);
        let low = self.rng.below(2.min(list.length));
        let high = list.length - self.rng.below(2.min(list.length - low));
        let range = self.indices(low, high);
        let before = if low > 0 { format!("{name} - {low}") } else { name.clone() };
        let after = if high < list.length { format!("{name} + {}", list.length - high) } else { name.clone() };
        let terms = (0..2 + self.rng.below(2)).map(|_| {
            let index = *self.rng.one(&[&before, &name, &after]);
            let factor = self.literal_number();
            let operator = ["+", "-", "*"][self.rng.below(3)];
            format!(" {operator} {factor} * {}[{index}]", list.text)
        });
        let mut value = format!("{}[{before}] * {}[{after}]", list.text, list.text);
        value.extend(terms.collect::<Vec<_>>());
        let mark = self.mark(true);
        let body = self.loop_body(label.clone(), false, high - low, |generator| {
            let read = generator.scope.fresh(&mut generator.rng);
            if read == name {
                return String::new();
            }
            generator.scope.push(Var::new(&name, Kind::Whole(high.saturating_sub(1)), false));
            generator.scope.push(Var::new(&read, Kind::Value(Ty::Num), false));
            let place = generator.target(&Ty::Num).map(|(place, _)| place).or_else(|| generator.total());
            let used = place.map(|place| format!(" {place} += 0.5 * {read};")).unwrap_or_default();
            format!("let {read} = {value};{used}")
        });
        Some(format!("{mark}{}for {name} in {range} {body}", super::control::spelled(label.as_ref())))
    }

    /// Some of the indices from `low` to before `high`.
    fn indices(&mut self, low: usize, high: usize) -> String {
        let end = if self.rng.chance(30) { wrapped(&self.whole_below(high + 1)) } else { high.to_string() };
        let range =
            if self.rng.chance(20) && high > low { format!("{low}..={}", high - 1) } else { format!("{low}..{end}") };
        if self.rng.chance(40) { format!("({range}).rev()") } else { range }
    }
}
