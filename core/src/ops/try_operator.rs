//! What `?` takes apart: a value, or what the function returns instead.

/// What `?` takes: a value, or what the function returns instead.
pub trait Outcome {
    /// The value.
    type Value;
    /// What is returned instead, for results of other types.
    type Residual;
    /// Whether there is no value.
    fn stops(&self) -> bool;
    /// The value.
    ///
    /// # Panics
    /// When there is none, which generated code has asked before.
    fn payload(self) -> Self::Value;
    /// The same, not moved out.
    fn payload_ref(&self) -> &Self::Value;
    /// What is returned instead.
    fn residual(self) -> Self::Residual;
}

/// The result of a function that can return `R` of a `?` in it.
#[diagnostic::on_unimplemented(
    message = "`?` cannot return this from a function whose result is `{Self}`",
    label = "in this function"
)]
pub trait Returns<R> {
    /// The result that says there is no value.
    fn returns(residual: R) -> Self;
}

/// The residual of `None`.
#[derive(Debug)]
pub struct Absent;

/// The residual of an error.
#[derive(Debug)]
pub struct Failed<E>(E);

fn asked<R>() -> R {
    unreachable!("whether there is a value was asked before")
}

impl<T> Outcome for Option<T> {
    type Value = T;
    type Residual = Absent;
    #[inline(always)]
    fn stops(&self) -> bool {
        self.is_none()
    }
    #[inline(always)]
    fn payload(self) -> T {
        self.unwrap_or_else(asked)
    }
    #[inline(always)]
    fn payload_ref(&self) -> &T {
        self.as_ref().unwrap_or_else(asked)
    }
    #[inline(always)]
    fn residual(self) -> Absent {
        Absent
    }
}

impl<T> Returns<Absent> for Option<T> {
    #[inline(always)]
    fn returns(_: Absent) -> Self {
        None
    }
}

impl<T, E> Outcome for Result<T, E> {
    type Value = T;
    type Residual = Failed<E>;
    #[inline(always)]
    fn stops(&self) -> bool {
        self.is_err()
    }
    #[inline(always)]
    fn payload(self) -> T {
        self.unwrap_or_else(|_| asked())
    }
    #[inline(always)]
    fn payload_ref(&self) -> &T {
        self.as_ref().unwrap_or_else(|_| asked())
    }
    #[inline(always)]
    fn residual(self) -> Failed<E> {
        match self {
            Ok(_) => asked(),
            Err(error) => Failed(error),
        }
    }
}

impl<T, E, F: From<E>> Returns<Failed<E>> for Result<T, F> {
    #[inline(always)]
    fn returns(Failed(error): Failed<E>) -> Self {
        Err(error.into())
    }
}
