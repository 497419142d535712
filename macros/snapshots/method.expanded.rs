fn split_of_forward<
    __Sweep: Sweep,
    const B: usize,
    ____self_slot: Slot<Ct<__Checked<Self>>>,
    __x_slot: Slot<Ct<__Checked<Matrix<f64, B, I>>>>,
>(
    t: &mut Tape<'_>,
    __self: __Checked<&Self>,
    x: __Checked<&Matrix<f64, B, I>>,
    input: __Sweep::Input<(&Ct<__Checked<Matrix<f64, B, O>>>, ____self_slot, __x_slot)>,
) -> __Sweep::Output<__Checked<Matrix<f64, B, O>>> {
    use rules::*;
    let b0 = Ty::new();
    if __Sweep::FORWARD {
        let c0 = Ty::of(&(*x).derivative_of_matmul());
        if NEVER {
            use only_for_the_derivative::*;
            receiver(c0.rule(), &x).in_a_trait().by_value().matmul();
        }
        let v0 = c0.rule().fwd(t, x, &__self.w);
        let operand0 = &__self.b;
        let c1 = Ty::of(&operators::operands(&v0, &(&__self.b)).of_add());
        let v1 = match c1.rule().own(t, &v0, &__self.b) {
            ::core::option::Option::Some(y) => y,
            ::core::option::Option::None => of(&v0).own() + &__self.b,
        };
        let v1_ty = Ty::of(&v1);
        let z0 = Forms::pushed(t, (&v0,));
        let s0 = Saved::pushed(
            t,
            (&v0,),
            (or(c0.rule().reads().2, c1.rule().reads().0),),
        );
        let k0 = Saved::pushed(t, (operand0.as_an_operand(),), (c1.rule().reads().1,));
        b0.is(&(c0, c1, v1_ty, s0, k0, z0));
        return __Sweep::finish::<__Checked<Matrix<f64, B, O>>>(v1);
    }
    let (bar, mut __self_bar, mut x_bar) = __Sweep::begin(input);
    let mut __self_bar = __self_bar.out();
    let (c0, c1, v1_ty, s0, k0, z0) = b0.links();
    let (operand0,) = k0.pop(t);
    let (v0,) = s0.pop(t);
    let z0 = z0.pop(t);
    let v1 = v1_ty.gone();
    let mut v0_bar_room = z0.room::<0>();
    let mut v0_bar_first = z0.first::<0>(&mut v0_bar_room);
    c1.rule()
        .bwd(
            t,
            v0.read(),
            operand0.read(),
            v1.read(),
            bar,
            &mut v0_bar_first,
            __self_bar.parts(|d| &mut d.b),
        );
    let v0_bar = v0_bar_first.place();
    c0.rule()
        .bwd(
            t,
            Read::live(x),
            Read::live(&__self.w),
            v0.read(),
            &*v0_bar,
            x_bar.passed(),
            __self_bar.parts(|d| &mut d.w),
        );
    __Sweep::end()
}

fn split_dual_of_forward_<
    __Sweep: Sweep,
    const B: usize,
    const __K: ::core::primitive::usize,
    ____self_slot: PairSlot<Ct<__Checked<Self>>>,
    __x_slot: PairSlot<Ct<__Checked<Matrix<f64, B, I>>>>,
>(
    t: &mut Tape<'_>,
    __self: __Checked<&Self>,
    x: __Checked<&Matrix<f64, B, I>>,
    __width: Width<__K, __Sweep>,
    __result_dot: __Sweep::Lent<&mut [Ct<__Checked<Matrix<f64, B, O>>>; __K]>,
    __self_dot: impl Directions<Ct<__Checked<Self>>, __K>,
    x_dot: impl Directions<Ct<__Checked<Matrix<f64, B, I>>>, __K>,
    input: __Sweep::Input<
        (PairRef<'_, Ct<__Checked<Matrix<f64, B, O>>>>, ____self_slot, __x_slot),
    >,
) -> __Sweep::Output<__Checked<Matrix<f64, B, O>>> {
    use rules::*;
    let b0 = Ty::new();
    if __Sweep::FORWARD {
        let c0 = Ty::of(&(*x).derivative_of_matmul());
        let a0 = c0.rule().operands(x, &__self.w);
        let mut v0_dot = __width.to_come();
        let v0 = {
            (*x)
                .derivative_of_matmul()
                .dual(
                    t,
                    __width.onward(),
                    &mut v0_dot,
                    x,
                    &__self.w,
                    parts(&x_dot, |d| d).each(),
                    parts(&__self_dot, |d| &d.w).each(),
                )
        };
        let operand0 = &__self.b;
        let c1 = Ty::of(&operators::operands(&v0, &(&__self.b)).of_add());
        let a1 = c1.rule().operands(&v0, &__self.b);
        let operand0_dot = c1
            .rule()
            .reads_dual(&a1)
            .1
            .tangents(__width, operand0, parts(&__self_dot, |d| &d.b));
        let mut v1_dot = __width.to_come();
        let __y = match c1
            .rule()
            .own_dual(
                t,
                __width.onward(),
                &mut v1_dot,
                &v0,
                &__self.b,
                &v0_dot,
                parts(&__self_dot, |d| &d.b),
            )
        {
            ::core::option::Option::Some(y) => y,
            ::core::option::Option::None => of(&v0).own() + &__self.b,
        };
        c1.rule()
            .tangents(
                __width,
                &mut v1_dot,
                &v0,
                &__self.b,
                &__y,
                &v0_dot,
                parts(&__self_dot, |d| &d.b),
            );
        let v1 = __y;
        let v1_ty = Ty::of(&v1);
        if __Sweep::TAPED {
            let z0 = Forms::pushed(t, (&v0,));
            let s0 = Saved::pushed(
                t,
                (&v0,),
                (or(c0.rule().reads_dual(&a0).2, c1.rule().reads_dual(&a1).0),),
            );
            let k0 = Saved::pushed(
                t,
                (operand0.as_an_operand(),),
                (c1.rule().reads_dual(&a1).1,),
            );
            let ds0 = Saved::pushed(
                t,
                (&v0_dot,),
                (or(c0.rule().reads_dual(&a0).2, c1.rule().reads_dual(&a1).0),),
            );
            let dk0 = Saved::pushed(t, (&operand0_dot,), (c1.rule().reads_dual(&a1).1,));
            b0.is(&((c0, a0, c1, a1, v1_ty, ds0, dk0, s0), (k0, z0)));
        }
        let __y: __Checked<Matrix<f64, B, O>> = v1;
        *__Sweep::lent(__result_dot) = v1_dot;
        return __Sweep::finish(__y);
    }
    __Sweep::mirrored(move || {
        let (bar, mut __self_bar, mut x_bar) = __Sweep::begin(input);
        let mut __self_bar = PairSlot::outs(&mut __self_bar);
        let mut x_bar = PairSlot::outs(&mut x_bar);
        let ((c0, a0, c1, a1, v1_ty, ds0, dk0, s0), (k0, z0)) = b0.links();
        let (operand0_dot,) = dk0.pop(t);
        let (v0_dot,) = ds0.pop(t);
        let (operand0,) = k0.pop(t);
        let (v0,) = s0.pop(t);
        let z0 = z0.pop(t);
        let v1 = v1_ty.gone();
        let mut v0_bar = z0.zero_pair::<0>();
        c1.rule()
            .bwd_dual(
                t,
                v0.read(),
                operand0.read(),
                v1.read(),
                v0_dot.tangent(),
                operand0_dot.tangent(),
                NoGrad,
                bar,
                v0_bar.whole(),
                __self_bar.parts(|d| &mut d.b),
            );
        c0.rule()
            .bwd_dual(
                t,
                Read::live(x),
                Read::live(&__self.w),
                v0.read(),
                tangent(&x_dot),
                tangent_part(&__self_dot, |d| &d.w),
                v0_dot.tangent(),
                v0_bar.seen(),
                x_bar.whole(),
                __self_bar.parts(|d| &mut d.w),
            );
    });
    __Sweep::end()
}
