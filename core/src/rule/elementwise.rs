//! Operations that work number by number, one row each.
//!
//! A row is `y = f(x)` and one partial derivative, as an expression of the input or of the output, whichever is
//! cheaper. It generates the method and both modes, for scalars and for tensors.

use core::marker::PhantomData;

use crate::differentiable::{Ct, Differentiable, Tangent};
use crate::kernels::{self, Function, FunctionOfTwo, Functions};
use crate::rule::slot::{Slot, WriteMode};
use crate::rule::{Rule, Rule1, add_dual};
use crate::scalar::{Dual, Real, ScalarFunction, StrongZero};
use crate::tape::{Flag, No, Read, Taped, Yes};
use crate::tensor::{AnyShape, Tensor, zip_wide};

/// An operation `y = f(x)` on single numbers; [`elementwise!`](crate::elementwise) implements it from a row.
pub trait Elementwise: Copy + Default + 'static {
    /// [`FromInput`], [`FromOutput`], [`FromNothing`] or [`AtOnce`]: the argument of [`partial`](Self::partial).
    type From: Partial;
    /// Whether the derivative is often 0, as for `relu`: see [`Rule::OFTEN_ZERO`].
    const OFTEN_ZERO: bool = false;
    /// `f(x)`.
    fn value<T: Real>(x: T) -> T;
    /// `f'(x)`, from `x`, from `f(x)`, or from the residual of [`both`](Self::both), which is `f'(x)` itself.
    fn partial<T: Real>(from: T) -> T;
    /// `f(x)` and `f'(x)` at once.
    #[inline(always)]
    fn both<T: Real>(x: T) -> (T, T) {
        let y = Self::value(x);
        (y, Self::partial(Self::From::either(x, y)))
    }
}

/// The derivative is an expression of the input.
#[derive(Clone, Copy, Debug, Default)]
pub struct FromInput;

/// The derivative is an expression of the output.
#[derive(Clone, Copy, Debug, Default)]
pub struct FromOutput;

/// The derivative is a constant; it must not read its argument.
#[derive(Clone, Copy, Debug, Default)]
pub struct FromNothing;

/// The derivative is computed with the value, as a cosine with a sine: the forward sweep computes both and stores the
/// derivative.
#[derive(Clone, Copy, Debug, Default)]
pub struct AtOnce;

/// The value from which an elementwise operation computes its derivative.
pub trait Partial: Copy + Default + 'static {
    /// The flags for input and output.
    type Reads: Default;
    /// The residual of the forward sweep.
    type Residual<X: Taped>: Taped;
    /// The value and the residual.
    fn forward<R: Elementwise, X: Lanes>(x: &X) -> (X, Self::Residual<X>);
    /// The value; the residual is written to its place.
    #[inline(always)]
    fn forward_to<R: Elementwise, X: Lanes>(x: &X, residual: &mut Self::Residual<X>) -> X {
        let (y, kept) = Self::forward::<R, X>(x);
        *residual = kept;
        y
    }
    /// The value for the derivative; `any` if it needs none.
    fn pick<'a, X: Taped>(residual: &'a Self::Residual<X>, x: Read<'a, X>, y: Read<'a, X>, any: &'a X) -> &'a X;
    /// The input or the output, whichever the derivative is computed from.
    ///
    /// # Panics
    /// For [`AtOnce`], whose rows have [`both`](Elementwise::both).
    fn either<T>(x: T, y: T) -> T;
    /// The cotangent of the input and its tangent.
    #[doc(hidden)]
    fn second<R: Elementwise, X: Lanes>(
        x: (Read<'_, X>, Option<&X>),
        y: (Read<'_, X>, Option<&X>),
        c: (&X, Option<&X>),
        x_bar: impl Slot<X>,
        x_bar_dot: impl Slot<X>,
    );
}

/// `c · f'`, if the derivative is computed with the value.
#[inline(always)]
fn times_slope<R: Elementwise, T: Real>(c: T, x: T) -> T {
    times_partial::<R, T>(c, R::both(x).1)
}

impl Partial for FromInput {
    type Reads = (Yes, No);
    type Residual<X: Taped> = ();
    #[inline(always)]
    fn forward<R: Elementwise, X: Lanes>(x: &X) -> (X, ()) {
        (x.map_row::<R>(), ())
    }
    #[inline(always)]
    fn pick<'a, X: Taped>((): &'a (), x: Read<'a, X>, _: Read<'a, X>, _: &'a X) -> &'a X {
        x.get()
    }
    #[inline(always)]
    fn either<T>(x: T, _: T) -> T {
        x
    }
    #[inline(always)]
    fn second<R: Elementwise, X: Lanes>(
        (x, x_dot): (Read<'_, X>, Option<&X>),
        _: (Read<'_, X>, Option<&X>),
        c: (&X, Option<&X>),
        x_bar: impl Slot<X>,
        x_bar_dot: impl Slot<X>,
    ) {
        X::add_zip_dual(x_bar, x_bar_dot, c, (x, x_dot), times_partial::<R, Dual<Wide<X>>>);
    }
}

impl Partial for FromOutput {
    type Reads = (No, Yes);
    type Residual<X: Taped> = ();
    #[inline(always)]
    fn forward<R: Elementwise, X: Lanes>(x: &X) -> (X, ()) {
        (x.map_row::<R>(), ())
    }
    #[inline(always)]
    fn pick<'a, X: Taped>((): &'a (), _: Read<'a, X>, y: Read<'a, X>, _: &'a X) -> &'a X {
        y.get()
    }
    #[inline(always)]
    fn either<T>(_: T, y: T) -> T {
        y
    }
    #[inline(always)]
    fn second<R: Elementwise, X: Lanes>(
        _: (Read<'_, X>, Option<&X>),
        (y, y_dot): (Read<'_, X>, Option<&X>),
        c: (&X, Option<&X>),
        x_bar: impl Slot<X>,
        x_bar_dot: impl Slot<X>,
    ) {
        X::add_zip_dual(x_bar, x_bar_dot, c, (y, y_dot), times_partial::<R, Dual<Wide<X>>>);
    }
}

impl Partial for FromNothing {
    type Reads = (No, No);
    type Residual<X: Taped> = ();
    #[inline(always)]
    fn forward<R: Elementwise, X: Lanes>(x: &X) -> (X, ()) {
        (x.map_row::<R>(), ())
    }
    #[inline(always)]
    fn pick<'a, X: Taped>((): &'a (), _: Read<'a, X>, _: Read<'a, X>, any: &'a X) -> &'a X {
        any
    }
    #[inline(always)]
    fn either<T>(x: T, _: T) -> T {
        x
    }
    #[inline(always)]
    fn second<R: Elementwise, X: Lanes>(
        _: (Read<'_, X>, Option<&X>),
        _: (Read<'_, X>, Option<&X>),
        c: (&X, Option<&X>),
        x_bar: impl Slot<X>,
        x_bar_dot: impl Slot<X>,
    ) {
        X::add_zip_dual(x_bar, x_bar_dot, c, (Read::live(c.0), None), times_partial::<R, Dual<Wide<X>>>);
    }
}

impl Partial for AtOnce {
    type Reads = (No, No);
    type Residual<X: Taped> = X;
    #[inline(always)]
    fn forward<R: Elementwise, X: Lanes>(x: &X) -> (X, X) {
        x.map_row_twice::<R>()
    }
    #[inline(always)]
    fn forward_to<R: Elementwise, X: Lanes>(x: &X, residual: &mut X) -> X {
        x.map_row_with::<R>(residual)
    }
    #[inline(always)]
    fn pick<'a, X: Taped>(residual: &'a X, _: Read<'a, X>, _: Read<'a, X>, _: &'a X) -> &'a X {
        residual
    }
    fn either<T>(_: T, _: T) -> T {
        unreachable!("a row whose derivative comes with the value has `both`")
    }
    #[inline(always)]
    fn second<R: Elementwise, X: Lanes>(
        (x, x_dot): (Read<'_, X>, Option<&X>),
        _: (Read<'_, X>, Option<&X>),
        c: (&X, Option<&X>),
        x_bar: impl Slot<X>,
        x_bar_dot: impl Slot<X>,
    ) {
        X::add_zip_dual(x_bar, x_bar_dot, c, (x, x_dot), times_slope::<R, Dual<Wide<X>>>);
    }
}

/// The number type in which functions of the lanes are computed: their own, or `f32` for `f16` and `bf16`.
pub type Wide<X> = <<X as Lanes>::Lane as Real>::Wide;

/// A number, or a tensor of numbers, as the lanes of an elementwise operation.
#[diagnostic::on_unimplemented(
    message = "elementwise operations do not work on `{Self}`",
    label = "not a number or a tensor of numbers"
)]
pub trait Lanes: Differentiable<Tangent = Self> + Tangent + Taped {
    /// The number type.
    type Lane: Real;
    /// `f` of every lane, rounded once.
    #[must_use]
    fn map_lanes(&self, f: impl Fn(Wide<Self>) -> Wide<Self>) -> Self;
    /// Both values of `f` of every lane.
    #[must_use]
    #[allow(clippy::type_complexity)]
    fn map_lanes_twice(&self, f: impl Fn(Wide<Self>) -> (Wide<Self>, Wide<Self>)) -> (Self, Self);
    /// `f` of every pair of lanes.
    #[must_use]
    fn zip_lanes(&self, other: &Self, f: impl Fn(Wide<Self>, Wide<Self>) -> Wide<Self>) -> Self;
    /// The operation `R` of every lane.
    #[must_use]
    #[inline(always)]
    fn map_row<R: Elementwise>(&self) -> Self {
        self.map_lanes(StrongZero::row::<R>)
    }
    /// The operation `R` of every lane, and its derivative.
    #[must_use]
    #[inline(always)]
    fn map_row_twice<R: Elementwise>(&self) -> (Self, Self) {
        self.map_lanes_twice(R::both)
    }
    /// The same, with the derivative written to its place.
    #[must_use]
    #[inline(always)]
    fn map_row_with<R: Elementwise>(&self, derivative: &mut Self) -> Self {
        let (value, of_value) = self.map_row_twice::<R>();
        *derivative = of_value;
        value
    }
    /// Adds the lanes of `c` times the derivatives of `R`, which are computed from `from`; or overwrites with them, if
    /// the tangent is one that is written.
    #[inline(always)]
    fn put_times_partial<R: Elementwise>(&mut self, c: &Self, from: &Self, _: WriteMode) {
        self.add_zip(c, from, times_partial::<R, Wide<Self>>);
    }
    /// Adds `f(a, b)` of every pair of lanes to `self`, and rounds once.
    fn add_zip(&mut self, a: &Self, b: &Self, f: impl Fn(Wide<Self>, Wide<Self>) -> Wide<Self>);
    /// Adds `f(a, b)` of every pair of lanes with tangents: the values to one place, the tangents to another.
    #[doc(hidden)]
    fn add_zip_dual<P: Slot<Self>, Q: Slot<Self>>(
        place: P,
        place_dot: Q,
        a: (&Self, Option<&Self>),
        b: (Read<'_, Self>, Option<&Self>),
        f: impl Fn(Dual<Wide<Self>>, Dual<Wide<Self>>) -> Dual<Wide<Self>>,
    );
}

impl<T: Real> Lanes for T {
    type Lane = T;
    #[inline(always)]
    fn map_lanes(&self, f: impl Fn(T::Wide) -> T::Wide) -> T {
        T::rounded(f(self.widen()))
    }
    #[inline(always)]
    fn map_lanes_twice(&self, f: impl Fn(T::Wide) -> (T::Wide, T::Wide)) -> (T, T) {
        let (first, second) = f(self.widen());
        (T::rounded(first), T::rounded(second))
    }
    #[inline(always)]
    fn zip_lanes(&self, other: &T, f: impl Fn(T::Wide, T::Wide) -> T::Wide) -> T {
        T::rounded(f(self.widen(), other.widen()))
    }
    #[inline(always)]
    fn add_zip(&mut self, a: &T, b: &T, f: impl Fn(T::Wide, T::Wide) -> T::Wide) {
        kernels::add_to(self, f(a.widen(), b.widen()));
    }
    #[inline(always)]
    fn add_zip_dual<P: Slot<T>, Q: Slot<T>>(
        place: P,
        place_dot: Q,
        (a, a_dot): (&T, Option<&T>),
        (b, b_dot): (Read<'_, T>, Option<&T>),
        f: impl Fn(Dual<T::Wide>, Dual<T::Wide>) -> Dual<T::Wide>,
    ) {
        if P::Wanted::VALUE || Q::Wanted::VALUE {
            let sum = f(Dual::with_tangent(*a, a_dot.copied()), Dual::with_tangent(*b.get(), b_dot.copied()));
            place.accumulate(|d| kernels::add_to(d, sum.value()));
            place_dot.accumulate(|d| kernels::add_to(d, sum.tangent()));
        }
    }
}

impl<T: Real, S: AnyShape> Lanes for Tensor<T, S> {
    type Lane = T;
    #[inline(always)]
    fn map_lanes(&self, f: impl Fn(T::Wide) -> T::Wide) -> Self {
        S::written(self.count_rows(), |out: &mut Self| kernels::map_wide(self.as_slice(), out.as_mut_slice(), f))
    }
    #[inline(always)]
    fn map_lanes_twice(&self, f: impl Fn(T::Wide) -> (T::Wide, T::Wide)) -> (Self, Self) {
        S::written_two(self.count_rows(), |first, second: &mut Self| {
            first.as_mut_slice().copy_from_slice(self.as_slice());
            kernels::map_twice(first.as_mut_slice(), second.as_mut_slice(), f);
        })
    }
    #[inline(always)]
    fn zip_lanes(&self, other: &Self, f: impl Fn(T::Wide, T::Wide) -> T::Wide) -> Self {
        zip_wide(self, other, f)
    }
    #[inline(always)]
    fn map_row<R: Elementwise>(&self) -> Self {
        let map = |out: &mut Self| kernels::map_function::<ValueOf<R>, T>(self.as_slice(), out.as_mut_slice());
        S::written(self.count_rows(), map)
    }
    #[inline(always)]
    fn map_row_twice<R: Elementwise>(&self) -> (Self, Self) {
        S::written_two(self.count_rows(), |first: &mut Self, second: &mut Self| {
            kernels::map_functions::<BothOf<R>, T>(self.as_slice(), first.as_mut_slice(), second.as_mut_slice());
        })
    }
    #[inline(always)]
    fn map_row_with<R: Elementwise>(&self, derivative: &mut Self) -> Self {
        derivative.fit(self.count_rows());
        let derivative = derivative.as_mut_slice();
        S::written(self.count_rows(), |out: &mut Self| {
            kernels::map_functions::<BothOf<R>, T>(self.as_slice(), out.as_mut_slice(), derivative);
        })
    }
    #[inline(always)]
    fn put_times_partial<R: Elementwise>(&mut self, c: &Self, from: &Self, how: WriteMode) {
        if c.is_zero_of_any() {
            return;
        }
        self.fit(c.count_rows());
        kernels::put_function::<TimesPartial<R>, T>(c.as_slice(), from.as_slice(), self.as_mut_slice(), how);
    }
    #[inline(always)]
    fn add_zip(&mut self, a: &Self, b: &Self, f: impl Fn(T::Wide, T::Wide) -> T::Wide) {
        crate::tensor::zip_accumulate(a, b, self, f);
    }
    #[inline(always)]
    fn add_zip_dual<P: Slot<Self>, Q: Slot<Self>>(
        place: P,
        place_dot: Q,
        a: (&Self, Option<&Self>),
        b: (Read<'_, Self>, Option<&Self>),
        f: impl Fn(Dual<T::Wide>, Dual<T::Wide>) -> Dual<T::Wide>,
    ) {
        if P::Wanted::VALUE || Q::Wanted::VALUE {
            let none = Tensor::<T, ()>::ZEROS;
            add_dual(place, place_dot, (a, (b.0.get(), b.1), (&none, None)), |a, b, _| f(a, b));
        }
    }
}

/// The functions of an operation, for kernels that are independent of operations.
struct ValueOf<R>(PhantomData<R>);
struct BothOf<R>(PhantomData<R>);
struct TimesPartial<R>(PhantomData<R>);

impl<R: Elementwise> Function for ValueOf<R> {
    #[inline(always)]
    fn of<T: Real>(x: T) -> T {
        x.row::<R>()
    }
}
impl<R: Elementwise> Functions for BothOf<R> {
    #[inline(always)]
    fn of<T: Real>(x: T) -> (T, T) {
        R::both(x)
    }
}
impl<R: Elementwise> FunctionOfTwo for TimesPartial<R> {
    #[inline(always)]
    fn of<T: Real>(c: T, from: T) -> T {
        times_partial::<R, T>(c, from)
    }
}

impl<R: Elementwise> ScalarFunction for R {
    #[inline(always)]
    fn at<T: Real>(x: T) -> T {
        R::value(x)
    }
    #[inline]
    fn at_dual<T: Real>(x: T, x_dot: T) -> (T, T) {
        let (y, residual) = R::From::forward::<R, T>(&x);
        let from = R::From::pick(&residual, Read::live(&x), Read::live(&y), &x_dot);
        (y, T::rounded(times_partial::<R, T::Wide>(x_dot.widen(), from.widen())))
    }
}

impl<R: Elementwise> Rule for R {
    type Reads = <R::From as Partial>::Reads;
    const OFTEN_ZERO: bool = <R as Elementwise>::OFTEN_ZERO;
}

impl<R: Elementwise, X: Lanes> Rule1<X> for R {
    type Output = X;
    type Residual = <R::From as Partial>::Residual<X>;
    #[inline(always)]
    fn forward(x: &X) -> (X, Self::Residual) {
        R::From::forward::<R, X>(x)
    }
    #[inline(always)]
    fn forward_to(x: &X, residual: &mut Self::Residual) -> X {
        R::From::forward_to::<R, X>(x, residual)
    }
    #[inline(always)]
    fn vjp(residual: &Self::Residual, x: Read<'_, X>, y: Read<'_, X>, y_bar: &X, x_bar: impl Slot<Ct<X>>) {
        x_bar.put(|d, how| d.put_times_partial::<R>(y_bar, R::From::pick(residual, x, y, y_bar), how));
    }
    #[inline(always)]
    fn jvp(x: &X, y: &X, x_dot: Option<&X>) -> X {
        let Some(x_dot) = x_dot.filter(|x_dot| X::SIZED || !x_dot.is_nothing()) else { return X::zero() };
        let (_, residual) = Self::forward(x);
        x_dot.zip_lanes(R::From::pick(&residual, Read::live(x), Read::live(y), x_dot), times_partial::<R, Wide<X>>)
    }
    #[inline(always)]
    fn vjp_dual(
        x: Read<'_, X>,
        x_dot: Option<&X>,
        y: Read<'_, X>,
        y_dot: Option<&X>,
        y_bar: &X,
        y_bar_dot: Option<&X>,
        x_bar: impl Slot<X>,
        x_bar_dot: impl Slot<X>,
    ) {
        R::From::second::<R, X>((x, x_dot), (y, y_dot), (y_bar, y_bar_dot), x_bar, x_bar_dot);
    }
}

/// `c · f'`; a zero cotangent gives zero, also where the derivative is infinite or NaN.
#[inline(always)]
pub(crate) fn times_partial<R: Elementwise, T: Real>(c: T, from: T) -> T {
    let slope = R::partial(from);
    c.strongly(|c| c * slope)
}

/// `c · slope`, zero if either factor is zero: a zero cotangent gives zero where the derivative is infinite or NaN, and
/// a zero slope gives zero for an infinite cotangent.
#[inline(always)]
pub(crate) fn times<T: Real>(c: T, slope: T) -> T {
    c.times(slope)
}

/// Defines elementwise operations, one row each, in a crate of yours as in this one.
///
/// A row is `name(x) = value, from => partial;` where `from` is the token `x` (the derivative is an expression of the
/// input), `y` (of the output) or `none` (a constant). `name(x) = value, both => (value, partial);` computes the
/// derivative with the value. A zero cotangent gives exactly zero, also where the partial is infinite or NaN. A row
/// whose partial is often 0 ends with `, often_zero`: see [rules that are often
/// zero](crate::rule#rules-that-are-often-zero). The expressions are generic over [`Real`](crate::prelude::Real). The
/// head of the table names the trait that has the methods.
///
/// ```
/// use cotangent::prelude::*;
///
/// cotangent::elementwise! {
///     /// My activations.
///     pub trait Activations;
///
///     /// `x² / 2` on the positive side, 0 on the other.
///     rectified_square(x) = if x > T::ZERO { T::lit(0.5) * x * x } else { T::ZERO }, x => x.max(T::ZERO), often_zero;
/// }
///
/// #[differentiable]
/// fn energy(x: &Vector<f64, 3>) -> f64 {
///     x.rectified_square().sum()
/// }
/// assert_eq!(energy::grad(&tensor([-1.0, 2.0, 3.0])), tensor([0.0, 2.0, 3.0]));
/// ```
#[macro_export]
macro_rules! elementwise {
    ($(#[$meta:meta])* $vis:vis trait $trait:ident; $($rows:tt)*) => {
        $crate::elementwise_rules! { $($rows)* }
        $crate::elementwise_trait! { [$(#[$meta])* $vis trait $trait] [] $($rows)* }
    };
}

/// The rule types of [`elementwise!`].
#[doc(hidden)]
#[macro_export]
macro_rules! elementwise_rules {
    () => {};
    ($(#[$meta:meta])* $name:ident($x:ident) = $value:expr, both => $both:expr $(, $often_zero:ident)?; $($rest:tt)*) => {
        $crate::elementwise_rules! { $(#[$meta])* @both $name($x) = $value, $both $(, $often_zero)?; $($rest)* }
    };
    ($(#[$meta:meta])* $name:ident($x:ident) = $value:expr, $from:ident => $partial:expr $(, $often_zero:ident)?; $($rest:tt)*) => {
        $crate::elementwise_rules! { @row [$(#[$meta])*] $name($x) = $value, $from => $partial $(, $often_zero)?; $($rest)* }
    };
    ($(#[$meta:meta])* @both $name:ident($x:ident) = $value:expr, $both:expr $(, $often_zero:ident)?; $($rest:tt)*) => {
        $(#[$meta])*
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        impl $crate::rule::Elementwise for $name {
            type From = $crate::rule::AtOnce;
            $(const OFTEN_ZERO: bool = $crate::row_says!($often_zero);)?
            #[inline(always)]
            fn value<T: $crate::real::Real>($x: T) -> T {
                $value
            }
            #[inline(always)]
            fn partial<T: $crate::real::Real>(from: T) -> T {
                from
            }
            #[inline(always)]
            fn both<T: $crate::real::Real>($x: T) -> (T, T) {
                $both
            }
        }
        $crate::elementwise_rules! { $($rest)* }
    };
    (@row [$(#[$meta:meta])*] $name:ident($x:ident) = $value:expr, $from:ident => $partial:expr $(, $often_zero:ident)?; $($rest:tt)*) => {
        $(#[$meta])*
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        impl $crate::rule::Elementwise for $name {
            type From = $crate::elementwise_from!($from);
            $(const OFTEN_ZERO: bool = $crate::row_says!($often_zero);)?
            #[inline(always)]
            fn value<T: $crate::real::Real>($x: T) -> T {
                $value
            }
            #[inline(always)]
            #[allow(unused_variables, reason = "a constant is written from nothing")]
            fn partial<T: $crate::real::Real>($from: T) -> T {
                $partial
            }
        }
        $crate::elementwise_rules! { $($rest)* }
    };
}

/// The extension trait of [`elementwise!`].
#[doc(hidden)]
#[macro_export]
macro_rules! elementwise_trait {
    ([$(#[$head:meta])* $vis:vis trait $trait:ident] [$($(#[$doc:meta])* $done:ident)*]) => {
        $(#[$head])*
        $vis trait $trait: $crate::rule::Lanes {
            $(
                $(#[$doc])*
                #[inline(always)]
                #[must_use]
                fn $done(&self) -> Self {
                    $crate::rule::Lanes::map_row::<$done>(self)
                }
            )*
            $crate::derivatives_of! { $($done: $crate::rule::By1<$done>;)* }
        }
        impl<X: $crate::rule::Lanes> $trait for X {}
    };
    ($head:tt [$($done:tt)*] $(#[$meta:meta])* $name:ident($x:ident) = $value:expr, $from:ident => $partial:expr $(, $often_zero:ident)?; $($rest:tt)*) => {
        $crate::elementwise_trait! { $head [$($done)* $(#[$meta])* $name] $($rest)* }
    };
}

/// `often_zero` at the end of a row.
#[doc(hidden)]
#[macro_export]
macro_rules! row_says {
    (often_zero) => {
        true
    };
}

/// `x`, `y` and `none` in a row of [`elementwise!`].
#[doc(hidden)]
#[macro_export]
macro_rules! elementwise_from {
    (x) => {
        $crate::rule::FromInput
    };
    (y) => {
        $crate::rule::FromOutput
    };
    (none) => {
        $crate::rule::FromNothing
    };
}
