use cotangent::tensor::{Tensor, Tensor3, tensor};

#[test]
fn reads_and_writes_one_element() {
    let mut x: Tensor3<usize, 2, 3, 5> = Tensor::from_fn(|[i, j, k]| 100 * i + 10 * j + k);
    x[[1, 0, 3]] += 1000;
    assert_eq!(x[[1, 0, 3]], 1103);
    assert_eq!(x.as_slice()[18], 1103);
    let mut one = Tensor::from(1);
    one[[]] = 2;
    assert_eq!(one[[]], 2);
}

#[test]
#[should_panic(expected = "index [0, 2] is out of bounds for shape [2, 2]")]
fn out_of_bounds_names_index_and_shape() {
    let x = tensor([[1, 2], [3, 4]]);
    let _ = x[[0, 2]];
}

#[test]
#[should_panic(expected = "index [0] is out of bounds for shape [0]")]
fn an_empty_tensor_has_no_element() {
    let x: Tensor<f32, (cotangent::tensor::Dim<0>,)> = Tensor::ZEROS;
    let _ = x[[0]];
}
