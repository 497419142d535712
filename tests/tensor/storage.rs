use cotangent::tensor::{Dim, Matrix, One, Tensor, Tensor3, tensor};

const _: () = assert!(size_of::<Matrix<f32, 32, 10>>() == 1280);
const _: () = assert!(size_of::<Tensor<f64, ()>>() == 8);
const _: () = assert!(size_of::<Tensor<u8, (One, Dim<3>, One)>>() == 3);

#[test]
fn arrays_and_slices_are_the_same_numbers() {
    let mut x = tensor([[[1, 2], [3, 4]], [[5, 6], [7, 8]]]);
    assert_eq!(x.as_slice(), [1, 2, 3, 4, 5, 6, 7, 8]);
    x.as_mut_slice()[5] = 60;
    assert_eq!(x.as_array()[1][0][1], 60);
    assert_eq!(x.into_array(), [[[1, 2], [3, 4]], [[5, 60], [7, 8]]]);
    assert_eq!(Tensor3::<u8, 2, 3, 5>::NUMEL, 30);
    assert!(Matrix::<u8, 2, 0>::ZEROS.as_slice().is_empty());
    assert_eq!(Tensor::from(3).as_slice(), [3]);
}

#[test]
fn tensors_can_be_sent_and_copied() {
    fn plain<T: Copy + Send + Sync + 'static>(_: T) {}
    plain(tensor([1.0]));
}
