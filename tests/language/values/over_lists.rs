//! Programs that change a list, of an array and of a `Vec`.

/// Steps over a list. Lists of 200 numbers are large enough to be moved; vectors are always.
macro_rules! over_lists {
    ($($name:ident ($x:ident, $p:ident) { $($body:tt)* })*) => {$(
        mod $name {
            #[allow(unused_imports)]
            use std::mem;

            use cotangent::prelude::*;

            #[differentiable]
            fn of<const N: usize>(first: &[f64; N], $p: f64) -> f64 {
                let mut $x = *first;
                $($body)*
                let mut sum = 0.0;
                for i in 0..first.len() {
                    sum += $x[i] * $x[i];
                }
                sum
            }

            #[differentiable]
            fn of_vectors(first: &[f64], $p: f64) -> f64 {
                let mut $x = first.to_vec();
                $($body)*
                let mut sum = 0.0;
                for i in 0..first.len() {
                    sum += $x[i] * $x[i];
                }
                sum
            }

            #[test]
            fn large_small_and_vectors() {
                let large: [f64; 200] = std::array::from_fn(|i| (0.3 * i as f64).sin());
                of::at(&large, 0.7).check().unwrap();
                let small = [0.3, -0.2, 0.5];
                of::at(&small, 0.7).check().unwrap();
                both_modes!(of(&small, 0.7));
                both_modes!(of_vectors(&small, 0.7));
                let (y, (bar, p_bar)) = of_vectors::value_and_grad(&large, 0.7);
                let (expected, (expected_bar, expected_p_bar)) = of::value_and_grad(&large, 0.7);
                assert_eq!((y, &bar[..], p_bar), (expected, &expected_bar[..], expected_p_bar));
                // What was in the cotangents stays.
                let (mut again, mut p_again) = (bar.clone(), p_bar);
                of_vectors::at(&large, 0.7).value_and_grad_into((&mut again[..], &mut p_again));
                assert!(again.iter().zip(&bar).all(|(two, one)| (two - 2.0 * one).abs() <= 1e-12 * one.abs()));
                assert!((p_again - 2.0 * p_bar).abs() <= 1e-12 * p_bar.abs());
            }
        }
    )*};
}
