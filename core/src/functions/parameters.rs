//! How a function takes a parameter, as types. Generic code needs them to make arguments of its own.

/// `x: T`. `ACTIVE` says whether the parameter has a part in the gradient, here and in the other two.
#[derive(Debug)]
pub struct ByValue<const ACTIVE: bool>;

/// `x: &T`
#[derive(Debug)]
pub struct Shared<const ACTIVE: bool>;

/// `x: &mut T`
#[derive(Debug)]
pub struct Exclusive<const ACTIVE: bool>;
