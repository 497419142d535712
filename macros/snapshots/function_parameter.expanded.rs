fn split<
    __Sweep: Sweep,
    __F0: callables::Callable1<callables::Moved<f64>, f64>,
    __f_slot: Slot<Ct<__Checked<__F0>>>,
    __a_slot: Slot<Ct<__Checked<f64>>>,
    __b_slot: Slot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    f: __Checked<&__F0>,
    a: __Checked<&f64>,
    b: __Checked<&f64>,
    input: __Sweep::Input<(&Ct<__Checked<f64>>, __f_slot, __a_slot, __b_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let b0 = Ty::new();
    let f_ref = f;
    let a = of(a).own();
    let b = of(b).own();
    if __Sweep::FORWARD {
        let f = |__argument0: f64| -> f64 {
            callables::Callable1::forward(
                f_ref,
                &mut Tape::none(),
                callables::Handed::Shared(&__argument0),
            )
        };
        let v0 = b - a;
        let v1 = a + b;
        let v2 = 0.5 * v1;
        let c0 = Ty::of(&(*f_ref).derivative_of_call());
        let v3 = c0.rule().fwd(t, f_ref, &v2);
        let v4 = v0 * of(&v3).own();
        let v4_ty = Ty::of(&v4);
        let z0 = Forms::pushed(t, (&v0, &v1, &v2, &v3));
        let s0 = Saved::pushed(
            t,
            (&v0, &v1, &v2, &v3),
            (
                recompute(&v0, Yes),
                recompute(&v1, if_recomputed(&v2, c0.rule().reads().1)),
                recompute(&v2, c0.rule().reads().1),
                Yes,
            ),
        );
        b0.is(&(c0, v4_ty, s0, z0));
        return __Sweep::finish::<__Checked<f64>>(v4);
    }
    let (bar, mut f_bar, mut a_bar, mut b_bar) = __Sweep::begin(input);
    let mut a_bar = a_bar.out();
    let mut b_bar = b_bar.out();
    let (c0, v4_ty, s0, z0) = b0.links();
    let (v0, v1, v2, v3) = s0.pop(t);
    let z0 = z0.pop(t);
    let v4 = v4_ty.gone();
    let v0 = v0.or_recompute(|| b - a);
    let v1 = v1.or_recompute(|| a + b);
    let v2 = v2.or_recompute(|| 0.5 * *v1.get());
    let mut v0_bar_room;
    let v0_bar;
    {
        v0_bar_room = z0.room::<0>();
        let mut v0_bar_first = z0.first::<0>(&mut v0_bar_room);
        let mut v3_bar_room = z0.room::<3>();
        let mut v3_bar_first = z0.first::<3>(&mut v3_bar_room);
        mul(v0.read(), v3.read(), v4.read(), bar, &mut v0_bar_first, &mut v3_bar_first);
        v0_bar = v0_bar_first.place();
        let v3_bar = v3_bar_first.place();
        let mut v2_bar_room = z0.room::<2>();
        let mut v2_bar_first = z0.first::<2>(&mut v2_bar_room);
        c0.rule()
            .bwd(
                t,
                Read::live(f_ref),
                v2.read(),
                v3.read(),
                &*v3_bar,
                f_bar.passed(),
                &mut v2_bar_first,
            );
        let v2_bar = v2_bar_first.place();
        let mut v1_bar_room = z0.room::<1>();
        let mut v1_bar_first = z0.first::<1>(&mut v1_bar_room);
        give_back(&mut v1_bar_first, &(*&*v2_bar * 0.5));
        let v1_bar = v1_bar_first.place();
        primitives::plus(a_bar.whole(), *&*v1_bar);
        primitives::plus(b_bar.whole(), *&*v1_bar);
    }
    primitives::plus(b_bar.whole(), *&*v0_bar);
    primitives::plus(a_bar.whole(), -*&*v0_bar);
    __Sweep::end()
}

fn split_dual<
    __Sweep: Sweep,
    __F0: callables::Callable1<callables::Moved<f64>, f64>,
    const __K: ::core::primitive::usize,
    __f_slot: PairSlot<Ct<__Checked<__F0>>>,
    __a_slot: PairSlot<Ct<__Checked<f64>>>,
    __b_slot: PairSlot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    f: __Checked<&__F0>,
    a: __Checked<&f64>,
    b: __Checked<&f64>,
    __width: Width<__K, __Sweep>,
    __result_dot: __Sweep::Lent<&mut [Ct<__Checked<f64>>; __K]>,
    f_dot: impl Directions<Ct<__Checked<__F0>>, __K>,
    a_dot: impl Directions<Ct<__Checked<f64>>, __K>,
    b_dot: impl Directions<Ct<__Checked<f64>>, __K>,
    input: __Sweep::Input<
        (PairRef<'_, Ct<__Checked<f64>>>, __f_slot, __a_slot, __b_slot),
    >,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let b0 = Ty::new();
    let f_ref = f;
    let a = of(a).own();
    let b = of(b).own();
    if __Sweep::FORWARD {
        let f = |__argument0: f64| -> f64 {
            callables::Callable1::forward(
                f_ref,
                &mut Tape::none(),
                callables::Handed::Shared(&__argument0),
            )
        };
        let v0 = b - a;
        let v0_dot = __width.sub(&b, &a, &v0, b_dot, a_dot);
        let v1 = a + b;
        let v1_dot = __width.add(&a, &b, &v1, a_dot, b_dot);
        let v2 = 0.5 * v1;
        let v2_dot = __width.mul(&0.5, &v1, &v2, NoGrad, &v1_dot);
        let c0 = Ty::of(&(*f_ref).derivative_of_call());
        let a0 = c0.rule().operands(f_ref, &v2);
        let mut v3_dot = __width.to_come();
        let v3 = {
            (*f_ref)
                .derivative_of_call()
                .dual(t, __width.onward(), &mut v3_dot, f_ref, &v2, NoGrad, &v2_dot)
        };
        let v4 = v0 * of(&v3).own();
        let v4_dot = __width.mul(&v0, &v3, &v4, &v0_dot, &v3_dot);
        let v4_ty = Ty::of(&v4);
        if __Sweep::TAPED {
            let z0 = Forms::pushed(t, (&v0, &v1, &v2, &v3));
            let s0 = Saved::pushed(
                t,
                (&v0, &v1, &v2, &v3),
                (
                    recompute(&v0, Yes),
                    recompute(&v1, if_recomputed(&v2, c0.rule().reads_dual(&a0).1)),
                    recompute(&v2, c0.rule().reads_dual(&a0).1),
                    Yes,
                ),
            );
            let ds0 = Saved::pushed(
                t,
                (&v0_dot, &v1_dot, &v2_dot, &v3_dot),
                (
                    Yes,
                    if_recomputed(&v2, c0.rule().reads_dual(&a0).1),
                    c0.rule().reads_dual(&a0).1,
                    Yes,
                ),
            );
            b0.is(&(c0, a0, v4_ty, ds0, s0, z0));
        }
        let __y: __Checked<f64> = v4;
        *__Sweep::lent(__result_dot) = v4_dot;
        return __Sweep::finish(__y);
    }
    __Sweep::mirrored(move || {
        let (bar, mut f_bar, mut a_bar, mut b_bar) = __Sweep::begin(input);
        let mut f_bar = PairSlot::outs(&mut f_bar);
        let mut a_bar = PairSlot::outs(&mut a_bar);
        let mut b_bar = PairSlot::outs(&mut b_bar);
        let (c0, a0, v4_ty, ds0, s0, z0) = b0.links();
        let (v0_dot, v1_dot, v2_dot, v3_dot) = ds0.pop(t);
        let (v0, v1, v2, v3) = s0.pop(t);
        let z0 = z0.pop(t);
        let v4 = v4_ty.gone();
        let v0 = v0.or_recompute(|| b - a);
        let v1 = v1.or_recompute(|| a + b);
        let v2 = v2.or_recompute(|| 0.5 * *v1.get());
        let mut v0_bar;
        {
            v0_bar = z0.zero_pair::<0>();
            let mut v3_bar = z0.zero_pair::<3>();
            dual::MUL
                .bwd_dual(
                    t,
                    v0.read(),
                    v3.read(),
                    v4.read(),
                    v0_dot.tangent(),
                    v3_dot.tangent(),
                    NoGrad,
                    bar,
                    v0_bar.whole(),
                    v3_bar.whole(),
                );
            let mut v2_bar = z0.zero_pair::<2>();
            c0.rule()
                .bwd_dual(
                    t,
                    Read::live(f_ref),
                    v2.read(),
                    v3.read(),
                    tangent(&f_dot),
                    v2_dot.tangent(),
                    v3_dot.tangent(),
                    v3_bar.seen(),
                    f_bar.whole(),
                    v2_bar.whole(),
                );
            let mut v1_bar = z0.zero_pair::<1>();
            dual::MUL
                .bwd_dual(
                    t,
                    Read::live(&0.5),
                    v1.read(),
                    v2.read(),
                    NoGrad,
                    v1_dot.tangent(),
                    v2_dot.tangent(),
                    v2_bar.seen(),
                    NoGrad,
                    v1_bar.whole(),
                );
            dual::ADD
                .bwd_dual(
                    t,
                    Read::__unread(&a),
                    Read::__unread(&b),
                    v1.read(),
                    tangent(&a_dot),
                    tangent(&b_dot),
                    v1_dot.tangent(),
                    v1_bar.seen(),
                    a_bar.whole(),
                    b_bar.whole(),
                );
        }
        dual::SUB
            .bwd_dual(
                t,
                Read::__unread(&b),
                Read::__unread(&a),
                v0.read(),
                tangent(&b_dot),
                tangent(&a_dot),
                v0_dot.tangent(),
                v0_bar.seen(),
                b_bar.whole(),
                a_bar.whole(),
            );
    });
    __Sweep::end()
}
