//! The leaves of numbers, tensors, lists and tuples.

use core::marker::PhantomData;
use core::slice::{from_mut, from_ref};

use super::no_leaf::no_leaf;
use super::{Count, Leaf, LeafMut, LeafName, LeafShape, Leaves};
use crate::differentiable::NoGrad;
use crate::kernels::MAX_RANK;
use crate::scalar::Element;
use crate::tensor::{AnyShape, Tensor, lens};

macro_rules! number {
    ($($t:ty: $T:ident)*) => {$(
        impl Leaves for $t {
            const COUNT: Option<Count> = Some(Count::one(1));
            const JOINED: Option<LeafShape> = Some(LeafShape::NUMBER);
            #[inline(always)]
            fn leaf(&self, i: usize) -> Leaf<'_> {
                only(i);
                Self::joined(from_ref(self))
            }
            #[inline(always)]
            fn leaf_mut(&mut self, i: usize) -> LeafMut<'_> {
                only(i);
                Self::joined_mut(from_mut(self))
            }
            fn leaf_shape(&self, i: usize) -> LeafShape {
                only(i);
                LeafShape::NUMBER
            }
            fn leaf_name(&self, i: usize) -> LeafName {
                only(i);
                LeafName::EMPTY
            }
            #[inline(always)]
            fn joined(row: &[Self]) -> Leaf<'_> {
                Leaf::$T(row)
            }
            #[inline(always)]
            fn joined_mut(row: &mut [Self]) -> LeafMut<'_> {
                LeafMut::$T(row)
            }
        }
    )*};
}
number!(f32: F32 f64: F64);
#[cfg(feature = "half")]
number!(half::f16: F16 half::bf16: BF16);

/// Checks the index for a value with one leaf.
#[inline(always)]
#[track_caller]
fn only(i: usize) {
    if i > 0 {
        no_leaf(i - 1)
    }
}

macro_rules! constant {
    (impl[$($generics:tt)*] for $t:ty) => {
        impl<$($generics)*> Leaves for $t {
            const COUNT: Option<Count> = Some(Count::NONE);
            fn leaf(&self, i: usize) -> Leaf<'_> {
                no_leaf(i)
            }
            fn leaf_mut(&mut self, i: usize) -> LeafMut<'_> {
                no_leaf(i)
            }
            fn leaf_shape(&self, i: usize) -> LeafShape {
                no_leaf(i)
            }
            fn leaf_name(&self, i: usize) -> LeafName {
                no_leaf(i)
            }
        }
    };
    ($($t:ty)*) => {
        $(constant!(impl[] for $t);)*
    };
}
constant!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool char str NoGrad);
constant!(());
#[cfg(feature = "alloc")]
constant!(alloc::string::String);
constant!(impl[T: ?Sized] for PhantomData<T>);

impl<T: Element + Leaves, S: AnyShape> Leaves for Tensor<T, S> {
    const COUNT: Option<Count> = match T::COUNT {
        Some(Count { leaves, parameters }) if S::STATIC => Some(Count { leaves, parameters: parameters * S::ROW }),
        _ => None,
    };
    #[inline(always)]
    fn count_leaves(&self) -> Count {
        const { Self::COUNT }.unwrap_or_else(|| self.as_slice().count_leaves())
    }
    #[inline(always)]
    fn leaf(&self, i: usize) -> Leaf<'_> {
        only(i);
        T::joined(self.as_slice())
    }
    #[inline(always)]
    fn leaf_mut(&mut self, i: usize) -> LeafMut<'_> {
        only(i);
        T::joined_mut(self.as_mut_slice())
    }
    fn leaf_shape(&self, i: usize) -> LeafShape {
        const fn of<S: AnyShape>(rows: usize) -> LeafShape {
            LeafShape::new(lens::<S>(rows).split_at(MAX_RANK - S::AXES).1)
        }
        only(i);
        if S::STATIC { const { of::<S>(1) } } else { of::<S>(self.count_rows()) }
    }
    fn leaf_name(&self, i: usize) -> LeafName {
        only(i);
        LeafName::EMPTY
    }
}

/// Numbers, nested or not, are one leaf; anything else keeps its leaves, element by element.
impl<T: Leaves> Leaves for [T] {
    const COUNT: Option<Count> = None;
    #[inline(always)]
    fn count_leaves(&self) -> Count {
        match T::COUNT {
            Some(Count { parameters, .. }) if T::JOINED.is_some() => Count::one(self.len() * parameters),
            Some(each) => each.times(self.len()),
            None => self.iter().fold(Count::NONE, |count, element| count.and(element.count_leaves())),
        }
    }
    #[inline(always)]
    fn leaf(&self, i: usize) -> Leaf<'_> {
        if T::JOINED.is_some() {
            only(i);
            return T::joined(self);
        }
        let (element, i) = find(self, i);
        self[element].leaf(i)
    }
    #[inline(always)]
    fn leaf_mut(&mut self, i: usize) -> LeafMut<'_> {
        if T::JOINED.is_some() {
            only(i);
            return T::joined_mut(self);
        }
        let (element, i) = find(self, i);
        self[element].leaf_mut(i)
    }
    fn leaf_shape(&self, i: usize) -> LeafShape {
        if let Some(shape) = T::JOINED {
            only(i);
            return shape.within(self.len());
        }
        let (element, i) = find(self, i);
        self[element].leaf_shape(i)
    }
    fn leaf_name(&self, i: usize) -> LeafName {
        if T::JOINED.is_some() {
            only(i);
            return LeafName::EMPTY;
        }
        let (element, i) = find(self, i);
        self[element].leaf_name(i).at_position(element)
    }
}

/// The element that has leaf `i` of a list, and the number of the leaf there.
#[inline(always)]
fn find<T: Leaves>(list: &[T], mut i: usize) -> (usize, usize) {
    if let Some(each) = T::COUNT {
        let all = each.times(list.len()).leaves;
        return if i < all { (i / each.leaves, i % each.leaves) } else { no_leaf(i - all) };
    }
    for (element, value) in list.iter().enumerate() {
        let Some(rest) = i.checked_sub(value.leaf_count()) else { return (element, i) };
        i = rest;
    }
    no_leaf(i)
}

/// As of a slice.
impl<T: Leaves, const N: usize> Leaves for [T; N] {
    const COUNT: Option<Count> = match T::COUNT {
        Some(Count { parameters, .. }) if T::JOINED.is_some() => Some(Count::one(N * parameters)),
        Some(each) => Some(each.times(N)),
        None => None,
    };
    const JOINED: Option<LeafShape> = match T::JOINED {
        Some(shape) => Some(shape.within(N)),
        None => None,
    };
    #[inline(always)]
    fn count_leaves(&self) -> Count {
        self[..].count_leaves()
    }
    #[inline(always)]
    fn leaf(&self, i: usize) -> Leaf<'_> {
        self[..].leaf(i)
    }
    #[inline(always)]
    fn leaf_mut(&mut self, i: usize) -> LeafMut<'_> {
        self[..].leaf_mut(i)
    }
    fn leaf_shape(&self, i: usize) -> LeafShape {
        self[..].leaf_shape(i)
    }
    fn leaf_name(&self, i: usize) -> LeafName {
        self[..].leaf_name(i)
    }
    #[inline(always)]
    fn joined(row: &[Self]) -> Leaf<'_> {
        T::joined(row.as_flattened())
    }
    #[inline(always)]
    fn joined_mut(row: &mut [Self]) -> LeafMut<'_> {
        T::joined_mut(row.as_flattened_mut())
    }
}

/// What owns its content on the heap has the leaves of the content.
#[cfg(feature = "alloc")]
macro_rules! owner {
    (impl[$($generics:tt)*] for $t:ty: $content:ty, $count:expr) => {
        impl<$($generics)*> Leaves for $t {
            const COUNT: Option<Count> = $count;
            #[inline(always)]
            fn count_leaves(&self) -> Count {
                <$content>::count_leaves(self)
            }
            #[inline(always)]
            fn leaf(&self, i: usize) -> Leaf<'_> {
                <$content>::leaf(self, i)
            }
            #[inline(always)]
            fn leaf_mut(&mut self, i: usize) -> LeafMut<'_> {
                <$content>::leaf_mut(self, i)
            }
            fn leaf_shape(&self, i: usize) -> LeafShape {
                <$content>::leaf_shape(self, i)
            }
            fn leaf_name(&self, i: usize) -> LeafName {
                <$content>::leaf_name(self, i)
            }
        }
    };
}
#[cfg(feature = "alloc")]
owner!(impl[T: Leaves] for alloc::vec::Vec<T>: [T], None);
#[cfg(feature = "alloc")]
owner!(impl[T: Leaves + ?Sized] for alloc::boxed::Box<T>: T, T::COUNT);

macro_rules! tuple {
    ($($t:ident $i:tt),+) => {
        impl<$($t: Leaves),+> Leaves for ($($t,)+) {
            const COUNT: Option<Count> = {
                let count = Some(Count::NONE);
                $(let count = Count::both(count, $t::COUNT);)+
                count
            };
            #[inline(always)]
            fn count_leaves(&self) -> Count {
                Count::NONE $(.and(self.$i.count_leaves()))+
            }
            #[inline(always)]
            fn leaf(&self, i: usize) -> Leaf<'_> {
                $(let Some(i) = i.checked_sub(self.$i.leaf_count()) else { return self.$i.leaf(i) };)+
                no_leaf(i)
            }
            #[inline(always)]
            fn leaf_mut(&mut self, i: usize) -> LeafMut<'_> {
                $(let Some(i) = i.checked_sub(self.$i.leaf_count()) else { return self.$i.leaf_mut(i) };)+
                no_leaf(i)
            }
            fn leaf_shape(&self, i: usize) -> LeafShape {
                $(let Some(i) = i.checked_sub(self.$i.leaf_count()) else { return self.$i.leaf_shape(i) };)+
                no_leaf(i)
            }
            fn leaf_name(&self, i: usize) -> LeafName {
                $(let Some(i) = i.checked_sub(self.$i.leaf_count()) else {
                    return self.$i.leaf_name(i).at_position($i);
                };)+
                no_leaf(i)
            }
        }
    };
}
tuple!(A 0);
tuple!(A 0, B 1);
tuple!(A 0, B 1, C 2);
tuple!(A 0, B 1, C 2, D 3);
tuple!(A 0, B 1, C 2, D 3, E 4);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);
