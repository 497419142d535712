//! Stage B: fewer constructs. What is another spelling of something simpler becomes that, before names are bound.
//!
//! After it a block is left at its end only, a name stands for one variable wherever a closure uses it, and items stand first.
//!
//! What is rewritten only where a derivative flows through it, `bind` asks for where it finds it, since activity is known only there:
//! iterators (`iterators.rs`), calls of closures (`inlining.rs`) and what is run again (`checkpointed.rs`).

pub(crate) mod array_copies;
mod body_items;
mod changing_conditions;
pub(crate) mod checkpointed;
mod chosen_places;
mod collected_outcomes;
mod constants;
pub(crate) mod constructors;
mod counted_loops;
mod destructuring_assignments;
mod early_failures;
pub(crate) mod exits;
mod explained_failures;
mod extents;
mod failing_macros;
mod hygiene;
pub(crate) mod inlining;
pub(crate) mod iterators;
mod kept_iterators;
mod late_declarations;
mod made_iterators;
mod mapped_outcomes;
mod matched_references;
mod missing_elements;
mod moving_references;
mod moving_slices;
mod named_ranges;
pub(crate) mod optional_elements;
mod optional_iterators;
pub(crate) mod outcome_methods;
mod peeked_iterators;
mod references_beside_exits;
mod renames;
mod tuples_of_outcomes;
pub(crate) mod typed_errors;
mod typed_let_else;
mod unit_values;
mod unused_values;

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::visit_mut::VisitMut;
use syn::{Block, Ident, ReturnType, Stmt, Type, parse_quote};

use self::body_items::Order;
use crate::accept::checkpoint_attribute::whole_of;
use crate::accept::items;
use crate::accept::signature::Parameter;
use crate::report::Report;
use crate::syntax::imported_variants;
use crate::syntax::imports::Imports;

/// A body as binding expects it.
pub(crate) struct Desugared {
    pub body: Block,
    /// The items of the function.
    pub items: TokenStream,
    pub imports: Imports,
    /// The names of all constants that blocks declare.
    pub constants: HashSet<Ident>,
    /// Those of inner blocks whose names mean something else outside.
    pub hiding: HashSet<Ident>,
    /// The functions that inner blocks declare.
    pub functions: HashSet<Ident>,
    /// The names of variants that stand without their enum.
    pub variants: HashSet<Ident>,
    /// The type parameters that are number types.
    pub numbers: Vec<Type>,
    /// Parameters with `mut` that change no more.
    pub settled: HashSet<Ident>,
}

/// Desugars the body of an accepted function.
pub(crate) fn desugar(
    parameters: &[Parameter],
    output: &ReturnType,
    numbers: Vec<Type>,
    body: &Block,
    report: &mut Report,
) -> Desugared {
    let (mark, body) = whole_of(body).map_or((None, body), |(mark, body)| (Some(mark), body));
    let (constants, hiding) = (constants::names(body), constants::hiding(body));
    let (imports, variants) = (items::imports(body), imported_variants::names(body));
    let (mut items, stmts) = body.stmts.iter().cloned().partition::<Vec<_>, _>(|stmt| matches!(stmt, Stmt::Item(_)));
    items.extend(body_items::shown(parameters, &items, imports.all));
    let items = items.iter().map(ToTokens::to_token_stream).collect();
    let mut body = Block { brace_token: body.brace_token, stmts };
    unit_values::AsStatements.visit_block_mut(&mut body);
    late_declarations::Merged.visit_block_mut(&mut body);
    unused_values::Named.visit_block_mut(&mut body);
    typed_let_else::Named::default().visit_block_mut(&mut body);
    destructuring_assignments::AsTuples.visit_block_mut(&mut body);
    chosen_places::InBranches.visit_block_mut(&mut body);
    made_iterators::AsChains.visit_block_mut(&mut body);
    optional_iterators::write_out(parameters, &mut body);
    named_ranges::write_out(&mut body);
    extents::read_once(parameters, &mut body, output);
    tuples_of_outcomes::take_apart(&mut body);
    failing_macros::write_out(&mut body, output);
    early_failures::write_out(&mut body);
    collected_outcomes::write_out(&mut body, output);
    mapped_outcomes::write_out(parameters, &mut body, output);
    typed_errors::write_out(&mut body, output);
    matched_references::write_out(&mut body);
    let settled = moving_slices::write_out(parameters, &mut body);
    moving_references::write_out(&mut body);
    references_beside_exits::Apart.visit_block_mut(&mut body);
    kept_iterators::write_out(&mut body);
    changing_conditions::Questions::default().visit_block_mut(&mut body);
    late_declarations::Sunk.visit_block_mut(&mut body);
    let mut order = Order::default();
    order.visit_block_mut(&mut body);
    let mut body = renames::rename(parameters, body, report);
    counted_loops::over_ranges(&mut body);
    exits::close(&mut body, output);
    let mut body = exits::structured(&body, output, report);
    late_declarations::InBranches.visit_block_mut(&mut body);
    if let Some(mark) = mark {
        body = parse_quote!({ #mark #body });
    }
    Desugared { body, items, imports, constants, hiding, functions: order.functions, variants, numbers, settled }
}
