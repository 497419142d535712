use cotangent::tensor::{Dim, One, Tensor, Vector, tensor};

use super::naive::{Naive, ints, same};

macro_rules! pairs {
    ($($name:ident: $l:ty, $r:ty;)*) => {$(
        #[test]
        fn $name() {
            let (a, b) = (ints::<$l>(1), ints::<$r>(2).map(|x| if x == 0 { 5 } else { x }));
            let (x, y) = (Naive::from(&a), Naive::from(&b));
            same(&(&a + &b), &x.zip(&y, |x, y| x + y));
            same(&(&a - &b), &x.zip(&y, |x, y| x - y));
            same(&(&a * &b), &x.zip(&y, |x, y| x * y));
            same(&(&a / &b), &x.zip(&y, |x, y| x / y));
            same(&(&b - &a), &y.zip(&x, |y, x| y - x));
        }
    )*};
}
pairs! {
    rank_0: (), ();
    same_vectors: (Dim<13>,), (Dim<13>,);
    same_matrices: (Dim<3>, Dim<5>), (Dim<3>, Dim<5>);
    number: (Dim<3>, Dim<5>), ();
    bias: (Dim<3>, Dim<5>), (Dim<5>,);
    row: (Dim<3>, Dim<5>), (One, Dim<5>);
    column: (Dim<3>, Dim<5>), (Dim<3>, One);
    outer: (Dim<3>, One), (One, Dim<5>);
    outer_with_vector: (Dim<3>, One), (Dim<5>,);
    length_1: (Dim<1>, Dim<5>), (Dim<1>, One);
    ones: (One, One), (One,);
    empty: (Dim<0>, Dim<5>), (Dim<5>,);
    empty_from_one: (Dim<3>, Dim<0>), (Dim<3>, One);
    rank_6: (Dim<2>, Dim<3>, One, Dim<2>, One, Dim<3>), (Dim<3>, Dim<2>, One, Dim<5>, Dim<3>);
    rank_6_middle: (Dim<2>, Dim<3>, Dim<2>, Dim<2>, Dim<2>, Dim<3>), (Dim<2>, One, One, Dim<2>, Dim<2>, One);
}

#[test]
fn every_form_of_ownership() {
    let (a, b) = (tensor([6.0, 8.0]), tensor([2.0, 4.0]));
    for sum in [a + b, &a + b, a + &b, &a + &b] {
        assert_eq!(sum, tensor([8.0, 12.0]));
    }
    for quotient in [a / b, &a / b, a / &b, &a / &b] {
        assert_eq!(quotient, tensor([3.0, 2.0]));
    }
    assert_eq!(-a, tensor([-6.0, -8.0]));
    assert_eq!(-&a, tensor([-6.0, -8.0]));
}

#[test]
fn numbers_on_both_sides() {
    let x = tensor([1.0_f32, 4.0]);
    assert_eq!(x - 1.0, tensor([0.0, 3.0]));
    assert_eq!(&x / 2.0, tensor([0.5, 2.0]));
    assert_eq!(1.0 - x, tensor([0.0, -3.0]));
    assert_eq!(2.0 / &x, tensor([2.0, 0.5]));
    assert_eq!(2.0_f64 * tensor([1.0, 4.0]) + 1.0, tensor([3.0, 9.0]));
    assert_eq!(tensor([1_u8, 4]) * 2, tensor([2, 8]));
}

#[test]
fn assigning_forms() {
    let mut x = tensor([[1.0, 2.0], [3.0, 4.0]]);
    let v = tensor([1.0, 2.0]);
    x += v;
    x += &v;
    assert_eq!(x, tensor([[3.0, 6.0], [5.0, 8.0]]));
    x -= tensor([[1.0, 1.0], [2.0, 2.0]]);
    assert_eq!(x, tensor([[2.0, 5.0], [3.0, 6.0]]));
    x *= &Tensor::<f64, (Dim<2>, One)>::new([[2.0], [10.0]]);
    assert_eq!(x, tensor([[4.0, 10.0], [30.0, 60.0]]));
    x /= v;
    x += 1.0;
    x *= 2.0;
    x -= 4.0;
    x /= 2.0;
    assert_eq!(x, tensor([[3.0, 4.0], [29.0, 29.0]]));
}

#[test]
fn equality_is_of_numbers() {
    assert_ne!(tensor([f32::NAN]), tensor([f32::NAN]));
    assert_eq!(tensor([0.0]), tensor([-0.0]));
    assert_ne!(Vector::full(1), tensor([1, 2]));
}
