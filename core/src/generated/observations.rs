//! Methods of the standard library that read values and store nothing of them, by the types that have them.
//!
//! Generated code imports these traits only where [`keeps_nothing`](super::keeps_nothing) asks for one. Where a
//! derivative flows through the value, rules apply instead; a method with a rule has no row here. Methods that take
//! `self` by value are in parentheses: no method of a user's trait has priority over them. Methods that take a function
//! are in braces: the compiler can check that function only if it is a closure.

use core::cmp::Ordering;

use crate::generated::claims::{CallsAFunction, Observes, ObservesByValue};
use crate::scalar::{Element, Scalar};
use crate::tensor::{AnyShape, Tensor};

macro_rules! observations {
    ($($name:ident [$($generics:tt)*] $of:ty: $($observes:ident)* $(( $($takes:ident)* ))? $({ $($asks:ident)* })?;)*) => {$(
        #[doc = concat!("What `", stringify!($of), "` can be asked.")]
        pub trait $name {
            crate::derivatives_of! {
                $($observes: Observes;)*
                $($($takes: ObservesByValue;)*)?
                $($($asks: CallsAFunction;)*)?
            }
        }
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> $name for $of {}
    )*};
}

observations! {
    OfList [T] [T]:
        as_ref as_slice borrow chunks chunks_exact clone concat contains copied each_ref ends_with eq first
        first_chunk ge get gt is_empty is_sorted iter last last_chunk le len lt ne partial_cmp rchunks split_at
        split_first split_last starts_with to_vec windows
        (into_iter)
        {
            binary_search_by binary_search_by_key chunk_by is_sorted_by is_sorted_by_key partition_point
        };
    OfArray [T, const N: usize] [T; N]:
        { map };
    OfOption [T] Option<T>:
        as_deref as_ref eq ge gt is_none is_some iter le lt ne partial_cmp
        (and cloned copied flatten into_iter ok_or or unwrap_or unwrap_or_default xor zip)
        {
            and_then filter is_none_or is_some_and map map_or map_or_else ok_or_else or_else unwrap_or_else
        };
    OfResult [T, E] Result<T, E>:
        as_ref eq is_err is_ok iter ne
        (and cloned copied err into_iter ok or unwrap_err unwrap_or unwrap_or_default)
        {
            and_then is_err_and is_ok_and map map_err map_or map_or_else or_else unwrap_or_else
        };
    OfIterator [I: Iterator + ?Sized] I:
        (
            chain cloned cmp collect copied count cycle enumerate eq flatten fuse ge gt into_iter is_sorted last le len
            lt ne next next_back nth nth_back partial_cmp peekable product rev size_hint skip step_by sum take unzip zip
        )
        {
            all any filter filter_map find find_map flat_map fold for_each inspect is_sorted_by is_sorted_by_key
            map map_while max_by max_by_key min_by min_by_key partition position reduce rposition scan skip_while
            take_while try_fold try_for_each
        };
    OfTensor [T: Element, S: AnyShape] Tensor<T, S>:
        as_array as_slice eq item iter len lens ne rows shape
        (into_array)
        {
            all any map
        };
    OfText [] str:
        as_bytes as_str bytes char_indices chars cmp contains ends_with eq find is_empty len ne partial_cmp
        starts_with trim;
    OfRange [T] core::ops::Range<T>:
        clone contains eq is_empty ne;
    OfInclusiveRange [T] core::ops::RangeInclusive<T>:
        clone contains eq is_empty ne;
    OfRangeFrom [T] core::ops::RangeFrom<T>:
        clone contains eq ne;
    OfRangeTo [T] core::ops::RangeTo<T>:
        clone contains eq ne;
    OfInclusiveRangeTo [T] core::ops::RangeToInclusive<T>:
        clone contains eq ne;
    OfOrdering [] Ordering:
        cmp eq ne partial_cmp
        (is_eq is_ge is_gt is_le is_lt is_ne reverse then)
        {
            then_with
        };
}

observations! {
    OfNumber [T: Scalar] T:
        is_negative is_one is_positive is_zero to_i8 to_i16 to_i32 to_i64 to_isize to_u8 to_u16 to_u32 to_u64 to_usize
        (
            classify eq ge gt is_finite is_infinite is_nan is_normal is_sign_negative is_sign_positive is_subnormal le lt
            ne next_down next_up partial_cmp to_be_bytes to_bits to_le_bytes to_ne_bytes total_cmp
        );
}

#[cfg(feature = "nalgebra")]
observations! {
    OfMatrix [T, R: nalgebra::Dim, C: nalgebra::Dim, S] nalgebra::Matrix<T, R, C, S>:
        as_slice clone column_iter eq get iamax iamax_full icamax imax imin is_empty is_identity is_invertible
        is_orthogonal is_special_orthogonal is_square iter len ncols ne nrows row_iter shape vector_to_matrix_index;
}

/// The same row for several types.
#[cfg(feature = "glam")]
macro_rules! each {
    (@one $name:ident $of:ident [$($row:tt)*]) => {
        observations! { $name [] glam::$of: $($row)*; }
    };
    ($($name:ident $of:ident)*; $row:tt) => {
        $(each!(@one $name $of $row);)*
    };
}
#[cfg(feature = "glam")]
each! {
    OfVec2 Vec2 OfVec3 Vec3 OfVec3A Vec3A OfVec4 Vec4 OfDVec2 DVec2 OfDVec3 DVec3 OfDVec4 DVec4;
    [
        (
            abs_diff_eq clone cmpeq cmpge cmpgt cmple cmplt cmpne eq is_finite is_nan is_negative_bitmask is_normalized max_position
            min_position ne
        )
    ]
}
#[cfg(feature = "glam")]
each! {
    OfMat2 Mat2 OfMat3 Mat3 OfMat3A Mat3A OfMat4 Mat4 OfDMat2 DMat2 OfDMat3 DMat3 OfDMat4 DMat4 OfQuat Quat OfDQuat DQuat;
    [(abs_diff_eq clone eq is_finite is_nan is_near_identity is_normalized ne)]
}
#[cfg(feature = "glam")]
each! {
    OfBVec2 BVec2 OfBVec3 BVec3 OfBVec3A BVec3A OfBVec4 BVec4 OfBVec4A BVec4A;
    [(all any bitmask clone test)]
}

/// Methods on whole numbers. A part of a differentiable value may be one.
macro_rules! numbers {
    (@one $name:ident $of:ident [$($row:tt)*]) => {
        observations! { $name [] $of: $($row)*; }
    };
    ($($name:ident $of:ident)*; $row:tt) => {
        $(numbers!(@one $name $of $row);)*
    };
}
numbers! {
    OfI8 i8 OfI16 i16 OfI32 i32 OfI64 i64 OfI128 i128 OfIsize isize OfU8 u8 OfU16 u16 OfU32 u32 OfU64 u64 OfU128 u128 OfUsize usize;
    [
        (
            abs abs_diff checked_add checked_div checked_mul checked_sub clamp cmp count_ones div_ceil div_euclid eq ge gt
            ilog2 is_multiple_of is_negative is_positive is_power_of_two isqrt le leading_zeros lt max min ne
            next_multiple_of next_power_of_two partial_cmp pow rem_euclid saturating_add saturating_mul saturating_sub signum
            trailing_zeros unsigned_abs wrapping_add wrapping_mul wrapping_sub
        )
    ]
}
// Parts that are no numbers, but have an order.
numbers! {
    OfBool bool OfChar char;
    [(clamp cmp eq ge gt le lt max min ne partial_cmp)]
}
