fn split<__Sweep: Sweep, __w_slot: Slot<Ct<__Checked<f64>>>>(
    t: &mut Tape<'_>,
    w: __Checked<&f64>,
    xs: __Checked<&[f64]>,
    input: __Sweep::Input<(&Ct<__Checked<f64>>, __w_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let b0 = Ty::new();
    let w = of(w).own();
    let lender = t;
    let mut own = lender.take();
    let t = &mut own;
    if __Sweep::FORWARD {
        let mut total = 0.0;
        let b1 = Ty::new();
        let v2 = {
            let __all0 = &*xs;
            is_list(&*__all0);
            let b2 = Ty::new();
            for __i1 in (0..(__all0.len())) {
                let __item2 = &__all0[__i1];
                let x = __item2;
                let v0 = w * x;
                let r = methods::sin.fwd(t, &v0);
                let v1 = r * r;
                total += v1;
                let s2 = Saved::pushed(t, (&r,), (Yes,));
                b2.is(&(s2,));
            }
            b1.is(&(b2,));
        };
        let v3 = 0.5 * total;
        b0.is(&(b1,));
        *lender = own;
        return __Sweep::finish::<__Checked<f64>>(v3);
    }
    if __Sweep::WHOLE {
        let (bar, mut w_bar) = __Sweep::begin(input);
        let mut w_bar = w_bar.out();
        let (left, y) = {
            let mut part = t.part();
            let mut both = part.forward();
            let t = &mut both;
            let (b1,) = b0.links();
            let mut total = 0.0;
            let mut total_bar = -0f64;
            {
                total_bar += *bar * 0.5;
            }
            let left = {
                let mut part = t.part();
                let mut both = part.forward();
                let t = &mut both;
                let (b2,) = b1.links();
                let __all0 = &*xs;
                is_list(&*__all0);
                {}
                let mut held2_0_begun = false;
                let (mut held2_0,) = { (-0f64,) };
                for __i1 in (0..(__all0.len())) {
                    let i1_live = __i1;
                    let left = {
                        let mut part = t.part();
                        let mut both = part.forward();
                        let t = &mut both;
                        let (s2,) = b2.links();
                        let __item2 = &__all0[__i1];
                        let x = __item2;
                        let v0 = w * x;
                        let r = methods::sin.fwd(t, &v0);
                        let v1 = r * r;
                        total += v1;
                        let left = t.left();
                        if let ::core::option::Option::Some(pushed) = left.pushed() {
                            let mut both = part.reverse(pushed);
                            let t = &mut both;
                            let mut v0_bar = -0f64;
                            let mut r_bar = -0f64;
                            let mut v1_bar = -0f64;
                            let r_live = &r;
                            let r = live(r_live);
                            let i1 = i1_live;
                            held2_0_begun = true;
                            v1_bar += total_bar;
                            r_bar += v1_bar * *r.get();
                            r_bar += v1_bar * *r.get();
                            methods::sin
                                .bwd(
                                    t,
                                    methods::sin.reads().0.absent::<f64>(),
                                    methods::sin.reads().1.absent::<f64>(),
                                    &r_bar,
                                    Out::new(&mut v0_bar),
                                );
                            held2_0 += v0_bar * xs[i1];
                            t.ends();
                        }
                        left
                    };
                    t.took(left);
                }
                if held2_0_begun {
                    give(w_bar.whole(), &held2_0);
                }
                let left = t.left();
                if let ::core::option::Option::Some(pushed) = left.pushed() {
                    let mut both = part.reverse(pushed);
                    let t = &mut both;
                    t.ends();
                }
                left
            };
            t.took(left);
            let v3 = 0.5 * total;
            let left = t.left();
            if let ::core::option::Option::Some(pushed) = left.pushed() {
                let mut both = part.reverse(pushed);
                let t = &mut both;
                t.ends();
            }
            (left, v3)
        };
        t.took(left);
        *lender = own;
        return __Sweep::finish::<__Checked<f64>>(y);
    }
    let (bar, mut w_bar) = __Sweep::begin(input);
    let mut w_bar = w_bar.out();
    let (b1,) = b0.links();
    let mut total_bar = *bar * 0.5;
    {
        let (b2,) = b1.links();
        let mut held2_0_begun = false;
        let (mut held2_0,) = { (-0f64,) };
        for i1 in (0..(xs.len())).rev() {
            held2_0_begun = true;
            let (s2,) = b2.links();
            let (r,) = s2.pop(t);
            let mut v1_bar = total_bar;
            let mut r_bar = v1_bar * *r.get();
            r_bar += v1_bar * *r.get();
            let mut v0_bar = -0f64;
            methods::sin
                .bwd(
                    t,
                    methods::sin.reads().0.absent::<f64>(),
                    methods::sin.reads().1.absent::<f64>(),
                    &r_bar,
                    Out::new(&mut v0_bar),
                );
            held2_0 += v0_bar * xs[i1];
        }
        if held2_0_begun {
            give(w_bar.whole(), &held2_0);
        }
    }
    *lender = own;
    __Sweep::end()
}

fn split_dual<
    __Sweep: Sweep,
    const __K: ::core::primitive::usize,
    __w_slot: PairSlot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    w: __Checked<&f64>,
    xs: __Checked<&[f64]>,
    __width: Width<__K, __Sweep>,
    __result_dot: __Sweep::Lent<&mut [Ct<__Checked<f64>>; __K]>,
    w_dot: impl Directions<Ct<__Checked<f64>>, __K>,
    xs_dot: impl ::core::marker::Sized,
    input: __Sweep::Input<(PairRef<'_, Ct<__Checked<f64>>>, __w_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let b0 = Ty::new();
    let w = of(w).own();
    if __Sweep::FORWARD {
        let mut total = 0.0;
        let mut total_dot = __width.own(&total, NoGrad);
        let b1 = Ty::new();
        let v2 = {
            let __all0 = &*xs;
            is_list(&*__all0);
            let b2 = Ty::new();
            for __i1 in (0..(__all0.len())) {
                let i1_at = __i1;
                let __item2 = &__all0[__i1];
                let x = __item2;
                let v0 = w * x;
                let v0_dot = __width.mul(&w, x, &v0, w_dot, NoGrad);
                let mut r_dot = __width.to_come();
                let r = {
                    methods::sin.dual(t, __width.onward(), &mut r_dot, &v0, &v0_dot)
                };
                let v1 = r * r;
                let v1_dot = __width.mul(&r, &r, &v1, &r_dot, &r_dot);
                {
                    let __given = __width.own(&v1, &v1_dot);
                    for __k in 0..__K {
                        total_dot[__k] += of(&__given[__k]).own();
                    }
                }
                total += v1;
                if __Sweep::TAPED {
                    let s2 = Saved::pushed(t, (&r,), (Yes,));
                    let ds2 = Saved::pushed(t, (&v0_dot, &r_dot), (Yes, Yes));
                    b2.is(&(ds2, s2));
                }
            }
            b1.is(&(b2,));
        };
        let v3 = 0.5 * total;
        let v3_dot = __width.mul(&0.5, &total, &v3, NoGrad, &total_dot);
        b0.is(&(b1,));
        let __y: __Checked<f64> = v3;
        *__Sweep::lent(__result_dot) = v3_dot;
        return __Sweep::finish(__y);
    }
    __Sweep::mirrored(move || {
        let (bar, mut w_bar) = __Sweep::begin(input);
        let mut w_bar = PairSlot::outs(&mut w_bar);
        let (b1,) = b0.links();
        let mut total_bar = Pair::both(-0f64);
        dual::MUL
            .bwd_dual(
                t,
                Read::live(&0.5),
                Read::<f64>::absent(),
                Read::<f64>::absent(),
                NoGrad,
                NoGrad,
                NoGrad,
                bar,
                NoGrad,
                total_bar.whole(),
            );
        {
            let (b2,) = b1.links();
            let mut held2_0_begun = false;
            let (mut held2_0,) = { (Pair::both(-0f64),) };
            for i1 in (0..(xs.len())).rev() {
                held2_0_begun = true;
                let (ds2, s2) = b2.links();
                let (v0_dot, r_dot) = ds2.pop(t);
                let (r,) = s2.pop(t);
                let v0 = w * xs[i1];
                let v0 = live(&v0);
                let mut v1_bar = Pair::both(-0f64);
                dual::add_assign(
                    total_bar.seen(),
                    Read::<f64>::absent(),
                    v1_bar.whole(),
                );
                let mut r_bar = Pair::both(-0f64);
                let mut aside1 = Pair::both(-0f64);
                dual::MUL
                    .bwd_dual(
                        t,
                        r.read(),
                        r.read(),
                        Read::<f64>::absent(),
                        r_dot.tangent(),
                        r_dot.tangent(),
                        NoGrad,
                        v1_bar.seen(),
                        r_bar.whole(),
                        aside1.whole(),
                    );
                dual::give_back(r_bar.whole(), aside1.seen());
                let mut v0_bar = Pair::both(-0f64);
                methods::sin
                    .bwd_dual(
                        t,
                        v0.read(),
                        methods::sin.reads_dual(&Ty::<(f64,)>::new()).1.absent::<f64>(),
                        v0_dot.tangent(),
                        r_dot.tangent(),
                        r_bar.seen(),
                        v0_bar.whole(),
                    );
                dual::MUL
                    .bwd_dual(
                        t,
                        Read::__unread(&w),
                        Read::live(&xs[i1]),
                        v0.read(),
                        tangent(&w_dot),
                        NoGrad,
                        v0_dot.tangent(),
                        v0_bar.seen(),
                        held2_0.whole(),
                        NoGrad,
                    );
            }
            if held2_0_begun {
                dual::give(w_bar.whole(), held2_0.seen());
            }
        }
    });
    __Sweep::end()
}
