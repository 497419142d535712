//! The helpers that gradients are built from, against the law that defines them: `⟨g, f(x)⟩ = ⟨fᵀ(g), x⟩` for every linear
//! `f`, exactly, in integers; and that they add to what is there.

#![allow(clippy::cast_precision_loss)]

use super::*;
use crate::kernels::WriteMode;

/// Small integers that look random.
fn ints<S: Shape>(seed: i64) -> Tensor<i64, S> {
    let mut state = seed * 7919 + 1;
    Tensor::ZEROS.map_each(|_| {
        state = (state * 1_103_515_245 + 12345) & 0x7fff_ffff;
        (state >> 16) % 19 - 9
    })
}

impl<T: Element, S: Shape> Tensor<T, S> {
    fn map_each(mut self, mut f: impl FnMut(T) -> T) -> Self {
        self.as_mut_slice().iter_mut().for_each(|x| *x = f(*x));
        self
    }
}

fn inner<S: Shape>(a: &Tensor<i64, S>, b: &Tensor<i64, S>) -> i64 {
    (a * b).sum()
}

/// `add` adds to a tensor of shape `S`: gives what it adds, having checked that it keeps what was there.
fn added<S: Shape>(add: impl Fn(&mut Tensor<i64, S>)) -> Tensor<i64, S> {
    let mut from_zero = Tensor::ZEROS;
    add(&mut from_zero);
    let before = ints(99);
    let mut after = before;
    add(&mut after);
    assert_eq!(after - before, from_zero);
    from_zero
}

/// The same for a `put` that can also write: gives the same, whatever was there.
fn put<S: Shape>(put: impl Fn(&mut Tensor<i64, S>, WriteMode)) -> Tensor<i64, S> {
    let sum = added(|dst| put(dst, WriteMode::Accumulate));
    let mut written = ints(98);
    put(&mut written, WriteMode::Overwrite);
    assert_eq!(written, sum);
    sum
}

macro_rules! sum_to {
    ($($name:ident: $s:ty => $r:ty;)*) => {$(
        #[test]
        fn $name() {
            let (x, g) = (ints::<$s>(1), ints::<$r>(2));
            let down = added(|dst: &mut Tensor<i64, $r>| accumulate_sum_to(&x, dst));
            assert_eq!(inner(&down, &g), inner(&x, &g.broadcast_to()));
        }
    )*};
}
sum_to! {
    sum_to_same: (Dim<5>, Dim<7>) => (Dim<5>, Dim<7>);
    sum_to_suffix: (Dim<5>, Dim<3>, Dim<67>) => (Dim<67>,);
    sum_to_column: (Dim<5>, Dim<67>) => (Dim<5>, One);
    sum_to_middle: (Dim<2>, Dim<3>, Dim<5>) => (Dim<2>, One, Dim<5>);
    sum_to_alternating: (Dim<2>, Dim<3>, Dim<2>, Dim<3>, Dim<2>, Dim<3>) => (Dim<3>, One, Dim<3>, One, Dim<3>);
    sum_to_scalar: (Dim<11>, Dim<113>) => ();
    sum_to_all_one: (Dim<1>, Dim<1>) => (One, One);
    sum_to_empty: (Dim<0>, Dim<3>) => (Dim<3>,);
    sum_to_rank_0: () => ();
}

macro_rules! zip_accumulate {
    ($($name:ident: $j:ty, $a:ty, $b:ty => $r:ty;)*) => {$(
        #[test]
        fn $name() {
            let (g, x, y) = (ints::<$j>(1), ints::<$a>(2), ints::<$b>(3));
            let expected: Tensor<i64, $r> = g.zip_map(&x.broadcast_to::<$j>(), |g, x| g * x + 1).sum_to();
            assert_eq!(put(|dst, how| zip_put(&g, &x, dst, how, |g, x| g * x + 1)), expected);
            let f = |g, x, y| g * x - 2 * y;
            let expected: Tensor<i64, $r> = (&g * x.broadcast_to::<$j>() - y.broadcast_to::<$j>() * 2).sum_to();
            assert_eq!(put(|dst, how| zip3_put(&g, &x, &y, dst, how, f)), expected);
        }
    )*};
}
zip_accumulate! {
    zip_accumulate_same: (Dim<3>, Dim<5>), (Dim<3>, Dim<5>), (Dim<3>, Dim<5>) => (Dim<3>, Dim<5>);
    zip_accumulate_to_suffix: (Dim<3>, Dim<5>), (Dim<3>, Dim<5>), (Dim<5>,) => (Dim<5>,);
    zip_accumulate_with_suffix: (Dim<3>, Dim<5>), (Dim<5>,), (Dim<3>, One) => (Dim<3>, Dim<5>);
    zip_accumulate_to_scalar: (Dim<3>, Dim<97>), (Dim<3>, Dim<97>), () => ();
    zip_accumulate_to_column: (Dim<3>, Dim<97>), (Dim<97>,), (Dim<3>, One) => (Dim<3>, One);
    zip_accumulate_columns: (Dim<3>, Dim<97>), (Dim<3>, One), (Dim<97>,) => (Dim<3>, One);
    zip_accumulate_outer: (Dim<4>, Dim<6>), (Dim<4>, One), (One, Dim<6>) => (One, Dim<6>);
    zip_accumulate_rank_0: (), (), () => ();
    zip_accumulate_high: (Dim<2>, Dim<3>, Dim<2>, Dim<3>), (One, Dim<3>, One, Dim<3>), (Dim<2>, One, Dim<2>, One)
        => (Dim<3>, One, Dim<3>);
    zip_accumulate_empty: (Dim<0>, Dim<3>), (Dim<3>,), (One, One) => (Dim<3>,);
}

macro_rules! matmul {
    ($($name:ident: $l:ty, $r:ty;)*) => {$(
        #[test]
        fn $name() {
            let (l, r) = (ints::<$l>(1), ints::<$r>(2));
            let out = l.matmul(&r);
            let g = ints(3);
            let product = inner(&g, &out);
            let lhs = put(|dst: &mut Tensor<i64, $l>, how| matmul_vjp_lhs(&g, &r, dst, how));
            let rhs = put(|dst: &mut Tensor<i64, $r>, how| matmul_vjp_rhs(&l, &g, dst, how));
            assert_eq!(inner(&lhs, &l), product);
            assert_eq!(inner(&rhs, &r), product);
            assert_eq!(inner(&lhs, &ints(4)), inner(&g, &ints::<$l>(4).matmul(&r)));
            assert_eq!(inner(&rhs, &ints(5)), inner(&g, &l.matmul(&ints::<$r>(5))));
            assert_eq!(added(|dst| matmul_add(&l, &r, dst)), out);

            let float = |x: i64| x as f32;
            for (how, before) in [(WriteMode::Accumulate, 0.0), (WriteMode::Overwrite, f32::NAN)] {
                let (mut lhs_f, mut rhs_f) = (Tensor::full(before), Tensor::full(before));
                matmul_vjp_lhs(&g.map(float), &r.map(float), &mut lhs_f, how);
                matmul_vjp_rhs(&l.map(float), &g.map(float), &mut rhs_f, how);
                assert_eq!(lhs_f, lhs.map(float));
                assert_eq!(rhs_f, rhs.map(float));
            }
            assert_eq!(l.map(float).matmul(&r.map(float)), out.map(float));
        }
    )*};
}
matmul! {
    matmul_tiny: (Dim<2>, Dim<3>), (Dim<3>, Dim<4>);
    matmul_tiles: (Dim<12>, Dim<16>), (Dim<16>, Dim<32>);
    matmul_ragged: (Dim<13>, Dim<131>), (Dim<131>, Dim<37>);
    matmul_many_rows: (Dim<101>, Dim<17>), (Dim<17>, Dim<19>);
    matmul_deep: (Dim<5>, Dim<389>), (Dim<389>, Dim<7>);
    matmul_row: (Dim<1>, Dim<50>), (Dim<50>, Dim<41>);
    matmul_column: (Dim<41>, Dim<50>), (Dim<50>, Dim<1>);
    matmul_outer: (Dim<41>, Dim<1>), (Dim<1>, Dim<43>);
    matmul_inner_one: (Dim<4>, One), (One, Dim<3>);
    matmul_matrix_vector: (Dim<41>, Dim<23>), (Dim<23>,);
    matmul_vector_matrix: (Dim<41>,), (Dim<41>, Dim<23>);
    matmul_vectors: (Dim<67>,), (Dim<67>,);
    matmul_batch: (Dim<3>, Dim<5>, Dim<7>), (Dim<3>, Dim<7>, Dim<11>);
    matmul_shared_right: (Dim<3>, Dim<5>, Dim<7>), (Dim<7>, Dim<11>);
    matmul_shared_left: (Dim<5>, Dim<7>), (Dim<3>, Dim<7>, Dim<11>);
    matmul_stretched: (Dim<2>, One, Dim<5>, Dim<7>), (One, Dim<3>, Dim<7>, Dim<11>);
    matmul_batch_vector: (Dim<2>, Dim<3>, Dim<5>, Dim<7>), (Dim<7>,);
    matmul_vector_batch: (Dim<7>,), (Dim<2>, Dim<3>, Dim<7>, Dim<5>);
    matmul_rank_6: (Dim<2>, One, Dim<2>, Dim<1>, Dim<3>, Dim<5>), (Dim<3>, One, Dim<1>, Dim<5>, Dim<2>);
    matmul_empty_inner: (Dim<3>, Dim<0>), (Dim<0>, Dim<4>);
    matmul_empty_rows: (Dim<0>, Dim<3>), (Dim<3>, Dim<4>);
    matmul_empty_columns: (Dim<3>, Dim<4>), (Dim<4>, Dim<0>);
    matmul_empty_batch: (Dim<0>, Dim<3>, Dim<4>), (Dim<4>, Dim<5>);
}

#[test]
fn reordered_axes_are_put_back() {
    let x = ints::<(Dim<2>, Dim<3>, Dim<5>, Dim<7>)>(1);
    let g = ints(2);
    let back = put(|dst, how| put_transposed(&g, dst, how));
    assert_eq!(inner(&back, &x), inner(&g, &x.transpose()));
    let g = ints(3);
    let back = put(|dst, how| put_swapped::<0, 2, _, _>(&g, dst, how));
    assert_eq!(inner(&back, &x), inner(&g, &x.swap_axes::<0, 2>()));
    let g = ints(4);
    let back = put(|dst, how| put_permuted::<Perm4<2, 0, 3, 1>, _, _>(&g, dst, how));
    assert_eq!(inner(&back, &x), inner(&g, &x.permute::<Perm4<2, 0, 3, 1>>()));
}

#[test]
fn parts_are_put_back() {
    let x = ints::<(Dim<2>, Dim<5>, Dim<3>)>(1);
    let g = ints(2);
    let back = added(|dst| accumulate_narrowed::<1, 2, 2, _, _>(&g, dst));
    assert_eq!(inner(&back, &x), inner(&g, &x.narrow::<1, 2, 2>()));

    let y = ints::<(Dim<2>, Dim<4>, Dim<3>)>(3);
    let g = ints::<(Dim<2>, Dim<9>, Dim<3>)>(4);
    let left = added(|dst| accumulate_head::<1, _, _, (Dim<2>, Dim<4>, Dim<3>), _>(&g, dst));
    let right = added(|dst| accumulate_tail::<1, _, (Dim<2>, Dim<5>, Dim<3>), _, _>(&g, dst));
    assert_eq!(inner(&left, &x) + inner(&right, &y), inner(&g, &x.concat_to::<1, _, _>(&y)));

    let g = ints::<(Dim<6>, Dim<5>)>(5);
    let back = put(|dst: &mut Tensor<i64, (Dim<2>, Dim<5>, Dim<3>)>, how| put_flat(&g, dst, how));
    assert_eq!(back.as_slice(), g.as_slice());
}

#[test]
fn a_reduction_broadcasts_back_scaled() {
    let g = tensor([1.0, 10.0]);
    let mut dst = tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    accumulate_axis::<1, _, _>(&g, &mut dst, 0.5);
    assert_eq!(dst, tensor([[1.5, 2.5, 3.5], [9.0, 10.0, 11.0]]));
}

#[test]
fn ties_share_equally() {
    let x = tensor([[3.0, 1.0, 3.0], [2.0, 2.0, 2.0], [0.0, 5.0, 1.0]]);
    let y = x.max_keep::<1>();
    let g = Column::new([[4.0], [9.0], [1.0]]);
    let mut dst = Tensor::full(1.0);
    share_among_ties(&x, &y, &g, &mut dst);
    assert_eq!(dst, tensor([[3.0, 1.0, 3.0], [4.0, 4.0, 4.0], [1.0, 2.0, 1.0]]));

    let x_dot = tensor([[1.0, 7.0, 3.0], [1.0, 2.0, 6.0], [7.0, 5.0, 7.0]]);
    assert_eq!(mean_over_ties(&x, &y, &x_dot), Column::new([[2.0], [3.0], [5.0]]));

    let all = Tensor::from(x.min());
    let mut dst = Tensor::ZEROS;
    share_among_ties(&x, &all, &Tensor::from(2.0), &mut dst);
    assert_eq!(dst.sum(), 2.0);
    assert_eq!(dst[[2, 0]], 2.0);
}
