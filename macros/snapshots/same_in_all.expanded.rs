fn split<
    __Sweep: Sweep,
    const N: usize,
    __a_slot: Slot<Ct<__Checked<[[f64; N]; N]>>>,
    __b_slot: Slot<Ct<__Checked<[[f64; N]; N]>>>,
    __alpha_slot: Slot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    a: __Checked<&[[f64; N]; N]>,
    b: __Checked<&[[f64; N]; N]>,
    alpha: __Checked<&f64>,
    input: __Sweep::Input<(&Ct<__Checked<f64>>, __a_slot, __b_slot, __alpha_slot)>,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let b0 = Ty::new();
    let alpha = of(alpha).own();
    let lender = t;
    let mut own = lender.take();
    let t = &mut own;
    if __Sweep::FORWARD {
        let mut c = ([[0.0; N]; N]);
        for i in (0..N) {
            for k in (0..N) {
                for j in (0..N) {
                    let v0 = alpha * a[i][k];
                    let v1 = v0 * b[k][j];
                    c[i][j] += v1;
                }
            }
        }
        let mut sum = 0.0;
        for i in (0..N) {
            for j in (0..N) {
                let v2 = 0.5 * alpha;
                let v3 = v2 * c[i][j];
                sum += v3;
            }
        }
        let z0 = Forms::pushed(t, (&c,));
        let k0 = Saved::pushed(t, (&c,), (Yes,));
        b0.is(&(k0, z0));
        *lender = own;
        return __Sweep::finish::<__Checked<f64>>(sum);
    }
    if __Sweep::WHOLE {
        let (bar, mut a_bar, mut b_bar, mut alpha_bar) = __Sweep::begin(input);
        let mut a_bar = a_bar.out();
        let mut b_bar = b_bar.out();
        let mut alpha_bar = alpha_bar.out();
        let (left, y) = {
            let mut part = t.part();
            let mut both = part.forward();
            let t = &mut both;
            let (k0, z0) = b0.links();
            let mut c = ([[0.0; N]; N]);
            for i in (0..N) {
                for k in (0..N) {
                    for j in (0..N) {
                        let v0 = alpha * a[i][k];
                        let v1 = v0 * b[k][j];
                        c[i][j] += v1;
                    }
                }
            }
            let mut sum = 0.0;
            let mut c_bar = neutral_of(&c);
            let mut sum_bar = -0f64;
            {
                let c = k0.gone::<0>();
                give(Out::new(&mut sum_bar), bar);
            }
            let c_live = &c;
            for i in (0..N) {
                let i_v1_live = i;
                let left = {
                    let mut part = t.part();
                    let mut both = part.forward();
                    let t = &mut both;
                    {
                        let i_v1 = i_v1_live;
                    }
                    let mut v2_bar_begun = false;
                    let (mut v2_bar,) = {
                        let c = live(c_live);
                        let i_v1 = i_v1_live;
                        (-0f64,)
                    };
                    for j in (0..N) {
                        let j_v1_live = j;
                        let left = {
                            let mut part = t.part();
                            let mut both = part.forward();
                            let t = &mut both;
                            let v2 = 0.5 * alpha;
                            let v3 = v2 * c[i][j];
                            sum += v3;
                            let left = t.left();
                            if let ::core::option::Option::Some(pushed) = left.pushed() {
                                let mut both = part.reverse(pushed);
                                let t = &mut both;
                                let mut v3_bar = -0f64;
                                let v2_live = &v2;
                                let v2 = live(v2_live);
                                let c = live(c_live);
                                let i_v1 = i_v1_live;
                                let j_v1 = j_v1_live;
                                v2_bar_begun = true;
                                v3_bar += sum_bar;
                                v2_bar += v3_bar * c.get()[i_v1][j_v1];
                                c_bar[i_v1][j_v1] += v3_bar * *v2.get();
                                t.ends();
                            }
                            left
                        };
                        t.took(left);
                    }
                    if v2_bar_begun {
                        let c = live(c_live);
                        let i_v1 = i_v1_live;
                        primitives::plus(alpha_bar.whole(), v2_bar * 0.5);
                    }
                    let left = t.left();
                    if let ::core::option::Option::Some(pushed) = left.pushed() {
                        let mut both = part.reverse(pushed);
                        let t = &mut both;
                        let c = live(c_live);
                        let i_v1 = i_v1_live;
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
                let c_live = &c;
                let c = live(c_live);
                for i in (0..N).rev() {
                    for k in (0..N).rev() {
                        let mut v0_bar_begun = false;
                        let (mut v0_bar,) = { (-0f64,) };
                        (v0_bar, ()) = in_parts(
                            0..N,
                            (v0_bar, ()),
                            |j, (mut v0_bar, ())| {
                                v0_bar_begun = true;
                                let v0 = alpha * a[i][k];
                                let v0 = live(&v0);
                                let mut v1_bar = c_bar[i][j];
                                v0_bar += v1_bar * b[k][j];
                                primitives::plus(
                                    b_bar.parts(|d| &mut d[k][j]),
                                    v1_bar * *v0.get(),
                                );
                                (v0_bar, ())
                            },
                        );
                        if v0_bar_begun {
                            primitives::plus(alpha_bar.whole(), v0_bar * a[i][k]);
                            primitives::plus(
                                a_bar.parts(|d| &mut d[i][k]),
                                v0_bar * alpha,
                            );
                        }
                    }
                }
                t.ends();
            }
            (left, sum)
        };
        t.took(left);
        *lender = own;
        return __Sweep::finish::<__Checked<f64>>(y);
    }
    let (bar, mut a_bar, mut b_bar, mut alpha_bar) = __Sweep::begin(input);
    let mut a_bar = a_bar.out();
    let mut b_bar = b_bar.out();
    let mut alpha_bar = alpha_bar.out();
    let (k0, z0) = b0.links();
    let (c,) = k0.pop(t);
    let z0 = z0.pop(t);
    let mut sum_bar = -0f64;
    give(Out::new(&mut sum_bar), bar);
    let mut c_bar = z0.zero::<0>();
    for i_v1 in (0..N).rev() {
        let mut v2_bar_begun = false;
        let (mut v2_bar,) = { (-0f64,) };
        (v2_bar, ()) = in_parts(
            0..N,
            (v2_bar, ()),
            |j_v1, (mut v2_bar, ())| {
                v2_bar_begun = true;
                let v2 = 0.5 * alpha;
                let v2 = live(&v2);
                let mut v3_bar = sum_bar;
                v2_bar += v3_bar * c.get()[i_v1][j_v1];
                c_bar[i_v1][j_v1] += v3_bar * *v2.get();
                (v2_bar, ())
            },
        );
        if v2_bar_begun {
            primitives::plus(alpha_bar.whole(), v2_bar * 0.5);
        }
    }
    for i in (0..N).rev() {
        for k in (0..N).rev() {
            let mut v0_bar_begun = false;
            let (mut v0_bar,) = { (-0f64,) };
            (v0_bar, ()) = in_parts(
                0..N,
                (v0_bar, ()),
                |j, (mut v0_bar, ())| {
                    v0_bar_begun = true;
                    let v0 = alpha * a[i][k];
                    let v0 = live(&v0);
                    let mut v1_bar = c_bar[i][j];
                    v0_bar += v1_bar * b[k][j];
                    primitives::plus(b_bar.parts(|d| &mut d[k][j]), v1_bar * *v0.get());
                    (v0_bar, ())
                },
            );
            if v0_bar_begun {
                primitives::plus(alpha_bar.whole(), v0_bar * a[i][k]);
                primitives::plus(a_bar.parts(|d| &mut d[i][k]), v0_bar * alpha);
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
    __alpha_slot: PairSlot<Ct<__Checked<f64>>>,
>(
    t: &mut Tape<'_>,
    a: __Checked<&[[f64; N]; N]>,
    b: __Checked<&[[f64; N]; N]>,
    alpha: __Checked<&f64>,
    __width: Width<__K, __Sweep>,
    __result_dot: __Sweep::Lent<&mut [Ct<__Checked<f64>>; __K]>,
    a_dot: impl Directions<Ct<__Checked<[[f64; N]; N]>>, __K>,
    b_dot: impl Directions<Ct<__Checked<[[f64; N]; N]>>, __K>,
    alpha_dot: impl Directions<Ct<__Checked<f64>>, __K>,
    input: __Sweep::Input<
        (PairRef<'_, Ct<__Checked<f64>>>, __a_slot, __b_slot, __alpha_slot),
    >,
) -> __Sweep::Output<__Checked<f64>> {
    use rules::*;
    let b0 = Ty::new();
    let alpha = of(alpha).own();
    if __Sweep::FORWARD {
        let mut c = ([[0.0; N]; N]);
        let mut c_dot = __width.own(&c, NoGrad);
        let b1 = Ty::new();
        for i in (0..N) {
            let i_at = i;
            let b2 = Ty::new();
            for k in (0..N) {
                let k_at = k;
                let b3 = Ty::new();
                for j in (0..N) {
                    let j_at = j;
                    let v0 = alpha * a[i][k];
                    let v0_dot = __width
                        .mul(
                            &alpha,
                            &a[i][k],
                            &v0,
                            alpha_dot,
                            parts(&a_dot, |d| &d[i_at][k_at]),
                        );
                    let v1 = v0 * b[k][j];
                    let v1_dot = __width
                        .mul(
                            &v0,
                            &b[k][j],
                            &v1,
                            &v0_dot,
                            parts(&b_dot, |d| &d[k_at][j_at]),
                        );
                    {
                        let __given = __width.own(&v1, &v1_dot);
                        for __k in 0..__K {
                            c_dot[__k][i_at][j_at] += of(&__given[__k]).own();
                        }
                    }
                    c[i][j] += v1;
                    if __Sweep::TAPED {
                        let ds3 = Saved::pushed(t, (&v0_dot,), (Yes,));
                        b3.is(&(ds3,));
                    }
                }
                b2.is(&(b3,));
            }
            b1.is(&(b2,));
        }
        let mut sum = 0.0;
        let mut sum_dot = __width.own(&sum, NoGrad);
        let b4 = Ty::new();
        for i in (0..N) {
            let i_v1_at = i;
            let b5 = Ty::new();
            for j in (0..N) {
                let j_v1_at = j;
                let v2 = 0.5 * alpha;
                let v2_dot = __width.mul(&0.5, &alpha, &v2, NoGrad, alpha_dot);
                let v3 = v2 * c[i][j];
                let v3_dot = __width
                    .mul(
                        &v2,
                        &c[i][j],
                        &v3,
                        &v2_dot,
                        parts_of(&c_dot, |d| &d[i_v1_at][j_v1_at]),
                    );
                {
                    let __given = __width.own(&v3, &v3_dot);
                    for __k in 0..__K {
                        sum_dot[__k] += of(&__given[__k]).own();
                    }
                }
                sum += v3;
                if __Sweep::TAPED {
                    let ds5 = Saved::pushed(t, (&v2_dot,), (Yes,));
                    b5.is(&(ds5,));
                }
            }
            b4.is(&(b5,));
        }
        if __Sweep::TAPED {
            let z0 = Forms::pushed(t, (&c,));
            let k0 = Saved::pushed(t, (&c,), (Yes,));
            let dk0 = Saved::pushed(t, (&c_dot,), (Yes,));
            b0.is(&(b1, b4, dk0, k0, z0));
        }
        let __y: __Checked<f64> = sum;
        *__Sweep::lent(__result_dot) = sum_dot;
        return __Sweep::finish(__y);
    }
    __Sweep::mirrored(move || {
        let (bar, mut a_bar, mut b_bar, mut alpha_bar) = __Sweep::begin(input);
        let mut a_bar = PairSlot::outs(&mut a_bar);
        let mut b_bar = PairSlot::outs(&mut b_bar);
        let mut alpha_bar = PairSlot::outs(&mut alpha_bar);
        let (b1, b4, dk0, k0, z0) = b0.links();
        let (c_dot,) = dk0.pop(t);
        let (c,) = k0.pop(t);
        let z0 = z0.pop(t);
        let mut sum_bar = Pair::both(-0f64);
        dual::give(sum_bar.whole(), bar);
        let mut c_bar = z0.zero_pair::<0>();
        for i_v1 in (0..N).rev() {
            let (b5,) = b4.links();
            for j_v1 in (0..N).rev() {
                let (ds5,) = b5.links();
                let (v2_dot,) = ds5.pop(t);
                let v2 = 0.5 * alpha;
                let v2 = live(&v2);
                let mut v3_bar = Pair::both(-0f64);
                dual::add_assign(sum_bar.seen(), Read::<f64>::absent(), v3_bar.whole());
                let mut v2_bar = Pair::both(-0f64);
                dual::MUL
                    .bwd_dual(
                        t,
                        v2.read(),
                        c.read().map(|d| &d[i_v1][j_v1]),
                        Read::<f64>::absent(),
                        v2_dot.tangent(),
                        c_dot.tangent_part(|d| &d[i_v1][j_v1]),
                        NoGrad,
                        v3_bar.seen(),
                        v2_bar.whole(),
                        c_bar.slot(|d| &mut d[i_v1][j_v1]),
                    );
                dual::MUL
                    .bwd_dual(
                        t,
                        Read::live(&0.5),
                        Read::__unread(&alpha),
                        v2.read(),
                        NoGrad,
                        tangent(&alpha_dot),
                        v2_dot.tangent(),
                        v2_bar.seen(),
                        NoGrad,
                        alpha_bar.whole(),
                    );
            }
        }
        for i in (0..N).rev() {
            let (b2,) = b1.links();
            for k in (0..N).rev() {
                let (b3,) = b2.links();
                for j in (0..N).rev() {
                    let (ds3,) = b3.links();
                    let (v0_dot,) = ds3.pop(t);
                    let v0 = alpha * a[i][k];
                    let v0 = live(&v0);
                    let mut v1_bar = Pair::both(-0f64);
                    dual::add_assign(
                        c_bar.part(|d| &d[i][j]),
                        Read::<f64>::absent(),
                        v1_bar.whole(),
                    );
                    let mut v0_bar = Pair::both(-0f64);
                    dual::MUL
                        .bwd_dual(
                            t,
                            v0.read(),
                            Read::live(&b[k][j]),
                            Read::<f64>::absent(),
                            v0_dot.tangent(),
                            tangent_part(&b_dot, |d| &d[k][j]),
                            NoGrad,
                            v1_bar.seen(),
                            v0_bar.whole(),
                            b_bar.parts(|d| &mut d[k][j]),
                        );
                    dual::MUL
                        .bwd_dual(
                            t,
                            Read::live(&alpha),
                            Read::live(&a[i][k]),
                            v0.read(),
                            tangent(&alpha_dot),
                            tangent_part(&a_dot, |d| &d[i][k]),
                            v0_dot.tangent(),
                            v0_bar.seen(),
                            alpha_bar.whole(),
                            a_bar.parts(|d| &mut d[i][k]),
                        );
                }
            }
        }
    });
    __Sweep::end()
}
