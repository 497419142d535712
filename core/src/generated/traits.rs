//! Methods of traits whose derivatives a trait leads to: what `impl` blocks call where the trait has no macro of its name.

use crate::differentiable::Differentiable;
use crate::tape::Taped;

/// The halves of the methods in an `impl` block whose trait has no derivatives: nothing. The type has them too.
#[doc(hidden)]
#[macro_export]
macro_rules! halves_not_in_a_trait {
    ($($any:tt)*) => {};
}

/// The same for a type that cannot have them: the error.
#[doc(hidden)]
#[macro_export]
macro_rules! halves_only_in_a_trait {
    (otherwise { $($error:tt)* }) => { $($error)* };
    ($($any:tt)*) => {};
}

pub use halves_not_in_a_trait as not_in_a_trait;
pub use halves_only_in_a_trait as only_in_a_trait;

/// A value with a derivative. The tape can keep it, and its tangent.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no derivative that can be kept",
    label = "not differentiable, or not for the tape",
    note = "put `#[derive(Differentiable)]` on the type, and on those of its fields"
)]
pub trait KeptOnTape: Differentiable<Tangent: Taped> + Taped {}

#[diagnostic::do_not_recommend]
impl<T: Differentiable<Tangent: Taped> + Taped> KeptOnTape for T {}

/// What the halves that a trait declares do by default. It never runs: each implementation has the attribute, which writes them.
#[cold]
pub fn not_implemented() -> ! {
    panic!("this implementation of a trait has no derivative")
}

/// Panics, so that the message names the caller and not the standard library.
#[track_caller]
const fn refuse(message: &str) -> ! {
    panic!("{}", message)
}

const ONLY_OF_NUMBERS: &str = "this implementation of a trait has a derivative for numbers only, and the parameter of the trait may be anything: \
     give it the bound of the implementation, as in `trait Curve<T: Float>`";

/// What stands in place of the halves of an implementation for numbers, where the trait does not say that its parameter is one: a call
/// that leads here does not compile.
pub fn only_of_numbers<T>() -> ! {
    const { refuse(ONLY_OF_NUMBERS) }
}

const ONLY_OF_COPIES: &str = "this implementation of a trait changes values of another, and the trait does not say that they can be copied: \
     let it do so, as in `trait Filter: Clone`";

/// The same of an implementation that is generic over another, where a method changes its receiver.
pub fn only_of_copies<T>() -> ! {
    const { refuse(ONLY_OF_COPIES) }
}
