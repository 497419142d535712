//! The catalogue: what people write, and what becomes of it. A row says what is tried, whether it works, and by which tests: a program
//! of this package, or a test of another, `path:name`.

/// What becomes of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expect {
    /// It works, and its derivative is tested.
    Works,
    /// It is an error.
    Refused,
    /// Some of it works, the rest is an error.
    Both,
}

/// One row.
pub struct Row {
    pub number: usize,
    pub input: &'static str,
    pub expect: Expect,
    pub tests: &'static [&'static str],
}

const fn row(number: usize, input: &'static str, expect: Expect, tests: &'static [&'static str]) -> Row {
    Row { number, input, expect, tests }
}

use Expect::{Both, Refused, Works};

#[rustfmt::skip]
pub const ROWS: [Row; 93] = [
    row(1, "on a struct, an enum, a constant, a module, a trait", Refused, &["args/on_struct", "args/on_public_struct", "args/on_enum", "args/on_const", "args/on_module", "args/on_trait"]),
    row(2, "`async fn`, `async` blocks, `.await`", Refused, &["signature/asynchronous", "unsupported/async_block", "unsupported/await_outside"]),
    row(3, "`unsafe fn`", Refused, &["signature/unsafe_function"]),
    row(4, "`extern \"C\" fn`, `no_mangle`", Works, &["pass/attributes"]),
    row(5, "C-variadic `...`", Refused, &["signature/variadic"]),
    row(6, "`x: impl Trait`", Refused, &["signature/impl_trait_parameter", "callers/of_a_refused_signature"]),
    row(7, "`-> impl Trait`, `-> Box<dyn ..>`", Refused, &["signature/impl_trait_result", "signature/boxed_result"]),
    row(8, "no return type, `-> ()`", Refused, &["signature/no_result", "signature/unit_result"]),
    row(9, "returns `i32`, `bool`, `String`", Refused, &["signature/integer_result", "signature/bool_result", "signature/string_result"]),
    row(10, "returns a tensor or a tuple: `vjp` is there, `grad` is not", Both, &["tests/language/forms.rs:a_seed_of_the_form_of_the_result", "gradient/of_a_tensor", "gradient/of_a_tuple", "gradient/of_a_tensor_in_a_method"]),
    row(11, "returns `Result` or `Option`, `?` in the body", Works, &["tests/language/outcomes.rs:a_question_mark_returns_or_goes_on", "tests/language/outcomes.rs:question_marks_stand_anywhere"]),
    row(12, "`usize`, `bool`, `char`, `&str` parameters", Works, &["tests/language/catalogue.rs:whole_numbers_flags_and_texts_have_no_gradient"]),
    row(13, "all parameters constant, no parameter", Refused, &["signature/all_constant", "signature/no_parameter"]),
    row(14, "`&mut T` parameter", Works, &["tests/language/lent.rs:the_cotangent_of_the_state_is_changed_in_place", "tests/language/lent.rs:calls_change_what_is_lent_to_them"]),
    row(15, "`&[f32]` of run-time length", Works, &["tests/language/slices.rs:the_gradient_of_a_slice_is_a_vector", "tests/language/slices.rs:cotangents_of_slices_are_added_to_slices"]),
    row(16, "`mut x: f32`", Works, &["tests/language/mutation.rs:parameters_may_be_mutable"]),
    row(17, "patterns `(a, b): ..`, `[a, b]: ..`, `S { w, .. }: S`", Works, &["tests/language/bindings.rs:parameters_may_be_patterns", "tests/derive/gradients.rs:patterns_name_the_fields"]),
    row(18, "`_: f32`, unused parameter", Works, &["tests/language/catalogue.rs:unused_parameters_have_a_zero_gradient", "pass/strict"]),
    row(19, "`ref x`, `x @ ..`, a pattern that may not match", Refused, &["signature/ref_parameter", "signature/pattern_parameter", "unsupported/at_pattern", "signature/refutable_pattern"]),
    row(20, "`&self`: on the `impl` block; not on a method alone", Both, &["tests/language/methods.rs:methods_and_calls_of_methods", "signature/method_alone", "callers/of_a_method_alone"]),
    row(21, "`self` by value, `&mut self`, `self: Box<Self>`", Refused, &["signature/self_by_value", "signature/self_mutable", "signature/self_boxed", "callers/of_a_refused_method"]),
    row(22, "a method inside of `impl Trait for`", Refused, &["signature/trait_implementation"]),
    row(23, "a trait method without a body", Refused, &["args/on_trait_method"]),
    row(24, "`<T: Real>`, where clause; not without a bound", Both, &["tests/language/generics.rs:generic_numbers", "tests/language/generics.rs:bounds_of_the_users_own_traits", "signature/generic_without_bound", "signature/generic_number_without_bound"]),
    row(25, "`<const N: usize>`, `[f32; N]`; not `[f32; N + 1]`", Both, &["tests/language/generics.rs:generic_shapes", "signature/computed_length"]),
    row(26, "named, elided, `'static` lifetimes", Works, &["tests/language/catalogue.rs:lifetimes_may_be_named"]),
    row(27, "defaults of generic parameters", Refused, &["signature/default_type"]),
    row(28, "`const fn`", Works, &["pass/attributes"]),
    row(29, "`pub(crate)`, `pub(in path)`, private", Works, &["pass/visibility"]),
    row(30, "`r#fn` as name, `r#type` as parameter", Works, &["tests/language/names.rs:raw_and_unicode_names"]),
    row(31, "unicode names `θ`, `Δx`", Works, &["tests/language/names.rs:raw_and_unicode_names"]),
    row(32, "another item has the name of the derived struct or of a derived method", Refused, &["args/name_taken", "args/name_of_a_call_taken", "signature/name_of_a_type"]),
    row(33, "the attribute twice", Refused, &["args/twice"]),
    row(34, "an unknown or wrong argument of the attribute", Refused, &["args/unknown_argument", "args/name_value"]),
    row(35, "`wrt(y)`", Refused, &["args/with_respect_to"]),
    row(36, "`#[cfg]` before or after the attribute", Works, &["pass/attributes"]),
    row(37, "`#[cfg]` on a statement, a parameter, an arm, a field, a method", Works, &["tests/language/configured.rs:what_does_not_hold_is_not_there"]),
    row(38, "doc comments, doctests", Works, &["pass/strict", "pass/attributes"]),
    row(39, "`#[inline]`, `#[allow]`, `#[must_use]`, `#[track_caller]`, `#[expect]`", Works, &["pass/attributes"]),
    row(40, "other attributes before and after, `#[cfg_attr(.., differentiable)]`", Works, &["pass/attributes"]),
    row(41, "a syntax error in the body", Refused, &["ordinary/syntax"]),
    row(42, "a type error, a moved value, no value", Refused, &["ordinary/annotation", "ordinary/moved", "ordinary/no_value", "ordinary/if_without_else"]),
    row(43, "an unknown name, function, type, method", Refused, &["ordinary/unknown_name", "callers/of_an_unknown_name", "ordinary/unknown_function", "ordinary/unknown_type", "ordinary/unknown_method"]),
    row(44, "an unused variable, denied", Refused, &["ordinary/unused_variable"]),
    row(45, "a call of a function without a derivative", Refused, &["no-rule/plain_function", "no-rule/plain_function_in_a_module", "no-rule/plain_generic_function", "no-rule/nested_function"]),
    row(46, "the same on constants only", Works, &["tests/language/calls.rs:any_function_may_be_called_on_constants"]),
    row(47, "a call through a function pointer, `F: Fn`, `dyn Fn`", Refused, &["signature/closure", "signature/closure_dyn", "signature/closure_impl", "signature/closure_in_where", "unsupported/function_in_a_variable", "unsupported/function_in_a_field"]),
    row(48, "recursion", Works, &["tests/language/recursion.rs:a_function_that_calls_itself", "tests/language/recursion.rs:functions_that_call_each_other"]),
    row(49, "a method without a rule; rounding has derivative zero", Both, &["no-rule/bits", "no-rule/method_of_the_standard_library", "no-rule/own_method", "no-rule/own_method_in_a_method", "no-rule/trait_method", "no-rule/array_method", "tests/language/catalogue.rs:rounding_has_a_zero_gradient"]),
    row(50, "`x.sin()` without `std`", Works, &["tests/bare/src/main.rs:train"]),
    row(51, "`f32::sin(x)`, `std::f32::consts`, `use` inside of the body", Works, &["tests/language/catalogue.rs:functions_by_their_path_and_constants"]),
    row(52, "`println!`, `dbg!`, macros of loggers", Works, &["tests/language/catalogue.rs:values_are_shown_once_and_pass"]),
    row(53, "`assert!`, `debug_assert!`", Works, &["tests/language/branches.rs:checks_run_in_the_forward_half", "tests/language/branches.rs:a_failed_check_panics_as_in_the_primal"]),
    row(54, "`panic!`, `todo!`, `unreachable!`", Works, &["tests/language/catalogue.rs:arms_may_stop_the_program"]),
    row(55, "`vec![..]`, `format!`, `Box`, a local `Vec`", Refused, &["unsupported/vec_macro", "unsupported/format_macro", "unsupported/boxed", "unsupported/pushed"]),
    row(56, "any other macro", Refused, &["unsupported/macro_with_active_tokens"]),
    row(57, "early `return`", Works, &["tests/language/exits.rs:an_early_return_is_the_other_branch", "tests/language/exits.rs:a_return_deep_inside"]),
    row(58, "`if`, `if` without `else` that assigns", Works, &["tests/language/branches.rs:each_branch_has_its_own_derivative", "tests/language/mutation.rs:assignment_in_one_branch_only"]),
    row(59, "`match`, `if let`, `let else`, let chains", Works, &["tests/language/exits.rs:every_arm_of_a_match", "tests/language/exits.rs:the_value_that_is_matched_may_have_a_derivative", "tests/language/patterns.rs:what_does_not_match_leaves", "tests/language/patterns.rs:conditions_in_a_chain"]),
    row(60, "`for i in 0..N`, `N` constant", Works, &["tests/language/loops.rs:the_tape_of_constant_bounds_is_known"]),
    row(61, "`for i in 0..n`, `while`, `loop`", Works, &["tests/language/loops.rs:while_runs_until_its_condition_fails", "tests/language/exits.rs:a_loop_that_only_return_ends"]),
    row(62, "`break value`, labels, `continue`", Works, &["tests/language/exits.rs:loops_and_blocks_have_values", "tests/language/exits.rs:labels_leave_outer_loops", "tests/language/exits.rs:continue_skips_the_rest_of_an_iteration"]),
    row(63, "iterator chains; an unknown adaptor is refused", Both, &["tests/language/iteration.rs:chains_that_end_in_a_value", "unsupported/unknown_iterator", "unsupported/collected"]),
    row(64, "closures, also those that capture `&mut`; not kept in values or passed to functions", Both, &["tests/language/iteration.rs:closures_in_variables", "tests/language/catalogue.rs:closures_may_change_what_they_capture", "unsupported/closure_in_an_array", "no-rule/closure_as_argument"]),
    row(65, "`fn`, `const` in the body; not `static`", Both, &["tests/language/items.rs:functions_in_functions", "unsupported/static_item"]),
    row(66, "`unsafe {}` block", Refused, &["unsupported/unsafe_block"]),
    row(67, "shadowing `let x = x * 2.0; let x = x + 1.0;`", Works, &["tests/language/bindings.rs:every_binding_of_a_shadowed_name_counts"]),
    row(68, "variables `d_x`, `tape`, `__x`, `y_bar`", Works, &["tests/language/names.rs:user_variables_may_have_any_name"]),
    row(69, "`x += ..`, `a[i] *= x`, overwriting a value that is needed", Works, &["tests/language/mutation.rs:compound_assignments_are_their_operators", "tests/language/mutation.rs:elements_are_changed_by_run_time_indices", "tests/language/mutation.rs:overwriting_ends_the_cotangent"]),
    row(70, "assignment in one branch only", Works, &["tests/language/mutation.rs:assignment_in_one_branch_only"]),
    row(71, "a value used many times, or never", Works, &["tests/language/calls.rs:the_same_argument_twice", "tests/language/bindings.rs:values_that_nobody_uses_have_no_effect"]),
    row(72, "`a[i]` by a run-time index, repeated, out of range", Works, &["tests/language/loops.rs:computed_and_repeated_indices", "tests/language/catalogue.rs:an_index_out_of_range_panics"]),
    row(73, "`&a[1..3]`, `&a[..]`; not without `&`", Both, &["tests/language/slices.rs:parts_of_slices_and_arrays_as_slices", "ordinary/slice_by_value"]),
    row(74, "`&x`, `*r`, a local `&mut x`", Works, &["tests/language/bindings.rs:other_names_for_a_place_share_its_cotangent", "tests/language/mutation.rs:a_reference_is_another_name_for_its_place"]),
    row(75, "structs with the derive; without it they are refused", Both, &["tests/derive/gradients.rs:the_base_of_a_literal_gives_the_other_fields", "tests/derive/gradients.rs:a_struct_by_reference", "signature/parameter_not_differentiable", "signature/receiver_not_differentiable", "signature/struct_result", "no-rule/struct_without_derive", "callers/of_a_type_without_derive"]),
    row(76, "enums with the derive; without it they are refused", Both, &["tests/language/enums.rs:a_field_of_a_variant_has_a_derivative", "no-rule/enum_without_derive"]),
    row(77, "`[x; N]`, `[a, b]`, tuples taken apart", Works, &["tests/language/bindings.rs:nested_arrays_and_tuples", "tests/language/bindings.rs:elements_of_an_array_add_up"]),
    row(78, "`x as f64`, `n as f32`; not `x as i32`", Both, &["tests/language/constants.rs:casts_between_numbers_pass_the_gradient", "unsupported/cast_to_integer"]),
    row(79, "`2 * x`, `x + 1`", Refused, &["ordinary/integer_factor", "ordinary/integer_literal"]),
    row(80, "`x > y`, `x == y`, `x.is_nan()`", Works, &["tests/language/constants.rs:questions_about_a_value_are_constants"]),
    row(81, "kinks, ties", Works, &["tests/ops/extreme_of_two.rs:a_tie_is_halved", "tests/ops/extreme.rs:ties_share_equally", "tests/ops/elementwise.rs:sqrt_is_infinitely_steep_at_zero"]),
    row(82, "infinities, NaN, `0 / 0`", Works, &["tests/ops/elementwise.rs:exp_of_infinities", "tests/ops/extreme_of_two.rs:nan_loses", "tests/ops/power.rs:whole_exponents_at_zero_and_nan"]),
    row(83, "a shape that does not fit in a product, a loss, a sum", Refused, &["shape/matmul_inner", "shape/mse_target", "shape/bias"]),
    row(84, "a wrong size in `reshape`, `concat`, `narrow`", Refused, &["build/reshape", "build/concat", "build/narrow"]),
    row(85, "a dimension of zero, of one, prime", Works, &["tests/language/catalogue.rs:dimensions_of_zero_one_and_primes"]),
    row(86, "the crate under another name", Works, &["macros/src/root.rs:nothing_is_left_of_the_usual_path", "macros/src/root.rs:the_derive_is_told_by_an_attribute"]),
    row(87, "`mod core`, `struct Option`, `no_implicit_prelude`", Works, &["pass/hostile_names", "pass/hostile_derive", "pass/no_implicit_prelude"]),
    row(88, "`deny(warnings, missing_docs)`, `forbid(unsafe_code)`", Works, &["pass/strict"]),
    row(89, "inside of `macro_rules!`", Works, &["pass/function_like_macro"]),
    row(90, "a local function, in a constant, in a closure", Works, &["tests/language/names.rs:a_local_function", "pass/places"]),
    row(91, "5,000 statements, nested 200 deep", Works, &["macros/src/robust.rs:five_thousand_statements", "macros/src/robust.rs:nested_two_hundred_deep"]),
    row(92, "`2.0f32.sin()`, blocks that end in a value", Works, &["tests/language/catalogue.rs:literals_have_methods_and_blocks_end_in_values", "pass/strict"]),
    row(93, "neither `std` nor an allocator: `libm` is always there", Works, &["tests/bare/src/main.rs:train"]),
];
