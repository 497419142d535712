//! Lists to which each iteration of a loop appends one element, and with which the loop does nothing else.
//!
//! Backwards, the cotangents of these elements are where the index of the iteration says. The list need not be shortened in each
//! iteration, so one iteration does not wait for another, and the loop may be vectorised.

use crate::arrange::accesses::looped_accesses;
use crate::ir::{Function, Header, Loop, Operand, Place, Step, VarKind};

/// The variables that such lists are, each as it is named, with what is appended.
pub(crate) fn appended_lists<'f>(function: &Function, looped: &'f Loop) -> Vec<(&'f Place, &'f Operand)> {
    let is_whole = looped.checkpoint.is_none() && looped.replaced.is_none() && !looped.is_counted();
    if !is_whole || !matches!(looped.header, Header::Range { .. }) {
        return Vec::new();
    }
    let appended = looped.body.steps.iter().filter_map(|step| match step {
        Step::Insert { place, at: None, value } if place.path.is_empty() => Some((place, value)),
        _ => None,
    });
    let mut used = Vec::new();
    looped_accesses(looped, &mut |var, _| used.push(var));
    let is_alone = |(list, _): &(&Place, _)| {
        let is_outside = function.var(list.var).kind == VarKind::Local && !looped.body.declares(list.var);
        is_outside && used.iter().filter(|used| **used == list.var).count() == 1
    };
    appended.filter(is_alone).collect()
}
