//! The tensor type and its operations, against loops over runtime shapes.

mod arithmetic;
mod broadcast;
mod concat;
mod construct;
mod display;
mod generic;
mod index;
mod matmul;
mod naive;
mod narrow;
mod permute;
mod reduce;
mod reshape;
mod storage;
