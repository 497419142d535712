//! Values, cotangents and tangents of operations on `f16` and `bf16` against the same operation on the same numbers in `f64`.
//!
//! The worst error of each family is recorded in `tests/data/accuracy_half.txt`, in halves of a unit in the last place of the exact
//! number: 1 is the nearest number everywhere. `docs/ops.md` publishes it; `BLESS=1` records it anew, rounded up to tenths.

use std::collections::BTreeMap;
use std::fmt::Write;

use cotangent::prelude::*;

const RECORDED: &str = include_str!("../data/accuracy_half.txt");

/// All numbers of a value or a cotangent.
fn read<X: Leaves>(x: &X) -> Vec<f64> {
    let mut all = Vec::new();
    x.for_each_leaf(|_, leaf| match leaf {
        Leaf::F16(numbers) => all.extend(numbers.iter().map(|n| Real::to_f64(*n))),
        Leaf::BF16(numbers) => all.extend(numbers.iter().map(|n| Real::to_f64(*n))),
        Leaf::F64(numbers) => all.extend(numbers),
        _ => unreachable!("halves and their oracle"),
    });
    all
}

/// A cotangent or a tangent, exact in every type.
fn seed<X: Tangent + Leaves>() -> X {
    fn fill<T: Real>(numbers: &mut [T]) {
        for (i, x) in numbers.iter_mut().enumerate() {
            *x = T::lit((i * 7 % 13 + 3) as f64 / 8.0);
        }
    }
    let mut x = X::zero();
    x.for_each_leaf_mut(|_, leaf| match leaf {
        LeafMut::F16(numbers) => fill(numbers),
        LeafMut::BF16(numbers) => fill(numbers),
        LeafMut::F64(numbers) => fill(numbers),
        _ => unreachable!("halves and their oracle"),
    });
    x
}

/// Half of the distance between neighbours of type `T` around a number.
fn half_ulp<T: Real>(exact: f64) -> f64 {
    let size = exact.abs().max(T::MIN_POSITIVE.to_f64());
    T::EPSILON.to_f64() / 2.0 * size.log2().floor().exp2()
}

/// Whose last place errors are measured by.
#[derive(Clone, Copy)]
enum By {
    /// That of each exact number.
    Each,
    /// That of the largest one beside it: where large numbers cancel.
    Largest,
}

/// The worst of all errors, in halves of a unit in the last place.
fn worst<T: Real>(by: By, found: &impl Leaves, exact: &impl Leaves) -> f64 {
    let (found, exact) = (read(found), read(exact));
    assert_eq!(found.len(), exact.len());
    let largest = exact.iter().fold(0.0_f64, |largest, x| largest.max(x.abs()));
    let unit = |exact: f64| {
        half_ulp::<T>(match by {
            By::Each => exact,
            By::Largest => largest,
        })
    };
    let errors = found.iter().zip(&exact).map(|(found, exact)| (found - exact).abs() / unit(*exact));
    errors.fold(0.0, |worst, error| if error > worst || error.is_nan() { error } else { worst })
}

/// Between -2 and 2, none close to 0.
pub fn any<T: Real, S: Shape>(seed: usize) -> Tensor<T, S> {
    let mut x = Tensor::zeros();
    for (i, x) in x.as_mut_slice().iter_mut().enumerate() {
        *x = T::lit((((i * 37 + seed * 53) % 101) as f64 - 50.25) / 25.0);
    }
    x
}
pub fn positive<T: Real, S: Shape>(seed: usize) -> Tensor<T, S> {
    any::<T, S>(seed).map(T::abs)
}
fn unit<T: Real, S: Shape>(seed: usize) -> Tensor<T, S> {
    any::<T, S>(seed) / T::lit(2.25)
}
pub fn above_one<T: Real, S: Shape>(seed: usize) -> Tensor<T, S> {
    positive::<T, S>(seed) + T::ONE
}
pub fn fraction<T: Real, S: Shape>(seed: usize) -> Tensor<T, S> {
    positive::<T, S>(seed) / T::lit(2.25)
}

/// The worst errors of value, cotangents and tangent, in `f16` and in `bf16`.
type Errors = [[f64; 3]; 2];

/// Rows `name(values x: Type, ..) -> Type { expression }`, generic over `T`; cotangents are measured by each or by the
/// largest, tangents by the largest, because those of several operands cancel.
macro_rules! family {
    ($family:ident by $by:ident { $($name:ident($($values:ident $x:ident: $s:ty),+) -> $y:ty { $($body:tt)* })* }) => {
        mod $family {
            use super::*;

            $(mod $name {
                use super::*;

                #[differentiable]
                pub fn op<T: Real>($($x: &$s),+) -> $y {
                    $($body)*
                }

                pub fn errors<T: Real + Leaves>() -> [f64; 3] {
                    let mut number = 0;
                    $(
                        number += 1;
                        let $x = $values::<T, _>(number);
                    )+
                    let (y, bars) = op::vjp($(&$x,)+ seed());
                    let (_, dot) = op::jvp($(&$x,)+ seed());
                    $(let $x = $x.cast::<f64>();)+
                    let (exact, exact_bars) = op::vjp($(&$x,)+ seed());
                    let (_, exact_dot) = op::jvp($(&$x,)+ seed());
                    [
                        worst::<T>(By::Each, &y, &exact),
                        worst::<T>(By::$by, &bars, &exact_bars),
                        worst::<T>(By::Largest, &dot, &exact_dot),
                    ]
                }
            })*

            pub fn errors() -> Errors {
                let mut all: Errors = Default::default();
                $(
                    let found = [$name::errors::<f16>(), $name::errors::<bf16>()];
                    println!("{} {}: {found:.3?}", stringify!($family), stringify!($name));
                    for (all, error) in all.as_flattened_mut().iter_mut().zip(found.as_flattened()) {
                        assert!(!error.is_nan(), "{} gives NaN", stringify!($name));
                        *all = all.max(*error);
                    }
                )*
                all
            }
        }
    };
}

type V<T> = Vector<T, 40>;
type M<T> = Matrix<T, 6, 10>;

family! { functions by Each {
    exp(any x: V<T>) -> V<T> { x.exp() }
    exp2(any x: V<T>) -> V<T> { x.exp2() }
    exp_m1(any x: V<T>) -> V<T> { x.exp_m1() }
    ln(positive x: V<T>) -> V<T> { x.ln() }
    ln_1p(positive x: V<T>) -> V<T> { x.ln_1p() }
    log2(above_one x: V<T>) -> V<T> { x.log2() }
    log10(above_one x: V<T>) -> V<T> { x.log10() }
    abs(any x: V<T>) -> V<T> { x.abs() }
    square(any x: V<T>) -> V<T> { x.square() }
    sqrt(positive x: V<T>) -> V<T> { x.sqrt() }
    cbrt(any x: V<T>) -> V<T> { x.cbrt() }
    recip(any x: V<T>) -> V<T> { x.recip() }
    rsqrt(positive x: V<T>) -> V<T> { x.rsqrt() }
    sin(any x: V<T>) -> V<T> { x.sin() }
    cos(any x: V<T>) -> V<T> { x.cos() }
    tan(unit x: V<T>) -> V<T> { x.tan() }
    asin(unit x: V<T>) -> V<T> { x.asin() }
    acos(unit x: V<T>) -> V<T> { x.acos() }
    atan(any x: V<T>) -> V<T> { x.atan() }
    sinh(any x: V<T>) -> V<T> { x.sinh() }
    cosh(any x: V<T>) -> V<T> { x.cosh() }
    tanh(unit x: V<T>) -> V<T> { x.tanh() }
    erf(any x: V<T>) -> V<T> { x.erf() }
    powi(any x: V<T>) -> V<T> { x.powi(3) }
} }

family! { activations by Each {
    relu(any x: V<T>) -> V<T> { x.relu() }
    sigmoid(any x: V<T>) -> V<T> { x.sigmoid() }
    log_sigmoid(any x: V<T>) -> V<T> { x.log_sigmoid() }
    softplus(any x: V<T>) -> V<T> { x.softplus() }
    softsign(any x: V<T>) -> V<T> { x.softsign() }
    gelu(positive x: V<T>) -> V<T> { x.gelu() }
    silu(positive x: V<T>) -> V<T> { x.silu() }
    mish(positive x: V<T>) -> V<T> { x.mish() }
    selu(any x: V<T>) -> V<T> { x.selu() }
    hard_sigmoid(any x: V<T>) -> V<T> { x.hard_sigmoid() }
} }

family! { operators by Each {
    add(any a: M<T>, any b: Vector<T, 10>) -> M<T> { a + b }
    sub(any a: M<T>, positive b: Column<T, 6>) -> M<T> { a - b }
    mul(positive a: M<T>, any b: Vector<T, 10>) -> M<T> { a * b }
    div(positive a: M<T>, above_one b: Column<T, 6>) -> M<T> { a / b }
    neg(any a: M<T>) -> M<T> { -a }
} }

family! { two_operands by Each {
    hypot(any a: M<T>, any b: M<T>) -> M<T> { a.hypot(b) }
    atan2(any a: M<T>, any b: M<T>) -> M<T> { a.atan2(b) }
    powf(positive a: M<T>, any b: M<T>) -> M<T> { a.powf(b) }
    maximum(any a: M<T>, any b: M<T>) -> M<T> { a.maximum(b) }
    prelu(any a: M<T>, positive b: M<T>) -> M<T> { a.prelu(b) }
    affine(positive a: M<T>, above_one b: Vector<T, 10>, positive c: Vector<T, 10>) -> M<T> { a.affine(b, c) }
} }

family! { reductions by Each {
    sum(positive x: M<T>) -> T { x.sum() }
    sum_axis(positive x: M<T>) -> Vector<T, 10> { x.sum_axis::<0>() }
    sum_keep(positive x: M<T>) -> Column<T, 6> { x.sum_keep::<1>() }
    mean(positive x: M<T>) -> T { x.mean() }
    mean_axis(positive x: M<T>) -> Vector<T, 10> { x.mean_axis::<0>() }
    max_axis(any x: M<T>) -> Vector<T, 10> { x.max_axis::<0>() }
    var(any x: M<T>) -> T { x.var() }
    std_axis(any x: M<T>) -> Vector<T, 6> { x.std_axis::<1>() }
    norm(any x: M<T>) -> T { x.norm() }
    norm_axis(any x: M<T>) -> Vector<T, 10> { x.norm_axis::<0>() }
    logsumexp(any x: M<T>) -> Vector<T, 10> { x.logsumexp_axis::<0>() }
    prod(above_one x: M<T>) -> Vector<T, 10> { x.prod_axis::<0>() }
    cumsum(positive x: M<T>) -> M<T> { x.cumsum::<0>() }
    cumprod(above_one x: M<T>) -> M<T> { x.cumprod::<1>() }
} }

family! { softmax by Largest {
    softmax(any x: M<T>) -> M<T> { x.softmax::<1>() }
    log_softmax(any x: M<T>) -> M<T> { x.log_softmax::<1>() }
} }

family! { losses by Each {
    mse(any x: M<T>, positive t: M<T>) -> T { x.mse(t) }
    mae(any x: M<T>, positive t: M<T>) -> T { x.mae(t) }
    huber(any x: M<T>, positive t: M<T>) -> T { x.huber(t, T::lit(0.5)) }
    bce(fraction x: M<T>, fraction t: M<T>) -> T { x.bce(t) }
    bce_with_logits(any x: M<T>, fraction t: M<T>) -> T { x.bce_with_logits(t) }
    focal(any x: M<T>, fraction t: M<T>) -> T { x.focal_with_logits(t, T::lit(2.0)) }
    kl_div(any x: M<T>, positive t: M<T>) -> T { x.kl_div(t) }
    hinge(any x: M<T>, any t: M<T>) -> T { x.hinge(t) }
    cross_entropy(any x: M<T>, fraction t: M<T>) -> T { x.cross_entropy(t) }
    nll(any x: M<T>) -> T { x.nll(&[0, 3, 9, 1, 1, 7]) }
    softmax_cross_entropy(any x: M<T>) -> T { x.softmax_cross_entropy(&[0, 3, 9, 1, 1, 7]) }
} }

family! { products by Each {
    matrices(positive a: Matrix<T, 7, 70>, positive b: Matrix<T, 70, 9>) -> Matrix<T, 7, 9> { a.matmul(b) }
    column(positive a: Matrix<T, 7, 70>, positive b: Vector<T, 70>) -> Vector<T, 7> { a.matmul(b) }
    row(positive a: Vector<T, 70>, positive b: Matrix<T, 70, 9>) -> Vector<T, 9> { a.matmul(b) }
    inner(positive a: Vector<T, 300>, positive b: Vector<T, 300>) -> T { a.matmul(b).item() }
    stack(positive a: Tensor3<T, 5, 3, 4>, positive b: Matrix<T, 4, 2>) -> Tensor3<T, 5, 3, 2> { a.matmul(b) }
    stack_of_rights(positive a: Matrix<T, 3, 4>, positive b: Tensor3<T, 5, 4, 2>) -> Tensor3<T, 5, 3, 2> { a.matmul(b) }
    rotate_pairs(positive x: Tensor3<T, 5, 3, 4>, positive turns: Matrix<T, 3, 4>) -> Tensor3<T, 5, 3, 4> { x.rotate_pairs(turns) }
    layer(positive x: Matrix<T, 7, 70>, positive w: Matrix<T, 70, 9>, positive b: Vector<T, 9>) -> Matrix<T, 7, 9> { x.linear(w, b) }
} }

family! { convolutions by Each {
    conv2d(positive x: Tensor4<T, 2, 3, 5, 5>, positive w: Tensor4<T, 4, 3, 3, 3>) -> Tensor4<T, 2, 4, 5, 5> { x.conv2d::<1, 1>(w) }
    conv1d(positive x: Tensor3<T, 2, 3, 9>, positive w: Tensor3<T, 4, 3, 3>) -> Tensor3<T, 2, 4, 4> { x.conv1d::<2, 0>(w) }
    conv_transpose2d(positive x: Tensor4<T, 2, 3, 4, 4>, positive w: Tensor4<T, 3, 2, 3, 3>) -> Tensor4<T, 2, 2, 6, 6> { x.conv_transpose2d::<1, 0>(w) }
    max_pool2d(any x: Tensor4<T, 2, 3, 5, 5>) -> Tensor4<T, 2, 3, 3, 3> { x.max_pool2d::<3, 1>() }
    avg_pool2d(positive x: Tensor4<T, 2, 3, 5, 5>) -> Tensor4<T, 2, 3, 3, 3> { x.avg_pool2d::<3, 1>() }
    global_avg_pool(positive x: Tensor4<T, 2, 3, 5, 5>) -> Matrix<T, 2, 3> { x.global_avg_pool() }
    adaptive_avg_pool(positive x: Tensor3<T, 2, 3, 7>) -> Tensor3<T, 2, 3, 3> { x.adaptive_avg_pool::<2, 3>() }
    adaptive_max_pool(any x: Tensor3<T, 2, 3, 7>) -> Tensor3<T, 2, 3, 3> { x.adaptive_max_pool::<2, 3>() }
    unfold2d(any x: Tensor4<T, 1, 2, 4, 4>) -> Tensor3<T, 1, 18, 16> { x.unfold2d_with::<Window<3, 1, 1>>() }
    fold2d(positive x: Tensor3<T, 1, 18, 16>) -> Tensor4<T, 1, 2, 4, 4> { x.fold2d_with::<Window<3, 1, 1>>() }
    upsample_linear(positive x: Tensor3<T, 2, 3, 7>) -> Tensor3<T, 2, 12, 7> { x.upsample_linear::<1, 12>() }
    upsample_nearest(positive x: Tensor3<T, 2, 3, 7>) -> Tensor3<T, 2, 3, 17> { x.upsample_nearest::<2, 17>() }
} }

family! { normalisations by Largest {
    layer_norm(any x: M<T>) -> M<T> { x.layer_norm(T::lit(0.125)) }
    rms_norm(any x: M<T>) -> M<T> { x.rms_norm(T::lit(0.125)) }
    group_norm(any x: Tensor3<T, 2, 4, 6>) -> Tensor3<T, 2, 4, 6> { x.group_norm::<2>(T::lit(0.125)) }
    batch_norm(any x: Tensor3<T, 3, 4, 6>) -> Tensor3<T, 3, 4, 6> {
        let (y, _mean, _variance) = x.batch_norm(T::lit(0.125));
        y
    }
} }

family! { moves by Each {
    transpose(any x: M<T>) -> Matrix<T, 10, 6> { x.transpose() }
    broadcast(any x: Vector<T, 10>) -> M<T> { x.broadcast_to() }
    narrow(any x: M<T>) -> Matrix<T, 6, 4> { x.narrow::<1, 3, 4>() }
    embedding(any x: M<T>) -> Matrix<T, 9, 10> { x.embedding(&[0, 5, 5, 2, 5, 5, 1, 5, 5]) }
    gather(any x: M<T>) -> Matrix<T, 6, 1> { x.gather::<1, 1>(&tensor([[0], [9], [9], [2], [3], [3]])) }
    flip(any x: M<T>) -> M<T> { x.flip::<0>() }
    repeat(any x: M<T>) -> Matrix<T, 24, 10> { x.repeat::<0, 24>() }
    sort(any x: M<T>) -> M<T> { x.sort::<1>() }
    dropout(any x: M<T>) -> M<T> { x.dropout(0.3, 7) }
} }

#[test]
fn no_family_is_off_by_more_than_it_says() {
    let found: [(&str, Errors); 11] = [
        ("functions", functions::errors()),
        ("activations", activations::errors()),
        ("operators", operators::errors()),
        ("two_operands", two_operands::errors()),
        ("reductions", reductions::errors()),
        ("softmax", softmax::errors()),
        ("losses", losses::errors()),
        ("products", products::errors()),
        ("convolutions", convolutions::errors()),
        ("normalisations", normalisations::errors()),
        ("moves", moves::errors()),
    ];
    if std::env::var_os("BLESS").is_some() {
        let mut text = String::new();
        for (family, errors) in found {
            text += family;
            for error in errors.as_flattened() {
                write!(text, " {}", (error * 10.0 - 1e-6).ceil() / 10.0).unwrap();
            }
            text += "\n";
        }
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/data/accuracy_half.txt"), text).unwrap();
        return;
    }
    let recorded: BTreeMap<&str, Vec<f64>> = RECORDED
        .lines()
        .map(|line| line.split_once(' ').unwrap())
        .map(|(family, errors)| (family, errors.split(' ').map(|error| error.parse().unwrap()).collect()))
        .collect();
    assert_eq!(recorded.len(), found.len());
    for (family, errors) in found {
        for (error, recorded) in errors.as_flattened().iter().zip(&recorded[family]) {
            assert!(error <= recorded, "{family}: {error} halves of a unit, {recorded} are recorded");
        }
    }
}
