//! Every operation: its rule against the whole contract and against differences, its conventions at kinks, ties, zeros,
//! infinities and NaN, and its use in `#[differentiable]` functions.

mod along;
mod arithmetic;
mod axes;
mod broadcast;
mod concat;
mod conv;
mod conv_oracle;
mod cross;
mod dropout;
mod elementwise;
mod extreme;
mod extreme_of_two;
pub mod harness;
mod indices;
mod known_defects;
mod language;
mod linear;
#[cfg(feature = "literal")]
mod literal;
mod losses;
mod matmul;
mod mean;
mod mse;
mod narrow;
mod normalisation;
mod oracle;
mod oracle_tensors;
mod outcome;
mod parts;
mod pool;
mod power;
mod reductions;
mod reshape;
mod rows;
mod softmax;
mod softmax_cross_entropy;
mod sum;
mod table;
mod take;
mod tester;
