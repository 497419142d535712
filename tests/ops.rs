//! Every operation: its rule against the whole contract and against differences, its conventions at kinks, ties, zeros,
//! infinities and NaN, and its use in `#[differentiable]` functions.

mod arithmetic;
mod broadcast;
mod concat;
mod conv;
mod conv_oracle;
mod cross;
mod cumulative_and_sort;
mod dropout;
mod elementwise;
mod fourier;
mod gather;
pub mod harness;
mod indexing;
mod known_defects;
mod language;
mod linear;
#[cfg(feature = "literal")]
mod literal;
mod losses;
mod matmul;
mod max;
mod max_of_two;
mod mean;
mod methods_of_numbers;
mod mse;
mod narrow;
mod normalisation;
mod oracle;
mod oracle_tensors;
mod pool;
mod power;
mod reductions;
mod resample;
mod reshape;
mod rotate_pairs;
mod rows;
mod softmax;
mod softmax_cross_entropy;
mod split;
mod sum;
mod table;
mod tester;
mod transpose;
mod unfold;
mod unwrap;
