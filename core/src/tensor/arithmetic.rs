//! `+ - * / %` and `-`, elementwise and broadcasting, in every form of ownership, with tensors and with numbers.
//!
//! Every form borrows its operands and computes the same; owned operands are accepted so that expressions read like
//! mathematics.

use core::borrow::Borrow;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Sub, SubAssign};

use super::map::zip_number;
use super::{AnyShape, Broadcast, SumTo, Tensor};
use crate::scalar::Element;

macro_rules! binary {
    ($($trait:ident $method:ident $assign_trait:ident $assign_method:ident $op:tt;)*) => {$(
        /// The operator on numbers, in place.
        #[inline(always)]
        fn $assign_method<T: Copy + $trait<Output = T>>(x: &mut T, y: T) {
            *x = *x $op y;
        }

        impl<T, S, R> $trait<&Tensor<T, R>> for &Tensor<T, S>
        where
            T: Element + $trait<Output = T>,
            S: AnyShape + Broadcast<R>,
            R: AnyShape,
        {
            type Output = Tensor<T, <S as Broadcast<R>>::Joined>;
            #[inline]
            fn $method(self, rhs: &Tensor<T, R>) -> Self::Output {
                self.zip_map(rhs, <T as $trait>::$method)
            }
        }
        binary!(@owned $trait $method: Tensor<T, S>, Tensor<T, R>);
        binary!(@owned $trait $method: Tensor<T, S>, &Tensor<T, R>);
        binary!(@owned $trait $method: &Tensor<T, S>, Tensor<T, R>);

        impl<T: Element + $trait<Output = T>, S: AnyShape> $trait<T> for &Tensor<T, S> {
            type Output = Tensor<T, S>;
            #[inline]
            fn $method(self, rhs: T) -> Tensor<T, S> {
                self.zip_map(&Tensor::from(rhs), <T as $trait>::$method)
            }
        }
        impl<T: Element + $trait<Output = T>, S: AnyShape> $trait<T> for Tensor<T, S> {
            type Output = Tensor<T, S>;
            #[inline]
            fn $method(self, rhs: T) -> Tensor<T, S> {
                &self $op rhs
            }
        }
        binary!(@left $trait $method $op: f32 f64);
        #[cfg(feature = "half")]
        const _: () = {
            binary!(@left $trait $method $op: half::f16 half::bf16);
        };

        impl<T, S, R> $assign_trait<&Tensor<T, R>> for Tensor<T, S>
        where
            T: Element + $trait<Output = T>,
            S: AnyShape + SumTo<R>,
            R: AnyShape,
        {
            #[inline]
            fn $assign_method(&mut self, rhs: &Tensor<T, R>) {
                self.zip_assign(rhs, $assign_method);
            }
        }
        impl<T, S, R> $assign_trait<Tensor<T, R>> for Tensor<T, S>
        where
            T: Element + $trait<Output = T>,
            S: AnyShape + SumTo<R>,
            R: AnyShape,
        {
            #[inline]
            fn $assign_method(&mut self, rhs: Tensor<T, R>) {
                self.zip_assign(&rhs, $assign_method);
            }
        }
        impl<T: Element + $trait<Output = T>, S: AnyShape> $assign_trait<T> for Tensor<T, S> {
            #[inline]
            fn $assign_method(&mut self, rhs: T) {
                self.zip_assign(&Tensor::from(rhs), $assign_method);
            }
        }
    )*};
    (@owned $trait:ident $method:ident: $lhs:ty, $rhs:ty) => {
        impl<T, S, R> $trait<$rhs> for $lhs
        where
            T: Element + $trait<Output = T>,
            S: AnyShape + Broadcast<R>,
            R: AnyShape,
        {
            type Output = Tensor<T, <S as Broadcast<R>>::Joined>;
            #[inline]
            fn $method(self, rhs: $rhs) -> Self::Output {
                let (lhs, rhs): (&Tensor<T, S>, &Tensor<T, R>) = (self.borrow(), rhs.borrow());
                $trait::$method(lhs, rhs)
            }
        }
    };
    (@left $trait:ident $method:ident $op:tt: $($number:ty)*) => {$(
        impl<S: AnyShape> $trait<&Tensor<$number, S>> for $number {
            type Output = Tensor<$number, S>;
            #[inline]
            fn $method(self, rhs: &Tensor<$number, S>) -> Tensor<$number, S> {
                zip_number(self, rhs, <$number as $trait>::$method)
            }
        }
        impl<S: AnyShape> $trait<Tensor<$number, S>> for $number {
            type Output = Tensor<$number, S>;
            #[inline]
            fn $method(self, rhs: Tensor<$number, S>) -> Tensor<$number, S> {
                self $op &rhs
            }
        }
    )*};
}
binary! {
    Add add AddAssign add_assign +;
    Sub sub SubAssign sub_assign -;
    Mul mul MulAssign mul_assign *;
    Div div DivAssign div_assign /;
    Rem rem RemAssign rem_assign %;
}

impl<T: Element + Neg<Output = T>, S: AnyShape> Neg for &Tensor<T, S> {
    type Output = Tensor<T, S>;
    #[inline]
    fn neg(self) -> Tensor<T, S> {
        self.map(T::neg)
    }
}

impl<T: Element + Neg<Output = T>, S: AnyShape> Neg for Tensor<T, S> {
    type Output = Tensor<T, S>;
    #[inline]
    fn neg(self) -> Tensor<T, S> {
        -&self
    }
}

/// Equal elements, and equally many rows. All other lengths are equal by type.
impl<T: Element, S: AnyShape> PartialEq for Tensor<T, S> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.count_rows() == other.count_rows() && self.as_slice() == other.as_slice()
    }
}
