//! What is returned for a slice: as many values as it has elements.

/// The values for the elements of a slice, in the calls that return them: cotangents, columns.
#[cfg(feature = "alloc")]
pub type Owned<C> = alloc::vec::Vec<C>;

/// The values for the elements of a slice, in the calls that return them. Without an allocator there are none.
#[cfg(not(feature = "alloc"))]
#[derive(Debug, Clone)]
pub struct Owned<C>(core::marker::PhantomData<C>, core::convert::Infallible);

#[cfg(not(feature = "alloc"))]
impl<C> core::ops::Deref for Owned<C> {
    type Target = [C];
    fn deref(&self) -> &[C] {
        match self.1 {}
    }
}

#[cfg(not(feature = "alloc"))]
impl<C> core::ops::DerefMut for Owned<C> {
    fn deref_mut(&mut self) -> &mut [C] {
        match self.1 {}
    }
}
