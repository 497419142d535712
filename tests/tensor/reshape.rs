use cotangent::tensor::{Dim, Matrix, One, Row, Tensor, tensor};

use super::naive::ints;

#[test]
fn keeps_elements_in_order() {
    let x = ints::<(Dim<4>, Dim<6>)>(1);
    let y = x.reshape::<(Dim<2>, One, Dim<3>, Dim<4>)>();
    assert_eq!(y.as_slice(), x.as_slice());
    assert_eq!(y.shape(), [2, 1, 3, 4]);
    assert_eq!(tensor([5]).reshape::<()>().item(), 5);
    let none: Matrix<f32, 0, 3> = Tensor::<f32, (Dim<5>, Dim<0>)>::ZEROS.reshape();
    assert_eq!(none.sum(), 0.0);
}

#[test]
fn a_fixed_axis_stretches_only_when_told() {
    let row: Matrix<i32, 1, 3> = tensor([[1, 2, 3]]);
    let stretching: Row<i32, 3> = row.stretch::<0>();
    assert_eq!(stretching + tensor([[10, 20, 30], [40, 50, 60]]), tensor([[11, 22, 33], [41, 52, 63]]));
    assert_eq!(stretching.fixed::<-2>(), row);
}
