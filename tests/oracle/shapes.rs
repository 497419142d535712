//! The cases: the sums that `case.rs` explains. What is not `every!` names few operations.

#![allow(unused_imports, reason = "every operation is in some case")]

use cotangent::ops::adaptive_max_pool::*;
use cotangent::ops::arithmetic::*;
use cotangent::ops::batch_norm::*;
use cotangent::ops::broadcast::*;
use cotangent::ops::casts::*;
use cotangent::ops::concat::*;
use cotangent::ops::conv::*;
use cotangent::ops::cross::*;
use cotangent::ops::cross_entropy::*;
use cotangent::ops::cumulative::*;
use cotangent::ops::elementwise::*;
use cotangent::ops::fourier::*;
use cotangent::ops::gather::*;
use cotangent::ops::global_pool::*;
use cotangent::ops::indexing::*;
use cotangent::ops::log_softmax::*;
use cotangent::ops::logsumexp::*;
use cotangent::ops::losses::*;
use cotangent::ops::matmul::*;
use cotangent::ops::max::*;
use cotangent::ops::mean::*;
use cotangent::ops::narrow::*;
use cotangent::ops::norm::*;
use cotangent::ops::normalisation::*;
use cotangent::ops::pool::*;
use cotangent::ops::powi::*;
use cotangent::ops::prod::*;
use cotangent::ops::resample::*;
use cotangent::ops::reshape::*;
use cotangent::ops::rotate_pairs::*;
use cotangent::ops::softmax::*;
use cotangent::ops::softmax_cross_entropy::*;
use cotangent::ops::sort::*;
use cotangent::ops::split::*;
use cotangent::ops::sum::*;
use cotangent::ops::transpose::*;
use cotangent::ops::unfold::*;
use cotangent::ops::variance::*;
use cotangent::prelude::{Dim as D, One as O, *};

use crate::case::*;

type T<S> = Tensor<f64, S>;

include!("../data/oracle_shapes.rs");
