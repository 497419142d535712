//! Loops that do nothing but replace numbers now and then, as a search for the smallest: only the last replacement counts.
//!
//! ```text
//! for i in 1..n {                          let mut times = 0; let mut last = 0;
//!     let v = x[i] + y[i];                 for i in 1..n {
//!     if v < best {                            times += 1;
//!         best = v;                            let v = x[i] + y[i];
//!     }                                        if v < best { last = times; best = v; }
//! }                                        }
//! ```
//!
//! What was replaced has no cotangent any more, and a zero cotangent gives zero everywhere. So the reverse half runs the one iteration
//! that replaced last, which its number tells: `last` is kept where the loop ends. No iteration may leave anything on the tape, because
//! the others are not reversed. What goes on it is known, so this comes last, and what is kept is found once more.

use quote::quote;
use syn::parse_quote;

use super::Classified;
use crate::ir::{Block, Change, Function, Header, Loop, Op, Operand, Place, Step, Var, VarId, VarKind};
use crate::naming::hygienic;

/// Marks such loops, and says whether there are some.
pub(super) fn mark(function: &mut Function, classified: &Classified) -> bool {
    let mut found = Vec::new();
    function.body.each_step(&mut |step| {
        if let Step::Loop(looped) = step
            && step.is_mirrored(&function.vars)
            && only_replaces(function, looped, classified)
        {
            found.push(looped.body.id);
        }
    });
    let Function { vars, body, .. } = function;
    mark_in(vars, body, &found);
    !found.is_empty()
}

fn mark_in(vars: &mut Vec<Var>, block: &mut Block, found: &[usize]) {
    let mut steps = Vec::new();
    for mut step in std::mem::take(&mut block.steps) {
        step.blocks_mut().into_iter().for_each(|inner| mark_in(vars, inner, found));
        match step {
            Step::Loop(looped) if found.contains(&looped.body.id) => steps.extend(marked(vars, looped)),
            step => steps.push(step),
        }
    }
    block.steps = steps;
}

/// The loop, with what counts its iterations before it, and the number of the last replacement after it.
fn marked(vars: &mut Vec<Var>, mut looped: Loop) -> [Step; 3] {
    let [times, last, kept] =
        ["times", "last", "replaced"].map(|name| hygienic(&format!("__{name}{}", looped.body.id)));
    let verbatim = |tokens| Step::Verbatim { tokens, binds: Vec::new() };
    for step in &mut looped.body.steps {
        if let Step::Let { op: Op::If { again, then, .. }, .. } = step {
            *again = Some(parse_quote!(true));
            then.steps.insert(0, verbatim(quote!(#last = #times;)));
        }
    }
    looped.body.steps.insert(0, verbatim(quote!(#times += 1;)));
    let var = VarId(vars.len());
    vars.push(Var::constant(kept));
    looped.replaced = Some(var);
    let before = verbatim(quote!(let mut #times = 0_usize; let mut #last = 0_usize;));
    [before, Step::Loop(looped), Step::Let { var, ty: None, op: Op::Inactive(parse_quote!(#last)) }]
}

/// Whether all that a loop changes are numbers that one branch replaces, by what no iteration before decides.
fn only_replaces(function: &Function, looped: &Loop, classified: &Classified) -> bool {
    let Loop { header: Header::Range { .. }, until: None, checkpoint: None, body, .. } = looped else { return false };
    let is_branch = |step: &&Step| matches!(step, Step::Let { op: Op::If { .. }, .. });
    let (branches, others): (Vec<_>, Vec<_>) = body.steps.iter().partition(is_branch);
    let [Step::Let { var, op: Op::If { again: None, then, otherwise, .. }, .. }] = branches.as_slice() else {
        return false;
    };
    let is_other = |step: &&Step| !matches!(step, Step::Assign { .. });
    let (of_branch, replacements): (Vec<_>, Vec<_>) = then.steps.iter().partition(is_other);
    let replaced: Vec<_> = replacements.into_iter().filter_map(|step| replacement(function, step)).collect();
    let steps = || others.iter().chain(&of_branch).copied();
    let reads_replaced = |operand: &Operand| match operand {
        Operand::Place(place) | Operand::Lent(place) => replaced.iter().any(|(of, _)| *of == place.var),
        Operand::Constant { .. } => false,
    };
    !function.var(*var).active
        && replaced.len() + of_branch.len() == then.steps.len()
        && replaced.iter().all(|(of, value)| !body.declares(*of) && !then.declares(*of) && !reads_replaced(value))
        && steps().all(computes)
        && !steps().any(|step| matches!(step, Step::Let { op, .. } if op.operands().into_iter().any(reads_replaced)))
        && !otherwise.steps.iter().any(|step| step.is_mirrored(&function.vars) || matches!(step, Step::Alias { .. }))
        && [body, then, otherwise].into_iter().all(|block| {
            block.value.is_none()
                && [&classified.values, &classified.tangents].into_iter().all(|facts| facts[block.id].leaves_nothing())
        })
}

/// The variable that a step gives another value, a number, and that value.
fn replacement<'s>(function: &Function, step: &'s Step) -> Option<(VarId, &'s Operand)> {
    let Step::Assign { place: Place { var, path, .. }, value, .. } = step else { return None };
    let of = function.var(*var);
    let is_variable = of.active && of.kind == VarKind::Local && of.change == Change::Some;
    (path.is_empty() && is_variable).then_some((*var, value))
}

/// Whether a step computes a value and does no more, or is repeated by the forward half alone.
fn computes(step: &Step) -> bool {
    match step {
        Step::Verbatim { .. } => true,
        Step::Let { op, .. } => {
            matches!(op, Op::Inactive(_) | Op::Load(_) | Op::Neg(.., None) | Op::Binary(.., None) | Op::Cast(..))
        }
        _ => false,
    }
}
