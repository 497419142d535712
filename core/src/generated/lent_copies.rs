//! Copies of what functions lend. In derived code such a function gives a copy.

/// Claims that `*x`, where `x` is a copy of what a function lends, is that copy: a type that computes what it leads to might be no copy.
pub struct CopyOf<'x, T>(pub &'x T);

/// Lists, and types that lead to their own coordinates: they are copied whole.
pub trait OfWhatIsCopied {
    /// A reference to the copy.
    type Target;
    /// What `*` is applied to.
    fn target(&self) -> &Self::Target;
}

#[cfg(any(feature = "alloc", feature = "nalgebra"))]
macro_rules! copied_whole {
    ($([$($generics:tt)*] $ty:ty;)*) => {$(
        impl<'x, $($generics)*> OfWhatIsCopied for &&CopyOf<'x, $ty> {
            type Target = &'x $ty;
            fn target(&self) -> &Self::Target {
                &self.0
            }
        }
    )*};
}

#[cfg(feature = "alloc")]
copied_whole! {
    [T] alloc::vec::Vec<T>;
}

#[cfg(feature = "nalgebra")]
copied_whole! {
    [T, R: ::nalgebra::Dim, C: ::nalgebra::Dim, S] ::nalgebra::Matrix<T, R, C, S>;
    [T: ::nalgebra::Scalar, const D: usize] ::nalgebra::Point<T, D>;
    [T: ::nalgebra::Scalar] ::nalgebra::Quaternion<T>;
    [T: ::nalgebra::Scalar, const D: usize] ::nalgebra::Translation<T, D>;
}

/// Other types that lead elsewhere.
pub trait OfWhatComputes {
    /// The type itself, which is no reference.
    type Target;
    /// What `*` would be applied to.
    fn target(&self) -> &Self::Target;
}

impl<T: core::ops::Deref> OfWhatComputes for &CopyOf<'_, T> {
    type Target = T;
    fn target(&self) -> &T {
        self.0
    }
}

/// All other types.
pub trait OfAnyType {
    /// A reference to the copy.
    type Target;
    /// What `*` is applied to.
    fn target(&self) -> &Self::Target;
}

impl<'x, T> OfAnyType for CopyOf<'x, T> {
    type Target = &'x T;
    fn target(&self) -> &&'x T {
        &self.0
    }
}

/// What a function lends, where only its type is looked at.
pub fn lent<T: ?Sized>(_: &T) -> &'static T {
    unreachable!("nobody calls it")
}
