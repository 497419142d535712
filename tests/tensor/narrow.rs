use cotangent::tensor::{Dim, Matrix, One, Tensor};

use super::naive::{Naive, ints, same};

macro_rules! parts {
    ($($name:ident: $s:ty, $axis:literal $number:literal, $start:literal, $len:literal;)*) => {$(
        #[test]
        fn $name() {
            let x = ints::<$s>(1);
            let part = x.narrow::<$axis, $start, $len>();
            assert_eq!(part.shape()[$number], $len);
            same(&part, &Naive::from_fn(part.shape(), |at| {
                let mut at = at.to_vec();
                at[$number] += $start;
                Naive::from(&x).at(&at)
            }));
        }
    )*};
}
parts! {
    of_vector: (Dim<7>,), 0 0, 2, 3;
    of_rows: (Dim<5>, Dim<3>), 0 0, 1, 3;
    of_columns: (Dim<5>, Dim<3>), -1 1, 1, 2;
    of_middle: (Dim<2>, Dim<5>, Dim<3>), 1 1, 3, 2;
    whole: (Dim<2>, Dim<5>), 1 1, 0, 5;
    nothing: (Dim<2>, Dim<5>), 1 1, 5, 0;
    first_of_six: (Dim<3>, Dim<2>, Dim<1>, Dim<2>, Dim<1>, Dim<2>), -6 0, 1, 2;
}

#[test]
fn the_length_follows_from_the_type() {
    let x: Tensor<i64, (Dim<2>, Dim<4>)> = ints(1);
    let y: Matrix<i64, 2, 2> = x.narrow::<1, 0, _>();
    assert_eq!(y[[1, 1]], x[[1, 1]]);
    let one: Tensor<i64, (One, Dim<3>)> = ints(1);
    assert_eq!(one.narrow::<1, 0, 1>().shape(), [1, 1]);
}
