// Code of a user, in modules with different names around it.

/// A straight line.
#[derive(::cotangent::Differentiable, ::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
pub struct Line {
    /// How steep it is.
    pub slope: ::core::primitive::f64,
    /// Where it starts.
    pub offset: ::core::primitive::f64,
    #[constant]
    counted: ::core::primitive::u8,
}

#[::cotangent::differentiable]
impl Line {
    /// The value at `t`.
    #[must_use]
    pub fn at(&self, t: ::core::primitive::f64) -> ::core::primitive::f64 {
        self.slope * t + self.offset
    }
}

/// One of two.
#[derive(::cotangent::Differentiable, ::core::clone::Clone, ::core::fmt::Debug)]
pub enum Either {
    /// The one.
    Left(::core::primitive::f64),
    /// The other.
    Right {
        /// Its value.
        value: ::core::primitive::f64,
    },
}

/// Names that the derived code has variables for.
#[::cotangent::differentiable]
#[must_use]
pub fn locals(
    tape: ::core::primitive::f64,
    seed: ::core::primitive::f64,
    #[constant] value: ::core::primitive::f64,
    either: &Either,
) -> ::core::primitive::f64 {
    let t = tape * seed;
    let bar = t.sin() * value;
    let (s0, c0, k0, v0) = (bar * 2.0, t, bar, t * bar);
    let input = match either {
        Either::Left(d) => d * s0,
        Either::Right { value } => value * c0,
    };
    let mut x_bar = input;
    for part in 0..3 {
        if part == 2 {
            continue;
        }
        x_bar += k0 * v0;
        #[checkpoint]
        for _times in 0..part {
            x_bar *= 0.5;
        }
        if x_bar > 100.0 {
            return x_bar;
        }
    }
    let own = |lender: ::core::primitive::f64| lender * x_bar;
    own(t)
}

/// A value that may not be there.
#[::cotangent::differentiable]
#[must_use]
pub fn root(x: ::core::primitive::f64) -> ::core::option::Option<::core::primitive::f64> {
    if x < 0.0 {
        return ::core::option::Option::None;
    }
    ::core::option::Option::Some(x.sqrt())
}

/// The same, of another.
#[::cotangent::differentiable]
#[must_use]
pub fn twice(x: ::core::primitive::f64) -> ::core::option::Option<::core::primitive::f64> {
    let once = root(x)?;
    root(once)
}
