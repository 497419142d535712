//! A rule that is wrong on purpose: programs that use it must be found.

cotangent::elementwise! {
    /// Where the wrong rule is a method.
    pub trait Planted;

    /// `sin x`. The derivative has the wrong sign.
    planted(x) = x.sin(), x => -x.cos();
}
