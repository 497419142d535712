//! What users write: generic over lengths, over axes, over whole shapes, without where-clauses. That it compiles is half
//! of the test.

use cotangent::real::Real;
use cotangent::tensor::{
    Axis, Dim, HasAxis, MatMul, Matrix, One, Perm4, Shape, Tensor, Tensor3, Tensor4, Vector, tensor,
};

use super::naive::ints;

fn layer<const B: usize, const I: usize, const O: usize>(
    x: &Matrix<f32, B, I>,
    w: &Matrix<f32, I, O>,
    b: &Vector<f32, O>,
) -> Matrix<f32, B, O> {
    x.matmul(w) + b
}

fn axpy<S: Shape>(a: f32, x: &Tensor<f32, S>, y: &Tensor<f32, S>) -> Tensor<f32, S> {
    a * x + y
}

fn affine<A: Axis, K: Axis, N: Axis>(
    x: &Tensor<f32, (A, K)>,
    w: &Tensor<f32, (K, N)>,
    b: &Tensor<f32, (N,)>,
) -> Tensor<f32, (A, N)> {
    x.matmul(w) + b
}

fn ranks<const B: usize, const T: usize, const N: usize>(
    x: &Tensor3<f32, B, T, N>,
    v: &Vector<f32, N>,
    m: &Tensor<f32, (Dim<B>, One, Dim<N>)>,
) -> Tensor3<f32, B, T, N> {
    x + v + m * x - x * m + 2.0 * x - x / 3.0 + v * m
}

fn centred<T: Real, const B: usize, const N: usize>(x: &Matrix<T, B, N>) -> Matrix<T, B, N> {
    let shifted = x - x.max_keep::<-1>();
    &shifted / shifted.sum_keep::<-1>()
}

fn scores<const B: usize, const T: usize, const D: usize>(
    q: &Tensor3<f32, B, T, D>,
    k: &Tensor3<f32, B, T, D>,
    v: &Tensor3<f32, B, T, D>,
) -> Tensor3<f32, B, T, D> {
    let s = q.matmul(&k.transpose());
    let e = s - s.max_keep::<-1>();
    (e / e.sum_keep::<-1>()).matmul(v)
}

fn heads<const B: usize, const T: usize, const H: usize, const D: usize, const N: usize>(
    x: &Tensor3<f32, B, T, N>,
) -> Tensor4<f32, B, H, T, D> {
    x.reshape::<(Dim<B>, Dim<T>, Dim<H>, Dim<D>)>().permute::<Perm4<0, 2, 1, 3>>()
}

/// The gradients of a broadcasting operation type-check for any shapes that broadcast.
fn add_vjp<S: Shape + cotangent::tensor::Broadcast<R>, R: Shape>(
    g: &Tensor<f32, <S as cotangent::tensor::Broadcast<R>>::Joined>,
) -> (Tensor<f32, S>, Tensor<f32, R>) {
    (g.sum_to::<S>(), g.sum_to::<R>())
}

fn halves<S: HasAxis<0>>(x: &Tensor<f32, S>) -> Tensor<f32, S::Removed> {
    x.sum_axis::<0>() / 2.0
}

/// Keeping the axis broadcasts back, whatever the shape.
fn without_mean<const AXIS: isize, S: HasAxis<AXIS>>(x: &Tensor<f64, S>) -> Tensor<f64, S> {
    x - x.mean_keep::<AXIS>()
}

struct Linear<const I: usize, const O: usize> {
    w: Matrix<f32, I, O>,
}

impl<const I: usize, const O: usize> Linear<I, O> {
    fn forward<const B: usize>(&self, x: &Matrix<f32, B, I>) -> Matrix<f32, B, O> {
        x.matmul(&self.w)
    }
}

#[test]
fn generic_functions_compute() {
    let x = tensor([[1.0, 2.0], [3.0, 4.0]]);
    let w = tensor([[1.0, 0.0], [0.0, 2.0]]);
    let b = tensor([10.0, 20.0]);
    let expected = tensor([[11.0, 24.0], [13.0, 28.0]]);
    assert_eq!(layer(&x, &w, &b), expected);
    assert_eq!(affine(&x, &w, &b), expected);
    assert_eq!(Linear { w }.forward(&x) + b, expected);
    assert_eq!(layer(&tensor([[1.0, 2.0]]), &w, &b), tensor([[11.0, 24.0]]));
    assert_eq!(axpy(2.0, &x, &w), tensor([[3.0, 4.0], [6.0, 10.0]]));
    assert_eq!(halves(&x), tensor([2.0, 3.0]));
    assert_eq!(without_mean::<-1, _>(&tensor([[1.0, 3.0]])), tensor([[-1.0, 1.0]]));
    assert_eq!(centred(&tensor([[1.0, 3.0]])), tensor([[1.0, 0.0]]));
    let (gx, gb): (Matrix<f32, 2, 2>, Vector<f32, 2>) = add_vjp(&x);
    assert_eq!((gx, gb), (x, tensor([4.0, 6.0])));
}

#[test]
fn generic_stacks_compute() {
    let float = |x: i64| x as f32;
    let x = ints::<(Dim<2>, Dim<3>, Dim<4>)>(1).map(float);
    let (v, m) = (ints(2).map(float), ints(3).map(float));
    let y = ranks(&x, &v, &m);
    let at = (x[[1, 2, 3]], v[[3]], m[[1, 0, 3]]);
    assert_eq!(y[[1, 2, 3]], at.0 + at.1 + at.2 * at.0 - at.0 * at.2 + 2.0 * at.0 - at.0 / 3.0 + at.1 * at.2);

    let split: Tensor4<f32, 2, 2, 3, 2> = heads(&x);
    assert_eq!(split[[1, 1, 2, 0]], x[[1, 2, 2]]);

    let s = scores(&x, &x, &x);
    assert_eq!(s.shape(), [2, 3, 4]);
}

#[test]
fn every_product_has_its_shape() {
    type Q = (Dim<2>, Dim<3>, Dim<4>, Dim<5>);
    let q = ints::<Q>(1);
    let a: Tensor4<i64, 2, 3, 4, 4> = q.matmul(&ints::<(Dim<2>, One, Dim<5>, Dim<4>)>(2));
    let b: Tensor4<i64, 2, 3, 4, 5> = q.matmul(&ints::<(Dim<5>, Dim<5>)>(3));
    let c: Tensor3<i64, 2, 3, 4> = q.matmul(&ints::<(Dim<5>,)>(4));
    let d: Tensor<i64, ()> = ints::<(Dim<5>,)>(5).matmul(&ints::<(Dim<5>,)>(6));
    assert_eq!((a.shape().len(), b.shape().len(), c.shape().len(), d.shape().len()), (4, 4, 3, 0));
    fn product<S: Shape + MatMul<R>, R: Shape>(
        a: &Tensor<i64, S>,
        b: &Tensor<i64, R>,
    ) -> Tensor<i64, <S as MatMul<R>>::Product> {
        a.matmul(b)
    }
    assert_eq!(product(&q, &ints::<(Dim<5>,)>(4)), c);
}
