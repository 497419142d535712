fn split<
    __Sweep: Sweep,
    __arg0_slot: Slot<Ct<__Checked<(f64, f64)>>>,
    __box__slot: Slot<Ct<__Checked<Box2>>>,
>(
    t: &mut Tape<'_>,
    arg0: __Checked<&(f64, f64)>,
    box_: __Checked<&Box2>,
    input: __Sweep::Input<(&Ct<__Checked<f64>>, __arg0_slot, __box__slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let b0 = Ty::new();
    let arg0 = of(arg0).own();
    if __Sweep::FORWARD {
        let (x, y) = arg0;
        let Box2 { low, high } = box_;
        let c0 = Ty::of(&operators::operands(&(low[0]), &x).of_mul());
        let v0 = match c0.rule().own(t, &low[0], &x) {
            ::core::option::Option::Some(y) => y,
            ::core::option::Option::None => low[0] * x,
        };
        let operand0 = &high[0];
        let c1 = Ty::of(&operators::operands(&(high[0]), &v0).of_sub());
        let v1 = match c1.rule().own(t, &high[0], &v0) {
            ::core::option::Option::Some(y) => y,
            ::core::option::Option::None => high[0] - of(&v0).own(),
        };
        let v1_form = Form::of(&v1);
        let operand1 = &high[1];
        let operand2 = &y;
        let c2 = Ty::of(&operators::operands(&(high[1]), &y).of_sub());
        let v2 = match c2.rule().own(t, &high[1], &y) {
            ::core::option::Option::Some(y) => y,
            ::core::option::Option::None => high[1] - y,
        };
        let v2_form = Form::of(&v2);
        let v3 = (v1, v2);
        let (w, h) = of(&v3).own();
        let c3 = Ty::of(&operators::operands(&w, &h).of_mul());
        let w = match c3.rule().own(t, &w, &h) {
            ::core::option::Option::Some(y) => y,
            ::core::option::Option::None => w * h,
        };
        let c4 = Ty::of(&operators::operands(&w, &w).of_mul());
        let v4 = match c4.rule().own(t, &w, &w) {
            ::core::option::Option::Some(y) => y,
            ::core::option::Option::None => of(&w).own() * of(&w).own(),
        };
        let v4_ty = Ty::of(&v4);
        let z0 = Forms::pushed(t, (&v0, &v3, &w, v1_form, v2_form));
        let s0 = Saved::pushed(
            t,
            (&v0, &v3, &w),
            (recompute(&v0, c1.rule().reads().1), Yes, recompute(&w, Yes)),
        );
        let k0 = Saved::pushed(
            t,
            (
                operand0.as_an_operand(),
                operand1.as_an_operand(),
                operand2.as_an_operand(),
            ),
            (c1.rule().reads().0, c2.rule().reads().0, c2.rule().reads().1),
        );
        b0.is(&((c0, c1, c2, c3, c4, v4_ty, s0, k0), (z0,)));
        return __Sweep::finish::<__Checked<f64>>(v4);
    }
    let (bar, mut arg0_bar, mut box__bar) = __Sweep::begin(input);
    let mut arg0_bar = arg0_bar.out();
    let mut box__bar = box__bar.out();
    let ((c0, c1, c2, c3, c4, v4_ty, s0, k0), (z0,)) = b0.links();
    let (operand0, operand1, operand2) = k0.pop(t);
    let (v0, v3, w) = s0.pop(t);
    let z0 = z0.pop(t);
    let v1 = z0.gone::<3>();
    let v2 = z0.gone::<4>();
    let v4 = v4_ty.gone();
    let v0 = v0.or_recompute(|| c0.rule().value(&box_.low[0], &arg0.0));
    let w = w.or_recompute(|| c3.rule().value(&v3.get().0, &v3.get().1));
    let mut v1_bar;
    {
        let mut w_bar = z0.zero::<2>();
        let mut aside1 = zero_of(w.read());
        c4.rule()
            .bwd(
                t,
                w.read(),
                w.read(),
                v4.read(),
                bar,
                Out::new(&mut w_bar),
                Out::new(&mut aside1),
            );
        give_back(Out::new(&mut w_bar), &aside1);
        let mut v3_bar = z0.zero::<1>();
        c3.rule()
            .bwd(
                t,
                v3.read().map(|d| &d.0),
                v3.read().map(|d| &d.1),
                w.read(),
                &w_bar,
                Out::new(&mut v3_bar.0),
                Out::new(&mut v3_bar.1),
            );
        v1_bar = z0.zero::<3>();
        let mut v2_bar = z0.zero::<4>();
        give_part(Out::new(&mut v1_bar), &v3_bar.0);
        give_part(Out::new(&mut v2_bar), &v3_bar.1);
        c2.rule()
            .bwd(
                t,
                operand1.read(),
                operand2.read(),
                v2.read(),
                &v2_bar,
                box__bar.parts(|d| &mut d.high[1]),
                arg0_bar.parts(|d| &mut d.1),
            );
    }
    let mut v0_bar_room = z0.room::<0>();
    let mut v0_bar_first = z0.first::<0>(&mut v0_bar_room);
    c1.rule()
        .bwd(
            t,
            operand0.read(),
            v0.read(),
            v1.read(),
            &v1_bar,
            box__bar.parts(|d| &mut d.high[0]),
            &mut v0_bar_first,
        );
    let v0_bar = v0_bar_first.place();
    c0.rule()
        .bwd(
            t,
            Read::live(&box_.low[0]),
            Read::live(&arg0.0),
            v0.read(),
            &*v0_bar,
            box__bar.parts(|d| &mut d.low[0]),
            arg0_bar.parts(|d| &mut d.0),
        );
    __Sweep::end()
}

fn split_dual<
    __Sweep: Sweep,
    const __K: ::core::primitive::usize,
    __arg0_slot: PairSlot<Ct<__Checked<(f64, f64)>>>,
    __box__slot: PairSlot<Ct<__Checked<Box2>>>,
>(
    t: &mut Tape<'_>,
    arg0: __Checked<&(f64, f64)>,
    box_: __Checked<&Box2>,
    __width: Width<__K, __Sweep>,
    __result_dot: __Sweep::Lent<&mut [Ct<__Checked<f64>>; __K]>,
    arg0_dot: impl Directions<Ct<__Checked<(f64, f64)>>, __K>,
    box__dot: impl Directions<Ct<__Checked<Box2>>, __K>,
    input: __Sweep::Input<(PairRef<'_, Ct<__Checked<f64>>>, __arg0_slot, __box__slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let b0 = Ty::new();
    let arg0 = of(arg0).own();
    if __Sweep::FORWARD {
        let (x, y) = arg0;
        let Box2 { low, high } = box_;
        let c0 = Ty::of(&operators::operands(&(low[0]), &x).of_mul());
        let a0 = c0.rule().operands(&low[0], &x);
        let mut v0_dot = __width.to_come();
        let __y = match c0
            .rule()
            .own_dual(
                t,
                __width.onward(),
                &mut v0_dot,
                &low[0],
                &x,
                parts(&box__dot, |d| &d.low[0]),
                parts(&arg0_dot, |d| &d.0),
            )
        {
            ::core::option::Option::Some(y) => y,
            ::core::option::Option::None => low[0] * x,
        };
        c0.rule()
            .tangents(
                __width,
                &mut v0_dot,
                &low[0],
                &x,
                &__y,
                parts(&box__dot, |d| &d.low[0]),
                parts(&arg0_dot, |d| &d.0),
            );
        let v0 = __y;
        let operand0 = &high[0];
        let c1 = Ty::of(&operators::operands(&(high[0]), &v0).of_sub());
        let a1 = c1.rule().operands(&high[0], &v0);
        let operand0_dot = c1
            .rule()
            .reads_dual(&a1)
            .0
            .tangents(__width, operand0, parts(&box__dot, |d| &d.high[0]));
        let mut v1_dot = __width.to_come();
        let __y = match c1
            .rule()
            .own_dual(
                t,
                __width.onward(),
                &mut v1_dot,
                &high[0],
                &v0,
                parts(&box__dot, |d| &d.high[0]),
                &v0_dot,
            )
        {
            ::core::option::Option::Some(y) => y,
            ::core::option::Option::None => high[0] - of(&v0).own(),
        };
        c1.rule()
            .tangents(
                __width,
                &mut v1_dot,
                &high[0],
                &v0,
                &__y,
                parts(&box__dot, |d| &d.high[0]),
                &v0_dot,
            );
        let v1 = __y;
        let v1_form = Form::if_taped(__Sweep::TAPED, &v1);
        let operand1 = &high[1];
        let operand2 = &y;
        let c2 = Ty::of(&operators::operands(&(high[1]), &y).of_sub());
        let a2 = c2.rule().operands(&high[1], &y);
        let operand1_dot = c2
            .rule()
            .reads_dual(&a2)
            .0
            .tangents(__width, operand1, parts(&box__dot, |d| &d.high[1]));
        let operand2_dot = c2
            .rule()
            .reads_dual(&a2)
            .1
            .tangents(__width, operand2, parts(&arg0_dot, |d| &d.1));
        let mut v2_dot = __width.to_come();
        let __y = match c2
            .rule()
            .own_dual(
                t,
                __width.onward(),
                &mut v2_dot,
                &high[1],
                &y,
                parts(&box__dot, |d| &d.high[1]),
                parts(&arg0_dot, |d| &d.1),
            )
        {
            ::core::option::Option::Some(y) => y,
            ::core::option::Option::None => high[1] - y,
        };
        c2.rule()
            .tangents(
                __width,
                &mut v2_dot,
                &high[1],
                &y,
                &__y,
                parts(&box__dot, |d| &d.high[1]),
                parts(&arg0_dot, |d| &d.1),
            );
        let v2 = __y;
        let v2_form = Form::if_taped(__Sweep::TAPED, &v2);
        let v3 = (v1, v2);
        let mut v3_dot = __width.zero(&v3);
        __width.set(&mut v3_dot, |d| &mut d.0, &v1_dot);
        __width.set(&mut v3_dot, |d| &mut d.1, &v2_dot);
        let (w, h) = of(&v3).own();
        let c3 = Ty::of(&operators::operands(&w, &h).of_mul());
        let a3 = c3.rule().operands(&w, &h);
        let mut w_dot = __width.to_come();
        let __y = match c3
            .rule()
            .own_dual(
                t,
                __width.onward(),
                &mut w_dot,
                &w,
                &h,
                parts_of(&v3_dot, |d| &d.0),
                parts_of(&v3_dot, |d| &d.1),
            )
        {
            ::core::option::Option::Some(y) => y,
            ::core::option::Option::None => w * h,
        };
        c3.rule()
            .tangents(
                __width,
                &mut w_dot,
                &w,
                &h,
                &__y,
                parts_of(&v3_dot, |d| &d.0),
                parts_of(&v3_dot, |d| &d.1),
            );
        let w = __y;
        let c4 = Ty::of(&operators::operands(&w, &w).of_mul());
        let a4 = c4.rule().operands(&w, &w);
        let mut v4_dot = __width.to_come();
        let __y = match c4
            .rule()
            .own_dual(t, __width.onward(), &mut v4_dot, &w, &w, &w_dot, &w_dot)
        {
            ::core::option::Option::Some(y) => y,
            ::core::option::Option::None => of(&w).own() * of(&w).own(),
        };
        c4.rule().tangents(__width, &mut v4_dot, &w, &w, &__y, &w_dot, &w_dot);
        let v4 = __y;
        let v4_ty = Ty::of(&v4);
        if __Sweep::TAPED {
            let z0 = Forms::pushed(t, (&v0, &v3, &w, v1_form, v2_form));
            let s0 = Saved::pushed(
                t,
                (&v0, &v3, &w),
                (recompute(&v0, c1.rule().reads_dual(&a1).1), Yes, recompute(&w, Yes)),
            );
            let k0 = Saved::pushed(
                t,
                (
                    operand0.as_an_operand(),
                    operand1.as_an_operand(),
                    operand2.as_an_operand(),
                ),
                (
                    c1.rule().reads_dual(&a1).0,
                    c2.rule().reads_dual(&a2).0,
                    c2.rule().reads_dual(&a2).1,
                ),
            );
            let ds0 = Saved::pushed(
                t,
                (&v0_dot, &v3_dot, &w_dot),
                (c1.rule().reads_dual(&a1).1, Yes, Yes),
            );
            let dk0 = Saved::pushed(
                t,
                (&operand0_dot, &operand1_dot, &operand2_dot),
                (
                    c1.rule().reads_dual(&a1).0,
                    c2.rule().reads_dual(&a2).0,
                    c2.rule().reads_dual(&a2).1,
                ),
            );
            b0.is(
                &(
                    (c0, a0, c1, a1, c2, a2, c3, a3),
                    (c4, a4, v4_ty, ds0, dk0, s0, k0, z0),
                ),
            );
        }
        let __y: __Checked<f64> = v4;
        *__Sweep::lent(__result_dot) = v4_dot;
        return __Sweep::finish(__y);
    }
    __Sweep::mirrored(move || {
        let (bar, mut arg0_bar, mut box__bar) = __Sweep::begin(input);
        let mut arg0_bar = PairSlot::outs(&mut arg0_bar);
        let mut box__bar = PairSlot::outs(&mut box__bar);
        let ((c0, a0, c1, a1, c2, a2, c3, a3), (c4, a4, v4_ty, ds0, dk0, s0, k0, z0)) = b0
            .links();
        let (operand0_dot, operand1_dot, operand2_dot) = dk0.pop(t);
        let (v0_dot, v3_dot, w_dot) = ds0.pop(t);
        let (operand0, operand1, operand2) = k0.pop(t);
        let (v0, v3, w) = s0.pop(t);
        let z0 = z0.pop(t);
        let v1 = z0.gone::<3>();
        let v2 = z0.gone::<4>();
        let v4 = v4_ty.gone();
        let v0 = v0.or_recompute(|| c0.rule().value(&box_.low[0], &arg0.0));
        let w = w.or_recompute(|| c3.rule().value(&v3.get().0, &v3.get().1));
        let mut v1_bar;
        {
            let mut w_bar = z0.zero_pair::<2>();
            let mut aside1 = Pair::of(|| zero_of(w.read()));
            c4.rule()
                .bwd_dual(
                    t,
                    w.read(),
                    w.read(),
                    v4.read(),
                    w_dot.tangent(),
                    w_dot.tangent(),
                    NoGrad,
                    bar,
                    w_bar.whole(),
                    aside1.whole(),
                );
            dual::give_back(w_bar.whole(), aside1.seen());
            let mut v3_bar = z0.zero_pair::<1>();
            let (part0, part1) = v3_bar.apart(|d| (&mut d.0, &mut d.1));
            c3.rule()
                .bwd_dual(
                    t,
                    v3.read().map(|d| &d.0),
                    v3.read().map(|d| &d.1),
                    w.read(),
                    v3_dot.tangent_part(|d| &d.0),
                    v3_dot.tangent_part(|d| &d.1),
                    w_dot.tangent(),
                    w_bar.seen(),
                    part0.into_outs(),
                    part1.into_outs(),
                );
            v1_bar = z0.zero_pair::<3>();
            let mut v2_bar = z0.zero_pair::<4>();
            dual::give_part(v1_bar.whole(), v3_bar.seen().part(|d| &d.0));
            dual::give_part(v2_bar.whole(), v3_bar.seen().part(|d| &d.1));
            c2.rule()
                .bwd_dual(
                    t,
                    operand1.read(),
                    operand2.read(),
                    v2.read(),
                    operand1_dot.tangent(),
                    operand2_dot.tangent(),
                    NoGrad,
                    v2_bar.seen(),
                    box__bar.parts(|d| &mut d.high[1]),
                    arg0_bar.parts(|d| &mut d.1),
                );
        }
        let mut v0_bar = z0.zero_pair::<0>();
        c1.rule()
            .bwd_dual(
                t,
                operand0.read(),
                v0.read(),
                v1.read(),
                operand0_dot.tangent(),
                v0_dot.tangent(),
                NoGrad,
                v1_bar.seen(),
                box__bar.parts(|d| &mut d.high[0]),
                v0_bar.whole(),
            );
        c0.rule()
            .bwd_dual(
                t,
                Read::live(&box_.low[0]),
                Read::live(&arg0.0),
                v0.read(),
                tangent_part(&box__dot, |d| &d.low[0]),
                tangent_part(&arg0_dot, |d| &d.0),
                v0_dot.tangent(),
                v0_bar.seen(),
                box__bar.parts(|d| &mut d.low[0]),
                arg0_bar.parts(|d| &mut d.0),
            );
    });
    __Sweep::end()
}
