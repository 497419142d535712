//! Fourier transforms along an axis: the contract for lengths with small and large factors, and the sums of the definition.

use std::f64::consts::TAU;

use cotangent::ops::fourier::{irfft, rfft};
use cotangent::prelude::*;

use super::harness::{numbers, rule1, rule2, vjp1, vjp2};

rule1! {
    one: rfft<0, 1>, (Dim<1>,);
    two: rfft<0, 2>, (Dim<2>,);
    odd: rfft<-1, 3>, (Dim<2>, Dim<5>);
    even: rfft<1, 4>, (Dim<2>, Dim<6>, Dim<3>);
    power_of_two: rfft<0, 9>, (Dim<16>, Dim<2>);
    of_no_lines: rfft<1, 3>, (Dim<0>, Dim<4>);
}
rule2! {
    one_back: irfft<0, 1>, (Dim<1>,), (Dim<1>,);
    two_back: irfft<-1, 2>, (One, Dim<2>), (One, Dim<2>);
    odd_back: irfft<-1, 5>, (Dim<2>, Dim<3>), (Dim<2>, Dim<3>);
    even_back: irfft<1, 6>, (Dim<2>, Dim<4>, Dim<3>), (Dim<2>, Dim<4>, Dim<3>);
    power_of_two_back: irfft<0, 16>, (Dim<9>, Dim<2>), (Dim<9>, Dim<2>);
}

/// The definition, term by term. Angles are reduced in whole numbers.
fn by_definition<const N: usize, const M: usize>(x: &Vector<f64, N>) -> (Vector<f64, M>, Vector<f64, M>) {
    let wave = |k: usize, f: fn(f64) -> f64| {
        x.as_slice().iter().enumerate().map(|(j, x)| x * f(TAU * (j * k % N) as f64 / N as f64)).sum::<f64>()
    };
    (Vector::from_fn(|[k]| wave(k, f64::cos)), Vector::from_fn(|[k]| -wave(k, f64::sin)))
}

fn length<const N: usize, const M: usize>() {
    let x = numbers::<f64, (Dim<N>,)>(N);
    let (re, im) = x.rfft::<0, M>();
    let (expected_re, expected_im) = by_definition::<N, M>(&x);
    let bound = 1e-14 * (N as f64).sqrt() * 10.0;
    assert!((re - expected_re).abs().max() < bound && (im - expected_im).abs().max() < bound, "{N}: {re} {im}");
    assert_eq!(im[[0]], 0.0);
    assert!(N % 2 == 1 || im[[M - 1]] == 0.0);
    let back = re.irfft::<0, N>(&im);
    assert!((back - x).abs().max() < 1e-14, "{N}: {back}");
}

#[test]
fn every_length_is_the_definition() {
    length::<1, 1>();
    length::<2, 2>();
    length::<3, 2>();
    length::<4, 3>();
    length::<5, 3>();
    length::<6, 4>();
    length::<7, 4>();
    length::<8, 5>();
    length::<9, 5>();
    length::<10, 6>();
    length::<12, 7>();
    length::<13, 7>();
    length::<15, 8>();
    length::<30, 16>();
    length::<49, 25>();
    length::<64, 33>();
    length::<97, 49>();
    length::<360, 181>();
    length::<1024, 513>();
}

/// A wave has one frequency, to the bit where its numbers are exact.
#[test]
fn right_angles_are_exact() {
    let (re, im) = tensor([0.0, 1.0, 0.0, -1.0]).rfft::<0, 3>();
    assert_eq!((re, im), (Vector::zeros(), tensor([0.0, -2.0, 0.0])));
    let (re, im) = tensor([1.0, 0.0, -1.0, 0.0]).rfft::<0, 3>();
    assert_eq!((re, im), (tensor([0.0, 2.0, 0.0]), Vector::zeros()));
}

#[test]
fn the_imaginary_ends_do_not_count() {
    let (re, im) = (numbers::<f64, (Dim<4>,)>(1), numbers::<f64, (Dim<4>,)>(2));
    let without = Vector::from_fn(|[k]| if k == 0 || k == 3 { f64::NAN } else { im[[k]] });
    assert_eq!(re.irfft::<0, 6>(&im), re.irfft::<0, 6>(&without));
    let (_, im_bar) = vjp2::<irfft<0, 6>, _, _>(&re, &im, &numbers(3));
    assert_eq!((im_bar[[0]], im_bar[[3]]), (0.0, 0.0));
    let by_ends = (Vector::<f64, 4>::zeros(), tensor([1.0, 0.0, 0.0, 1.0]));
    assert_eq!(vjp1::<rfft<0, 4>, Vector<f64, 6>>(&numbers(1), &by_ends), Vector::zeros());
}

/// Whatever is not finite makes its line no number, and no other line.
#[test]
fn lines_stay_apart() {
    let (re, im) = tensor([[1.0, f64::NAN, 0.0], [1.0, 2.0, 3.0]]).rfft::<1, 2>();
    assert!(re[[0, 0]].is_nan() && re[[0, 1]].is_nan() && im[[0, 1]].is_nan());
    let (alone_re, alone_im) = tensor([1.0, 2.0, 3.0]).rfft::<0, 2>();
    assert_eq!(([re[[1, 0]], re[[1, 1]]], [im[[1, 0]], im[[1, 1]]]), (*alone_re.as_array(), *alone_im.as_array()));
}

#[test]
fn in_functions() {
    #[differentiable]
    fn f(x: &Matrix<f64, 6, 5>) -> f64 {
        let w = x.narrow::<0, 1, 4>();
        let (re, im) = x.rfft::<0, 4>();
        let y = (re * w).irfft::<0, 6>(&(im * w));
        let (re, im) = y.powi(2).rfft::<-1, 3>();
        (re * re + im * im).mean()
    }
    cotangent::check::gradient(f, f::value_and_grad, numbers(1)).unwrap();
}
