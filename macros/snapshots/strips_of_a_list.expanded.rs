fn split<
    __Sweep: Sweep,
    const N: usize,
    __a_slot: Slot<Ct<__Checked<[[f64; N]; N]>>>,
    __first_slot: Slot<Ct<__Checked<[[f64; N]; N]>>>,
    __alpha_slot: Slot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    a: __Checked<&[[f64; N]; N]>,
    first: __Sweep::Lent<__Checked<&[[f64; N]; N]>>,
    alpha: __Checked<&f64>,
    input: __Sweep::Input<(&Ct<__Checked<f64>>, __a_slot, __first_slot, __alpha_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let b0 = Ty::new();
    let alpha = of(alpha).own();
    let lender = t;
    let mut own = lender.take();
    let t = &mut own;
    if __Sweep::FORWARD {
        let first = __Sweep::lent(first);
        let mut b = of(&*first).own();
        let _ = || {
            list(&b);
            list(&b[0]);
        };
        let b_there1 = of(&b).own();
        let b1 = Ty::new();
        for i in (0..N) {
            let b2 = Ty::new();
            for j in (0..N) {
                for k in ((i + 1)..N) {
                    let v0 = of(&b[k][j]).own();
                    let v1 = a[k][i] * v0;
                    b[i][j] += v1;
                }
                let v2 = of(&b[i][j]).own();
                let v3 = v2 * alpha;
                b[i][j] = v3;
                let s2 = Saved::pushed(t, (&v2,), (Yes,));
                b2.is(&(s2,));
            }
            b1.is(&(b2,));
        }
        let v4 = of(&b[0][0]).own();
        let z0 = Forms::pushed(t, (&b,));
        let k0 = Saved::pushed(
            t,
            (&b_there1,),
            (if_elements_recomputed(|| &(&b_there1)[0][0], Yes),),
        );
        b0.is(&(b1, k0, z0));
        *lender = own;
        return __Sweep::finish::<__Checked<f64>>(v4);
    }
    let (bar, mut a_bar, mut first_bar, mut alpha_bar) = __Sweep::begin(input);
    let mut a_bar = a_bar.out();
    let mut first_bar = first_bar.out();
    let mut alpha_bar = alpha_bar.out();
    let first = || -> __Checked<&[[f64; N]; N]> { unread() };
    let (b1, k0, z0) = b0.links();
    let (b_there1,) = k0.pop(t);
    let z0 = z0.pop(t);
    let mut b_bar = z0.zero::<0>();
    b_bar[0][0] += *bar;
    for i in (0..N).rev() {
        let (b2,) = b1.links();
        let mut held2_0_begun = false;
        let (mut held2_0,) = { (-0f64,) };
        let mut later3 = { Later::<_, _, false>::new((0..N), ()) };
        for j in (0..N).rev() {
            held2_0_begun = true;
            let (s2,) = b2.links();
            let (v2,) = s2.pop(t);
            let mut old_bar = -0f64;
            let mut v3_bar = -0f64;
            {
                let d = ::core::mem::replace(&mut b_bar[i][j], old_bar);
                give_part(Out::new(&mut v3_bar), &d);
            }
            let mut v2_bar = v3_bar * alpha;
            held2_0 += v3_bar * *v2.get();
            b_bar[i][j] += v2_bar;
            if later3.takes() {
                if let ::core::option::Option::Some(eight) = later3.put_off(j, ()) {
                    for k in ((i + 1)..N).rev() {
                        let mut held3_0_begun = false;
                        let (mut held3_0,) = { (-0f64,) };
                        (held3_0, ()) = eight
                            .all(
                                (held3_0, ()),
                                |j, (), (mut held3_0, ())| {
                                    held3_0_begun = true;
                                    let v0 = of(&b_there1.get()[k][j]).own();
                                    let v0 = live(&v0);
                                    let mut v1_bar = b_bar[i][j];
                                    held3_0 += v1_bar * *v0.get();
                                    let mut v0_bar = v1_bar * a[k][i];
                                    b_bar[k][j] += v0_bar;
                                    (held3_0, ())
                                },
                            );
                        if held3_0_begun {
                            give(a_bar.parts(|d| &mut d[k][i]), &held3_0);
                        }
                    }
                }
            } else {
                for k in ((i + 1)..N).rev() {
                    let v0 = of(&b_there1.get()[k][j]).own();
                    let v0 = live(&v0);
                    let mut v1_bar = b_bar[i][j];
                    primitives::plus(a_bar.parts(|d| &mut d[k][i]), v1_bar * *v0.get());
                    let mut v0_bar = v1_bar * a[k][i];
                    b_bar[k][j] += v0_bar;
                }
            }
        }
        if held2_0_begun {
            give(alpha_bar.whole(), &held2_0);
        }
    }
    give_part(first_bar.whole(), &b_bar);
    *lender = own;
    __Sweep::end()
}

fn split_dual<
    __Sweep: Sweep,
    const N: usize,
    const __K: ::core::primitive::usize,
    __a_slot: PairSlot<Ct<__Checked<[[f64; N]; N]>>>,
    __first_slot: PairSlot<Ct<__Checked<[[f64; N]; N]>>>,
    __alpha_slot: PairSlot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    a: __Checked<&[[f64; N]; N]>,
    first: __Sweep::Lent<__Checked<&[[f64; N]; N]>>,
    alpha: __Checked<&f64>,
    __width: Width<__K, __Sweep>,
    __result_dot: __Sweep::Lent<&mut [Ct<__Checked<f64>>; __K]>,
    a_dot: impl Directions<Ct<__Checked<[[f64; N]; N]>>, __K>,
    first_dot: impl Directions<Ct<__Checked<[[f64; N]; N]>>, __K>,
    alpha_dot: impl Directions<Ct<__Checked<f64>>, __K>,
    input: __Sweep::Input<
        (PairRef<'_, Ct<__Checked<f64>>>, __a_slot, __first_slot, __alpha_slot),
    >,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let b0 = Ty::new();
    let alpha = of(alpha).own();
    if __Sweep::FORWARD {
        let first = __Sweep::lent(first);
        let mut b = of(&*first).own();
        let mut b_dot = of(&b).tangents(__width, first_dot);
        let _ = || {
            list(&b);
            list(&b[0]);
        };
        let b_there1 = of(&b).own();
        let b1 = Ty::new();
        for i in (0..N) {
            let i_at = i;
            let b2 = Ty::new();
            for j in (0..N) {
                let j_at = j;
                let b3 = Ty::new();
                for k in ((i + 1)..N) {
                    let k_at = k;
                    let v0 = of(&b[k][j]).own();
                    let v0_dot = of(&v0)
                        .tangents(__width, parts_of(&b_dot, |d| &d[k_at][j_at]));
                    let v1 = a[k][i] * v0;
                    let v1_dot = __width
                        .mul(
                            &a[k][i],
                            &v0,
                            &v1,
                            parts(&a_dot, |d| &d[k_at][i_at]),
                            &v0_dot,
                        );
                    {
                        let __given = __width.own(&v1, &v1_dot);
                        for __k in 0..__K {
                            b_dot[__k][i_at][j_at] += of(&__given[__k]).own();
                        }
                    }
                    b[i][j] += v1;
                    if __Sweep::TAPED {
                        let ds3 = Saved::pushed(t, (&v0_dot,), (Yes,));
                        b3.is(&(ds3,));
                    }
                }
                let v2 = of(&b[i][j]).own();
                let v2_dot = of(&v2)
                    .tangents(__width, parts_of(&b_dot, |d| &d[i_at][j_at]));
                let v3 = v2 * alpha;
                let v3_dot = __width.mul(&v2, &alpha, &v3, &v2_dot, alpha_dot);
                __width.assign(&mut b_dot, |d| &mut d[i_at][j_at], &v3, &v3_dot);
                b[i][j] = v3;
                if __Sweep::TAPED {
                    let s2 = Saved::pushed(t, (&v2,), (Yes,));
                    let ds2 = Saved::pushed(t, (&v2_dot,), (Yes,));
                    b2.is(&(b3, ds2, s2));
                }
            }
            b1.is(&(b2,));
        }
        let v4 = of(&b[0][0]).own();
        let v4_dot = of(&v4).tangents(__width, parts_of(&b_dot, |d| &d[0][0]));
        if __Sweep::TAPED {
            let z0 = Forms::pushed(t, (&b,));
            let k0 = Saved::pushed(
                t,
                (&b_there1,),
                (if_elements_recomputed(|| &(&b_there1)[0][0], Yes),),
            );
            b0.is(&(b1, k0, z0));
        }
        let __y: __Checked<f64> = v4;
        *__Sweep::lent(__result_dot) = v4_dot;
        return __Sweep::finish(__y);
    }
    __Sweep::mirrored(move || {
        let (bar, mut a_bar, mut first_bar, mut alpha_bar) = __Sweep::begin(input);
        let mut a_bar = PairSlot::outs(&mut a_bar);
        let mut first_bar = PairSlot::outs(&mut first_bar);
        let mut alpha_bar = PairSlot::outs(&mut alpha_bar);
        let first = || -> __Checked<&[[f64; N]; N]> { unread() };
        let (b1, k0, z0) = b0.links();
        let (b_there1,) = k0.pop(t);
        let z0 = z0.pop(t);
        let mut b_bar = z0.zero_pair::<0>();
        dual::give_part(b_bar.slot(|d| &mut d[0][0]), bar);
        for i in (0..N).rev() {
            let (b2,) = b1.links();
            let mut held2_0_begun = false;
            let (mut held2_0,) = { (Pair::both(-0f64),) };
            for j in (0..N).rev() {
                held2_0_begun = true;
                let (b3, ds2, s2) = b2.links();
                let (v2_dot,) = ds2.pop(t);
                let (v2,) = s2.pop(t);
                let mut old_bar = Pair::both(-0f64);
                let mut v3_bar = Pair::both(-0f64);
                {
                    let d = b_bar.lend(|d| &mut d[i][j]).replaced(old_bar);
                    dual::give_part(v3_bar.whole(), d.seen());
                }
                let mut v2_bar = Pair::both(-0f64);
                dual::MUL
                    .bwd_dual(
                        t,
                        v2.read(),
                        Read::live(&alpha),
                        Read::<f64>::absent(),
                        v2_dot.tangent(),
                        tangent(&alpha_dot),
                        NoGrad,
                        v3_bar.seen(),
                        v2_bar.whole(),
                        held2_0.whole(),
                    );
                dual::give_part(b_bar.slot(|d| &mut d[i][j]), v2_bar.seen());
                for k in ((i + 1)..N).rev() {
                    let (ds3,) = b3.links();
                    let (v0_dot,) = ds3.pop(t);
                    let v0 = of(&b_there1.get()[k][j]).own();
                    let v0 = live(&v0);
                    let mut v1_bar = Pair::both(-0f64);
                    dual::add_assign(
                        b_bar.part(|d| &d[i][j]),
                        Read::<f64>::absent(),
                        v1_bar.whole(),
                    );
                    let mut v0_bar = Pair::both(-0f64);
                    dual::MUL
                        .bwd_dual(
                            t,
                            Read::live(&a[k][i]),
                            v0.read(),
                            Read::<f64>::absent(),
                            tangent_part(&a_dot, |d| &d[k][i]),
                            v0_dot.tangent(),
                            NoGrad,
                            v1_bar.seen(),
                            a_bar.parts(|d| &mut d[k][i]),
                            v0_bar.whole(),
                        );
                    dual::give_part(b_bar.slot(|d| &mut d[k][j]), v0_bar.seen());
                }
            }
            if held2_0_begun {
                dual::give(alpha_bar.whole(), held2_0.seen());
            }
        }
        dual::give_part(first_bar.whole(), b_bar.seen());
    });
    __Sweep::end()
}
