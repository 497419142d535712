use cotangent::tensor::{Dim, One, Row, Tensor, Vector, tensor};

use super::naive::{Naive, ints, same};

macro_rules! sums {
    ($($name:ident: $s:ty => $r:ty;)*) => {$(
        #[test]
        fn $name() {
            let x = ints::<$s>(1);
            let down = x.sum_to::<$r>();
            same(&down, &Naive::from(&x).sum_to(down.shape()));
            let up = down.broadcast_to::<$s>();
            same(&up, &Naive::from_fn(x.shape(), |at| Naive::from(&down).at(at)));
        }
    )*};
}
sums! {
    to_itself: (Dim<3>, Dim<5>) => (Dim<3>, Dim<5>);
    to_number: (Dim<3>, Dim<50>) => ();
    to_suffix: (Dim<3>, Dim<5>, Dim<7>) => (Dim<7>,);
    to_row: (Dim<3>, Dim<5>) => (One, Dim<5>);
    to_column: (Dim<3>, Dim<300>) => (Dim<3>, One);
    to_middle: (Dim<3>, Dim<5>, Dim<7>) => (One, Dim<5>, One);
    to_ends: (Dim<3>, Dim<5>, Dim<7>) => (Dim<3>, One, Dim<7>);
    of_length_1: (Dim<1>, Dim<1>) => (One,);
    of_empty: (Dim<3>, Dim<0>) => (Dim<3>, One);
    of_rank_0: () => ();
    of_rank_6: (Dim<2>, Dim<3>, Dim<2>, Dim<3>, Dim<2>, Dim<3>) => (Dim<3>, One, Dim<3>, One, Dim<3>);
}

#[test]
fn the_target_follows_from_the_type() {
    let x = tensor([[1.0, 2.0], [3.0, 4.0]]);
    let v: Vector<f64, 2> = x.sum_to();
    let r: Row<f64, 2> = x.sum_to();
    let n: Tensor<f64, ()> = x.sum_to();
    assert_eq!((v.as_slice(), r.as_slice(), n.item()), (&[4.0, 6.0][..], &[4.0, 6.0][..], 10.0));
}
