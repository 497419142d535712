trait Model: Differentiable {
    fn predict(&self, x: f64) -> f64;
    fn double(&self, x: f64) -> f64 {
        2.0 * self.predict(x)
    }
    fn needs_the_attribute_differentiable()
    where
        Self: ::core::marker::Sized;
    fn derivative_of_predict(&self) -> DerivativeOf_predict_of_Model<Self>
    where
        Self: ::core::marker::Sized + 'static,
    {
        <DerivativeOf_predict_of_Model<Self> as Companion>::THIS
    }
    fn derivative_of_function_predict() -> DerivativeOf_predict_of_Model<Self>
    where
        Self: ::core::marker::Sized + 'static,
    {
        <DerivativeOf_predict_of_Model<Self> as Companion>::THIS
    }
    fn split_of_predict<
        __Sweep: Sweep,
        ____self_slot: Slot<Ct<Self>>,
        __x_slot: Slot<Ct<f64>>,
    >(
        t: &mut Tape<'_>,
        __self: &Self,
        x: &f64,
        input: __Sweep::Input<(&Ct<f64>, ____self_slot, __x_slot)>,
    ) -> __Sweep::Output<f64>
    where
        Self: ::core::marker::Sized + 'static,
    {
        not_implemented()
    }
    fn split_dual_of_predict_<
        __Sweep: Sweep,
        const __K: ::core::primitive::usize,
        ____self_slot: PairSlot<Ct<Self>>,
        __x_slot: PairSlot<Ct<f64>>,
    >(
        t: &mut Tape<'_>,
        __self: &Self,
        x: &f64,
        __width: Width<__K, __Sweep>,
        __result_dot: __Sweep::Lent<&mut [Ct<f64>; __K]>,
        __self_dot: impl Directions<Ct<Self>, __K>,
        x_dot: impl Directions<Ct<f64>, __K>,
        input: __Sweep::Input<(PairRef<'_, Ct<f64>>, ____self_slot, __x_slot)>,
    ) -> __Sweep::Output<f64>
    where
        Self: ::core::marker::Sized + 'static,
    {
        not_implemented()
    }
    fn derivative_of_double(&self) -> DerivativeOf_double_of_Model<Self>
    where
        Self: ::core::marker::Sized + 'static,
    {
        <DerivativeOf_double_of_Model<Self> as Companion>::THIS
    }
    fn derivative_of_function_double() -> DerivativeOf_double_of_Model<Self>
    where
        Self: ::core::marker::Sized + 'static,
    {
        <DerivativeOf_double_of_Model<Self> as Companion>::THIS
    }
    fn split_of_double<
        __Sweep: Sweep,
        ____self_slot: Slot<Ct<Self>>,
        __x_slot: Slot<Ct<f64>>,
    >(
        t: &mut Tape<'_>,
        __self: &Self,
        x: &f64,
        input: __Sweep::Input<(&Ct<f64>, ____self_slot, __x_slot)>,
    ) -> __Sweep::Output<f64>
    where
        Self: ::core::marker::Sized + 'static,
    {
        use ::cotangent::generated as __ad;
        const fn __0checked<__X: ::core::marker::Copy>(x: __X) -> __X {
            x
        }
        const _: () = {
            primitives::is_f64::<f64>();
        };
        trait MethodsWithARule {
            fn derivative_of_predict(&self) {}
        }
        impl<X: ?::core::marker::Sized + HasRule> MethodsWithARule for X {}
        mod only_for_the_derivative {
            #[doc(hidden)]
            pub trait SelfByValue: ::core::marker::Sized {
                fn predict(self) {}
            }
            impl<X> SelfByValue for X {}
        }
        use rules::*;
        let b0 = Ty::new();
        let x = of(x).own();
        if __Sweep::FORWARD {
            let c0 = Ty::of(&(*__self).derivative_of_predict());
            if NEVER {
                use only_for_the_derivative::*;
                receiver(c0.rule(), &__self).in_a_trait().by_value().predict();
            }
            let v0 = c0.rule().fwd(t, __self, &x);
            let v1 = 2.0 * of(&v0).own();
            let v1_ty = Ty::of(&v1);
            let z0 = Forms::pushed(t, (&v0,));
            let s0 = Saved::pushed(t, (&v0,), (c0.rule().reads().2,));
            b0.is(&(c0, v1_ty, s0, z0));
            return __Sweep::finish::<f64>(v1);
        }
        let (bar, mut __self_bar, mut x_bar) = __Sweep::begin(input);
        let (c0, v1_ty, s0, z0) = b0.links();
        let (v0,) = s0.pop(t);
        let z0 = z0.pop(t);
        let v1 = v1_ty.gone();
        let mut v0_bar_room = z0.room::<0>();
        let mut v0_bar_first = z0.first::<0>(&mut v0_bar_room);
        mul(Read::live(&2.0), v0.read(), v1.read(), bar, NoGrad, &mut v0_bar_first);
        let v0_bar = v0_bar_first.place();
        c0.rule()
            .bwd(
                t,
                Read::live(__self),
                Read::live(&x),
                v0.read(),
                &*v0_bar,
                __self_bar.passed(),
                x_bar.passed(),
            );
        __Sweep::end()
    }
    fn split_dual_of_double_<
        __Sweep: Sweep,
        const __K: ::core::primitive::usize,
        ____self_slot: PairSlot<Ct<Self>>,
        __x_slot: PairSlot<Ct<f64>>,
    >(
        t: &mut Tape<'_>,
        __self: &Self,
        x: &f64,
        __width: Width<__K, __Sweep>,
        __result_dot: __Sweep::Lent<&mut [Ct<f64>; __K]>,
        __self_dot: impl Directions<Ct<Self>, __K>,
        x_dot: impl Directions<Ct<f64>, __K>,
        input: __Sweep::Input<(PairRef<'_, Ct<f64>>, ____self_slot, __x_slot)>,
    ) -> __Sweep::Output<f64>
    where
        Self: ::core::marker::Sized + 'static,
    {
        use ::cotangent::generated as __ad;
        const fn __0checked<__X: ::core::marker::Copy>(x: __X) -> __X {
            x
        }
        const _: () = {
            primitives::is_f64::<f64>();
        };
        trait MethodsWithARule {
            fn derivative_of_predict(&self) {}
        }
        impl<X: ?::core::marker::Sized + HasRule> MethodsWithARule for X {}
        mod only_for_the_derivative {
            #[doc(hidden)]
            pub trait SelfByValue: ::core::marker::Sized {
                fn predict(self) {}
            }
            impl<X> SelfByValue for X {}
        }
        use rules::*;
        let b0 = Ty::new();
        let x = of(x).own();
        if __Sweep::FORWARD {
            let c0 = Ty::of(&(*__self).derivative_of_predict());
            let a0 = c0.rule().operands(__self, &x);
            let mut v0_dot = __width.to_come();
            let v0 = {
                (*__self)
                    .derivative_of_predict()
                    .dual(
                        t,
                        __width.onward(),
                        &mut v0_dot,
                        __self,
                        &x,
                        parts(&__self_dot, |d| d).each(),
                        parts(&x_dot, |d| d).each(),
                    )
            };
            let v1 = 2.0 * of(&v0).own();
            let v1_dot = __width.mul(&2.0, &v0, &v1, NoGrad, &v0_dot);
            let v1_ty = Ty::of(&v1);
            if __Sweep::TAPED {
                let z0 = Forms::pushed(t, (&v0,));
                let s0 = Saved::pushed(t, (&v0,), (c0.rule().reads_dual(&a0).2,));
                let ds0 = Saved::pushed(t, (&v0_dot,), (c0.rule().reads_dual(&a0).2,));
                b0.is(&(c0, a0, v1_ty, ds0, s0, z0));
            }
            let __y: f64 = v1;
            *__Sweep::lent(__result_dot) = v1_dot;
            return __Sweep::finish(__y);
        }
        __Sweep::mirrored(move || {
            let (bar, mut __self_bar, mut x_bar) = __Sweep::begin(input);
            let mut __self_bar = PairSlot::outs(&mut __self_bar);
            let mut x_bar = PairSlot::outs(&mut x_bar);
            let (c0, a0, v1_ty, ds0, s0, z0) = b0.links();
            let (v0_dot,) = ds0.pop(t);
            let (v0,) = s0.pop(t);
            let z0 = z0.pop(t);
            let v1 = v1_ty.gone();
            let mut v0_bar = z0.zero_pair::<0>();
            dual::MUL
                .bwd_dual(
                    t,
                    Read::live(&2.0),
                    v0.read(),
                    v1.read(),
                    NoGrad,
                    v0_dot.tangent(),
                    NoGrad,
                    bar,
                    NoGrad,
                    v0_bar.whole(),
                );
            c0.rule()
                .bwd_dual(
                    t,
                    Read::live(__self),
                    Read::live(&x),
                    v0.read(),
                    tangent(&__self_dot),
                    tangent(&x_dot),
                    v0_dot.tangent(),
                    v0_bar.seen(),
                    __self_bar.whole(),
                    x_bar.whole(),
                );
        });
        __Sweep::end()
    }
}
