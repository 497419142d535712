//! Arguments, some of which are lent to be changed.

use super::outcomes::Wrap;
use super::{Generator, Param};

impl Generator<'_> {
    /// The arguments of a call; none if there is nothing to lend, or nothing may be changed here.
    pub(super) fn arguments(&mut self, params: &[Param], depth: usize) -> Option<Vec<String>> {
        let effects = std::mem::replace(&mut self.effects, false);
        let (mut lent, mut owners) = (Vec::new(), Vec::new());
        for param in params {
            let Param::Lent(ty) = param else { continue };
            if effects && let Some((place, owner)) = self.target(ty) {
                lent.push(self.lent_place(&place));
                self.scope.vars[owner].lent = true;
                owners.push(owner);
            }
        }
        let wanted = params.iter().filter(|param| matches!(param, Param::Lent(_))).count();
        let found = lent.len() == wanted;
        let mut lent = lent.into_iter();
        let arguments = found.then(|| {
            let argument = |param: &Param| match param {
                Param::Lent(_) => lent.next().unwrap_or_default(),
                param => self.argument(param, depth),
            };
            params.iter().map(argument).collect()
        });
        owners.into_iter().for_each(|owner| self.scope.vars[owner].lent = false);
        self.effects = effects;
        arguments
    }

    /// A place, as what is lent: a reference by its name, or lent again.
    pub(super) fn lent_place(&mut self, place: &str) -> String {
        match place.strip_prefix('*') {
            Some(name) if self.rng.chance(70) => name.to_owned(),
            _ => format!("&mut {place}"),
        }
    }

    /// A call for the sake of what it changes.
    pub(super) fn lend(&mut self) -> Option<String> {
        let changes = |param: &Param| matches!(param, Param::Lent(_));
        let functions = self.functions.iter().filter(|function| function.params.iter().any(changes));
        let function = self.one_of(&functions.cloned().collect::<Vec<_>>())?;
        self.effects = true;
        let call = self.call_of(&function, 1);
        self.effects = false;
        let call = call?;
        Some(match function.wrap {
            Wrap::Plain => format!("{call};"),
            wrap if self.asks && wrap == self.wrap => format!("{call}?;"),
            _ => format!("let _ = {call};"),
        })
    }
}
