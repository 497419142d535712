fn split<
    __Sweep: Sweep,
    const N: usize,
    __a_slot: Slot<Ct<__Checked<[[f64; N]; N]>>>,
    __b_slot: Slot<Ct<__Checked<[[f64; N]; N]>>>,
>(
    t: &mut Tape<'_>,
    a: __Checked<&[[f64; N]; N]>,
    b: __Checked<&[[f64; N]; N]>,
    input: __Sweep::Input<(&Ct<__Checked<f64>>, __a_slot, __b_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let b0 = Ty::new();
    let lender = t;
    let mut own = lender.take();
    let t = &mut own;
    if __Sweep::FORWARD {
        let mut sum = 0.0;
        let b1 = Ty::new();
        for i in (0..N) {
            let b2 = Ty::new();
            for j in (0..N) {
                let mut c = 0.0;
                for k in (0..N) {
                    let v0 = a[i][k] * b[k][j];
                    c += v0;
                }
                let v1 = c * c;
                sum += v1;
                let k2 = Saved::pushed(t, (&c,), (Yes,));
                b2.is(&(k2,));
            }
            b1.is(&(b2,));
        }
        b0.is(&(b1,));
        *lender = own;
        return __Sweep::finish::<__Checked<f64>>(sum);
    }
    if __Sweep::WHOLE {
        let (bar, mut a_bar, mut b_bar) = __Sweep::begin(input);
        let mut a_bar = a_bar.out();
        let mut b_bar = b_bar.out();
        let (left, y) = {
            let mut part = t.part();
            let mut both = part.forward();
            let t = &mut both;
            let (b1,) = b0.links();
            let mut sum = 0.0;
            let mut sum_bar = -0f64;
            {
                give(Out::new(&mut sum_bar), bar);
            }
            for i in (0..N) {
                let i_live = i;
                let left = {
                    let mut part = t.part();
                    let mut both = part.forward();
                    let t = &mut both;
                    let (b2,) = b1.links();
                    {
                        let i = i_live;
                    }
                    let mut later3 = {
                        let i = i_live;
                        Later::<_, _, true>::new((0..N), (-0f64, ()))
                    };
                    for j in (0..N) {
                        let j_live = j;
                        let left = {
                            let mut part = t.part();
                            let mut both = part.forward();
                            let t = &mut both;
                            let (k2,) = b2.links();
                            let mut c = 0.0;
                            for k in (0..N) {
                                let v0 = a[i][k] * b[k][j];
                                c += v0;
                            }
                            let v1 = c * c;
                            sum += v1;
                            let left = t.left();
                            if let ::core::option::Option::Some(pushed) = left.pushed() {
                                let mut both = part.reverse(pushed);
                                let t = &mut both;
                                let mut c_bar = -0f64;
                                let mut v1_bar = -0f64;
                                let c_live = &c;
                                let c = live(c_live);
                                let i = i_live;
                                let j = j_live;
                                v1_bar += sum_bar;
                                c_bar += v1_bar * *c.get();
                                c_bar += v1_bar * *c.get();
                                if later3.takes() {
                                    if let ::core::option::Option::Some(eight) = later3
                                        .put_off(j, (c_bar, ()))
                                    {
                                        for k in (0..N).rev() {
                                            let mut held3_0_begun = false;
                                            let (mut held3_0,) = { (-0f64,) };
                                            (held3_0, ()) = eight
                                                .all(
                                                    (held3_0, ()),
                                                    |j, (c_bar, ()), (mut held3_0, ())| {
                                                        held3_0_begun = true;
                                                        let mut v0_bar = c_bar;
                                                        held3_0 += v0_bar * b[k][j];
                                                        primitives::plus(
                                                            b_bar.parts(|d| &mut d[k][j]),
                                                            v0_bar * a[i][k],
                                                        );
                                                        (held3_0, ())
                                                    },
                                                );
                                            if held3_0_begun {
                                                give(a_bar.parts(|d| &mut d[i][k]), &held3_0);
                                            }
                                        }
                                    }
                                } else {
                                    for k in (0..N).rev() {
                                        let mut v0_bar = c_bar;
                                        primitives::plus(
                                            a_bar.parts(|d| &mut d[i][k]),
                                            v0_bar * b[k][j],
                                        );
                                        primitives::plus(
                                            b_bar.parts(|d| &mut d[k][j]),
                                            v0_bar * a[i][k],
                                        );
                                    }
                                }
                                t.ends();
                            }
                            left
                        };
                        t.took(left);
                    }
                    let left = t.left();
                    if let ::core::option::Option::Some(pushed) = left.pushed() {
                        let mut both = part.reverse(pushed);
                        let t = &mut both;
                        let i = i_live;
                        t.ends();
                    }
                    left
                };
                t.took(left);
            }
            let left = t.left();
            if let ::core::option::Option::Some(pushed) = left.pushed() {
                let mut both = part.reverse(pushed);
                let t = &mut both;
                t.ends();
            }
            (left, sum)
        };
        t.took(left);
        *lender = own;
        return __Sweep::finish::<__Checked<f64>>(y);
    }
    let (bar, mut a_bar, mut b_bar) = __Sweep::begin(input);
    let mut a_bar = a_bar.out();
    let mut b_bar = b_bar.out();
    let (b1,) = b0.links();
    let mut sum_bar = -0f64;
    give(Out::new(&mut sum_bar), bar);
    for i in (0..N).rev() {
        let (b2,) = b1.links();
        let mut later3 = { Later::<_, _, false>::new((0..N), (-0f64, ())) };
        for j in (0..N).rev() {
            let (k2,) = b2.links();
            let (c,) = k2.pop(t);
            let mut v1_bar = sum_bar;
            let mut c_bar = v1_bar * *c.get();
            c_bar += v1_bar * *c.get();
            if later3.takes() {
                if let ::core::option::Option::Some(eight) = later3
                    .put_off(j, (c_bar, ()))
                {
                    for k in (0..N).rev() {
                        let mut held3_0_begun = false;
                        let (mut held3_0,) = { (-0f64,) };
                        (held3_0, ()) = eight
                            .all(
                                (held3_0, ()),
                                |j, (c_bar, ()), (mut held3_0, ())| {
                                    held3_0_begun = true;
                                    let mut v0_bar = c_bar;
                                    held3_0 += v0_bar * b[k][j];
                                    primitives::plus(
                                        b_bar.parts(|d| &mut d[k][j]),
                                        v0_bar * a[i][k],
                                    );
                                    (held3_0, ())
                                },
                            );
                        if held3_0_begun {
                            give(a_bar.parts(|d| &mut d[i][k]), &held3_0);
                        }
                    }
                }
            } else {
                for k in (0..N).rev() {
                    let mut v0_bar = c_bar;
                    primitives::plus(a_bar.parts(|d| &mut d[i][k]), v0_bar * b[k][j]);
                    primitives::plus(b_bar.parts(|d| &mut d[k][j]), v0_bar * a[i][k]);
                }
            }
        }
    }
    *lender = own;
    __Sweep::end()
}

fn split_dual<
    __Sweep: Sweep,
    const N: usize,
    const __K: ::core::primitive::usize,
    __a_slot: PairSlot<Ct<__Checked<[[f64; N]; N]>>>,
    __b_slot: PairSlot<Ct<__Checked<[[f64; N]; N]>>>,
>(
    t: &mut Tape<'_>,
    a: __Checked<&[[f64; N]; N]>,
    b: __Checked<&[[f64; N]; N]>,
    __width: Width<__K, __Sweep>,
    __result_dot: __Sweep::Lent<&mut [Ct<__Checked<f64>>; __K]>,
    a_dot: impl Directions<Ct<__Checked<[[f64; N]; N]>>, __K>,
    b_dot: impl Directions<Ct<__Checked<[[f64; N]; N]>>, __K>,
    input: __Sweep::Input<(PairRef<'_, Ct<__Checked<f64>>>, __a_slot, __b_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let b0 = Ty::new();
    if __Sweep::FORWARD {
        let mut sum = 0.0;
        let mut sum_dot = __width.own(&sum, NoGrad);
        let b1 = Ty::new();
        for i in (0..N) {
            let i_at = i;
            let b2 = Ty::new();
            for j in (0..N) {
                let j_at = j;
                let mut c = 0.0;
                let mut c_dot = __width.own(&c, NoGrad);
                for k in (0..N) {
                    let k_at = k;
                    let v0 = a[i][k] * b[k][j];
                    let v0_dot = __width
                        .mul(
                            &a[i][k],
                            &b[k][j],
                            &v0,
                            parts(&a_dot, |d| &d[i_at][k_at]),
                            parts(&b_dot, |d| &d[k_at][j_at]),
                        );
                    {
                        let __given = __width.own(&v0, &v0_dot);
                        for __k in 0..__K {
                            c_dot[__k] += of(&__given[__k]).own();
                        }
                    }
                    c += v0;
                }
                let v1 = c * c;
                let v1_dot = __width.mul(&c, &c, &v1, &c_dot, &c_dot);
                {
                    let __given = __width.own(&v1, &v1_dot);
                    for __k in 0..__K {
                        sum_dot[__k] += of(&__given[__k]).own();
                    }
                }
                sum += v1;
                if __Sweep::TAPED {
                    let k2 = Saved::pushed(t, (&c,), (Yes,));
                    let dk2 = Saved::pushed(t, (&c_dot,), (Yes,));
                    b2.is(&(dk2, k2));
                }
            }
            b1.is(&(b2,));
        }
        b0.is(&(b1,));
        let __y: __Checked<f64> = sum;
        *__Sweep::lent(__result_dot) = sum_dot;
        return __Sweep::finish(__y);
    }
    __Sweep::mirrored(move || {
        let (bar, mut a_bar, mut b_bar) = __Sweep::begin(input);
        let mut a_bar = PairSlot::outs(&mut a_bar);
        let mut b_bar = PairSlot::outs(&mut b_bar);
        let (b1,) = b0.links();
        let mut sum_bar = Pair::both(-0f64);
        dual::give(sum_bar.whole(), bar);
        for i in (0..N).rev() {
            let (b2,) = b1.links();
            for j in (0..N).rev() {
                let (dk2, k2) = b2.links();
                let (c_dot,) = dk2.pop(t);
                let (c,) = k2.pop(t);
                let mut v1_bar = Pair::both(-0f64);
                dual::add_assign(sum_bar.seen(), Read::<f64>::absent(), v1_bar.whole());
                let mut c_bar = Pair::both(-0f64);
                let mut aside1 = Pair::both(-0f64);
                dual::MUL
                    .bwd_dual(
                        t,
                        c.read(),
                        c.read(),
                        Read::<f64>::absent(),
                        c_dot.tangent(),
                        c_dot.tangent(),
                        NoGrad,
                        v1_bar.seen(),
                        c_bar.whole(),
                        aside1.whole(),
                    );
                dual::give_back(c_bar.whole(), aside1.seen());
                for k in (0..N).rev() {
                    let mut v0_bar = Pair::both(-0f64);
                    dual::add_assign(
                        c_bar.seen(),
                        Read::<f64>::absent(),
                        v0_bar.whole(),
                    );
                    dual::MUL
                        .bwd_dual(
                            t,
                            Read::live(&a[i][k]),
                            Read::live(&b[k][j]),
                            Read::<f64>::absent(),
                            tangent_part(&a_dot, |d| &d[i][k]),
                            tangent_part(&b_dot, |d| &d[k][j]),
                            NoGrad,
                            v0_bar.seen(),
                            a_bar.parts(|d| &mut d[i][k]),
                            b_bar.parts(|d| &mut d[k][j]),
                        );
                }
            }
        }
    });
    __Sweep::end()
}
