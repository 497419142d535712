//! Initial weights: reproducible to the bit, with the moments, bounds and shapes they promise.

use cotangent::init::{self, Fans};
use cotangent::prelude::*;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

fn seeded(seed: u64) -> Xoshiro256PlusPlus {
    SeedableRng::seed_from_u64(seed)
}

#[test]
fn fans_of_every_rank() {
    fn fans<S: Fans>() -> (usize, usize) {
        (S::FAN_IN, S::FAN_OUT)
    }
    assert_eq!(fans::<(Dim<64>, Dim<10>)>(), (64, 10));
    assert_eq!(fans::<(One, Dim<10>)>(), (1, 10));
    assert_eq!(fans::<(Dim<64>, One)>(), (64, 1));
    assert_eq!(fans::<(Dim<16>, Dim<3>, Dim<7>)>(), (3 * 7, 16 * 7));
    assert_eq!(fans::<(Dim<16>, Dim<3>, Dim<5>, Dim<7>)>(), (3 * 35, 16 * 35));
    assert_eq!(fans::<(Dim<16>, Dim<3>, Dim<2>, Dim<5>, Dim<7>)>(), (3 * 70, 16 * 70));
    assert_eq!(fans::<(Dim<16>, Dim<3>, Dim<11>, Dim<2>, Dim<5>, Dim<7>)>(), (3 * 770, 16 * 770));
}

/// From an implementation of xoshiro256++ (Blackman and Vigna), seeded by splitmix64, and of the ziggurat of Doornik 2005, in
/// Python, with 256 layers computed from `R = 3.654152885361009`.
#[test]
fn pinned_numbers() {
    let he: Matrix<f64, 6, 2> = init::he_uniform(&mut seeded(7));
    let expected =
        [-0.889_279_127_043_333_8, -0.655_768_291_103_764_6, 0.435_152_256_717_318_7, -0.145_580_361_416_989_5];
    assert_eq!(he.as_slice()[..4], expected);

    let xavier: Matrix<f64, 3, 2> = init::xavier_uniform(&mut seeded(7));
    let expected =
        [-0.974_156_475_600_272_5, -0.718_358_171_068_292_4, 0.476_685_413_906_708_77, -0.159_475_295_755_679_79];
    assert_eq!(xavier.as_slice()[..4], expected);

    let he: Matrix<f32, 3, 2> = init::he_normal(&mut seeded(7));
    assert_eq!(
        he,
        tensor([[-1.491_474_2, -1.397_966_5], [0.579_709_23, -0.245_311_51], [1.214_309_7, -0.082_590_595]])
    );

    let xavier: Matrix<f32, 3, 2> = init::xavier_normal(&mut seeded(7));
    assert_eq!(
        xavier,
        tensor([[-1.155_291, -1.082_860_2], [0.449_040_86, -0.190_017_49], [0.940_600_3, -0.063_974_4]])
    );

    let uniform: Vector<f64, 4> = init::uniform(2.0, 3.0, &mut seeded(7));
    let expected = [2.055_360_436_478_333_3, 2.172_115_854_448_118, 2.717_576_128_358_659_5, 2.427_209_819_291_505_3];
    assert_eq!(uniform.as_slice(), expected);

    let normal: Vector<f32, 2> = init::normal(1.0, 0.5, &mut seeded(7));
    assert_eq!(normal, tensor([0.086_662_345, 0.143_923_83]));
}

const N: usize = 40_000;
type Sample = Matrix<f64, 100, 400>;

fn sample(fill: impl FnOnce(&mut Xoshiro256PlusPlus, &mut Sample)) -> Box<Sample> {
    let mut out = Box::new(Sample::zeros());
    fill(&mut seeded(1), &mut out);
    out
}

/// How many numbers lie within one deviation of the mean: tells one distribution from another of the same moments.
const NORMAL_WITHIN: f64 = 0.682_689_492_137_085_9;
const UNIFORM_WITHIN: f64 = 0.577_350_269_189_625_8;

/// Mean, variance and share within one deviation, each to four standard errors of a sample of `N`. The standard error of the
/// variance is `variance · √((kurtosis - 1) / N)`.
fn assert_moments(x: &Sample, mean: f64, variance: f64, kurtosis: f64, within: f64) {
    let n = N as f64;
    let found = x.as_slice().iter().sum::<f64>() / n;
    assert!((found - mean).abs() < 4.0 * (variance / n).sqrt(), "mean {found}, expected {mean}");

    let found = x.as_slice().iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n;
    assert!(
        (found - variance).abs() < 4.0 * variance * ((kurtosis - 1.0) / n).sqrt(),
        "variance {found}, expected {variance}"
    );

    let found = x.as_slice().iter().filter(|&&x| (x - mean).abs() <= variance.sqrt()).count() as f64 / n;
    assert!((found - within).abs() < 4.0 * (within * (1.0 - within) / n).sqrt(), "share {found}, expected {within}");
}

fn assert_normal(x: &Sample, mean: f64, variance: f64) {
    assert_moments(x, mean, variance, 3.0, NORMAL_WITHIN);
}

/// Moments as well as bounds: nothing outside, and something within 20 expected gaps of each end (missed once in `e²⁰`).
fn assert_uniform(x: &Sample, low: f64, high: f64) {
    assert_moments(x, f64::midpoint(low, high), (high - low).powi(2) / 12.0, 1.8, UNIFORM_WITHIN);
    let near = 20.0 * (high - low) / N as f64;
    assert!(x.min() >= low && x.max() <= high, "{} to {}", x.min(), x.max());
    assert!(x.min() < low + near && x.max() > high - near, "{} to {}", x.min(), x.max());
}

#[test]
fn moments_of_normal_numbers() {
    assert_normal(&sample(init::he_normal_into), 0.0, 2.0 / 100.0);
    assert_normal(&sample(init::xavier_normal_into), 0.0, 2.0 / 500.0);
    assert_normal(&sample(|rng, out| init::normal_into(-3.0, 0.5, rng, out)), -3.0, 0.25);
}

#[test]
fn moments_and_bounds_of_uniform_numbers() {
    let bound = (6.0_f64 / 100.0).sqrt();
    assert_uniform(&sample(init::he_uniform_into), -bound, bound);
    let bound = (6.0_f64 / 500.0).sqrt();
    assert_uniform(&sample(init::xavier_uniform_into), -bound, bound);
    assert_uniform(&sample(|rng, out| init::uniform_into(-1.0, 3.0, rng, out)), -1.0, 3.0);
}

/// The scale of a convolution comes from its own fans: the same draws as a matrix, scaled.
#[test]
fn convolutions_are_scaled_by_their_fans() {
    let unit: Tensor4<f64, 8, 3, 2, 5> = init::normal(0.0, 1.0, &mut seeded(3));
    let he: Tensor4<f64, 8, 3, 2, 5> = init::he_normal(&mut seeded(3));
    let xavier: Tensor4<f64, 8, 3, 2, 5> = init::xavier_normal(&mut seeded(3));
    assert_eq!(he, unit.map(|x| x * (2.0_f64 / 30.0).sqrt()));
    assert_eq!(xavier, unit.map(|x| x * (2.0_f64 / 110.0).sqrt()));
}

/// Every form twice from the same seed, and in `f32` against `f64`: the same draws, rounded.
#[test]
fn a_seed_gives_the_same_numbers_in_every_form() {
    macro_rules! assert_alike {
        ($($f:ident $into:ident ($($parameter:literal),*);)*) => {$({
            let first: Matrix<f64, 7, 9> = init::$f($($parameter,)* &mut seeded(5));
            let again: Matrix<f64, 7, 9> = init::$f($($parameter,)* &mut seeded(5));
            let other: Matrix<f64, 7, 9> = init::$f($($parameter,)* &mut seeded(6));
            let single: Matrix<f32, 7, 9> = init::$f($($parameter,)* &mut seeded(5));
            let mut filled = Matrix::<f64, 7, 9>::full(8.0);
            init::$into($($parameter,)* &mut seeded(5), &mut filled);
            assert_eq!(first, again, stringify!($f));
            assert_ne!(first, other, stringify!($f));
            assert_eq!(single, first.map(|x| x as f32), stringify!($f));
            assert_eq!(filled, first, stringify!($into));
        })*};
    }
    assert_alike! {
        he_normal he_normal_into ();
        he_uniform he_uniform_into ();
        xavier_normal xavier_normal_into ();
        xavier_uniform xavier_uniform_into ();
        normal normal_into (1.0, 2.0);
        uniform uniform_into (-1.0, 2.0);
    }
}

#[test]
fn one_generator_goes_on_from_tensor_to_tensor() {
    let mut rng = seeded(5);
    let [a, b] = [(); 2].map(|()| init::uniform::<f64, (Dim<4>,)>(0.0, 1.0, &mut rng));
    let whole: Vector<f64, 8> = init::uniform(0.0, 1.0, &mut seeded(5));
    assert_eq!([a.as_slice(), b.as_slice()].concat(), whole.as_slice());
}

#[test]
fn a_generator_may_be_a_trait_object() {
    let mut rng = seeded(5);
    let rng: &mut dyn Rng = &mut rng;
    let x: Matrix<f64, 2, 2> = init::he_normal(rng);
    assert_eq!(x, init::he_normal(&mut seeded(5)));
}

#[test]
fn edges() {
    let empty: Matrix<f32, 0, 3> = init::he_uniform(&mut seeded(1));
    assert_eq!(empty, init::xavier_normal(&mut seeded(1)));
    let one: Tensor<f32, ()> = init::normal(2.5, 0.0, &mut seeded(1));
    assert_eq!(one.item(), 2.5);
    let same: Vector<f32, 3> = init::uniform(0.1, 0.1, &mut seeded(1));
    assert_eq!(same, Vector::full(0.1));
    // 0.3 and 0.7 are no `f32`; the numbers stay between what they are rounded to.
    let x: Matrix<f32, 100, 100> = init::uniform(0.3, 0.7, &mut seeded(1));
    assert!(x.min() >= 0.3 && x.max() <= 0.7);
}

#[test]
#[should_panic(expected = "normal: the mean must be finite, it is NaN")]
fn a_mean_that_is_no_number() {
    let _: Vector<f64, 1> = init::normal(f64::NAN, 1.0, &mut seeded(1));
}

#[test]
#[should_panic(expected = "normal: the deviation must be finite and not negative, it is -1")]
fn a_negative_deviation() {
    let _: Vector<f64, 1> = init::normal(0.0, -1.0, &mut seeded(1));
}

#[test]
#[should_panic(expected = "normal: the deviation must be finite and not negative, it is inf")]
fn an_infinite_deviation() {
    let _: Vector<f64, 1> = init::normal(0.0, f64::INFINITY, &mut seeded(1));
}

#[test]
#[should_panic(expected = "uniform: the interval must go up and have a finite width, it is from 2 to 1")]
fn an_interval_that_goes_down() {
    let _: Vector<f64, 1> = init::uniform(2.0, 1.0, &mut seeded(1));
}

#[test]
#[should_panic(expected = "uniform: the interval must go up and have a finite width, it is from NaN to 1")]
fn an_interval_without_an_end() {
    let _: Vector<f64, 1> = init::uniform(f64::NAN, 1.0, &mut seeded(1));
}

#[test]
#[should_panic(expected = "uniform: the interval must go up and have a finite width, it is from -1")]
fn an_interval_too_wide() {
    let _: Vector<f64, 1> = init::uniform(-1e308, 1e308, &mut seeded(1));
}
