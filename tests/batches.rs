//! Batches, whose number of rows is known when the program runs: the same numbers as with lengths in the type, to the bit.

use cotangent::prelude::*;

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Mlp {
    w1: Matrix<f32, 5, 7>,
    b1: Vector<f32, 7>,
    w2: Matrix<f32, 7, 3>,
    b2: Vector<f32, 3>,
}

fn noise(i: usize) -> f32 {
    ((i * 7919 + 13) % 1009) as f32 / 504.5 - 1.0
}

fn model() -> Mlp {
    Mlp {
        w1: Matrix::from_fn(|[i, j]| noise(10 * i + j)),
        b1: Vector::from_fn(|[i]| noise(100 + i)),
        w2: Matrix::from_fn(|[i, j]| noise(200 + 10 * i + j)),
        b2: Vector::from_fn(|[i]| noise(300 + i)),
    }
}

/// `both!(name(parameters) -> T { body })` with a batch and with a matrix of `B` rows: only the types differ.
macro_rules! both {
    ($static:ident $dynamic:ident($m:ident, $x:ident: $n:literal, $labels:ident) $body:block) => {
        #[differentiable]
        fn $static<const B: usize>($m: &Mlp, $x: &Matrix<f32, B, $n>, $labels: &[usize; B]) -> f32 $body
        #[differentiable]
        fn $dynamic($m: &Mlp, $x: &Batch<f32, $n>, $labels: &Tensor<usize, (Dyn,)>) -> f32 $body
    };
}

both!(classify classify_batch(m, x: 5, labels) {
    let h = (x.matmul(&m.w1) + &m.b1).tanh();
    let logits = h.linear(&m.w2, &m.b2);
    logits.softmax_cross_entropy(labels)
});

both!(mixed mixed_batch(m, x: 5, labels) {
    let mut h = x * 0.5 + 1.0;
    for _ in 0..3 {
        h = (x - &h) * &h / 2.0;
        h = h.sigmoid();
    }
    let y = h.matmul(&m.w1).relu();
    let s = y.sum();
    h = -h;
    h *= 2.0;
    h.linear(&m.w1, &m.b1).mse(&y) + h.huber_sum(&(x * 3.0), 0.75) + s * s + y.matmul(&m.w2).softmax_cross_entropy_sum(labels)
});

fn compare<const B: usize>() {
    let m = model();
    let x = Matrix::<f32, B, 5>::from_fn(|[i, j]| noise(1000 + 10 * i + j));
    let labels: [usize; B] = core::array::from_fn(|i| i % 3);
    let (batch, batch_labels) = (Batch::of_rows(x.into_array()), Tensor::from(labels.to_vec()));
    macro_rules! same {
        ($one:ident $other:ident) => {
            let (y, (m_bar, x_bar)) = $one::value_and_grad(&m, &x, &labels);
            let (y2, (m_bar2, x_bar2)) = $other::value_and_grad(&m, &batch, &batch_labels);
            assert_eq!((y, &m_bar, x_bar.as_slice()), (y2, &m_bar2, x_bar2.as_slice()), "first order, {B} rows");

            let one = $one::at(&m, &x, &labels).jvp((m_bar.clone(), x_bar));
            let other = $other::at(&m, &batch, &batch_labels).jvp((m_bar2.clone(), x_bar2.clone()));
            assert_eq!(one, other, "forward mode, {B} rows");
            let along_m = $other::at(&m, &batch, &batch_labels).jvp((m_bar2.clone(), Batch::default()));
            assert_eq!(
                $one::at(&m, &x, &labels).jvp((m_bar.clone(), Matrix::ZEROS)),
                along_m,
                "along the model, {B} rows"
            );

            let (m_dot, x_dot) = $one::at(&m, &x, &labels).hvp((m_bar, x_bar));
            let (m_dot2, x_dot2) = $other::at(&m, &batch, &batch_labels).hvp((m_bar2, x_bar2));
            assert_eq!((m_dot, x_dot.as_slice()), (m_dot2, x_dot2.as_slice()), "second order, {B} rows");
        };
    }
    same!(classify classify_batch);
    same!(mixed mixed_batch);
}

#[test]
fn a_batch_has_the_numbers_of_a_matrix_with_as_many_rows() {
    compare::<1>();
    compare::<7>();
    compare::<32>();
    compare::<70>();
}

macro_rules! stretched {
    ($name:ident $x:ty) => {
        #[differentiable]
        fn $name(x: &$x, row: &Row<f64, 2>, vector: &Vector<f64, 2>) -> f64 {
            let y = x / row - 1.0;
            let z = 2.0 * &y + y.exp() * row;
            (z * x - vector).sum()
        }
    };
}
stretched!(stretched_matrix Matrix<f64, 3, 2>);
stretched!(stretched_batch Batch<f64, 2>);

#[differentiable]
fn matrices(x: &Tensor<f64, (Dyn, Dim<3>, Dim<2>)>, w: &Matrix<f64, 2, 4>, v: &Vector<f64, 4>) -> f64 {
    let y = x.matmul(w).cos();
    y.matmul(v).square().mean() + y.relu().sum()
}

#[differentiable]
fn static_matrices(x: &Tensor3<f64, 2, 3, 2>, w: &Matrix<f64, 2, 4>, v: &Vector<f64, 4>) -> f64 {
    let y = x.matmul(w).cos();
    y.matmul(v).square().mean() + y.relu().sum()
}

#[test]
fn operands_of_other_shapes_stretch() {
    let x = Matrix::<f64, 3, 2>::from_fn(|[i, j]| 0.5 + (2 * i + j) as f64);
    let (row, vector) = (Row::new([[2.0, -4.0]]), tensor([1.0, 2.0]));
    let (y, (x_bar, row_bar, vector_bar)) = stretched_matrix::value_and_grad(&x, &row, &vector);
    let batch = Batch::of_rows(x.into_array());
    let (y2, (x_bar2, row_bar2, vector_bar2)) = stretched_batch::value_and_grad(&batch, &row, &vector);
    assert_eq!((y, x_bar.as_slice(), row_bar, vector_bar), (y2, x_bar2.as_slice(), row_bar2, vector_bar2));
}

#[test]
fn rows_are_matrices() {
    let x = Tensor3::<f64, 2, 3, 2>::from_fn(|[i, j, k]| (5 * i + 2 * j + k) as f64 / 7.0);
    let (w, v) = (Matrix::from_fn(|[i, j]| (4 * i + j) as f64 / 5.0 - 1.0), tensor([0.5, -1.0, 2.0, 0.25]));
    let (y, (x_bar, w_bar, v_bar)) = static_matrices::value_and_grad(&x, &w, &v);
    let (y2, (x_bar2, w_bar2, v_bar2)) = matrices::value_and_grad(&Tensor::of_rows(x.into_array()), &w, &v);
    assert_eq!((y, x_bar.as_slice(), w_bar, v_bar), (y2, x_bar2.as_slice(), w_bar2, v_bar2));
}

/// The cotangent of `h` is taken away where it gets another value; the sum before it still has its own.
#[differentiable]
fn assigned(x: &Batch<f64, 2>) -> f64 {
    let mut h = x * 2.0;
    let sum = h.sum() + h.mean();
    h = x * 3.0;
    h += x;
    sum * h.sum()
}

#[test]
fn a_variable_gets_another_batch() {
    let x = Batch::of_rows([[1.0, 2.0], [3.0, 4.0]]);
    // (2 s + s / 2) 4 s, with s = 10
    assert_eq!(assigned::value_and_grad(&x), (1000.0, Batch::of_rows([[200.0; 2]; 2])));
}

#[test]
fn the_tape_is_as_large_as_the_rows() {
    let bytes = |rows| {
        let labels = Tensor::from(vec![0; rows]);
        classify_batch::at(&model(), &Batch::zeros_in(rows), &labels).tape_words()
    };
    let [none, one, ten] = [0, 1, 10].map(bytes);
    assert!(ten - none <= 10 * (one - none), "{none} {one} {ten}");
}

fn message(f: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let panic = std::panic::catch_unwind(f).unwrap_err();
    panic.downcast_ref::<String>().cloned().unwrap_or_default()
}

#[test]
fn other_numbers_of_rows_are_named_with_both_shapes() {
    let (x, y) = (Batch::<f64, 2>::zeros_in(3), Batch::<f64, 2>::zeros_in(5));
    let both = "shapes (3, 2) and (5, 2) differ in the first axis";
    assert_eq!(message(|| drop(&x + &y)), both);
    let mut z = x.clone();
    assert_eq!(message(std::panic::AssertUnwindSafe(|| z += &y)), both);
    assert_eq!(z, x, "nothing is written before");
    assert_eq!(
        message(|| _ = x.softmax_cross_entropy(&Tensor::from(vec![0, 1]))),
        "shapes (3, 2) and (2) differ in the first axis"
    );
    assert_eq!(message(|| drop(&x + &Batch::zeros_in(0))), "shapes (3, 2) and (0, 2) differ in the first axis");
}

#[test]
fn a_batch_is_shown_and_walked() {
    let x = Batch::of_rows([[1.0, 2.0], [3.0, 4.0]]);
    assert_eq!(format!("{x:?}"), "Tensor(2, 2) [[1.0, 2.0], [3.0, 4.0]]");
    assert_eq!((x.leaf_shape(0).to_vec(), x.leaf(0)), (vec![2, 2], Leaf::F64(&[1.0, 2.0, 3.0, 4.0])));
    assert!(Batch::<f64, 2>::of_numbers(vec![1.0; 3]).is_none());
    assert_eq!(Batch::<f64, 0>::of_rows([[], []]).rows(), 2);
}
