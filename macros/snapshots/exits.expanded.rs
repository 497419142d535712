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
    let b0 = Ty::new();
    let limit = of(limit).own();
    let lender = t;
    let mut own = lender.take();
    let t = &mut own;
    if __Sweep::FORWARD {
        let mut __carried1 = ::core::option::Option::None;
        let carried1_ty = Ty::inside(&__carried1);
        let mut __left2 = false;
        let mut s = 0.0;
        let b1 = Ty::new();
        let v5 = {
            let __all0 = &*x;
            is_list(&*__all0);
            let b2 = Ty::new();
            let mut times = 0_usize;
            for __i1 in (0..(__all0.len())) {
                times += 1;
                let __item2 = &__all0[__i1];
                let v = __item2;
                let b4 = Ty::new();
                let v4 = if *v < 0.0 {
                    tell(t, true);
                } else {
                    let v0 = v * v;
                    s += v0;
                    let b5 = Ty::new();
                    let v3 = if s > limit {
                        let v1 = of(&s).own();
                        let v2 = limit * v1;
                        __carried1 = ::core::option::Option::Some(v2);
                        __left2 = true;
                        let s5 = Saved::pushed(t, (&v1,), (Yes,));
                        b5.is(&(s5,));
                        tell(t, true);
                    } else {
                        tell(t, false);
                    };
                    b4.is(&(b5,));
                    tell(t, false);
                };
                b2.is(&(b4,));
                if __left2 {
                    break;
                }
            }
            tell(t, times);
            b1.is(&(b2,));
        };
        let v7 = if __left2 {
            let v6 = arrived(__carried1);
            tell(t, true);
            v6
        } else {
            tell(t, false);
            of(&s).own()
        };
        b0.is(&(b1,));
        *lender = own;
        return __Sweep::finish::<__Checked<f64>>(v7);
    }
    let (bar, mut x_bar, mut limit_bar) = __Sweep::begin(input);
    let mut x_bar = x_bar.out();
    let mut limit_bar = limit_bar.out();
    let (b1,) = b0.links();
    let mut carried1_bar = -0f64;
    let mut s_bar = -0f64;
    if told::<::core::primitive::bool>(t) {
        carried1_bar += *bar;
    } else {
        give(Out::new(&mut s_bar), bar);
    }
    {
        let (b2,) = b1.links();
        for i1 in (0..(x.len()))
            .rev()
            .skip((0..(x.len())).count() - told::<::core::primitive::usize>(t))
        {
            let (b4,) = b2.links();
            if told::<::core::primitive::bool>(t) {} else {
                let (b5,) = b4.links();
                if told::<::core::primitive::bool>(t) {
                    let (s5,) = b5.links();
                    let (v1,) = s5.pop(t);
                    let mut v2_bar = -0f64;
                    give_part(Out::new(&mut v2_bar), &carried1_bar);
                    drop_part(&mut carried1_bar);
                    primitives::plus(limit_bar.whole(), v2_bar * *v1.get());
                    let mut v1_bar = v2_bar * limit;
                    s_bar += v1_bar;
                } else {}
                let mut v0_bar = s_bar;
                primitives::plus(x_bar.parts(|d| &mut d[i1]), v0_bar * x[i1]);
                primitives::plus(x_bar.parts(|d| &mut d[i1]), v0_bar * x[i1]);
            }
        }
    }
    *lender = own;
    __Sweep::end()
}

fn split_dual<
    __Sweep: Sweep,
    const __K: ::core::primitive::usize,
    __x_slot: PairSlot<[Ct<__Checked<f64>>]>,
    __limit_slot: PairSlot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    x: __Checked<&[f64]>,
    limit: __Checked<&f64>,
    __width: Width<__K, __Sweep>,
    __result_dot: __Sweep::Lent<&mut [Ct<__Checked<f64>>; __K]>,
    x_dot: impl Directions<[Ct<__Checked<f64>>], __K>,
    limit_dot: impl Directions<Ct<__Checked<f64>>, __K>,
    input: __Sweep::Input<(PairRef<'_, Ct<__Checked<f64>>>, __x_slot, __limit_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let b0 = Ty::new();
    let limit = of(limit).own();
    if __Sweep::FORWARD {
        let mut __carried1 = ::core::option::Option::None;
        let carried1_ty = Ty::inside(&__carried1);
        let mut carried1_dot = __width.none(&__carried1);
        let mut __left2 = false;
        let mut s = 0.0;
        let mut s_dot = __width.own(&s, NoGrad);
        let b1 = Ty::new();
        let v5 = {
            let __all0 = &*x;
            is_list(&*__all0);
            let b2 = Ty::new();
            let mut times = 0_usize;
            for __i1 in (0..(__all0.len())) {
                times += 1;
                let i1_at = __i1;
                let __item2 = &__all0[__i1];
                let v = __item2;
                let b4 = Ty::new();
                let v4 = if *v < 0.0 {
                    if __Sweep::TAPED {
                        tell(t, true);
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
                    {
                        let __given = __width.own(&v0, &v0_dot);
                        for __k in 0..__K {
                            s_dot[__k] += of(&__given[__k]).own();
                        }
                    }
                    s += v0;
                    let b5 = Ty::new();
                    let v3 = if s > limit {
                        let v1 = of(&s).own();
                        let v1_dot = of(&v1).tangents(__width, &s_dot);
                        let v2 = limit * v1;
                        let v2_dot = __width.mul(&limit, &v1, &v2, limit_dot, &v1_dot);
                        __carried1 = ::core::option::Option::Some(v2);
                        carried1_dot = ::core::option::Option::Some(v2_dot);
                        __left2 = true;
                        if __Sweep::TAPED {
                            let s5 = Saved::pushed(t, (&v1,), (Yes,));
                            let ds5 = Saved::pushed(t, (&v1_dot,), (Yes,));
                            b5.is(&(ds5, s5));
                        }
                        if __Sweep::TAPED {
                            tell(t, true);
                        }
                    } else {
                        if __Sweep::TAPED {
                            tell(t, false);
                        }
                    };
                    b4.is(&(b5,));
                    if __Sweep::TAPED {
                        tell(t, false);
                    }
                };
                b2.is(&(b4,));
                if __left2 {
                    break;
                }
            }
            if __Sweep::TAPED {
                tell(t, times);
            }
            b1.is(&(b2,));
        };
        let (v7, v7_dot) = if __left2 {
            let v6 = arrived(__carried1);
            let v6_dot = of(&v6).tangents(__width, reached(&carried1_dot));
            if __Sweep::TAPED {
                tell(t, true);
            }
            let __y = v6;
            let __y_dot = v6_dot;
            (__y, __y_dot)
        } else {
            if __Sweep::TAPED {
                tell(t, false);
            }
            let __y = of(&s).own();
            let __y_dot = of(&__y).tangents(__width, &s_dot);
            (__y, __y_dot)
        };
        b0.is(&(b1,));
        let __y: __Checked<f64> = v7;
        *__Sweep::lent(__result_dot) = v7_dot;
        return __Sweep::finish(__y);
    }
    __Sweep::mirrored(move || {
        let (bar, mut x_bar, mut limit_bar) = __Sweep::begin(input);
        let mut x_bar = PairSlot::outs(&mut x_bar);
        let mut limit_bar = PairSlot::outs(&mut limit_bar);
        let (b1,) = b0.links();
        let mut carried1_bar = Pair::both(-0f64);
        let mut s_bar = Pair::both(-0f64);
        if told::<::core::primitive::bool>(t) {
            dual::give_part(carried1_bar.whole(), bar);
        } else {
            dual::give(s_bar.whole(), bar);
        }
        {
            let (b2,) = b1.links();
            for i1 in (0..(x.len()))
                .rev()
                .skip((0..(x.len())).count() - told::<::core::primitive::usize>(t))
            {
                let (b4,) = b2.links();
                if told::<::core::primitive::bool>(t) {} else {
                    let (b5,) = b4.links();
                    if told::<::core::primitive::bool>(t) {
                        let (ds5, s5) = b5.links();
                        let (v1_dot,) = ds5.pop(t);
                        let (v1,) = s5.pop(t);
                        let mut v2_bar = Pair::both(-0f64);
                        {
                            let d = carried1_bar.taken();
                            dual::give_part(v2_bar.whole(), d.seen());
                        }
                        let mut v1_bar = Pair::both(-0f64);
                        dual::MUL
                            .bwd_dual(
                                t,
                                Read::live(&limit),
                                v1.read(),
                                Read::<f64>::absent(),
                                tangent(&limit_dot),
                                v1_dot.tangent(),
                                NoGrad,
                                v2_bar.seen(),
                                limit_bar.whole(),
                                v1_bar.whole(),
                            );
                        dual::give_part(s_bar.whole(), v1_bar.seen());
                    } else {}
                    let mut v0_bar = Pair::both(-0f64);
                    dual::add_assign(
                        s_bar.seen(),
                        Read::<f64>::absent(),
                        v0_bar.whole(),
                    );
                    let mut aside1 = Pair::both(-0f64);
                    dual::MUL
                        .bwd_dual(
                            t,
                            Read::live(&x[i1]),
                            Read::live(&x[i1]),
                            Read::<f64>::absent(),
                            tangent_part(&x_dot, |d| &d[i1]),
                            tangent_part(&x_dot, |d| &d[i1]),
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
