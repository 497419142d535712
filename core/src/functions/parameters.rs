//! How a function takes a parameter, as types: generic code that makes arguments of its own needs to know.

/// `x: T`. Whether it is `ACTIVE`, so has a part in the gradient, is a parameter of all three.
#[derive(Debug)]
pub struct ByValue<const ACTIVE: bool>;

/// `x: &T`
#[derive(Debug)]
pub struct Shared<const ACTIVE: bool>;

/// `x: &mut T`
#[derive(Debug)]
pub struct Exclusive<const ACTIVE: bool>;
