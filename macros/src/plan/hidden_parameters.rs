//! Parameters whose names the forward half may give to something else: a reverse half beside it finds them under other names.

use std::collections::HashSet;

use syn::Ident;

use crate::ir::{Block, Function, Header, Loop, Op, Step, VarId};
use crate::words::words;

/// Those of a function.
pub(super) fn hidden(function: &Function) -> HashSet<VarId> {
    let mut declared = HashSet::new();
    names(&function.body, function, &mut declared);
    let params = function.params.iter().map(|param| param.var);
    params.filter(|var| declared.contains(&function.var(*var).name)).collect()
}

/// All names that a block may declare.
fn names(block: &Block, function: &Function, into: &mut HashSet<Ident>) {
    for step in &block.steps {
        match step {
            Step::Let { var, .. } | Step::Declare { var, .. } => {
                into.insert(function.var(*var).name.clone());
            }
            Step::Alias { pattern, .. } | Step::Loop(Loop { header: Header::Each { pattern, .. }, .. }) => {
                into.extend(words(pattern.clone()));
            }
            Step::Verbatim { tokens, .. } => {
                let pattern = tokens.clone().into_iter().take_while(
                    |token| !matches!(token, proc_macro2::TokenTree::Punct(punct) if punct.as_char() == '='),
                );
                into.extend(words(pattern.collect()));
            }
            Step::Loop(Loop { header: Header::Range { index, .. }, .. }) => {
                into.insert(function.var(*index).name.clone());
            }
            _ => {}
        }
        if let Step::Loop(_) | Step::Let { op: Op::Scope(_), .. } = step {
            step.blocks().into_iter().for_each(|inner| names(inner, function, into));
        }
    }
}
