//! What `#[differentiable]` accepts, construct by construct, against derivatives by hand.
//! Here values: bindings, patterns, names, numbers, operators, enums, options, what is assigned.
#![deny(warnings)]

#[macro_use]
#[path = "../modes.rs"]
mod modes;
#[macro_use]
mod over_lists;

mod active;
mod again;
mod bindings;
mod bit_operators;
mod bits;
mod catalogue;
mod chosen;
mod chosen_places;
mod chosen_references;
mod collected_outcomes;
mod conditions;
mod configured;
mod constant_fields;
mod constants;
mod destructuring_assignments;
mod early_failures;
mod enums;
mod expanded_macros;
mod extents_in_fields;
mod fast_math;
mod flat_matrices;
mod foreign_numbers;
mod integers;
mod items;
mod known_bugs;
mod late_patterns;
mod lent_contents;
mod moved_out;
mod moving_references;
mod mutation;
mod names;
mod neighbours;
mod numbered;
mod one_loop;
mod operands;
mod operators_that_give_numbers;
mod optional_state;
mod options_in_variables;
mod outcome_methods;
mod outcomes;
mod own_operators;
mod patterns;
mod plain_numbers;
mod primal;
mod sound;
mod text;
mod tuple_parts;
mod typed_let_else;
mod uncloned_types;
mod untyped_beside_own_operators;
mod untyped_literals;
mod user_macros;
mod whole_numbers;
