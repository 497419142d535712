fn split<__Sweep: Sweep, __x_slot: Slot<Ct<__Checked<[f64; 8]>>>>(
    t: &mut Tape<'_>,
    x: __Sweep::Lent<__Checked<&[f64; 8]>>,
    input: __Sweep::Input<(&Ct<__Checked<f64>>, __x_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let b0 = Ty::new();
    let lender = t;
    let mut own = lender.take();
    let t = &mut own;
    if __Sweep::FORWARD {
        let x = __Sweep::lent(x);
        let mut u = of(&*x).own();
        let _ = || {
            list(&u);
        };
        let b1 = Ty::new();
        let range = (1..7);
        if let ::core::option::Option::Some(mut room) = t.ahead(&b1, range.clone()) {
            {
                let t = &mut room;
                for i in range {
                    let mut __answers1 = 0_u64;
                    let v0 = of(&u[i]).own();
                    let v1 = of(&u[i - 1]).own();
                    let v2 = v0 - v1;
                    let v3 = of(&u[i + 1]).own();
                    let v4 = v3 - v0;
                    let v5 = (v2, v4);
                    let v5_form = Form::of(&v5);
                    let (a, b) = v5;
                    let mut slope = 0.0;
                    let v7 = if {
                        let __yes = a * b > 0.0;
                        __answers1 |= ::core::primitive::u64::from(__yes) << 0;
                        __yes
                    } {
                        let v6 = if {
                            let __yes = a < b;
                            __answers1 |= ::core::primitive::u64::from(__yes) << 1;
                            __yes
                        } {
                            of(&a).own()
                        } else {
                            of(&b).own()
                        };
                        slope = v6;
                    } else {};
                    let v8 = 0.5 * slope;
                    let v9 = v0 + v8;
                    u[i] = v9;
                    let z1 = Forms::pushed(t, (v5_form,));
                    let k1 = Saved::pushed(t, (&__answers1,), (Yes,));
                    b1.is(&(k1, z1));
                }
            }
            t.went_on(&b1, room);
        } else {
            for i in range {
                let mut __answers1 = 0_u64;
                let v0 = of(&u[i]).own();
                let v1 = of(&u[i - 1]).own();
                let v2 = v0 - v1;
                let v3 = of(&u[i + 1]).own();
                let v4 = v3 - v0;
                let v5 = (v2, v4);
                let (a, b) = v5;
                let mut slope = 0.0;
                let v7 = if {
                    let __yes = a * b > 0.0;
                    __answers1 |= ::core::primitive::u64::from(__yes) << 0;
                    __yes
                } {
                    let v6 = if {
                        let __yes = a < b;
                        __answers1 |= ::core::primitive::u64::from(__yes) << 1;
                        __yes
                    } {
                        of(&a).own()
                    } else {
                        of(&b).own()
                    };
                    slope = v6;
                } else {};
                let v8 = 0.5 * slope;
                let v9 = v0 + v8;
                u[i] = v9;
            }
        }
        let v10 = of(&u[3]).own();
        let z0 = Forms::pushed(t, (&u,));
        b0.is(&(b1, z0));
        *lender = own;
        return __Sweep::finish::<__Checked<f64>>(v10);
    }
    let (bar, mut x_bar) = __Sweep::begin(input);
    let mut x_bar = x_bar.out();
    let x = || -> __Checked<&[f64; 8]> { unread() };
    let (b1, z0) = b0.links();
    let z0 = z0.pop(t);
    let mut u_bar = z0.zero::<0>();
    u_bar[3] += *bar;
    {
        let range = (1..7);
        let mut room = t.behind(&b1, range.clone());
        {
            let t = &mut room;
            for i in range.rev() {
                let (k1, z1) = b1.links();
                let (__answers1,) = k1.pop(t);
                let z1 = z1.pop(t);
                let v5 = z1.gone::<0>();
                let mut old_bar = -0f64;
                let mut v9_bar = -0f64;
                {
                    let d = ::core::mem::replace(&mut u_bar[i], old_bar);
                    give_part(Out::new(&mut v9_bar), &d);
                }
                let mut v0_bar = v9_bar;
                let mut v8_bar = v9_bar;
                let mut slope_bar = v8_bar * 0.5;
                let mut v5_bar = z1.zero::<0>();
                if (*__answers1.get() >> 0 & 1 == 1) {
                    let mut v6_bar = -0f64;
                    give_part(Out::new(&mut v6_bar), &slope_bar);
                    drop_part(&mut slope_bar);
                    if (*__answers1.get() >> 1 & 1 == 1) {
                        give(Out::new(&mut v5_bar.0), &v6_bar);
                    } else {
                        give(Out::new(&mut v5_bar.1), &v6_bar);
                    }
                } else {}
                let mut v2_bar = -0f64;
                let mut v4_bar = -0f64;
                give_part(Out::new(&mut v2_bar), &v5_bar.0);
                give_part(Out::new(&mut v4_bar), &v5_bar.1);
                let mut v3_bar = v4_bar;
                v0_bar -= v4_bar;
                u_bar[i + 1] += v3_bar;
                v0_bar += v2_bar;
                let mut v1_bar = -v2_bar;
                u_bar[i - 1] += v1_bar;
                u_bar[i] += v0_bar;
            }
        }
        t.goes_on(&b1, room);
    }
    give_part(x_bar.whole(), &u_bar);
    *lender = own;
    __Sweep::end()
}

fn split_dual<
    __Sweep: Sweep,
    const __K: ::core::primitive::usize,
    __x_slot: PairSlot<Ct<__Checked<[f64; 8]>>>,
>(
    t: &mut Tape<'_>,
    x: __Sweep::Lent<__Checked<&[f64; 8]>>,
    __width: Width<__K, __Sweep>,
    __result_dot: __Sweep::Lent<&mut [Ct<__Checked<f64>>; __K]>,
    x_dot: impl Directions<Ct<__Checked<[f64; 8]>>, __K>,
    input: __Sweep::Input<(PairRef<'_, Ct<__Checked<f64>>>, __x_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let b0 = Ty::new();
    if __Sweep::FORWARD {
        let x = __Sweep::lent(x);
        let mut u = of(&*x).own();
        let mut u_dot = of(&u).tangents(__width, x_dot);
        let _ = || {
            list(&u);
        };
        let b1 = Ty::new();
        for i in (1..7) {
            let i_at = i;
            let mut __answers1 = 0_u64;
            let v0 = of(&u[i]).own();
            let v0_dot = of(&v0).tangents(__width, parts_of(&u_dot, |d| &d[i_at]));
            let v1 = of(&u[i - 1]).own();
            let v1_dot = of(&v1).tangents(__width, parts_of(&u_dot, |d| &d[i_at - 1]));
            let v2 = v0 - v1;
            let v2_dot = __width.sub(&v0, &v1, &v2, &v0_dot, &v1_dot);
            let v3 = of(&u[i + 1]).own();
            let v3_dot = of(&v3).tangents(__width, parts_of(&u_dot, |d| &d[i_at + 1]));
            let v4 = v3 - v0;
            let v4_dot = __width.sub(&v3, &v0, &v4, &v3_dot, &v0_dot);
            let v5 = (v2, v4);
            let mut v5_dot = __width.zero(&v5);
            __width.set(&mut v5_dot, |d| &mut d.0, &v2_dot);
            __width.set(&mut v5_dot, |d| &mut d.1, &v4_dot);
            let v5_form = Form::if_taped(__Sweep::TAPED, &v5);
            let (a, b) = v5;
            let mut slope = 0.0;
            let mut slope_dot = __width.own(&slope, NoGrad);
            let v7 = if {
                let __yes = a * b > 0.0;
                __answers1 |= ::core::primitive::u64::from(__yes) << 0;
                __yes
            } {
                let (v6, v6_dot) = if {
                    let __yes = a < b;
                    __answers1 |= ::core::primitive::u64::from(__yes) << 1;
                    __yes
                } {
                    let __y = of(&a).own();
                    let __y_dot = of(&__y)
                        .tangents(__width, parts_of(&v5_dot, |d| &d.0));
                    (__y, __y_dot)
                } else {
                    let __y = of(&b).own();
                    let __y_dot = of(&__y)
                        .tangents(__width, parts_of(&v5_dot, |d| &d.1));
                    (__y, __y_dot)
                };
                slope = v6;
                slope_dot = v6_dot;
            } else {};
            let v8 = 0.5 * slope;
            let v8_dot = __width.mul(&0.5, &slope, &v8, NoGrad, &slope_dot);
            let v9 = v0 + v8;
            let v9_dot = __width.add(&v0, &v8, &v9, &v0_dot, &v8_dot);
            __width.assign(&mut u_dot, |d| &mut d[i_at], &v9, &v9_dot);
            u[i] = v9;
            if __Sweep::TAPED {
                let z1 = Forms::pushed(t, (v5_form,));
                let k1 = Saved::pushed(t, (&__answers1,), (Yes,));
                b1.is(&(k1, z1));
            }
        }
        let v10 = of(&u[3]).own();
        let v10_dot = of(&v10).tangents(__width, parts_of(&u_dot, |d| &d[3]));
        if __Sweep::TAPED {
            let z0 = Forms::pushed(t, (&u,));
            b0.is(&(b1, z0));
        }
        let __y: __Checked<f64> = v10;
        *__Sweep::lent(__result_dot) = v10_dot;
        return __Sweep::finish(__y);
    }
    __Sweep::mirrored(move || {
        let (bar, mut x_bar) = __Sweep::begin(input);
        let mut x_bar = PairSlot::outs(&mut x_bar);
        let x = || -> __Checked<&[f64; 8]> { unread() };
        let (b1, z0) = b0.links();
        let z0 = z0.pop(t);
        let mut u_bar = z0.zero_pair::<0>();
        dual::give_part(u_bar.slot(|d| &mut d[3]), bar);
        for i in (1..7).rev() {
            let (k1, z1) = b1.links();
            let (__answers1,) = k1.pop(t);
            let z1 = z1.pop(t);
            let v5 = z1.gone::<0>();
            let mut old_bar = Pair::both(-0f64);
            let mut v9_bar = Pair::both(-0f64);
            {
                let d = u_bar.lend(|d| &mut d[i]).replaced(old_bar);
                dual::give_part(v9_bar.whole(), d.seen());
            }
            let mut v0_bar = Pair::both(-0f64);
            let mut v8_bar = Pair::both(-0f64);
            dual::ADD
                .bwd_dual(
                    t,
                    Read::<f64>::absent(),
                    Read::<f64>::absent(),
                    Read::<f64>::absent(),
                    NoGrad,
                    NoGrad,
                    NoGrad,
                    v9_bar.seen(),
                    v0_bar.whole(),
                    v8_bar.whole(),
                );
            let mut slope_bar = Pair::both(-0f64);
            dual::MUL
                .bwd_dual(
                    t,
                    Read::live(&0.5),
                    Read::<f64>::absent(),
                    Read::<f64>::absent(),
                    NoGrad,
                    NoGrad,
                    NoGrad,
                    v8_bar.seen(),
                    NoGrad,
                    slope_bar.whole(),
                );
            let mut v5_bar = z1.zero_pair::<0>();
            if (*__answers1.get() >> 0 & 1 == 1) {
                let mut v6_bar = Pair::both(-0f64);
                {
                    let d = slope_bar.taken();
                    dual::give_part(v6_bar.whole(), d.seen());
                }
                if (*__answers1.get() >> 1 & 1 == 1) {
                    dual::give(v5_bar.slot(|d| &mut d.0), v6_bar.seen());
                } else {
                    dual::give(v5_bar.slot(|d| &mut d.1), v6_bar.seen());
                }
            } else {}
            let mut v2_bar = Pair::both(-0f64);
            let mut v4_bar = Pair::both(-0f64);
            dual::give_part(v2_bar.whole(), v5_bar.seen().part(|d| &d.0));
            dual::give_part(v4_bar.whole(), v5_bar.seen().part(|d| &d.1));
            let mut v3_bar = Pair::both(-0f64);
            dual::SUB
                .bwd_dual(
                    t,
                    Read::<f64>::absent(),
                    Read::<f64>::absent(),
                    Read::<f64>::absent(),
                    NoGrad,
                    NoGrad,
                    NoGrad,
                    v4_bar.seen(),
                    v3_bar.whole(),
                    v0_bar.whole(),
                );
            dual::give_part(u_bar.slot(|d| &mut d[i + 1]), v3_bar.seen());
            let mut v1_bar = Pair::both(-0f64);
            dual::SUB
                .bwd_dual(
                    t,
                    Read::<f64>::absent(),
                    Read::<f64>::absent(),
                    Read::<f64>::absent(),
                    NoGrad,
                    NoGrad,
                    NoGrad,
                    v2_bar.seen(),
                    v0_bar.whole(),
                    v1_bar.whole(),
                );
            dual::give_part(u_bar.slot(|d| &mut d[i - 1]), v1_bar.seen());
            dual::give_part(u_bar.slot(|d| &mut d[i]), v0_bar.seen());
        }
        dual::give_part(x_bar.whole(), u_bar.seen());
    });
    __Sweep::end()
}
