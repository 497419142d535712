//! Which arm of a branch ran, as bits of one number for each iteration of a loop.
//!
//! ```text
//! for i in 0..n {                          for i in 0..n {
//!     let mut z = x[i];                        let mut answers = 0;
//!     if z < 0.0 {                             let mut z = x[i];
//!         z = 0.0;                             if { let yes = z < 0.0; answers |= u64::from(yes); yes } {
//!     }                                            z = 0.0;
//!     sum += z;                                }
//! }                                            sum += z;
//!                                          }                        // keeps `answers`
//! ```
//!
//! An arm that tells that it ran may find the tape full, so the compiler keeps both arms apart. A number that the iteration keeps like any
//! other value leaves a loop without such arms: it reserves room, or keeps nothing if it is reversed as it runs, and short arms become
//! selections where the compiler wants that. It takes arms that leave nothing else on the tape. Arms that write elements stay apart anyway,
//! and tell their answers sooner. This needs to know what each block keeps, so it runs last, and what is kept is then determined once more.

use proc_macro2::{Ident, Literal};
use quote::quote;
use syn::parse_quote;

use super::{Classified, Facts};
use crate::bind::branches::lets;
use crate::ir::{Block, Function, Loop, Op, Step, Var, VarId};
use crate::naming::hygienic;

/// The number has so many bits. Further branches tell their answers themselves.
const MOST: usize = 64;

/// Marks such branches, and says whether there are some.
pub(super) fn mark(function: &mut Function, classified: &Classified) -> bool {
    let Function { vars, body, .. } = function;
    let before = vars.len();
    mark_in(vars, body, classified);
    vars.len() > before
}

fn mark_in(vars: &mut Vec<Var>, block: &mut Block, classified: &Classified) {
    for step in &mut block.steps {
        step.blocks_mut().into_iter().for_each(|inner| mark_in(vars, inner, classified));
        if step.is_mirrored(vars)
            && let Step::Loop(Loop { checkpoint: None, replaced: None, body, .. }) = step
        {
            let name = hygienic(&format!("__answers{}", body.id));
            let mut answers = Answers { vars, classified, of: VarId(vars.len()), name: name.clone(), bits: 0 };
            answers.ask(body);
            if answers.bits > 0 {
                let var = answers.of;
                let tokens = quote!(let mut #name = 0_u64;);
                body.steps.insert(0, Step::Verbatim { tokens, binds: vec![var] });
                vars.push(Var::constant(name));
            }
        }
    }
}

/// The answers of the branches of a loop.
struct Answers<'a> {
    vars: &'a [Var],
    classified: &'a Classified,
    of: VarId,
    name: Ident,
    bits: usize,
}

impl Answers<'_> {
    /// Gives each branch of a block a bit.
    fn ask(&mut self, block: &mut Block) {
        for step in &mut block.steps {
            if !step.is_mirrored(self.vars) || !self.is_quiet(step) {
                continue;
            }
            let Step::Let { op: Op::If { cond, again, answers, then, otherwise }, .. } = step else { continue };
            if again.is_none() && self.bits < MOST {
                let (name, yes, bit) = (&self.name, hygienic("__yes"), Literal::usize_unsuffixed(self.bits));
                **cond = parse_quote!({
                    let #yes = #cond;
                    #name |= ::core::primitive::u64::from(#yes) << #bit;
                    #yes
                });
                *again = Some(parse_quote!((*#name.get() >> #bit & 1 == 1)));
                *answers = Some(self.of);
                self.bits += 1;
            }
            self.ask(then);
            self.ask(otherwise);
        }
    }

    /// Whether a step leaves nothing on the tape but the answers of branches.
    fn is_quiet(&self, step: &Step) -> bool {
        match step {
            Step::Let { op: Op::If { cond, then, otherwise, .. }, .. } => {
                lets(cond).is_empty() && [then, otherwise].into_iter().all(|arm| self.is_quiet_block(arm))
            }
            Step::Let { op, .. } => {
                matches!(op, Op::Inactive(_) | Op::Load(_) | Op::Neg(.., None) | Op::Binary(.., None) | Op::Cast(..))
            }
            Step::Accumulate { place, link, .. } => link.is_none() && place.path.is_empty(),
            Step::Assign { place, .. } => place.path.is_empty(),
            Step::Verbatim { .. } | Step::Alias { .. } | Step::Declare { .. } => true,
            Step::Rearrange { .. } | Step::Insert { .. } | Step::Count { .. } | Step::Loop(_) => false,
        }
    }

    fn is_quiet_block(&self, block: &Block) -> bool {
        let facts = [&self.classified.values, &self.classified.tangents];
        facts.into_iter().all(|facts| facts[block.id].leaves_nothing())
            && block.steps.iter().all(|step| self.is_quiet(step))
    }
}

impl Facts {
    /// Whether a block leaves nothing on the tape, not even lengths.
    pub(crate) fn leaves_nothing(&self) -> bool {
        self.own.is_empty() && self.other.is_empty() && self.typed.is_empty()
    }
}
