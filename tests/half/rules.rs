//! The laws of rules hold on `f16` and `bf16` too: JVP and VJP are adjoint, cotangents are added, nothing undeclared is read.

use cotangent::check::Checker;
use cotangent::ops::batch_norm::batch_norm;
use cotangent::ops::cross_entropy::{cross_entropy, nll};
use cotangent::ops::cumulative::{cumprod, cumsum};
use cotangent::ops::elementwise::{gelu, powf, sigmoid, sin, sqrt, tanh};
use cotangent::ops::gather::gather;
use cotangent::ops::indexing::{index_select, repeat};
use cotangent::ops::log_softmax::log_softmax;
use cotangent::ops::logsumexp::logsumexp_axis;
use cotangent::ops::losses::{bce_with_logits, huber, mae, mse};
use cotangent::ops::matmul::{linear, matmul};
use cotangent::ops::mean::{mean, mean_axis};
use cotangent::ops::norm::{norm, norm_axis};
use cotangent::ops::normalisation::{group_norm, layer_norm, rms_norm};
use cotangent::ops::powi::powi;
use cotangent::ops::prod::prod_axis;
use cotangent::ops::softmax::softmax;
use cotangent::ops::softmax_cross_entropy::softmax_cross_entropy;
use cotangent::ops::sum::{sum, sum_axis};
use cotangent::ops::variance::{std_axis, var};
use cotangent::ops::{add, div, mul, rem, sub};
use cotangent::prelude::*;

use super::accuracy::{above_one, any, fraction, positive};

/// Rows `rule: operands;`, where `T` is the number type.
macro_rules! rules {
    ($($rule:ty: $($operand:expr),+;)*) => {
        #[test]
        fn laws_hold() {
            let checker = Checker::new().without_differences();
            $(
                checker.rule::<$rule, _>(&{ type T = f16; ($($operand,)+) }).expect(stringify!($rule));
                checker.rule::<$rule, _>(&{ type T = bf16; ($($operand,)+) }).expect(stringify!($rule));
            )*
        }
    };
}

type M<T> = Matrix<T, 6, 10>;

rules! {
    sin: { let x: M<T> = any(1); x };
    sqrt: { let x: M<T> = positive(1); x };
    tanh: { let x: M<T> = any(1); x };
    sigmoid: { let x: M<T> = any(1); x };
    gelu: { let x: M<T> = positive(1); x };
    powi: { let x: M<T> = any(1); x }, 3;
    powf: { let x: M<T> = positive(1); x }, { let p: Vector<T, 10> = any(2); p };
    add: { let x: M<T> = any(1); x }, { let b: Vector<T, 10> = any(2); b };
    sub: { let x: M<T> = any(1); x }, { let b: Column<T, 6> = any(2); b };
    mul: { let x: M<T> = any(1); x }, { let b: Vector<T, 10> = any(2); b };
    div: { let x: M<T> = any(1); x }, { let b: Column<T, 6> = above_one(2); b };
    rem: { let x: M<T> = any(1); x }, { let b: M<T> = above_one(2); b };
    sum: { let x: M<T> = any(1); x };
    sum_axis<0>: { let x: M<T> = any(1); x };
    mean: { let x: M<T> = any(1); x };
    mean_axis<0>: { let x: M<T> = any(1); x };
    var: { let x: M<T> = any(1); x };
    std_axis<1>: { let x: M<T> = any(1); x };
    norm: { let x: M<T> = any(1); x };
    norm_axis<0>: { let x: M<T> = any(1); x };
    logsumexp_axis<0>: { let x: M<T> = any(1); x };
    prod_axis<0>: { let x: M<T> = above_one(1); x };
    cumsum<0>: { let x: M<T> = any(1); x };
    cumprod<1>: { let x: M<T> = above_one(1); x };
    softmax<1>: { let x: M<T> = any(1); x };
    log_softmax<1>: { let x: M<T> = any(1); x };
    mse: { let x: M<T> = any(1); x }, { let t: M<T> = positive(2); t };
    mae: { let x: M<T> = any(1); x }, { let t: M<T> = positive(2); t };
    huber: { let x: M<T> = any(1); x }, { let t: M<T> = positive(2); t }, T::lit(0.5);
    bce_with_logits: { let x: M<T> = any(1); x }, { let t: M<T> = fraction(2); t };
    cross_entropy: { let x: M<T> = any(1); x }, { let t: M<T> = fraction(2); t };
    nll: { let x: M<T> = any(1); x }, [0, 3, 9, 1, 1, 7];
    softmax_cross_entropy: { let x: M<T> = any(1); x }, [0, 3, 9, 1, 1, 7];
    matmul: { let a: Matrix<T, 7, 70> = positive(1); a }, { let b: Matrix<T, 70, 9> = positive(2); b };
    linear: { let x: Matrix<T, 7, 70> = positive(1); x }, { let w: Matrix<T, 70, 9> = positive(2); w }, { let b: Vector<T, 9> = any(3); b };

    layer_norm: { let x: M<T> = any(1); x }, T::lit(0.125);
    rms_norm: { let x: M<T> = any(1); x }, T::lit(0.125);
    group_norm<2>: { let x: Tensor3<T, 2, 4, 6> = any(1); x }, T::lit(0.125);
    batch_norm: { let x: Tensor3<T, 3, 4, 6> = any(1); x }, T::lit(0.125);
    index_select<0, 9>: { let x: M<T> = any(1); x }, [0, 5, 5, 2, 5, 5, 1, 5, 5];
    repeat<0, 24>: { let x: M<T> = any(1); x };
    gather<1, 1>: { let x: M<T> = any(1); x }, tensor([[0_usize], [9], [9], [2], [3], [3]]);
}
