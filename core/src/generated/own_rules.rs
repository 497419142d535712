//! Rules of operators in functions that are generic over vectors, `V: Add<Output = V> + Mul<f64, Output = V>`.
//!
//! Such a function finds the rule of an operator by its bounds. Numbers have the rules of the library. An operator of the user's is a rule
//! too, written beside it. Sums and products with a number leave nothing on the tape; of others both halves run in the reverse half.

use core::marker::PhantomData;

use crate::differentiable::{Ct, NoGrad};
use crate::ops;
use crate::rule::slot::Slot;
use crate::rule::{Rule1, Rule2};
use crate::tape::{Read, Store, Tape, TapeSize, UNBOUNDED, fits, on_own_tape};

/// Runs both halves of an operator, on a tape of so many words. The forward half leaves nothing if there are none, so it does not run.
#[inline(always)]
pub fn on_words<Y, R>(
    words: usize,
    mut forward: impl FnMut(&mut Tape<'_>) -> Y,
    reverse: impl FnOnce(&mut Tape<'_>) -> R,
) -> R {
    if words == 0 {
        return fits(<[u64; 0] as Store>::run(&mut [], |_| (), |tape, ()| reverse(tape)));
    }
    on_own_tape(words, |memory| {
        fits(memory.run(
            |tape| {
                forward(tape);
            },
            |tape, ()| reverse(tape),
        ))
    })
}

/// The words of an operator.
///
/// # Panics
/// When they are known only at run time. The call is evaluated in a constant, so the panic is a compile error.
#[must_use]
pub const fn known_words(size: TapeSize) -> usize {
    assert!(
        size.words() < UNBOUNDED,
        "this operator keeps values whose number is known only at run time, so functions that are generic over its type cannot call it: \
         give them a trait with a method for it, with `#[differentiable]`"
    );
    size.words()
}

/// One more rule of each operator, so that the compiler does not take the one in a bound for that of any operands.
macro_rules! one_more {
    ($($op:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<V: ?Sized + 'static> Rule2<PhantomData<V>, PhantomData<V>> for ops::$op {
            type Output = PhantomData<V>;
            type Residual = ();
            fn forward(a: &PhantomData<V>, _: &PhantomData<V>) -> (PhantomData<V>, ()) {
                (*a, ())
            }
            fn vjp(
                (): &(),
                _: Read<'_, PhantomData<V>>,
                _: Read<'_, PhantomData<V>>,
                _: Read<'_, PhantomData<V>>,
                _: &NoGrad,
                _: impl Slot<NoGrad>,
                _: impl Slot<NoGrad>,
            ) {
            }
            fn jvp(
                _: &PhantomData<V>,
                _: &PhantomData<V>,
                _: &PhantomData<V>,
                _: Option<&NoGrad>,
                _: Option<&NoGrad>,
            ) -> Ct<PhantomData<V>> {
                NoGrad
            }
        }
    )*};
}
one_more!(add sub mul div);

#[diagnostic::do_not_recommend]
impl<V: ?Sized + 'static> Rule1<PhantomData<V>> for ops::neg {
    type Output = PhantomData<V>;
    type Residual = ();
    fn forward(a: &PhantomData<V>) -> (PhantomData<V>, ()) {
        (*a, ())
    }
    fn vjp((): &(), _: Read<'_, PhantomData<V>>, _: Read<'_, PhantomData<V>>, _: &NoGrad, _: impl Slot<NoGrad>) {}
    fn jvp(_: &PhantomData<V>, _: &PhantomData<V>, _: Option<&NoGrad>) -> NoGrad {
        NoGrad
    }
}
