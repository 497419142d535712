//! How often each construct appears. A weight of 0 switches a construct off.

use std::collections::BTreeMap;

use crate::rng::Rng;

/// The constructs and their weights, by family: one of a family is chosen in proportion to the weights.
const DEFAULTS: &[(&str, usize)] = &[
    // Statements.
    ("let", 12),
    ("let_mut", 10),
    ("let_aggregate", 6),
    ("let_parts", 4),
    ("let_late", 3),
    ("let_int", 4),
    ("let_mut_int", 4),
    ("let_loop", 3),
    ("let_else", 2),
    ("assign", 9),
    ("compound", 12),
    ("assign_tuple", 3),
    ("assign_int", 4),
    ("swap", 3),
    ("if", 9),
    ("if_let", 2),
    ("match", 4),
    ("for", 10),
    ("for_list", 2),
    ("for_stepped", 2),
    ("while", 4),
    ("loop", 3),
    ("block", 2),
    ("labelled_block", 2),
    ("exit", 10),
    ("for_elements", 6),
    ("for_neighbours", 5),
    ("let_array", 3),
    ("let_closure", 2),
    ("let_adder", 1),
    ("let_constants", 2),
    ("adder_call", 2),
    ("alias", 2),
    ("alias_mut", 4),
    ("assert", 1),
    ("const_item", 1),
    ("unused", 1),
    ("match_enum", 4),
    ("if_let_enum", 3),
    ("let_else_enum", 2),
    ("let_outcome", 3),
    ("match_outcome", 3),
    ("if_let_outcome", 2),
    ("let_else_outcome", 2),
    ("rearrange", 4),
    ("lend", 4),
    ("total", 5),
    ("let_vector", 4),
    ("grow_vector", 4),
    // Early exits.
    ("break", 8),
    ("continue", 6),
    ("return", 5),
    // Numbers.
    ("place", 40),
    ("cast", 4),
    ("add", 16),
    ("mul", 18),
    ("div", 4),
    ("neg", 4),
    ("method", 14),
    ("sigmoid", 2),
    ("relu", 1),
    ("abs", 1),
    ("extreme", 2),
    ("powi", 3),
    ("root", 3),
    ("call", 18),
    ("chain", 5),
    ("closure_call", 5),
    ("spot_closure", 3),
    ("constant_list", 3),
    ("method_call", 8),
    ("function", 2),
    ("exchange", 3),
    ("outcome", 8),
    ("enum_value", 3),
    ("outcome_value", 3),
    ("if_value", 3),
    ("match_value", 2),
    ("block_value", 2),
    ("stop_gradient", 1),
    ("nalgebra", 3),
    ("tensor", 3),
    ("own_rule", 4),
    ("planted", 0),
    ("planted_forward", 0),
    ("planted_second", 0),
    // Values of several numbers.
    ("literal_value", 6),
    ("repeat", 2),
    ("repeat_number", 1),
    ("base", 2),
    ("place_value", 5),
    ("branch_value", 1),
    ("exchange_value", 2),
    // What exchanges values.
    ("replace", 3),
    ("take", 1),
    ("fill", 2),
    ("reverse", 1),
    ("rotate", 2),
    ("swap_elements", 2),
    ("copy_from_slice", 2),
    // Others, in percent.
    ("shadowing_percent", 15),
    // The same of names in patterns, loops and closures.
    ("shadowing_inside_percent", 12),
    // The same where a closure captures what is hidden.
    ("shadowing_captured_percent", 30),
    ("helper_percent", 40),
    ("struct_percent", 35),
    ("enum_percent", 20),
    ("copy_struct_percent", 60),
    ("array_of_structs_percent", 10),
    ("method_in_condition_percent", 100),
    ("method_percent", 40),
    ("trait_percent", 40),
    ("rule_percent", 15),
    ("recursion_percent", 15),
    ("slice_percent", 100),
    ("tricky_names_percent", 30),
    ("capital_names_percent", 8),
    ("maybe_argument_percent", 100),
    ("missing_percent", 5),
    ("lent_percent", 12),
    ("outcome_percent", 15),
    ("checkpoint_percent", 8),
    ("nested_percent", 10),
    ("total_percent", 45),
    ("total_loop_percent", 25),
    ("aggregate_result_percent", 20),
];

/// A weight for each construct.
#[derive(Clone, Debug)]
pub struct Weights(BTreeMap<String, usize>);

impl Default for Weights {
    fn default() -> Self {
        Self(DEFAULTS.iter().map(|(name, weight)| ((*name).to_owned(), *weight)).collect())
    }
}

impl Weights {
    /// Changes weights: `while=0,for=5`.
    ///
    /// # Errors
    /// If there is no such construct, or no number.
    pub fn set(&mut self, changes: &str) -> Result<(), String> {
        for change in changes.split(',').filter(|change| !change.is_empty()) {
            let parsed = change.split_once('=').and_then(|(name, weight)| Some((name, weight.parse().ok()?)));
            let (name, weight) = parsed.ok_or_else(|| format!("`{change}` is not `construct=weight`"))?;
            if !self.0.contains_key(name) {
                return Err(format!("there is no construct `{name}`: {self}"));
            }
            self.0.entry(name.to_owned()).and_modify(|old| *old = weight);
        }
        Ok(())
    }

    /// The weight of a construct.
    pub fn get(&self, name: &str) -> usize {
        self.0.get(name).copied().unwrap_or_default()
    }

    /// One of the constructs, in proportion to their weights; the first if all are switched off.
    pub fn choose(&self, rng: &mut Rng, names: &[&'static str]) -> &'static str {
        let total: usize = names.iter().map(|name| self.get(name)).sum();
        let mut at = rng.below(total.max(1));
        for name in names {
            match at.checked_sub(self.get(name)) {
                None => return name,
                Some(rest) => at = rest,
            }
        }
        names[0]
    }
}

impl std::fmt::Display for Weights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let all: Vec<_> = DEFAULTS.iter().map(|(name, _)| format!("{name}={}", self.get(name))).collect();
        f.write_str(&all.join(","))
    }
}
