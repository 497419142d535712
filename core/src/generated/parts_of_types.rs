//! The types of the parts of a tuple or an array whose type has a name: `let (a, [b, c]): Pair;` declares `a`, `b` and `c`.

/// The type of the part at a place.
pub trait PartAt<const PLACE: usize> {
    /// That type.
    type Part;
}

impl<T, const LENGTH: usize, const PLACE: usize> PartAt<PLACE> for [T; LENGTH] {
    type Part = T;
}

macro_rules! part {
    ([$($all:ident)*] $part:ident $place:literal) => {
        impl<$($all),*> PartAt<$place> for ($($all,)*) {
            type Part = $part;
        }
    };
}

macro_rules! tuple {
    ($($part:ident $place:literal)*) => { tuple!(@ [$($part)*] $($part $place)*); };
    (@ $all:tt $($part:ident $place:literal)*) => { $(part!($all $part $place);)* };
}

tuple!(A 0);
tuple!(A 0 B 1);
tuple!(A 0 B 1 C 2);
tuple!(A 0 B 1 C 2 D 3);
tuple!(A 0 B 1 C 2 D 3 E 4);
tuple!(A 0 B 1 C 2 D 3 E 4 F 5);
tuple!(A 0 B 1 C 2 D 3 E 4 F 5 G 6);
tuple!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7);
