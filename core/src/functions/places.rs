//! Tangents that stand where cotangents have their places.

/// Tangents of the parameters that have the type of the cotangents: those of a function without `&mut`.
#[doc(hidden)]
pub trait TangentsAt<P> {
    /// The tangents that stand at the places of cotangents.
    fn at(places: P) -> Self;
}
impl<C: Clone> TangentsAt<&mut C> for C {
    fn at(place: &mut C) -> C {
        place.clone()
    }
}
impl<'c, C> TangentsAt<&'c mut [C]> for &'c [C] {
    fn at(place: &'c mut [C]) -> &'c [C] {
        place
    }
}

macro_rules! tuples {
    ($($A:ident $P:ident)*) => {
        #[allow(non_snake_case, unused, clippy::unused_unit)]
        #[diagnostic::do_not_recommend]
        impl<$($P, $A: TangentsAt<$P>),*> TangentsAt<($($P,)*)> for ($($A,)*) {
            fn at(($($P,)*): ($($P,)*)) -> Self {
                ($($A::at($P),)*)
            }
        }
        tuples!(@less $($A $P)*);
    };
    (@less) => {};
    (@less $A:ident $P:ident $($rest:ident)*) => {
        tuples!($($rest)*);
    };
}
tuples!(
    A0 P0 A1 P1 A2 P2 A3 P3 A4 P4 A5 P5 A6 P6 A7 P7 A8 P8 A9 P9 A10 P10 A11 P11
    A12 P12 A13 P13 A14 P14 A15 P15 A16 P16 A17 P17 A18 P18 A19 P19 A20 P20 A21 P21 A22 P22 A23 P23
);
