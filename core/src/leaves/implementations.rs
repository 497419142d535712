//! The leaves of numbers, tensors, arrays and tuples.

use core::fmt;
use core::marker::PhantomData;
use core::slice::{from_mut, from_ref};

use super::axes::Axes;
use super::no_leaf::no_leaf;
use super::{Leaf, LeafMut, LeafPath, Leaves};
use crate::differentiable::NoGrad;
use crate::scalar::Element;
use crate::tensor::{Shape, Tensor};

macro_rules! number {
    ($($t:ty: $T:ident)*) => {$(
        impl Leaves for $t {
            const LEAVES: usize = 1;
            const PARAMETERS: usize = 1;
            const JOINED: Option<Axes> = Some(Axes::NONE);
            #[inline(always)]
            fn leaf(&self, i: usize) -> Leaf<'_> {
                only::<Self>(i);
                Self::joined(from_ref(self))
            }
            #[inline(always)]
            fn leaf_mut(&mut self, i: usize) -> LeafMut<'_> {
                only::<Self>(i);
                Self::joined_mut(from_mut(self))
            }
            fn leaf_shape(i: usize) -> &'static [usize] {
                only::<Self>(i);
                &[]
            }
            fn write_leaf_name(i: usize, _: &mut LeafPath<'_>) -> fmt::Result {
                only::<Self>(i);
                Ok(())
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

/// Checks the index for a type with one leaf or none.
#[inline(always)]
#[track_caller]
fn only<P: Leaves + ?Sized>(i: usize) {
    if i >= P::LEAVES {
        no_leaf(i - P::LEAVES)
    }
}

macro_rules! constant {
    (impl[$($generics:tt)*] for $t:ty) => {
        impl<$($generics)*> Leaves for $t {
            const LEAVES: usize = 0;
            const PARAMETERS: usize = 0;
            fn leaf(&self, i: usize) -> Leaf<'_> {
                no_leaf(i)
            }
            fn leaf_mut(&mut self, i: usize) -> LeafMut<'_> {
                no_leaf(i)
            }
            fn leaf_shape(i: usize) -> &'static [usize] {
                no_leaf(i)
            }
            fn write_leaf_name(i: usize, _: &mut LeafPath<'_>) -> fmt::Result {
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
constant!(impl[T: ?Sized] for PhantomData<T>);

impl<T: Element + Leaves, S: Shape> Leaves for Tensor<T, S> {
    const LEAVES: usize = T::LEAVES;
    const PARAMETERS: usize = T::PARAMETERS * S::NUMEL;
    #[inline(always)]
    fn leaf(&self, i: usize) -> Leaf<'_> {
        only::<Self>(i);
        T::joined(self.as_slice())
    }
    #[inline(always)]
    fn leaf_mut(&mut self, i: usize) -> LeafMut<'_> {
        only::<Self>(i);
        T::joined_mut(self.as_mut_slice())
    }
    fn leaf_shape(i: usize) -> &'static [usize] {
        only::<Self>(i);
        S::LENS
    }
    fn write_leaf_name(i: usize, _: &mut LeafPath<'_>) -> fmt::Result {
        only::<Self>(i);
        Ok(())
    }
}

/// Numbers, nested or not, are one leaf; anything else keeps its leaves, element by element.
impl<T: Leaves, const N: usize> Leaves for [T; N] {
    const LEAVES: usize = if T::JOINED.is_some() { 1 } else { N * T::LEAVES };
    const PARAMETERS: usize = N * T::PARAMETERS;
    const JOINED: Option<Axes> = match T::JOINED {
        Some(axes) => Some(axes.within(N)),
        None => None,
    };
    #[inline(always)]
    fn leaf(&self, i: usize) -> Leaf<'_> {
        only::<Self>(i);
        if T::JOINED.is_some() { T::joined(self) } else { self[i / T::LEAVES].leaf(i % T::LEAVES) }
    }
    #[inline(always)]
    fn leaf_mut(&mut self, i: usize) -> LeafMut<'_> {
        only::<Self>(i);
        if T::JOINED.is_some() { T::joined_mut(self) } else { self[i / T::LEAVES].leaf_mut(i % T::LEAVES) }
    }
    fn leaf_shape(i: usize) -> &'static [usize] {
        only::<Self>(i);
        match const { &Self::JOINED } {
            Some(axes) => axes.lens(),
            None => T::leaf_shape(i % T::LEAVES),
        }
    }
    fn write_leaf_name(i: usize, path: &mut LeafPath<'_>) -> fmt::Result {
        only::<Self>(i);
        if T::JOINED.is_some() {
            return Ok(());
        }
        path.segment(i / T::LEAVES)?;
        T::write_leaf_name(i % T::LEAVES, path)
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

macro_rules! tuple {
    ($($t:ident $i:tt),+) => {
        impl<$($t: Leaves),+> Leaves for ($($t,)+) {
            const LEAVES: usize = 0 $(+ $t::LEAVES)+;
            const PARAMETERS: usize = 0 $(+ $t::PARAMETERS)+;
            #[inline(always)]
            fn leaf(&self, i: usize) -> Leaf<'_> {
                $(let Some(i) = i.checked_sub($t::LEAVES) else { return self.$i.leaf(i) };)+
                no_leaf(i)
            }
            #[inline(always)]
            fn leaf_mut(&mut self, i: usize) -> LeafMut<'_> {
                $(let Some(i) = i.checked_sub($t::LEAVES) else { return self.$i.leaf_mut(i) };)+
                no_leaf(i)
            }
            fn leaf_shape(i: usize) -> &'static [usize] {
                $(let Some(i) = i.checked_sub($t::LEAVES) else { return $t::leaf_shape(i) };)+
                no_leaf(i)
            }
            fn write_leaf_name(i: usize, path: &mut LeafPath<'_>) -> fmt::Result {
                $(let Some(i) = i.checked_sub($t::LEAVES) else {
                    path.segment($i)?;
                    return $t::write_leaf_name(i, path);
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
