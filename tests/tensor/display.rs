use cotangent::tensor::{Matrix, Tensor, Tensor3, Tensor4, Vector, tensor};

#[test]
fn columns_are_aligned() {
    assert_eq!(tensor([1, -20, 3]).to_string(), "[  1, -20,   3]");
    assert_eq!(tensor([[1.5, 2.0], [10.25, 3.0]]).to_string(), "[[  1.5,     2],\n [10.25,     3]]");
    assert_eq!(Tensor::from(2.5).to_string(), "2.5");
}

#[test]
fn the_precision_is_passed_on() {
    assert_eq!(format!("{:.2}", tensor([1.0, 2.346, -13.0])), "[  1.00,   2.35, -13.00]");
}

#[test]
fn matrices_are_set_apart() {
    let x: Tensor3<i32, 2, 2, 1> = tensor([[[1], [2]], [[3], [4]]]);
    assert_eq!(x.to_string(), "[[[1],\n  [2]],\n\n [[3],\n  [4]]]");
}

#[test]
fn long_axes_are_cut() {
    let x: Vector<usize, 100> = Tensor::from_fn(|[i]| i);
    assert_eq!(x.to_string(), "[ 0,  1,  2, …, 97, 98, 99]");
    assert_eq!(format!("{x:?}"), "Tensor(100) [0, 1, 2, …, 97, 98, 99]");
    let x: Matrix<usize, 9, 1> = Tensor::from_fn(|[i, _]| i);
    assert_eq!(x.to_string(), "[[0],\n [1],\n [2],\n …,\n [6],\n [7],\n [8]]");
    assert_eq!(Vector::<u8, 8>::ZEROS.to_string(), "[0, 0, 0, 0, 0, 0, 0, 0]");
    assert!(format!("{:?}", Tensor4::<u8, 20, 20, 20, 20>::ZEROS).len() < 6000);
}

#[test]
fn debug_names_the_shape() {
    assert_eq!(format!("{:?}", tensor([[1.0, 2.0]])), "Tensor(1, 2) [[1.0, 2.0]]");
    assert_eq!(format!("{:?}", Tensor::from(1)), "Tensor() 1");
    assert_eq!(format!("{:?}", Matrix::<f32, 2, 0>::ZEROS), "Tensor(2, 0) [[], []]");
    assert_eq!(Matrix::<f32, 0, 2>::ZEROS.to_string(), "[]");
}
