//! Single numbers: conversions, functions, and the ends of both ranges.

use cotangent::prelude::*;

/// Every number of a type that is no NaN, in order.
fn all<T: Real>(from_bits: fn(u16) -> T) -> Vec<T> {
    let mut all: Vec<T> = (0..=u16::MAX).map(from_bits).filter(|x| !x.is_nan()).collect();
    all.sort_by(|a, b| a.partial_cmp(b).unwrap());
    all
}

/// `lit` rounds to the nearest number, halves to the even one, by a single rounding: also just beside the middle of two neighbours.
#[test]
fn literals_are_rounded_once() {
    fn check<T: Real>(from_bits: fn(u16) -> T, to_bits: fn(T) -> u16) {
        let finite: Vec<T> = all(from_bits).into_iter().filter(|x| x.is_finite()).collect();
        for pair in finite.windows(2) {
            let (low, high) = (pair[0].to_f64(), pair[1].to_f64());
            assert_eq!(T::lit(low), pair[0]);
            if low == high {
                continue; // the zeros
            }
            let middle = (low + high) / 2.0; // exact
            assert_eq!((T::lit(middle.next_down()), T::lit(middle.next_up())), (pair[0], pair[1]), "{middle}");
            let even = if to_bits(pair[0]).is_multiple_of(2) { pair[0] } else { pair[1] };
            assert_eq!(T::lit(middle), even, "{middle}");
        }
        let largest = finite.last().unwrap().to_f64();
        let beyond = largest * (1.0 + T::EPSILON.to_f64() / 4.0);
        assert_eq!(
            (T::lit(largest), T::lit(beyond.next_up() * 1.01), T::lit(1e300)),
            (*finite.last().unwrap(), T::INFINITY, T::INFINITY)
        );
        assert!(T::lit(f64::NAN).is_nan());
        assert_eq!((T::lit(f64::INFINITY), T::lit(f64::NEG_INFINITY)), (T::INFINITY, T::NEG_INFINITY));
        assert_eq!((T::lit(1e-300), T::lit(-1e-300)), (T::ZERO, T::ZERO));
    }
    check::<f16>(f16::from_bits, f16::to_bits);
    check::<bf16>(bf16::from_bits, bf16::to_bits);
}

/// Each function of one number, for each number there is: at most a thousandth off the nearest, which is what an error in the last place
/// of an `f32` can make of a tie.
#[test]
fn functions_are_the_nearest_numbers() {
    type Pair<T> = (&'static str, fn(T) -> T, fn(f64) -> f64);
    fn check<T: Real>(from_bits: fn(u16) -> T) {
        let functions: [Pair<T>; 26] = [
            ("abs", T::abs, f64::abs),
            ("exp", T::exp, f64::exp),
            ("ln", T::ln, f64::ln),
            ("ln_1p", T::ln_1p, f64::ln_1p),
            ("exp_m1", T::exp_m1, f64::exp_m1),
            ("sqrt", T::sqrt, f64::sqrt),
            ("sin", T::sin, f64::sin),
            ("cos", T::cos, f64::cos),
            ("tan", T::tan, f64::tan),
            ("asin", T::asin, f64::asin),
            ("acos", T::acos, f64::acos),
            ("atan", T::atan, f64::atan),
            ("sinh", T::sinh, f64::sinh),
            ("cosh", T::cosh, f64::cosh),
            ("tanh", T::tanh, f64::tanh),
            ("exp2", T::exp2, f64::exp2),
            ("log2", T::log2, f64::log2),
            ("log10", T::log10, f64::log10),
            ("cbrt", T::cbrt, f64::cbrt),
            ("recip", T::recip, f64::recip),
            ("signum", T::signum, f64::signum),
            ("floor", T::floor, f64::floor),
            ("ceil", T::ceil, f64::ceil),
            ("round", T::round, f64::round),
            ("trunc", T::trunc, f64::trunc),
            ("fract", T::fract, f64::fract),
        ];
        for (name, f, exact) in functions {
            for x in all(from_bits) {
                let (found, exact) = (f(x), exact(x.to_f64()));
                let nearest = T::lit(exact);
                let same = found == nearest || (found.is_nan() && nearest.is_nan());
                if same || !exact.is_finite() || !nearest.is_finite() {
                    assert!(same, "{name} of {x} is {found}, not {exact}");
                    continue;
                }
                let size = exact.abs().max(T::MIN_POSITIVE.to_f64());
                let half_ulp = T::EPSILON.to_f64() / 2.0 * size.log2().floor().exp2();
                let error = (found.to_f64() - exact).abs() / half_ulp;
                assert!(error <= 1.001, "{name} of {x} is {found}, not {exact}: {error} halves of a unit");
            }
        }
    }
    check::<f16>(f16::from_bits);
    check::<bf16>(bf16::from_bits);
}

#[test]
fn functions_of_two_and_more() {
    fn check<T: Real>() {
        let [a, b, c] = [3.0, -2.0, 0.5].map(T::lit);
        let same = |found: T, exact: f64| assert_eq!(found, T::lit(exact));
        same(a.powf(c), 3_f64.sqrt());
        same(a.powi(3), 27.0);
        same(a.atan2(b), 3_f64.atan2(-2.0));
        same(a.hypot(b), 13_f64.sqrt());
        same(a.copysign(b), -3.0);
        same(a.max(b), 3.0);
        same(T::NAN.min(b), -2.0);
        same(b.rem_euclid(a), 1.0);
        same(b.div_euclid(a), -1.0);
        same(a % b, 1.0);
        same(a.clamp(b, c), 0.5);
        same(a.erf(), 0.999_977_909_503_001_4);
        same(a.erfc(), 2.209_049_699_858_544e-5);
        assert_eq!(a.sin_cos(), (a.sin(), a.cos()));
        // The sum in between has 16 digits more than `bf16`: a rounding there and one after it would not do.
        let tiny = T::EPSILON * T::EPSILON;
        same(T::ONE.mul_add(T::ONE + T::EPSILON, tiny), 1.0 + T::EPSILON.to_f64());
        let tie = T::EPSILON * c;
        same(tie.mul_add(T::ONE, T::ONE), 1.0);
        same((tie + tie * T::EPSILON).mul_add(T::ONE, T::ONE), 1.0 + T::EPSILON.to_f64());
        assert_eq!(T::from_usize(2_049), T::lit(2_049.0));
    }
    check::<f16>();
    check::<bf16>();
    assert_eq!(f16::from_usize(usize::MAX), f16::INFINITY);
    assert_eq!(bf16::from_usize((1 << 40) + 1), bf16::lit(2_f64.powi(40)));
}

#[differentiable]
fn square<T: Real>(x: T) -> T {
    x * x
}

#[differentiable]
fn quotient<T: Real>(a: T, b: T) -> T {
    a / b
}

#[test]
fn subnormal_numbers_are_numbers() {
    let least = f16::from_bits(1);
    assert_eq!(square::grad(least), f16::from_bits(2));
    let x: Vector<f16, 1_000> = Tensor::full(least);
    assert_eq!(x.sum(), f16::from_bits(1_000));
    assert_eq!(x.mean(), least);
    assert_eq!(x.matmul(&Vector::<f16, 1_000>::full(f16::ONE)).item(), f16::from_bits(1_000));
    assert_eq!(f16::zero() + f16::neutral(), f16::ZERO);
    assert_eq!(bf16::from_bits(1) + bf16::from_bits(1), bf16::from_bits(2));
}

#[test]
fn what_is_too_large_is_infinite_and_only_at_the_end() {
    let x: Vector<f16, 4> = tensor([60_000.0, 60_000.0, -60_000.0, -60_000.0].map(f16::lit));
    assert_eq!(x.sum(), f16::ZERO); // 120,000 on the way
    assert_eq!(Vector::<f16, 4>::full(f16::lit(60_000.0)).sum(), f16::INFINITY);
    assert_eq!(x.matmul(&x).item(), f16::INFINITY);
    assert_eq!(x.norm(), f16::INFINITY); // 120,000
    assert_eq!(square::value_and_grad(f16::lit(300.0)), (f16::INFINITY, f16::lit(600.0)));
    assert_eq!(quotient::value_and_grad(f16::ONE, f16::ZERO), (f16::INFINITY, (f16::INFINITY, f16::NEG_INFINITY)));
    assert_eq!(bf16::lit(1e38) * bf16::lit(10.0), bf16::INFINITY);
}

#[test]
fn not_a_number_stays_so() {
    let x = tensor([f16::ONE, f16::NAN]);
    assert!(x.sum().is_nan() && x.mean().is_nan() && x.norm().is_nan() && x.matmul(&x).item().is_nan());
    assert!(x.softmax::<0>().as_slice().iter().all(|x| Real::is_nan(*x)));
    assert_eq!((x.max(), x.argmax()), (f16::ONE, 0));
    assert!(Real::is_nan(square::grad(bf16::NAN)));
    let strong = quotient::vjp(f16::ONE, f16::ZERO, f16::ZERO).1;
    assert_eq!(strong, (f16::ZERO, f16::ZERO)); // a zero cotangent gives zero
}
