//! Functions as values of the library: `f::at(..)`, and generic code that takes any of them.

use cotangent::check;
use cotangent::prelude::*;

/// A step of gradient descent on any function of one point.
fn descended<const N: usize, F>(_: F, x: [f64; N], rate: f64) -> [f64; N]
where
    F: for<'a> PureFunction<(&'a [f64; N],), f64, Gradient = [f64; N]>,
{
    let gradient = F::at((&x,)).grad();
    std::array::from_fn(|i| x[i] - rate * gradient[i])
}

/// The slope along a direction, of any function of two numbers.
fn slope<F>(_: F, x: f64, y: f64, along: (f64, f64)) -> f64
where
    F: for<'t> ForwardFunction<(f64, f64), f64, Tangents<'t> = (f64, f64)>,
{
    F::at((x, y)).jvp(along).1
}

#[differentiable]
fn bowl(x: &[f64; 2]) -> f64 {
    x[0] * x[0] + 4.0 * x[1] * x[1]
}

#[differentiable]
fn ridge(x: &[f64; 3]) -> f64 {
    (x[0] * x[1]).sin() + x[2]
}

#[differentiable]
fn product(x: f64, y: f64) -> f64 {
    x * y
}

#[test]
fn generic_code_takes_any_function() {
    assert_eq!(descended(bowl {}, [1.0, 1.0], 0.25), [0.5, -1.0]);
    assert_eq!(descended(ridge {}, [0.0, 3.0, 1.0], 1.0), [-3.0, 3.0, 0.0]);
    assert_eq!(slope(product {}, 2.0, 5.0, (1.0, 10.0)), 25.0);
}

mod inner {
    use cotangent::prelude::*;

    #[derive(Clone, Copy, Differentiable)]
    pub(super) struct Hidden {
        pub(super) k: f64,
    }

    /// A `pub` function may have arguments and a result of types that are not.
    #[differentiable]
    #[allow(private_interfaces)]
    pub fn shown(h: &Hidden, x: f64) -> Hidden {
        Hidden { k: h.k * x }
    }

    #[differentiable]
    impl Hidden {
        pub fn scaled(&self, x: f64) -> f64 {
            self.k * x
        }

        pub fn r#type<const N: usize>(&self, of: &[f64; N]) -> f64 {
            let mut sum = 0.0;
            for x in of {
                sum += x * self.k;
            }
            sum
        }
    }
}

#[test]
fn private_types_and_methods() {
    let hidden = inner::Hidden { k: 2.0 };
    let mut seed = inner::Hidden::zero_tangent();
    seed.k = 1.0;
    let (_, (by_hidden, by_x)) = inner::shown::at(&hidden, 3.0).vjp(seed);
    assert_eq!((by_hidden.k, by_x), (3.0, 2.0));
    let (by_hidden, by_x) = hidden.scaled_at(3.0).grad();
    assert_eq!((by_hidden.k, by_x), (3.0, 2.0));
    let mut tape = [0; 16];
    let (by_hidden, by_list) = hidden.type_at(&[1.0, 4.0]).on(&mut tape).grad();
    assert_eq!((by_hidden.k, by_list), (5.0, [2.0, 2.0]));
}

trait Scale {
    const FACTOR: f64;
    fn offset(&self) -> f64;
}

struct Borrowed<'a>(&'a [f64]);

impl Scale for Borrowed<'_> {
    const FACTOR: f64 = 2.0;
    fn offset(&self) -> f64 {
        self.0[0]
    }
}

#[differentiable]
fn scaled<'long: 'short, 'short, T: Real, S: Scale, const N: usize>(
    x: &'long [T; N],
    y: &'short [T],
    #[constant] scale: &'short S,
) -> T
where
    [T; N]: 'short,
{
    let mut sum = T::lit(scale.offset());
    for i in 0..N {
        sum += x[i] * y[i] * T::lit(S::FACTOR);
    }
    sum
}

/// Its arguments borrow for less than `'static`, and so does a generic type.
#[test]
fn lifetimes_and_generics() {
    let offset = vec![0.5];
    let (by_x, by_y) = scaled::at(&[1.0, 2.0], &[3.0, 4.0], &Borrowed(&offset)).grad();
    assert_eq!((by_x, by_y), ([6.0, 8.0], vec![2.0, 4.0]));
    let value = scaled::<f32, _, 1>(&[1.0], &[3.0], &Borrowed(&offset));
    assert_eq!(scaled::at::<f32, _, 1>(&[1.0], &[3.0], &Borrowed(&offset)).value_and_grad().0, value);
}

/// The names of parameters that the generated code has too.
#[differentiable]
fn names(tape: f64, arguments: f64, seed: f64, cotangents: f64, gradient: f64, found: f64, at: f64, y: f64) -> f64 {
    tape * arguments + seed * cotangents + gradient * found + at * y
}

#[test]
fn parameters_may_have_any_name() {
    let here = names::at(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0);
    let gradient = (2.0, 1.0, 4.0, 3.0, 6.0, 5.0, 8.0, 7.0);
    assert_eq!((here.grad(), here.value_and_grad()), (gradient, (100.0, gradient)));
    let mut tape = TapeBuffer::<{ names::tape_words() }>::new();
    assert_eq!(here.on(&mut tape).try_value_and_grad(), Ok((100.0, gradient)));
    assert_eq!(here.jvp((1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)), (100.0, 2.0));
}

#[differentiable]
fn well(x: f64) -> f64 {
    x.powi(4) - 2.0 * x * x
}

#[differentiable]
fn force(x: f64) -> f64 {
    let (height, slope) = well::at(x).value_and_grad();
    let along = well::at(x).jvp(x).1;
    well::at(2.0 * x).grad() * x + height * slope + along + well::at(x).vjp(x).1
}

#[test]
fn they_can_be_differentiated() {
    check::gradient(|x: &f64| force(*x), |x| force::value_and_grad(*x), 0.7).unwrap();
    check::jvp(|x: &f64| force(*x), |x, dx| force::jvp(*x, dx), 0.7).unwrap();
}

#[differentiable]
fn polar(r: f64, angle: f64) -> [f64; 2] {
    [r * angle.cos(), r * angle.sin()]
}

#[test]
fn jacobians_of_both_kinds() {
    let (y, rows) = polar::at(2.0, 0.0).jacobian_rev();
    assert_eq!((y, rows), ([2.0, 0.0], [(1.0, 0.0), (0.0, 2.0)]));
    assert_eq!(polar::at(2.0, 0.0).jacobian_fwd(), (y, ([1.0, 0.0], [0.0, 2.0])));
    let mut tape = [0; 8];
    assert_eq!(polar::at(2.0, 0.0).on(&mut tape).jacobian_rev(), (y, rows));
    assert_eq!(polar::at(2.0, 0.0).on(&mut tape[..0]).try_jacobian_rev::<[(f64, f64); 2]>().ok(), None);
}
