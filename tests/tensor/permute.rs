use cotangent::tensor::{Dim, Matrix, One, Perm2, Perm3, Perm4};

use super::naive::{Naive, ints, same};

type S4 = (Dim<2>, Dim<3>, Dim<5>, Dim<7>);
type S6 = (Dim<2>, Dim<3>, Dim<1>, Dim<5>, One, Dim<4>);

#[test]
fn transpose_exchanges_the_last_two_axes() {
    let x = ints::<(Dim<13>, Dim<7>)>(1);
    let t: Matrix<i64, 7, 13> = x.transpose();
    same(&t, &Naive::from(&x).permute(&[1, 0]));
    assert_eq!(t.transpose(), x);
    let mut into = ints(2);
    x.transpose_into(&mut into);
    assert_eq!(into, t);
    let x = ints::<S4>(1);
    same(&x.transpose(), &Naive::from(&x).permute(&[0, 1, 3, 2]));
    let x = ints::<S6>(1);
    same(&x.transpose(), &Naive::from(&x).permute(&[0, 1, 2, 3, 5, 4]));
    let empty = ints::<(Dim<0>, Dim<7>)>(1);
    assert_eq!(empty.transpose().shape(), [7, 0]);
}

macro_rules! swaps {
    ($s:ty, $rank:literal: $($i:literal $j:literal),*) => {$(
        let x = ints::<$s>(1);
        let mut order: Vec<usize> = (0..$rank).collect();
        order.swap($i, $j);
        same(&x.swap_axes::<$i, $j>(), &Naive::from(&x).permute(&order));
        assert_eq!(x.swap_axes::<$j, $i>(), x.swap_axes::<$i, $j>());
        assert_eq!(x.swap_axes::<$i, $j>().swap_axes::<$i, $j>(), x);
    )*};
}

#[test]
fn swap_exchanges_any_two_axes() {
    swaps!((Dim<3>, Dim<4>), 2: 0 1);
    swaps!((Dim<3>, Dim<4>, One), 3: 0 1, 0 2, 1 2);
    swaps!(S4, 4: 0 1, 0 2, 0 3, 1 2, 1 3, 2 3);
    swaps!((Dim<2>, Dim<3>, Dim<1>, Dim<2>, Dim<3>), 5: 0 1, 0 2, 0 3, 0 4, 1 2, 1 3, 1 4, 2 3, 2 4, 3 4);
    swaps!(S6, 6: 0 1, 0 2, 0 3, 0 4, 0 5, 1 2, 1 3, 1 4, 1 5, 2 3, 2 4, 2 5, 3 4, 3 5, 4 5);
}

macro_rules! permutes {
    ($s:ty, $perm:ident: $($($order:literal)*),*) => {$(
        let x = ints::<$s>(1);
        same(&x.permute::<$perm<$($order),*>>(), &Naive::from(&x).permute(&[$($order),*]));
    )*};
}

#[test]
fn permute_puts_axes_in_any_order() {
    permutes!((Dim<3>, Dim<4>), Perm2: 0 1, 1 0);
    permutes!((Dim<2>, Dim<3>, Dim<4>), Perm3: 0 1 2, 0 2 1, 1 0 2, 1 2 0, 2 0 1, 2 1 0);
    permutes!(S4, Perm4: 0 1 2 3, 0 1 3 2, 0 2 1 3, 0 2 3 1, 0 3 1 2, 0 3 2 1);
    permutes!(S4, Perm4: 1 0 2 3, 1 0 3 2, 1 2 0 3, 1 2 3 0, 1 3 0 2, 1 3 2 0);
    permutes!(S4, Perm4: 2 0 1 3, 2 0 3 1, 2 1 0 3, 2 1 3 0, 2 3 0 1, 2 3 1 0);
    permutes!(S4, Perm4: 3 0 1 2, 3 0 2 1, 3 1 0 2, 3 1 2 0, 3 2 0 1, 3 2 1 0);
}
