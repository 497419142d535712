//! Sums that an accumulator of 11 or 8 digits gets wrong: it stands still as soon as a summand is less than half of its last place.

use cotangent::prelude::*;
use cotangent::tensor::SumTo;

/// The nearest half of an exact number.
fn nearest<T: Real>(exact: f64) -> f64 {
    T::lit(exact).to_f64()
}

/// What adding one after the other in the type itself gives.
fn naive<T: Real>(x: T, n: usize) -> f64 {
    (0..n).fold(T::ZERO, |sum, _| sum + x).to_f64()
}

macro_rules! both {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            $name::check::<f16>();
            $name::check::<bf16>();
        }
    )*};
}
both!(small_numbers means products stacks broadcast_gradients repeated_positions overlapping_windows statistics losses);

mod small_numbers {
    use super::*;

    pub fn check<T: Real>() {
        let x = T::lit(0.001);
        let exact = nearest::<T>(10_000.0 * x.to_f64());
        assert!((naive(x, 10_000) - exact).abs() > 0.3 * exact, "the test must be able to fail");

        let all: Vector<T, 10_000> = Tensor::full(x);
        assert_eq!(all.sum().to_f64(), exact);
        assert_eq!(all.cumsum::<0>()[[9_999]].to_f64(), exact);
        let rows: Matrix<T, 10_000, 3> = Tensor::full(x);
        assert_eq!(rows.sum_axis::<0>(), Tensor::full(T::lit(exact)));
        let columns: Matrix<T, 3, 10_000> = Tensor::full(x);
        assert_eq!(columns.sum_axis::<1>(), Tensor::full(T::lit(exact)));
        let planes: Tensor3<T, 100, 3, 100> = Tensor::full(x);
        assert_eq!(planes.sum_to::<(Dim<3>, One)>(), Tensor::full(T::lit(exact)));
    }
}

mod means {
    use super::*;

    pub fn check<T: Real>() {
        assert!(naive(T::ONE, 4_096) < 4_096.0, "the test must be able to fail");
        assert_eq!(Vector::<T, 4_096>::full(T::ONE).mean(), T::ONE);
        assert_eq!(Matrix::<T, 4_096, 2>::full(T::ONE).mean_axis::<0>(), tensor([T::ONE; 2]));
        // The sum is beyond the largest `f16`, and so is the number of numbers.
        let many = Tensor::<T, (Dim<300>, Dim<300>)>::boxed_zeros();
        let mut many = many;
        many.fill(T::lit(100.0));
        assert_eq!(many.mean(), T::lit(100.0));
        assert_eq!(mean::grad(&many)[[7, 7]].to_f64(), nearest::<T>(1.0 / 90_000.0));
    }

    #[differentiable]
    fn mean<T: Real>(x: &Matrix<T, 300, 300>) -> T {
        x.mean()
    }
}

mod products {
    use super::*;

    #[differentiable]
    fn product<T: Real>(a: &Matrix<T, 2, 4_096>, b: &Matrix<T, 4_096, 3>) -> Matrix<T, 2, 3> {
        a.matmul(b)
    }

    #[differentiable]
    fn of_many_rows<T: Real>(a: &Matrix<T, 4_096, 2>, b: &Matrix<T, 2, 3>) -> Matrix<T, 4_096, 3> {
        a.matmul(b)
    }

    pub fn check<T: Real>() {
        let (x, y) = (T::lit(0.01), T::lit(0.3));
        let exact = nearest::<T>(4_096.0 * x.to_f64() * y.to_f64());
        assert!((naive(x * y, 4_096) - exact).abs() > 0.1 * exact, "the test must be able to fail");
        let (a, b) = (Matrix::full(x), Matrix::full(y));
        assert_eq!(product(&a, &b), Tensor::full(T::lit(exact)));
        let row: Vector<T, 4_096> = Tensor::full(x);
        assert_eq!(row.matmul(&Vector::<T, 4_096>::full(y)).item().to_f64(), exact);
        assert_eq!(row.matmul(&b), Tensor::full(T::lit(exact)));

        // The gradient of the right operand sums over the rows of the left one.
        let (_, (_, b_bar)) = of_many_rows::vjp::<T>(&Matrix::full(x), &Matrix::full(T::ONE), Matrix::full(y));
        assert_eq!(b_bar, Tensor::full(T::lit(exact)));
        let (_, (_, b_bar)) = product::vjp::<T>(&Matrix::full(x), &b, Matrix::full(y));
        assert_eq!(b_bar[[0, 0]].to_f64(), nearest::<T>(2.0 * x.to_f64() * y.to_f64()));
    }
}

mod stacks {
    use super::*;

    #[differentiable]
    fn shared<T: Real>(a: &Tensor3<T, 2_048, 1, 2>, b: &Matrix<T, 2, 1>) -> Tensor3<T, 2_048, 1, 1> {
        a.matmul(b)
    }

    #[differentiable]
    fn shared_left<T: Real>(a: &Matrix<T, 1, 2>, b: &Tensor3<T, 2_048, 2, 1>) -> Tensor3<T, 2_048, 1, 1> {
        a.matmul(b)
    }

    /// Both stretch: the products that fall on one matrix of `b` do not follow one another.
    #[differentiable]
    fn shared_crosswise<T: Real>(
        a: &Tensor<T, (Dim<2_048>, One, Dim<1>, Dim<2>)>,
        b: &Tensor<T, (One, Dim<3>, Dim<2>, Dim<1>)>,
    ) -> Tensor4<T, 2_048, 3, 1, 1> {
        a.matmul(b)
    }

    pub fn check<T: Real>() {
        let (x, c) = (T::lit(0.3), T::lit(0.01));
        let exact = T::lit(2_048.0 * x.to_f64() * c.to_f64());
        let (_, (_, b_bar)) = shared::vjp::<T>(&Tensor::full(x), &Tensor::full(T::ONE), Tensor::full(c));
        assert_eq!(b_bar, Tensor::full(exact));
        let (_, (a_bar, _)) = shared_left::vjp::<T>(&Tensor::full(T::ONE), &Tensor::full(x), Tensor::full(c));
        assert_eq!(a_bar, Tensor::full(exact));
        let (_, (_, b_bar)) = shared_crosswise::vjp::<T>(&Tensor::full(x), &Tensor::full(T::ONE), Tensor::full(c));
        assert_eq!(b_bar, Tensor::full(exact));
    }
}

mod broadcast_gradients {
    use super::*;

    #[differentiable]
    fn biased<T: Real>(x: &Matrix<T, 4_096, 2>, b: &Vector<T, 2>, k: T) -> Matrix<T, 4_096, 2> {
        (x + b) * k
    }

    #[differentiable]
    fn stretched<T: Real, const N: usize>(b: &Vector<T, 2>) -> Matrix<T, N, 2> {
        b.broadcast_to()
    }

    pub fn check<T: Real>() {
        let c = T::lit(0.01);
        let (_, (_, b_bar, k_bar)) = biased::vjp::<T>(&Matrix::full(T::ONE), &Vector::zeros(), T::ONE, Matrix::full(c));
        assert_eq!(b_bar, Tensor::full(T::lit(4_096.0 * c.to_f64())));
        assert_eq!(k_bar, T::lit(8_192.0 * c.to_f64()));
        let (_, b_bar) = stretched::vjp::<T, 4_096>(&Vector::zeros(), Matrix::full(c));
        assert_eq!(b_bar, Tensor::full(T::lit(4_096.0 * c.to_f64())));
    }

    /// Several operations on one value: each sum is exact, and each is rounded once.
    #[test]
    fn where_several_kernels_add_each_rounds_once() {
        #[differentiable]
        fn twice<T: Real>(x: T) -> T {
            x * T::lit(1.0 / 1024.0) + x * T::ONE
        }
        assert_eq!(twice::grad(f16::ONE), f16::lit(1.0 + 1.0 / 1024.0));
    }
}

mod repeated_positions {
    use super::*;

    #[differentiable]
    fn rows<T: Real>(table: &Matrix<T, 3, 2>, #[constant] at: &[usize; 4_096]) -> Matrix<T, 4_096, 2> {
        table.embedding(at)
    }

    #[differentiable]
    fn elements<T: Real>(x: &Vector<T, 3>, at: &Vector<usize, 4_096>) -> Vector<T, 4_096> {
        x.gather::<0, 4_096>(at)
    }

    #[differentiable]
    fn again<T: Real>(x: &Vector<T, 2>) -> Vector<T, 4_096> {
        x.repeat::<0, 4_096>()
    }

    pub fn check<T: Real>() {
        let c = T::lit(0.01);
        let exact = T::lit(4_096.0 * c.to_f64());
        let (_, bar) = rows::vjp::<T>(&Matrix::zeros(), &[1; 4_096], Matrix::full(c));
        assert_eq!(bar, tensor([[T::ZERO; 2], [exact; 2], [T::ZERO; 2]]));
        let (_, bar) = elements::vjp::<T>(&Vector::zeros(), &Tensor::full(2), Vector::full(c));
        assert_eq!(bar, tensor([T::ZERO, T::ZERO, exact]));
        let (_, bar) = again::vjp::<T>(&Vector::zeros(), Vector::full(c));
        assert_eq!(bar, Tensor::full(T::lit(2_048.0 * c.to_f64())));
        let sums = Vector::<T, 3>::zeros().scatter_add::<0, 4_096>(&Tensor::full(0), &Tensor::full(c));
        assert_eq!(sums, tensor([exact, T::ZERO, T::ZERO]));
    }
}

mod overlapping_windows {
    use super::*;

    type Image<T, const N: usize> = Tensor4<T, 1, 1, N, N>;

    #[differentiable]
    fn mean<T: Real>(x: &Image<T, 64>) -> Image<T, 1> {
        x.avg_pool2d::<64, 1>()
    }

    #[differentiable]
    fn largest<T: Real>(x: &Image<T, 64>) -> Image<T, 33> {
        x.max_pool2d::<32, 1>()
    }

    #[differentiable]
    fn convolved<T: Real>(x: &Image<T, 64>, w: &Image<T, 1>) -> Image<T, 64> {
        x.conv2d::<1, 0>(w)
    }

    pub fn check<T: Real>() {
        assert_eq!(mean(&Image::full(T::ONE)).as_slice(), [T::ONE]);
        // The largest number is in the middle, and all 33² windows meet there.
        let mut x = Image::zeros();
        x[[0, 0, 31, 31]] = T::ONE;
        let c = T::lit(0.01);
        let (_, bar) = largest::vjp::<T>(&x, Image::full(c));
        assert_eq!(bar[[0, 0, 31, 31]], T::lit(1_024.0 * c.to_f64()));
        let (_, (_, w_bar)) = convolved::vjp::<T>(&Image::full(T::ONE), &Image::full(T::ONE), Image::full(c));
        assert_eq!(w_bar.as_slice(), [T::lit(4_096.0 * c.to_f64())]);
    }
}

mod statistics {
    use super::*;

    fn alternating<T: Real, S: cotangent::tensor::Shape + SumTo<()>>(a: f64, b: f64) -> Tensor<T, S> {
        let mut x = Tensor::zeros();
        for (i, x) in x.as_mut_slice().iter_mut().enumerate() {
            *x = T::lit(if i % 2 == 0 { a } else { b });
        }
        x
    }

    pub fn check<T: Real>() {
        // The sum is beyond the largest `f16`, and so is that of the squares.
        let x: Vector<T, 4_096> = alternating(30.0, 34.0);
        assert_eq!((x.mean(), x.var(), x.std()), (T::lit(32.0), T::lit(4.0), T::lit(2.0)));
        assert_eq!(Vector::<T, 4_096>::full(T::lit(4.0)).norm(), T::lit(256.0));
        assert_eq!(Vector::<T, 4_096>::full(T::ZERO).softmax::<0>(), Tensor::full(T::lit(1.0 / 4_096.0)));
        let exact = nearest::<T>(4_096_f64.ln());
        assert_eq!(Vector::<T, 4_096>::full(T::ZERO).logsumexp().to_f64(), exact);
        let y = alternating::<T, (Dim<1>, Dim<4_096>)>(30.0, 34.0).layer_norm(T::ZERO);
        assert_eq!(y, alternating(-1.0, 1.0));
    }
}

mod losses {
    use super::*;

    pub fn check<T: Real>() {
        let (x, t) = (Vector::<T, 4_096>::full(T::lit(5.0)), Vector::full(T::ONE));
        assert_eq!((x.mse(&t), x.mae(&t)), (T::lit(16.0), T::lit(4.0)));
        assert_eq!(x.huber(&t, T::ONE), T::lit(3.5));
        let logits = Matrix::<T, 2, 4_096>::zeros();
        assert_eq!(logits.softmax_cross_entropy(&[0, 4_095]).to_f64(), nearest::<T>(4_096_f64.ln()));
    }

    /// A factor lifts even what is smaller than the smallest `f16`: nothing is rounded before it is multiplied.
    #[test]
    fn a_factor_lifts_what_would_vanish() {
        #[differentiable]
        fn loss(x: &Matrix<f16, 1, 2>) -> f32 {
            x.cast::<f32>().softmax_cross_entropy(&[0])
        }
        #[differentiable]
        fn half_loss(x: &Matrix<f16, 1, 2>) -> f16 {
            x.softmax_cross_entropy(&[0])
        }
        let x = tensor([[f16::lit(20.0), f16::ZERO]]);
        let exact = 1.0 / (1.0 + 20_f64.exp()); // 2.1e-9
        assert_eq!(loss::grad(&x)[[0, 1]], f16::ZERO);
        assert_eq!(loss::vjp(&x, 32_768.0).1[[0, 1]], f16::lit(exact * 32_768.0));
        assert_eq!(half_loss::vjp(&x, f16::lit(32_768.0)).1[[0, 1]], f16::lit(exact * 32_768.0));
    }
}
