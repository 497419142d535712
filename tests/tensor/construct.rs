use cotangent::tensor::{Column, Dim, Matrix, One, Row, Tensor, Tensor3, Tensor4, Vector, tensor};

static WEIGHTS: Matrix<f32, 256, 256> = Matrix::ZEROS;

#[test]
fn from_nested_arrays() {
    let v: Vector<i32, 2> = tensor([1, 2]);
    let m: Matrix<i32, 1, 2> = tensor([[1, 2]]);
    let t: Tensor3<i32, 1, 1, 2> = tensor([[[1, 2]]]);
    let u: Tensor4<i32, 2, 1, 1, 1> = tensor([[[[1]]], [[[2]]]]);
    let w: Tensor<i32, (Dim<1>, Dim<1>, Dim<1>, Dim<1>, Dim<1>, Dim<2>)> = tensor([[[[[[1, 2]]]]]]);
    for slice in [v.as_slice(), m.as_slice(), t.as_slice(), u.as_slice(), w.as_slice()] {
        assert_eq!(slice, [1, 2]);
    }
    assert_eq!(u.shape(), [2, 1, 1, 1]);
    assert_eq!(Matrix::from([[1, 2], [3, 4]]), Matrix::new([[1, 2], [3, 4]]));
    assert_eq!(Row::<_, 2>::new([[1, 2]]).shape(), [1, 2]);
    assert_eq!(Column::<_, 2>::new([[1], [2]]).shape(), [2, 1]);
    assert_eq!(Tensor::from(3).item(), 3);
}

#[test]
fn filled() {
    assert_eq!(WEIGHTS.sum(), 0.0);
    assert_eq!(Vector::<f64, 3>::zeros(), Vector::default());
    assert_eq!(Vector::full(2.5), tensor([2.5, 2.5, 2.5]));
    let mut x = Matrix::<u8, 2, 2>::zeros();
    x.fill(9);
    assert_eq!(x.as_slice(), [9; 4]);
}

#[test]
fn from_a_function_of_the_position() {
    let x: Tensor3<usize, 2, 3, 5> = Tensor::from_fn(|[i, j, k]| 100 * i + 10 * j + k);
    assert_eq!(x[[1, 2, 4]], 124);
    assert_eq!(x.as_slice()[5], 10);
    let one: Tensor<i32, ()> = Tensor::from_fn(|[]| 7);
    assert_eq!(one.item(), 7);
    let none: Matrix<i32, 0, 3> = Tensor::from_fn(|[_, _]| unreachable!());
    assert!(none.as_slice().is_empty());
    let row: Row<usize, 3> = Tensor::from_fn(|[i, j]| i + j);
    assert_eq!(row, Tensor::<_, (One, Dim<3>)>::new([[0, 1, 2]]));
}

#[test]
fn from_a_slice_of_the_right_length() {
    assert_eq!(Matrix::from_slice(&[1, 2, 3, 4, 5, 6]), Some(tensor([[1, 2, 3], [4, 5, 6]])));
    assert_eq!(Vector::<i32, 2>::from_slice(&[1]), None);
    assert_eq!(Vector::<i32, 2>::from_slice(&[1, 2, 3]), None);
    assert_eq!(Matrix::<i32, 2, 0>::from_slice(&[]), Some(Tensor::ZEROS));
}

#[cfg(feature = "std")]
#[test]
fn large_tensors_never_pass_through_the_stack() {
    let thread = std::thread::Builder::new().stack_size(128 * 1024);
    let sum = thread.spawn(|| {
        let mut x = Matrix::<f32, 2048, 2048>::boxed_zeros();
        x[[2047, 2047]] = 2.0;
        *x += &Vector::<f32, 2048>::full(1.0);
        x.sum()
    });
    assert_eq!(sum.unwrap().join().unwrap(), 2.0 + 2048.0 * 2048.0);
}
