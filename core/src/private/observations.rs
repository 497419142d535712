//! Methods of the standard library that look at values and keep nothing of them, by the types that have them.
//!
//! Generated code imports these traits only where [`seen`](super::seen) asks for one. A value that a derivative flows through has rules
//! instead; a method with a rule has no row here.

macro_rules! observations {
    ($($(#[$meta:meta])* $name:ident [$($generics:tt)*] $of:ty: $($method:ident)*;)*) => {$(
        $(#[$meta])*
        #[doc = concat!("What `", stringify!($of), "` can be asked.")]
        #[doc(hidden)]
        pub trait $name {
            $(
                #[doc(hidden)]
                fn $method(&self) {}
            )*
        }
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> $name for $of {}
    )*};
}

observations! {
    OfFloat32 [] f32:
        derivative_of_abs_sub derivative_of_classify derivative_of_eq derivative_of_ge derivative_of_gt
        derivative_of_is_finite derivative_of_is_infinite derivative_of_is_nan derivative_of_is_normal
        derivative_of_is_sign_negative derivative_of_is_sign_positive derivative_of_is_subnormal derivative_of_le
        derivative_of_log derivative_of_lt derivative_of_max_by derivative_of_midpoint derivative_of_ne
        derivative_of_partial_cmp derivative_of_round_ties_even
        derivative_of_sin_cos derivative_of_total_cmp;
    OfFloat64 [] f64:
        derivative_of_abs_sub derivative_of_classify derivative_of_eq derivative_of_ge derivative_of_gt
        derivative_of_is_finite derivative_of_is_infinite derivative_of_is_nan derivative_of_is_normal
        derivative_of_is_sign_negative derivative_of_is_sign_positive derivative_of_is_subnormal derivative_of_le
        derivative_of_log derivative_of_lt derivative_of_max_by derivative_of_midpoint derivative_of_ne
        derivative_of_partial_cmp derivative_of_round_ties_even
        derivative_of_sin_cos derivative_of_total_cmp;
    OfList [T] [T]:
        derivative_of_as_ref derivative_of_as_slice derivative_of_binary_search_by derivative_of_binary_search_by_key
        derivative_of_borrow derivative_of_chunk_by derivative_of_chunks derivative_of_chunks_exact
        derivative_of_clone derivative_of_concat derivative_of_contains derivative_of_copied derivative_of_each_ref
        derivative_of_ends_with derivative_of_eq derivative_of_first derivative_of_first_chunk derivative_of_ge
        derivative_of_get derivative_of_gt derivative_of_into_iter derivative_of_is_empty derivative_of_is_sorted
        derivative_of_is_sorted_by derivative_of_is_sorted_by_key derivative_of_iter derivative_of_last
        derivative_of_last_chunk derivative_of_le derivative_of_len derivative_of_lt derivative_of_ne
        derivative_of_partial_cmp derivative_of_partition_point derivative_of_rchunks derivative_of_split_at
        derivative_of_split_first derivative_of_split_last derivative_of_starts_with derivative_of_to_vec
        derivative_of_windows;
    OfOption [T] Option<T>:
        derivative_of_and derivative_of_and_then derivative_of_as_deref derivative_of_as_ref derivative_of_cloned
        derivative_of_copied derivative_of_eq derivative_of_filter derivative_of_flatten derivative_of_ge
        derivative_of_gt derivative_of_into_iter derivative_of_is_none derivative_of_is_none_or derivative_of_is_some
        derivative_of_is_some_and derivative_of_iter derivative_of_le derivative_of_lt derivative_of_map
        derivative_of_map_or derivative_of_map_or_else derivative_of_ne derivative_of_ok_or derivative_of_ok_or_else
        derivative_of_or derivative_of_or_else derivative_of_partial_cmp derivative_of_unwrap_or_default
        derivative_of_unwrap_or_else derivative_of_xor derivative_of_zip;
    OfResult [T, E] Result<T, E>:
        derivative_of_and derivative_of_and_then derivative_of_as_ref derivative_of_cloned derivative_of_copied
        derivative_of_eq derivative_of_err derivative_of_into_iter derivative_of_is_err derivative_of_is_err_and
        derivative_of_is_ok derivative_of_is_ok_and derivative_of_iter derivative_of_map derivative_of_map_err
        derivative_of_map_or derivative_of_map_or_else derivative_of_ne derivative_of_ok derivative_of_or
        derivative_of_or_else derivative_of_unwrap_err derivative_of_unwrap_or_default derivative_of_unwrap_or_else;
    OfIterator [I: Iterator + ?Sized] I:
        derivative_of_all derivative_of_any derivative_of_chain derivative_of_cloned
        derivative_of_cmp derivative_of_cmp_by derivative_of_collect derivative_of_copied derivative_of_count
        derivative_of_cycle derivative_of_enumerate derivative_of_eq derivative_of_filter derivative_of_filter_map
        derivative_of_find derivative_of_find_map derivative_of_flat_map derivative_of_flatten derivative_of_fold
        derivative_of_for_each derivative_of_fuse derivative_of_ge derivative_of_gt derivative_of_inspect
        derivative_of_into_iter derivative_of_is_sorted derivative_of_is_sorted_by derivative_of_is_sorted_by_key
        derivative_of_last derivative_of_le derivative_of_len derivative_of_lt derivative_of_map
        derivative_of_map_while derivative_of_max_by derivative_of_max_by_key derivative_of_min_by
        derivative_of_min_by_key derivative_of_ne derivative_of_next derivative_of_next_back derivative_of_nth
        derivative_of_nth_back derivative_of_partial_cmp derivative_of_partition derivative_of_peekable
        derivative_of_position derivative_of_product derivative_of_reduce derivative_of_rev derivative_of_rposition
        derivative_of_scan derivative_of_size_hint derivative_of_skip derivative_of_skip_while derivative_of_step_by
        derivative_of_sum derivative_of_take derivative_of_take_while derivative_of_try_fold
        derivative_of_try_for_each derivative_of_unzip derivative_of_zip;
    OfTensor [T: crate::real::Element, S: crate::tensor::Shape] crate::tensor::Tensor<T, S>:
        derivative_of_all derivative_of_any derivative_of_as_array derivative_of_as_slice derivative_of_eq
        derivative_of_into_array derivative_of_item derivative_of_iter derivative_of_len derivative_of_map
        derivative_of_ne derivative_of_shape;
    OfText [] str:
        derivative_of_as_bytes derivative_of_as_str derivative_of_bytes derivative_of_char_indices derivative_of_chars
        derivative_of_cmp derivative_of_contains derivative_of_ends_with derivative_of_eq derivative_of_find
        derivative_of_is_empty derivative_of_len derivative_of_ne derivative_of_partial_cmp derivative_of_starts_with
        derivative_of_trim;
    OfOrdering [] core::cmp::Ordering:
        derivative_of_cmp derivative_of_eq derivative_of_is_eq derivative_of_is_ge derivative_of_is_gt
        derivative_of_is_le derivative_of_is_lt derivative_of_is_ne derivative_of_ne derivative_of_partial_cmp
        derivative_of_reverse derivative_of_then derivative_of_then_with;
}

/// What whole numbers can be asked: a part of a value with a derivative may be one.
macro_rules! whole {
    ($($name:ident $of:ident)*) => {
        observations! {$(
            $name [] $of:
                derivative_of_abs derivative_of_abs_diff derivative_of_checked_add derivative_of_checked_div
                derivative_of_checked_mul derivative_of_checked_sub derivative_of_cmp derivative_of_count_ones
                derivative_of_div_ceil derivative_of_div_euclid derivative_of_eq derivative_of_ge derivative_of_gt
                derivative_of_ilog2 derivative_of_is_multiple_of derivative_of_is_negative derivative_of_is_positive
                derivative_of_is_power_of_two derivative_of_isqrt derivative_of_le derivative_of_leading_zeros
                derivative_of_lt derivative_of_ne derivative_of_next_multiple_of derivative_of_next_power_of_two
                derivative_of_partial_cmp derivative_of_pow derivative_of_rem_euclid derivative_of_saturating_add
                derivative_of_saturating_mul derivative_of_saturating_sub derivative_of_signum
                derivative_of_trailing_zeros derivative_of_unsigned_abs derivative_of_wrapping_add
                derivative_of_wrapping_mul derivative_of_wrapping_sub derivative_of_clamp derivative_of_max
                derivative_of_min;
        )*}
    };
}
whole!(OfI8 i8 OfI16 i16 OfI32 i32 OfI64 i64 OfI128 i128 OfIsize isize OfU8 u8 OfU16 u16 OfU32 u32 OfU64 u64 OfU128 u128 OfUsize usize);
