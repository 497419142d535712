//! A type of another crate that is a row of numbers: all that the library asks of it, from its array.

/// Makes a type that is nothing but numbers differentiable, as the array of its numbers: `DVec3` as `[f64; 3]`.
///
/// The type is its own tangent, so its fields are those of its gradient. Its leaves, its columns in a Jacobian and its words on the tape
/// are those of the array. The type must be `Copy`, and yours: it is a type of your crate, which may wrap one of another crate, or your
/// crate offers this as a feature. `docs/types-of-other-crates.md` shows both.
///
/// `x => (of &x, of &mut x)` are references to the array, `numbers => ..` makes the value.
///
/// ```
/// use cotangent::prelude::*;
///
/// /// A color of a renderer.
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// #[repr(transparent)]
/// struct Color([f32; 3]);
///
/// cotangent::differentiable_as! {
///     Color as [f32; 3]: x => (&x.0, &mut x.0), numbers => Self(numbers);
/// }
///
/// #[differentiable]
/// impl Color {
///     /// Weights of Rec. 709.
///     fn luminance(&self) -> f32 {
///         0.2126 * self.0[0] + 0.7152 * self.0[1] + 0.0722 * self.0[2]
///     }
/// }
///
/// #[differentiable]
/// fn exposure(color: Color, gain: f32) -> f32 {
///     let y = gain * color.luminance();
///     y / (1.0 + y)
/// }
///
/// let (value, (by_color, by_gain)) = exposure::value_and_grad(Color([1.0, 1.0, 1.0]), 1.0);
/// assert_eq!((value, by_gain), (0.5, 0.25));
/// assert!((by_color.0[1] - 0.25 * 0.7152).abs() < 1e-6);
/// ```
#[macro_export]
macro_rules! differentiable_as {
    ($($t:ty as $array:ty: $x:ident => ($get:expr, $get_mut:expr), $numbers:ident => $make:expr;)*) => {$(
        const _: () = {
            use $crate::generated::{
                Accepts, Coordinates, Ct, Difference, Differentiable, Frame, Count, Leaf, LeafMut, LeafName, LeafShape, Leaves, No, PartPasses, Passes,
                Tangent, Taped, Yes,
            };

            trait AsArray {
                fn as_numbers(&self) -> &$array;
                fn as_numbers_mut(&mut self) -> &mut $array;
                fn of_numbers(numbers: $array) -> Self;
            }
            impl AsArray for $t {
                #[inline(always)]
                fn as_numbers(&self) -> &$array {
                    let $x = self;
                    $get
                }
                #[inline(always)]
                fn as_numbers_mut(&mut self) -> &mut $array {
                    let $x = self;
                    $get_mut
                }
                #[inline(always)]
                fn of_numbers($numbers: $array) -> Self {
                    $make
                }
            }

            impl Differentiable for $t {
                type Tangent = Self;
                fn agrees(found: &Self, expected: &Self) -> ::core::result::Result<(), Difference> {
                    <$array as Differentiable>::agrees(found.as_numbers(), expected.as_numbers())
                }
            }

            impl Accepts<Self> for $t {
                type Wanted = Yes;
                #[inline(always)]
                fn as_sink(&mut self) -> ::core::option::Option<&mut Self> {
                    ::core::option::Option::Some(self)
                }
                #[inline(always)]
                fn as_source(&self) -> ::core::option::Option<&Self> {
                    ::core::option::Option::Some(self)
                }
            }

            impl Tangent for $t {
                #[inline(always)]
                fn zero() -> Self {
                    Self::of_numbers(<$array as Tangent>::zero())
                }
                #[inline(always)]
                fn neutral() -> Self {
                    Self::of_numbers(<$array as Tangent>::neutral())
                }
                #[inline(always)]
                fn accumulate(&mut self, other: &Self) {
                    Tangent::accumulate(self.as_numbers_mut(), other.as_numbers());
                }
                fn scale(&mut self, factor: f64) {
                    Tangent::scale(self.as_numbers_mut(), factor);
                }
                fn inner(&self, other: &Self) -> f64 {
                    Tangent::inner(self.as_numbers(), other.as_numbers())
                }
            }

            impl Taped for $t {
                const BYTES: usize = <$array as Taped>::BYTES;
                type View<'t> = Self;
                #[inline(always)]
                fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>) {
                    for value in values {
                        Taped::put_all(::core::slice::from_ref(value.as_numbers()), frame);
                    }
                }
                #[inline(always)]
                fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N] {
                    ::core::array::from_fn(|_| <Self as Taped>::view(frame))
                }
                #[inline(always)]
                fn view(frame: &mut Frame<&[u64]>) -> Self {
                    Self::of_numbers(<$array as Taped>::view(frame))
                }
                #[inline(always)]
                fn copied(value: &Self) -> Self {
                    value.clone()
                }
                type Recompute = No;
                type Stored = Yes;
            }

            impl Leaves for $t {
                const COUNT: Option<Count> = <$array as Leaves>::COUNT;
                #[inline(always)]
                fn leaf(&self, i: usize) -> Leaf<'_> {
                    self.as_numbers().leaf(i)
                }
                #[inline(always)]
                fn leaf_mut(&mut self, i: usize) -> LeafMut<'_> {
                    self.as_numbers_mut().leaf_mut(i)
                }
                fn leaf_shape(&self, i: usize) -> LeafShape {
                    self.as_numbers().leaf_shape(i)
                }
                fn leaf_name(&self, i: usize) -> LeafName {
                    self.as_numbers().leaf_name(i)
                }
            }

            #[diagnostic::do_not_recommend]
            impl<'a> Coordinates<'a> for $t {
                type Columns<Derivative> = <$array as Coordinates<'a>>::Columns<Derivative>;
                #[inline]
                fn each<Derivative>(&self, passes: &mut impl Passes<Ct<Self>, Derivative>) -> Self::Columns<Derivative> {
                    self.as_numbers().each(&mut PartPasses::new(passes, |dot: &Ct<$array>| Self::of_numbers(*dot)))
                }
            }
        };
    )*};
}
