fn split<
    __Sweep: Sweep,
    __x_slot: Slot<[Ct<__Checked<f64>>]>,
    __limit_slot: Slot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    x: __Checked<&[f64]>,
    limit: __Checked<&f64>,
    input: __Sweep::Input<(&Ct<__Checked<f64>>, __x_slot, __limit_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let n2 = Saved::new();
    let b3 = Saved::new();
    let b5 = Saved::new();
    let s5 = Saved::new();
    let b7 = Saved::new();
    let carried1_ty = Ty::new();
    let s_ty = Ty::new();
    let v7_ty = Ty::new();
    let l0 = Ty::new();
    let v0_ty = Ty::new();
    let v2_ty = Ty::new();
    let v6_ty = Ty::new();
    let limit = own(limit);
    let lender = t;
    let mut own = lender.take();
    let t = &mut own;
    if __Sweep::FORWARD {
        let mut __carried1 = ::core::option::Option::None;
        carried1_ty.is_in(&__carried1);
        let mut __left2 = false;
        let mut s = 0.0;
        s_ty.is(&s);
        let v5 = {
            let __all0 = &*x;
            let mut times = 0_usize;
            l0.same(length_of(&__all0));
            for __i1 in (0..(__all0.len())) {
                times += 1;
                let __item2 = &__all0[__i1];
                let v = __item2;
                let v4 = if *v < 0.0 {
                    b3.push(t, (&true,), (Yes,));
                } else {
                    let v0 = v * v;
                    v0_ty.is(&v0);
                    s += v0;
                    let v3 = if s > limit {
                        let v1 = own(&s);
                        let v2 = limit * v1;
                        v2_ty.is(&v2);
                        __carried1 = ::core::option::Option::Some(v2);
                        __left2 = true;
                        s5.push(t, (&v1,), (Yes,));
                        b5.push(t, (&true,), (Yes,));
                    } else {
                        b5.push(t, (&false,), (Yes,));
                    };
                    b3.push(t, (&false,), (Yes,));
                };
                if __left2 {
                    break;
                }
            }
            n2.push(t, (&times,), (Yes,));
        };
        let v7 = if __left2 {
            let v6 = arrived(__carried1);
            v6_ty.is(&v6);
            b7.push(t, (&true,), (Yes,));
            v6
        } else {
            b7.push(t, (&false,), (Yes,));
            own(&s)
        };
        v7_ty.is(&v7);
        *lender = own;
        return __Sweep::finish::<__Checked<f64>>(v7);
    }
    let (bar, mut x_bar, mut limit_bar) = __Sweep::begin(input);
    let mut x_bar = x_bar.out();
    let mut limit_bar = limit_bar.out();
    let s = s_ty.gone();
    let v7 = v7_ty.gone();
    let mut carried1_bar = carried1_ty.zero();
    let mut s_bar = s_ty.zero();
    if *b7.pop(t).0.get() {
        let v6 = v6_ty.gone();
        give_part(Out::new(&mut carried1_bar), bar);
    } else {
        give(Out::new(&mut s_bar), bar);
    }
    {
        for i1 in (0..(x.len())).rev().skip((0..(x.len())).count() - *n2.pop(t).0.get())
        {
            if *b3.pop(t).0.get() {} else {
                let v0 = v0_ty.gone();
                if *b5.pop(t).0.get() {
                    let (v1,) = s5.pop(t);
                    let v2 = v2_ty.gone();
                    let mut v2_bar = v2_ty.zero();
                    {
                        let d = take(&mut carried1_bar);
                        give_part(Out::new(&mut v2_bar), &d);
                    }
                    let mut v1_bar = s5.zero::<0>();
                    mul(
                        Read::live(&limit),
                        v1.read(),
                        v2.read(),
                        &v2_bar,
                        limit_bar.whole(),
                        Out::new(&mut v1_bar),
                    );
                    give_part(Out::new(&mut s_bar), &v1_bar);
                } else {}
                let mut v0_bar = v0_ty.zero();
                add_assign(&s_bar, v0.read(), Out::new(&mut v0_bar));
                let mut aside1 = zero_of(Read::live(&x[i1]));
                mul(
                    Read::live(&x[i1]),
                    Read::live(&x[i1]),
                    v0.read(),
                    &v0_bar,
                    x_bar.parts(|d| &mut d[i1]),
                    Out::new(&mut aside1),
                );
                give_back(x_bar.parts(|d| &mut d[i1]), &aside1);
            }
        }
    }
    *lender = own;
    __Sweep::end()
}

fn split_dual<
    __Sweep: Sweep,
    const __K: ::core::primitive::usize,
    __x_slot: Slots<[Ct<__Checked<f64>>]>,
    __limit_slot: Slots<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    x: __Checked<&[f64]>,
    limit: __Checked<&f64>,
    __width: Width<__K, __Sweep>,
    __result_dot: __Sweep::Lent<&mut [Ct<__Checked<f64>>; __K]>,
    x_dot: impl Directions<[Ct<__Checked<f64>>], __K>,
    limit_dot: impl Directions<Ct<__Checked<f64>>, __K>,
    input: __Sweep::Input<(Seen<'_, Ct<__Checked<f64>>>, __x_slot, __limit_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let n2 = Saved::new();
    let b3 = Saved::new();
    let b5 = Saved::new();
    let s5 = Saved::new();
    let ds5 = Saved::new();
    let b7 = Saved::new();
    let carried1_ty = Ty::new();
    let s_ty = Ty::new();
    let v7_ty = Ty::new();
    let l0 = Ty::new();
    let v0_ty = Ty::new();
    let v2_ty = Ty::new();
    let v6_ty = Ty::new();
    let limit = own(limit);
    if __Sweep::FORWARD {
        let mut __carried1 = ::core::option::Option::None;
        carried1_ty.is_in(&__carried1);
        let mut carried1_dot = __width.none(&__carried1);
        let mut __left2 = false;
        let mut s = 0.0;
        s_ty.is(&s);
        let mut s_dot = __width.own(&s, NoGrad);
        let v5 = {
            let __all0 = &*x;
            let mut times = 0_usize;
            l0.same(length_of(&__all0));
            for __i1 in (0..(__all0.len())) {
                times += 1;
                let i1_at = __i1;
                let __item2 = &__all0[__i1];
                let v = __item2;
                let v4 = if *v < 0.0 {
                    if __Sweep::TAPED {
                        b3.push(t, (&true,), (Yes,));
                    }
                } else {
                    let v0 = v * v;
                    let v0_dot = __width
                        .mul(
                            v,
                            v,
                            &v0,
                            parts(&x_dot, |d| &d[i1_at]),
                            parts(&x_dot, |d| &d[i1_at]),
                        );
                    v0_ty.is(&v0);
                    {
                        let __given = __width.own(&v0, &v0_dot);
                        for __k in 0..__K {
                            s_dot[__k] += __given[__k];
                        }
                    }
                    s += v0;
                    let v3 = if s > limit {
                        let v1 = own(&s);
                        let v1_dot = __width.own(&v1, &s_dot);
                        let v2 = limit * v1;
                        let v2_dot = __width.mul(&limit, &v1, &v2, limit_dot, &v1_dot);
                        v2_ty.is(&v2);
                        __carried1 = ::core::option::Option::Some(v2);
                        carried1_dot = ::core::option::Option::Some(v2_dot);
                        __left2 = true;
                        if __Sweep::TAPED {
                            s5.push(t, (&v1,), (Yes,));
                            ds5.push(t, (&v1_dot,), (Yes,));
                        }
                        if __Sweep::TAPED {
                            b5.push(t, (&true,), (Yes,));
                        }
                    } else {
                        if __Sweep::TAPED {
                            b5.push(t, (&false,), (Yes,));
                        }
                    };
                    if __Sweep::TAPED {
                        b3.push(t, (&false,), (Yes,));
                    }
                };
                if __left2 {
                    break;
                }
            }
            if __Sweep::TAPED {
                n2.push(t, (&times,), (Yes,));
            }
        };
        let (v7, v7_dot) = if __left2 {
            let v6 = arrived(__carried1);
            let v6_dot = __width.own(&v6, reached(&carried1_dot));
            v6_ty.is(&v6);
            if __Sweep::TAPED {
                b7.push(t, (&true,), (Yes,));
            }
            let __y = v6;
            let __y_dot = v6_dot;
            (__y, __y_dot)
        } else {
            if __Sweep::TAPED {
                b7.push(t, (&false,), (Yes,));
            }
            let __y = own(&s);
            let __y_dot = __width.own(&__y, &s_dot);
            (__y, __y_dot)
        };
        v7_ty.is(&v7);
        let __y: __Checked<f64> = v7;
        *__Sweep::lent(__result_dot) = v7_dot;
        return __Sweep::finish(__y);
    }
    __Sweep::mirrored(move || {
        let (bar, mut x_bar, mut limit_bar) = __Sweep::begin(input);
        let mut x_bar = Slots::outs(&mut x_bar);
        let mut limit_bar = Slots::outs(&mut limit_bar);
        let s = s_ty.gone();
        let v7 = v7_ty.gone();
        let mut carried1_bar = Bars::of(|| carried1_ty.zero());
        let mut s_bar = Bars::of(|| s_ty.zero());
        if *b7.pop(t).0.get() {
            let v6 = v6_ty.gone();
            dual::give_part(carried1_bar.whole(), bar);
        } else {
            dual::give(s_bar.whole(), bar);
        }
        {
            for i1 in (0..(x.len()))
                .rev()
                .skip((0..(x.len())).count() - *n2.pop(t).0.get())
            {
                if *b3.pop(t).0.get() {} else {
                    let v0 = v0_ty.gone();
                    if *b5.pop(t).0.get() {
                        let (v1_dot,) = ds5.pop(t);
                        let (v1,) = s5.pop(t);
                        let v2 = v2_ty.gone();
                        let mut v2_bar = Bars::of(|| v2_ty.zero());
                        {
                            let d = carried1_bar.taken();
                            dual::give_part(v2_bar.whole(), d.seen());
                        }
                        let mut v1_bar = Bars::of(|| s5.zero::<0>());
                        dual::MUL
                            .bwd_dual(
                                t,
                                Read::live(&limit),
                                v1.read(),
                                v2.read(),
                                moving(&limit_dot),
                                v1_dot.moving(),
                                NoGrad,
                                v2_bar.seen(),
                                limit_bar.whole(),
                                v1_bar.whole(),
                            );
                        dual::give_part(s_bar.whole(), v1_bar.seen());
                    } else {}
                    let mut v0_bar = Bars::of(|| v0_ty.zero());
                    dual::add_assign(s_bar.seen(), v0.read(), v0_bar.whole());
                    let mut aside1 = Bars::of(|| zero_of(Read::live(&x[i1])));
                    dual::MUL
                        .bwd_dual(
                            t,
                            Read::live(&x[i1]),
                            Read::live(&x[i1]),
                            v0.read(),
                            first(&x_dot, |d| &d[i1]),
                            first(&x_dot, |d| &d[i1]),
                            NoGrad,
                            v0_bar.seen(),
                            x_bar.parts(|d| &mut d[i1]),
                            aside1.whole(),
                        );
                    dual::give_back(x_bar.parts(|d| &mut d[i1]), aside1.seen());
                }
            }
        }
    });
    __Sweep::end()
}
