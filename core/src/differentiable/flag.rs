//! Decisions in the type system: whether a rule reads a value, whether a cotangent is wanted.

/// A decision in the type system: [`Yes`] or [`No`].
pub trait Flag: Copy + Default + 'static {
    /// The decision.
    const VALUE: bool;
    /// Set if this and `B` are.
    type And<B: Flag>: Flag;
    /// Set if this or `B` is.
    type Or<B: Flag>: Flag;
    /// `A` if it is set, else `B`.
    #[doc(hidden)]
    type If<A: Default, B: Default>: Default;
}

/// The flag that is set.
#[derive(Clone, Copy, Debug, Default)]
pub struct Yes;

/// The flag that is not set.
#[derive(Clone, Copy, Debug, Default)]
pub struct No;

impl Flag for Yes {
    const VALUE: bool = true;
    type And<B: Flag> = B;
    type Or<B: Flag> = Self;
    type If<A: Default, B: Default> = A;
}
impl Flag for No {
    const VALUE: bool = false;
    type And<B: Flag> = Self;
    type Or<B: Flag> = B;
    type If<A: Default, B: Default> = B;
}
