//! Functions that are passed by their names: only a closure says how it is called.

/// Not implemented: its message is that of a function passed by its name.
#[diagnostic::on_unimplemented(
    message = "a function that is passed by its name has no derivative",
    label = "a function, by its name",
    note = "pass a closure that calls it: `|x| f(x)`"
)]
pub trait CalledInAClosure {}

/// A function, with arguments and a result.
pub trait FunctionByName<A, R>: Sized {
    /// Claims that it is none.
    #[expect(clippy::wrong_self_convention, reason = "the lookup of methods by value decides")]
    fn is_no_function(self)
    where
        Self: CalledInAClosure,
    {
    }
}

#[diagnostic::do_not_recommend]
impl<F: Fn() -> R, R> FunctionByName<(), R> for F {}
#[diagnostic::do_not_recommend]
impl<F: Fn(A) -> R, A, R> FunctionByName<(A,), R> for F {}
#[diagnostic::do_not_recommend]
impl<F: Fn(A, B) -> R, A, B, R> FunctionByName<(A, B), R> for F {}
#[diagnostic::do_not_recommend]
impl<F: Fn(A, B, C) -> R, A, B, C, R> FunctionByName<(A, B, C), R> for F {}
#[diagnostic::do_not_recommend]
impl<F: Fn(A, B, C, D) -> R, A, B, C, D, R> FunctionByName<(A, B, C, D), R> for F {}

/// Any other value.
pub trait NoFunctionByName {
    /// Claims that it is no function: it is none.
    fn is_no_function(&self) {}
}

#[diagnostic::do_not_recommend]
impl<V: ?Sized> NoFunctionByName for V {}
