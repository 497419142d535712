//! What `#[differentiable]` accepts, construct by construct, against derivatives by hand.
//! Here lists: arrays, slices, vectors, their parts and iterators.
#![deny(warnings)]

#[macro_use]
#[path = "../modes.rs"]
mod modes;

mod appended;
mod asked_in_loops;
mod begun_with_literals;
mod constant_data;
mod constant_factors;
mod copied_lists;
mod elements_asked_for;
mod exchange;
mod exchange_by_name;
mod final_elements;
mod first_found;
mod firsts;
mod flat_lists;
mod folded_results;
mod given_items;
mod given_references;
mod iteration;
mod kept_iterators;
mod looking_methods;
mod made_iterators;
mod moving_slices;
mod named_ranges;
mod named_vectors;
mod optional_iterators;
mod paired_stages;
mod parts;
mod pushed_literals;
mod rows_in_lists;
mod selections;
mod slices;
mod sorted_by_patterns;
mod stages;
mod table_parts;
mod tables_of_structs;
mod taken_in_parts;
mod tuples;
mod vectors;
