use cotangent::tensor::{Dim, Matrix, One, Tensor, Vector};

use super::naive::{Naive, ints, same};

macro_rules! products {
    ($($name:ident: $l:ty, $r:ty;)*) => {$(
        #[test]
        fn $name() {
            let (a, b) = (ints::<$l>(1), ints::<$r>(2));
            let expected = Naive::from(&a).matmul(&Naive::from(&b));
            let out = a.matmul(&b);
            same(&out, &expected);
            // small integers are exact in floating point, whatever the kernel
            let float = |x: i64| x as f32;
            assert_eq!(a.map(float).matmul(&b.map(float)), out.map(float));
            let double = |x: i64| x as f64;
            let mut into = Tensor::full(7.0);
            a.map(double).matmul_into(&b.map(double), &mut into);
            assert_eq!(into, out.map(double));
        }
    )*};
}
products! {
    tiny: (Dim<2>, Dim<3>), (Dim<3>, Dim<4>);
    length_1: (Dim<1>, Dim<1>), (Dim<1>, Dim<1>);
    primes: (Dim<29>, Dim<31>), (Dim<31>, Dim<37>);
    whole_tiles: (Dim<24>, Dim<64>), (Dim<64>, Dim<64>);
    deep: (Dim<7>, Dim<523>), (Dim<523>, Dim<11>);
    row: (Dim<1>, Dim<40>), (Dim<40>, Dim<17>);
    column: (Dim<17>, Dim<40>), (Dim<40>, Dim<1>);
    outer: (Dim<17>, One), (One, Dim<40>);
    batch: (Dim<3>, Dim<5>, Dim<7>), (Dim<3>, Dim<7>, Dim<2>);
    shared_right: (Dim<3>, Dim<13>, Dim<17>), (Dim<17>, Dim<19>);
    shared_left: (Dim<5>, Dim<7>), (Dim<3>, Dim<7>, Dim<2>);
    stretched: (Dim<2>, One, Dim<5>, Dim<7>), (Dim<3>, Dim<7>, Dim<2>);
    stretched_both: (Dim<2>, One, Dim<5>, Dim<7>), (One, Dim<3>, Dim<7>, Dim<2>);
    rank_6: (Dim<2>, One, Dim<2>, Dim<3>, Dim<3>, Dim<5>), (Dim<3>, One, Dim<3>, Dim<5>, Dim<2>);
    empty_inner: (Dim<2>, Dim<0>), (Dim<0>, Dim<3>);
    empty_rows: (Dim<0>, Dim<2>), (Dim<2>, Dim<3>);
    empty_batch: (Dim<0>, Dim<2>, Dim<3>), (Dim<3>, Dim<2>);
}

macro_rules! layers {
    ($($name:ident: $x:ty, $k:literal, $m:literal;)*) => {$(
        #[test]
        fn $name() {
            let (x, w) = (ints::<$x>(1), ints::<(Dim<$k>, Dim<$m>)>(2));
            let b = ints::<(Dim<$m>,)>(3);
            let expected = Naive::from(&x).matmul(&Naive::from(&w)).zip(&Naive::from(&b), |x, b| x + b);
            let y = x.linear(&w, &b);
            same(&y, &expected);
            let float = |x: i64| x as f32;
            assert_eq!(x.map(float).linear(&w.map(float), &b.map(float)), y.map(float));
            let double = |x: i64| x as f64;
            let mut into = Tensor::full(7.0);
            x.map(double).linear_into(&w.map(double), &b.map(double), &mut into);
            assert_eq!(into, y.map(double));
        }
    )*};
}
layers! {
    layer_tiny: (Dim<2>, Dim<3>), 3, 4;
    layer_of_length_1: (Dim<1>, Dim<1>), 1, 1;
    layer_small: (Dim<7>, Dim<9>), 9, 11;
    layer_small_of_whole_registers: (Dim<8>, Dim<8>), 8, 16;
    layer_primes: (Dim<29>, Dim<31>), 31, 37;
    layer_whole_tiles: (Dim<24>, Dim<64>), 64, 64;
    layer_wide: (Dim<5>, Dim<64>), 64, 131;
    layer_deep: (Dim<3>, Dim<523>), 523, 11;
    layer_tall: (Dim<801>, Dim<5>), 5, 9;
    layer_of_one_row: (Dim<1>, Dim<40>), 40, 17;
    layer_of_one_output: (Dim<17>, Dim<40>), 40, 1;
    layer_of_one_input: (Dim<17>, Dim<1>), 1, 40;
    layer_of_a_stack: (Dim<3>, Dim<13>, Dim<17>), 17, 19;
    layer_of_rank_6: (Dim<2>, One, Dim<2>, Dim<3>, Dim<3>, Dim<5>), 5, 2;
    layer_without_inputs: (Dim<2>, Dim<0>), 0, 3;
    layer_without_outputs: (Dim<2>, Dim<3>), 3, 0;
    layer_without_rows: (Dim<0>, Dim<2>), 2, 3;
}

#[test]
fn vectors_are_rows_and_columns() {
    let (m, v, w) = (ints::<(Dim<13>, Dim<17>)>(1), ints::<(Dim<17>,)>(2), ints::<(Dim<13>,)>(3));
    let column: Matrix<i64, 17, 1> = v.reshape();
    let row: Matrix<i64, 1, 13> = w.reshape();
    assert_eq!(m.matmul(&v), m.matmul(&column).reshape());
    assert_eq!(w.matmul(&m), row.matmul(&m).reshape());
    assert_eq!(w.linear(&m, &v), row.linear(&m, &v).reshape());
    assert_eq!(v.matmul(&v).item(), (v * v).sum());
    let stack = ints::<(Dim<2>, Dim<3>, Dim<13>, Dim<17>)>(4);
    assert_eq!(stack.matmul(&v), stack.matmul(&column).reshape());
    assert_eq!(w.matmul(&stack), row.matmul(&stack).reshape());
}

#[test]
fn a_long_inner_product_is_accurate() {
    let x = Vector::<f32, 10_000>::full(0.1);
    assert!((x.matmul(&x).item() - 100.0).abs() < 1e-3);
}
