//! Functions of matrices whose sizes are known at run time: their derivatives against differences. `check` takes values whose types say
//! their sizes.

use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, OMatrix};

/// A value as a list of numbers.
pub trait Flat: Clone {
    /// The list.
    fn numbers(&self) -> Vec<f64>;
    /// Takes other numbers.
    fn set(&mut self, numbers: &mut dyn Iterator<Item = f64>);
}
impl Flat for f64 {
    fn numbers(&self) -> Vec<f64> {
        vec![*self]
    }
    fn set(&mut self, numbers: &mut dyn Iterator<Item = f64>) {
        *self = numbers.next().unwrap();
    }
}
impl<R: Dim, C: Dim> Flat for OMatrix<f64, R, C>
where
    DefaultAllocator: Allocator<R, C>,
{
    fn numbers(&self) -> Vec<f64> {
        self.iter().copied().collect()
    }
    fn set(&mut self, numbers: &mut dyn Iterator<Item = f64>) {
        self.iter_mut().for_each(|x| *x = numbers.next().unwrap());
    }
}
impl<X: Flat> Flat for Vec<X> {
    fn numbers(&self) -> Vec<f64> {
        self.iter().flat_map(Flat::numbers).collect()
    }
    fn set(&mut self, numbers: &mut dyn Iterator<Item = f64>) {
        self.iter_mut().for_each(|x| x.set(numbers));
    }
}
macro_rules! tuple {
    ($($t:ident $i:tt),+) => {
        impl<$($t: Flat),+> Flat for ($($t,)+) {
            fn numbers(&self) -> Vec<f64> { let mut all = vec![]; $(all.extend(self.$i.numbers());)+ all }
            fn set(&mut self, numbers: &mut dyn Iterator<Item = f64>) { $(self.$i.set(numbers);)+ }
        }
    };
}
tuple!(A 0);
tuple!(A 0, B 1);
tuple!(A 0, B 1, C 2);
tuple!(A 0, B 1, C 2, D 3);
tuple!(A 0, B 1, C 2, D 3, E 4);

/// The gradient by differences of fourth order.
pub fn differences<X: Flat>(f: impl Fn(&X) -> f64, x: &X) -> Vec<f64> {
    let at = x.numbers();
    let value = |i: usize, h: f64| {
        let mut n = at.clone();
        n[i] += h;
        let mut y = x.clone();
        y.set(&mut n.into_iter());
        f(&y)
    };
    (0..at.len())
        .map(|i| {
            let h = 1e-3 * at[i].abs().max(1.0);
            (8.0 * (value(i, h) - value(i, -h)) - (value(i, 2.0 * h) - value(i, -2.0 * h))) / (12.0 * h)
        })
        .collect()
}
/// Compares two lists of numbers.
#[track_caller]
pub fn agree(what: &str, found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len(), "{what}: lengths");
    let scale = expected.iter().fold(1.0f64, |m, x| m.max(x.abs()));
    for (i, (a, b)) in found.iter().zip(expected).enumerate() {
        assert!((a - b).abs() <= 2e-8 * scale, "{what}: number {i}: {a} instead of {b}");
    }
}
/// Compares both modes with differences, and the value with that of the function.
macro_rules! agrees {
    ($f:ident($($x:ident),+)) => {{
        let at = ($($x.clone(),)+);
        let expected = $crate::differences::differences(|($($x,)+)| $f($($x),+), &at);
        let ($($x,)+) = &at;
        let (value, gradient) = $f::value_and_grad($($x),+);
        assert_eq!(value.to_bits(), $f($($x),+).to_bits(), "value of {}", stringify!($f));
        $crate::differences::agree(concat!(stringify!($f), " reverse"), &$crate::differences::Flat::numbers(&gradient), &expected);
        let (_, once_more) = $f::value_and_grad($($x),+);
        assert_eq!($crate::differences::Flat::numbers(&gradient), $crate::differences::Flat::numbers(&once_more));
        let mut dot = at.clone();
        let mut weights = vec![];
        for i in 0..expected.len() { weights.push(((i * 37 + 11) % 17) as f64 / 8.0 - 1.0); }
        $crate::differences::Flat::set(&mut dot, &mut weights.iter().copied());
        let along: f64 = expected.iter().zip(&weights).map(|(a, b)| a * b).sum();
        let ($($x,)+) = &at;
        let jvp = $crate::differences::jvp_of!($f, dot, $($x),+);
        $crate::differences::agree(concat!(stringify!($f), " forward"), &[jvp], &[along]);
    }};
}
/// The derivative of `f` along `dot`.
macro_rules! jvp_of {
    ($f:ident, $dot:ident, $x:ident) => { $f::at($x).jvp($dot.0).1 };
    ($f:ident, $dot:ident, $($x:ident),+) => { $f::at($($x),+).jvp($dot).1 };
}
pub(crate) use {agrees, jvp_of};
