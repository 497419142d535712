use cotangent::tensor::{Dim, Tensor, Vector, tensor};

use super::naive::{Naive, ints, same};

macro_rules! joins {
    ($($name:ident: $axis:literal $number:literal: $l:ty, $r:ty => $out:ty;)*) => {$(
        #[test]
        fn $name() {
            let (a, b) = (ints::<$l>(1), ints::<$r>(2));
            let out: Tensor<i64, $out> = a.concat_to::<$axis, _, _>(&b);
            let (x, y, len) = (Naive::from(&a), Naive::from(&b), a.shape()[$number]);
            same(&out, &Naive::from_fn(out.shape(), |at| {
                let mut at = at.to_vec();
                if at[$number] < len {
                    return x.at(&at);
                }
                at[$number] -= len;
                y.at(&at)
            }));
        }
    )*};
}
joins! {
    vectors: 0 0: (Dim<2>,), (Dim<3>,) => (Dim<5>,);
    rows: 0 0: (Dim<2>, Dim<3>), (Dim<4>, Dim<3>) => (Dim<6>, Dim<3>);
    columns: -1 1: (Dim<2>, Dim<3>), (Dim<2>, Dim<5>) => (Dim<2>, Dim<8>);
    middle: 1 1: (Dim<2>, Dim<3>, Dim<5>), (Dim<2>, Dim<4>, Dim<5>) => (Dim<2>, Dim<7>, Dim<5>);
    with_empty: 1 1: (Dim<2>, Dim<0>), (Dim<2>, Dim<4>) => (Dim<2>, Dim<4>);
}

#[test]
fn of_narrowed_halves_is_the_whole() {
    let x: Vector<i64, 7> = ints(3);
    assert_eq!(x.narrow::<0, 0, 3>().concat_to::<0, _, _>(&x.narrow::<0, 3, 4>()), x);
    assert_ne!(tensor([1]).concat_to::<0, _, (Dim<2>,)>(&tensor([2])), tensor([2, 1]));
}
