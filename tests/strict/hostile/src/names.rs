//! Names of the language, of the standard library and of what the macros write.
#![allow(dead_code, non_camel_case_types, clippy::module_inception)]

pub mod alloc {}
pub mod core {}
pub mod cotangent {}
pub mod std {}
pub mod f64 {}
pub mod private {}
pub mod rules {}
pub mod value {}

pub struct Box;
pub struct Checked;
pub struct Ct;
pub struct Err;
pub struct Forward;
pub struct Guard;
pub struct NoGrad;
pub struct None;
pub struct Ok;
pub struct Option;
pub struct Out;
pub struct Read;
pub struct Result;
pub struct Reverse;
pub struct Saved;
pub struct Some;
pub struct String;
pub struct Tape;
pub struct TapeOverflow;
pub struct Ty;
pub struct Vec;
pub struct Yes;
pub struct bool;
pub struct i128;
pub struct u64;
pub struct usize;

pub trait Clone {}
pub trait Copy {}
pub trait Default {}
pub trait Differentiable {}
pub trait Drop {}
pub trait Fn {}
pub trait FnOnce {}
pub trait From {}
pub trait Into {}
pub trait Iterator {}
pub trait Send {}
pub trait Sized {}
pub trait Slot {}
pub trait Store {}
pub trait Sweep {}
pub trait Sync {}
pub trait Tangent {}

pub fn add() {}
pub fn again() {}
pub fn drop() {}
pub fn give() {}
pub fn keep() {}
pub fn mul() {}
pub fn own() {}
pub fn take() {}
pub fn total() {}
