use cotangent::tensor::{Dim, Matrix, One, Tensor, Vector, tensor};

use super::naive::{Naive, ints, same};

macro_rules! axes {
    ($($name:ident: $s:ty: $($axis:literal $negative:literal),*;)*) => {$(
        #[test]
        fn $name() {
            let x = ints::<$s>(1);
            let reference = Naive::from(&x);
            $(
                let sum = reference.fold($axis, |a, b| a + b);
                same(&x.sum_keep::<$axis>(), &sum);
                same(&x.max_keep::<$axis>(), &reference.fold($axis, i64::max));
                same(&x.min_keep::<$axis>(), &reference.fold($axis, i64::min));
                assert_eq!(x.sum_keep::<$axis>(), x.sum_keep::<$negative>());
                assert_eq!(x.sum_axis::<$axis>().as_slice(), sum.data);
                assert_eq!(x.sum_axis::<$negative>().shape().len(), x.shape().len() - 1);
                assert_eq!(x.max_axis::<$axis>().as_slice(), x.max_keep::<$negative>().as_slice());
                assert_eq!(x.min_axis::<$negative>().as_slice(), x.min_keep::<$axis>().as_slice());
                let float = x.map(|x| x as f64);
                let mean = sum.data.iter().map(|&s| s as f64 / x.shape()[$axis] as f64).collect::<Vec<_>>();
                assert_eq!(float.mean_axis::<$axis>().as_slice(), mean);
                assert_eq!(float.mean_keep::<$negative>().as_slice(), mean);
            )*
            assert_eq!(x.sum(), reference.data.iter().sum::<i64>());
            assert_eq!(Some(&x.max()), reference.data.iter().max());
            assert_eq!(Some(&x.min()), reference.data.iter().min());
        }
    )*};
}
axes! {
    of_vector: (Dim<41>,): 0 -1;
    of_matrix: (Dim<7>, Dim<300>): 0 -2, 1 -1;
    of_rank_3: (Dim<3>, Dim<5>, Dim<17>): 0 -3, 1 -2, 2 -1;
    of_rank_4: (Dim<3>, One, Dim<5>, Dim<2>): 0 -4, 1 -3, 2 -2, 3 -1;
    of_rank_5: (Dim<2>, Dim<3>, Dim<1>, Dim<5>, Dim<2>): 0 -5, 1 -4, 2 -3, 3 -2, 4 -1;
    of_rank_6: (Dim<2>, Dim<3>, Dim<2>, Dim<3>, One, Dim<2>): 0 -6, 1 -5, 2 -4, 3 -3, 4 -2, 5 -1;
    of_length_1: (Dim<1>, Dim<1>): 0 -2, 1 -1;
}

#[test]
fn of_nothing() {
    let empty = Matrix::<f64, 0, 3>::ZEROS;
    assert_eq!(empty.sum(), 0.0);
    assert_eq!(empty.sum_axis::<0>(), tensor([0.0; 3]));
    assert!(empty.mean().is_nan());
    assert!(empty.max_axis::<1>().as_slice().is_empty());
    assert_eq!(Tensor::from(4.0).mean(), 4.0);
}

#[test]
fn a_nan_loses_against_a_number() {
    let nan = f64::NAN;
    let x = tensor([[nan, 1.0, nan, -2.0], [nan, nan, nan, nan]]);
    assert_eq!((x.max(), x.min()), (1.0, -2.0));
    let (max, min) = (x.max_axis::<1>(), x.min_axis::<1>());
    assert_eq!((max[[0]], min[[0]]), (1.0, -2.0));
    assert!(max[[1]].is_nan() && min[[1]].is_nan());
    let mut long = Vector::<f32, 1000>::full(f32::NAN);
    long[[777]] = 3.0;
    assert_eq!((long.max(), long.min()), (3.0, 3.0));
    assert_eq!(x.max_axis::<0>().as_slice()[1], 1.0);
}

#[test]
fn extremes_of_negative_numbers_are_not_zero() {
    let x = Vector::<f32, 300>::full(-3.0);
    assert_eq!(x.max(), -3.0);
    assert_eq!((-x).min(), 3.0);
    assert_eq!(x.reshape::<(Dim<10>, Dim<30>)>().max_axis::<0>(), Vector::full(-3.0));
}

#[test]
fn a_long_sum_is_accurate() {
    let x = Vector::<f32, 100_000>::full(0.1);
    assert!((x.sum() - 10_000.0).abs() < 0.01, "{}", x.sum());
    assert!((x.mean() - 0.1).abs() < 1e-6);
}
