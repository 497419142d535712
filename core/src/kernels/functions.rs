//! Functions of many numbers, several at once.
//!
//! A function is a type, so that it can work on [lanes](crate::scalar::Lane) with the best instructions of the
//! processor. It is compiled once per number type and level. Numbers that do not fill a register are computed in a full
//! one, so the result for a number never depends on its position.

#![allow(unsafe_code, reason = "tasks are run where their instructions are")]

#[cfg(test)]
mod tests;

use core::marker::PhantomData;

use bytemuck::{cast_slice, cast_slice_mut};

use super::level::{self, Registers, Task};
use super::wide::{add_to, is};
use super::{SMALL_CODE, WriteMode, rolled};
use crate::scalar::{Element, Lane, Quick, Real};

/// A function of a number.
pub(crate) trait Function {
    fn of<T: Real>(x: T) -> T;
}

/// Two functions of a number that share steps.
pub(crate) trait Functions {
    fn of<T: Real>(x: T) -> (T, T);
}

/// A function of two numbers.
pub(crate) trait FunctionOfTwo {
    fn of<T: Real>(x: T, y: T) -> T;
}

/// This many numbers fill the registers of every level. Small code has one loop for all numbers.
const FULL: usize = if SMALL_CODE { 1 } else { 16 };

/// The numbers, filled up with ones.
#[inline(always)]
fn filled<T: Element>(numbers: &[T]) -> [T; FULL] {
    let mut full = [T::ONE; FULL];
    full[..numbers.len()].copy_from_slice(numbers);
    full
}

/// `out[j] = f(a[j])`.
#[inline(always)]
pub(crate) fn map_function<F: Function, T: Real>(a: &[T], out: &mut [T]) {
    if const { size_of::<T>() == 4 } && is::<T, f32>() {
        quick_map::<F, f32>(cast_slice(a), cast_slice_mut(out));
    } else if const { size_of::<T>() == 8 } && is::<T, f64>() {
        quick_map::<F, f64>(cast_slice(a), cast_slice_mut(out));
    } else {
        for (out, x) in out.iter_mut().zip(a) {
            *out = T::rounded(F::of(x.widen()));
        }
    }
}

/// `values[j] = f(values[j])`.
#[inline(always)]
pub(crate) fn map_function_in_place<F: Function, T: Real>(values: &mut [T]) {
    if const { size_of::<T>() == 4 } && is::<T, f32>() {
        quick_map_in_place::<F, f32>(cast_slice_mut(values));
    } else if const { size_of::<T>() == 8 } && is::<T, f64>() {
        quick_map_in_place::<F, f64>(cast_slice_mut(values));
    } else {
        for value in values {
            *value = T::rounded(F::of(value.widen()));
        }
    }
}

/// `(first[j], second[j]) = f(a[j])`.
#[inline(always)]
pub(crate) fn map_functions<F: Functions, T: Real>(a: &[T], first: &mut [T], second: &mut [T]) {
    if const { size_of::<T>() == 4 } && is::<T, f32>() {
        quick_map_twice::<F, f32>(cast_slice(a), cast_slice_mut(first), cast_slice_mut(second));
    } else if const { size_of::<T>() == 8 } && is::<T, f64>() {
        quick_map_twice::<F, f64>(cast_slice(a), cast_slice_mut(first), cast_slice_mut(second));
    } else {
        for ((a, first), second) in a.iter().zip(first).zip(second) {
            let (x, y) = F::of(a.widen());
            (*first, *second) = (T::rounded(x), T::rounded(y));
        }
    }
}

/// `out[j] += f(a[j], b[j])`, or `=`.
#[inline(always)]
pub(crate) fn put_function<F: FunctionOfTwo, T: Real>(a: &[T], b: &[T], out: &mut [T], how: WriteMode) {
    if const { size_of::<T>() == 4 } && is::<T, f32>() {
        quick_put::<F, f32>(cast_slice(a), cast_slice(b), cast_slice_mut(out), how);
    } else if const { size_of::<T>() == 8 } && is::<T, f64>() {
        quick_put::<F, f64>(cast_slice(a), cast_slice(b), cast_slice_mut(out), how);
    } else {
        how.ready(out);
        for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
            add_to(out, F::of(a.widen(), b.widen()));
        }
    }
}

#[inline(never)]
fn quick_map<F: Function, T: Quick>(a: &[T], out: &mut [T]) {
    let (out, rest) = out.split_at_mut(out.len() / FULL * FULL);
    let (a, a_rest) = a.split_at(out.len());
    if !out.is_empty() {
        level::run(Map::<F>(PhantomData), a, out, ());
    }
    if !rest.is_empty() {
        let mut full = filled(&[]);
        level::run(Map::<F>(PhantomData), &filled(a_rest)[..], &mut full[..], ());
        rest.copy_from_slice(&full[..rest.len()]);
    }
}

#[inline(never)]
fn quick_map_in_place<F: Function, T: Quick>(values: &mut [T]) {
    let (values, rest) = values.split_at_mut(values.len() / FULL * FULL);
    if !values.is_empty() {
        level::run(MapInPlace::<F>(PhantomData), values, (), ());
    }
    if !rest.is_empty() {
        let mut full = filled(rest);
        level::run(MapInPlace::<F>(PhantomData), &mut full[..], (), ());
        rest.copy_from_slice(&full[..rest.len()]);
    }
}

#[inline(never)]
fn quick_map_twice<F: Functions, T: Quick>(a: &[T], first: &mut [T], second: &mut [T]) {
    let (a, a_rest) = a.split_at(a.len() / FULL * FULL);
    let (first, first_rest) = first.split_at_mut(a.len());
    let (second, second_rest) = second.split_at_mut(a.len());
    if !a.is_empty() {
        level::run(MapTwice::<F>(PhantomData), a, first, second);
    }
    let n = a_rest.len();
    if n > 0 {
        let (mut full_first, mut full_second) = (filled(&[]), filled(&[]));
        level::run(MapTwice::<F>(PhantomData), &filled(a_rest)[..], &mut full_first[..], &mut full_second[..]);
        first_rest[..n].copy_from_slice(&full_first[..n]);
        second_rest[..n].copy_from_slice(&full_second[..n]);
    }
}

#[inline(never)]
fn quick_put<F: FunctionOfTwo, T: Quick>(a: &[T], b: &[T], out: &mut [T], how: WriteMode) {
    let (out, rest) = out.split_at_mut(out.len() / FULL * FULL);
    let ((a, a_rest), (b, b_rest)) = (a.split_at(out.len()), b.split_at(out.len()));
    if !out.is_empty() {
        level::run(PutAll::<F>(how, PhantomData), a, b, out);
    }
    let n = rest.len();
    if n > 0 {
        let mut full = filled(rest);
        level::run(PutAll::<F>(how, PhantomData), &filled(&a_rest[..n])[..], &filled(&b_rest[..n])[..], &mut full[..]);
        rest.copy_from_slice(&full[..n]);
    }
}

/// [`map_function`] for [`level::run`]; the length is a multiple of [`FULL`], as in all of them.
struct Map<F>(PhantomData<F>);

impl<F: Function, T: Quick> Task<&[T], &mut [T], ()> for Map<F> {
    type Output = ();
    #[inline(always)]
    unsafe fn run<L: Registers>(self, a: &[T], out: &mut [T], (): ()) {
        let n = out.len() / FULL * FULL;
        for (out, &x) in out[..n].iter_mut().zip(&a[..n]) {
            rolled();
            *out = F::of(Lane::<L::Arithmetic, T>::new(x)).0;
        }
    }
}

/// [`map_function_in_place`] for [`level::run`].
struct MapInPlace<F>(PhantomData<F>);

impl<F: Function, T: Quick> Task<&mut [T], (), ()> for MapInPlace<F> {
    type Output = ();
    #[inline(always)]
    unsafe fn run<L: Registers>(self, values: &mut [T], (): (), (): ()) {
        let n = values.len() / FULL * FULL;
        for value in &mut values[..n] {
            rolled();
            *value = F::of(Lane::<L::Arithmetic, T>::new(*value)).0;
        }
    }
}

/// [`map_functions`] for [`level::run`].
struct MapTwice<F>(PhantomData<F>);

impl<F: Functions, T: Quick> Task<&[T], &mut [T], &mut [T]> for MapTwice<F> {
    type Output = ();
    #[inline(always)]
    unsafe fn run<L: Registers>(self, a: &[T], first: &mut [T], second: &mut [T]) {
        let n = a.len() / FULL * FULL;
        for ((&a, first), second) in a[..n].iter().zip(&mut first[..n]).zip(&mut second[..n]) {
            rolled();
            let (x, y) = F::of(Lane::<L::Arithmetic, T>::new(a));
            (*first, *second) = (x.0, y.0);
        }
    }
}

/// [`put_function`] for [`level::run`].
struct PutAll<F>(WriteMode, PhantomData<F>);

impl<F: FunctionOfTwo, T: Quick> Task<&[T], &[T], &mut [T]> for PutAll<F> {
    type Output = ();
    #[inline(always)]
    unsafe fn run<L: Registers>(self, a: &[T], b: &[T], out: &mut [T]) {
        let n = out.len() / FULL * FULL;
        for ((out, &a), &b) in out[..n].iter_mut().zip(&a[..n]).zip(&b[..n]) {
            rolled();
            let of = Lane::<L::Arithmetic, T>::new;
            // One loop for both: in registers the choice is a mask for what is read.
            let before = if matches!(self.0, WriteMode::Overwrite) { <T as Element>::ZERO } else { *out };
            *out = before + F::of(of(a), of(b)).0;
        }
    }
}
