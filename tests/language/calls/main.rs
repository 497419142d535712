//! What `#[differentiable]` accepts, construct by construct, against derivatives by hand.
//! Here calls: functions, methods, traits, closures, what is lent.
#![deny(warnings)]

#[macro_use]
#[path = "../modes.rs"]
mod modes;

mod annotated_traits;
mod associated_functions_of_traits;
mod borrowing_receivers;
mod called_by_path;
mod called_in_the_block;
mod calls;
mod captured_lists;
mod chained_changes;
mod checks_that_give_nothing;
mod cloned_functions;
mod closures_of_mutable_references;
mod conversions;
mod converted_arguments;
mod copied_types;
mod elementary_functions;
mod errors;
mod explained_failures;
mod functions;
mod functions_beside_changes;
mod functions_of_generic_traits;
mod functions_of_libm;
mod functions_of_num_traits;
mod functions_of_traits;
mod generic_vectors;
mod generics;
mod interpolated_values;
mod lending_patterns;
mod lent;
mod lent_results;
mod lent_to_generics;
mod lent_to_read;
mod many;
mod methods;
mod mutable_receivers;
mod namesakes;
mod nested_functions_with_attributes;
mod own_conversions;
mod own_iterators;
mod own_names;
mod own_numbers;
mod passed_functions;
mod plain_functions;
mod results_of_methods;
mod sizes_of_constructors;
mod standing_copies;
mod trait_impls;
mod trait_object_errors;
mod traits_of_any_type;
mod traits_that_change;
mod traits_with_parameters;
mod trees;
mod unused_outcomes;
mod vectors_of_any_numbers;
