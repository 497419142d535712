fn split<
    __Sweep: Sweep,
    __points_slot: Slot<Ct<__Checked<[f64; 4]>>>,
    __x_slot: Slot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    points: __Checked<&[f64; 4]>,
    x: __Sweep::Lent<__Checked<&f64>>,
    input: __Sweep::Input<(&Ct<__Checked<f64>>, __points_slot, __x_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let b0 = Ty::new();
    let lender = t;
    let mut own = lender.take();
    let t = &mut own;
    if __Sweep::FORWARD {
        let x = __Sweep::lent(x);
        let x = of(x).own();
        let mut best: f64 = f64::INFINITY;
        let b1 = Ty::new();
        let v5 = {
            let __all0 = &*points;
            is_list(&*__all0);
            let b2 = Ty::new();
            for __i1 in (0..(__all0.len())) {
                let __item2 = &__all0[__i1];
                let p = __item2;
                let mut gap = 0.0;
                let b3 = Ty::new();
                let range = (1..3);
                if let ::core::option::Option::Some(mut room) = t
                    .ahead(&b3, range.clone())
                {
                    {
                        let t = &mut room;
                        for k in range {
                            let k_ty = Ty::of(&k);
                            let v0 = p - x;
                            let v1 = f64::from(k);
                            let v2 = v0 * v1;
                            gap += v2;
                            let k3 = Saved::pushed(t, (v1.kept_on_the_tape(),), (Yes,));
                            b3.is(&(k_ty, k3));
                        }
                    }
                    t.went_on(&b3, room);
                } else {
                    for k in range {
                        let v0 = p - x;
                        let v1 = f64::from(k);
                        let v2 = v0 * v1;
                        gap += v2;
                    }
                }
                let v3 = best;
                let v4 = methods::min.fwd(t, &v3, &gap);
                best = v4;
                let s2 = Saved::pushed(t, (&v3,), (Yes,));
                let k2 = Saved::pushed(t, (&gap,), (Yes,));
                b2.is(&(b3, s2, k2));
            }
            b1.is(&(b2,));
        };
        b0.is(&(b1,));
        *lender = own;
        return __Sweep::finish::<__Checked<f64>>(best);
    }
    let (bar, mut points_bar, mut x_bar) = __Sweep::begin(input);
    let mut points_bar = points_bar.out();
    let mut x_bar = x_bar.out();
    let x = || -> __Checked<&f64> { unread() };
    let (b1,) = b0.links();
    let mut best_bar = -0f64;
    give(Out::new(&mut best_bar), bar);
    {
        let (b2,) = b1.links();
        for i1 in (0..(points.len())).rev() {
            let (b3, s2, k2) = b2.links();
            let (gap,) = k2.pop(t);
            let (v3,) = s2.pop(t);
            let mut v4_bar = -0f64;
            give_part(Out::new(&mut v4_bar), &best_bar);
            drop_part(&mut best_bar);
            let mut v3_bar = -0f64;
            let mut gap_bar = -0f64;
            methods::min
                .bwd(
                    t,
                    v3.read(),
                    gap.read(),
                    methods::min.reads().2.absent::<f64>(),
                    &v4_bar,
                    Out::new(&mut v3_bar),
                    Out::new(&mut gap_bar),
                );
            handed_on(&mut best_bar, &mut v3_bar, neutral());
            let mut v0_bar_begun = false;
            let (mut v0_bar,) = { (-0f64,) };
            {
                let range = (1..3);
                let mut room = t.behind(&b3, range.clone());
                if !b3.is_even() || !methods::min.often_zero() || comes_back(&gap_bar) {
                    {
                        let t = &mut room;
                        (v0_bar, ()) = in_parts(
                            range,
                            (v0_bar, ()),
                            |k, (mut v0_bar, ())| {
                                v0_bar_begun = true;
                                let (k_ty, k3) = b3.links();
                                k_ty.is(&k);
                                let (v1,) = k3.pop(t);
                                let mut v2_bar = gap_bar;
                                primitives::unread(v1.read());
                                v0_bar += v2_bar * *primitives::number(v1.get());
                                (v0_bar, ())
                            },
                        );
                    }
                    t.goes_on(&b3, room);
                }
            }
            if v0_bar_begun {
                primitives::plus(points_bar.parts(|d| &mut d[i1]), v0_bar);
                primitives::plus(x_bar.whole(), -v0_bar);
            }
        }
    }
    *lender = own;
    __Sweep::end()
}

fn split_dual<
    __Sweep: Sweep,
    const __K: ::core::primitive::usize,
    __points_slot: PairSlot<Ct<__Checked<[f64; 4]>>>,
    __x_slot: PairSlot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    points: __Checked<&[f64; 4]>,
    x: __Sweep::Lent<__Checked<&f64>>,
    __width: Width<__K, __Sweep>,
    __result_dot: __Sweep::Lent<&mut [Ct<__Checked<f64>>; __K]>,
    points_dot: impl Directions<Ct<__Checked<[f64; 4]>>, __K>,
    x_dot: impl Directions<Ct<__Checked<f64>>, __K>,
    input: __Sweep::Input<(PairRef<'_, Ct<__Checked<f64>>>, __points_slot, __x_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let b0 = Ty::new();
    if __Sweep::FORWARD {
        let x = __Sweep::lent(x);
        let x = of(x).own();
        let mut best: f64 = f64::INFINITY;
        let mut best_dot = __width.own(&best, NoGrad);
        let b1 = Ty::new();
        let v5 = {
            let __all0 = &*points;
            is_list(&*__all0);
            let b2 = Ty::new();
            for __i1 in (0..(__all0.len())) {
                let i1_at = __i1;
                let __item2 = &__all0[__i1];
                let p = __item2;
                let mut gap = 0.0;
                let mut gap_dot = __width.own(&gap, NoGrad);
                let b3 = Ty::new();
                for k in (1..3) {
                    let k_at = k;
                    let k_ty = Ty::of(&k);
                    let v0 = p - x;
                    let v0_dot = __width
                        .sub(p, &x, &v0, parts(&points_dot, |d| &d[i1_at]), x_dot);
                    let v1 = f64::from(k);
                    let v2 = v0 * v1;
                    let v2_dot = __width
                        .mul(&v0, v1.as_an_operand(), &v2, &v0_dot, NoGrad);
                    {
                        let __given = __width.own(&v2, &v2_dot);
                        for __k in 0..__K {
                            gap_dot[__k] += of(&__given[__k]).own();
                        }
                    }
                    gap += v2;
                    if __Sweep::TAPED {
                        let k3 = Saved::pushed(t, (v1.kept_on_the_tape(),), (Yes,));
                        b3.is(&(k_ty, k3));
                    }
                }
                let v3 = of(&best).own();
                let v3_dot = of(&v3).tangents(__width, &best_dot);
                let mut v4_dot = __width.to_come();
                let v4 = {
                    methods::min
                        .dual(
                            t,
                            __width.onward(),
                            &mut v4_dot,
                            &v3,
                            &gap,
                            &v3_dot,
                            &gap_dot,
                        )
                };
                best = v4;
                best_dot = v4_dot;
                if __Sweep::TAPED {
                    let s2 = Saved::pushed(t, (&v3,), (Yes,));
                    let k2 = Saved::pushed(t, (&gap,), (Yes,));
                    let ds2 = Saved::pushed(t, (&v3_dot,), (Yes,));
                    let dk2 = Saved::pushed(t, (&gap_dot,), (Yes,));
                    b2.is(&(b3, ds2, dk2, s2, k2));
                }
            }
            b1.is(&(b2,));
        };
        b0.is(&(b1,));
        let __y: __Checked<f64> = best;
        *__Sweep::lent(__result_dot) = best_dot;
        return __Sweep::finish(__y);
    }
    __Sweep::mirrored(move || {
        let (bar, mut points_bar, mut x_bar) = __Sweep::begin(input);
        let mut points_bar = PairSlot::outs(&mut points_bar);
        let mut x_bar = PairSlot::outs(&mut x_bar);
        let x = || -> __Checked<&f64> { unread() };
        let (b1,) = b0.links();
        let mut best_bar = Pair::both(-0f64);
        dual::give(best_bar.whole(), bar);
        {
            let (b2,) = b1.links();
            for i1 in (0..(points.len())).rev() {
                let (b3, ds2, dk2, s2, k2) = b2.links();
                let (gap_dot,) = dk2.pop(t);
                let (v3_dot,) = ds2.pop(t);
                let (gap,) = k2.pop(t);
                let (v3,) = s2.pop(t);
                let mut v4_bar = Pair::both(-0f64);
                {
                    let d = best_bar.taken();
                    dual::give_part(v4_bar.whole(), d.seen());
                }
                let mut v3_bar = Pair::both(-0f64);
                let mut gap_bar = Pair::both(-0f64);
                methods::min
                    .bwd_dual(
                        t,
                        v3.read(),
                        gap.read(),
                        methods::min
                            .reads_dual(&Ty::<(f64, f64)>::new())
                            .2
                            .absent::<f64>(),
                        v3_dot.tangent(),
                        gap_dot.tangent(),
                        NoGrad,
                        v4_bar.seen(),
                        v3_bar.whole(),
                        gap_bar.whole(),
                    );
                dual::give_part(best_bar.whole(), v3_bar.seen());
                for k in (1..3).rev() {
                    let (k_ty, k3) = b3.links();
                    k_ty.is(&k);
                    let (v1,) = k3.pop(t);
                    let mut v2_bar = Pair::both(-0f64);
                    dual::add_assign(
                        gap_bar.seen(),
                        Read::<f64>::absent(),
                        v2_bar.whole(),
                    );
                    let mut v0_bar = Pair::both(-0f64);
                    dual::MUL
                        .bwd_dual(
                            t,
                            Read::<f64>::absent(),
                            v1.read(),
                            Read::<f64>::absent(),
                            NoGrad,
                            NoGrad,
                            NoGrad,
                            v2_bar.seen(),
                            v0_bar.whole(),
                            NoGrad,
                        );
                    dual::SUB
                        .bwd_dual(
                            t,
                            Read::__unread_part(|| &points[i1]),
                            Read::__gone(&x),
                            Read::<f64>::absent(),
                            tangent_part(&points_dot, |d| &d[i1]),
                            tangent(&x_dot),
                            NoGrad,
                            v0_bar.seen(),
                            points_bar.parts(|d| &mut d[i1]),
                            x_bar.whole(),
                        );
                }
            }
        }
    });
    __Sweep::end()
}
